//! The combinations for tiles with labels.

use std::time::Duration;

use taquin_search::{
    Blind, Cost, Limit, Limits, Observer, Outcome, Progress, Report, Stats, bidirectional, breadth_first,
    iterative_deepening,
};
use taquin_tiles::Move;
use taquin_tiles::format::labels::{Label, write};
use taquin_tiles::labelled::{Arrangement, Arranging, Flood, Kinds, LabelPatterns, Matching, Until};

use super::{KIND, LabelledInstance, space};
use crate::answer::{Answer, Step, with_steps};
use crate::error::Error;
use crate::informed;
use crate::instance::Instance;
use crate::machine::{Deliver, Solver, side_by_side};
use crate::plan::{Algorithm, Choices, HeuristicName, Plan};
use crate::reason::Rule;
use crate::survey::{self, Scope, Survey};
use crate::trace::{Traced, Tracer, Words};

/// The most arrangements that are looked at one and all, and the most of those that are not searched first.
const MOST_POSITIONS: u64 = 1 << 28;
const FEW_POSITIONS: u64 = 8_000_000;

/// The most bytes for all arrangements, where no limit is set.
const MOST_BYTES: usize = 1 << 30;

/// Expansions of the search that comes before all arrangements are looked at.
const EASY_NODES: u64 = 1_000_000;

/// The limits of a solution that is to be there in a moment.
const QUICK_NODES: u64 = 100_000;
const QUICK_TIME: Duration = Duration::from_millis(500);

/// Runs a function with states as short as the board allows.
macro_rules! sized {
    ($instance:expr, $function:ident($($argument:expr),*)) => {
        match $instance.cells_of_board() {
            ..=16 => $function::<16>($($argument),*),
            17..=32 => $function::<32>($($argument),*),
            _ => $function::<64>($($argument),*),
        }
    };
}

/// The algorithms and heuristics that can be asked for.
pub(super) fn choices(instance: &LabelledInstance) -> Choices {
    let fits = |algorithm: &Algorithm| match algorithm {
        Algorithm::Near => false,
        Algorithm::Exhaustive => is_small(instance, &Limits::default()),
        Algorithm::Bidirectional => instance.kinds().only_goal().is_some(),
        _ => true,
    };
    Choices {
        algorithms: Algorithm::ALL.iter().copied().filter(fits).collect(),
        heuristics: vec![HeuristicName::BLIND, HeuristicName::MANHATTAN, HeuristicName::PATTERNS],
    }
}

/// Whether memory holds all arrangements.
fn is_small(instance: &LabelledInstance, limits: &Limits) -> bool {
    let space = instance.kinds().space().filter(|space| space.size() <= MOST_POSITIONS);
    let bytes = space.and_then(|space| Flood::bytes_for(&space));
    bytes.is_some_and(|bytes| bytes <= limits.memory.unwrap_or(MOST_BYTES))
}

/// The algorithm and the heuristic: those of the plan where it names them. All arrangements are looked at where memory
/// holds them. Several blanks have many orders of the same moves, which only a search with lists recognises.
fn choose(instance: &LabelledInstance, plan: &Plan) -> Result<(Algorithm, HeuristicName), Error> {
    if plan.distances.is_some() {
        return Err(Error::NotFor { what: "table of distances".into(), kind: KIND });
    }
    let algorithm = match (plan.algorithm, plan.heuristic) {
        (Some(algorithm), _) => algorithm,
        (None, None) if is_small(instance, &plan.limits) => Algorithm::Exhaustive,
        (None, _) if instance.kinds().blanks() == 1 => Algorithm::IdaStar,
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
        Some(heuristic @ (HeuristicName::BLIND | HeuristicName::MANHATTAN | HeuristicName::PATTERNS)) => {
            heuristic
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
    if algorithm != Algorithm::Exhaustive {
        return Ok(by_search(instance, (algorithm, guide), plan, progress));
    }
    let is_told = plan.algorithm.is_some();
    if !is_told && space::size(instance).is_none_or(|size| size > FEW_POSITIONS) {
        let nodes = Some(plan.limits.nodes.map_or(EASY_NODES, |nodes| nodes.min(EASY_NODES)));
        let hasty = Plan { limits: Limits { nodes, ..plan.limits.clone() }, ..plan.clone() };
        let answer = by_search(instance, (Algorithm::AStar, HeuristicName::PATTERNS), &hasty, progress);
        let is_over = plan.limits.nodes.is_some_and(|nodes| nodes <= EASY_NODES);
        match answer.report.outcome {
            Outcome::Stopped(Limit::Nodes) if !is_over => {}
            Outcome::Stopped(Limit::Memory) => {}
            _ => return Ok(answer),
        }
        progress.phase("all arrangements");
    }
    let clock = taquin_search::host::Instant::now();
    let found = space::flooded(instance, Until::Found(0), plan.threads(), &plan.limits, progress);
    let flood = found.ok_or(Error::TooManyPositions)?;
    Ok(from_flood(instance, &flood, clock.elapsed().as_secs_f64()))
}

/// The answer of a search.
fn by_search(
    instance: &LabelledInstance,
    (algorithm, guide): (Algorithm, HeuristicName),
    plan: &Plan,
    progress: &mut dyn Progress,
) -> Answer {
    let start = instance.puzzle.start();
    let report = sized!(instance, search(instance.kinds(), start, (algorithm, guide), plan, progress));
    Answer::new(algorithm, guide, with_steps(report, |moves| instance.replay(moves)))
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

/// Searches by kinds, which may leave apart what no goal tells apart.
fn search<const N: usize>(
    kinds: &Kinds,
    start: &[Label],
    (algorithm, guide): (Algorithm, HeuristicName),
    plan: &Plan,
    progress: &mut dyn Progress,
) -> Report<Move> {
    let state = kinds.arrangement::<N>(start);
    let tables = match tables(kinds, guide, plan, progress) {
        Ok(tables) => tables,
        Err(limit) => {
            let lower_bound = Matching::new(kinds).distance(&state.0[..start.len()]);
            return Report { outcome: Outcome::Stopped(limit), lower_bound, stats: Stats::default() };
        }
    };
    run(&Arranging::<N> { kinds }, state, algorithm, (guide, tables.as_ref()), plan, progress)
}

/// The tables, where they guide the search.
fn tables(
    kinds: &Kinds,
    guide: HeuristicName,
    plan: &Plan,
    progress: &mut dyn Progress,
) -> Result<Option<LabelPatterns>, Limit> {
    if guide != HeuristicName::PATTERNS {
        return Ok(None);
    }
    progress.phase("tables");
    LabelPatterns::new(kinds, plan.threads(), &plan.limits).map(Some)
}

fn run<'a, const N: usize>(
    puzzle: &Arranging<'a, N>,
    start: Arrangement<N>,
    algorithm: Algorithm,
    (guide, tables): (HeuristicName, Option<&LabelPatterns>),
    plan: &Plan,
    observer: impl Observer<Arranging<'a, N>>,
) -> Report<Move> {
    let limits = &plan.limits;
    match (algorithm, tables) {
        (Algorithm::BreadthFirst | Algorithm::Exhaustive, _) => {
            breadth_first(puzzle, start, limits, observer)
        }
        (Algorithm::Bidirectional, _) => bidirectional(puzzle, start, limits, observer),
        (Algorithm::IterativeDeepening, _) => iterative_deepening(puzzle, start, limits, observer),
        (informed, Some(tables)) => informed::run(informed, puzzle, start, tables, plan, observer),
        (informed, None) if guide == HeuristicName::MANHATTAN => {
            informed::run(informed, puzzle, start, &Matching::new(puzzle.kinds), plan, observer)
        }
        (informed, None) => informed::run(informed, puzzle, start, &Blind, plan, observer),
    }
}

/// Solves by a search that tells `tracer` each of its steps. Every label is told apart, so that states are as people
/// see them.
pub(super) fn trace(
    instance: &LabelledInstance,
    plan: &Plan,
    tracer: &mut dyn Tracer,
) -> Result<Answer, Error> {
    let plan = Plan { algorithm: plan.algorithm.or(Some(Algorithm::AStar)), ..plan.clone() };
    let (algorithm, guide) = choose(instance, &plan)?;
    let kinds = Kinds::new(&instance.puzzle, false);
    let report = sized!(instance, tell(instance, &kinds, (algorithm, guide), &plan, tracer));
    Ok(Answer::new(algorithm, guide, with_steps(report, |moves| instance.replay(moves))))
}

fn tell<const N: usize>(
    instance: &LabelledInstance,
    kinds: &Kinds,
    (algorithm, guide): (Algorithm, HeuristicName),
    plan: &Plan,
    tracer: &mut dyn Tracer,
) -> Report<Move> {
    let state = |state: &Arrangement<N>| text(instance, kinds, &state.0);
    let step = |mv: Move, after: &Arrangement<N>| {
        let labels = kinds.labels(&instance.puzzle, &after.0);
        format!("{} {}", labels[mv.to as usize], instance.direction(mv.from, mv.to).name())
    };
    let start = kinds.arrangement::<N>(instance.puzzle.start());
    let tables = match tables(kinds, guide, plan, &mut ()) {
        Ok(tables) => tables,
        Err(limit) => {
            return Report { outcome: Outcome::Stopped(limit), lower_bound: 0, stats: Stats::default() };
        }
    };
    let puzzle = Arranging::<N> { kinds };
    let traced = Traced::new(tracer, Words { state: &state, step: &step }, Rule::of(algorithm, plan));
    run(&puzzle, start, algorithm, (guide, tables.as_ref()), plan, traced)
}

fn text(instance: &LabelledInstance, kinds: &Kinds, state: &[u8]) -> String {
    write(&kinds.labels(&instance.puzzle, state), instance.puzzle.geometry().cols())
}

/// Looks at everything that can be reached.
pub(super) fn survey(instance: &LabelledInstance, scope: &Scope<'_>) -> Survey {
    let kinds = Kinds::new(&instance.puzzle, false);
    let words = |state: &Arrangement<64>| text(instance, &kinds, &state.0);
    let start = kinds.arrangement(instance.puzzle.start());
    survey::survey(&Arranging::<64> { kinds: &kinds }, start, scope, &words)
}

/// A solution that is found in a moment, of any length.
pub(super) fn quick_solution(instance: &LabelledInstance, limits: &Limits) -> Option<Vec<Step>> {
    let limits = Limits { nodes: Some(QUICK_NODES), time: Some(QUICK_TIME), ..limits.clone() };
    let plan = Plan { limits, ..Plan::default() };
    let greedy = (Algorithm::Greedy, HeuristicName::MANHATTAN);
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
    (few && is_table).then(|| format!("{KIND} {torus} {labels:?} {}", goals.join(" | ")))
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
