//! Counts the levels of one board: `count ROWS COLS [torus] [threads]`.
#![allow(clippy::print_stdout)]
use taquin_space::{Options, Space, enumerate};
use taquin_tiles::{Board, Geometry};
fn main() {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let (rows, cols) = (args[0].parse().unwrap(), args[1].parse().unwrap());
    let torus = args.iter().any(|a| a == "torus");
    let threads = args.last().and_then(|a| a.parse().ok());
    let space = Space::new(Geometry::new(rows, cols, torus), &Board::blank_last(rows, cols)).unwrap();
    let mut last = 0;
    let mut at = 0.0;
    let census = enumerate(&space, &Options { threads, ..Options::default() }, &mut |p| {
        if p.level != last {
            if std::env::var("V").is_ok() {
                println!("{} {:.4}", p.level - 1, p.seconds - at);
            }
            last = p.level;
            at = p.seconds;
        }
        std::ops::ControlFlow::Continue(())
    });
    println!("{:?}", census.levels);
    println!(
        "{} of {} depth {} mean {:.6} {:.3}s {} MB {:.1} M/s",
        census.total(),
        space.size(),
        census.depth(),
        census.mean(),
        census.seconds,
        census.peak_bytes >> 20,
        census.total() as f64 / census.seconds / 1e6
    );
}
