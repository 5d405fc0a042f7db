//! Counts all positions of a board by their distance from the goal, with the hardest of them:
//! `cargo run --release -p taquin --example enumerate -- '1 2 3 / 4 5 6 / 7 8 0'`.

use taquin::{EnumeratePlan, Hints, Instance, enumerate, render};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let text = std::env::args().nth(1).unwrap_or_else(|| "1 2 3 / 4 5 6 / 7 8 0".to_string());
    let instance = Instance::parse(&text, &Hints::default())?;
    let found = enumerate(&instance, &EnumeratePlan::default(), &mut ())?;
    render::enumeration_text(&mut std::io::stdout(), &found)?;
    Ok(())
}
