//! Mirror images and rotations that leave board, pieces and goal as they are.
//!
//! States that are images of one another are equally far from the goal, so a search needs only one
//! of them: the smallest word. Because a state is the exclusive-or of the weights of its spots, an
//! image is the exclusive-or of the weights of their images, and a move changes it by two of them.

use std::collections::HashMap;

use crate::compiled::atlas::{Atlas, SpotId};
use crate::compiled::blocks::{Blocks, Move};
use crate::compiled::word::Word;
use crate::model::grid::{Cell, Grid};
use crate::model::problem::Problem;
use crate::model::rules::Motion;

/// The symmetries of a puzzle, the identity left out.
#[derive(Clone, Debug)]
pub struct Symmetries<C> {
    /// By symmetry, then by spot: the weight of the image.
    weights: Vec<Vec<C>>,
}

impl<C: Word> Symmetries<C> {
    /// The symmetries of `blocks`.
    #[must_use]
    pub fn of<O: Word>(blocks: &Blocks<O, C>) -> Self {
        let problem = blocks.problem();
        let maps = board_symmetries(problem.grid());
        let weights = maps.iter().filter_map(|map| spot_images(problem, &blocks.atlas, map)).map(|images| {
            images.into_iter().map(|image| blocks.entries[usize::from(image)].weight).collect()
        });
        Symmetries { weights: weights.collect() }
    }

    /// No symmetry at all, for counts that must not merge images.
    #[must_use]
    pub fn none() -> Self {
        Symmetries { weights: vec![] }
    }

    /// Only those that leave `state` as it is. Distances from such a state are the same for all images,
    /// so that merging them loses no count.
    #[must_use]
    pub fn fixing<O: Word>(mut self, blocks: &Blocks<O, C>, state: C) -> Self {
        let images = self.images(blocks, state);
        let mut fixed = images.iter().map(|&image| image == state);
        self.weights.retain(|_| fixed.next() == Some(true));
        self
    }

    /// How many there are besides the identity.
    #[must_use]
    pub fn len(&self) -> usize {
        self.weights.len()
    }

    /// Whether there is none besides the identity.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.weights.is_empty()
    }

    /// The images of `state`, one per symmetry.
    #[must_use]
    pub fn images<O: Word>(&self, blocks: &Blocks<O, C>, state: C) -> Vec<C> {
        let mut images = vec![C::default(); self.weights.len()];
        blocks.each_spot(state, |spot| {
            for (image, weights) in images.iter_mut().zip(&self.weights) {
                *image = image.xor(weights[usize::from(spot)]);
            }
        });
        images
    }

    /// The images of the state that `mv` leads to from the one that `images` are of.
    #[inline]
    pub fn images_after<'a>(&'a self, images: &'a [C], mv: Move) -> impl Iterator<Item = C> + 'a {
        let pairs = images.iter().zip(&self.weights);
        pairs.map(move |(image, weights)| {
            image.xor(weights[usize::from(mv.from)]).xor(weights[usize::from(mv.to)])
        })
    }

    /// The smallest image of `after`, which `mv` leads to from the state that `images` are of.
    #[inline]
    #[must_use]
    pub fn smallest_after(&self, images: &[C], mv: Move, after: C) -> C {
        self.images_after(images, mv).fold(after, C::min)
    }

    /// The smallest image of `state`, itself included.
    #[must_use]
    pub fn smallest<O: Word>(&self, blocks: &Blocks<O, C>, state: C) -> C {
        self.images(blocks, state).into_iter().fold(state, C::min)
    }
}

/// How many different states `state` and its images are.
#[inline]
#[must_use]
pub(crate) fn orbit<C: Word>(state: C, images: &[C]) -> u64 {
    let fresh = |&index: &usize| images[index] != state && !images[..index].contains(&images[index]);
    1 + (0..images.len()).filter(fresh).count() as u64
}

/// A map of the cells, and whether it exchanges rows with columns.
pub(crate) struct CellMap {
    pub(crate) to: Vec<Cell>,
    transposes: bool,
}

/// The maps of a rectangle or square onto itself that keep the ground, without the identity.
pub(crate) fn board_symmetries(grid: &Grid) -> Vec<CellMap> {
    let (rows, cols) = (grid.rows(), grid.cols());
    let square = rows == cols && grid.wraps().0 == grid.wraps().1;
    let mut maps = vec![];
    for choice in 1..if square { 8 } else { 4 } {
        let (flip_rows, flip_cols, transposes) = (choice & 1 != 0, choice & 2 != 0, choice & 4 != 0);
        let image = |cell: Cell| {
            let (row, col) = grid.place(cell);
            let row = if flip_rows { rows - 1 - row } else { row };
            let col = if flip_cols { cols - 1 - col } else { col };
            if transposes { grid.cell(col, row) } else { grid.cell(row, col) }
        };
        let to: Vec<Cell> = grid.cells().map(image).collect();
        if grid.cells().all(|cell| grid.ground(cell) == grid.ground(to[cell.index()])) {
            maps.push(CellMap { to, transposes });
        }
    }
    maps
}

/// The image of every spot under `map`, if the map takes pieces to pieces and goal to goal.
fn spot_images(problem: &Problem, atlas: &Atlas, map: &CellMap) -> Option<Vec<SpotId>> {
    let turned = |motion: Motion| {
        let (horizontal, vertical) = (motion.horizontal, motion.vertical);
        if map.transposes { Motion { horizontal: vertical, vertical: horizontal, ..motion } } else { motion }
    };
    let group_of = |spot: SpotId| atlas.groups.partition_point(|group| group.first <= spot) - 1;
    let mut known = HashMap::new();
    for group in &atlas.groups {
        let kind = &problem.kinds()[group.kind];
        for spot in group.first..group.first + group.len as SpotId {
            known.insert((kind.motion, kind.label, atlas.spots[usize::from(spot)].floor.clone()), spot);
        }
    }
    let mut number = vec![0; map.to.len()];
    for (index, cell) in (0_u16..).zip(&atlas.floor) {
        number[cell.index()] = index;
    }
    let mut images = vec![];
    for group in &atlas.groups {
        let kind = &problem.kinds()[group.kind];
        let range = usize::from(group.first)..usize::from(group.first) + group.len;
        for spot in range.clone() {
            let moved = |&floor: &u16| number[map.to[atlas.floor[usize::from(floor)].index()].index()];
            let mut floor: Vec<u16> = atlas.spots[spot].floor.iter().map(moved).collect();
            floor.sort_unstable();
            images.push(*known.get(&(turned(kind.motion), kind.label, floor))?);
        }
        let other = &atlas.groups[group_of(images[range.start])];
        let same_group = range.clone().all(|spot| group_of(images[spot]) == group_of(images[range.start]));
        let mut goal: Vec<SpotId> = group.goal.iter().map(|&spot| images[usize::from(spot)]).collect();
        goal.sort_unstable();
        if !same_group || other.start.len() != group.start.len() || other.goal != goal {
            return None;
        }
    }
    Some(images)
}
