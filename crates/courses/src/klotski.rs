//! The flying Klotski by A*.
//!
//! OPEN is ordered by f and then by the 20-digit number of the board; a state reached at a lower
//! cost is redirected and opened again. The flag says what is printed: 100 the successors by
//! number, 200 and 400 every iteration with OPEN and CLOSED, 300 and 500 the solution and its
//! costs; 200 and 300 without a heuristic, 400 and 500 with the distance of the 2x2 block.

use std::ffi::OsString;
use std::io::{self, Write};
use std::ops::ControlFlow;

use taquin_blocks::format::course::{self, CELLS, COLS, Numbering};
use taquin_blocks::{Blocks, Metric, Motion, Move, Travel};
use taquin_search::{
    BestFirst, Blind, ClosedList, Cost, Entry, Heuristic, InsertionOrdered, Limits, Lists, Observer, Outcome,
    Progress, Puzzle, Ranking, Report, best_first,
};

use crate::arguments::flag_and_tiles;
use crate::error::Error;
use crate::on_push::OnPush;
use crate::program::{Settings, Verdict};
use crate::slip::Slip;
use crate::torus::states;
use crate::variants::{Perhaps, Rank, Ties};

/// The puzzle.
pub type Klotski = Blocks<u64, u64>;

pub(crate) fn run(
    arguments: &[OsString],
    settings: &Settings,
    out: &mut dyn Write,
) -> Result<Verdict, Error> {
    let (flag, digits) = flag_and_tiles(arguments, CELLS)?;
    if !matches!(flag, 100 | 200 | 300 | 400 | 500) {
        return Err(Error::Usage(format!("unknown flag {flag}")));
    }
    let digits: [u8; CELLS] = digits.try_into().expect("as many tiles as were asked for");
    let singles = if settings.slip == Some(Slip::NoFlight) { Motion::FREE } else { Motion::FLYING };
    let metric = if settings.slip == Some(Slip::LongSlides) { Metric::Straight } else { Metric::Unit };
    let blocks = Klotski::new(&course::problem(&digits, singles, metric)?)?;
    let numbers = Numbers { numbering: Numbering::new(&blocks), blocks: &blocks };
    if flag == 100 {
        let start = blocks.start();
        let mut successors: Vec<u64> =
            blocks.moves(&start).map(|mv| numbers.of(blocks.successor(&start, mv))).collect();
        successors.sort_unstable();
        if settings.slip == Some(Slip::Descending) {
            successors.reverse();
        }
        for number in successors {
            write_board(out, number)?;
            writeln!(out)?;
        }
        return Ok(Verdict::Done);
    }
    let every_iteration = flag == 200 || flag == 400;
    print_search(&numbers, flag >= 400, every_iteration, settings, out)
}

/// The search of this program, with an observer: the heuristic is the distance of the 2x2 block if it is guided, else
/// there is none.
pub fn search(
    blocks: &Klotski,
    guided: bool,
    limits: &Limits,
    observer: impl Observer<Klotski>,
) -> Report<Move> {
    let numbers = Numbers { numbering: Numbering::new(blocks), blocks };
    if guided {
        search_by(&numbers, &Travel::new(blocks), limits, observer)
    } else {
        search_by(&numbers, &Blind, limits, observer)
    }
}

/// The search of this program with any heuristic.
fn search_by(
    numbers: &Numbers<'_>,
    heuristic: &impl Heuristic<Klotski>,
    limits: &Limits,
    observer: impl Observer<Klotski>,
) -> Report<Move> {
    let ranking = ByNumber(numbers);
    let strategy = BestFirst { ranking, open: InsertionOrdered::default(), duplicates: ClosedList };
    best_first(numbers.blocks, numbers.blocks.start(), heuristic, strategy, limits, observer)
}

/// The search with a slip.
fn slipped(
    numbers: &Numbers<'_>,
    guided: bool,
    slip: Slip,
    limits: &Limits,
    observer: impl Observer<Klotski>,
) -> Report<Move> {
    let blocks = numbers.blocks;
    let (slip, ties) = match slip {
        Slip::LargestNumberFirst => (slip, Ties::LargestNumber),
        Slip::LastInFirstOut => (slip, Ties::LastIn),
        Slip::FirstInFirstOut => (slip, Ties::List),
        Slip::HeuristicAlone if guided => (slip, Ties::List),
        // Without a heuristic the cost alone decides.
        Slip::HeuristicAlone => (Slip::NoHeuristic, Ties::SmallestNumber),
        _ => (slip, Ties::SmallestNumber),
    };
    let travel = (guided && slip != Slip::NoHeuristic).then(|| Travel::new(blocks));
    let ranking = Rank::new(Some(slip), ties, |&state: &u64| numbers.of(state));
    let strategy = BestFirst { ranking, open: InsertionOrdered::default(), duplicates: ClosedList };
    best_first(blocks, blocks.start(), &Perhaps(travel), strategy, limits, observer)
}

/// The 20-digit numbers of the states; as a ranking, f and then the number.
struct Numbers<'a> {
    numbering: Numbering,
    blocks: &'a Klotski,
}

impl Numbers<'_> {
    fn of(&self, state: u64) -> u64 {
        self.numbering.number(self.blocks, state)
    }
}

/// By f and then by the smallest number.
struct ByNumber<'a>(&'a Numbers<'a>);

impl Ranking<u64> for ByNumber<'_> {
    type Key = (Cost, u64);

    fn key(&self, state: &u64, g: Cost, h: Cost) -> Self::Key {
        (g + h, self.0.of(*state))
    }
    fn lower_bound(&self, smallest: Self::Key) -> Option<Cost> {
        Some(smallest.0)
    }
}

fn print_search(
    numbers: &Numbers<'_>,
    guided: bool,
    every_iteration: bool,
    settings: &Settings,
    out: &mut dyn Write,
) -> Result<Verdict, Error> {
    let start = numbers.blocks.start();
    let mut printer = Printer { numbers, out, every_iteration, iterations: 0, sizes: (1, 0), failure: None };
    let (blocks, slip) = (numbers.blocks, settings.slip);
    let mut on_push = OnPush::new(blocks, slip);
    let limits = &settings.limits();
    let report = match slip {
        None => search(blocks, guided, limits, &mut printer),
        Some(slip) => slipped(numbers, guided, slip, limits, (&mut printer, &mut on_push)),
    };
    if let Some(error) = printer.failure {
        return Err(error.into());
    }
    let (mut path, checks) = match (report.outcome, on_push.path) {
        (_, Some(path)) => (path, on_push.checks),
        (Outcome::Solved { moves, .. }, None) => (states(blocks, start, &moves), report.stats.goal_checks),
        (Outcome::Unsolvable, None) => {
            return Ok(Verdict::Unsolvable(Some(
                "unsolvable: OPEN is empty and the goal was not reached".into(),
            )));
        }
        (Outcome::Stopped(limit), None) => {
            return Ok(Verdict::Stopped { limit, lower_bound: report.lower_bound.into() });
        }
    };
    if every_iteration {
        return Ok(Verdict::Done);
    }
    let (open, closed) = printer.sizes;
    let steps = path.len() - usize::from(slip != Some(Slip::StatesCounted));
    if slip == Some(Slip::PathReversed) {
        path.reverse();
    }
    for state in path {
        write_board(out, numbers.of(state))?;
        writeln!(out)?;
    }
    let checks = Slip::count(slip, checks, Slip::ChecksOneLess, Slip::ChecksOneMore);
    writeln!(out, "goalCheckTimes {checks}")?;
    // Where nothing was expanded there is no size to be wrong about.
    let slip = slip.filter(|_| closed > 0);
    writeln!(out, "maxOPENSize {}", Slip::count(slip, open, Slip::LargestOneLess, Slip::LargestOneMore))?;
    writeln!(out, "maxCLOSEDSize {}", closed + usize::from(slip == Some(Slip::GoalClosed)))?;
    writeln!(out, "steps {steps}")?;
    Ok(Verdict::Done)
}

/// Prints the iterations, or notes how large the lists grew.
struct Printer<'a> {
    numbers: &'a Numbers<'a>,
    out: &'a mut dyn Write,
    every_iteration: bool,
    iterations: u64,
    /// The largest OPEN and CLOSED: at first with the start on OPEN, then after every expansion.
    sizes: (usize, usize),
    failure: Option<io::Error>,
}

impl Progress for Printer<'_> {}

impl Observer<Klotski> for Printer<'_> {
    fn expand(&mut self, entry: Entry<'_, u64>, _: &dyn Lists<u64>) -> ControlFlow<()> {
        if self.every_iteration {
            self.iterations += 1;
            self.attempt(|printer| {
                writeln!(printer.out, "iteration {}", printer.iterations)?;
                printer.node(entry)
            });
        }
        if self.failure.is_some() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }

    fn expanded(&mut self, lists: &dyn Lists<u64>) {
        self.sizes = (self.sizes.0.max(lists.open_len()), self.sizes.1.max(lists.closed_len()));
        if self.every_iteration {
            self.attempt(|printer| writeln!(printer.out, "OPEN"));
            lists.open(&mut |entry| self.attempt(|printer| printer.node(entry)));
            self.attempt(|printer| writeln!(printer.out, "CLOSED"));
            lists.closed(&mut |entry| self.attempt(|printer| printer.node(entry)));
        }
    }
}

impl Printer<'_> {
    /// Prints, unless printing has failed before.
    fn attempt(&mut self, print: impl FnOnce(&mut Self) -> io::Result<()>) {
        if self.failure.is_none() {
            self.failure = print(self).err();
        }
    }

    /// Prints a node: its digits, its board, f g h, and the digits of its parent.
    fn node(&mut self, entry: Entry<'_, u64>) -> io::Result<()> {
        let number = self.numbers.of(*entry.state);
        writeln!(self.out, "{}", digits(number))?;
        write_board(self.out, number)?;
        writeln!(self.out, "{} {} {}", entry.g + entry.h, entry.g, entry.h)?;
        match entry.parent {
            Some(parent) => writeln!(self.out, "{}", digits(self.numbers.of(*parent))),
            None => writeln!(self.out, "null"),
        }
    }
}

fn digits(number: u64) -> String {
    Numbering::digits(number).iter().collect()
}

/// Prints five lines of four digits.
fn write_board(out: &mut dyn Write, number: u64) -> io::Result<()> {
    for row in Numbering::digits(number).chunks(COLS) {
        writeln!(out, "{}", row.iter().collect::<String>())?;
    }
    Ok(())
}
