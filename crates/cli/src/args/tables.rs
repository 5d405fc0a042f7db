//! The arguments of `taquin tables`.

use std::ffi::OsString;
use std::path::PathBuf;

use clap::{Args, Subcommand};

use super::generate::of_tiles;
use super::{Device, PlainFormat, Size, parse_bytes, parse_threads};

#[derive(Subcommand)]
pub(crate) enum TablesCommand {
    /// Build the tables of a partition and keep them
    Build(BuildTablesArgs),
    /// List the tables on disk, or the partitions of the catalogue
    #[command(after_help = "Examples:\n  taquin tables list\n  taquin tables list --known")]
    List {
        #[command(flatten)]
        place: TablesPlace,
        /// List the partitions of the catalogue, with size, build time and mean
        #[arg(long)]
        known: bool,
        /// What to print
        #[arg(long, value_enum, default_value_t = PlainFormat::Text)]
        format: PlainFormat,
    },
    /// Check every byte of the tables on disk
    #[command(after_help = "Example:\n  taquin tables verify")]
    Verify {
        #[command(flatten)]
        place: TablesPlace,
    },
    /// Remove tables
    #[command(after_help = "Examples:\n  taquin tables remove 4x4\n  taquin tables remove --all")]
    Remove {
        #[command(flatten)]
        place: TablesPlace,
        /// Only tables for boards of this size
        #[arg(value_name = "RxC", required_unless_present = "all")]
        size: Option<Size>,
        /// All tables, and the temporary files of interrupted builds
        #[arg(long, conflicts_with = "size")]
        all: bool,
    },
}

/// Where tables are kept.
#[derive(Args, Clone)]
pub(crate) struct TablesPlace {
    /// The folder of the pattern tables [default: the variable TAQUIN_TABLES, or `taquin/tables` in the user's
    /// cache folder]
    #[arg(long, value_name = "FOLDER")]
    pub(crate) tables: Option<PathBuf>,
}

#[derive(Args)]
#[command(after_help = "\
Examples:
  taquin tables build 4x4                                the best known for 15-puzzles
  taquin tables build 5x5 6-6-6-6
  taquin tables build 4x4 --metric line                  moves of lines, up to 16 cells
  taquin tables build 4x4 --torus '1 2 3 4 5 6 / 7 8 9 10 11 / 12 13 14 15'
  taquin tables build 4x4 7-8 --goal '0 1 2 3 / 4 5 6 7 / 8 9 10 11 / 12 13 14 15'

A partition is a name from the catalogue (`taquin tables list --known`), or the tiles themselves,
groups separated by '/'. Goals that are relabellings or reflections of each other share their tables.
Complete tables are kept; damaged ones are built again.

Exit codes: 0 done, 2 bad input or usage, 3 stopped at a limit.")]
pub(crate) struct BuildTablesArgs {
    /// Rows and columns, at most 64 cells
    #[arg(value_name = "RxC")]
    pub(crate) size: Size,
    /// The partition: a name, or its tiles [default: the best known for the board]
    pub(crate) partition: Option<String>,
    /// The goal: a file, a board, or blank-first, blank-last or spiral [default: blank-last]
    #[arg(long, value_name = "FILE|TEXT|NAME", allow_hyphen_values = true)]
    pub(crate) goal: Option<OsString>,
    /// Join opposite edges of the board
    #[arg(long)]
    pub(crate) torus: bool,
    /// What counts as one move: the tables for single moves are those of a partition
    #[arg(long, default_value = "single", value_parser = of_tiles(), conflicts_with_all = ["partition", "device"])]
    pub(crate) metric: String,
    #[command(flatten)]
    pub(crate) place: TablesPlace,
    /// How many threads to use [default: one for each core]
    #[arg(long, value_name = "NUMBER", value_parser = parse_threads)]
    pub(crate) threads: Option<usize>,
    /// Where to build them
    #[arg(long, value_enum, default_value_t = Device::Cpu)]
    pub(crate) device: Device,
    /// Build no table that makes the process take more memory than this, as in 512M or 4G
    #[arg(long, value_name = "BYTES", value_parser = parse_bytes)]
    pub(crate) limit_memory: Option<usize>,
}
