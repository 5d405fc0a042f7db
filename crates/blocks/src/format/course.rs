//! The flying Klotski as twenty digits: a 5x4 board in reading order, 0 empty, 1 the 2x2 block,
//! 2 an upright block of two rows, 3 a lying block of two columns, 4 a single cell.
//!
//! The goal is the 2x2 block in the middle of the two lowest rows; single cells may fly, and every
//! move is one step or one flight.

use crate::compiled::blocks::Blocks;
use crate::compiled::word::Word;
use crate::error::Error;
use crate::model::grid::{Cell, Grid, Ground};
use crate::model::metric::Metric;
use crate::model::problem::{Piece, Problem, Target};
use crate::model::rules::Motion;
use crate::model::shape::Shape;

/// The rows of the board.
pub const ROWS: usize = 5;
/// The columns of the board.
pub const COLS: usize = 4;
/// The cells of the board.
pub const CELLS: usize = ROWS * COLS;

/// What each digit from 1 to 4 stands for: its rows, its columns and its name.
const BLOCKS: [(usize, usize, &str); 4] =
    [(2, 2, "a 2x2 block"), (2, 1, "an upright block"), (1, 2, "a lying block"), (1, 1, "a single cell")];

/// The names of the pieces in the order of their first cells; the 2x2 block is `Z`.
const NAMES: [char; CELLS - 1] =
    ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i', 'j', 'k', 'l', 'm', 'n', 'o', 'p', 'q', 'r', 's'];

/// The most characters of a text in this form that may be mistakes.
const STRANGE: usize = 2;

/// Reads twenty digits, with or without white space between them.
///
/// # Errors
/// With line and column, where the text is not twenty digits from 0 to 4, or where the board is not
/// tiled by such blocks, has not exactly one 2x2 block or no empty cell.
pub fn parse(text: &str) -> Result<Problem, Error> {
    let (mut digits, mut places) = (vec![], vec![]);
    let (mut line, mut column) = (1, 0);
    for character in text.chars() {
        column += 1;
        let fault =
            |expected: &str, found: String| Error::Text { line, column, expected: expected.into(), found };
        match character {
            '\n' => (line, column) = (line + 1, 0),
            _ if character.is_whitespace() => {}
            '0'..='4' if digits.len() == CELLS => {
                return Err(fault("the end after twenty digits", format!("{character:?}")));
            }
            '0'..='4' => {
                digits.push(character as u8 - b'0');
                places.push((line, column));
            }
            _ => return Err(fault("a digit from 0 to 4", format!("{character:?}"))),
        }
    }
    let count = digits.len();
    let digits: [u8; CELLS] = digits.try_into().map_err(|_| Error::Text {
        line,
        column: column + 1,
        expected: "twenty digits".into(),
        found: format!("the end after {count}"),
    })?;
    problem(&digits, Motion::FLYING, Metric::Unit).map_err(|error| match error {
        Error::Grid { row, column, problem } => {
            let (line, column) = places[(row - 1) * COLS + column - 1];
            Error::Text { line, column, expected: "blocks that fill the board".into(), found: problem }
        }
        other => other,
    })
}

/// Whether `text` is in this format: about twenty characters, nearly all of them digits from 0 to 4. The parser
/// reports mistakes in the others.
pub(super) fn matches(text: &str) -> bool {
    let characters = || text.chars().filter(|character| !character.is_whitespace());
    let count = characters().take(CELLS + 2).count();
    let strange = characters().filter(|character| !('0'..='4').contains(character)).count();
    count.abs_diff(CELLS) <= 1 && strange <= STRANGE && !text.contains(['.', '#', ':', '/', ','])
}

/// The twenty digits of a puzzle; `None` if it is not the flying Klotski.
#[must_use]
pub fn write(problem: &Problem) -> Option<String> {
    let text: String = digits(problem)?.iter().map(|digit| char::from(b'0' + digit)).collect();
    let again = parse(&text).ok()?;
    let same = again.metric() == problem.metric() && goal_cells(&again) == goal_cells(problem);
    let kinds = |problem: &Problem| -> Vec<(Shape, Motion)> {
        let all = (0..problem.pieces().len()).map(|piece| &problem.kinds()[problem.kind_of(piece)]);
        all.map(|kind| (kind.shape.clone(), kind.motion)).collect()
    };
    (same && kinds(&again) == kinds(problem)).then_some(text)
}

/// The cells that each target of the goal covers.
pub(super) fn goal_cells(problem: &Problem) -> Vec<Vec<Cell>> {
    problem.goal().iter().map(|&(kind, anchor)| problem.cells_of(kind, anchor)).collect()
}

/// The puzzle that `digits` picture, in reading order, with the given motion of the single cells.
///
/// # Errors
/// With the row and the column where the board is not tiled by the blocks, has not exactly one 2x2
/// block or no empty cell.
pub fn problem(digits: &[u8; CELLS], singles: Motion, metric: Metric) -> Result<Problem, Error> {
    let grid = Grid::open(ROWS, COLS);
    let mut covered = [false; CELLS];
    let mut pieces: Vec<Piece> = vec![];
    let mut square = None;
    for (index, &digit) in digits.iter().enumerate() {
        if covered[index] || digit == 0 {
            continue;
        }
        let fault =
            |problem: String| Error::Grid { row: index / COLS + 1, column: index % COLS + 1, problem };
        let Some(&(rows, cols, name)) = BLOCKS.get(usize::from(digit) - 1) else {
            return Err(fault(format!("expected a digit from 0 to 4, found {digit}")));
        };
        let mut cells = vec![];
        for at in (0..rows).flat_map(|row| (0..cols).map(move |col| index + row * COLS + col)) {
            let beside = index % COLS + cols <= COLS && at < CELLS;
            if !beside || covered[at] || digits[at] != digit {
                return Err(fault(format!("the {digit} here does not begin {name} of {digit}s")));
            }
            covered[at] = true;
            cells.push(Cell(at as u16));
        }
        if digit == 1 && square.replace(pieces.len()).is_some() {
            return Err(fault("a second 2x2 block, where there must be exactly one".into()));
        }
        let motion = if digit == 4 { singles } else { Motion::FREE };
        let name = if digit == 1 { 'Z' } else { NAMES[pieces.len() - usize::from(square.is_some())] };
        pieces.push(Piece { name, cells, motion, label: 0 });
    }
    let at_the_end = |problem: &str| Error::Grid { row: ROWS, column: COLS, problem: problem.into() };
    let Some(square) = square else {
        return Err(at_the_end("the board ends without a 2x2 block (digit 1)"));
    };
    if !digits.contains(&0) {
        return Err(at_the_end("the board ends without an empty cell (digit 0)"));
    }
    let goal = [(3, 1), (3, 2), (4, 1), (4, 2)].map(|(row, col)| grid.cell(row, col));
    Problem::new(grid, metric, pieces, &[Target { piece: square, cells: goal.to_vec() }])
}

/// The digits of a board; `None` if it is not one of 5x4 cells with exactly one 2x2 block and else
/// only blocks of two cells and single ones.
#[must_use]
pub fn digits(problem: &Problem) -> Option<[u8; CELLS]> {
    let grid = problem.grid();
    let open = grid.cells().all(|cell| grid.ground(cell) == Ground::Floor);
    if (grid.rows(), grid.cols()) != (ROWS, COLS) || grid.wraps() != (false, false) || !open {
        return None;
    }
    let mut digits = [0; CELLS];
    for piece in 0..problem.pieces().len() {
        let kind = problem.kind_of(piece);
        let digit = digit_of(&problem.kinds()[kind].shape)?;
        for cell in problem.cells_of(kind, problem.anchor_of(piece)) {
            digits[cell.index()] = digit;
        }
    }
    (digits.iter().filter(|&&digit| digit == 1).count() == 4).then_some(digits)
}

/// The digit of a block of this shape.
fn digit_of(shape: &Shape) -> Option<u8> {
    let fits = |&(rows, cols, _): &(usize, usize, &str)| *shape == Shape::rectangle(rows as i32, cols as i32);
    (1..).zip(&BLOCKS).find(|(_, block)| fits(block)).map(|(digit, _)| digit)
}

/// The twenty digits of any state as one number that sorts as they do.
///
/// Each digit takes three bits, the first one the highest; so a piece adds the same amount wherever
/// the others are, and a state's number is a sum over its pieces.
#[derive(Clone, Debug)]
pub struct Numbering {
    weights: Vec<u64>,
}

impl Numbering {
    /// The numbering of the states of `blocks`, which must have been read by this module.
    ///
    /// # Panics
    /// If there are other blocks than the course has.
    #[must_use]
    pub fn new<O: Word, C: Word>(blocks: &Blocks<O, C>) -> Self {
        let weight = |spot| {
            let shape = &blocks.problem().kinds()[blocks.kind_at(spot)].shape;
            let digit = u64::from(digit_of(shape).expect("a block of the course"));
            blocks.cells_at(spot).map(|cell| digit << (3 * (CELLS - 1 - cell.index()))).sum()
        };
        Numbering { weights: (0..blocks.spots()).map(|spot| weight(spot as u16)).collect() }
    }

    /// The number of `state`.
    #[inline]
    #[must_use]
    pub fn number<O: Word, C: Word>(&self, blocks: &Blocks<O, C>, state: C) -> u64 {
        let mut number = 0;
        blocks.each_spot(state, |spot| number += self.weights[usize::from(spot)]);
        number
    }

    /// The digits, as characters, that a number stands for.
    #[must_use]
    pub fn digits(number: u64) -> [char; CELLS] {
        std::array::from_fn(|cell| char::from(b'0' + ((number >> (3 * (CELLS - 1 - cell))) & 7) as u8))
    }
}

#[cfg(test)]
mod tests {
    use std::collections::{HashMap, VecDeque};

    use proptest::prelude::*;
    use taquin_search::{Heuristic, Puzzle};

    use super::*;
    use crate::compiled::blocks::Move;
    use crate::compiled::travel::Travel;

    fn read(text: &str) -> Blocks<u64, u64> {
        Blocks::new(&parse(text).expect("a course board")).expect("a small board")
    }

    fn successors(text: &str) -> Vec<String> {
        let blocks = read(text);
        let numbering = Numbering::new(&blocks);
        let mut numbers: Vec<u64> = blocks
            .moves(&blocks.start())
            .map(|mv| numbering.number(&blocks, blocks.moved(blocks.start(), mv)))
            .collect();
        numbers.sort_unstable();
        numbers.into_iter().map(|number| Numbering::digits(number).iter().collect()).collect()
    }

    #[test]
    fn successors_in_the_order_of_their_digits() {
        let expected = [
            "22222222330411041144",
            "22222222330411441104",
            "22222222334011041144",
            "22222222334011441104",
            "22222222334401140114",
            "22222222334411001144",
            "22222222334411041140",
            "22222222334411401104",
            "22222222334411441100",
        ];
        assert_eq!(successors("2222 2222 3344 1104 1104"), expected);
        assert_eq!(successors("2 3 3 2 2 4 0 2 2 1 1 2 2 1 1 2 4 0 4 4").len(), 8);
    }

    #[test]
    fn broken_boards_name_the_cell() {
        let message = |text: &str| parse(text).expect_err("broken").to_string();
        assert_eq!(
            message("22222222334411051104"),
            "line 1, column 16: expected a digit from 0 to 4, found '5'"
        );
        assert_eq!(
            message("2222\n2222\n3344\n1104\n110"),
            "line 5, column 4: expected twenty digits, found the end after 19"
        );
        assert_eq!(
            message("222222223344110411040"),
            "line 1, column 21: expected the end after twenty digits, found '0'"
        );
        assert_eq!(
            message("22222222334311041104"),
            "line 1, column 12: expected blocks that fill the board, found the 3 here does not begin a lying block of 3s"
        );
        assert_eq!(
            message("22222224334411041104"),
            "line 1, column 4: expected blocks that fill the board, found the 2 here does not begin an upright block of 2s"
        );
        assert_eq!(
            message("22222222334411141104"),
            "line 1, column 15: expected blocks that fill the board, found the 1 here does not begin a 2x2 block of 1s"
        );
        assert_eq!(
            message("22222222110011001111"),
            "line 1, column 17: expected blocks that fill the board, found the 1 here does not begin a 2x2 block of 1s"
        );
        assert_eq!(
            message("11221122334411041104"),
            "line 1, column 13: expected blocks that fill the board, found a second 2x2 block, where there must be exactly one"
        );
        assert_eq!(
            message("22222222334444044404"),
            "line 1, column 20: expected blocks that fill the board, found the board ends without a 2x2 block (digit 1)"
        );
        assert_eq!(
            message("22222222334411441144"),
            "line 1, column 20: expected blocks that fill the board, found the board ends without an empty cell (digit 0)"
        );
    }

    /// Distances from `start` to every reachable state.
    fn component(blocks: &Blocks<u64, u64>, start: u64) -> HashMap<u64, u32> {
        let mut distance = HashMap::from([(start, 0)]);
        let mut queue = VecDeque::from([start]);
        while let Some(state) = queue.pop_front() {
            let next = distance[&state] + 1;
            blocks.each_move(state, &mut |_, to| {
                distance.entry(to).or_insert_with(|| {
                    queue.push_back(to);
                    next
                });
            });
        }
        distance
    }

    #[test]
    fn travel_is_manhattan_and_steps_as_it_starts() {
        let blocks = read("2332 2402 2112 2112 4044");
        let travel = Travel::new(&blocks);
        let states = component(&blocks, blocks.start());
        for &state in states.keys().step_by(7) {
            let mut square = None;
            blocks.each_spot(state, |spot| {
                if blocks.wanted(spot) {
                    square = Some(blocks.problem().grid().place(blocks.anchor_at(spot)));
                }
            });
            let (row, col) = square.expect("there is one 2x2 block");
            let memo = travel.start(&blocks, &state);
            assert_eq!(memo as usize, row.abs_diff(3) + col.abs_diff(1));
            blocks.each_move(state, &mut |mv, after| {
                assert_eq!(travel.step(&blocks, memo, &after, mv), travel.start(&blocks, &after));
                assert_eq!(blocks.moved(after, Move { from: mv.to, to: mv.from }), state);
            });
        }
    }

    /// The classic piece set under the flying rule: its component, seen from all goals at once,
    /// is known to be 38 moves deep.
    #[test]
    fn hardest_start_is_38_moves_deep() {
        let blocks = read("2112 2112 2332 2442 4004");
        let all = component(&blocks, blocks.start());
        assert_eq!(all.len(), 65_880);
        let mut distance: HashMap<u64, u32> =
            all.keys().filter(|state| blocks.reached(**state)).map(|&state| (state, 0)).collect();
        let mut queue: VecDeque<u64> = distance.keys().copied().collect();
        while let Some(state) = queue.pop_front() {
            let next = distance[&state] + 1;
            blocks.each_move(state, &mut |_, to| {
                distance.entry(to).or_insert_with(|| {
                    queue.push_back(to);
                    next
                });
            });
        }
        assert_eq!(distance.values().max(), Some(&38));
    }

    proptest! {
        #[test]
        fn any_text_is_read_or_refused(text in "[0-5 \\n]{0,30}|\\PC{0,40}") {
            let _ = parse(&text);
        }
    }
}
