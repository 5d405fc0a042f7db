//! A puzzle of labels with a small number for each kind of tile.

use std::collections::{BTreeMap, BTreeSet};

use super::space::ArrangementSpace;
use super::written::{Labelled, Want};
use crate::format::labels::Label;
use crate::geometry::Geometry;
use crate::metric::Metric;
use crate::paths::Paths;

/// The kinds of tiles in reading order, one for each of at most `N` cells; 0 is a blank, and so is every place
/// beyond the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Arrangement<const N: usize>(pub [u8; N]);

/// The puzzle by kinds. Kind 0 is the blank; its tiles are interchangeable, as those of every kind are.
#[derive(Clone, Debug)]
pub struct Kinds {
    geometry: Geometry,
    /// How many tiles there are of each kind.
    pub(super) counts: Vec<u32>,
    /// For each goal and each cell the set of kinds that may stand there, one bit each.
    pub(super) goals: Vec<Vec<u64>>,
    /// The kind of each label.
    of: BTreeMap<Label, u8>,
    /// What counts as one move, by the paths of a blank: up, left, down, right.
    pub(super) paths: Paths,
}

impl Kinds {
    /// The kinds of `puzzle`, whose moves `metric` counts. Labels that no goal mentions are one kind where they are
    /// `merged`.
    #[must_use]
    pub fn new(puzzle: &Labelled, metric: &dyn Metric, merged: bool) -> Self {
        let wanted = puzzle.wanted().expect("a puzzle has a goal");
        let named: BTreeSet<&Label> = wanted.iter().flatten().filter_map(Want::label).collect();
        let mut of = BTreeMap::from([(Label::BLANK, 0)]);
        let mut free = None;
        let mut counts = vec![0];
        for (&label, &count) in puzzle.counts().iter() {
            let kind = match (label == &Label::BLANK, merged && !named.contains(label), free) {
                (true, ..) => 0,
                (_, true, Some(free)) => free,
                _ => {
                    counts.push(0);
                    counts.len() - 1
                }
            };
            if kind > 0 && merged && !named.contains(label) {
                free = Some(kind);
            }
            counts[kind] += count;
            of.insert(label.clone(), kind as u8);
        }
        let all = u64::MAX >> (64 - counts.len());
        let set = |want: &Want| match want {
            Want::Label(label) => 1 << of[label],
            Want::Tile => all & !1,
            Want::Any => all,
        };
        let goals = wanted.iter().map(|goal| goal.iter().map(set).collect()).collect();
        let geometry = puzzle.geometry();
        let paths = Paths::new(&geometry, metric);
        Kinds { geometry, counts, goals, of, paths }
    }

    /// The grid.
    #[must_use]
    pub fn geometry(&self) -> Geometry {
        self.geometry
    }

    /// The paths of a blank that are one move.
    #[must_use]
    pub fn paths(&self) -> &Paths {
        &self.paths
    }

    /// How many cells there are.
    pub(super) fn cells(&self) -> usize {
        self.geometry.cells() as usize
    }

    /// All arrangements of the tiles; `None` if there are more than 2^64.
    #[must_use]
    pub fn space(&self) -> Option<ArrangementSpace> {
        ArrangementSpace::new(&self.counts)
    }

    /// How many cells are blank.
    #[must_use]
    pub fn blanks(&self) -> u32 {
        self.counts[0]
    }

    /// Whether two tiles are of one kind.
    #[must_use]
    pub fn has_equal_tiles(&self) -> bool {
        self.counts[1..].iter().any(|&count| count > 1)
    }

    /// Whether tiles are of a kind that no goal names, so that their moves count but not their places.
    #[must_use]
    pub fn has_free_tiles(&self) -> bool {
        let named = |kind: usize| self.goals.iter().flatten().any(|&set| set == 1 << kind);
        (1..self.counts.len()).any(|kind| !named(kind))
    }

    /// The kind of the tiles with a label.
    #[must_use]
    pub fn kind(&self, label: &Label) -> Option<u8> {
        self.of.get(label).copied()
    }

    /// Labels by their kinds.
    ///
    /// # Panics
    /// If they are not those of the puzzle, or more than `N`.
    #[must_use]
    pub fn arrangement<const N: usize>(&self, labels: &[Label]) -> Arrangement<N> {
        let mut kinds = [0; N];
        labels.iter().zip(&mut kinds).for_each(|(label, kind)| *kind = self.of[label]);
        Arrangement(kinds)
    }

    /// Labels for an arrangement: of several that are one kind each as often as the puzzle has it, in order.
    #[must_use]
    pub fn labels(&self, puzzle: &Labelled, kinds: &[u8]) -> Vec<Label> {
        let mut stock: Vec<Vec<&Label>> = vec![Vec::new(); self.counts.len()];
        for (&label, &count) in puzzle.counts().iter().rev() {
            stock[self.of[label] as usize].extend(std::iter::repeat_n(label, count as usize));
        }
        let label = |&kind: &u8| stock[kind as usize].pop().expect("an arrangement of the tiles").clone();
        kinds[..self.cells()].iter().map(label).collect()
    }
}

impl Want {
    fn label(&self) -> Option<&Label> {
        match self {
            Want::Label(label) => Some(label),
            Want::Tile | Want::Any => None,
        }
    }
}
