//! Boards and their solver with rows of tiles, inversions, and whole boards in the heap.

use std::fmt::Write;
use std::rc::Rc;

use proptest::prelude::*;
use taquin_courses::Program;

use super::Heap;
use crate::call::call_on;

type Rows = Vec<Vec<usize>>;

fn text(rows: &Rows) -> String {
    let mut text = format!("{}\n", rows.len());
    for row in rows {
        let row: Vec<String> = row.iter().map(|tile| format!("{tile:2}")).collect();
        writeln!(text, "{}", row.join(" ")).unwrap();
    }
    text
}

fn blank(rows: &Rows) -> (usize, usize) {
    let row = rows.iter().position(|row| row.contains(&0)).expect("a blank");
    (row, rows[row].iter().position(|&tile| tile == 0).expect("a blank"))
}

/// The neighbours: blank north, east, south, west.
fn neighbors(rows: &Rows) -> Vec<Rows> {
    let (row, col) = blank(rows);
    let mut all = vec![];
    for (down, right) in [(-1, 0), (0, 1), (1, 0), (0, -1)] {
        let (to_row, to_col) = (row as i32 + down, col as i32 + right);
        let size = rows.len() as i32;
        if (0..size).contains(&to_row) && (0..size).contains(&to_col) {
            let mut next = rows.clone();
            next[row][col] = rows[to_row as usize][to_col as usize];
            next[to_row as usize][to_col as usize] = 0;
            all.push(next);
        }
    }
    all
}

fn tiles(rows: &Rows) -> impl Iterator<Item = (usize, usize, usize)> {
    rows.iter().enumerate().flat_map(|(i, row)| row.iter().enumerate().map(move |(j, &tile)| (i, j, tile)))
}

fn hamming(rows: &Rows) -> usize {
    tiles(rows).filter(|&(i, j, tile)| tile != 0 && tile != i * rows.len() + j + 1).count()
}

fn manhattan(rows: &Rows) -> usize {
    let size = rows.len();
    let steps = |(i, j, tile): (usize, usize, usize)| match tile {
        0 => 0,
        _ => i.abs_diff((tile - 1) / size) + j.abs_diff((tile - 1) % size),
    };
    tiles(rows).map(steps).sum()
}

/// By inversions, and the row of the blank where N is even.
fn is_solvable(rows: &Rows) -> bool {
    let flat: Vec<usize> = rows.iter().flatten().copied().filter(|&tile| tile != 0).collect();
    let larger_before = |at: usize| flat[..at].iter().filter(|&&tile| tile > flat[at]).count();
    let inversions: usize = (0..flat.len()).map(larger_before).sum();
    if rows.len() % 2 == 1 { inversions.is_multiple_of(2) } else { (inversions + blank(rows).0) % 2 == 1 }
}

fn board_program(rows: &Rows) -> String {
    let mut out = format!("{}\n{}\n", hamming(rows), manhattan(rows));
    write!(out, "{}\n{}\n", hamming(rows) == 0, is_solvable(rows)).unwrap();
    neighbors(rows).iter().for_each(|neighbor| out += &text(neighbor));
    out
}

struct Node {
    board: Rows,
    moves: usize,
    previous: Option<Rc<Node>>,
}

fn solver_program(rows: &Rows) -> String {
    if !is_solvable(rows) {
        return "Unsolvable puzzle\n".into();
    }
    let mut queue = Heap::new();
    queue.insert(manhattan(rows) as u32, Node { board: rows.clone(), moves: 0, previous: None });
    let goal = loop {
        let node = Rc::new(queue.remove().expect("a solvable board"));
        if hamming(&node.board) == 0 {
            break node;
        }
        for board in neighbors(&node.board) {
            if node.previous.as_ref().is_none_or(|previous| previous.board != board) {
                let priority = node.moves + 1 + manhattan(&board);
                let next = Node { board, moves: node.moves + 1, previous: Some(Rc::clone(&node)) };
                queue.insert(priority as u32, next);
            }
        }
    };
    let mut boards = vec![];
    let mut node = &goal;
    while let Some(previous) = &node.previous {
        boards.push(text(&node.board));
        node = previous;
    }
    format!("Minimum number of moves = {}\n", goal.moves) + &boards.into_iter().rev().collect::<String>()
}

/// A board of random size: shuffled, or some random steps away from the goal.
fn boards(most: usize) -> impl Strategy<Value = Rows> {
    let shuffled = (1usize..=most).prop_flat_map(|size| {
        let tiles: Vec<usize> = (0..size * size).collect();
        Just(tiles)
            .prop_shuffle()
            .prop_map(move |tiles| tiles.chunks(size).map(<[usize]>::to_vec).collect::<Rows>())
    });
    prop_oneof![shuffled, walks(most, 12)]
}

fn walks(most: usize, steps: usize) -> impl Strategy<Value = Rows> {
    (1usize..=most, prop::collection::vec(0usize..12, 0..steps)).prop_map(|(size, steps)| {
        let tiles: Vec<usize> = (1..size * size).chain([0]).collect();
        let mut rows: Rows = tiles.chunks(size).map(<[usize]>::to_vec).collect();
        for step in steps {
            let near = neighbors(&rows);
            if !near.is_empty() {
                rows = near[step % near.len()].clone();
            }
        }
        rows
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(96))]

    #[test]
    fn the_board_prints_the_same(rows in boards(12)) {
        let done = call_on(Program::Board, text(&rows));
        prop_assert_eq!((done.exit, done.err.as_str()), (0, ""));
        prop_assert_eq!(done.out, board_program(&rows));
    }

    #[test]
    fn the_solver_prints_the_same(rows in prop_oneof![boards(2), walks(7, 30)]) {
        let done = call_on(Program::Solver, text(&rows));
        prop_assert_eq!((done.exit, done.err.as_str()), (u8::from(!is_solvable(&rows)), ""));
        prop_assert_eq!(done.out, solver_program(&rows));
    }

    #[test]
    fn the_solver_prints_the_same_on_any_board_of_nine(tiles in Just([0usize, 1, 2, 3, 4, 5, 6, 7, 8]).prop_shuffle()) {
        let rows: Rows = tiles.chunks(3).map(<[usize]>::to_vec).collect();
        // Whole boards in the heap are slow, so the farthest are left out.
        prop_assume!(manhattan(&rows) < 15 || !is_solvable(&rows));
        let done = call_on(Program::Solver, text(&rows));
        prop_assert_eq!(done.out, solver_program(&rows));
    }
}
