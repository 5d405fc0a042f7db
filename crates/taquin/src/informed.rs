//! The searches that combine a ranking and a heuristic, for any puzzle.

use taquin_search::{
    BestFirst, BucketQueue, ClosedList, Cost, EstimationList, ExplicitEstimation, Heuristic, Observer,
    Puzzle, Report, Weighted, best_first, ida_star,
};

use crate::plan::{Algorithm, Plan};

/// The factor within which a weighted algorithm solves, in percent.
pub(crate) fn percent(plan: &Plan) -> Cost {
    let weight = plan.weight_percent.or(plan.within_percent).unwrap_or(150);
    plan.within_percent.map_or(weight, |most| weight.min(most))
}

/// Runs a best-first `algorithm`, or IDA*. The ranking is a value, so that each heuristic is compiled into one
/// best-first search.
///
/// # Panics
/// If the algorithm is another one.
pub(crate) fn run<P: Puzzle, H: Heuristic<P>>(
    algorithm: Algorithm,
    puzzle: &P,
    start: P::State,
    heuristic: &H,
    plan: &Plan,
    observer: impl Observer<P>,
) -> Report<P::Move> {
    let ranking = match algorithm {
        Algorithm::IdaStar => return ida_star(puzzle, start, heuristic, &plan.limits, observer),
        Algorithm::UniformCost => Weighted::UNIFORM_COST,
        Algorithm::Greedy => Weighted::GREEDY,
        Algorithm::AStar => Weighted::A_STAR,
        Algorithm::WeightedAStar => Weighted::percent(percent(plan)),
        Algorithm::ExplicitEstimation => {
            let open = EstimationList::new(percent(plan));
            let strategy = BestFirst { ranking: ExplicitEstimation, open, duplicates: ClosedList };
            return best_first(puzzle, start, heuristic, strategy, &plan.limits, observer);
        }
        other => unreachable!("{other} is no best-first search"),
    };
    let strategy = BestFirst { ranking, open: BucketQueue::default(), duplicates: ClosedList };
    best_first(puzzle, start, heuristic, strategy, &plan.limits, observer)
}
