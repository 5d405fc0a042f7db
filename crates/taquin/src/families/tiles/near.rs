//! Boards too large to solve optimally: a short solution, which improves with time.

use std::ops::{ControlFlow, Range};
use std::time::Duration;

use taquin_search::host::Instant;
use taquin_search::{Cost, Heuristic, Limit, Limits, Outcome, Progress, Puzzle, Report, Stats};
use taquin_tiles::beam::Beam;
use taquin_tiles::constructive::{self, Options, Phase, PhaseKind};
use taquin_tiles::heuristic::{LinearConflict, Manhattan};
use taquin_tiles::{Board, GoalCells, Move, Tiles};

use super::deepening::{DeepSolver, tiles};
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

/// The time for the first solution, which is built line by line, where a beam search soon finds a better one: on boards
/// of at most `FEW_CELLS` cells, or within at least `MUCH_TIME`. Elsewhere it gets half of the time.
const FIRST_TIME: Duration = Duration::from_millis(200);
const FEW_CELLS: u32 = 49;
const MUCH_TIME: Duration = Duration::from_secs(5);

/// How much more a position of a beam, or an expansion of a proof, costs than one of the other searches.
const BEAM_COST: u64 = 4;

/// The part of the limits that goes into a proof. A bound that fails takes about ten times as long as the one before,
/// so that more of it would prove little more.
const PROOF: u32 = 8;

/// The expansions without tables before tables are made that prove more.
const TRY_NODES: u64 = 20_000;

/// Solves boards of one size and goal.
pub(super) struct NearSolver {
    /// Shortens the solutions of boards that are not too large.
    beam: Option<Beam>,
    /// Proves how near they are.
    pub(super) deep: DeepSolver,
}

impl NearSolver {
    /// A solver for the goal of `instance`.
    pub(super) fn new(instance: &TilesInstance) -> Self {
        let beam = Beam::new(instance.geometry, &instance.goal);
        NearSolver { beam, deep: DeepSolver::new(instance) }
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
            let nodes = if self.beam.is_some() { TRY_NODES } else { EASY_NODES };
            let (guide, report) = deepen(instance, plan, nodes, progress)?;
            if matches!(report.outcome, Outcome::Solved { .. }) {
                let report = lineup::steps(instance, report);
                return Ok(Answer::new(Algorithm::IdaStar, guide, report));
            }
            least = least.max(report.lower_bound.into());
        }
        let (report, by_bounds) = self.shorten(instance, plan, cost(least), progress)?;
        Ok(if by_bounds && plan.algorithm.is_none() {
            lineup::pattern_answer(instance, report)
        } else {
            answer(instance, report)
        })
    }

    /// Builds a solution, raises the lower bound, and shortens the solution; `progress` receives reports of each.
    /// Returns whether raising the bound found the solution.
    fn shorten(
        &mut self,
        instance: &TilesInstance,
        plan: &Plan,
        least: Cost,
        progress: &mut dyn Progress,
    ) -> Result<(Report<Move>, bool), Error> {
        let clock = Instant::now();
        let mut limits = plan.limits.clone();
        if let Some(patience) = plan.patience {
            limits.time = Some(limits.time.map_or(patience, |time| time.min(patience)));
        } else if limits.time.is_none() && limits.nodes.is_none() {
            limits.nodes = Some(PATIENCE);
        }
        if self.beam.is_none() {
            return Ok((build(instance, limits, least, progress)?, false));
        }
        let beam_is_better = instance.geometry.cells() <= FEW_CELLS
            || limits.nodes.is_none() && limits.time.is_some_and(|time| time >= MUCH_TIME);
        let first = if beam_is_better {
            Limits {
                nodes: Some(limits.nodes.map_or(QUICK, |nodes| nodes.min(QUICK))),
                time: limits.time.map(|time| (time / 4).min(FIRST_TIME)),
                ..limits.clone()
            }
        } else {
            Limits {
                nodes: limits.nodes.map(|nodes| nodes / 2),
                time: limits.time.map(|time| time / 2),
                ..limits.clone()
            }
        };
        let mut report = build(instance, first, least, progress)?;
        let Outcome::Solved { cost, .. } = report.outcome else { return Ok((report, false)) };
        limits.time = limits.time.map(|time| time.saturating_sub(clock.elapsed()));
        limits.nodes = limits.nodes.map(|nodes| nodes.saturating_sub(report.stats.expanded));
        let proof = self.prove(instance, plan, &limits, report.lower_bound..cost, progress)?;
        add(&mut report.stats, &proof.stats);
        report.lower_bound = report.lower_bound.max(proof.lower_bound).min(cost);
        report.stats.seconds = clock.elapsed().as_secs_f64();
        if matches!(proof.outcome, Outcome::Solved { .. }) {
            return Ok((Report { stats: report.stats, ..proof }, true));
        }
        limits.time = limits.time.map(|time| time.saturating_sub(clock.elapsed()));
        limits.nodes =
            limits.nodes.map(|nodes| nodes.saturating_sub(BEAM_COST * proof.stats.expanded) / BEAM_COST);
        let (start, bounds) = (&instance.start, (report.lower_bound, cost));
        let Some(beam) = &mut self.beam else { return Ok((report, false)) };
        let found = beam.solve(start, bounds, &limits, plan.threads(), progress)?;
        add(&mut report.stats, &found.stats);
        report.stats.seconds = clock.elapsed().as_secs_f64();
        let Outcome::Solved { moves, cost } = &mut report.outcome else { return Ok((report, false)) };
        if let Some(shorter) = found.moves {
            (*cost, *moves) = (shorter.len() as Cost, shorter);
        }
        report.lower_bound = report.lower_bound.max(found.lower_bound).min(*cost);
        Ok((report, false))
    }

    /// Raises the lower bound of a board that is too large to be solved optimally in general, for a part of the
    /// limits; a solution that it finds is a shortest one. `range` is the known lower bound and the length of the
    /// best solution.
    fn prove(
        &mut self,
        instance: &TilesInstance,
        plan: &Plan,
        limits: &Limits,
        range: Range<Cost>,
        progress: &mut dyn Progress,
    ) -> Result<Report<Move>, Error> {
        let unproved = || Report {
            outcome: Outcome::Stopped(Limit::Nodes),
            lower_bound: range.start,
            stats: Stats::default(),
        };
        let clock = Instant::now();
        let is_large = instance.geometry.cells() > lineup::LARGEST_OPTIMAL;
        let Some(beam) = self.beam.as_mut().filter(|_| is_large && !range.is_empty()) else {
            return Ok(unproved());
        };
        let mut proving = Proving { progress, bound: range.start, best: range.end };
        let at_hand = self.deep.tables(plan, &mut proving)?;
        let Some(tables) = beam.prepare(&at_hand, limits, plan.threads(), &mut proving) else {
            return Ok(unproved());
        };
        let left = limits.time.map(|time| time.saturating_sub(clock.elapsed()));
        let part = Limits {
            time: left.map(|time| time / PROOF),
            nodes: limits.nodes.map(|nodes| nodes / u64::from(PROOF)),
            ..limits.clone()
        };
        let part = Plan { limits: part, ..plan.clone() };
        let report = self.deep.prove(instance, &part, (range.start, tables), &mut proving)?;
        progress.solution(range.end, report.lower_bound.min(range.end));
        Ok(report)
    }
}

/// Adds the counts of one search to those of others.
fn add(sum: &mut Stats, stats: &Stats) {
    sum.expanded += stats.expanded;
    sum.generated += stats.generated;
}

/// Ends a proof when nothing is left to be proved; its own reports of bounds and tables are dropped.
pub(super) struct Proving<'a> {
    pub(super) progress: &'a mut dyn Progress,
    pub(super) bound: Cost,
    pub(super) best: Cost,
}

impl Progress for Proving<'_> {
    fn warning(&mut self, warning: &str) {
        self.progress.warning(warning);
    }
    fn bound(&mut self, bound: Cost) {
        self.bound = self.bound.max(bound);
    }
    fn tick(&mut self, stats: &Stats) -> ControlFlow<()> {
        if self.bound >= self.best { ControlFlow::Break(()) } else { self.progress.tick(stats) }
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

/// Traces how the first solution is built, how much shorter the others are, and the best one.
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
        let (report, _) = NearSolver::new(instance).shorten(instance, plan, cost(least), &mut shorter)?;
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

/// Reports every solution that is shorter than the one before.
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

/// Traces a solution phase by phase, with the Manhattan distance of every board along it.
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
    nodes: u64,
    progress: &mut dyn Progress,
) -> Result<(HeuristicName, Report<Move>), Error> {
    let nodes = plan.limits.nodes.map_or(nodes, |most| most.min(nodes));
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

/// Passes the moves on as they are made.
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

/// A lower bound on the moves of a solution.
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
