//! The combinations for sliding tiles.

use taquin_search::{
    BestFirst, Blind, BucketQueue, ClosedList, Cost, Observer, Outcome, Progress, Report, Stats, UniformCost,
    best_first, bidirectional, breadth_first, iterative_deepening,
};
use taquin_tiles::format::Style;
use taquin_tiles::heuristic::{LinearConflict, Manhattan, Misplaced, Patterns, WalkingDistance};
use taquin_tiles::{Board, Cells, Move, Packed16, Packed25, Tiles, fifteen};

use super::{Way, deepening, informed, near, tiny};
use crate::answer::{Answer, Step};
use crate::census;
use crate::error::Error;
use crate::instance::TilesInstance;
use crate::plan::{Algorithm, Choices, Guide, Plan};
use crate::survey::{self, Scope, Survey};
use crate::trace::{Traced, Tracer, Words};
use crate::walk::Walk;

/// Boards of at most so many cells are answered from a table of all their positions.
const EXHAUSTIVE_CELLS: u32 = 9;

/// The shortest solutions of boards of more cells than this are out of reach, but for easy ones.
const LARGEST_OPTIMAL: u32 = 25;

/// The longest side for which the table of walking distances is built in no time.
const WALKING_SIDE: u32 = 4;

pub(super) fn solve(
    instance: &TilesInstance,
    plan: &Plan,
    progress: &mut dyn Progress,
) -> Result<Answer, Error> {
    let (algorithm, guide) = choose(instance, plan)?;
    if plan.resume.is_some() && (algorithm, guide) != (Algorithm::IdaStar, Guide::Patterns) {
        return Err(Error::PatternsOnly { what: "--resume", algorithm, heuristic: guide });
    }
    if let Some(file) = &plan.distances {
        let report = steps(instance, census::look_up(instance, file)?);
        return Ok(Answer { algorithm, heuristic: guide.to_string(), reason: None, report });
    }
    if let Some(answer) = unsolvable(instance, algorithm, guide) {
        return Ok(answer);
    }
    if algorithm == Algorithm::Near {
        return near::solve(instance, plan, progress);
    }
    let report = match instance.geometry.cells() {
        ..=16 if algorithm == Algorithm::Exhaustive => tiny::look_up(instance)?,
        ..=25 if (algorithm, guide) == (Algorithm::IdaStar, Guide::Patterns) => {
            deepening::solve(instance, plan, progress)?
        }
        16 if (algorithm, guide) == (Algorithm::IdaStar, Guide::Manhattan) && is_fifteen(instance) => {
            let TilesInstance { start, goal, .. } = instance;
            fifteen::manhattan_ida_star(start, goal, &plan.limits, progress)?
        }
        ..=16 => watch::<Packed16>(instance, algorithm, guide, plan, progress)?,
        17..=25 => watch::<Packed25>(instance, algorithm, guide, plan, progress)?,
        _ => watch::<Board>(instance, algorithm, guide, plan, progress)?,
    };
    let report = steps(instance, report);
    Ok(Answer { algorithm, heuristic: guide.to_string(), reason: None, report })
}

/// Solves by a search that tells `tracer` each of its steps, also where no search is needed to know
/// that there is no solution.
pub(super) fn trace(instance: &TilesInstance, plan: &Plan, tracer: &mut dyn Tracer) -> Result<Answer, Error> {
    let usual = if plan.distances.is_some() { Algorithm::Exhaustive } else { Algorithm::AStar };
    let plan = Plan { algorithm: plan.algorithm.or(Some(usual)), ..plan.clone() };
    let (algorithm, guide) = choose(instance, &plan)?;
    if algorithm == Algorithm::Near {
        return near::trace(instance, &plan, tracer);
    }
    let mut guide = guide;
    if guide == Guide::Patterns && !instance.solvability().is_solvable() {
        tracer.phase("the tables know no board without a solution: Manhattan distance takes their place");
        guide = Guide::Manhattan;
    }
    let report = match (instance.geometry.cells(), &plan.distances) {
        (_, Some(file)) => tell_way(instance, census::look_up(instance, file)?, tracer)?,
        _ if algorithm == Algorithm::Exhaustive => tiny::trace(instance, &plan, tracer)?,
        (..=16, None) => tell::<Packed16>(instance, algorithm, guide, &plan, tracer)?,
        (17..=25, None) => tell::<Packed25>(instance, algorithm, guide, &plan, tracer)?,
        _ => tell::<Board>(instance, algorithm, guide, &plan, tracer)?,
    };
    let report = steps(instance, report);
    Ok(Answer { algorithm, heuristic: guide.to_string(), reason: None, report })
}

/// Looks at everything that can be reached.
pub(super) fn survey(instance: &TilesInstance, scope: &Scope<'_>) -> Result<Survey, Error> {
    match instance.geometry.cells() {
        ..=16 => survey_as::<Packed16>(instance, scope),
        17..=25 => survey_as::<Packed25>(instance, scope),
        _ => survey_as::<Board>(instance, scope),
    }
}

fn survey_as<S: Cells>(instance: &TilesInstance, scope: &Scope<'_>) -> Result<Survey, Error> {
    let puzzle = Tiles::<S>::new(instance.geometry, &instance.goal)?;
    let start = puzzle.state(&instance.start)?;
    let text = |state: &S| puzzle.board(state).text(Style::Rows).to_string();
    Ok(survey::survey(&puzzle, start, scope, &text))
}

/// The algorithms and heuristics that can be asked for on this board.
pub(super) fn choices(instance: &TilesInstance) -> Choices {
    let geometry = &instance.geometry;
    let algorithms = Algorithm::ALL.iter().copied();
    let guides = Guide::ALL.iter().copied();
    Choices {
        algorithms: algorithms
            .filter(|&algorithm| algorithm != Algorithm::Exhaustive || geometry.cells() <= EXHAUSTIVE_CELLS)
            .collect(),
        heuristics: guides
            .filter(|guide| match guide {
                Guide::Blind | Guide::Misplaced | Guide::Manhattan => true,
                Guide::LinearConflict => !geometry.is_torus(),
                Guide::Patterns => deepening::fits(geometry),
                Guide::WalkingDistance => {
                    !geometry.is_torus() && geometry.rows().max(geometry.cols()) <= WALKING_SIDE
                }
            })
            .collect(),
    }
}

/// The algorithm and the heuristic: those of the plan where it names them, else the best there are.
pub(super) fn choose(instance: &TilesInstance, plan: &Plan) -> Result<(Algorithm, Guide), Error> {
    let geometry = &instance.geometry;
    let tiny = geometry.cells() <= EXHAUSTIVE_CELLS;
    let algorithm = match (plan.algorithm, plan.heuristic) {
        (Some(algorithm), _) if plan.distances.is_some() && algorithm != Algorithm::Exhaustive => {
            return Err(Error::UnusedDistances { algorithm });
        }
        (Some(algorithm), _) => algorithm,
        (None, None) if plan.distances.is_some() => Algorithm::Exhaustive,
        (None, None) if tiny => Algorithm::Exhaustive,
        (None, None) if geometry.cells() > LARGEST_OPTIMAL => Algorithm::Near,
        (None, _) => Algorithm::IdaStar,
    };
    let best = match geometry.rows().max(geometry.cols()) {
        _ if algorithm == Algorithm::IdaStar && deepening::fits(geometry) => Guide::Patterns,
        _ if geometry.is_torus() => Guide::Manhattan,
        ..=WALKING_SIDE => Guide::WalkingDistance,
        _ => Guide::LinearConflict,
    };
    let guide = match plan.heuristic {
        _ if !algorithm.is_informed() => match plan.heuristic {
            None | Some(Guide::Blind) => Guide::Blind,
            Some(heuristic) => return Err(Error::Uninformed { algorithm, heuristic }),
        },
        Some(heuristic) => heuristic,
        None => best,
    };
    if algorithm == Algorithm::Exhaustive && !tiny && plan.distances.is_none() {
        return Err(Error::TooLarge { algorithm, most: EXHAUSTIVE_CELLS });
    }
    Ok((algorithm, guide))
}

/// How a board is solved when it is one of many.
pub(super) fn way(instance: &TilesInstance, plan: &Plan) -> Way {
    match choose(instance, plan) {
        // Alone, a board takes no more memory than it may.
        _ if plan.distances.is_some() || plan.resume.is_some() || plan.limits.memory.is_some() => Way::Other,
        Ok((Algorithm::Exhaustive, _)) => Way::Tiny,
        Ok((Algorithm::IdaStar, Guide::Patterns)) => Way::Deep,
        _ => Way::Other,
    }
}

/// Whether the specialised search with pattern tables solves this board.
pub(super) fn is_deep(instance: &TilesInstance, plan: &Plan) -> Result<bool, Error> {
    let chosen = choose(instance, plan)?;
    Ok(plan.distances.is_none() && chosen == (Algorithm::IdaStar, Guide::Patterns))
}

/// Whether this is a flat board of 4 x 4 cells.
fn is_fifteen(instance: &TilesInstance) -> bool {
    let geometry = &instance.geometry;
    (geometry.rows(), geometry.cols(), geometry.is_torus()) == (4, 4, false)
}

/// The answer that a search with pattern tables gave, wherever it ran; its solution is replayed.
///
/// # Panics
/// If the moves do not lead from the start to the goal.
#[must_use]
pub fn pattern_answer(instance: &TilesInstance, report: Report<Move>) -> Answer {
    let (algorithm, guide) = (Algorithm::IdaStar, Guide::Patterns);
    unsolvable(instance, algorithm, guide).unwrap_or_else(|| Answer {
        algorithm,
        heuristic: guide.to_string(),
        reason: None,
        report: steps(instance, report),
    })
}

/// The answer where there is no solution, with the reason.
pub(super) fn unsolvable(instance: &TilesInstance, algorithm: Algorithm, guide: Guide) -> Option<Answer> {
    let solvability = instance.solvability();
    if solvability.is_solvable() {
        return None;
    }
    let report = Report { outcome: Outcome::Unsolvable, lower_bound: Cost::MAX, stats: Stats::default() };
    let words = solvability.to_string();
    let reason = Some(words.strip_prefix("unsolvable: ").unwrap_or(&words).to_string());
    Some(Answer { algorithm, heuristic: guide.to_string(), reason, report })
}

fn watch<S: Cells>(
    instance: &TilesInstance,
    algorithm: Algorithm,
    guide: Guide,
    plan: &Plan,
    progress: &mut dyn Progress,
) -> Result<Report<Move>, Error> {
    let puzzle = Tiles::<S>::new(instance.geometry, &instance.goal)?;
    let start = puzzle.state(&instance.start)?;
    search(&puzzle, start, algorithm, guide, plan, progress)
}

fn tell<S: Cells>(
    instance: &TilesInstance,
    algorithm: Algorithm,
    guide: Guide,
    plan: &Plan,
    tracer: &mut dyn Tracer,
) -> Result<Report<Move>, Error> {
    let puzzle = Tiles::<S>::new(instance.geometry, &instance.goal)?;
    let start = puzzle.state(&instance.start)?;
    told(&puzzle, instance, tracer, |traced| search(&puzzle, start, algorithm, guide, plan, traced))
}

/// Tells of a solution that comes from distances in a file, move by move.
fn tell_way(
    instance: &TilesInstance,
    report: Report<Move>,
    tracer: &mut dyn Tracer,
) -> Result<Report<Move>, Error> {
    let puzzle = Tiles::<Board>::new(instance.geometry, &instance.goal)?;
    told(&puzzle, instance, tracer, |mut traced| {
        traced.phase("the way down by the distances in the file");
        if let Outcome::Solved { moves, .. } = &report.outcome {
            let _ = Walk::new(&puzzle, instance.start.clone()).go_along(moves, &mut traced);
        }
    });
    Ok(report)
}

/// Runs something that tells `tracer` what it does, in the words of tiles.
pub(super) fn told<S: Cells, R>(
    puzzle: &Tiles<S>,
    instance: &TilesInstance,
    tracer: &mut dyn Tracer,
    run: impl FnOnce(Traced<'_, Tiles<S>>) -> R,
) -> R {
    let words = Words {
        state: &|state: &S| puzzle.board(state).text(Style::Rows).to_string(),
        step: &|Move { from, to }, after: &S| {
            format!("{} {}", after.tile(to), instance.direction(from, to).name())
        },
    };
    run(Traced::new(tracer, words))
}

fn search<S: Cells>(
    puzzle: &Tiles<S>,
    start: S,
    algorithm: Algorithm,
    guide: Guide,
    plan: &Plan,
    observer: impl Observer<Tiles<S>>,
) -> Result<Report<Move>, Error> {
    let limits = &plan.limits;
    Ok(match (algorithm, guide) {
        (Algorithm::BreadthFirst, _) => breadth_first(puzzle, start, limits, observer),
        (Algorithm::Bidirectional, _) => bidirectional(puzzle, start, limits, observer),
        (Algorithm::IterativeDeepening, _) => iterative_deepening(puzzle, start, limits, observer),
        (Algorithm::UniformCost, _) => {
            let (open, duplicates) = (BucketQueue::default(), ClosedList);
            let strategy = BestFirst { ranking: UniformCost, open, duplicates };
            best_first(puzzle, start, &Blind, strategy, limits, observer)
        }
        (informed, Guide::Blind) => informed::run(informed, puzzle, start, &Blind, plan, observer),
        (informed, Guide::Misplaced) => informed::run(informed, puzzle, start, &Misplaced, plan, observer),
        (informed, Guide::Manhattan) => {
            informed::run(informed, puzzle, start, &Manhattan::new(puzzle), plan, observer)
        }
        (informed, Guide::LinearConflict) => {
            informed::run(informed, puzzle, start, &LinearConflict::new(puzzle)?, plan, observer)
        }
        (informed, Guide::Patterns) => {
            informed::run(informed, puzzle, start, &Patterns::new(puzzle)?, plan, observer)
        }
        (informed, Guide::WalkingDistance) => {
            informed::run(informed, puzzle, start, &WalkingDistance::new(puzzle)?, plan, observer)
        }
    })
}

/// The same report with moves that say which tile goes where; replays the solution on the way.
pub(super) fn steps(instance: &TilesInstance, report: Report<Move>) -> Report<Step> {
    let outcome = match report.outcome {
        Outcome::Solved { moves, cost } => Outcome::Solved { moves: instance.replay(&moves), cost },
        Outcome::Unsolvable => Outcome::Unsolvable,
        Outcome::Stopped(limit) => Outcome::Stopped(limit),
    };
    Report { outcome, lower_bound: report.lower_bound, stats: report.stats }
}
