//! Best-first search on the heap of the textbooks, with whole boards in it.

use std::fmt::Write;
use std::rc::Rc;

use proptest::prelude::*;
use taquin_courses::Program;

use super::{Heap, Nine, joined};
use crate::call::call_on;

struct Node {
    state: Nine,
    g: u32,
    h: u32,
    parent: Option<Rc<Node>>,
}

/// The children in the order blank up, left, down, right.
fn children(state: Nine) -> Vec<Nine> {
    let blank = state.iter().position(|&tile| tile == 0).expect("a blank");
    let (row, col) = (blank / 3, blank % 3);
    let mut cells = vec![];
    if row > 0 {
        cells.push(blank - 3);
    }
    if col > 0 {
        cells.push(blank - 1);
    }
    if row < 2 {
        cells.push(blank + 3);
    }
    if col < 2 {
        cells.push(blank + 1);
    }
    let swapped = |cell| {
        let mut next = state;
        next.swap(blank, cell);
        next
    };
    cells.into_iter().map(swapped).collect()
}

fn print(text: &mut String, node: &Node) {
    writeln!(text).unwrap();
    for row in node.state.chunks(3) {
        writeln!(text, "{} {} {} ", row[0], row[1], row[2]).unwrap();
    }
    write!(text, "Cost =  {}\ng =  {}\nh =  {}\n", node.g + node.h, node.g, node.h).unwrap();
}

fn eight_puzzle(initial: Nine, goal: Nine) -> String {
    let h = |state: Nine| (0..9).filter(|&cell| state[cell] != 0 && state[cell] != goal[cell]).count() as u32;
    let mut queue = Heap::new();
    queue.insert(h(initial), Node { state: initial, g: 0, h: h(initial), parent: None });
    let mut removed: Vec<Rc<Node>> = vec![];
    let reached = loop {
        let node = Rc::new(queue.remove().expect("a solvable pair"));
        if removed.len() < 5 {
            removed.push(Rc::clone(&node));
        }
        if node.state == goal {
            break node;
        }
        for state in children(node.state) {
            if node.parent.as_ref().is_none_or(|parent| parent.state != state) {
                let child = Node { state, g: node.g + 1, h: h(state), parent: Some(Rc::clone(&node)) };
                queue.insert(child.g + child.h, child);
            }
        }
    };
    let mut text = String::from("[*]Initial state(S0)\n[*]======================\n");
    print(&mut text, &removed[0]);
    text += "[*]======================\n[*]Goal state (Sg) reached: \n";
    print(&mut text, &reached);
    writeln!(text, "[*]---------\n[*]Solution cost is: {}\n", reached.g).unwrap();
    writeln!(text, "[*]Size of the openQ at end of search process: {}\n", queue.len()).unwrap();
    writeln!(text, "[*]First five states removed from openQ: \n").unwrap();
    for (number, node) in removed.iter().enumerate() {
        writeln!(text, "[*]State #{}", number + 1).unwrap();
        print(&mut text, node);
        writeln!(text).unwrap();
    }
    text
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(96))]

    #[test]
    fn prints_the_same(goal in Just([0u8, 1, 2, 3, 4, 5, 6, 7, 8]).prop_shuffle(), steps in prop::collection::vec(0usize..4, 0..40)) {
        let initial = steps.iter().fold(goal, |state, step| {
            let children = children(state);
            children[step % children.len()]
        });
        let done = call_on(Program::EightPuzzle, format!("{}\n\n{}\n", joined(&initial, " "), joined(&goal, "\t")));
        prop_assert_eq!((done.exit, done.err.as_str()), (0, ""));
        prop_assert_eq!(done.out, eight_puzzle(initial, goal));
    }
}
