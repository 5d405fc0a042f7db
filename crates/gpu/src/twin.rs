//! The engine on the CPU: the twin of the CUDA engine, node for node, and its proof.

use std::collections::hash_map::Entry;
use std::sync::Arc;

use rustc_hash::FxHashMap;
use taquin_tiles::automaton::{Automaton, FORBIDDEN, StateId};

use crate::engine::{Descent, Engine, Round, Slice, Step};
use crate::error::Error;
use crate::grid::{DIRECTIONS, Grid};
use crate::plan::Plan;
use crate::position::{Packed, Position};
use crate::sums::{Memo, Sums};

/// The most positions of a layer: one step from layer to layer is made in a fraction of a second.
const WIDEST: usize = 1 << 18;

/// The expansions between two questions whether to go on.
const PATIENCE: u64 = 4096;

/// An engine on one thread of the CPU. A clone shares the tables.
#[derive(Clone)]
pub(crate) struct Twin {
    known: FxHashMap<usize, Arc<Sums>>,
    pub(crate) sums: Arc<Sums>,
    automaton: Automaton,
    pub(crate) layer: Vec<Packed>,
    /// For each layer from depth 1 on, where each position came from: number times four plus direction.
    origins: Vec<Vec<u32>>,
    goal: Option<u32>,
    roots: Vec<Packed>,
    pub(crate) root_depth: usize,
}

/// One depth-first descent.
struct Dive<'a> {
    sums: &'a Sums,
    automaton: &'a Automaton,
    grid: Grid,
    descent: Descent,
    path: Vec<u8>,
    /// Says whether to break off.
    patience: &'a mut dyn FnMut() -> bool,
}

impl Twin {
    /// A twin equipped with `plan` as number 0.
    pub(crate) fn new(plan: Plan, automaton: Automaton) -> Self {
        let sums = Arc::new(Sums::new(plan));
        Twin {
            known: FxHashMap::from_iter([(0, sums.clone())]),
            sums,
            automaton,
            layer: Vec::new(),
            origins: Vec::new(),
            goal: None,
            roots: Vec::new(),
            root_depth: 0,
        }
    }

    fn unpack(&self, packed: Packed) -> Position {
        Position::unpack(packed, self.sums.plan.grid, self.sums.plan.blank)
    }

    fn slack(&self, position: &Position, left: i32) -> (Memo, i32) {
        let (memo, distance) = self.sums.start(position);
        (memo, (left - distance).div_euclid(self.sums.unit()))
    }

    fn path_to(&self, depth: usize, mut number: usize) -> Vec<u8> {
        let mut path = vec![0; depth];
        for depth in (0..depth).rev() {
            let origin = self.origins[depth][number];
            path[depth] = (origin % 4) as u8;
            number = origin as usize / 4;
        }
        path
    }

    /// Searches depth-first from some of the roots.
    fn descend_from(
        &self,
        bound: u32,
        roots: impl Iterator<Item = usize>,
        patience: &mut dyn FnMut() -> bool,
    ) -> Descent {
        let left = bound as i32 - self.root_depth as i32;
        let mut dive = Dive {
            sums: &self.sums,
            automaton: &self.automaton,
            grid: self.sums.plan.grid,
            descent: Descent::default(),
            path: Vec::new(),
            patience,
        };
        for root in roots {
            dive.descent.broken |= (dive.patience)();
            if dive.descent.broken {
                break;
            }
            let mut position = self.unpack(self.roots[root]);
            let (memo, slack) = self.slack(&position, left);
            let state = self.automaton.start(position.blank.into());
            let allowed = !(self.roots[root][0] >> 60) as u8 & 15;
            if dive.search(&mut position, &memo, state, slack, left, allowed) {
                dive.descent.answer = (!dive.descent.broken).then_some((root, dive.path));
                break;
            }
        }
        dive.descent
    }
}

impl Engine for Twin {
    fn widest(&self) -> usize {
        WIDEST
    }

    fn equip(&mut self, number: usize, plan: &Plan) -> Result<(), Error> {
        self.sums = self.known.entry(number).or_insert_with(|| Arc::new(Sums::new(plan.clone()))).clone();
        Ok(())
    }

    fn estimates(&mut self, positions: &[Packed]) -> Result<Vec<u8>, Error> {
        Ok(positions.iter().map(|&packed| self.sums.estimate(&self.unpack(packed)) as u8).collect())
    }

    fn begin(&mut self, start: &Position) -> Result<(), Error> {
        self.layer = vec![start.pack()];
        self.origins.clear();
        self.goal = None;
        Ok(())
    }

    fn advance(&mut self, bound: u32, width: usize) -> Result<Step, Error> {
        let grid = self.sums.plan.grid;
        let left = bound as i32 - self.origins.len() as i32;
        let mut step = Step { expanded: self.layer.len() as u64, ..Step::default() };
        // Position to its place in the new layer.
        let mut places: FxHashMap<Packed, usize> = FxHashMap::default();
        let mut layer: Vec<(Packed, u32, u8)> = Vec::new();
        for (number, &packed) in self.layer.iter().enumerate() {
            let position = self.unpack(packed);
            let (memo, slack) = self.slack(&position, left);
            let blank = usize::from(position.blank);
            for k in (0..DIRECTIONS).filter(|k| packed[0] >> (60 + k) & 1 == 0) {
                let Some(from) = grid.neighbor(blank, k) else { continue };
                step.generated += 1;
                let tile = usize::from(position.tiles[from]);
                let Some((memo, slack)) = self.sums.step(&memo, slack, blank, tile, k) else { continue };
                let distance = left - 1 - self.sums.unit() * slack;
                let origin = (number * 4 + k) as u32;
                if distance == 0 {
                    step.goal = true;
                    self.goal = Some(origin);
                }
                let mut next = position;
                next.slide(from);
                let key = next.pack();
                let back = 1u64 << (60 + (k ^ 2));
                match places.entry(key) {
                    Entry::Occupied(place) => layer[*place.get()].0[0] |= back,
                    Entry::Vacant(place) => {
                        place.insert(layer.len());
                        layer.push((
                            [key[0] | back, key[1]],
                            origin,
                            self.sums.score(&memo, left - 1, distance),
                        ));
                    }
                }
            }
        }
        step.cut = layer.len() > width;
        layer.sort_by_key(|&(_, _, score)| score);
        layer.truncate(width);
        step.size = layer.len();
        self.origins.push(layer.iter().map(|&(_, origin, _)| origin).collect());
        self.layer = layer.into_iter().map(|(packed, _, _)| packed).collect();
        Ok(step)
    }

    fn goal_path(&mut self) -> Result<Vec<u8>, Error> {
        let origin = self.goal.expect("the last step reached the goal");
        let mut path = self.path_to(self.origins.len() - 1, origin as usize / 4);
        path.push((origin % 4) as u8);
        Ok(path)
    }

    fn keep(&mut self) -> Result<(), Error> {
        self.roots.clone_from(&self.layer);
        self.root_depth = self.origins.len();
        Ok(())
    }

    fn descend(
        &mut self,
        bound: u32,
        slice: Slice,
        patience: &mut dyn FnMut() -> bool,
    ) -> Result<Descent, Error> {
        let own = (0..self.roots.len()).filter(|&root| slice.has(self.roots[root]));
        Ok(self.descend_from(bound, own, patience))
    }

    fn root_path(&mut self, root: usize) -> Result<Vec<u8>, Error> {
        Ok(self.path_to(self.root_depth, root))
    }

    fn roots(&mut self) -> Result<(Vec<Packed>, usize), Error> {
        Ok((self.roots.clone(), self.root_depth))
    }

    fn adopt(&mut self, roots: &[Packed], depth: usize) -> Result<(), Error> {
        self.roots = roots.to_vec();
        self.root_depth = depth;
        Ok(())
    }

    fn round(
        &mut self,
        starts: &[Packed],
        bounds: &[u8],
        patience: &mut dyn FnMut() -> bool,
    ) -> Result<Round, Error> {
        let mut round = Round::default();
        self.adopt(starts, 0)?;
        for (root, &bound) in bounds.iter().enumerate() {
            let descent = self.descend_from(bound.into(), root..root + 1, patience);
            round.expanded += descent.expanded;
            round.generated += descent.generated;
            round.broken |= descent.broken;
            round.answers.push(descent.answer.map(|(_, path)| path));
        }
        Ok(round)
    }
}

impl Dive<'_> {
    /// Whether the descent is at its end: it is broken off, or a solution is below, whose directions are
    /// then in `path`.
    fn search(
        &mut self,
        position: &mut Position,
        memo: &Memo,
        state: StateId,
        slack: i32,
        left: i32,
        allowed: u8,
    ) -> bool {
        self.descent.expanded += 1;
        if left == self.sums.unit() * slack {
            return true;
        }
        if self.descent.expanded.is_multiple_of(PATIENCE) && (self.patience)() {
            self.descent.broken = true;
            return true;
        }
        let (blank, next) = (usize::from(position.blank), self.automaton.next(state));
        for k in (0..DIRECTIONS).filter(|k| allowed >> k & 1 == 1) {
            let next = next[k];
            if next == FORBIDDEN {
                continue;
            }
            self.descent.generated += 1;
            let from = self.grid.neighbor(blank, k).expect("the automaton knows the walls");
            let tile = usize::from(position.tiles[from]);
            let Some((memo, slack)) = self.sums.step(memo, slack, blank, tile, k) else { continue };
            position.slide(from);
            self.path.push(k as u8);
            if self.search(position, &memo, next, slack, left - 1, 15) {
                return true;
            }
            self.path.pop();
            position.slide(blank);
        }
        false
    }
}
