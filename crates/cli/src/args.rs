//! The command line, described once: parsing, `--help`, the manual page and the completions all
//! come from here.

mod compare;
mod generate;
#[cfg(target_os = "linux")]
mod grade;
mod moves;
pub(crate) mod screen;
mod show;
mod solve;
mod space;
mod study;
mod tables;
mod values;

use std::ffi::OsString;
use std::path::PathBuf;

use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use clap::{Args, FromArgMatches, Parser, Subcommand, ValueEnum};
use taquin::families::{Reader, readers};
use taquin_courses::Program;
use taquin_courses::report::REPORTED;

use crate::{exit, stop};
pub(crate) use compare::{CompareArgs, ComparisonFormat, ExportArgs};
pub(crate) use generate::{BoardForm, GenerateArgs, GenerateBlocksArgs, GenerateCommand};
#[cfg(target_os = "linux")]
pub(crate) use grade::{GradeArgs, GradeFormat};
pub(crate) use moves::{ApplyArgs, CheckArgs, MovesArgs};
pub(crate) use show::{PictureFormat, PlayArgs, RenderArgs, ServeArgs, TraceArgs, VisualizeArgs};
pub(crate) use solve::{Device, LimitArgs, MethodArgs, SolveArgs};
pub(crate) use space::{CensusFormat, EnumerateArgs};
#[cfg(feature = "cluster")]
pub(crate) use space::{ClusterArgs, ClusterCommand};
pub(crate) use study::{AnalyseArgs, StudyFormat, SurveyArgs};
pub(crate) use tables::{BuildTablesArgs, TablesCommand, TablesPlace};
pub(crate) use values::{Size, Spot};
use values::{parse_bytes, parse_count, parse_duration, parse_sample, parse_threads};

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

Exit codes: 0 solved, 1 proven unsolvable, 2 bad input or usage, 3 stopped at a limit or by Ctrl-C."
)]
pub(crate) struct Cli {
    /// When to use colours; the variable NO_COLOR means never
    #[arg(long, value_enum, global = true, hide_short_help = true, value_name = "WHEN", default_value_t)]
    pub(crate) color: clap::ColorChoice,
    #[command(subcommand)]
    pub(crate) command: Command,
}

/// Reads the command line, or ends the program with an error message.
pub(crate) fn parse() -> Cli {
    let first = std::env::args_os().len() == 1 || std::env::args_os().any(|word| word == "-h");
    let read = screen::command(first).try_get_matches().and_then(|matches| Cli::from_arg_matches(&matches));
    read.unwrap_or_else(|error| {
        let strange = |word: OsString| word.to_string_lossy().contains(char::is_control);
        if !error.use_stderr() || !std::env::args_os().any(strange) {
            error.exit();
        }
        // Control characters are not echoed.
        stop::say(&crate::printable(&error.to_string()));
        std::process::exit(exit::USAGE.into())
    })
}

#[derive(Subcommand)]
pub(crate) enum Command {
    /// Solve a puzzle of tiles or blocks
    Solve(SolveArgs),
    /// Show everything about a position: solvability, heuristics, moves
    Info(InfoArgs),
    /// Play moves from a position and print where they lead
    Apply(ApplyArgs),
    /// Check a solution: is it valid, where does it fail, how long is it
    Check(CheckArgs),
    /// Compare your moves with the shortest
    Analyse(AnalyseArgs),
    /// Find out how long the shortest solutions of random boards are
    Survey(SurveyArgs),
    /// Run algorithms and heuristics over the same puzzles: a table, a plot
    Compare(CompareArgs),
    /// Write a puzzle for a planner: PDDL, SAS+
    Export(ExportArgs),
    /// Generate random boards and hard puzzles of blocks
    Generate(GenerateArgs),
    /// Count all positions of a puzzle by their distance
    Enumerate(EnumerateArgs),
    /// Manage pattern tables, which make 15- and 24-puzzles faster
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
    /// Make the secret with which the hosts of a cluster authenticate each other
    #[cfg(feature = "cluster")]
    #[command(subcommand, after_help = "Example:\n  taquin cluster key secret.txt")]
    Cluster(ClusterCommand),
    /// List, show and solve named puzzles
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
    /// Show a search step by step
    Trace(TraceArgs),
    /// Play a puzzle in the terminal, with hints and a clock
    Play(PlayArgs),
    /// Run one of the course programs
    #[command(
        subcommand,
        override_usage = "taquin course PROGRAM [ARGUMENTS]\n       taquin course link FOLDER\n       taquin course report [PROGRAM]",
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
    /// Grade a program by comparing it with a course program
    #[cfg(target_os = "linux")]
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
    /// List the puzzles, with the fewest moves known in each metric
    #[command(after_help = "Example:\n  taquin puzzles list layton")]
    List {
        /// Only puzzles with this text in their name or in the name of their set
        filter: Option<String>,
        /// What to print
        #[arg(long, value_enum, default_value_t = PlainFormat::Text)]
        format: PlainFormat,
    },
    /// Show one puzzle and what is known about it
    #[command(after_help = "\
Examples:
  taquin puzzles show 横刀立马
  taquin puzzles show klotski --form klotski
  taquin puzzles show 4FEA134 --form plain
  taquin puzzles show level.txt --form gnome")]
    Show {
        /// Its name, in any language; with --form also a file or the text of a puzzle
        #[arg(required = true)]
        name: Vec<OsString>,
        /// What to print
        #[arg(long, value_enum, default_value_t = PlainFormat::Text, conflicts_with = "form")]
        format: PlainFormat,
        /// Print only its text, in this form
        #[arg(long, value_parser = of_families(|reader| reader.forms))]
        form: Option<String>,
    },
    /// Solve one puzzle, with the options of `taquin solve`
    #[command(after_help = "Example:\n  taquin puzzles solve 横刀立马 --metric unit --stats")]
    Solve(Box<SolveArgs>),
}

/// A parser for names that the families define, each with its description.
fn of_families(
    names: fn(&Reader) -> &'static [(&'static str, &'static str)],
) -> impl TypedValueParser<Value = String> {
    // What two families define is listed with the last of them.
    let all: Vec<(&str, &str)> = readers().iter().flat_map(names).copied().collect();
    let is_last = |&at: &usize| all[at + 1..].iter().all(|(name, _)| *name != all[at].0);
    let value = |at: usize| PossibleValue::new(all[at].0).help(all[at].1);
    PossibleValuesParser::new((0..all.len()).filter(is_last).map(value).collect::<Vec<_>>())
}

/// Where a puzzle comes from and how to read it.
#[derive(Args, Clone)]
pub(crate) struct PuzzleArgs {
    /// A file, the puzzle itself, a name from `taquin puzzles`, a size for the solved board, or '-'
    #[arg(value_name = "PUZZLE")]
    pub(crate) puzzle: Vec<OsString>,
    #[command(flatten)]
    pub(crate) hints: HintArgs,
}

/// How to read a puzzle.
#[derive(Args, Clone)]
pub(crate) struct HintArgs {
    /// The goal: a file, a board, or blank-first, blank-last or spiral [default: blank-last]
    #[arg(long, value_name = "FILE|TEXT|NAME", allow_hyphen_values = true)]
    pub(crate) goal: Option<OsString>,
    /// Join opposite edges of the board
    #[arg(long)]
    pub(crate) torus: bool,
    /// Rows and columns of a board given as a flat list
    #[arg(long, value_name = "RxC")]
    pub(crate) size: Option<Size>,
    /// What counts as one move [default: finger for blocks, single for tiles, or as the puzzle says]
    #[arg(long, value_parser = of_families(|reader| reader.metrics))]
    pub(crate) metric: Option<String>,
    /// The form of a puzzle of blocks [default: recognised by its characters]
    #[arg(long, value_parser = of_families(|reader| reader.forms))]
    pub(crate) form: Option<String>,
    /// Apply these moves first, as in 'R3 D L2'; letters are directions of a tile
    #[arg(long, value_name = "MOVES", allow_hyphen_values = true)]
    pub(crate) scramble: Option<String>,
}

#[derive(Args)]
#[command(after_help = "\
Examples:
  taquin info '8 1 3 / 4 0 2 / 7 6 5'
  taquin info puzzle.txt --format json
  taquin info '2 1 4 3 / 6 5 8 7 / 9 10 0 11' --distances twelve.taq

The distance is searched for within the limits, or for two seconds in each metric (20 on up to 16
cells); for the puzzles of a list only if a limit is given. The share of positions that are as far is
known for boards of up to 9 cells, and for 2x5, 2x6 (lines), 3x4 and 4x4 with the goal's blank in a
corner.")]
pub(crate) struct InfoArgs {
    #[command(flatten)]
    pub(crate) puzzle: PuzzleArgs,
    /// Look the distance up in a file written by `taquin enumerate --save`
    #[arg(long, value_name = "FILE")]
    pub(crate) distances: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) tables: TablesPlace,
    /// What to print
    #[arg(long, value_enum, default_value_t = PlainFormat::Text)]
    pub(crate) format: PlainFormat,
    #[command(flatten)]
    pub(crate) limits: LimitArgs,
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
pub(crate) enum CourseCommand {
    /// Make links named Torus, EightPuzzle, Board, Solver, SolverVisualizer and Klotski in a folder, and the
    /// module torus_puzzle.py
    #[command(after_help = "Example:\n  taquin course link ~/bin && Torus 100 1 2 3 4 5 0 6 7 8")]
    Link {
        /// The folder
        folder: PathBuf,
    },
    /// Measure the searches of eight-puzzle, torus-astar and solver, as their courses ask
    #[command(after_help = "Example:\n  taquin course report eight-puzzle")]
    Report {
        /// The program [default: all three]
        #[arg(value_parser = PossibleValuesParser::new(REPORTED.map(Program::name)))]
        program: Option<String>,
    },
    /// torus, eight-puzzle, torus-astar, board, solver, visualizer or klotski, with its arguments
    #[command(external_subcommand)]
    Program(Vec<OsString>),
}
