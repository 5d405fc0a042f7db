//! Lower bounds for sliding tiles, one in each file, all with incremental steps and for any goal.
//!
//! A heuristic is one file that implements [`Heuristic`] and [`Named`], and one line in the lineup below:
//! it can then be chosen by name, and is listed and compared with the others.

mod places;

use taquin_search::{Blind, Heuristic};

use crate::cells::Cells;
use crate::error::Error;
use crate::geometry::Geometry;
use crate::order::Order;
use crate::puzzle::Tiles;

/// A heuristic that can be chosen by name.
pub trait Named: Sized {
    /// The name for users.
    const NAME: &'static str;
    /// What it is, in a few words.
    const ABOUT: &'static str;
    /// Whether it is built at once, so that its value can be listed by default.
    const QUICK: bool = true;

    /// Whether it supports boards on this grid.
    fn fits(geometry: &Geometry) -> bool;

    /// The heuristic for the goal of `puzzle`.
    ///
    /// # Errors
    /// If it does not hold on such a board.
    fn make<S: Cells, O: Order>(puzzle: &Tiles<S, O>) -> Result<Self, Error>;
}

impl Named for Blind {
    const NAME: &'static str = "none";
    const ABOUT: &'static str = "no heuristic";
    const QUICK: bool = false;

    fn fits(_: &Geometry) -> bool {
        true
    }

    fn make<S: Cells, O: Order>(_: &Tiles<S, O>) -> Result<Self, Error> {
        Ok(Blind)
    }
}

/// The description of a heuristic.
#[derive(Clone, Copy, Debug)]
pub struct Entry {
    /// The name for users.
    pub name: &'static str,
    /// What it is, in a few words.
    pub about: &'static str,
    /// Whether its value is listed by default.
    pub quick: bool,
    /// Whether it supports boards on a grid.
    pub fits: fn(&Geometry) -> bool,
}

/// An operation on a heuristic of any type.
pub trait Visitor<S: Cells> {
    /// The result of the operation.
    type Output;

    /// Performs the operation.
    fn visit<H: Heuristic<Tiles<S>>>(self, heuristic: &H) -> Self::Output;
}

macro_rules! lineup {
    ($($file:ident :: $name:ident),* $(,)?) => {
        $(mod $file; pub use $file::$name;)*

        /// All heuristics, in the order in which they are listed to people.
        pub const LINEUP: &[Entry] = &[entry::<Blind>(), $(entry::<$name>(),)*];

        /// Makes the heuristic called `name` for `puzzle` and passes it to `visitor`.
        ///
        /// # Errors
        /// If it does not hold on such a board.
        ///
        /// # Panics
        /// If the name is not in the [`LINEUP`].
        pub fn with<S: Cells, V: Visitor<S>>(
            name: &str,
            puzzle: &Tiles<S>,
            visitor: V,
        ) -> Result<V::Output, Error> {
            match name {
                Blind::NAME => Ok(visitor.visit(&Blind)),
                $($name::NAME => Ok(visitor.visit(&<$name as Named>::make(puzzle)?)),)*
                other => panic!("no heuristic is called '{other}'"),
            }
        }
    };
}

const fn entry<N: Named>() -> Entry {
    Entry { name: N::NAME, about: N::ABOUT, quick: N::QUICK, fits: N::fits }
}

lineup! {
    misplaced::Misplaced,
    manhattan::Manhattan,
    linear_conflict::LinearConflict,
    inversions::Inversions,
    patterns::Patterns,
    walking_distance::WalkingDistance,
}
