//! Algorithms and heuristics beside each other, on the same puzzles within the same limits.

use std::ops::ControlFlow;

use taquin_search::{Cost, Limit, Outcome, Progress};

use crate::answer::Answer;
use crate::error::Error;
use crate::instance::Instance;
use crate::machine::Machine;
use crate::plan::{Algorithm, HeuristicName, Plan};

/// An algorithm and its heuristic.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Contender {
    /// The algorithm.
    pub algorithm: Algorithm,
    /// The heuristic; `None` for an algorithm that takes none.
    pub heuristic: Option<HeuristicName>,
}

impl std::fmt::Display for Contender {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self.heuristic {
            Some(heuristic) => write!(f, "{}, {heuristic}", self.algorithm),
            None => write!(f, "{}", self.algorithm),
        }
    }
}

/// The result of a contender on a puzzle.
#[derive(Clone, Debug)]
pub struct Run {
    /// The index of the contender.
    pub contender: usize,
    /// The index of the puzzle.
    pub puzzle: usize,
    /// What it found, or why it could not search.
    pub found: Result<Found, String>,
}

/// How a search ended, and what it took.
#[derive(Clone, Debug)]
pub struct Found {
    /// Solved, unsolvable or stopped.
    pub outcome: &'static str,
    /// The limit that stopped it.
    pub limit: Option<Limit>,
    /// The moves of its own solution.
    pub cost: Option<Cost>,
    /// The lower bound that it has proved; `None` if there is no solution.
    pub lower_bound: Option<Cost>,
    /// The expanded nodes.
    pub expanded: u64,
    /// The generated nodes.
    pub generated: u64,
    /// The most memory that it held.
    pub peak_bytes: usize,
    /// How long it took.
    pub seconds: f64,
}

impl Found {
    fn of(answer: &Answer) -> Self {
        let (stats, lower_bound) = (&answer.report.stats, Some(answer.report.lower_bound));
        let (outcome, limit, cost, lower_bound) = match answer.report.outcome {
            Outcome::Solved { cost, .. } => ("solved", None, Some(cost), lower_bound),
            Outcome::Unsolvable => ("unsolvable", None, None, None),
            // A solution that is known nevertheless was not found by this search.
            Outcome::Stopped(limit) => ("stopped", Some(limit), None, lower_bound),
        };
        Found {
            outcome,
            limit,
            cost,
            lower_bound,
            expanded: stats.expanded,
            generated: stats.generated,
            peak_bytes: stats.peak_bytes,
            seconds: stats.seconds,
        }
    }

    /// Whether its solution is proved to be a shortest one.
    #[must_use]
    pub fn is_optimal(&self) -> bool {
        self.cost.is_some_and(|cost| self.lower_bound.is_some_and(|bound| bound >= cost))
    }
}

/// A comparison: the contenders, the puzzles and the results.
#[derive(Clone, Debug)]
pub struct Comparison {
    /// The puzzles.
    pub puzzles: Vec<Instance>,
    /// The contenders.
    pub contenders: Vec<Contender>,
    /// What is finished, contender by contender, puzzle by puzzle.
    pub runs: Vec<Run>,
}

/// All combinations of algorithms with heuristics. If no heuristics are named, these are the heuristics that all
/// `puzzles` have.
#[must_use]
pub fn contenders(
    puzzles: &[Instance],
    algorithms: &[Algorithm],
    heuristics: &[HeuristicName],
) -> Vec<Contender> {
    let mut common: Vec<HeuristicName> = heuristics.to_vec();
    if common.is_empty() {
        common.extend(HeuristicName::all().filter(|&heuristic| heuristic != HeuristicName::BLIND));
        for puzzle in puzzles {
            let known = puzzle.choices().heuristics;
            common.retain(|heuristic| known.contains(heuristic));
        }
    }
    let of = |&algorithm: &Algorithm| match algorithm.is_informed() {
        true => common.iter().map(|&heuristic| Contender { algorithm, heuristic: Some(heuristic) }).collect(),
        false => vec![Contender { algorithm, heuristic: None }],
    };
    algorithms.iter().flat_map(of).collect()
}

/// Has every contender solve all puzzles on a machine, each within the limits of the plan, and reports each run to
/// `told`. Runs that are finished when the work is cancelled are kept; the cancelled one is not.
///
/// ```
/// use taquin::{Algorithm, Cores, Hints, Instance, Plan, compare, contenders};
///
/// let puzzles = [Instance::parse("1 2 3 / 4 0 6 / 7 5 8", &Hints::default())?];
/// let contenders = contenders(&puzzles, &[Algorithm::AStar, Algorithm::BreadthFirst], &[]);
/// let found = compare(&Cores, &puzzles, &contenders, &Plan::default(), &mut (), &mut |_| ());
/// assert!(found.runs.iter().all(|run| run.found.as_ref().is_ok_and(|found| found.cost == Some(2))));
/// # Ok::<(), taquin::Error>(())
/// ```
pub fn compare(
    machine: &dyn Machine,
    puzzles: &[Instance],
    contenders: &[Contender],
    plan: &Plan,
    progress: &mut dyn Progress,
    told: &mut (dyn FnMut(&Run) + Send),
) -> Comparison {
    let mut runs: Vec<Run> = Vec::new();
    for (contender, &Contender { algorithm, heuristic }) in contenders.iter().enumerate() {
        let plan = Plan { algorithm: Some(algorithm), heuristic, ..plan.clone() };
        let mut puzzle = 0;
        let mut take = |found: Result<Answer, Error>| {
            if puzzle == puzzles.len() {
                return ControlFlow::Break(());
            }
            let found = match found {
                Ok(answer) if answer.report.outcome == Outcome::Stopped(Limit::Cancelled) => {
                    return ControlFlow::Break(());
                }
                Ok(answer) => Ok(Found::of(&answer)),
                Err(error) => Err(error.to_string()),
            };
            let run = Run { contender, puzzle, found };
            told(&run);
            runs.push(run);
            puzzle += 1;
            ControlFlow::Continue(())
        };
        let mut all = puzzles.iter().cloned().map(Ok);
        let done = machine.solve(&mut all, &plan, progress, &mut |(_, answer)| take(answer));
        // A machine that fails has failed at every puzzle that is left.
        if let Err(error) = done {
            while take(Err(error.clone())).is_continue() {}
        }
        if plan.limits.is_cancelled() {
            break;
        }
    }
    Comparison { puzzles: puzzles.to_vec(), contenders: contenders.to_vec(), runs }
}

/// The sums over the runs of one contender.
#[derive(Clone, Copy, Debug, Default)]
pub struct Sum {
    /// Puzzles that were solved.
    pub solved: usize,
    /// Puzzles that are proved to have no solution.
    pub unsolvable: usize,
    /// Searches that met a limit.
    pub stopped: usize,
    /// Puzzles that it does not support.
    pub refused: usize,
    /// The mean length of its solutions.
    pub mean_cost: Option<f64>,
    /// All expanded nodes.
    pub expanded: u64,
    /// All generated nodes.
    pub generated: u64,
    /// All the time that it took.
    pub seconds: f64,
}

impl Comparison {
    /// The runs of a contender that could search.
    pub fn found(&self, contender: usize) -> impl Iterator<Item = &Found> {
        self.runs
            .iter()
            .filter(move |run| run.contender == contender)
            .filter_map(|run| run.found.as_ref().ok())
    }

    /// The sums over the runs of a contender.
    #[must_use]
    pub fn sum(&self, contender: usize) -> Sum {
        let of = |outcome: &str| self.found(contender).filter(|found| found.outcome == outcome).count();
        let all = self.runs.iter().filter(|run| run.contender == contender).count();
        let costs: Vec<Cost> = self.found(contender).filter_map(|found| found.cost).collect();
        let mean = || costs.iter().map(|&cost| f64::from(cost)).sum::<f64>() / costs.len() as f64;
        Sum {
            solved: of("solved"),
            unsolvable: of("unsolvable"),
            stopped: of("stopped"),
            refused: all - self.found(contender).count(),
            mean_cost: (!costs.is_empty()).then(mean),
            expanded: self.found(contender).map(|found| found.expanded).sum(),
            generated: self.found(contender).map(|found| found.generated).sum(),
            // A sum of nothing would be a negative zero.
            seconds: self.found(contender).fold(0.0, |sum, found| sum + found.seconds),
        }
    }
}
