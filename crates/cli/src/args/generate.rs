//! Boards and puzzles that are made.

use clap::{Args, Subcommand, ValueEnum};
use taquin::Metric;

use super::values::named;
use super::{LimitArgs, METRICS, Size};

#[derive(Subcommand)]
pub(crate) enum GenerateCommand {
    /// Find hard puzzles of blocks
    Blocks(GenerateBlocksArgs),
}

#[derive(Args)]
#[command(after_help = "\
Examples:
  taquin generate blocks --from klotski             the farthest starts of these pieces
  taquin generate blocks --from 4FEA134 --metric unit
  taquin generate blocks --size 4x4 --pieces 2x1,1x2,1x1,1x1,2x2
  taquin generate blocks --rush-hour 6 --seed 3 --count 10
  taquin generate blocks --rush-hour 5 --all        every minimal board of this size

The goal of --pieces is to bring the first of them to the place where that is hardest.
Rush Hour boards are minimal: no car can be taken away without making them easier.")]
pub(crate) struct GenerateBlocksArgs {
    #[command(flatten)]
    pub(crate) source: BlocksSource,
    /// The pieces, rows by columns each, the goal piece first
    #[arg(long, value_name = "RxC,…", value_delimiter = ',', requires = "size")]
    pub(crate) pieces: Vec<Size>,
    /// What counts as one move [default: finger, or as the puzzle says]
    #[arg(long, value_parser = named::<Metric>(METRICS.into_iter()))]
    pub(crate) metric: Option<Metric>,
    /// The seed of random boards [default: a fresh one]
    #[arg(long, requires = "rush_hour")]
    pub(crate) seed: Option<u64>,
    /// How many random boards
    #[arg(long, short = 'n', value_name = "NUMBER", default_value_t = 1)]
    pub(crate) count: usize,
    /// Only boards that need at least so many moves
    #[arg(long, value_name = "MOVES", default_value_t = 5, requires = "rush_hour")]
    pub(crate) least: u32,
    /// Every minimal board instead of random ones (sides 4 and 5)
    #[arg(long, requires = "rush_hour", conflicts_with = "seed")]
    pub(crate) all: bool,
    #[command(flatten)]
    pub(crate) limits: LimitArgs,
}

/// Where the pieces come from: exactly one of these.
#[derive(Args)]
#[group(required = true, multiple = false)]
pub(crate) struct BlocksSource {
    /// The pieces and the goal of a puzzle: a name of the catalogue, a file or a text
    #[arg(long, value_name = "NAME|FILE|TEXT")]
    pub(crate) from: Option<String>,
    /// A board of this size, with --pieces
    #[arg(long, value_name = "RxC", requires = "pieces")]
    pub(crate) size: Option<Size>,
    /// Rush Hour boards of this side, from 4 to 6
    #[arg(long, value_name = "SIDE")]
    pub(crate) rush_hour: Option<usize>,
}

#[derive(Args)]
#[command(args_conflicts_with_subcommands = true, subcommand_negates_reqs = true)]
#[command(after_help = "\
Examples:
  taquin generate 4x4
  taquin generate 3x3 --torus --seed 1 --count 10
  taquin generate 3x3 --distance 31
  taquin generate 2000x2000 > huge.txt
  taquin generate blocks --rush-hour 6 --count 5

The same seed always gives the same boards. One board is printed in the course form
(N, then the rows) when it is square; several are printed one a line.")]
pub(crate) struct GenerateArgs {
    #[command(subcommand)]
    pub(crate) kind: Option<GenerateCommand>,
    /// Rows and columns, as in 4x4 or 3x5; one number means a square
    #[arg(value_name = "RxC", required = true)]
    pub(crate) size: Option<Size>,
    /// Join opposite edges of the board
    #[arg(long)]
    pub(crate) torus: bool,
    /// The seed [default: a fresh one]
    #[arg(long)]
    pub(crate) seed: Option<u64>,
    /// How many boards
    #[arg(long, short = 'n', value_name = "NUMBER", default_value_t = 1)]
    pub(crate) count: u64,
    /// Only boards exactly so many moves from the goal (boards of up to 10 cells)
    #[arg(long, value_name = "MOVES")]
    pub(crate) distance: Option<u32>,
    /// What to print
    #[arg(long, value_enum, default_value_t = BoardForm::Auto)]
    pub(crate) form: BoardForm,
}

/// The form in which boards are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum BoardForm {
    /// `course` for one square board, `line` otherwise
    Auto,
    /// The side, then the rows, as the course files have it (square boards)
    Course,
    /// Rows separated by '/', one board a line
    Line,
}
