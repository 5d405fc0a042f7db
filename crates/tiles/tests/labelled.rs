//! Every position of small boards with repeated labels, several blanks and open goals, in every metric, against a plain
//! breadth-first search over the labels themselves.

use std::collections::{HashMap, VecDeque};

use proptest::prelude::*;
use taquin_search::{
    AStar, BestFirst, BucketQueue, ClosedList, Heuristic, Limits, Outcome, Puzzle, Reversible, best_first,
    bidirectional, breadth_first, ida_star,
};
use taquin_tiles::format::labels::{self, Label, LabelBoard};
use taquin_tiles::labelled::{
    ArrangementSpace, Arranging, Flood, Kinds, LabelGuide, LabelPatterns, Labelled, Matching, Until, flood,
    label_solvability,
};
use taquin_tiles::metric::METRICS;
use taquin_tiles::{Board, Direction, Geometry, Metered, Metric, Packed25, Paths};

/// The most arrangements of a group of labels: small, so that there are several groups.
const TABLE: u64 = 400;

/// Start and goals, and whether the edges are joined.
const PUZZLES: [(&str, bool); 27] = [
    ("1 1 / 2 0 -> 1 2 / 1 0", false),
    ("1 2 / 2 0 -> 1 2 / 2 0", true),
    ("1 2 / 0 0 -> 2 1 / 0 0", false),
    ("1 2 1 / 2 0 1 -> 1 1 1 / 2 2 0", false),
    ("1 2 3 / 4 5 0 -> 1 2 3 / * * *", false),
    ("1 2 3 / 4 5 0 -> 1 2 3 / * * 0", false),
    ("1 2 3 / 4 5 0 -> 1 2 3 / 5 4 0 | 3 2 1 / * * *", false),
    ("1 2 3 / 4 5 0 -> 1 2 3 / 4 5 0 | 0 1 2 / 3 4 5", false),
    ("1 2 3 / 4 0 0 -> 1 2 3 / 4 0 0", false),
    ("1 2 3 / 4 0 0 -> 4 3 2 / * * *", true),
    ("1 2 3 / 1 2 0 -> a a * / b b *", false),
    ("1 2 3 / 3 2 0 -> x y z / * * *", false),
    ("R G / G B / 0 R -> R R / G G / B 0", true),
    ("B B W / W 0 B / W B W -> W W W / W B B / B B 0", false),
    ("1 1 1 / 2 2 2 / 3 3 0 -> a a a / b b b / c c 0", false),
    ("1 1 1 / 2 2 2 / 3 3 0 -> a a a / b b b / c c 0", true),
    ("1 2 0 / 0 0 1 / 2 3 3 -> 3 3 1 / 2 1 2 / 0 0 0", false),
    ("1 2 2 0 3 / -> 0 1 2 * * /", false),
    ("2 1 2 0 3 / -> 0 1 2 * * /", false),
    ("1 2 2 0 3 / -> 2 3 1 2 0 / | 0 3 1 2 2 /", true),
    ("1 1 0 0 2 / -> 1 2 1 0 0 /", true),
    ("1 2 3 / 4 5 6 / 7 8 0 -> 1 2 3 / * * * / * * *", false),
    ("1 2 3 / 4 0 0 -> 4 3 2 / * * *", false),
    ("1 1 2 / 2 0 3 -> 3 1 2 / 2 1 0 | 0 1 1 / * * *", true),
    ("B B W / W 0 B / W 0 W -> W W W / W B B / B 0 0", true),
    ("1 2 0 / 0 0 1 / 2 3 3 -> x x 1 / y y * / 0 * *", true),
    ("1 1 2 2 / 1 2 0 0 -> 2 2 1 1 / 0 * * 0", true),
];

fn read(text: &str, torus: bool) -> Labelled {
    let (start, goals) = labels::split(text);
    let start = labels::parse(&start, None).expect("a start");
    let goals = labels::parse_goals(&goals.expect("a goal"), &start).expect("goals");
    let geometry = Geometry::new(start.size.0, start.size.1, torus);
    Labelled::new(geometry, start.labels, goals).expect("a puzzle")
}

/// Whether labels satisfy a goal as it is written, with every way of reading its letters.
fn satisfies(board: &[Label], goal: &[Label], known: &[Label]) -> bool {
    let mut letters: HashMap<&Label, &Label> = HashMap::new();
    board.iter().zip(goal).all(|(found, wanted)| match wanted {
        Label::Any => true,
        Label::Word(word) if word.len() == 1 && !known.contains(wanted) => {
            *found != Label::BLANK && *letters.entry(wanted).or_insert(found) == found
        }
        wanted => found == wanted,
    })
}

/// All arrangements of some labels.
fn all(labels: &[Label]) -> Vec<Vec<Label>> {
    fn extend(left: &mut Vec<(Label, usize)>, board: &mut Vec<Label>, found: &mut Vec<Vec<Label>>) {
        if left.iter().all(|(_, count)| *count == 0) {
            found.push(board.clone());
        }
        for at in 0..left.len() {
            if left[at].1 > 0 {
                left[at].1 -= 1;
                board.push(left[at].0.clone());
                extend(left, board, found);
                board.pop();
                left[at].1 += 1;
            }
        }
    }
    let mut counts: Vec<(Label, usize)> = Vec::new();
    for label in labels {
        match counts.iter_mut().find(|(known, _)| known == label) {
            Some((_, count)) => *count += 1,
            None => counts.push((label.clone(), 1)),
        }
    }
    let mut found = Vec::new();
    extend(&mut counts, &mut Vec::new(), &mut found);
    found
}

/// The boards after one move. Of a line a run of tiles next to a blank goes one cell towards it.
fn after(puzzle: &Labelled, metric: &str, board: &[Label]) -> Vec<Vec<Label>> {
    let geometry = puzzle.geometry();
    let mut found = Vec::new();
    for (blank, way) in (0..geometry.cells()).flat_map(|cell| Direction::ALL.map(|way| (cell, way))) {
        let (mut now, mut to, mut length) = (board.to_vec(), blank, 0);
        while now[to as usize] == Label::BLANK && (length == 0 || metric == "line") {
            let Some(from) = geometry.neighbor(to, way) else { break };
            // Around a torus a line ends before the cell that its first tile has entered.
            if now[from as usize] == Label::BLANK || from == blank {
                break;
            }
            now.swap(from as usize, to as usize);
            found.push(now.clone());
            (to, length) = (from, length + 1);
        }
    }
    found
}

/// The distance of every board from which a goal can be reached.
fn distances(puzzle: &Labelled, metric: &str) -> HashMap<Vec<Label>, usize> {
    let is_goal =
        |board: &Vec<Label>| puzzle.goals().iter().any(|goal| satisfies(board, goal, puzzle.start()));
    let goals: Vec<Vec<Label>> = all(puzzle.start()).into_iter().filter(is_goal).collect();
    let mut found: HashMap<Vec<Label>, usize> = goals.iter().map(|goal| (goal.clone(), 0)).collect();
    let mut queue: VecDeque<Vec<Label>> = goals.into();
    while let Some(board) = queue.pop_front() {
        let distance = found[&board];
        for after in after(puzzle, metric, &board) {
            if !found.contains_key(&after) {
                found.insert(after.clone(), distance + 1);
                queue.push_back(after);
            }
        }
    }
    found
}

/// All puzzles in all metrics, except that the one with the most boards is in the first alone, which takes seconds.
fn everything() -> impl Iterator<Item = ((&'static str, bool), &'static dyn Metric)> {
    let metrics = |text: &str| if text.contains('8') { &METRICS[..1] } else { METRICS };
    PUZZLES.into_iter().flat_map(move |puzzle| metrics(puzzle.0).iter().map(move |&metric| (puzzle, metric)))
}

/// The flood of a whole space.
fn whole(kinds: &Kinds) -> Flood {
    flood(kinds, Until::End, 2, &Limits::default(), &mut ()).expect("a small space")
}

#[test]
fn tables_and_solvability_agree_with_plain_search_on_every_position() {
    for ((text, torus), metric) in everything() {
        let puzzle = read(text, torus);
        let expected = distances(&puzzle, metric.name());
        for merged in [false, true] {
            let kinds = Kinds::new(&puzzle, metric, merged);
            let (table, matching) = (whole(&kinds), Matching::new(&kinds));
            let patterns = LabelPatterns::new(&kinds, TABLE, 2, &Limits::default()).expect("no limits");
            for board in all(puzzle.start()) {
                let start = kinds.arrangement::<16>(&board);
                let cells = &start.0[..board.len()];
                let moves = table.way(&kinds, cells);
                let distance = expected.get(&board).copied();
                assert_eq!(moves.as_ref().map(Vec::len), distance, "{text} {board:?}");
                let told = label_solvability(&kinds, cells).map(|told| told.is_solvable());
                assert_eq!(told, Some(distance.is_some()), "{text} {board:?}");
                if let (Some(distance), Some(moves)) = (distance, moves) {
                    assert!(matching.distance(cells) as usize <= distance, "{text} {board:?}");
                    assert!(patterns.distance(cells) as usize <= distance, "{text} {board:?}");
                    let arranging = Arranging::<16> { kinds: &kinds };
                    let mut state = start;
                    for mv in moves {
                        assert!(arranging.moves(&state).any(|known| known == mv));
                        arranging.apply(&mut state, mv);
                        let back = arranging.inverse(mv);
                        assert!(arranging.moves(&state).any(|known| known == back));
                    }
                    assert!(arranging.is_goal(&state));
                }
            }
        }
    }
}

#[test]
fn searches_find_shortest_solutions() {
    for ((text, torus), metric) in everything() {
        let puzzle = read(text, torus);
        let expected = distances(&puzzle, metric.name());
        let kinds = Kinds::new(&puzzle, metric, true);
        let patterns = LabelPatterns::new(&kinds, TABLE, 1, &Limits::default()).expect("no limits");
        let (patterns, matching) =
            (LabelGuide::Patterns(patterns), LabelGuide::Matching(Matching::new(&kinds)));
        let arranging = Arranging::<64> { kinds: &kinds };
        for board in all(puzzle.start()).into_iter().step_by(211) {
            let Some(&distance) = expected.get(&board) else { continue };
            let start = kinds.arrangement(&board);
            let limits = Limits::default();
            let mut reports = Vec::new();
            // Several blanks have many orders of the same moves, which only lists recognise.
            if kinds.blanks() == 1 {
                reports.push(ida_star(&arranging, start, &patterns, &limits, ()));
            }
            let a_star = BestFirst { ranking: AStar, open: BucketQueue::default(), duplicates: ClosedList };
            reports.push(best_first(&arranging, start, &matching, a_star, &limits, ()));
            if kinds.only_goal().is_some() {
                reports.push(bidirectional(&arranging, start, &limits, ()));
            }
            for report in reports {
                let Outcome::Solved { cost, moves } = report.outcome else { panic!("{text} {board:?}") };
                assert_eq!(cost as usize, distance, "{text} {board:?}");
                let (mut state, mut memo) = (start, patterns.start(&arranging, &start));
                for mv in moves {
                    arranging.apply(&mut state, mv);
                    memo = patterns.step(&arranging, memo, &state, mv);
                    assert_eq!(memo, patterns.start(&arranging, &state), "{text} {board:?}");
                }
            }
        }
    }
}

#[test]
fn different_labels_have_the_moves_and_distances_of_numbered_tiles() {
    for (text, torus) in [
        ("1 2 3 / 4 5 0 -> 5 3 1 / 0 2 4", false),
        ("1 2 3 / 4 5 0 -> 5 3 1 / 0 2 4", true),
        ("1 2 / 3 4 / 5 0 -> 1 2 / 3 4 / 5 0", true),
        ("1 2 3 0 4 / -> 1 0 2 3 4 /", true),
        ("1 2 3 / 4 5 6 / 7 8 0 -> 1 2 3 / 4 5 6 / 7 8 0", false),
        ("1 2 3 / 4 5 6 / 7 8 0 -> 1 2 3 / 4 5 6 / 7 8 0", true),
    ] {
        let puzzle = read(text, torus);
        let (rows, cols) = (puzzle.geometry().rows(), puzzle.geometry().cols());
        let board = |labels: &[Label]| {
            let number = |label: &Label| label.to_string().parse::<u32>().expect("a number");
            Board::new(rows, cols, labels.iter().map(number).collect::<Vec<u32>>())
                .expect("every number once")
        };
        for &metric in METRICS {
            let kinds = Kinds::new(&puzzle, metric, true);
            let tiles = Metered::new(puzzle.geometry(), &board(&puzzle.goals()[0]), metric).expect("a board");
            let (table, arranging) = (whole(&kinds), Arranging::<16> { kinds: &kinds });
            for labels in all(puzzle.start()).into_iter().step_by(if rows * cols > 6 { 9973 } else { 13 }) {
                let state: Packed25 = tiles.state(&board(&labels)).expect("a board");
                let start = kinds.arrangement::<16>(&labels);
                let moves: Vec<_> = arranging.moves(&start).collect();
                assert_eq!(moves, tiles.moves(&state).collect::<Vec<_>>(), "{text}");
                let way = table.way(&kinds, &start.0[..labels.len()]);
                let report = breadth_first(&tiles, state, &Limits::default(), ());
                let cost = match report.outcome {
                    Outcome::Solved { cost, .. } => Some(cost as usize),
                    _ => None,
                };
                assert_eq!(way.map(|way| way.len()), cost, "{text} {labels:?}");
            }
        }
    }
}

#[test]
fn what_a_solution_counts_is_what_its_moves_are() {
    for ((text, torus), metric) in everything() {
        let puzzle = read(text, torus);
        let kinds = Kinds::new(&puzzle, metric, true);
        let (table, paths) = (whole(&kinds), Paths::new(&puzzle.geometry(), metric));
        for board in all(puzzle.start()).into_iter().step_by(101) {
            let start = kinds.arrangement::<16>(&board);
            let Some(way) = table.way(&kinds, &start.0[..board.len()]) else { continue };
            let mut singles = way.iter().flat_map(|&slide| paths.singles(slide));
            let count = metric.count(&puzzle.geometry(), &mut singles);
            assert_eq!(count, way.len() as u64, "{text} {board:?}");
        }
    }
}

#[test]
fn whole_spaces_have_as_many_arrangements_as_they_should() {
    let factorial = |n: u64| (1..=n).product::<u64>();
    let black_and_white = "B B B B / B B B B / W W W W / W W W 0 -> W W W W / W W W B / B B B B / B B B 0";
    for (text, torus, size) in [
        (black_and_white, false, factorial(16) / factorial(8) / factorial(7)),
        (black_and_white, true, factorial(16) / factorial(8) / factorial(7)),
        ("1 1 1 / 2 2 2 / 3 3 0 -> 1 2 3 / 1 2 3 / 1 2 0", false, factorial(9) / 72),
        // Of eight different tiles one half of all arrangements can be reached.
        ("1 2 3 / 4 5 6 / 7 8 0 -> 1 2 3 / 4 5 6 / 7 8 0", false, factorial(9) / 2),
        ("1 2 3 / 4 5 6 / 7 8 0 -> 1 2 3 / * * * / * * *", false, factorial(9) / factorial(5)),
        ("1 2 3 / 4 5 6 / 7 0 0 -> 1 2 3 / 4 5 6 / 7 0 0", false, factorial(9) / 2),
    ] {
        for &metric in METRICS {
            let kinds = Kinds::new(&read(text, torus), metric, true);
            let found = whole(&kinds);
            assert_eq!(found.levels.iter().sum::<u64>(), size, "{text} {}", metric.name());
            assert_eq!(found.farthest.len() as u64, *found.levels.last().expect("a level"));
            assert!(found.space().size() >= size);
        }
    }
}

#[test]
fn the_first_levels_and_limits_end_a_flood() {
    let eight = read("1 2 3 / 4 5 6 / 7 8 0 -> 1 2 3 / 4 5 6 / 7 8 0", false);
    let kinds = Kinds::new(&eight, METRICS[0], true);
    let found = flood(&kinds, Until::Level(5), 1, &Limits::default(), &mut ()).expect("a small space");
    assert_eq!(found.levels, [1, 2, 4, 8, 16, 20]);
    assert_eq!(found.stopped, Some(taquin_search::Limit::Depth));
    let limits = Limits { memory: Some(1000), ..Limits::default() };
    assert!(flood(&kinds, Until::End, 1, &limits, &mut ()).is_none());
    let limits = Limits { nodes: Some(10), ..Limits::default() };
    let found = flood(&kinds, Until::End, 1, &limits, &mut ()).expect("a small space");
    assert_eq!(found.stopped, Some(taquin_search::Limit::Nodes));
}

#[test]
fn what_is_no_puzzle_is_refused_with_the_reason() {
    let refused = |text: &str| {
        let (start, goals) = labels::split(text);
        let start = labels::parse(&start, None).expect("a start");
        let goals = labels::parse_goals(&goals.expect("a goal"), &start).expect("goals");
        let geometry = Geometry::new(start.size.0, start.size.1, false);
        Labelled::new(geometry, start.labels, goals).expect_err(text).to_string()
    };
    for (text, expected) in [
        ("1 1 / 2 2 -> 1 1 / 2 2", "the board has no blank; write 0, _ or . for it"),
        ("1 * / 2 0 -> 1 1 / 2 0", "'*' stands for any tile in a goal; the start has to name its tiles"),
        ("1 1 / 2 0 -> 1 1 / 1 0", "the goal has 3 of '1', the start 2"),
        ("1 1 / 2 0 -> 1 red / 1 0", "the goal has 1 of 'red', the start 0"),
        ("1 2 / 3 0 -> a a / * *", "no arrangement of the tiles satisfies the goal"),
        ("1 2 / 0 0 -> a b / c *", "no arrangement of the tiles satisfies the goal"),
    ] {
        assert_eq!(refused(text), expected);
    }
}

#[test]
fn the_arrangements_of_large_boards_are_counted_without_a_search() {
    let size = |counts: &[u32]| ArrangementSpace::new(counts).map(|space| space.size());
    assert_eq!(size(&[1, 12, 12]), Some(67_603_900));
    assert_eq!(size(&[1, 1, 1, 1, 1, 1, 19]), Some(127_512_000));
    assert_eq!(size(&[1; 16]), Some(20_922_789_888_000));
}

proptest! {
    #[test]
    fn what_is_written_reads_back(
        (rows, cols) in (1u32..6, 1u32..6),
        numbers in prop::collection::vec(0u32..5, 25),
        open in prop::collection::vec(0usize..4, 25),
    ) {
        let cells = (rows * cols) as usize;
        let name = |&number: &u32| match number {
            4 => Label::Word("red".into()),
            number => Label::Number(number),
        };
        let mut labels: Vec<Label> = numbers[..cells].iter().map(name).collect();
        labels[0] = Label::BLANK;
        let goal: Vec<Label> = labels
            .iter()
            .rev()
            .zip(&open)
            .map(|(label, &open)| if open == 0 { Label::Any } else { label.clone() })
            .collect();
        let puzzle = Labelled::new(Geometry::new(rows, cols, false), labels.clone(), vec![goal; 2]).unwrap();
        let (start, goals) = labels::split(&puzzle.text());
        let start = labels::parse(&start, Some((rows, cols))).unwrap();
        prop_assert_eq!(&start, &LabelBoard { size: (rows, cols), labels });
        let goals = labels::parse_goals(&goals.unwrap(), &start).unwrap();
        prop_assert_eq!(&goals[..], puzzle.goals());
    }
}
