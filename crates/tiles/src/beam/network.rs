//! A small neural network that estimates how many moves a board needs beyond its Manhattan distance.
//!
//! It learned from positions that its own choice of moves leads to, each compared with the best of its successors
//! (`data/networks/train.py`). A board is seen twice, as it is and reflected at the diagonal, by the same weights. In
//! each view every tile adds the weights of its cell to the hidden units; the sums, cut to between 0 and 1, go into a
//! second layer. Its outputs, cut likewise and added up for both views, go into the value, directly and through a third
//! layer. The sums of hidden units need not be computed anew: boards that follow each other in a layer of a search
//! differ in few cells, and a slide changes the weights of one tile (as in chess programs: Nasu 2018).
//!
//! Everything is computed with whole numbers, so that a search gives the same result on every computer.

use taquin_search::host;

use super::products::{Block, Products, SUMS, Wide, blocks, wide};
use crate::geometry::Geometry;
use crate::pattern::{MOST_CELLS, Symmetry};

/// The outputs of the second layer, and of the third.
const OUTPUTS: usize = SUMS;

/// How many slides are evaluated at once.
const AT_ONCE: usize = 4;

/// How many hidden units are computed together, and the most of both views.
const TOGETHER: usize = 64;
type Units = [[u8; TOGETHER]; 8];

/// The largest value of a unit, nearly 1 in the sums of hidden units; in the sums of the second layer, and of the third.
const MOST: i16 = 127;
const MOST_SECOND: i32 = 127 * 128;
const MOST_THIRD: i32 = 127 * 32;

/// How many parts of a move values count.
pub(super) const PARTS: i32 = 256;

/// The files of weights, by the side of the board.
const FILES: [(u32, &[u8]); 3] = [
    (5, include_bytes!("../../data/networks/5x5.bin")),
    (6, include_bytes!("../../data/networks/6x6.bin")),
    (7, include_bytes!("../../data/networks/7x7.bin")),
];

/// The weights for one goal.
pub(super) struct Network {
    cells: usize,
    /// The name of the blank, which has no weights.
    blank: u8,
    /// By tile, cell and hidden unit of both views.
    first: Vec<[i8; TOGETHER]>,
    bias: Vec<[i16; TOGETHER]>,
    second: Dense,
    third: Dense,
    /// What each output adds to the value, those of the second layer and those of the third.
    direct: [i32; OUTPUTS],
    last: [i32; OUTPUTS],
    value_bias: i32,
}

/// A layer whose outputs depend on all units of the one before.
struct Dense {
    blocks: Vec<Block>,
    bias: [i32; OUTPUTS],
}

impl Dense {
    /// The layer with these weights, by output and unit, and these biases.
    fn new(weights: &[i8], bias: &[i32]) -> Self {
        let rows: Vec<&[i8]> = weights.chunks_exact(weights.len() / OUTPUTS).collect();
        Dense { blocks: blocks(&rows), bias: std::array::from_fn(|output| bias[output]) }
    }

    /// Its outputs for each list of units, cut to between 0 and `most`.
    #[inline(always)]
    fn outputs<P: Products, const LISTS: usize>(
        &self,
        units: [&[u8]; LISTS],
        most: i32,
    ) -> [[i32; OUTPUTS]; LISTS] {
        let mut outputs = P::products(units, &self.blocks);
        for outputs in &mut outputs {
            for (output, bias) in outputs.iter_mut().zip(&self.bias) {
                *output = (*output + bias).max(0).min(most);
            }
        }
        outputs
    }
}

/// A slide of `tile`, on the board of this number among those whose sums are known.
#[derive(Clone, Copy)]
pub(super) struct Slide {
    pub(super) board: usize,
    pub(super) tile: u8,
    pub(super) from: u8,
    pub(super) to: u8,
}

impl Network {
    /// The networks for boards of this size, one for each cell that the blank may belong in.
    pub(super) fn all(geometry: Geometry) -> Vec<Self> {
        let is_square = geometry.rows() == geometry.cols() && !geometry.is_torus();
        let file =
            FILES.into_iter().find(|(side, _)| *side == geometry.rows() && is_square && !host::IS_SMALL);
        let Some((_, file)) = file else { return Vec::new() };
        let last = geometry.cells() - 1;
        let mut networks = Vec::new();
        for blank in 0..=last {
            let symmetry = Symmetry::all(geometry).into_iter().find(|symmetry| symmetry.image(blank) == last);
            networks.extend(symmetry.map(|symmetry| Network::read(geometry, blank, symmetry, file)));
        }
        networks
    }

    /// The cell that the blank belongs in.
    pub(super) fn blank(&self) -> u32 {
        self.blank.into()
    }

    /// The weights of a file, for boards that `symmetry` maps to those it was made for.
    fn read(geometry: Geometry, blank: u32, symmetry: Symmetry, mut file: &[u8]) -> Self {
        let (cells, side) = (geometry.cells(), geometry.cols());
        let reflected = |cell: u32| cell % side * side + cell / side;
        let byte = |[byte]: [u8; 1]| i8::from_le_bytes([byte]);
        let hidden = hidden_units(cells, file.len());
        let weights = take(&mut file, (cells * cells) as usize * hidden, byte);
        let row = |tile: u32, cell: u32| &weights[(tile * cells + cell) as usize * hidden..][..hidden];
        let both = |index: u32| {
            let (tile, cell) = (symmetry.image(index / cells), symmetry.image(index % cells));
            let is_tile = i8::from(index / cells != blank);
            row(tile, cell)
                .iter()
                .chain(row(reflected(tile), reflected(cell)))
                .map(move |weight| is_tile * weight)
        };
        let first: Vec<i8> = (0..cells * cells).flat_map(both).collect();
        let first = first.as_chunks().0.to_vec();
        let bias = take(&mut file, hidden, i16::from_le_bytes).repeat(2).as_chunks().0.to_vec();
        let array = |numbers: Vec<i32>| std::array::from_fn(|output| numbers[output]);
        let second = take(&mut file, OUTPUTS * hidden, byte);
        let second = Dense::new(&second, &take(&mut file, OUTPUTS, i32::from_le_bytes));
        let direct = array(take(&mut file, OUTPUTS, |bytes| i16::from_le_bytes(bytes).into()));
        let third = take(&mut file, OUTPUTS * OUTPUTS, byte);
        let third = Dense::new(&third, &take(&mut file, OUTPUTS, i32::from_le_bytes));
        let last = array(take(&mut file, OUTPUTS, |bytes| i16::from_le_bytes(bytes).into()));
        let [value_bias] = take(&mut file, 1, i32::from_le_bytes)[..] else { unreachable!("one was taken") };
        assert!(file.is_empty(), "a file of weights has the length that its board asks for");
        let (cells, blank) = (cells as usize, blank as u8);
        Network { cells, blank, first, bias, second, third, direct, last, value_bias }
    }

    /// The weights of a tile in a cell.
    #[inline(always)]
    fn row(&self, tile: u8, cell: u8) -> &[[i8; TOGETHER]] {
        let chunks = self.bias.len();
        &self.first[(tile as usize * self.cells + cell as usize) * chunks..][..chunks]
    }

    /// The moves beyond the Manhattan distance after each of the slides on `boards`, in [`PARTS`] of a move.
    pub(super) fn values(
        &self,
        boards: &Boards<'_>,
        slides: &[Slide],
        sums: &mut Sums,
        values: &mut Vec<i32>,
    ) {
        wide(Values { network: self, boards, slides, sums, values });
    }

    /// The sums of the hidden units after a slide on a board with `sums`, cut to between 0 and [`MOST`].
    #[inline(always)]
    fn slid(&self, sums: &[[i16; TOGETHER]], &Slide { tile, from, to, .. }: &Slide, units: &mut Units) {
        let rows = self.row(tile, from).iter().zip(self.row(tile, to));
        for ((units, sums), (old, new)) in units.iter_mut().zip(sums).zip(rows) {
            for unit in 0..TOGETHER {
                let sum = sums[unit] + i16::from(new[unit]) - i16::from(old[unit]);
                units[unit] = sum.clamp(0, MOST) as u8;
            }
        }
    }

    /// The moves beyond the Manhattan distance, for lists of hidden units.
    #[inline(always)]
    fn value<P: Products>(&self, units: &[Units; AT_ONCE]) -> [i32; AT_ONCE] {
        let view = self.bias.len() / 2;
        let one = units.each_ref().map(|units| units[..view].as_flattened());
        let mut both = self.second.outputs::<P, AT_ONCE>(one, MOST_SECOND);
        let other = units.each_ref().map(|units| units[view..2 * view].as_flattened());
        let other = self.second.outputs::<P, AT_ONCE>(other, MOST_SECOND);
        let mut cut = [[0; OUTPUTS]; AT_ONCE];
        for ((both, other), cut) in both.iter_mut().zip(&other).zip(&mut cut) {
            for output in 0..OUTPUTS {
                both[output] += other[output];
                cut[output] = (both[output] >> 8) as u8;
            }
        }
        let third = self.third.outputs::<P, AT_ONCE>(cut.each_ref().map(|cut| &cut[..]), MOST_THIRD);
        let mut values = [0; AT_ONCE];
        for ((value, both), third) in values.iter_mut().zip(&both).zip(&third) {
            for output in 0..OUTPUTS {
                *value += (both[output] >> 2) * self.direct[output] + third[output] * self.last[output];
            }
            *value = (*value >> 12) + self.value_bias;
        }
        values
    }
}

/// The hidden units of a view, by the length of a file for boards of `cells` cells.
fn hidden_units(cells: u32, length: usize) -> usize {
    let others = OUTPUTS * (4 + 2 + OUTPUTS + 4 + 2) + 4;
    (length - others) / ((cells * cells) as usize + 2 + OUTPUTS)
}

/// Boards, one after the other, their tiles named by the cells that they belong in.
pub(super) struct Boards<'a> {
    pub(super) tiles: &'a [u8],
    /// The bytes from one board to the next.
    pub(super) stride: usize,
}

/// The sums of the hidden units of some boards. Boards that follow each other in a layer have most tiles in the same
/// cells, so that the sums of one are those of the board before, and the weights of a few tiles.
#[derive(Default)]
pub(super) struct Sums {
    /// The last board, in words of eight cells; none at the beginning.
    last: Option<[u64; WORDS]>,
    /// Of the last board, then of every board.
    sums: Vec<[i16; TOGETHER]>,
}

/// The words of a board of eight cells each.
const WORDS: usize = MOST_CELLS / 8;

impl Sums {
    /// Those of one board.
    #[inline(always)]
    fn of(&self, board: usize, network: &Network) -> &[[i16; TOGETHER]] {
        let chunks = network.bias.len();
        &self.sums[(board + 1) * chunks..][..chunks]
    }

    /// Computes the sums of boards.
    #[inline(always)]
    fn compute(&mut self, network: &Network, boards: &Boards<'_>) {
        let (chunks, cells) = (network.bias.len(), network.cells);
        let count = boards.tiles.len() / boards.stride;
        let mut last = if let Some(last) = self.last {
            // The first boards follow the last one of before.
            let end = self.sums.len();
            self.sums.copy_within(end - chunks..end, 0);
            last
        } else {
            self.sums.extend(&network.bias);
            // A board of blanks, which have no weights.
            [u64::from_le_bytes([network.blank; 8]); WORDS]
        };
        self.sums.resize((count + 1) * chunks, [0; TOGETHER]);
        let mut changes = [(0, 0); MOST_CELLS];
        for board in 0..count {
            let mut tiles = [network.blank; MOST_CELLS];
            tiles[..cells].copy_from_slice(&boards.tiles[board * boards.stride..][..cells]);
            let tiles: [u64; WORDS] =
                std::array::from_fn(|word| u64::from_le_bytes(tiles.as_chunks().0[word]));
            let count = differ(network, &last, &tiles, &mut changes);
            last = tiles;
            for chunk in board * chunks..(board + 1) * chunks {
                let mut sums = self.sums[chunk];
                for &(more, less) in &changes[..count] {
                    let at = chunk - board * chunks;
                    let (more, less) = (&network.first[more + at], &network.first[less + at]);
                    for unit in 0..TOGETHER {
                        sums[unit] += i16::from(more[unit]) - i16::from(less[unit]);
                    }
                }
                self.sums[chunk + chunks] = sums;
            }
        }
        self.last = Some(last);
    }
}

/// Finds where the rows begin that are added and taken off between two boards; gives how many there are of each.
#[inline(always)]
fn differ(
    network: &Network,
    old: &[u64; WORDS],
    new: &[u64; WORDS],
    changes: &mut [(usize, usize); MOST_CELLS],
) -> usize {
    let mut count = 0;
    for word in 0..WORDS {
        let mut change = old[word] ^ new[word];
        while change != 0 {
            let shift = change.trailing_zeros() & !7;
            let cell = 8 * word + shift as usize / 8;
            let row =
                |tiles: u64| ((tiles >> shift & 0xff) as usize * network.cells + cell) * network.bias.len();
            changes[count % MOST_CELLS] = (row(new[word]), row(old[word]));
            count += 1;
            change &= !(0xff << shift);
        }
    }
    count
}

/// The work of [`Network::values`].
struct Values<'a> {
    network: &'a Network,
    boards: &'a Boards<'a>,
    slides: &'a [Slide],
    sums: &'a mut Sums,
    values: &'a mut Vec<i32>,
}

impl Wide for Values<'_> {
    #[inline(always)]
    fn run<P: Products>(self) {
        let Values { network, boards, slides, sums, values } = self;
        sums.compute(network, boards);
        values.clear();
        let mut units = [[[0; TOGETHER]; 8]; AT_ONCE];
        for slides in slides.chunks(AT_ONCE) {
            for (slide, units) in slides.iter().zip(&mut units) {
                network.slid(sums.of(slide.board, network), slide, units);
            }
            values.extend_from_slice(&network.value::<P>(&units)[..slides.len()]);
        }
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
    use crate::geometry::Direction;
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

    /// Slides that the blank of a board allows, and the boards after them.
    fn slides(geometry: Geometry, tiles: &[u8], blank: u8, board: usize) -> Vec<(Slide, Vec<u8>)> {
        let to = tiles.iter().position(|&tile| tile == blank).expect("a blank") as u8;
        let around = Direction::ALL.into_iter().filter_map(|way| geometry.neighbor(to.into(), way));
        let slide = |from: u32| {
            let mut after = tiles.to_vec();
            after.swap(from as usize, to.into());
            (Slide { board, tile: tiles[from as usize], from: from as u8, to }, after)
        };
        around.map(slide).collect()
    }

    /// The value of a board, as the one after a slide.
    fn value(network: &Network, geometry: Geometry, tiles: &[u8]) -> i32 {
        let (Slide { tile, from, to, .. }, before) = slides(geometry, tiles, network.blank, 0).remove(0);
        let back = Slide { board: 0, tile, from: to, to: from };
        let (boards, mut values) = (Boards { tiles: &before, stride: tiles.len() }, Vec::new());
        network.values(&boards, &[back], &mut Sums::default(), &mut values);
        values[0]
    }

    /// The value of a board whose blank belongs in the last cell, straight from the numbers of a file.
    fn by_the_file(side: usize, mut file: &[u8], tiles: &[u8]) -> i32 {
        let (cells, outputs) = (side * side, OUTPUTS);
        let hidden = hidden_units(cells as u32, file.len());
        let byte = |[byte]: [u8; 1]| i32::from(byte as i8);
        let short = |bytes: [u8; 2]| i32::from(i16::from_le_bytes(bytes));
        let first = take(&mut file, cells * cells * hidden, byte);
        let bias = take(&mut file, hidden, short);
        let second = take(&mut file, outputs * hidden, byte);
        let second_bias = take(&mut file, outputs, i32::from_le_bytes);
        let direct = take(&mut file, outputs, short);
        let third = take(&mut file, outputs * outputs, byte);
        let third_bias = take(&mut file, outputs, i32::from_le_bytes);
        let last = take(&mut file, outputs, short);
        let value_bias = take(&mut file, 1, i32::from_le_bytes)[0];
        let dense = |units: &[i32], weights: &[i32], bias: &[i32], most: i32| -> Vec<i32> {
            let rows = weights.chunks(units.len()).zip(bias);
            let sum = |row: &[i32]| row.iter().zip(units).map(|(weight, unit)| weight * unit).sum::<i32>();
            rows.map(|(row, bias)| (sum(row) + bias).clamp(0, most)).collect()
        };
        let reflected = |cell: usize| cell % side * side + cell / side;
        let view = |image: &dyn Fn(usize) -> usize| {
            let mut units = bias.clone();
            for (cell, &tile) in tiles.iter().enumerate().filter(|&(_, &tile)| tile as usize != cells - 1) {
                let row = (image(tile.into()) * cells + image(cell)) * hidden;
                units.iter_mut().zip(&first[row..]).for_each(|(unit, weight)| *unit += weight);
            }
            let units: Vec<i32> = units.into_iter().map(|unit| unit.clamp(0, 127)).collect();
            dense(&units, &second, &second_bias, 127 * 128)
        };
        let both: Vec<i32> =
            view(&|cell| cell).iter().zip(view(&reflected)).map(|(one, other)| one + other).collect();
        let cut: Vec<i32> = both.iter().map(|both| both >> 8).collect();
        let third = dense(&cut, &third, &third_bias, 127 * 32);
        let parts = both.iter().zip(&direct).map(|(both, weight)| (both >> 2) * weight);
        let others = third.iter().zip(&last).map(|(unit, weight)| unit * weight);
        (parts.chain(others).sum::<i32>() >> 12) + value_bias
    }

    /// The network for a goal.
    fn network(goal: &Board) -> Network {
        let all = Network::all(geometry(goal.rows()));
        all.into_iter().find(|network| network.blank() == goal.blank()).expect("of that size")
    }

    #[test]
    fn there_are_networks_for_goals_in_a_corner() {
        for (side, corners) in [(5, [0, 4, 20, 24]), (6, [0, 5, 30, 35]), (7, [0, 6, 42, 48])] {
            let blanks: Vec<u32> = Network::all(geometry(side)).iter().map(Network::blank).collect();
            assert_eq!(blanks, corners);
        }
        for geometry in [geometry(4), geometry(8), Geometry::new(6, 6, true), Geometry::new(5, 6, false)] {
            assert!(Network::all(geometry).is_empty());
        }
    }

    /// The values of groups of boards that follow each other are those that the file says.
    #[test]
    fn values_are_those_of_the_file() {
        for (side, file) in FILES {
            let geometry = geometry(side);
            let goal = Board::blank_last(side, side);
            let network = network(&goal);
            let (mut tiles, _) = named(geometry, &goal, &goal);
            let (mut sums, mut values, mut turn) = (Sums::default(), Vec::new(), 1_usize);
            for count in [1, 5, 12, 2, 30] {
                let (mut boards, mut asked, mut expected) = (Vec::new(), Vec::new(), Vec::new());
                for board in 0..count {
                    for (slide, after) in slides(geometry, &tiles, network.blank, board) {
                        asked.push(slide);
                        expected.push(by_the_file(side as usize, file, &after));
                    }
                    boards.extend(&tiles);
                    for _ in 0..turn % 7 * 40 + 1 {
                        let ways = slides(geometry, &tiles, network.blank, 0);
                        turn = turn * 31 % 1_000_003;
                        tiles.clone_from(&ways[turn % ways.len()].1);
                    }
                }
                let boards = Boards { tiles: &boards, stride: tiles.len() };
                network.values(&boards, &asked, &mut sums, &mut values);
                assert_eq!(values, expected, "{side}");
            }
        }
    }

    /// Only differences of values count: random boards are estimated to be farther than the goal by more than their
    /// Manhattan distance, and the image of a board in the diagonal is as far as the board.
    #[test]
    fn values_grow_with_the_distance() {
        for (side, goal) in FILES.into_iter().flat_map(|(side, _)| {
            [Board::blank_last(side, side), Board::blank_first(side, side)].map(|goal| (side, goal))
        }) {
            let geometry = geometry(side);
            let network = network(&goal);
            let (home, _) = named(geometry, &goal, &goal);
            let at_home = value(&network, geometry, &home) / PARTS;
            for board in RandomBoards::new(geometry, GoalCells::of(&goal), 1).take(20) {
                let (tiles, distance) = named(geometry, &board, &goal);
                let beyond = value(&network, geometry, &tiles);
                assert!(beyond / PARTS - at_home > distance as i32 / 10, "{side}: {distance} and {beyond}");
                let image = |cell: u32| cell % side * side + cell / side;
                let images: Vec<u8> =
                    (0..side * side).map(|cell| image(tiles[image(cell) as usize].into()) as u8).collect();
                assert_eq!(value(&network, geometry, &images), beyond);
            }
        }
    }
}
