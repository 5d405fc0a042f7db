//! Counts the levels of one board: `count ROWS COLS [torus] [threads=N] [depth=N] [memory=MiB] [disk=DIR] [verbose]`.
#![allow(clippy::print_stdout)]
use taquin_search::Limits;
use taquin_space::{Options, Space, enumerate, enumerate_on_disk};
use taquin_tiles::{Board, Geometry};
fn main() {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let (rows, cols) = (args[0].parse().unwrap(), args[1].parse().unwrap());
    let torus = args.iter().any(|a| a == "torus");
    let get = |name: &str| args.iter().find_map(|a| a.strip_prefix(name));
    let num = |name: &str| get(name).map(|v| v.parse::<usize>().unwrap());
    let space = Space::new(Geometry::new(rows, cols, torus), &Board::blank_last(rows, cols)).unwrap();
    let verbose = args.iter().any(|a| a == "verbose");
    let (mut last, mut at, mut found) = (0, 0.0, 1);
    let mut watch = |p: &taquin_space::Progress| {
        if p.level != last {
            if verbose && last > 0 {
                println!("{last} {} {:.4}", p.found - found, p.seconds - at);
            }
            (last, at, found) = (p.level, p.seconds, p.found);
        }
        std::ops::ControlFlow::Continue(())
    };
    let limits = Limits { memory: num("memory=").map(|mib| mib << 20), ..Limits::default() };
    let options = Options { threads: num("threads="), depth: num("depth="), limits };
    let census = match get("disk=") {
        Some(folder) => enumerate_on_disk(&space, folder.as_ref(), &options, &mut watch).unwrap(),
        None => enumerate(&space, &options, &mut watch),
    };
    println!("{:?}", census.levels);
    println!(
        "{} of {} depth {} mean {:.6} {:.3}s {} MiB {:.1} M/s {:?}",
        census.total(),
        space.size(),
        census.depth(),
        census.mean(),
        census.seconds,
        census.peak_bytes >> 20,
        census.total() as f64 / census.seconds / 1e6,
        census.stopped
    );
}
