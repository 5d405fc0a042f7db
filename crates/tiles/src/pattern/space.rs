//! The states of a pattern of tiles: the set of cells it occupies, the region of the free cells in
//! which the blank is, and the order of the tiles in their cells.
//!
//! The blank may go anywhere in its region without moving a tile of the pattern, so all its cells
//! there are one state. An occupied set and a region of the rest are a *block*; every block holds
//! one state for each [`Arrangement`](super::arrangement::Arrangement). A slide of one tile leads
//! from all states of a block to states of one other block by one and the same turn, which is what
//! makes tables fast to build: Döbbelin, Schütt and Reinefeld ("Building large compressed PDBs for
//! the sliding tile puzzle", 2014) and Clausecker and Reinefeld ("Zero-aware pattern databases with
//! 1-bit compression for sliding tile puzzles", 2019) count the same states.
//!
//! Where every slide changes the parity of the occupied cells (all flat boards, tori with even
//! sides), blocks are numbered so that all of one parity come first.

use crate::geometry::{Direction, Geometry};

use super::arrangement::{Arrangements, MOST_TILES};

/// The most cells of a board with pattern tables.
pub const MOST_CELLS: usize = 64;

/// A set of cells.
pub type Cells = u64;

/// The blocks of one occupied set.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Occupied {
    /// Which of the blocks a cell of the blank belongs to, a few bits a cell; the largest number stands
    /// for that block and all after it.
    regions: u64,
    /// The number of its first block.
    first: u32,
}

/// How [`Occupied`] is read.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Regions {
    /// The number of bits of a cell is two to this power.
    shift: u32,
    /// The largest number that these bits hold.
    last: u32,
}

impl Regions {
    fn new(geometry: Geometry) -> Self {
        match geometry.cells() {
            ..=16 => Regions { shift: 2, last: 15 },
            17..=32 => Regions { shift: 1, last: 3 },
            // The largest region, where the blank nearly always is, and the others.
            _ => Regions { shift: 0, last: 1 },
        }
    }

    /// The part of `regions` that says that a cell belongs to a region.
    fn code(self, cell: u32, region: usize) -> u64 {
        (region.min(self.last as usize) as u64) << (cell << self.shift)
    }

    /// The block of an occupied set with the blank at a cell outside it; `Err` with the first of its
    /// blocks where it has many.
    #[inline(always)]
    pub(crate) fn block(self, Occupied { regions, first }: Occupied, blank: u32) -> Result<u32, u32> {
        let region = (regions >> (blank << self.shift)) as u32 & self.last;
        if region < self.last { Ok(first + region) } else { Err(first) }
    }
}

/// The most cells in one half of a board.
pub(crate) const HALF: u32 = 13;

/// The most cells of a board whose sets are ranked by halves.
pub(crate) const NARROW: u32 = 2 * HALF;

/// The part of an occupied set's rank that each half of it contributes. The size is fixed, so that
/// an index needs no check.
pub(crate) type HalfRanks = [u32; 1 << HALF];

/// A slide out of a block: the tile in one cell goes to another, and with that from one place of
/// the order to another.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Slide {
    pub(crate) block: u32,
    pub(crate) from: u32,
    pub(crate) to: u32,
    pub(crate) place: u8,
    pub(crate) new_place: u8,
}

/// All states of `tiles` tiles on a board, whichever tiles they are.
#[derive(Debug)]
pub struct PatternSpace {
    geometry: Geometry,
    pub(crate) arrangements: Arrangements,
    neighbors: Vec<Cells>,
    /// The cells whose occupation determines the parity; none if parity does not alternate.
    colored: Cells,
    /// The rank of an occupied set of a narrow board is the sum of the entries for its lower and its upper half.
    pub(crate) lower: Box<HalfRanks>,
    pub(crate) upper: Box<HalfRanks>,
    pub(crate) half: u32,
    pub(crate) read: Regions,
    pub(crate) occupied: Vec<Occupied>,
    /// The occupied set and the region of every block.
    pub(crate) blocks: Vec<(Cells, Cells)>,
    /// How many blocks have even parity; all of them if parity does not alternate.
    even_blocks: usize,
    bipartite: bool,
}

impl PatternSpace {
    /// The states of `tiles` tiles on a board of at most [`MOST_CELLS`] cells.
    ///
    /// # Panics
    /// If the board is too large or has no room for the tiles and a blank.
    #[must_use]
    pub fn new(geometry: Geometry, tiles: usize) -> Self {
        let cells = geometry.cells() as usize;
        assert!(cells <= MOST_CELLS, "pattern tables are for boards of at most {MOST_CELLS} cells");
        assert!(tiles < cells, "a pattern leaves room for the blank");
        let half = (cells as u32).div_ceil(2);
        let (lower, upper) = if cells as u32 > NARROW {
            (Box::new([0; 1 << HALF]), Box::new([0; 1 << HALF]))
        } else {
            subset_ranks(cells as u32, half, tiles as u32)
        };
        let mut space = PatternSpace {
            geometry,
            arrangements: Arrangements::new(tiles),
            neighbors: neighbors(geometry),
            colored: if geometry.is_bipartite() { colored(geometry) } else { 0 },
            lower,
            upper,
            half,
            read: Regions::new(geometry),
            occupied: Vec::new(),
            blocks: Vec::new(),
            even_blocks: 0,
            bipartite: geometry.is_bipartite(),
        };
        space.number_blocks();
        space
    }

    /// The board.
    #[must_use]
    pub fn geometry(&self) -> Geometry {
        self.geometry
    }

    /// How many tiles the pattern has.
    #[must_use]
    pub fn tiles(&self) -> usize {
        self.arrangements.tiles
    }

    /// How many states there are.
    #[must_use]
    pub fn states(&self) -> u64 {
        self.blocks.len() as u64 * self.arrangements.words() as u64 * self.arrangements.inner.count as u64
    }

    /// Whether the board has more cells than the tables of half sets are made for.
    pub(crate) fn is_wide(&self) -> bool {
        self.geometry.cells() > NARROW
    }

    /// Whether every slide changes the parity of a state.
    pub(crate) fn is_bipartite(&self) -> bool {
        self.bipartite
    }

    /// How many blocks come before those of odd parity.
    pub(crate) fn even_blocks(&self) -> usize {
        self.even_blocks
    }

    /// The cells next to `cell`.
    pub(crate) fn neighbors(&self, cell: u32) -> Cells {
        self.neighbors[cell as usize]
    }

    /// The rank of an occupied set, an index of `occupied`.
    pub(crate) fn rank(&self, occupied: Cells) -> u32 {
        if self.is_wide() {
            return wide_rank(occupied);
        }
        let low = occupied & ((1 << self.half) - 1);
        let high = occupied >> self.half;
        self.lower[low as usize] + self.upper[high as usize]
    }

    /// The block of an occupied set with the blank at a cell outside it.
    pub(crate) fn block(&self, occupied: Cells, blank: u32) -> u32 {
        let block = self.read.block(self.occupied[self.rank(occupied) as usize], blank);
        block.unwrap_or_else(|first| self.far_block(first, blank))
    }

    #[cold]
    pub(crate) fn far_block(&self, first: u32, blank: u32) -> u32 {
        let later = self.blocks[first as usize..].iter().position(|(_, region)| region >> blank & 1 == 1);
        first + later.expect("the blank is in a free cell") as u32
    }

    /// The parity of an occupied set; 0 if parity does not alternate.
    pub(crate) fn parity(&self, occupied: Cells) -> u32 {
        (occupied & self.colored).count_ones() & 1
    }

    /// The slides out of a block.
    pub(crate) fn slides(&self, block: u32) -> impl Iterator<Item = Slide> {
        let (occupied, region) = self.blocks[block as usize];
        let pairs = elements(occupied).zip(0..).flat_map(move |(from, place)| {
            elements(self.neighbors(from) & region).map(move |to| (from, place, to))
        });
        pairs.map(move |(from, place, to)| {
            let left = occupied & !(1 << from);
            let new_place = (left & ((1 << to) - 1)).count_ones() as u8;
            Slide { block: self.block(left | 1 << to, from), from, to, place, new_place }
        })
    }

    fn number_blocks(&mut self) {
        let cells = self.geometry.cells();
        let tiles = self.tiles() as u32;
        self.occupied = vec![Occupied::default(); subsets(cells, tiles).count()];
        for parity in 0..if self.bipartite { 2 } else { 1 } {
            for set in subsets(cells, tiles) {
                if self.parity(set) != parity {
                    continue;
                }
                let mut regions = self.regions(!set & all_cells(cells));
                regions.sort_by_key(|region| std::cmp::Reverse(region.count_ones()));
                let first = self.blocks.len() as u32;
                let rank = self.rank(set) as usize;
                let codes = regions.iter().enumerate().fold(0, |codes, (region, &cells)| {
                    elements(cells).fold(codes, |codes, cell| codes | self.read.code(cell, region))
                });
                self.occupied[rank] = Occupied { regions: codes, first };
                self.blocks.extend(regions.into_iter().map(|region| (set, region)));
            }
            if parity == 0 {
                self.even_blocks = self.blocks.len();
            }
        }
    }

    /// The connected parts of a set of cells.
    fn regions(&self, mut free: Cells) -> Vec<Cells> {
        let mut regions = Vec::new();
        while free != 0 {
            let mut region = 0;
            let mut new = free & free.wrapping_neg();
            while new != 0 {
                region |= new;
                free &= !new;
                new = elements(new).fold(0, |reach, cell| reach | self.neighbors(cell)) & free;
            }
            regions.push(region);
        }
        regions
    }
}

/// All sets of `size` cells, at least one, in ascending order (Gosper).
fn subsets(cells: u32, size: u32) -> impl Iterator<Item = Cells> {
    let next = |set: &Cells| {
        let lowest = set & set.wrapping_neg();
        let carried = set.checked_add(lowest)?;
        Some(carried | (((set ^ carried) / lowest) >> 2))
    };
    let most = all_cells(cells);
    std::iter::successors(Some(all_cells(size)), next).take_while(move |&set| set <= most)
}

/// The set of the first `cells` cells.
pub(crate) fn all_cells(cells: u32) -> Cells {
    Cells::MAX >> (Cells::BITS - cells)
}

/// The elements of a set of cells, ascending.
pub(crate) fn elements(mut set: Cells) -> impl Iterator<Item = u32> {
    std::iter::from_fn(move || {
        (set != 0).then(|| {
            let cell = set.trailing_zeros();
            set &= set - 1;
            cell
        })
    })
}

fn neighbors(geometry: Geometry) -> Vec<Cells> {
    let around =
        |cell| Direction::ALL.iter().filter_map(move |&direction| geometry.neighbor(cell, direction));
    (0..geometry.cells()).map(|cell| around(cell).fold(0, |set, next| set | 1 << next)).collect()
}

/// Every other cell: those of one color of a chess board.
fn colored(geometry: Geometry) -> Cells {
    (0..geometry.cells()).fold(0, |set, cell| set | Cells::from(geometry.color(cell)) << cell)
}

/// The number of sets of `size` out of `cells`.
const fn choose(cells: u32, size: u32) -> u64 {
    let (mut product, mut index) = (1, 0);
    while index < size as u64 {
        product = if index < cells as u64 { product * (cells as u64 - index) / (index + 1) } else { 0 };
        index += 1;
    }
    product
}

/// The terms of a rank: C(c, i) for the cell c that is the `i`th of its set, counted from 0 for the first.
pub(crate) const TERMS: [[u32; MOST_CELLS]; MOST_TILES] = {
    let mut terms = [[0; MOST_CELLS]; MOST_TILES];
    let mut index = 0;
    while index < MOST_TILES {
        let mut cell = 0;
        while cell < MOST_CELLS {
            // Terms that do not fit belong to spaces that are too large to be numbered.
            terms[index][cell] = choose(cell as u32, index as u32 + 1) as u32;
            cell += 1;
        }
        index += 1;
    }
    terms
};

/// The rank of a set among all of its size: the sum of C(c, i) over its cells c in ascending order, i counted
/// from 1.
#[inline(always)]
pub(crate) fn wide_rank(occupied: Cells) -> u32 {
    elements(occupied).zip(&TERMS).fold(0, |rank, (cell, terms)| rank.wrapping_add(terms[cell as usize]))
}

/// Two tables whose entries for the halves of a set of `tiles` cells add up to its rank. The upper half knows how
/// many cells are in the lower half, because the size of the set is fixed.
fn subset_ranks(cells: u32, half: u32, tiles: u32) -> (Box<HalfRanks>, Box<HalfRanks>) {
    let sum = |set: Cells, shift: u32, skipped: u32| -> u32 {
        elements(set)
            .zip(&TERMS[skipped as usize..])
            .map(|(cell, terms)| terms[(cell + shift) as usize])
            .sum()
    };
    let fits = |set: &Cells| set.count_ones() <= tiles;
    let (mut lower, mut upper) = (Box::new([0; 1 << HALF]), Box::new([0; 1 << HALF]));
    for set in (0..1 << half).filter(fits) {
        lower[set as usize] = sum(set, 0, 0);
    }
    for set in (0..1 << (cells - half)).filter(fits) {
        upper[set as usize] = sum(set, half, tiles - set.count_ones());
    }
    (lower, upper)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn spaces() -> Vec<PatternSpace> {
        let mut all = Vec::new();
        for (rows, cols, torus) in
            [(2, 2, false), (3, 3, false), (3, 3, true), (4, 4, true), (2, 5, false), (3, 5, false)]
        {
            let geometry = Geometry::new(rows, cols, torus);
            all.extend(
                (1..=5.min(geometry.cells() as usize - 1)).map(|tiles| PatternSpace::new(geometry, tiles)),
            );
        }
        all
    }

    #[test]
    fn ranks_number_the_occupied_sets() {
        for space in spaces() {
            let sets =
                (0..1u64 << space.geometry.cells()).filter(|set| set.count_ones() as usize == space.tiles());
            let mut ranks: Vec<_> = sets.map(|set| space.rank(set)).collect();
            ranks.sort_unstable();
            assert!(ranks.iter().copied().eq(0..space.occupied.len() as u32));
        }
    }

    #[test]
    fn every_slide_can_be_undone_and_changes_parity() {
        for space in spaces() {
            for block in 0..space.blocks.len() as u32 {
                for slide in space.slides(block) {
                    let Slide { from, to, place, new_place, .. } = slide;
                    let back = Slide { block, from: to, to: from, place: new_place, new_place: place };
                    assert!(space.slides(slide.block).any(|other| other == back));
                    let even = |block: u32| (block as usize) < space.even_blocks();
                    assert!(!space.is_bipartite() || even(block) != even(slide.block));
                }
            }
        }
    }

    #[test]
    fn blocks_are_found_by_any_cell_of_their_region() {
        for space in spaces() {
            for (block, &(occupied, region)) in space.blocks.iter().enumerate() {
                assert!(elements(region).all(|blank| space.block(occupied, blank) == block as u32));
            }
        }
    }
}
