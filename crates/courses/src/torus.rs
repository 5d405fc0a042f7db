//! The torus 8-puzzle by iterative deepening.
//!
//! Successors are pushed in ascending order of their 9-digit number, so that the largest is popped
//! first; the prefix path prevents cycles. The flag says what is printed: 100 the successors, 2XX
//! the states popped under cut-off XX, 3XX these with their parents, 4XX the prefix path of the
//! first state popped at depth XX, 500 the solution by iterative deepening and its costs.

use std::ffi::OsString;
use std::io::{self, Write};
use std::ops::ControlFlow;

use taquin_search::{
    AnyCheck, Cost, Entry, Fate, Limit, Lists, Observer, Outcome, Progress, Puzzle, depth_limited,
    depth_limited_by, iterative_deepening, iterative_deepening_by,
};
use taquin_tiles::{Ascending, Board, Geometry, Move, Order, Packed16, Tiles};

use crate::arguments::{flag_and_tiles, nine_tiles};
use crate::error::Error;
use crate::on_push::OnPush;
use crate::program::{Settings, Verdict};
use crate::slip::Slip;
use crate::variants::{self, AnyTiles};

/// The 3x3 torus, successors ascending by number, with the blank last in the goal.
pub type Torus = Tiles<Packed16, Ascending>;

/// The puzzle.
///
/// # Panics
/// Never: nine cells fit a word.
#[must_use]
pub fn puzzle() -> Torus {
    Tiles::new(Geometry::new(3, 3, true), &Board::blank_last(3, 3)).expect("nine cells fit a word")
}

pub(crate) fn state(tiles: [u8; 9]) -> Packed16 {
    Packed16::from_tiles(tiles.into_iter().map(u32::from))
}

pub(crate) fn run(
    arguments: &[OsString],
    settings: &Settings,
    out: &mut dyn Write,
) -> Result<Verdict, Error> {
    let (flag, tiles) = flag_and_tiles(arguments, 9)?;
    let start = state(nine_tiles(&tiles)?);
    if !matches!(flag, 100 | 200..=500) {
        return Err(Error::Usage(format!("unknown flag {flag}")));
    }
    let puzzle = variants::torus(settings.slip);
    let (view, depth) = match flag as Cost {
        100 => {
            for mv in puzzle.moves(&start) {
                write_line(out, puzzle.successor(&start, mv))?;
            }
            return Ok(Verdict::Done);
        }
        flag @ 200..300 => (View::Popped, flag - 200),
        flag @ 300..400 => (View::Parents, flag - 300),
        flag @ 400..500 => (View::FirstPrefix, flag - 400),
        _ => return solve(&puzzle, start, settings, out),
    };
    let depth = match settings.slip {
        Some(Slip::CutOffOneLess) => depth.saturating_sub(1),
        Some(Slip::CutOffOneMore) => depth + 1,
        _ => depth,
    };
    let limits = &settings.limits;
    let mut watch = Watch::new(&puzzle, settings.slip, view, depth, out);
    let report = match settings.slip {
        None => depth_limited(&self::puzzle(), start, depth, limits, &mut watch.printer),
        slip => depth_limited_by(&puzzle, start, depth, check(slip), limits, &mut watch),
    };
    match (watch.printer.failure, report.outcome) {
        (Some(error), _) => Err(error.into()),
        (None, Outcome::Stopped(limit)) if limit != Limit::Depth && !watch.printer.done => {
            Ok(Verdict::Stopped { limit, lower_bound: report.lower_bound.into() })
        }
        _ => Ok(Verdict::Done),
    }
}

/// What prevents cycles with a slip; the prefix path without one.
fn check(slip: Option<Slip>) -> AnyCheck<Packed16> {
    match slip {
        Some(Slip::ClosedList) => AnyCheck::Visited(Default::default()),
        Some(Slip::ParentOnly) => AnyCheck::ParentOnly,
        Some(Slip::NoCycleCheck) => AnyCheck::Unchecked,
        _ => AnyCheck::PrefixPath,
    }
}

/// Iterative deepening, and what it took.
fn solve(
    puzzle: &AnyTiles,
    start: Packed16,
    settings: &Settings,
    out: &mut dyn Write,
) -> Result<Verdict, Error> {
    let (limits, slip) = (&settings.limits, settings.slip);
    let mut watch = Watch::new(puzzle, slip, View::Nothing, 0, out);
    let report = match slip {
        None => iterative_deepening(&self::puzzle(), start, limits, ()),
        _ => iterative_deepening_by(puzzle, start, check(slip), limits, &mut watch),
    };
    let mut checks = report.stats.goal_checks;
    let mut path = match (report.outcome, watch.on_push.path) {
        (_, Some(path)) => {
            checks = watch.on_push.checks;
            path
        }
        (Outcome::Solved { moves, .. }, None) => states(puzzle, start, &moves),
        (Outcome::Unsolvable, None) => {
            return Ok(Verdict::Unsolvable(Some("there is no solution".into())));
        }
        (Outcome::Stopped(limit), None) => {
            return Ok(Verdict::Stopped { limit, lower_bound: report.lower_bound.into() });
        }
    };
    if slip == Some(Slip::ChecksOfLastCutOff) {
        checks = watch.checks;
    }
    if slip == Some(Slip::PathReversed) {
        path.reverse();
    }
    for state in path {
        write_line(out, state)?;
    }
    let checks = Slip::count(slip, checks, Slip::ChecksOneLess, Slip::ChecksOneMore);
    let largest = report.stats.largest_open;
    let largest = Slip::count(slip, largest, Slip::LargestOneLess, Slip::LargestOneMore);
    writeln!(out, "Goal-check {checks}")?;
    writeln!(out, "Max-stack-size {largest}")?;
    Ok(Verdict::Done)
}

/// The states along the moves from `start`.
pub(crate) fn states<P: Puzzle>(puzzle: &P, start: P::State, moves: &[P::Move]) -> Vec<P::State> {
    let mut states = vec![start];
    for &mv in moves {
        let state = puzzle.successor(states.last().expect("there is a first state"), mv);
        states.push(state);
    }
    states
}

/// Prints a search, counts the goal checks of its last cut-off, and ends it at a generated goal, as the flag and the
/// slip require.
struct Watch<'a> {
    printer: Printer<'a>,
    checks: u64,
    on_push: OnPush<'a, AnyTiles>,
}

impl<'a> Watch<'a> {
    fn new(
        puzzle: &'a AnyTiles,
        slip: Option<Slip>,
        view: View,
        depth: Cost,
        out: &'a mut dyn Write,
    ) -> Self {
        let printer = Printer { out, view, depth, done: false, failure: None };
        Watch { printer, checks: 0, on_push: OnPush::new(puzzle, slip) }
    }
}

impl Progress for Watch<'_> {
    fn bound(&mut self, bound: Cost) {
        self.checks = 0;
        self.on_push.bound(bound);
    }
}

impl Observer<AnyTiles> for Watch<'_> {
    fn expand(&mut self, entry: Entry<'_, Packed16>, lists: &dyn Lists<Packed16>) -> ControlFlow<()> {
        self.checks += 1;
        let printed = Observer::<AnyTiles>::expand(&mut self.printer, entry, lists);
        let found = self.on_push.expand(entry, lists);
        if printed.is_break() { printed } else { found }
    }

    fn generate(&mut self, mv: Move, entry: Entry<'_, Packed16>, fate: Fate) {
        self.on_push.generate(mv, entry, fate);
    }

    fn expanded(&mut self, lists: &dyn Lists<Packed16>) {
        self.on_push.expanded(lists);
    }
}

/// What is printed of a depth-limited search.
#[derive(Clone, Copy, PartialEq)]
enum View {
    Nothing,
    Popped,
    Parents,
    FirstPrefix,
}

struct Printer<'a> {
    out: &'a mut dyn Write,
    view: View,
    depth: Cost,
    /// Whether everything was printed before the search ended.
    done: bool,
    failure: Option<io::Error>,
}

impl Printer<'_> {
    fn print(
        &mut self,
        entry: Entry<'_, Packed16>,
        lists: &dyn Lists<Packed16>,
    ) -> io::Result<ControlFlow<()>> {
        match self.view {
            View::Popped => write_line(self.out, *entry.state)?,
            View::Parents => {
                self.out.write_all(&digits(*entry.state)[..17])?;
                self.out.write_all(b" parent ")?;
                match entry.parent {
                    Some(parent) => write_line(self.out, *parent)?,
                    None => self.out.write_all(b"0 0 0 0 0 0 0 0 0\n")?,
                }
            }
            View::FirstPrefix if entry.g == self.depth => {
                let mut written = Ok(());
                lists.prefix(&mut |&state| {
                    if written.is_ok() {
                        written = write_line(self.out, state);
                    }
                });
                written?;
                self.done = true;
                return Ok(ControlFlow::Break(()));
            }
            View::FirstPrefix | View::Nothing => {}
        }
        Ok(ControlFlow::Continue(()))
    }
}

impl Progress for Printer<'_> {}

impl<O: Order> Observer<Tiles<Packed16, O>> for Printer<'_> {
    fn expand(&mut self, entry: Entry<'_, Packed16>, lists: &dyn Lists<Packed16>) -> ControlFlow<()> {
        self.print(entry, lists).unwrap_or_else(|error| {
            self.failure = Some(error);
            ControlFlow::Break(())
        })
    }
}

/// The nine tiles with a space between them and an end of line after them.
fn digits(state: Packed16) -> [u8; 18] {
    let mut line = [b' '; 18];
    for (tile, place) in state.tiles(9).zip(line.chunks_mut(2)) {
        place[0] = b'0' + tile as u8;
    }
    line[17] = b'\n';
    line
}

fn write_line(out: &mut dyn Write, state: Packed16) -> io::Result<()> {
    out.write_all(&digits(state))
}
