//! Level strings of GNOME Klotski: `#` a wall, `-` a gate that only `*` may cross, `*` the goal piece, `.`
//! where it must go, a space (or `_`) the floor, any other character a piece.

use super::text::{Picture, Span, lines};
use crate::error::Error;
use crate::model::grid::{Cell, Grid, Ground};
use crate::model::metric::Metric;
use crate::model::problem::{Piece, Problem, Target};
use crate::model::rules::Motion;
use crate::model::shape::Shape;

/// The piece of the goal.
const GOAL: char = '*';

fn is_piece(character: char) -> bool {
    !matches!(character, '#' | '-' | '.' | ' ' | '_') && !character.is_control()
}

/// Whether `text` is in this format: only these levels have a piece `*`.
pub(super) fn matches(text: &str) -> bool {
    text.contains(GOAL)
}

/// Reads a level: one row a line, or rows separated by `/` on a single line. Blanks at the end of a
/// row may be missing.
///
/// # Errors
/// With line and column, and what was expected.
pub fn parse(text: &str) -> Result<Problem, Error> {
    let mut spans: Vec<Span<'_>> = lines(text).collect();
    let is_blank = |span: &Span<'_>| span.text.trim().is_empty();
    while spans.last().is_some_and(is_blank) {
        spans.pop();
    }
    let first = spans.iter().position(|span| !is_blank(span)).unwrap_or(spans.len());
    let mut spans = spans.split_off(first);
    // In a level of several lines a stroke is a piece like any other.
    if let [only] = spans[..] {
        spans = only.split('/').collect();
    }
    if spans.is_empty() {
        let found = "the end of the text".into();
        return Err(Error::Text { line: 1, column: 1, expected: "a level".into(), found });
    }
    let cols = spans.iter().map(|span| span.text.chars().count()).max().unwrap_or(0);
    let padded: Vec<String> = spans.iter().map(|span| format!("{:cols$}", span.text)).collect();
    let rows = padded.iter().zip(&spans).map(|(text, span)| Span { text, ..*span }).collect();
    let picture = Picture::new(rows)?;
    let mut grid = Grid::open(picture.rows(), picture.cols());
    for (cell, character) in picture.cells() {
        match character {
            '#' => grid.lay(cell, Ground::Wall),
            '-' => grid.lay(cell, Ground::Gate),
            _ if character.is_control() => {
                return Err(picture.error_at(cell, "a wall, a gate, floor, a target or a piece"));
            }
            _ => {}
        }
    }
    let drawn = picture.pieces(is_piece);
    let goal: Vec<Cell> = picture.cells().filter(|cell| cell.1 == '.').map(|cell| cell.0).collect();
    let Some(piece) = drawn.iter().position(|piece| piece.0 == GOAL) else {
        return Err(picture.fault_at(Cell(0), "a piece '*' in the level", "none"));
    };
    let goal = target(&picture, &grid, &drawn[piece].1, &goal)?;
    let pieces = drawn.into_iter().map(|(name, cells)| {
        let (motion, label) = if name == GOAL { (Motion::GATED, 1) } else { (Motion::FREE, 0) };
        Piece { name, cells, motion, label }
    });
    Problem::new(grid, Metric::Finger, pieces.collect(), &[Target { piece, cells: goal }])
}

/// Where the piece '*', which stands on `cells`, must come to stand: a level is solved when each of its
/// cells lies on a target, so there may be more targets than cells as long as one place is meant.
fn target(picture: &Picture<'_>, grid: &Grid, cells: &[Cell], goal: &[Cell]) -> Result<Vec<Cell>, Error> {
    let shape = Shape::of(grid, cells).0;
    let on_targets = |&anchor: &Cell| {
        shape.cells_at(grid, anchor).filter(|cells| cells.iter().all(|cell| goal.contains(cell)))
    };
    let mut places = goal.iter().filter_map(on_targets);
    match (places.next(), places.next()) {
        (Some(place), None) => Ok(place),
        (found, _) => {
            let expected = "targets ('.') in the shape of the piece '*'";
            let (targets, cells_of) = (goal.len(), cells.len());
            let found = match found {
                None => format!("{targets} of them for its {cells_of} cells, or another shape"),
                Some(_) => format!("{targets} of them, with room for its {cells_of} cells in several places"),
            };
            Err(picture.fault_at(goal.first().copied().unwrap_or(cells[0]), expected, found))
        }
    }
}

/// The level of a puzzle, one row a line; `None` if it cannot be written in this form.
#[must_use]
pub fn write(problem: &Problem) -> Option<String> {
    let grid = problem.grid();
    let &[(kind, anchor)] = problem.goal() else { return None };
    let mut text: Vec<char> = grid
        .cells()
        .map(|cell| match grid.ground(cell) {
            Ground::Wall => '#',
            Ground::Gate => '-',
            Ground::Floor => ' ',
        })
        .collect();
    for cell in problem.cells_of(kind, anchor) {
        text[cell.index()] = '.';
    }
    let goal = (0..problem.pieces().len()).find(|&piece| problem.kind_of(piece) == kind)?;
    for (index, piece) in problem.pieces().iter().enumerate() {
        let name = if index == goal { GOAL } else { piece.name };
        for &cell in &piece.cells {
            if text[cell.index()] != ' ' {
                return None;
            }
            text[cell.index()] = name;
        }
    }
    let rows: Vec<String> = text.chunks(grid.cols()).map(|row| row.iter().collect()).collect();
    let text = rows.join("\n");
    let again = parse(&text).ok()?;
    let same_moves = again.kinds().iter().zip(problem.kinds()).all(|(new, old)| {
        new.shape == old.shape && Motion { gates: old.motion.gates, ..new.motion } == old.motion
    });
    (again.grid() == grid && same_moves && again.goal().len() == 1).then_some(text)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    const DONKEY: &str = "######\n#a**b#\n#a**b#\n#cdde#\n#cfge#\n#h  i#\n##--##\n    ..\n    ..";

    #[test]
    fn a_level_and_back() {
        let problem = parse(DONKEY).expect("a level");
        assert_eq!(problem.pieces().len(), 10);
        assert_eq!(write(&problem).as_deref(), Some(DONKEY));
        let one_line = DONKEY.replace('\n', "/").replace(' ', "_");
        assert_eq!(write(&parse(&one_line).expect("a level")).as_deref(), Some(DONKEY));
    }

    #[test]
    fn broken_levels_name_the_cell() {
        let message = |text: &str| parse(text).expect_err("broken").to_string();
        assert_eq!(message("#a.#"), "line 1, column 1: expected a piece '*' in the level, found none");
        assert!(message("#**. #\n#  . #").starts_with("line 1, column 4: expected targets ('.')"));
        assert!(message("#** #").starts_with("line 1, column 2: expected targets ('.')"));
        assert!(message("#** #\n#...#").ends_with("with room for its 2 cells in several places"));
    }

    /// A level is solved when every cell of '*' lies on a target; a spare target changes nothing.
    #[test]
    fn spare_targets_do_not_matter() {
        let problem = parse("**  \n*   \n  ..\n.  .\n  . ").unwrap_err();
        assert!(problem.to_string().contains("another shape"));
        let problem = parse("**  \n*   \n  ..\n. . ").expect("one place");
        assert_eq!(problem.goal()[0].1, problem.grid().cell(2, 2));
    }

    proptest! {
        #[test]
        fn any_text_is_read_or_refused(text in "[#*.ab \\-\\n]{0,30}|\\PC{0,40}") {
            let _ = parse(&text);
        }
    }
}
