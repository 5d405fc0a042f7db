//! A board in tables: neighbours, hash values, its mirror image, and how tiles are written down.
//!
//! Tiles are named by their goal cells, the blank by its own: then a mirror image names tiles as it names cells.

use taquin_tiles::{Board, Cell, Cells, Direction, Geometry, Tile};

use super::code::{BLANK, Code, FIXED, OWN_MIRROR};
use crate::error::Error;

/// The most cells.
pub(crate) const CELLS: usize = 64;

/// What has to be known about a board and its goal.
pub(crate) struct Grid {
    geometry: Geometry,
    /// The goal's tile in every cell.
    names: Vec<Tile>,
    pub(crate) goal: u8,
    /// The neighbours of every cell, each once.
    pub(crate) ways: Vec<Vec<u8>>,
    /// For every cell and way, the number of the way back.
    pub(crate) back: Vec<Vec<u8>>,
    /// The mirror image of every cell, if the goal has one.
    pub(crate) mirror: Option<Vec<u8>>,
    /// Random bits for every tile in every cell.
    hashes: Vec<[u64; CELLS]>,
    /// The same for the mirror images.
    mirrored: Vec<[u64; CELLS]>,
    /// How a cell with a tile is written: the bits, and how many.
    written: Vec<Vec<(u32, u32)>>,
    /// The tiles at every distance from a cell.
    rings: Vec<Vec<Vec<u8>>>,
}

impl Grid {
    pub(crate) fn new(geometry: Geometry, goal: &Board) -> Result<Self, Error> {
        let (rows, cols) = (geometry.rows(), geometry.cols());
        if (goal.rows(), goal.cols()) != (rows, cols) {
            let (found_rows, found_cols) = (goal.rows(), goal.cols());
            return Err(taquin_tiles::Error::Size { rows, cols, found_rows, found_cols }.into());
        }
        let count = geometry.cells();
        if count as usize > CELLS {
            return Err(Error::TooManyCells { cells: count, most: CELLS as u32 });
        }
        let ways: Vec<Vec<u8>> = (0..count).map(|cell| neighbors(&geometry, cell)).collect();
        let place = |from: u8, to: u8| {
            ways[usize::from(from)].iter().position(|&way| way == to).expect("moves can be undone") as u8
        };
        let back = ways
            .iter()
            .zip(0..)
            .map(|(ways, cell)| ways.iter().map(|&next| place(next, cell)).collect())
            .collect();
        let mirror = mirror(&geometry, goal.blank());
        let mut random = Random(0);
        let mut hashes = vec![[0; CELLS]; count as usize];
        hashes.iter_mut().flatten().for_each(|hash| *hash = random.next());
        let mirrored = mirror.as_ref().map_or_else(Vec::new, |mirror| {
            let image = |cell: usize| usize::from(mirror[cell]);
            let row =
                |tile| {
                    std::array::from_fn(|cell| {
                        if cell < mirror.len() { hashes[image(tile)][image(cell)] } else { 0 }
                    })
                };
            (0..mirror.len()).map(row).collect()
        });
        let rings: Vec<_> = (0..count).map(|cell| rings(&geometry, cell)).collect();
        let written = rings.iter().map(|rings| written(rings, count as usize)).collect();
        let names = (0..count).map(|cell| goal.tile(cell)).collect();
        let goal = goal.blank() as u8;
        Ok(Grid { geometry, names, goal, ways, back, mirror, hashes, mirrored, written, rings })
    }

    pub(crate) fn is_symmetric(&self) -> bool {
        self.mirror.is_some()
    }

    /// How far from the goal positions are that `bits` bits surely hold.
    pub(crate) fn depth_within(&self, bits: u32) -> usize {
        (bits.saturating_sub(FIXED + self.geometry.cells()) / 3) as usize
    }

    /// What the hash of a board and that of its mirror image change by when a tile moves.
    #[inline]
    pub(crate) fn change(&self, tile: u8, from: u8, to: u8) -> (u64, u64) {
        let (tile, from, to) = (usize::from(tile), usize::from(from), usize::from(to));
        let change = |hashes: &[[u64; CELLS]]| hashes[tile][from] ^ hashes[tile][to];
        (change(&self.hashes), if self.mirrored.is_empty() { 0 } else { change(&self.mirrored) })
    }

    /// The hash of a tile in a cell, and that of its mirror image.
    pub(crate) fn hash(&self, tile: usize, cell: usize) -> (u64, u64) {
        (self.hashes[tile][cell], self.mirrored.get(tile).map_or(0, |hashes| hashes[cell]))
    }

    /// Writes down the tiles of the cells in `displaced`; `tile` has them.
    #[inline]
    pub(crate) fn write<C: Code>(&self, blank: u8, mut displaced: u64, tile: impl Fn(usize) -> u8) -> C {
        let mut code = C::default();
        code.put(BLANK, blank.into());
        let mut at = FIXED;
        while displaced != 0 {
            let cell = displaced.trailing_zeros();
            displaced &= displaced - 1;
            let (bits, len) = self.written[cell as usize][usize::from(tile(cell as usize))];
            code.put(at + cell, bits.into());
            at += len - 1;
        }
        code
    }

    /// The tiles of a code, and the cell of the blank; `tiles` holds every tile in its own cell.
    #[inline]
    pub(crate) fn read<C: Code>(&self, code: C, tiles: &mut [u8; CELLS]) -> u8 {
        let count = self.ways.len() as u32;
        let blank = (code.bits(BLANK) & 63) as u8;
        let (mut at, mut cell) = (FIXED, 0);
        loop {
            let home = code.bits(at).trailing_zeros().min(32);
            (at, cell) = (at + home, cell + home);
            if cell >= count {
                break;
            }
            if home == 32 {
                continue;
            }
            let bits = code.bits(at);
            let distance = bits.trailing_ones();
            let ring = &self.rings[cell as usize][distance as usize];
            let number = bits >> (distance + 1) & ((1 << index_bits(distance)) - 1);
            tiles[cell as usize] = ring[number as usize];
            at += distance + 1 + index_bits(distance);
            cell += 1;
        }
        tiles[usize::from(blank)] = self.goal;
        blank
    }

    /// Level 0.
    pub(crate) fn origin<C: Code>(&self) -> C {
        let mut code = self.write(self.goal, 0, |_| 0);
        if self.is_symmetric() {
            C::put(&mut code, 0, OWN_MIRROR);
        }
        code
    }

    /// The board of a code, and its mirror image if that is another.
    pub(crate) fn boards<C: Code>(&self, code: C) -> Vec<Board> {
        let mut tiles = std::array::from_fn(|cell| cell as u8);
        self.read(code, &mut tiles);
        let tiles = &tiles[..self.ways.len()];
        let mut all = vec![self.board(tiles)];
        if let (Some(mirror), 0) = (&self.mirror, code.bits(0) & OWN_MIRROR) {
            let image = |&cell: &u8| mirror[usize::from(tiles[usize::from(cell)])];
            all.push(self.board(&mirror.iter().map(image).collect::<Vec<_>>()));
        }
        all
    }

    fn board(&self, tiles: &[u8]) -> Board {
        let tiles: Vec<Tile> = tiles.iter().map(|&tile| self.names[usize::from(tile)]).collect();
        Board::new(self.geometry.rows(), self.geometry.cols(), tiles).expect("moves keep all tiles")
    }
}

/// The neighbours of a cell, each once: around a side of two cells both ways lead to the same.
fn neighbors(geometry: &Geometry, cell: Cell) -> Vec<u8> {
    let mut found = Vec::new();
    for next in Direction::ALL.into_iter().filter_map(|direction| geometry.neighbor(cell, direction)) {
        if !found.contains(&(next as u8)) {
            found.push(next as u8);
        }
    }
    found
}

/// Where a reflection takes a cell, both counted from the goal cell of the blank.
type Image = fn(i64, i64) -> (i64, i64);

/// A reflection of the grid that leaves the blank's goal cell where it is: along a diagonal, a row or a column
/// through it.
fn mirror(geometry: &Geometry, goal: Cell) -> Option<Vec<u8>> {
    let (rows, cols) = (i64::from(geometry.rows()), i64::from(geometry.cols()));
    let (row, col) = (i64::from(goal) / cols, i64::from(goal) % cols);
    let torus = geometry.is_torus();
    let images: [Image; 4] = [
        |down, right| (right, down),
        |down, right| (-right, -down),
        |down, right| (-down, right),
        |down, right| (down, -right),
    ];
    images.into_iter().enumerate().find_map(|(number, image)| {
        // Only a square may be turned over along a diagonal, even where the cells would fit.
        if number < 2 && rows != cols {
            return None;
        }
        let cell = |cell: i64| {
            let (down, right) = image(cell / cols - row, cell % cols - col);
            let (mut down, mut right) = (row + down, col + right);
            if torus {
                (down, right) = (down.rem_euclid(rows), right.rem_euclid(cols));
            }
            ((0..rows).contains(&down) && (0..cols).contains(&right)).then_some((down * cols + right) as u8)
        };
        let mirror: Vec<u8> = (0..rows * cols).map(cell).collect::<Option<_>>()?;
        // Boards of one row look the same in it.
        (0..).zip(&mirror).any(|(cell, &image)| cell != image).then_some(mirror)
    })
}

/// The cells at each distance from a cell, ascending.
fn rings(geometry: &Geometry, cell: Cell) -> Vec<Vec<u8>> {
    let mut rings: Vec<Vec<u8>> = Vec::new();
    for other in 0..geometry.cells() {
        let distance = geometry.distance(cell, other) as usize;
        rings.resize(rings.len().max(distance + 1), Vec::new());
        rings[distance].push(other as u8);
    }
    rings
}

/// The bits that tell the cells at a distance from each other.
fn index_bits(distance: u32) -> u32 {
    (4 * distance).next_power_of_two().trailing_zeros()
}

/// How each tile is written in a cell with these rings.
fn written(rings: &[Vec<u8>], count: usize) -> Vec<(u32, u32)> {
    let mut all = vec![(0, 1); count];
    for (distance, ring) in (0..).zip(rings).skip(1) {
        for (number, &tile) in (0u32..).zip(ring) {
            let ones = (1 << distance) - 1;
            all[usize::from(tile)] = (ones | number << (distance + 1), distance + 1 + index_bits(distance));
        }
    }
    all
}

/// Random bits (SplitMix64), the same in every run.
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (self.0 ^ self.0 >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ mixed >> 31
    }
}
