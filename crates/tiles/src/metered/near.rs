//! Short solutions in the moves of a metric, where shortest ones are out of reach.
//!
//! Beam searches of growing width go through the positions layer by layer and keep those that look nearest: by the steps
//! of their tiles, and by the pairs of tiles that have to pass each other. Then stretches of a solution are replaced by
//! shortest ones, until none can be.

use rustc_hash::FxHashSet;
use taquin_search::{Cost, Limit, Limits, Meter, Outcome, Puzzle, bidirectional};

use super::Metered;
use crate::board::Board;
use crate::cells::Cells;
use crate::geometry::Cell;
use crate::packed::Packed25;
use crate::paths::Slide;
use crate::puzzle::Move;

/// The positions of a layer that the first beam keeps; each other one keeps twice as many as the one before.
const WIDTH: usize = 500;

/// The most positions of a layer: beams of more take too much memory.
const MOST_WIDTH: usize = 64_000;

/// The lengths of the stretches that are replaced.
const STRETCHES: [usize; 3] = [6, 8, 10];

/// A position of a layer, and how it was reached.
#[derive(Clone, Copy)]
struct Reached {
    state: Packed25,
    /// The position before, in the layer before, and the move from there.
    parent: u32,
    slide: Slide,
    /// How far it looks.
    away: u32,
}

/// Looks for shorter and shorter solutions than `moves`, which lead from `start` to the goal of `puzzle`, until a limit
/// is reached or nothing is found any more; `told` receives the length of each. Returns the shortest and the number of
/// expansions.
pub fn shortened(
    puzzle: &Metered,
    start: &Board,
    moves: &[Move],
    limits: &Limits,
    told: &mut dyn FnMut(Cost),
) -> (Vec<Move>, u64) {
    let guide = Guide::new(puzzle);
    let start = Packed25::from_board(start);
    let best = puzzle.paths.joined(moves);
    let mut shortener =
        Shortener { puzzle, guide, start, best, limits, meter: Meter::start(limits), expanded: 0, told };
    // Whatever ends it, the best solution is whole.
    let _ = shortener.run();
    let moves = shortener.best.iter().flat_map(|&slide| puzzle.singles(slide)).collect();
    (moves, shortener.expanded)
}

/// Tells how far a position looks from the goal.
struct Guide {
    /// By tile.
    homes: Vec<Home>,
    /// The cells row by row, and column by column.
    orders: [Vec<Cell>; 2],
    /// The rows and the columns, if their order counts.
    lines: [usize; 2],
}

/// Where a tile is at the goal.
struct Home {
    /// Its row and its column.
    lines: [usize; 2],
    /// The steps from every cell.
    steps: Vec<u32>,
}

impl Guide {
    fn new(puzzle: &Metered) -> Self {
        let geometry = &puzzle.geometry;
        let (rows, cols) = (geometry.rows(), geometry.cols());
        let cells = 0..rows * cols;
        let home = |tile: u32| {
            let home = cells.clone().find(|&cell| puzzle.goal.tile(cell) == tile).expect("a permutation");
            let steps = cells.clone().map(|cell| geometry.distance(cell, home)).collect();
            Home { lines: [(home / cols) as usize, (home % cols) as usize], steps }
        };
        let across = (0..cols).flat_map(|col| (0..rows).map(move |row| row * cols + col));
        let lines = if geometry.is_torus() { [0; 2] } else { [rows as usize, cols as usize] };
        Guide {
            homes: cells.clone().map(home).collect(),
            orders: [cells.clone().collect(), across.collect()],
            lines,
        }
    }

    /// Twice the steps of the tiles, and on a flat board the differences of all pairs of rows of which the larger comes
    /// first, where the goal rows of the tiles are taken row by row, and likewise of columns.
    fn away(&self, state: &Packed25) -> u32 {
        let mut away = 0;
        for (axis, order) in self.orders.iter().enumerate() {
            let mut counts = [0; Packed25::MAX_CELLS as usize];
            for &cell in order {
                let tile = state.tile(cell);
                if tile == 0 {
                    continue;
                }
                let Home { lines, steps } = &self.homes[tile as usize];
                let line = lines[axis];
                away += steps[cell as usize];
                away += (line + 1..self.lines[axis])
                    .map(|larger| (larger - line) as u32 * counts[larger])
                    .sum::<u32>();
                counts[line] += 1;
            }
        }
        away
    }
}

struct Shortener<'a> {
    puzzle: &'a Metered,
    guide: Guide,
    start: Packed25,
    /// The shortest solution known.
    best: Vec<Slide>,
    limits: &'a Limits,
    meter: Meter<'a>,
    expanded: u64,
    told: &'a mut dyn FnMut(Cost),
}

impl Shortener<'_> {
    fn run(&mut self) -> Result<(), Limit> {
        self.replace_stretches(self.best.clone())?;
        let mut width = WIDTH;
        while width <= MOST_WIDTH {
            let (found, is_whole) = self.beam(width)?;
            if let Some(path) = found {
                self.replace_stretches(path)?;
            }
            if is_whole {
                break;
            }
            width *= 2;
        }
        Ok(())
    }

    /// Keeps a solution that is shorter than the best.
    fn keep(&mut self, path: &[Slide]) {
        if path.len() < self.best.len() {
            self.best = path.to_vec();
            (self.told)(path.len() as Cost);
        }
    }

    /// A solution shorter than the best by `width` positions a layer, and whether no position was left out.
    fn beam(&mut self, width: usize) -> Result<(Option<Vec<Slide>>, bool), Limit> {
        let puzzle = self.puzzle;
        let mut seen = FxHashSet::from_iter([self.start]);
        let mut layer = vec![self.start];
        let mut before: Vec<Vec<(u32, Slide)>> = Vec::new();
        let mut is_whole = true;
        while before.len() + 1 < self.best.len() && !layer.is_empty() {
            let mut next: Vec<Reached> = Vec::new();
            for (parent, state) in (0..).zip(&layer) {
                self.expanded += 1;
                if self.meter.due(self.expanded) {
                    let bytes =
                        seen.capacity() * size_of::<Packed25>() + next.capacity() * size_of::<Reached>();
                    self.meter.check(self.expanded, bytes)?;
                }
                for slide in puzzle.moves(state) {
                    let state = puzzle.successor(state, slide);
                    if !seen.insert(state) {
                        continue;
                    }
                    if state == puzzle.goal {
                        let mut path = vec![slide];
                        let mut at = parent;
                        for layer in before.iter().rev() {
                            let (parent, slide) = layer[at as usize];
                            path.push(slide);
                            at = parent;
                        }
                        path.reverse();
                        return Ok((Some(path), is_whole));
                    }
                    next.push(Reached { state, parent, slide, away: self.guide.away(&state) });
                }
            }
            if next.len() > width {
                is_whole = false;
                next.select_nth_unstable_by_key(width, |reached| reached.away);
                next.truncate(width);
            }
            layer = next.iter().map(|reached| reached.state).collect();
            before.push(next.iter().map(|reached| (reached.parent, reached.slide)).collect());
        }
        Ok((None, is_whole))
    }

    /// Replaces stretches of a solution by shortest ones.
    fn replace_stretches(&mut self, mut path: Vec<Slide>) -> Result<(), Limit> {
        self.keep(&path);
        let mut lengths = STRETCHES.iter();
        while let Some(&length) = lengths.next() {
            let (mut begin, mut state, mut is_shorter) = (0, self.start, false);
            while begin < path.len() {
                let end = (begin + length).min(path.len());
                match self.between(state, &path[begin..end])? {
                    Some(shorter) => {
                        path.splice(begin..end, shorter);
                        self.keep(&path);
                        is_shorter = true;
                    }
                    None => {
                        let on = (length / 3).min(end - begin);
                        path[begin..begin + on]
                            .iter()
                            .for_each(|&slide| self.puzzle.apply(&mut state, slide));
                        begin += on;
                    }
                }
            }
            if is_shorter {
                lengths = STRETCHES.iter();
            }
        }
        Ok(())
    }

    /// Fewer moves from `state` to where `stretch` leads, if there are any.
    fn between(&mut self, state: Packed25, stretch: &[Slide]) -> Result<Option<Vec<Slide>>, Limit> {
        self.meter.check(self.expanded, 0)?;
        let mut puzzle = self.puzzle.clone();
        puzzle.goal = state;
        stretch.iter().for_each(|&slide| self.puzzle.apply(&mut puzzle.goal, slide));
        let left = |seconds: f64| std::time::Duration::from_secs_f64(seconds);
        let time = self.limits.time.map(|time| time.saturating_sub(left(self.meter.seconds())));
        let nodes = self.limits.nodes.map(|nodes| nodes.saturating_sub(self.expanded));
        let limits = Limits { time, nodes, ..self.limits.clone() };
        let report = bidirectional(&puzzle, state, &limits, ());
        self.expanded += report.stats.expanded;
        Ok(match report.outcome {
            Outcome::Solved { moves, .. } if moves.len() < stretch.len() => Some(moves),
            Outcome::Stopped(limit) => return Err(limit),
            _ => None,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geometry::Geometry;
    use crate::metric;

    #[test]
    fn solutions_become_shorter_and_stay_solutions() {
        let (geometry, goal) = (Geometry::new(3, 3, false), Board::blank_last(3, 3));
        let line = metric::named("line").expect("a metric");
        let puzzle = Metered::new(geometry, &goal, line).expect("a small board");
        // The blank goes around.
        let mut start = goal.clone();
        let mut moves = Vec::new();
        let blanks =
            [5, 2, 1, 4, 5, 8, 7, 6, 3, 4, 1, 0, 3, 6, 7, 4, 5, 2, 1, 0, 3, 4, 7, 8, 5, 4, 3, 6, 7, 4, 1];
        for cell in blanks {
            moves.push(Move { from: start.blank(), to: cell });
            start.slide(cell);
        }
        moves.reverse();
        let mut told = Vec::new();
        let (found, expanded) =
            shortened(&puzzle, &start, &moves, &Limits::default(), &mut |length| told.push(length));
        let mut end = start.clone();
        found.iter().for_each(|mv| {
            assert_eq!(end.blank(), mv.to);
            end.slide(mv.from);
        });
        assert_eq!(end, goal);
        let count = |moves: &[Move]| line.count(&geometry, &mut moves.iter().copied());
        let report = bidirectional(&puzzle, Packed25::from_board(&start), &Limits::default(), ());
        let Outcome::Solved { cost, .. } = report.outcome else { panic!("it has a solution") };
        // A beam that leaves nothing out is breadth-first.
        assert_eq!(count(&found), u64::from(cost));
        assert!(expanded > 0 && told.is_sorted_by(|longer, shorter| longer > shorter));
        let few = Limits { nodes: Some(1), ..Limits::default() };
        assert!(count(&shortened(&puzzle, &start, &moves, &few, &mut |_| ()).0) <= count(&moves));
    }
}
