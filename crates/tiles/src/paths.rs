//! The moves of a metric on one grid: paths of a blank, numbered from each cell.
//!
//! The puzzles that are counted by a metric hold one of these; apart from it they are the same in every metric.

use taquin_search::{Cost, Puzzle};

use crate::geometry::{Cell, Geometry};
use crate::metric::Metric;
use crate::puzzle::Move;

/// A path of a blank that counts as one move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Slide {
    /// Where the blank is before the move.
    pub blank: Cell,
    /// Which of the paths from there it takes.
    pub(crate) number: u32,
}

/// The paths of a blank from every cell of a grid.
#[derive(Clone, Debug)]
pub struct Paths {
    from: Vec<Vec<Path>>,
    /// The most steps of a path down or up, and to a side.
    longest: [Cost; 2],
}

#[derive(Clone, Debug)]
struct Path {
    cells: Vec<Cell>,
    /// The same cells, one bit each, on boards of at most 64 cells.
    mask: u64,
}

impl Paths {
    /// The moves of `metric` on `geometry`.
    #[must_use]
    pub fn new(geometry: &Geometry, metric: &dyn Metric) -> Self {
        let path = |cells: Vec<Cell>| {
            let mask = cells.iter().fold(0, |mask, &cell| mask | 1_u64.checked_shl(cell).unwrap_or(0));
            Path { cells, mask }
        };
        let from: Vec<Vec<Path>> = (0..geometry.cells())
            .map(|blank| metric.paths(geometry, blank).into_iter().map(path).collect())
            .collect();
        let mut longest = [1; 2];
        for (blank, paths) in (0..).zip(&from) {
            for Path { cells, .. } in paths {
                let is_row = cells[0] / geometry.cols() == blank / geometry.cols();
                let most = &mut longest[usize::from(is_row)];
                *most = (cells.len() as Cost).max(*most);
            }
        }
        Paths { from, longest }
    }

    /// The most tiles that one move takes a step down or up, and a step to a side.
    #[must_use]
    pub fn longest(&self) -> [Cost; 2] {
        self.longest
    }

    /// Whether every move is that of one tile.
    #[must_use]
    pub fn are_single(&self) -> bool {
        self.longest == [1, 1]
    }

    /// The moves of a blank in a cell, if it is the only one.
    #[must_use]
    pub fn of(&self, blank: Cell) -> Slides {
        Slides { blank, numbers: 0..self.from[blank as usize].len() as u32 }
    }

    /// The first move from number `number` on of the blank in a cell, where all `blanks` have one bit each: a blank
    /// on the way ends the line of tiles that can move.
    #[inline]
    pub(crate) fn next(&self, blank: Cell, number: usize, blanks: u64) -> Option<usize> {
        let paths = &self.from[blank as usize];
        (number..paths.len()).find(|&number| paths[number].mask & blanks == 0)
    }

    /// The cells that the blank enters in a move.
    #[inline]
    #[must_use]
    pub fn path(&self, slide: Slide) -> &[Cell] {
        &self.from[slide.blank as usize][slide.number as usize].cells
    }

    /// The same move, one tile after the other.
    #[inline]
    pub fn singles(&self, slide: Slide) -> impl Iterator<Item = Move> {
        let mut to = slide.blank;
        self.path(slide).iter().map(move |&from| Move { from, to: std::mem::replace(&mut to, from) })
    }

    /// Moves of one blank tile by tile, of which each goes on where the one before ends, if they are one move.
    #[must_use]
    pub fn slide(&self, moves: &[Move]) -> Option<Slide> {
        let slides = self.joined(moves);
        (slides.len() == 1).then(|| slides[0])
    }

    /// Moves of one blank tile by tile as moves of the metric, each of as many tiles as can be.
    pub(crate) fn joined(&self, mut moves: &[Move]) -> Vec<Slide> {
        let mut slides = Vec::new();
        while let Some(&Move { to: blank, .. }) = moves.first() {
            let fits = |path: &Path| {
                path.cells.len() <= moves.len()
                    && path.cells.iter().zip(moves).all(|(&cell, mv)| cell == mv.from)
            };
            let paths = (0..).zip(&self.from[blank as usize]).filter(|(_, path)| fits(path));
            let (number, path) =
                paths.max_by_key(|(_, path)| path.cells.len()).expect("a tile alone is a path");
            slides.push(Slide { blank, number });
            moves = &moves[path.cells.len()..];
        }
        slides
    }

    /// The move that takes a move back.
    ///
    /// # Panics
    /// If a path of the metric does not lead back.
    #[must_use]
    pub fn inverse(&self, slide: Slide) -> Slide {
        let path = self.path(slide);
        let blank = *path.last().expect("a move goes somewhere");
        let back: Vec<Cell> = path.iter().rev().skip(1).copied().chain([slide.blank]).collect();
        let number = self.from[blank as usize].iter().position(|path| path.cells == back);
        Slide { blank, number: number.expect("every path goes both ways") as u32 }
    }

    /// Whether the move `last` could have continued to the first cell of `next`.
    fn goes_on(&self, last: Slide, next: Slide) -> bool {
        let (path, cell) = (self.path(last), self.path(next)[0]);
        let longer =
            |other: &Path| other.cells.split_last().is_some_and(|(end, rest)| *end == cell && rest == path);
        path.last() == Some(&next.blank) && self.from[last.blank as usize].iter().any(longer)
    }
}

/// The moves of one blank.
#[derive(Clone, Debug)]
pub struct Slides {
    blank: Cell,
    numbers: std::ops::Range<u32>,
}

impl Iterator for Slides {
    type Item = Slide;

    fn next(&mut self) -> Option<Slide> {
        Some(Slide { blank: self.blank, number: self.numbers.next()? })
    }
}

/// A puzzle whose moves are paths of a blank.
pub trait Sliding: Puzzle<Move = Slide> {
    /// The paths.
    fn paths(&self) -> &Paths;
}

/// The same puzzle with the last move in its states. A move that only continues the last one is left out, so that a
/// sequence of slides is divided into moves in exactly one way, also if a line goes around a torus.
#[derive(Clone, Debug)]
pub struct Greedy<'a, P>(pub &'a P);

impl<P: Sliding> Puzzle for Greedy<'_, P> {
    type State = (P::State, Option<Slide>);
    type Move = Slide;
    type Moves = std::vec::IntoIter<Slide>;

    fn moves(&self, (board, last): &Self::State) -> Self::Moves {
        let paths = self.0.paths();
        let moves = self.0.moves(board).filter(|&next| last.is_none_or(|last| !paths.goes_on(last, next)));
        moves.collect::<Vec<_>>().into_iter()
    }

    fn apply(&self, (board, last): &mut Self::State, slide: Slide) {
        self.0.apply(board, slide);
        *last = Some(slide);
    }

    fn is_goal(&self, (board, _): &Self::State) -> bool {
        self.0.is_goal(board)
    }
}
