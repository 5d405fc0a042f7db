//! A puzzle of labels as it is written: the start, and one goal or several.

use std::collections::BTreeMap;

use crate::format::labels::{Label, write};
use crate::geometry::Geometry;

/// The most goals that letters may stand for.
const MOST_GOALS: usize = 1000;

/// The most ways of giving letters a label that are tried.
const MOST_TRIES: usize = 100_000;

/// Why labels are no puzzle.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum LabelError {
    /// More cells than are numbered.
    #[error("tiles with labels are for boards of at most {most} cells, not {cells}")]
    TooLarge {
        /// The cells of the board.
        cells: u32,
        /// The most cells.
        most: u32,
    },
    /// Nothing can move.
    #[error("the board has no blank; write 0, _ or . for it")]
    NoBlank,
    /// `*` in a start.
    #[error("'*' stands for any tile in a goal; the start has to name its tiles")]
    OpenStart,
    /// A goal of another size.
    #[error("the goal has {found} cells, the start {cells}")]
    Size {
        /// The cells of the start.
        cells: usize,
        /// Those of the goal.
        found: usize,
    },
    /// A goal that wants more tiles of a label than there are.
    #[error("the goal has {goal} of '{label}', the start {start}")]
    TooMany {
        /// The label.
        label: Label,
        /// How many the goal has.
        goal: u32,
        /// How many there are.
        start: u32,
    },
    /// A goal that no arrangement of the tiles satisfies.
    #[error("no arrangement of the tiles satisfies the goal")]
    NoArrangement,
    /// Letters that stand for too many goals.
    #[error("the letters of the goal stand for more than {MOST_GOALS} goals")]
    TooManyGoals,
}

/// What a goal asks of a cell.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Want {
    /// This label.
    Label(Label),
    /// Any tile.
    Tile,
    /// Whatever is left over.
    Any,
}

/// A puzzle of labels: a grid, a start, and goals of which one is to be reached.
///
/// In a goal `*` takes whatever the goal does not name: any tile, and a blank too where the goal names fewer blanks
/// than there are. A single letter that is no label of the start stands for a label of some tile, the same wherever
/// it appears; two letters may stand for the same.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Labelled {
    geometry: Geometry,
    start: Vec<Label>,
    goals: Vec<Vec<Label>>,
}

impl Labelled {
    /// The most cells of a board.
    pub const MOST_CELLS: u32 = 64;

    /// The puzzle of reaching one of `goals` from `start`.
    ///
    /// # Errors
    /// If there is no blank, or the goals do not fit the start.
    pub fn new(geometry: Geometry, start: Vec<Label>, goals: Vec<Vec<Label>>) -> Result<Self, LabelError> {
        if geometry.cells() > Self::MOST_CELLS {
            return Err(LabelError::TooLarge { cells: geometry.cells(), most: Self::MOST_CELLS });
        }
        if start.contains(&Label::Any) {
            return Err(LabelError::OpenStart);
        }
        if !start.contains(&Label::BLANK) {
            return Err(LabelError::NoBlank);
        }
        let cells = geometry.cells() as usize;
        if let Some(other) = std::iter::once(&start).chain(&goals).find(|board| board.len() != cells) {
            return Err(LabelError::Size { cells, found: other.len() });
        }
        let puzzle = Labelled { geometry, start, goals };
        puzzle.wanted().map(|_| puzzle)
    }

    /// The same puzzle from another start, which has the same labels.
    #[must_use]
    pub fn with_start(&self, start: Vec<Label>) -> Self {
        debug_assert_eq!(counts(&start), counts(&self.start));
        Labelled { start, ..self.clone() }
    }

    /// The grid.
    #[must_use]
    pub fn geometry(&self) -> Geometry {
        self.geometry
    }

    /// The labels of the start in reading order, 0 for a blank.
    #[must_use]
    pub fn start(&self) -> &[Label] {
        &self.start
    }

    /// The goals as they are written.
    #[must_use]
    pub fn goals(&self) -> &[Vec<Label>] {
        &self.goals
    }

    /// How many there are of each label, blanks included.
    #[must_use]
    pub fn counts(&self) -> BTreeMap<&Label, u32> {
        counts(&self.start)
    }

    /// The start and the goals as text, which reads back.
    #[must_use]
    pub fn text(&self) -> String {
        let cols = self.geometry.cols();
        let goals: Vec<String> = self.goals.iter().map(|goal| write(goal, cols)).collect();
        format!("{} -> {}", write(&self.start, cols), goals.join(" | "))
    }

    /// The goals without letters: several for one that has letters which stand for more than one label.
    pub(super) fn wanted(&self) -> Result<Vec<Vec<Want>>, LabelError> {
        let counts = self.counts();
        let mut found = Vec::new();
        for goal in &self.goals {
            let mut letters: BTreeMap<&Label, u32> = BTreeMap::new();
            let mut left = counts.clone();
            for label in goal {
                if is_letter(label, &counts) {
                    *letters.entry(label).or_default() += 1;
                } else if *label != Label::Any {
                    let (have, want) = (counts.get(label).copied().unwrap_or(0), count(goal, label));
                    let room = left.get_mut(label).filter(|left| **left > 0);
                    *room.ok_or(LabelError::TooMany { label: label.clone(), goal: want, start: have })? -= 1;
                }
            }
            let (once, mut repeated): (Vec<_>, Vec<_>) =
                letters.into_iter().partition(|&(_, times)| times == 1);
            let once = once.into_iter().map(|(letter, _)| letter).collect();
            repeated.sort_by_key(|&(_, times)| std::cmp::Reverse(times));
            let mut choice =
                Choice { goal, repeated, once, given: BTreeMap::new(), tries: 0, found: &mut found };
            choice.give(&mut left)?;
        }
        if found.is_empty() { Err(LabelError::NoArrangement) } else { Ok(found) }
    }
}

/// Whether a label of a goal stands for labels of the start.
fn is_letter(label: &Label, counts: &BTreeMap<&Label, u32>) -> bool {
    matches!(label, Label::Word(word) if word.chars().count() == 1) && !counts.contains_key(label)
}

fn counts(labels: &[Label]) -> BTreeMap<&Label, u32> {
    let mut counts = BTreeMap::new();
    labels.iter().for_each(|label| *counts.entry(label).or_default() += 1);
    counts
}

fn count(labels: &[Label], label: &Label) -> u32 {
    labels.iter().filter(|other| *other == label).count() as u32
}

/// Labels for the letters of one goal. Those that appear once need no label of their own: any tile will do.
struct Choice<'a, 'b> {
    goal: &'a [Label],
    repeated: Vec<(&'a Label, u32)>,
    once: Vec<&'a Label>,
    given: BTreeMap<&'a Label, &'a Label>,
    tries: usize,
    found: &'b mut Vec<Vec<Want>>,
}

impl<'a> Choice<'a, '_> {
    /// Gives the next letter every label of which enough tiles are left.
    fn give(&mut self, left: &mut BTreeMap<&'a Label, u32>) -> Result<(), LabelError> {
        self.tries += 1;
        if self.tries > MOST_TRIES || self.found.len() > MOST_GOALS {
            return Err(LabelError::TooManyGoals);
        }
        let Some(&(letter, times)) = self.repeated.get(self.given.len()) else {
            let tiles: u32 =
                left.iter().filter(|(label, _)| ***label != Label::BLANK).map(|(_, left)| left).sum();
            if tiles as usize >= self.once.len() {
                let goal = self.goal.iter().map(|label| self.want(label)).collect();
                self.found.push(goal);
            }
            return Ok(());
        };
        let fitting: Vec<&Label> = left
            .iter()
            .filter(|&(label, &left)| **label != Label::BLANK && left >= times)
            .map(|(&label, _)| label)
            .collect();
        for label in fitting {
            *left.entry(label).or_default() -= times;
            self.given.insert(letter, label);
            self.give(left)?;
            self.given.remove(letter);
            *left.entry(label).or_default() += times;
        }
        Ok(())
    }

    fn want(&self, label: &Label) -> Want {
        match (label, self.given.get(label)) {
            (_, Some(&given)) => Want::Label(given.clone()),
            (Label::Any, None) => Want::Any,
            (label, None) if self.once.contains(&label) => Want::Tile,
            (label, None) => Want::Label(label.clone()),
        }
    }
}
