//! An engine for sliding puzzles: tiles such as the 8-, 15- and 24-puzzle, flat or on a torus, and sliding blocks
//! such as Klotski and Rush Hour.
//!
//! Text becomes an [`Instance`], an instance and a [`Plan`] become an [`Answer`], an answer is rendered.
//!
//! ```
//! use taquin::{Hints, Instance, Plan, solve};
//!
//! let instance = Instance::parse("1 2 3 / 4 0 6 / 7 5 8", &Hints::default())?;
//! let answer = solve(&instance, &Plan::default(), &mut ())?;
//! assert_eq!(answer.steps().unwrap().len(), 2);
//! assert!(answer.is_shortest());
//! # Ok::<(), taquin::Error>(())
//! ```
//!
//! # Choosing how to solve
//!
//! A default plan picks the best method for the puzzle. Boards of more than 25 cells get a short solution and a
//! lower bound unless they are easy.
//!
//! ```
//! use std::time::Duration;
//! use taquin::{Hints, Instance, Limits, Outcome, Plan, solve};
//!
//! let limits = Limits { time: Some(Duration::from_secs(10)), ..Limits::default() };
//! let algorithm = Some("a-star".parse().unwrap());
//! let heuristic = Some("manhattan".parse().unwrap());
//! let plan = Plan { algorithm, heuristic, limits, ..Plan::default() };
//!
//! let torus = Hints { torus: true, ..Hints::default() };
//! let answer = solve(&Instance::parse("8 7 6 / 5 4 3 / 2 1 0", &torus)?, &plan, &mut ())?;
//! match answer.report.outcome {
//!     Outcome::Solved { cost, .. } => assert_eq!(cost, 16),
//!     Outcome::Unsolvable => println!("{}", answer.reason.unwrap()),
//!     Outcome::Stopped(limit) => println!("{limit:?}: at least {} moves", answer.report.lower_bound),
//! }
//! # Ok::<(), taquin::Error>(())
//! ```
//!
//! # Blocks
//!
//! Blocks are read from pictures, codes and names of the catalogue. What counts as one move is the metric.
//!
//! ```
//! use taquin::{Hints, Instance, Plan, render, solve};
//!
//! let goal = Some("..../..../..../.ZZ./.ZZ.".into());
//! let hints = Hints { goal, metric: Some("unit".into()), ..Hints::default() };
//! let klotski = Instance::parse("aZZb/aZZb/cddf/cghf/i..j", &hints)?;
//! let answer = solve(&klotski, &Plan::default(), &mut ())?;
//! assert_eq!(answer.cost(&klotski), Some(116));
//!
//! let mut boards = Vec::new();
//! render::boards(&mut boards, &klotski, &answer)?;
//! assert!(boards.starts_with(b"Solved in 116 moves"));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Many puzzles
//!
//! [`lines`] reads one puzzle from each line, and a [`Machine`] solves them on all cores; puzzles of one kind share
//! their tables.
//!
//! ```
//! use std::ops::ControlFlow;
//! use taquin::{Cores, Hints, Machine, Plan, lines};
//!
//! let text: &[u8] = b"1 2 3 / 4 0 6 / 7 5 8\n8 6 7 / 2 5 4 / 3 0 1\n";
//! let mut costs = Vec::new();
//! Cores.solve(&mut lines(text, Hints::default()), &Plan::default(), &mut (), &mut |(_, answer)| {
//!     costs.push(answer.ok().and_then(|answer| Some(answer.steps()?.len())));
//!     ControlFlow::Continue(())
//! })?;
//! assert_eq!(costs, [Some(2), Some(31)]);
//! # Ok::<(), taquin::Error>(())
//! ```
//!
//! # Pictures
//!
//! ```
//! use taquin::{Hints, Instance, Plan, picture, solve};
//!
//! let instance = Instance::parse("1 2 3 / 4 0 6 / 7 5 8", &Hints::default())?;
//! let film = instance.film(&solve(&instance, &Plan::default(), &mut ())?).unwrap();
//! let mut gif = Vec::new();
//! picture::gif(&mut gif, &film, 200)?;
//! assert!(gif.starts_with(b"GIF89a") && picture::page(&film).starts_with("<!doctype html>"));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! [`enumerate`] counts whole spaces, [`play`] applies moves that people write, and [`trace`] shows a search step by
//! step. The algorithms themselves, for puzzles of your own, are in [`search`].
//!
//! These traits connect the parts: a [`Family`] is a kind of puzzle, an [`Analysis`] finds out more about one, a
//! [`Machine`] solves, and a [`Progress`] receives reports.

mod analysis;
mod answer;
mod comparison;
mod distribution;
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
mod outlook;
pub mod picture;
mod plan;
pub mod planning;
mod reading;
mod reason;
pub mod render;
mod review;
pub mod solutions;
mod stream;
pub mod survey;
pub mod trace;
mod walk;

pub use analysis::{Analysis, Facts};
pub use answer::{Answer, Direction, Path, Step};
pub use comparison::{Comparison, Contender, Found, Run, Sum, compare, contenders};
pub use distribution::{Distribution, distribution};
pub use enumeration::{
    Component, Diameter, EnumeratePlan, Enumeration, Origin, PieceSet, SavedSpace, ToGoal, enumerate,
};
pub use error::Error;
pub use families::check_distances;
pub use families::labelled::LabelledInstance;
pub use families::tiles::TilesInstance;
pub use family::{Deepening, Family, Reach};
pub use gatherer::Gathered;
pub use instance::{Hints, Instance};
pub use journal::{Journal, answer_value, read_answer};
pub use lesson::Lesson;
pub use machine::{Answered, Cores, Deliver, Machine, Puzzles, Solver, solve_on};
pub use notation::{Destination, Failure, Played, Written, play, scrambled};
pub use outlook::{Outlook, outlook};
pub use plan::{Algorithm, Choices, HeuristicName, Plan, tables_folder};
pub use reading::{Reading, lines, read, read_one};
pub use review::{Point, Review, Stretch, review};
pub use solutions::{Number, Solutions, Wanted};
pub use stream::Streamed;
pub use taquin_search::{Ask, Cost, Estimate, Limit, Limits, Outcome, Progress, Report, Stats};
pub use taquin_space::Census;
pub use taquin_tiles::{Board, Geometry};

/// The crates below the facade.
pub use {taquin_blocks as blocks, taquin_search as search, taquin_space as space, taquin_tiles as tiles};

/// Solves `instance` on all cores as `plan` says; what the plan leaves open is chosen for the puzzle.
///
/// # Errors
/// If the plan asks for a combination that the puzzle does not have.
pub fn solve(instance: &Instance, plan: &Plan, progress: &mut dyn Progress) -> Result<Answer, Error> {
    solve_on(&Cores, instance, plan, progress)
}

/// The examples of the README are tests.
#[cfg(doctest)]
#[doc = include_str!("../../../README.md")]
struct Readme;
