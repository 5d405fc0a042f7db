//! Walking distance on flat boards (Takahashi, 2002): the fewest vertical moves and the fewest
//! horizontal ones, each found as if the tiles of one line were alike.
//!
//! For the vertical part only the number of tiles in row i that belong to row j is kept. Such a
//! matrix changes by a tile that moves into the blank's row from the row above or below it, and a
//! breadth-first search from the goal's matrix gives the distances of all of them. The horizontal
//! part is the same with columns. A move changes one of the two matrices, so that their distances add
//! up. Built at the start: milliseconds up to 4x4, a few tenths of a second for 3x5.

use rustc_hash::FxHashMap;
use taquin_search::{Cost, Heuristic};

use super::Named;
use super::places::{Axis, Places};
use crate::cells::Cells;
use crate::error::Error;
use crate::geometry::Geometry;
use crate::order::Order;
use crate::puzzle::{Move, Tiles};

/// The walking distance. The memo is one matrix for each axis.
#[derive(Clone, Debug)]
pub struct WalkingDistance {
    places: Places,
    walks: [Walk; 2],
}

/// A matrix with its distance: its number in the upper 24 bits, the distance in the lower 8.
type Link = u32;

/// The matrices of one axis and the ways between them.
#[derive(Clone, Debug)]
struct Walk {
    form: Form,
    /// Where each matrix goes, first by a tile from the line before the blank's, then from the line
    /// after it, for each goal line of that tile.
    links: Box<[Link]>,
    /// The number of each matrix, to find the one of a board.
    numbers: FxHashMap<u128, Link>,
    /// Stands for all matrices from which the goal's cannot be reached, and links to itself.
    unreachable: Link,
}

/// How a matrix lies in a word: its lines, and the bits for each entry.
#[derive(Clone, Copy, Debug)]
struct Form {
    lines: usize,
    bits: u32,
}

/// The most matrices of one axis.
const MOST: usize = 1 << 19;

impl WalkingDistance {
    /// Builds the tables for the goal of `puzzle`.
    ///
    /// # Errors
    /// On a torus, and if the tables would become too large: they cover every board with sides of up
    /// to 4, 3 x 5, and two rows or columns of up to 6.
    pub fn new<S: Cells, O: Order>(puzzle: &Tiles<S, O>) -> Result<Self, Error> {
        let geometry = puzzle.geometry();
        if geometry.is_torus() {
            return Err(Error::FlatOnly { what: "walking distance" });
        }
        let (rows, cols) = (geometry.rows(), geometry.cols());
        let too_large = || Error::TableTooLarge { what: "walking distance", rows, cols };
        let places = Places::new(puzzle);
        let walk = |lines: u32, len: u32, axis| {
            let blank = places.home(0, axis).into();
            Walk::new(lines as usize, len, blank).ok_or_else(too_large)
        };
        let vertical = walk(rows, cols, Axis::Vertical)?;
        let horizontal = walk(cols, rows, Axis::Horizontal)?;
        Ok(WalkingDistance { places, walks: [vertical, horizontal] })
    }
}

impl Walk {
    /// Finds all matrices of `lines` lines of `len` cells, with the blank's goal in line `blank`;
    /// `None` if there are too many.
    fn new(lines: usize, len: u32, blank: usize) -> Option<Self> {
        let form = Form { lines, bits: u32::BITS - len.leading_zeros() };
        if form.shift(lines, 0) > u128::BITS {
            return None;
        }
        let counts = |line| u128::from(if line == blank { len - 1 } else { len });
        let goal = (0..lines).fold(0, |matrix, line| matrix | counts(line) << form.shift(line, line));
        let mut numbers = FxHashMap::from_iter([(goal, 0)]);
        let mut links: Vec<Link> = Vec::new();
        let mut matrices = vec![(goal, blank, 0)];
        let mut next = 0;
        while let Some(&(matrix, blank, distance)) = matrices.get(next) {
            let found = links.len();
            links.resize(found + 2 * lines, Link::MAX);
            for (from, after) in [(blank.wrapping_sub(1), 0), (blank + 1, 1)] {
                for home in (0..lines).filter(|&home| from < lines && form.entry(matrix, from, home) > 0) {
                    let moved = matrix - (1 << form.shift(from, home)) + (1 << form.shift(blank, home));
                    let link = *numbers.entry(moved).or_insert_with(|| {
                        matrices.push((moved, from, distance + 1));
                        (matrices.len() as Link - 1) << 8 | (distance + 1)
                    });
                    links[found + after * lines + home] = link;
                }
            }
            next += 1;
            if matrices.len() > MOST {
                return None;
            }
        }
        let unreachable = (matrices.len() as Link) << 8;
        links.resize(links.len() + 2 * lines, unreachable);
        Some(Walk { form, links: links.into(), numbers, unreachable })
    }
}

impl Form {
    fn shift(&self, line: usize, home: usize) -> u32 {
        (line * self.lines + home) as u32 * self.bits
    }

    fn entry(&self, matrix: u128, line: usize, home: usize) -> u128 {
        matrix >> self.shift(line, home) & ((1 << self.bits) - 1)
    }
}

impl Named for WalkingDistance {
    const NAME: &'static str = "walking-distance";
    const ABOUT: &'static str = "exact cost of bringing tiles into their rows and columns";

    fn fits(geometry: &Geometry) -> bool {
        // Longer sides take a while to tabulate.
        !geometry.is_torus() && geometry.rows().max(geometry.cols()) <= 4
    }

    fn make<S: Cells, O: Order>(puzzle: &Tiles<S, O>) -> Result<Self, Error> {
        WalkingDistance::new(puzzle)
    }
}

impl<S: Cells, O: Order> Heuristic<Tiles<S, O>> for WalkingDistance {
    type Memo = [Link; 2];

    fn start(&self, puzzle: &Tiles<S, O>, state: &S) -> [Link; 2] {
        [Axis::Vertical, Axis::Horizontal].map(|axis| {
            let walk = &self.walks[axis as usize];
            let tiles = (0..puzzle.geometry().cells()).map(|cell| (cell, state.tile(cell)));
            let matrix = tiles.filter(|&(_, tile)| tile != 0).fold(0, |matrix, (cell, tile)| {
                let (line, home) = (self.places.line(cell, axis), self.places.home(tile, axis));
                matrix + (1 << walk.form.shift(line.into(), home.into()))
            });
            walk.numbers.get(&matrix).copied().unwrap_or(walk.unreachable)
        })
    }

    #[inline(always)]
    fn step(&self, _: &Tiles<S, O>, before: [Link; 2], after: &S, mv: Move) -> [Link; 2] {
        let axis = self.places.axis(mv);
        let walk = &self.walks[axis as usize];
        let home = usize::from(self.places.home(after.tile(mv.to), axis));
        let side = usize::from(mv.from > mv.to);
        let matrix = (before[axis as usize] >> 8) as usize;
        let mut memo = before;
        memo[axis as usize] = walk.links[(2 * matrix + side) * walk.form.lines + home];
        memo
    }

    #[inline(always)]
    fn value(&self, memo: [Link; 2]) -> Cost {
        (memo[0] & 0xff) + (memo[1] & 0xff)
    }
}
