//! What can be computed for a puzzle besides playing, solving and tracing it.
//!
//! It is a trait of its own, and not part of [`Family`], because every method of a trait object is linked into each
//! program that uses it: a page that plays and solves need not load the code that counts whole spaces.

use std::path::Path;
use std::sync::Arc;

use serde_json::Value;
use taquin_search::{Cost, Limits, Progress};
use taquin_space::{Census, FromGoals, Realm};

use crate::enumeration::{EnumeratePlan, Enumeration, PieceSet};
use crate::error::Error;
use crate::family::Family;
use crate::gatherer::Gathered;
use crate::instance::Instance;
use crate::outlook::Outlook;
use crate::plan::{HeuristicName, Plan};
use crate::planning::Task;
use crate::solutions::Counter;

/// What is known about a position without solving it.
#[derive(Clone, Debug)]
pub struct Facts {
    /// The heuristics that are valid here, with their values.
    pub heuristics: Vec<(HeuristicName, u64)>,
    /// The true distance, if it is known without a search.
    pub distance: Option<Cost>,
    /// Everything in words, one line each.
    pub lines: Vec<String>,
    /// Everything as a JSON object.
    pub object: Value,
    /// The moves to go, if they were computed.
    pub outlook: Vec<Outlook>,
}

/// What can be computed for a puzzle besides solving it: facts, its task for planners, its whole space.
///
/// [`Instance::analysis`] has it for every family.
pub trait Analysis: Family {
    /// What is known about the start without solving it, with its distance from a file if one is given.
    ///
    /// # Errors
    /// If the start or the goal do not fit, or the file cannot be used.
    fn facts(&self, distances: Option<&Path>) -> Result<Facts, Error>;

    /// The same puzzle with moves counted by another metric of the family; `None` if there is none of that name.
    fn with_metric(&self, metric: &str) -> Option<Instance> {
        let _ = metric;
        None
    }

    /// The puzzle of getting from the start to the start of `other`; `None` if that is not a puzzle of the family.
    fn towards(&self, other: &Instance) -> Option<Instance> {
        let _ = other;
        None
    }

    /// How many positions are 0, 1, 2 … moves from the goal, if that is known or counted in a moment.
    ///
    /// # Errors
    /// If the goal does not fit.
    fn levels(&self) -> Result<Option<Vec<u64>>, Error> {
        Ok(None)
    }

    /// `count` positions that are exactly `distance` moves from the goal, each chosen by `choose`, which is given
    /// their number; none, if no position is as far.
    ///
    /// # Errors
    /// If the positions are too many, or a limit is reached.
    fn at_distance(
        &self,
        distance: usize,
        count: usize,
        limits: &Limits,
        choose: &mut dyn FnMut(usize) -> usize,
    ) -> Result<Vec<Instance>, Error> {
        let _ = (distance, count, limits, choose);
        Err(Error::NotFor { what: "positions at a distance".into(), kind: self.kind() })
    }

    /// Finds all shortest solutions of puzzles of this one's group.
    ///
    /// # Errors
    /// If the plan asks for a combination that the puzzle does not have.
    fn counter(&self, plan: &Plan) -> Result<Box<dyn Counter>, Error>;

    /// The puzzle as a planning task, with the costs of its metric.
    ///
    /// # Errors
    /// If there is no goal.
    fn planning(&self) -> Result<Task, Error>;

    /// Counts the whole space by distance.
    ///
    /// # Errors
    /// If the positions cannot be numbered, a file cannot be read or written, or the plan asks for something
    /// that the puzzle does not have.
    fn enumerate(&self, plan: &EnumeratePlan, progress: &mut dyn Progress) -> Result<Enumeration, Error>;

    /// The space, to be enumerated window by window beyond the memory of one process.
    ///
    /// # Errors
    /// If its positions cannot be numbered, or it is too large.
    fn realm(&self) -> Result<Arc<dyn Realm>, Error>;

    /// Receives all positions of the space, if the plan needs all of them at once.
    ///
    /// # Errors
    /// If the plan asks for something that the puzzle does not have.
    fn gathered(&self, plan: &EnumeratePlan) -> Result<Gathered, Error>;

    /// The result of an enumeration beyond the memory of one process: `census` and perhaps `from_goals` have been
    /// counted, and `gathered` holds the positions that the plan needs.
    ///
    /// # Errors
    /// If a file cannot be written.
    fn finish(
        &self,
        plan: &EnumeratePlan,
        census: Census<String>,
        from_goals: Option<FromGoals>,
        gathered: Gathered,
        progress: &mut dyn Progress,
    ) -> Result<Enumeration, Error> {
        let _ = (plan, from_goals, gathered, progress);
        Ok(Enumeration::from_goal(census))
    }

    /// All components of the pieces, in every placement; `None` if a limit is reached.
    ///
    /// # Errors
    /// If the family has no such components, or the puzzle is too large.
    fn components(&self, plan: &EnumeratePlan) -> Result<Option<PieceSet>, Error> {
        let _ = plan;
        Err(Error::NotFor { what: "components".into(), kind: self.kind() })
    }

    /// The same puzzle with the goal of a file that an enumeration has saved; `None` if it has a goal of its own.
    ///
    /// # Errors
    /// If the file cannot be read, is damaged or of another space.
    fn with_goal_of(&self, file: &Path) -> Result<Option<Instance>, Error> {
        let _ = file;
        Ok(None)
    }
}
