//! Boards too large to solve optimally: a solution that is near, and sooner or later nearer.

use taquin_search::{Cost, Limits, Outcome, Report};
use taquin_tiles::constructive::{self, Options, Progress, Streamed};
use taquin_tiles::heuristic::{LinearConflict, Manhattan};
use taquin_tiles::{Board, GoalCells, Move, Tiles};

use super::{informed, tiles};
use crate::answer::{Answer, Step};
use crate::error::Error;
use crate::instance::TilesInstance;
use crate::plan::{Algorithm, Guide, Plan};
use crate::watcher::{Watched, Watcher};

/// Solutions of more moves than about twice this are not held.
const LONGEST_BOUND: u64 = 1 << 23;

/// The work of about a second, for a plan without limits.
const PATIENCE: u64 = 20_000_000;

/// A large board whose lower bound is not above this may be an easy one: then so many expansions are
/// spent to solve it optimally.
const EASY_BOUND: Cost = 100;
const EASY_NODES: u64 = 200_000;

/// Solves a board that can be solved; optimally if the plan names no algorithm and the board is easy.
pub(super) fn solve(
    instance: &TilesInstance,
    plan: &Plan,
    watcher: &mut dyn Watcher,
) -> Result<Answer, Error> {
    let mut least = bound(instance);
    if least > LONGEST_BOUND {
        return Err(Error::TooLong { least });
    }
    if plan.algorithm.is_none() && least <= EASY_BOUND.into() {
        let (guide, report) = deepen(instance, plan, watcher)?;
        if matches!(report.outcome, Outcome::Solved { .. }) {
            let report = tiles::steps(instance, report);
            let (algorithm, heuristic) = (Algorithm::IdaStar, guide.to_string());
            return Ok(Answer { algorithm, heuristic, reason: None, report });
        }
        least = least.max(report.lower_bound.into());
    }
    let mut limits = plan.limits.clone();
    if limits.time.is_none() && limits.nodes.is_none() {
        limits.nodes = Some(PATIENCE);
    }
    let least = Cost::try_from(least).unwrap_or(Cost::MAX);
    let mut watch = |Progress { moves, .. }: Progress| {
        watcher.solution(Cost::try_from(moves).unwrap_or(Cost::MAX), least);
    };
    let TilesInstance { geometry, start, goal } = instance;
    let options = Options { limits, rounds: u32::MAX, seed: 0 };
    let mut report = constructive::solve(geometry, start, &GoalCells::of(goal), &options, &mut watch)?;
    report.lower_bound = report.lower_bound.max(least);
    let report = tiles::steps(instance, report);
    Ok(Answer { algorithm: Algorithm::Near, heuristic: Guide::Blind.to_string(), reason: None, report })
}

/// Looks for an optimal solution, but not for long.
fn deepen(
    instance: &TilesInstance,
    plan: &Plan,
    watcher: &mut dyn Watcher,
) -> Result<(Guide, Report<Move>), Error> {
    let nodes = plan.limits.nodes.map_or(EASY_NODES, |nodes| nodes.min(EASY_NODES));
    let plan = Plan { limits: Limits { nodes: Some(nodes), ..plan.limits.clone() }, ..plan.clone() };
    let puzzle = Tiles::<Board>::new(instance.geometry, &instance.goal)?;
    let start = puzzle.state(&instance.start)?;
    let watched = Watched(watcher);
    Ok(if instance.geometry.is_torus() {
        let heuristic = Manhattan::new(&puzzle);
        let report = informed::run(Algorithm::IdaStar, &puzzle, start, &heuristic, &plan, watched);
        (Guide::Manhattan, report)
    } else {
        let heuristic = LinearConflict::new(&puzzle)?;
        let report = informed::run(Algorithm::IdaStar, &puzzle, start, &heuristic, &plan, watched);
        (Guide::LinearConflict, report)
    })
}

/// Whether the plan leads here, to a solution that is too long to hold.
pub(super) fn is_stream(instance: &TilesInstance, plan: &Plan) -> bool {
    let near = matches!(tiles::choose(instance, plan), Ok((Algorithm::Near, _)));
    near && instance.solvability().is_solvable() && bound(instance) > LONGEST_BOUND
}

/// Hands the moves on as they are made.
pub(super) fn stream(
    instance: &TilesInstance,
    plan: &Plan,
    sink: &mut dyn FnMut(Step),
) -> Result<Streamed, Error> {
    let solvability = instance.solvability();
    if !solvability.is_solvable() {
        return Err(Error::Unsolvable { reason: solvability.to_string() });
    }
    let TilesInstance { geometry, start, goal } = instance;
    let mut board = start.clone();
    let mut hand_on = |moves: &[Move]| moves.iter().for_each(|&mv| sink(instance.step(&mut board, mv)));
    Ok(constructive::stream(geometry, start, &GoalCells::of(goal), &plan.limits, &mut hand_on)?)
}

fn bound(instance: &TilesInstance) -> u64 {
    constructive::lower_bound(&instance.geometry, &instance.start, &GoalCells::of(&instance.goal))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::instance::{Hints, Instance};

    fn tiles(text: &str, hints: &Hints) -> TilesInstance {
        let Ok(Instance::Tiles(tiles)) = Instance::parse(text, hints) else { panic!("these are tiles") };
        tiles
    }

    /// The rows of a board of `side` with its rows in another order, which is solvable.
    fn turned(side: u32) -> String {
        let row = |row: u32| (0..side).map(move |col| ((row * side + col + 1) % (side * side)).to_string());
        let rows = (0..side).map(|at| row((at + 2) % (side - 1)).collect::<Vec<_>>().join(" "));
        let mut rows: Vec<String> = rows.take(side as usize - 1).collect();
        rows.push(row(side - 1).collect::<Vec<_>>().join(" "));
        rows.join("\n")
    }

    #[derive(Default)]
    struct Heard(Vec<(Cost, Cost)>);

    impl Watcher for Heard {
        fn solution(&mut self, cost: Cost, lower_bound: Cost) {
            self.0.push((cost, lower_bound));
        }
    }

    #[test]
    fn a_large_board_is_solved_near_and_an_easy_one_optimally() {
        let mut heard = Heard::default();
        let hard = tiles(&turned(7), &Hints::default());
        let answer = super::tiles::solve(&hard, &Plan::default(), &mut heard).unwrap();
        assert_eq!(answer.algorithm, Algorithm::Near);
        let Outcome::Solved { cost, .. } = answer.report.outcome else { panic!("solvable") };
        assert!(answer.report.lower_bound < cost);
        assert_eq!(heard.0.last(), Some(&(cost, answer.report.lower_bound)));

        let mut easy = hard.clone();
        easy.start = Board::blank_last(7, 7);
        [41, 40, 33, 34].into_iter().for_each(|cell| easy.start.slide(cell));
        let answer = super::tiles::solve(&easy, &Plan::default(), &mut ()).unwrap();
        assert_eq!((answer.algorithm, answer.report.lower_bound), (Algorithm::IdaStar, 4));
        let plan = Plan { algorithm: Some(Algorithm::Near), ..Plan::default() };
        let answer = super::tiles::solve(&easy, &plan, &mut ()).unwrap();
        assert_eq!((answer.algorithm, answer.report.lower_bound), (Algorithm::Near, 4));
    }

    #[test]
    fn a_solution_too_long_to_hold_is_streamed() {
        let (cells, turn) = (5000, 1700);
        let order = (0..cells - 1).map(|place| ((place + turn) % (cells - 1) + 1).to_string());
        let hints = Hints { torus: true, size: Some((1, cells)), ..Hints::default() };
        let ring = tiles(&(order.collect::<Vec<_>>().join(" ") + " 0"), &hints);
        let plan = Plan::default();
        assert!(is_stream(&ring, &plan));
        assert!(matches!(super::tiles::solve(&ring, &plan, &mut ()), Err(Error::TooLong { .. })));
        let mut count = 0;
        let streamed = stream(&ring, &plan, &mut |_| count += 1).unwrap();
        assert_eq!((streamed.moves, streamed.lower_bound), (count, u64::from(cells * turn)));
        assert!(!is_stream(&tiles(&turned(7), &Hints::default()), &plan));
    }
}
