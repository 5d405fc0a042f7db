//! Lower bounds for sliding tiles, one in each file, all with incremental steps and for any goal.

mod linear_conflict;
mod manhattan;
mod misplaced;
mod patterns;
mod places;
mod walking_distance;

pub use linear_conflict::LinearConflict;
pub use manhattan::Manhattan;
pub use misplaced::Misplaced;
pub use patterns::Patterns;
pub use walking_distance::WalkingDistance;
