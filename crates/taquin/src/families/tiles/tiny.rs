//! Tiny boards, answered from a table of all their positions.

use std::ops::ControlFlow;

use taquin_search::{Cost, Limit, Outcome, Progress, Puzzle, Report, SingleGoal, Stats, explore};
use taquin_tiles::{Board, Exhaustive, Move, Packed16, Tiles};

use super::TilesInstance;
use super::deepening::tiles;
use super::lineup::{easy, steps, told, unsolvable};
use crate::answer::Answer;
use crate::error::Error;
use crate::instance::Instance;
use crate::machine::{Deliver, Solver};
use crate::plan::{Algorithm, HeuristicName, Plan};
use crate::reason::Rule;
use crate::trace::{Traced, Tracer};
use crate::walk::Walk;

/// All positions of a tiny board.
pub(super) struct TinyTable {
    puzzle: Tiles<Packed16>,
    table: Exhaustive,
}

impl TinyTable {
    /// The positions with the size and the goal of `instance`.
    pub(super) fn new(instance: &TilesInstance) -> Result<Self, Error> {
        let puzzle = Tiles::<Packed16>::new(instance.geometry, &instance.goal)?;
        let table = Exhaustive::new(&puzzle)?;
        Ok(TinyTable { puzzle, table })
    }

    fn report(&self, start: &Board) -> Result<Report<Move>, Error> {
        let clock = taquin_search::host::Instant::now();
        let state = self.puzzle.state(start)?;
        let moves = self.table.solve(&self.puzzle, &state).expect("solvable by parity");
        let cost = moves.len() as Cost;
        let expanded = self.table.levels().iter().sum();
        let stats = Stats { expanded, seconds: clock.elapsed().as_secs_f64(), ..Stats::default() };
        Ok(Report { outcome: Outcome::Solved { moves, cost }, lower_bound: cost, stats })
    }

    /// The answer for a board with the same size and goal.
    pub(super) fn answer(&self, instance: &TilesInstance) -> Result<Answer, Error> {
        let (algorithm, guide) = (Algorithm::Exhaustive, HeuristicName::BLIND);
        match unsolvable(instance, algorithm, guide) {
            Some(answer) => Ok(answer),
            None => {
                let report = steps(instance, self.report(&instance.start)?);
                Ok(Answer::new(algorithm, guide, report))
            }
        }
    }
}

/// Solves tiny boards of one size and goal: a single one by a search, many from a table.
#[derive(Default)]
pub(super) struct TinySolver {
    table: Option<TinyTable>,
}

impl Solver for TinySolver {
    fn solve(
        &mut self,
        instances: &mut (dyn Iterator<Item = Instance> + Send),
        plan: &Plan,
        _: &mut dyn Progress,
        deliver: &mut Deliver<'_>,
    ) -> Result<(), Error> {
        let Some(first) = instances.next() else { return Ok(()) };
        let second = instances.next();
        if second.is_none()
            && let Some(answer) = easy(tiles(&first), plan)?
        {
            let _ = deliver((Some(first), Ok(answer)));
            return Ok(());
        }
        if self.table.is_none() {
            self.table = Some(TinyTable::new(tiles(&first))?);
        }
        let Some(table) = &self.table else { return Ok(()) };
        for instance in [Some(first), second].into_iter().flatten().chain(instances) {
            let answer = table.answer(tiles(&instance));
            if deliver((Some(instance), answer)).is_break() {
                break;
            }
        }
        Ok(())
    }
}

/// A table whose making is traced: on boards, as all traces are.
struct Told<'a> {
    puzzle: Tiles<Board>,
    tiny: &'a TinyTable,
}

impl Told<'_> {
    fn distance(&self, board: &Board) -> Option<Cost> {
        self.tiny.table.distance(&self.tiny.puzzle.state(board).ok()?)
    }

    /// Traces how the table is built, then the descent from `start`.
    fn tell(&self, start: &Board, plan: &Plan, mut traced: Traced<'_, Tiles<Board>>) -> Report<Move> {
        traced.phase("the table: all positions, level by level from the goal", Rule::Levels);
        let flood = explore(&self.puzzle, [self.puzzle.goal()], &plan.limits, &mut traced);
        let distance = self.distance(start);
        // A tracer that has ended the reports of the table may still trace its use.
        let heard_enough = flood.stopped == Some(Limit::Cancelled) && !plan.limits.is_cancelled();
        if let Some(limit) = flood.stopped.filter(|_| !heard_enough) {
            let lower_bound = distance.map_or(0, |distance| distance.min(flood.levels.len() as Cost));
            return Report { outcome: Outcome::Stopped(limit), lower_bound, stats: flood.stats };
        }
        let state = self.tiny.puzzle.state(start).ok();
        let moves = state.and_then(|state| self.tiny.table.solve(&self.tiny.puzzle, &state));
        let (Some(distance), Some(moves)) = (distance, moves) else {
            return Report { outcome: Outcome::Unsolvable, lower_bound: Cost::MAX, stats: flood.stats };
        };
        let way = "the way down: from the start to the first neighbour that is nearer, by the table";
        traced.phase(way, Rule::Walk);
        traced.bound(distance);
        let mut walk = Walk::new(&self.puzzle, start.clone());
        let _ = self.go_down(&mut walk, &moves, &mut traced);
        let mut stats = flood.stats;
        stats.expanded += walk.told.0;
        stats.generated += walk.told.1;
        Report { outcome: Outcome::Solved { moves, cost: distance }, lower_bound: distance, stats }
    }

    /// Traces the descent by `moves`: at every position the first move that leads nearer.
    fn go_down(
        &self,
        walk: &mut Walk<'_, Tiles<Board>>,
        moves: &[Move],
        traced: &mut Traced<'_, Tiles<Board>>,
    ) -> ControlFlow<()> {
        for (&taken, left) in moves.iter().zip((0..moves.len() as Cost).rev()) {
            let h = |mv| self.distance(&self.puzzle.successor(walk.here(), mv)).expect("within reach");
            let vain = self.puzzle.moves(walk.here()).take_while(|&mv| mv != taken);
            let vain: Vec<(Move, Cost)> = vain.map(|mv| (mv, h(mv))).collect();
            walk.go(left + 1, &vain, Some((taken, left)), traced)?;
        }
        walk.go(0, &[], None, traced)
    }
}

/// The answer from a table that is made for this board alone; making it is what takes the time.
pub(super) fn look_up(instance: &TilesInstance) -> Result<Report<Move>, Error> {
    let clock = taquin_search::host::Instant::now();
    let mut report = TinyTable::new(instance)?.report(&instance.start)?;
    report.stats.seconds = clock.elapsed().as_secs_f64();
    Ok(report)
}

/// The same, traced step by step.
pub(super) fn trace(
    instance: &TilesInstance,
    plan: &Plan,
    tracer: &mut dyn Tracer,
) -> Result<Report<Move>, Error> {
    let puzzle = Tiles::<Board>::new(instance.geometry, &instance.goal)?;
    let told_of = Told { puzzle: puzzle.clone(), tiny: &TinyTable::new(instance)? };
    Ok(told(&puzzle, instance, Rule::Levels, tracer, |traced| told_of.tell(&instance.start, plan, traced)))
}
