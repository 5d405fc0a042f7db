//! Many puzzles at once: in each round every unsolved one is searched under its own bound, all in one
//! descent that shares its work, and those that fail come back with the next bound.

use std::time::Instant;

use taquin_search::{BoundCount, Limit, Limits, Meter, Outcome, Progress, Stats};

use crate::engine::Engine;
use crate::error::Error;
use crate::plan::Plan;
use crate::position::Packed;

/// The most puzzles of a round.
const MOST: usize = 1 << 20;

/// A puzzle that is not solved yet.
struct Pending {
    number: usize,
    bound: u8,
    /// When its first round began.
    since: Instant,
}

/// Solves all of `starts`, which must be solvable, with the fewest moves, each within the limit of time. Delivers the
/// number of each, its outcome and its lower bound as they come.
pub(crate) fn solve_all<E: Engine + ?Sized>(
    engine: &mut E,
    plan: &Plan,
    starts: &[Packed],
    limits: &Limits,
    progress: &mut dyn Progress,
    deliver: &mut dyn FnMut(usize, Outcome<u8>, u32) -> Result<(), Error>,
) -> Result<Stats, Error> {
    let all = Limits { time: None, ..limits.clone() };
    let mut meter = Meter::start(&all);
    let is_late = |since: Instant| limits.time.is_some_and(|most| since.elapsed() >= most);
    let mut stats = Stats::default();
    let unit = plan.grid.unit() as u8;
    engine.equip(0, plan)?;
    let mut waiting = 0..starts.len();
    let mut pending: Vec<Pending> = Vec::new();
    while !waiting.is_empty() || !pending.is_empty() {
        let fresh = waiting.start..starts.len().min(waiting.start + MOST - pending.len());
        waiting.start = fresh.end;
        if !fresh.is_empty() {
            let since = Instant::now();
            let bounds = engine.estimates(&starts[fresh.clone()])?;
            for (number, bound) in fresh.zip(bounds) {
                match bound {
                    0 => deliver(number, Outcome::Solved { moves: Vec::new(), cost: 0 }, 0)?,
                    _ => pending.push(Pending { number, bound, since }),
                }
            }
        }
        let roots: Vec<Packed> = pending.iter().map(|one| starts[one.number]).collect();
        let bounds: Vec<u8> = pending.iter().map(|one| one.bound).collect();
        let mut limit = None;
        // The first has waited longest.
        let oldest = pending.first().map_or_else(Instant::now, |one| one.since);
        let round = engine.round(&roots, &bounds, &mut || {
            stats.seconds = meter.seconds();
            limit = meter.check(stats.expanded, 0).err();
            limit = limit.or(progress.tick(&stats).is_break().then_some(Limit::Cancelled));
            limit.is_some() || is_late(oldest)
        })?;
        stats.expanded += round.expanded;
        stats.generated += round.generated;
        stats.bounds.push(BoundCount {
            bound: bounds.iter().copied().max().unwrap_or(0).into(),
            expanded: round.expanded,
            generated: round.generated,
        });
        let mut left = Vec::new();
        for (one, answer) in pending.into_iter().zip(round.answers) {
            match answer {
                Some(moves) => deliver(
                    one.number,
                    Outcome::Solved { cost: moves.len() as u32, moves },
                    one.bound.into(),
                )?,
                None if is_late(one.since) => {
                    deliver(one.number, Outcome::Stopped(Limit::Time), one.bound.into())?;
                }
                None if round.broken => left.push(one),
                None => left.push(Pending { bound: one.bound + unit, ..one }),
            }
        }
        pending = left;
        if let Some(limit) = limit.or(meter.check(stats.expanded, 0).err()) {
            return stop(pending, waiting, limit, stats, deliver);
        }
    }
    stats.seconds = meter.seconds();
    Ok(stats)
}

/// Delivers the remaining puzzles as stopped.
fn stop(
    pending: Vec<Pending>,
    waiting: std::ops::Range<usize>,
    limit: Limit,
    stats: Stats,
    deliver: &mut dyn FnMut(usize, Outcome<u8>, u32) -> Result<(), Error>,
) -> Result<Stats, Error> {
    for one in pending {
        deliver(one.number, Outcome::Stopped(limit), one.bound.into())?;
    }
    for number in waiting {
        deliver(number, Outcome::Stopped(limit), 0)?;
    }
    Ok(stats)
}
