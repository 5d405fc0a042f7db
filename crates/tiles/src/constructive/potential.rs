//! What a step of the blank is worth: how much nearer it brings a tile to its home, in squares.
//!
//! With the sum of squared distances, tiles that are far away come first, so that all tiles approach their
//! homes together and nearly every tile can still use both kinds of moves until the end. But on a random
//! board the tiles near an edge all belong further inside, and a blank that follows the largest gain runs
//! into the edge and stays there. So the average gain of crossing a line is subtracted: over a round trip
//! it cancels out, and only the differences between tiles count.

use super::home_board::{BLANK, HomeBoard, steps};
use super::region::Step;
use crate::geometry::Direction;

/// Gains are counted in sixteenths.
const UNIT: i32 = 16;

/// The gain of steps on one board at one time.
#[derive(Debug, Default)]
pub(super) struct Potential {
    rows: u32,
    cols: u32,
    torus: bool,
    /// The average gain that is subtracted for each row, and for each column.
    row_level: Vec<i32>,
    col_level: Vec<i32>,
    /// The distance of a tile to its home, on the average.
    mean: f64,
}

impl Potential {
    /// Looks at the whole board.
    pub(super) fn survey(&mut self, state: &HomeBoard) {
        (self.rows, self.cols, self.torus) = (state.rows(), state.cols(), state.is_torus());
        let mut row_sums = vec![0i64; self.rows as usize];
        let mut col_sums = vec![0i64; self.cols as usize];
        let mut distance = 0u64;
        for row in 0..self.rows {
            for col in 0..self.cols {
                let home = state.home(row, col);
                if home != BLANK {
                    row_sums[row as usize] += i64::from(home.row()) - i64::from(row);
                    col_sums[col as usize] += i64::from(home.col()) - i64::from(col);
                    distance += steps(row, home.row(), self.rows, self.torus) as u64
                        + steps(col, home.col(), self.cols, self.torus) as u64;
                }
            }
        }
        self.row_level = levels(&row_sums, self.cols, self.torus);
        self.col_level = levels(&col_sums, self.rows, self.torus);
        self.mean = distance as f64 / state.cells() as f64;
    }

    /// The gain that is `share` of what a tile at the mean distance gains.
    pub(super) fn price(&self, share: f64) -> i32 {
        ((share * self.mean * f64::from(UNIT)) as i32).max(1)
    }

    /// What the step gains.
    #[inline(always)]
    pub(super) fn gain(&self, step: Step) -> i32 {
        let squares = |home, from, to, len| {
            let (before, after) = (steps(from, home, len, self.torus), steps(to, home, len, self.torus));
            UNIT * (before - after) * (before + after)
        };
        let (from, to) = (step.from, step.to);
        match step.direction {
            Direction::Up | Direction::Down => {
                squares(step.home.row(), to.row(), from.row(), self.rows)
                    + self.row_level[from.row() as usize]
                    - self.row_level[to.row() as usize]
            }
            Direction::Left | Direction::Right => {
                squares(step.home.col(), to.col(), from.col(), self.cols)
                    + self.col_level[from.col() as usize]
                    - self.col_level[to.col() as usize]
            }
        }
    }
}

/// The levels between which the blank gains nothing on the average, given the sums of the signed
/// distances of the tiles in each line of `len` cells. A joined side has no edge to run into.
fn levels(sums: &[i64], len: u32, joined: bool) -> Vec<i32> {
    if joined {
        return vec![0; sums.len()];
    }
    let mut level = 0.0;
    let mut levels = vec![0];
    for pair in sums.windows(2) {
        level -= f64::from(UNIT) * (pair[0] + pair[1]) as f64 / f64::from(len);
        levels.push(level as i32);
    }
    levels
}
