//! The positions of a board up to the symmetries of its goal, numbered for a map of one bit each.
//!
//! A symmetry moves the tiles and renames them accordingly, so it maps a position to one at the same distance. A
//! *head* is where the blank is and where a few tiles are, chosen so that symmetries keep the choice; heads that
//! symmetries take to each other are one *class*, and a position is its class and its tail. A move leads from all
//! tails of a class to tails of one other class, in one rearrangement for all: so a level is swept class by class, in
//! memory that is close together.
//!
//! A head that some symmetry fixes has several tails that stand for the same positions; they are always
//! marked together.

use taquin_tiles::{Board, Geometry};

use super::symmetry::fixing;
use super::tail::{MOST, Packed, Tails, nibble, pack};
use crate::error::Error;
use crate::grid::{Grid, Symmetry};

/// The most cells of a board: a tile takes four bits.
const MOST_CELLS: usize = 16;
/// The bits of a word of the map.
pub(crate) const BITS: u64 = 32;
/// Stands for a tile or cell that is not numbered.
const NONE: u8 = u8::MAX;

/// Where the moves of a class lead to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(C)]
pub(crate) struct Edge {
    /// What the tail there has in each place: the tile in this place of the tail here,
    pub(crate) places: Packed,
    /// under this name.
    pub(crate) tiles: Packed,
    /// The class there.
    pub(crate) class: u64,
}

/// Positions with the same head, up to symmetries.
#[derive(Clone, Debug)]
pub(crate) struct Class {
    /// The cell of the blank, then those of the tiles of the head.
    head: Vec<u8>,
    /// How many heads it stands for.
    pub(crate) heads: u32,
    /// The parity of its tails, where that matters.
    pub(crate) odd: bool,
    /// Its edges begin here,
    pub(crate) edges: usize,
    /// and one for each move comes first; the others lead to tails that stand for the same positions.
    pub(crate) moves: usize,
}

/// All classes of a board and its goal.
pub(crate) struct Classes {
    pub(crate) grid: Grid,
    /// The goal's tile at each cell.
    goal: Vec<u32>,
    blank: usize,
    symmetries: Vec<Symmetry>,
    /// The tiles of the head and of the tail, by the cells that the goal has them on.
    head: Vec<u8>,
    rest: Vec<u8>,
    pub(crate) tails: Tails,
    /// Those at an even distance first, where a class has only one parity; with one more at the end, which
    /// says where the edges end.
    pub(crate) all: Vec<Class>,
    pub(crate) edges: Vec<Edge>,
    /// How many are at an even distance; all, where every class has both parities.
    pub(crate) even: usize,
}

impl Classes {
    /// The classes of a board.
    pub(crate) fn new(geometry: Geometry, goal: &Board) -> Result<Self, Error> {
        let grid = Grid::new(geometry)?;
        let cells = grid.cells();
        if cells > MOST_CELLS {
            return Err(Error::Space { cells, most: MOST_CELLS });
        }
        let blank = goal.blank() as usize;
        let symmetries = fixing(grid, blank);
        let (head, rest) = split(grid, blank, &symmetries);
        let tails = Tails { len: rest.len(), paired: geometry.is_bipartite() };
        let goal = goal.tiles().to_vec();
        let mut classes = Classes {
            grid,
            goal,
            blank,
            symmetries,
            head,
            rest,
            tails,
            all: Vec::new(),
            edges: Vec::new(),
            even: 0,
        };
        let numbers = classes.find();
        classes.connect(&numbers);
        Ok(classes)
    }

    /// How many classes there are.
    pub(crate) fn len(&self) -> usize {
        self.all.len() - 1
    }

    /// Whether any edge renames tiles.
    #[cfg(any(feature = "cuda", test))]
    pub(crate) fn renames(&self) -> bool {
        self.symmetries.len() > 1
    }

    /// The words of the map of one class.
    pub(crate) fn words(&self) -> u64 {
        u64::from(self.tails.count()).div_ceil(BITS)
    }

    /// How many positions there are.
    pub(crate) fn positions(&self) -> u64 {
        let heads: u64 = self.all.iter().map(|class| u64::from(class.heads)).sum();
        heads * u64::from(self.tails.count())
    }

    /// The board and its goal in numbers.
    pub(crate) fn description(&self) -> Vec<u32> {
        let sides = [self.grid.rows() as u32, self.grid.cols() as u32, u32::from(self.grid.is_torus())];
        sides.iter().chain(&self.goal).copied().collect()
    }

    /// The class and the number of the tail of the goal.
    pub(crate) fn start(&self) -> (usize, u32) {
        let home: Vec<u8> = std::iter::once(self.blank as u8).chain(self.head.iter().copied()).collect();
        let class = self.all.iter().position(|class| class.head == home);
        (class.expect("no symmetry moves the goal"), 0)
    }

    /// The tails that the moves of a tail lead to.
    #[cfg(test)]
    pub(crate) fn neighbors(&self, class: usize, number: u32) -> Vec<(usize, u32)> {
        let tail = self.tails.arrangement(number, self.all[class].odd);
        let edges = &self.edges[self.all[class].edges..self.all[class + 1].edges];
        let to = |edge: &Edge| (edge.class as usize, self.tails.number(tail, edge.places, edge.tiles));
        edges.iter().map(to).collect()
    }

    /// All boards that a tail of a class stands for.
    pub(crate) fn boards(&self, class: usize, number: u32) -> Vec<Board> {
        let head = &self.all[class].head;
        let tail = self.tails.arrangement(number, self.all[class].odd);
        let mut lies = vec![self.blank as u8; self.grid.cells()];
        for (&tile, &cell) in self.head.iter().zip(&head[1..]) {
            lies[usize::from(cell)] = tile;
        }
        for (place, cell) in self.free(head).into_iter().enumerate() {
            lies[cell] = self.rest[nibble(tail, place)];
        }
        let image = |symmetry: &Symmetry| {
            let mut tiles = vec![0; lies.len()];
            for (cell, &tile) in lies.iter().enumerate() {
                tiles[usize::from(symmetry[cell])] = self.goal[usize::from(symmetry[usize::from(tile)])];
            }
            tiles
        };
        let mut images: Vec<Vec<u32>> = self.symmetries.iter().map(image).collect();
        images.sort();
        images.dedup();
        let (rows, cols) = (self.grid.rows() as u32, self.grid.cols() as u32);
        images.into_iter().map(|tiles| Board::new(rows, cols, tiles).expect("a rearrangement")).collect()
    }

    /// The cells that a head leaves free, in their order.
    fn free(&self, head: &[u8]) -> Vec<usize> {
        (0..self.grid.cells()).filter(|&cell| !head.contains(&(cell as u8))).collect()
    }

    /// Where a symmetry takes a head: its tiles change their names as well.
    fn image(&self, symmetry: &Symmetry, head: &[u8]) -> Vec<u8> {
        let mut image = vec![symmetry[usize::from(head[0])]; head.len()];
        for (&tile, &cell) in self.head.iter().zip(&head[1..]) {
            let renamed = symmetry[usize::from(tile)];
            let at = self.head.iter().position(|&other| other == renamed).expect("symmetries keep the head");
            image[1 + at] = symmetry[usize::from(cell)];
        }
        image
    }

    /// Finds the classes; gives the number of each head's one, by [`key`].
    fn find(&mut self) -> Vec<u32> {
        let (cells, len) = (self.grid.cells(), self.head.len() + 1);
        let mut numbers = vec![u32::MAX; 1 << (4 * len)];
        let mut found = [Vec::new(), Vec::new()];
        let mut head = vec![0u8; len];
        loop {
            let distinct = (1..len).all(|at| !head[..at].contains(&head[at]));
            if distinct && numbers[key(&head)] == u32::MAX {
                let side = usize::from(self.tails.paired && self.far(&head));
                let number = found[side].len() as u32;
                let mut heads = 0;
                for symmetry in &self.symmetries {
                    let at = &mut numbers[key(&self.image(symmetry, &head))];
                    heads += u32::from(*at == u32::MAX);
                    *at = number << 1 | side as u32;
                }
                let odd = self.far(&head) != self.is_odd(&head);
                found[side].push(Class { head: head.clone(), heads, odd, edges: 0, moves: 0 });
            }
            let Some(at) = head.iter().rposition(|&cell| usize::from(cell) + 1 < cells) else { break };
            head[at] += 1;
            head[at + 1..].fill(0);
        }
        self.even = found[0].len();
        let even = self.even as u32;
        for number in numbers.iter_mut().filter(|number| **number != u32::MAX) {
            *number = (*number >> 1) + (*number & 1) * even;
        }
        self.all = found.concat();
        numbers
    }

    /// Whether the blank of a head is an odd number of steps from its home.
    fn far(&self, head: &[u8]) -> bool {
        self.grid.distance(self.blank, head[0].into()) % 2 == 1
    }

    /// Whether a head makes an odd permutation with the tail that has its tiles in order.
    fn is_odd(&self, head: &[u8]) -> bool {
        let mut lies = vec![self.blank as u8; self.grid.cells()];
        for (&tile, &cell) in self.head.iter().zip(&head[1..]) {
            lies[usize::from(cell)] = tile;
        }
        for (&tile, cell) in self.rest.iter().zip(self.free(head)) {
            lies[cell] = tile;
        }
        let pairs = (0..lies.len()).flat_map(|b| (0..b).map(move |a| (a, b)));
        pairs.filter(|&(a, b)| lies[a] > lies[b]).count() % 2 == 1
    }

    /// Finds the edges of all classes.
    fn connect(&mut self, numbers: &[u32]) {
        for class in 0..self.all.len() {
            let (first, others) = self.moves(class, numbers);
            self.all[class].edges = self.edges.len();
            self.all[class].moves = first.len();
            self.edges.extend(first.into_iter().chain(others));
        }
        let end = Class { head: Vec::new(), heads: 0, odd: false, edges: self.edges.len(), moves: 0 };
        self.all.push(end);
    }

    /// The edges of a class: one for each move, and those to other tails that stand for the same positions.
    fn moves(&self, class: usize, numbers: &[u32]) -> (Vec<Edge>, Vec<Edge>) {
        let head = &self.all[class].head;
        let blank = usize::from(head[0]);
        let mut place = vec![NONE; self.grid.cells()];
        for (at, cell) in self.free(head).into_iter().enumerate() {
            place[cell] = at as u8;
        }
        let (mut first, mut others) = (Vec::new(), Vec::new());
        let mut to: Vec<usize> = self.grid.neighbors(blank).collect();
        to.sort_unstable();
        to.dedup();
        for to in to {
            let (mut after, mut source) = (head.clone(), place.clone());
            source.swap(blank, to);
            after[0] = to as u8;
            if let Some(tile) = after[1..].iter_mut().find(|cell| usize::from(**cell) == to) {
                *tile = blank as u8;
            }
            let number = numbers[key(&after)] as usize;
            let there = &self.all[number].head;
            let mut edges: Vec<Edge> = Vec::new();
            for symmetry in self.symmetries.iter().filter(|symmetry| self.image(symmetry, &after) == *there) {
                let edge = self.edge(symmetry, number, &source);
                if !edges.contains(&edge) {
                    edges.push(edge);
                }
            }
            let mut edges = edges.into_iter();
            first.extend(edges.next());
            others.extend(edges);
        }
        (first, others)
    }

    /// The edge to a class by a symmetry, where each cell has the tile of a place of the tail, or none.
    fn edge(&self, symmetry: &Symmetry, class: usize, source: &[u8]) -> Edge {
        let mut back = vec![0; source.len()];
        for (cell, &image) in symmetry.iter().enumerate() {
            back[usize::from(image)] = cell;
        }
        let place = |cell: usize| usize::from(source[back[cell]]);
        let renamed = |&tile: &u8| {
            let image = symmetry[usize::from(tile)];
            self.rest.iter().position(|&other| other == image).expect("symmetries keep the rest")
        };
        let places = pack(self.free(&self.all[class].head).into_iter().map(place));
        Edge { places, tiles: pack(self.rest.iter().map(renamed)), class: class as u64 }
    }
}

/// A head as a number.
fn key(head: &[u8]) -> usize {
    head.iter().fold(0, |key, &cell| key << 4 | usize::from(cell))
}

/// Shares the tiles out: whole orbits of the symmetries into the head, the nearest to the blank first, until
/// the rest makes a tail.
fn split(grid: Grid, blank: usize, symmetries: &[Symmetry]) -> (Vec<u8>, Vec<u8>) {
    let mut rest: Vec<u8> = (0..grid.cells() as u8).filter(|&tile| usize::from(tile) != blank).collect();
    let mut head = Vec::new();
    while rest.len() > MOST {
        let nearest = rest.iter().min_by_key(|&&tile| (grid.distance(blank, tile.into()), tile));
        let nearest = usize::from(*nearest.expect("some are left"));
        let (orbit, others) =
            rest.iter().partition(|&&tile| symmetries.iter().any(|symmetry| symmetry[nearest] == tile));
        head.extend::<Vec<u8>>(orbit);
        rest = others;
    }
    (head, rest)
}
