//! The fewest moves across the lines of one axis that bring every tile into its line.

use std::sync::atomic::{AtomicU8, AtomicUsize, Ordering};

use taquin_search::{Limit, Meter};

use super::axis::{Axis, Text};

/// Not reached yet.
const UNKNOWN: u8 = u8::MAX;

/// The distances of all cases of an axis, a byte each.
#[derive(Clone, Debug)]
pub(super) struct Table {
    pub(super) axis: Axis,
    distances: Box<[u8]>,
}

impl Table {
    /// Counts from the goal, level by level, on `threads` threads.
    ///
    /// # Errors
    /// If a limit is reached.
    pub(super) fn build(axis: Axis, threads: usize, meter: &mut Meter<'_>) -> Result<Self, Limit> {
        let mut distances: Vec<AtomicU8> = Vec::new();
        distances.try_reserve_exact(axis.cases()).map_err(|_| Limit::Memory)?;
        distances.resize_with(axis.cases(), || AtomicU8::new(UNKNOWN));
        mark(&axis, &distances, axis.goal(), axis.home, 0);
        for depth in 0.. {
            let found = level(&axis, &distances, depth, threads);
            meter.check(0, axis.cases())?;
            if found == 0 {
                break;
            }
        }
        let distances = distances.into_iter().map(AtomicU8::into_inner).collect();
        Ok(Table { axis, distances })
    }

    /// The table of `axis` with these distances.
    pub(super) fn of(axis: Axis, distances: Box<[u8]>) -> Self {
        Table { axis, distances }
    }

    /// All distances.
    pub(super) fn bytes(&self) -> &[u8] {
        &self.distances
    }

    /// The fewest moves for a string with the blank in line `blank`.
    #[inline(always)]
    pub(super) fn distance(&self, text: Text, blank: usize) -> u8 {
        self.distances[self.axis.index(text, blank)]
    }
}

/// Expands all cases at `depth` and says how many new ones there are.
fn level(axis: &Axis, distances: &[AtomicU8], depth: u8, threads: usize) -> usize {
    let work: Vec<(usize, usize)> =
        (0..axis.lines).flat_map(|blank| (0..axis.parts(blank)).map(move |part| (blank, part))).collect();
    let (next, found) = (AtomicUsize::new(0), AtomicUsize::new(0));
    taquin_search::host::scope(|scope| {
        for _ in 0..threads.max(1) {
            scope.spawn(|| {
                let mut new = 0;
                while let Some(chunk) = work.chunks(64).nth(next.fetch_add(1, Ordering::Relaxed)) {
                    for &(blank, part) in chunk {
                        axis.visit(blank, part, |index, text| {
                            if distances[index].load(Ordering::Relaxed) == depth {
                                new += expand(axis, distances, text, blank, depth + 1);
                            }
                        });
                    }
                }
                found.fetch_add(new, Ordering::Relaxed);
            });
        }
    });
    found.into_inner()
}

/// Marks what one move across the lines makes of a string, and says how much of it is new.
fn expand(axis: &Axis, distances: &[AtomicU8], text: Text, blank: usize, depth: u8) -> usize {
    let mut new = 0;
    for place in 0..axis.len {
        for forward in [false, true] {
            let (mut line, mut moved) = (blank, text);
            while let Some(next) = axis.next(line, forward).filter(|&next| next != blank) {
                moved = axis.stepped(moved, line, next, place);
                line = next;
                new += mark(axis, distances, moved, line, depth);
            }
        }
    }
    new
}

/// Marks a string and what moves along its blank's line make of it.
fn mark(axis: &Axis, distances: &[AtomicU8], text: Text, blank: usize, depth: u8) -> usize {
    let set = |text: Text| {
        let cell = &distances[axis.index(text, blank)];
        let new = cell.load(Ordering::Relaxed) == UNKNOWN;
        if new {
            cell.store(depth, Ordering::Relaxed);
        }
        new
    };
    if !set(text) {
        return 0;
    }
    1 + axis.turns(text, blank).filter(|&text| set(text)).count()
}
