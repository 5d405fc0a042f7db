//! How far the goal pieces would have to travel if they were alone on the board.
//!
//! Each move moves one piece, so the distances of different pieces add up. Under the unit metric and
//! without walls this is the Manhattan distance.

use std::collections::VecDeque;

use taquin_search::{Cost, Heuristic};

use crate::compiled::atlas::{NOWHERE, SpotId};
use crate::compiled::blocks::{Blocks, Move};
use crate::compiled::word::Word;
use crate::model::metric::Metric;

/// The travel of the goal pieces as a lower bound.
#[derive(Clone, Debug)]
pub struct Travel {
    /// By target, then by spot of its group: the moves to the target.
    tables: Vec<Table>,
}

#[derive(Clone, Debug)]
struct Table {
    first: SpotId,
    /// Whether the group has a single piece, so that a move changes the sum by a difference.
    single: bool,
    distance: Vec<Cost>,
}

/// More than any distance on a board: the target is out of reach of this spot.
const UNREACHABLE: Cost = Cost::MAX / 1024;

impl Travel {
    /// The table of `blocks`.
    #[must_use]
    pub fn new<O: Word, C: Word>(blocks: &Blocks<O, C>) -> Self {
        let mut tables = vec![];
        for group in &blocks.atlas.groups {
            let flies = blocks.problem().kinds()[group.kind].motion.flies;
            let single = group.single;
            for &target in &group.goal {
                let spots = &blocks.atlas.spots[usize::from(group.first)..][..group.len];
                let steps: Vec<[SpotId; 4]> = spots.iter().map(|spot| spot.next).collect();
                let distance = distances(&steps, group.first, target, blocks.metric(), flies);
                tables.push(Table { first: group.first, single, distance });
            }
        }
        Travel { tables }
    }
}

impl Table {
    fn at(&self, spot: SpotId) -> Option<Cost> {
        self.distance.get(usize::from(spot.checked_sub(self.first)?)).copied()
    }
}

/// The moves from every spot of a group to `target` on a board without other pieces.
fn distances(steps: &[[SpotId; 4]], first: SpotId, target: SpotId, metric: Metric, flies: bool) -> Vec<Cost> {
    let mut distance = vec![UNREACHABLE; steps.len()];
    let target = usize::from(target - first);
    distance[target] = 0;
    let mut queue = VecDeque::from([target]);
    while let Some(at) = queue.pop_front() {
        let mut reach = |to: usize, queue: &mut VecDeque<usize>| {
            if distance[to] == UNREACHABLE {
                // Any continuous travel is one move, so all that is connected is one move away.
                distance[to] = if metric == Metric::Finger { 1 } else { distance[at] + 1 };
                queue.push_back(to);
            }
        };
        if flies {
            (0..steps.len()).for_each(|to| reach(to, &mut queue));
            continue;
        }
        for (direction, &next) in steps[at].iter().enumerate() {
            let mut to = next;
            while to != NOWHERE {
                let index = usize::from(to - first);
                reach(index, &mut queue);
                to = steps[index][direction];
                if metric != Metric::Straight || index == at {
                    break;
                }
            }
        }
    }
    distance
}

impl<O: Word, C: Word> Heuristic<Blocks<O, C>> for Travel {
    type Memo = Cost;

    fn start(&self, blocks: &Blocks<O, C>, state: &C) -> Cost {
        let nearest = |table: &Table| {
            let mut least = UNREACHABLE;
            blocks.each_spot(*state, |spot| least = least.min(table.at(spot).unwrap_or(UNREACHABLE)));
            least
        };
        // Every target needs a piece of its own, which is at least as far away as the nearest.
        self.tables.iter().map(nearest).sum()
    }

    fn step(&self, blocks: &Blocks<O, C>, before: Cost, after: &C, mv: Move) -> Cost {
        let mut sum = before;
        for table in &self.tables {
            let (Some(from), Some(to)) = (table.at(mv.from), table.at(mv.to)) else { continue };
            if !table.single {
                return self.start(blocks, after);
            }
            sum = sum - from + to;
        }
        sum
    }

    fn value(&self, memo: Cost) -> Cost {
        memo
    }
}
