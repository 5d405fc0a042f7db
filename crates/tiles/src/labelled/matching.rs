//! The fewest steps that the tiles need, each by itself: those of one label are matched with the cells where a goal
//! has it, so that the sum of the distances is least.
//!
//! Where a line of tiles is one move, a move takes as many steps as the line has tiles, all of them down or up or all
//! to a side. So the steps down and up by themselves, divided by the longest such line, are a bound on the moves that
//! way, and the bounds for both ways add up.
//!
//! H. W. Kuhn, "The Hungarian method for the assignment problem" (1955), in the form with potentials that adds one
//! tile after the other, in time cubic in the tiles of a label.

use taquin_search::Cost;

use super::kinds::Kinds;
use crate::geometry::Cell;

/// Manhattan distance for tiles of which several may be alike, in moves.
#[derive(Clone, Debug)]
pub struct Matching {
    /// For each goal the steps of each kind.
    goals: Vec<Vec<Homes>>,
    /// Where moves take several tiles.
    lines: Option<Along>,
}

/// The steps down and up, and those to the sides.
#[derive(Clone, Debug)]
struct Along {
    goals: [Vec<Vec<Homes>>; 2],
    /// The most steps of one move.
    longest: [Cost; 2],
    /// Whether moves down or up and moves to the sides alternate: those of a single blank on a flat board do, since
    /// two along the same line would be one.
    alternate: bool,
}

/// Where a goal has the tiles of one kind.
#[derive(Clone, Debug)]
struct Homes {
    /// For each cell that is named the distance from every cell.
    named: Vec<Vec<u8>>,
    /// The distance from every cell to the nearest that is left open; `None` where no tile of the kind goes there.
    open: Option<Vec<u8>>,
}

impl Matching {
    /// The distances to the goals of `kinds`.
    #[must_use]
    pub fn new(kinds: &Kinds) -> Self {
        let (geometry, longest) = (kinds.geometry(), kinds.paths.longest());
        let cols = geometry.cols();
        let lines = (!kinds.paths.are_single()).then(|| Along {
            goals: [
                homes(kinds, &|cell, home| geometry.distance(cell / cols * cols, home / cols * cols)),
                homes(kinds, &|cell, home| geometry.distance(cell % cols, home % cols)),
            ],
            longest,
            alternate: kinds.blanks() == 1 && !geometry.is_torus(),
        });
        Matching { goals: homes(kinds, &|cell, home| geometry.distance(cell, home)), lines }
    }

    /// The fewest steps of the tiles of `wanted` kinds to a goal, by its index.
    pub(super) fn steps(&self, goal: usize, kinds: &[u8], wanted: impl Fn(u8) -> bool) -> Cost {
        steps(&self.goals[goal], kinds, wanted)
    }

    /// A lower bound on the moves to a goal, by its index.
    pub(super) fn moves(&self, goal: usize, kinds: &[u8]) -> Cost {
        let Some(Along { goals, longest, alternate }) = &self.lines else {
            return self.steps(goal, kinds, |_| true);
        };
        let [down, across] =
            [0, 1].map(|axis| steps(&goals[axis][goal], kinds, |_| true).div_ceil(longest[axis]));
        if *alternate && down != across { 2 * down.max(across) - 1 } else { down + across }
    }

    /// A lower bound on the moves to the nearest goal.
    #[must_use]
    pub fn distance(&self, kinds: &[u8]) -> Cost {
        (0..self.goals.len()).map(|goal| self.moves(goal, kinds)).min().unwrap_or(0)
    }

    /// The fewest steps to the nearest goal.
    #[must_use]
    pub fn fewest_steps(&self, kinds: &[u8]) -> Cost {
        (0..self.goals.len()).map(|goal| self.steps(goal, kinds, |_| true)).min().unwrap_or(0)
    }
}

/// For each goal where it has the tiles of each kind, with distances from cell to cell.
fn homes(kinds: &Kinds, distance: &dyn Fn(Cell, Cell) -> u32) -> Vec<Vec<Homes>> {
    let from_all = |home: usize| {
        let away = |cell| distance(cell as Cell, home as Cell) as u8;
        (0..kinds.cells()).map(away).collect::<Vec<u8>>()
    };
    let of_kind = |goal: &Vec<u64>, kind: usize| {
        let cells = |wanted: &dyn Fn(u64) -> bool| {
            let fitting = (0..goal.len()).filter(|&cell| wanted(goal[cell]));
            fitting.map(from_all).collect::<Vec<_>>()
        };
        let named = cells(&|set| set == 1 << kind);
        let open = cells(&|set| set != 1 << kind && set >> kind & 1 == 1);
        let nearest = |cell: usize| open.iter().map(|distances| distances[cell]).min().unwrap_or(0);
        let is_open = named.len() < kinds.counts[kind] as usize;
        Homes { open: is_open.then(|| (0..goal.len()).map(nearest).collect()), named }
    };
    let of_goal = |goal: &Vec<u64>| (1..kinds.counts.len()).map(|kind| of_kind(goal, kind)).collect();
    kinds.goals.iter().map(of_goal).collect()
}

fn steps(goal: &[Homes], kinds: &[u8], wanted: impl Fn(u8) -> bool) -> Cost {
    let homes = goal.iter().zip(1..).filter(|(_, kind)| wanted(*kind));
    homes.map(|(homes, kind)| homes.steps(kinds, kind)).sum()
}

impl Homes {
    fn steps(&self, kinds: &[u8], kind: u8) -> Cost {
        let tiles = kinds.iter().enumerate().filter(|&(_, &other)| other == kind).map(|(cell, _)| cell);
        match (&self.named[..], &self.open) {
            ([], Some(open)) => tiles.map(|cell| Cost::from(open[cell])).sum(),
            ([only], None) => tiles.map(|cell| Cost::from(only[cell])).sum(),
            (named, open) => {
                let tiles: Vec<usize> = tiles.collect();
                let cost = |tile: usize, home: usize| {
                    let distances = named.get(home).or(open.as_ref()).expect("a home for every tile");
                    i32::from(distances[tiles[tile]])
                };
                assignment(tiles.len(), cost)
            }
        }
    }
}

/// The least cost of giving each of `n` tiles another of `n` homes.
fn assignment(n: usize, cost: impl Fn(usize, usize) -> i32) -> Cost {
    const NONE: usize = usize::MAX;
    let (mut of_tile, mut of_home) = (vec![0; n], vec![0; n + 1]);
    // The tile that each home has; the last is where the tile that is added waits.
    let mut taken = vec![NONE; n + 1];
    for tile in 0..n {
        taken[n] = tile;
        let mut home = n;
        let (mut least, mut before, mut used) = (vec![i32::MAX; n], vec![n; n], vec![false; n + 1]);
        while taken[home] != NONE {
            used[home] = true;
            let (current, mut step, mut nearest) = (taken[home], i32::MAX, n);
            for other in (0..n).filter(|&other| !used[other]) {
                let reduced = cost(current, other) - of_tile[current] - of_home[other];
                if reduced < least[other] {
                    (least[other], before[other]) = (reduced, home);
                }
                if least[other] < step {
                    (step, nearest) = (least[other], other);
                }
            }
            for other in 0..=n {
                if used[other] {
                    of_tile[taken[other]] += step;
                    of_home[other] -= step;
                } else if other < n {
                    least[other] -= step;
                }
            }
            home = nearest;
        }
        while home != n {
            taken[home] = taken[before[home]];
            home = before[home];
        }
    }
    (0..n).map(|home| cost(taken[home], home) as Cost).sum()
}

#[cfg(test)]
mod tests {
    use super::assignment;

    /// The least cost by trying every order.
    fn tried(costs: &[Vec<i32>], free: &mut Vec<usize>) -> i32 {
        let Some((row, rows)) = costs.split_first() else { return 0 };
        let all = (0..free.len()).map(|at| {
            let home = free.remove(at);
            let cost = row[home] + tried(rows, free);
            free.insert(at, home);
            cost
        });
        all.collect::<Vec<_>>().into_iter().min().unwrap_or(0)
    }

    #[test]
    fn the_matching_is_the_cheapest() {
        let mut number = 7_u64;
        for n in 1..7 {
            for _ in 0..100 {
                let mut next = || {
                    number = number
                        .wrapping_mul(6_364_136_223_846_793_005)
                        .wrapping_add(1_442_695_040_888_963_407);
                    (number >> 60) as i32
                };
                let costs: Vec<Vec<i32>> = (0..n).map(|_| (0..n).map(|_| next()).collect()).collect();
                let least = tried(&costs, &mut (0..n).collect());
                assert_eq!(assignment(n, |tile, home| costs[tile][home]), least as u32);
            }
        }
    }
}
