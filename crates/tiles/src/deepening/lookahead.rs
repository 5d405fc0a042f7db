//! A look ahead for a solution at the bound that comes next: breadth-first layers, each cut to its most
//! promising positions.
//!
//! The last bound of a deepening search is by far the largest, and it is known to be the last only when the
//! goal is found. All smaller bounds have failed by then, so any solution that costs no more than the bound
//! is optimal. The layers hold no position whose lower bound exceeds the bound, and of the others those
//! whose views add up to the least.

use crate::prefetch::prefetch;
use crate::stamp::stamp;

use super::evaluator::{Evaluator, LOOKUPS, Slot};
use super::named::{Named, Places, Standing};
use super::root::Root;

/// A look ahead below one root.
pub(crate) struct Lookahead<'a, P: Places, const VIEWS: usize> {
    evaluator: &'a Evaluator<'a, VIEWS>,
    lookups: usize,
    width: usize,
    layer: Layer<P, VIEWS>,
    next: Layer<P, VIEWS>,
    candidates: Vec<Candidate<P, VIEWS>>,
    /// The hashes of this layer's positions, in places that follow from them; 0 is none.
    seen: Vec<u64>,
    /// For every layer and position its parent and the cell that the blank went to.
    trail: Vec<Vec<u32>>,
    pub(crate) expanded: u64,
    pub(crate) generated: u64,
}

/// The positions that were kept of one layer.
struct Layer<P: Places, const VIEWS: usize> {
    positions: Vec<Position<P, VIEWS>>,
    /// The standings of all positions, one after the other.
    standings: Vec<P::Standing>,
}

#[derive(Clone, Copy)]
struct Position<P: Places, const VIEWS: usize> {
    board: Named<P>,
    /// The cell that the blank came from.
    came: u8,
    hash: u64,
    values: [u16; VIEWS],
}

/// A child of a position.
#[derive(Clone, Copy)]
struct Candidate<P: Places, const VIEWS: usize> {
    parent: u32,
    from: u8,
    hash: u64,
    sum: u32,
    values: [u16; VIEWS],
    standings: [P::Standing; VIEWS],
    bytes: [usize; VIEWS],
}

/// How many positions are expanded before the first of their lookups is read.
const AHEAD: usize = 8;

/// The low bits of an entry of the trail hold a cell, the others the number of a position.
const CELL_BITS: u32 = 6;

/// The most positions of a layer.
const MOST: usize = 1 << 17;

/// Layers of fewer positions seldom see the goal.
const LEAST: usize = 16;

/// The share of a bound's expansions that is worth spending on the look ahead: the bound is often not the last, and
/// the walk of the last bound, which tries the best children first, is seldom completed.
const PART: f64 = 1.0 / 64.0;

/// How many positions the layers below a bound of `moves` may have, given the expansions of the last two
/// bounds; `None` if looking ahead would take longer than it saves.
pub(crate) fn width(last: u64, before: u64, moves: u32) -> Option<usize> {
    // Bounds grow by a factor that changes little from one to the next.
    let growth = (last as f64 / before.max(1) as f64).clamp(2.0, 12.0);
    let width = (last as f64 * growth * PART / f64::from(moves.max(1))) as usize;
    (width >= LEAST).then_some(width.min(MOST))
}

impl<'a, P: Places, const VIEWS: usize> Lookahead<'a, P, VIEWS> {
    pub(crate) fn new(evaluator: &'a Evaluator<'a, VIEWS>) -> Self {
        Lookahead {
            evaluator,
            lookups: evaluator.lookups(),
            width: 0,
            layer: Layer { positions: Vec::new(), standings: Vec::new() },
            next: Layer { positions: Vec::new(), standings: Vec::new() },
            candidates: Vec::new(),
            seen: Vec::new(),
            trail: Vec::new(),
            expanded: 0,
            generated: 0,
        }
    }

    /// The cells that the blank goes to on a way from `root` to the goal that costs `bound`, if one is
    /// seen in layers of at most `width` positions. There must be no cheaper one. Narrow layers come
    /// first: they cost little beside wide ones, and often see as much.
    /// `go_on` is asked after every layer.
    #[inline(always)]
    pub(crate) fn run(
        &mut self,
        root: &Root<P, VIEWS>,
        bound: u32,
        width: usize,
        go_on: &mut dyn FnMut() -> bool,
    ) -> Option<Vec<u8>> {
        let widths = [width / 16, width / 4, width].into_iter().filter(|&width| width >= LEAST);
        widths.into_iter().find_map(|width| self.run_once(root, bound, width, go_on))
    }

    #[inline(always)]
    fn run_once(
        &mut self,
        root: &Root<P, VIEWS>,
        bound: u32,
        width: usize,
        go_on: &mut dyn FnMut() -> bool,
    ) -> Option<Vec<u8>> {
        self.width = width.min(MOST);
        self.seen.clear();
        self.seen.resize((4 * self.width).next_power_of_two(), 0);
        let position =
            Position { board: root.board, came: root.board.blank, hash: 1, values: *root.values() };
        self.layer.positions.clear();
        self.layer.positions.push(position);
        self.layer.standings.clear();
        self.layer.standings.extend_from_slice(&root.standings);
        self.trail.clear();
        for left in (0..bound - root.cost()).rev() {
            self.expand(left as u16);
            self.cut();
            if self.layer.positions.is_empty() || !go_on() {
                return None;
            }
        }
        let mut path = Vec::new();
        let mut at = 0;
        for layer in self.trail.iter().rev() {
            path.push((layer[at] & ((1 << CELL_BITS) - 1)) as u8);
            at = (layer[at] >> CELL_BITS) as usize;
        }
        path.reverse();
        Some(path)
    }

    /// The most bytes that layers of `width` positions below a bound of `moves` take.
    pub(crate) fn bytes(&self, width: usize, moves: u32) -> usize {
        let kept = size_of::<Position<P, VIEWS>>() + self.lookups * size_of::<P::Standing>();
        let (seen, trail) = (64, 4 * moves as usize);
        width * (2 * kept + 3 * size_of::<Candidate<P, VIEWS>>() + seen + trail)
    }

    /// Lists the children of all positions from which `left` moves may lead to the goal.
    #[inline(always)]
    fn expand(&mut self, left: u16) {
        self.candidates.clear();
        self.seen.fill(0);
        let mut kept = 0;
        for first in (0..self.layer.positions.len()).step_by(AHEAD) {
            let last = (first + AHEAD).min(self.layer.positions.len());
            (first..last).for_each(|parent| self.ask(parent));
            let new = kept..self.candidates.len();
            for index in new {
                if self.read(index, left) {
                    self.candidates[kept] = self.candidates[index];
                    kept += 1;
                }
            }
            self.candidates.truncate(kept);
        }
    }

    /// Computes where the children of a position are looked up.
    #[inline(always)]
    fn ask(&mut self, parent: usize) {
        let Position { board, came, hash, values } = self.layer.positions[parent];
        let standings = &self.layer.standings[parent * self.lookups..];
        self.expanded += 1;
        for from in self.evaluator.neighbors(board.blank) {
            if from == came {
                continue;
            }
            self.generated += 1;
            let tile = board.tiles[from as usize % P::CELLS];
            let mut child = Candidate {
                parent: parent as u32,
                from,
                hash: hash ^ stamp(tile, from) ^ stamp(tile, board.blank),
                sum: 0,
                values,
                standings: [P::Standing::default(); VIEWS],
                bytes: [0; VIEWS],
            };
            for (view, &slot) in self.evaluator.slots_of(tile).iter().enumerate() {
                let Slot { reader, map } = self.evaluator.slot(slot);
                let (from, to) = (map.image(from.into()), map.image(board.blank.into()));
                let (standing, byte) = standings[slot as usize].slide(reader, from, to);
                prefetch(reader.bits(), byte);
                child.standings[view] = standing;
                child.bytes[view] = byte;
            }
            self.candidates.push(child);
        }
    }

    /// Completes a child. False if the bound cuts it off, or it has been seen in this layer.
    #[inline(always)]
    fn read(&mut self, index: usize, left: u16) -> bool {
        let child = &mut self.candidates[index];
        let board = &self.layer.positions[child.parent as usize].board;
        let tile = board.tiles[child.from as usize % P::CELLS];
        for (view, &slot) in self.evaluator.slots_of(tile).iter().enumerate() {
            let reader = &self.evaluator.slot(slot).reader;
            let (standing, growth) = child.standings[view].settle(reader, child.bytes[view]);
            child.standings[view] = standing;
            child.values[view] = child.values[view] + u16::from(growth) - 1;
            child.sum += u32::from(child.values[view]);
        }
        if child.values.iter().any(|&value| value > left) {
            return false;
        }
        let mask = self.seen.len() - 1;
        let mut place = (child.hash >> 20) as usize & mask;
        while self.seen[place] != 0 {
            if self.seen[place] == child.hash {
                return false;
            }
            place = (place + 1) & mask;
        }
        self.seen[place] = child.hash;
        true
    }

    /// Makes the best candidates the next layer.
    fn cut(&mut self) {
        let mut counts =
            vec![0; self.candidates.iter().map(|child| child.sum as usize + 1).max().unwrap_or(0)];
        self.candidates.iter().for_each(|child| counts[child.sum as usize] += 1);
        let mut room = self.width;
        let mut largest = counts.len() as u32;
        // Of those with the largest sum that is kept, there is room for this many.
        let mut of_largest = usize::MAX;
        for (sum, &count) in counts.iter().enumerate() {
            if count > room {
                (largest, of_largest) = (sum as u32, room);
                break;
            }
            room -= count;
        }
        self.next.positions.clear();
        self.next.standings.clear();
        let mut trail = Vec::with_capacity(self.width.min(self.candidates.len()));
        for child in &self.candidates {
            if child.sum > largest || child.sum == largest && of_largest == 0 {
                continue;
            }
            of_largest -= usize::from(child.sum == largest);
            let parent = child.parent as usize;
            let mut board = self.layer.positions[parent].board;
            let (blank, tile) = (board.blank, board.tiles[child.from as usize % P::CELLS]);
            board.tiles[blank as usize % P::CELLS] = tile;
            board.blank = child.from;
            let position = Position { board, came: blank, hash: child.hash, values: child.values };
            self.next.positions.push(position);
            let first = self.next.standings.len();
            self.next
                .standings
                .extend_from_slice(&self.layer.standings[parent * self.lookups..][..self.lookups]);
            for (&slot, &standing) in self.evaluator.slots_of(tile).iter().zip(&child.standings) {
                self.next.standings[first + slot as usize % LOOKUPS] = standing;
            }
            trail.push(child.parent << CELL_BITS | u32::from(child.from));
        }
        self.trail.push(trail);
        std::mem::swap(&mut self.layer, &mut self.next);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Board;
    use crate::deepening::engine::Options;
    use crate::deepening::samples::{engine, random_boards};
    use crate::geometry::Geometry;
    use taquin_search::Outcome;

    /// Wide layers find every solution, narrow ones some, and what they find leads to the goal.
    #[test]
    fn what_is_seen_is_optimal() {
        for (rows, torus) in [(3, false), (3, true), (2, false)] {
            let geometry = Geometry::new(rows, 3, torus);
            let parts: [&[u32]; 2] =
                if rows == 3 { [&[0, 1, 2, 3], &[4, 5, 6, 7]] } else { [&[0, 1, 2], &[3, 4]] };
            let engine = engine(geometry, &Board::blank_last(rows, 3), &parts);
            let evaluator = Evaluator::<2>::new(geometry, &engine.views);
            let mut lookahead = Lookahead::<[u8; 32], 2>::new(&evaluator);
            for board in random_boards(geometry, 40) {
                let solved = engine.solve(&board, &Options::default(), &mut ());
                let Outcome::Solved { cost, .. } = solved.expect("a board of that size").report.outcome
                else {
                    continue;
                };
                let root = Root::new(&evaluator, &engine.automaton, engine.named(&board));
                let mut see = |width| lookahead.run(&root, cost, width, &mut || true);
                let path = see(MOST).expect("nothing is cut");
                assert_eq!(engine.moves(&board, &path).len(), cost as usize);
                if let Some(path) = see(2) {
                    assert_eq!(engine.moves(&board, &path).len(), cost as usize);
                }
            }
        }
    }

    #[test]
    fn only_long_bounds_are_looked_into() {
        assert_eq!(width(1000, 100, 60), None);
        assert_eq!(width(100_000, 10_000, 100), Some(156));
        assert_eq!(width(u64::MAX / 4, 1, 100), Some(MOST));
    }
}
