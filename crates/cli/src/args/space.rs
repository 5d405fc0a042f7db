//! The arguments of `taquin enumerate` and of clusters.

use std::path::PathBuf;
#[cfg(feature = "cluster")]
use std::time::Duration;

#[cfg(feature = "cluster")]
use clap::Subcommand;
use clap::{Args, ValueEnum};

#[cfg(feature = "cluster")]
use super::values::parse_duration;
use super::{Device, LimitArgs, PuzzleArgs, parse_threads};

#[derive(Args)]
#[command(after_help = "\
Examples:
  taquin enumerate 3x3
  taquin enumerate 3x4 --save twelve.taq
  taquin solve '2 1 4 3 / 6 5 8 7 / 9 10 0 11' --distances twelve.taq
  taquin enumerate 4x4 --torus --depth 16 --disk levels --format csv
  taquin enumerate 3x3 --goal '1 2 3 / 8 0 4 / 7 6 5' --format svg > levels.svg
  taquin enumerate 4x4 --torus --device cuda
  taquin enumerate 3x5 --cluster hosts.txt --disk levels --save fifteen.taq
  taquin enumerate shark --depth 20 --disk levels --limit-memory 4G
  taquin enumerate klotski --metric unit --diameter
  taquin enumerate klotski --save klotski.taq
  taquin solve '.aZZ/.aZZ/ddbg/chbf/cijf' --distances klotski.taq
  taquin enumerate klotski --graph klotski.graphml     (or .csv: a list of edges)
  taquin enumerate klotski --components
  taquin enumerate super-super-dries-3 --threads 2
  taquin enumerate --layouts --metric unit
  taquin enumerate --layouts --list

A size stands for the solved board. Tiles are counted from the goal, blocks from the start and from
the goal. All cores are used; the result is the same for any number of --threads.

Levels are held in memory: tiles at one bit a position; of blocks the last levels, or two bits for
every position of the pieces, whichever is less. They take at most three quarters of the free
memory, or --limit-memory, which holds for the whole process. With --disk they are held in the files
of a folder, which may be larger than memory; after any interruption the same command continues from
the last complete level.

With --device cuda the map of a board of up to 16 cells is held on a GPU, one bit for each position
that the symmetries of the goal leave different: 52 GiB for the 4x4 torus. --disk then keeps the map
when the run stops, and the same command continues from it.

With --cluster every host takes the first address in the list that it can listen on. Each holds its
part in memory, or in its own --disk; then a run that lost a host continues, with the same or
another list, from the last complete level. The first host writes the files of --save and --graph.
Hosts on other machines need a common secret (`taquin cluster key`); what they send is not
encrypted.

Exit codes: 0 done, 2 bad input or usage, 3 stopped at a limit.")]
pub(crate) struct EnumerateArgs {
    #[command(flatten)]
    pub(crate) puzzle: PuzzleArgs,
    /// Stop at this distance: needed for tiles on 16 cells and more, of which only the first levels are counted
    #[arg(long, value_name = "DISTANCE")]
    pub(crate) depth: Option<usize>,
    /// Keep the levels in files of this folder, and continue from those that are there
    #[arg(long, value_name = "FOLDER")]
    pub(crate) disk: Option<PathBuf>,
    /// Save the distances of all positions in a file, for `taquin solve --distances`
    #[arg(long, value_name = "FILE")]
    pub(crate) save: Option<PathBuf>,
    /// How many threads to use [default: one for each core]
    #[arg(long, value_name = "NUMBER", value_parser = parse_threads)]
    pub(crate) threads: Option<usize>,
    /// Count on the processor, or in the memory of a CUDA device
    #[arg(long, value_enum, default_value_t = Device::Cpu)]
    pub(crate) device: Device,
    #[command(flatten)]
    pub(crate) blocks: BlocksSpaceArgs,
    #[cfg(feature = "cluster")]
    #[command(flatten)]
    pub(crate) cluster: ClusterArgs,
    /// Print the traffic of each level to standard error of the first host
    #[cfg(feature = "cluster")]
    #[arg(long, requires = "cluster")]
    pub(crate) traffic: bool,
    #[command(flatten)]
    pub(crate) limits: LimitArgs,
    /// What to print
    #[arg(long, value_enum, default_value_t = CensusFormat::Text)]
    pub(crate) format: CensusFormat,
}

/// What else can be computed for a space of blocks.
#[derive(Args)]
pub(crate) struct BlocksSpaceArgs {
    /// Find the longest shortest path between two positions (blocks)
    #[arg(long)]
    pub(crate) diameter: bool,
    /// Write the graph of the positions: GraphML, or a list of edges if the name ends in .csv (blocks)
    #[arg(long, value_name = "FILE")]
    pub(crate) graph: Option<PathBuf>,
    /// Count all components of the pieces, instead of only that of the start (blocks)
    #[arg(long, conflicts_with_all = ["diameter", "graph", "save", "depth", "disk"])]
    #[cfg_attr(feature = "cluster", arg(conflicts_with = "cluster"))]
    pub(crate) components: bool,
    /// Count all 29,334,498 layouts of the Klotski board, and find the hardest, instead of a puzzle
    #[arg(long, conflicts_with_all = ["components", "diameter", "graph", "save", "depth", "disk"])]
    #[cfg_attr(feature = "cluster", arg(conflicts_with = "cluster"))]
    pub(crate) layouts: bool,
    /// With --layouts: list the codes of all layouts, one on each line, without distances
    #[arg(long, requires = "layouts")]
    pub(crate) list: bool,
}

/// Which machines work together.
#[cfg(feature = "cluster")]
#[derive(Args, Clone)]
pub(crate) struct ClusterArgs {
    /// Share the work among the hosts in a file, one address on each line; run the same command on each
    #[arg(long, value_name = "FILE")]
    pub(crate) cluster: Option<PathBuf>,
    /// The file with the common secret of the hosts [default: the variable TAQUIN_CLUSTER_SECRET]; required
    /// unless all hosts are on one machine
    #[arg(long, value_name = "FILE", requires = "cluster")]
    pub(crate) secret: Option<PathBuf>,
    /// How long to wait for the other hosts
    #[arg(long, value_name = "TIME", default_value = "60s", value_parser = parse_duration)]
    pub(crate) patience: Duration,
}

/// The commands that set up a cluster.
#[cfg(feature = "cluster")]
#[derive(Subcommand)]
pub(crate) enum ClusterCommand {
    /// Make a new secret; copy it to every host, and show it to nobody else
    #[command(after_help = "\
Examples:
  taquin cluster key secret.txt
  taquin enumerate 4x4 --cluster hosts.txt --secret secret.txt --disk levels
  export TAQUIN_CLUSTER_SECRET=$(taquin cluster key)")]
    Key {
        /// The file to write, which must not exist [default: standard output]
        file: Option<PathBuf>,
    },
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
