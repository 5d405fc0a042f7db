//! Tiles whose moves are not counted tile by tile. Generic searches work with any metric; a metric may also have a
//! specialised search, which is then the default.

use std::sync::Arc;

use taquin_search::{
    Blind, Cost, Limit, Limits, Observer, Outcome, Progress, Report, Stats, bidirectional, breadth_first,
    host, iterative_deepening,
};
use taquin_tiles::format::Style;
use taquin_tiles::metric::Shortest;
use taquin_tiles::{Cells, Metered, Move, Packed25, Slide, shortened};

use super::deepening::tiles;
use super::near::NearSolver;
use super::{KIND, TilesInstance, lineup};
use crate::answer::{Answer, Step, with_steps};
use crate::enumeration::{EnumeratePlan, Enumeration};
use crate::error::Error;
use crate::informed;
use crate::instance::Instance;
use crate::machine::{Deliver, Solver, side_by_side};
use crate::plan::{Algorithm, Choices, HeuristicName, Plan};
use crate::reason::Rule;
use crate::survey::{self, Scope, Survey};
use crate::trace::{Traced, Tracer, Words};

/// The most nodes of a bidirectional search before tables are built: it solves easy boards in a moment.
const EASY_NODES: u64 = 60_000;

/// The part of the limits of a near solution that goes into single moves.
const SINGLE_PART: u32 = 4;

/// The expansions of about a second that make a near solution shorter, for a plan without limits.
const NEAR_NODES: u64 = 2_000_000;

/// The algorithms and heuristics that can be chosen on this board.
pub(super) fn choices(instance: &TilesInstance) -> Choices {
    let is_small = instance.geometry.cells() <= Packed25::MAX_CELLS;
    let fits = |algorithm: &Algorithm| match algorithm {
        Algorithm::Near => true,
        Algorithm::Exhaustive => false,
        _ => is_small,
    };
    let mut heuristics = vec![HeuristicName::BLIND];
    heuristics.extend(has_search(instance).then_some(HeuristicName::PATTERNS));
    Choices { algorithms: Algorithm::ALL.iter().copied().filter(fits).collect(), heuristics }
}

pub(super) fn has_search(instance: &TilesInstance) -> bool {
    instance.counting().has_search(&instance.geometry)
}

/// The algorithm and the heuristic: those of the plan if it names them, otherwise the best for the board.
fn choose(instance: &TilesInstance, plan: &Plan) -> Result<(Algorithm, HeuristicName), Error> {
    let is_small = instance.geometry.cells() <= Packed25::MAX_CELLS;
    let algorithm = match plan.algorithm {
        _ if plan.distances.is_some() => return Err(missing("table of distances", instance)),
        Some(Algorithm::Exhaustive) => return Err(missing("algorithm exhaustive", instance)),
        Some(algorithm) => algorithm,
        None if has_search(instance) => Algorithm::IdaStar,
        None if instance.geometry.rows().min(instance.geometry.cols()) == 1 && is_small => {
            Algorithm::BreadthFirst
        }
        None => Algorithm::Near,
    };
    if algorithm == Algorithm::Near && plan.within_percent.is_some() {
        return Err(missing("proof of how near a solution is to a shortest one", instance));
    }
    let tables = algorithm == Algorithm::IdaStar && has_search(instance);
    let guide = match plan.heuristic {
        None if tables => HeuristicName::PATTERNS,
        None => HeuristicName::BLIND,
        Some(HeuristicName::PATTERNS) if tables => HeuristicName::PATTERNS,
        Some(HeuristicName::BLIND) => HeuristicName::BLIND,
        Some(heuristic) if !algorithm.is_informed() => {
            return Err(Error::Uninformed { algorithm, heuristic });
        }
        Some(heuristic) => return Err(missing(&format!("heuristic {heuristic}"), instance)),
    };
    Ok((algorithm, guide))
}

/// The error for a feature that only single moves have.
pub(super) fn missing(what: &str, instance: &TilesInstance) -> Error {
    Error::NotFor { what: format!("{what} in the {} metric", instance.metric), kind: KIND }
}

/// The error that positions are counted in memory alone.
pub(super) fn in_memory(instance: &TilesInstance) -> Error {
    missing("file of the positions, which are counted in memory,", instance)
}

pub(super) fn solve(
    instance: &TilesInstance,
    plan: &Plan,
    progress: &mut dyn Progress,
) -> Result<Answer, Error> {
    let TilesInstance { geometry, goal, .. } = instance;
    let search = || {
        Ok(instance
            .counting()
            .search(geometry, goal, plan.threads(), &plan.limits, plan.tables.as_deref(), false)?
            .into())
    };
    solve_with(instance, plan, progress, &search)
}

/// The same with the metric's own search from elsewhere.
pub(super) fn solve_with(
    instance: &TilesInstance,
    plan: &Plan,
    progress: &mut dyn Progress,
    search: &dyn Fn() -> Result<Arc<dyn Shortest>, Limit>,
) -> Result<Answer, Error> {
    let (algorithm, guide) = choose(instance, plan)?;
    if let Some(answer) = lineup::unsolvable(instance, algorithm, guide) {
        return Ok(answer);
    }
    match (algorithm, guide) {
        (Algorithm::Near, _) => near_by(instance, plan, progress),
        (_, HeuristicName::PATTERNS) => {
            if let Some(answer) = easy(instance, plan)? {
                return Ok(answer);
            }
            progress.phase("tables");
            Ok(match search() {
                Ok(search) => by_tables(instance, &*search, &plan.limits, progress),
                Err(limit) => stopped(instance, limit),
            })
        }
        _ => {
            let puzzle = puzzle(instance)?;
            let start = puzzle.state(&instance.start)?;
            let report = search_by(&puzzle, start, algorithm, plan, progress);
            Ok(Answer::new(algorithm, guide, steps(instance, &puzzle, report)))
        }
    }
}

/// The answer of an easy board, for which no tables are needed.
fn easy(instance: &TilesInstance, plan: &Plan) -> Result<Option<Answer>, Error> {
    let puzzle = puzzle(instance)?;
    let nodes = plan.limits.nodes.map_or(EASY_NODES, |nodes| nodes.min(EASY_NODES));
    let limits = Limits { nodes: Some(nodes), ..plan.limits.clone() };
    let report = bidirectional(&puzzle, puzzle.state(&instance.start)?, &limits, ());
    let solved = matches!(report.outcome, Outcome::Solved { .. });
    Ok(solved.then(|| {
        Answer::new(Algorithm::Bidirectional, HeuristicName::BLIND, steps(instance, &puzzle, report))
    }))
}

/// The answer by the metric's own search.
fn by_tables(
    instance: &TilesInstance,
    search: &dyn Shortest,
    limits: &Limits,
    progress: &mut dyn Progress,
) -> Answer {
    let report = search.solve(&instance.start, limits, progress);
    Answer::new(Algorithm::IdaStar, HeuristicName::PATTERNS, lineup::steps(instance, report))
}

/// The answer where a limit is reached before the search begins.
fn stopped(instance: &TilesInstance, limit: Limit) -> Answer {
    let lower_bound = instance.counting().least(&instance.geometry, &instance.start, &instance.goal);
    let report = Report { outcome: Outcome::Stopped(limit), lower_bound, stats: Stats::default() };
    Answer::new(Algorithm::IdaStar, HeuristicName::PATTERNS, report)
}

/// A near solution in single moves, then made shorter in those of the metric.
fn near_by(instance: &TilesInstance, plan: &Plan, progress: &mut dyn Progress) -> Result<Answer, Error> {
    let clock = host::Instant::now();
    let puzzle = puzzle(instance).ok();
    let mut single = Plan { algorithm: Some(Algorithm::Near), ..plan.clone() };
    let whole = [plan.limits.time, plan.patience].into_iter().flatten().min();
    if puzzle.is_some() {
        // The first part of the limits goes into single moves.
        single.patience = whole.map(|time| time / SINGLE_PART);
        single.limits.nodes = plan.limits.nodes.map(|nodes| nodes / u64::from(SINGLE_PART));
    }
    let mut answer = NearSolver::new(instance).solve_one(instance, &single, progress)?;
    let least = instance.counting().least(&instance.geometry, &instance.start, &instance.goal);
    answer.report.lower_bound = least;
    let stats = &mut answer.report.stats;
    if let Outcome::Solved { moves, cost } = &mut answer.report.outcome {
        *cost = instance.count(moves);
        if let Some(puzzle) = puzzle.filter(|_| *cost > least) {
            let singles: Vec<Move> = moves.iter().map(|step| Move { from: step.from, to: step.to }).collect();
            let time = whole.map(|time| time.saturating_sub(clock.elapsed()));
            let nodes = plan.limits.nodes.map(|nodes| nodes.saturating_sub(stats.expanded));
            let nodes = nodes.or(time.is_none().then_some(NEAR_NODES));
            let limits = Limits { time, nodes, ..plan.limits.clone() };
            let told = &mut |length| progress.solution(length, least);
            let (found, expanded) = shortened(&puzzle, &instance.start, &singles, &limits, told);
            *moves = instance.replay(&found);
            *cost = instance.count(moves);
            stats.expanded += expanded;
            stats.seconds = clock.elapsed().as_secs_f64();
        }
    }
    Ok(answer)
}

/// Solves by a search that reports each of its steps to `tracer`.
pub(super) fn trace(instance: &TilesInstance, plan: &Plan, tracer: &mut dyn Tracer) -> Result<Answer, Error> {
    let plan = Plan { algorithm: plan.algorithm.or(Some(Algorithm::AStar)), ..plan.clone() };
    let (algorithm, guide) = choose(instance, &plan)?;
    if algorithm == Algorithm::Near || guide == HeuristicName::PATTERNS {
        return Err(missing(&format!("trace of {algorithm} with {guide}"), instance));
    }
    let puzzle = puzzle(instance)?;
    let words = Words {
        state: &|state: &Packed25| puzzle.board(state).text(Style::Rows).to_string(),
        step: &|slide: Slide, after: &Packed25| {
            let moved = puzzle.singles(slide).map(|mv| after.tile(mv.to).to_string());
            let moved: Vec<String> = moved.collect();
            let Move { from, to } = puzzle.singles(slide).next().expect("a move goes somewhere");
            format!("{} {}", moved.join(" "), instance.direction(from, to).name())
        },
    };
    let start = puzzle.state(&instance.start)?;
    let observer = Traced::new(tracer, words, Rule::of(algorithm, &plan));
    let report = search_by(&puzzle, start, algorithm, &plan, observer);
    Ok(Answer::new(algorithm, guide, steps(instance, &puzzle, report)))
}

/// Surveys everything that can be reached.
pub(super) fn survey(instance: &TilesInstance, scope: &Scope<'_>) -> Result<Survey, Error> {
    let puzzle = puzzle(instance)?;
    let text = |state: &Packed25| puzzle.board(state).text(Style::Rows).to_string();
    Ok(survey::survey(&puzzle, puzzle.state(&instance.start)?, scope, &text))
}

/// Counts all positions from which the goal can be reached.
pub(super) fn enumerate(
    instance: &TilesInstance,
    plan: &EnumeratePlan,
    progress: &mut dyn Progress,
) -> Result<Enumeration, Error> {
    let TilesInstance { geometry, goal, .. } = instance;
    if plan.disk.is_some() || plan.save.is_some() {
        return Err(in_memory(instance));
    }
    let census = taquin_space::enumerate_by(instance.counting(), *geometry, goal, &plan.options(), progress)?;
    Ok(Enumeration::from_goal(census.map(|board| board.text(Style::Rows).to_string())))
}

/// Boards of one size and goal that are solved with the same tables.
pub(super) fn group(instance: &TilesInstance, plan: &Plan) -> Option<String> {
    let tables = matches!(choose(instance, plan), Ok((_, HeuristicName::PATTERNS)));
    let torus = if instance.geometry.is_torus() { "torus" } else { "flat" };
    tables.then(|| format!("{} {torus} {}", instance.metric, instance.goal.text(Style::Rows)))
}

/// Solves boards of one size, goal and metric, each on a thread of its own. The tables are built with the first
/// board that needs them.
#[derive(Default)]
pub(super) struct MeteredSolver {
    search: Option<Box<dyn Shortest>>,
}

impl Solver for MeteredSolver {
    fn solve(
        &mut self,
        instances: &mut (dyn Iterator<Item = Instance> + Send),
        plan: &Plan,
        progress: &mut dyn Progress,
        deliver: &mut Deliver<'_>,
    ) -> Result<(), Error> {
        let Some(first) = instances.next() else { return Ok(()) };
        let Some(second) = instances.next() else {
            let answer = solve(tiles(&first), plan, progress);
            let _ = deliver((Some(first), answer));
            return Ok(());
        };
        if self.search.is_none() {
            let like = tiles(&first);
            progress.phase("tables");
            match like.counting().search(
                &like.geometry,
                &like.goal,
                plan.threads(),
                &plan.limits,
                plan.tables.as_deref(),
                true,
            ) {
                Ok(search) => self.search = Some(search),
                Err(limit) => {
                    for instance in [first, second].into_iter().chain(instances) {
                        let answer = stopped(tiles(&instance), limit);
                        if deliver((Some(instance), Ok(answer))).is_break() {
                            break;
                        }
                    }
                    return Ok(());
                }
            }
        }
        let Some(search) = &self.search else { return Ok(()) };
        let answer = |instance: &Instance| {
            let tiles = tiles(instance);
            let unsolvable = lineup::unsolvable(tiles, Algorithm::IdaStar, HeuristicName::PATTERNS);
            Ok(unsolvable.unwrap_or_else(|| by_tables(tiles, &**search, &plan.limits, &mut ())))
        };
        let mut all = [first, second].into_iter().chain(instances);
        side_by_side(&mut all, plan, deliver, &answer);
        Ok(())
    }
}

pub(super) fn puzzle(instance: &TilesInstance) -> Result<Metered, Error> {
    Ok(Metered::new(instance.geometry, &instance.goal, instance.counting())?)
}

fn search_by(
    puzzle: &Metered,
    start: Packed25,
    algorithm: Algorithm,
    plan: &Plan,
    observer: impl Observer<Metered>,
) -> Report<Slide> {
    let limits = &plan.limits;
    match algorithm {
        Algorithm::BreadthFirst => breadth_first(puzzle, start, limits, observer),
        Algorithm::Bidirectional => bidirectional(puzzle, start, limits, observer),
        Algorithm::IterativeDeepening => iterative_deepening(puzzle, start, limits, observer),
        informed => informed::run(informed, puzzle, start, &Blind, plan, observer),
    }
}

/// The same report, tile by tile; replays the solution on the way.
fn steps(instance: &TilesInstance, puzzle: &Metered, report: Report<Slide>) -> Report<Step> {
    with_steps(report, |slides| {
        let moves: Vec<Move> = slides.iter().flat_map(|&slide| puzzle.singles(slide)).collect();
        instance.replay(&moves)
    })
}

impl TilesInstance {
    /// How many moves of the instance's metric these steps are.
    pub(super) fn count(&self, steps: &[Step]) -> Cost {
        let moves = &mut steps.iter().map(|step| Move { from: step.from, to: step.to });
        Cost::try_from(self.counting().count(&self.geometry, moves)).unwrap_or(Cost::MAX)
    }
}
