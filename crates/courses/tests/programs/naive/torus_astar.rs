//! A* with a list that is scanned from its beginning, as the Python class does it.

use std::fmt::Write;

use proptest::prelude::*;
use taquin_courses::Program;

use super::{Nine, joined, successors_on_torus, walked};
use crate::call::call;

const GOAL: Nine = [1, 2, 3, 4, 5, 6, 7, 8, 0];

#[derive(Clone, Copy)]
struct Item {
    state: Nine,
    h: usize,
    g: usize,
    parent: Option<usize>,
}

fn misplaced(state: Nine) -> usize {
    (0..9).filter(|&cell| state[cell] != 0 && state[cell] != GOAL[cell]).count()
}

fn solve(start: Nine) -> String {
    let mut queue = vec![Item { state: start, h: misplaced(start), g: 0, parent: None }];
    let mut closed: Vec<Item> = vec![];
    let mut max_len = 1;
    loop {
        let mut first = 0;
        for at in 1..queue.len() {
            if queue[at].g + queue[at].h < queue[first].g + queue[first].h {
                first = at;
            }
        }
        let popped = queue.remove(first);
        let parent = closed.len();
        closed.push(popped);
        if popped.state == GOAL {
            break;
        }
        for state in successors_on_torus(popped.state) {
            let item = Item { state, h: misplaced(state), g: popped.g + 1, parent: Some(parent) };
            if let Some(queued) = queue.iter_mut().find(|queued| queued.state == state) {
                if item.g < queued.g {
                    *queued = item;
                }
            } else if closed.iter().filter(|closed| closed.state == state).all(|closed| item.g < closed.g) {
                queue.push(item);
            }
            max_len = max_len.max(queue.len());
        }
    }
    let mut path = vec![*closed.last().expect("the goal was closed")];
    while let Some(parent) = path[path.len() - 1].parent {
        path.push(closed[parent]);
    }
    let mut text = String::new();
    for (moves, item) in path.iter().rev().enumerate() {
        writeln!(text, "[{}] h={} moves: {moves}", joined(&item.state, ", "), item.h).unwrap();
    }
    writeln!(text, "Max queue length: {max_len}").unwrap();
    text
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn solve_prints_the_same(seed: u64, steps in 0usize..13) {
        let start = walked(GOAL, steps, seed);
        let done = call(Program::TorusAstar, &format!("solve [{}]", joined(&start, ",")));
        prop_assert_eq!((done.exit, done.err.as_str()), (0, ""));
        prop_assert_eq!(done.out, solve(start));
    }

    #[test]
    fn print_succ_prints_the_same(start in Just(GOAL).prop_shuffle()) {
        let done = call(Program::TorusAstar, &format!("print_succ {}", joined(&start, " , ")));
        let expected: String = successors_on_torus(start)
            .iter()
            .map(|next| format!("[{}] h={}\n", joined(next, ", "), misplaced(*next)))
            .collect();
        prop_assert_eq!(done.out, expected);
    }
}
