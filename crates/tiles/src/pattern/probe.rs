//! Lookups of small patterns from scratch: from the cells of at most five tiles to their place in the table, by comparing
//! the cells in pairs, without a rank that is kept along the path.

use super::arrangement::Arrangements;
use super::reader::Reader;
use super::space::{MOST_CELLS, TERMS};

/// The most tiles of such a pattern.
pub(crate) const PROBED: usize = 5;

/// The numbers below this are cells and the cells of missing tiles. A power of two needs no check.
pub(crate) const NUMBERS: usize = 2 * MOST_CELLS;

/// The places in a set that a term is looked up for: a power of two, as above.
const PLACES: usize = 8;

/// The terms of the rank of a set, with nothing for tiles that are missing.
const PADDED: [[u32; NUMBERS]; PLACES] = {
    let mut padded = [[0; NUMBERS]; PLACES];
    let mut place = 0;
    while place < PROBED {
        let mut cell = 0;
        while cell < MOST_CELLS {
            padded[place][cell] = TERMS[place][cell];
            cell += 1;
        }
        place += 1;
    }
    padded
};

/// The rank of the order of the first four tiles, by one bit for each pair of them.
pub(crate) type PairedOrders = [u8; 64];

/// A placement of tiles without the region of the blank.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Placement {
    rank: u32,
    word: u8,
    inner: u8,
}

/// The number of a bit of a table.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Bit(u64);

impl Bit {
    /// The byte that it is in.
    #[inline(always)]
    pub(crate) fn byte(self) -> usize {
        (self.0 >> 3) as usize
    }

    /// Its place there.
    #[inline(always)]
    pub(crate) fn shift(self) -> u32 {
        self.0 as u32 & 7
    }
}

/// The numbers of the tiles that a pattern has fewer than [`PROBED`]: beyond all cells, and in ascending order.
pub(crate) fn missing(place: usize) -> u8 {
    (MOST_CELLS + place) as u8
}

impl Reader<'_> {
    /// The placement of the tiles of the pattern, in the order of their goal cells, in these cells.
    #[inline(always)]
    pub(crate) fn placement(&self, [a, b, c, d, e]: [u8; PROBED]) -> Placement {
        let less = |one: u8, other: u8| u32::from(one < other);
        let (ab, ac, ad, ae) = (less(a, b), less(a, c), less(a, d), less(a, e));
        let (bc, bd, be, cd, ce, de) =
            (less(b, c), less(b, d), less(b, e), less(c, d), less(c, e), less(d, e));
        let last = ae + be + ce + de;
        let term = |place: u32, cell: u8| PADDED[place as usize % PLACES][cell as usize % NUMBERS];
        let rank = term(4 - (ab + ac + ad + ae), a)
            + term(3 + ab - (bc + bd + be), b)
            + term(2 + ac + bc - (cd + ce), c)
            + term(1 + ad + bd + cd - de, d)
            + term(last, e);
        let pairs = ab | ac << 1 | ad << 2 | bc << 3 | bd << 4 | cd << 5;
        // Interleavings are numbered from the one in which the outer tile comes last.
        Placement { rank, word: (4 - last) as u8, inner: self.paired()[pairs as usize % 64] }
    }

    /// Asks for the memory that [`Reader::bit`] reads.
    #[inline(always)]
    pub(crate) fn prefetch(&self, placement: Placement) {
        crate::prefetch::prefetch(self.sets(), placement.rank as usize);
    }

    /// Where the table has a placement with the blank at `blank`.
    #[inline(always)]
    pub(crate) fn bit(&self, Placement { rank, word, inner }: Placement, blank: u32) -> Bit {
        let byte = self.byte(self.block(rank, blank), word.into(), inner);
        Bit((byte as u64) << 3 | u64::from(inner & 7))
    }

    /// The distance mod 4 there, if it was `before` when one of the tiles had not slid there, and by how much the sum of
    /// cost and distance has grown: 0, 1 or 2.
    #[inline(always)]
    pub(crate) fn grown(&self, bit: Bit, before: u8) -> (u8, u8) {
        let residue = self.residue_of(bit, !before & 1);
        (residue, (residue + 1).wrapping_sub(before) & 3)
    }
}

impl Arrangements {
    /// The ranks of the orders of the inner tiles by pairs; what contradicts itself, and orders of missing tiles, are 0.
    pub(crate) fn paired_orders(&self) -> Box<PairedOrders> {
        let mut ranks = Box::new([0; 64]);
        for rank in 0..self.inner.count {
            let sequence = self.inner.sequence(rank);
            let mut place_of: [usize; 4] = std::array::from_fn(|tile| tile);
            sequence.iter().enumerate().for_each(|(place, &tile)| place_of[tile as usize] = place);
            let pairs = [(0, 1), (0, 2), (0, 3), (1, 2), (1, 3), (2, 3)];
            let bit = |(shift, (one, other)): (usize, (usize, usize))| {
                usize::from(place_of[one] < place_of[other]) << shift
            };
            ranks[pairs.into_iter().enumerate().map(bit).sum::<usize>()] = rank as u8;
        }
        ranks
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::geometry::Geometry;
    use crate::pattern::{Builder, Pattern, PatternSpace};

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(20))]

        /// A placement that is computed from scratch is where the one that is kept along a path is.
        #[test]
        fn both_kinds_of_lookups_agree(
            (rows, cols, torus) in (2u32..=4, 3u32..=9, any::<bool>()),
            tiles in 1usize..=PROBED,
            walk in proptest::collection::vec(0usize..4, 1..200),
        ) {
            let geometry = Geometry::new(rows, cols, torus);
            let tiles = if geometry.cells() > 20 { tiles.min(4) } else { tiles.min(geometry.cells() as usize - 1) };
            let pattern = Pattern::new(1..=tiles as u32, 0);
            let builder = Builder::new(PatternSpace::new(geometry, tiles).into());
            let table = builder.build(pattern, 1, &mut ()).expect("not stopped");
            let reader = Reader::new(&table);
            let mut cell_of: Vec<u32> = (0..geometry.cells()).collect();
            let mut stance = reader.stance(|tile| cell_of[tile as usize], cell_of[0]);
            let mut residue = stance.order.residue();
            for way in walk {
                let blank = cell_of[0];
                let around = crate::automaton::ways(geometry)[blank as usize];
                let Some(from) = around[way].map(u32::from) else { continue };
                let tile = cell_of.iter().position(|&cell| cell == from).expect("a tile in every cell");
                (cell_of[0], cell_of[tile]) = (from, blank);
                if !(1..=tiles).contains(&tile) {
                    continue;
                }
                let (next, byte) = reader.slide_wide(stance, from, blank);
                let (order, growth) = reader.settle_order(next.order, byte);
                stance.occupied = next.occupied;
                stance.order = order;
                let cells = std::array::from_fn(|place| {
                    if place < tiles { cell_of[place + 1] as u8 } else { missing(place) }
                });
                let bit = reader.bit(reader.placement(cells), from);
                prop_assert_eq!(bit.byte(), byte);
                let (new, grown) = reader.grown(bit, residue);
                residue = new;
                prop_assert_eq!((residue, grown), (order.residue(), growth));
            }
        }
    }
}
