//! Tiles whose moves are not counted tile by tile. Generic searches work with any metric; a metric may also have a
//! specialised search, which is then the default.

mod near;

use std::sync::{Arc, Mutex};

use taquin_search::{
    Cost, Heuristic, Limit, Limits, Observer, Outcome, Progress, Report, Stats, bidirectional, breadth_first,
    iterative_deepening,
};
use taquin_tiles::format::Style;
use taquin_tiles::metric::Shortest;
use taquin_tiles::{Cells, Metered, Move, Packed25, Slide};

use super::deepening::tiles;
use super::{KIND, TilesInstance, lineup};
use crate::answer::{Answer, Step, with_steps};
use crate::enumeration::{EnumeratePlan, Enumeration};
use crate::error::Error;
use crate::informed;
use crate::instance::Instance;
use crate::machine::{Deliver, Solver, side_by_side};
use crate::plan::{Algorithm, Choices, HeuristicName, Plan};
use crate::reason::Rule;
use crate::render::moves_in_words;
use crate::survey::{self, Scope, Survey};
use crate::trace::{Traced, Tracer, Words};
use crate::walk::Walk;

/// The most nodes of a bidirectional search before tables are built: it solves easy boards in a moment.
const EASY_NODES: u64 = 60_000;

/// The algorithms and heuristics that can be chosen on this board.
pub(super) fn choices(instance: &TilesInstance) -> Choices {
    let is_small = instance.geometry.cells() <= Packed25::MAX_CELLS;
    let fits = |algorithm: &Algorithm| match algorithm {
        Algorithm::Near => true,
        Algorithm::Exhaustive => false,
        _ => is_small,
    };
    let mut heuristics = vec![HeuristicName::BLIND];
    heuristics.extend(is_small.then_some(HeuristicName::MANHATTAN));
    heuristics.extend(has_tables(instance).then_some(HeuristicName::PATTERNS));
    Choices { algorithms: Algorithm::ALL.iter().copied().filter(fits).collect(), heuristics }
}

pub(super) fn has_search(instance: &TilesInstance) -> bool {
    instance.counting().has_search(&instance.geometry)
}

fn has_tables(instance: &TilesInstance) -> bool {
    instance.counting().has_tables(&instance.geometry)
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
    let guide = match plan.heuristic {
        None | Some(HeuristicName::BLIND) if !algorithm.is_informed() => HeuristicName::BLIND,
        Some(heuristic) if !algorithm.is_informed() => {
            return Err(Error::Uninformed { algorithm, heuristic });
        }
        None if algorithm == Algorithm::IdaStar && has_tables(instance) => HeuristicName::PATTERNS,
        None => HeuristicName::MANHATTAN,
        Some(heuristic) if choices(instance).heuristics.contains(&heuristic) => heuristic,
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
    solve_with(instance, plan, progress, &KeptSearch::default())
}

/// The same with a search that may be kept for other boards.
pub(super) fn solve_with(
    instance: &TilesInstance,
    plan: &Plan,
    progress: &mut dyn Progress,
    kept: &KeptSearch,
) -> Result<Answer, Error> {
    let (algorithm, guide) = choose(instance, plan)?;
    if let Some(answer) = lineup::unsolvable(instance, algorithm, guide) {
        return Ok(answer);
    }
    match (algorithm, guide) {
        (Algorithm::Near, _) => near::solve(instance, plan, kept, progress),
        (Algorithm::IdaStar, HeuristicName::PATTERNS) => {
            let answer = easy(instance, plan)?;
            if matches!(answer.report.outcome, Outcome::Solved { .. }) {
                return Ok(answer);
            }
            progress.phase("tables");
            Ok(match kept.get(instance, plan) {
                Ok(search) => by_tables(instance, &*search, &plan.limits, progress),
                Err(limit) => stopped(instance, limit),
            })
        }
        (_, guide) => generic(instance, (algorithm, guide), plan, kept, progress),
    }
}

/// The answer of a generic search.
fn generic(
    instance: &TilesInstance,
    (algorithm, guide): (Algorithm, HeuristicName),
    plan: &Plan,
    kept: &KeptSearch,
    observer: impl Observer<Metered>,
) -> Result<Answer, Error> {
    let puzzle = puzzle(instance)?;
    let search = match guide {
        HeuristicName::PATTERNS => match kept.get(instance, plan) {
            Ok(search) => Some(search),
            Err(limit) => return Ok(stopped(instance, limit)),
        },
        _ => None,
    };
    let least = |state: &Packed25| match &search {
        Some(search) => search.least(&puzzle, &puzzle.board(state)),
        None if guide == HeuristicName::BLIND => 0,
        None => instance.counting().least(&instance.geometry, &puzzle.board(state), &instance.goal),
    };
    let start = puzzle.state(&instance.start)?;
    let report = search_by(&puzzle, start, (algorithm, &Estimate(&least)), plan, observer);
    Ok(Answer::new(algorithm, guide, steps(instance, &puzzle, report)))
}

/// A lower bound that is evaluated from scratch at each position.
struct Estimate<'a>(&'a dyn Fn(&Packed25) -> Cost);

impl Heuristic<Metered> for Estimate<'_> {
    type Memo = Cost;
    fn start(&self, _: &Metered, state: &Packed25) -> Cost {
        (self.0)(state)
    }
    fn step(&self, _: &Metered, _: Cost, after: &Packed25, _: Slide) -> Cost {
        (self.0)(after)
    }
    fn value(&self, memo: Cost) -> Cost {
        memo
    }
}

/// The metric's own search, whose tables are built once for all boards of one size and goal.
#[derive(Default)]
pub(super) struct KeptSearch {
    search: Mutex<Option<Arc<dyn Shortest>>>,
    /// Whether there are many boards.
    many: bool,
}

impl KeptSearch {
    /// For many boards.
    pub(super) fn for_many() -> Self {
        KeptSearch { many: true, ..Self::default() }
    }

    /// The search for boards like `instance`.
    pub(super) fn get(&self, instance: &TilesInstance, plan: &Plan) -> Result<Arc<dyn Shortest>, Limit> {
        let mut search = self.search.lock().expect("no thread panics");
        if search.is_none() {
            let TilesInstance { geometry, goal, .. } = instance;
            let (threads, folder) = (plan.threads(), plan.tables.as_deref());
            let made =
                instance.counting().search(geometry, goal, threads, &plan.limits, folder, self.many)?;
            *search = Some(made.into());
        }
        Ok(Arc::clone(search.as_ref().expect("just made")))
    }
}

/// The answer of a search of a moment, which needs no tables: easy boards are solved.
fn easy(instance: &TilesInstance, plan: &Plan) -> Result<Answer, Error> {
    let puzzle = puzzle(instance)?;
    let nodes = plan.limits.nodes.map_or(EASY_NODES, |nodes| nodes.min(EASY_NODES));
    let limits = Limits { nodes: Some(nodes), ..plan.limits.clone() };
    let report = bidirectional(&puzzle, puzzle.state(&instance.start)?, &limits, ());
    Ok(Answer::new(Algorithm::Bidirectional, HeuristicName::BLIND, steps(instance, &puzzle, report)))
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

/// Solves by a search that reports each of its steps to `tracer`.
pub(super) fn trace(instance: &TilesInstance, plan: &Plan, tracer: &mut dyn Tracer) -> Result<Answer, Error> {
    let plan = Plan { algorithm: plan.algorithm.or(Some(Algorithm::AStar)), ..plan.clone() };
    let (algorithm, guide) = choose(instance, &plan)?;
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
    let mut observer = Traced::new(tracer, words, Rule::of(algorithm, &plan));
    if algorithm == Algorithm::Near {
        let answer = solve(instance, &plan, &mut ())?;
        if let (Some(steps), Outcome::Solved { cost, .. }) = (answer.steps(), &answer.report.outcome) {
            observer.phase(&format!("a solution of {}", moves_in_words((*cost).into())), Rule::Walk);
            let start = puzzle.state(&instance.start)?;
            let slides = near::slides(&puzzle, start, steps);
            let _ = Walk::new(&puzzle, start).go_along(&slides, &mut observer);
        }
        return Ok(answer);
    }
    generic(instance, (algorithm, guide), &plan, &KeptSearch::default(), observer)
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
    let tables = match choose(instance, plan) {
        Ok((_, HeuristicName::PATTERNS)) => true,
        Ok((Algorithm::Near, _)) => has_tables(instance),
        _ => false,
    };
    let torus = if instance.geometry.is_torus() { "torus" } else { "flat" };
    tables.then(|| format!("{} {torus} {}", instance.metric, instance.goal.text(Style::Rows)))
}

/// Solves boards of one size, goal and metric, each on a thread of its own. The tables are built with the first
/// board that needs them.
pub(super) struct MeteredSolver(KeptSearch);

impl MeteredSolver {
    pub(super) fn new() -> Self {
        MeteredSolver(KeptSearch::for_many())
    }
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
        let like = tiles(&first);
        let chosen = choose(like, plan)?;
        // Where all need the tables, they are built on all threads before the first is solved.
        let made = chosen.1 == HeuristicName::PATTERNS && {
            progress.phase("tables");
            match self.0.get(like, plan) {
                Ok(_) => true,
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
        };
        let one = Plan { threads: Some(1), ..plan.clone() };
        let answer = |instance: &Instance| {
            let tiles = tiles(instance);
            if !made || chosen.0 != Algorithm::IdaStar {
                return solve_with(tiles, &one, &mut (), &self.0);
            }
            let unsolvable = lineup::unsolvable(tiles, chosen.0, chosen.1);
            Ok(match (unsolvable, self.0.get(tiles, plan)) {
                (Some(answer), _) => answer,
                (None, Ok(search)) => by_tables(tiles, &*search, &plan.limits, &mut ()),
                (None, Err(limit)) => stopped(tiles, limit),
            })
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
    (algorithm, guide): (Algorithm, &Estimate<'_>),
    plan: &Plan,
    observer: impl Observer<Metered>,
) -> Report<Slide> {
    let limits = &plan.limits;
    match algorithm {
        Algorithm::BreadthFirst => breadth_first(puzzle, start, limits, observer),
        Algorithm::Bidirectional => bidirectional(puzzle, start, limits, observer),
        Algorithm::IterativeDeepening => iterative_deepening(puzzle, start, limits, observer),
        informed => informed::run(informed, puzzle, start, guide, plan, observer),
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
