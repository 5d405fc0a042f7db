//! Every placement that a piece can reach, numbered, with the steps between them.
//!
//! A *spot* is a placement of one kind; a *group* is the pieces of one kind that share the same spots.
//! Pieces of one kind that can never reach each other's placements (cars in different lanes) are in
//! different groups, which keeps states short.
//!
//! Invariants: spots of a group are consecutive and in reading order of their anchors; groups of
//! several pieces come before those of one; a step never leaves the group; equal cell sets are one spot, also where a piece reaches around a torus.

use std::collections::HashMap;

use crate::error::Error;
use crate::model::grid::{Cell, Direction, Grid, Ground};
use crate::model::problem::{Kind, Problem};

/// A spot, numbered over all groups.
pub(crate) type SpotId = u16;

/// No spot: the step is impossible even on an empty board.
pub(crate) const NOWHERE: SpotId = SpotId::MAX;

/// A placement of one kind of piece.
#[derive(Clone, Debug)]
pub(crate) struct Spot {
    /// Its anchor.
    pub(crate) anchor: Cell,
    /// What it covers, numbered as in [`Atlas::floor`].
    pub(crate) floor: Vec<u16>,
    /// The spot after one step, by direction.
    pub(crate) next: [SpotId; 4],
}

/// Interchangeable pieces that share their spots.
#[derive(Clone, Debug)]
pub(crate) struct Group {
    /// The kind of the pieces.
    pub(crate) kind: usize,
    /// The first spot.
    pub(crate) first: SpotId,
    /// How many spots there are.
    pub(crate) len: usize,
    /// Whether it is a group of one piece, whose place in a state is a number and not a set.
    pub(crate) single: bool,
    /// The spots where the pieces stand at the start, ascending.
    pub(crate) start: Vec<SpotId>,
    /// The spots that the goal wants occupied, ascending.
    pub(crate) goal: Vec<SpotId>,
}

/// Which placements an atlas contains.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scope {
    /// The placements that a piece could reach from the start if it were alone on the board.
    Reachable,
    /// All of them, and states that may have any number of pieces of each kind.
    Everywhere,
}

/// All spots and groups of a problem.
#[derive(Clone, Debug)]
pub(crate) struct Atlas {
    /// The cells that are not walls, in reading order; a cell's place here is its number.
    pub(crate) floor: Vec<Cell>,
    pub(crate) spots: Vec<Spot>,
    pub(crate) groups: Vec<Group>,
    /// Whether every target is a spot that enough pieces of its kind could reach.
    pub(crate) goal_in_reach: bool,
}

impl Atlas {
    /// The atlas of `problem`.
    pub(crate) fn new(problem: &Problem, scope: Scope) -> Result<Atlas, Error> {
        Self::within(problem, scope, |_, _| true)
    }

    /// The atlas of `problem` without the placements that `allowed` refuses, given a kind and the
    /// anchor.
    pub(crate) fn within(
        problem: &Problem,
        scope: Scope,
        allowed: impl Fn(usize, Cell) -> bool,
    ) -> Result<Atlas, Error> {
        let grid = problem.grid();
        let floor: Vec<Cell> = grid.cells().filter(|&cell| grid.ground(cell) != Ground::Wall).collect();
        let mut number = vec![u16::MAX; grid.rows() * grid.cols()];
        for (index, cell) in (0..).zip(&floor) {
            number[cell.index()] = index;
        }
        let placements: Vec<_> = problem
            .kinds()
            .iter()
            .enumerate()
            .map(|(index, kind)| Placements::of(grid, kind, |anchor| allowed(index, anchor)))
            .collect();
        let mut goal_in_reach = true;
        let mut orbits: Vec<Orbit> = vec![];
        for (kind, placements) in placements.iter().enumerate() {
            let split = split(problem, kind, placements, scope);
            let targets = problem.goal().iter().filter(|target| target.0 == kind).count();
            goal_in_reach &= split.iter().map(|orbit| orbit.goal.len()).sum::<usize>() == targets;
            let enough = |orbit: &Orbit| orbit.goal.len() <= orbit.start.len();
            goal_in_reach &= scope == Scope::Everywhere || split.iter().all(enough);
            orbits.extend(split);
        }
        // Groups of one piece are packed differently and come last.
        orbits.sort_by_key(|orbit| orbit.single);
        let mut atlas = Atlas { floor, spots: vec![], groups: vec![], goal_in_reach };
        for orbit in orbits {
            atlas.add_group(&placements[orbit.kind], &orbit, &number)?;
        }
        Ok(atlas)
    }

    /// Numbers the spots of one group.
    fn add_group(&mut self, placements: &Placements, orbit: &Orbit, number: &[u16]) -> Result<(), Error> {
        let (first, members) = (self.spots.len(), &orbit.members);
        if first + members.len() >= usize::from(NOWHERE) {
            return Err(Error::TooLarge(format!("more than {NOWHERE} places for its pieces")));
        }
        let spot_of = |at: usize| members.binary_search(&at).ok().map(|rank| (first + rank) as SpotId);
        let all = |list: &[usize]| list.iter().filter_map(|&at| spot_of(at)).collect();
        self.groups.push(Group {
            kind: orbit.kind,
            single: orbit.single,
            first: first as SpotId,
            len: members.len(),
            start: all(&orbit.start),
            goal: all(&orbit.goal),
        });
        self.spots.extend(members.iter().map(|&at| Spot {
            anchor: placements.anchors[at],
            floor: placements.cells[at].iter().map(|cell| number[cell.index()]).collect(),
            next: placements.next[at].map(|next| next.and_then(spot_of).unwrap_or(NOWHERE)),
        }));
        Ok(())
    }

    /// How many bits a packed state takes.
    pub(crate) fn state_bits(&self) -> usize {
        self.groups.iter().map(Group::bits).sum()
    }
}

impl Group {
    /// How many bits of a state the group takes: the number of its spot where there is only one
    /// piece, a set of spots otherwise.
    pub(crate) fn bits(&self) -> usize {
        if self.single { self.len.next_power_of_two().ilog2().max(1) as usize } else { self.len }
    }
}

/// The placements that pieces of one kind share, and those of them that start and goal name; all
/// ascending.
struct Orbit {
    kind: usize,
    single: bool,
    members: Vec<usize>,
    start: Vec<usize>,
    goal: Vec<usize>,
}

/// The pieces of one kind, split by the placements that they can reach.
fn split(problem: &Problem, kind: usize, placements: &Placements, scope: Scope) -> Vec<Orbit> {
    let whole = scope == Scope::Everywhere || problem.kinds()[kind].motion.flies;
    let orbit = if whole { vec![0; placements.anchors.len()] } else { placements.orbits() };
    let pieces = (0..problem.pieces().len()).filter(|&piece| problem.kind_of(piece) == kind);
    let mut start: Vec<usize> = pieces.map(|piece| placements.at(problem.anchor_of(piece))).collect();
    let targets = problem.goal().iter().filter(|target| target.0 == kind);
    let mut goal: Vec<usize> = targets.map(|target| placements.at(target.1)).collect();
    start.sort_unstable();
    goal.sort_unstable();
    let mut used: Vec<usize> = start.iter().map(|&at| orbit[at]).collect();
    used.sort_unstable();
    used.dedup();
    if scope == Scope::Everywhere {
        used = vec![0];
    }
    let inside = |list: &[usize], id: usize| list.iter().copied().filter(|&at| orbit[at] == id).collect();
    let all: Vec<usize> = (0..orbit.len()).collect();
    let make = |id| {
        let start: Vec<usize> = inside(&start, id);
        let single = scope == Scope::Reachable && start.len() == 1;
        Orbit { kind, single, members: inside(&all, id), start, goal: inside(&goal, id) }
    };
    used.into_iter().map(make).collect()
}

/// The places where blocks of one kind can stand on the board, were they alone on it. Equal sets of cells are one
/// place, also where a block reaches around a torus.
#[derive(Clone, Debug)]
pub struct Placements {
    /// The anchor of each place, in reading order.
    pub anchors: Vec<Cell>,
    /// The cells that each covers, in reading order.
    pub cells: Vec<Vec<Cell>>,
    /// The place one step away, in the order of [`Direction::ALL`].
    pub next: Vec<[Option<usize>; 4]>,
    /// By cell: which placement a piece has whose anchor is there.
    by_anchor: Vec<Option<usize>>,
}

impl Placements {
    /// The places of `kind` whose anchors are wanted.
    pub fn of(grid: &Grid, kind: &Kind, wanted: impl Fn(Cell) -> bool) -> Placements {
        let mut result = Placements {
            anchors: vec![],
            cells: vec![],
            next: vec![],
            by_anchor: vec![None; grid.cells().count()],
        };
        let mut known: HashMap<Vec<Cell>, usize> = HashMap::new();
        let allowed = |cell: &Cell| match grid.ground(*cell) {
            Ground::Wall => false,
            Ground::Floor => true,
            Ground::Gate => kind.motion.gates,
        };
        for anchor in grid.cells().filter(|&anchor| wanted(anchor)) {
            let Some(mut cells) = kind.shape.cells_at(grid, anchor) else { continue };
            if !cells.iter().all(allowed) {
                continue;
            }
            cells.sort_unstable();
            let fresh = result.anchors.len();
            let index = *known.entry(cells.clone()).or_insert(fresh);
            if index == fresh {
                result.anchors.push(anchor);
                result.cells.push(cells);
            }
            result.by_anchor[anchor.index()] = Some(index);
        }
        for (index, &anchor) in result.anchors.iter().enumerate() {
            let mut seen = vec![index];
            result.next.push(Direction::ALL.map(|direction| {
                let (down, right) = direction.delta();
                let may = if down == 0 { kind.motion.horizontal } else { kind.motion.vertical };
                let cell = grid.offset(anchor, down, right).filter(|_| may)?;
                // Around a narrow torus two directions lead to one place, or to no other at all.
                let next = result.by_anchor[cell.index()].filter(|next| !seen.contains(next))?;
                seen.push(next);
                Some(next)
            }));
        }
        result
    }

    /// The place of a block whose anchor is at `anchor`.
    ///
    /// # Panics
    /// If it cannot stand there.
    #[must_use]
    pub fn at(&self, anchor: Cell) -> usize {
        self.by_anchor[anchor.index()].expect("a problem's pieces and targets stand on placements")
    }

    /// A number for each placement, the same for those that steps connect.
    fn orbits(&self) -> Vec<usize> {
        let mut orbit = vec![usize::MAX; self.anchors.len()];
        for seed in 0..orbit.len() {
            if orbit[seed] != usize::MAX {
                continue;
            }
            orbit[seed] = seed;
            let mut stack = vec![seed];
            while let Some(at) = stack.pop() {
                for next in self.next[at].into_iter().flatten() {
                    if orbit[next] == usize::MAX {
                        orbit[next] = seed;
                        stack.push(next);
                    }
                }
            }
        }
        orbit
    }
}
