//! The arguments of `taquin generate`.

use std::ffi::OsString;

use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use clap::{Args, Subcommand, ValueEnum};
use taquin::blocks::PieceCount;
use taquin::tiles::metric;

use super::{LimitArgs, PlainFormat, Size, Spot, of_families, parse_count};

/// A parser for the names of the metrics of tiles.
pub(super) fn of_tiles() -> impl TypedValueParser<Value = String> {
    let values = metric::NAMES.iter().map(|&(name, about)| PossibleValue::new(name).help(about));
    PossibleValuesParser::new(values.collect::<Vec<_>>())
}

#[derive(Subcommand)]
pub(crate) enum GenerateCommand {
    /// Generate hard puzzles of blocks
    Blocks(GenerateBlocksArgs),
}

#[derive(Args)]
#[command(override_usage = "\
taquin generate blocks --from PUZZLE [OPTIONS]
       taquin generate blocks --size RxC --pieces SHAPES [OPTIONS]
       taquin generate blocks --rush-hour SIDE [OPTIONS]")]
#[command(after_help = "\
Examples:
  taquin generate blocks --from klotski             the farthest starts of these pieces
  taquin generate blocks --from 4FEA134 --metric unit
  taquin generate blocks --size 4x4 --pieces 2x2,2*2x1,1x2,3*1x1
  taquin generate blocks --size 4x4 --pieces 2x2,2*2x1,1x2,3*1x1 --minimal --count 5
  taquin generate blocks --size 4x5 --pieces 'XX/X.,.X/XX,2*1x2,3*1x1' --goal 3,4
  taquin generate blocks --size 5x4 --pieces 2x2,4*2x1,1x2,4*1x1 --minimal --seed 7 --count 3
  taquin generate blocks --rush-hour 6 --seed 3 --count 10
  taquin generate blocks --rush-hour 5 --all        every minimal board of this size

The goal with --pieces is to move the first piece to the place where that is hardest, or to the
one that --goal gives. Without --seed all positions are examined, so that no start is harder; with
it random positions are, each with the farthest start in its component.
A puzzle is minimal if no piece can be removed without making it easier. With --seed, pieces that
do not matter are removed, so that a minimal puzzle may have fewer pieces than --pieces says.
Rush Hour boards are always minimal.")]
pub(crate) struct GenerateBlocksArgs {
    #[command(flatten)]
    pub(crate) source: BlocksSource,
    /// The pieces, the goal piece first: sizes (2x1) or pictures (XX/X.); 3*2x1 means three pieces
    #[arg(long, value_name = "[N*]SHAPE,…", value_delimiter = ',', requires = "size")]
    pub(crate) pieces: Vec<PieceCount>,
    /// The goal of the upper left corner of the goal piece [default: the hardest one]
    #[arg(long, value_name = "ROW,COLUMN", requires = "size")]
    pub(crate) goal: Option<Spot>,
    /// What counts as one move [default: finger, or as the puzzle says]
    #[arg(long, value_parser = of_families(|reader| reader.metrics))]
    pub(crate) metric: Option<String>,
    /// Only minimal puzzles: no piece can be removed without making them easier
    #[arg(long)]
    pub(crate) minimal: bool,
    /// Random positions with this seed instead of all [default for Rush Hour: a random seed]
    #[arg(long)]
    pub(crate) seed: Option<u64>,
    /// How many puzzles, one for each component of positions [default: all of the hardest; 1 of random ones]
    #[arg(long, short = 'n', value_name = "NUMBER", value_parser = parse_count)]
    pub(crate) count: Option<u64>,
    /// Only puzzles that need at least this many moves [default: 1; 5 for Rush Hour]
    #[arg(long, value_name = "MOVES")]
    pub(crate) least: Option<u32>,
    /// Generate every minimal board instead of random ones (sides 4 and 5)
    #[arg(long, requires = "rush_hour", conflicts_with_all = ["seed", "count"])]
    pub(crate) all: bool,
    /// What to print: puzzles, or JSON, one object on each line
    #[arg(long, value_enum, default_value_t = PlainFormat::Text)]
    pub(crate) format: PlainFormat,
    #[command(flatten)]
    pub(crate) limits: LimitArgs,
}

/// Where the pieces come from: exactly one of these.
#[derive(Args)]
#[group(required = true, multiple = false)]
pub(crate) struct BlocksSource {
    /// The pieces and the goal of a puzzle: a name of the catalogue, a file or a text
    #[arg(long, value_name = "NAME|FILE|TEXT")]
    pub(crate) from: Option<OsString>,
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
  taquin generate 4x4 --distance 30 -n 5
  taquin generate 4x4 --distance 20 --metric line
  taquin generate 3x3 --distance 12 --goal 'B B W / W B W / B W 0'
  taquin generate 4x4 --goal blank-first --format json
  taquin generate 2000x2000 > huge.txt
  taquin generate blocks --rush-hour 6 --count 5

The same seed always gives the same boards. A goal other than the usual one is printed after each
board, following '->'. A single square board is printed in the course form (N, then the rows);
several boards are printed one on each line.")]
pub(crate) struct GenerateArgs {
    #[command(subcommand)]
    pub(crate) kind: Option<GenerateCommand>,
    /// Rows and columns, as in 4x4 or 3x5; one number means a square
    #[arg(value_name = "RxC", required = true)]
    pub(crate) size: Option<Size>,
    /// Join opposite edges of the board
    #[arg(long)]
    pub(crate) torus: bool,
    /// The seed [default: random]
    #[arg(long)]
    pub(crate) seed: Option<u64>,
    /// How many boards
    #[arg(long, short = 'n', value_name = "NUMBER", default_value = "1", value_parser = parse_count)]
    pub(crate) count: u64,
    /// Only boards exactly this many moves from the goal (up to 16 cells; with labels, if all arrangements fit into memory)
    #[arg(long, value_name = "MOVES")]
    pub(crate) distance: Option<u32>,
    /// What counts as one move
    #[arg(long, hide_short_help = true, default_value = "single", value_parser = of_tiles())]
    pub(crate) metric: String,
    /// The goal: a file, a board, or blank-first, blank-last or spiral [default: blank-last]
    #[arg(long, value_name = "FILE|TEXT|NAME", allow_hyphen_values = true)]
    pub(crate) goal: Option<OsString>,
    /// The form of the boards
    #[arg(long, value_enum, default_value_t = BoardForm::Auto)]
    pub(crate) form: BoardForm,
    /// What to print: boards, or JSON, one object on each line
    #[arg(long, value_enum, default_value_t = PlainFormat::Text, conflicts_with = "form")]
    pub(crate) format: PlainFormat,
}

/// The form in which boards are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum BoardForm {
    /// `course` for one square board, `line` otherwise
    Auto,
    /// The side, then the rows, as in the course files (square boards)
    Course,
    /// Rows separated by '/', one board on each line
    Line,
    /// The same without spaces around '/', as SlidySim writes boards
    Slidysim,
}
