//! Rush Hour boards: the cells of a square board in reading order, `o` or `.` empty, `x` a wall, capital
//! letters cars, which move only along their length. Car `A` is horizontal and leaves to the right, so the
//! goal is to move it to the end of its row.

use std::collections::BTreeMap;

use super::text::{Picture, Span, lines};
use crate::error::Error;
use crate::model::grid::{Cell, Grid, Ground};
use crate::model::metric::Metric;
use crate::model::problem::{Piece, Problem, Target};
use crate::model::rules::Motion;
use crate::model::shape::Shape;

/// The smallest board.
const LEAST_SIDE: usize = 3;

fn is_car(character: char) -> bool {
    character.is_ascii_uppercase()
}

/// How many other characters in a long word of such characters are taken for mistakes.
const STRANGE: usize = 2;

/// Whether `text` is in this format: one word of such characters that fills a square. A word with the `o`s of empty
/// cells that does not fill a square or has one or two wrong characters is read as a board with mistakes.
pub(super) fn matches(text: &str) -> bool {
    // A quick test, because long lists of other boards are checked too.
    if !text.contains('A') {
        return false;
    }
    let text = bare(Span { text, line: 1, column: 1 }).text;
    let known = |character: &char| is_car(*character) || matches!(character, 'o' | '.' | 'x');
    let strange = text.chars().filter(|character| !known(character)).count();
    let square = side(text.len()).is_some() && strange == 0;
    let nearly = strange <= STRANGE
        && text.matches('o').count() > STRANGE
        && !text.contains(|character: char| character.is_whitespace() || "/#*:".contains(character));
    text.len() >= 16 && text.contains('A') && (square || nearly)
}

/// The side of a square of `cells` cells.
fn side(cells: usize) -> Option<usize> {
    let side = cells.isqrt();
    (side * side == cells && side >= LEAST_SIDE).then_some(side)
}

/// The board of a line that has the number of moves in front and optionally the number of positions behind it, as in
/// lists of boards.
fn bare(line: Span<'_>) -> Span<'_> {
    let is_number = |word: &Span<'_>| word.text.bytes().all(|byte| byte.is_ascii_digit());
    let words: Vec<Span<'_>> = line.words().collect();
    match words[..] {
        [moves, board] | [moves, board, _] if is_number(&moves) && words.get(2).is_none_or(is_number) => {
            board
        }
        _ => line.trim(),
    }
}

/// Reads a board.
///
/// # Errors
/// With the column of the character that is wrong, and what was expected.
pub fn parse(text: &str) -> Result<Problem, Error> {
    let mut spans = lines(text).map(bare).filter(|span| !span.text.is_empty());
    let word = spans.next().unwrap_or(Span { text: "", line: 1, column: 1 });
    if let Some(more) = spans.next() {
        return Err(more.error_at(0, "the end after one board"));
    }
    let count = word.text.chars().count();
    let expected = "a square number of cells, such as 36";
    let side = side(count).ok_or_else(|| word.fault_at(count, expected, format!("the end after {count}")))?;
    if let Some(index) = word.text.chars().position(|c| !is_car(c) && !matches!(c, 'o' | '.' | 'x')) {
        return Err(word.error_at(index, "a car (A to Z), 'o' or '.' for an empty cell, 'x' for a wall"));
    }
    // Every character is one byte by now.
    let row = |at: usize| Span {
        text: &word.text[at * side..][..side],
        line: word.line,
        column: word.column + at * side,
    };
    let picture = Picture::new((0..side).map(row).collect())?;
    let mut board = Grid::open(side, side);
    for (cell, _) in picture.cells().filter(|&(_, character)| character == 'x') {
        board.lay(cell, Ground::Wall);
    }
    let mut pieces = vec![];
    let mut target = None;
    for (name, cells) in picture.pieces(is_car) {
        let len = cells.len() as i32;
        let shape = Shape::of(&board, &cells).0;
        let motion = if len >= 2 && shape == Shape::rectangle(1, len) {
            Motion::HORIZONTAL
        } else if len >= 2 && shape == Shape::rectangle(len, 1) {
            Motion::VERTICAL
        } else {
            let expected = format!("car {name} as two or more cells in one line");
            return Err(picture.fault_at(cells[0], expected, "another shape"));
        };
        if name == 'A' {
            if motion != Motion::HORIZONTAL {
                return Err(picture.fault_at(
                    cells[0],
                    "car A lying, as it leaves to the right",
                    "it upright",
                ));
            }
            let row = board.place(cells[0]).0;
            let exit: Vec<Cell> = (side - cells.len()..side).map(|col| board.cell(row, col)).collect();
            if let Some(&wall) = exit.iter().find(|&&cell| board.ground(cell) == Ground::Wall) {
                return Err(picture.error_at(wall, "no wall at the exit of car A"));
            }
            target = Some(Target { piece: pieces.len(), cells: exit });
        }
        // Car A alone is wanted at the exit, whatever others share its lane.
        pieces.push(Piece { name, cells, motion, label: u32::from(name == 'A') });
    }
    let target = target.ok_or_else(|| word.fault_at(count, "car A on the board", "none"))?;
    Problem::new(board, Metric::Finger, pieces, &[target])
}

/// The board of a puzzle; `None` if it is not a square one with cars and an exit for `A`.
#[must_use]
pub fn write(problem: &Problem) -> Option<String> {
    let board = problem.grid();
    let mut text = vec!['o'; board.rows() * board.cols()];
    for cell in board.cells() {
        match board.ground(cell) {
            Ground::Wall => text[cell.index()] = 'x',
            Ground::Floor => {}
            Ground::Gate => return None,
        }
    }
    for piece in problem.pieces() {
        piece.cells.iter().for_each(|cell| text[cell.index()] = piece.name);
    }
    let text: String = text.into_iter().collect();
    // What reads back as the same puzzle is a Rush Hour board, and nothing else is.
    let again = parse(&text).ok()?;
    let cars = |problem: &Problem| -> BTreeMap<char, (Vec<Cell>, bool, bool)> {
        let car = |piece: &Piece| (piece.cells.clone(), piece.motion.horizontal, piece.motion.vertical);
        problem.pieces().iter().map(|piece| (piece.name, car(piece))).collect()
    };
    let goal = |problem: &Problem| -> Vec<(char, Cell)> {
        let pieces = 0..problem.pieces().len();
        let one = |kind: usize| pieces.clone().find(|&piece| problem.kind_of(piece) == kind);
        let named = |&(kind, anchor): &(usize, Cell)| Some((problem.pieces()[one(kind)?].name, anchor));
        problem.goal().iter().filter_map(named).collect()
    };
    let alone = |problem: &Problem| {
        let red = problem.pieces().iter().position(|piece| piece.name == 'A');
        red.is_some_and(|red| {
            (0..problem.pieces().len()).filter(|&p| problem.kind_of(p) == problem.kind_of(red)).count() == 1
        })
    };
    let same = again.grid() == board && cars(&again) == cars(problem) && goal(&again) == goal(problem);
    (same && alone(problem)).then_some(text)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn the_hardest_board_and_back() {
        let text = "BCDDEoBCFoEGBoFAAGHHHIoGooJIKKLLJMMo";
        let problem = parse(text).expect("a board");
        assert_eq!(problem.pieces().len(), 13);
        assert_eq!(write(&problem).as_deref(), Some(text));
        assert!(matches(text) && !matches("1A9BF0C"));
    }

    #[test]
    fn broken_boards_name_the_character() {
        let message = |text: &str| parse(text).expect_err("broken").to_string();
        assert_eq!(
            message("oooo"),
            "line 1, column 5: expected a square number of cells, such as 36, found the end after 4"
        );
        assert!(message("AAo*ooooo").starts_with("line 1, column 4: expected a car (A to Z)"));
        assert_eq!(
            message("AAoBooooo"),
            "line 1, column 4: expected car B as two or more cells in one line, found another shape"
        );
        assert_eq!(
            message("AooAooooo"),
            "line 1, column 1: expected car A lying, as it leaves to the right, found it upright"
        );
        assert_eq!(
            message("AAxoooooo"),
            "line 1, column 3: expected no wall at the exit of car A, found 'x'"
        );
        assert_eq!(message("ooooooooo"), "line 1, column 10: expected car A on the board, found none");
    }

    #[test]
    fn lines_of_a_database_are_boards() {
        let board = "GBBoLoGHIoLMGHIAAMCCCKoMooJKDDEEJFFo";
        for line in [format!("60 {board} 2332"), format!("60 {board}"), format!("  {board} ")] {
            assert!(matches(&line), "{line}");
            assert_eq!(write(&parse(&line).expect("a board")).as_deref(), Some(board));
        }
        assert!(!matches(&format!("{board} 60")) && !matches(&format!("60 {board} many")));
        let error = parse("60 AAo*ooooo 5").expect_err("broken").to_string();
        assert!(error.starts_with("line 1, column 7: "), "{error}");
    }

    proptest! {
        #[test]
        fn any_text_is_read_or_refused(text in "[A-Dox.]{9,36}|\\PC{0,40}") {
            if let Ok(problem) = parse(&text) {
                prop_assert_eq!(write(&problem), Some(text.trim().replace('.', "o")));
            }
        }
    }
}
