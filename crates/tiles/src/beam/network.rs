//! A small neural network that estimates how many moves a board needs beyond its Manhattan distance.
//!
//! It learned from positions that its own choice of moves leads to, each compared with the best of its successors
//! (`data/networks/train.py`). A board is seen twice, as it is and reflected at the diagonal, by the same weights. In
//! each view every tile adds the weights of its cell to the hidden units; the sums, cut to between 0 and 1, go into a
//! second layer, and its outputs, cut likewise, into the value. The sums are kept with a position, so that a move
//! changes two rows of weights instead of all (Nasu 2018).
//!
//! Everything is computed with whole numbers, so that a search gives the same result on every computer.

use taquin_search::host;

use crate::geometry::Geometry;
use crate::pattern::Symmetry;

/// The hidden units of a view, those of both, and the outputs of the second layer.
const HIDDEN: usize = 128;
const UNITS: usize = 2 * HIDDEN;
const OUTPUTS: usize = 16;

/// 1 in the sums of hidden units, and in those of outputs.
const ONE: i16 = 64;
const ONE_OUTPUT: i32 = 64 * 128;

/// How many parts of a move values count.
pub(super) const PARTS: i32 = 256;

/// The files of weights, by the side of the board.
const FILES: [(u32, &[u8]); 3] = [
    (5, include_bytes!("../../data/networks/5x5.bin")),
    (6, include_bytes!("../../data/networks/6x6.bin")),
    (7, include_bytes!("../../data/networks/7x7.bin")),
];

/// The sums of the hidden units of both views.
pub(super) type Sums = [i16; UNITS];

/// The weights for one goal.
pub(super) struct Network {
    cells: usize,
    /// By tile and cell.
    first: Vec<Sums>,
    bias: Sums,
    second: Vec<[i16; HIDDEN]>,
    second_bias: [i32; OUTPUTS],
    third: [i32; OUTPUTS],
    third_bias: i32,
}

impl Network {
    /// The network for boards whose blank belongs in cell `blank`, if there is one.
    pub(super) fn new(geometry: Geometry, blank: u32) -> Option<Self> {
        if geometry.rows() != geometry.cols() || geometry.is_torus() || host::IS_SMALL {
            return None;
        }
        let (_, file) = FILES.into_iter().find(|(side, _)| *side == geometry.rows())?;
        let last = geometry.cells() - 1;
        let symmetry = Symmetry::all(geometry).into_iter().find(|symmetry| symmetry.image(blank) == last)?;
        Some(Network::read(geometry, symmetry, file))
    }

    /// The weights of a file, for boards that `symmetry` maps to those it was made for.
    fn read(geometry: Geometry, symmetry: Symmetry, mut file: &[u8]) -> Self {
        let (cells, side) = (geometry.cells(), geometry.cols());
        let reflected = |cell: u32| cell % side * side + cell / side;
        let weights = take(&mut file, (cells * cells) as usize * HIDDEN, |[byte]| i8::from_le_bytes([byte]));
        let row = |tile: u32, cell: u32| {
            let row = &weights[(tile * cells + cell) as usize * HIDDEN..][..HIDDEN];
            row.iter().map(|&weight| i16::from(weight))
        };
        let both = |tile: u32, cell: u32| {
            let (tile, cell) = (symmetry.image(tile), symmetry.image(cell));
            let mut both = [0; UNITS];
            let views = row(tile, cell).chain(row(reflected(tile), reflected(cell)));
            both.iter_mut().zip(views).for_each(|(weight, from)| *weight = from);
            both
        };
        let first = (0..cells * cells).map(|index| both(index / cells, index % cells)).collect();
        let hidden = take(&mut file, HIDDEN, i16::from_le_bytes);
        let second = take(&mut file, OUTPUTS * HIDDEN, |[byte]| i8::from_le_bytes([byte]).into());
        let second = second.chunks_exact(HIDDEN).map(|row| std::array::from_fn(|unit| row[unit])).collect();
        let biases = take(&mut file, OUTPUTS, i32::from_le_bytes);
        let third = take(&mut file, OUTPUTS, i16::from_le_bytes);
        let [third_bias] = take(&mut file, 1, i32::from_le_bytes)[..] else { unreachable!("one was taken") };
        assert!(file.is_empty(), "a file of weights has the length that its board asks for");
        Network {
            cells: cells as usize,
            first,
            bias: std::array::from_fn(|unit| hidden[unit % HIDDEN]),
            second,
            second_bias: std::array::from_fn(|output| biases[output]),
            third: std::array::from_fn(|output| third[output].into()),
            third_bias,
        }
    }

    #[inline(always)]
    fn row(&self, tile: u8, cell: u8) -> &Sums {
        &self.first[tile as usize * self.cells + cell as usize]
    }

    /// The sums of a board, its tiles named by the cells that they belong in.
    pub(super) fn sums(&self, tiles: &[u8], blank: u8) -> Sums {
        let mut sums = self.bias;
        for (cell, &tile) in (0..).zip(tiles).filter(|&(cell, _)| cell != blank) {
            sums.iter_mut().zip(self.row(tile, cell)).for_each(|(sum, weight)| *sum += weight);
        }
        sums
    }

    /// The sums after `tile` has slid from one cell to another.
    #[inline(always)]
    pub(super) fn slid(&self, sums: &Sums, tile: u8, from: u8, to: u8) -> Sums {
        let (old, new) = (self.row(tile, from), self.row(tile, to));
        std::array::from_fn(|unit| sums[unit].wrapping_add(new[unit]).wrapping_sub(old[unit]))
    }

    /// The moves beyond the Manhattan distance, in [`PARTS`] of a move.
    #[inline(always)]
    pub(super) fn value(&self, sums: &Sums) -> i32 {
        let units = sums.map(|sum| sum.clamp(0, ONE));
        let (one, other) = units.split_at(HIDDEN);
        let mut value = 0;
        for ((weights, bias), third) in self.second.iter().zip(self.second_bias).zip(self.third) {
            let output = |units: &[i16]| {
                let sum: i32 =
                    units.iter().zip(weights).map(|(&unit, &by)| i32::from(unit) * i32::from(by)).sum();
                (bias + sum).clamp(0, ONE_OUTPUT)
            };
            // Eighths of the unit leave room for all outputs at their largest.
            value += ((output(one) + output(other)) >> 3) * third;
        }
        value / (ONE_OUTPUT >> 3) + self.third_bias
    }
}

/// Takes `count` numbers of `SIZE` bytes from the front of a file.
fn take<T, const SIZE: usize>(file: &mut &[u8], count: usize, number: impl Fn([u8; SIZE]) -> T) -> Vec<T> {
    let (taken, rest) = file.split_at(count * SIZE);
    *file = rest;
    taken.chunks_exact(SIZE).map(|bytes| number(std::array::from_fn(|byte| bytes[byte]))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Board;
    use crate::goal::GoalCells;
    use crate::random::RandomBoards;

    fn geometry(side: u32) -> Geometry {
        Geometry::new(side, side, false)
    }

    /// The tiles named by their goal cells, and the Manhattan distance.
    fn named(geometry: Geometry, board: &Board, goal: &Board) -> (Vec<u8>, u32) {
        let cells = GoalCells::of(goal);
        let tiles: Vec<u8> = board.tiles().iter().map(|&tile| cells.cell(tile) as u8).collect();
        let distances = (0..).zip(&tiles).filter(|&(cell, _)| cell != board.blank());
        let distance = distances.map(|(cell, &tile)| geometry.distance(cell, tile.into())).sum();
        (tiles, distance)
    }

    #[test]
    fn there_are_networks_for_goals_in_a_corner() {
        for (side, blank, is_there) in [
            (4, 15, false),
            (5, 24, true),
            (6, 0, true),
            (6, 30, true),
            (6, 7, false),
            (7, 6, true),
            (8, 63, false),
        ] {
            assert_eq!(Network::new(geometry(side), blank).is_some(), is_there, "{side} {blank}");
        }
        assert!(Network::new(Geometry::new(6, 6, true), 35).is_none());
        assert!(Network::new(Geometry::new(5, 6, false), 29).is_none());
    }

    /// The sums that moves change are those of the board.
    #[test]
    fn moves_change_the_sums() {
        let (geometry, goal) = (geometry(6), Board::blank_first(6, 6));
        let network = Network::new(geometry, 0).expect("of that size");
        let board = RandomBoards::new(geometry, GoalCells::of(&goal), 3).next().expect("a board");
        let (mut tiles, _) = named(geometry, &board, &goal);
        let mut blank = board.blank() as u8;
        let mut sums = network.sums(&tiles, blank);
        for turn in 0..200_u32 {
            let around: Vec<u32> = crate::geometry::Direction::ALL
                .into_iter()
                .filter_map(|way| geometry.neighbor(blank.into(), way))
                .collect();
            let from = around[(turn * turn / 3) as usize % around.len()] as u8;
            sums = network.slid(&sums, tiles[from as usize], from, blank);
            tiles.swap(from.into(), blank.into());
            blank = from;
            assert_eq!(sums, network.sums(&tiles, blank));
        }
    }

    /// Only differences of values count: random boards are estimated to be farther than the goal by more than their
    /// Manhattan distance, and the image of a board in the diagonal is as far as the board.
    #[test]
    fn values_grow_with_the_distance() {
        for (side, goal) in [5, 6, 7].into_iter().flat_map(|side| {
            [Board::blank_last(side, side), Board::blank_first(side, side)].map(|goal| (side, goal))
        }) {
            let geometry = geometry(side);
            let network = Network::new(geometry, goal.blank()).expect("of that size");
            let beyond = |tiles: &[u8], blank: u32| network.value(&network.sums(tiles, blank as u8)) / PARTS;
            let (home, _) = named(geometry, &goal, &goal);
            let at_home = beyond(&home, goal.blank());
            for board in RandomBoards::new(geometry, GoalCells::of(&goal), 1).take(20) {
                let (tiles, distance) = named(geometry, &board, &goal);
                let value = beyond(&tiles, board.blank());
                assert!(value - at_home > distance as i32 / 10, "{side}: {distance} and {value}");
                let image = |cell: u32| cell % side * side + cell / side;
                let images: Vec<u8> =
                    (0..side * side).map(|cell| image(tiles[image(cell) as usize].into()) as u8).collect();
                assert_eq!(beyond(&images, image(board.blank())), value);
            }
        }
    }
}
