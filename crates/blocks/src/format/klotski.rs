//! The hexadecimal Klotski code of a 5x4 board with one 2x2 block.
//!
//! The first digit is the cell of the block's upper left corner in reading order. Then come two bits
//! for each cell that is still free, in reading order: 0 empty, 1 the left cell of a lying block, 2
//! the upper cell of an upright block, 3 a single cell. Trailing zeros are dropped. The classic is
//! `1A9BF0C`.

use super::course::{self, CELLS, COLS};
use super::text::{Span, lines};
use crate::error::Error;
use crate::model::metric::Metric;
use crate::model::problem::{Kind, Problem};
use crate::model::rules::Motion;

/// One digit for the 2x2 block and two bits for each of the sixteen other cells.
pub const MOST_DIGITS: usize = 1 + (CELLS - 4) / 2;

/// Whether `text` is in this format. A word that begins with a digit and has one character too many or a wrong one is
/// read as a code with a mistake: as a picture it would be a full row.
pub(super) fn matches(text: &str) -> bool {
    let text = text.trim();
    let strange = || text.chars().filter(|digit| !digit.is_ascii_hexdigit());
    match strange().count() {
        0 => (1..=MOST_DIGITS).contains(&text.len()) || (is_code(text) && text.len() == MOST_DIGITS + 1),
        1 => is_code(text) && (4..=MOST_DIGITS).contains(&text.len()) && strange().all(char::is_alphabetic),
        _ => false,
    }
}

/// Whether a word has both digits and capital letters, as nearly all codes do.
fn is_code(text: &str) -> bool {
    let has = |wanted: fn(&char) -> bool| text.chars().any(|character| wanted(&character));
    text.starts_with(|first: char| first.is_ascii_hexdigit())
        && has(char::is_ascii_digit)
        && has(char::is_ascii_uppercase)
        && !has(char::is_ascii_lowercase)
}

/// A board that is covered block by block.
struct Tiling {
    digits: [u8; CELLS],
    covered: [bool; CELLS],
}

impl Tiling {
    /// Lays a block on `cells`; whether it fits.
    fn place(&mut self, cells: &[usize], digit: u8) -> bool {
        let fits = cells.iter().all(|&cell| cell < CELLS && !self.covered[cell]);
        if fits {
            cells.iter().for_each(|&cell| (self.digits[cell], self.covered[cell]) = (digit, true));
        }
        fits
    }
}

/// Reads a code; the goal is the 2x2 block in the middle of the two lowest rows.
///
/// # Errors With the column of the digit that is wrong, and what was expected.
pub fn parse(text: &str) -> Result<Problem, Error> {
    let mut spans = lines(text).map(Span::trim).filter(|span| !span.text.is_empty());
    let code = spans.next().unwrap_or(Span { text: "", line: 1, column: 1 });
    if let Some(more) = spans.next() {
        return Err(more.error_at(0, "the end after one code"));
    }
    let mut values = vec![];
    for (index, digit) in code.text.chars().enumerate() {
        let value = digit.to_digit(16).ok_or_else(|| code.error_at(index, "a hexadecimal digit"))?;
        values.push(value as usize);
    }
    if values.len() > MOST_DIGITS {
        return Err(code.error_at(MOST_DIGITS, "at most nine hexadecimal digits"));
    }
    let square = *values.first().ok_or_else(|| code.error_at(0, "a hexadecimal digit"))?;
    let mut tiling = Tiling { digits: [0; CELLS], covered: [false; CELLS] };
    let inside = square % COLS + 1 < COLS;
    if !inside || !tiling.place(&[square, square + 1, square + COLS, square + COLS + 1], 1) {
        return Err(code.error_at(0, "a cell where the 2x2 block fits (0 1 2 4 5 6 8 9 A C D E)"));
    }
    for (index, value) in values.iter().enumerate().skip(1) {
        for pair in [value >> 2, value & 3] {
            let free = tiling.covered.iter().position(|covered| !covered).unwrap_or(CELLS);
            let fits = match pair {
                0 => free == CELLS || tiling.place(&[free], 0),
                1 => free % COLS + 1 < COLS && tiling.place(&[free, free + 1], 3),
                2 => tiling.place(&[free, free + COLS], 2),
                _ => tiling.place(&[free], 4),
            };
            if !fits {
                let place = match free {
                    CELLS => "the end, as every cell is covered".to_string(),
                    _ => format!("a block that fits at row {}, column {}", free / COLS + 1, free % COLS + 1),
                };
                return Err(code.error_at(index, place));
            }
        }
    }
    course::problem(&tiling.digits, Motion::FREE, Metric::Finger)
}

/// The code of a board; `None` if it is not one of 5x4 cells with such blocks, has another goal or
/// pieces that move otherwise.
#[must_use]
pub fn write(problem: &Problem) -> Option<String> {
    let digits = course::digits(problem)?;
    let square = digits.iter().position(|&digit| digit == 1)?;
    let mut covered = digits.map(|digit| digit == 1);
    let mut pairs = vec![];
    for cell in 0..CELLS {
        if std::mem::replace(&mut covered[cell], true) {
            continue;
        }
        pairs.push(match digits[cell] {
            3 => {
                covered[cell + 1] = true;
                1
            }
            2 => {
                covered[cell + COLS] = true;
                2
            }
            4 => 3,
            _ => 0,
        });
    }
    if pairs.len() % 2 == 1 {
        pairs.push(0);
    }
    let mut code = format!("{square:X}");
    code.extend(pairs.chunks(2).map(|pair| char::from(b"0123456789ABCDEF"[pair[0] << 2 | pair[1]])));
    code.truncate(code.trim_end_matches('0').len().max(1));
    let slides = |kind: &Kind| kind.motion.horizontal && kind.motion.vertical && !kind.motion.flies;
    let same = course::goal_cells(&parse(&code).ok()?) == course::goal_cells(problem);
    (same && problem.kinds().iter().all(slides)).then_some(code)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn the_classic_and_back() {
        let problem = parse("1A9BF0C").expect("a code");
        let digits: String =
            course::digits(&problem).expect("5x4").map(|digit| char::from(b'0' + digit)).iter().collect();
        assert_eq!(digits, "21122112233224424004");
        assert_eq!(write(&problem).as_deref(), Some("1A9BF0C"));
        assert_eq!(write(&parse("4FEA134").expect("a code")).as_deref(), Some("4FEA134"));
        assert_eq!(write(&parse("0").expect("a code")).as_deref(), Some("0"));
    }

    #[test]
    fn broken_codes_name_the_digit() {
        let message = |text: &str| parse(text).expect_err("broken").to_string();
        assert!(message("3A").starts_with("line 1, column 1: expected a cell where the 2x2 block fits"));
        assert!(message(" 1AX").starts_with("line 1, column 4: expected a hexadecimal digit, found 'X'"));
        assert_eq!(
            message("1A9BF0CC4"),
            "line 1, column 8: expected the end, as every cell is covered, found 'C'"
        );
        assert_eq!(
            message("0FD"),
            "line 1, column 3: expected a block that fits at row 2, column 4, found 'D'"
        );
    }

    proptest! {
        #[test]
        fn codes_come_back(text in "[0-9A-F]{1,9}") {
            if let Ok(problem) = parse(&text) {
                let code = write(&problem).expect("it was a code");
                prop_assert_eq!(&code, text.trim_end_matches('0').get(..).filter(|t| !t.is_empty()).unwrap_or("0"));
                prop_assert_eq!(course::digits(&parse(&code).expect("written")), course::digits(&problem));
            }
        }

        #[test]
        fn any_text_is_read_or_refused(text in "\\PC{0,12}") {
            let _ = parse(&text);
        }
    }
}
