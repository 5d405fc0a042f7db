//! Builds a table: the fewest moves up and down of every string, and with which place of the blank they begin.
//!
//! The positions that differ only in where the blank is in its column are one move apart: four of them, one for each
//! row. While levels are small, their strings are listed; a large level is found by a scan over all such fours, which
//! reads memory in order, since three of the four cells of a column lie in strings that share a head.

use std::sync::atomic::{AtomicBool, AtomicU8, AtomicUsize, Ordering};

use taquin_search::{Limit, Meter};

use super::numbering::{BITS, LABELS, Numbering, Text, stepped};
use crate::pattern::bytes::{Bytes, shared, zeros};

/// An entry: in the lower half the fewest moves, in the upper half one bit for each place of the blank with which as
/// few moves begin.
pub(super) type Entry = u8;

/// As many moves or more, beginning anywhere; while a table is built, not reached yet.
pub(super) const MOST: u8 = 15;

/// A level of at least this many strings is found by a scan.
const LARGE: usize = 1_000_000;

/// From this depth on, many fours have a string of the level.
const CROWDED_FROM: u8 = 11;

/// What every scan needs to know of the strings.
struct Scan<'a> {
    numbering: &'a Numbering,
    /// By kind of the shorter tails and by column: the places of the tails after the blank has gone from the third
    /// row to the fourth.
    below: Vec<[Vec<u16>; 4]>,
    /// By kind, column and label: the places of the tails with that label in the place of the blank.
    above: Vec<[[Vec<u16>; LABELS]; 4]>,
}

/// The entries for the goal `goal` with the blank in row `home`.
///
/// # Errors
/// If a limit is reached.
pub(super) fn build(
    numbering: &Numbering,
    (goal, home): (Text, usize),
    threads: usize,
    meter: &mut Meter<'_>,
) -> Result<Bytes, Limit> {
    let len = 4 * numbering.count();
    let mut bytes = zeros(len);
    taquin_search::host::scope(|scope| {
        for part in bytes.chunks_mut(len.div_ceil(threads.max(1))) {
            scope.spawn(|| part.fill(MOST));
        }
    });
    let entries = shared(&mut bytes);
    entries[numbering.index(goal, home)].store(0, Ordering::Relaxed);
    let mut level = vec![(goal, home)];
    let mut depth = 0;
    while level.len() < LARGE {
        level = listed(numbering, entries, &level, depth);
        depth += 1;
    }
    let scan = Scan::new(numbering);
    while depth < MOST - 1 {
        meter.check(0, len)?;
        let new = [0, 1, 2, 3].map(|place| scan.level(entries, place, depth, threads));
        if new == [false; 4] {
            break;
        }
        depth += 1;
    }
    bytes.iter_mut().for_each(|entry| *entry |= if *entry == MOST { 0xf0 } else { 0 });
    Ok(bytes)
}

/// Notes that an entry is one move from one at `depth`; whether it is new.
#[inline(always)]
fn mark(entry: &AtomicU8, place: usize, depth: u8) -> bool {
    let value = entry.load(Ordering::Relaxed);
    let bit = 16 << place;
    if value & 15 == MOST {
        entry.store(bit | (depth + 1), Ordering::Relaxed);
        return true;
    }
    if value & 15 == depth + 1 {
        entry.store(value | bit, Ordering::Relaxed);
    }
    false
}

/// The same for all of four entries that are one move apart, if one of them is at `depth`.
///
/// On a `CROWDED` level it cannot be predicted which fours have one, so there is no branch to be mispredicted.
/// No other thread has these entries.
#[inline(always)]
fn mark_four<const CROWDED: bool>(four: [&AtomicU8; 4], place: usize, depth: u8) -> bool {
    const ONES: u32 = 0x0101_0101;
    let value = u32::from_le_bytes(four.map(|entry| entry.load(Ordering::Relaxed)));
    let fewest = value & (15 * ONES);
    // A one in each byte whose lower half is `wanted`.
    let equal = |wanted: u8| !((fewest ^ (u32::from(wanted) * ONES)) + 15 * ONES) >> 4 & ONES;
    if !CROWDED && equal(depth) == 0 {
        return false;
    }
    let active = if equal(depth) == 0 { 0 } else { u32::MAX };
    let new = equal(MOST) & active;
    let begin = equal(depth + 1) & active | new;
    let change = new * u32::from(MOST ^ (depth + 1));
    let marked = (value ^ change) | (begin * (16 << place));
    four.into_iter().zip(marked.to_le_bytes()).for_each(|(entry, byte)| entry.store(byte, Ordering::Relaxed));
    new != 0
}

/// The level after `level`, which is at `depth`.
fn listed(
    numbering: &Numbering,
    entries: &[AtomicU8],
    level: &[(Text, usize)],
    depth: u8,
) -> Vec<(Text, usize)> {
    let mut next = Vec::new();
    for &(text, row) in level {
        for place in 0..4 {
            for down in [false, true] {
                let (mut moved, mut at) = (text, row);
                while if down { at < 3 } else { at > 0 } {
                    moved = stepped(moved, at, down, place);
                    at = if down { at + 1 } else { at - 1 };
                    if mark(&entries[numbering.index(moved, at)], place, depth) {
                        next.push((moved, at));
                    }
                }
            }
        }
    }
    next
}

/// `text` with `label` put before the label at `at`.
#[inline(always)]
fn inserted(text: Text, at: usize, label: usize) -> Text {
    let low = text & ((1 << (BITS * at)) - 1);
    (text ^ low) << BITS | (label as Text) << (BITS * at) | low
}

impl<'a> Scan<'a> {
    fn new(numbering: &'a Numbering) -> Self {
        let (upper, lower) = (numbering.half(0), numbering.half(3));
        let tails = lower.kinds();
        let below = tails.iter().map(|tails| {
            std::array::from_fn(|place| {
                tails.iter().map(|&tail| lower.place(stepped(tail, 0, true, place))).collect()
            })
        });
        let above = tails.iter().map(|tails| {
            std::array::from_fn(|place| {
                std::array::from_fn(|label| {
                    tails.iter().map(|&tail| upper.place(inserted(tail, place, label))).collect()
                })
            })
        });
        Scan { numbering, below: below.collect(), above: above.collect() }
    }

    /// Finds what one move at `place` makes of the strings at `depth`; whether there is anything new.
    fn level(&self, entries: &[AtomicU8], place: usize, depth: u8, threads: usize) -> bool {
        let heads = self.numbering.half(0).heads();
        let (next, found) = (AtomicUsize::new(0), AtomicBool::new(false));
        taquin_search::host::scope(|scope| {
            for _ in 0..threads.max(1) {
                scope.spawn(|| {
                    let mut new = false;
                    while let Some(chunk) = heads.chunks(32).nth(next.fetch_add(1, Ordering::Relaxed)) {
                        for &head in chunk {
                            new |= if depth < CROWDED_FROM {
                                self.column::<false>(entries, head, place, depth)
                            } else {
                                self.column::<true>(entries, head, place, depth)
                            };
                        }
                    }
                    found.fetch_or(new, Ordering::Relaxed);
                });
            }
        });
        found.into_inner()
    }

    /// The same for the strings that begin with `head` while the blank is in the first row, and those that they
    /// become. No other head has any of these.
    fn column<const CROWDED: bool>(&self, entries: &[AtomicU8], head: Text, place: usize, depth: u8) -> bool {
        let count = self.numbering.count();
        let (upper, lower) = (self.numbering.half(0), self.numbering.half(3));
        let second = stepped(head, 0, true, place);
        let long = upper.kinds()[upper.kind(head)].len();
        let rows =
            [upper.first(head), count + upper.first(second)].map(|start| &entries[start..start + long]);
        let mut new = false;
        for label in 0..LABELS {
            let third = inserted(second, 4 + place, label);
            let kind = lower.kind(third);
            let tails = lower.kinds()[kind].len();
            // A head that does not occur has the first number and the first kind.
            let start = lower.first(third);
            if start == 0 && lower.heads()[0] != third {
                continue;
            }
            let below = [2, 3].map(|row| &entries[row * count + start..row * count + start + tails]);
            let (down, up) = (&self.below[kind][place], &self.above[kind][place][label]);
            for ((entry, &down), &up) in below[0].iter().zip(down).zip(up) {
                let four = [
                    &rows[0][usize::from(up)],
                    &rows[1][usize::from(up)],
                    entry,
                    &below[1][usize::from(down)],
                ];
                new |= mark_four::<CROWDED>(four, place, depth);
            }
        }
        new
    }
}
