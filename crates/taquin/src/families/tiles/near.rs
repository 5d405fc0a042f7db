//! Boards too large to solve optimally: a short solution, which improves with time.

use std::ops::ControlFlow;
use std::time::Duration;

use taquin_search::host::Instant;
use taquin_search::{Cost, Heuristic, Limits, Outcome, Progress, Puzzle, Report, Stats};
use taquin_tiles::beam::Beam;
use taquin_tiles::constructive::{self, Options, Phase, PhaseKind};
use taquin_tiles::heuristic::{LinearConflict, Manhattan};
use taquin_tiles::{Board, GoalCells, Move, Tiles};

use super::deepening::tiles;
use super::{TilesInstance, lineup};
use crate::answer::{Answer, Step};
use crate::error::Error;
use crate::informed;
use crate::instance::Instance;
use crate::machine::{Deliver, Solver};
use crate::plan::{Algorithm, HeuristicName, Plan};
use crate::reason::Rule;
use crate::render::moves_in_words;
use crate::stream::Streamed;
use crate::trace::{Traced, Tracer};
use crate::walk::Walk;

/// Solutions of more moves than about twice this are not held.
const LONGEST_BOUND: u64 = 1 << 23;

/// The work of about a second, for a plan without limits.
const PATIENCE: u64 = 20_000_000;

/// The work of a moment.
const QUICK: u64 = PATIENCE / 10;

/// A large board whose lower bound is not above this may be an easy one: then this many expansions are
/// spent to solve it optimally.
const EASY_BOUND: Cost = 100;
const EASY_NODES: u64 = 200_000;

/// The time of the first solution, which is built line by line, on boards of so few cells that a beam soon finds a
/// better one; on others it gets half of the time.
const FIRST_TIME: Duration = Duration::from_millis(200);
const FEW_CELLS: u32 = 49;

/// How much more a position of a beam costs than one of the other searches.
const BEAM_COST: u64 = 4;

/// Solves boards of one size and goal.
pub(super) struct NearSolver {
    /// Shortens the solutions of boards that are not too large.
    beam: Option<Beam>,
}

impl NearSolver {
    /// A solver for the goal of `instance`.
    pub(super) fn new(instance: &TilesInstance) -> Self {
        NearSolver { beam: Beam::new(instance.geometry, &instance.goal) }
    }

    /// Solves a board; optimally if the plan names no algorithm and the board is easy.
    pub(super) fn solve_one(
        &mut self,
        instance: &TilesInstance,
        plan: &Plan,
        progress: &mut dyn Progress,
    ) -> Result<Answer, Error> {
        if let Some(answer) = lineup::unsolvable(instance, Algorithm::Near, HeuristicName::BLIND) {
            return Ok(answer);
        }
        let mut least = bound(instance);
        if least > LONGEST_BOUND {
            return Err(Error::TooLong { least });
        }
        if plan.algorithm.is_none() && least <= EASY_BOUND.into() {
            let (guide, report) = deepen(instance, plan, progress)?;
            if matches!(report.outcome, Outcome::Solved { .. }) {
                let report = lineup::steps(instance, report);
                return Ok(Answer::new(Algorithm::IdaStar, guide, report));
            }
            least = least.max(report.lower_bound.into());
        }
        let report = self.shorten(instance, plan, cost(least), progress)?;
        Ok(answer(instance, report))
    }

    /// Builds a solution and shortens it; `progress` hears of each.
    fn shorten(
        &mut self,
        instance: &TilesInstance,
        plan: &Plan,
        least: Cost,
        progress: &mut dyn Progress,
    ) -> Result<Report<Move>, Error> {
        let clock = Instant::now();
        let mut limits = plan.limits.clone();
        if let Some(patience) = plan.patience {
            limits.time = Some(limits.time.map_or(patience, |time| time.min(patience)));
        } else if limits.time.is_none() && limits.nodes.is_none() {
            limits.nodes = Some(PATIENCE);
        }
        let Some(beam) = &mut self.beam else { return build(instance, limits, least, progress) };
        let first = match instance.geometry.cells() {
            ..=FEW_CELLS => Limits {
                nodes: Some(limits.nodes.map_or(QUICK, |nodes| nodes.min(QUICK))),
                time: limits.time.map(|time| (time / 4).min(FIRST_TIME)),
                ..limits.clone()
            },
            _ => Limits {
                nodes: limits.nodes.map(|nodes| nodes / 2),
                time: limits.time.map(|time| time / 2),
                ..limits.clone()
            },
        };
        let mut report = build(instance, first, least, progress)?;
        let Outcome::Solved { moves, cost } = &mut report.outcome else { return Ok(report) };
        limits.time = limits.time.map(|time| time.saturating_sub(clock.elapsed()));
        limits.nodes = limits.nodes.map(|nodes| nodes.saturating_sub(report.stats.expanded) / BEAM_COST);
        let found = beam.solve(&instance.start, *cost, &limits, plan.threads(), progress)?;
        if let Some(shorter) = found.moves {
            (*cost, *moves) = (shorter.len() as Cost, shorter);
        }
        report.lower_bound = report.lower_bound.max(found.lower_bound).min(*cost);
        report.stats.expanded += found.stats.expanded;
        report.stats.generated += found.stats.generated;
        report.stats.seconds = clock.elapsed().as_secs_f64();
        Ok(report)
    }
}

impl Solver for NearSolver {
    fn solve(
        &mut self,
        instances: &mut (dyn Iterator<Item = Instance> + Send),
        plan: &Plan,
        progress: &mut dyn Progress,
        deliver: &mut Deliver<'_>,
    ) -> Result<(), Error> {
        for instance in instances {
            let answer = self.solve_one(tiles(&instance), plan, progress);
            if deliver((Some(instance), answer)).is_break() {
                break;
            }
        }
        Ok(())
    }
}

/// Builds a solution line by line, and shortens it by rewriting pieces of it.
fn build(
    instance: &TilesInstance,
    limits: Limits,
    least: Cost,
    progress: &mut dyn Progress,
) -> Result<Report<Move>, Error> {
    let TilesInstance { geometry, start, goal, .. } = instance;
    let options = Options { limits, rounds: u32::MAX, seed: 0, least };
    Ok(constructive::solve(geometry, start, &GoalCells::of(goal), &options, progress)?)
}

fn answer(instance: &TilesInstance, report: Report<Move>) -> Answer {
    let report = lineup::steps(instance, report);
    Answer::new(Algorithm::Near, HeuristicName::BLIND, report)
}

/// A number of moves as a cost.
fn cost(moves: u64) -> Cost {
    Cost::try_from(moves).unwrap_or(Cost::MAX)
}

/// Tells how the first solution is built, how much shorter the others are, and the best one.
pub(super) fn trace(instance: &TilesInstance, plan: &Plan, tracer: &mut dyn Tracer) -> Result<Answer, Error> {
    if let Some(answer) = lineup::unsolvable(instance, Algorithm::Near, HeuristicName::BLIND) {
        answer.reason.iter().for_each(|reason| tracer.phase(reason));
        return Ok(answer);
    }
    let least = bound(instance);
    if least > LONGEST_BOUND {
        return Err(Error::TooLong { least });
    }
    let TilesInstance { geometry, start, goal, .. } = instance;
    let patient = Limits { cancel: plan.limits.cancel.clone(), ..Limits::default() };
    let phases = match constructive::phases(geometry, start, &GoalCells::of(goal), &patient)? {
        Ok(phases) => phases,
        Err(limit) => {
            let (outcome, stats) = (Outcome::Stopped(limit), Stats::default());
            return Ok(answer(instance, Report { outcome, lower_bound: cost(least), stats }));
        }
    };
    let puzzle = Tiles::<Board>::new(*geometry, goal)?;
    lineup::told(&puzzle, instance, Rule::Walk, tracer, |mut traced| {
        let built: Vec<Move> = phases.iter().flat_map(|phase| phase.moves.iter().copied()).collect();
        let _ = tell(&puzzle, start, phases.iter().map(words).zip(&phases), &mut traced);
        let mut shorter = Shorter { moves: cost(built.len() as u64), traced: &mut traced };
        let report = NearSolver::new(instance).shorten(instance, plan, cost(least), &mut shorter)?;
        if let Outcome::Solved { moves, .. } = &report.outcome
            && *moves != built
        {
            let name = format!("the best of all: {}", moves_in_words(moves.len() as u64));
            let phase = Phase { part: PhaseKind::Rest, moves: moves.clone() };
            let _ = tell(&puzzle, start, [(name, &phase)], &mut traced);
        }
        Ok(answer(instance, report))
    })
}

/// Tells of every solution that is shorter than the one before.
struct Shorter<'a, 'b> {
    moves: Cost,
    traced: &'a mut Traced<'b, Tiles<Board>>,
}

impl Progress for Shorter<'_, '_> {
    fn solution(&mut self, cost: Cost, _: Cost) {
        if cost < self.moves {
            let words = format!("shortened: {} instead of {}", moves_in_words(cost.into()), self.moves);
            self.traced.phase(&words, Rule::Walk);
        }
        self.moves = cost;
    }
}

/// Tells of a solution phase by phase, with the Manhattan distance of every board on the way.
fn tell<'a>(
    puzzle: &Tiles<Board>,
    start: &Board,
    phases: impl IntoIterator<Item = (String, &'a Phase)>,
    traced: &mut Traced<'_, Tiles<Board>>,
) -> ControlFlow<()> {
    let heuristic = Manhattan::new(puzzle);
    let mut walk = Walk::new(puzzle, start.clone());
    let mut h = heuristic.start(puzzle, start);
    for (name, phase) in phases {
        traced.phase(&name, Rule::Walk);
        for &mv in &phase.moves {
            let next = heuristic.step(puzzle, h, &puzzle.successor(walk.here(), mv), mv);
            walk.go(h, &[], Some((mv, next)), traced)?;
            h = next;
        }
    }
    walk.go(h, &[], None, traced)
}

/// What a phase is for.
fn words(phase: &Phase) -> String {
    let moves = moves_in_words(phase.moves.len() as u64);
    match phase.part {
        PhaseKind::Sweep => format!("a sweep: all tiles come nearer to their homes, {moves}"),
        PhaseKind::Line => format!("a line: the tiles of an edge go home for good, {moves}"),
        PhaseKind::Rest => format!("the rest: solved exactly, {moves}"),
        PhaseKind::Strip => format!("the only way: along the cells, {moves}"),
    }
}

/// Looks for an optimal solution, but not for long.
fn deepen(
    instance: &TilesInstance,
    plan: &Plan,
    progress: &mut dyn Progress,
) -> Result<(HeuristicName, Report<Move>), Error> {
    let nodes = plan.limits.nodes.map_or(EASY_NODES, |nodes| nodes.min(EASY_NODES));
    let plan = Plan { limits: Limits { nodes: Some(nodes), ..plan.limits.clone() }, ..plan.clone() };
    let puzzle = Tiles::<Board>::new(instance.geometry, &instance.goal)?;
    let start = puzzle.state(&instance.start)?;
    Ok(if instance.geometry.is_torus() {
        let heuristic = Manhattan::new(&puzzle);
        let report = informed::run(Algorithm::IdaStar, &puzzle, start, &heuristic, &plan, progress);
        (HeuristicName::MANHATTAN, report)
    } else {
        let heuristic = LinearConflict::new(&puzzle)?;
        let report = informed::run(Algorithm::IdaStar, &puzzle, start, &heuristic, &plan, progress);
        (HeuristicName::LINEAR_CONFLICT, report)
    })
}

/// Whether the plan leads here, to a solution that is too long to hold.
pub(super) fn is_stream(instance: &TilesInstance, plan: &Plan) -> bool {
    let near = matches!(lineup::choose(instance, plan), Ok((Algorithm::Near, _)));
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
    let TilesInstance { geometry, start, goal, .. } = instance;
    let mut board = start.clone();
    let mut hand_on = |moves: &[Move]| moves.iter().for_each(|&mv| sink(instance.step(&mut board, mv)));
    Ok(constructive::stream(geometry, start, &GoalCells::of(goal), &plan.limits, &mut hand_on)?)
}

/// A solution that is built at once and shortened for a moment.
pub(super) fn quick(instance: &TilesInstance, limits: &Limits) -> Option<Vec<Step>> {
    if !instance.solvability().is_solvable() || bound(instance) > LONGEST_BOUND {
        return None;
    }
    let limits = Limits { nodes: Some(QUICK), ..limits.clone() };
    match build(instance, limits, least(instance), &mut ()).ok()?.outcome {
        Outcome::Solved { moves, .. } => Some(instance.replay(&moves)),
        _ => None,
    }
}

/// The moves that a solution needs at the least.
pub(super) fn least(instance: &TilesInstance) -> Cost {
    cost(bound(instance))
}

fn bound(instance: &TilesInstance) -> u64 {
    constructive::lower_bound(&instance.geometry, &instance.start, &GoalCells::of(&instance.goal))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::instance::{Hints, Instance};

    fn tiles(text: &str, hints: &Hints) -> TilesInstance {
        Instance::parse(text, hints).unwrap().of::<TilesInstance>().unwrap().clone()
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

    impl Progress for Heard {
        fn solution(&mut self, cost: Cost, lower_bound: Cost) {
            self.0.push((cost, lower_bound));
        }
    }

    #[test]
    fn a_large_board_is_solved_near_and_an_easy_one_optimally() {
        let mut heard = Heard::default();
        let hard = tiles(&turned(7), &Hints::default());
        let answer = super::lineup::solve(&hard, &Plan::default(), &mut heard).unwrap();
        assert_eq!(answer.algorithm, Algorithm::Near);
        let Outcome::Solved { cost, .. } = answer.report.outcome else { panic!("solvable") };
        assert!(answer.report.lower_bound < cost);
        assert_eq!(heard.0.last(), Some(&(cost, answer.report.lower_bound)));

        let mut easy = hard.clone();
        easy.start = Board::blank_last(7, 7);
        [41, 40, 33, 34].into_iter().for_each(|cell| easy.start.slide(cell));
        let answer = super::lineup::solve(&easy, &Plan::default(), &mut ()).unwrap();
        assert_eq!((answer.algorithm, answer.report.lower_bound), (Algorithm::IdaStar, 4));
        let plan = Plan { algorithm: Some(Algorithm::Near), ..Plan::default() };
        let answer = super::lineup::solve(&easy, &plan, &mut ()).unwrap();
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
        assert!(matches!(super::lineup::solve(&ring, &plan, &mut ()), Err(Error::TooLong { .. })));
        let mut count = 0;
        let streamed = stream(&ring, &plan, &mut |_| count += 1).unwrap();
        assert_eq!((streamed.moves, streamed.lower_bound), (count, u64::from(cells * turn)));
        assert!(!is_stream(&tiles(&turned(7), &Hints::default()), &plan));
    }
}
