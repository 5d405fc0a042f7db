//! The answer to a puzzle of any family.

use taquin_search::{Cost, Limit, Limits, Outcome, Report};
pub use taquin_tiles::Direction;

use crate::instance::Instance;
use crate::plan::{Algorithm, HeuristicName, Plan};
use crate::solutions::Solutions;

/// A report, with the algorithm and the heuristic.
#[derive(Clone, Debug)]
pub struct Answer {
    /// The algorithm that was used.
    pub algorithm: Algorithm,
    /// The heuristic that guided it.
    pub heuristic: HeuristicName,
    /// Why there is no solution, where that is proved without a search.
    pub reason: Option<String>,
    /// The outcome and the counts.
    pub report: Report<Step>,
    /// The best solution known, if the search was stopped.
    pub known: Option<Vec<Step>>,
    /// All solutions that the plan wants, where it wants more than one, or the limit that was reached before they were found.
    pub solutions: Option<Result<Solutions, Limit>>,
}

impl Answer {
    /// The answer of a search.
    pub(crate) fn new(algorithm: Algorithm, heuristic: HeuristicName, report: Report<Step>) -> Self {
        Answer { algorithm, heuristic, reason: None, report, known: None, solutions: None }
    }

    /// Whether there is a solution and it is proved to be the shortest.
    #[must_use]
    pub fn is_shortest(&self) -> bool {
        let bound = self.report.lower_bound;
        matches!(self.report.outcome, Outcome::Solved { cost, .. } if bound >= cost)
    }

    /// The moves of the solution, or of the best that is known.
    #[must_use]
    pub fn steps(&self) -> Option<&[Step]> {
        match &self.report.outcome {
            Outcome::Solved { moves, .. } => Some(moves),
            Outcome::Unsolvable => None,
            Outcome::Stopped(_) => self.known.as_deref(),
        }
    }

    /// The number of its moves, as `instance` counts.
    #[must_use]
    pub fn cost(&self, instance: &Instance) -> Option<Cost> {
        match self.report.outcome {
            Outcome::Solved { cost, .. } => Some(cost),
            _ => self.steps().map(|steps| instance.cost(steps)),
        }
    }

    /// The same answer with another solution of as many moves.
    #[must_use]
    pub fn with_solution(&self, steps: &[Step]) -> Answer {
        let mut answer = Answer { solutions: None, ..self.clone() };
        if let Outcome::Solved { moves, .. } = &mut answer.report.outcome {
            *moves = steps.to_vec();
        }
        answer
    }

    /// If the search was stopped, adds a lower bound and a solution that is found in a moment, within the memory that
    /// the search had.
    pub(crate) fn completed(mut self, instance: &Instance, plan: &Plan) -> Self {
        // A solution that is found quickly need not satisfy the conditions.
        let is_open = plan.wanted.is_any() && self.known.is_none();
        if matches!(self.report.outcome, Outcome::Stopped(_)) && is_open {
            self.report.lower_bound = self.report.lower_bound.max(instance.lower_bound());
            let limits = Limits { memory: plan.limits.memory, ..Limits::default() };
            match instance.quick_solution(&limits) {
                Some(moves) if instance.cost(&moves) <= self.report.lower_bound => {
                    self.report.outcome = Outcome::Solved { cost: instance.cost(&moves), moves };
                }
                known => self.known = known,
            }
        }
        self
    }
}

/// One move of a solution: a piece of the scene goes along a path. The family puts it into words.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Step {
    /// The index of the piece in its scene.
    pub piece: u32,
    /// The cell that it leaves, counted in reading order; of a piece of several cells that of its anchor.
    pub from: u32,
    /// The cell that it enters.
    pub to: u32,
    /// The directions, around the edges if necessary.
    pub path: Path,
}

/// The directions of a step. Nearly all paths are one step long, and solutions may be millions of steps, so
/// that one is kept in place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Path {
    /// One cell.
    One(Direction),
    /// Several cells, or none: then the piece flies. The pointer is thin, which halves the size of a step.
    Many(Box<Vec<Direction>>),
}

impl Path {
    /// The path through `directions`.
    #[must_use]
    pub fn new(directions: Vec<Direction>) -> Self {
        match directions[..] {
            [direction] => Path::One(direction),
            _ => Path::Many(Box::new(directions)),
        }
    }

    /// The directions one by one; none of them if the piece flies.
    #[must_use]
    pub fn directions(&self) -> &[Direction] {
        match self {
            Path::One(direction) => std::slice::from_ref(direction),
            Path::Many(directions) => directions,
        }
    }
}

/// The same report with other moves.
pub(crate) fn with_steps<M>(report: Report<M>, steps: impl FnOnce(&[M]) -> Vec<Step>) -> Report<Step> {
    let outcome = match report.outcome {
        Outcome::Solved { moves, cost } => Outcome::Solved { moves: steps(&moves), cost },
        Outcome::Unsolvable => Outcome::Unsolvable,
        Outcome::Stopped(limit) => Outcome::Stopped(limit),
    };
    Report { outcome, lower_bound: report.lower_bound, stats: report.stats }
}
