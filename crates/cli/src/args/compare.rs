//! The arguments of `taquin compare` and `taquin export`.

use std::path::PathBuf;

use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use clap::{Args, ValueEnum};
use taquin::render::{self, EXPORTS, Export};
use taquin::{Algorithm, HeuristicName};

use super::solve::algorithm;
use super::values::{named, parse_threads, parse_weight};
use super::{LimitArgs, PuzzleArgs, TablesPlace};

#[derive(Args)]
#[command(after_help = "\
Examples:
  taquin compare boards.txt
  taquin generate 3x3 --count 20 --seed 1 | taquin compare --algorithms a-star,ida-star -o results
  taquin compare boards.txt --algorithms bfs,a-star --heuristics misplaced,manhattan --limit-nodes 1M
  taquin compare boards.txt --algorithms a-star,weighted-a-star --format csv > runs.csv
  taquin compare klotski --algorithms breadth-first,a-star,ida-star --limit-time 10s --plot klotski.svg

Every algorithm is run with every heuristic that it can take, on every puzzle, each within the limits, one
after the other and with one thread unless --threads says otherwise. With -o a folder is written: the
table (runs.csv, runs.json, runs.md), the plot (plot.svg), the puzzles (puzzles.jsonl) and the command that
repeats it all (again.sh). Ctrl-C ends the work; what is finished by then is written.

Exit codes: 0 done, 2 bad input or usage, 3 stopped by Ctrl-C.")]
pub(crate) struct CompareArgs {
    #[command(flatten)]
    pub(crate) puzzle: PuzzleArgs,
    /// The algorithms, separated by commas
    #[arg(
        long,
        value_name = "NAMES",
        value_delimiter = ',',
        ignore_case = true,
        default_value = "a-star,ida-star",
        value_parser = algorithm()
    )]
    pub(crate) algorithms: Vec<Algorithm>,
    /// The heuristics, separated by commas [default: all that suit every puzzle]
    #[arg(
        long,
        value_name = "NAMES",
        value_delimiter = ',',
        value_parser = named::<HeuristicName>(HeuristicName::all().map(|h| (h.name(), h.about())))
    )]
    pub(crate) heuristics: Vec<HeuristicName>,
    /// The weight of weighted-a-star, or the factor of explicit-estimation [default: 1.5]
    #[arg(long, value_name = "FACTOR", value_parser = parse_weight)]
    pub(crate) weight: Option<u32>,
    #[command(flatten)]
    pub(crate) tables: TablesPlace,
    /// How many threads a search may use
    #[arg(long, value_name = "NUMBER", default_value_t = 1, value_parser = parse_threads)]
    pub(crate) threads: usize,
    #[command(flatten)]
    pub(crate) limits: LimitArgs,
    /// What to print
    #[arg(long, value_enum, default_value_t = ComparisonFormat::Markdown)]
    pub(crate) format: ComparisonFormat,
    /// Write the plot to a file: nodes, lengths, and seconds for the puzzles that are solved
    #[arg(long, value_name = "FILE.svg")]
    pub(crate) plot: Option<PathBuf>,
    /// Write everything into a folder
    #[arg(long, short, value_name = "FOLDER", conflicts_with_all = ["plot", "format"])]
    pub(crate) output: Option<PathBuf>,
}

/// The form of a comparison.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum ComparisonFormat {
    /// Tables for people
    Markdown,
    /// Comma-separated values
    Csv,
    /// For programs
    Json,
}

#[derive(Args)]
#[command(after_help = "\
Examples:
  taquin export '8 6 7 / 2 5 4 / 3 0 1' -o eight
  taquin export klotski --metric unit --format pddl-untyped
  taquin export boards.txt --format sas -o boards

The domain and the problem are printed one after the other; with -o they are files of a folder, domain.pddl
and problem.pddl, or output.sas. Of several puzzles each has a folder of its own below, 1, 2 and so on. What a
plan costs is what a solution costs under the puzzle's own metric.")]
pub(crate) struct ExportArgs {
    #[command(flatten)]
    pub(crate) puzzle: PuzzleArgs,
    /// What to write
    #[arg(long, default_value = "pddl", value_parser = an_export())]
    pub(crate) format: &'static dyn Export,
    /// Write the files into a folder
    #[arg(long, short, value_name = "FOLDER")]
    pub(crate) output: Option<PathBuf>,
}

/// A parser for the name of a form for planners.
fn an_export() -> impl TypedValueParser<Value = &'static dyn Export> {
    let values = EXPORTS.iter().map(|export| PossibleValue::new(export.name()).help(export.about()));
    let values = PossibleValuesParser::new(values.collect::<Vec<_>>());
    values.try_map(|name| render::export(&name).ok_or("a form that is not known"))
}
