//! Puts a puzzle on the stage: its position as a scene, its moves as motions, a solution as a film.
//!
//! This is all that pictures and the browser app know of a puzzle; each family has a file here.

mod blocks;
mod tiles;

use crate::answer::{Answer, Step};
use crate::instance::Instance;
use crate::picture::{Film, Motion, Place, Scene, Shot};

/// Where one piece can go without another one moving.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reach {
    /// The index of the piece in its scene.
    pub piece: usize,
    /// The ways, one to each place within reach; a flight is one long step.
    pub paths: Vec<Vec<Place>>,
}

impl Instance {
    /// The start as a picture.
    #[must_use]
    pub fn scene(&self) -> Scene {
        match self {
            Instance::Tiles(instance) => tiles::scene(instance, &instance.start),
            Instance::Blocks(problem) => blocks::scene(problem),
        }
    }

    /// The goal as a picture, where it is one position.
    #[must_use]
    pub fn goal_scene(&self) -> Option<Scene> {
        match self {
            Instance::Tiles(instance) => Some(tiles::scene(instance, &instance.goal)),
            Instance::Blocks(problem) => blocks::goal_scene(problem),
        }
    }

    /// Where the pieces can go from the start.
    #[must_use]
    pub fn reach(&self) -> Vec<Reach> {
        match self {
            Instance::Tiles(instance) => tiles::reach(instance),
            Instance::Blocks(problem) => blocks::reach(problem),
        }
    }

    /// The puzzle that starts after `motion`; `None` if the motion is not legal.
    #[must_use]
    pub fn moved(&self, motion: &Motion) -> Option<Instance> {
        match self {
            Instance::Tiles(instance) => tiles::moved(instance, motion).map(Instance::Tiles),
            Instance::Blocks(problem) => blocks::moved(problem, motion).map(Instance::Blocks),
        }
    }

    /// The puzzle that starts after one step of a solution; `None` if the step is not legal.
    #[must_use]
    pub fn after(&self, step: &Step) -> Option<Instance> {
        self.moved(&self.motion(step).0)
    }

    /// A step of a solution as a motion, and in words.
    fn motion(&self, step: &Step) -> (Motion, String) {
        match self {
            Instance::Tiles(_) => tiles::motion(step),
            Instance::Blocks(problem) => blocks::motion(problem, step),
        }
    }

    /// Whether the start satisfies the goal.
    #[must_use]
    pub fn is_solved(&self) -> bool {
        match self {
            Instance::Tiles(instance) => instance.start == instance.goal,
            Instance::Blocks(problem) => problem.is_solved(),
        }
    }

    /// How far the start looks from the goal: the Manhattan distance, or for blocks the steps that
    /// the pieces of the goal have to go.
    #[must_use]
    pub fn gauge(&self) -> u32 {
        match self {
            Instance::Tiles(instance) => tiles::gauge(instance),
            Instance::Blocks(problem) => blocks::gauge(problem),
        }
    }

    /// What [`Instance::gauge`] measures.
    #[must_use]
    pub fn gauge_name(&self) -> &'static str {
        match self {
            Instance::Tiles(_) => "Manhattan distance",
            Instance::Blocks(_) => "steps of the goal pieces",
        }
    }

    /// What kind of puzzle this is, in a few words.
    #[must_use]
    pub fn title(&self) -> String {
        match self {
            Instance::Tiles(instance) => tiles::title(instance),
            Instance::Blocks(problem) => blocks::title(problem),
        }
    }

    /// A solution as a film; `None` where there is none.
    ///
    /// # Panics
    /// If a move of the answer is not legal.
    #[must_use]
    pub fn film(&self, answer: &Answer) -> Option<Film> {
        let steps = answer.steps()?;
        let mut now = self.clone();
        let mut shots = Vec::with_capacity(steps.len());
        for step in steps {
            let (motion, words) = now.motion(step);
            now = now.moved(&motion).expect("a solution has only legal moves");
            shots.push(Shot { motion, words, gauge: now.gauge() });
        }
        let moves = if shots.len() == 1 { "1 move".into() } else { format!("{} moves", shots.len()) };
        Some(Film {
            title: format!("{} in {moves}", self.title()),
            gauge: self.gauge_name().into(),
            first: self.gauge(),
            scene: self.scene(),
            shots,
        })
    }
}
