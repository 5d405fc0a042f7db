//! The compiled puzzle: states packed into words, moves by table.
//!
//! A state is one [`Word`] with a field per group: the number of the piece's spot where the group
//! has one piece, otherwise the set of the spots that its pieces stand on. So a move is an
//! exclusive-or with two weights and interchangeable pieces need no sorting.
//!
//! Invariant: a state names as many distinct, disjoint spots of each group as the group has pieces.

use taquin_search::{Puzzle, Reversible};

use crate::atlas::{Atlas, NOWHERE, Scope, SpotId};
use crate::board::Cell;
use crate::error::Error;
use crate::metric::Metric;
use crate::problem::Problem;
use crate::word::Word;

/// A move: the piece that stands on one spot comes to stand on another.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Move {
    /// The spot it leaves.
    pub from: SpotId,
    /// The spot it reaches.
    pub to: SpotId,
}

/// What the move generator looks up for a piece that stands on a spot.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Entry<O, C> {
    /// The cells it covers.
    pub(crate) mask: O,
    /// The cells of which at least one must be empty for any step.
    pub(crate) near: O,
    /// By direction, the cells that must be empty for a step.
    pub(crate) need: [O; 4],
    /// Its part of the state.
    pub(crate) weight: C,
    /// By direction, where a step leads.
    pub(crate) next: [SpotId; 4],
}

/// Where a group's field lies in a state.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Field {
    pub(crate) first: SpotId,
    pub(crate) shift: usize,
    pub(crate) bits: usize,
    /// Whether the field is the number of one spot rather than a set of spots.
    pub(crate) single: bool,
    pub(crate) flies: bool,
    /// Where the landings of a flying group are.
    pub(crate) landings: usize,
}

/// A sliding-block puzzle, ready to be searched: `O` holds a set of cells, `C` a state.
///
/// Moves are generated group by group in the order of the problem's kinds, within a group by spot,
/// and for each piece up, left, right, down; under the longer metrics nearer places come before
/// farther ones. A flying piece goes to the empty cells in reading order.
#[derive(Clone, Debug)]
pub struct Blocks<O, C> {
    pub(crate) problem: Problem,
    pub(crate) atlas: Atlas,
    pub(crate) entries: Vec<Entry<O, C>>,
    pub(crate) fields: Vec<Field>,
    /// The cells that are not walls.
    pub(crate) floor: O,
    /// By flying group, then by floor cell: the spot of a piece there.
    pub(crate) landings: Vec<Vec<SpotId>>,
    start: C,
    /// The fields that the goal speaks about, and what they must hold. Fields of single pieces are
    /// compared, fields of several must contain it.
    goal_fields: C,
    goal_singles: C,
    goal_sets: C,
}

impl<O: Word, C: Word> Blocks<O, C> {
    /// Compiles `problem`.
    ///
    /// # Errors
    /// If cells or states do not fit into the words.
    pub fn new(problem: &Problem) -> Result<Self, Error> {
        Self::with_scope(problem, Scope::Reachable)
    }

    /// Compiles `problem`, with all placements or only those within reach.
    ///
    /// # Errors
    /// If cells or states do not fit into the words.
    pub fn with_scope(problem: &Problem, scope: Scope) -> Result<Self, Error> {
        let atlas = Atlas::new(problem, scope)?;
        if atlas.floor.len() > O::BITS || atlas.state_bits() > C::BITS {
            return Err(Error::TooLarge(format!(
                "{} cells and {} bits a state, where {} and {} fit",
                atlas.floor.len(),
                atlas.state_bits(),
                O::BITS,
                C::BITS
            )));
        }
        let mut blocks = Blocks {
            problem: problem.clone(),
            entries: Vec::with_capacity(atlas.spots.len()),
            fields: vec![],
            floor: set_of(0..atlas.floor.len()),
            landings: vec![],
            start: C::default(),
            goal_fields: C::default(),
            goal_singles: C::default(),
            goal_sets: C::default(),
            atlas,
        };
        blocks.compile();
        Ok(blocks)
    }

    fn compile(&mut self) {
        let masks: Vec<O> =
            self.atlas.spots.iter().map(|spot| set_of(spot.floor.iter().map(|&f| f.into()))).collect();
        let mut shift = 0;
        for group in &self.atlas.groups {
            let single = group.start.len() == 1;
            let flies = self.problem.kinds()[group.kind].motion.flies;
            let landings = self.landings.len();
            let field = Field { first: group.first, shift, bits: group.bits(), single, flies, landings };
            for rank in 0..group.len {
                let spot = usize::from(group.first) + rank;
                let next = self.atlas.spots[spot].next;
                let need = next.map(|to| {
                    if to == NOWHERE { O::default() } else { masks[usize::from(to)].minus(masks[spot]) }
                });
                let near = need.into_iter().fold(O::default(), O::or);
                let weight = if single { C::spelled(rank as u64, shift) } else { C::bit(shift + rank) };
                self.entries.push(Entry { mask: masks[spot], near, need, weight, next });
            }
            let sum = |spots: &[SpotId]| {
                spots.iter().fold(C::default(), |sum, &spot| sum.or(self.entries[usize::from(spot)].weight))
            };
            self.start = self.start.or(sum(&group.start));
            if !group.goal.is_empty() {
                if single {
                    self.goal_fields =
                        (0..field.bits).fold(self.goal_fields, |all, bit| all.or(C::bit(shift + bit)));
                    self.goal_singles = self.goal_singles.or(sum(&group.goal));
                } else {
                    self.goal_sets = self.goal_sets.or(sum(&group.goal));
                }
            }
            if flies {
                let mut landing = vec![NOWHERE; self.atlas.floor.len()];
                for rank in 0..group.len {
                    let spot = group.first + rank as SpotId;
                    landing[usize::from(self.atlas.spots[usize::from(spot)].floor[0])] = spot;
                }
                self.landings.push(landing);
            }
            shift += field.bits;
            self.fields.push(field);
        }
    }

    /// The description it was compiled from.
    #[must_use]
    pub fn problem(&self) -> &Problem {
        &self.problem
    }

    /// The initial state.
    #[must_use]
    pub fn start(&self) -> C {
        self.start
    }

    /// Whether the goal could be reached if every piece were alone on the board. Where it could
    /// not, the puzzle is proved unsolvable without a search.
    #[must_use]
    pub fn goal_in_reach(&self) -> bool {
        self.atlas.goal_in_reach
    }

    /// Whether the goal asks for anything of the piece on `spot`.
    #[must_use]
    pub fn wanted(&self, spot: SpotId) -> bool {
        !self.atlas.groups[self.group_of(spot)].goal.is_empty()
    }

    /// The group of `spot`.
    pub(crate) fn group_of(&self, spot: SpotId) -> usize {
        self.fields.partition_point(|field| field.first <= spot) - 1
    }

    /// The kind of the piece that stands on `spot`.
    #[must_use]
    pub fn kind_at(&self, spot: SpotId) -> usize {
        self.atlas.groups[self.group_of(spot)].kind
    }

    /// The anchor of a piece that stands on `spot`.
    #[must_use]
    pub fn anchor_at(&self, spot: SpotId) -> Cell {
        self.atlas.spots[usize::from(spot)].anchor
    }

    /// The cells that a piece on `spot` covers, ascending.
    pub fn cells_at(&self, spot: SpotId) -> impl Iterator<Item = Cell> + '_ {
        self.atlas.spots[usize::from(spot)].floor.iter().map(|&floor| self.atlas.floor[usize::from(floor)])
    }

    /// How many spots there are over all groups; spots are numbered from 0.
    #[must_use]
    pub fn spots(&self) -> usize {
        self.entries.len()
    }

    /// Calls `visit` with the spot of every piece.
    #[inline]
    pub fn each_spot(&self, state: C, mut visit: impl FnMut(SpotId)) {
        for field in &self.fields {
            let value = state.slice(field.shift, field.bits);
            if field.single {
                visit(field.first + value.number() as SpotId);
            } else {
                for rank in value.elements() {
                    visit(field.first + rank as SpotId);
                }
            }
        }
    }

    /// The cells that pieces cover.
    #[inline]
    #[must_use]
    pub fn occupied(&self, state: C) -> O {
        let mut occupied = O::default();
        self.each_spot(state, |spot| occupied = occupied.or(self.entries[usize::from(spot)].mask));
        occupied
    }

    /// The state after `mv`.
    #[inline]
    #[must_use]
    pub fn moved(&self, state: C, mv: Move) -> C {
        state.xor(self.entries[usize::from(mv.from)].weight).xor(self.entries[usize::from(mv.to)].weight)
    }

    /// Whether `state` satisfies the goal. Without any target no state does.
    #[inline]
    #[must_use]
    pub fn reached(&self, state: C) -> bool {
        state.and(self.goal_fields) == self.goal_singles
            && state.and(self.goal_sets) == self.goal_sets
            && self.atlas.goal_in_reach
            && !self.problem.goal().is_empty()
    }

    /// The metric.
    #[must_use]
    pub fn metric(&self) -> Metric {
        self.problem.metric()
    }
}

impl<O: Word, C: Word> Puzzle for Blocks<O, C> {
    type State = C;
    type Move = Move;
    type Moves = std::vec::IntoIter<Move>;

    fn moves(&self, state: &C) -> Self::Moves {
        let mut moves = Vec::with_capacity(16);
        self.each_move(*state, |mv, _| moves.push(mv));
        moves.into_iter()
    }

    fn apply(&self, state: &mut C, mv: Move) {
        *state = self.moved(*state, mv);
    }

    fn is_goal(&self, state: &C) -> bool {
        self.reached(*state)
    }
}

impl<O: Word, C: Word> Reversible for Blocks<O, C> {
    fn inverse(&self, mv: Move) -> Move {
        Move { from: mv.to, to: mv.from }
    }
}

fn set_of<O: Word>(elements: impl Iterator<Item = usize>) -> O {
    elements.fold(O::default(), |set, element| set.or(O::bit(element)))
}
