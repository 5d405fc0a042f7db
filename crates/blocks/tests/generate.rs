//! Generated puzzles are as hard and as minimal as claimed: each is solved again, with and without every
//! piece, and on small boards compared with all positions.

use std::collections::{BTreeMap, BTreeSet, HashSet};

use proptest::prelude::*;
use taquin_blocks::{
    Blocks, Error, Found, Grid, Metric, PieceCount, PieceSet, Problem, RandomStarts, Scope, Target, Wish,
    format, hardest_starts, solve,
};
use taquin_search::{Cost, Limits};

fn moves(problem: &Problem) -> Cost {
    solve(&Blocks::<u64, u128>::new(problem).expect("a small board"), &Limits::default(), &mut ()).lower_bound
}

/// The puzzle without the piece that has this index.
fn without(problem: &Problem, piece: usize) -> Problem {
    let mut pieces = problem.pieces().to_vec();
    pieces.remove(piece);
    let target = |&(kind, anchor)| {
        let named = (0..problem.pieces().len()).find(|&index| problem.kind_of(index) == kind);
        let index = named.expect("the goal piece stays");
        Target { piece: index - usize::from(index > piece), cells: problem.cells_of(kind, anchor) }
    };
    let targets: Vec<Target> = problem.goal().iter().map(target).collect();
    Problem::new(problem.grid().clone(), problem.metric(), pieces, &targets).expect("fewer pieces fit, too")
}

/// Whether every piece that the goal leaves free makes the puzzle harder.
fn is_minimal(problem: &Problem, cost: Cost) -> bool {
    let wanted = |piece: usize| problem.goal().iter().any(|target| target.0 == problem.kind_of(piece));
    let free = (0..problem.pieces().len()).filter(|&piece| !wanted(piece));
    free.into_iter().all(|piece| moves(&without(problem, piece)) < cost)
}

fn pieces(text: &str) -> Vec<PieceCount> {
    text.split(',').map(|word| word.parse().expect("a shape")).collect()
}

fn problems(rows: usize, cols: usize, text: &str, metric: Metric) -> Result<Vec<Problem>, Error> {
    PieceSet::new(Grid::open(rows, cols), &pieces(text))?.problems(metric, None)
}

fn shape() -> impl Strategy<Value = &'static str> {
    prop::sample::select(vec!["1x1", "2*1x1", "1x2", "2x1", "2*2x1", "XX/X.", ".X/XX", "2x2", "X.X"])
}

/// The moves of the starts of one puzzle: every position that is farthest from the goal among those it
/// leads to and, if asked, minimal, one for each component and its images; counted by looking at all
/// positions.
fn plain(problem: &Problem, minimal: bool) -> BTreeMap<Cost, usize> {
    let blocks = Blocks::<u64, u128>::with_scope(problem, Scope::Everywhere).expect("a small board");
    let symmetries = taquin_blocks::Symmetries::of(&blocks);
    let mut all = BTreeSet::new();
    blocks.each_placement(&[], |state| {
        all.insert(state);
    });
    let (mut seen, mut counts) = (HashSet::new(), BTreeMap::new());
    for &first in &all {
        if seen.contains(&first) {
            continue;
        }
        let mut stack = vec![first];
        let mut part = BTreeSet::from([first]);
        while let Some(state) = stack.pop() {
            let mut next = symmetries.images(&blocks, state);
            blocks.each_move(state, &mut |_, after| next.push(after));
            stack.extend(next.into_iter().filter(|&state| part.insert(state)));
        }
        let puzzle = |&state: &u128| {
            let problem = blocks.problem_at(state).expect("all pieces are there");
            (moves(&problem), problem)
        };
        let puzzles: Vec<(Cost, Problem)> = part.iter().map(puzzle).collect();
        seen.extend(part);
        let far = puzzles.iter().map(|puzzle| puzzle.0).filter(|&moves| moves < Cost::MAX).max().unwrap_or(0);
        let mut farthest = puzzles.iter().filter(|puzzle| puzzle.0 == far && far > 0);
        if farthest.any(|(moves, problem)| !minimal || is_minimal(problem, *moves)) {
            *counts.entry(far).or_default() += 1;
        }
    }
    counts
}

fn counted(found: &[Found]) -> BTreeMap<Cost, usize> {
    let mut counts = BTreeMap::new();
    found.iter().for_each(|found| *counts.entry(found.moves).or_default() += 1);
    counts
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    #[test]
    fn starts_are_those_that_a_look_at_every_position_finds(
        goal in prop::sample::select(vec!["1x1", "1x2", "XX/X."]),
        others in prop::collection::vec(shape(), 1..3),
        metric in prop::sample::select(vec![Metric::Unit, Metric::Straight, Metric::Finger]),
        minimal: bool,
    ) {
        let text = format!("{goal},{}", others.join(","));
        let Ok(problems) = problems(3, 3, &text, metric) else { return Ok(()) };
        for problem in problems.iter().take(2) {
            let wish = Wish { count: Some(usize::MAX), minimal, least: 1 };
            let starts = hardest_starts(std::slice::from_ref(problem), wish, &Limits::default()).unwrap();
            prop_assert_eq!(counted(&starts.found), plain(problem, minimal));
            let all = hardest_starts(std::slice::from_ref(problem), Wish { count: None, ..wish }, &Limits::default());
            let hardest = starts.found.first().map(|found| found.moves);
            let all = all.unwrap().found;
            prop_assert!(all.iter().all(|found| Some(found.moves) == hardest && moves(&found.problem) == found.moves));
            prop_assert_eq!(all.is_empty(), hardest.is_none());
        }
    }

    #[test]
    fn minimal_starts_need_every_piece(
        (rows, cols) in (3_usize..5, 3_usize..5),
        others in prop::collection::vec(shape(), 2..5),
        seed: u64,
    ) {
        let text = format!("1x2,{}", others.join(","));
        let Ok(problems) = problems(rows, cols, &text, Metric::Finger) else { return Ok(()) };
        let limits = Limits::default();
        let wish = Wish { count: None, minimal: true, least: 1 };
        let found = RandomStarts::new(&problems, wish, &limits, seed).take(2);
        for found in found {
            prop_assert_eq!(moves(&found.problem), found.moves);
            prop_assert!(is_minimal(&found.problem, found.moves));
        }
    }
}

#[test]
fn minimal_starts_of_all_positions_need_every_piece() {
    let problems = problems(4, 4, "2x2,2*2x1,1x2,3*1x1", Metric::Finger).expect("they fit");
    let wish = |minimal| Wish { count: Some(3), minimal, least: 0 };
    let starts = hardest_starts(&problems, wish(true), &Limits::default()).expect("a small board");
    assert!(starts.stopped.is_none());
    assert_eq!(starts.found.len(), 3);
    for found in &starts.found {
        assert_eq!(moves(&found.problem), found.moves);
        assert!(is_minimal(&found.problem, found.moves));
    }
    let any = hardest_starts(&problems, wish(false), &Limits::default()).expect("a small board");
    assert!(any.found[0].moves >= starts.found[0].moves);
}

#[test]
fn seeds_repeat_and_limits_are_said() {
    let problems = problems(4, 4, "1x2,XX/X.,2x1,2*1x1", Metric::Unit).expect("they fit");
    let limits = Limits::default();
    let pictures = |seed| -> Vec<String> {
        let wish = Wish { minimal: true, ..Wish::default() };
        let found = RandomStarts::new(&problems, wish, &limits, seed).take(4);
        found.map(|found| format::Format::Plain.write(&found.problem).expect("a picture")).collect()
    };
    assert_eq!(pictures(3).len(), 4);
    assert_eq!(pictures(3), pictures(3));
    assert_ne!(pictures(3), pictures(4));
    let few = Limits { nodes: Some(5), ..Limits::default() };
    let starts = hardest_starts(&problems, Wish::default(), &few).expect("a small board");
    assert!(starts.stopped.is_some());
}

#[test]
fn goals_are_places_and_images_count_once() {
    let set = |text: &str| PieceSet::new(Grid::open(3, 4), &pieces(text));
    let goals = |text: &str| set(text).and_then(|set| set.problems(Metric::Unit, None)).map(|all| all.len());
    // Two of three rows and two of four columns are mirrors of the others.
    assert_eq!(goals("1x1,1x2"), Ok(4));
    // A piece that is not its own mirror image leaves only the half turn, or nothing.
    assert_eq!(goals("1x1,XX/X."), Ok(12));
    assert_eq!(goals("1x1,XX/X.,.X/XX"), Ok(6));
    assert_eq!(goals("3x4,1x1"), Err(Error::Crowded));
    assert_eq!(goals("1x2,2*3x2"), Err(Error::Crowded));
    let corner = Grid::open(3, 4).cell(1, 2);
    let one = set("1x2,2x1").unwrap().problems(Metric::Unit, Some(corner)).unwrap();
    assert_eq!(one[0].cells_of(0, one[0].goal()[0].1), [corner, Grid::open(3, 4).cell(1, 3)]);
    let outside = set("1x2,2x1").unwrap().problems(Metric::Unit, Some(Grid::open(3, 4).cell(0, 3)));
    assert_eq!(outside.err(), Some(Error::Crowded));
}
