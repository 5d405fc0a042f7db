//! Tiles with labels that may repeat, several blanks, and goals that leave cells open.
//!
//! Equal tiles are interchangeable, so a position is an arrangement of labels, of which there are fewer than of
//! numbered tiles. [`Labelled`] is the puzzle as it is written; [`Kinds`] is the same with a small number for each
//! kind of tile, where labels that no goal mentions are one kind, since nothing tells them apart. [`ArrangementSpace`] numbers
//! the arrangements, [`Flood`] counts them by distance, and where they are too many a [`LabelGuide`] leads a
//! search: [`Matching`] or [`LabelPatterns`].

mod flood;
mod goal;
mod guide;
mod kinds;
mod matching;
mod patterns;
mod puzzle;
mod solvability;
mod space;
mod written;

pub use flood::{Flood, Until, flood};
pub use guide::LabelGuide;
pub use kinds::{Arrangement, Kinds};
pub use matching::Matching;
pub use patterns::{LabelMemo, LabelPatterns};
pub use puzzle::{Arranging, LabelMoves};
pub use solvability::{LabelSolvability, label_solvability};
pub use space::ArrangementSpace;
pub use written::{LabelError, Labelled};
