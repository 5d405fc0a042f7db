//! Everything that can be told about a position without solving it.

mod blocks;

use std::path::Path;

pub use blocks::BlocksFacts;
use taquin_search::{Heuristic, Outcome, Puzzle};
use taquin_tiles::heuristic::{LinearConflict, Manhattan, Misplaced, WalkingDistance};
use taquin_tiles::{Board, Cells, Exhaustive, GoalCells, Move, Packed16, Packed25, Solvability, Tiles};

use crate::census;
use crate::error::Error;
use crate::instance::TilesInstance;
use crate::plan::Guide;

/// What there is to know about a board.
#[derive(Clone, Debug)]
pub struct TilesFacts {
    /// Whether the goal can be reached, and why.
    pub solvability: Solvability,
    /// The heuristics that are valid here, with their values.
    pub heuristics: Vec<(Guide, u64)>,
    /// The boards one move away with the tile that moves, blank going up, left, down, right.
    pub neighbors: Vec<(u32, Board)>,
    /// The true distance, for boards small enough to know it at once.
    pub distance: Option<u32>,
}

impl TilesFacts {
    /// The facts about the start of `instance`, with its distance from a table where one is given.
    ///
    /// # Errors
    /// If the start or the goal do not fit the grid, or the table cannot be used.
    pub fn of(instance: &TilesInstance, distances: Option<&Path>) -> Result<Self, Error> {
        let solvability = instance.solvability();
        let heuristics = match instance.geometry.cells() {
            ..=16 => heuristics::<Packed16>(instance)?,
            17..=25 => heuristics::<Packed25>(instance)?,
            _ => heuristics::<Board>(instance)?,
        };
        let puzzle = Tiles::<Board>::new(instance.geometry, &instance.goal)?;
        let neighbor =
            |mv: Move| (instance.start.tiles()[mv.from as usize], puzzle.successor(&instance.start, mv));
        let neighbors = puzzle.moves(&instance.start).map(neighbor).collect();
        let distance = if let Some(file) = distances {
            match census::look_up(instance, file)?.outcome {
                Outcome::Solved { cost, .. } => Some(cost),
                Outcome::Unsolvable | Outcome::Stopped(_) => None,
            }
        } else if instance.geometry.cells() <= 9 {
            let puzzle = Tiles::<Packed16>::new(instance.geometry, &instance.goal)?;
            Exhaustive::new(&puzzle)?.distance(&puzzle.state(&instance.start)?)
        } else {
            None
        };
        Ok(TilesFacts { solvability, heuristics, neighbors, distance })
    }
}

/// The value of every heuristic that is valid for the board.
fn heuristics<S: Cells>(instance: &TilesInstance) -> Result<Vec<(Guide, u64)>, Error> {
    let puzzle = Tiles::<S>::new(instance.geometry, &instance.goal)?;
    let start = puzzle.state(&instance.start)?;
    // The distance of a huge board exceeds what a search can count to.
    let goal = GoalCells::of(&instance.goal);
    let manhattan = Manhattan::distance(&instance.geometry, &instance.start, &goal);
    let mut values =
        vec![(Guide::Misplaced, value(&puzzle, &Misplaced, &start)), (Guide::Manhattan, manhattan)];
    if let Ok(heuristic) = LinearConflict::new(&puzzle)
        && manhattan < u64::from(u32::MAX) / 2
    {
        values.push((Guide::LinearConflict, value(&puzzle, &heuristic, &start)));
    }
    if let Ok(heuristic) = WalkingDistance::new(&puzzle) {
        values.push((Guide::WalkingDistance, value(&puzzle, &heuristic, &start)));
    }
    Ok(values)
}

fn value<P: Puzzle, H: Heuristic<P>>(puzzle: &P, heuristic: &H, state: &P::State) -> u64 {
    heuristic.value(heuristic.start(puzzle, state)).into()
}
