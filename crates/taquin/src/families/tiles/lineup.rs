//! The combinations for sliding tiles: the one place that names concrete puzzles, heuristics and algorithms.

use taquin_search::{
    Blind, Cost, Heuristic, Limits, Observer, Outcome, Progress, Report, Stats, bidirectional, breadth_first,
    iterative_deepening,
};
use taquin_tiles::format::Style;
use taquin_tiles::heuristic::{self, LINEUP, Manhattan, Visitor};
use taquin_tiles::pattern::MOST_CELLS;
use taquin_tiles::{Board, Cells, GoalCells, Move, Packed16, Packed25, Tiles, fifteen};

use super::{TilesInstance, deepening, near, space, tiny, within};
use crate::answer::{Answer, Step, with_steps};
use crate::error::Error;
use crate::informed;
use crate::machine::Solver;
use crate::plan::{Algorithm, Choices, HeuristicName, Plan};
use crate::reason::Rule;
use crate::survey::{self, Scope, Survey};
use crate::trace::{Traced, Tracer, Words};
use crate::walk::Walk;

/// Boards of at most this many cells are answered from a table of all their positions.
const EXHAUSTIVE_CELLS: u32 = 9;

/// A board this near by Manhattan distance may be solved by this many expansions without tables.
const EASY_BOUND: u64 = 24;
const EASY_NODES: u64 = 50_000;

/// The same for tiny boards, however far: their table takes as long as some hundred thousand expansions.
const TINY_NODES: u64 = 400_000;

/// Boards of more cells than this are not solved optimally, unless they are easy.
pub(super) const LARGEST_OPTIMAL: u32 = 25;

/// Boards of at most this many cells are solved optimally in a moment.
const EASILY_OPTIMAL: u32 = 16;

pub(super) fn solve(
    instance: &TilesInstance,
    plan: &Plan,
    progress: &mut dyn Progress,
) -> Result<Answer, Error> {
    let (algorithm, guide) = choose(instance, plan)?;
    if let Some(file) = &plan.distances {
        let report = steps(instance, space::look_up(instance, file)?);
        return Ok(Answer::new(algorithm, guide, report));
    }
    if let Some(answer) = unsolvable(instance, algorithm, guide) {
        return Ok(answer);
    }
    if is_within(instance, plan) {
        return within::WithinSolver::new(instance).solve_one(instance, plan, progress);
    }
    if algorithm == Algorithm::Near {
        return near::NearSolver::new(instance).solve_one(instance, plan, progress);
    }
    if is_deep(instance, plan) {
        return deepening::DeepSolver::new(instance).solve_one(instance, plan, progress);
    }
    if algorithm == Algorithm::Exhaustive
        && let Some(answer) = easy(instance, plan)?
    {
        return Ok(answer);
    }
    let report = match instance.geometry.cells() {
        ..=16 if algorithm == Algorithm::Exhaustive => tiny::look_up(instance)?,
        16 if (algorithm, guide) == (Algorithm::IdaStar, HeuristicName::MANHATTAN)
            && is_fifteen(instance) =>
        {
            let TilesInstance { start, goal, .. } = instance;
            fifteen::manhattan_ida_star(start, goal, &plan.limits, progress)?
        }
        ..=16 => watch::<Packed16>(instance, algorithm, guide, plan, progress)?,
        17..=25 => watch::<Packed25>(instance, algorithm, guide, plan, progress)?,
        _ => watch::<Board>(instance, algorithm, guide, plan, progress)?,
    };
    let report = steps(instance, report);
    Ok(Answer::new(algorithm, guide, report))
}

/// Solves by a search that reports each of its steps to `tracer`, also where no search is needed to know
/// that there is no solution.
pub(super) fn trace(instance: &TilesInstance, plan: &Plan, tracer: &mut dyn Tracer) -> Result<Answer, Error> {
    let usual = if plan.distances.is_some() { Algorithm::Exhaustive } else { Algorithm::AStar };
    let plan = Plan { algorithm: plan.algorithm.or(Some(usual)), ..plan.clone() };
    let (algorithm, guide) = choose(instance, &plan)?;
    if algorithm == Algorithm::Near {
        return near::trace(instance, &plan, tracer);
    }
    let mut guide = guide;
    if guide == HeuristicName::PATTERNS && !instance.solvability().is_solvable() {
        tracer.phase("the tables know no board without a solution: Manhattan distance takes their place");
        guide = HeuristicName::MANHATTAN;
    }
    let report = match &plan.distances {
        Some(file) => tell_way(instance, space::look_up(instance, file)?, tracer)?,
        _ if algorithm == Algorithm::Exhaustive => tiny::trace(instance, &plan, tracer)?,
        _ => tell(instance, algorithm, guide, &plan, tracer)?,
    };
    let report = steps(instance, report);
    Ok(Answer::new(algorithm, guide, report))
}

/// Surveys everything that can be reached.
pub(super) fn survey(instance: &TilesInstance, scope: &Scope<'_>) -> Result<Survey, Error> {
    let puzzle = Tiles::<Board>::new(instance.geometry, &instance.goal)?;
    let text = |state: &Board| state.text(Style::Rows).to_string();
    Ok(survey::survey(&puzzle, instance.start.clone(), scope, &text))
}

/// The algorithms and heuristics that can be chosen on this board.
pub(super) fn choices(instance: &TilesInstance) -> Choices {
    let geometry = &instance.geometry;
    let algorithms = Algorithm::ALL.iter().copied();
    let fits = |guide: &HeuristicName| entry(*guide).is_some_and(|entry| (entry.fits)(geometry));
    Choices {
        algorithms: algorithms
            .filter(|&algorithm| algorithm != Algorithm::Exhaustive || geometry.cells() <= EXHAUSTIVE_CELLS)
            .collect(),
        heuristics: HeuristicName::all().filter(fits).collect(),
    }
}

fn entry(guide: HeuristicName) -> Option<&'static heuristic::Entry> {
    LINEUP.iter().find(|entry| entry.name == guide.name())
}

/// The algorithm and the heuristic: those of the plan if it names them, otherwise the best for the board.
pub(super) fn choose(instance: &TilesInstance, plan: &Plan) -> Result<(Algorithm, HeuristicName), Error> {
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
    let fits = |guide| entry(guide).is_some_and(|entry| (entry.fits)(geometry));
    let tables = if algorithm == Algorithm::IdaStar { Some(HeuristicName::PATTERNS) } else { None };
    let best = tables
        .into_iter()
        .chain([HeuristicName::WALKING_DISTANCE, HeuristicName::LINEAR_CONFLICT])
        .find(|&guide| fits(guide));
    let best = best.unwrap_or(HeuristicName::MANHATTAN);
    let guide = match plan.heuristic {
        _ if !algorithm.is_informed() => match plan.heuristic {
            None => HeuristicName::BLIND,
            Some(guide) if guide == HeuristicName::BLIND => guide,
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

/// Whether the specialised search with pattern tables solves this board.
pub(super) fn is_deep(instance: &TilesInstance, plan: &Plan) -> bool {
    let chosen = choose(instance, plan);
    plan.distances.is_none()
        && chosen.is_ok_and(|chosen| chosen == (Algorithm::IdaStar, HeuristicName::PATTERNS))
}

/// Whether the plan accepts a solution of this board that is proved to be near a shortest one, and this saves time:
/// smaller boards are solved optimally in a moment.
fn is_within(instance: &TilesInstance, plan: &Plan) -> bool {
    let is_large = instance.geometry.cells() > EASILY_OPTIMAL;
    let chosen = choose(instance, plan);
    plan.within_percent.is_some()
        && is_large
        && (is_deep(instance, plan) || matches!(chosen, Ok((Algorithm::Near, _))))
}

/// Whether the deepening search proves bounds for a board of this size.
pub(super) fn has_bounds(instance: &TilesInstance) -> bool {
    instance.geometry.cells() as usize <= MOST_CELLS
}

/// Whether this board is answered from a table of all positions that is made for it.
fn is_tiny(instance: &TilesInstance, plan: &Plan) -> bool {
    plan.distances.is_none() && matches!(choose(instance, plan), Ok((Algorithm::Exhaustive, _)))
}

/// Whether a beam with tables shortens the solution of this board.
fn is_near(instance: &TilesInstance, plan: &Plan) -> bool {
    let is_small = instance.geometry.cells() as usize <= MOST_CELLS;
    plan.distances.is_none() && is_small && matches!(choose(instance, plan), Ok((Algorithm::Near, _)))
}

/// Boards of one size and goal that are solved with the same tables.
pub(super) fn group(instance: &TilesInstance, plan: &Plan) -> Option<String> {
    let known = [is_deep, is_tiny, is_near, is_within];
    if !known.iter().any(|is_known| is_known(instance, plan)) {
        return None;
    }
    let torus = if instance.geometry.is_torus() { "torus" } else { "flat" };
    Some(format!("{torus} {}", instance.goal.text(Style::Rows)))
}

/// The solver for the boards of a group.
pub(super) fn solver(instance: &TilesInstance, plan: &Plan) -> Box<dyn Solver> {
    if is_within(instance, plan) {
        Box::new(within::WithinSolver::new(instance))
    } else if is_near(instance, plan) {
        Box::new(near::NearSolver::new(instance))
    } else if is_tiny(instance, plan) {
        Box::<tiny::TinySolver>::default()
    } else {
        Box::new(deepening::DeepSolver::new(instance))
    }
}

/// The answer of a board that is solved sooner than tables are made; `None` if it is not, or the plan says how
/// to solve it.
pub(super) fn easy(instance: &TilesInstance, plan: &Plan) -> Result<Option<Answer>, Error> {
    let is_told = plan.algorithm.is_some() || plan.heuristic.is_some() || !plan.checkpoints.is_empty();
    if is_told {
        return Ok(None);
    }
    let (algorithm, guide) = choose(instance, plan)?;
    if let Some(answer) = unsolvable(instance, algorithm, guide) {
        return Ok(Some(answer));
    }
    let tiny = instance.geometry.cells() <= EXHAUSTIVE_CELLS;
    let goal = GoalCells::of(&instance.goal);
    if !tiny && Manhattan::distance(&instance.geometry, &instance.start, &goal) > EASY_BOUND {
        return Ok(None);
    }
    let most = if tiny { TINY_NODES } else { EASY_NODES };
    let nodes = plan.limits.nodes.map_or(most, |nodes| nodes.min(most));
    let hasty = Plan { limits: Limits { nodes: Some(nodes), ..plan.limits.clone() }, ..plan.clone() };
    let fits = entry(HeuristicName::WALKING_DISTANCE).is_some_and(|entry| (entry.fits)(&instance.geometry));
    let guide = if tiny && fits { HeuristicName::WALKING_DISTANCE } else { HeuristicName::MANHATTAN };
    let report = match instance.geometry.cells() {
        ..=16 => watch::<Packed16>(instance, Algorithm::IdaStar, guide, &hasty, &mut ())?,
        17..=25 => watch::<Packed25>(instance, Algorithm::IdaStar, guide, &hasty, &mut ())?,
        _ => watch::<Board>(instance, Algorithm::IdaStar, guide, &hasty, &mut ())?,
    };
    let solved = matches!(report.outcome, Outcome::Solved { .. });
    Ok(solved.then(|| Answer::new(Algorithm::IdaStar, guide, steps(instance, report))))
}

/// Whether this is a flat board of 4 x 4 cells.
fn is_fifteen(instance: &TilesInstance) -> bool {
    let geometry = &instance.geometry;
    (geometry.rows(), geometry.cols(), geometry.is_torus()) == (4, 4, false)
}

/// The answer of the search with pattern tables, on whichever machine it ran; its solution is replayed.
pub(super) fn pattern_answer(instance: &TilesInstance, report: Report<Move>) -> Answer {
    let (algorithm, guide) = (Algorithm::IdaStar, HeuristicName::PATTERNS);
    unsolvable(instance, algorithm, guide)
        .unwrap_or_else(|| Answer::new(algorithm, guide, steps(instance, report)))
}

/// The answer where there is no solution, with the reason.
pub(super) fn unsolvable(
    instance: &TilesInstance,
    algorithm: Algorithm,
    guide: HeuristicName,
) -> Option<Answer> {
    let solvability = instance.solvability();
    if solvability.is_solvable() {
        return None;
    }
    let report = Report { outcome: Outcome::Unsolvable, lower_bound: Cost::MAX, stats: Stats::default() };
    let words = solvability.to_string();
    let reason = Some(words.strip_prefix("unsolvable: ").unwrap_or(&words).to_string());
    Some(Answer { reason, ..Answer::new(algorithm, guide, report) })
}

fn watch<S: Cells>(
    instance: &TilesInstance,
    algorithm: Algorithm,
    guide: HeuristicName,
    plan: &Plan,
    progress: &mut dyn Progress,
) -> Result<Report<Move>, Error> {
    let puzzle = Tiles::<S>::new(instance.geometry, &instance.goal)?;
    let start = puzzle.state(&instance.start)?;
    search(&puzzle, start, algorithm, guide, plan, progress)
}

/// A trace converts every state to text, so the type of states does not matter, and all traces use boards.
fn tell(
    instance: &TilesInstance,
    algorithm: Algorithm,
    guide: HeuristicName,
    plan: &Plan,
    tracer: &mut dyn Tracer,
) -> Result<Report<Move>, Error> {
    let puzzle = Tiles::<Board>::new(instance.geometry, &instance.goal)?;
    let start = instance.start.clone();
    let rule = Rule::of(algorithm, plan);
    told(&puzzle, instance, rule, tracer, |traced| {
        if algorithm.is_informed() {
            let search = Told(Informed { algorithm, puzzle: &puzzle, start, plan, observer: traced });
            Ok(heuristic::with(guide.name(), &puzzle, search)?)
        } else {
            Ok(blind(&puzzle, start, algorithm, plan, traced))
        }
    })
}

/// Traces a solution from distances in a file, move by move.
fn tell_way(
    instance: &TilesInstance,
    report: Report<Move>,
    tracer: &mut dyn Tracer,
) -> Result<Report<Move>, Error> {
    let puzzle = Tiles::<Board>::new(instance.geometry, &instance.goal)?;
    told(&puzzle, instance, Rule::Walk, tracer, |mut traced| {
        traced.phase("the way down by the distances in the file", Rule::Walk);
        if let Outcome::Solved { moves, .. } = &report.outcome {
            let _ = Walk::new(&puzzle, instance.start.clone()).go_along(moves, &mut traced);
        }
    });
    Ok(report)
}

/// Runs a search that reports to `tracer`, in the words of tiles.
pub(super) fn told<S: Cells, R>(
    puzzle: &Tiles<S>,
    instance: &TilesInstance,
    rule: Rule,
    tracer: &mut dyn Tracer,
    run: impl FnOnce(Traced<'_, Tiles<S>>) -> R,
) -> R {
    let words = Words {
        state: &|state: &S| puzzle.board(state).text(Style::Rows).to_string(),
        step: &|Move { from, to }, after: &S| {
            format!("{} {}", after.tile(to), instance.direction(from, to).name())
        },
    };
    run(Traced::new(tracer, words, rule))
}

fn search<S: Cells>(
    puzzle: &Tiles<S>,
    start: S,
    algorithm: Algorithm,
    guide: HeuristicName,
    plan: &Plan,
    observer: impl Observer<Tiles<S>>,
) -> Result<Report<Move>, Error> {
    if algorithm.is_informed() {
        let search = Informed { algorithm, puzzle, start, plan, observer };
        Ok(heuristic::with(guide.name(), puzzle, search)?)
    } else {
        Ok(blind(puzzle, start, algorithm, plan, observer))
    }
}

/// A search without a heuristic.
fn blind<S: Cells>(
    puzzle: &Tiles<S>,
    start: S,
    algorithm: Algorithm,
    plan: &Plan,
    observer: impl Observer<Tiles<S>>,
) -> Report<Move> {
    let limits = &plan.limits;
    match algorithm {
        Algorithm::BreadthFirst => breadth_first(puzzle, start, limits, observer),
        Algorithm::Bidirectional => bidirectional(puzzle, start, limits, observer),
        Algorithm::IterativeDeepening => iterative_deepening(puzzle, start, limits, observer),
        algorithm => informed::run(algorithm, puzzle, start, &Blind, plan, observer),
    }
}

/// An informed search, with a heuristic of any type.
struct Informed<'a, S: Cells, O> {
    algorithm: Algorithm,
    puzzle: &'a Tiles<S>,
    start: S,
    plan: &'a Plan,
    observer: O,
}

impl<S: Cells, O: Observer<Tiles<S>>> Visitor<S> for Informed<'_, S, O> {
    type Output = Report<Move>;

    fn visit<H: Heuristic<Tiles<S>>>(self, heuristic: &H) -> Report<Move> {
        informed::run(self.algorithm, self.puzzle, self.start, heuristic, self.plan, self.observer)
    }
}

/// An informed search that is traced: one type of heuristic, so that it is compiled once.
struct Told<'a, O>(Informed<'a, Board, O>);

impl<O: Observer<Tiles<Board>>> Visitor<Board> for Told<'_, O> {
    type Output = Report<Move>;

    fn visit<H: Heuristic<Tiles<Board>>>(self, heuristic: &H) -> Report<Move> {
        let puzzle = self.0.puzzle;
        self.0.visit(&Estimate(&|board| heuristic.value(heuristic.start(puzzle, board))))
    }
}

/// A heuristic that is evaluated from scratch at each board.
struct Estimate<'a>(&'a dyn Fn(&Board) -> Cost);

impl Heuristic<Tiles<Board>> for Estimate<'_> {
    type Memo = Cost;
    fn start(&self, _: &Tiles<Board>, board: &Board) -> Cost {
        (self.0)(board)
    }
    fn step(&self, _: &Tiles<Board>, _: Cost, after: &Board, _: Move) -> Cost {
        (self.0)(after)
    }
    fn value(&self, memo: Cost) -> Cost {
        memo
    }
}

/// The same report with moves that say which tile goes where; replays the solution on the way.
pub(super) fn steps(instance: &TilesInstance, report: Report<Move>) -> Report<Step> {
    with_steps(report, |moves| instance.replay(moves))
}
