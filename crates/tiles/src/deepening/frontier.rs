//! The first phase of a bound that will take long: A* from the root, whose open list is what the walks
//! then begin with.
//!
//! A walk remembers only its own path, so a board that is reached twice near the root is searched twice,
//! with everything below it. A* remembers. It may be combined with the automaton because it keeps of
//! several shortest paths to a board the *smallest*, in the order of the directions by which the automaton
//! forbids: every part of the smallest shortest path to the goal is the smallest shortest path to where it
//! leads, so it is neither forbidden nor forgotten. A board that is reached by a smaller path after it was
//! expanded is therefore opened again.

use std::cmp::{Ordering, Reverse};
use std::collections::BinaryHeap;

use rustc_hash::FxHashMap;

use crate::automaton::Automaton;

use super::evaluator::Evaluator;
use super::named::{Named, Places};
use super::root::Root;

/// The bytes that an open board takes, with its part of what is remembered of closed ones.
pub(crate) const BYTES: usize = 512;

/// The most expansions for each open board that is requested.
pub(crate) const PATIENCE: u64 = 4;

/// The state of a board that was reached.
enum Place {
    /// It is in this place of the open list.
    Open(usize),
    /// It was expanded, and this is the way there.
    Closed(Vec<u8>),
}

/// An A* search in progress.
pub(crate) struct Frontier<'a, P: Places, const VIEWS: usize> {
    evaluator: &'a Evaluator<'a, VIEWS>,
    automaton: &'a Automaton,
    bound: u32,
    /// The blank's cell before any move.
    start: u8,
    places: FxHashMap<P, Place>,
    open: Vec<Option<Box<Root<P, VIEWS>>>>,
    /// The places of open boards, those with the least f and among them the least cost first. A board to
    /// which a cheaper way is found is in it twice.
    queue: BinaryHeap<Reverse<(u32, u32, usize)>>,
    /// How many boards are open.
    count: usize,
}

impl<'a, P: Places, const VIEWS: usize> Frontier<'a, P, VIEWS> {
    /// A search from `root` that leaves out whatever `bound` cuts off.
    pub(crate) fn new(
        evaluator: &'a Evaluator<'a, VIEWS>,
        automaton: &'a Automaton,
        bound: u32,
        root: &Root<P, VIEWS>,
    ) -> Self {
        let mut frontier = Frontier {
            evaluator,
            automaton,
            bound,
            start: root.board.blank,
            places: FxHashMap::default(),
            open: Vec::new(),
            queue: BinaryHeap::new(),
            count: 0,
        };
        if root.f() <= bound {
            frontier.reach(root.clone());
        }
        frontier
    }

    /// Expands until at least `least` boards are open, fewer if there are no more, the goal is near or it
    /// has expanded [`PATIENCE`] times as many, and gives them, those with the least value first. Together they stand for the root.
    /// Counts what it expands and generates.
    pub(crate) fn grow(mut self, least: usize, counts: (&mut u64, &mut u64)) -> Vec<Root<P, VIEWS>> {
        let mut near = Vec::new();
        let most = *counts.0 + PATIENCE * least as u64;
        while self.count < least
            && *counts.0 < most
            && let Some(Reverse((_, cost, place))) = self.queue.pop()
        {
            let Some(root) = self.open[place].take() else { continue };
            if cost + 1 >= self.bound {
                near.push(root);
                continue;
            }
            self.count -= 1;
            let (children, generated) = root.children(self.evaluator, self.automaton, self.bound);
            *counts.0 += 1;
            *counts.1 += generated;
            self.places.insert(key(&root.board), Place::Closed(root.path));
            children.into_iter().for_each(|child| self.reach(child));
        }
        let mut roots: Vec<_> = self.open.iter_mut().filter_map(Option::take).chain(near).collect();
        let values = |root: &Root<P, VIEWS>| (root.value(), root.values().map(u32::from).iter().sum::<u32>());
        roots.sort_by(|one, other| {
            values(one).cmp(&values(other)).then_with(|| self.compare(&one.path, &other.path))
        });
        roots.into_iter().map(|root| *root).collect()
    }

    /// Opens a board, unless it was reached before by a path that is as small.
    fn reach(&mut self, root: Root<P, VIEWS>) {
        let place = self.open.len();
        let tiles = key(&root.board);
        if let Some(known) = self.places.get(&tiles) {
            let path = match known {
                Place::Open(at) => &self.open[*at].as_ref().expect("an open board").path,
                Place::Closed(path) => path,
            };
            if self.compare(path, &root.path).is_le() {
                return;
            }
        }
        if let Some(Place::Open(at)) = self.places.insert(tiles, Place::Open(place)) {
            self.open[at] = None;
            self.count -= 1;
        }
        self.queue.push(Reverse((root.f(), root.cost(), place)));
        self.open.push(Some(Box::new(root)));
        self.count += 1;
    }

    /// Orders two paths of the blank from the root: the shorter one first, then by directions.
    fn compare(&self, one: &[u8], other: &[u8]) -> Ordering {
        let differ = one.iter().zip(other).position(|(one, other)| one != other);
        let by_directions = differ.map_or(Ordering::Equal, |place| {
            let cell = place.checked_sub(1).map_or(self.start, |last| one[last]);
            let direction = |to| self.evaluator.ways(cell).iter().position(|&way| way == to);
            direction(one[place]).cmp(&direction(other[place]))
        });
        one.len().cmp(&other.len()).then(by_directions)
    }
}

/// The key of a board, in which the entry of the blank's cell is always the same.
fn key<P: Places>(board: &Named<P>) -> P {
    let mut tiles = board.tiles;
    tiles[board.blank as usize] = P::CELLS as u8;
    tiles
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::AtomicBool;

    use rustc_hash::FxHashSet;

    use super::*;
    use crate::board::Board;
    use crate::deepening::engine::{Engine, Options};
    use crate::deepening::iteration::Iteration;
    use crate::deepening::samples::{engine, random_boards};
    use crate::geometry::Geometry;

    /// Whether walks from the frontier reach the goal under `bound`.
    fn is_solved(engine: &Engine, start: &Board, bound: u32, least: usize) -> bool {
        let evaluator = Evaluator::<1>::new(engine.geometry, &engine.views);
        let root = Root::<[u8; 32], 1>::new(&evaluator, &engine.automaton, engine.named(start));
        let frontier = Frontier::new(&evaluator, &engine.automaton, bound, &root);
        let (mut expanded, mut generated) = (0, 0);
        let roots = frontier.grow(least, (&mut expanded, &mut generated));
        let boards: FxHashSet<_> = roots.iter().map(|root| key(&root.board)).collect();
        assert_eq!(boards.len(), roots.len(), "no board is open twice");
        assert!(roots.is_sorted_by_key(Root::value));
        assert!(roots.iter().all(|root| root.f() <= bound));
        let finished: Vec<_> = roots.iter().map(|_| AtomicBool::new(false)).collect();
        let iteration = Iteration::new(&evaluator, &engine.automaton, bound, &roots, &finished);
        iteration.work(&mut |_| ());
        iteration.into_solution().is_some_and(|path| {
            assert_eq!(path.len() as u32, bound);
            engine.moves(start, &path).len() == path.len()
        })
    }

    #[test]
    fn a_frontier_of_any_size_leads_to_the_goal_at_its_distance_and_not_before() {
        let flat = Geometry::new(3, 4, false);
        let torus = Geometry::new(3, 3, true);
        let engines = [
            engine(flat, &Board::blank_last(3, 4), &[&[0, 1, 2, 3], &[4, 5, 6, 7], &[8, 9, 10]]),
            engine(torus, &Board::blank_first(3, 3), &[&[1, 2], &[3, 4], &[5, 6], &[7, 8]]),
        ];
        let mut solved = 0;
        for engine in engines {
            for board in random_boards(engine.geometry, 12) {
                if !engine.is_solvable(&board) {
                    continue;
                }
                let found = engine.solve(&board, &Options::default(), &mut ());
                let distance = found.expect("a board of the right size").report.lower_bound;
                let step = if engine.geometry.is_bipartite() { 2 } else { 1 };
                for least in [1, 2, 30, 1000, 100_000] {
                    assert!(is_solved(&engine, &board, distance, least), "{board:?} with {least}");
                    assert!(distance < step || !is_solved(&engine, &board, distance - step, least));
                }
                solved += 1;
            }
        }
        assert!(solved > 6, "{solved} boards");
    }
}
