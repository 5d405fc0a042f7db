//! The facts about blocks.

use std::path::Path;

use taquin_blocks::format::{Format, picture};
use taquin_blocks::{Blocks, Ground, Problem, Scope, Symmetries, Task, Travel, Word, compile};
use taquin_search::{Heuristic, Outcome, Puzzle};

use crate::component::look_up;
use crate::error::Error;

/// What there is to know about blocks on a board.
#[derive(Clone, Debug)]
pub struct BlocksFacts {
    /// How many pieces there are.
    pub pieces: usize,
    /// How many kinds of interchangeable pieces.
    pub kinds: usize,
    /// How many cells are empty.
    pub empty: usize,
    /// How many bits a position takes.
    pub state_bits: usize,
    /// How many mirror images and rotations leave board and goal as they are.
    pub symmetries: usize,
    /// The moves that the pieces of the goal need at the least.
    pub travel: Option<u32>,
    /// The true distance, from a file that has it.
    pub distance: Option<u32>,
    /// The positions one move away.
    pub neighbors: Vec<String>,
    /// The puzzle in every format that can say it.
    pub forms: Vec<(Format, String)>,
}

impl BlocksFacts {
    /// The facts about the start of `problem`, with its distance from a file where one is given.
    ///
    /// # Errors
    /// If the puzzle is too large, or the file cannot be used.
    pub fn of(problem: &Problem, distances: Option<&Path>) -> Result<Self, Error> {
        let mut facts = compile(problem, Scope::Reachable, Gather)?;
        if let Some(file) = distances
            && let Outcome::Solved { cost, .. } = look_up(problem, file, None)?.outcome
        {
            facts.distance = Some(cost);
        }
        Ok(facts)
    }
}

struct Gather;

impl Task for Gather {
    type Output = BlocksFacts;

    fn run<O: Word, C: Word>(self, blocks: &Blocks<O, C>) -> BlocksFacts {
        let problem = blocks.problem();
        let board = problem.board();
        let floor = board.cells().filter(|&cell| board.ground(cell) != Ground::Wall).count();
        let covered: usize = problem.pieces().iter().map(|piece| piece.cells.len()).sum();
        let start = blocks.start();
        let solvable = blocks.goal_in_reach() && !problem.goal().is_empty();
        let neighbor = |mv| picture::one_line(blocks, blocks.moved(start, mv));
        BlocksFacts {
            pieces: problem.pieces().len(),
            kinds: problem.kinds().len(),
            empty: floor - covered,
            state_bits: blocks.state_bits(),
            symmetries: Symmetries::of(blocks).len(),
            travel: solvable.then(|| Travel::new(blocks).start(blocks, &start)),
            distance: None,
            neighbors: blocks.moves(&start).map(neighbor).collect(),
            forms: Format::ALL.into_iter().filter_map(|form| Some((form, form.write(problem)?))).collect(),
        }
    }
}
