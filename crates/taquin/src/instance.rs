//! A puzzle to solve: which family, which start, which goal.

use taquin_blocks::format::{Format, plain};
use taquin_blocks::{Metric, Problem};
use taquin_tiles::format::{self, Boards};
use taquin_tiles::{Board, Cell, Direction, Geometry, GoalCells, Move, Solvability, solvability};

use crate::answer::Step;
use crate::error::Error;

/// A puzzle with its start and its goal.
#[derive(Clone, Debug)]
pub enum Instance {
    /// Sliding tiles.
    Tiles(TilesInstance),
    /// Sliding blocks.
    Blocks(Problem),
}

/// What a text alone does not tell.
#[derive(Clone, Debug, Default)]
pub struct Hints {
    /// The goal as a text of its own.
    pub goal: Option<String>,
    /// Whether opposite edges are joined.
    pub torus: bool,
    /// The rows and columns of a flat list.
    pub size: Option<(u32, u32)>,
    /// What counts as one move of a block.
    pub metric: Option<Metric>,
    /// The form of a puzzle of blocks, where it is not to be guessed.
    pub form: Option<Format>,
}

impl Instance {
    /// Reads a puzzle in any form that the library knows.
    ///
    /// # Errors
    /// If the text is no puzzle, with the line, the column and what was expected; if there are two
    /// goals, or the goal has another size.
    pub fn parse(text: &str, hints: &Hints) -> Result<Self, Error> {
        if hints.form.is_some() || looks_like_blocks(text) {
            return blocks(text, hints).map(Instance::Blocks);
        }
        if could_be_a_code(text) {
            return Err(Error::Unclear);
        }
        if hints.metric.is_some() {
            return Err(Error::BlocksOnly { what: "a metric".into() });
        }
        TilesInstance::parse(text, hints).map(Instance::Tiles)
    }
}

/// Whether `text` is about blocks: in one of their own formats, or a picture, which has letters for
/// pieces where tiles have numbers.
fn looks_like_blocks(text: &str) -> bool {
    let letters = text.chars().filter(|character| character.is_alphabetic()).count();
    let digits = text.chars().filter(char::is_ascii_digit).count();
    match Format::guess(text) {
        Format::Course | Format::Gnome | Format::RushHour => true,
        Format::Klotski => letters > 0,
        Format::Plain => letters > digits || text.contains(['#', '.']),
    }
}

/// Whether `text` is one number that no board of tiles has, but that is a Klotski code.
fn could_be_a_code(text: &str) -> bool {
    text.trim().len() > 1 && Format::guess(text) == Format::Klotski && Format::Klotski.parse(text).is_ok()
}

/// Reads a puzzle of blocks.
fn blocks(text: &str, hints: &Hints) -> Result<Problem, Error> {
    if hints.size.is_some() {
        return Err(Error::TilesOnly { what: "a size for a flat list".into() });
    }
    let problem = match (hints.form.unwrap_or_else(|| Format::guess(text)), &hints.goal) {
        (Format::Plain, goal) => {
            let wrapped =
                if hints.torus { format!("{}\nwrap: both", text.trim_end()) } else { text.to_string() };
            plain::parse_with_goal(&wrapped, goal.as_deref())?
        }
        (_, Some(_)) => return Err(Error::TwoGoals),
        (_, None) if hints.torus => return Err(Error::PicturesOnly),
        (format, None) => format.parse(text)?,
    };
    Ok(match hints.metric {
        Some(metric) => problem.with_metric(metric),
        None => problem,
    })
}

/// Sliding tiles: a grid and two arrangements on it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TilesInstance {
    /// The grid.
    pub geometry: Geometry,
    /// The start.
    pub start: Board,
    /// The goal.
    pub goal: Board,
}

impl TilesInstance {
    fn parse(text: &str, hints: &Hints) -> Result<Self, Error> {
        let Boards { start, goal } = format::parse(text, hints.size)?;
        let (rows, cols) = (start.rows(), start.cols());
        let goal = match (goal, &hints.goal) {
            (Some(_), Some(_)) => return Err(Error::TwoGoals),
            (Some(goal), None) => goal,
            (None, Some(text)) => {
                let goal = format::parse_board(text, Some((rows, cols))).map_err(Error::Goal)?;
                if (goal.rows(), goal.cols()) != (rows, cols) {
                    let (found_rows, found_cols) = (goal.rows(), goal.cols());
                    return Err(taquin_tiles::Error::Size { rows, cols, found_rows, found_cols }.into());
                }
                goal
            }
            (None, None) => Board::blank_last(rows, cols),
        };
        Ok(TilesInstance { geometry: Geometry::new(rows, cols, hints.torus), start, goal })
    }

    /// Whether the goal can be reached, and why.
    #[must_use]
    pub fn solvability(&self) -> Solvability {
        solvability(&self.geometry, &self.start, &GoalCells::of(&self.goal))
    }

    /// Plays `moves` from the start and says which tile each of them moves where.
    ///
    /// # Panics
    /// If a move is not legal, or the moves do not end at the goal: then a search is broken, and no
    /// answer is better than a wrong one.
    #[must_use]
    pub fn replay(&self, moves: &[Move]) -> Vec<Step> {
        let mut board = self.start.clone();
        let steps = moves.iter().map(|&mv| self.step(&mut board, mv)).collect();
        assert!(board == self.goal, "a solution must end at the goal");
        steps
    }

    pub(crate) fn step(&self, board: &mut Board, Move { from, to }: Move) -> Step {
        assert_eq!(board.blank(), to, "a tile moves into the blank");
        let tile = board.tiles()[from as usize];
        board.slide(from);
        Step::Tile { tile, from, to, direction: self.direction(from, to) }
    }

    /// The direction in which a tile goes from one cell to a neighbour.
    ///
    /// # Panics
    /// If the cells are no neighbours.
    #[must_use]
    pub fn direction(&self, from: Cell, to: Cell) -> Direction {
        // On a side of two cells both ways lead there; the one inside the board is the natural one.
        let inside = Geometry::new(self.geometry.rows(), self.geometry.cols(), false);
        let leads = |grid: &Geometry| {
            Direction::ALL.into_iter().find(|&direction| grid.neighbor(from, direction) == Some(to))
        };
        leads(&inside).or_else(|| leads(&self.geometry)).expect("a move joins two neighbours")
    }
}
