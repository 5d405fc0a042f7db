//! A table laid open for the search: all that a lookup needs in one place, and how the tiles stand as
//! one word that travels down the path.

use super::arrangement::{Arrangement, INTERLEAVINGS, MOST_TILES, Orders, TURNS, TurnRows, Turned};
use super::space::{Cells, HALF, HalfRanks, Occupied, Regions, Space};
use super::table::{Pattern, Table, WordBytes};

/// Where the tiles of a table stand on a board: from the lowest bit the occupied cells, the order of
/// the inner tiles, of the outer tiles, the interleaving, and the distance mod 4. One word, because
/// it is written and read whole.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Standing(u64);

impl Standing {
    #[inline(always)]
    fn new(occupied: Cells, at: Arrangement, residue: u8) -> Self {
        let order = u64::from(at.inner) << 32 | u64::from(at.outer) << 40 | u64::from(at.interleaving) << 48;
        Standing(u64::from(occupied) | order | u64::from(residue) << 56)
    }

    #[inline(always)]
    fn occupied(self) -> Cells {
        self.0 as Cells
    }

    #[inline(always)]
    fn at(self) -> Arrangement {
        let byte = |place: u32| (self.0 >> place) as u8;
        Arrangement { inner: byte(32), outer: byte(40), interleaving: byte(48) }
    }

    /// The distance mod 4.
    #[inline(always)]
    pub(crate) fn residue(self) -> u8 {
        (self.0 >> 56) as u8
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
    half: u32,
    read: Regions,
    bipartite: bool,
    block_bytes: usize,
    word_bytes: usize,
    space: &'a Space,
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
            half: space.half,
            read: space.read,
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

    /// How the pattern stands on a board, where `cell_of(c)` is the cell of the tile that belongs in
    /// cell `c`.
    pub(crate) fn standing(&self, cell_of: impl Fn(u32) -> u32, blank: u32) -> Standing {
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
        Standing::new(occupied, at, self.residue(byte, at.inner, parity as u8))
    }

    /// The standing after the tile in cell `from` has slid into the blank cell `to`, but for its
    /// residue, and the byte of the table that [`Reader::settle`] needs for that.
    #[inline(always)]
    pub(crate) fn slide(&self, standing: Standing, from: u32, to: u32) -> (Standing, usize) {
        let left = standing.occupied() & !(1 << from);
        let occupied = left | 1 << to;
        let place = (left & ((1 << from) - 1)).count_ones() as usize;
        let new_place = (left & ((1 << to) - 1)).count_ones() as usize;
        let at = standing.at();
        let row = self.rows[(16 * place + new_place) % TURNS][at.interleaving as usize % INTERLEAVINGS];
        let turned = |orders: &Turned, turn: u8, rank: u8| {
            orders[turn as usize % Orders::TURNS][rank as usize % Orders::MOST]
        };
        let outer = turned(self.outer, row.outer(), at.outer);
        let inner = turned(self.inner, row.inner(), at.inner);
        let at = Arrangement { interleaving: row.interleaving(), outer, inner };
        let low = occupied & ((1 << self.half) - 1);
        let high = occupied >> self.half;
        let rank = self.lower[low as usize % (1 << HALF)] + self.upper[high as usize % (1 << HALF)];
        let block = self.read.block(self.occupied[rank as usize], from);
        let block = block.unwrap_or_else(|first| self.space.far_block(first, from));
        let byte = self.byte(block, row.first_word() + outer as usize, inner);
        (Standing::new(occupied, at, standing.residue()), byte)
    }

    /// Completes a standing that came from [`Reader::slide`], and says by how much the sum of cost
    /// and distance has grown: 0, 1 or 2.
    #[inline(always)]
    pub(crate) fn settle(&self, standing: Standing, byte: usize) -> (Standing, u8) {
        let before = standing.residue();
        let residue = self.residue(byte, standing.at().inner, !before & 1);
        let growth = (residue + 1).wrapping_sub(before) & 3;
        (Standing(standing.0 << 8 >> 8 | u64::from(residue) << 56), growth)
    }

    #[inline(always)]
    fn byte(&self, block: u32, word: usize, inner: u8) -> usize {
        block as usize * self.block_bytes + word * self.word_bytes + (inner >> 3) as usize
    }

    /// The distance mod 4, where `parity` is the distance mod 2 if every slide changes that.
    #[inline(always)]
    fn residue(&self, byte: usize, inner: u8, parity: u8) -> u8 {
        let bit = |byte: usize| self.bits[byte] >> (inner & 7) & 1;
        let lower = if self.bipartite { parity } else { bit(self.bits.len() / 2 + byte) };
        bit(byte) << 1 | lower
    }

    /// The distance of a standing from which the goal can be reached, by walking down to it.
    pub(crate) fn descend(&self, mut standing: Standing, blank: u32) -> u32 {
        let goal = self.pattern.goal_state(self.space);
        let mut block = self.space.block(standing.occupied(), blank);
        let mut distance = 0;
        while (block, standing.at()) != goal {
            let down = self.space.slides(block).find_map(|slide| {
                let (next, byte) = self.slide(standing, slide.from, slide.to);
                let (next, growth) = self.settle(next, byte);
                (growth == 0).then_some((next, slide.block))
            });
            (standing, block) = down.expect("a way down to the goal");
            distance += 1;
        }
        distance
    }
}
