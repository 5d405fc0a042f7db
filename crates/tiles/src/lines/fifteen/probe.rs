//! The search for a solution of a given number of moves.
//!
//! The two kinds of moves alternate, so the length and the kind of the first move say how many there are of each kind,
//! and which is the last. A node is dropped if either kind has too few left. If exactly enough are left, the next
//! move of a kind must begin where the table says, which the move of the other kind before it has to lead to.
//!
//! Nodes are expanded a few at a time, depth first: the entries of all their children are fetched at once.

use super::frame::{End, Frame, Node, SEEN, Seen, Tables, places};

/// How many nodes are expanded together.
const WIDTH: usize = 16;

/// The lists of one search, kept from one length to the next.
#[derive(Debug, Default)]
pub(super) struct Lists {
    levels: Vec<Vec<Node>>,
    /// Children, each with the number of the entry that is looked at next.
    children: Vec<(Node, u32)>,
}

/// A search for a solution of a given length.
pub(super) struct Probe<'a> {
    pub(super) frame: &'a Frame,
    pub(super) tables: &'a Tables,
    pub(super) length: usize,
    /// The axis of the first move.
    pub(super) first: usize,
}

/// How much was done.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Counts {
    pub(super) expanded: u64,
    pub(super) generated: u64,
}

impl Probe<'_> {
    /// The moves left across an axis before the move number `depth`.
    fn left(&self, depth: usize, axis: usize) -> u8 {
        let next = if depth.is_multiple_of(2) { self.first } else { 1 - self.first };
        let rest = self.length - depth;
        (if axis == next { rest.div_ceil(2) } else { rest / 2 }) as u8
    }

    /// Whether `left` moves across an axis can be enough for a node by one of its entries, if the next of them is at
    /// one of the places `begins`.
    #[inline(always)]
    fn keeps(&self, node: &mut Node, axis: usize, seen: Seen, number: u32, left: u8, begins: u8) -> bool {
        let entry = self.frame.entry(self.tables, node, axis, seen, number);
        let (kind, end) = seen;
        if end == End::Here {
            node.entries[axis][kind] = entry;
            return places(entry, left) & begins != 0;
        }
        // The last move across an axis is at the goal's place if it is the last of all, and elsewhere if not.
        let last = if self.length % 2 == 1 { self.first } else { 1 - self.first };
        let goal = 1 << self.frame.blank[1 - axis];
        places(entry, left) & (if axis == last { goal } else { 15 ^ goal }) != 0
    }

    /// The start as the only node of its depth, unless there is no solution of this length by the tables.
    fn start(&self, mut node: Node) -> Option<Node> {
        for axis in [0, 1] {
            let left = self.left(0, axis);
            let here = 1 << node.blank[1 - axis];
            let begins = if axis == self.first { here } else { 15 ^ here };
            for seen in SEEN {
                let number = self.frame.fetch(self.tables, &node, axis, seen);
                if !self.keeps(&mut node, axis, seen, number, left, begins) {
                    return None;
                }
            }
        }
        Some(node)
    }

    /// Finds a solution: the positions on it. `pause` is told now and then what was done, and stops the search with an
    /// error.
    pub(super) fn run<E>(
        &self,
        node: Node,
        lists: &mut Lists,
        counts: &mut Counts,
        pause: &mut impl FnMut(&Counts) -> Result<(), E>,
    ) -> Result<Option<Vec<u64>>, E> {
        let Some(node) = self.start(node) else { return Ok(None) };
        lists.levels.resize_with(lists.levels.len().max(self.length + 1), Vec::new);
        lists.levels[0] = vec![node];
        // Of each depth, the nodes that are expanded already.
        let mut done = vec![0; self.length + 1];
        let mut depth = 0;
        loop {
            let from = done[depth];
            let to = lists.levels[depth].len().min(from + WIDTH);
            if from == to {
                if depth == 0 {
                    return Ok(None);
                }
                depth -= 1;
                continue;
            }
            done[depth] = to;
            counts.expanded += (to - from) as u64;
            self.expand(depth, from..to, lists, counts);
            if depth + 1 == self.length {
                if let Some(last) = lists.levels[depth + 1].iter().find(|node| node.board == self.frame.goal)
                {
                    return Ok(Some(self.path(lists, *last)));
                }
                continue;
            }
            pause(counts)?;
            depth += 1;
            done[depth] = 0;
        }
    }

    /// Finds the children of some nodes of a depth.
    fn expand(&self, depth: usize, range: std::ops::Range<usize>, lists: &mut Lists, counts: &mut Counts) {
        let axis = if depth.is_multiple_of(2) { self.first } else { 1 - self.first };
        let other = 1 - axis;
        let (left, rest) = (self.left(depth + 1, axis), self.left(depth + 1, other));
        let Lists { levels, children } = lists;
        children.clear();
        for number in range {
            let node = &levels[depth][number];
            let lines = node.entries[other].iter().fold(15, |lines, &entry| lines & places(entry, rest));
            self.frame.moves(node, axis, lines, |mut child| {
                counts.generated += 1;
                child.parent = number as u32;
                children.push((child, self.frame.fetch(self.tables, &child, axis, SEEN[0])));
            });
        }
        // The next move across this axis is at another place. An entry is fetched while those of others are looked at.
        for (place, &seen) in SEEN.iter().enumerate() {
            children.retain_mut(|(child, number)| {
                let away = 15 ^ 1 << child.blank[other];
                let kept = self.keeps(child, axis, seen, *number, left, away);
                if let (true, Some(&next)) = (kept, SEEN.get(place + 1)) {
                    *number = self.frame.fetch(self.tables, child, axis, next);
                }
                kept
            });
        }
        levels[depth + 1].clear();
        levels[depth + 1].extend(children.iter().map(|(child, _)| *child));
    }

    /// The positions from the start to `last`.
    fn path(&self, lists: &Lists, last: Node) -> Vec<u64> {
        let mut node = last;
        let mut boards = vec![node.board];
        for depth in (0..self.length).rev() {
            node = lists.levels[depth][node.parent as usize];
            boards.push(node.board);
        }
        boards.reverse();
        boards
    }
}
