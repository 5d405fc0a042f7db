//! The arguments of `taquin apply` and `taquin check`, and the moves of `taquin analyse`.

use std::ffi::OsString;

use clap::Args;

use super::{HintArgs, LimitArgs, PlainFormat};

/// A position and moves.
#[derive(Args)]
pub(crate) struct MovesArgs {
    /// A file, the puzzle itself, a name from `taquin puzzles`, or a size for the solved board
    #[arg(index = 1)]
    pub(crate) puzzle: OsString,
    /// The moves, or a file with them [default: standard input]
    #[arg(index = 2)]
    pub(crate) moves: Vec<OsString>,
    #[command(flatten)]
    pub(crate) hints: HintArgs,
}

#[derive(Args)]
#[command(after_help = "\
Examples:
  taquin apply 4x4 'R3 D L2'
  taquin apply '1 2 3 / 4 0 6 / 7 5 8' 5 8
  taquin apply klotski 'j:LL h:D'
  taquin apply BCDDEoBCFoEGBoFAAGHHHIoGooJIKKLLJMMo M+1 I+1

Moves of tiles are letters for the direction of the tile (U, D, L, R), with counts (R2 D L3, URDL2),
arrows (↑ ↓ ← →), tiles (12 9 13), or both (12← 9←). Moves of blocks are a piece and its steps
(c:LU, cR3), how far a car moves along its lane (H+3, A-2), or where a single cell lands (c:*3,2).
The JSON of `taquin solve` is accepted too.

Exit codes: 0 done, 2 bad input or an impossible move.")]
pub(crate) struct ApplyArgs {
    #[command(flatten)]
    pub(crate) moves: MovesArgs,
    /// What to print
    #[arg(long, value_enum, default_value_t = PlainFormat::Text)]
    pub(crate) format: PlainFormat,
}

#[derive(Args)]
#[command(after_help = "\
Examples:
  taquin check '1 2 3 / 4 0 6 / 7 5 8' UL
  taquin solve klotski --format moves | taquin check klotski
  taquin check 4x4 --scramble 'R3 D L2' 'R2 U L3'

Moves are written as for `taquin apply`. The shortest solution is searched for within the limits, or
ten seconds.

Exit codes: 0 the puzzle is solved, 1 it is not, 2 bad input or usage.")]
pub(crate) struct CheckArgs {
    #[command(flatten)]
    pub(crate) moves: MovesArgs,
    /// What to print
    #[arg(long, value_enum, default_value_t = PlainFormat::Text)]
    pub(crate) format: PlainFormat,
    #[command(flatten)]
    pub(crate) limits: LimitArgs,
}
