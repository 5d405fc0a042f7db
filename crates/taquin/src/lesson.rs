//! The searches of the course programs, step by step.
//!
//! Each is a configuration of the engine that is defined with its program; a family lists its lessons.

use std::fmt;
use std::str::FromStr;

use crate::families::readers;
use crate::plan::HeuristicName;

/// The search of a course program, by name. The families list theirs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Lesson {
    /// The name of the program, with its flag where that decides the search.
    pub name: &'static str,
    /// What it is, in a few words.
    pub about: &'static str,
    /// What guides it.
    pub heuristic: HeuristicName,
}

impl Lesson {
    /// All of them.
    pub fn all() -> impl Iterator<Item = Lesson> {
        readers().iter().rev().flat_map(|reader| reader.lessons.iter().copied())
    }
}

impl fmt::Display for Lesson {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name)
    }
}

impl FromStr for Lesson {
    type Err = String;
    fn from_str(text: &str) -> Result<Self, String> {
        Lesson::all().find(|lesson| lesson.name == text).ok_or_else(|| {
            let known: Vec<&str> = Lesson::all().map(|lesson| lesson.name).collect();
            format!("'{text}' is not a course program with a search; there are {}", known.join(", "))
        })
    }
}

#[cfg(test)]
mod tests {
    use std::ops::ControlFlow;

    use crate::trace::{Node, NodeLists, Tracer};
    use crate::{Hints, Instance, Plan};

    /// The states of the nodes that are expanded.
    #[derive(Default)]
    struct Expanded(Vec<String>);

    impl Tracer for Expanded {
        fn expand(&mut self, node: Node, _: &dyn NodeLists) -> ControlFlow<()> {
            self.0.push(node.state);
            ControlFlow::Continue(())
        }
    }

    fn read(text: &str, torus: bool) -> Instance {
        Instance::parse(text, &Hints { torus, ..Hints::default() }).unwrap()
    }

    #[test]
    fn each_lesson_takes_its_own_puzzles() {
        let names = |text: &str, torus: bool| {
            let lessons = read(text, torus).lessons();
            lessons.into_iter().map(|lesson| lesson.name).collect::<Vec<_>>()
        };
        assert_eq!(names("4 3 8 / 5 1 6 / 7 2 0", true), ["torus", "torus-astar"]);
        assert_eq!(names("4 3 8 / 5 1 6 / 7 2 0", false), ["eight-puzzle", "solver"]);
        assert_eq!(names("1 2 3 / 4 5 0 -> 0 1 2 / 3 4 5", false), [""; 0]);
        assert_eq!(names("2332 2402 2112 2112 4044", false), ["klotski 200", "klotski 400"]);
        assert_eq!(names("1A9BF0C", false), [""; 0]);
        let plan = Plan { lesson: Some("torus".parse().unwrap()), ..Plan::default() };
        let why = read("1A9BF0C", false).trace(&plan, &mut Expanded::default()).unwrap_err();
        assert_eq!(why.to_string(), "the course program torus does not take this puzzle");
        assert!("nosuch".parse::<super::Lesson>().unwrap_err().contains("torus-astar, eight-puzzle"));
    }

    #[test]
    fn a_lesson_is_told_from_start_to_goal() {
        for (text, torus) in [
            ("4 3 8 / 5 1 6 / 7 2 0", true),
            ("1 2 3 / 4 6 8 / 7 5 0", false),
            ("2332 2402 2112 2112 4044", false),
        ] {
            let instance = read(text, torus);
            for lesson in instance.lessons() {
                let mut expanded = Expanded::default();
                let plan = Plan { lesson: Some(lesson), ..Plan::default() };
                let answer = instance.trace(&plan, &mut expanded).unwrap();
                let along = instance.states_along(&answer);
                assert!(
                    !along.is_empty() && along.iter().all(|state| expanded.0.contains(state)),
                    "{lesson}"
                );
            }
        }
    }
}
