//! A perfect numbering of the arrangements of tiles of some kinds.
//!
//! The cells of one kind after the other are numbered among the cells that are left, as a combination; the kind with
//! the most tiles fills the rest and needs no number. So a rank takes a table look-up for each tile of the others.

/// The most cells, one bit each in a word.
const MOST_CELLS: usize = 64;

/// The binomial coefficients: `CHOOSE[n][k]` is the number of ways to choose `k` of `n`.
static CHOOSE: [[u64; MOST_CELLS + 1]; MOST_CELLS + 1] = choose();

const fn choose() -> [[u64; MOST_CELLS + 1]; MOST_CELLS + 1] {
    let mut table = [[0; MOST_CELLS + 1]; MOST_CELLS + 1];
    let mut n = 0;
    while n <= MOST_CELLS {
        table[n][0] = 1;
        let mut k = 1;
        while k <= n {
            table[n][k] = table[n - 1][k - 1] + table[n - 1][k];
            k += 1;
        }
        n += 1;
    }
    table
}

/// The cells of each kind, one bit each.
pub(super) type Masks = [u64; MOST_CELLS];

/// All arrangements of some tiles on a board.
#[derive(Clone, Debug)]
pub struct ArrangementSpace {
    cells: usize,
    /// The kinds that are numbered: how many tiles each has, and in how many ways they can stand.
    numbered: Vec<Numbered>,
    /// The kind that fills the rest.
    rest: u8,
    size: u64,
}

#[derive(Clone, Copy, Debug)]
struct Numbered {
    kind: u8,
    count: usize,
    ways: u64,
}

impl ArrangementSpace {
    /// The arrangements of `counts` tiles of each kind; `None` if there are more than 2^64.
    ///
    /// # Panics
    /// If there are more than 64 cells.
    #[must_use]
    pub fn new(counts: &[u32]) -> Option<Self> {
        let cells: u32 = counts.iter().sum();
        assert!(cells as usize <= MOST_CELLS, "one bit for each cell");
        let rest = (0..counts.len()).max_by_key(|&kind| counts[kind])?;
        let (mut left, mut size) = (cells as usize, 1_u64);
        let mut numbered = Vec::new();
        for kind in (0..counts.len()).filter(|&kind| kind != rest) {
            let count = counts[kind] as usize;
            let ways = CHOOSE[left][count];
            left -= count;
            size = size.checked_mul(ways)?;
            numbered.push(Numbered { kind: kind as u8, count, ways });
        }
        Some(ArrangementSpace { cells: cells as usize, numbered, rest: rest as u8, size })
    }

    /// How many arrangements there are.
    #[must_use]
    pub fn size(&self) -> u64 {
        self.size
    }

    /// The number of an arrangement.
    #[must_use]
    pub fn rank(&self, kinds: &[u8]) -> u64 {
        self.rank_of(&masks(kinds.iter().take(self.cells).copied()))
    }

    /// The number of the arrangement in which the kinds stand in these cells.
    #[inline]
    pub(super) fn rank_of(&self, masks: &Masks) -> u64 {
        let mut free = u64::MAX;
        let mut rank = 0;
        for &Numbered { kind, ways, .. } in &self.numbered {
            let mask = masks[kind as usize];
            let (mut left, mut place, mut number) = (mask, 1, 0);
            while left != 0 {
                let below = free & ((left & left.wrapping_neg()) - 1);
                number += CHOOSE[below.count_ones() as usize][place];
                left &= left - 1;
                place += 1;
            }
            rank = rank * ways + number;
            free &= !mask;
        }
        rank
    }

    /// The arrangement with a number.
    pub fn unrank(&self, rank: u64, kinds: &mut [u8]) {
        self.unrank_to(rank, kinds, &mut [0; MOST_CELLS]);
    }

    /// The arrangement with a number, and the cells of its kinds.
    #[inline]
    pub(super) fn unrank_to(&self, rank: u64, kinds: &mut [u8], masks: &mut Masks) {
        let mut numbers = [0; MOST_CELLS];
        self.digits(rank, &mut numbers);
        let mut free = u64::MAX >> (MOST_CELLS - self.cells);
        for (&Numbered { kind, count, .. }, &number) in self.numbered.iter().zip(&numbers) {
            let mask = if count == 1 { nth(free, number) } else { combination(free, count, number) };
            masks[kind as usize] = mask;
            free ^= mask;
            let mut left = mask;
            while left != 0 {
                kinds[left.trailing_zeros() as usize] = kind;
                left &= left - 1;
            }
        }
        masks[self.rest as usize] = free;
        while free != 0 {
            kinds[free.trailing_zeros() as usize] = self.rest;
            free &= free - 1;
        }
    }

    /// The number of each kind's cells.
    #[inline]
    fn digits(&self, rank: u64, numbers: &mut [u64; MOST_CELLS]) {
        let places = numbers[..self.numbered.len()].iter_mut().zip(&self.numbered).rev();
        // Short divisions take a third of the time.
        if let (Ok(mut rank), true) = (u32::try_from(rank), self.size <= u32::MAX.into()) {
            for (number, numbered) in places {
                *number = (rank % numbered.ways as u32).into();
                rank /= numbered.ways as u32;
            }
        } else {
            let mut rank = rank;
            for (number, numbered) in places {
                *number = rank % numbered.ways;
                rank /= numbered.ways;
            }
        }
    }
}

/// The cell with a number among those that are free.
#[inline]
fn nth(mut free: u64, number: u64) -> u64 {
    for _ in 0..number {
        free &= free - 1;
    }
    free & free.wrapping_neg()
}

/// The `count` cells whose combination has a number among those that are free.
#[inline]
fn combination(free: u64, count: usize, mut number: u64) -> u64 {
    let (mut cells, mut len) = ([0; MOST_CELLS], 0);
    let mut left = free;
    while left != 0 {
        cells[len] = left & left.wrapping_neg();
        left &= left - 1;
        len += 1;
    }
    let mut mask = 0;
    for place in (1..=count).rev() {
        len -= 1;
        while CHOOSE[len][place] > number {
            len -= 1;
        }
        number -= CHOOSE[len][place];
        mask |= cells[len];
    }
    mask
}

/// The cells of each kind.
pub(super) fn masks(kinds: impl Iterator<Item = u8>) -> Masks {
    let mut masks = [0; MOST_CELLS];
    kinds.enumerate().for_each(|(cell, kind)| masks[kind as usize] |= 1 << cell);
    masks
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_number_is_an_arrangement_and_has_its_number() {
        for (counts, size) in [
            (&[1, 1, 1, 1][..], 24),
            (&[2, 3, 1, 3], 5040),
            (&[1, 8, 7], 102_960),
            (&[1, 0, 3], 4),
            (&[4], 1),
            (&[1, 4, 4], 630),
        ] {
            let space = ArrangementSpace::new(counts).unwrap();
            assert_eq!(space.size(), size, "{counts:?}");
            for rank in 0..size {
                let mut kinds = vec![0; space.cells];
                space.unrank(rank, &mut kinds);
                for (kind, &count) in counts.iter().enumerate() {
                    let found = kinds.iter().filter(|&&other| other as usize == kind).count();
                    assert_eq!(found, count as usize);
                }
                assert_eq!(space.rank(&kinds), rank);
            }
        }
        assert!(ArrangementSpace::new(&[1; 25]).is_none());
        assert_eq!(
            ArrangementSpace::new(&[32, 32]).map(|space| space.size()),
            Some(1_832_624_140_942_590_534)
        );
    }
}
