//! If all labels differ and there are few goals, each goal is an ordinary board, and the search over numbered tiles
//! with its larger tables is the best. The answer is the solution to the nearest goal.

use std::ops::ControlFlow;

use taquin_search::{Outcome, Progress, Report, Stats};
use taquin_tiles::{Board, GoalCells, Move, Tile, solvability};

use super::LabelledInstance;
use crate::answer::{Answer, Step};
use crate::error::Error;
use crate::families::tiles::TilesInstance;
use crate::family::Family;
use crate::instance::Instance;
use crate::machine::{Cores, Machine};
use crate::plan::{Algorithm, HeuristicName, Plan};

/// The most goals that are tried one by one.
const MOST_GOALS: usize = 24;

/// Larger boards would take too long for several goals.
const MOST_CELLS: usize = 25;

/// The answer by numbered tiles; `None` if labels repeat, or the goals are too many.
pub(super) fn solve(
    instance: &LabelledInstance,
    plan: &Plan,
    progress: &mut dyn Progress,
) -> Result<Option<Answer>, Error> {
    let Some(mut boards) = boards(instance) else { return Ok(None) };
    // Goals with the blank in the same cell share their tables.
    boards.sort_by_key(|board| board.goal.blank());
    // The limits of one puzzle hold for all its goals together.
    let share = boards.len().max(1) as u32;
    let mut limits = plan.limits.clone();
    limits.time = limits.time.map(|time| time / share);
    limits.nodes = limits.nodes.map(|nodes| nodes / u64::from(share));
    let plan = &Plan { limits, checkpoints: Default::default(), ..plan.clone() };
    let mut best: Option<Answer> = None;
    let (mut bound, mut stopped, mut stats, mut failed) = (u32::MAX, None, Stats::default(), None);
    let mut puzzles = boards.into_iter().map(|board| Ok(Instance::from(board)));
    Cores.solve(&mut puzzles, plan, progress, &mut |(_, answer)| {
        let answer = match answer {
            Ok(answer) => answer,
            Err(error) => {
                failed = Some(error);
                return ControlFlow::Break(());
            }
        };
        bound = bound.min(answer.report.lower_bound);
        stats.expanded += answer.report.stats.expanded;
        stats.generated += answer.report.stats.generated;
        stats.seconds += answer.report.stats.seconds;
        stats.peak_bytes = stats.peak_bytes.max(answer.report.stats.peak_bytes);
        if let Outcome::Stopped(limit) = answer.report.outcome {
            stopped = stopped.or(Some(limit));
        }
        let length = |answer: &Answer| answer.steps().map_or(u32::MAX, |steps| instance.cost(steps));
        if best.as_ref().is_none_or(|best| length(&answer) < length(best)) {
            best = Some(answer);
        }
        ControlFlow::Continue(())
    })?;
    if let Some(error) = failed {
        return Err(error);
    }
    // The pieces of a board are numbered otherwise than those of the labels.
    let steps: Option<Vec<Step>> = best
        .as_ref()
        .and_then(Answer::steps)
        .map(|steps| instance.replay_singles(steps.iter().map(|step| Move { from: step.from, to: step.to })));
    let (outcome, known) = match (steps, stopped) {
        (Some(moves), limit) if limit.is_none() || instance.cost(&moves) <= bound => {
            (Outcome::Solved { cost: instance.cost(&moves), moves }, None)
        }
        (known, Some(limit)) => (Outcome::Stopped(limit), known),
        (_, None) => (Outcome::Unsolvable, None),
    };
    let report = Report { outcome, lower_bound: bound, stats };
    Ok(Some(Answer { known, ..Answer::new(Algorithm::IdaStar, HeuristicName::PATTERNS, report) }))
}

/// One board for each arrangement that is a goal and can be reached; its tiles are numbered in the order of the goal.
fn boards(instance: &LabelledInstance) -> Option<Vec<TilesInstance>> {
    let (kinds, geometry) = (instance.fine_kinds(), instance.puzzle.geometry());
    let cells = instance.cells_of_board();
    // Numbered tiles are solved exactly tile by tile, or where the metric has a search of its own.
    let is_exact = !instance.is_metered() || instance.counting().has_search(&geometry);
    if kinds.blanks() > 1 || kinds.has_equal_tiles() || cells > MOST_CELLS || !is_exact {
        return None;
    }
    let goals = kinds.few_goals(MOST_GOALS)?;
    let start = kinds.arrangement::<64>(instance.puzzle.start());
    let board = |goal: Vec<u8>| {
        let mut number: Vec<Tile> = vec![0; cells];
        let tiles = goal.iter().filter(|&&kind| kind != 0);
        tiles.zip(1..).for_each(|(&kind, tile)| number[kind as usize] = tile);
        let named = |kinds: &[u8]| {
            let tiles: Vec<Tile> = kinds.iter().map(|&kind| number[kind as usize]).collect();
            Board::new(geometry.rows(), geometry.cols(), tiles).expect("every number once")
        };
        let (start, goal) = (named(&start.0[..cells]), named(&goal));
        let reached = solvability(&geometry, &start, &GoalCells::of(&goal)).is_solvable();
        let metric = instance.counting().name();
        reached.then_some(TilesInstance { geometry, start, goal, metric })
    };
    Some(goals.into_iter().filter_map(board).collect())
}
