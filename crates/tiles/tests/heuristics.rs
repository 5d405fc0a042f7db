//! Every heuristic against the true distance of every state of small boards: admissible, consistent,
//! zero at the goal, and the same whether stepped or started afresh.

use std::fmt::Debug;

use taquin_search::{Heuristic, Puzzle, SingleGoal};
use taquin_tiles::heuristic::{self, LINEUP, LinearConflict, Manhattan, Misplaced, Visitor, WalkingDistance};
use taquin_tiles::{Board, Exhaustive, Geometry, GoalCells, Move, Packed16, Packed25, Tiles};

type Small = Tiles<Packed16>;

/// The sum of the heuristic's values over all states, so that a weaker one shows.
fn check<H: Heuristic<Small>>(puzzle: &Small, table: &Exhaustive, heuristic: &H) -> u64
where
    H::Memo: PartialEq + Debug,
{
    assert_eq!(heuristic.value(heuristic.start(puzzle, &puzzle.goal())), 0);
    let mut sum = 0;
    for (state, distance) in table.iter() {
        let memo = heuristic.start(puzzle, &state);
        let value = heuristic.value(memo);
        assert!(value <= distance, "{value} where the distance is {distance}: {state:?}");
        sum += u64::from(value);
        for mv in puzzle.moves(&state) {
            let successor = puzzle.successor(&state, mv);
            let stepped = heuristic.step(puzzle, memo, &successor, mv);
            assert!(heuristic.value(stepped).abs_diff(value) <= 1, "inconsistent at {state:?} {mv:?}");
            assert_eq!(stepped, heuristic.start(puzzle, &successor), "{state:?} {mv:?}");
        }
    }
    sum
}

/// The same for a heuristic that is named, and whose memos nobody can compare.
struct Checked<'a>(&'a Small, &'a Exhaustive);

impl Visitor<Packed16> for Checked<'_> {
    type Output = u64;

    fn visit<H: Heuristic<Small>>(self, heuristic: &H) -> u64 {
        let Checked(puzzle, table) = self;
        let mut sum = 0;
        for (state, distance) in table.iter() {
            let memo = heuristic.start(puzzle, &state);
            let value = heuristic.value(memo);
            assert!(value <= distance, "{value} where the distance is {distance}: {state:?}");
            sum += u64::from(value);
            for mv in puzzle.moves(&state) {
                let successor = puzzle.successor(&state, mv);
                let stepped = heuristic.value(heuristic.step(puzzle, memo, &successor, mv));
                assert_eq!(stepped, heuristic.value(heuristic.start(puzzle, &successor)), "{state:?} {mv:?}");
            }
        }
        sum
    }
}

#[test]
fn every_quick_heuristic_of_the_lineup_is_a_lower_bound() {
    for (rows, cols, torus) in [(3, 3, false), (3, 3, true), (2, 4, false), (4, 2, false)] {
        let geometry = Geometry::new(rows, cols, torus);
        for goal in goals(rows, cols) {
            let puzzle = Small::new(geometry, &goal).unwrap();
            let table = Exhaustive::new(&puzzle).unwrap();
            for entry in LINEUP.iter().filter(|entry| entry.quick && (entry.fits)(&geometry)) {
                let sum = heuristic::with(entry.name, &puzzle, Checked(&puzzle, &table)).unwrap();
                assert!(sum > 0, "{}", entry.name);
            }
        }
    }
}

/// Goals with the blank last, with the blank inside and with the tiles in disorder.
fn goals(rows: u32, cols: u32) -> [Board; 3] {
    let cells = rows * cols;
    let mut inside: Vec<u32> = (1..cells).collect();
    inside.insert(cols as usize + 1, 0);
    let mixed: Vec<u32> = (0..cells).map(|cell| (cell * 7 + 5) % cells).collect();
    let board = |tiles: Vec<u32>| Board::new(rows, cols, tiles).unwrap();
    [Board::blank_last(rows, cols), board(inside), board(mixed)]
}

fn check_all(rows: u32, cols: u32, torus: bool, goals: &[Board]) {
    for goal in goals {
        let puzzle = Small::new(Geometry::new(rows, cols, torus), goal).unwrap();
        let table = Exhaustive::new(&puzzle).unwrap();
        let misplaced = check(&puzzle, &table, &Misplaced);
        let manhattan = check(&puzzle, &table, &Manhattan::new(&puzzle));
        assert!(misplaced < manhattan);
        if torus {
            assert!(LinearConflict::new(&puzzle).is_err() && WalkingDistance::new(&puzzle).is_err());
        } else {
            let conflict = check(&puzzle, &table, &LinearConflict::new(&puzzle).unwrap());
            let walking = check(&puzzle, &table, &WalkingDistance::new(&puzzle).unwrap());
            assert!(manhattan < conflict && manhattan < walking);
        }
    }
}

#[test]
fn bounds_hold_on_3x3() {
    check_all(3, 3, false, &goals(3, 3));
}

#[test]
fn bounds_hold_on_the_3x3_torus() {
    check_all(3, 3, true, &goals(3, 3)[..2]);
}

#[test]
fn bounds_hold_on_eight_cells_and_fewer() {
    for (rows, cols) in [(2, 3), (2, 4), (4, 2)] {
        check_all(rows, cols, false, &goals(rows, cols));
        check_all(rows, cols, true, &goals(rows, cols));
    }
}

#[test]
fn bounds_hold_on_2x5() {
    check_all(2, 5, false, &goals(2, 5)[..1]);
}

/// Walks at random over boards of any size and compares each step with a fresh start, and with the
/// packed form where the board fits it.
fn walk<H>(rows: u32, cols: u32, large: impl Fn(&Tiles<Board>) -> H, small: impl Fn(&Tiles<Packed25>) -> H)
where
    H: Heuristic<Tiles<Board>> + Heuristic<Tiles<Packed25>>,
    <H as Heuristic<Tiles<Board>>>::Memo: PartialEq + Debug,
{
    let (geometry, goal) = (Geometry::new(rows, cols, false), Board::blank_last(rows, cols));
    let boards = Tiles::<Board>::new(geometry, &goal).unwrap();
    let packed = Tiles::<Packed25>::new(geometry, &goal).ok();
    let heuristic = large(&boards);
    let mut board = Board::blank_first(rows, cols);
    let mut memo = heuristic.start(&boards, &board);
    for step in 0..500 {
        let moves: Vec<Move> = boards.moves(&board).collect();
        let mv = moves[step * step / 3 % 17 % moves.len()];
        boards.apply(&mut board, mv);
        memo = heuristic.step(&boards, memo, &board, mv);
        assert_eq!(memo, heuristic.start(&boards, &board));
        if let Some(packed) = &packed {
            let small = small(packed);
            let start = small.start(packed, &packed.state(&board).unwrap());
            let value = <H as Heuristic<Tiles<Packed25>>>::value(&small, start);
            assert_eq!(value, <H as Heuristic<Tiles<Board>>>::value(&heuristic, memo));
        }
    }
}

#[test]
fn both_forms_of_state_have_the_same_bounds() {
    for (rows, cols) in [(5, 5), (2, 12), (3, 70), (70, 2)] {
        walk(rows, cols, |_| Misplaced, |_| Misplaced);
        walk(rows, cols, Manhattan::new, Manhattan::new);
        walk(rows, cols, |p| LinearConflict::new(p).unwrap(), |p| LinearConflict::new(p).unwrap());
    }
}

#[test]
fn sums_over_boards_of_any_size_are_those_of_the_heuristics() {
    let board = Board::new(2, 3, [5, 0, 1, 4, 3, 2]).unwrap();
    for torus in [false, true] {
        let geometry = Geometry::new(2, 3, torus);
        let goal = Board::blank_first(2, 3);
        let puzzle = Tiles::<Board>::new(geometry, &goal).unwrap();
        let cells = GoalCells::of(&goal);
        let manhattan = Manhattan::new(&puzzle).start(&puzzle, &board);
        assert_eq!(Manhattan::distance(&geometry, &board, &cells), u64::from(manhattan));
        assert_eq!(Misplaced::count(&board, &cells), u64::from(Misplaced.start(&puzzle, &board)));
    }
}

#[test]
fn walking_distance_has_no_opinion_on_boards_that_cannot_be_solved() {
    for (rows, cols, tiles) in [(1, 3, &[2, 1, 0][..]), (2, 2, &[2, 1, 3, 0])] {
        let puzzle = Small::new(Geometry::new(rows, cols, false), &Board::blank_last(rows, cols)).unwrap();
        let walking = WalkingDistance::new(&puzzle).unwrap();
        let mut state = puzzle.state(&Board::new(rows, cols, tiles).unwrap()).unwrap();
        let mut memo = walking.start(&puzzle, &state);
        for _ in 0..4 {
            let mv = puzzle.moves(&state).next().unwrap();
            puzzle.apply(&mut state, mv);
            memo = walking.step(&puzzle, memo, &state, mv);
            assert_eq!(memo, walking.start(&puzzle, &state));
        }
    }
    let large = Tiles::<Packed25>::new(Geometry::new(5, 5, false), &Board::blank_last(5, 5)).unwrap();
    assert!(WalkingDistance::new(&large).is_err());
}
