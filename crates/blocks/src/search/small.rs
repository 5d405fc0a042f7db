//! Many small searches in a row, without freeing memory in between.

use taquin_search::Cost;

use crate::compiled::blocks::Blocks;
use crate::compiled::word::Word;

/// A breadth-first search whose tables are kept for the next one.
///
/// Invariant: slots of the table whose stamp is not the current one are free.
#[derive(Clone, Debug)]
pub struct SmallSearch<O, C> {
    /// The states with their empty cells, in the order in which they were found.
    nodes: Vec<(C, O)>,
    /// Where the neighbours of each expanded node begin.
    begins: Vec<u32>,
    neighbours: Vec<u32>,
    /// A stamp and the number of a node.
    slots: Vec<(u32, u32)>,
    stamp: u32,
    distances: Vec<Cost>,
    queue: Vec<u32>,
}

impl<O, C> Default for SmallSearch<O, C> {
    fn default() -> Self {
        SmallSearch {
            nodes: vec![],
            begins: vec![],
            neighbours: vec![],
            slots: vec![(0, 0); 1 << 8],
            stamp: 0,
            distances: vec![],
            queue: vec![],
        }
    }
}

impl<O: Word, C: Word> SmallSearch<O, C> {
    /// How many states the last search found.
    #[must_use]
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// Whether there was no search yet.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.nodes.is_empty()
    }

    /// The states that the last search found, nearest first.
    pub fn states(&self) -> impl Iterator<Item = C> + '_ {
        self.nodes.iter().map(|node| node.0)
    }

    fn restart(&mut self, blocks: &Blocks<O, C>, start: C) {
        self.nodes.clear();
        self.begins.clear();
        self.neighbours.clear();
        if self.stamp == u32::MAX {
            self.slots.fill((0, 0));
            self.stamp = 0;
        }
        self.stamp += 1;
        self.insert(start, || blocks.empty(start));
    }

    /// The number of the node for `state`, a new one if need be.
    #[inline]
    fn insert(&mut self, state: C, empty: impl FnOnce() -> O) -> u32 {
        if 2 * self.nodes.len() >= self.slots.len() {
            self.grow();
        }
        let at = self.slot(state);
        if self.slots[at].0 == self.stamp {
            return self.slots[at].1;
        }
        let node = self.nodes.len() as u32;
        self.slots[at] = (self.stamp, node);
        self.nodes.push((state, empty()));
        node
    }

    /// The slot of `state`, or the free one where it belongs.
    #[inline]
    fn slot(&self, state: C) -> usize {
        let mask = self.slots.len() - 1;
        let mut at = (state.mixed() >> 32) as usize & mask;
        while self.slots[at].0 == self.stamp && self.nodes[self.slots[at].1 as usize].0 != state {
            at = (at + 1) & mask;
        }
        at
    }

    #[cold]
    fn grow(&mut self) {
        self.slots = vec![(0, 0); 2 * self.slots.len()];
        self.stamp = 1;
        for node in 0..self.nodes.len() {
            let at = self.slot(self.nodes[node].0);
            self.slots[at] = (self.stamp, node as u32);
        }
    }

    /// Finds everything within reach of `start`; gives up, and says so, if `refuse` holds of a state.
    pub fn explore(&mut self, blocks: &Blocks<O, C>, start: C, refuse: impl Fn(C) -> bool) -> bool {
        self.explore_up_to(blocks, start, usize::MAX, refuse)
    }

    /// The same, giving up also where there are more than `most` states.
    pub fn explore_up_to(
        &mut self,
        blocks: &Blocks<O, C>,
        start: C,
        most: usize,
        refuse: impl Fn(C) -> bool,
    ) -> bool {
        self.restart(blocks, start);
        let mut node = 0;
        while node < self.nodes.len() {
            if self.nodes.len() > most {
                return false;
            }
            let (state, empty) = self.nodes[node];
            self.begins.push(self.neighbours.len() as u32);
            let mut refused = false;
            blocks.each_move_into(state, empty, |mv, after| {
                refused = refused || refuse(after);
                if !refused {
                    let neighbour = self.insert(after, || blocks.empty_after(empty, mv));
                    self.neighbours.push(neighbour);
                }
            });
            if refused {
                return false;
            }
            node += 1;
        }
        self.begins.push(self.neighbours.len() as u32);
        true
    }

    /// The state that is farthest from those for which `goal` holds, of several the one with the
    /// smallest `key`, and its distance; `None` if there is no goal. The last search must have found
    /// everything.
    pub fn farthest_from<K: Ord>(
        &mut self,
        goal: impl Fn(C) -> bool,
        key: impl Fn(C) -> K,
    ) -> Option<(C, Cost)> {
        self.queue.clear();
        self.distances.clear();
        self.distances.resize(self.nodes.len(), Cost::MAX);
        for (node, &(state, _)) in self.nodes.iter().enumerate() {
            if goal(state) {
                self.distances[node] = 0;
                self.queue.push(node as u32);
            }
        }
        let mut at = 0;
        while at < self.queue.len() {
            let node = self.queue[at] as usize;
            for &neighbour in &self.neighbours[self.begins[node] as usize..self.begins[node + 1] as usize] {
                if self.distances[neighbour as usize] == Cost::MAX {
                    self.distances[neighbour as usize] = self.distances[node] + 1;
                    self.queue.push(neighbour);
                }
            }
            at += 1;
        }
        let depth = self.distances[*self.queue.last()? as usize];
        let farthest = self.queue.iter().rev().take_while(|&&node| self.distances[node as usize] == depth);
        let farthest = farthest.map(|&node| self.nodes[node as usize].0);
        farthest.min_by_key(|&state| key(state)).map(|state| (state, depth))
    }

    /// Whether `goal` holds of a state within `most` moves of `start`.
    pub fn reaches(&mut self, blocks: &Blocks<O, C>, start: C, most: Cost, goal: impl Fn(C) -> bool) -> bool {
        self.restart(blocks, start);
        let mut begin = 0;
        let mut found = goal(start);
        for _ in 0..most {
            let end = self.nodes.len();
            for node in begin..end {
                if found {
                    return true;
                }
                let (state, empty) = self.nodes[node];
                blocks.each_move_into(state, empty, |mv, after| {
                    found |= goal(after);
                    self.insert(after, || blocks.empty_after(empty, mv));
                });
            }
            begin = end;
        }
        found
    }
}
