//! Short solutions in the moves of a metric, and how far from the shortest they are at most.
//!
//! A short solution in single moves is made shorter in those of the metric. Where the metric has tables, its own search
//! raises the lower bound meanwhile, or finds a shortest solution.

use std::time::Duration;

use taquin_search::host::Instant;
use taquin_search::{Cost, Limits, Outcome, Progress, Puzzle, Report, Stats};
use taquin_tiles::{Metered, Move, Packed25, Slide, shortened};

use super::super::TilesInstance;
use super::super::near::{NearSolver, Proving};
use super::super::within::{FIRST, Gap};
use super::{KeptSearch, by_tables, easy, has_search, has_tables, puzzle};
use crate::answer::{Answer, Step};
use crate::error::Error;
use crate::plan::{Algorithm, HeuristicName, Plan};

/// The part of the limits that goes into single moves, and the part that goes into a proof.
const SINGLE_PART: u32 = 4;
const PROOF_PART: u32 = 4;

/// The expansions of about a second that make a solution shorter, and those of a proof, for a plan without limits.
const SHORTER_NODES: u64 = 2_000_000;
const PROOF_NODES: u64 = 1_000_000;

/// Tables take about a second, and are built where there is more time than this.
const TABLE_TIME: Duration = Duration::from_secs(3);

/// Solves a board nearly; optimally if the plan names no algorithm and the board is easy.
pub(super) fn solve(
    instance: &TilesInstance,
    plan: &Plan,
    kept: &KeptSearch,
    progress: &mut dyn Progress,
) -> Result<Answer, Error> {
    let clock = Instant::now();
    let mut least = instance.counting().least(&instance.geometry, &instance.start, &instance.goal);
    if plan.algorithm.is_none() && puzzle(instance).is_ok() {
        let answer = easy(instance, plan)?;
        if matches!(answer.report.outcome, Outcome::Solved { .. }) {
            return Ok(answer);
        }
        least = least.max(answer.report.lower_bound);
    }
    let answer = Near { instance, plan, kept, clock, least }.solve(progress)?;
    match plan.within_percent {
        Some(percent) if has_tables(instance) => {
            proved(instance, plan, percent, answer, kept, clock, progress)
        }
        _ => Ok(answer),
    }
}

/// One board.
struct Near<'a> {
    instance: &'a TilesInstance,
    plan: &'a Plan,
    kept: &'a KeptSearch,
    clock: Instant,
    least: Cost,
}

impl Near<'_> {
    /// A near solution; a shortest one, if the proof finds it.
    fn solve(mut self, progress: &mut dyn Progress) -> Result<Answer, Error> {
        let Near { instance, plan, .. } = self;
        let puzzle = puzzle(instance).ok();
        let time = self.time();
        let mut single = Plan { algorithm: Some(Algorithm::Near), within_percent: None, ..plan.clone() };
        if puzzle.is_some() {
            single.patience = time.map(|time| time / SINGLE_PART);
            single.limits.nodes = plan.limits.nodes.map(|nodes| nodes / u64::from(SINGLE_PART));
        }
        let mut answer = NearSolver::new(instance).solve_one(instance, &single, progress)?;
        let stats = &mut answer.report.stats;
        if let Outcome::Solved { moves, cost } = &mut answer.report.outcome {
            *cost = instance.count(moves);
            if let Some(puzzle) = puzzle.filter(|_| *cost > self.least) {
                if let Some(shortest) = self.prove(*cost, stats, progress) {
                    return Ok(shortest);
                }
                let told = &mut |length| progress.solution(length, self.least);
                let limits = self.left(stats, SHORTER_NODES);
                let (found, expanded) = shortened(&puzzle, &instance.start, &singles(moves), &limits, told);
                *moves = instance.replay(&found);
                *cost = instance.count(moves);
                stats.expanded += expanded;
                stats.seconds = self.clock.elapsed().as_secs_f64();
            }
            self.least = self.least.min(*cost);
        }
        answer.report.lower_bound = self.least;
        Ok(answer)
    }

    /// The time for all of it.
    fn time(&self) -> Option<Duration> {
        let first = (self.plan.within_percent.is_some() && has_tables(self.instance)).then_some(FIRST);
        [self.plan.limits.time, self.plan.patience, first].into_iter().flatten().min()
    }

    /// The remaining limits; at most `usual` expansions where there are none.
    fn left(&self, stats: &Stats, usual: u64) -> Limits {
        let time = self.time().map(|time| time.saturating_sub(self.clock.elapsed()));
        let nodes = self.plan.limits.nodes.map(|nodes| nodes.saturating_sub(stats.expanded));
        let nodes = nodes.or(time.is_none().then_some(usual));
        Limits { time, nodes, ..self.plan.limits.clone() }
    }

    /// Raises the lower bound for a part of the limits; a solution that it finds is a shortest one, and is returned.
    /// `best` is the length of the best solution.
    fn prove(&mut self, best: Cost, stats: &mut Stats, progress: &mut dyn Progress) -> Option<Answer> {
        let is_short = self.time().is_some_and(|time| time < TABLE_TIME);
        if is_short || !has_tables(self.instance) || has_search(self.instance) {
            return None;
        }
        let search = self.kept.get(self.instance, self.plan).ok()?;
        let mut limits = self.left(stats, PROOF_NODES);
        limits.time = limits.time.map(|time| time / PROOF_PART);
        limits.nodes = limits.nodes.map(|nodes| match self.plan.limits.nodes {
            Some(_) => nodes / u64::from(PROOF_PART),
            None => nodes,
        });
        let mut proving = Proving { progress, bound: self.least, best };
        let mut answer = by_tables(self.instance, &*search, &limits, &mut proving);
        add(stats, &answer.report.stats);
        answer.report.stats = Stats { seconds: self.clock.elapsed().as_secs_f64(), ..stats.clone() };
        self.least = self.least.max(answer.report.lower_bound).min(best);
        progress.solution(best, self.least);
        matches!(answer.report.outcome, Outcome::Solved { .. }).then_some(answer)
    }
}

fn singles(steps: &[Step]) -> Vec<Move> {
    steps.iter().map(|step| Move { from: step.from, to: step.to }).collect()
}

/// The moves of the metric that consist of these, as long as they can be.
pub(super) fn slides(puzzle: &Metered, start: Packed25, steps: &[Step]) -> Vec<Slide> {
    let (moves, mut here, mut slides) = (singles(steps), start, Vec::new());
    let mut rest = &moves[..];
    while !rest.is_empty() {
        let length = |slide: &Slide| puzzle.path(*slide).len();
        let begins =
            |slide: &Slide| rest.iter().zip(puzzle.singles(*slide)).filter(|(one, other)| **one == *other);
        let fits = |slide: &Slide| length(slide) <= rest.len() && begins(slide).count() == length(slide);
        let longest = puzzle.moves(&here).filter(fits).max_by_key(length);
        let longest = longest.expect("a single tile may always move");
        rest = &rest[length(&longest)..];
        puzzle.apply(&mut here, longest);
        slides.push(longest);
    }
    slides
}

fn add(sum: &mut Stats, stats: &Stats) {
    sum.expanded += stats.expanded;
    sum.generated += stats.generated;
}

/// Raises the lower bound until the solution of `answer` is proved to be at most `percent` percent of a shortest one, or a
/// limit is reached.
fn proved(
    instance: &TilesInstance,
    plan: &Plan,
    percent: Cost,
    answer: Answer,
    kept: &KeptSearch,
    clock: Instant,
    progress: &mut dyn Progress,
) -> Result<Answer, Error> {
    let Outcome::Solved { cost, .. } = answer.report.outcome else { return Ok(answer) };
    let mut gap = Gap::new(percent, cost, answer.report.lower_bound);
    if gap.is_proved() {
        return Ok(answer);
    }
    let mut stats = answer.report.stats.clone();
    let time = plan.limits.time.map(|time| time.saturating_sub(clock.elapsed()));
    let nodes = plan.limits.nodes.map(|nodes| nodes.saturating_sub(stats.expanded));
    let limits = Limits { time, nodes, ..plan.limits.clone() };
    progress.phase("tables");
    let deep = match kept.get(instance, &Plan { limits: limits.clone(), ..plan.clone() }) {
        Ok(search) => by_tables(instance, &*search, &limits, &mut (&mut gap, progress)),
        Err(limit) => super::stopped(instance, limit),
    };
    add(&mut stats, &deep.report.stats);
    stats.seconds = clock.elapsed().as_secs_f64();
    let lower_bound = deep.report.lower_bound.max(answer.report.lower_bound);
    Ok(match (deep.report.outcome, answer.report.outcome) {
        (Outcome::Stopped(_), outcome) if gap.is_proved() => {
            Answer { report: Report { outcome, lower_bound, stats }, ..answer }
        }
        (outcome @ Outcome::Stopped(_), Outcome::Solved { moves, .. }) => {
            let report = Report { outcome, lower_bound, stats };
            let stopped = Answer::new(Algorithm::IdaStar, HeuristicName::PATTERNS, report);
            Answer { known: Some(moves), ..stopped }
        }
        (outcome, _) => {
            let report = Report { outcome, lower_bound, stats };
            Answer::new(Algorithm::IdaStar, HeuristicName::PATTERNS, report)
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::families::tiles::stage::scrambled;
    use crate::instance::{Hints, Instance};

    /// The solved board of `side`, in moves of lines.
    fn home(side: u32) -> TilesInstance {
        let tiles: Vec<String> = (1..side * side).chain([0]).map(|tile| tile.to_string()).collect();
        let rows: Vec<String> = tiles.chunks(side as usize).map(|row| row.join(" ")).collect();
        let hints = Hints { metric: Some("line".into()), ..Hints::default() };
        Instance::parse(&rows.join(" / "), &hints).unwrap().of::<TilesInstance>().unwrap().clone()
    }

    fn cost(answer: &Answer) -> Cost {
        match answer.report.outcome {
            Outcome::Solved { cost, .. } => cost,
            ref other => panic!("{other:?}"),
        }
    }

    #[test]
    fn easy_boards_are_solved_in_the_fewest_lines_and_others_get_a_bound() {
        let (home, kept) = (home(5), KeptSearch::for_many());
        let mut easy = home.clone();
        // The blank goes along five lines.
        [23, 22, 17, 12, 7, 8, 9, 14, 13].into_iter().for_each(|cell| easy.start.slide(cell));
        let answer = solve(&easy, &Plan::default(), &kept, &mut ()).unwrap();
        assert_eq!(
            (answer.algorithm, cost(&answer), answer.report.lower_bound),
            (Algorithm::Bidirectional, 5, 5)
        );

        let hard = scrambled(&home, 1);
        let limited = |nodes: u64, percent: Option<Cost>| {
            let limits = Limits { nodes: Some(nodes), ..Limits::default() };
            Plan { limits, within_percent: percent, ..Plan::default() }
        };
        let first = hard.counting().least(&hard.geometry, &hard.start, &hard.goal);
        let answer = solve(&hard, &limited(400_000, None), &kept, &mut ()).unwrap();
        assert_eq!(answer.algorithm, Algorithm::Near);
        assert!(first < answer.report.lower_bound && answer.report.lower_bound < cost(&answer), "{answer:?}");

        let within = solve(&hard, &limited(4_000_000, Some(400)), &kept, &mut ()).unwrap();
        assert!(cost(&within) * 100 <= within.report.lower_bound * 400, "{within:?}");
        let stopped = solve(&hard, &limited(400_000, Some(101)), &kept, &mut ()).unwrap();
        assert!(matches!(stopped.report.outcome, Outcome::Stopped(_)), "{stopped:?}");
        let known = stopped.known.map(|steps| hard.count(&steps)).expect("a short solution");
        assert!(first < stopped.report.lower_bound && stopped.report.lower_bound < known);
    }

    #[test]
    fn larger_boards_have_a_bound_without_tables() {
        let (home, kept) = (home(6), KeptSearch::default());
        for seed in 0..3 {
            let board = scrambled(&home, seed);
            let limits = Limits { nodes: Some(50_000), ..Limits::default() };
            let answer = solve(&board, &Plan { limits, ..Plan::default() }, &kept, &mut ()).unwrap();
            assert!(
                answer.report.lower_bound > 20 && answer.report.lower_bound < cost(&answer),
                "{answer:?}"
            );
        }
    }
}
