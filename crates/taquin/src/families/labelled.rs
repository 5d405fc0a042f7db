//! Tiles with labels that may repeat, several blanks, and goals that leave cells open. The piece with index `i` of a
//! scene is the `i`-th tile by label; tiles of one label keep their numbers while they move.

mod analysis;
mod facts;
mod family;
mod lineup;
mod notation;
mod numbers;
mod planning;
mod reading;
mod solutions;
mod space;
mod stage;

use std::sync::Arc;

use taquin_tiles::format::labels::Label;
use taquin_tiles::labelled::{Arrangement, Kinds, LabelSolvability, Labelled, Matching, label_solvability};
use taquin_tiles::{Cell, Direction, Geometry, Metric, Move, Slide, metric};

use super::Reader;
use crate::answer::{self, Step};
use crate::instance::Instance;

/// The name of the family.
const KIND: &str = "labelled-tiles";

/// How tiles with labels are read.
pub(super) const READER: Reader = Reader {
    kind: KIND,
    metrics: metric::NAMES,
    forms: &[],
    lessons: &[],
    claims: reading::claims,
    read: |text, hints| reading::read(text, hints).map(Instance::from),
    check_saved: |_| Err(space::missing()),
};

/// Tiles with labels.
#[derive(Clone, Debug)]
pub struct LabelledInstance {
    puzzle: Labelled,
    /// The cell of every piece.
    cells: Vec<Cell>,
    shared: Arc<Shared>,
}

/// What all positions of a puzzle have in common.
#[derive(Debug)]
struct Shared {
    /// The labels of the pieces, in order.
    labels: Vec<Label>,
    /// What counts as one move.
    metric: &'static dyn Metric,
    /// The kinds of tiles; tiles that no goal mentions are one kind.
    kinds: Kinds,
    /// The distances of the tiles.
    matching: Matching,
}

impl LabelledInstance {
    /// The puzzle from its start to one of its goals, with moves counted by `metric`.
    #[must_use]
    pub fn new(puzzle: Labelled, metric: &'static dyn Metric) -> Self {
        let mut labels: Vec<Label> =
            puzzle.start().iter().filter(|label| **label != Label::BLANK).cloned().collect();
        labels.sort();
        let kinds = Kinds::new(&puzzle, metric, true);
        let matching = Matching::new(&kinds);
        let cells = stage::cells_of(&puzzle, &labels);
        LabelledInstance { puzzle, cells, shared: Arc::new(Shared { labels, metric, kinds, matching }) }
    }

    /// The same puzzle with moves counted by another metric.
    fn in_metric(&self, metric: &'static dyn Metric) -> Self {
        let cells = self.cells.clone();
        LabelledInstance { cells, ..LabelledInstance::new(self.puzzle.clone(), metric) }
    }

    /// What counts as one move.
    fn counting(&self) -> &'static dyn Metric {
        self.shared.metric
    }

    /// Whether moves are not counted tile by tile.
    fn is_metered(&self) -> bool {
        self.counting().name() != metric::METRICS[0].name()
    }

    /// The kinds of tiles in which every label is one.
    fn fine_kinds(&self) -> Kinds {
        Kinds::new(&self.puzzle, self.counting(), false)
    }

    /// The puzzle as it is written.
    #[must_use]
    pub fn puzzle(&self) -> &Labelled {
        &self.puzzle
    }

    /// The same puzzle from another arrangement of its labels.
    fn with_start(&self, start: Vec<Label>) -> Self {
        let puzzle = self.puzzle.with_start(start);
        let cells = stage::cells_of(&puzzle, self.labels());
        LabelledInstance { puzzle, cells, shared: Arc::clone(&self.shared) }
    }

    /// The same puzzle after a tile has moved.
    fn with_move(&self, from: Cell, to: Cell) -> Self {
        let mut start = self.puzzle.start().to_vec();
        start.swap(from as usize, to as usize);
        let mut cells = self.cells.clone();
        cells.iter_mut().filter(|cell| **cell == from).for_each(|cell| *cell = to);
        LabelledInstance { puzzle: self.puzzle.with_start(start), cells, shared: Arc::clone(&self.shared) }
    }

    fn labels(&self) -> &[Label] {
        &self.shared.labels
    }

    fn kinds(&self) -> &Kinds {
        &self.shared.kinds
    }

    /// The cell of every piece.
    fn cells(&self) -> &[Cell] {
        &self.cells
    }

    fn cells_of_board(&self) -> usize {
        self.puzzle.start().len()
    }

    fn is_blank(&self, cell: Cell) -> bool {
        self.puzzle.start()[cell as usize] == Label::BLANK
    }

    fn arrangement<const N: usize>(&self) -> Arrangement<N> {
        self.kinds().arrangement(self.puzzle.start())
    }

    fn solved(&self) -> bool {
        self.kinds().is_goal(&self.arrangement::<64>().0)
    }

    /// Whether a goal can be reached, and why, if that is known without a search.
    #[must_use]
    pub fn solvability(&self) -> Option<LabelSolvability> {
        label_solvability(self.kinds(), &self.arrangement::<64>().0)
    }

    /// The direction in which a tile goes from one cell to a neighbour: on a side of two cells the one that stays
    /// inside of the board.
    fn direction(&self, from: Cell, to: Cell) -> Direction {
        let geometry = self.puzzle.geometry();
        let inside = Geometry::new(geometry.rows(), geometry.cols(), false);
        let leads = |grid: &Geometry| {
            Direction::ALL.into_iter().find(|&direction| grid.neighbor(from, direction) == Some(to))
        };
        leads(&inside).or_else(|| leads(&geometry)).expect("a move joins two neighbours")
    }

    /// Plays `moves` from the start and says which tile each step of them moves where.
    ///
    /// # Panics
    /// If a move is not legal, or the moves do not end at a goal: then a search is broken.
    fn replay(&self, moves: &[Slide]) -> Vec<Step> {
        self.replay_singles(moves.iter().flat_map(|&slide| self.kinds().paths().singles(slide)))
    }

    /// The same with moves tile by tile.
    fn replay_singles(&self, moves: impl Iterator<Item = Move>) -> Vec<Step> {
        let mut now = self.clone();
        let steps = moves.map(|mv| now.make(mv)).collect();
        assert!(now.solved(), "a solution must end at a goal");
        steps
    }

    fn make(&mut self, Move { from, to }: Move) -> Step {
        assert!(self.is_blank(to), "a tile moves into a blank");
        let piece = self.cells.iter().position(|&cell| cell == from).expect("a tile moves");
        let path = answer::Path::One(self.direction(from, to));
        *self = self.with_move(from, to);
        Step { piece: piece as u32, from, to, path }
    }

    /// How many moves of a metric these steps are.
    fn count(&self, metric: &dyn Metric, steps: &[Step]) -> u64 {
        let moves = &mut steps.iter().map(|step| Move { from: step.from, to: step.to });
        metric.count(&self.puzzle.geometry(), moves)
    }

    /// Whether a direction determines which tile moves.
    fn has_one_blank(&self) -> bool {
        self.kinds().blanks() == 1
    }

    /// The rows of labels, with dots for blanks, all of one width.
    fn drawn(&self, labels: &[Label]) -> Vec<String> {
        let word = |label: &Label| if *label == Label::BLANK { "·".to_string() } else { label.to_string() };
        let words: Vec<String> = labels.iter().map(word).collect();
        let boards = [self.puzzle.start()].into_iter().chain(self.puzzle.goals().iter().map(Vec::as_slice));
        let width = boards.flatten().map(|label| word(label).chars().count()).max().unwrap_or(1);
        let row =
            |row: &[String]| row.iter().map(|word| format!("{word:>width$}")).collect::<Vec<_>>().join(" ");
        words.chunks(self.puzzle.geometry().cols() as usize).map(row).collect()
    }
}
