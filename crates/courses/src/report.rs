//! The measurements and answers that the courses ask for about their searches, from runs made while it is
//! printed.
//!
//! The starts are real positions: a breadth-first search from the goal finds all of them, and some of every
//! distance are solved. No line is longer than 80 characters, as one course requires of a report.

use std::collections::HashSet;
use std::io::{self, Write};

use taquin_search::{
    BestFirst, Heuristic, Limits, Lists, Observer, Outcome, ParentOnly, Progress, Puzzle, Report,
    TextbookHeap, Unchecked, Weighted, best_first,
};
use taquin_tiles::heuristic::{Manhattan, Misplaced};
use taquin_tiles::{Board, Geometry, Move, NorthEastSouthWest, Order, Packed16, Tiles};

use crate::eight_puzzle::{self, EightPuzzle};
use crate::program::Program;
use crate::{solver, torus, torus_astar};

/// The programs that there is a report about.
pub const REPORTED: [Program; 3] = [Program::EightPuzzle, Program::TorusAstar, Program::Solver];

/// Writes the report about a program, measured on at most `samples` starts of every distance.
///
/// # Errors
/// Errors of `out`.
///
/// # Panics
/// Never for a program of [`REPORTED`]; for others, always.
pub fn report(program: Program, samples: usize, out: &mut dyn Write) -> io::Result<()> {
    match program {
        Program::EightPuzzle => eight_puzzle(samples, out),
        Program::TorusAstar => torus_astar(samples, out),
        Program::Solver => solver(samples, out),
        _ => unreachable!("there is no report about {}", program.name()),
    }
}

/// All positions by their distance from the goal.
struct Levels(Vec<Vec<Packed16>>);

impl Levels {
    fn of<O: Order>(puzzle: &Tiles<Packed16, O>) -> Self {
        let goal = puzzle.state(&Board::blank_last(3, 3)).expect("nine cells fit a word");
        let (mut seen, mut levels) = (HashSet::from([goal]), vec![vec![goal]]);
        loop {
            let last = levels.last().expect("there is a first level");
            let next =
                last.iter().flat_map(|state| puzzle.moves(state).map(|mv| puzzle.successor(state, mv)));
            let next: Vec<Packed16> = next.filter(|&state| seen.insert(state)).collect();
            if next.is_empty() {
                return Levels(levels);
            }
            levels.push(next);
        }
    }

    fn total(&self) -> usize {
        self.0.iter().map(Vec::len).sum()
    }

    fn farthest(&self) -> usize {
        self.0.len() - 1
    }

    /// Some distances, the largest among them, each with at most `samples` positions evenly out of its level.
    fn sampled(&self, samples: usize) -> impl Iterator<Item = (usize, Vec<Packed16>)> + '_ {
        let distances = (4..self.farthest()).step_by(4).chain([self.farthest()]);
        distances.map(move |distance| {
            let level = &self.0[distance];
            let taken = samples.min(level.len());
            (distance, (0..taken).map(|number| level[number * level.len() / taken]).collect())
        })
    }
}

/// The totals of several searches.
#[derive(Default)]
struct Effort {
    runs: u64,
    moves: u64,
    removed: u64,
    inserted: u64,
    queue: u64,
    requeued: u64,
    seconds: f64,
    /// How often a queue was smaller after an expansion than before it.
    shrunk: u64,
}

impl Effort {
    /// The searches from `starts`, each with an observer that watches the queue.
    fn of(starts: &[Packed16], mut search: impl FnMut(Packed16, &mut Watch) -> Report<Move>) -> Self {
        let mut effort = Effort::default();
        for &start in starts {
            let mut watch = Watch::default();
            let report = search(start, &mut watch);
            if let Outcome::Solved { cost, .. } = report.outcome {
                effort.moves += u64::from(cost);
            }
            effort.runs += 1;
            effort.removed += report.stats.goal_checks;
            effort.inserted += 1 + watch.opened;
            effort.queue += report.stats.largest_open as u64;
            effort.requeued += report.stats.reopened;
            effort.seconds += report.stats.seconds;
            effort.shrunk += watch.shrunk;
        }
        effort
    }

    fn mean(&self, total: u64) -> f64 {
        total as f64 / self.runs as f64
    }

    /// Milliseconds a run.
    fn milliseconds(&self) -> f64 {
        1000.0 * self.seconds / self.runs as f64
    }

    fn add(&mut self, other: &Effort) {
        self.runs += other.runs;
        self.removed += other.removed;
        self.inserted += other.inserted;
        self.requeued += other.requeued;
        self.seconds += other.seconds;
        self.shrunk += other.shrunk;
    }
}

/// Watches the queue of a search.
#[derive(Default)]
struct Watch {
    opened: u64,
    queue: usize,
    shrunk: u64,
}

impl Progress for Watch {}

impl<P: Puzzle> Observer<P> for Watch {
    fn generate(&mut self, _: P::Move, _: taquin_search::Entry<'_, P::State>, fate: taquin_search::Fate) {
        self.opened += u64::from(fate == taquin_search::Fate::Opened);
    }

    fn expanded(&mut self, lists: &dyn Lists<P::State>) {
        self.shrunk += u64::from(lists.open_len() < self.queue);
        self.queue = lists.open_len();
    }
}

fn flat<O: Order + Default>() -> Tiles<Packed16, O> {
    Tiles::new(Geometry::new(3, 3, false), &Board::blank_last(3, 3)).expect("nine cells fit a word")
}

fn eight_puzzle(samples: usize, out: &mut dyn Write) -> io::Result<()> {
    let puzzle: EightPuzzle = flat();
    let levels = Levels::of(&puzzle);
    writeln!(out, "EightPuzzle: best-first search, misplaced tiles, tree search on a binary heap\n")?;
    writeln!(
        out,
        "{:>6} {:>5} {:>12} {:>12} {:>10} {:>16}",
        "cost", "runs", "removed", "openQ", "ms", "2^cost"
    )?;
    let (mut all, mut rows) = (Effort::default(), Vec::new());
    for (distance, starts) in levels.sampled(samples) {
        let search =
            |start, watch: &mut Watch| eight_puzzle::search(&puzzle, start, &Limits::default(), watch);
        let effort = Effort::of(&starts, search);
        let (removed, queue, bound) =
            (effort.mean(effort.removed), effort.mean(effort.queue), 1u64 << distance);
        let time = effort.milliseconds();
        writeln!(
            out,
            "{distance:>6} {:>5} {removed:>12.1} {queue:>12.1} {time:>10.3} {bound:>16}",
            effort.runs
        )?;
        rows.push((distance, removed, queue));
        all.add(&effort);
    }
    let (first, last) = (rows[0], rows[rows.len() - 1]);
    let base = (last.1 / first.1).powf(1.0 / (last.0 - first.0) as f64);
    let operations = all.removed + all.inserted;
    writeln!(out, "\nTime: one more move multiplies the states removed by {base:.2}, within the O(2^g)")?;
    writeln!(out, "of the text. The heap made {operations} operations in {:.3} s.", all.seconds)?;
    writeln!(
        out,
        "Space: openQ at the end holds up to {:.1} entries for each of the {}",
        last.2 / levels.total() as f64,
        levels.total()
    )?;
    writeln!(out, "positions there are, because only the parent is not generated again.")?;
    writeln!(out, "openQ shrank after {} of {} expansions.", all.shrunk, all.removed - all.runs)?;
    let fewest = levels.0.iter().flatten().map(|state| puzzle.moves(state).len()).min().unwrap_or(0);
    writeln!(
        out,
        "Why is there no dead state? In each of the {} positions the blank has at",
        levels.total()
    )?;
    writeln!(out, "least {fewest} moves, and only one of them leads back to the parent.")
}

fn torus_astar(samples: usize, out: &mut dyn Write) -> io::Result<()> {
    let puzzle = torus::puzzle();
    let levels = Levels::of(&puzzle);
    writeln!(out, "torus_puzzle: A*, misplaced tiles, a queue in order of insertion\n")?;
    writeln!(out, "{:>6} {:>5} {:>12} {:>16} {:>10}", "moves", "runs", "popped", "max queue", "ms")?;
    let mut all = Effort::default();
    for (distance, starts) in levels.sampled(samples) {
        let search =
            |start, watch: &mut Watch| torus_astar::search(&puzzle, start, &Limits::default(), watch);
        let effort = Effort::of(&starts, search);
        let (popped, queue, time) =
            (effort.mean(effort.removed), effort.mean(effort.queue), effort.milliseconds());
        writeln!(out, "{distance:>6} {:>5} {popped:>12.1} {queue:>16.1} {time:>10.3}", effort.runs)?;
        all.add(&effort);
    }
    writeln!(out, "\nAll {} states can be solved, in at most {} moves.", levels.total(), levels.farthest())?;
    writeln!(
        out,
        "{} of {} popped states were requeued from the closed list: a move changes",
        all.requeued, all.removed
    )?;
    writeln!(out, "the heuristic by one at most, so that a state is closed at its lowest cost.")
}

fn solver(samples: usize, out: &mut dyn Write) -> io::Result<()> {
    let puzzle: Tiles<Packed16, NorthEastSouthWest> = flat();
    let levels = Levels::of(&puzzle);
    let manhattan = Manhattan::new(&puzzle);
    writeln!(out, "Solver: A* on a binary heap; search nodes enqueued and milliseconds a board\n")?;
    writeln!(out, "{:>6} {:>5} {:>21} {:>21} {:>21}", "", "", "Hamming", "Manhattan", "no previous board")?;
    let pair = format!("{:>12} {:>8}", "enqueued", "ms");
    writeln!(out, "{:>6} {:>5} {pair} {pair} {pair}", "moves", "runs")?;
    let (mut fewest, mut runs) = (0, 0);
    for (distance, starts) in levels.sampled(samples) {
        let limits = Limits { nodes: Some(MOST_NODES), ..Limits::default() };
        let textbook = |start, watch: &mut Watch| solver::textbook_search(&puzzle, start, &limits, watch);
        let hamming = Effort::of(&starts, |start, watch| by(&puzzle, start, &Misplaced, &limits, watch));
        let by_distance = Effort::of(&starts, textbook);
        let unchecked = Effort::of(&starts, |start, watch| {
            let strategy =
                BestFirst { ranking: Weighted::A_STAR, open: TextbookHeap::default(), duplicates: Unchecked };
            best_first(&puzzle, start, &manhattan, strategy, &limits, watch)
        });
        write!(out, "{distance:>6} {:>5}", hamming.runs)?;
        for effort in [&hamming, &by_distance, &unchecked] {
            // A search that was given up has no moves.
            let cut = if effort.moves == distance as u64 * effort.runs { ' ' } else { '>' };
            let enqueued = format!("{cut}{:.0}", effort.mean(effort.inserted));
            write!(out, " {enqueued:>12} {:>8.3}", effort.milliseconds())?;
        }
        writeln!(out)?;
        fewest += u64::from(by_distance.moves == distance as u64 * by_distance.runs);
        runs += 1;
    }
    writeln!(
        out,
        "\nA search is given up after {MOST_NODES} boards (>). At {fewest} of {runs} distances every"
    )?;
    writeln!(out, "Manhattan run found as few moves as a breadth-first search: no priority on the")?;
    writeln!(out, "queue exceeds the moves of a solution through its node, so the goal comes off")?;
    writeln!(
        out,
        "first by a shortest one. {} boards can be solved, half of the {}",
        levels.total(),
        (1..=9).product::<u32>()
    )?;
    writeln!(out, "that there are.")
}

/// The most boards that a search for the report removes.
const MOST_NODES: u64 = 1_000_000;

/// The search of the solver with another heuristic.
fn by<H: Heuristic<Tiles<Packed16, NorthEastSouthWest>>>(
    puzzle: &Tiles<Packed16, NorthEastSouthWest>,
    start: Packed16,
    heuristic: &H,
    limits: &Limits,
    watch: &mut Watch,
) -> Report<Move> {
    let strategy =
        BestFirst { ranking: Weighted::A_STAR, open: TextbookHeap::default(), duplicates: ParentOnly };
    best_first(puzzle, start, heuristic, strategy, limits, watch)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn text(program: Program) -> String {
        let mut out = Vec::new();
        report(program, 1, &mut out).unwrap();
        String::from_utf8(out).unwrap()
    }

    #[test]
    fn reports_are_narrow_and_true() {
        let eight = text(Program::EightPuzzle);
        assert!(eight.contains("openQ shrank after 0 of ") && eight.contains("181440 positions"), "{eight}");
        assert!(eight.contains("least 2 moves"), "{eight}");
        let torus = text(Program::TorusAstar);
        assert!(torus.contains("All 362880 states can be solved, in at most 19 moves."), "{torus}");
        assert!(torus.contains("\n0 of "), "{torus}");
        let solver = text(Program::Solver);
        assert!(solver.contains("At 8 of 8 distances"), "{solver}");
        for line in [eight, torus, solver].iter().flat_map(|text| text.lines()) {
            assert!(line.len() <= 80, "{line}");
        }
    }
}
