//! Puzzles for planners: what is written is read again and searched, and has the right cost.

use std::cmp::Reverse;
use std::collections::{BinaryHeap, HashMap};

use taquin::render::{EXPORTS, export};
use taquin::{Hints, Instance, Plan};

/// What a file of Fast Downward's translator holds, as far as a search needs it.
#[derive(Debug, Default)]
struct Sas {
    start: Vec<usize>,
    goal: Vec<(usize, usize)>,
    operators: Vec<Operator>,
}

#[derive(Debug)]
struct Operator {
    /// Variables and the values that they must have.
    before: Vec<(usize, usize)>,
    after: Vec<(usize, usize)>,
    cost: u64,
}

impl Sas {
    fn read(text: &str) -> Sas {
        let mut lines = text.lines();
        let mut line = || lines.next().expect("another line");
        let number = |text: &str| text.parse::<usize>().unwrap_or_else(|_| panic!("a number: {text}"));
        let pair = |text: &str| {
            let (variable, value) = text.split_once(' ').expect("two numbers");
            (number(variable), number(value))
        };
        assert_eq!([(); 4].map(|()| line()), ["begin_version", "3", "end_version", "begin_metric"]);
        let has_costs = line() == "1";
        assert_eq!(line(), "end_metric");
        let mut sizes = Vec::new();
        for _ in 0..number(line()) {
            assert_eq!(line(), "begin_variable");
            assert!(line().starts_with("var"));
            assert_eq!(line(), "-1");
            let size = number(line());
            assert!(size > 1);
            (0..size).for_each(|_| assert!(line().starts_with(['A', 'N', '<'])));
            assert_eq!(line(), "end_variable");
            sizes.push(size);
        }
        assert_eq!((line(), line()), ("0", "begin_state"));
        let mut sas = Sas::default();
        sas.start.extend((0..sizes.len()).map(|_| number(line())));
        assert_eq!((line(), line()), ("end_state", "begin_goal"));
        for _ in 0..number(line()) {
            sas.goal.push(pair(line()));
        }
        assert_eq!(line(), "end_goal");
        for _ in 0..number(line()) {
            assert_eq!(line(), "begin_operator");
            assert!(!line().is_empty());
            let mut before: Vec<_> = (0..number(line())).map(|_| pair(line())).collect();
            let mut after = Vec::new();
            for _ in 0..number(line()) {
                let words: Vec<&str> = line().split(' ').collect();
                let [conditions, variable, old, new] = words[..] else { panic!("four numbers") };
                assert_eq!(conditions, "0");
                if old != "-1" {
                    before.push((number(variable), number(old)));
                }
                after.push((number(variable), number(new)));
            }
            let cost = number(line()) as u64;
            assert!(has_costs || cost == 1);
            sas.operators.push(Operator { before, after, cost });
            assert_eq!(line(), "end_operator");
        }
        assert_eq!((line(), lines.next()), ("0", None));
        let holds = |list: &[(usize, usize)]| list.iter().all(|&(variable, value)| value < sizes[variable]);
        assert!(holds(&sas.goal) && sas.operators.iter().all(|one| holds(&one.before) && holds(&one.after)));
        sas
    }

    /// The cost of a cheapest plan, by Dijkstra's algorithm.
    fn cheapest(&self) -> Option<u64> {
        let mut costs = HashMap::from([(self.start.clone(), 0)]);
        let mut queue = BinaryHeap::from([Reverse((0, self.start.clone()))]);
        while let Some(Reverse((cost, state))) = queue.pop() {
            let holds =
                |list: &[(usize, usize)]| list.iter().all(|&(variable, value)| state[variable] == value);
            if holds(&self.goal) {
                return Some(cost);
            }
            if costs[&state] < cost {
                continue;
            }
            for operator in self.operators.iter().filter(|operator| holds(&operator.before)) {
                let mut next = state.clone();
                operator.after.iter().for_each(|&(variable, value)| next[variable] = value);
                let cost = cost + operator.cost;
                if costs.get(&next).is_none_or(|&known| cost < known) {
                    costs.insert(next.clone(), cost);
                    queue.push(Reverse((cost, next)));
                }
            }
        }
        None
    }
}

/// Plans cost what solutions cost.
fn check(text: &str, hints: &Hints) {
    let instance = Instance::parse(text, hints).unwrap_or_else(|error| panic!("{text}: {error}"));
    let answer = taquin::solve(&instance, &Plan::default(), &mut ()).expect("an answer");
    let task = instance.analysis().planning().expect("a task");
    let files = export("sas").expect("a form").files(&task).expect("not too large");
    let expected = answer.cost(&instance).map(u64::from);
    assert_eq!(Sas::read(&files[0].1).cheapest(), expected, "{text} {hints:?}");
}

#[test]
fn plans_of_tiles_cost_what_solutions_cost() {
    for metric in ["single", "line"] {
        for torus in [false, true] {
            let hints = Hints { torus, metric: Some(metric.into()), ..Hints::default() };
            for text in ["3 2 / 1 0", "4 1 3 / 0 2 5", "5 4 3 / 2 1 0", "0 3 2 1 /", "1 2 3 / 0 4 6 / 7 5 8"]
            {
                check(text, &hints);
            }
            check("1 0 / 2 3 / 4 5 -> 0 5 / 4 3 / 2 1", &hints);
            for text in [
                "1 2 1 / 2 0 1 -> 1 1 1 / 2 2 0",
                "A A B / B 0 0 -> B B A / A 0 0",
                "1 2 0 3 / 0 0 1 2 -> 3 2 2 1 / 1 0 0 0",
                "5 1 2 / 3 4 0 -> 1 2 3 / * * *",
            ] {
                check(text, &hints);
            }
        }
    }
}

#[test]
fn plans_of_blocks_cost_what_solutions_cost() {
    for metric in ["unit", "straight", "finger"] {
        let hints = Hints { metric: Some(metric.into()), ..Hints::default() };
        for text in [
            // A wall to go around, interchangeable blocks, one of which is wanted somewhere.
            "a..\n.#.\n...\ngoal: .../.#./..a",
            "aabb\na..b\n.cc.\ngoal: ..../..../cc..",
            "ab.\nab.\ncc.\ngoal: .../..a/..a",
            // Around the edges, through the air, along one axis.
            "wrap: both\naab\n...\ngoal: .../.aa",
            "fly: b\naa\nb.\n..\ngoal: ../../aa",
            "fly: all\na#.\n#b.\ngoal: b#./#a.",
            "horizontal: a\naa.\nb..\nb..\ngoal: .aa/.../...",
        ] {
            check(text, &hints);
        }
    }
}

#[test]
fn pddl_is_complete_in_both_forms() {
    let instance = |text: &str| Instance::parse(text, &Hints::default()).expect("a puzzle");
    for text in ["1 2 3 / 4 0 6 / 7 5 8", "klotski"] {
        let task = instance(text).analysis().planning().expect("a task");
        for name in ["pddl", "pddl-untyped"] {
            let files = export(name).expect("a form").files(&task).expect("files");
            assert_eq!(files.iter().map(|file| file.0).collect::<Vec<_>>(), ["domain.pddl", "problem.pddl"]);
            for (_, text) in &files {
                let code: String = text.lines().filter(|line| !line.starts_with(';')).collect();
                assert_eq!(code.matches('(').count(), code.matches(')').count());
                assert_eq!(code.contains(" - cell"), name == "pddl", "{code}");
            }
            assert_eq!(files[0].1.contains(":action-costs"), text == "klotski");
        }
    }
    assert_eq!(EXPORTS.len(), 3);
}

#[test]
fn what_cannot_be_written_says_why() {
    let pieces = Instance::parse("a..\n...", &Hints::default()).expect("blocks");
    assert!(pieces.analysis().planning().unwrap_err().to_string().contains("no goal"));
    let large = format!("{} 0", (1..10_000).map(|tile| tile.to_string()).collect::<Vec<_>>().join(" "));
    let large = Instance::parse(&large, &Hints::default()).expect("a board");
    let error =
        export("sas").expect("a form").files(&large.analysis().planning().expect("a task")).unwrap_err();
    assert!(error.to_string().contains("at most 5000000"), "{error}");
}
