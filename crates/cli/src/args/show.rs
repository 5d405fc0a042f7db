//! The arguments of the commands that show puzzles: the browser app, pictures, traces, playing.

use std::net::IpAddr;
use std::path::PathBuf;
use std::time::Duration;

use clap::{Args, ValueEnum};
use taquin::Lesson;
use taquin::picture::Colouring;

use super::values::{a_colouring, named};
use super::{LimitArgs, MethodArgs, PlainFormat, PuzzleArgs, parse_bytes, parse_count, parse_duration};

#[derive(Args)]
#[command(after_help = "\
Examples:
  taquin serve
  taquin serve --port 8000 --no-open
  taquin serve --distances twelve.taq
  taquin serve --address 0.0.0.0 --allow-remote --limit-time 20s --limit-memory 256M")]
pub(crate) struct ServeArgs {
    /// The port; 0 for any free port
    #[arg(long, default_value_t = 7878)]
    pub(crate) port: u16,
    /// The address to listen on
    #[arg(long, default_value = "127.0.0.1")]
    pub(crate) address: IpAddr,
    /// Let other machines connect
    #[arg(long)]
    pub(crate) allow_remote: bool,
    /// Do not open the page in a browser
    #[arg(long)]
    pub(crate) no_open: bool,
    /// How many searches may run at once [default: one for each core]
    #[arg(long, value_name = "NUMBER")]
    pub(crate) searches: Option<usize>,
    /// The time limit of a search, as in 30s, 1.5m or 2h
    #[arg(long, value_name = "TIME", default_value = "5m", value_parser = parse_duration)]
    pub(crate) limit_time: Duration,
    /// The memory limit of a search, as in 512M or 4G
    #[arg(long, value_name = "BYTES", default_value = "512M", value_parser = parse_bytes)]
    pub(crate) limit_memory: usize,
    /// Use distances from a file written by `taquin enumerate --save`, for the puzzles in it
    #[arg(long, value_name = "FILE")]
    pub(crate) distances: Vec<PathBuf>,
}

#[derive(Args)]
#[command(after_help = "\
Examples:
  taquin visualize puzzle.txt
  taquin visualize '8 6 7 / 2 5 4 / 3 0 1'")]
pub(crate) struct VisualizeArgs {
    #[command(flatten)]
    pub(crate) puzzle: PuzzleArgs,
    #[command(flatten)]
    pub(crate) method: MethodArgs,
    /// Do not open the page in a browser
    #[arg(long)]
    pub(crate) no_open: bool,
}

#[derive(Args)]
#[command(after_help = "\
Examples:
  taquin render '8 1 3 / 4 0 2 / 7 6 5' -o solution.gif
  taquin render puzzle.txt -o solution.html
  taquin render puzzle.txt -o start.png
  taquin render '8 1 3 / 4 0 2 / 7 6 5' --photo holiday.png -o solution.gif
  taquin render puzzle.txt --colours fringe -o solution.svg
  taquin render puzzle.txt -o - --format svg > solution.svg

The extension of the file decides: .html is a page that plays the solution, .svg an animated
drawing, .gif an animated picture, .json the moves and positions, .png a picture of the start.

Exit codes: 0 written, 1 proven unsolvable, 2 bad input or usage, 3 stopped at a limit.")]
pub(crate) struct RenderArgs {
    #[command(flatten)]
    pub(crate) puzzle: PuzzleArgs,
    /// The file to write; '-' for standard output
    #[arg(long, short = 'o', value_name = "FILE")]
    pub(crate) output: PathBuf,
    /// A PNG to cut up and show on the pieces; it is complete at the goal
    #[arg(long, value_name = "FILE")]
    pub(crate) photo: Option<PathBuf>,
    /// What the colours of tiles show
    #[arg(long, value_name = "COLOURING", default_value = "goal", value_parser = a_colouring())]
    pub(crate) colours: Colouring,
    /// What to write [default: by the extension of the file, or svg]
    #[arg(long, value_enum)]
    pub(crate) format: Option<PictureFormat>,
    /// The pixels of the longer side of a .png or a .gif
    #[arg(long, value_name = "NUMBER", default_value_t = taquin::picture::SIDE)]
    #[arg(value_parser = clap::value_parser!(u16).range(16..=4096))]
    pub(crate) pixels: u16,
    /// Draw only the start, without solving (.svg, .png)
    #[arg(long)]
    pub(crate) still: bool,
    #[command(flatten)]
    pub(crate) method: MethodArgs,
    #[command(flatten)]
    pub(crate) limits: LimitArgs,
}

/// A form of a solution that is drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum PictureFormat {
    /// A page that plays the solution
    Html,
    /// An animated drawing
    Svg,
    /// An animated picture
    Gif,
    /// The moves and positions
    Json,
    /// A picture of the start
    Png,
}

#[derive(Args)]
#[command(after_help = "\
Examples:
  taquin play
  taquin play klotski
  taquin play 3x3 --seed 7
  taquin generate 5x5 | taquin play

Arrows move a tile, or the selected block. Tab, the letter of a block or a click selects; a click
moves a tile, and blocks can be dragged. Backspace undoes, '?' gives a hint, '=' shows the distance,
Escape quits.")]
pub(crate) struct PlayArgs {
    #[command(flatten)]
    pub(crate) puzzle: PuzzleArgs,
    /// Start from a random position, the same for the same number
    #[arg(long, value_name = "NUMBER")]
    pub(crate) seed: Option<u64>,
    /// What the colours of tiles show
    #[arg(long, value_name = "COLOURING", default_value = "goal", value_parser = a_colouring())]
    pub(crate) colours: Colouring,
}

#[derive(Args)]
#[command(mut_arg("algorithm", |arg| arg.help("The algorithm [default: a-star]")))]
#[command(after_help = "\
Examples:
  taquin trace '1 2 3 / 0 4 6 / 7 5 8'
  taquin trace '1 2 3 / 0 4 6 / 7 5 8' --algorithm ida-star --heuristic manhattan
  taquin trace puzzle.txt --algorithm breadth-first --lists --steps 100
  taquin trace '1 2 3 / 0 4 5' --algorithm exhaustive
  taquin trace --torus '4 3 8 / 5 1 6 / 7 2 0' --course torus-astar
  taquin trace '2332 2402 2112 2112 4044' --course 'klotski 400'
  taquin generate 6x6 --seed 1 | taquin trace --algorithm near
  taquin trace puzzle.txt --format json | head
  taquin trace '1 2 3 / 0 4 6 / 7 5 8' --interactive

Every algorithm can be shown, and the search of every course program. Algorithms that do not search
node by node show their phases: exhaustive its levels and then the path, near how it builds a
solution and shortens it.

Exit codes: 0 solved, 1 proven unsolvable, 2 bad input or usage, 3 stopped at a limit.")]
pub(crate) struct TraceArgs {
    #[command(flatten)]
    pub(crate) puzzle: PuzzleArgs,
    #[command(flatten)]
    pub(crate) method: MethodArgs,
    /// The search of a course program, instead of an algorithm
    #[arg(long, value_name = "PROGRAM", conflicts_with_all = ["algorithm", "heuristic", "distances"],
        value_parser = named::<Lesson>(Lesson::all().map(|lesson| (lesson.name, lesson.about))))]
    pub(crate) course: Option<Lesson>,
    /// Show at most this many steps of each phase
    #[arg(long, value_name = "NUMBER", default_value = "1M", value_parser = parse_count)]
    pub(crate) steps: u64,
    /// Step through the search in the terminal, forwards and backwards, and then through the solution
    #[arg(long, short = 'i', conflicts_with_all = ["lists", "format"])]
    pub(crate) interactive: bool,
    /// Show OPEN and CLOSED after every step
    #[arg(long)]
    pub(crate) lists: bool,
    /// What to print: text for people, or JSON, one event on each line
    #[arg(long, value_enum, default_value_t = PlainFormat::Text)]
    pub(crate) format: PlainFormat,
    #[command(flatten)]
    pub(crate) limits: LimitArgs,
}
