//! The arguments of `taquin solve`: the method, the limits, the machine, the output format.

use std::path::PathBuf;
use std::time::Duration;

use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use clap::{Args, ValueEnum};
use taquin::render::{self, FORMATS, Format};
use taquin::{Algorithm, HeuristicName, Number, Wanted};

#[cfg(feature = "cluster")]
use super::ClusterArgs;
use super::values::{
    named, parse_bytes, parse_count, parse_duration, parse_threads, parse_weight, parse_within,
};
use super::{PuzzleArgs, TablesPlace};

/// How to search.
#[derive(Args)]
pub(crate) struct MethodArgs {
    /// The algorithm [default: the best for the puzzle]
    #[arg(long, ignore_case = true, value_parser = algorithm())]
    pub(crate) algorithm: Option<Algorithm>,
    /// The heuristic [default: the best for the algorithm and the puzzle]
    #[arg(long, value_parser = named::<HeuristicName>(HeuristicName::all().map(|g| (g.name(), g.about()))))]
    pub(crate) heuristic: Option<HeuristicName>,
    /// The weight of weighted-a-star, or the factor of explicit-estimation [default: 1.5]
    #[arg(long, value_name = "FACTOR", value_parser = parse_weight)]
    pub(crate) weight: Option<u32>,
    /// Look up distances in a file written by `taquin enumerate --save`
    #[arg(long, value_name = "FILE")]
    pub(crate) distances: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) tables: TablesPlace,
    /// How many threads a search may use [default: one for each core]
    #[arg(long, value_name = "NUMBER", value_parser = parse_threads)]
    pub(crate) threads: Option<usize>,
}

/// When a search must stop.
#[derive(Args)]
pub(crate) struct LimitArgs {
    /// Stop after this time, as in 30s, 1.5m or 2h
    #[arg(long, value_name = "TIME", value_parser = parse_duration)]
    pub(crate) limit_time: Option<Duration>,
    /// Stop before the whole process takes more memory than this, as in 512M or 4G
    #[arg(long, value_name = "BYTES", value_parser = parse_bytes)]
    pub(crate) limit_memory: Option<usize>,
    /// Stop after this many expanded nodes, as in 500, 20k or 1M
    #[arg(long, value_name = "NODES", value_parser = parse_count)]
    pub(crate) limit_nodes: Option<u64>,
}

/// Which of the shortest solutions.
#[derive(Args)]
#[group(id = "wanted", multiple = true, conflicts_with_all = ["near", "resume", "partition"])]
pub(crate) struct WantedArgs {
    /// Print every shortest solution, in a fixed order
    #[arg(long = "all", conflicts_with = "number")]
    pub(crate) every: bool,
    /// Print how many shortest solutions there are
    #[arg(long = "count")]
    pub(crate) number: bool,
    /// Only solutions that begin with these moves, as in 'R D'
    #[arg(long, value_name = "MOVES", allow_hyphen_values = true)]
    pub(crate) first_moves: Option<String>,
    /// Only solutions that make none of these moves: a tile (5), a direction (L) or both (5←)
    #[arg(long, value_name = "MOVES", allow_hyphen_values = true)]
    pub(crate) avoid: Option<String>,
}

impl WantedArgs {
    /// The same, as part of a plan.
    pub(crate) fn wanted(&self) -> Wanted {
        let number = match (self.every, self.number) {
            (true, _) => Number::All,
            (_, true) => Number::Count,
            _ => Number::One,
        };
        Wanted::new(number, self.first_moves.clone(), self.avoid.clone())
    }
}

#[derive(Args)]
#[command(after_help = "\
Examples:
  taquin solve '1 2 3 4 / 5 6 7 8 / 9 10 0 11 / 13 14 15 12'
  taquin solve puzzle.txt --format json
  taquin generate 4x4 --seed 7 | taquin solve --stats
  taquin solve --torus '8 7 6 5 4 3 2 1 0' --algorithm a-star --heuristic manhattan
  taquin solve puzzle.txt --limit-time 30s
  taquin solve puzzle.txt --all --format moves
  taquin solve puzzle.txt --count --first-moves 'R D' --avoid 5
  taquin solve korf24.txt --resume korf24.state --limit-time 1h
  taquin generate 4x4 --count 1000 | taquin solve --format json
  taquin solve korf24.txt --device cuda
  taquin solve --torus torus24.txt --device cuda
  taquin solve boards.txt --cluster hosts.txt --resume boards.log
  taquin solve 1A9BF0C --metric unit --format boards
  taquin solve 'metric: straight
  aZZb/aZZb/cddf/cghf/i..j
  goal: ..../..../..../.ZZ./.ZZ.'
  taquin generate 20x20 --seed 1 | taquin solve --near --limit-time 10s --format moves
  taquin generate 5x5 --seed 1 | taquin solve --within 5%
  taquin generate 1000x1000 --seed 1 | taquin solve --format moves > moves.txt

Shortest solutions of boards of more than 25 cells are out of reach unless the board is easy. Such
boards are solved as with --near, which prints a lower bound as well; up to 64 cells a part of the
time is spent on raising it, and if it reaches the length of the solution, the solution is proved to
be a shortest one. Without a limit this takes about a second; with a limit, or until Ctrl-C, the
solution keeps improving and the best one is printed. --algorithm ida-star goes on until the
solution is a shortest one. Solutions of more than about ten million moves are printed while they
are found.

With --all, --count, --first-moves and --avoid the solutions are the shortest among those that begin
with the first moves and avoid the others. Two solutions are different if their moves are. They come
in a fixed order: of tiles first those in which the blank goes up, then left, down and right.

A text with one puzzle on each line is a batch: the answers come in order, one on each line.

With --cluster every host takes the first address in the list that it can listen on. The first host
reads the puzzle, distributes the lines of a batch or the subtrees of a single board, and prints the
answers. With --resume it keeps what is finished, so that a run that lost a host can continue with
the same or another list. Hosts on other machines need a common secret (`taquin cluster key`); what
they send is not encrypted.

Exit codes: 0 solved, 1 proven unsolvable, 2 bad input or usage, 3 stopped at a limit; of a batch,
the worst of its lines.")]
pub(crate) struct SolveArgs {
    #[command(flatten)]
    pub(crate) puzzle: PuzzleArgs,
    #[command(flatten)]
    pub(crate) method: MethodArgs,
    /// Find a short solution quickly, and improve it until --limit-time (tiles)
    #[arg(long, conflicts_with_all = ["algorithm", "heuristic", "distances"])]
    pub(crate) near: bool,
    /// Stop as soon as a solution is proved to be at most this much longer than a shortest one, as in
    /// 1.05 or 5%
    #[arg(long, value_name = "FACTOR", value_parser = parse_within, conflicts_with = "distances")]
    pub(crate) within: Option<u32>,
    #[command(flatten)]
    pub(crate) wanted: WantedArgs,
    #[command(flatten)]
    pub(crate) limits: LimitArgs,
    /// Keep the finished work of a search or a batch in this file, and continue from it
    #[arg(long, value_name = "FILE")]
    pub(crate) resume: Option<PathBuf>,
    /// Where to search
    #[arg(long, value_enum, default_value_t = Device::Cpu)]
    pub(crate) device: Device,
    /// The partition for --device cuda: a name or its tiles, as in `taquin tables build` [default: the best known for
    /// the board]
    #[arg(long, value_name = "PARTITION")]
    pub(crate) partition: Option<String>,
    /// Read one puzzle on each line, and answer line by line
    #[arg(long)]
    pub(crate) batch: bool,
    #[cfg(feature = "cluster")]
    #[command(flatten)]
    pub(crate) cluster: ClusterArgs,
    /// What to print
    #[arg(long, default_value = "text", value_parser = a_format())]
    pub(crate) format: &'static dyn Format,
    /// Also print the counts of the search
    #[arg(long)]
    pub(crate) stats: bool,
}

/// A machine that searches, or builds tables.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Device {
    /// The processor
    Cpu,
    /// All CUDA devices (boards of up to 25 cells); in a batch without --limit-nodes, boards of up to 16 cells
    /// are searched together
    Cuda,
}

/// A parser for the name of an algorithm, as books write it too.
pub(super) fn algorithm() -> impl TypedValueParser<Value = Algorithm> {
    let value = |algorithm: &Algorithm| {
        PossibleValue::new(algorithm.name()).help(algorithm.about()).aliases(algorithm.aliases())
    };
    let values = PossibleValuesParser::new(Algorithm::ALL.iter().map(value).collect::<Vec<_>>());
    values.try_map(|name| name.parse::<Algorithm>().map_err(std::io::Error::other))
}

/// A parser for the name of a form of an answer.
fn a_format() -> impl TypedValueParser<Value = &'static dyn Format> {
    let values = FORMATS.iter().map(|format| PossibleValue::new(format.name()).help(format.about()));
    let values = PossibleValuesParser::new(values.collect::<Vec<_>>());
    values.try_map(|name| render::format(&name).ok_or("a form that is not known"))
}
