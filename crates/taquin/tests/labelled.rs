//! Tiles with labels through the facade: which texts they are, and that everything that a family offers works.

use std::ops::ControlFlow;
use std::time::Duration;

use taquin::trace::{Node, NodeLists, Tracer};
use taquin::{
    Algorithm, Cores, EnumeratePlan, Hints, Instance, Limits, Machine, Outcome, Plan, enumerate, lines,
    outlook, play, solve,
};

const LABELLED: &str = "labelled-tiles";

const STRIPES: &str = "B B W / W 0 B / W B W -> W W W / W B B / B B 0";
const TWO_BLANKS: &str = "5 6 0 / 4 1 2 / 3 0 7";
const FIRST_ROW: &str = "5 6 7 / 8 1 2 / 3 4 0 -> 1 2 3 / * * * / * * *";
const LETTERS: &str = "1 1 1 / 2 2 2 / 3 3 0 -> a b c / a b c / a b 0";
const GOALS: &str = "1 2 3 / 4 5 6 / 8 7 0 -> 1 2 3 / 4 5 6 / 7 8 0 | 1 2 3 / 8 0 4 / 7 6 5";
const ALL: [&str; 5] = [STRIPES, TWO_BLANKS, FIRST_ROW, LETTERS, GOALS];

fn read(text: &str) -> Instance {
    Instance::parse(text, &Hints::default()).unwrap_or_else(|error| panic!("{text}: {error}"))
}

fn by_lines(text: &str, torus: bool) -> Instance {
    let hints = Hints { torus, metric: Some("line".into()), ..Hints::default() };
    Instance::parse(text, &hints).unwrap_or_else(|error| panic!("{text}: {error}"))
}

fn read_with(text: &str, goal: &str, torus: bool) -> Result<Instance, String> {
    let hints = Hints { goal: Some(goal.to_string()), torus, ..Hints::default() };
    Instance::parse(text, &hints).map_err(|error| error.to_string())
}

#[test]
fn texts_are_of_the_family_that_people_mean() {
    for (text, kind) in [
        ("1 2 3 / 4 5 6 / 7 8 0", "tiles"),
        ("1 2 3 / 4 5 6 / 7 8 0 -> 0 1 2 / 3 4 5 / 6 7 8", "tiles"),
        ("1 2 3 / 4 5 6 / 7 8 . -> . 1 2 / 3 4 5 / 6 7 8", "tiles"),
        ("2 1 1 2 2 1 1 2 2 3 3 2 2 4 4 2 4 0 0 4", "blocks"),
        ("ab\nc.\ngoal: b.\n..", "blocks"),
        ("a\n.\ngoal:\n.\na", "blocks"),
        ("1A9BF0C", "blocks"),
        (STRIPES, LABELLED),
        (TWO_BLANKS, LABELLED),
        (FIRST_ROW, LABELLED),
        (LETTERS, LABELLED),
        (GOALS, LABELLED),
        ("1 1 2\n2 0 3\n->\n2 1 1\n3 2 0", LABELLED),
        ("start: 1 1 2 / 2 . 3\ngoal: 2 1 1 / 3 2 .", LABELLED),
        ("3\n1 1 2\n2 0 3\n4 4 4\n-> 1 1 2\n2 4 3\n4 4 0", LABELLED),
        ("red red / blue 0 -> red blue / red 0", LABELLED),
        ("A / B / 0 -> A / 0 / * | 0 / A / B", LABELLED),
    ] {
        assert_eq!(read(text).kind(), kind, "{text}");
    }
    for (text, goal, kind) in [
        ("1 2 3 / 4 5 0", "blank-first", "tiles"),
        ("1 2 3 / 4 5 0", "1 * * / * * 0", LABELLED),
        ("1 2 2 / 3 3 0", "blank-first", LABELLED),
        ("1 2 2 / 3 3 0", "spiral", LABELLED),
        ("1 2 3 / 4 5 0", "blank-first | blank-last", LABELLED),
        ("aZZb/aZZb/cddf/cghf/i..j", "..../..../..../.ZZ./.ZZ.", "blocks"),
    ] {
        assert_eq!(read_with(text, goal, false).map(|found| found.kind()), Ok(kind), "{text}");
    }
}

#[test]
fn a_mistake_is_still_told_as_one() {
    for (text, expected) in [
        ("1 2 2 / 4 5 6 / 7 8 0", "line 1, column 5: expected every tile once, found 2 again"),
        ("1 2 0 / 4 5 6 / 7 8 0", "line 1, column 21: expected every tile once, found 0 again"),
        (
            "1 2 2 / 4 5 6 / 7 8 0 -> 1 2 3 / 4 5 6 / 7 8 0",
            "line 1, column 5: expected every tile once, found 2 again",
        ),
        (
            "B W / W 0",
            "the puzzle has no goal; add a line 'goal:' with a picture of it, or give one beside it",
        ),
        ("A A / B 0 ->", "line 1, column 13: expected a board, found nothing"),
        ("A A / B B -> B B / A A", "the board has no blank; write 0, _ or . for it"),
        ("1 1 / 2 0 -> 1 * / 3 *", "the goal has 1 of '3', the start 0"),
        ("1 2 / 3 0 -> 1 2 / * *\n3", "line 2, column 1: expected 4 tiles, found 5"),
        (
            "B W / W 0 -> B W / W ?",
            "line 1, column 22: expected a number, a word of letters or '*', found '?'",
        ),
    ] {
        let error = Instance::parse(text, &Hints::default()).expect_err(text).to_string();
        assert_eq!(error, expected, "{text}");
    }
    let error = read_with("1 2 / 3 0", "1 * * /", false).expect_err("too few");
    assert_eq!(error, "goal: line 1, column 8: expected 4 tiles, found 3");
    let unit = Hints { metric: Some("unit".into()), ..Hints::default() };
    let error = Instance::parse(STRIPES, &unit).expect_err("a metric of blocks").to_string();
    assert_eq!(error, "labelled-tiles have no metric 'unit'");
}

#[test]
fn everything_reads_back() {
    for instance in ALL.into_iter().flat_map(|text| [read(text), by_lines(text, false)]) {
        let text = instance.text().unwrap();
        let text = text.as_str();
        for again in [
            Instance::parse(&instance.text().unwrap(), &instance.hints()),
            Instance::parse(&instance.object().to_string(), &Hints::default()),
        ] {
            let again = again.expect(text);
            assert_eq!(again.object(), instance.object());
        }
        let mut now = instance.clone();
        for seed in 0..40 {
            for (_, after) in now.neighbors().unwrap().into_iter().skip(seed % 3).take(1) {
                now = after;
            }
            let there = instance.at(&now.position_text()).expect("a position");
            assert_eq!(there.scene(), now.scene(), "{text}");
            assert_eq!(instance.at(&now.state_text()).unwrap().state_text(), now.state_text());
        }
        for wrong in ["", "1 2 3", "1 1 1 / 1 1 1 / 1 1 1", "B#9 B W / W 0 B / W B W"] {
            assert!(instance.at(wrong).is_none());
        }
    }
}

#[test]
fn solutions_are_shortest_and_can_be_played_and_filmed() {
    for (text, cost) in ALL.into_iter().zip([14, 16, 16, 16, 8]) {
        let instance = read(text);
        for algorithm in
            [None, Some(Algorithm::AStar), Some(Algorithm::BreadthFirst), Some(Algorithm::IdaStar)]
        {
            if algorithm == Some(Algorithm::IdaStar) && text == TWO_BLANKS {
                continue;
            }
            let plan = Plan { algorithm, ..Plan::default() };
            let answer = solve(&instance, &plan, &mut ()).expect(text);
            let steps = answer.steps().expect("a solution").to_vec();
            assert_eq!((steps.len(), answer.is_shortest()), (cost, true), "{text} {algorithm:?}");
            let words: Vec<String> = steps.iter().map(|step| instance.short(step)).collect();
            let letters: Vec<String> = steps.iter().map(|step| instance.letters(step)).collect();
            let objects: Vec<_> = steps.iter().map(|step| instance.step_object(step)).collect();
            let objects = serde_json::json!({ "moves": objects }).to_string();
            for moves in [words.join("  "), letters.join(instance.separator()), objects] {
                let played = play(&instance, &moves).expect("moves");
                assert!(played.failure.is_none() && played.end.is_solved(), "{text} {moves}");
                assert_eq!(played.steps, steps);
            }
            let film = instance.film(&answer).expect("a film");
            assert_eq!((film.curve().last(), film.first), (Some(0), instance.gauge()));
        }
    }
    assert!(play(&read(STRIPES), "U U Q").is_err());
    assert!(play(&read(STRIPES), "U U U").unwrap().failure.is_some());
    assert!(play(&read(TWO_BLANKS), "5").unwrap().failure.is_some());
}

#[test]
fn lines_are_one_move_in_every_search_and_report() {
    let all = ALL.into_iter().flat_map(|text| [(text, false), (text, true)]);
    for (text, torus) in all {
        let instance = by_lines(text, torus);
        let single = instance.analysis().with_metric("single").expect("the usual metric");
        let levels = instance.analysis().levels().unwrap().expect("few arrangements");
        let cost = solve(&instance, &Plan::default(), &mut ()).expect(text).cost(&instance).expect("solved");
        assert_eq!(instance.analysis().facts(None).expect(text).distance, Some(cost));
        assert!(instance.lower_bound() <= cost && (cost as usize) < levels.len());
        let mut algorithms = vec![Algorithm::AStar, Algorithm::BreadthFirst, Algorithm::UniformCost];
        algorithms.extend(
            instance
                .choices()
                .algorithms
                .contains(&Algorithm::Bidirectional)
                .then_some(Algorithm::Bidirectional),
        );
        for algorithm in algorithms {
            let plan = Plan { algorithm: Some(algorithm), ..Plan::default() };
            let answer = solve(&instance, &plan, &mut ()).expect(text);
            assert_eq!(
                (answer.cost(&instance), answer.is_shortest()),
                (Some(cost), true),
                "{text} {algorithm}"
            );
            let steps = answer.steps().expect("a solution");
            let counts = [("single", steps.len() as u64), ("line", cost.into())];
            assert_eq!((instance.counts(steps), single.counts(steps)), (counts.to_vec(), counts.to_vec()));
            assert_eq!((instance.cost(steps), single.cost(steps)), (cost, steps.len() as u32));
            let moves: Vec<String> = steps.iter().map(|step| instance.letters(step)).collect();
            let played = play(&instance, &moves.join(instance.separator())).expect("moves");
            assert!(played.failure.is_none() && played.end.is_solved(), "{text}");
            let film = instance.film(&answer).expect("a film");
            assert_eq!((film.curve().last(), film.first), (Some(0), instance.gauge()));
        }
        let found = enumerate(&instance, &EnumeratePlan::default(), &mut ()).expect(text).census;
        assert_eq!(found.levels, levels);
        let first = EnumeratePlan {
            depth: Some(3),
            limits: Limits { memory: Some(2000), ..Limits::default() },
            ..EnumeratePlan::default()
        };
        let first = enumerate(&instance, &first, &mut ()).expect(text).census.levels;
        assert!(levels.starts_with(&first) && !first.is_empty(), "{text} {first:?}");
        let far = instance.at(&found.farthest[0]).expect("a position");
        let farthest = solve(&far, &Plan::default(), &mut ()).expect(text).cost(&far);
        assert_eq!(farthest, Some(levels.len() as u32 - 1), "{text}");
        let both = outlook(&single, &Plan::default(), &mut ()).expect(text);
        assert_eq!(both.iter().map(|one| one.metric).collect::<Vec<_>>(), ["single", "line"]);
        assert_eq!(both[1].moves(), Some(cost));
    }
}

#[test]
fn fifteen_tiles_with_an_open_goal_are_solved_by_lines() {
    let start = "5 1 3 4 / 2 6 8 0 / 9 10 7 11 / 13 14 15 12";
    for (goal, cost) in [
        ("blank-last | blank-first", 8),
        ("1 2 3 4 / 5 6 7 8 / 9 10 11 12 / 13 * * *", 8),
        ("1 2 3 4 / * * * * / * * * * / * * * *", 4),
    ] {
        let hints = Hints { goal: Some(goal.into()), metric: Some("line".into()), ..Hints::default() };
        let instance = Instance::parse(start, &hints).expect(goal);
        let answer = solve(&instance, &Plan::default(), &mut ()).expect(goal);
        assert_eq!((answer.cost(&instance), answer.is_shortest()), (Some(cost), true), "{goal}");
        let search = Plan { algorithm: Some(Algorithm::BreadthFirst), ..Plan::default() };
        assert_eq!(solve(&instance, &search, &mut ()).expect(goal).cost(&instance), Some(cost), "{goal}");
    }
}

#[test]
fn every_way_is_legal_and_there_are_no_others() {
    for (text, torus) in ALL.into_iter().flat_map(|text| [(text, false), (text, true)]) {
        let instance = Instance::parse(text, &Hints { torus, ..Hints::default() }).unwrap();
        let mut ways = 0;
        for reach in instance.reach() {
            for path in reach.paths {
                ways += 1;
                let motion = taquin::picture::Motion { piece: reach.piece, path };
                let mut scene = instance.scene();
                scene.apply(&motion);
                assert_eq!(scene, instance.moved(&motion).expect("a way is legal").scene());
            }
        }
        assert_eq!(ways, instance.neighbors().unwrap().len(), "{text}");
    }
}

#[test]
fn ordinary_boards_read_as_labels_have_the_same_distances() {
    let goal = "1 2 3 / 4 5 6 / 7 8 0";
    let usual = read(goal);
    let mut texts = String::new();
    for seed in 0..60 {
        texts.push_str(&format!("{}\n", usual.scrambled(seed).state_text()));
    }
    let costs = |hints: Hints| {
        let mut costs = Vec::new();
        let mut puzzles = lines(texts.as_bytes(), hints);
        let done = Cores.solve(&mut puzzles, &Plan::default(), &mut (), &mut |(puzzle, answer)| {
            costs.push(answer.expect("an answer").cost(&puzzle.expect("a board")));
            ControlFlow::Continue(())
        });
        done.expect("no folder");
        costs
    };
    for metric in ["single", "line"] {
        let usual = Hints { metric: Some(metric.into()), ..Hints::default() };
        // Twice the same goal is no other puzzle, but one of several goals.
        let labels = Hints { goal: Some(format!("{goal} | {goal}")), ..usual.clone() };
        let expected = costs(usual);
        assert_eq!((expected.len(), costs(labels)), (60, expected), "{metric}");
    }
}

#[test]
fn scrambles_are_solvable_and_the_same_for_the_same_seed() {
    for text in ALL.into_iter().chain(["1 2 2 0 3 / -> 0 1 2 2 3 /"]) {
        let instance = read(text);
        for seed in 0..5 {
            let scrambled = instance.scrambled(seed);
            assert_eq!(scrambled.state_text(), instance.scrambled(seed).state_text());
            assert!(matches!(scrambled.verdict(), Some((true, _))), "{text}");
        }
    }
}

#[test]
fn whole_spaces_count_arrangements() {
    for (text, total, radius) in [
        ("B B B B / B B B B / W W W W / W W W 0 -> W W W W / W W W B / B B B B / B B B 0", 102_960, 48),
        (STRIPES, 630, 22),
        (FIRST_ROW, 3024, 22),
    ] {
        let instance = read(text);
        let found = enumerate(&instance, &EnumeratePlan::default(), &mut ()).expect(text);
        assert_eq!((found.census.total(), found.census.depth()), (total, radius), "{text}");
        let far = instance.at(&found.census.farthest[0]).expect("a position");
        let answer = solve(&far, &Plan::default(), &mut ()).expect(text);
        assert_eq!(answer.steps().map(<[_]>::len), Some(radius));
        // The first levels of a space are counted as well where memory does not hold all of it.
        let levels = |memory| {
            let limits = Limits { memory, ..Limits::default() };
            let plan = EnumeratePlan { depth: Some(6), limits, ..EnumeratePlan::default() };
            enumerate(&instance, &plan, &mut ()).expect(text).census.levels
        };
        assert_eq!(levels(None), found.census.levels[..7]);
        let fifteen = "1 2 3 4/5 6 7 8/9 10 11 12/13 14 15 0";
        let fifteen = read(&format!("{fifteen} -> {fifteen} | {fifteen}"));
        let plan = EnumeratePlan { depth: Some(6), ..EnumeratePlan::default() };
        let first = enumerate(&fifteen, &plan, &mut ()).expect("first levels").census.levels;
        assert_eq!(first, [1, 2, 4, 10, 24, 54, 107]);
    }
}

#[test]
fn a_search_that_is_stopped_has_a_bound() {
    let hard = "14 13 15 7 11 12 9 5 6 0 2 1 4 8 10 3";
    let goal = "1 2 3 4/5 6 7 8/9 10 11 12/* * * *";
    let instance = read_with(hard, goal, false).expect("a puzzle");
    for limits in [
        Limits { nodes: Some(1000), ..Limits::default() },
        Limits { time: Some(Duration::from_millis(1)), ..Limits::default() },
    ] {
        let answer = solve(&instance, &Plan { limits, ..Plan::default() }, &mut ()).expect("an answer");
        assert!(matches!(answer.report.outcome, Outcome::Stopped(_)));
        assert!(answer.report.lower_bound >= 24, "{}", answer.report.lower_bound);
        assert!(answer.known.is_none_or(|moves| moves.len() > 40));
    }
}

#[test]
fn a_trace_tells_boards_that_can_be_read() {
    struct Told<'a>(&'a Instance, usize);
    impl Tracer for Told<'_> {
        fn expand(&mut self, node: Node, _: &dyn NodeLists) -> ControlFlow<()> {
            assert!(self.0.at(&node.state).is_some(), "{}", node.state);
            self.1 += 1;
            ControlFlow::Continue(())
        }
    }
    for instance in ALL.into_iter().flat_map(|text| [read(text), by_lines(text, false)]) {
        let text = instance.text().unwrap();
        let text = text.as_str();
        let mut told = Told(&instance, 0);
        let answer = instance.trace(&Plan::default(), &mut told).expect(text);
        assert!(answer.is_shortest() && told.1 > 3, "{text}");
        let scope = taquin::survey::Scope { positions: 10_000, graph: 10_000, cancel: None };
        let survey = instance.survey(&scope).expect(text);
        assert_eq!(survey.complete, survey.to_goal.is_some(), "{text}");
    }
}

#[test]
fn facts_and_planners_know_labels() {
    for text in ALL {
        let facts = read(text).analysis().facts(None).expect(text);
        assert!(facts.lines[0].starts_with("solvable: "), "{text}");
        assert!(facts.distance.is_some());
    }
    assert!(read(STRIPES).analysis().planning().is_ok());
    assert!(read(FIRST_ROW).analysis().planning().is_ok());
    assert!(read(GOALS).analysis().planning().is_err());
    let unsolvable = read("1 2 3 / 4 5 6 / 8 7 0 -> 1 2 3 / 4 5 6 / 7 8 0 | 1 2 3 / 4 5 6 / 7 8 0");
    let answer = solve(&unsolvable, &Plan::default(), &mut ()).expect("an answer");
    assert_eq!(answer.report.outcome, Outcome::Unsolvable);
    assert!(answer.reason.expect("a reason").starts_with("the permutation to every goal is odd"));
}

#[test]
fn fifteen_different_tiles_go_to_the_nearest_of_several_goals() {
    let start = "5 1 3 4 / 2 6 8 0 / 9 10 7 11 / 13 14 15 12";
    let other = "5 1 3 4 / 2 6 8 11 / 9 0 10 7 / 13 14 15 12";
    let plan = Plan::default();
    for (goal, cost) in [
        (format!("blank-last | {other}"), 3),
        ("blank-last | blank-first".to_string(), 10),
        ("1 2 3 4 / 5 6 7 8 / 9 10 11 12 / 13 * * *".to_string(), 10),
    ] {
        let instance = read_with(start, &goal, false).expect(&goal);
        let answer = solve(&instance, &plan, &mut ()).expect(&goal);
        assert_eq!((answer.steps().map(<[_]>::len), answer.is_shortest()), (Some(cost), true), "{goal}");
        let heuristic = Some("manhattan".parse().expect("a name"));
        let search = Plan { algorithm: Some(Algorithm::AStar), heuristic, ..Plan::default() };
        let answer = solve(&instance, &search, &mut ()).expect(&goal);
        assert_eq!(answer.steps().map(<[_]>::len), Some(cost), "{goal}");
    }
}
