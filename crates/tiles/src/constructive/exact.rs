//! The shortest solution of a rectangle of at most 3 x 3 cells: IDA* with the Manhattan distance.

use crate::geometry::Direction;

/// The most cells of the rectangle.
pub(super) const MOST_CELLS: usize = 9;

/// A small rectangle to be put in order.
#[derive(Clone, Debug)]
pub(super) struct Puzzle {
    pub(super) height: usize,
    pub(super) width: usize,
    /// For each cell the goal cell of what stands there, the blank included.
    pub(super) goals: [u8; MOST_CELLS],
    /// Where the blank is.
    pub(super) blank: usize,
}

/// The search in a rectangle.
#[derive(Debug)]
pub(super) struct Exact {
    puzzle: Puzzle,
    blank_goal: usize,
    path: Vec<Direction>,
}

impl Exact {
    pub(super) fn new(puzzle: Puzzle) -> Self {
        let blank_goal = puzzle.goals[puzzle.blank] as usize;
        Exact { puzzle, blank_goal, path: Vec::new() }
    }

    /// The sum of the distances of the tiles, without the blank.
    fn manhattan(&self) -> u32 {
        let cells = 0..self.puzzle.height * self.puzzle.width;
        cells.filter(|&cell| cell != self.puzzle.blank).map(|cell| self.distance(cell, cell)).sum()
    }

    /// The shortest way. There must be one.
    pub(super) fn solve(&mut self) -> &[Direction] {
        let start = self.manhattan();
        // Every move takes the blank to the other colour, so the length is as odd as its way.
        let way = self.steps(self.puzzle.blank, self.blank_goal);
        let mut bound = start + (start + way) % 2;
        while !self.deepen(start, bound, None) {
            bound += 2;
        }
        &self.path
    }

    fn deepen(&mut self, estimate: u32, left: u32, came: Option<Direction>) -> bool {
        if estimate == 0 && self.puzzle.blank == self.blank_goal {
            return true;
        }
        let blank = self.puzzle.blank;
        let (row, col) = (blank / self.puzzle.width, blank % self.puzzle.width);
        for direction in Direction::ALL {
            if came.is_some_and(|came| came as u8 ^ 2 == direction as u8) {
                continue;
            }
            let next = match direction {
                Direction::Up if row > 0 => blank - self.puzzle.width,
                Direction::Left if col > 0 => blank - 1,
                Direction::Down if row + 1 < self.puzzle.height => blank + self.puzzle.width,
                Direction::Right if col + 1 < self.puzzle.width => blank + 1,
                _ => continue,
            };
            let estimate = estimate - self.distance(next, next) + self.distance(next, blank);
            if estimate + 1 > left {
                continue;
            }
            self.slide(next);
            self.path.push(direction);
            if self.deepen(estimate, left - 1, Some(direction)) {
                return true;
            }
            self.path.pop();
            self.slide(blank);
        }
        false
    }

    fn slide(&mut self, next: usize) {
        self.puzzle.goals.swap(self.puzzle.blank, next);
        self.puzzle.blank = next;
    }

    /// How far the tile of `cell` would be from its goal at `place`.
    fn distance(&self, cell: usize, place: usize) -> u32 {
        self.steps(self.puzzle.goals[cell] as usize, place)
    }

    fn steps(&self, a: usize, b: usize) -> u32 {
        let width = self.puzzle.width;
        ((a / width).abs_diff(b / width) + (a % width).abs_diff(b % width)) as u32
    }
}
