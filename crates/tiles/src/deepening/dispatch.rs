//! The constant that the search is specialised on, and the functions that use the instructions of recent processors.

use super::batch::Batch;
use super::iteration::Iteration;
use super::lookahead::Lookahead;
use super::named::Places;
use super::positions::Positions;
use super::root::Root;
use crate::cells::Cells;
use crate::processor::on_this_processor;
use taquin_search::host::IS_SMALL;
use taquin_search::{Cost, Limit, Limits, Progress, Stats};

/// How many views of those at hand are used: there is an instance of the search for each of these numbers, which
/// are the numbers of views that the partitions of any plan have, and the first few views cut off the most. A small
/// engine keeps those that boards of up to 25 cells are mostly solved with.
pub(crate) fn used_views(at_hand: usize, is_wide: bool) -> usize {
    let counts = match (IS_SMALL, is_wide) {
        (false, false) => &[8, 4, 2, 1][..],
        (false, true) => &[4, 2, 1],
        (true, false) => &[2, 1],
        (true, true) => &[1],
    };
    *counts.iter().find(|&&count| count <= at_hand).expect("at least one view")
}

/// Calls `$run` with the number of views of `$engine` as a constant, and the array that its boards are kept in.
macro_rules! with_views {
    ($engine:expr, $self:ident.$run:ident($($argument:expr),*)) => {
        match ($engine.is_wide(), $engine.views.len()) {
            (false, 1) => $self.$run::<[u8; 32], 1>($($argument),*),
            (false, 2) => $self.$run::<[u8; 32], 2>($($argument),*),
            (false, 4) if !taquin_search::host::IS_SMALL => $self.$run::<[u8; 32], 4>($($argument),*),
            (false, 8) if !taquin_search::host::IS_SMALL => $self.$run::<[u8; 32], 8>($($argument),*),
            (true, 1) => $self.$run::<[u8; 64], 1>($($argument),*),
            (true, 2) if !taquin_search::host::IS_SMALL => $self.$run::<[u8; 64], 2>($($argument),*),
            (true, 4) if !taquin_search::host::IS_SMALL => $self.$run::<[u8; 64], 4>($($argument),*),
            (_, other) => unreachable!("no search is made for {other} views"),
        }
    };
}
pub(crate) use with_views;

/// The same for boards in the smaller array.
macro_rules! with_narrow_views {
    ($views:expr, $self:ident.$run:ident($($argument:expr),*)) => {
        match $views {
            1 => $self.$run::<1>($($argument),*),
            2 => $self.$run::<2>($($argument),*),
            4 if !taquin_search::host::IS_SMALL => $self.$run::<4>($($argument),*),
            8 if !taquin_search::host::IS_SMALL => $self.$run::<8>($($argument),*),
            other => unreachable!("no search is made for {other} views"),
        }
    };
}
pub(crate) use with_narrow_views;

on_this_processor! {
    /// One thread's part of an iteration.
    fn work[P: Places, const VIEWS: usize](
        iteration: &Iteration<'_, P, VIEWS>,
        look: &mut dyn FnMut(&Iteration<'_, P, VIEWS>)
    ) {
        iteration.work(look)
    }
}

on_this_processor! {
    /// One thread's part of a batch.
    fn work_batch[P: Places, const VIEWS: usize](batch: &Batch<'_, P, VIEWS>) {
        batch.work()
    }
}

on_this_processor! {
    /// A look ahead; where it sees the goal, the way there is put into `path`.
    fn look_ahead[P: Places, const VIEWS: usize](
        lookahead: &mut Lookahead<'_, P, VIEWS>,
        root: &Root<P, VIEWS>,
        bound: u32,
        width: usize,
        go_on: &mut dyn FnMut() -> bool,
        path: &mut Option<Vec<u8>>
    ) {
        *path = lookahead.run(root, bound, width, go_on)
    }
}

on_this_processor! {
    /// All positions on paths that meet a bound; where a limit is reached first, it is put into `stopped`.
    fn find_positions[S: Cells + Copy, const VIEWS: usize](
        positions: &mut Positions<'_, S, VIEWS>,
        bound: Cost,
        counted: (&Limits, &mut Stats),
        progress: &mut dyn Progress,
        stopped: &mut Option<Limit>
    ) {
        *stopped = positions.run(bound, counted, progress).err()
    }
}
