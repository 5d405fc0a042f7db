//! Drawing and moving tiles with labels. Pieces are numbered by label, and within one label by the start.

use rand::seq::SliceRandom;
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use taquin_tiles::format::labels::Label;
use taquin_tiles::labelled::Labelled;
use taquin_tiles::{Cell, Direction, Geometry};

use super::LabelledInstance;
use crate::family::Reach;
use crate::picture::{Colour, Ground, Motion, Piece, Place, Scene};

/// Random arrangements that are tried before a random walk takes their place, and the moves of that walk.
const TRIES: usize = 100;
const WALK: usize = 1000;

/// A picture of the tiles in these cells, by piece.
pub(super) fn scene(instance: &LabelledInstance, cells: &[Cell]) -> Scene {
    let geometry = instance.puzzle.geometry();
    let (rows, cols) = (geometry.rows() as usize, geometry.cols() as usize);
    let labels = instance.labels();
    let goal = &instance.puzzle.goals()[0];
    let mut kinds: Vec<&Label> = labels.iter().collect();
    kinds.dedup();
    let repeats = kinds.len() < labels.len();
    let colour = |label: &Label| match goal.iter().position(|other| other == label) {
        Some(home) if !repeats => Colour::of_tile(home / cols, rows, home % cols, cols),
        _ => Colour::of_block(kinds.binary_search(&label).unwrap_or(0), false),
    };
    let piece = |(label, &cell): (&Label, &Cell)| Piece {
        label: label.to_string(),
        colour: colour(label),
        goal: false,
        at: place(geometry, cell),
        shape: vec![(0, 0)],
    };
    let torus = geometry.is_torus();
    Scene {
        rows,
        cols,
        wraps: (torus && rows > 1, torus && cols > 1),
        ground: vec![Ground::Floor; rows * cols],
        pieces: labels.iter().zip(cells).map(piece).collect(),
        marks: vec![],
        photo: None,
    }
}

/// The goal, where it is one arrangement.
pub(super) fn goal_scene(instance: &LabelledInstance) -> Option<Scene> {
    let [goal] = instance.puzzle.goals() else { return None };
    let mut left: Vec<Option<&Label>> = goal.iter().map(Some).collect();
    let mut cells = Vec::new();
    for label in instance.labels() {
        let cell = left.iter().position(|other| *other == Some(label))?;
        left[cell] = None;
        cells.push(cell as Cell);
    }
    Some(scene(instance, &cells))
}

/// The tiles that can move, each with its steps; of two ways to the same cell the one inside of the board.
pub(super) fn reach(instance: &LabelledInstance) -> Vec<Reach> {
    let geometry = instance.puzzle.geometry();
    let (rows, cols) = (geometry.rows() as i32, geometry.cols() as i32);
    let paths = |&cell: &Cell| {
        let (row, col) = place(geometry, cell);
        let is_inside =
            |(down, right): Place| (0..rows).contains(&(row + down)) && (0..cols).contains(&(col + right));
        let mut ways: Vec<(Cell, Place)> = Direction::ALL
            .into_iter()
            .filter_map(|way| Some((geometry.neighbor(cell, way)?, way.delta())))
            .filter(|(to, _)| instance.is_blank(*to))
            .collect();
        ways.sort_by_key(|&(_, step)| !is_inside(step));
        let mut seen: Vec<Cell> = Vec::new();
        ways.retain(|(to, _)| {
            !seen.contains(to) && {
                seen.push(*to);
                true
            }
        });
        ways.into_iter().map(|(_, step)| vec![step]).collect::<Vec<_>>()
    };
    let all = instance.cells().iter().map(paths).enumerate();
    all.filter(|(_, paths)| !paths.is_empty()).map(|(piece, paths)| Reach { piece, paths }).collect()
}

pub(super) fn moved(instance: &LabelledInstance, motion: &Motion) -> Option<LabelledInstance> {
    let [step] = motion.path[..] else { return None };
    let &from = instance.cells().get(motion.piece)?;
    let direction = Direction::ALL.into_iter().find(|direction| direction.delta() == step)?;
    let to = instance.puzzle.geometry().neighbor(from, direction)?;
    instance.is_blank(to).then(|| instance.with_move(from, to))
}

/// A random arrangement from which the goal can be reached.
pub(super) fn scrambled(instance: &LabelledInstance, seed: u64) -> LabelledInstance {
    let mut random = Xoshiro256PlusPlus::seed_from_u64(seed);
    let mut labels = instance.puzzle.start().to_vec();
    for _ in 0..TRIES {
        labels.shuffle(&mut random);
        let found = LabelledInstance::with_start(instance, labels.clone());
        if found.solvability().is_some_and(|told| told.is_solvable()) && !found.solved() {
            return found;
        }
    }
    let mut now = instance.clone();
    for _ in 0..WALK {
        let ways = reach(&now);
        let Some(Reach { piece, paths }) = ways.get(random.random_range(0..ways.len().max(1))) else { break };
        let path = paths[random.random_range(0..paths.len())].clone();
        now = moved(&now, &Motion { piece: *piece, path }).unwrap_or(now);
    }
    LabelledInstance::with_start(instance, now.puzzle.start().to_vec())
}

/// The cells of all pieces of a start.
pub(super) fn cells_of(puzzle: &Labelled, labels: &[Label]) -> Vec<Cell> {
    let mut cells: Vec<(&Label, Cell)> = puzzle.start().iter().zip(0..).collect();
    cells.retain(|(label, _)| **label != Label::BLANK);
    cells.sort();
    debug_assert_eq!(cells.len(), labels.len());
    cells.into_iter().map(|(_, cell)| cell).collect()
}

pub(super) fn place(geometry: Geometry, cell: Cell) -> Place {
    ((cell / geometry.cols()) as i32, (cell % geometry.cols()) as i32)
}
