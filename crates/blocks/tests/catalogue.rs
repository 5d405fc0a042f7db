//! Solves the catalogue and compares the results with what is known.

use taquin_blocks::{
    Blocks, Metric, Scope, Symmetries, Task, Word, catalogue, compile, explore, replay, solve,
};
use taquin_search::{Limits, Outcome};

/// Components larger than this are left to the bench.
const MOST_STATES: u64 = 150_000;

struct Solve;

impl Task for Solve {
    type Output = Option<(u64, usize)>;
    fn run<O: Word, C: Word>(self, blocks: &Blocks<O, C>) -> Self::Output {
        let limits = Limits { nodes: Some(MOST_STATES), ..Limits::default() };
        match solve(blocks, &limits, &mut ()).outcome {
            Outcome::Solved { moves, cost } => Some((cost.into(), replay(blocks, &moves).len())),
            Outcome::Unsolvable => panic!("a named puzzle has a solution"),
            Outcome::Stopped(_) => None,
        }
    }
}

struct Count;

impl Task for Count {
    type Output = u64;
    fn run<O: Word, C: Word>(self, blocks: &Blocks<O, C>) -> u64 {
        let none = Symmetries::none();
        explore(blocks, &none, [blocks.start()], &Limits::default(), &mut (), |_| false).levels.states().len()
            as u64
    }
}

#[test]
fn optima_are_as_published() {
    let mut solved = 0;
    for entry in catalogue::all() {
        for &(metric, figure) in entry.optima.iter().filter(|known| known.1.exact) {
            let problem = entry.problem().with_metric(metric);
            let answer = compile(&problem, Scope::Reachable, Solve).expect("it fits");
            if let Some((cost, steps)) = answer {
                assert_eq!(cost, figure.value, "{} under the {metric} metric", entry.id);
                assert_eq!(steps as u64, cost, "{} under the {metric} metric", entry.id);
                solved += 1;
            }
        }
    }
    assert!(solved > 180, "only {solved} figures were checked");
}

#[test]
fn components_are_as_large_as_published() {
    for entry in catalogue::all() {
        if let Some(figure) = entry.states.filter(|figure| figure.value <= MOST_STATES) {
            let problem = entry.problem().with_metric(Metric::Unit);
            assert_eq!(compile(&problem, Scope::Reachable, Count), Ok(figure.value), "{}", entry.id);
        }
    }
}
