//! Replaces a piece of a solution by fewer moves with the same effect.
//!
//! The effect of a piece is a permutation of the cells of a small rectangle, whatever tiles they hold. A
//! breadth-first search that keeps the most promising nodes of every level, by the Manhattan distance to that
//! permutation, looks for fewer moves (beam search). Nodes that cannot beat the piece are dropped, so that where the
//! others fit the width nothing is missed and a failure is a proof.

use taquin_search::Limit;

use super::budget::Budget;
use super::small_grid::{MOST_CELLS, NOWHERE, SmallGrid};
use crate::geometry::Direction;

/// The cells of a path search that take as long as one node.
const NODE_WORK: u64 = 3;

/// The result of the search for fewer moves.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Rewrite {
    /// Fewer moves that do the same.
    Shorter(Vec<Direction>),
    /// No shorter sequence was found among the nodes that were kept.
    NotFound,
    /// There is no shorter sequence within the rectangle.
    Shortest,
}

#[derive(Clone, Copy, Debug)]
struct Node {
    /// For each cell the goal of its tile.
    goals: [u8; MOST_CELLS],
    blank: u8,
    came: u8,
    distance: u16,
    hash: u64,
}

/// How a node was reached: from which node of the level before, and in which direction.
#[derive(Clone, Copy, Debug)]
struct Origin(u32);

impl Origin {
    fn new(parent: u32, direction: Direction) -> Self {
        Origin(parent << 2 | direction as u32)
    }
    fn parent(self) -> usize {
        (self.0 >> 2) as usize
    }
    fn direction(self) -> Direction {
        Direction::ALL[(self.0 & 3) as usize]
    }
}

/// The search, with the memory it uses again and again.
#[derive(Debug)]
pub(super) struct Rewriter {
    level: Vec<Node>,
    next: Vec<(Node, Origin)>,
    origins: Vec<Vec<Origin>>,
    /// The hashes of the next level.
    seen: Vec<u64>,
    /// A random number for every goal in every cell.
    keys: Vec<[u64; MOST_CELLS]>,
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
        Rewriter { level: Vec::new(), next: Vec::new(), origins: Vec::new(), seen: Vec::new(), keys }
    }
}

impl Rewriter {
    /// Fewer moves with the effect of `piece`, which stays within the frame; at most `width` nodes
    /// are kept in a level, and among equals `salt` decides.
    pub(super) fn shorten(
        &mut self,
        frame: &SmallGrid,
        piece: &[Direction],
        width: usize,
        salt: u64,
        work: &mut Budget<'_>,
    ) -> Result<Rewrite, Limit> {
        let (root, blank_goal) = self.root(frame, piece);
        // Moves come in pairs where the cells can be coloured like a chessboard.
        let fewer = if frame.is_bipartite() { 2 } else { 1 };
        let Some(most) = piece.len().checked_sub(fewer) else { return Ok(Rewrite::Shortest) };
        if usize::from(root.distance) > most {
            return Ok(Rewrite::Shortest);
        }
        if (root.distance, usize::from(root.blank)) == (0, blank_goal) {
            return Ok(Rewrite::Shorter(Vec::new()));
        }
        self.level.clear();
        self.level.push(root);
        self.origins.clear();
        let mut whole = true;
        for depth in 1..=most {
            work.add(NODE_WORK * self.level.len() as u64)?;
            self.expand(frame, most - depth);
            let is_goal = |(node, _): &(Node, Origin)| (node.distance, node.blank) == (0, blank_goal as u8);
            if let Some(found) = self.next.iter().position(is_goal) {
                return Ok(Rewrite::Shorter(self.retrace(found)));
            }
            if self.next.is_empty() {
                break;
            }
            whole &= self.next.len() <= width;
            self.select(width, salt);
        }
        Ok(if whole { Rewrite::Shortest } else { Rewrite::NotFound })
    }

    /// The arrangement that the piece puts in order, and the place where it leaves the blank.
    fn root(&self, frame: &SmallGrid, piece: &[Direction]) -> (Node, usize) {
        let mut cells: [u8; MOST_CELLS] = std::array::from_fn(|cell| cell as u8);
        let mut blank = frame.blank();
        for &direction in piece {
            let next = frame.next(blank, direction).into();
            cells.swap(blank, next);
            blank = next;
        }
        let mut node =
            Node { goals: [0; MOST_CELLS], blank: frame.blank() as u8, came: NOWHERE, distance: 0, hash: 0 };
        for (goal, &cell) in cells[..frame.cells()].iter().enumerate() {
            node.goals[cell as usize] = goal as u8;
            if usize::from(cell) != frame.blank() {
                node.distance += frame.steps(goal, cell.into());
            }
        }
        (node, blank)
    }

    /// Generates the next level: every successor that may reach the goal in `left` more moves.
    fn expand(&mut self, frame: &SmallGrid, left: usize) {
        let size = (8 * self.level.len()).next_power_of_two();
        self.seen.clear();
        self.seen.resize(size, 0);
        self.next.clear();
        for (parent, node) in (0..).zip(&self.level) {
            let blank = node.blank as usize;
            for direction in Direction::ALL {
                let from = frame.next(blank, direction);
                if from == NOWHERE || direction as u8 ^ 2 == node.came {
                    continue;
                }
                let from = usize::from(from);
                let goal = node.goals[from] as usize;
                let distance = node.distance + frame.steps(goal, blank) - frame.steps(goal, from);
                if usize::from(distance) > left {
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
                (child.blank, child.came) = (from as u8, direction as u8);
                (child.distance, child.hash) = (distance, hash);
                self.next.push((child, Origin::new(parent, direction)));
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
        let mut moves = vec![origin.direction()];
        for level in self.origins.iter().rev() {
            origin = level[origin.parent()];
            moves.push(origin.direction());
        }
        moves.reverse();
        moves
    }
}
