//! Iterative deepening over moves of whole lines, guided by the tables of both axes.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use taquin_search::{Cost, Heuristic, Limit, Limits, Meter, Outcome, Progress, Report, Stats};

use super::axis::{Axis, Text};
use super::file::{self, Key};
use super::guided::{Tabled, alternating};
use super::inverse::Inverse;
use super::table::Table;
use crate::board::Board;
use crate::cells::Cells;
use crate::error::Error;
use crate::geometry::Geometry;
use crate::metered::Metered;
use crate::packed::{Packed16, Packed25};
use crate::paths;
use crate::puzzle::Move;

/// Finds shortest solutions in moves of lines, for one grid and goal.
#[derive(Clone, Debug)]
pub(crate) struct Lines {
    geometry: Geometry,
    goal: Board,
    /// Of the rows and of the columns.
    tables: [Arc<Table>; 2],
    /// The same the other way round, on flat boards whose lines have labels of their own.
    inverses: Option<[Inverse; 2]>,
}

/// A position: for each axis the string of labels, the line of the blank and the fewest moves across lines.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Node {
    texts: [Text; 2],
    blank: [usize; 2],
    rest: [u8; 2],
    board: Packed16,
    inverse: [[Text; 2]; 2],
}

/// A move: the blank goes a number of lines across an axis.
#[derive(Clone, Copy, Debug)]
struct Slide {
    axis: usize,
    forward: bool,
    count: usize,
}

impl Lines {
    /// Builds the tables for `goal` on `threads` threads, but for those that are kept in `folder`.
    ///
    /// # Errors
    /// If a limit is reached before they are there.
    pub(crate) fn new(
        geometry: Geometry,
        goal: &Board,
        threads: usize,
        limits: &Limits,
        folder: Option<&Path>,
    ) -> Result<Self, Limit> {
        let mut meter = Meter::start(limits);
        let home = [goal.blank() / geometry.cols(), goal.blank() % geometry.cols()].map(|line| line as usize);
        let mut known: Vec<Arc<Table>> = Vec::new();
        let mut table = |home: usize, transposed: bool| {
            let axis = Axis::new(&geometry, home, transposed);
            let like = |known: &&Arc<Table>| {
                (known.axis.lines, known.axis.len, known.axis.home) == (axis.lines, axis.len, home)
            };
            if let Some(known) = known.iter().find(like) {
                return Ok(Arc::clone(known));
            }
            let kept = folder.and_then(|folder| file::read(folder, Key::of(&axis), axis.cases()));
            let table = Arc::new(match kept {
                Some(bytes) => Table::of(axis, bytes.into()),
                None => Table::build(axis, threads, &mut meter)?,
            });
            known.push(Arc::clone(&table));
            Ok(table)
        };
        let tables = [table(home[0], false)?, table(home[1], true)?];
        let exact = tables.iter().all(|table| table.axis.is_exact());
        let inverses = if exact && !geometry.is_torus() {
            let mut inverse =
                |axis: usize| Inverse::new(&geometry, goal, axis, &mut |home| table(home, axis == 1));
            Some([inverse(0)?, inverse(1)?])
        } else {
            None
        };
        Ok(Lines { geometry, goal: goal.clone(), tables, inverses })
    }

    fn node(&self, board: &Board) -> Node {
        let (rows, cols) = (self.geometry.rows() as usize, self.geometry.cols() as usize);
        let mut homes = vec![[0; 2]; rows * cols];
        for (cell, &tile) in self.goal.tiles().iter().enumerate() {
            homes[tile as usize] = [cell / cols, cell % cols];
        }
        let tiles = board.tiles();
        let across = (0..cols).flat_map(|col| (0..rows).map(move |row| row * cols + col));
        let orders: [Vec<usize>; 2] = [(0..rows * cols).collect(), across.collect()];
        let texts = [0, 1].map(|axis| {
            let labels = orders[axis].iter().map(|&cell| tiles[cell] as usize).filter(|&tile| tile != 0);
            let labels: Vec<usize> = labels.map(|tile| homes[tile][axis]).collect();
            self.tables[axis].axis.text(labels.into_iter())
        });
        let blank = [board.blank() as usize / cols, board.blank() as usize % cols];
        let rest = [0, 1].map(|axis| self.tables[axis].distance(texts[axis], blank[axis]));
        // The board is needed for the inverses, which larger ones do not have.
        let nothing = Packed16::from_tiles([]);
        let mut node = Node { texts, blank, rest, board: nothing, inverse: [[0; 2]; 2] };
        if let Some(inverses) = &self.inverses {
            node.board = Packed16::from_board(board);
            node.inverse = [0, 1].map(|axis| inverses[axis].texts(board, axis));
            for axis in [0, 1] {
                let other = inverses[axis].distance(node.inverse[axis], blank[axis]);
                node.rest[axis] = node.rest[axis].max(other);
            }
        }
        node
    }

    /// Moves the blank across one axis to the line `next`; the fewest moves are not looked up.
    #[inline(always)]
    fn go(&self, node: &mut Node, axis: usize, next: usize, forward: bool) {
        let (line, place) = (node.blank[axis], node.blank[1 - axis]);
        node.texts[axis] = self.tables[axis].axis.stepped(node.texts[axis], line, next, place);
        if (next > line) != forward {
            let across = &self.tables[1 - axis].axis;
            node.texts[1 - axis] = across.turned(node.texts[1 - axis], place, forward);
        }
        if let Some(inverses) = &self.inverses {
            let cols = self.geometry.cols() as usize;
            let cell =
                |line: usize| (if axis == 0 { line * cols + place } else { place * cols + line }) as u32;
            let tile = node.board.tile(cell(next));
            inverses[axis].go(&mut node.inverse[axis], tile, next, line);
            node.board.slide(cell(next), cell(line));
        }
        node.blank[axis] = next;
    }

    /// The fewest moves from a position whose next move goes across an axis other than `last`, if any.
    #[inline(always)]
    fn least(&self, rest: [u8; 2], last: Option<usize>) -> Cost {
        if self.geometry.is_torus() {
            return rest.map(Cost::from).iter().sum();
        }
        alternating(rest, last)
    }

    /// The moves tile by tile.
    fn moves(&self, start: &Board, path: &[Slide]) -> Vec<Move> {
        let mut blank = start.blank();
        let mut moves = Vec::new();
        for slide in path {
            for _ in 0..slide.count {
                let next = self.next(blank, slide);
                moves.push(Move { from: next, to: blank });
                blank = next;
            }
        }
        moves
    }

    /// The cell next to `blank` in the direction of a move.
    fn next(&self, blank: u32, slide: &Slide) -> u32 {
        let cols = self.geometry.cols();
        let mut at = [blank / cols, blank % cols];
        let line = self.tables[slide.axis].axis.next(at[slide.axis] as usize, slide.forward);
        at[slide.axis] = line.expect("a move stays on the board") as u32;
        at[0] * cols + at[1]
    }
}

impl Tabled for Lines {
    fn keep(&self, folder: &Path) -> Result<Vec<PathBuf>, Error> {
        let inverses = self.inverses.iter().flatten().flat_map(Inverse::tables);
        let mut paths = Vec::new();
        for table in self.tables.iter().chain(inverses) {
            let path = file::write(folder, Key::of(&table.axis), table.bytes())?;
            if !paths.contains(&path) {
                paths.push(path);
            }
        }
        Ok(paths)
    }

    fn solve(&self, start: &Board, limits: &Limits, progress: &mut dyn Progress) -> Report<Move> {
        let mut search = LineSearch {
            lines: self,
            start,
            path: Vec::new(),
            meter: Meter::start(limits),
            stats: Stats::default(),
            progress,
            excess: 0,
        };
        let node = self.node(start);
        if start == &self.goal {
            let outcome = Outcome::Solved { moves: Vec::new(), cost: 0 };
            return Report { outcome, lower_bound: 0, stats: search.stats };
        }
        // Where lines share labels, a board can be at no distance by its labels and still not be solved.
        let mut bound = self.least(node.rest, None).max(1);
        let outcome = loop {
            search.progress.bound(bound);
            search.excess = Cost::MAX;
            match search.probe(&node, None, bound) {
                Err(limit) => break Outcome::Stopped(limit),
                Ok(true) => break Outcome::Solved { moves: self.moves(start, &search.path), cost: bound },
                Ok(false) if search.excess == Cost::MAX => break Outcome::Unsolvable,
                Ok(false) => bound += search.excess,
            }
        };
        search.stats.seconds = search.meter.seconds();
        Report { outcome, lower_bound: bound, stats: search.stats }
    }
}

/// A position and the axis that the last move went across.
pub(crate) type Memo = (Node, Option<usize>);

impl Heuristic<Metered> for Lines {
    type Memo = Memo;

    fn start(&self, puzzle: &Metered, state: &Packed25) -> Memo {
        (self.node(&puzzle.board(state)), None)
    }

    fn step(&self, puzzle: &Metered, (mut node, _): Memo, _: &Packed25, slide: paths::Slide) -> Memo {
        let cols = self.geometry.cols();
        let path = puzzle.path(slide);
        let axis = usize::from(path[0] % cols != slide.blank % cols);
        for cell in path {
            let next = (if axis == 0 { cell / cols } else { cell % cols }) as usize;
            let forward = self.tables[axis].axis.next(node.blank[axis], true) == Some(next);
            self.go(&mut node, axis, next, forward);
        }
        for axis in [0, 1] {
            node.rest[axis] = self.tables[axis].distance(node.texts[axis], node.blank[axis]);
            if let Some(inverses) = &self.inverses {
                let other = inverses[axis].distance(node.inverse[axis], node.blank[axis]);
                node.rest[axis] = node.rest[axis].max(other);
            }
        }
        (node, Some(axis))
    }

    fn value(&self, (node, last): Memo) -> Cost {
        self.least(node.rest, last)
    }
}

/// One search.
struct LineSearch<'a> {
    lines: &'a Lines,
    start: &'a Board,
    path: Vec<Slide>,
    meter: Meter<'a>,
    stats: Stats,
    progress: &'a mut dyn Progress,
    /// How far the cheapest node that was cut off is above the bound.
    excess: Cost,
}

impl LineSearch<'_> {
    /// Whether a solution of at most `left` moves leads on from `node`; it is in the path then.
    fn probe(&mut self, node: &Node, last: Option<Slide>, left: Cost) -> Result<bool, Limit> {
        self.stats.expanded += 1;
        if self.meter.due(self.stats.expanded) {
            self.meter.check(self.stats.expanded, 0)?;
            if self.progress.tick(&self.stats).is_break() {
                return Err(Limit::Cancelled);
            }
        }
        let torus = self.lines.geometry.is_torus();
        for axis in [0, 1] {
            if !torus && last.is_some_and(|last| last.axis == axis) {
                continue;
            }
            for forward in [false, true] {
                // Two moves along one line are one move, unless they go around a torus.
                let most = self.lines.tables[axis].axis.lines;
                let least = match last.filter(|last| last.axis == axis) {
                    None => 1,
                    Some(last) if last.forward == forward => most - last.count,
                    Some(_) => continue,
                };
                if self.slide(node, Slide { axis, forward, count: 0 }, least, left)? {
                    return Ok(true);
                }
            }
        }
        Ok(false)
    }

    /// The same by moves across one axis in one direction, of at least `least` lines.
    #[inline(always)]
    fn slide(&mut self, node: &Node, mut slide: Slide, least: usize, left: Cost) -> Result<bool, Limit> {
        let lines = self.lines;
        let axis = slide.axis;
        let along = &lines.tables[axis];
        let mut child = *node;
        while let Some(next) = along.axis.next(child.blank[axis], slide.forward)
            && next != node.blank[axis]
        {
            lines.go(&mut child, axis, next, slide.forward);
            slide.count += 1;
            if slide.count < least {
                continue;
            }
            self.stats.generated += 1;
            child.rest[axis] = along.distance(child.texts[axis], next);
            let cost = left - 1;
            let mut least = lines.least(child.rest, Some(axis));
            if least <= cost
                && let Some(inverses) = &lines.inverses
            {
                let other = inverses[axis].distance(child.inverse[axis], next);
                child.rest[axis] = child.rest[axis].max(other);
                least = lines.least(child.rest, Some(axis));
            }
            if least > cost {
                self.excess = self.excess.min(least - cost);
                continue;
            }
            self.path.push(slide);
            if (child.rest == [0, 0] && self.is_solved())
                || (cost > 0 && self.probe(&child, Some(slide), cost)?)
            {
                return Ok(true);
            }
            self.path.pop();
        }
        Ok(false)
    }

    /// Whether the path leads to the goal. Where lines share labels the tables cannot tell.
    fn is_solved(&self) -> bool {
        let lines = self.lines;
        if lines.tables.iter().all(|table| table.axis.is_exact()) {
            return true;
        }
        let mut board = self.start.clone();
        lines.moves(self.start, &self.path).iter().for_each(|mv| board.slide(mv.from));
        board == lines.goal
    }
}
