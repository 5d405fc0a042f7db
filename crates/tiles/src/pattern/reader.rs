//! A table prepared for the search: everything that a lookup needs in one place, and the placement of the
//! tiles as one word that is updated along the path.

use super::arrangement::{Arrangement, INTERLEAVINGS, MOST_TILES, Orders, TURNS, TurnRows, Turned};
use super::probe::{Bit, PairedOrders};
use super::space::{Cells, HALF, HalfRanks, Occupied, PatternSpace, Regions, wide_rank};
use super::table::{Pattern, Table, WordBytes};

/// Where the tiles of a table stand on a board.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Stance {
    /// The cells that they occupy.
    pub(crate) occupied: Cells,
    /// Their order there and their distance from the goal.
    pub(crate) order: Order,
}

/// The order of the tiles of a table in the cells that they occupy, and their distance from the goal mod 4, as one
/// word: from the lowest bit the order of the inner tiles, of the outer tiles, the interleaving, and the distance.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Order(u32);

impl Order {
    #[inline(always)]
    fn new(at: Arrangement, residue: u8) -> Self {
        let order = u32::from(at.inner) | u32::from(at.outer) << 8 | u32::from(at.interleaving) << 16;
        Order(order | u32::from(residue) << 24)
    }

    #[inline(always)]
    fn at(self) -> Arrangement {
        let byte = |place: u32| (self.0 >> place) as u8;
        Arrangement { inner: byte(0), outer: byte(8), interleaving: byte(16) }
    }

    /// The distance mod 4.
    #[inline(always)]
    pub(crate) fn residue(self) -> u8 {
        (self.0 >> 24) as u8
    }
}

/// The same for a board of at most 32 cells: from the lowest bit the occupied cells, then the order. One
/// word, because it is written and read whole.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Narrow(u64);

impl Narrow {
    #[inline(always)]
    fn new(occupied: Cells, order: Order) -> Self {
        Narrow(occupied | u64::from(order.0) << 32)
    }

    #[inline(always)]
    fn occupied(self) -> Cells {
        Cells::from(self.0 as u32)
    }

    #[inline(always)]
    fn order(self) -> Order {
        Order((self.0 >> 32) as u32)
    }

    /// The same in two words.
    #[inline(always)]
    pub(crate) fn stance(self) -> Stance {
        Stance { occupied: self.occupied(), order: self.order() }
    }
}

impl From<Stance> for Narrow {
    #[inline(always)]
    fn from(Stance { occupied, order }: Stance) -> Self {
        Narrow::new(occupied, order)
    }
}

/// A table, ready to be read.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Reader<'a> {
    bits: &'a [u8],
    occupied: &'a [Occupied],
    lower: &'a HalfRanks,
    upper: &'a HalfRanks,
    rows: &'a TurnRows,
    inner: &'a Turned,
    outer: &'a Turned,
    paired: &'a PairedOrders,
    half: u32,
    read: Regions,
    is_wide: bool,
    bipartite: bool,
    block_bytes: usize,
    word_bytes: usize,
    space: &'a PatternSpace,
    pattern: Pattern,
}

impl<'a> Reader<'a> {
    pub(crate) fn new(table: &'a Table) -> Self {
        let space = table.space();
        let arrangements = &space.arrangements;
        let word_bytes = WordBytes::of(arrangements).0;
        Reader {
            bits: table.bits(),
            occupied: &space.occupied,
            lower: &space.lower,
            upper: &space.upper,
            rows: &arrangements.rows,
            inner: &arrangements.inner.turned,
            outer: &arrangements.outer.turned,
            paired: &arrangements.paired,
            half: space.half,
            read: space.read,
            is_wide: space.is_wide(),
            bipartite: space.is_bipartite(),
            block_bytes: arrangements.words() * word_bytes,
            word_bytes,
            space,
            pattern: table.pattern(),
        }
    }

    /// The table's bytes, for looking ahead.
    #[inline(always)]
    pub(crate) fn bits(&self) -> &'a [u8] {
        self.bits
    }

    /// The stance of the pattern on a board, where `cell_of(c)` is the cell of the tile that belongs in cell `c`.
    pub(crate) fn stance(&self, cell_of: impl Fn(u32) -> u32, blank: u32) -> Stance {
        let mut placed = [(0, 0); MOST_TILES];
        for (tile, (goal, place)) in self.pattern.cells().zip(&mut placed).enumerate() {
            *place = (cell_of(goal), tile as u8);
        }
        let placed = &mut placed[..self.pattern.len()];
        placed.sort_unstable();
        let occupied = placed.iter().fold(0, |set, (cell, _)| set | 1 << cell);
        let mut sequence = [0; MOST_TILES];
        sequence.iter_mut().zip(placed.iter()).for_each(|(to, &(_, tile))| *to = tile);
        let at = self.space.arrangements.rank(&sequence[..placed.len()]);
        let parity = self.space.parity(occupied) ^ self.space.parity(self.pattern.tiles());
        let word = self.space.arrangements.word(at);
        let byte = self.byte(self.space.block(occupied, blank), word, at.inner);
        Stance { occupied, order: Order::new(at, self.residue(byte, at.inner, parity as u8)) }
    }

    /// The standing after the tile in cell `from` has slid into the blank cell `to`, but for its
    /// residue, and the byte of the table that [`Reader::settle`] needs for that.
    #[inline(always)]
    pub(crate) fn slide(&self, standing: Narrow, from: u32, to: u32) -> (Narrow, usize) {
        let (stance, byte) = self.turned::<false>(standing.stance(), from, to);
        (stance.into(), byte)
    }

    /// The same on a board of any size.
    #[inline(always)]
    pub(crate) fn slide_wide(&self, stance: Stance, from: u32, to: u32) -> (Stance, usize) {
        if self.is_wide {
            self.turned::<true>(stance, from, to)
        } else {
            self.turned::<false>(stance, from, to)
        }
    }

    /// Where the tiles stand after the one in cell `from` has slid into the blank cell `to`, but for the residue,
    /// and where that stands in the table.
    #[inline(always)]
    fn turned<const WIDE: bool>(&self, stance: Stance, from: u32, to: u32) -> (Stance, usize) {
        let (occupied, at) = (stance.occupied, stance.order.at());
        let left = occupied & !(1 << from);
        let occupied = left | 1 << to;
        let place = (left & ((1 << from) - 1)).count_ones() as usize;
        let new_place = (left & ((1 << to) - 1)).count_ones() as usize;
        let row = self.rows[(16 * place + new_place) % TURNS][at.interleaving as usize % INTERLEAVINGS];
        let turned = |orders: &Turned, turn: u8, rank: u8| {
            orders[turn as usize % Orders::TURNS][rank as usize % Orders::MOST]
        };
        let outer = turned(self.outer, row.outer(), at.outer);
        let inner = turned(self.inner, row.inner(), at.inner);
        let at = Arrangement { interleaving: row.interleaving(), outer, inner };
        let rank = if WIDE {
            wide_rank(occupied)
        } else {
            let low = occupied & ((1 << self.half) - 1);
            let high = occupied >> self.half;
            self.lower[low as usize % (1 << HALF)] + self.upper[high as usize % (1 << HALF)]
        };
        let byte = self.byte(self.block(rank, from), row.first_word() + outer as usize, inner);
        (Stance { occupied, order: Order::new(at, stance.order.residue()) }, byte)
    }

    /// Completes a standing that came from [`Reader::slide`], and says by how much the sum of cost
    /// and distance has grown: 0, 1 or 2.
    #[inline(always)]
    pub(crate) fn settle(&self, standing: Narrow, byte: usize) -> (Narrow, u8) {
        let (order, growth) = self.settle_order(standing.order(), byte);
        (Narrow::new(standing.occupied(), order), growth)
    }

    /// The same of an order.
    #[inline(always)]
    pub(crate) fn settle_order(&self, order: Order, byte: usize) -> (Order, u8) {
        let before = order.residue();
        let residue = self.residue(byte, order.at().inner, !before & 1);
        let growth = (residue + 1).wrapping_sub(before) & 3;
        (Order(order.0 << 8 >> 8 | u32::from(residue) << 24), growth)
    }

    /// The ranks of the orders of inner tiles, by pairs.
    #[inline(always)]
    pub(crate) fn paired(&self) -> &PairedOrders {
        self.paired
    }

    /// The blocks of all occupied sets, by rank.
    #[inline(always)]
    pub(crate) fn sets(&self) -> &[Occupied] {
        self.occupied
    }

    /// The block of the occupied set of this rank with the blank at a cell outside it.
    #[inline(always)]
    pub(crate) fn block(&self, rank: u32, blank: u32) -> u32 {
        let block = self.read.block(self.occupied[rank as usize], blank);
        block.unwrap_or_else(|first| self.space.far_block(first, blank))
    }

    #[inline(always)]
    pub(crate) fn byte(&self, block: u32, word: usize, inner: u8) -> usize {
        block as usize * self.block_bytes + word * self.word_bytes + (inner >> 3) as usize
    }

    /// The distance mod 4 at a bit, where `parity` is the distance mod 2 if every slide changes that.
    #[inline(always)]
    pub(crate) fn residue_of(&self, bit: Bit, parity: u8) -> u8 {
        self.residue(bit.byte(), bit.shift() as u8, parity)
    }

    /// The distance mod 4, where `parity` is the distance mod 2 if every slide changes that.
    #[inline(always)]
    fn residue(&self, byte: usize, inner: u8, parity: u8) -> u8 {
        let bit = |byte: usize| self.bits[byte] >> (inner & 7) & 1;
        let lower = if self.bipartite { parity } else { bit(self.bits.len() / 2 + byte) };
        bit(byte) << 1 | lower
    }

    /// The distance of a stance from which the goal can be reached, found by descending to the goal.
    pub(crate) fn descend(&self, mut stance: Stance, blank: u32) -> u32 {
        let goal = self.pattern.goal_state(self.space);
        let mut block = self.space.block(stance.occupied, blank);
        let mut distance = 0;
        while (block, stance.order.at()) != goal {
            let down = self.space.slides(block).find_map(|slide| {
                let (next, byte) = self.slide_wide(stance, slide.from, slide.to);
                let (order, growth) = self.settle_order(next.order, byte);
                (growth == 0).then_some((Stance { order, ..next }, slide.block))
            });
            (stance, block) = down.expect("a way down to the goal");
            distance += 1;
        }
        distance
    }
}
