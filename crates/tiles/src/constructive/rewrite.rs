//! A shorter way to do what a short piece of a solution does.
//!
//! What a piece does is a permutation of the cells of a small rectangle, whatever the tiles are
//! called. A breadth-first search that keeps the most promising nodes of every level, by the
//! Manhattan distance to that permutation, looks for fewer moves. Nodes that cannot beat the piece
//! are dropped, so that where the others fit the width nothing is missed and a failure is a proof.

use super::slate::opposite;
use crate::geometry::Direction;

/// The most cells of the rectangle.
pub(super) const MOST_CELLS: usize = 64;

/// A rectangle and the place of the blank in it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Frame {
    pub(super) height: usize,
    pub(super) width: usize,
    pub(super) blank: usize,
}

impl Frame {
    #[inline]
    fn next(&self, cell: usize, direction: Direction) -> Option<usize> {
        match direction {
            Direction::Up => cell.checked_sub(self.width),
            Direction::Left => (!cell.is_multiple_of(self.width)).then(|| cell - 1),
            Direction::Down => (cell + self.width < self.height * self.width).then_some(cell + self.width),
            Direction::Right => (!(cell + 1).is_multiple_of(self.width)).then_some(cell + 1),
        }
    }
}

#[derive(Clone, Copy, Debug)]
struct Node {
    /// For each cell the goal of its tile.
    goals: [u8; MOST_CELLS],
    blank: u8,
    came: Direction,
    distance: u16,
    hash: u64,
}

/// How a node was reached: from which node of the level before, and in which direction.
#[derive(Clone, Copy, Debug)]
struct Origin {
    parent: u32,
    direction: Direction,
}

/// The search, with the memory it uses again and again.
#[derive(Debug)]
pub(super) struct Rewriter {
    level: Vec<Node>,
    next: Vec<(Node, Origin)>,
    origins: Vec<Vec<Origin>>,
    /// The hashes of the next level.
    seen: Vec<u64>,
    keys: Vec<[u64; MOST_CELLS]>,
    /// How many nodes were expanded, for the meter.
    pub(super) expanded: u64,
}

impl Default for Rewriter {
    fn default() -> Self {
        let mut state = 0u64;
        let mut key = || {
            state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
            let mixed = (state ^ (state >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
            mixed ^ (mixed >> 29)
        };
        let keys = (0..MOST_CELLS).map(|_| std::array::from_fn(|_| key())).collect();
        Rewriter {
            level: Vec::new(),
            next: Vec::new(),
            origins: Vec::new(),
            seen: Vec::new(),
            keys,
            expanded: 0,
        }
    }
}

impl Rewriter {
    /// Fewer moves with the effect of `piece`, which stays within the frame; at most `width` nodes
    /// are kept in a level, and among equals `salt` decides.
    pub(super) fn shorten(
        &mut self,
        frame: Frame,
        piece: &[Direction],
        width: usize,
        salt: u64,
    ) -> Option<Vec<Direction>> {
        let (root, blank_goal) = self.root(frame, piece)?;
        let most = piece.len() - 2;
        if usize::from(root.distance) > most {
            return None;
        }
        self.level.clear();
        self.level.push(root);
        self.origins.clear();
        for depth in 1..=most {
            self.expand(frame, most - depth);
            if let Some(found) = self
                .next
                .iter()
                .position(|(node, _)| node.distance == 0 && usize::from(node.blank) == blank_goal)
            {
                return Some(self.retrace(found));
            }
            if self.next.is_empty() {
                return None;
            }
            self.select(width, salt);
        }
        None
    }

    /// The arrangement that the piece puts in order, and the place where it leaves the blank; nothing
    /// if the piece is as short as its distance.
    fn root(&self, frame: Frame, piece: &[Direction]) -> Option<(Node, usize)> {
        let mut cells: [u8; MOST_CELLS] = std::array::from_fn(|cell| cell as u8);
        let mut blank = frame.blank;
        for &direction in piece {
            let next = frame.next(blank, direction)?;
            cells.swap(blank, next);
            blank = next;
        }
        let mut node = Node {
            goals: [0; MOST_CELLS],
            blank: frame.blank as u8,
            came: Direction::Up,
            distance: 0,
            hash: 0,
        };
        for (goal, &cell) in cells[..frame.height * frame.width].iter().enumerate() {
            node.goals[cell as usize] = goal as u8;
            if usize::from(cell) != frame.blank {
                node.distance += steps(frame.width, cell.into(), goal) as u16;
            }
        }
        Some((node, blank))
    }

    /// Generates the next level: every successor that may reach the goal in `left` more moves.
    fn expand(&mut self, frame: Frame, left: usize) {
        let size = (8 * self.level.len()).next_power_of_two();
        self.seen.clear();
        self.seen.resize(size, 0);
        self.next.clear();
        self.expanded += self.level.len() as u64;
        let first = self.origins.is_empty();
        for (parent, node) in self.level.iter().enumerate() {
            let blank = node.blank as usize;
            for direction in Direction::ALL {
                if !first && direction == opposite(node.came) {
                    continue;
                }
                let Some(from) = frame.next(blank, direction) else { continue };
                let goal = node.goals[from] as usize;
                let before = steps(frame.width, goal, from);
                let distance = node.distance as usize - before + steps(frame.width, goal, blank);
                if distance > left {
                    continue;
                }
                let hash = node.hash ^ self.keys[goal][from] ^ self.keys[goal][blank];
                let mut slot = (hash >> 20) as usize & (size - 1);
                while self.seen[slot] != 0 && self.seen[slot] != hash | 1 {
                    slot = (slot + 1) & (size - 1);
                }
                if self.seen[slot] == hash | 1 {
                    continue;
                }
                self.seen[slot] = hash | 1;
                let mut child = *node;
                child.goals.swap(blank, from);
                (child.blank, child.came) = (from as u8, direction);
                (child.distance, child.hash) = (distance as u16, hash);
                self.next.push((child, Origin { parent: parent as u32, direction }));
            }
        }
    }

    /// Keeps the `width` nodes of the next level with the smallest distances.
    fn select(&mut self, width: usize, salt: u64) {
        if self.next.len() > width {
            let rank = |(node, _): &(Node, Origin)| (node.distance, node.hash.wrapping_mul(salt | 1));
            self.next.select_nth_unstable_by_key(width, rank);
            self.next.truncate(width);
        }
        self.level.clear();
        self.level.extend(self.next.iter().map(|&(node, _)| node));
        self.origins.push(self.next.iter().map(|&(_, origin)| origin).collect());
    }

    fn retrace(&self, found: usize) -> Vec<Direction> {
        let mut origin = self.next[found].1;
        let mut moves = vec![origin.direction];
        for level in self.origins.iter().rev() {
            origin = level[origin.parent as usize];
            moves.push(origin.direction);
        }
        moves.reverse();
        moves
    }
}

#[inline]
fn steps(width: usize, a: usize, b: usize) -> usize {
    (a / width).abs_diff(b / width) + (a % width).abs_diff(b % width)
}
