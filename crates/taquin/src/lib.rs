//! Sliding puzzles, solved: text becomes an [`Instance`], an instance and a [`Plan`] become an
//! [`Answer`], an answer is rendered.
//!
//! ```
//! use taquin::{Hints, Instance, Plan, solve};
//!
//! let instance = Instance::parse("1 2 3 / 4 0 6 / 7 5 8", &Hints::default())?;
//! let answer = solve(&instance, &Plan::default(), &mut ())?;
//! assert_eq!(answer.steps().unwrap().len(), 2);
//! # Ok::<(), taquin::Error>(())
//! ```
//!
//! Three seams carry it: what a puzzle family can do is a [`Family`], who solves is a [`Machine`], and who
//! listens is a [`Progress`].

mod answer;
mod enumeration;
mod error;
pub mod families;
mod family;
mod gatherer;
mod informed;
mod instance;
mod journal;
mod lesson;
mod machine;
mod notation;
pub mod picture;
mod plan;
mod reading;
pub mod render;
mod stream;
pub mod survey;
pub mod trace;
mod walk;

pub use answer::{Answer, Direction, Path, Step};
pub use enumeration::{
    Component, Diameter, EnumeratePlan, Enumeration, Origin, PieceSet, SavedSpace, ToGoal, enumerate,
};
pub use error::Error;
pub use families::check_distances;
pub use families::tiles::TilesInstance;
pub use family::{Deepening, Facts, Family, Reach};
pub use gatherer::Gathered;
pub use instance::{Hints, Instance};
pub use journal::{Journal, answer_value, read_answer};
pub use lesson::Lesson;
pub use machine::{Answered, Cores, Deliver, Machine, Puzzles, Solver, solve_on};
pub use notation::{Failure, Played, Way, Written, play, scrambled};
pub use plan::{Algorithm, Choices, HeuristicName, Plan, tables_folder};
pub use reading::{Reading, lines, read, read_one};
pub use stream::Streamed;
pub use taquin_search::{Ask, Cost, Estimate, Limit, Limits, Outcome, Progress, Report, Stats};
pub use taquin_space::Census;
pub use taquin_tiles::{Board, Geometry};

/// The puzzle families themselves, for those who want more than the straight line.
pub use {taquin_blocks as blocks, taquin_search as search, taquin_space as space, taquin_tiles as tiles};

/// Solves `instance` on the cores of this computer as `plan` says, or as is best where the plan is silent.
///
/// # Errors
/// If the plan asks for a combination that the puzzle does not have.
pub fn solve(instance: &Instance, plan: &Plan, progress: &mut dyn Progress) -> Result<Answer, Error> {
    solve_on(&Cores, instance, plan, progress)
}
