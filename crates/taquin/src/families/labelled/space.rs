//! Whole spaces of labels: how many arrangements there are at each distance from the goals. Tiles that no goal
//! distinguishes count as equal.

use std::collections::HashSet;

use taquin_search::host::Instant;
use taquin_search::{Limit, Limits, Progress, Puzzle};
use taquin_space::{Census, LevelCount};
use taquin_tiles::format::labels::write;
use taquin_tiles::labelled::{Arrangement, Arranging, Flood, Until, flood};

use super::{KIND, LabelledInstance};
use crate::enumeration::{EnumeratePlan, Enumeration};
use crate::error::Error;
use crate::instance::Instance;

/// How many arrangements there are.
pub(super) fn size(instance: &LabelledInstance) -> Option<u64> {
    instance.kinds().space().map(|space| space.size())
}

/// The arrangements by distance; `None` if they do not fit into memory. `Until::Found` stops at the start.
pub(super) fn flooded(
    instance: &LabelledInstance,
    until: Until,
    threads: usize,
    limits: &Limits,
    progress: &mut dyn Progress,
) -> Option<Flood> {
    let until = match until {
        Until::Found(_) => Until::Found(instance.kinds().space()?.rank(&instance.arrangement::<64>().0)),
        until => until,
    };
    flood(instance.kinds(), until, threads, limits, progress)
}

/// Counts all arrangements from which a goal can be reached.
pub(super) fn enumerate(
    instance: &LabelledInstance,
    plan: &EnumeratePlan,
    progress: &mut dyn Progress,
) -> Result<Enumeration, Error> {
    if plan.diameter || plan.graph.is_some() {
        return Err(Error::NotFor { what: "graph of the positions".into(), kind: KIND });
    }
    if plan.disk.is_some() || plan.save.is_some() {
        return Err(missing());
    }
    let started = Instant::now();
    let until = plan.depth.map_or(Until::End, Until::Level);
    let found = flooded(instance, until, plan.threads(), &plan.limits, progress);
    let census = match (found, plan.depth) {
        (Some(found), _) => {
            let mut kinds = vec![0; instance.cells_of_board()];
            let farthest = found.farthest.iter().take(Census::FARTHEST).map(|&rank| {
                found.space().unrank(rank.into(), &mut kinds);
                text(instance, &kinds)
            });
            let farthest = farthest.collect();
            let seconds = started.elapsed().as_secs_f64();
            Census {
                levels: found.levels,
                stopped: found.stopped,
                farthest,
                peak_bytes: found.bytes,
                seconds,
            }
        }
        (None, Some(depth)) => first_levels(instance, depth, &plan.limits, progress),
        (None, None) => Census::nothing(Some(Limit::Memory)),
    };
    Ok(Enumeration::from_goal(census))
}

/// Arrangements that are exactly `distance` moves from a goal, each chosen by `choose`, which is given their number.
pub(super) fn at_distance(
    instance: &LabelledInstance,
    distance: usize,
    count: usize,
    limits: &Limits,
    choose: &mut dyn FnMut(usize) -> usize,
) -> Result<Vec<Instance>, Error> {
    let found =
        flooded(instance, Until::Level(distance), 1, limits, &mut ()).ok_or(Error::TooManyPositions)?;
    if found.levels.len() != distance + 1 {
        return Ok(Vec::new());
    }
    let mut kinds = vec![0; instance.cells_of_board()];
    let chosen = (0..count).map(|_| {
        let rank = found.farthest[choose(found.farthest.len())];
        found.space().unrank(rank.into(), &mut kinds);
        let labels = instance.kinds().labels(&instance.puzzle, &kinds);
        LabelledInstance::with_start(instance, labels).into()
    });
    Ok(chosen.collect())
}

/// The error that arrangements are counted only in memory.
pub(super) fn missing() -> Error {
    Error::NotFor { what: "file of the positions, which are counted in memory".into(), kind: KIND }
}

/// An arrangement as a board that can be read.
fn text(instance: &LabelledInstance, kinds: &[u8]) -> String {
    write(&instance.kinds().labels(&instance.puzzle, kinds), instance.puzzle.geometry().cols())
}

/// The first levels of a space of any size: the last two of them are held.
fn first_levels(
    instance: &LabelledInstance,
    depth: usize,
    limits: &Limits,
    progress: &mut dyn Progress,
) -> Census<String> {
    let started = Instant::now();
    let puzzle = Arranging::<64> { kinds: instance.kinds() };
    let mut level: HashSet<Arrangement<64>> = HashSet::new();
    instance.kinds().for_each_goal(&mut |kinds| {
        let mut state = Arrangement([0; 64]);
        state.0[..kinds.len()].copy_from_slice(kinds);
        level.insert(state);
    });
    let mut before = HashSet::new();
    let (mut levels, mut found, mut peak_bytes) = (Vec::new(), 0, 0);
    let stopped = loop {
        levels.push(level.len() as u64);
        if levels.len() > depth {
            break Some(Limit::Depth);
        }
        let mut next: HashSet<Arrangement<64>> = HashSet::new();
        let mut limit = None;
        for (done, state) in level.iter().enumerate() {
            if done % 1024 == 0 {
                let bytes = (before.capacity() + level.capacity() + next.capacity()) * 72;
                peak_bytes = bytes.max(peak_bytes);
                let seconds = started.elapsed().as_secs_f64();
                let part = done as f64 / level.len() as f64;
                let counted = LevelCount { level: levels.len(), done: part, found, size: None, seconds };
                let meter = taquin_space::Options { limits: limits.clone(), ..Default::default() };
                limit = meter.check(&counted, progress).err();
                limit = limit.or(limits.memory.filter(|&most| bytes > most).map(|_| Limit::Memory));
                if limit.is_some() {
                    break;
                }
            }
            found += 1;
            let after = puzzle.moves(state).map(|mv| puzzle.successor(state, mv));
            next.extend(after.filter(|after| !before.contains(after) && !level.contains(after)));
        }
        if limit.is_some() || next.is_empty() {
            break limit;
        }
        before = std::mem::replace(&mut level, next);
    };
    let mut farthest: Vec<String> = level.iter().map(|state| text(instance, &state.0)).collect();
    farthest.sort();
    farthest.truncate(Census::FARTHEST);
    Census { levels, stopped, farthest, peak_bytes, seconds: started.elapsed().as_secs_f64() }
}
