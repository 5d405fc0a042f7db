//! Everything that is known about blocks without solving them.

use std::path::Path;

use serde_json::{Map, Value, json};
use taquin_blocks::format::{Format, picture};
use taquin_blocks::{Blocks, Ground, Problem, Scope, Symmetries, Task, Travel, Word, compile_wide};
use taquin_search::{Heuristic, Outcome, Puzzle};

use super::space::look_up;
use crate::analysis::Facts;
use crate::error::Error;
use crate::family::Family;
use crate::plan::HeuristicName;

/// The facts about the start of `problem`, with its distance from a file where one is given.
pub(super) fn facts(problem: &Problem, distances: Option<&Path>) -> Result<Facts, Error> {
    let found = compile_wide(problem, Scope::Reachable, Gather)?;
    let mut distance = None;
    if let Some(file) = distances
        && let Outcome::Solved { cost, .. } = look_up(problem, file, None)?.outcome
    {
        distance = Some(cost);
    }
    let heuristics =
        found.travel.map(|travel| (HeuristicName::MANHATTAN, travel.into())).into_iter().collect();
    let (lines, object) = (found.lines(problem, distance), found.object(problem, distance));
    Ok(Facts { heuristics, distance, lines, object, outlook: Vec::new() })
}

/// The facts about blocks on a board.
struct Gathered {
    /// How many kinds of interchangeable pieces there are.
    kinds: usize,
    /// How many cells are empty.
    empty: usize,
    /// How many bits a position takes.
    state_bits: usize,
    /// How many mirror images and rotations leave board and goal as they are.
    symmetries: usize,
    /// A lower bound on the moves of the goal pieces.
    travel: Option<u32>,
    /// The positions one move away.
    neighbors: Vec<String>,
    /// The puzzle in every format that can express it.
    forms: Vec<(Format, String)>,
}

impl Gathered {
    fn lines(&self, problem: &Problem, distance: Option<u32>) -> Vec<String> {
        let line = |name: &str, value: &dyn std::fmt::Display| format!("{name:<18}{value}");
        let mut lines = vec![
            line("kinds of pieces", &self.kinds),
            line("empty cells", &self.empty),
            line("symmetries", &self.symmetries),
            line("bits a position", &self.state_bits),
        ];
        lines.push(match self.travel {
            Some(travel) => line("manhattan", &travel),
            None if problem.goal().is_empty() => "no goal".to_string(),
            None => "unsolvable: a piece of the goal could not get there even alone".to_string(),
        });
        lines.extend(distance.map(|distance| line("true distance", &distance)));
        let short = self.forms.iter().filter(|(form, _)| !matches!(form, Format::Plain | Format::Gnome));
        lines.extend(short.map(|(form, text)| line(&form.to_string(), text)));
        lines.push(line("neighbours", &self.neighbors.len()));
        lines.extend(self.neighbors.iter().map(|neighbor| format!("  {neighbor}")));
        lines
    }

    fn object(&self, problem: &Problem, distance: Option<u32>) -> Value {
        let forms: Map<String, Value> =
            self.forms.iter().map(|(form, text)| (form.to_string(), json!(text))).collect();
        json!({
            "puzzle": problem.object(),
            "pieces": problem.pieces().len(),
            "kinds": self.kinds,
            "empty": self.empty,
            "symmetries": self.symmetries,
            "state_bits": self.state_bits,
            "heuristics": { "manhattan": self.travel },
            "distance": distance,
            "forms": forms,
            "neighbors": self.neighbors,
        })
    }
}

struct Gather;

impl Task for Gather {
    type Output = Gathered;

    fn run<O: Word, C: Word>(self, blocks: &Blocks<O, C>) -> Gathered {
        let problem = blocks.problem();
        let grid = problem.grid();
        let floor = grid.cells().filter(|&cell| grid.ground(cell) != Ground::Wall).count();
        let covered: usize = problem.pieces().iter().map(|piece| piece.cells.len()).sum();
        let start = blocks.start();
        let solvable = blocks.goal_in_reach() && !problem.goal().is_empty();
        let neighbor = |mv| picture::one_line(blocks, blocks.moved(start, mv));
        Gathered {
            kinds: problem.kinds().len(),
            empty: floor - covered,
            state_bits: blocks.state_bits(),
            symmetries: Symmetries::of(blocks).len(),
            travel: solvable.then(|| Travel::new(blocks).start(blocks, &start)),
            neighbors: blocks.moves(&start).map(neighbor).collect(),
            forms: Format::ALL.into_iter().filter_map(|form| Some((form, form.write(problem)?))).collect(),
        }
    }
}
