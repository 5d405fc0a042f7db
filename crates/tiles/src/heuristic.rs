//! Lower bounds for sliding tiles, one in each file, all with incremental steps and for any goal.

mod goal_cells;
mod manhattan;
mod misplaced;

pub use goal_cells::GoalCells;
pub use manhattan::Manhattan;
pub use misplaced::Misplaced;
