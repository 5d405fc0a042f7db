//! Reads a puzzle of blocks from a picture, solves it and shows every position on the way.
//! `cargo run --release -p taquin --example blocks`.

use taquin::{Hints, Instance, Plan, render, solve};

/// Four pieces on a small tray; the square has to come to the right.
const PICTURE: &str = "metric: unit
ZZa.
ZZa.
bbc.
goal: ..ZZ/..ZZ/....";

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let instance = Instance::parse(PICTURE, &Hints::default())?;
    let answer = solve(&instance, &Plan::default(), &mut ())?;
    render::boards(&mut std::io::stdout(), &instance, &answer)?;
    Ok(())
}
