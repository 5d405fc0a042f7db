//! Several partial solutions at once: each is continued in a few ways, and after every sweep and every line
//! only the best are kept ("go with the candidates", Aldous and Vazirani 1994). This accumulates the gains
//! of many steps, which choosing the best of as many independent solutions would not.

use rand_xoshiro::Xoshiro256PlusPlus;
use taquin_search::Limit;

use super::budget::Budget;
use super::construction::{Construction, PhaseRecorder, Workspace};
use super::home_board::HomeBoard;
use super::move_sink::MoveSink;
use super::parameters::Parameters;
use crate::geometry::Direction;

/// The ways in which each one goes on.
const BRANCHES: u32 = 3;

/// The moves still to make for each step of distance, in hundredths: while sweeping and after.
const SWEEPING: u64 = 160;
const FINISHING: u64 = 200;

/// A construction with its moves and its rank: the moves it will have made in the end, about.
struct Candidate {
    construction: Construction,
    legs: PhaseRecorder,
    rank: u64,
}

/// Builds a solution from `width` partial solutions at a time.
pub(super) fn build(
    state: HomeBoard,
    width: usize,
    random: &mut Xoshiro256PlusPlus,
    tools: &mut Workspace,
    work: &mut Budget<'_>,
) -> Result<Vec<Direction>, Limit> {
    let mut candidates =
        vec![Candidate { construction: Construction::new(state), legs: PhaseRecorder::default(), rank: 0 }];
    while !candidates[0].construction.is_solved() {
        let mut next = Vec::new();
        for candidate in &candidates {
            for _ in 0..BRANCHES {
                next.push(advance(candidate, &Parameters::varied(random), tools, work)?);
            }
        }
        next.sort_by_key(|candidate| candidate.rank);
        // All must be in the phase of the best, for ranks of different phases do not compare.
        let sweeping = next[0].construction.is_sweeping();
        next.retain(|candidate| candidate.construction.is_sweeping() == sweeping);
        next.truncate(width);
        candidates = next;
    }
    Ok(candidates[0].legs.moves())
}

fn advance(
    candidate: &Candidate,
    style: &Parameters,
    tools: &mut Workspace,
    work: &mut Budget<'_>,
) -> Result<Candidate, Limit> {
    let (mut construction, mut legs) = (candidate.construction.clone(), candidate.legs.clone());
    let mut leg = Vec::new();
    let mut keep = |chunk: &[Direction]| leg.extend_from_slice(chunk);
    let mut sink = MoveSink::new(&mut keep);
    construction.advance(style, tools, &mut sink, work)?;
    sink.finish();
    legs.push(&leg);
    let each = if construction.is_sweeping() { SWEEPING } else { FINISHING };
    let rank = legs.len() * 100 + construction.distance() * each;
    Ok(Candidate { construction, legs, rank })
}
