//! Lower bounds for sliding tiles, one in each file, all with incremental steps and for any goal.

mod manhattan;
mod misplaced;

pub use manhattan::Manhattan;
pub use misplaced::Misplaced;
