//! All Rush Hour puzzles of one board size, component by component.
//!
//! A lane (a row or a column) holds cars of two or three cells that do not fill it; the row of the red car
//! holds no other. In the smallest position of a component no car can move up or left; so it is enough to
//! begin at such packed positions and to abandon a component as soon as a smaller position is found.
//! (Fogleman's database, 2018, was computed in this way.)
//!
//! A component's hardest position is a puzzle. It is minimal if no car can be removed without making it
//! easier.

use std::convert::Infallible;

use taquin_search::Cost;

use crate::compiled::atlas::{Atlas, Scope, SpotId};
use crate::compiled::blocks::Blocks;
use crate::compiled::word::Word;
use crate::error::Error;
use crate::making::minimal::needless_piece;
use crate::model::grid::{Cell, Grid};
use crate::model::metric::Metric;
use crate::model::problem::{Kind, Problem};
use crate::model::rules::Motion;
use crate::model::shape::Shape;
use crate::search::small::SmallSearch;

/// The lengths of cars.
const LENGTHS: [usize; 2] = [2, 3];

/// The kind of the red car.
const RED: usize = 0;

/// The moves of all cars on boards of one size.
#[derive(Clone, Debug)]
pub struct RushHour {
    side: usize,
    row: usize,
    blocks: Blocks<u64, u128>,
    exit: SpotId,
    /// By lane (rows, then columns): what it can hold.
    lanes: Vec<Vec<Lane>>,
}

/// Cars in one lane.
#[derive(Clone, Copy, Debug)]
struct Lane {
    state: u128,
    mask: u64,
    /// The cells before the cars that must be covered if no car is to move up or left.
    before: u64,
}

/// A component of positions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Cluster {
    /// How many positions it has.
    pub states: usize,
    /// Its hardest position, the smallest of several, and the moves it needs; `None` if the red car
    /// cannot leave.
    pub hardest: Option<(u128, Cost)>,
}

/// The counts of a census.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Census {
    /// Packed positions.
    pub positions: u64,
    /// Components.
    pub components: u64,
    /// Components from which the red car can leave.
    pub solvable: u64,
    /// Components whose hardest position is minimal.
    pub minimal: u64,
}

impl RushHour {
    /// The boards of `side` by `side` cells with the red car in `row`.
    ///
    /// # Errors
    /// If there are more placements than a state has bits: beyond six by six.
    pub fn new(side: usize, row: usize) -> Result<Self, Error> {
        if !(4..=6).contains(&side) || row >= side {
            return Err(Error::TooLarge("Rush Hour is counted on boards of side 4 to 6".into()));
        }
        let grid = Grid::open(side, side);
        let exit = grid.cell(row, side - 2);
        let problem = Problem::universe(grid.clone(), Metric::Finger, cars(), vec![(RED, exit)]);
        let allowed = |kind: usize, anchor: Cell| {
            let in_row = grid.place(anchor).0 == row;
            problem.kinds()[kind].motion.vertical || in_row == (kind == RED)
        };
        let blocks = Blocks::from_atlas(&problem, Atlas::within(&problem, Scope::Everywhere, allowed)?)?;
        let exit = blocks.goal_spots()[0];
        let mut rush = RushHour { side, row, blocks, exit, lanes: vec![] };
        rush.lanes =
            (0..2 * side).map(|lane| rush.fillings(lane, 0, Lane { state: 0, mask: 0, before: 0 })).collect();
        Ok(rush)
    }

    /// The compiled moves; states have any number of cars.
    #[must_use]
    pub fn blocks(&self) -> &Blocks<u64, u128> {
        &self.blocks
    }

    /// All fillings of `lane` from its `at`-th cell on, after those cells that are already filled.
    fn fillings(&self, lane: usize, at: usize, held: Lane) -> Vec<Lane> {
        if lane == self.row {
            return (0..self.side - 1).map(|col| self.with_car(lane, col, 2, held)).collect();
        }
        if at >= self.side {
            // A full lane never moves.
            return if held.mask.count() < self.side { vec![held] } else { vec![] };
        }
        let mut all = self.fillings(lane, at + 1, held);
        for length in LENGTHS.into_iter().filter(|length| at + length <= self.side) {
            all.extend(self.fillings(lane, at + length, self.with_car(lane, at, length, held)));
        }
        all
    }

    fn with_car(&self, lane: usize, at: usize, length: usize, held: Lane) -> Lane {
        let (side, grid) = (self.side, self.blocks.problem().grid());
        let lies = lane < side;
        let cell = |at: usize| if lies { grid.cell(lane, at) } else { grid.cell(at, lane - side) };
        let kinds = self.blocks.problem().kinds();
        let fits = |kind: usize| {
            let same_way = kinds[kind].motion.horizontal == lies;
            same_way && kinds[kind].shape.size() == length && (kind == RED) == (lane == self.row)
        };
        let kind = (0..kinds.len()).find(|&kind| fits(kind)).expect("there is such a car");
        let spot = self.blocks.spot_of(kind, cell(at)).expect("the car fits its lane");
        let entry = &self.blocks.entries[usize::from(spot)];
        let gap = if at > 0 { 1 << cell(at - 1).index() } else { 0 };
        Lane {
            state: held.state | entry.weight,
            mask: held.mask | entry.mask,
            before: held.before | (gap & !held.mask),
        }
    }

    /// Calls `visit` with every packed position.
    pub fn each_packed(&self, mut visit: impl FnMut(u128)) {
        self.pack(0, Lane { state: 0, mask: 0, before: 0 }, &mut visit);
    }

    fn pack(&self, lane: usize, held: Lane, visit: &mut impl FnMut(u128)) {
        if lane == self.lanes.len() {
            if held.before & !held.mask == 0 {
                visit(held.state);
            }
            return;
        }
        for filling in self.lanes[lane].iter().filter(|filling| filling.mask & held.mask == 0) {
            let both = Lane {
                state: held.state | filling.state,
                mask: held.mask | filling.mask,
                before: held.before | filling.before,
            };
            self.pack(lane + 1, both, visit);
        }
    }

    /// The component of `packed`; `None` if `packed` is not its smallest position.
    pub fn cluster(&self, packed: u128, search: &mut SmallSearch<u64, u128>) -> Option<Cluster> {
        if !search.explore(&self.blocks, packed, |state| state < packed) {
            return None;
        }
        Some(Cluster { states: search.len(), hardest: self.hardest(search) })
    }

    /// The hardest position of the component that `search` has just explored, and its moves.
    pub fn hardest(&self, search: &mut SmallSearch<u64, u128>) -> Option<(u128, Cost)> {
        search.farthest_from(|state| self.solved(state), |state| self.cells(state))
    }

    /// A position in which `choose`, given the number of fillings that fit, picks one for every lane.
    pub fn random_position(&self, mut choose: impl FnMut(usize) -> usize) -> u128 {
        let (mut state, mut mask) = (0, 0);
        // The lane of the red car comes first, as it must hold the car.
        let others = (0..self.lanes.len()).filter(|&lane| lane != self.row);
        for lane in std::iter::once(self.row).chain(others) {
            let fitting: Vec<&Lane> =
                self.lanes[lane].iter().filter(|filling| filling.mask & mask == 0).collect();
            let filling = fitting[choose(fitting.len())];
            (state, mask) = (state | filling.state, mask | filling.mask);
        }
        state
    }

    /// Whether no car but the red one can be taken from `hardest` without making it easier.
    pub fn is_minimal(&self, hardest: (u128, Cost), search: &mut SmallSearch<u64, u128>) -> bool {
        let (state, moves) = hardest;
        let solved = |state: u128| self.solved(state);
        let easier = |rest| Ok::<_, Infallible>(search.reaches(&self.blocks, rest, moves - 1, solved));
        // Nothing is easier than a position that is solved already.
        moves > 0 && needless_piece(&self.blocks, state, easier) == Ok(None)
    }

    /// The cells of the lying and of the upright cars: the order of the database.
    pub(crate) fn cells(&self, state: u128) -> (u64, u64) {
        let (mut lying, mut upright) = (0, 0);
        self.blocks.each_spot(state, |spot| {
            let mask = self.blocks.entries[usize::from(spot)].mask;
            if self.blocks.problem().kinds()[self.blocks.kind_at(spot)].motion.vertical {
                upright |= mask;
            } else {
                lying |= mask;
            }
        });
        (lying, upright)
    }

    fn solved(&self, state: u128) -> bool {
        !state.disjoint(self.blocks.entries[usize::from(self.exit)].weight)
    }

    /// Counts everything, and calls `visit` with every minimal puzzle and its moves.
    pub fn census(&self, mut visit: impl FnMut(u128, Cost)) -> Census {
        let (mut census, mut search) = (Census::default(), SmallSearch::default());
        self.each_packed(|packed| {
            census.positions += 1;
            let Some(cluster) = self.cluster(packed, &mut search) else { return };
            census.components += 1;
            let Some(hardest) = cluster.hardest else { return };
            census.solvable += 1;
            if self.is_minimal(hardest, &mut search) {
                census.minimal += 1;
                visit(hardest.0, hardest.1);
            }
        });
        census
    }
}

/// The red car, then cars of every length, lying and upright.
fn cars() -> Vec<Kind> {
    let car = |length: usize, motion: Motion, label: u32| {
        let length = length as i32;
        let shape = if motion.vertical { Shape::rectangle(length, 1) } else { Shape::rectangle(1, length) };
        Kind { shape, motion, label }
    };
    let others = [Motion::HORIZONTAL, Motion::VERTICAL].into_iter();
    let others = others.flat_map(|motion| LENGTHS.map(|length| car(length, motion, 0)));
    std::iter::once(car(2, Motion::HORIZONTAL, 1)).chain(others).collect()
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use taquin_search::Limits;

    use super::*;
    use crate::format::Format;
    use crate::search::solve::solve;

    fn moves(problem: &Problem) -> Cost {
        solve(&Blocks::<u64, u64>::new(problem).expect("a small board"), &Limits::default(), &mut ())
            .lower_bound
    }

    /// Every minimal puzzle of the 4x4 board, checked by solving it with and without each car.
    #[test]
    fn minimal_puzzles_are_minimal() {
        let rush = RushHour::new(4, 1).expect("a small board");
        let mut puzzles = vec![];
        let census = rush.census(|state, moves| puzzles.push((state, moves)));
        assert_eq!(puzzles.len() as u64, census.minimal);
        assert!(
            census.minimal > 0 && census.minimal < census.solvable && census.solvable < census.components
        );
        for (state, cost) in puzzles {
            let problem = rush.blocks().problem_at(state).expect("it has its red car");
            assert_eq!(moves(&problem), cost);
            assert!(Format::RushHour.write(&problem).is_some());
            rush.blocks().each_spot(state, |spot| {
                if !rush.blocks().wanted(spot) {
                    let easier =
                        rush.blocks().problem_at(rush.blocks().without(state, spot)).expect("a red car");
                    assert!(moves(&easier) < cost);
                }
            });
        }
    }

    /// Components found from packed positions are all there are.
    #[test]
    fn packed_positions_meet_every_component() {
        let rush = RushHour::new(4, 2).expect("a small board");
        let mut search = SmallSearch::default();
        let (mut seen, mut components) = (HashSet::new(), 0);
        // All positions: any filling of every lane, packed or not.
        let mut all = vec![(0, 0_u64, 0_u128)];
        while let Some((lane, mask, state)) = all.pop() {
            if lane < rush.lanes.len() {
                let fitting = rush.lanes[lane].iter().filter(|filling| filling.mask & mask == 0);
                all.extend(fitting.map(|filling| (lane + 1, mask | filling.mask, state | filling.state)));
            } else if !seen.contains(&state) {
                components += 1;
                assert!(search.explore(&rush.blocks, state, |_| false));
                seen.extend(search.states());
            }
        }
        assert_eq!(rush.census(|_, _| {}).components, components);
    }
}
