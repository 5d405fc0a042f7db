//! The same tables the other way round: the goal as the start, and the position as its goal.
//!
//! A solution backwards leads from the goal to the position, in as many moves. Its string has, for each cell of the
//! goal, the line where that tile is now; the line of its blank is the goal's, and the table is the one for the line
//! where the blank is now. Turned upside down a board has the same distances, so tables for half of the lines
//! are enough: every string is kept as it is and upside down.

use std::sync::Arc;

use taquin_search::Limit;

use super::axis::Text;
use super::table::Table;
use crate::board::{Board, Tile};
use crate::geometry::Geometry;

/// Lower bounds across the lines of one axis by tables of other goals.
#[derive(Clone, Debug)]
pub(super) struct Inverse {
    lines: usize,
    cols: usize,
    /// The line of the goal's blank.
    home: usize,
    /// The bits of a label.
    bits: usize,
    /// For each tile the place of its label in the string, and in the one upside down.
    places: Vec<[usize; 2]>,
    /// By the line of the blank, from the middle on.
    tables: Vec<Arc<Table>>,
}

impl Inverse {
    /// For `goal` and one axis, with the tables that `table` makes for a line of the blank.
    pub(super) fn new(
        geometry: &Geometry,
        goal: &Board,
        axis: usize,
        table: &mut dyn FnMut(usize) -> Result<Arc<Table>, Limit>,
    ) -> Result<Self, Limit> {
        let (rows, cols) = (geometry.rows() as usize, geometry.cols() as usize);
        let (lines, len) = if axis == 0 { (rows, cols) } else { (cols, rows) };
        let at =
            |cell: usize| if axis == 0 { (cell / cols, cell % cols) } else { (cell % cols, cell / cols) };
        let tables = (lines / 2..lines).map(table).collect::<Result<Vec<_>, Limit>>()?;
        let bits = tables[0].axis.bits();
        let order = |cell: usize, turned: bool| {
            let (line, place) = at(cell);
            (if turned { lines - 1 - line } else { line }) * len + place
        };
        let blank = goal.blank() as usize;
        let mut places = vec![[0; 2]; rows * cols];
        for (cell, &tile) in goal.tiles().iter().enumerate() {
            places[tile as usize] = [false, true].map(|turned| {
                let (own, gap) = (order(cell, turned), order(blank, turned));
                own - usize::from(own > gap)
            });
        }
        Ok(Inverse { lines, cols, home: at(blank).0, bits, places, tables })
    }

    /// The tables.
    pub(super) fn tables(&self) -> &[Arc<Table>] {
        &self.tables
    }

    /// The strings of `board`, as they are and upside down.
    pub(super) fn texts(&self, board: &Board, axis: usize) -> [Text; 2] {
        let mut texts = [0; 2];
        for (cell, &tile) in board.tiles().iter().enumerate().filter(|&(_, &tile)| tile != 0) {
            let line = if axis == 0 { cell / self.cols } else { cell % self.cols };
            self.toggle(&mut texts, tile, line, self.lines - 1 - line);
        }
        texts
    }

    /// Notes that `tile` goes from one line to another.
    #[inline(always)]
    pub(super) fn go(&self, texts: &mut [Text; 2], tile: Tile, from: usize, to: usize) {
        let last = self.lines - 1;
        self.toggle(texts, tile, from ^ to, (last - from) ^ (last - to));
    }

    #[inline(always)]
    fn toggle(&self, texts: &mut [Text; 2], tile: Tile, plain: usize, turned: usize) {
        let places = self.places[tile as usize];
        texts[0] ^= (plain as Text) << (places[0] * self.bits);
        texts[1] ^= (turned as Text) << (places[1] * self.bits);
    }

    /// The fewest moves across lines from a position with these strings and the blank in line `blank`.
    #[inline(always)]
    pub(super) fn distance(&self, texts: [Text; 2], blank: usize) -> u8 {
        let (middle, last) = (self.lines / 2, self.lines - 1);
        if blank >= middle {
            self.tables[blank - middle].distance(texts[0], self.home)
        } else {
            self.tables[last - blank - middle].distance(texts[1], last - self.home)
        }
    }
}
