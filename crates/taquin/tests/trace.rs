//! Every algorithm reports its steps on every kind of puzzle, and ends as it does without a tracer.

use std::ops::ControlFlow;

use taquin::blocks::Metric;
use taquin::search::{Fate, Limits};
use taquin::trace::{Node, NodeLists, Tracer};
use taquin::{Algorithm, Answer, Cost, HeuristicName, Hints, Instance, Outcome, Plan, solve};

/// Counts what it hears and checks that the lists agree with it.
#[derive(Default)]
struct Count {
    /// The most steps of a phase.
    most: Option<usize>,
    in_phase: usize,
    phases: Vec<String>,
    bounds: usize,
    expanded: u64,
    generated: u64,
    opened: u64,
    cuts: usize,
    largest_closed: usize,
    last: Option<Node>,
}

impl Tracer for Count {
    fn expand(&mut self, node: Node, lists: &dyn NodeLists) -> ControlFlow<()> {
        if node.parent.is_none() && self.phases.len() > 1 {
            self.in_phase = 0;
        }
        if self.most == Some(self.in_phase) {
            self.cuts += 1;
            return ControlFlow::Break(());
        }
        self.in_phase += 1;
        self.expanded += 1;
        if self.expanded < 100 {
            let prefix = lists.prefix();
            assert_eq!(prefix.last(), Some(&node.state));
            assert_eq!(prefix.len() == 1, node.parent.is_none());
            assert_eq!(prefix.iter().rev().nth(1), node.parent.as_ref());
        }
        self.last = Some(node);
        ControlFlow::Continue(())
    }
    fn phase(&mut self, words: &str) {
        self.phases.push(words.to_string());
    }
    fn bound(&mut self, _: Cost) {
        self.bounds += 1;
    }
    fn generate(&mut self, words: String, node: Node, fate: Fate) {
        assert!(!words.is_empty() && node.parent.is_some());
        self.generated += 1;
        self.opened += u64::from(fate == Fate::Opened);
    }
    fn expanded(&mut self, lists: &dyn NodeLists) {
        self.largest_closed = self.largest_closed.max(lists.closed_len());
        if self.expanded < 100 {
            let open = lists.open();
            assert_eq!(open.len(), lists.open_len());
            let numbers = lists.open_numbers();
            assert!(open.iter().map(|node| node.number).eq(numbers.iter().map(|node| node.state)));
            assert_eq!(lists.closed().len(), lists.closed_len());
        }
    }
}

fn puzzles() -> Vec<(&'static str, Instance)> {
    let read = |text, hints: &Hints| Instance::parse(text, hints).unwrap();
    let (flat, torus) = (Hints::default(), Hints { torus: true, ..Hints::default() });
    let metric = |metric: Metric| Hints { metric: Some(metric.to_string()), ..Hints::default() };
    const TRAY: &str = "aab/..b\ngoal: ..b/aab";
    vec![
        ("8-puzzle", read("1 2 3 / 0 4 6 / 7 5 8", &flat)),
        ("at its goal", read("1 2 3 / 4 5 6 / 7 8 0", &flat)),
        ("2 x 3", read("5 4 3 / 2 1 0", &flat)),
        ("torus", read("1 2 3 / 4 5 6 / 0 7 8", &torus)),
        ("ring", read("3 1 2 0", &Hints { size: Some((1, 4)), ..torus.clone() })),
        ("15-puzzle", read("1 2 3 4 / 5 6 7 8 / 0 9 10 12 / 13 14 11 15", &flat)),
        (
            "5 x 5 torus",
            read("1 2 3 4 5 / 6 7 8 9 10 / 11 12 13 14 15 / 16 17 18 19 20 / 0 21 22 23 24", &torus),
        ),
        (
            "3 x 10",
            read(
                "1 2 3 4 5 6 7 8 9 10 / 11 12 13 14 15 16 17 18 19 20 / 21 22 23 24 25 26 27 0 28 29",
                &flat,
            ),
        ),
        ("flying klotski", read("2332 2402 2112 2112 4044", &flat)),
        ("unit", read(TRAY, &metric(Metric::Unit))),
        ("straight", read(TRAY, &metric(Metric::Straight))),
        ("finger", read(TRAY, &metric(Metric::Finger))),
    ]
}

fn plan(algorithm: Option<Algorithm>) -> Plan {
    // A limit on nodes, which makes a solution that is built and shortened the same every time.
    let limits = Limits { nodes: Some(3_000), ..Limits::default() };
    Plan { algorithm, limits, ..Plan::default() }
}

fn cost(answer: &Answer) -> Option<Cost> {
    match answer.report.outcome {
        Outcome::Solved { cost, .. } => Some(cost),
        _ => None,
    }
}

#[test]
fn every_algorithm_tells_its_steps_and_ends_as_it_does_alone() {
    for (name, instance) in puzzles() {
        for algorithm in Algorithm::ALL.iter().copied().map(Some).chain([None]) {
            let what = format!("{name}, {algorithm:?}");
            let plan = plan(algorithm);
            let mut count = Count::default();
            let (alone, told) = (solve(&instance, &plan, &mut ()), instance.trace(&plan, &mut count));
            let (alone, told) = match (alone, told) {
                (Ok(alone), Ok(told)) => (alone, told),
                (alone, told) => {
                    assert_eq!(alone.err(), told.err(), "{what}");
                    continue;
                }
            };
            // Breadth-first searches know the goal when they meet it.
            assert!(count.expanded > 0 || cost(&told) == Some(0), "{what}");
            assert!(algorithm.is_none_or(|algorithm| told.algorithm == algorithm), "{what}");
            if cost(&alone).is_none() || cost(&told).is_none() {
                // Both ends at once, or a table, may need fewer nodes than there are allowed.
                assert!(
                    matches!(told.report.outcome, Outcome::Stopped(_) | Outcome::Solved { .. }),
                    "{what}"
                );
                continue;
            }
            assert_eq!(cost(&told), cost(&alone), "{what}");
            let near = algorithm == Some(Algorithm::Near);
            if !near {
                assert_eq!(count.generated, told.report.stats.generated, "{what}");
                assert!(count.expanded >= told.report.stats.expanded, "{what}");
            }
            if cost(&told) != Some(0) && algorithm != Some(Algorithm::Exhaustive) {
                assert!(count.opened > 0, "{what}");
            }
        }
    }
}

#[test]
fn the_flood_of_a_table_is_told_level_by_level_and_then_the_way_down() {
    let instance = Instance::parse("5 4 3 / 2 1 0", &Hints::default()).unwrap();
    let plan = Plan { algorithm: Some(Algorithm::Exhaustive), ..Plan::default() };
    let mut count = Count::default();
    let answer = instance.trace(&plan, &mut count).unwrap();
    let depth = cost(&answer).unwrap();
    assert_eq!((count.phases.len(), count.largest_closed), (2, 360));
    // Levels 0 to 21, and the bound of the way down.
    assert_eq!(count.bounds, 23);
    assert_eq!(count.expanded, 360 + u64::from(depth) + 1);
    let last = count.last.unwrap();
    assert_eq!((last.g, last.h, last.state.as_str()), (depth, 0, "1 2 3 / 4 5 0"));
    assert_eq!(solve(&instance, &plan, &mut ()).unwrap().steps(), answer.steps());
}

#[test]
fn a_built_solution_is_told_move_by_move() {
    let text = "6 5 4 3 2 1 / 12 11 10 9 8 7 / 18 17 16 15 14 13 / 24 23 22 21 20 19 / 30 29 28 27 26 25 / 31 32 33 35 34 0";
    let instance = Instance::parse(text, &Hints::default()).unwrap();
    let mut plan = plan(Some(Algorithm::Near));
    plan.limits.nodes = Some(200_000);
    let mut count = Count::default();
    let answer = instance.trace(&plan, &mut count).unwrap();
    let cost = cost(&answer).unwrap();
    let last = count.last.as_ref().unwrap();
    assert_eq!((last.g, last.h), (cost, 0));
    let said = |word| count.phases.iter().any(|phase| phase.starts_with(word));
    assert!(said("a line") && said("the rest") && said("shortened") && said("the best of all"));
    let first: u64 = count.expanded - u64::from(cost) - 1;
    assert!(first > u64::from(cost), "the first solution has {} moves", first - 1);
    assert_eq!(solve(&instance, &plan, &mut ()).unwrap().steps(), answer.steps());
}

#[test]
fn a_near_solution_in_moves_of_lines_is_told_line_by_line() {
    for (text, torus) in
        [("5 1 3 4 / 2 6 8 0 / 9 10 7 11 / 13 14 15 12", false), ("8 6 7 / 2 5 4 / 3 0 1", true)]
    {
        let hints = Hints { metric: Some("line".into()), torus, ..Hints::default() };
        let instance = Instance::parse(text, &hints).unwrap();
        let plan = plan(Some(Algorithm::Near));
        let mut count = Count::default();
        let answer = instance.trace(&plan, &mut count).unwrap();
        let cost = cost(&answer).unwrap();
        assert!(u64::from(cost) < answer.steps().unwrap().len() as u64, "some lines have several tiles");
        assert_eq!(count.expanded, u64::from(cost) + 1);
        let last = count.last.as_ref().unwrap();
        assert_eq!((last.g, last.h), (cost, 0));
        assert_eq!(solve(&instance, &plan, &mut ()).unwrap().steps(), answer.steps());
    }
}

#[test]
fn a_tracer_that_skips_one_phase_gets_the_next() {
    for text in ["8 6 7 / 2 5 4 / 3 0 1", "aZZb/aZZb/cddf/cghf/i..j\ngoal: ..../..../..../.ZZ./.ZZ."] {
        let instance = Instance::parse(text, &Hints::default()).unwrap();
        let plan = Plan { algorithm: Some(Algorithm::Exhaustive), ..Plan::default() };
        let mut count = Count { most: Some(200), ..Count::default() };
        let answer = instance.trace(&plan, &mut count).unwrap();
        let depth = cost(&answer).unwrap();
        assert_eq!((count.phases.len(), count.cuts), (2, 1));
        assert_eq!(count.expanded, 200 + u64::from(depth) + 1);
        assert_eq!(count.last.map(|node| node.h), Some(0));
        let mut count = Count { most: Some(200), ..Count::default() };
        let plan = Plan { algorithm: Some(Algorithm::AStar), ..plan };
        let cut = instance.trace(&plan, &mut count).unwrap();
        assert!(matches!(cut.report.outcome, Outcome::Stopped(_)));
    }
}

#[test]
fn what_has_no_solution_is_told_to_its_end() {
    let instance = Instance::parse("2 1 3 / 4 5 0", &Hints::default()).unwrap();
    for &algorithm in Algorithm::ALL {
        let plan = plan(Some(algorithm));
        let mut count = Count::default();
        let answer = instance.trace(&plan, &mut count).unwrap();
        let deepening = matches!(algorithm, Algorithm::IterativeDeepening | Algorithm::IdaStar);
        assert!(deepening || answer.report.outcome == Outcome::Unsolvable, "{algorithm}");
        assert!(count.expanded > 0 || !count.phases.is_empty(), "{algorithm}");
    }
}

/// Keeps all that is said of the steps: why each was taken, and what became of its successors.
#[derive(Default)]
struct Told {
    steps: Vec<(Node, Vec<(Node, Fate)>)>,
    bound: Cost,
    end: String,
}

impl Tracer for Told {
    fn bound(&mut self, bound: Cost) {
        self.bound = bound;
    }
    fn expand(&mut self, node: Node, lists: &dyn NodeLists) -> ControlFlow<()> {
        assert!(!node.why.is_empty());
        assert!(self.steps.len() > 50 || lists.open().iter().all(|open| open.why.is_empty()));
        self.steps.push((node, Vec::new()));
        ControlFlow::Continue(())
    }
    fn generate(&mut self, _: String, node: Node, fate: Fate) {
        if fate == Fate::Pruned && node.why.contains("bound") {
            assert!(
                node.g + node.h > self.bound && node.why.contains(&format!("above the bound {}", self.bound))
            );
        }
        self.steps.last_mut().unwrap().1.push((node, fate));
    }
    fn end(&mut self, why: &str) {
        self.end = why.to_string();
    }
}

fn told(text: &str, algorithm: Algorithm) -> Told {
    let instance = Instance::parse(text, &Hints::default()).unwrap();
    let mut told = Told::default();
    let limits = Limits { nodes: Some(100_000), ..Limits::default() };
    let plan = Plan { algorithm: Some(algorithm), limits, ..Plan::default() };
    instance.trace(&plan, &mut told).unwrap();
    told
}

#[test]
fn every_step_has_its_reason_and_a_duplicate_names_the_step_it_repeats() {
    for &algorithm in Algorithm::ALL {
        let small = algorithm == Algorithm::Exhaustive;
        let told = told(if small { "5 4 3 / 2 1 0" } else { "1 5 0 / 4 3 6 / 7 2 8" }, algorithm);
        let mut repeated = 0;
        for (node, fate) in told.steps.iter().flat_map(|(_, successors)| successors) {
            assert!(!node.why.is_empty(), "{algorithm}");
            let step = node.why.split("taken in step ").nth(1).filter(|_| *fate == Fate::Duplicate);
            let Some(step) = step else { continue };
            let digits: String = step.chars().take_while(char::is_ascii_digit).collect();
            let taken = &told.steps[digits.parse::<usize>().unwrap() - 1].0;
            assert_eq!(taken.state, node.state, "{algorithm}: {}", node.why);
            repeated += 1;
        }
        assert!(repeated > 0 || algorithm != Algorithm::BreadthFirst);
        assert!(!told.end.is_empty(), "{algorithm}");
    }
}

#[test]
fn ties_are_counted_as_the_open_list_has_them() {
    let text = "8 1 3 / 4 0 2 / 7 6 5";
    for (algorithm, weights) in
        [(Algorithm::AStar, (1, 1)), (Algorithm::UniformCost, (1, 0)), (Algorithm::Greedy, (0, 1))]
    {
        /// Counts the open nodes with the key of the one that is taken.
        struct Ties((Cost, Cost), usize);
        impl Tracer for Ties {
            fn expand(&mut self, node: Node, lists: &dyn NodeLists) -> ControlFlow<()> {
                let key = |node: &Node| self.0.0 * node.g + self.0.1 * node.h;
                let open = lists.open();
                assert!(open.iter().all(|other| key(other) >= key(&node)), "the smallest is taken");
                // A list that was told of a cheaper way may still hold the node that was just taken.
                let others = open.iter().filter(|other| other.number != node.number);
                let equal = 1 + others.filter(|other| key(other) == key(&node)).count();
                let said = node.why.split("shared by ").nth(1).map(|rest| rest.split(' ').next().unwrap());
                assert_eq!(said.map_or(1, |said| said.parse().unwrap()), equal, "{}", node.why);
                self.1 += usize::from(equal > 1);
                ControlFlow::Continue(())
            }
        }
        let instance = Instance::parse(text, &Hints::default()).unwrap();
        let limits = Limits { nodes: Some(300), ..Limits::default() };
        let heuristic = algorithm.is_informed().then_some(HeuristicName::MANHATTAN);
        let plan = Plan { algorithm: Some(algorithm), heuristic, limits, ..Plan::default() };
        let mut ties = Ties(weights, 0);
        instance.trace(&plan, &mut ties).unwrap();
        assert!(ties.1 > 3, "{algorithm}");
    }
}

#[test]
fn two_searches_tell_from_which_end_they_come_and_where_they_meet() {
    let told = told("8 1 3 / 4 0 2 / 7 6 5", Algorithm::Bidirectional);
    let from = |side: &str| told.steps.iter().filter(|(node, _)| node.why.contains(side)).count();
    assert!(from("queue of the start") > 0 && from("queue of the goal") > 0);
    let meeting =
        told.steps.last().and_then(|(_, successors)| successors.last()).map(|(node, _)| node.why.as_str());
    assert_eq!(meeting, Some("known to the other side: here the two ways meet"));
}
