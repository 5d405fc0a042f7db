//! The rule of solvability against the true components of every small board, line and ring included.

use std::collections::HashMap;

use taquin_search::Puzzle;
use taquin_tiles::{Board, Cells, Geometry, GoalCells, Packed16, Tile, Tiles, solvability};

/// Every arrangement of `cells` tiles.
fn arrangements(cells: u32) -> Vec<Vec<Tile>> {
    let mut all = vec![vec![]];
    for tile in 0..cells {
        let insert = |tiles: Vec<Tile>| {
            (0..=tiles.len()).map(move |place| {
                let mut tiles = tiles.clone();
                tiles.insert(place, tile);
                tiles
            })
        };
        all = all.into_iter().flat_map(insert).collect();
    }
    all
}

/// The component of every arrangement: two are connected if and only if their numbers are equal.
fn components(geometry: Geometry, boards: &[Board]) -> HashMap<Packed16, usize> {
    let puzzle = Tiles::<Packed16>::new(geometry, &boards[0]).unwrap();
    let mut component = HashMap::new();
    for (number, board) in boards.iter().enumerate() {
        let mut open = vec![Packed16::from_board(board)];
        while let Some(state) = open.pop() {
            if let std::collections::hash_map::Entry::Vacant(entry) = component.entry(state) {
                entry.insert(number);
                open.extend(puzzle.moves(&state).map(|mv| puzzle.successor(&state, mv)));
            }
        }
    }
    component
}

fn check(rows: u32, cols: u32, torus: bool) {
    let geometry = Geometry::new(rows, cols, torus);
    let cells = geometry.cells();
    let boards: Vec<Board> =
        arrangements(cells).into_iter().map(|tiles| Board::new(rows, cols, tiles).unwrap()).collect();
    let component = components(geometry, &boards);
    let component: Vec<usize> = boards.iter().map(|board| component[&Packed16::from_board(board)]).collect();
    // Up to six cells all pairs, beyond that about forty goals, which have the blank in every cell.
    let stride = if cells <= 6 { 1 } else { boards.len() / 37 };
    let goals = (0..boards.len()).step_by(stride);
    assert!((0..cells).all(|blank| goals.clone().any(|goal| boards[goal].blank() == blank)));
    for goal in goals {
        let cells = GoalCells::of(&boards[goal]);
        for (board, &number) in boards.iter().zip(&component) {
            let verdict = solvability(&geometry, board, &cells);
            let connected = number == component[goal];
            assert_eq!(
                verdict.is_solvable(),
                connected,
                "{geometry:?} {board:?} {:?} {verdict}",
                boards[goal]
            );
        }
    }
}

#[test]
fn solvable_is_connected_for_every_board_of_up_to_eight_cells() {
    for rows in 1..=8 {
        for cols in 1..=8 / rows {
            check(rows, cols, false);
            check(rows, cols, true);
        }
    }
}

#[test]
fn solvable_is_connected_for_3x3() {
    check(3, 3, false);
    check(3, 3, true);
}

#[test]
fn the_verdict_is_given_in_words() {
    let words = |rows, cols, torus, tiles: &[Tile]| {
        let board = Board::new(rows, cols, tiles).unwrap();
        solvability(&Geometry::new(rows, cols, torus), &board, &GoalCells::blank_last(rows * cols))
            .to_string()
    };
    let swapped = [2, 1, 3, 4, 5, 6, 7, 8, 0];
    assert_eq!(
        words(3, 3, false, &swapped),
        "unsolvable: the permutation is odd but the blank's distance to its goal cell is even, \
         and every move changes both"
    );
    assert!(words(3, 3, true, &swapped).starts_with("solvable: on a torus with an odd side"));
    assert!(words(1, 3, false, &[2, 1, 0]).starts_with("unsolvable: in a single line"));
    assert!(words(2, 2, false, &[2, 1, 3, 0]).starts_with("unsolvable: the cells form a ring"));
    assert!(words(1, 1, false, &[0]).starts_with("solvable"));
}
