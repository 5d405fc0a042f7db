//! The forms in which the distances of a pattern can be stored, measured beside each other: the same
//! distances, the same plain depth-first search, another table. Distances depend on the region of the
//! blank; a table keeps them all ("zero-aware") or the least of them, in 8 bits, in 4 (half of what is
//! above the Manhattan distance, where the least is kept) or in 1 (the upper bit of the distance mod 4,
//! from which the distance after a slide follows, but not the first one).
//!
//! Everything here is for flat boards of 4 x 4 cells, plain rather than fast.

use taquin_tiles::Board;
use taquin_tiles::pattern::{Partition, Pattern};

const CELLS: usize = 16;

fn ways(cell: usize) -> impl Iterator<Item = usize> {
    let found = [
        (cell >= 4).then(|| cell - 4),
        (!cell.is_multiple_of(4)).then(|| cell - 1),
        (cell < 12).then(|| cell + 4),
        (cell % 4 < 3).then(|| cell + 1),
    ];
    found.into_iter().flatten()
}

fn apart(cell: usize, other: usize) -> u8 {
    ((cell / 4).abs_diff(other / 4) + (cell % 4).abs_diff(other % 4)) as u8
}

/// The cell of every tile.
type CellOf = [u8; CELLS];

/// The number of a state, without and with the region of the blank.
#[derive(Clone, Copy)]
pub(crate) struct State {
    plain: usize,
    aware: usize,
}

/// The states of some tiles: occupied sets, the blank's regions outside each, and orders of the tiles.
struct Space {
    tiles: Vec<usize>,
    /// How many orders there are.
    orders: usize,
    sets: Vec<Occupied>,
    set_count: usize,
    region_count: usize,
}

/// An occupied set: its number, that of its first region, and the region of every other cell.
#[derive(Clone, Copy)]
struct Occupied {
    number: usize,
    first: usize,
    regions: [u8; CELLS],
}

impl Space {
    fn new(pattern: &Pattern) -> Self {
        let tiles: Vec<usize> = pattern.cells().map(|cell| cell as usize).collect();
        let orders = (1..=tiles.len()).product();
        let none = Occupied { number: 0, first: 0, regions: [u8::MAX; CELLS] };
        let mut space = Space { orders, tiles, sets: vec![none; 1 << CELLS], set_count: 0, region_count: 0 };
        for set in (0..1usize << CELLS).filter(|set| set.count_ones() as usize == space.tiles.len()) {
            let mut regions = [u8::MAX; CELLS];
            let mut count = 0;
            for cell in (0..CELLS).filter(|cell| set >> cell & 1 == 0) {
                if regions[cell] == u8::MAX {
                    flood(set, cell, count, &mut regions);
                    count += 1;
                }
            }
            space.sets[set] = Occupied { number: space.set_count, first: space.region_count, regions };
            space.set_count += 1;
            space.region_count += count as usize;
        }
        space
    }

    fn set(&self, cell_of: &CellOf) -> usize {
        self.tiles.iter().fold(0, |set, &tile| set | 1 << cell_of[tile])
    }

    #[inline(always)]
    fn state(&self, cell_of: &CellOf, blank: usize) -> State {
        let mut left = self.set(cell_of);
        let Occupied { number, first, regions } = &self.sets[left];
        let mut order = 0;
        for (&tile, choices) in self.tiles.iter().zip((1..=self.tiles.len()).rev()) {
            let below = left & ((1 << cell_of[tile]) - 1);
            left ^= 1 << cell_of[tile];
            order = order * choices + below.count_ones() as usize;
        }
        let region = first + regions[blank] as usize;
        State { plain: number * self.orders + order, aware: region * self.orders + order }
    }

    fn manhattan(&self, cell_of: &CellOf) -> u8 {
        self.tiles.iter().map(|&tile| apart(cell_of[tile] as usize, tile)).sum()
    }
}

fn flood(set: usize, cell: usize, region: u8, regions: &mut [u8; CELLS]) {
    regions[cell] = region;
    for next in ways(cell) {
        if set >> next & 1 == 0 && regions[next] == u8::MAX {
            flood(set, next, region, regions);
        }
    }
}

/// The distances of one pattern, found once for all forms.
pub(crate) struct Distances {
    space: Space,
    /// For each region.
    aware: Vec<u8>,
    /// The least over all regions.
    least: Vec<u8>,
    /// Half of what the least is above the Manhattan distance.
    excess: Vec<u8>,
}

impl Distances {
    /// By breadth-first search from the goal.
    pub(crate) fn new(pattern: &Pattern) -> Self {
        let space = Space::new(pattern);
        let states = space.set_count * space.orders;
        let aware = vec![u8::MAX; space.region_count * space.orders];
        let mut found = Distances { space, aware, least: vec![u8::MAX; states], excess: vec![0; states] };
        let home: CellOf = std::array::from_fn(|cell| cell as u8);
        let mut level = vec![(home, pattern.blank() as usize)];
        found.reach(&home, pattern.blank() as usize, 0);
        for distance in 1.. {
            let mut next = Vec::new();
            for (cell_of, blank) in level {
                found.expand(&cell_of, blank, distance, &mut next);
            }
            level = next;
            if level.is_empty() {
                break;
            }
        }
        found
    }

    fn expand(&mut self, cell_of: &CellOf, blank: usize, distance: u8, next: &mut Vec<(CellOf, usize)>) {
        let set = self.space.set(cell_of);
        let regions = self.space.sets[set].regions;
        for tile in self.space.tiles.clone() {
            let from = cell_of[tile] as usize;
            for to in ways(from).filter(|&to| set >> to & 1 == 0 && regions[to] == regions[blank]) {
                let mut cell_of = *cell_of;
                cell_of[tile] = to as u8;
                if self.reach(&cell_of, from, distance) {
                    next.push((cell_of, from));
                }
            }
        }
    }

    /// Notes a distance. False if there is one.
    fn reach(&mut self, cell_of: &CellOf, blank: usize, distance: u8) -> bool {
        let state = self.space.state(cell_of, blank);
        if self.aware[state.aware] < u8::MAX {
            return false;
        }
        self.aware[state.aware] = distance;
        // Levels ascend, so the first is the least.
        if self.least[state.plain] == u8::MAX {
            self.least[state.plain] = distance;
            self.excess[state.plain] = (distance - self.space.manhattan(cell_of)) / 2;
        }
        true
    }
}

/// A form: what is kept, and what the value is after a slide.
pub(crate) trait Form {
    /// What it is called.
    const NAME: &str;
    /// What is kept of some distances.
    fn keep(distances: &Distances) -> Vec<u8>;
    /// The first value of a board.
    fn first(distances: &Distances, state: State) -> u8;
    /// The value after a slide, where it was `before` and the Manhattan distance is `manhattan` now.
    fn after(kept: &[u8], state: State, before: u8, manhattan: u8) -> u8;
}

pub(crate) struct Least8;
pub(crate) struct Least4;
pub(crate) struct Aware8;
pub(crate) struct Aware1;

impl Form for Least8 {
    const NAME: &str = "least, 8 bits";
    fn keep(distances: &Distances) -> Vec<u8> {
        distances.least.clone()
    }
    fn first(distances: &Distances, state: State) -> u8 {
        distances.least[state.plain]
    }
    #[inline(always)]
    fn after(kept: &[u8], state: State, _before: u8, _manhattan: u8) -> u8 {
        kept[state.plain]
    }
}

impl Form for Least4 {
    const NAME: &str = "least, 4 bits";
    fn keep(distances: &Distances) -> Vec<u8> {
        distances.excess.chunks(2).map(|two| two[0] | two.get(1).map_or(0, |high| high << 4)).collect()
    }
    fn first(distances: &Distances, state: State) -> u8 {
        distances.least[state.plain]
    }
    #[inline(always)]
    fn after(kept: &[u8], state: State, _before: u8, manhattan: u8) -> u8 {
        manhattan + 2 * (kept[state.plain / 2] >> (state.plain % 2 * 4) & 15)
    }
}

impl Form for Aware8 {
    const NAME: &str = "each region, 8 bits";
    fn keep(distances: &Distances) -> Vec<u8> {
        distances.aware.clone()
    }
    fn first(distances: &Distances, state: State) -> u8 {
        distances.aware[state.aware]
    }
    #[inline(always)]
    fn after(kept: &[u8], state: State, _before: u8, _manhattan: u8) -> u8 {
        kept[state.aware]
    }
}

impl Form for Aware1 {
    const NAME: &str = "each region, 1 bit";
    fn keep(distances: &Distances) -> Vec<u8> {
        let byte = |eight: &[u8]| eight.iter().rev().fold(0, |byte, distance| byte << 1 | distance >> 1 & 1);
        distances.aware.chunks(8).map(byte).collect()
    }
    fn first(distances: &Distances, state: State) -> u8 {
        distances.aware[state.aware]
    }
    #[inline(always)]
    fn after(kept: &[u8], state: State, before: u8, _manhattan: u8) -> u8 {
        let bit = kept[state.aware / 8] >> (state.aware % 8) & 1;
        // One more or one less: they differ in the bit that is kept.
        if (before + 1) >> 1 & 1 == bit { before + 1 } else { before - 1 }
    }
}

/// The tables of all patterns of a partition in one form, and a plain search with them.
pub(crate) struct Search<'a, F> {
    distances: &'a [Distances],
    kept: Vec<Vec<u8>>,
    /// For every tile its pattern.
    owner: [usize; CELLS],
    cell_of: CellOf,
    tiles: [u8; CELLS],
    /// How many nodes were expanded.
    pub(crate) expanded: u64,
    form: std::marker::PhantomData<F>,
}

/// What is known of each pattern at a node.
type Known = [(u8, u8); 4];

impl<'a, F: Form> Search<'a, F> {
    pub(crate) fn new(distances: &'a [Distances]) -> Self {
        let mut owner = [0; CELLS];
        for (index, distances) in distances.iter().enumerate() {
            distances.space.tiles.iter().for_each(|&tile| owner[tile] = index);
        }
        let kept = distances.iter().map(F::keep).collect();
        let (cell_of, tiles) = ([0; CELLS], [0; CELLS]);
        Search { distances, kept, owner, cell_of, tiles, expanded: 0, form: std::marker::PhantomData }
    }

    /// The bytes of all tables.
    pub(crate) fn bytes(&self) -> usize {
        self.kept.iter().map(Vec::len).sum()
    }

    /// The value of a board, whose tiles are named by their goal cells, the blank 0.
    pub(crate) fn value(&mut self, board: &Board) -> u32 {
        self.begin(board).iter().map(|known| u32::from(known.0)).sum()
    }

    /// The fewest moves of a board.
    pub(crate) fn solve(&mut self, board: &Board) -> u32 {
        let known = self.begin(board);
        let blank = self.cell_of[0] as usize;
        let first = known.iter().map(|known| u32::from(known.0)).sum();
        (first..).step_by(2).find(|&bound| self.walk(blank, CELLS, &known, bound)).expect("a solvable board")
    }

    fn begin(&mut self, board: &Board) -> Known {
        for (cell, &tile) in board.tiles().iter().enumerate() {
            self.tiles[cell] = tile as u8;
            self.cell_of[tile as usize] = cell as u8;
        }
        let mut known = [(0, 0); 4];
        for (known, distances) in known.iter_mut().zip(self.distances) {
            let state = distances.space.state(&self.cell_of, self.cell_of[0] as usize);
            *known = (F::first(distances, state), distances.space.manhattan(&self.cell_of));
        }
        known
    }

    /// Everything below a node with `left` moves under the bound. True if the goal is among it.
    fn walk(&mut self, blank: usize, came: usize, known: &Known, left: u32) -> bool {
        if left == 0 {
            return true;
        }
        self.expanded += 1;
        for from in ways(blank).filter(|&from| from != came) {
            let tile = self.tiles[from] as usize;
            let owner = self.owner[tile];
            let mut known = *known;
            self.cell_of[tile] = blank as u8;
            let state = self.distances[owner].space.state(&self.cell_of, from);
            let (before, manhattan) = known[owner];
            let manhattan = manhattan + apart(blank, tile) - apart(from, tile);
            known[owner] = (F::after(&self.kept[owner], state, before, manhattan), manhattan);
            if known.iter().map(|known| u32::from(known.0)).sum::<u32>() < left {
                self.tiles[blank] = tile as u8;
                if self.walk(from, blank, &known, left - 1) {
                    return true;
                }
                self.tiles[from] = tile as u8;
            }
            self.cell_of[tile] = from as u8;
        }
        false
    }
}

/// The distances of all patterns of a partition.
pub(crate) fn distances(partition: &Partition) -> Vec<Distances> {
    partition.patterns().iter().map(Distances::new).collect()
}
