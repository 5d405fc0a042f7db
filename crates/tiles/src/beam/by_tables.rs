//! A guide by the tables of several partitions, prepared for boards of up to 64 cells, and by how far the rows and
//! columns are out of order.

use rand::RngExt;
use rand_xoshiro::Xoshiro256PlusPlus;
use taquin_search::Cost;

use super::guide::{CellOf, Gauge, Named, VIEWS};
use crate::automaton::ways;
use crate::geometry::Geometry;
use crate::pattern::{Lookup, MOST_CELLS, NUMBERS, PROBED, Placement, Reader, Symmetry, elements, missing};

/// How much the values of the tables, the Manhattan distance, which is taken off, and the disorder weigh.
///
/// A pattern's value beyond the Manhattan distance says how much its tiles are in each other's way; tiles of different
/// patterns are too, which no table sees, so that it counts for more. What is out of order says that of all tiles at
/// once.
#[derive(Clone, Copy, Debug)]
pub(super) struct Weights {
    tables: u32,
    distance: u32,
    disorder: u32,
}

impl Weights {
    /// The best of those that were tried on boards of 6 x 6.
    pub(super) const BEST: Weights = Weights { tables: 5, distance: 4, disorder: 6 };

    /// Others like them, which lead to other solutions.
    pub(super) fn random(random: &mut Xoshiro256PlusPlus) -> Self {
        let tables = random.random_range(4..=8);
        let disorder = random.random_range(2..=9);
        Weights { tables, distance: tables - 1, disorder }
    }
}

/// A table, seen through a symmetry.
pub(super) struct Slot<'a> {
    pub(super) reader: Reader<'a>,
    pub(super) map: Symmetry,
    /// Its tiles in the order of the pattern, named by their goal cells on the board.
    tiles: [u8; PROBED],
    /// The cells of the table for those of the board.
    image: CellOf,
}

impl<'a> Slot<'a> {
    fn new(lookup: &'a Lookup) -> Self {
        let back = lookup.map.inverse();
        let mut tiles = std::array::from_fn(missing);
        let pattern = lookup.table.pattern();
        tiles.iter_mut().zip(pattern.cells()).for_each(|(tile, cell)| *tile = back.image(cell) as u8);
        let image = |number: usize| {
            if number < MOST_CELLS { lookup.map.image(number as u32) as u8 } else { number as u8 }
        };
        Slot { reader: Reader::new(&lookup.table), map: lookup.map, tiles, image: std::array::from_fn(image) }
    }

    /// Where its tiles are.
    #[inline(always)]
    pub(super) fn placement(&self, cell_of: &CellOf) -> Placement {
        let cell =
            |place: usize| self.image[cell_of[self.tiles[place] as usize % NUMBERS] as usize % NUMBERS];
        self.reader.placement([cell(0), cell(1), cell(2), cell(3), cell(4)])
    }
}

/// The tiles that a sliding one passes: all others in the two lines across its way.
struct Passing {
    /// Their cells, by the first of the two cells of the slide.
    cells: Vec<Vec<u8>>,
    /// By the sliding tile and another one: 1 if the other belongs in a later line, -1 in an earlier one, 0 in the same.
    orders: Box<[[i8; MOST_CELLS]; MOST_CELLS]>,
}

impl Passing {
    /// On a board of `cells` cells; a tile slides from one of `lines` to another along one of `ways`.
    fn new(cells: usize, lines: &[i8; MOST_CELLS], ways: &[i8; MOST_CELLS]) -> Self {
        let passed = |first: usize| {
            let across =
                |&cell: &usize| [0, 1].contains(&(lines[cell] - lines[first])) && ways[cell] != ways[first];
            (0..cells).filter(across).map(|cell| cell as u8).collect()
        };
        let mut orders = Box::new([[0; MOST_CELLS]; MOST_CELLS]);
        for (tile, orders) in orders.iter_mut().enumerate() {
            orders.iter_mut().zip(lines).for_each(|(order, other)| *order = (other - lines[tile]).signum());
        }
        Passing { cells: (0..cells).map(passed).collect(), orders }
    }
}

/// The tables of all views.
pub(super) struct ByTables<'a> {
    geometry: Geometry,
    pub(super) cells: usize,
    slots: Vec<Slot<'a>>,
    /// For every tile the slot of each view that knows it.
    slots_of: [[u8; VIEWS]; MOST_CELLS],
    /// For every view its slots.
    parts: Vec<std::ops::Range<usize>>,
    /// The cells around each cell.
    around: Vec<Vec<u8>>,
    /// The row and the column of every cell.
    rows: [i8; MOST_CELLS],
    cols: [i8; MOST_CELLS],
    /// Of horizontal and of vertical slides.
    passing: [Passing; 2],
    pub(super) weights: Weights,
}

impl<'a> ByTables<'a> {
    /// [`VIEWS`] of these views from the one of number `first` on; where there are fewer, some are repeated.
    pub(super) fn new(geometry: Geometry, views: &'a [Vec<Lookup>], first: usize, weights: Weights) -> Self {
        let mut slots_of = [[0; VIEWS]; MOST_CELLS];
        let (mut slots, mut parts) = (Vec::new(), Vec::new());
        for (view, lookups) in views.iter().cycle().skip(first).take(VIEWS).enumerate() {
            parts.push(slots.len()..slots.len() + lookups.len());
            for lookup in lookups {
                for tile in elements(lookup.tiles()) {
                    slots_of[tile as usize][view] = slots.len() as u8;
                }
                slots.push(Slot::new(lookup));
            }
        }
        let around = ways(geometry).into_iter().map(|ways| ways.into_iter().flatten().collect()).collect();
        let (cells, width) = (geometry.cells() as usize, geometry.cols() as usize);
        let rows = std::array::from_fn(|cell| (cell / width) as i8);
        let cols = std::array::from_fn(|cell| (cell % width) as i8);
        ByTables {
            geometry,
            cells,
            slots,
            slots_of,
            parts,
            around,
            rows,
            cols,
            passing: [Passing::new(cells, &cols, &rows), Passing::new(cells, &rows, &cols)],
            weights,
        }
    }

    /// How many slots all views have together.
    pub(super) fn slots(&self) -> usize {
        self.slots.len()
    }

    #[inline(always)]
    pub(super) fn slot(&self, index: u8) -> &Slot<'a> {
        &self.slots[index as usize]
    }

    /// The slots that know a tile, one for every view.
    #[inline(always)]
    pub(super) fn slots_of(&self, tile: u8) -> &[u8; VIEWS] {
        &self.slots_of[tile as usize % MOST_CELLS]
    }

    /// The cells around a cell.
    #[inline(always)]
    pub(super) fn around(&self, cell: u8) -> &[u8] {
        &self.around[cell as usize]
    }

    /// What the rank of a board is made of, and the distances mod 4 of all slots.
    pub(super) fn gauge(&self, board: &Named) -> (Gauge, Vec<u8>) {
        let cell_of = board.cell_of(self.cells);
        let distance = |Slot { reader, map, .. }: &Slot<'_>| {
            let back = map.inverse();
            let cell_of = |goal| map.image(cell_of[back.image(goal) as usize].into());
            let blank = map.image(board.blank.into());
            reader.descend(reader.stance(cell_of, blank), blank)
        };
        let distances: Vec<u32> = self.slots.iter().map(distance).collect();
        let values =
            std::array::from_fn(|view| distances[self.parts[view].clone()].iter().sum::<u32>() as u16);
        let residues = distances.iter().map(|distance| (distance % 4) as u8).collect();
        let tiles = || (0..self.cells).filter(|&cell| cell != usize::from(board.blank));
        let distance = |cell: usize| self.geometry.distance(cell as u32, board.tiles[cell].into());
        let mut disorder = 0;
        for (one, other) in tiles().flat_map(|one| tiles().map(move |other| (one, other))) {
            for line in [&self.rows, &self.cols] {
                let goal = line[board.tiles[one] as usize] < line[board.tiles[other] as usize];
                disorder += if goal { (line[one] - line[other]).signum() + 1 } else { 0 } as u16;
            }
        }
        (Gauge { values, distance: tiles().map(distance).sum::<u32>() as u16, disorder }, residues)
    }

    /// The gauge after `tile` has slid from one cell to another beside it, but for the values.
    #[inline(always)]
    pub(super) fn slid(&self, gauge: Gauge, tiles: &[u8], tile: u8, from: u8, to: u8) -> Gauge {
        if self.geometry.is_torus() {
            return gauge;
        }
        let (tile, from, to) =
            (tile as usize % MOST_CELLS, from as usize % MOST_CELLS, to as usize % MOST_CELLS);
        let is_vertical = self.cols[from] == self.cols[to];
        let lines = if is_vertical { &self.rows } else { &self.cols };
        let passing = &self.passing[usize::from(is_vertical)];
        let orders = &passing.orders[tile];
        let order = |&cell: &u8| orders[tiles[cell as usize] as usize % MOST_CELLS];
        let passed: i8 = passing.cells[from.min(to)].iter().map(order).sum();
        let (goal, line_from, line_to) = (lines[tile], lines[from], lines[to]);
        let distance = (goal - line_to).abs() - (goal - line_from).abs();
        Gauge {
            distance: gauge.distance.wrapping_add_signed(distance.into()),
            disorder: gauge.disorder.wrapping_add_signed((passed * (line_to - line_from)).into()),
            ..gauge
        }
    }

    /// The rank of a position: the least is the most promising.
    #[inline(always)]
    pub(super) fn rank(&self, gauge: &Gauge) -> u32 {
        let sum: u32 = gauge.values.iter().map(|&value| u32::from(value)).sum();
        if self.geometry.is_torus() {
            return sum;
        }
        // The most pairs whose order one move changes.
        let pairs = self.geometry.rows() + self.geometry.cols() - 2;
        let [distance, disorder] =
            [gauge.distance, gauge.disorder].map(|part| VIEWS as u32 * u32::from(part));
        let Weights { tables, distance: less, disorder: more, .. } = self.weights;
        pairs * (tables * sum).saturating_sub(less * distance) + more * disorder
    }

    /// No solution from `board` has fewer moves.
    pub(super) fn lower_bound(&self, board: &Named) -> Cost {
        let values = self.gauge(board).0.values;
        values.into_iter().max().unwrap_or(0).into()
    }
}
