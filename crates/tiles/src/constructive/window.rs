//! Brings a few tiles home at once, within a small rectangle, by A* over the places of these tiles
//! and the blank alone.
//!
//! A step costs less where it brings one of the other tiles nearer and more where it takes one away. Which
//! tile that is depends on the path, so every node carries its small board; of all paths to the same
//! placement the cheapest is kept.

use super::buckets::Buckets;
use super::frozen::Frozen;
use super::home_board::{BLANK, HomeBoard, Spot};
use super::region::Span;
use crate::geometry::Direction;

/// The most cells of the rectangle.
pub(super) const MOST_CELLS: usize = 64;

/// The most tiles brought home at once.
pub(super) const MOST_TILES: usize = 4;

/// The cost of a move that brings no other tile nearer.
const MOVE: i32 = 16;

/// Not one of the tiles to bring home.
const OTHER: u8 = u8::MAX;

/// How to search.
#[derive(Clone, Copy, Debug)]
pub(super) struct WindowParameters {
    /// What it is worth to bring another tile one step nearer, in sixteenths of a move.
    pub(super) worth: i32,
    /// The weight of the estimate, in sixteenths.
    pub(super) weight: i32,
    /// The most nodes to expand.
    pub(super) nodes: usize,
    /// The margin around the tiles.
    pub(super) margin: u32,
}

#[derive(Clone, Copy, Debug)]
struct Node {
    /// For each cell the cell where its tile stood at first.
    cells: [u8; MOST_CELLS],
    group: [u8; MOST_TILES],
    blank: u8,
    came: u8,
    parent: u32,
    cost: u32,
}

/// The search, with the memory it uses again and again.
#[derive(Debug, Default)]
pub(super) struct Window {
    height: usize,
    width: usize,
    free: u64,
    /// For the tile that stood at a cell at first: the row and column of its home, counted in the
    /// rectangle, and its number in the group.
    home_row: Vec<i32>,
    home_col: Vec<i32>,
    member: Vec<u8>,
    goal: [u8; MOST_TILES],
    count: usize,
    nodes: Vec<Node>,
    open: Buckets,
    best: Best,
    /// How many nodes were expanded, for the meter.
    pub(super) expanded: u64,
}

impl Window {
    /// The moves that bring the tiles with these homes home, if they, their homes and the blank fit
    /// into one small rectangle and the search succeeds.
    pub(super) fn solve(
        &mut self,
        state: &HomeBoard,
        frozen: &Frozen,
        homes: &[Spot],
        style: WindowParameters,
        path: &mut Vec<Direction>,
    ) -> bool {
        let spots = homes.iter().copied().chain(homes.iter().map(|&home| state.find(home)));
        let spots = spots.chain([state.blank()]);
        let mut margin = style.margin;
        let (rows, cols) = loop {
            let (rows, cols) = frozen.frame(state, spots.clone(), margin);
            if (rows.len * cols.len) as usize <= MOST_CELLS {
                break (rows, cols);
            }
            if margin == 0 {
                return false;
            }
            margin -= 1;
        };
        let root = self.load(state, frozen, homes, rows, cols);
        let Some(end) = self.search(root, style) else { return false };
        path.clear();
        let mut node = &self.nodes[end as usize];
        while node.parent != u32::MAX {
            path.push(Direction::ALL[node.came as usize]);
            node = &self.nodes[node.parent as usize];
        }
        path.reverse();
        true
    }

    fn load(&mut self, state: &HomeBoard, frozen: &Frozen, homes: &[Spot], rows: Span, cols: Span) -> Node {
        (self.height, self.width) = (rows.len as usize, cols.len as usize);
        let cells = self.height * self.width;
        let around = |at: u32, len: u32| if at < len { at } else { at - len };
        self.free = 0;
        self.home_row.clear();
        self.home_col.clear();
        self.member.clear();
        self.count = homes.len();
        let mut root = Node {
            cells: std::array::from_fn(|cell| cell as u8),
            group: [0; MOST_TILES],
            blank: 0,
            came: OTHER,
            parent: u32::MAX,
            cost: 0,
        };
        for cell in 0..cells {
            let (row, col) = ((cell / self.width) as u32, (cell % self.width) as u32);
            let spot =
                Spot::new(around(rows.first + row, state.rows()), around(cols.first + col, state.cols()));
            let home = state.home(spot.row(), spot.col());
            let member = homes.iter().position(|&other| other == home);
            if home == BLANK {
                root.blank = cell as u8;
            } else if let Some(member) = member {
                root.group[member] = cell as u8;
            }
            if let Some(member) = homes.iter().position(|&other| other == spot) {
                self.goal[member] = cell as u8;
            }
            self.free |= u64::from(frozen.is_free(spot)) << cell;
            self.member.push(member.map_or(OTHER, |member| member as u8));
            self.home_row.push(row as i32 + home.row() as i32 - spot.row() as i32);
            self.home_col.push(col as i32 + frozen.columns(state, spot, home) as i32);
        }
        root
    }

    fn search(&mut self, root: Node, style: WindowParameters) -> Option<u32> {
        self.nodes.clear();
        self.open.clear();
        self.best.clear();
        self.nodes.push(root);
        self.best.improves(self.key(&root), 0);
        self.open.push(self.estimate(&root, style), 0);
        let mut expanded = 0;
        let found = loop {
            let Some((_, at)) = self.open.pop() else { break None };
            let node = self.nodes[at as usize];
            if self.best.cost(self.key(&node)) < node.cost {
                continue;
            }
            if node.group[..self.count] == self.goal[..self.count] {
                break Some(at);
            }
            expanded += 1;
            if expanded > style.nodes {
                break None;
            }
            for direction in Direction::ALL {
                if direction as u8 ^ 2 != node.came {
                    self.generate(at, &node, direction, style);
                }
            }
        };
        self.expanded += expanded as u64;
        found
    }

    #[inline]
    fn generate(&mut self, at: u32, node: &Node, direction: Direction, style: WindowParameters) {
        let blank = node.blank as usize;
        let (row, col) = (blank / self.width, blank % self.width);
        let next = match direction {
            Direction::Up if row > 0 => blank - self.width,
            Direction::Left if col > 0 => blank - 1,
            Direction::Down if row + 1 < self.height => blank + self.width,
            Direction::Right if col + 1 < self.width => blank + 1,
            _ => return,
        };
        if self.free >> next & 1 == 0 {
            return;
        }
        let tile = node.cells[next] as usize;
        let mut group = node.group;
        let mut cost = MOVE;
        match self.member[tile] {
            OTHER => {
                let nearer = match direction {
                    Direction::Up | Direction::Down => {
                        let (home, from) = (self.home_row[tile], (next / self.width) as i32);
                        (home - from).abs() - (home - row as i32).abs()
                    }
                    Direction::Left | Direction::Right => {
                        let (home, from) = (self.home_col[tile], (next % self.width) as i32);
                        (home - from).abs() - (home - col as i32).abs()
                    }
                };
                cost -= style.worth * nearer;
            }
            member => group[member as usize] = blank as u8,
        }
        let mut child = Node { group, blank: next as u8, came: direction as u8, parent: at, ..*node };
        child.cost = node.cost + cost as u32;
        if self.best.improves(self.key(&child), child.cost) {
            child.cells[blank] = tile as u8;
            self.open.push(child.cost + self.estimate(&child, style), self.nodes.len() as u32);
            self.nodes.push(child);
        }
    }

    /// The places of the blank and the group in one number.
    #[inline]
    fn key(&self, node: &Node) -> u32 {
        node.group[..self.count].iter().fold(node.blank.into(), |key, &cell| key << 6 | u32::from(cell))
    }

    /// About what it costs to bring the group home: each tile by itself, after the blank has come to
    /// the nearest that is away.
    #[inline]
    fn estimate(&self, node: &Node, style: WindowParameters) -> u32 {
        let place = |cell: u8| ((cell as usize / self.width) as u32, (cell as usize % self.width) as u32);
        let (blank_row, blank_col) = place(node.blank);
        let mut sum = 0;
        let mut approach = u32::MAX;
        for (&cell, &home) in node.group[..self.count].iter().zip(&self.goal) {
            if cell != home {
                let ((row, col), (home_row, home_col)) = (place(cell), place(home));
                sum += carry(row.abs_diff(home_row), col.abs_diff(home_col));
                approach = approach.min(row.abs_diff(blank_row) + col.abs_diff(blank_col) - 1);
            }
        }
        if approach == u32::MAX { 0 } else { (sum + approach) * style.weight as u32 }
    }
}

/// The moves to carry a tile by `rows` and `cols` if the blank is already on the right side of it: five for a step
/// straight on, three for a step around a corner.
#[inline]
fn carry(rows: u32, cols: u32) -> u32 {
    let (short, long) = (rows.min(cols), rows.max(cols));
    if long == short { 6 * short - 2 } else { 6 * short + 5 * (long - short) - 4 }
}

/// The lowest cost of every key seen in one search.
#[derive(Debug)]
struct Best {
    /// The search in the upper half, the key in the lower.
    keys: Vec<u64>,
    costs: Vec<u32>,
    search: u64,
    len: usize,
}

impl Default for Best {
    fn default() -> Self {
        Best { keys: vec![0; 1 << 12], costs: vec![0; 1 << 12], search: 0, len: 0 }
    }
}

impl Best {
    fn clear(&mut self) {
        self.search += 1;
        self.len = 0;
    }

    #[inline]
    fn slot(&self, key: u32) -> usize {
        let mask = self.keys.len() - 1;
        let full = self.search << 32 | u64::from(key);
        let mut slot = (full.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 40) as usize & mask;
        while self.keys[slot] != full && self.keys[slot] >> 32 == self.search {
            slot = (slot + 1) & mask;
        }
        slot
    }

    /// The lowest cost of a key that was seen.
    #[inline]
    fn cost(&self, key: u32) -> u32 {
        self.costs[self.slot(key)]
    }

    /// Whether `cost` is lower than any seen for `key`; then it is kept.
    #[inline]
    fn improves(&mut self, key: u32, cost: u32) -> bool {
        let slot = self.slot(key);
        let full = self.search << 32 | u64::from(key);
        if self.keys[slot] == full {
            let lower = cost < self.costs[slot];
            if lower {
                self.costs[slot] = cost;
            }
            return lower;
        }
        (self.keys[slot], self.costs[slot]) = (full, cost);
        self.len += 1;
        if 2 * self.len > self.keys.len() {
            self.grow();
        }
        true
    }

    fn grow(&mut self) {
        let size = 2 * self.keys.len();
        let keys = std::mem::replace(&mut self.keys, vec![0; size]);
        let costs = std::mem::replace(&mut self.costs, vec![0; size]);
        for (full, cost) in keys.into_iter().zip(costs) {
            if full >> 32 == self.search {
                let slot = self.slot(full as u32);
                (self.keys[slot], self.costs[slot]) = (full, cost);
            }
        }
    }
}
