//! Boards of N x N tiles, and the program that prints everything about one.
//!
//! Every operation is linear in the number of tiles. The program holds four bytes and one bit for each
//! tile, so that a board of 32768 x 32768 fits into 8 GiB.

use std::ffi::OsString;
use std::fmt;
use std::fs::File;
use std::io::Write;
use std::path::Path;

use taquin_tiles::format::{Style, read_board};
use taquin_tiles::heuristic::{Manhattan, Misplaced};
use taquin_tiles::{Direction, Geometry, GoalCells, Solvability, solvability};

use crate::arguments::one_file;
use crate::error::Error;
use crate::program::{Settings, Verdict};
use crate::slip::Slip;

/// A board of N x N tiles; its goal is 1, 2, 3 ... with the blank, 0, in the last cell.
///
/// ```
/// use taquin_courses::Board;
///
/// let board = Board::new([[0, 1, 3], [4, 2, 5], [7, 8, 6]])?;
/// assert_eq!((board.size(), board.tile_at(1, 2)), (3, 5));
/// assert_eq!((board.hamming(), board.manhattan()), (4, 4));
/// assert!(board.is_solvable() && !board.is_goal());
/// let neighbors: Vec<Board> = board.neighbors().collect();
/// assert_eq!(neighbors[0], Board::new([[1, 0, 3], [4, 2, 5], [7, 8, 6]])?);
/// assert_eq!(neighbors[1].to_string(), "3\n 4  1  3\n 0  2  5\n 7  8  6");
/// # Ok::<(), taquin_courses::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Board(pub(crate) taquin_tiles::Board);

/// Where the blank moves, in the order of the neighbours: north, east, south, west.
const DIRECTIONS: [Direction; 4] = [Direction::Up, Direction::Right, Direction::Down, Direction::Left];

impl Board {
    /// The board with these rows of tiles.
    ///
    /// # Errors
    /// If there are not as many columns as rows, up to 32768, or the tiles are not 0 to N * N - 1,
    /// each once.
    pub fn new<R: AsRef<[u32]>>(tiles: impl AsRef<[R]>) -> Result<Self, Error> {
        let rows = tiles.as_ref();
        let size = u32::try_from(rows.len()).unwrap_or(u32::MAX);
        if let Some(row) = rows.iter().find(|row| row.as_ref().len() != rows.len()) {
            let found_cols = u32::try_from(row.as_ref().len()).unwrap_or(u32::MAX);
            let error = taquin_tiles::Error::Size { rows: size, cols: size, found_rows: size, found_cols };
            return Err(error.into());
        }
        let tiles: Vec<u32> = rows.iter().flat_map(|row| row.as_ref()).copied().collect();
        Ok(Board(taquin_tiles::Board::new(size, size, tiles)?))
    }

    /// Reads a file: N, then N * N tiles.
    ///
    /// # Errors If the file cannot be read, or does not contain a board.
    pub fn read(path: &Path) -> Result<Self, Error> {
        let file = File::open(path).map_err(|source| Error::File { path: path.into(), source })?;
        let board = read_board(file).map_err(|source| Error::Board { path: path.into(), source })?;
        Ok(Board(board))
    }

    /// The tile in row `i` and column `j`, both counted from 0; 0 is the blank.
    ///
    /// # Panics
    /// If there is no such row or column.
    #[must_use]
    pub fn tile_at(&self, i: usize, j: usize) -> u32 {
        assert!(i < self.size() && j < self.size(), "row {i}, column {j} is not on the board");
        self.0.tiles()[i * self.size() + j]
    }

    /// N.
    #[must_use]
    pub fn size(&self) -> usize {
        self.0.rows() as usize
    }

    /// The number of tiles out of place.
    #[must_use]
    pub fn hamming(&self) -> u64 {
        Misplaced::count(&self.0, &self.goal())
    }

    /// The sum of the Manhattan distances from the tiles to their goal cells.
    #[must_use]
    pub fn manhattan(&self) -> u64 {
        Manhattan::distance(&self.geometry(), &self.0, &self.goal())
    }

    /// Whether every tile is in its place.
    #[must_use]
    pub fn is_goal(&self) -> bool {
        self.hamming() == 0
    }

    /// Whether moves lead to the goal.
    #[must_use]
    pub fn is_solvable(&self) -> bool {
        solvability(&self.geometry(), &self.0, &self.goal()).is_solvable()
    }

    /// The boards one move away: the blank moves north, east, south, west, where it can.
    pub fn neighbors(&self) -> impl Iterator<Item = Board> {
        let (geometry, blank) = (self.geometry(), self.0.blank());
        DIRECTIONS.into_iter().filter_map(move |direction| geometry.neighbor(blank, direction)).map(|cell| {
            let mut neighbor = self.clone();
            neighbor.0.slide(cell);
            neighbor
        })
    }

    pub(crate) fn geometry(&self) -> Geometry {
        Geometry::new(self.0.rows(), self.0.cols(), false)
    }

    fn goal(&self) -> GoalCells {
        GoalCells::blank_last(self.geometry().cells())
    }
}

/// N on a line of its own, then the rows, every tile at least two wide; the last line is not ended.
impl fmt::Display for Board {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.text(Style::Course).fmt(f)
    }
}

pub(crate) fn run(
    arguments: &[OsString],
    settings: &Settings,
    out: &mut dyn Write,
) -> Result<Verdict, Error> {
    let mut board = Board::read(one_file(arguments)?)?;
    let (geometry, blank, mut goal) = (board.geometry(), board.0.blank(), board.goal());
    if settings.slip == Some(Slip::BlankFirst) {
        goal = GoalCells::of(&taquin_tiles::Board::blank_first(geometry.rows(), geometry.cols()));
    }
    let blank_distance = match settings.slip {
        Some(Slip::BlankCounted) => u64::from(geometry.distance(blank, goal.cell(0))),
        _ => 0,
    };
    let hamming = Misplaced::count(&board.0, &goal);
    writeln!(out, "{}", hamming + blank_distance.min(1))?;
    writeln!(out, "{}", Manhattan::distance(&geometry, &board.0, &goal) + blank_distance)?;
    writeln!(out, "{}", hamming == 0)?;
    writeln!(
        out,
        "{}",
        match solvability(&geometry, &board.0, &goal) {
            Solvability::Parity { permutation_odd, blank_odd }
                if settings.slip == Some(Slip::BlankRowIgnored) =>
            {
                // The inversions alone: the permutation without the blank's way along its row.
                let row = |cell: u32| cell / geometry.cols();
                let rows = row(blank).abs_diff(row(goal.cell(0))) % 2 == 1 && geometry.cols() % 2 == 0;
                permutation_odd == (blank_odd ^ rows)
            }
            answer => answer.is_solvable(),
        }
    )?;
    let directions = match settings.slip {
        Some(Slip::UpDownLeftRight) => [Direction::Up, Direction::Down, Direction::Left, Direction::Right],
        Some(Slip::LeftRightUpDown) => [Direction::Left, Direction::Right, Direction::Up, Direction::Down],
        Some(Slip::UpLeftDownRight) => Direction::ALL,
        _ => DIRECTIONS,
    };
    // Sliding there and back instead of copying keeps a single board in memory.
    for cell in directions.into_iter().filter_map(|direction| geometry.neighbor(blank, direction)) {
        board.0.slide(cell);
        writeln!(out, "{board}")?;
        board.0.slide(blank);
    }
    Ok(Verdict::Done)
}
