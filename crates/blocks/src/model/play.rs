//! Playing by hand: where a piece can go, and the puzzle after the move.

use std::collections::{HashMap, HashSet, VecDeque};

use crate::model::grid::{Cell, Direction, Ground};
use crate::model::problem::Problem;

/// A way that a piece can take while all others stand still.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Route {
    /// Where its anchor ends.
    pub to: Cell,
    /// The steps; none for a flight.
    pub path: Vec<Direction>,
}

impl Problem {
    /// Everywhere that `piece` can go while all others stand still, nearest first, by a shortest
    /// way; then where it can only fly.
    #[must_use]
    pub fn ways(&self, piece: usize) -> Vec<Route> {
        let grid = self.grid();
        let kind = &self.kinds()[self.kind_of(piece)];
        let others = self.pieces().iter().enumerate().filter(|&(other, _)| other != piece);
        let taken: HashSet<Cell> = others.flat_map(|(_, other)| other.cells.iter().copied()).collect();
        let free = |cell: Cell| match grid.ground(cell) {
            Ground::Wall => false,
            Ground::Gate => kind.motion.gates && !taken.contains(&cell),
            Ground::Floor => !taken.contains(&cell),
        };
        let fits =
            |anchor| kind.shape.cells_at(grid, anchor).filter(|cells| cells.iter().all(|&cell| free(cell)));
        let covered = |anchor| {
            fits(anchor).map(|mut cells| {
                cells.sort_unstable();
                cells
            })
        };
        let start = self.anchor_of(piece);
        let mut seen: HashSet<Vec<Cell>> = covered(start).into_iter().collect();
        let mut paths: HashMap<Cell, Vec<Direction>> = HashMap::from([(start, vec![])]);
        let mut queue = VecDeque::from([start]);
        let mut ways = vec![];
        while let Some(at) = queue.pop_front() {
            for direction in Direction::ALL {
                let (down, right) = direction.delta();
                let may = if down == 0 { kind.motion.horizontal } else { kind.motion.vertical };
                let Some(to) = grid.offset(at, down, right).filter(|_| may) else { continue };
                // Around a torus a piece may come to cover the same cells with another anchor.
                if covered(to).is_some_and(|cells| seen.insert(cells)) {
                    let mut path = paths[&at].clone();
                    path.push(direction);
                    ways.push(Route { to, path: path.clone() });
                    paths.insert(to, path);
                    queue.push_back(to);
                }
            }
        }
        if kind.motion.flies {
            let landings = grid.cells().filter(|&cell| covered(cell).is_some_and(|cells| seen.insert(cells)));
            ways.extend(landings.collect::<Vec<_>>().into_iter().map(|to| Route { to, path: vec![] }));
        }
        ways
    }

    /// The puzzle after `piece` went to `anchor`, which must be free for it.
    ///
    /// # Panics
    /// If the piece does not fit there.
    #[must_use]
    pub fn with_piece_at(mut self, piece: usize, anchor: Cell) -> Problem {
        let cells = self.cells_of(self.kind_of(piece), anchor);
        self.place(piece, anchor, cells);
        self
    }

    /// Whether the pieces satisfy the goal where they stand. Without a goal they never do.
    #[must_use]
    pub fn is_solved(&self) -> bool {
        let met = |&(kind, anchor): &(usize, Cell)| {
            (0..self.pieces().len())
                .any(|piece| self.kind_of(piece) == kind && self.anchor_of(piece) == anchor)
        };
        !self.goal().is_empty() && self.goal().iter().all(met)
    }
}

#[cfg(test)]
mod tests {
    use crate::format::plain;

    #[test]
    fn ways_go_around_corners_and_stop_at_pieces() {
        let problem = plain::parse("a..\n.b.\n..#\ngoal: .../.../aa#").unwrap_err();
        assert!(problem.to_string().contains("shape"));
        let problem = plain::parse("a..\n.b.\n..#\ngoal: .../.../.a#").expect("a puzzle");
        let ways = problem.ways(0);
        assert_eq!(ways.len(), 6);
        assert!(!problem.is_solved());
        let there = ways.iter().find(|way| way.to == problem.grid().cell(2, 1)).expect("within reach");
        assert_eq!(there.path.len(), 3);
        assert!(problem.with_piece_at(0, there.to).is_solved());
    }

    #[test]
    fn a_ring_around_a_torus_goes_nowhere_sideways() {
        let problem = plain::parse("wrap: both\naaa\n...\n").expect("a puzzle");
        assert_eq!(problem.ways(0).len(), 1);
        let problem = plain::parse("fly: a\na#\n#.\n").expect("a puzzle");
        assert_eq!(problem.ways(0).len(), 1);
        assert!(problem.ways(0)[0].path.is_empty());
    }
}
