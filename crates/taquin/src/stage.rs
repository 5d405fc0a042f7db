//! Puts a puzzle on the stage: its position as a scene, its moves as motions, a solution as a film.
//!
//! This is all that pictures and the browser app know of a puzzle; each family has a file here.

mod blocks;
mod tiles;

use taquin_blocks::format::picture;
use taquin_tiles::format::Style;

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
        self.moved(&self.motion(step))
    }

    /// A step of a solution as a motion.
    fn motion(&self, step: &Step) -> Motion {
        match self {
            Instance::Tiles(_) => tiles::motion(step),
            Instance::Blocks(problem) => blocks::motion(problem, step),
        }
    }

    /// A legal motion in words.
    fn words(&self, motion: &Motion) -> String {
        match self {
            Instance::Tiles(_) => tiles::words(motion),
            Instance::Blocks(problem) => blocks::words(problem, motion),
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

    /// The start as a trace or a survey writes states: short, without what all states share.
    #[must_use]
    pub fn state_text(&self) -> String {
        match self {
            Instance::Tiles(instance) => instance.start.text(Style::Rows).to_string(),
            Instance::Blocks(problem) => picture::start_line(problem),
        }
    }

    /// The same puzzle from the state that a trace or a survey wrote as `state`; `None` if it is not
    /// a state of this puzzle.
    #[must_use]
    pub fn at(&self, state: &str) -> Option<Instance> {
        match self {
            Instance::Tiles(instance) => tiles::at(instance, state).map(Instance::Tiles),
            Instance::Blocks(problem) => picture::at_line(problem, state).map(Instance::Blocks),
        }
    }

    /// The states of a solution, from the start to the goal, as [`Instance::state_text`] writes them.
    #[must_use]
    pub fn states_along(&self, answer: &Answer) -> Vec<String> {
        let mut states = Vec::new();
        if let Some(film) = self.film(answer) {
            let mut now = self.clone();
            states.push(now.state_text());
            for shot in &film.shots {
                now = now.moved(&shot.motion).expect("a film has only legal moves");
                states.push(now.state_text());
            }
        }
        states
    }

    /// The same puzzle from a start that the seed picks among those that can be solved.
    #[must_use]
    pub fn scrambled(&self, seed: u64) -> Instance {
        match self {
            Instance::Tiles(instance) => Instance::Tiles(tiles::scrambled(instance, seed)),
            Instance::Blocks(problem) => Instance::Blocks(blocks::scrambled(problem, seed)),
        }
    }

    /// Whether it is plain without a search that the goal can, or cannot, be reached; in words.
    #[must_use]
    pub fn verdict(&self) -> Option<(bool, String)> {
        match self {
            Instance::Tiles(instance) => {
                let solvability = instance.solvability();
                Some((solvability.is_solvable(), solvability.to_string()))
            }
            Instance::Blocks(_) => None,
        }
    }

    /// The whole puzzle as text, which [`Instance::parse`] reads again (on a torus of tiles with that
    /// hint); `None` for a position that no text can tell.
    #[must_use]
    pub fn text(&self) -> Option<String> {
        match self {
            Instance::Tiles(instance) => Some(tiles::text(instance)),
            Instance::Blocks(problem) => picture::write(problem),
        }
    }

    /// A solution as a film; `None` where there is none.
    #[must_use]
    pub fn film(&self, answer: &Answer) -> Option<Film> {
        let steps = answer.steps()?;
        self.film_of(&steps.iter().map(|step| self.motion(step)).collect::<Vec<_>>())
    }

    /// The film of some moves from the start; `None` if one is not legal.
    #[must_use]
    pub fn film_of(&self, motions: &[Motion]) -> Option<Film> {
        let mut now = self.clone();
        let mut shots = Vec::with_capacity(motions.len());
        for motion in motions {
            now = now.moved(motion)?;
            shots.push(Shot { motion: motion.clone(), words: self.words(motion), gauge: now.gauge() });
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
