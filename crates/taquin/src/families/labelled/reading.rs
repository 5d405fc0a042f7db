//! Which texts are boards of labels, and how they are read.
//!
//! A text is one of this family if its goal leaves cells open, names letters, or is one of several; if start and goal
//! have the same labels, of which some repeat or are words; or if it has several blanks. A number that is repeated by
//! mistake is none of these, and is reported as an error of numbered tiles; nor is a list of boards of numbers.

use taquin_tiles::format::GOALS;
use taquin_tiles::format::labels::{self, Label, LabelBoard};
use taquin_tiles::labelled::Labelled;
use taquin_tiles::{Geometry, ParseError, metric};

use super::{KIND, LabelledInstance};
use crate::error::Error;
use crate::families::tiles;
use crate::instance::Hints;
use crate::reading::is_wanted;

/// Longer texts are not boards of at most 64 cells.
const LONGEST: usize = 1 << 14;

/// The goal of a board that has none.
const USUAL: &str = "blank-last";

/// Whether a text is a board of labels.
pub(super) fn claims(text: &str, hints: &Hints) -> bool {
    if text.len() > LONGEST || hints.form.is_some() {
        return false;
    }
    let has_goal = hints.goal.is_some() || text.contains("->") || text.contains("goal:");
    if !has_goal && !has_blanks(text) && !text.contains(char::is_alphabetic) {
        return false;
    }
    let (start, goals) = labels::split(text);
    let goals = hints.goal.clone().or(goals);
    let Ok(start) = labels::parse(&start, hints.size) else { return false };
    // A picture of blocks has whole rows in a word, and no arrow before its goal.
    let is_words = has_words(&start.labels);
    let has_arrow = text.contains("->");
    if is_words && !has_arrow && (start.size.1 < 2 || !start.labels.contains(&Label::BLANK)) {
        return false;
    }
    // Without a goal a word among numbers is a mistake.
    let Some(goals) = goals else { return has_words_alone(&start.labels) || is_in_turn(&start) };
    let is_named = |goal: String| GOALS.iter().any(|(name, _)| *name == goal.trim());
    let repeats = !is_permutation(&start.labels);
    if !repeats && !goals.contains(|c: char| c == '*' || c == '|' || c.is_alphabetic()) {
        return false;
    }
    if goals.contains('|') {
        return true;
    }
    if repeats && labels::goals(&goals).all(is_named) {
        return !(hints.goal.is_some() && is_list(text, hints));
    }
    match labels::parse_goals(&goals, &start) {
        Ok(goals) => goals.iter().any(|goal| {
            let is_open = goal.contains(&Label::Any) || has_words(goal) || is_words;
            is_open || (repeats && sorted(goal) == sorted(&start.labels))
        }),
        Err(_) => goals.contains('*') || (is_words && (has_arrow || goals.trim().contains(' '))),
    }
}

/// Whether every line is a whole board of numbers, and not a row of one board: then numbers repeat from board to board.
fn is_list(text: &str, hints: &Hints) -> bool {
    let lines: Vec<&str> = text.lines().filter(|line| is_wanted(line)).collect();
    let is_board = |line: &&str| {
        (tiles::READER.read)(line, hints).is_ok_and(|board| {
            let (rows, cols) = board.size();
            rows.min(cols) > 1 && rows * cols > 8
        })
    };
    lines.len() > 1 && lines.iter().all(is_board)
}

fn has_words(labels: &[Label]) -> bool {
    labels.iter().any(|label| matches!(label, Label::Word(_)))
}

fn has_words_alone(labels: &[Label]) -> bool {
    let is_fit = |label: &Label| *label == Label::BLANK || matches!(label, Label::Word(_));
    has_words(labels) && labels.iter().all(is_fit)
}

/// Whether several cells may be blank, by the characters alone.
fn has_blanks(text: &str) -> bool {
    let is_apart = |c: Option<char>| c.is_none_or(|c| !c.is_alphanumeric());
    let mut blanks = 0;
    let mut before = None;
    let mut rest = text.chars();
    while let Some(c) = rest.next() {
        let alone = is_apart(before) && is_apart(rest.clone().next());
        blanks += usize::from(matches!(c, '_' | '.' | '·') || (c == '0' && alone));
        before = Some(c);
    }
    blanks > 1
}

/// Whether the tiles are 1, 2, 3 …, each once, and several cells blank.
fn is_in_turn(start: &LabelBoard) -> bool {
    let labels = sorted(&start.labels);
    let (blanks, tiles) = labels.split_at(labels.iter().take_while(|label| **label == Label::BLANK).count());
    let in_turn = (1..).zip(tiles).all(|(number, label)| *label == Label::Number(number));
    blanks.len() > 1 && in_turn
}

fn is_permutation(labels: &[Label]) -> bool {
    (0..).zip(sorted(labels)).all(|(number, label)| label == Label::Number(number))
}

fn sorted(labels: &[Label]) -> Vec<Label> {
    let mut labels = labels.to_vec();
    labels.sort();
    labels
}

/// Reads a board of labels.
pub(super) fn read(text: &str, hints: &Hints) -> Result<LabelledInstance, Error> {
    let metric = match &hints.metric {
        None => metric::METRICS[0],
        Some(name) => metric::named(name)
            .ok_or_else(|| Error::NotFor { what: format!("metric '{name}'"), kind: KIND })?,
    };
    let (start, own) = labels::split(text);
    let start = labels::parse(&start, hints.size)?;
    let goals = match (&hints.goal, own) {
        (Some(goal), _) => labels::parse_goals(goal, &start).map_err(Error::Goal),
        (None, None) if has_words(&start.labels) => return Err(Error::NoGoal),
        (None, own) => labels::parse_goals(own.as_deref().unwrap_or(USUAL), &start).map_err(Error::Parse),
    };
    let (rows, cols) = start.size;
    let puzzle = Labelled::new(Geometry::new(rows, cols, hints.torus), start.labels, goals?);
    Ok(LabelledInstance::new(puzzle.map_err(taquin_tiles::Error::from)?, metric))
}

/// Reads the labels of a state: each by itself, or with the number of the tile among those of its label.
pub(super) fn state(text: &str) -> Option<Vec<(Label, Option<usize>)>> {
    let cell = |word: &str| {
        let (label, number) = match word.split_once('#') {
            Some((label, number)) => (label, Some(number.parse::<usize>().ok()?.checked_sub(1)?)),
            None => (word, None),
        };
        let board: Result<LabelBoard, ParseError> = labels::parse(label, Some((1, 1)));
        Some((board.ok()?.labels.pop()?, number))
    };
    text.split_whitespace().filter(|word| *word != "/").map(cell).collect()
}
