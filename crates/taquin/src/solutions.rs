//! More than one shortest solution: their number, all of them, and those that satisfy conditions.

use std::fmt;
use std::ops::ControlFlow;
use std::sync::Arc;

use taquin_search::{Cost, Limit, Limits, Outcome, Progress, Report, Stats};

use crate::answer::{Answer, Step};
use crate::error::Error;
use crate::instance::Instance;
use crate::machine::{Deliver, Solver, side_by_side};
use crate::notation::{Destination, Failure, Played, Written, play};
use crate::plan::Plan;

/// Which solutions are wanted. The default is any shortest one.
#[derive(Clone, Debug, Default)]
pub struct Wanted {
    /// How many of them.
    pub number: Number,
    /// Moves that every solution must begin with, in the notation of the family.
    pub first_moves: Option<String>,
    /// Moves that no solution may make, in the notation of the family.
    pub avoid: Option<String>,
    /// Makes the counter. It is a function pointer, so that programs that want only one solution do not link the
    /// code.
    counter: Option<Maker>,
}

type Maker = fn(&Instance, &Plan) -> Result<Box<dyn Counter>, Error>;

/// How many solutions are wanted.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Number {
    /// One.
    #[default]
    One,
    /// One, and how many are as short.
    Count,
    /// All that are as short.
    All,
}

impl Wanted {
    /// Solutions that begin with these moves and avoid those.
    #[must_use]
    pub fn new(number: Number, first_moves: Option<String>, avoid: Option<String>) -> Self {
        let is_any = number == Number::One && first_moves.is_none() && avoid.is_none();
        let counter: Option<Maker> = (!is_any).then_some(|instance, plan| instance.analysis().counter(plan));
        Wanted { number, first_moves, avoid, counter }
    }

    /// Whether any shortest solution is accepted.
    #[must_use]
    pub fn is_any(&self) -> bool {
        self.counter.is_none()
    }

    /// The solver for the group of `instance`; `None` if any solution is accepted.
    pub(crate) fn solver(&self, instance: &Instance, plan: &Plan) -> Option<Result<Box<dyn Solver>, Error>> {
        let counter = self.counter?(instance, plan);
        Some(counter.map(|counter| Box::new(SolutionsSolver(counter)) as Box<dyn Solver>))
    }
}

/// All solutions of fewest moves that satisfy the conditions of a plan, in a fixed order.
#[derive(Clone)]
pub struct Solutions(Vec<Branch>);

/// Solutions that begin with the same moves.
#[derive(Clone)]
struct Branch {
    beginning: Vec<Step>,
    rest: Arc<dyn Paths>,
}

/// All solutions of fewest moves from one start.
pub trait Paths: Send + Sync {
    /// How many there are; saturates at the largest number.
    fn count(&self) -> u128;

    /// Visits them in a fixed order until the visitor breaks.
    fn visit(&self, visit: &mut dyn FnMut(Vec<Step>) -> ControlFlow<()>) -> ControlFlow<()>;
}

impl fmt::Debug for Solutions {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} solutions", self.count())
    }
}

impl Solutions {
    /// How many there are; saturates at the largest number.
    #[must_use]
    pub fn count(&self) -> u128 {
        self.0.iter().fold(0, |sum, part| sum.saturating_add(part.rest.count()))
    }

    /// Visits them in order until the visitor breaks.
    pub fn visit(&self, visit: &mut dyn FnMut(&[Step]) -> ControlFlow<()>) {
        let _ = self.0.iter().try_for_each(|part| {
            part.rest.visit(&mut |rest| visit(&[part.beginning.clone(), rest].concat()))
        });
    }

    /// The first of them.
    fn first(&self) -> Vec<Step> {
        let mut first = Vec::new();
        self.visit(&mut |steps| {
            first = steps.to_vec();
            ControlFlow::Break(())
        });
        first
    }
}

/// Moves that must not be made.
#[derive(Clone, Debug)]
pub struct Avoid {
    moves: Vec<Written>,
    cols: u32,
    /// The last move before the start, step by step.
    before: Vec<Step>,
}

impl Avoid {
    fn read(instance: &Instance, text: Option<&str>) -> Result<Self, Error> {
        let moves = text.map_or(Ok(Vec::new()), |text| instance.read_moves(text))?;
        Ok(Avoid { moves, cols: instance.size().1 as u32, before: Vec::new() })
    }

    /// The moves, as they are written.
    #[must_use]
    pub fn moves(&self) -> &[Written] {
        &self.moves
    }

    /// The same for the pieces that `stands_for` maps these to.
    #[must_use]
    pub fn of(&self, stands_for: impl Fn(usize) -> usize) -> Self {
        let of = |written: &Written| Written { piece: written.piece.map(&stands_for), ..written.clone() };
        Avoid { moves: self.moves.iter().map(of).collect(), ..self.clone() }
    }

    /// The move, step by step, that the first move of a solution must not go on with: together they would be one.
    #[must_use]
    pub fn before(&self) -> &[Step] {
        &self.before
    }

    /// Whether every move may be made.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.moves.is_empty()
    }

    /// Whether `step` may be made.
    #[must_use]
    pub fn allows(&self, step: &Step) -> bool {
        !self.moves.iter().any(|written| self.is(written, step))
    }

    fn is(&self, written: &Written, step: &Step) -> bool {
        let path = step.path.directions();
        let same_piece = written.piece.is_none_or(|piece| piece == step.piece as usize);
        same_piece
            && match &written.way {
                Destination::Any => true,
                Destination::Path(way) => path == way,
                &Destination::Along(cells) => {
                    let (down, right) = path
                        .iter()
                        .fold((0, 0), |(down, right), way| (down + way.delta().0, right + way.delta().1));
                    down + right == cells && (down == 0 || right == 0)
                }
                &Destination::To(row, col) => {
                    let end = (step.to / self.cols, step.to % self.cols);
                    path.is_empty() && end == ((row - 1) as u32, (col - 1) as u32)
                }
            }
    }
}

/// Solves puzzles of one group, and finds all their shortest solutions.
pub trait Counter: Send + Sync {
    /// Solves a puzzle as `plan` says, whatever solutions are wanted.
    ///
    /// # Errors
    /// If the plan asks for a combination that the puzzle does not have.
    fn solve(&self, instance: &Instance, plan: &Plan, progress: &mut dyn Progress) -> Result<Answer, Error>;

    /// Whether `step` may be made, which is a move from the start of `instance`.
    ///
    /// # Errors
    /// As of [`Counter::paths`].
    fn allows(&self, instance: &Instance, step: &Step, avoid: &Avoid) -> Result<bool, Error> {
        let _ = instance;
        Ok(avoid.allows(step))
    }

    /// All solutions of `bound` moves; there must be none of fewer.
    ///
    /// # Errors
    /// If the puzzle has no moves that can be avoided.
    fn paths(
        &self,
        instance: &Instance,
        bound: Cost,
        avoid: &Avoid,
        plan: &Plan,
        stats: &mut Stats,
        progress: &mut dyn Progress,
    ) -> Result<Result<Found, Limit>, Error>;
}

/// What was found under a bound.
pub enum Found {
    /// All solutions.
    Paths(Arc<dyn Paths>),
    /// No solution, and the next bound that is worth trying; `None` if no bound is.
    Nothing(Option<Cost>),
}

/// The answer with the solutions that `plan` wants.
fn answer(
    counter: &dyn Counter,
    instance: &Instance,
    plan: &Plan,
    progress: &mut dyn Progress,
) -> Result<Answer, Error> {
    let clock = taquin_search::host::Instant::now();
    let any = Plan { wanted: Wanted::default(), ..plan.clone() };
    let avoid = Avoid::read(instance, plan.wanted.avoid.as_deref())?;
    let mut best: Option<(Cost, Answer, Vec<Branch>)> = None;
    let mut none = None;
    let mut stats = Stats::default();
    for (beginning, start) in beginnings(counter, instance, plan.wanted.first_moves.as_deref(), &avoid)? {
        let avoid = Avoid { before: last_move(instance, &beginning).to_vec(), ..avoid.clone() };
        let spent = instance.cost(&beginning);
        let left = |stats: &Stats| left(&any, clock.elapsed(), stats);
        let answer = counter.solve(&start, &left(&stats), progress)?;
        add(&mut stats, &answer.report.stats);
        let cost = match answer.report.outcome {
            Outcome::Solved { cost, .. } if answer.is_shortest() => cost,
            Outcome::Unsolvable => return Ok(finished(answer, stats, clock.elapsed().as_secs_f64())),
            _ => return Ok(finished(begun(answer, &beginning, spent), stats, clock.elapsed().as_secs_f64())),
        };
        progress.phase("solutions");
        let may_begin = allows_all(counter, instance, &beginning, &avoid)?;
        let (mut bound, mut found) = (may_begin.then_some(cost), None);
        while let Some(moves) =
            bound.filter(|moves| best.as_ref().is_none_or(|(least, ..)| spent + moves <= *least))
        {
            match counter.paths(&start, moves, &avoid, &left(&stats), &mut stats, progress)? {
                // All of them go on with the last move, and are those of a longer beginning.
                Ok(Found::Paths(rest)) if rest.count() == 0 => break,
                Ok(Found::Paths(rest)) => {
                    found = Some((spent + moves, Branch { beginning: beginning.clone(), rest }));
                    break;
                }
                Ok(Found::Nothing(next)) => bound = next,
                Err(limit) => {
                    let answer =
                        stopped(begun(answer, &beginning, spent), spent + moves, spent + cost, &avoid, limit);
                    return Ok(finished(answer, stats, clock.elapsed().as_secs_f64()));
                }
            }
        }
        match (found, &mut best) {
            (Some((total, part)), Some((least, _, parts))) if total == *least => parts.push(part),
            (Some((total, part)), _) => best = Some((total, answer, vec![part])),
            (None, _) => none = Some(answer),
        }
    }
    let answer = match (best, none) {
        (Some((cost, answer, parts)), _) => {
            let answer = solved(answer, cost, Solutions(parts));
            let is_one = plan.wanted.number == Number::One;
            Answer { solutions: answer.solutions.filter(|_| !is_one), ..answer }
        }
        (None, Some(answer)) => avoided(answer),
        (None, None) => return Err(Error::NoAnswer),
    };
    Ok(finished(answer, stats, clock.elapsed().as_secs_f64()))
}

/// The ways to begin with `moves`, each with the puzzle after them: the moves themselves, and their continuations at
/// no additional cost, if a longer line counts as the same move. These avoid what solutions avoid.
fn beginnings(
    counter: &dyn Counter,
    instance: &Instance,
    moves: Option<&str>,
    avoid: &Avoid,
) -> Result<Vec<(Vec<Step>, Instance)>, Error> {
    let Some(moves) = moves else { return Ok(vec![(Vec::new(), instance.clone())]) };
    let Played { steps, end, failure } = play(instance, moves)?;
    if let Some(Failure { word, why }) = failure {
        return Err(Error::FirstMoves { number: steps.len() + 1, word, why });
    }
    let mut all = vec![(steps, end)];
    let mut next = 0;
    while let Some((steps, end)) = all.get(next).filter(|(steps, _)| !steps.is_empty()) {
        let cost = instance.cost(steps);
        let mut found = Vec::new();
        for (step, after) in end.neighbors()? {
            let longer = [&steps[..], std::slice::from_ref(&step)].concat();
            if instance.cost(&longer) == cost && counter.allows(end, &step, avoid)? {
                found.push((longer, after));
            }
        }
        all.extend(found);
        next += 1;
    }
    Ok(all)
}

/// Whether each of `steps` may be made, which lead on from `instance`.
fn allows_all(
    counter: &dyn Counter,
    instance: &Instance,
    steps: &[Step],
    avoid: &Avoid,
) -> Result<bool, Error> {
    let mut here = instance.clone();
    for step in steps {
        if !counter.allows(&here, step, avoid)? {
            return Ok(false);
        }
        here = here.after(step).expect("the moves were played");
    }
    Ok(true)
}

/// The last steps that count as one move.
fn last_move<'a>(instance: &Instance, steps: &'a [Step]) -> &'a [Step] {
    let whole = instance.cost(steps);
    let begin = (0..steps.len()).rfind(|&begin| instance.cost(&steps[..begin]) < whole);
    begin.map_or(&[], |begin| &steps[begin..])
}

/// The plan with its remaining limits.
fn left(plan: &Plan, spent: std::time::Duration, stats: &Stats) -> Plan {
    let limits = &plan.limits;
    let time = limits.time.map(|time| time.saturating_sub(spent));
    let nodes = limits.nodes.map(|nodes| nodes.saturating_sub(stats.expanded));
    Plan { limits: Limits { time, nodes, ..limits.clone() }, ..plan.clone() }
}

fn add(stats: &mut Stats, more: &Stats) {
    stats.expanded += more.expanded;
    stats.generated += more.generated;
    stats.reopened += more.reopened;
    stats.goal_checks += more.goal_checks;
    stats.largest_open = stats.largest_open.max(more.largest_open);
    stats.largest_closed = stats.largest_closed.max(more.largest_closed);
    stats.peak_bytes = stats.peak_bytes.max(more.peak_bytes);
    stats.bounds.extend(more.bounds.iter().cloned());
}

fn finished(mut answer: Answer, stats: Stats, seconds: f64) -> Answer {
    answer.report.stats = Stats { seconds, ..stats };
    answer
}

/// The answer of a puzzle after its first moves as one of the puzzle before them.
fn begun(mut answer: Answer, beginning: &[Step], spent: Cost) -> Answer {
    let whole = |rest: &[Step]| [beginning, rest].concat();
    if let Outcome::Solved { moves, cost } = &mut answer.report.outcome {
        *moves = whole(moves);
        *cost += spent;
    }
    answer.known = answer.known.as_deref().map(whole);
    answer.report.lower_bound = answer.report.lower_bound.saturating_add(spent);
    answer
}

/// The answer where a limit was reached while solutions of `moves` moves were looked for.
fn stopped(mut answer: Answer, moves: Cost, cost: Cost, avoid: &Avoid, limit: Limit) -> Answer {
    if !avoid.is_empty() || moves > cost {
        let report = Report { outcome: Outcome::Stopped(limit), lower_bound: moves, stats: Stats::default() };
        answer = Answer::new(answer.algorithm, answer.heuristic, report);
    }
    Answer { solutions: Some(Err(limit)), ..answer }
}

fn solved(mut answer: Answer, cost: Cost, solutions: Solutions) -> Answer {
    answer.report.outcome = Outcome::Solved { moves: solutions.first(), cost };
    answer.report.lower_bound = cost;
    Answer { solutions: Some(Ok(solutions)), known: None, ..answer }
}

/// The answer where every solution makes a move that was to be avoided.
fn avoided(answer: Answer) -> Answer {
    let report = Report { outcome: Outcome::Unsolvable, lower_bound: Cost::MAX, stats: Stats::default() };
    let reason = Some("every solution makes a move that is to be avoided".to_string());
    Answer { reason, ..Answer::new(answer.algorithm, answer.heuristic, report) }
}

/// Finds the solutions of puzzles of one group, side by side.
struct SolutionsSolver(Box<dyn Counter>);

impl Solver for SolutionsSolver {
    fn solve(
        &mut self,
        instances: &mut (dyn Iterator<Item = Instance> + Send),
        plan: &Plan,
        progress: &mut dyn Progress,
        deliver: &mut Deliver<'_>,
    ) -> Result<(), Error> {
        let Some(first) = instances.next() else { return Ok(()) };
        let Some(second) = instances.next() else {
            let answer = answer(&*self.0, &first, plan, progress);
            let _ = deliver((Some(first), answer));
            return Ok(());
        };
        let one = Plan { threads: Some(1), ..plan.clone() };
        let mut all = [first, second].into_iter().chain(instances);
        side_by_side(&mut all, plan, deliver, &|instance| answer(&*self.0, instance, &one, &mut ()));
        Ok(())
    }
}
