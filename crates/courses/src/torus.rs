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
    Cost, Entry, Limit, Lists, Observer, Outcome, Puzzle, depth_limited, iterative_deepening,
};
use taquin_tiles::{Ascending, Board, Geometry, Packed16, Tiles};

use crate::arguments::{flag_and_tiles, nine_tiles};
use crate::error::Error;
use crate::program::{Settings, Verdict};

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
    let puzzle = puzzle();
    let (view, depth) = match flag {
        100 => {
            for mv in puzzle.moves(&start) {
                write_line(out, puzzle.successor(&start, mv))?;
            }
            return Ok(Verdict::Done);
        }
        200..300 => (View::Popped, flag - 200),
        300..400 => (View::Parents, flag - 300),
        400..500 => (View::FirstPrefix, flag - 400),
        500 => return solve(&puzzle, start, settings, out),
        _ => return Err(Error::Usage(format!("unknown flag {flag}"))),
    };
    let mut printer = Printer { out, view, depth, done: false, failure: None };
    let report = depth_limited(&puzzle, start, depth, &settings.limits, &mut printer);
    match (printer.failure, report.outcome) {
        (Some(error), _) => Err(error.into()),
        (None, Outcome::Stopped(limit)) if limit != Limit::Depth && !printer.done => {
            Ok(Verdict::Stopped { limit, lower_bound: report.lower_bound.into() })
        }
        _ => Ok(Verdict::Done),
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

impl Observer<Torus> for Printer<'_> {
    fn expand(&mut self, entry: Entry<'_, Packed16>, lists: &dyn Lists<Packed16>) -> ControlFlow<()> {
        self.print(entry, lists).unwrap_or_else(|error| {
            self.failure = Some(error);
            ControlFlow::Break(())
        })
    }
}

fn solve(
    puzzle: &Torus,
    start: Packed16,
    settings: &Settings,
    out: &mut dyn Write,
) -> Result<Verdict, Error> {
    let report = iterative_deepening(puzzle, start, &settings.limits, ());
    let moves = match report.outcome {
        Outcome::Solved { moves, .. } => moves,
        Outcome::Unsolvable => return Ok(Verdict::Unsolvable(Some("there is no solution".into()))),
        Outcome::Stopped(limit) => {
            return Ok(Verdict::Stopped { limit, lower_bound: report.lower_bound.into() });
        }
    };
    let mut state = start;
    write_line(out, state)?;
    for mv in moves {
        puzzle.apply(&mut state, mv);
        write_line(out, state)?;
    }
    writeln!(out, "Goal-check {}", report.stats.goal_checks)?;
    writeln!(out, "Max-stack-size {}", report.stats.largest_open)?;
    Ok(Verdict::Done)
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
