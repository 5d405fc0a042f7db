//! Whole spaces: the number of positions at each distance, and what else is known about them.

use std::path::{Path, PathBuf};

use taquin_search::{Cost, Limit, Limits, Progress};
use taquin_space::{Census, FromGoals, Options};

use crate::analysis::Analysis;
use crate::error::Error;
use crate::instance::Instance;

/// How a space is to be enumerated.
#[derive(Clone, Debug, Default)]
pub struct EnumeratePlan {
    /// Where to stop.
    pub limits: Limits,
    /// The greatest distance to count; all of them if `None`.
    pub depth: Option<usize>,
    /// The threads to use; one for each core if `None`.
    pub threads: Option<usize>,
    /// The folder that holds the levels instead of memory.
    pub disk: Option<PathBuf>,
    /// The file to save the distances in.
    pub save: Option<PathBuf>,
    /// Whether to find the longest shortest path (blocks).
    pub diameter: bool,
    /// The file for the graph of the positions: edges alone if it ends in `.csv`, else GraphML (blocks).
    pub graph: Option<PathBuf>,
}

impl EnumeratePlan {
    /// The options of the count.
    #[must_use]
    pub fn options(&self) -> Options {
        Options { limits: self.limits.clone(), depth: self.depth, threads: self.threads }
    }

    /// The threads to use.
    #[must_use]
    pub fn threads(&self) -> usize {
        self.options().threads()
    }
}

/// Where the levels of a census are counted from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Origin {
    /// The goal.
    Goal,
    /// The start.
    Start,
}

/// What is known about a whole space.
#[derive(Clone, Debug)]
pub struct Enumeration {
    /// Where the levels are counted from.
    pub origin: Origin,
    /// The positions by their distance.
    pub census: Census<String>,
    /// The positions by their distance from the goal, where `census` counts from the start, all of them were
    /// found and there is a goal.
    pub to_goal: Option<ToGoal>,
    /// The longest of all shortest paths, if it was requested and there was time to begin with it.
    pub diameter: Option<Diameter>,
    /// The moves between the positions, each counted once, if the graph was requested.
    pub edges: Option<usize>,
}

impl Enumeration {
    /// Levels that are counted from the goal.
    pub(crate) fn from_goal(census: Census<String>) -> Self {
        Enumeration { origin: Origin::Goal, census, to_goal: None, diameter: None, edges: None }
    }

    /// Levels that are counted from the start.
    pub(crate) fn from_start(census: Census<String>) -> Self {
        Enumeration { origin: Origin::Start, ..Self::from_goal(census) }
    }

    /// The limit that ended it before everything was counted, if one did. A requested depth is not a limit.
    #[must_use]
    pub fn stopped(&self) -> Option<Limit> {
        let second = self.to_goal.as_ref().and_then(|to_goal| to_goal.stopped);
        let third = self.diameter.as_ref().and_then(|diameter| diameter.stopped);
        self.census.stopped.or(second).or(third).filter(|&limit| limit != Limit::Depth)
    }
}

/// The positions of a space by their distance from the goal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ToGoal {
    /// How many positions need 0, 1, 2 … moves.
    pub levels: Vec<u64>,
    /// The limit that ended the count before the last level, if one did.
    pub stopped: Option<Limit>,
    /// How many can never reach it: either none or all, since moves can be undone.
    pub never: u64,
    /// How many moves the start needs.
    pub start: Option<Cost>,
    /// Some of those that need the most, in one line each.
    pub farthest: Vec<String>,
}

impl ToGoal {
    /// What a pass from all goals has counted, of a space of `positions` positions.
    pub(crate) fn of(FromGoals { census, origin }: FromGoals, positions: u64) -> Self {
        ToGoal {
            never: if origin.is_none() { positions } else { 0 },
            start: origin.and_then(|distance| Cost::try_from(distance).ok()),
            levels: census.levels,
            stopped: census.stopped,
            farthest: census.farthest,
        }
    }
}

/// The longest of all shortest paths within a space.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Diameter {
    /// Its length.
    pub moves: Cost,
    /// How many ordered pairs of positions are this far apart.
    pub pairs: usize,
    /// One of them.
    pub example: Option<(String, String)>,
    /// The limit that ended the search for longer ones, if one did.
    pub stopped: Option<Limit>,
}

/// All positions that the pieces of a puzzle can be put into, by component.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PieceSet {
    /// How many positions there are.
    pub positions: u64,
    /// The components, the largest first.
    pub components: Vec<Component>,
}

/// One component of a piece set.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Component {
    /// How many positions it has.
    pub positions: u64,
    /// How many of them satisfy the goal.
    pub goals: u64,
    /// One of them, in one line.
    pub example: String,
}

/// What a file of distances says about a whole space.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SavedSpace {
    /// How many positions there are at each distance from the goal.
    pub to_goal: Vec<u64>,
    /// The distance of the start; `None` if the goal cannot be reached from it.
    pub distance: Option<Cost>,
}

/// Counts a whole space by distance: for tiles all positions from which the goal can be reached, by their distance to
/// the goal; for blocks all positions that can be reached from the start, by their distance from the start and to the
/// goal. The farthest are given in one line each.
///
/// ```
/// use taquin::{EnumeratePlan, Hints, Instance, enumerate};
///
/// let board = Instance::parse("1 2 3 / 4 5 0", &Hints::default())?;
/// let found = enumerate(&board, &EnumeratePlan::default(), &mut ())?;
/// assert_eq!((found.census.total(), found.census.depth()), (360, 21));
/// # Ok::<(), taquin::Error>(())
/// ```
///
/// # Errors
/// If the positions cannot be numbered, a file cannot be read or written, or the plan asks for something
/// that the puzzle does not have.
pub fn enumerate(
    instance: &Instance,
    plan: &EnumeratePlan,
    progress: &mut dyn Progress,
) -> Result<Enumeration, Error> {
    instance.analysis().enumerate(plan, progress)
}

/// Enumerates with the levels in `folder`.
pub(crate) fn on_disk(
    family: &dyn Analysis,
    plan: &EnumeratePlan,
    folder: &Path,
    progress: &mut dyn Progress,
) -> Result<Enumeration, Error> {
    let realm = family.realm()?;
    let mut gathered = family.gathered(plan)?;
    let options = plan.options();
    let (census, from_goals) = if gathered.is_wanted() {
        (taquin_space::tabulate_on_disk(&*realm, folder, &mut gathered, &options, progress)?, None)
    } else {
        taquin_space::enumerate_both_ways(&*realm, folder, &options, progress)?
    };
    family.finish(plan, census, from_goals, gathered, progress)
}
