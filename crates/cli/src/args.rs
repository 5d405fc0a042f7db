//! The command line, described once: parsing, `--help`, the manual page and the completions all
//! come from here.

mod grade;
mod show;
mod tables;

use std::ffi::OsString;
use std::path::PathBuf;
use std::str::FromStr;
use std::time::Duration;

use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use clap::{Args, Parser, Subcommand, ValueEnum};
use taquin::blocks::format::Format as BlocksForm;
use taquin::{Algorithm, Guide, Metric};

pub(crate) use grade::{GradeArgs, GradeFormat, Walls};
pub(crate) use show::{RenderArgs, ServeArgs, TraceArgs, VisualizeArgs};
pub(crate) use tables::{BuildTablesArgs, TablesCommand, TablesPlace};

/// Sliding puzzles: solve, generate, explain.
#[derive(Parser)]
#[command(
    name = "taquin",
    version,
    propagate_version = true,
    max_term_width = 100,
    after_help = "\
Examples:
  taquin solve '1 2 3 / 4 0 6 / 7 5 8'
  taquin solve puzzle.txt --stats
  taquin course torus 500 4 3 8 5 1 6 7 2 0

Exit codes: 0 solved, 1 proven unsolvable, 2 bad input or usage, 3 stopped at a limit."
)]
pub(crate) struct Cli {
    #[command(subcommand)]
    pub(crate) command: Command,
}

#[derive(Subcommand)]
pub(crate) enum Command {
    /// Solve a puzzle: tiles or blocks, in any form that Taquin reads
    Solve(SolveArgs),
    /// Tell everything about a position: solvability, heuristics, moves
    Info(InfoArgs),
    /// Make random solvable boards
    Generate(GenerateArgs),
    /// Count all positions of a puzzle by their distance
    Enumerate(EnumerateArgs),
    /// Build, list, check and remove pattern tables, which make 15- and 24-puzzles faster
    #[command(
        subcommand,
        after_help = "\
Examples:
  taquin tables build 4x4
  taquin tables list
  taquin tables verify
  taquin tables remove --all"
    )]
    Tables(TablesCommand),
    /// Show and solve puzzles that have a name
    #[command(
        subcommand,
        after_help = "\
Examples:
  taquin puzzles list
  taquin puzzles list gnome
  taquin puzzles show klotski
  taquin puzzles solve 'Super Century' --metric unit"
    )]
    Puzzles(PuzzlesCommand),
    /// Open the browser app: play, solve, watch a search
    Serve(ServeArgs),
    /// Show a puzzle's solution in the browser, playing
    Visualize(VisualizeArgs),
    /// Write a solution as a page, a drawing, a picture or data
    Render(RenderArgs),
    /// Tell a search step by step
    Trace(TraceArgs),
    /// Run one of the course programs, to the byte
    #[command(
        subcommand,
        override_usage = "taquin course PROGRAM [ARGUMENTS]\n       taquin course link FOLDER",
        after_help = "\
Programs:
  torus FLAG t1 … t9             3x3 torus by iterative deepening (FLAG 100, 2XX, 3XX, 4XX, 500)
  eight-puzzle FILE              8-puzzle by best-first search
  torus-astar print_succ LIST    the successors of a 3x3 torus board
  torus-astar solve LIST         3x3 torus by A*
  board FILE                     a board's distances, solvability and neighbours
  solver FILE                    a board's shortest solution
  visualizer FILE                the solution, animated
  klotski FLAG t1 … t20          flying Klotski by A* (FLAG 100, 200, 300, 400, 500)

Examples:
  taquin course torus 500 4 3 8 5 1 6 7 2 0
  taquin course torus-astar solve '[4,3,8,5,1,6,7,2,0]'
  taquin course link ~/bin && Torus 100 1 2 3 4 5 0 6 7 8

Exit codes: 0 done, 1 proven unsolvable, 2 bad input or usage, 3 stopped at a limit."
    )]
    Course(CourseCommand),
    /// Grade somebody else's program against a course program
    Grade(Box<GradeArgs>),
    /// Print the completions for a shell
    #[command(
        after_help = "Example:\n  taquin completions bash > ~/.local/share/bash-completion/completions/taquin"
    )]
    Completions {
        /// The shell
        shell: clap_complete::Shell,
    },
    /// Write the manual pages into a folder
    #[command(after_help = "Example:\n  taquin man ~/.local/share/man/man1")]
    Man {
        /// The folder
        folder: PathBuf,
    },
}

#[derive(Subcommand)]
pub(crate) enum PuzzlesCommand {
    /// List the puzzles with the fewest moves that are known for each metric
    #[command(after_help = "Example:\n  taquin puzzles list layton")]
    List {
        /// Only those with this in a name or in the name of their set
        filter: Option<String>,
    },
    /// Show one puzzle and what is known of it
    #[command(after_help = "Example:\n  taquin puzzles show klotski --form klotski")]
    Show {
        /// Its name, in any language that it has one in
        name: String,
        /// Only its text, in this form
        #[arg(long, value_parser = named::<BlocksForm>(FORMS.into_iter()))]
        form: Option<BlocksForm>,
    },
    /// Solve one puzzle; the options are those of `taquin solve`
    #[command(after_help = "Example:\n  taquin puzzles solve 横刀立马 --metric unit --stats")]
    Solve(Box<SolveArgs>),
}

const FORMS: [(&str, &str); 5] = [
    ("plain", "pictures of start and goal under a short header"),
    ("course", "the twenty digits of the flying Klotski"),
    ("rush-hour", "a Rush Hour board in one word"),
    ("gnome", "a GNOME Klotski level"),
    ("klotski", "the hexadecimal Klotski code"),
];

/// Where a puzzle comes from and how to read it.
#[derive(Args, Clone)]
pub(crate) struct PuzzleArgs {
    /// A file, '-' for standard input, the puzzle itself, or a name that `taquin puzzles` knows
    #[arg(value_name = "FILE|-|TEXT|NAME", default_value = "-")]
    pub(crate) puzzle: String,
    /// The goal: a file or the arrangement itself [default: in order, blank last]
    #[arg(long, value_name = "FILE|TEXT", allow_hyphen_values = true)]
    pub(crate) goal: Option<String>,
    /// Join opposite edges of the board
    #[arg(long)]
    pub(crate) torus: bool,
    /// Rows and columns of a board given as a flat list
    #[arg(long, value_name = "RxC")]
    pub(crate) size: Option<Size>,
    /// What counts as one move of a block [default: finger, or as the puzzle says]
    #[arg(long, value_parser = named::<Metric>(METRICS.into_iter()))]
    pub(crate) metric: Option<Metric>,
    /// The form of a puzzle of blocks [default: guessed, where it is clear]
    #[arg(long, value_parser = named::<BlocksForm>(FORMS.into_iter()))]
    pub(crate) form: Option<BlocksForm>,
}

const METRICS: [(&str, &str); 3] = [
    ("unit", "one cell"),
    ("straight", "one slide in one direction, however far"),
    ("finger", "any continuous travel of one piece"),
];

/// How to search.
#[derive(Args)]
pub(crate) struct MethodArgs {
    /// The algorithm [default: the best for the puzzle]
    #[arg(long, value_parser = named::<Algorithm>(Algorithm::ALL.iter().map(|a| (a.name(), a.about()))))]
    pub(crate) algorithm: Option<Algorithm>,
    /// The heuristic [default: the best for the algorithm and the puzzle]
    #[arg(long, value_parser = named::<Guide>(Guide::ALL.iter().map(|g| (g.name(), g.about()))))]
    pub(crate) heuristic: Option<Guide>,
    /// The weight of the heuristic in weighted-a-star
    #[arg(long, value_name = "FACTOR", default_value = "1.5", value_parser = parse_weight)]
    pub(crate) weight: u32,
    /// Answer from the distances that `taquin enumerate --save` has kept in a file
    #[arg(long, value_name = "FILE")]
    pub(crate) distances: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) tables: TablesPlace,
    /// How many threads to use, where the search can [default: one a core]
    #[arg(long, value_name = "NUMBER")]
    pub(crate) threads: Option<usize>,
}

/// Where a search must stop.
#[derive(Args)]
pub(crate) struct LimitArgs {
    /// Stop after so long, as in 30s, 1.5m or 2h
    #[arg(long, value_name = "TIME", value_parser = parse_duration)]
    pub(crate) limit_time: Option<Duration>,
    /// Stop at so much memory in lists and tables, as in 512M or 4G
    #[arg(long, value_name = "BYTES", value_parser = parse_bytes)]
    pub(crate) limit_memory: Option<usize>,
    /// Stop after so many expanded nodes
    #[arg(long, value_name = "NODES")]
    pub(crate) limit_nodes: Option<u64>,
}

#[derive(Args)]
#[command(after_help = "\
Examples:
  taquin solve '1 2 3 4 / 5 6 7 8 / 9 10 0 11 / 13 14 15 12'
  taquin solve puzzle.txt --format json
  taquin generate 4x4 --seed 7 | taquin solve --stats
  taquin solve --torus '8 7 6 5 4 3 2 1 0' --algorithm a-star --heuristic manhattan
  taquin solve puzzle.txt --limit-time 30s
  taquin solve korf24.txt --resume korf24.state --limit-time 1h
  taquin generate 4x4 --count 1000 | taquin solve --format json
  taquin solve korf24.txt --device cuda
  taquin solve boards.txt --cluster hosts.txt --resume boards.log
  taquin solve 1A9BF0C --metric unit --format boards
  taquin solve 'metric: straight
  aZZb/aZZb/cddf/cghf/i..j
  goal: ..../..../..../.ZZ./.ZZ.'
  taquin generate 20x20 --seed 1 | taquin solve --near --limit-time 10s --format moves
  taquin generate 1000x1000 --seed 1 | taquin solve --format moves > moves.txt

The shortest solutions of boards of more than 25 cells are out of reach, but for easy ones: these are
solved as --near does, which says how far from the shortest its solution can be at most. Without a
limit it takes about a second, or as long as the first solution takes; with one, or until Ctrl-C,
better solutions keep coming and the best is printed. Solutions of more than some ten million moves
are printed while they are found.

A text with one puzzle a line is a batch: its answers come in order, one a line, as they are done.

With --cluster every host takes the first place in the list that it can listen on. The first host
reads the puzzle, gives out the lines of a batch or the subtrees of a single board as they are asked
for, and prints the answers. With --resume it keeps what is finished, so that a run that lost a host
goes on, with the same or another list.

Exit codes: 0 solved, 1 proven unsolvable, 2 bad input or usage, 3 stopped at a limit; of a batch that of
its worst line.")]
pub(crate) struct SolveArgs {
    #[command(flatten)]
    pub(crate) puzzle: PuzzleArgs,
    #[command(flatten)]
    pub(crate) method: MethodArgs,
    /// A solution near the shortest, soon, and nearer for as long as --limit-time allows (tiles)
    #[arg(long, conflicts_with_all = ["algorithm", "heuristic", "distances"])]
    pub(crate) near: bool,
    #[command(flatten)]
    pub(crate) limits: LimitArgs,
    /// Keep what a search with patterns, or a batch, has finished in this file, and go on from it
    #[arg(long, value_name = "FILE")]
    pub(crate) resume: Option<PathBuf>,
    /// The machine that searches
    #[arg(long, value_enum, default_value_t = Device::Cpu)]
    pub(crate) device: Device,
    /// One puzzle a line, read and answered line by line
    #[arg(long)]
    pub(crate) batch: bool,
    #[cfg(feature = "cluster")]
    #[command(flatten)]
    pub(crate) cluster: ClusterArgs,
    /// What to print
    #[arg(long, value_enum, default_value_t = Format::Text)]
    pub(crate) format: Format,
    /// Print the counts of the search as well
    #[arg(long)]
    pub(crate) stats: bool,
}

/// A machine that searches, or builds tables.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Device {
    /// The cores of this computer
    Cpu,
    /// All its CUDA devices (flat boards of up to 25 cells); limits hold for a whole batch
    Cuda,
}

/// The form of an answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Format {
    /// For people
    Text,
    /// For programs
    Json,
    /// The moves alone
    Moves,
    /// The board after every move
    Boards,
}

#[derive(Args)]
#[command(after_help = "\
Examples:
  taquin info '8 1 3 / 4 0 2 / 7 6 5'
  taquin info puzzle.txt --format json")]
pub(crate) struct InfoArgs {
    #[command(flatten)]
    pub(crate) puzzle: PuzzleArgs,
    /// Take the distance from a file that `taquin enumerate --save` has written
    #[arg(long, value_name = "FILE")]
    pub(crate) distances: Option<PathBuf>,
    /// What to print
    #[arg(long, value_enum, default_value_t = PlainFormat::Text)]
    pub(crate) format: PlainFormat,
}

#[derive(Args)]
#[command(after_help = "\
Examples:
  taquin enumerate 3x3
  taquin enumerate 3x4 --save twelve.taq
  taquin solve '2 1 4 3 / 6 5 8 7 / 9 10 0 11' --distances twelve.taq
  taquin enumerate 4x4 --torus --depth 16 --disk levels --format csv
  taquin enumerate 3x3 --goal '1 2 3 / 8 0 4 / 7 6 5' --format svg > levels.svg
  taquin enumerate 3x5 --cluster hosts.txt --disk levels
  taquin enumerate klotski --metric unit --diameter
  taquin enumerate klotski --save klotski.taq
  taquin solve '.aZZ/.aZZ/ddbg/chbf/cijf' --distances klotski.taq
  taquin enumerate klotski --graph klotski.graphml     (or .csv: a list of edges)
  taquin enumerate klotski --components
  taquin enumerate --layouts --metric unit

A size alone stands for a board of tiles in order, blank last. Tiles are counted from the goal, blocks
from the start and from the goal.

The levels are held in memory, one bit a position, and take three quarters of what is free at most
(or --limit-memory). With --disk they are held in the files of a
folder, which may be larger than memory; the same command goes on from the last whole level after
any interruption.

With --cluster every host takes the first place in the list that it can listen on. Each holds its
part in memory, or in its own --disk; then a run that lost a host goes on, with the same or another
list, from the last level that the hosts have between them.

Exit codes: 0 done, 2 bad input or usage, 3 stopped at a limit.")]
pub(crate) struct EnumerateArgs {
    #[command(flatten)]
    pub(crate) puzzle: PuzzleArgs,
    /// Count no farther than this
    #[arg(long, value_name = "DISTANCE")]
    pub(crate) depth: Option<usize>,
    /// Hold the levels in the files of a folder, and go on with what is there
    #[arg(long, value_name = "FOLDER")]
    pub(crate) disk: Option<PathBuf>,
    /// Keep the distances of all positions in a file, for `taquin solve --distances`
    #[arg(long, value_name = "FILE")]
    #[cfg_attr(feature = "cluster", arg(conflicts_with = "cluster"))]
    pub(crate) save: Option<PathBuf>,
    /// How many threads to use [default: one a core]
    #[arg(long, value_name = "NUMBER")]
    pub(crate) threads: Option<usize>,
    #[command(flatten)]
    pub(crate) blocks: BlocksSpaceArgs,
    #[cfg(feature = "cluster")]
    #[command(flatten)]
    pub(crate) cluster: ClusterArgs,
    /// Tell what each level sent between the hosts, on standard error of the first
    #[cfg(feature = "cluster")]
    #[arg(long, requires = "cluster")]
    pub(crate) traffic: bool,
    #[command(flatten)]
    pub(crate) limits: LimitArgs,
    /// What to print
    #[arg(long, value_enum, default_value_t = CensusFormat::Text)]
    pub(crate) format: CensusFormat,
}

/// What else there is to know of a space of blocks.
#[derive(Args)]
pub(crate) struct BlocksSpaceArgs {
    /// Find the longest of all shortest ways between two positions (blocks)
    #[arg(long)]
    pub(crate) diameter: bool,
    /// Write the graph of the positions: GraphML, or a list of edges if the name ends in .csv (blocks)
    #[arg(long, value_name = "FILE")]
    pub(crate) graph: Option<PathBuf>,
    /// All components that the pieces can be put into, instead of the start's own (blocks)
    #[arg(long, conflicts_with_all = ["diameter", "graph", "save", "depth"])]
    pub(crate) components: bool,
    /// All 29,334,498 layouts of the Klotski board and the hardest of them, instead of a puzzle
    #[arg(long, conflicts_with_all = ["components", "diameter", "graph", "save", "depth"])]
    pub(crate) layouts: bool,
}

/// Which machines work together.
#[cfg(feature = "cluster")]
#[derive(Args, Clone)]
pub(crate) struct ClusterArgs {
    /// Work together with the hosts in a file, one address a line; run the same command on each of them
    #[arg(long, value_name = "FILE")]
    pub(crate) cluster: Option<PathBuf>,
    /// How long to wait for hosts that are not there yet
    #[arg(long, value_name = "TIME", default_value = "60s", value_parser = parse_duration)]
    pub(crate) patience: Duration,
}

/// The form of the levels of a space.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum CensusFormat {
    /// For people
    Text,
    /// For programs
    Json,
    /// Comma-separated values
    Csv,
    /// A histogram
    Svg,
}

/// Text for people or JSON for programs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum PlainFormat {
    /// For people
    Text,
    /// For programs
    Json,
}

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

#[derive(Subcommand)]
pub(crate) enum CourseCommand {
    /// Make links named Torus, EightPuzzle, Board, Solver, SolverVisualizer and Klotski in a folder
    #[command(after_help = "Example:\n  taquin course link ~/bin && Torus 100 1 2 3 4 5 0 6 7 8")]
    Link {
        /// The folder
        folder: PathBuf,
    },
    /// torus, eight-puzzle, torus-astar, board, solver, visualizer or klotski, with its arguments
    #[command(external_subcommand)]
    Program(Vec<OsString>),
}

/// Rows and columns.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Size {
    pub(crate) rows: u32,
    pub(crate) cols: u32,
}

impl FromStr for Size {
    type Err = String;
    fn from_str(text: &str) -> Result<Self, String> {
        let (rows, cols) = text.split_once(['x', 'X']).unwrap_or((text, text));
        let side = |word: &str| match word.trim().parse::<u32>() {
            Ok(side) if (1..=taquin::Geometry::MAX_SIDE).contains(&side) => Ok(side),
            _ => {
                Err(format!("expected rows and columns from 1 to {}, as in 4x4", taquin::Geometry::MAX_SIDE))
            }
        };
        Ok(Size { rows: side(rows)?, cols: side(cols)? })
    }
}

/// A parser for one of several names, with what each of them means.
fn named<T>(names: impl Iterator<Item = (&'static str, &'static str)>) -> impl TypedValueParser<Value = T>
where
    T: FromStr<Err = String> + Clone + Send + Sync + 'static,
{
    let values: Vec<PossibleValue> =
        names.map(|(name, about)| PossibleValue::new(name).help(about)).collect();
    PossibleValuesParser::new(values).try_map(|name| name.parse::<T>().map_err(std::io::Error::other))
}

/// Seconds, or a number with the unit ms, s, m or h.
fn parse_duration(text: &str) -> Result<Duration, String> {
    let digits = text.trim_end_matches(|c: char| c.is_ascii_alphabetic());
    let unit = match &text[digits.len()..] {
        "ms" => 0.001,
        "" | "s" => 1.0,
        "m" | "min" => 60.0,
        "h" => 3600.0,
        other => return Err(format!("'{other}' is not a unit of time; expected ms, s, m or h")),
    };
    let number: f64 = digits.parse().map_err(|_| "expected a time such as 30s, 1.5m or 2h".to_string())?;
    Duration::try_from_secs_f64(number * unit).map_err(|_| format!("'{text}' is not a time"))
}

/// Bytes, or a number with the unit K, M, G or T (powers of 1024).
fn parse_bytes(text: &str) -> Result<usize, String> {
    let upper = text.to_ascii_uppercase();
    let upper = upper.strip_suffix("IB").or_else(|| upper.strip_suffix('B')).unwrap_or(&upper);
    let digits = upper.trim_end_matches(|c: char| c.is_ascii_alphabetic());
    let shift = match &upper[digits.len()..] {
        "" => 0,
        "K" => 10,
        "M" => 20,
        "G" => 30,
        "T" => 40,
        other => return Err(format!("'{other}' is not a unit of memory; expected K, M, G or T")),
    };
    let number: f64 = digits.parse().map_err(|_| "expected a size such as 512M or 4G".to_string())?;
    let bytes = number * (1u64 << shift) as f64;
    if !(0.0..9.0e18).contains(&bytes) {
        return Err(format!("'{text}' is not an amount of memory"));
    }
    Ok(bytes as usize)
}

/// A factor of at least 1, in percent.
fn parse_weight(text: &str) -> Result<u32, String> {
    match text.parse::<f64>() {
        Ok(factor) if (1.0..=100.0).contains(&factor) => Ok((factor * 100.0).round() as u32),
        _ => Err("expected a factor from 1 to 100".to_string()),
    }
}
