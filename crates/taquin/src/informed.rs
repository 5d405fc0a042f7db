//! The algorithms that a heuristic guides, for any puzzle and any heuristic.

use taquin_search::{
    AStar, BestFirst, BucketQueue, ClosedList, Greedy, Heuristic, Observer, Puzzle, Report, WeightedAStar,
    best_first, ida_star,
};

use crate::plan::{Algorithm, Plan};

/// Runs the informed `algorithm`.
///
/// # Panics
/// If the algorithm is not an informed one.
pub(crate) fn run<P: Puzzle, H: Heuristic<P>>(
    algorithm: Algorithm,
    puzzle: &P,
    start: P::State,
    heuristic: &H,
    plan: &Plan,
    observer: impl Observer<P>,
) -> Report<P::Move> {
    let limits = &plan.limits;
    let (open, duplicates) = (BucketQueue::default(), ClosedList);
    match algorithm {
        Algorithm::Greedy => {
            let strategy = BestFirst { ranking: Greedy, open, duplicates };
            best_first(puzzle, start, heuristic, strategy, limits, observer)
        }
        Algorithm::AStar => {
            let strategy = BestFirst { ranking: AStar, open, duplicates };
            best_first(puzzle, start, heuristic, strategy, limits, observer)
        }
        Algorithm::WeightedAStar => {
            let ranking = WeightedAStar { percent: plan.weight_percent.unwrap_or(150) };
            let strategy = BestFirst { ranking, open, duplicates };
            best_first(puzzle, start, heuristic, strategy, limits, observer)
        }
        Algorithm::IdaStar => ida_star(puzzle, start, heuristic, limits, observer),
        blind => unreachable!("{blind} is not guided by a heuristic"),
    }
}
