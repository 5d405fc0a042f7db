//! A puzzle to solve: which family, which start, which goal.

use std::ops::Deref;
use std::path::Path;
use std::sync::Arc;

use crate::analysis::Analysis;
use crate::answer::{Answer, Step};
use crate::error::Error;
use crate::families;
use crate::family::Family;
use crate::picture::{Film, Motion, Shot};
use crate::render::{length_in_words, moves_in_words};

/// A puzzle with its start and its goal. It has the methods of its [`Family`].
///
/// ```
/// use taquin::{Hints, Instance};
///
/// let board = Instance::parse("1 2 3 / 4 0 6 / 7 5 8", &Hints::default())?;
/// assert_eq!((board.kind(), board.size(), board.gauge()), ("tiles", (3, 3), 2));
/// let klotski = Instance::parse("1A9BF0C", &Hints::default())?;
/// assert_eq!((klotski.kind(), klotski.size()), ("blocks", (5, 4)));
/// # Ok::<(), taquin::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct Instance(Arc<dyn Family>);

/// Information that a text alone does not contain.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Hints {
    /// The goal as a text of its own.
    pub goal: Option<String>,
    /// Whether opposite edges are joined.
    pub torus: bool,
    /// The rows and columns of a flat list.
    pub size: Option<(u32, u32)>,
    /// What counts as one move, by name.
    pub metric: Option<String>,
    /// The text format, by name, if it should not be recognised automatically.
    pub form: Option<String>,
}

impl<F: Family + 'static> From<F> for Instance {
    fn from(family: F) -> Self {
        Instance(Arc::new(family))
    }
}

impl Deref for Instance {
    type Target = dyn Family;

    fn deref(&self) -> &Self::Target {
        &*self.0
    }
}

impl Instance {
    /// Reads a puzzle in any form that the library supports.
    ///
    /// # Errors If the text is not a puzzle, with the line, the column and what was expected; if there are two goals,
    /// or the goal has another size.
    pub fn parse(text: &str, hints: &Hints) -> Result<Self, Error> {
        families::read(text, hints)
    }

    /// The puzzle of a family's own type; `None` if it is of another family.
    #[must_use]
    pub fn of<F: Family + 'static>(&self) -> Option<&F> {
        self.as_any().downcast_ref()
    }

    /// The same puzzle, with the goal of a file that an enumeration has saved if it has none of its own.
    ///
    /// # Errors
    /// If the file cannot be read, is damaged or of another space.
    pub fn with_goal_of(&self, file: &Path) -> Result<Instance, Error> {
        Ok(self.analysis().with_goal_of(file)?.unwrap_or_else(|| self.clone()))
    }

    /// What can be computed for the puzzle besides solving it.
    #[must_use]
    pub fn analysis(&self) -> &dyn Analysis {
        families::analysis(self)
    }

    /// The puzzle that starts after one step of a solution; `None` if the step is not legal.
    #[must_use]
    pub fn after(&self, step: &Step) -> Option<Instance> {
        self.moved(&self.motion(step))
    }

    /// The states of a solution, from the start to the goal, as [`Family::state_text`] writes them.
    #[must_use]
    pub fn states_along(&self, answer: &Answer) -> Vec<String> {
        let Some(steps) = answer.steps() else { return Vec::new() };
        let mut now = self.clone();
        let mut states = vec![now.state_text()];
        for step in steps {
            now = now.after(step).expect("a solution has only legal moves");
            states.push(now.state_text());
        }
        states
    }

    /// A solution as a film; `None` if there is none.
    #[must_use]
    pub fn film(&self, answer: &Answer) -> Option<Film> {
        let steps = answer.steps()?;
        let film = self.film_of(&steps.iter().map(|step| self.motion(step)).collect::<Vec<_>>())?;
        Some(Film { title: format!("{} in {}", self.title(), length_in_words(self, steps)), ..film })
    }

    /// The film of some moves from the start; `None` if one is not legal.
    #[must_use]
    pub fn film_of(&self, motions: &[Motion]) -> Option<Film> {
        let mut now = self.clone();
        let mut shots = Vec::with_capacity(motions.len());
        for motion in motions {
            now = now.moved(motion)?;
            shots.push(Shot {
                motion: motion.clone(),
                words: self.motion_words(motion),
                gauge: now.gauge(),
                colour: None,
            });
        }
        let moves = moves_in_words(shots.len() as u64);
        Some(Film {
            title: format!("{} in {moves}", self.title()),
            gauge: self.gauge_name().into(),
            first: self.gauge(),
            scene: self.scene(),
            shots,
        })
    }
}
