//! A solution as an animation: the positions one after the other, each with its Manhattan distance.

use std::ffi::OsString;
use std::io::Write;
use std::thread;
use std::time::Duration;

use crate::board::Board;
use crate::error::Error;
use crate::program::{Settings, Verdict};
use crate::solver::{Solver, solve};

/// How long a stage stays on a terminal.
const PACE: Duration = Duration::from_millis(400);

/// One stage of a solution.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Stage {
    /// The moves made so far.
    pub moves: usize,
    /// The board after them.
    pub board: Board,
    /// Its Manhattan distance.
    pub manhattan: u64,
}

/// The stages of a solution, the initial board first: whatever shows a solution shows these.
pub fn stages(solver: &Solver) -> impl Iterator<Item = Stage> {
    let boards = std::iter::once(solver.initial().clone()).chain(solver.solution());
    boards.enumerate().map(|(moves, board)| Stage { moves, manhattan: board.manhattan(), board })
}

pub(crate) fn run(
    arguments: &[OsString],
    settings: &Settings,
    out: &mut dyn Write,
) -> Result<Verdict, Error> {
    let solver = match solve(arguments, settings, out)? {
        Ok(solver) => solver,
        Err(verdict) => return Ok(verdict),
    };
    if settings.screen.is_some_and(|show| show(&solver)) {
        return Ok(Verdict::Done);
    }
    for stage in stages(&solver) {
        if settings.terminal {
            // Clears the screen and goes to its first line.
            write!(out, "\x1b[2J\x1b[H")?;
        }
        writeln!(out, "Move {} of {}, Manhattan distance {}", stage.moves, solver.moves(), stage.manhattan)?;
        writeln!(out, "{}\n", stage.board)?;
        if settings.terminal {
            out.flush()?;
            thread::sleep(PACE);
        }
    }
    Ok(Verdict::Done)
}
