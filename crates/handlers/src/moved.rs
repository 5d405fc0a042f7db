//! What a move changes. The size of this answer does not depend on the size of the board.

use serde::Serialize;
use taquin::Instance;

use crate::puzzle::Reach;

/// The plain text of a puzzle is part of the answer to a move if it is no longer than this.
const LONGEST_PLAIN: usize = 1000;

/// What a move changes.
#[derive(Debug, Serialize)]
pub(crate) struct Moved {
    /// The change that turns the text of the state before the move into the one after it.
    state: Splice,
    /// The change that turns the same text into the position for the next request, in which every piece keeps its
    /// name.
    at: Splice,
    solved: bool,
    /// How far the position looks from the goal.
    gauge: u32,
    /// Where every piece can go now.
    reach: Vec<Reach>,
    /// The whole puzzle as text in its plainest form, if the position can be written and the text is short.
    plain: Option<String>,
}

/// A change in a text, counted in the units of UTF-16 as scripts do.
#[derive(Debug, PartialEq, Eq, Serialize)]
pub(crate) struct Splice {
    /// Where it begins.
    at: usize,
    /// The length of the old text that is removed.
    removed: usize,
    /// The text that replaces it.
    inserted: String,
}

impl Moved {
    pub(crate) fn new(before: &Instance, after: &Instance) -> Self {
        let state = before.state_text();
        Moved {
            state: Splice::between(&state, &after.state_text()),
            at: Splice::between(&state, &after.position_text()),
            solved: after.is_solved(),
            gauge: after.gauge(),
            reach: Reach::all(after),
            plain: after.text().filter(|text| text.len() <= LONGEST_PLAIN),
        }
    }
}

impl Splice {
    fn between(old: &str, new: &str) -> Self {
        let pairs = || old.chars().zip(new.chars());
        let head: usize = pairs().take_while(|(a, b)| a == b).map(|(a, _)| a.len_utf8()).sum();
        let (rest, fresh) = (&old[head..], &new[head..]);
        let ends = rest.chars().rev().zip(fresh.chars().rev());
        let tail: usize = ends.take_while(|(a, b)| a == b).map(|(a, _)| a.len_utf8()).sum();
        let units = |text: &str| text.encode_utf16().count();
        Splice {
            at: units(&old[..head]),
            removed: units(&rest[..rest.len() - tail]),
            inserted: fresh[..fresh.len() - tail].into(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_splice_makes_the_new_text_of_the_old_one() {
        for (old, new) in [
            ("1 2 3 / 4 0 6", "1 2 3 / 0 4 6"),
            ("aa", "aaa"),
            ("aaa", "aa"),
            ("", "a"),
            ("a", ""),
            ("一𝄞二三", "一二𝄞三"),
        ] {
            let Splice { at, removed, inserted } = Splice::between(old, new);
            let mut units: Vec<u16> = old.encode_utf16().collect();
            units.splice(at..at + removed, inserted.encode_utf16());
            assert_eq!(String::from_utf16(&units).ok().as_deref(), Some(new), "{old}");
        }
        let Splice { at, removed, inserted } = Splice::between("1 2 3", "1 2 3");
        assert_eq!((at, removed, &*inserted), (5, 0, ""));
    }
}
