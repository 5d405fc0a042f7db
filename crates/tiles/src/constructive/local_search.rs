//! Shortens a solution: every piece that stays within a small window is replaced if fewer moves have the same effect.

use std::collections::VecDeque;

use taquin_search::Limit;

use super::budget::Budget;
use super::home_board::{Spot, opposite};
use super::rewrite::{Rewrite, Rewriter};
use super::small_grid::{MOST_CELLS, SmallGrid};
use crate::geometry::{Direction, Geometry};

/// How to polish.
#[derive(Clone, Copy, Debug)]
pub(super) struct LocalSearchParameters {
    /// The most moves of a piece.
    pub(super) piece: usize,
    /// The moves from one piece to the next.
    pub(super) stride: usize,
    /// The nodes kept in each level of a search.
    pub(super) width: usize,
    /// Decides between nodes of equal rank.
    pub(super) salt: u64,
}

/// Polishes solutions on one grid.
#[derive(Debug)]
pub(super) struct LocalSearch {
    geometry: Geometry,
    rewriter: Rewriter,
}

impl LocalSearch {
    pub(super) fn new(geometry: Geometry) -> Self {
        LocalSearch { geometry, rewriter: Rewriter::default() }
    }

    /// The search for fewer moves.
    pub(super) fn rewriter(&mut self) -> &mut Rewriter {
        &mut self.rewriter
    }

    /// One pass over the moves of a blank that starts at `blank`. Where a limit ends it early the
    /// rest of the moves stays as it is.
    pub(super) fn pass(
        &mut self,
        blank: Spot,
        moves: &[Direction],
        style: &LocalSearchParameters,
        work: &mut Budget<'_>,
    ) -> (Vec<Direction>, Option<Limit>) {
        let mut blank = blank;
        let mut done: Vec<Direction> = Vec::with_capacity(moves.len());
        let mut rest = moves.iter().copied();
        let mut ahead: VecDeque<Direction> = rest.by_ref().take(style.piece).collect();
        let mut limit = None;
        while !ahead.is_empty() {
            if limit.is_none() {
                match self.shorten(blank, ahead.make_contiguous(), style, work) {
                    Ok(Some((len, shorter))) => {
                        ahead.drain(..len);
                        shorter.into_iter().rev().for_each(|direction| ahead.push_front(direction));
                    }
                    Ok(None) => {}
                    Err(reached) => limit = Some(reached),
                }
            }
            for _ in 0..style.stride {
                let Some(direction) = ahead.pop_front() else { break };
                blank = self.step(blank, direction);
                if done.last() == Some(&opposite(direction)) {
                    done.pop();
                } else {
                    done.push(direction);
                }
            }
            ahead.extend(rest.by_ref().take(style.piece - ahead.len()));
        }
        (done, limit)
    }

    fn step(&self, spot: Spot, direction: Direction) -> Spot {
        let cell = spot.row() * self.geometry.cols() + spot.col();
        let next = self.geometry.neighbor(cell, direction).expect("a solution stays on the board");
        Spot::new(next / self.geometry.cols(), next % self.geometry.cols())
    }

    /// Rewrites the longest beginning of `moves` that stays within a window.
    fn shorten(
        &mut self,
        blank: Spot,
        moves: &[Direction],
        style: &LocalSearchParameters,
        work: &mut Budget<'_>,
    ) -> Result<Option<(usize, Vec<Direction>)>, Limit> {
        let (rows, cols) = (i64::from(self.geometry.rows()), i64::from(self.geometry.cols()));
        let fits = |top: i64, bottom: i64, left: i64, right: i64| {
            let (height, width) = (bottom - top + 1, right - left + 1);
            height <= rows && width <= cols && (height * width) as usize <= MOST_CELLS
        };
        let (mut row, mut col) = (0, 0);
        let (mut top, mut bottom, mut left, mut right) = (0, 0, 0, 0);
        let mut len = 0;
        for &direction in moves {
            match direction {
                Direction::Up => row -= 1,
                Direction::Left => col -= 1,
                Direction::Down => row += 1,
                Direction::Right => col += 1,
            }
            if !fits(row.min(top), row.max(bottom), col.min(left), col.max(right)) {
                break;
            }
            (top, bottom) = (row.min(top), row.max(bottom));
            (left, right) = (col.min(left), col.max(right));
            len += 1;
        }
        if len < 6 {
            return Ok(None);
        }
        // A margin on every side where there is room for it.
        let torus = self.geometry.is_torus();
        let (at_row, at_col) = (i64::from(blank.row()), i64::from(blank.col()));
        for side in 0..4 {
            let (mut t, mut b, mut l, mut r) = (top, bottom, left, right);
            match side {
                0 => b += 1,
                1 => r += 1,
                2 => t -= 1,
                _ => l -= 1,
            }
            let inside = at_row + t >= 0 && at_row + b < rows && at_col + l >= 0 && at_col + r < cols;
            if (torus || inside) && fits(t, b, l, r) {
                (top, bottom, left, right) = (t, b, l, r);
            }
        }
        let grid = Geometry::new((bottom - top + 1) as u32, (right - left + 1) as u32, false);
        let frame = SmallGrid::new(&grid, (-top) as usize * grid.cols() as usize + (-left) as usize);
        match self.rewriter.shorten(&frame, &moves[..len], style.width, style.salt, work)? {
            Rewrite::Shorter(shorter) => Ok(Some((len, shorter))),
            Rewrite::NotFound | Rewrite::Shortest => Ok(None),
        }
    }
}
