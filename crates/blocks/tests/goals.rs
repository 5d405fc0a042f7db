//! The kinds of boards and goals that a plain picture can ask for, solved on small boards.

use taquin_blocks::{Blocks, Metric, Scope, Task, Word, compile, format, replay, solve};
use taquin_search::{Limits, Outcome};

/// The moves that `text` needs under each metric: unit, straight, finger; none if there is no solution.
fn moves(text: &str) -> Option<[usize; 3]> {
    struct Solve;
    impl Task for Solve {
        type Output = Option<usize>;
        fn run<O: Word, C: Word>(self, blocks: &Blocks<O, C>) -> Option<usize> {
            match solve(blocks, &Limits::default(), &mut ()).outcome {
                Outcome::Solved { moves, .. } => Some(replay(blocks, &moves).len()),
                Outcome::Unsolvable => None,
                Outcome::Stopped(_) => panic!("there is no limit"),
            }
        }
    }
    let problem = format::parse(text).unwrap_or_else(|error| panic!("{text}: {error}"));
    let under =
        |metric| compile(&problem.clone().with_metric(metric), Scope::Reachable, Solve).expect("small");
    let found = [Metric::Unit, Metric::Straight, Metric::Finger].map(under);
    found[0].zip(found[1]).zip(found[2]).map(|((unit, straight), finger)| [unit, straight, finger])
}

#[test]
fn joined_edges_are_crossed_in_one_step() {
    assert_eq!(moves("a....\ngoal: ....a"), Some([4, 1, 1]));
    assert_eq!(moves("wrap: columns\na....\ngoal: ....a"), Some([1, 1, 1]));
    // A wall across a flat board is no wall across a torus.
    assert_eq!(moves("aa#.\n..#.\ngoal: ..#./aa#."), Some([1, 1, 1]));
    assert_eq!(moves("a.#.\n..#.\ngoal: ..#a/..#."), None);
    assert_eq!(moves("wrap: both\na.#.\n..#.\ngoal: ..#a/..#."), Some([1, 1, 1]));
    // A piece that reaches around the edge is in one part, and goes on around it.
    assert_eq!(moves("wrap: columns\na..a\n....\ngoal: ..../.aa."), Some([3, 2, 1]));
    assert_eq!(moves("wrap: rows\na.\n..\n..\na.\ngoal: ../.a/.a/.."), Some([3, 2, 1]));
}

#[test]
fn several_pieces_change_places() {
    assert_eq!(moves("ab\n..\ngoal: ba/.."), Some([4, 4, 3]));
    assert_eq!(moves("ab.\ngoal: ba."), None);
    // Pieces of one kind are at home wherever one of them is wanted.
    assert_eq!(moves("alike: ab\nab.\ngoal: ba."), Some([0, 0, 0]));
    assert_eq!(moves("goal-by: shape\nab.\ngoal: .ba"), Some([2, 2, 2]));
    assert_eq!(moves("ab.\ngoal: .ab"), Some([2, 2, 2]));
}

#[test]
fn a_whole_target_picture() {
    assert_eq!(moves("abc\nd.e\ngoal: .bc/ade"), Some([2, 2, 2]));
    assert_eq!(moves("ab\nc.\ngoal: .b/ca"), None);
    assert_eq!(moves("ab\nc.\ngoal: a./cb"), Some([1, 1, 1]));
    assert_eq!(moves("ab\nc.\ngoal: ca/.b"), Some([3, 3, 3]));
}

#[test]
fn axes_gates_flights_and_parts() {
    assert_eq!(moves("horizontal: a\na.\n..\ngoal: ../.a"), None);
    assert_eq!(moves("lengthwise: all\naa.\n..b\n..b\ngoal: .../aa./..."), None);
    assert_eq!(moves("a-.\ngoal: ..a"), None);
    assert_eq!(moves("gate: a\na-.\ngoal: ..a"), Some([2, 1, 1]));
    assert_eq!(moves("fly: a\na#.\ngoal: .#a"), Some([1, 1, 1]));
    assert_eq!(moves("disconnected: a\na.a.\n....\ngoal: ..../.a.a"), Some([2, 2, 1]));
}
