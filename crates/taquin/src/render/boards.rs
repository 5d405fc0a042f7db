//! A solution as boards: the start, and the board after every move.

use std::io::{self, Write};

use taquin_blocks::format::picture;
use taquin_tiles::Board;

use super::text::{outcome, rows};
use crate::answer::{Answer, Step};
use crate::instance::Instance;

/// Writes the start, then each move and the board after it.
///
/// # Errors
/// Those of `out`.
pub fn boards(out: &mut dyn Write, instance: &Instance, answer: &Answer) -> io::Result<()> {
    outcome(out, answer)?;
    let Some(steps) = answer.steps() else { return Ok(()) };
    match instance {
        Instance::Tiles(tiles) => {
            let mut board: Board = tiles.start.clone();
            let write =
                |out: &mut dyn Write, board: &Board| rows(board).try_for_each(|row| writeln!(out, "  {row}"));
            write(out, &board)?;
            for (number, step) in steps.iter().enumerate() {
                if let Step::Tile { from, .. } = step {
                    board.slide(*from);
                }
                writeln!(out, "\n{}. {step}", number + 1)?;
                write(out, &board)?;
            }
        }
        Instance::Blocks(problem) => {
            let mut problem = problem.clone();
            let write = |out: &mut dyn Write, rows: Vec<String>| {
                rows.into_iter().try_for_each(|row| writeln!(out, "  {row}"))
            };
            write(out, picture::start_rows(&problem))?;
            for (number, step) in steps.iter().enumerate() {
                if let Step::Block { step, .. } = step {
                    problem = problem.with_piece_at(step.piece, step.to);
                }
                writeln!(out, "\n{}. {step}", number + 1)?;
                write(out, picture::start_rows(&problem))?;
            }
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use crate::{Hints, Instance, Plan, render, solve};

    fn written(text: &str) -> String {
        let instance = Instance::parse(text, &Hints::default()).unwrap();
        let answer = solve(&instance, &Plan::default(), &mut ()).unwrap();
        let mut out = Vec::new();
        render::boards(&mut out, &instance, &answer).unwrap();
        String::from_utf8(out).unwrap()
    }

    #[test]
    fn every_move_has_its_board() {
        assert_eq!(
            written("ab.\n...\ngoal: b../..."),
            "Solved in 2 moves, the fewest possible.\n  ab.\n  ...\n\n1. block a: down\n  .b.\n  a..\n\n\
             2. block b: left\n  b..\n  a..\n"
        );
        assert!(written("1 2 / 0 3").ends_with("  1 2\n  · 3\n\n1. 3 left\n  1 2\n  3 ·\n"));
    }
}
