//! Solutions: is every step a move, does it end at the goal, is it as short as can be, and are the
//! counts beside it right?

use taquin_courses::Program;
use taquin_tiles::{Board, Direction, Geometry};

use super::{Compare, Judgement};
use crate::case::Question;
use crate::cases::klotski_successors;

/// A solution as it is printed.
struct Told {
    /// The states in order, each as its numbers.
    states: Vec<Vec<u32>>,
    /// The counts by name.
    counts: Vec<(String, u64)>,
}

/// Judges an answer that differs in its text from the right one, if both hold a path.
pub(super) fn judge(
    course: Program,
    question: &Question,
    compare: Compare,
    expected: &str,
    out: &str,
) -> Option<Judgement> {
    if !matches!(compare, Compare::Path | Compare::Words | Compare::Exact) {
        return None;
    }
    let right = told(course, question, expected)?;
    let is = told(course, question, out)?;
    if is.states.len() < 2 && right.states.len() > 1 {
        return None;
    }
    let reads = |why: String| Some(Judgement::Wrong(why));
    if is.states.first() != right.states.first() {
        return reads("the path does not begin with the initial state".into());
    }
    if let Some(step) = is.states.windows(2).position(|pair| !is_move(course, &pair[0], &pair[1])) {
        return reads(format!("step {} of the path is not a move", step + 1));
    }
    if !is.states.last().is_some_and(|state| is_goal(course, state)) {
        return reads("the path does not end at the goal".into());
    }
    let (moves, fewest) = (is.states.len() - 1, right.states.len() - 1);
    if moves > fewest {
        return reads(format!("the path has {moves} moves where {fewest} are enough"));
    }
    if compare != Compare::Path && is.states != right.states {
        let why = "the path is a shortest one, but not the one that the order of the assignment leads to";
        return reads(why.into());
    }
    let counts = if course == Program::TorusAstar { ratings(&is.states) } else { right.counts };
    let wrong: Vec<String> = counts
        .iter()
        .filter_map(|(name, count)| match is.counts.iter().find(|(other, _)| other == name) {
            Some((_, found)) if found == count => None,
            Some((_, found)) => Some(format!("{name} is {found}, should be {count}")),
            None => Some(format!("{name} is missing")),
        })
        .collect();
    match wrong.first() {
        None if compare == Compare::Path => Some(Judgement::Right),
        None => None,
        Some(first) => Some(Judgement::Partial(format!("the path is right, but {first}"))),
    }
}

/// The path and the counts in a text; `None` if the course prints none.
fn told(course: Program, question: &Question, text: &str) -> Option<Told> {
    let told = match (course, question) {
        (Program::Torus, Question::Arguments(words)) if words[0] == "500" => torus(text),
        (Program::TorusAstar, Question::Arguments(words)) if words[0] == "solve" => torus_astar(text),
        (Program::Solver, Question::File(file)) => solver(file, text)?,
        (Program::Klotski, Question::Arguments(words)) if words[0] == "300" || words[0] == "500" => {
            klotski(text)
        }
        _ => return None,
    };
    (!told.states.is_empty()).then_some(told)
}

/// `name 17`.
fn count(line: &str) -> Option<(String, u64)> {
    let (name, number) = line.trim().rsplit_once(char::is_whitespace)?;
    Some((name.trim_end_matches([':', '=', ' ']).to_string(), number.parse().ok()?))
}

fn numbers(text: &str) -> Option<Vec<u32>> {
    text.split_whitespace().map(|word| word.parse().ok()).collect()
}

fn torus(text: &str) -> Told {
    let states = text.lines().filter_map(numbers).filter(|state| state.len() == 9).collect();
    let counts = text.lines().filter(|line| numbers(line).is_none()).filter_map(count).collect();
    Told { states, counts }
}

fn torus_astar(text: &str) -> Told {
    let mut told = Told { states: Vec::new(), counts: Vec::new() };
    for line in text.lines() {
        let Some((list, rest)) = line.trim().strip_prefix('[').and_then(|line| line.split_once(']')) else {
            continue;
        };
        let Some(state) = numbers(&list.replace(',', " ")).filter(|state| state.len() == 9) else { continue };
        let place = told.states.len() + 1;
        let after = |name: &str| {
            let digits = rest.split_once(name)?.1.trim_start();
            digits.split(|c: char| !c.is_ascii_digit()).next()?.parse().ok()
        };
        let found = [("h", after("h=")), ("moves", after("moves:"))];
        let named = found.into_iter().filter_map(|(name, n)| Some((format!("{name} in line {place}"), n?)));
        told.counts.extend(named);
        told.states.push(state);
    }
    told
}

/// What the lines of a path must say beside the states.
fn ratings(states: &[Vec<u32>]) -> Vec<(String, u64)> {
    let misplaced =
        |state: &[u32]| (1..).zip(state).filter(|&(home, &tile)| tile != 0 && tile != home).count() as u64;
    let lines = (1..).zip(states).flat_map(|(place, state): (u64, _)| {
        let h = (format!("h in line {place}"), misplaced(state));
        [h, (format!("moves in line {place}"), place - 1)]
    });
    lines.collect()
}

/// The boards follow the first line; the initial one, which is not printed, is put before them.
fn solver(file: &str, text: &str) -> Option<Told> {
    let initial = numbers(file)?;
    let (first, rest) = text.trim_start().split_once('\n').unwrap_or((text, ""));
    let mut states = vec![initial.get(1..)?.to_vec()];
    let numbers = numbers(rest)?;
    states.extend(numbers.chunks(initial.len()).map(|board| board[1..].to_vec()));
    Some(Told { states, counts: count(first).into_iter().collect() })
}

fn klotski(text: &str) -> Told {
    let rows = text.lines().map(str::trim).filter(|line| line.len() == 4);
    let digits: Vec<u32> = rows.flat_map(str::chars).filter_map(|digit| digit.to_digit(10)).collect();
    let states = digits.chunks_exact(20).map(<[u32]>::to_vec).collect();
    Told { states, counts: text.lines().filter_map(count).collect() }
}

fn is_move(course: Program, from: &[u32], to: &[u32]) -> bool {
    if course == Program::Klotski {
        let digits = |state: &[u32]| state.iter().map(u32::to_string).collect::<String>();
        return klotski_successors(&digits(from)).contains(&digits(to));
    }
    let side = from.len().isqrt() as u32;
    let geometry = Geometry::new(side, side, matches!(course, Program::Torus | Program::TorusAstar));
    let (Ok(mut board), Ok(next)) = (Board::new(side, side, from), Board::new(side, side, to)) else {
        return false;
    };
    let reached =
        Direction::ALL.into_iter().any(|way| geometry.neighbor(board.blank(), way) == Some(next.blank()));
    if reached {
        board.slide(next.blank());
    }
    reached && board.tiles() == next.tiles()
}

fn is_goal(course: Program, state: &[u32]) -> bool {
    if course == Program::Klotski {
        return [13, 14, 17, 18].iter().all(|&cell| state[cell] == 1);
    }
    let (last, rest) = state.split_last().expect("a state has a cell");
    *last == 0 && (1..).zip(rest).all(|(home, &tile)| tile == home)
}

#[cfg(test)]
mod tests {
    use super::*;

    const RIGHT: &str = "1 2 3 4 5 6 7 0 8\n1 2 3 4 5 6 7 8 0\nGoal-check 6\nMax-stack-size 4\n";

    fn judged(compare: Compare, out: &str) -> Option<Judgement> {
        let question = Question::words("500 1 2 3 4 5 6 7 0 8");
        judge(Program::Torus, &question, compare, RIGHT, out)
    }

    #[test]
    fn a_wrong_count_beside_a_right_path_is_worth_something() {
        let text = RIGHT.replace("Goal-check 6", "Goal-check 7");
        let why = "the path is right, but Goal-check is 7, should be 6".to_string();
        assert_eq!(judged(Compare::Words, &text), Some(Judgement::Partial(why)));
        let text = RIGHT.replace("Goal-check 6\n", "");
        let why = "the path is right, but Goal-check is missing".to_string();
        assert_eq!(judged(Compare::Path, &text), Some(Judgement::Partial(why)));
    }

    #[test]
    fn paths_are_checked_move_by_move() {
        let wrong = |out: &str| match judged(Compare::Path, out) {
            Some(Judgement::Wrong(why)) => why,
            other => panic!("{other:?}"),
        };
        let far = "1 2 3 4 5 6 7 0 8\n1 2 3 4 5 6 0 7 8\n1 2 3 4 5 6 8 7 0\n";
        assert_eq!(wrong(far), "the path does not end at the goal");
        assert_eq!(wrong("1 2 3 4 5 6 7 0 8\n1 2 3 4 5 6 8 7 0\n"), "step 1 of the path is not a move");
        assert_eq!(
            wrong("1 2 3 4 5 6 8 7 0\n1 2 3 4 5 6 7 8 0\n"),
            "the path does not begin with the initial state"
        );
        let longer = "1 2 3 4 5 6 7 0 8\n1 2 3 4 5 6 0 7 8\n1 2 3 4 5 6 7 0 8\n1 2 3 4 5 6 7 8 0\n";
        assert_eq!(wrong(longer), "the path has 3 moves where 1 are enough");
        assert_eq!(judged(Compare::Path, "nothing of the kind"), None);
    }

    #[test]
    fn another_shortest_path_is_right_where_none_is_fixed() {
        let question = Question::File("2\n 0 3\n 2 1\n".into());
        // The only shortest one of a 2x2 board, printed without regard to white space.
        let right = "Minimum number of moves = 2\n2\n 3  0\n 2  1\n2\n 3  1\n 2  0\n";
        assert!(judge(Program::Solver, &question, Compare::Path, right, right).is_some());
        let state = |text: &str| numbers(text).unwrap();
        assert!(is_move(Program::Solver, &state("0 1 3 4 2 5 7 8 6"), &state("1 0 3 4 2 5 7 8 6")));
        assert!(!is_move(Program::Solver, &state("0 1 3 4 2 5 7 8 6"), &state("3 1 0 4 2 5 7 8 6")));
        assert!(is_move(Program::Torus, &state("0 1 3 4 2 5 7 8 6"), &state("3 1 0 4 2 5 7 8 6")));
        let before: Vec<u32> = "22222222334411041104".chars().filter_map(|c| c.to_digit(10)).collect();
        let after: Vec<u32> = "22222222334401140114".chars().filter_map(|c| c.to_digit(10)).collect();
        assert!(is_move(Program::Klotski, &before, &after) && is_goal(Program::Klotski, &after));
        assert!(!is_move(Program::Klotski, &after, &after));
    }
}
