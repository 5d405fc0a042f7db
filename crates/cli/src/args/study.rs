//! The arguments of `taquin analyse` and `taquin survey`.

use clap::{Args, ValueEnum};

use super::{LimitArgs, MovesArgs, PuzzleArgs, TablesPlace, parse_sample, parse_threads};

/// Text for people, JSON for programs, or a picture.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum StudyFormat {
    /// For people
    Text,
    /// For programs
    Json,
    /// A picture
    Svg,
}

#[derive(Args)]
#[command(after_help = "\
Examples:
  taquin analyse '1 2 3 / 4 0 6 / 7 5 8' 'D U U L'
  taquin analyse 4x4 --scramble 'R3 D L2 D R' moves.txt --times 12.8
  taquin analyse scramble.txt moves.txt --metric line --format svg > analysis.svg

Moves are written as for `taquin apply`. From every position a
shortest solution is searched for within the limits (ten seconds by default), which shows the moves
that were lost. For tiles, parts of up to 24 moves that can be shortened are listed with their
replacements.

Exit codes: 0 done, 2 bad input or an impossible move, 3 stopped by Ctrl-C.")]
pub(crate) struct AnalyseArgs {
    #[command(flatten)]
    pub(crate) moves: MovesArgs,
    /// The total time of the moves in seconds, or the time of every move
    #[arg(long, value_name = "SECONDS")]
    pub(crate) times: Option<String>,
    #[command(flatten)]
    pub(crate) tables: TablesPlace,
    /// What to print
    #[arg(long, value_enum, default_value_t = StudyFormat::Text)]
    pub(crate) format: StudyFormat,
    #[command(flatten)]
    pub(crate) limits: LimitArgs,
}

#[derive(Args)]
#[command(after_help = "\
Examples:
  taquin survey 3x3
  taquin survey 4x4 -n 10000 --seed 7 --format json
  taquin survey 4x4 --metric line --format svg > lengths.svg

Boards are drawn by seeds, all solvable ones but the solved one with the same chance. A board that is
stopped at a limit is not counted. Ctrl-C ends the survey and prints what it has found so far.

Exit codes: 0 done, 2 bad input or usage, 3 stopped by Ctrl-C.")]
pub(crate) struct SurveyArgs {
    #[command(flatten)]
    pub(crate) puzzle: PuzzleArgs,
    /// How many boards
    #[arg(long, short = 'n', value_name = "NUMBER", default_value = "1000", value_parser = parse_sample)]
    pub(crate) count: u64,
    /// The first seed
    #[arg(long, default_value_t = 1)]
    pub(crate) seed: u64,
    #[command(flatten)]
    pub(crate) tables: TablesPlace,
    /// How many threads to use [default: one for each core]
    #[arg(long, value_name = "NUMBER", value_parser = parse_threads)]
    pub(crate) threads: Option<usize>,
    /// What to print
    #[arg(long, value_enum, default_value_t = StudyFormat::Text)]
    pub(crate) format: StudyFormat,
    #[command(flatten)]
    pub(crate) limits: LimitArgs,
}
