//! All shortest solutions, of every family and in every metric, compared with a plain search over positions.

use std::collections::{BTreeSet, HashMap};
use std::ops::ControlFlow;

use taquin::tiles::{Metered, metric};
use taquin::{
    Answer, Board, Cores, Hints, Instance, Limit, Limits, Machine, Number, Outcome, Plan, Step,
    TilesInstance, Wanted, solve,
};
use taquin_search::{Puzzle, SingleGoal};

fn read(text: &str, torus: bool, metric: Option<&str>) -> Instance {
    let hints = Hints { torus, metric: metric.map(str::to_string), ..Hints::default() };
    Instance::parse(text, &hints).unwrap_or_else(|error| panic!("{text}: {error}"))
}

fn plan(wanted: Wanted) -> Plan {
    Plan { wanted, ..Plan::default() }
}

fn all() -> Wanted {
    Wanted::new(Number::All, None, None)
}

/// The solutions of an answer in letters; each is played to be sure.
fn listed(instance: &Instance, answer: &Answer) -> Vec<String> {
    let solutions = answer.solutions.as_ref().expect("they were wanted").as_ref().expect("no limit");
    let mut list = Vec::new();
    solutions.visit(&mut |steps: &[Step]| {
        let end = steps.iter().try_fold(instance.clone(), |now, step| now.after(step));
        assert!(end.expect("legal moves").is_solved());
        assert_eq!(Some(instance.cost(steps)), answer.cost(instance));
        list.push(steps.iter().map(|step| instance.letters(step)).collect::<Vec<_>>().join(" "));
        ControlFlow::Continue(())
    });
    assert_eq!(solutions.count(), list.len() as u128);
    assert_eq!(list.iter().collect::<BTreeSet<_>>().len(), list.len(), "no solution comes twice");
    list
}

/// All shortest solutions by a plain search, as letters, where every move costs 1 and must be allowed.
fn plainly(start: &Instance, allows: &dyn Fn(&Step) -> bool) -> BTreeSet<String> {
    let mut ways: HashMap<String, BTreeSet<Vec<String>>> =
        HashMap::from([(start.state_text(), BTreeSet::from([Vec::new()]))]);
    let (mut level, mut seen) = (vec![start.clone()], BTreeSet::new());
    while !level.is_empty() {
        let goals = level.iter().filter(|here| here.is_solved()).map(|here| here.state_text());
        let found: Vec<String> = goals.collect::<BTreeSet<_>>().into_iter().collect();
        if !found.is_empty() {
            return found.iter().flat_map(|goal| &ways[goal]).map(|way| way.join(" ")).collect();
        }
        seen.extend(level.iter().map(|here| here.state_text()));
        let (mut next, mut further) = (Vec::new(), HashMap::<String, BTreeSet<Vec<String>>>::new());
        for here in &level {
            for (step, after) in here.neighbors().unwrap() {
                if seen.contains(&after.state_text()) || !allows(&step) {
                    continue;
                }
                let new = !further.contains_key(&after.state_text());
                let there = further.entry(after.state_text()).or_default();
                for way in &ways[&here.state_text()] {
                    there.insert([&way[..], &[here.letters(&step)]].concat());
                }
                next.extend(new.then_some(after));
            }
        }
        (level, ways) = (next, further);
    }
    BTreeSet::new()
}

#[test]
fn every_solution_is_listed_once_and_in_order() {
    for (text, torus) in [
        ("8 6 7 / 2 5 4 / 3 0 1", false),
        ("8 7 6 / 5 4 3 / 2 1 0", true),
        ("0 5 / 4 3 / 2 1", false),
        ("1 2 3 / 4 5 6 / 7 8 0", false),
        ("5 1 3 4 / 2 6 8 0 / 9 10 7 11 / 13 14 15 12", false),
        ("aab/c../..d -> .../.aa/...", false),
        ("B W B / 0 W W -> W W W / B B 0", false),
    ] {
        let instance = match text.split_once(" -> ") {
            Some((start, goal)) => {
                let hints = Hints { goal: Some(goal.into()), ..Hints::default() };
                Instance::parse(start, &hints).unwrap_or_else(|error| panic!("{text}: {error}"))
            }
            None => read(text, torus, None),
        };
        let answer = solve(&instance, &plan(all()), &mut ()).unwrap();
        let list = listed(&instance, &answer);
        assert_eq!(list.iter().cloned().collect::<BTreeSet<_>>(), plainly(&instance, &|_| true), "{text}");
        let again = listed(&instance, &solve(&instance, &plan(all()), &mut ()).unwrap());
        assert_eq!(list, again);
        assert!(answer.is_shortest());
    }
}

/// All solutions in moves of lines, tile by tile, by a plain search.
fn by_lines(instance: &Instance) -> BTreeSet<String> {
    let tiles: &TilesInstance = instance.of().unwrap();
    let puzzle = Metered::new(tiles.geometry, &tiles.goal, metric::named("line").unwrap()).unwrap();
    let mut distance = HashMap::from([(puzzle.goal(), 0)]);
    let mut queue = vec![puzzle.goal()];
    for at in 0.. {
        let Some(&state) = queue.get(at) else { break };
        for mv in puzzle.moves(&state) {
            let next = puzzle.successor(&state, mv);
            let depth = distance[&state] + 1;
            distance.entry(next).or_insert_with(|| {
                queue.push(next);
                depth
            });
        }
    }
    let mut open = vec![(puzzle.state(&tiles.start).unwrap(), Vec::new())];
    let mut found = BTreeSet::new();
    while let Some((state, moves)) = open.pop() {
        if puzzle.is_goal(&state) {
            let letters: Vec<String> =
                tiles.replay(&moves).iter().map(|step| instance.letters(step)).collect();
            found.insert(letters.join(" "));
        }
        for slide in puzzle.moves(&state) {
            let next = puzzle.successor(&state, slide);
            if distance[&next] + 1 == distance[&state] {
                open.push((next, moves.iter().copied().chain(puzzle.singles(slide)).collect()));
            }
        }
    }
    found
}

/// What one move of a line leads to, by single steps: each goes on in the way of the first, into the cell that the one
/// before has left, and a line that goes around a torus ends before the cell that its first tile has entered.
fn runs(instance: &Instance) -> Vec<(Vec<Step>, Instance)> {
    let mut found: Vec<(Vec<Step>, Instance)> = Vec::new();
    let mut open: Vec<(Vec<Step>, Instance)> =
        instance.neighbors().unwrap().into_iter().map(|(step, after)| (vec![step], after)).collect();
    while let Some((run, now)) = open.pop() {
        let (first, last) = (&run[0], &run[run.len() - 1]);
        for (step, after) in now.neighbors().unwrap() {
            if step.to == last.from && step.path == last.path && step.from != first.to {
                open.push(([&run[..], &[step]].concat(), after));
            }
        }
        found.push((run, now));
    }
    found
}

/// All solutions in moves of lines, tile by tile, by a plain search over states.
fn by_runs(start: &Instance) -> BTreeSet<String> {
    let mut ways: HashMap<String, BTreeSet<String>> =
        HashMap::from([(start.state_text(), BTreeSet::from([String::new()]))]);
    let (mut level, mut seen) = (vec![start.clone()], BTreeSet::new());
    while !level.is_empty() {
        let goals: BTreeSet<String> =
            level.iter().filter(|here| here.is_solved()).map(|here| here.state_text()).collect();
        if !goals.is_empty() {
            return goals.iter().flat_map(|goal| ways[goal].clone()).map(|way| way.trim().into()).collect();
        }
        seen.extend(level.iter().map(|here| here.state_text()));
        let (mut next, mut further) = (Vec::new(), HashMap::<String, BTreeSet<String>>::new());
        for here in &level {
            for (run, after) in runs(here) {
                let text = after.state_text();
                if seen.contains(&text) {
                    continue;
                }
                let letters: Vec<String> = run.iter().map(|step| here.letters(step)).collect();
                next.extend((!further.contains_key(&text)).then_some(after));
                let there = further.entry(text).or_default();
                let before = &ways[&here.state_text()];
                there.extend(before.iter().map(|way| format!("{way} {}", letters.join(" "))));
            }
        }
        (level, ways) = (next, further);
    }
    BTreeSet::new()
}

#[test]
fn moves_of_lines_with_labels_are_all_found() {
    for text in [
        "B B W / W 0 B / W B W -> W W W / W B B / B B 0",
        "A A B / B 0 0 -> B B A / A 0 0",
        "5 3 0 / 4 1 2 / 0 0 6 -> 1 2 3 / 4 5 6 / 0 0 0",
        "5 6 7 / 8 1 2 / 3 4 0 -> 1 2 3 / * * * / * * *",
        "1 2 1 / 2 3 3 / 3 1 0 -> a b c / a b c / a b 0",
        "1 2 3 / 4 5 0 -> 2 1 3 / 5 4 0 | 5 4 3 / 2 * *",
        "1 2 2 0 / 3 3 2 0 -> 2 2 2 1 / * * 0 0",
        "1 1 2 3 / 4 4 0 3 -> 3 3 4 4 / 1 1 2 0",
    ] {
        for torus in [false, true] {
            let instance = read(text, torus, Some("line"));
            let answer = solve(&instance, &plan(all()), &mut ()).unwrap();
            let list: BTreeSet<String> = listed(&instance, &answer).into_iter().collect();
            assert_eq!(list, by_runs(&instance), "{text} {torus}");
            if torus {
                continue;
            }
            let first = list.first().and_then(|way| way.split(' ').next()).expect("a move").to_string();
            let wanted = Wanted::new(Number::All, Some(first.clone()), None);
            let begun = listed(&instance, &solve(&instance, &plan(wanted), &mut ()).unwrap());
            let expected: BTreeSet<String> =
                list.into_iter().filter(|way| way.split(' ').next() == Some(&first)).collect();
            assert_eq!(begun.into_iter().collect::<BTreeSet<_>>(), expected, "{text} {torus}");
        }
    }
}

#[test]
fn moves_of_lines_are_cut_in_one_way() {
    for (rows, cols, torus) in [(3, 3, false), (3, 3, true), (2, 4, true), (2, 3, false)] {
        let goal = read(
            &format!("{}", Board::blank_last(rows, cols).text(taquin::tiles::format::Style::Rows)),
            torus,
            Some("line"),
        );
        for seed in 0..3 {
            let instance = goal.scrambled(seed);
            let answer = solve(&instance, &plan(all()), &mut ()).unwrap();
            let list: BTreeSet<String> = listed(&instance, &answer).into_iter().collect();
            assert_eq!(list, by_lines(&instance), "{}", instance.state_text());
        }
    }
}

/// Around a torus a line that is cut after its first moves can be cut in several ways, which are one solution.
#[test]
fn first_moves_around_a_torus_are_cut_in_one_way() {
    let mut cut = 0;
    for (text, goal) in [
        ("1 2 3 / 4 5 6 / 8 7 0", "1 2 3 / 4 5 6 / 7 8 0"),
        ("3 5 0 / 4 2 1", "4 5 0 / 3 2 1"),
        ("1 0 3 / 4 2 5", "2 0 4 / 5 1 3"),
        ("1 1 0 2 / 3 3 4 4", "1 2 1 0 / 3 3 4 4"),
    ] {
        let hints =
            Hints { goal: Some(goal.into()), torus: true, metric: Some("line".into()), ..Hints::default() };
        let instance = Instance::parse(text, &hints).unwrap_or_else(|error| panic!("{text}: {error}"));
        let whole = listed(&instance, &solve(&instance, &plan(all()), &mut ()).unwrap());
        for begun in whole.iter().flat_map(|way| (1..5).map(move |most| (way, most))) {
            let first: Vec<&str> = begun.0.split(' ').take(begun.1).collect();
            let first = first.join(" ");
            let wanted = Wanted::new(Number::All, Some(first.clone()), None);
            let found = listed(&instance, &solve(&instance, &plan(wanted), &mut ()).unwrap());
            let expected: BTreeSet<String> = whole
                .iter()
                .filter(|way| format!("{way} ").starts_with(&format!("{first} ")))
                .cloned()
                .collect();
            assert_eq!(found.into_iter().collect::<BTreeSet<_>>(), expected, "{text} {first}");
            cut += 1;
        }
    }
    assert!(cut > 20, "{cut}");
}

#[test]
fn moves_of_all_that_are_alike_can_be_avoided() {
    let labelled = ("B W B / 0 W W", "W W W / B B 0");
    let open = ("3 1 2 / 0 5 4", "* * 3 / * * *");
    let blocks = ("aab/c../..d", ".../.aa/...");
    for ((start, goal), avoid, names, letter) in [
        (labelled, "R", None, Some('R')),
        (labelled, "B↑", Some("B"), Some('U')),
        (labelled, "B", Some("B"), None),
        (open, "5", Some("5"), None),
        (blocks, "b:D", Some("bcd"), Some('D')),
        (blocks, "a:R", Some("a"), Some('R')),
    ] {
        let hints = Hints { goal: Some(goal.into()), ..Hints::default() };
        let instance = Instance::parse(start, &hints).unwrap_or_else(|error| panic!("{start}: {error}"));
        let allows = |step: &Step| {
            let name = instance.piece_name(step.piece as usize);
            // As in 'tile B'.
            let name = name.split(' ').next_back().unwrap_or_default();
            let named = names.is_none_or(|names| name.chars().all(|c| names.contains(c)));
            let path: String = step.path.directions().iter().map(|way| way.letter()).collect();
            !named || letter.is_some_and(|letter| path != letter.to_string())
        };
        let expected = plainly(&instance, &allows);
        let wanted = Wanted::new(Number::All, None, Some(avoid.into()));
        let answer =
            solve(&instance, &plan(wanted), &mut ()).unwrap_or_else(|error| panic!("{avoid}: {error}"));
        match &answer.report.outcome {
            Outcome::Solved { .. } => {
                assert_eq!(
                    listed(&instance, &answer).into_iter().collect::<BTreeSet<_>>(),
                    expected,
                    "{avoid}"
                );
            }
            _ => assert!(expected.is_empty() && answer.report.outcome == Outcome::Unsolvable, "{avoid}"),
        }
    }
}

#[test]
fn first_moves_and_moves_to_avoid_are_conditions() {
    for seed in 0..8 {
        let instance = read("1 2 3 / 4 5 0", false, None).scrambled(seed);
        for (first, letter) in [("U", 'U'), ("L", 'L'), ("R", 'R')] {
            let wanted = Wanted::new(Number::All, Some(first.into()), None);
            let Ok(answer) = solve(&instance, &plan(wanted), &mut ()) else { continue };
            let list = listed(&instance, &answer);
            assert!(list.iter().all(|moves| moves.starts_with(letter)), "{list:?}");
            let after = taquin::scrambled(&instance, first).unwrap();
            let rest = plainly(&after, &|_| true);
            let whole: BTreeSet<String> =
                rest.iter().map(|rest| format!("{first} {rest}").trim().into()).collect();
            assert_eq!(list.into_iter().collect::<BTreeSet<_>>(), whole);
        }
        for avoid in ["1", "U", "3←", "2 5↓"] {
            let wanted = Wanted::new(Number::All, None, Some(avoid.into()));
            let answer = solve(&instance, &plan(wanted), &mut ()).unwrap();
            let allows = |step: &Step| {
                let direction = step.path.directions()[0];
                match avoid {
                    "1" => step.piece != 0,
                    "U" => direction.letter() != 'U',
                    "3←" => step.piece != 2 || direction.letter() != 'L',
                    _ => step.piece != 1 && (step.piece != 4 || direction.letter() != 'D'),
                }
            };
            let expected = plainly(&instance, &allows);
            match &answer.report.outcome {
                Outcome::Solved { .. } => {
                    assert_eq!(listed(&instance, &answer).into_iter().collect::<BTreeSet<_>>(), expected);
                }
                _ => assert!(expected.is_empty() && answer.report.outcome == Outcome::Unsolvable, "{avoid}"),
            }
        }
    }
}

#[test]
fn first_moves_are_not_among_those_to_avoid() {
    for (text, metric, first, avoid) in [
        ("1 2 3 / 4 5 6 / 7 0 8", "single", "R L", "7"),
        ("1 2 3 / 4 5 6 / 7 0 8", "line", "D U", "D"),
        ("1 2 2 / 1 3 3 / 4 0 4 -> 1 2 2 / 1 3 3 / 4 4 0", "single", "D U", "3"),
        ("a./b.\ngoal:\n.a/b.", "unit", "b:R b:L", "b:R"),
    ] {
        let instance = read(text, false, Some(metric));
        let begin = |avoid: Option<&str>| {
            let wanted = Wanted::new(Number::All, Some(first.into()), avoid.map(str::to_string));
            solve(&instance, &plan(wanted), &mut ()).unwrap().report.outcome
        };
        let (free, bound) = (begin(None), begin(Some(avoid)));
        assert!(!matches!(free, Outcome::Unsolvable), "{text}: {free:?}");
        assert!(matches!(bound, Outcome::Unsolvable), "{text}: {bound:?}");
    }
}

#[test]
fn first_moves_go_on_in_their_line() {
    let goal = read("1 2 3 / 4 5 6 / 7 8 0", false, Some("line"));
    let mut longer = 0;
    for seed in 0..12 {
        let instance = goal.scrambled(seed);
        let whole = listed(&instance, &solve(&instance, &plan(all()), &mut ()).unwrap());
        let first = &whole[0][..1];
        let wanted = Wanted::new(Number::All, Some(first.into()), None);
        let found = listed(&instance, &solve(&instance, &plan(wanted), &mut ()).unwrap());
        let expected: BTreeSet<String> =
            whole.iter().filter(|moves| moves.starts_with(first)).cloned().collect();
        longer += expected.iter().filter(|moves| moves[2..].starts_with(first)).count();
        assert_eq!(found.into_iter().collect::<BTreeSet<_>>(), expected);
    }
    assert!(longer > 0, "a line of two tiles is one move as well");
    let instance = read("0 1 2 / 3 4 5 / 6 7 8", false, Some("line"));
    let wanted = Wanted::new(Number::All, Some("R".into()), None);
    let error = solve(&instance, &plan(wanted), &mut ()).unwrap_err();
    assert!(error.to_string().starts_with("move 1 of the first moves, R: "), "{error}");
}

#[test]
fn many_are_counted_side_by_side_and_limits_hold() {
    let texts = [
        "1 2 3 4 / 5 6 7 8 / 9 10 0 11 / 13 14 15 12",
        "1 2 3 / 4 0 6 / 7 5 8",
        "1 2 2 0",
        "0 5 / 4 3 / 2 1",
    ];
    let count = Wanted::new(Number::Count, None, None);
    let mut puzzles = texts.iter().chain(&texts).map(|text| Instance::parse(text, &Hints::default()));
    let mut numbers = Vec::new();
    let done = Cores.solve(&mut puzzles, &plan(count.clone()), &mut (), &mut |(_, answer)| {
        numbers.push(answer.ok().map(|answer| answer.solutions.unwrap().unwrap().count()));
        ControlFlow::Continue(())
    });
    done.unwrap();
    assert_eq!(numbers[..4], numbers[4..]);
    assert_eq!(numbers[..3], [Some(1), Some(1), None]);
    let hard = read("0 12 9 13 / 15 11 10 14 / 3 7 2 5 / 4 8 6 1", false, None);
    let limits = Limits { nodes: Some(30_000), ..Limits::default() };
    let answer = solve(&hard, &Plan { limits, ..plan(count) }, &mut ()).unwrap();
    assert!(matches!(answer.report.outcome, Outcome::Stopped(Limit::Nodes)), "{answer:?}");
}
