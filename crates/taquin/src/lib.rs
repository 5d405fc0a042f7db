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

mod answer;
mod batch;
mod census;
mod checkpoint;
mod component;
mod error;
mod facts;
mod gathered;
mod instance;
mod layouts;
mod lineup;
mod neighbors;
pub mod picture;
mod plan;
pub mod render;
mod stage;
pub mod survey;
pub mod trace;
mod walk;

pub use answer::{Answer, Step};
pub use batch::{Answered, Deliver, Puzzles, solve_all};
pub use census::{EnumeratePlan, SavedSpace, enumerate, saved_space};
pub use checkpoint::{read_checkpoint, write_checkpoint};
pub use component::{Component, Diameter, Part, PieceSet, ToGoal, component, piece_set};
pub use error::Error;
pub use facts::{BlocksFacts, TilesFacts};
pub use gathered::{Gathered, realm};
pub use instance::{Hints, Instance, TilesInstance};
pub use layouts::LayoutFacts;
pub use lineup::{Shared, choices, is_stream, pattern_answer, solve, stream, survey, trace};
pub use plan::{Algorithm, Choices, Guide, Plan};
pub use stage::Reach;
pub use taquin_blocks::Metric;
pub use taquin_search::{Ask, Cost, Estimate, Limit, Limits, Outcome, Progress, Report, Stats};
pub use taquin_space::Census;
pub use taquin_tiles::constructive::Streamed;
pub use taquin_tiles::{Board, Cell, Direction, Geometry, Tile};

/// The puzzle families themselves, for those who want more than the straight line.
pub use {taquin_blocks as blocks, taquin_search as search, taquin_space as space, taquin_tiles as tiles};
