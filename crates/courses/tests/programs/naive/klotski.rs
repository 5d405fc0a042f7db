//! A* over boards of twenty digits, with sorted vectors for OPEN and CLOSED.

use std::fmt::Write;

use proptest::prelude::*;
use taquin_courses::Program;

use super::joined;
use crate::call::call;

type Twenty = [u8; 20];

#[derive(Clone, Debug)]
struct Node {
    board: Twenty,
    g: u32,
    h: u32,
    parent: Option<Twenty>,
}

/// The blocks of a board by first cell, digit and cells.
fn blocks(board: &Twenty) -> Vec<(u8, Vec<usize>)> {
    let mut covered = [false; 20];
    let mut blocks = vec![];
    for cell in 0..20 {
        if board[cell] == 0 || covered[cell] {
            continue;
        }
        let cells = match board[cell] {
            1 => vec![cell, cell + 1, cell + 4, cell + 5],
            2 => vec![cell, cell + 4],
            3 => vec![cell, cell + 1],
            _ => vec![cell],
        };
        cells.iter().for_each(|&cell| covered[cell] = true);
        blocks.push((board[cell], cells));
    }
    blocks
}

fn moved(board: &Twenty, digit: u8, from: &[usize], to: &[usize]) -> Option<Twenty> {
    let mut next = *board;
    from.iter().for_each(|&cell| next[cell] = 0);
    if to.iter().any(|&cell| next[cell] != 0) {
        return None;
    }
    to.iter().for_each(|&cell| next[cell] = digit);
    Some(next)
}

fn successors(board: &Twenty) -> Vec<Twenty> {
    let mut all = vec![];
    for (digit, cells) in blocks(board) {
        if digit == 4 {
            all.extend((0..20).filter(|&to| board[to] == 0).filter_map(|to| moved(board, 4, &cells, &[to])));
            continue;
        }
        for (down, right) in [(1, 0), (-1, 0), (0, 1), (0, -1)] {
            let shift = |&cell: &usize| {
                let (row, col) = ((cell / 4) as i32 + down, (cell % 4) as i32 + right);
                ((0..5).contains(&row) && (0..4).contains(&col)).then_some((row * 4 + col) as usize)
            };
            if let Some(to) = cells.iter().map(shift).collect::<Option<Vec<_>>>() {
                all.extend(moved(board, digit, &cells, &to));
            }
        }
    }
    all.sort_unstable();
    all
}

fn distance(board: &Twenty) -> u32 {
    let first = board.iter().position(|&digit| digit == 1).expect("a 2x2 block");
    (3usize.abs_diff(first / 4) + 1usize.abs_diff(first % 4)) as u32
}

fn write_rows(text: &mut String, board: &Twenty) {
    for row in board.chunks(4) {
        writeln!(text, "{}", joined(row, "")).unwrap();
    }
}

fn write_node(text: &mut String, node: &Node) {
    writeln!(text, "{}", joined(&node.board, "")).unwrap();
    write_rows(text, &node.board);
    writeln!(text, "{} {} {}", node.g + node.h, node.g, node.h).unwrap();
    writeln!(text, "{}", node.parent.map_or("null".into(), |parent| joined(&parent, ""))).unwrap();
}

/// The output, or `None` if OPEN runs empty.
fn klotski(flag: u32, start: Twenty) -> Option<String> {
    let mut text = String::new();
    if flag == 100 {
        for board in successors(&start) {
            write_rows(&mut text, &board);
            text.push('\n');
        }
        return Some(text);
    }
    let h = |board: &Twenty| if flag >= 400 { distance(board) } else { 0 };
    let trace = flag == 200 || flag == 400;
    let mut open = vec![Node { board: start, g: 0, h: h(&start), parent: None }];
    let mut closed: Vec<Node> = vec![];
    let (mut checks, mut max_open, mut max_closed) = (0, 1, 0);
    let goal = loop {
        open.sort_by_key(|node| (node.g + node.h, node.board));
        if open.is_empty() {
            return None;
        }
        let node = open.remove(0);
        checks += 1;
        if trace {
            writeln!(text, "iteration {checks}").unwrap();
            write_node(&mut text, &node);
        }
        if distance(&node.board) == 0 {
            break node;
        }
        closed.push(node.clone());
        for board in successors(&node.board) {
            let successor = Node { board, g: node.g + 1, h: h(&board), parent: Some(node.board) };
            if let Some(known) = open.iter_mut().find(|known| known.board == board) {
                if known.g > successor.g {
                    *known = successor;
                }
            } else if let Some(at) = closed.iter().position(|known| known.board == board) {
                if closed[at].g > successor.g {
                    closed.remove(at);
                    open.push(successor);
                }
            } else {
                open.push(successor);
            }
        }
        max_open = max_open.max(open.len());
        max_closed = max_closed.max(closed.len());
        if trace {
            open.sort_by_key(|node| (node.g + node.h, node.board));
            text += "OPEN\n";
            open.iter().for_each(|node| write_node(&mut text, node));
            text += "CLOSED\n";
            closed.iter().for_each(|node| write_node(&mut text, node));
        }
    };
    if !trace {
        let mut path = vec![&goal];
        while let Some(parent) = path[path.len() - 1].parent {
            path.push(closed.iter().find(|node| node.board == parent).expect("a closed parent"));
        }
        for node in path.iter().rev() {
            write_rows(&mut text, &node.board);
            text.push('\n');
        }
        writeln!(text, "goalCheckTimes {checks}\nmaxOPENSize {max_open}").unwrap();
        writeln!(text, "maxCLOSEDSize {max_closed}\nsteps {}", path.len() - 1).unwrap();
    }
    Some(text)
}

/// A random board: the 2x2 block somewhere, then cell by cell a block that fits or nothing.
fn board() -> impl Strategy<Value = Twenty> {
    let square = (0usize..4, 0usize..3).prop_map(|(row, col)| row * 4 + col);
    (square, prop::array::uniform20(0u8..12)).prop_map(|(square, dice)| {
        let mut board = [0; 20];
        [0, 1, 4, 5].iter().for_each(|&offset| board[square + offset] = 1);
        let mut empty = 0;
        for (cell, &die) in dice.iter().enumerate() {
            let free = |at: usize| at < 20 && board[at] == 0;
            let (upright, lying) = (free(cell + 4), cell % 4 < 3 && free(cell + 1));
            match die {
                _ if board[cell] != 0 => {}
                0..4 if upright => (board[cell], board[cell + 4]) = (2, 2),
                4..7 if lying => (board[cell], board[cell + 1]) = (3, 3),
                // A second look at an empty cell below could cover it, so empty cells come last.
                10..12 if empty < 2 => empty += 1,
                _ => board[cell] = 4,
            }
        }
        if empty == 0
            && let Some(single) = board.iter().rposition(|&digit| digit == 4)
        {
            board[single] = 0;
        }
        board
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(96))]

    #[test]
    fn prints_the_same(start in board(), flag in prop_oneof![
        Just(100u32), Just(200), Just(300), Just(400), Just(500)
    ]) {
        prop_assume!(start.contains(&0));
        // The plain lists are slow: only boards that are solved soon are compared to the end.
        let spread = explored(start, 250);
        prop_assume!(flag == 100 || spread);
        let done = call(Program::Klotski, &format!("{flag} {}", joined(&start, " ")));
        match klotski(flag, start) {
            Some(expected) => {
                prop_assert_eq!((done.exit, done.err.as_str()), (0, ""));
                prop_assert_eq!(done.out, expected);
            }
            None => prop_assert_eq!(done.exit, 1),
        }
    }
}

/// Whether breadth-first search over at most `most` boards finds a goal or exhausts the space.
fn explored(start: Twenty, most: usize) -> bool {
    let mut found = vec![start];
    let mut at = 0;
    while at < found.len() && found.len() < most {
        if distance(&found[at]) == 0 {
            return true;
        }
        for next in successors(&found[at]) {
            if !found.contains(&next) {
                found.push(next);
            }
        }
        at += 1;
    }
    at == found.len()
}
