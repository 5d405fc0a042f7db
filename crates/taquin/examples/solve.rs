//! Solves a puzzle given as text: `cargo run -p taquin --example solve -- '8 6 7 / 2 5 4 / 3 0 1'`.

use taquin::{Error, Hints, Instance, Plan, render, solve};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let text = std::env::args().nth(1).unwrap_or_else(|| "8 6 7 / 2 5 4 / 3 0 1".to_string());
    let instance = Instance::parse(&text, &Hints::default())?;
    let answer = solve(&instance, &Plan::default(), &mut ())?;
    render::text(&mut std::io::stdout(), &instance, &answer)?;
    // Unsolvable and stopped are outcomes, not errors; this program wants a solution.
    answer.steps().map(drop).ok_or(Error::NoAnswer)?;
    Ok(())
}
