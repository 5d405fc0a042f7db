//! The combinations for tiles with labels.

use std::time::Duration;

use taquin_search::{
    Cost, Limit, Limits, Observer, Outcome, Progress, Report, Stats, bidirectional, breadth_first,
    iterative_deepening,
};
use taquin_tiles::format::labels::write;
use taquin_tiles::labelled::{
    Arrangement, Arranging, Flood, Kinds, LabelGuide, LabelPatterns, Matching, Until,
};
use taquin_tiles::{Slide, metric};

use super::{KIND, LabelledInstance, numbers, space};
use crate::answer::{Answer, Step, with_steps};
use crate::error::Error;
use crate::family::Family;
use crate::informed;
use crate::instance::Instance;
use crate::machine::{Deliver, Solver, side_by_side};
use crate::plan::{Algorithm, Choices, HeuristicName, Plan};
use crate::reason::Rule;
use crate::survey::{self, Scope, Survey};
use crate::trace::{Traced, Tracer, Words};

/// The most arrangements that are all enumerated, and the most for which no search is tried first.
const MOST_POSITIONS: u64 = 1 << 28;
const FEW_POSITIONS: u64 = 8_000_000;

/// The most bytes for all arrangements, where no limit is set.
const MOST_BYTES: usize = 1 << 30;

/// The arrangements of a group of labels that has a table, and the expansions of A* with such tables: first those that
/// are made in a moment, then those that take some seconds.
const STAGES: [(u64, u64); 2] = [(600_000, 200_000), (TABLE, 1_000_000)];
const TABLE: u64 = 6_000_000;

/// The limits of a quick solution.
const QUICK_NODES: u64 = 100_000;
const QUICK_TIME: Duration = Duration::from_millis(500);

/// Runs a function with short states if the board allows it.
macro_rules! sized {
    ($instance:expr, $function:ident($($argument:expr),*)) => {
        match $instance.cells_of_board() {
            ..=16 => $function::<16>($($argument),*),
            _ => $function::<64>($($argument),*),
        }
    };
}

/// The algorithms and heuristics that can be chosen.
pub(super) fn choices(instance: &LabelledInstance) -> Choices {
    let fits = |algorithm: &Algorithm| match algorithm {
        Algorithm::Near => false,
        Algorithm::Exhaustive => is_small(instance, &Limits::default()),
        Algorithm::Bidirectional => instance.kinds().only_goal().is_some(),
        _ => true,
    };
    Choices {
        algorithms: Algorithm::ALL.iter().copied().filter(fits).collect(),
        heuristics: HEURISTICS.into_iter().filter(|&heuristic| has(instance, heuristic)).collect(),
    }
}

const HEURISTICS: [HeuristicName; 3] =
    [HeuristicName::BLIND, HeuristicName::MANHATTAN, HeuristicName::PATTERNS];

/// Whether a heuristic counts the moves of the puzzle: Manhattan distance counts those of tiles.
fn has(instance: &LabelledInstance, heuristic: HeuristicName) -> bool {
    HEURISTICS.contains(&heuristic) && !(heuristic == HeuristicName::MANHATTAN && instance.is_metered())
}

/// Whether memory holds all arrangements.
fn is_small(instance: &LabelledInstance, limits: &Limits) -> bool {
    let space = instance.kinds().space().filter(|space| space.size() <= MOST_POSITIONS);
    let bytes = space.and_then(|space| Flood::bytes_for(&space));
    bytes.is_some_and(|bytes| bytes <= limits.memory.unwrap_or(MOST_BYTES))
}

/// The algorithm and the heuristic: those of the plan if it names them. All arrangements are enumerated if they fit
/// into memory. With several blanks the same moves can be made in many orders, and a line of tiles can be moved in
/// many parts, which only a search with lists recognises.
fn choose(instance: &LabelledInstance, plan: &Plan) -> Result<(Algorithm, HeuristicName), Error> {
    if plan.distances.is_some() {
        return Err(Error::NotFor { what: "table of distances".into(), kind: KIND });
    }
    let algorithm = match (plan.algorithm, plan.heuristic) {
        (Some(algorithm), _) => algorithm,
        (None, None) if is_small(instance, &plan.limits) => Algorithm::Exhaustive,
        (None, _) if instance.kinds().blanks() == 1 && !instance.is_metered() => Algorithm::IdaStar,
        (None, _) => Algorithm::AStar,
    };
    match algorithm {
        Algorithm::Near => {
            return Err(Error::NotFor { what: format!("algorithm {algorithm}"), kind: KIND });
        }
        Algorithm::Exhaustive if !is_small(instance, &plan.limits) => return Err(Error::TooManyPositions),
        Algorithm::Bidirectional if instance.kinds().only_goal().is_none() => return Err(Error::OpenGoal),
        _ => {}
    }
    let guide = match plan.heuristic {
        None | Some(HeuristicName::BLIND) if !algorithm.is_informed() => HeuristicName::BLIND,
        Some(heuristic) if !algorithm.is_informed() => {
            return Err(Error::Uninformed { algorithm, heuristic });
        }
        None => HeuristicName::PATTERNS,
        Some(heuristic) if has(instance, heuristic) => heuristic,
        Some(heuristic) if HEURISTICS.contains(&heuristic) => {
            let what = format!("heuristic {heuristic} in the {} metric", instance.counting().name());
            return Err(Error::NotFor { what, kind: KIND });
        }
        Some(heuristic) => return Err(Error::NotFor { what: format!("heuristic {heuristic}"), kind: KIND }),
    };
    Ok((algorithm, guide))
}

pub(super) fn solve(
    instance: &LabelledInstance,
    plan: &Plan,
    progress: &mut dyn Progress,
) -> Result<Answer, Error> {
    let (algorithm, guide) = choose(instance, plan)?;
    if let Some(answer) = unsolvable(instance, algorithm, guide) {
        return Ok(answer);
    }
    let is_told = plan.algorithm.is_some() || plan.heuristic.is_some();
    let few = space::size(instance).is_some_and(|size| size <= FEW_POSITIONS);
    match algorithm {
        Algorithm::Exhaustive if is_told || few => by_flood(instance, plan, progress),
        _ if is_told => Ok(by_search(instance, (algorithm, guide), plan, progress)),
        algorithm => match numbers::solve(instance, plan, progress)? {
            Some(answer) => Ok(answer),
            None => sized!(instance, by_stages(instance, algorithm, plan, progress)),
        },
    }
}

/// The answer of a search.
fn by_search(
    instance: &LabelledInstance,
    (algorithm, guide): (Algorithm, HeuristicName),
    plan: &Plan,
    progress: &mut dyn Progress,
) -> Answer {
    let report = match tables(instance.kinds(), guide, TABLE, plan, progress) {
        Ok(tables) => sized!(instance, search(instance, algorithm, &tables, plan, progress)),
        Err(limit) => stopped(instance, limit),
    };
    Answer::new(algorithm, guide, with_steps(report, |moves| instance.replay(moves)))
}

/// The answer by stages: A* with small tables and with large ones, within limits; then all arrangements if they fit
/// into memory, or `last` with the large tables.
fn by_stages<const N: usize>(
    instance: &LabelledInstance,
    last: Algorithm,
    plan: &Plan,
    progress: &mut dyn Progress,
) -> Result<Answer, Error> {
    let clock = taquin_search::host::Instant::now();
    let (mut expanded, mut bound) = (0, 0);
    let answer = |algorithm, mut report: Report<Slide>, bound: Cost| {
        report.lower_bound = report.lower_bound.max(bound);
        let report = with_steps(report, |moves| instance.replay(moves));
        Answer::new(algorithm, HeuristicName::PATTERNS, report)
    };
    let left = |expanded: u64| {
        let nodes = plan.limits.nodes.map(|nodes| nodes.saturating_sub(expanded));
        let time = plan.limits.time.map(|time| time.saturating_sub(clock.elapsed()));
        Limits { nodes, time, ..plan.limits.clone() }
    };
    let mut guide = LabelGuide::Blind;
    for (table, most) in STAGES {
        let plan = Plan { limits: left(expanded), ..plan.clone() };
        guide = match tables(instance.kinds(), HeuristicName::PATTERNS, table, &plan, progress) {
            Ok(guide) => guide,
            Err(limit) => return Ok(answer(Algorithm::AStar, stopped(instance, limit), bound)),
        };
        let mut limits = left(expanded);
        let is_last = limits.nodes.is_some_and(|nodes| nodes <= most);
        limits.nodes = Some(limits.nodes.map_or(most, |nodes| nodes.min(most)));
        let plan = Plan { limits, ..plan };
        let report = search::<N>(instance, Algorithm::AStar, &guide, &plan, progress);
        match report.outcome {
            Outcome::Stopped(Limit::Nodes) if !is_last => {}
            Outcome::Stopped(Limit::Memory) => {}
            _ => return Ok(answer(Algorithm::AStar, report, bound)),
        }
        expanded += report.stats.expanded;
        bound = bound.max(report.lower_bound);
    }
    let plan = Plan { limits: left(expanded), ..plan.clone() };
    if last == Algorithm::Exhaustive {
        progress.phase("all arrangements");
        return by_flood(instance, &plan, progress);
    }
    let report = search::<N>(instance, last, &guide, &plan, progress);
    Ok(answer(last, report, bound))
}

/// The report of a search that was stopped before it began.
fn stopped(instance: &LabelledInstance, limit: Limit) -> Report<Slide> {
    Report { outcome: Outcome::Stopped(limit), lower_bound: instance.lower_bound(), stats: Stats::default() }
}

/// The answer by all arrangements that are nearer to a goal than the start.
fn by_flood(instance: &LabelledInstance, plan: &Plan, progress: &mut dyn Progress) -> Result<Answer, Error> {
    let clock = taquin_search::host::Instant::now();
    let found = space::flooded(instance, Until::Found(0), plan.threads(), &plan.limits, progress);
    let flood = found.ok_or(Error::TooManyPositions)?;
    Ok(from_flood(instance, &flood, clock.elapsed().as_secs_f64()))
}

/// The answer by all arrangements that are as near to a goal as the start.
fn from_flood(instance: &LabelledInstance, flood: &Flood, seconds: f64) -> Answer {
    let moves = flood.way(instance.kinds(), &instance.arrangement::<64>().0);
    let (outcome, lower_bound) = match (moves, flood.stopped) {
        (Some(moves), _) => {
            let cost = moves.len() as Cost;
            (Outcome::Solved { cost, moves }, cost)
        }
        // No arrangement of a whole level is the start.
        (None, Some(limit)) => (Outcome::Stopped(limit), flood.levels.len() as Cost),
        (None, None) => (Outcome::Unsolvable, Cost::MAX),
    };
    let expanded = flood.levels.iter().rev().skip(1).sum();
    let stats = Stats { expanded, peak_bytes: flood.bytes, seconds, ..Stats::default() };
    let report = with_steps(Report { outcome, lower_bound, stats }, |moves| instance.replay(moves));
    Answer::new(Algorithm::Exhaustive, HeuristicName::BLIND, report)
}

/// The answer where there is no solution, with the reason.
fn unsolvable(instance: &LabelledInstance, algorithm: Algorithm, guide: HeuristicName) -> Option<Answer> {
    let told = instance.solvability().filter(|told| !told.is_solvable())?;
    let report = Report { outcome: Outcome::Unsolvable, lower_bound: Cost::MAX, stats: Stats::default() };
    let words = told.to_string();
    let reason = Some(words.strip_prefix("unsolvable: ").unwrap_or(&words).to_string());
    Some(Answer { reason, ..Answer::new(algorithm, guide, report) })
}

/// Searches by kinds: tiles that no goal distinguishes are equal.
fn search<const N: usize>(
    instance: &LabelledInstance,
    algorithm: Algorithm,
    guide: &LabelGuide,
    plan: &Plan,
    progress: &mut dyn Progress,
) -> Report<Slide> {
    let puzzle = Arranging::<N> { kinds: instance.kinds() };
    run(&puzzle, instance.arrangement(), algorithm, guide, plan, progress)
}

/// The heuristic, with tables of groups of at most `most` arrangements where it has some.
fn tables(
    kinds: &Kinds,
    guide: HeuristicName,
    most: u64,
    plan: &Plan,
    progress: &mut dyn Progress,
) -> Result<LabelGuide, Limit> {
    Ok(match guide {
        HeuristicName::PATTERNS => {
            progress.phase("tables");
            LabelGuide::Patterns(LabelPatterns::new(kinds, most, plan.threads(), &plan.limits)?)
        }
        HeuristicName::MANHATTAN => LabelGuide::Matching(Matching::new(kinds)),
        _ => LabelGuide::Blind,
    })
}

fn run<'a, const N: usize>(
    puzzle: &Arranging<'a, N>,
    start: Arrangement<N>,
    algorithm: Algorithm,
    guide: &LabelGuide,
    plan: &Plan,
    observer: impl Observer<Arranging<'a, N>>,
) -> Report<Slide> {
    let limits = &plan.limits;
    match algorithm {
        Algorithm::BreadthFirst | Algorithm::Exhaustive => breadth_first(puzzle, start, limits, observer),
        Algorithm::Bidirectional => bidirectional(puzzle, start, limits, observer),
        Algorithm::IterativeDeepening => iterative_deepening(puzzle, start, limits, observer),
        algorithm => informed::run(algorithm, puzzle, start, guide, plan, observer),
    }
}

/// Solves by a search that reports each of its steps to `tracer`. All labels are distinguished, so that states look
/// as they are written.
pub(super) fn trace(
    instance: &LabelledInstance,
    plan: &Plan,
    tracer: &mut dyn Tracer,
) -> Result<Answer, Error> {
    let plan = Plan { algorithm: plan.algorithm.or(Some(Algorithm::AStar)), ..plan.clone() };
    let (algorithm, guide) = choose(instance, &plan)?;
    let kinds = instance.fine_kinds();
    let report = match tables(&kinds, guide, TABLE, &plan, &mut ()) {
        Ok(tables) => tell(instance, &kinds, (algorithm, &tables), &plan, tracer),
        Err(limit) => stopped(instance, limit),
    };
    Ok(Answer::new(algorithm, guide, with_steps(report, |moves| instance.replay(moves))))
}

fn tell(
    instance: &LabelledInstance,
    kinds: &Kinds,
    (algorithm, guide): (Algorithm, &LabelGuide),
    plan: &Plan,
    tracer: &mut dyn Tracer,
) -> Report<Slide> {
    let state = |state: &Arrangement<64>| text(instance, kinds, &state.0);
    let step = |slide: Slide, after: &Arrangement<64>| {
        let labels = kinds.labels(&instance.puzzle, &after.0);
        let moved: Vec<String> =
            kinds.paths().singles(slide).map(|mv| labels[mv.to as usize].to_string()).collect();
        let first = kinds.paths().path(slide)[0];
        format!("{} {}", moved.join(" "), instance.direction(first, slide.blank).name())
    };
    let start = kinds.arrangement(instance.puzzle.start());
    let traced = Traced::new(tracer, Words { state: &state, step: &step }, Rule::of(algorithm, plan));
    run(&Arranging::<64> { kinds }, start, algorithm, guide, plan, traced)
}

fn text(instance: &LabelledInstance, kinds: &Kinds, state: &[u8]) -> String {
    write(&kinds.labels(&instance.puzzle, state), instance.puzzle.geometry().cols())
}

/// Surveys everything that can be reached.
pub(super) fn survey(instance: &LabelledInstance, scope: &Scope<'_>) -> Survey {
    let kinds = instance.fine_kinds();
    let words = |state: &Arrangement<64>| text(instance, &kinds, &state.0);
    let start = kinds.arrangement(instance.puzzle.start());
    survey::survey(&Arranging::<64> { kinds: &kinds }, start, scope, &words)
}

/// A solution that is found in a moment, of any length.
pub(super) fn quick_solution(instance: &LabelledInstance, limits: &Limits) -> Option<Vec<Step>> {
    let limits = Limits { nodes: Some(QUICK_NODES), time: Some(QUICK_TIME), ..limits.clone() };
    let plan = Plan { limits, ..Plan::default() };
    let greedy = (Algorithm::Greedy, HeuristicName::MANHATTAN);
    // The distances of single tiles lead there sooner than the coarser bounds of other metrics.
    let instance = &instance.in_metric(metric::METRICS[0]);
    match by_search(instance, greedy, &plan, &mut ()).report.outcome {
        Outcome::Solved { moves, .. } => Some(moves),
        Outcome::Unsolvable | Outcome::Stopped(_) => None,
    }
}

/// Boards with the same labels and goals, which are answered from one table.
pub(super) fn group(instance: &LabelledInstance, plan: &Plan) -> Option<String> {
    let few = space::size(instance).is_some_and(|size| size <= FEW_POSITIONS);
    let is_table = matches!(choose(instance, plan), Ok((Algorithm::Exhaustive, _)));
    let cols = instance.puzzle.geometry().cols();
    let goals: Vec<String> = instance.puzzle.goals().iter().map(|goal| write(goal, cols)).collect();
    let torus = instance.puzzle.geometry().is_torus();
    let labels = instance.puzzle.counts();
    let metric = instance.counting().name();
    (few && is_table).then(|| format!("{KIND} {metric} {torus} {labels:?} {}", goals.join(" | ")))
}

/// Solves boards of one group. The table is made with the second board.
#[derive(Default)]
pub(super) struct TableSolver {
    flood: Option<Flood>,
}

impl Solver for TableSolver {
    fn solve(
        &mut self,
        instances: &mut (dyn Iterator<Item = Instance> + Send),
        plan: &Plan,
        progress: &mut dyn Progress,
        deliver: &mut Deliver<'_>,
    ) -> Result<(), Error> {
        let Some(first) = instances.next() else { return Ok(()) };
        let Some(second) = instances.next() else {
            let answer = first.solve(plan, progress);
            let _ = deliver((Some(first), answer));
            return Ok(());
        };
        if self.flood.is_none()
            && let Some(like) = first.of::<LabelledInstance>()
        {
            progress.phase("tables");
            let found = space::flooded(like, Until::End, plan.threads(), &plan.limits, progress);
            self.flood = found.filter(|flood| flood.stopped.is_none());
        }
        let one = Plan { threads: Some(1), ..plan.clone() };
        let answer = |instance: &Instance| match (&self.flood, instance.of::<LabelledInstance>()) {
            (Some(flood), Some(labelled)) => {
                let told = unsolvable(labelled, Algorithm::Exhaustive, HeuristicName::BLIND);
                Ok(told.unwrap_or_else(|| from_flood(labelled, flood, 0.0)))
            }
            _ => instance.solve(&one, &mut ()),
        };
        let mut all = [first, second].into_iter().chain(instances);
        side_by_side(&mut all, plan, deliver, &answer);
        Ok(())
    }
}
