//! Several solutions in the making at once: each goes on in a few ways, and after every sweep and
//! every line only the best are kept ("go with the winners", Aldous and Vazirani 1994). The gains of
//! single steps add up, where the best of as many whole solutions would only be a lucky one.

use rand_xoshiro::Xoshiro256PlusPlus;
use taquin_search::Limit;

use super::runner::{Legs, Runner, Tools};
use super::slate::Slate;
use super::style::Style;
use super::trail::Trail;
use super::work::Work;
use crate::geometry::Direction;

/// The ways in which each one goes on.
const BRANCHES: u32 = 3;

/// The moves still to make for each step of distance, in hundredths: while sweeping and after.
const SWEEPING: u64 = 160;
const FINISHING: u64 = 200;

/// A runner with its moves and its rank: the moves it will have made in the end, about.
struct Winner {
    runner: Runner,
    legs: Legs,
    rank: u64,
}

/// Builds a solution with `width` in the making at a time.
pub(super) fn build(
    slate: Slate,
    width: usize,
    random: &mut Xoshiro256PlusPlus,
    tools: &mut Tools,
    work: &mut Work<'_>,
) -> Result<Vec<Direction>, Limit> {
    let mut winners = vec![Winner { runner: Runner::new(slate), legs: Legs::default(), rank: 0 }];
    while !winners[0].runner.is_solved() {
        let mut next = Vec::new();
        for winner in &winners {
            for _ in 0..BRANCHES {
                next.push(advance(winner, &Style::varied(random), tools, work)?);
            }
        }
        next.sort_by_key(|winner| winner.rank);
        // All must be in the phase of the best, for ranks of different phases do not compare.
        let sweeping = next[0].runner.is_sweeping();
        next.retain(|winner| winner.runner.is_sweeping() == sweeping);
        next.truncate(width);
        winners = next;
    }
    Ok(winners[0].legs.moves())
}

fn advance(winner: &Winner, style: &Style, tools: &mut Tools, work: &mut Work<'_>) -> Result<Winner, Limit> {
    let (mut runner, mut legs) = (winner.runner.clone(), winner.legs.clone());
    let mut leg = Vec::new();
    let mut keep = |chunk: &[Direction]| leg.extend_from_slice(chunk);
    let mut trail = Trail::new(&mut keep);
    runner.advance(style, tools, &mut trail, work)?;
    trail.finish();
    legs.push(&leg);
    let each = if runner.is_sweeping() { SWEEPING } else { FINISHING };
    let rank = legs.len() * 100 + runner.distance() * each;
    Ok(Winner { runner, legs, rank })
}
