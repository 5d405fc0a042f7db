//! Iterative deepening with a vector for the stack and a vector for the prefix path.

use std::fmt::Write;

use proptest::prelude::*;
use taquin_courses::Program;

use super::{Nine, joined, successors_on_torus, walked};
use crate::call::call;

const GOAL: Nine = [1, 2, 3, 4, 5, 6, 7, 8, 0];

struct Search {
    text: String,
    goal_checks: u64,
    max_stack: usize,
    prefix: Vec<Nine>,
}

impl Search {
    /// One depth-limited search; true when it is over because of the goal or of what was asked.
    fn dfs(&mut self, flag: u32, start: Nine, cutoff: usize) -> bool {
        self.prefix.clear();
        let mut stack = vec![(start, [0; 9], 0)];
        self.max_stack = self.max_stack.max(1);
        while let Some((state, parent, depth)) = stack.pop() {
            self.prefix.truncate(depth);
            self.prefix.push(state);
            self.goal_checks += 1;
            match flag / 100 {
                2 => writeln!(self.text, "{}", joined(&state, " ")).unwrap(),
                3 => writeln!(self.text, "{} parent {}", joined(&state, " "), joined(&parent, " ")).unwrap(),
                4 if depth == cutoff => {
                    self.path();
                    return true;
                }
                _ => {}
            }
            if state == GOAL {
                return true;
            }
            if depth < cutoff {
                for next in successors_on_torus(state) {
                    if !self.prefix.contains(&next) {
                        stack.push((next, state, depth + 1));
                        self.max_stack = self.max_stack.max(stack.len());
                    }
                }
            }
        }
        false
    }

    fn path(&mut self) {
        for state in &self.prefix {
            writeln!(self.text, "{}", joined(state, " ")).unwrap();
        }
    }
}

fn torus(flag: u32, start: Nine) -> String {
    let mut search = Search { text: String::new(), goal_checks: 0, max_stack: 0, prefix: vec![] };
    match flag {
        100 => {
            for next in successors_on_torus(start) {
                writeln!(search.text, "{}", joined(&next, " ")).unwrap();
            }
        }
        200..500 => {
            search.dfs(flag, start, flag as usize % 100);
        }
        _ => {
            let solved = (0..).find(|&cutoff| search.dfs(flag, start, cutoff));
            assert!(solved.is_some());
            search.path();
            write!(search.text, "Goal-check {}\nMax-stack-size {}\n", search.goal_checks, search.max_stack)
                .unwrap();
        }
    }
    search.text
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(96))]

    #[test]
    fn prints_the_same(seed: u64, steps in 0usize..12, flag in prop_oneof![
        Just(100u32), 200u32..208, 300u32..307, 400u32..500, Just(500u32), Just(500u32)
    ]) {
        let start = walked(GOAL, steps, seed);
        let done = call(Program::Torus, &format!("{flag} {}", joined(&start, " ")));
        prop_assert_eq!((done.exit, done.err.as_str()), (0, ""));
        prop_assert_eq!(done.out, torus(flag, start));
    }
}
