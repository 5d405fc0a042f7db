//! Iterative-deepening A* with the Manhattan distance, for flat boards of 4 x 4 cells only.
//!
//! The board is one word with a digit for every cell: the goal cell of the tile that is there, and 0 for
//! the blank. There is one instance of the walk for every cell of the blank and the direction it came from,
//! so that which moves there are, and which tiles each of them takes farther from home, are constants. The
//! bound is carried as slack: how many more moves may lead away from home. Without slack, which is nearly
//! everywhere, the walk carries only the board and the node count; with slack, no child is cut off. So
//! there are two walks, *tight* and *loose*. The counts are those of [`taquin_search::ida_star`] with the
//! same heuristic and the same order of moves.

use taquin_search::{BoundCount, Cost, Limit, Limits, Meter, Outcome, Progress, Report, Stats};

use crate::board::Board;
use crate::error::Error;
use crate::geometry::{Direction, Geometry};
use crate::goal::GoalCells;
use crate::parity::solvability;
use crate::puzzle::Move;

const SIDE: usize = 4;
const CELLS: usize = SIDE * SIDE;

/// A cell of the blank and the direction it came from, as one number: the constant that a walk is
/// specialised on.
const NODES: usize = 4 * CELLS;

/// The unit of an expansion in the tally: between two checks of the limits fewer nodes than this are generated.
const EXPANSION: i64 = 1 << 16;
const _: () = assert!(4 * Meter::MOST < EXPANSION as u64);

/// Solves a flat board of 4 x 4 cells with the fewest moves.
///
/// # Errors
/// If one of the boards has another size.
pub fn manhattan_ida_star(
    start: &Board,
    goal: &Board,
    limits: &Limits,
    progress: &mut dyn Progress,
) -> Result<Report<Move>, Error> {
    let geometry = Geometry::new(SIDE as u32, SIDE as u32, false);
    geometry.expect_size(start)?;
    geometry.expect_size(goal)?;
    let goal_cells = GoalCells::of(goal);
    if !solvability(&geometry, start, &goal_cells).is_solvable() {
        let stats = Stats::default();
        return Ok(Report { outcome: Outcome::Unsolvable, lower_bound: Cost::MAX, stats });
    }
    let mut word = 0;
    let mut distance = 0;
    for (cell, &tile) in (0..).zip(start.tiles()).filter(|(_, tile)| **tile != 0) {
        let home = goal_cells.cell(tile);
        word |= u64::from(home) << (4 * cell);
        distance += geometry.distance(cell, home);
    }
    let root = Root { board: word, blank: start.blank() as usize, distance };
    let mut search = ManhattanSearch::new(root, goal.blank() as usize, limits, progress);
    let slack = (0..).find(|&slack| search.walk(slack)).expect("a solvable board");
    Ok(search.report(slack))
}

/// The cell next to `cell`, in the order of [`Direction::ALL`]; [`CELLS`] where there is none.
const fn neighbor(cell: usize, direction: usize) -> usize {
    match direction {
        0 if cell >= SIDE => cell - SIDE,
        1 if !cell.is_multiple_of(SIDE) => cell - 1,
        2 if cell + SIDE < CELLS => cell + SIDE,
        3 if cell % SIDE < SIDE - 1 => cell + 1,
        _ => CELLS,
    }
}

/// The node that a move leads to; [`NODES`] where there is no move, or where it is the way back.
const fn next(node: usize, direction: usize) -> usize {
    let to = neighbor(node / 4, direction);
    if to == CELLS || direction == (node % 4 + 2) % 4 { NODES } else { 4 * to + direction }
}

/// How many cells are next to the blank of a node from `direction` on, the way back included.
const fn moves(node: usize, mut direction: usize) -> u64 {
    let mut count = 0;
    while direction < 4 {
        count += (neighbor(node / 4, direction) < CELLS) as u64;
        direction += 1;
    }
    count
}

const fn distance(cell: usize, other: usize) -> usize {
    (cell / SIDE).abs_diff(other / SIDE) + (cell % SIDE).abs_diff(other % SIDE)
}

/// The tiles that a move of the blank to the cell next to it takes farther from home, by goal cell.
const fn farther(cell: usize, direction: usize) -> u32 {
    let from = neighbor(cell, direction);
    let mut set = 0;
    let mut home = 0;
    while home < CELLS && from < CELLS {
        set |= ((distance(cell, home) > distance(from, home)) as u32) << home;
        home += 1;
    }
    set
}

/// The last move that a walk tries at a node.
const fn last(node: usize) -> usize {
    let mut direction = 3;
    while next(node, direction) == NODES {
        direction -= 1;
    }
    direction
}

/// A value that is not a board, since a board has each tile once.
const NO_BOARD: u64 = u64::MAX;

/// Where a search begins.
struct Root {
    board: u64,
    blank: usize,
    distance: u32,
}

/// A node on the path to where the search ended, and the move that it tried then.
struct Branch {
    moves_left: u32,
    direction: usize,
}

/// One search in progress.
struct ManhattanSearch<'a> {
    root: Root,
    /// The goal, for the blank where it belongs; with the blank elsewhere there is none.
    goals: [u64; CELLS],
    /// How many nodes may be expanded before the next check of the limits, times [`EXPANSION`], plus the nodes
    /// generated since the last check. During a walk it is passed along as an argument.
    tally: i64,
    /// The number of nodes at the last check.
    given: i64,
    stats: Stats,
    meter: Meter<'a>,
    progress: &'a mut dyn Progress,
    stopped: Option<Limit>,
    /// The nodes of the path to where the search ended, the deepest first, without those that tried
    /// their last move.
    branches: Vec<Branch>,
    /// How many moves were left where the search ended.
    end: u32,
}

/// The tally of a walk that has ended: the goal is found, or a limit is reached.
const ENDED: i64 = -1;

impl<'a> ManhattanSearch<'a> {
    fn new(root: Root, goal_blank: usize, limits: &'a Limits, progress: &'a mut dyn Progress) -> Self {
        let (meter, stats) = (Meter::start(limits), Stats::default());
        let homes = (0..CELLS).filter(|&cell| cell != goal_blank);
        let mut goals = [NO_BOARD; CELLS];
        goals[goal_blank] = homes.fold(0, |word, cell| word | (cell as u64) << (4 * cell));
        let branches = Vec::new();
        ManhattanSearch {
            root,
            goals,
            tally: 0,
            given: 0,
            stats,
            meter,
            progress,
            stopped: None,
            branches,
            end: 0,
        }
    }

    /// Searches with this `slack`. True if the goal is found, or a limit is reached.
    fn walk(&mut self, slack: u32) -> bool {
        self.settle();
        let bound = self.root.distance + 2 * slack;
        self.stats.bounds.push(BoundCount { bound, ..BoundCount::default() });
        self.progress.bound(bound);
        let Root { board, blank, .. } = self.root;
        if slack == 0 && board == self.goals[blank] {
            return true;
        }
        let mut tally = self.due(moves(4 * blank, 0), 4 * blank, board, slack, self.tally);
        for direction in (0..4).filter(|&direction| neighbor(blank, direction) < CELLS) {
            let from = neighbor(blank, direction);
            let tile = board >> (4 * from) & 15;
            let away = farther(blank, direction) >> tile & 1;
            let child = board ^ tile << (4 * from) ^ tile << (4 * blank);
            let node = 4 * from + direction;
            if tally == ENDED || away > slack {
                continue;
            }
            tally = match slack - away {
                0 => TIGHTS[node](self, child, tally),
                slack => LOOSES[node](self, child, slack, tally),
            };
            if tally == ENDED {
                self.branch(4 * blank, board, slack, direction);
            }
        }
        if tally == ENDED {
            return true;
        }
        self.tally = tally;
        false
    }

    /// Ends a walk at the goal.
    #[cold]
    #[inline(never)]
    fn found(&mut self, tally: i64) -> i64 {
        (self.end, self.tally) = (0, tally);
        ENDED
    }

    /// Notes a node of the path on the way back.
    #[cold]
    #[inline(never)]
    fn branch(&mut self, node: usize, board: u64, slack: u32, direction: usize) -> i64 {
        self.branches.push(Branch { moves_left: moves_left(node, board, slack), direction });
        ENDED
    }

    /// Counts an expansion and the nodes that it generates; [`ENDED`] if it must not be made.
    #[inline(always)]
    fn due(&mut self, moves: u64, node: usize, board: u64, slack: u32, tally: i64) -> i64 {
        let tally = tally + (moves as i64 - EXPANSION);
        if tally < 0 { self.pulse(node, board, slack, tally) } else { tally }
    }

    /// Checks the limits and returns the new tally; [`ENDED`] if the search has to stop.
    #[cold]
    #[inline(never)]
    fn pulse(&mut self, node: usize, board: u64, slack: u32, tally: i64) -> i64 {
        // The current expansion is not made yet, though its moves are counted.
        self.tally = tally + EXPANSION;
        self.settle();
        self.stats.seconds = self.meter.seconds();
        let checked = self.meter.check(self.stats.expanded, 0);
        let mut told =
            || if self.progress.tick(&self.stats).is_break() { Err(Limit::Cancelled) } else { Ok(()) };
        self.stopped = checked.and_then(|()| told()).err();
        if self.stopped.is_some() {
            self.end = moves_left(node, board, slack);
            return ENDED;
        }
        self.given = self.meter.until_due(self.stats.expanded) as i64;
        (self.given - 1) * EXPANSION
    }

    /// Updates the counts.
    fn settle(&mut self) {
        let left = self.tally / EXPANSION;
        self.stats.expanded += (self.given - left) as u64;
        self.stats.generated += (self.tally % EXPANSION) as u64;
        (self.given, self.tally) = (left, left * EXPANSION);
        let Some((last, before)) = self.stats.bounds.split_last_mut() else { return };
        last.expanded = self.stats.expanded - before.iter().map(|row| row.expanded).sum::<u64>();
        last.generated = self.stats.generated - before.iter().map(|row| row.generated).sum::<u64>();
    }

    /// The moves from the root to where the search ended.
    fn path(&self, bound: Cost) -> Vec<usize> {
        let mut branches = self.branches.iter().rev().peekable();
        let mut node = NODES;
        let mut path = Vec::new();
        for moves_left in (self.end + 1..=bound).rev() {
            let branch = branches.next_if(|branch| branch.moves_left == moves_left);
            let direction = branch.map_or_else(|| last(node), |branch| branch.direction);
            let blank = if node == NODES { self.root.blank } else { node / 4 };
            node = 4 * neighbor(blank, direction) + direction;
            path.push(node);
        }
        path
    }

    fn report(mut self, slack: u32) -> Report<Move> {
        let bound = self.root.distance + 2 * slack;
        let mut moves = Vec::new();
        let mut blank = self.root.blank;
        let mut untried = 0;
        for node in self.path(bound) {
            moves.push(Move { from: node as u32 / 4, to: blank as u32 });
            // Moves count when they are tried, and those after the one that was taken were not.
            untried += self::moves(4 * blank, node % 4 + 1);
            blank = node / 4;
        }
        if self.stopped.is_some() {
            untried += self::moves(4 * blank, 0);
        }
        self.settle();
        self.stats.generated -= untried;
        self.settle();
        self.stats.seconds = self.meter.seconds();
        self.stats.goal_checks = self.stats.expanded + 1;
        self.stats.largest_open = bound as usize + 1;
        let outcome = self.stopped.map_or(Outcome::Solved { moves, cost: bound }, Outcome::Stopped);
        Report { outcome, lower_bound: bound, stats: self.stats }
    }
}

/// The moves under the bound that are left at a node.
fn moves_left(node: usize, board: u64, slack: u32) -> u32 {
    let tiles = (0..CELLS).filter(|&cell| cell != node / 4);
    tiles.map(|cell| distance(cell, (board >> (4 * cell) & 15) as usize) as u32).sum::<u32>() + 2 * slack
}

/// Everything below a node without slack: the board and the tally before and after. The goal is only here:
/// had it slack left, a smaller bound would have led to it.
type Tight = fn(&mut ManhattanSearch<'_>, u64, i64) -> i64;

/// Everything below a node with slack: the board, the slack, and the tally before and after.
type Loose = fn(&mut ManhattanSearch<'_>, u64, u32, i64) -> i64;

fn tight<const NODE: usize>(search: &mut ManhattanSearch<'_>, board: u64, tally: i64) -> i64 {
    if board == search.goals[const { NODE / 4 }] {
        return search.found(tally);
    }
    let tally = search.due(const { moves(NODE, 0) }, NODE, board, 0, tally);
    if tally == ENDED {
        return ENDED;
    }
    walk::<NODE, false>(search, board, 0, tally)
}

fn loose<const NODE: usize>(search: &mut ManhattanSearch<'_>, board: u64, slack: u32, tally: i64) -> i64 {
    let tally = search.due(const { moves(NODE, 0) }, NODE, board, slack, tally);
    if tally == ENDED {
        return ENDED;
    }
    walk::<NODE, true>(search, board, slack, tally)
}

/// All children of a node in turn. After the last there is nothing to come back for.
#[inline(always)]
fn walk<const NODE: usize, const LOOSE: bool>(
    search: &mut ManhattanSearch<'_>,
    board: u64,
    slack: u32,
    mut tally: i64,
) -> i64 {
    macro_rules! child {
        ($direction:literal) => {
            if const { next(NODE, $direction) < NODES } {
                tally = child::<NODE, $direction, LOOSE>(search, board, slack, tally);
                if const { $direction == last(NODE) } {
                    return tally;
                }
                if tally == ENDED {
                    return search.branch(NODE, board, slack, $direction);
                }
            }
        };
    }
    child!(0);
    child!(1);
    child!(2);
    child!(3);
    tally
}

/// What a move of the blank leads to, unless it leads too far from home.
#[inline(always)]
fn child<const NODE: usize, const DIRECTION: usize, const LOOSE: bool>(
    search: &mut ManhattanSearch<'_>,
    board: u64,
    slack: u32,
    tally: i64,
) -> i64 {
    let (from, to) = (const { next(NODE, DIRECTION) / 4 * 4 }, const { NODE / 4 * 4 });
    // The decision comes first, in as few steps as possible: the set of tiles is repeated, so that the lowest bit of
    // the digit above does not matter.
    let away = const { 0x1_0001 * farther(NODE / 4, DIRECTION) } >> (board >> from & 31) & 1;
    if !LOOSE && away > 0 {
        return tally;
    }
    let tile = board & 15 << from;
    let board = board ^ tile ^ if from < to { tile << (to - from) } else { tile >> (from - to) };
    let slack = slack - away;
    // Function pointers that are constants are called directly.
    let (tight, loose) =
        const { (TIGHTS[next(NODE, DIRECTION) % NODES], LOOSES[next(NODE, DIRECTION) % NODES]) };
    if slack == 0 { tight(search, board, tally) } else { loose(search, board, slack, tally) }
}

macro_rules! walks {
    ($($node:literal)*) => {
        const TIGHTS: [Tight; NODES] = [$(tight::<$node>),*];
        const LOOSES: [Loose; NODES] = [$(loose::<$node>),*];
    };
}
walks! {
     0  1  2  3  4  5  6  7  8  9 10 11 12 13 14 15 16 17 18 19 20 21 22 23 24 25 26 27 28 29 30 31
    32 33 34 35 36 37 38 39 40 41 42 43 44 45 46 47 48 49 50 51 52 53 54 55 56 57 58 59 60 61 62 63
}

const _: () =
    assert!(matches!(Direction::ALL, [Direction::Up, Direction::Left, Direction::Down, Direction::Right]));

#[cfg(test)]
mod tests {
    use super::*;
    use crate::heuristic::Manhattan;
    use crate::packed::Packed16;
    use crate::puzzle::Tiles;
    use crate::random::RandomBoards;

    fn generic(start: &Board, goal: &Board, limits: &Limits) -> Report<Move> {
        let puzzle = Tiles::<Packed16>::new(Geometry::new(4, 4, false), goal).expect("4 x 4");
        let state = puzzle.state(start).expect("4 x 4");
        taquin_search::ida_star(&puzzle, state, &Manhattan::new(&puzzle), limits, ())
    }

    /// A board some random moves from the goal.
    fn walked(goal: &Board, moves: usize, mut seed: u64) -> Board {
        let mut board = goal.clone();
        for _ in 0..moves {
            seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            let from = neighbor(board.blank() as usize, (seed >> 33) as usize % 4);
            if from < CELLS {
                board.slide(from as u32);
            }
        }
        board
    }

    #[test]
    fn counts_are_those_of_the_generic_search() {
        let turned =
            Board::new(4, 4, [3, 1, 14, 2, 7, 5, 8, 13, 6, 0, 4, 9, 15, 10, 12, 11]).expect("a permutation");
        for (goal, seed) in [(Board::blank_first(4, 4), 1), (Board::blank_last(4, 4), 2), (turned, 3)] {
            for moves in [0, 1, 2, 30, 60, 90, 120, 150] {
                let start = walked(&goal, moves, seed);
                let limits = Limits::default();
                let found = manhattan_ida_star(&start, &goal, &limits, &mut ()).expect("4 x 4");
                let mut expected = generic(&start, &goal, &limits);
                (expected.stats.seconds, expected.stats.peak_bytes) = (found.stats.seconds, 0);
                assert_eq!(found.outcome, expected.outcome);
                assert_eq!((found.lower_bound, found.stats), (expected.lower_bound, expected.stats));
            }
        }
    }

    #[test]
    fn it_stops_at_the_limit_of_nodes() {
        for (goal, seed) in [(Board::blank_last(4, 4), 7), (Board::blank_first(4, 4), 8)] {
            let random = RandomBoards::new(Geometry::new(4, 4, false), GoalCells::of(&goal), seed);
            for (start, nodes) in random.zip([0, 1, 5, 10_000, 54_321, 123_456]) {
                let limits = Limits { nodes: Some(nodes), ..Limits::default() };
                let found = manhattan_ida_star(&start, &goal, &limits, &mut ()).expect("4 x 4");
                assert_eq!(found.outcome, Outcome::Stopped(Limit::Nodes));
                assert_eq!(found.stats.expanded, nodes);
                assert_eq!(found.stats.bounds, generic(&start, &goal, &limits).stats.bounds);
            }
        }
    }

    #[test]
    fn boards_of_the_other_half_are_unsolvable() {
        let goal = Board::blank_last(4, 4);
        let start =
            Board::new(4, 4, [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 15, 14, 0]).expect("a permutation");
        let report = manhattan_ida_star(&start, &goal, &Limits::default(), &mut ()).expect("4 x 4");
        assert_eq!(report.outcome, Outcome::Unsolvable);
    }
}
