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
    Cost, CycleCheck, Entry, Limit, Lists, Observer, Outcome, ParentOnly, PrefixPath, Progress, Puzzle,
    Unchecked, Visited, depth_limited_by, iterative_deepening_by,
};
use taquin_tiles::{
    Ascending, Board, Descending, Geometry, NorthEastSouthWest, Order, Packed16, Tiles, UpLeftDownRight,
};

use crate::arguments::{flag_and_tiles, nine_tiles};
use crate::error::Error;
use crate::on_push::OnPush;
use crate::program::{Settings, Verdict};
use crate::slip::Slip;
use crate::variants::{LeftRightUpDown, UpDownLeftRight};

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
    let call = Call { flag, start, settings };
    match settings.slip {
        Some(Slip::Descending) => call.run::<Descending, PrefixPath>(out),
        Some(Slip::UpDownLeftRight) => call.run::<UpDownLeftRight, PrefixPath>(out),
        Some(Slip::LeftRightUpDown) => call.run::<LeftRightUpDown, PrefixPath>(out),
        Some(Slip::UpLeftDownRight) => call.run::<UpLeftDownRight, PrefixPath>(out),
        Some(Slip::UpRightDownLeft) => call.run::<NorthEastSouthWest, PrefixPath>(out),
        Some(Slip::ClosedList) => call.run::<Ascending, Visited<Packed16>>(out),
        Some(Slip::ParentOnly) => call.run::<Ascending, ParentOnly>(out),
        Some(Slip::NoCycleCheck) => call.run::<Ascending, Unchecked>(out),
        _ => call.run::<Ascending, PrefixPath>(out),
    }
}

/// A call of the program that was asked rightly.
struct Call<'a> {
    flag: u32,
    start: Packed16,
    settings: &'a Settings,
}

impl Call<'_> {
    /// Runs the program with successors in the order `O` and cycles prevented by `C`.
    fn run<O: Order, C: CycleCheck<Packed16>>(&self, out: &mut dyn Write) -> Result<Verdict, Error> {
        let geometry = Geometry::new(3, 3, self.settings.slip != Some(Slip::NoWrap));
        let goal = Board::blank_last(3, 3);
        let puzzle = Tiles::<Packed16, O>::new(geometry, &goal).expect("nine cells fit a word");
        let (view, depth) = match self.flag {
            100 => {
                for mv in puzzle.moves(&self.start) {
                    write_line(out, puzzle.successor(&self.start, mv))?;
                }
                return Ok(Verdict::Done);
            }
            200..300 => (View::Popped, self.flag - 200),
            300..400 => (View::Parents, self.flag - 300),
            400..500 => (View::FirstPrefix, self.flag - 400),
            _ => return self.solve::<O, C>(&puzzle, out),
        };
        let depth = match self.settings.slip {
            Some(Slip::CutOffOneLess) => depth.saturating_sub(1),
            Some(Slip::CutOffOneMore) => depth + 1,
            _ => depth,
        };
        let mut printer = Printer { out, view, depth, done: false, failure: None };
        let limits = &self.settings.limits;
        let report = if self.settings.slip == Some(Slip::GoalOnPush) {
            let observer = (&mut printer, OnPush::new(&puzzle));
            depth_limited_by::<_, C>(&puzzle, self.start, depth, limits, observer)
        } else {
            depth_limited_by::<_, C>(&puzzle, self.start, depth, limits, &mut printer)
        };
        match (printer.failure, report.outcome) {
            (Some(error), _) => Err(error.into()),
            (None, Outcome::Stopped(limit)) if limit != Limit::Depth && !printer.done => {
                Ok(Verdict::Stopped { limit, lower_bound: report.lower_bound.into() })
            }
            _ => Ok(Verdict::Done),
        }
    }

    /// Iterative deepening, and what it took.
    fn solve<O: Order, C: CycleCheck<Packed16>>(
        &self,
        puzzle: &Tiles<Packed16, O>,
        out: &mut dyn Write,
    ) -> Result<Verdict, Error> {
        let (limits, slip) = (&self.settings.limits, self.settings.slip);
        let mut on_push = OnPush::new(puzzle);
        let mut last = LastCutOff::default();
        let report = match slip {
            Some(Slip::GoalOnPush) => {
                iterative_deepening_by::<_, C>(puzzle, self.start, limits, &mut on_push)
            }
            Some(Slip::ChecksOfLastCutOff) => {
                iterative_deepening_by::<_, C>(puzzle, self.start, limits, &mut last)
            }
            _ => iterative_deepening_by::<_, C>(puzzle, self.start, limits, ()),
        };
        let mut checks = report.stats.goal_checks;
        let mut path = match (report.outcome, on_push.path) {
            (_, Some(path)) => {
                checks = on_push.checks;
                path
            }
            (Outcome::Solved { moves, .. }, None) => states(puzzle, self.start, &moves),
            (Outcome::Unsolvable, None) => {
                return Ok(Verdict::Unsolvable(Some("there is no solution".into())));
            }
            (Outcome::Stopped(limit), None) => {
                return Ok(Verdict::Stopped { limit, lower_bound: report.lower_bound.into() });
            }
        };
        if slip == Some(Slip::ChecksOfLastCutOff) {
            checks = last.0;
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

/// The goal checks of the last cut-off.
#[derive(Default)]
struct LastCutOff(u64);

impl Progress for LastCutOff {
    fn bound(&mut self, _: Cost) {
        self.0 = 0;
    }
}

impl<P: Puzzle> Observer<P> for LastCutOff {
    fn expand(&mut self, _: Entry<'_, P::State>, _: &dyn Lists<P::State>) -> ControlFlow<()> {
        self.0 += 1;
        ControlFlow::Continue(())
    }
}

/// What is printed of a depth-limited search.
#[derive(Clone, Copy, PartialEq)]
enum View {
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
            View::FirstPrefix => {}
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
