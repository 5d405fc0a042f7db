//! Breadth-first search over a pattern's [`PatternSpace`], a whole block of states at a time.
//!
//! A block's part of the next frontier (`frontier`) is gathered from the blocks around it: each gives its
//! part of the frontier, turned by the slide between them (`turning`).

use std::sync::Arc;

use taquin_search::{Estimate, Progress, Stats};

use super::frontier::TableBuild;
use super::space::PatternSpace;
use super::table::{Pattern, Summary, Table};
use super::turning::{Link, Turn, turns};

/// Builds tables over one space; what does not depend on the tiles is computed once.
#[derive(Debug)]
pub struct Builder {
    pub(super) space: Arc<PatternSpace>,
    /// The slides into each block: `links[starts[block]..starts[block + 1]]`.
    pub(super) links: Vec<Link>,
    pub(super) starts: Vec<u32>,
    pub(super) turns: Vec<Turn>,
}

impl Builder {
    /// A builder for the tables over `space`.
    #[must_use]
    pub fn new(space: Arc<PatternSpace>) -> Self {
        let tiles = space.tiles() as u8;
        let turns = turns(&space.arrangements);
        let mut links = Vec::new();
        let mut starts = vec![0];
        for block in 0..space.blocks.len() as u32 {
            // A slide out of the block, undone, is a slide into it.
            let into = |slide: super::space::Slide| Link {
                source: slide.block,
                turn: slide.new_place * tiles + slide.place,
            };
            links.extend(space.slides(block).map(into));
            starts.push(links.len() as u32);
        }
        Builder { space, links, starts, turns }
    }

    /// The bytes that it takes to build a table over `space`: the table, the frontier and the slides.
    #[must_use]
    pub fn bytes(space: &PatternSpace) -> usize {
        let frontiers = if space.is_bipartite() { 1 } else { 2 };
        let words = space.blocks.len() * space.arrangements.words() * size_of::<u32>();
        // Each tile has about two neighbours in the blank's region at most.
        let links = space.blocks.len() * space.tiles() * 2 * size_of::<Link>();
        Table::bytes(space) + frontiers * words + links
    }

    /// The distances of all states from `pattern`'s goal, computed on `threads` threads. After each distance
    /// `progress` is called with the number of states reached; if it breaks, the result is `None`.
    pub fn build(&self, pattern: Pattern, threads: usize, progress: &mut dyn Progress) -> Option<Table> {
        match self.space.arrangements.outer.count {
            1 => self.build_sized::<1>(pattern, threads, progress),
            2 => self.build_sized::<2>(pattern, threads, progress),
            6 => self.build_sized::<6>(pattern, threads, progress),
            24 => self.build_sized::<24>(pattern, threads, progress),
            120 => self.build_sized::<120>(pattern, threads, progress),
            count => unreachable!("{count} orders of the outer tiles"),
        }
    }

    fn build_sized<const OUTER: usize>(
        &self,
        pattern: Pattern,
        threads: usize,
        progress: &mut dyn Progress,
    ) -> Option<Table> {
        let space = &*self.space;
        let mut search = TableBuild::<OUTER>::new(self, &pattern);
        let mut tally = Tally::default();
        tally.add(0, search.seed, 1);
        loop {
            let distance = tally.levels.len() as u32;
            let (weight, count) = search.advance(distance, threads);
            if count == 0 {
                break;
            }
            tally.add(distance, weight, count);
            progress.bound(distance);
            progress.estimate(&Estimate { total: Some(space.states() as f64), ..Estimate::default() });
            if progress.tick(&Stats { expanded: tally.reached, ..Stats::default() }).is_break() {
                return None;
            }
        }
        let summary = tally.summary();
        Some(Table::new(self.space.clone(), pattern, search.table, summary))
    }
}

/// The counts of a build.
#[derive(Default)]
struct Tally {
    levels: Vec<u64>,
    reached: u64,
    weight: u64,
    weighted: u64,
}

impl Tally {
    /// Adds a level of `count` states that stand for `weight` cells of the blank.
    fn add(&mut self, distance: u32, weight: u64, count: u64) {
        self.levels.push(count);
        self.reached += count;
        self.weight += weight;
        self.weighted += weight * u64::from(distance);
    }

    fn summary(&self) -> Summary {
        Summary {
            mean: self.weighted as f64 / self.weight as f64,
            largest: self.levels.len() as u32 - 1,
            states: self.reached,
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::{HashMap, VecDeque};

    use std::ops::ControlFlow;

    use taquin_search::Ask;

    use super::*;
    use crate::geometry::Geometry;
    use crate::pattern::elements;

    /// The distances of all placements of the pattern's tiles and the blank, by a search that knows
    /// nothing of regions and blocks: moves of the blank through other cells are free.
    fn placements(space: &PatternSpace, pattern: &Pattern) -> HashMap<(Vec<u32>, u32), u32> {
        let goal = (pattern.cells().collect::<Vec<_>>(), pattern.blank());
        let mut distances = HashMap::from([(goal.clone(), 0)]);
        let mut open = VecDeque::from([(goal, 0)]);
        while let Some(((tiles, blank), distance)) = open.pop_front() {
            if distances[&(tiles.clone(), blank)] < distance {
                continue;
            }
            for next in elements(space.neighbors(blank)) {
                let mut moved = tiles.clone();
                let tile = moved.iter_mut().find(|cell| **cell == next);
                let cost = u32::from(tile.is_some());
                if let Some(cell) = tile {
                    *cell = blank;
                }
                let state = (moved, next);
                if distances.get(&state).is_none_or(|&known| known > distance + cost) {
                    distances.insert(state.clone(), distance + cost);
                    let entry = (state, distance + cost);
                    if cost == 0 { open.push_front(entry) } else { open.push_back(entry) }
                }
            }
        }
        distances
    }

    fn check(rows: u32, cols: u32, torus: bool, tiles: &[u32], blank: u32) {
        let space = Arc::new(PatternSpace::new(Geometry::new(rows, cols, torus), tiles.len()));
        let pattern = Pattern::new(tiles.iter().copied(), blank);
        let builder = Builder::new(space.clone());
        let table = builder.build(pattern, 2, &mut ()).expect("never told to stop");
        let expected = placements(&space, &pattern);
        let home: Vec<u32> = pattern.cells().collect();
        for ((cells, blank), &distance) in &expected {
            let cell_of = |goal| cells[home.iter().position(|&cell| cell == goal).expect("a tile")];
            assert_eq!(table.distance(cell_of, *blank), distance, "{cells:?} {blank}");
        }
        let sum: u32 = expected.values().sum();
        let mean = f64::from(sum) / expected.len() as f64;
        assert!((table.summary().mean - mean).abs() < 1e-9);
        assert_eq!(Some(&table.summary().largest), expected.values().max());
    }

    #[test]
    fn distances_are_those_of_a_plain_search() {
        check(3, 3, false, &[1, 2, 3, 4], 0);
        check(3, 3, false, &[0, 1, 3, 5, 7], 8);
        check(3, 3, false, &[0, 8, 4], 2);
        check(3, 3, true, &[1, 2, 3, 4], 0);
        check(3, 4, false, &[1, 4, 5, 8], 0);
        check(2, 4, true, &[1, 4, 5, 6, 7], 0);
        check(2, 5, false, &[1, 2, 3, 7, 8], 9);
        check(2, 3, true, &[0, 1, 2], 3);
        check(1, 4, false, &[0, 1], 3);
        check(1, 5, true, &[0, 1, 2, 3], 4);
    }

    #[test]
    fn distances_on_large_boards_are_those_of_a_plain_search() {
        check(6, 6, false, &[0, 7], 35);
        check(7, 7, true, &[13, 48], 0);
        check(8, 8, false, &[62, 55], 63);
        check(3, 9, false, &[0, 9, 10], 1);
        check(2, 20, false, &[1, 21], 0);
    }

    #[test]
    fn a_build_can_be_given_up() {
        let builder = Builder::new(Arc::new(PatternSpace::new(Geometry::new(3, 3, false), 4)));
        assert!(builder.build(Pattern::new(1..5, 0), 1, &mut Ask(|| ControlFlow::Break(()))).is_none());
    }
}
