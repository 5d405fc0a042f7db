//! A position in characters for a terminal: boxes around pieces, in colour if the terminal has it.
//!
//! Lines run where two cells belong to different pieces, so that a tile is a box and a block of several cells is
//! one box. A cell of the board is `wide` characters by `tall` lines, and lines lie between the cells.

use std::fmt::Write as _;

use super::colour::Colour;
use super::scene::{Ground, Place, Scene};

/// The colours that a terminal has.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Palette {
    /// None.
    #[default]
    Plain,
    /// 256 of them.
    Few,
    /// All.
    All,
}

impl Palette {
    /// What makes a terminal write on `colour`, in black.
    fn ground(self, colour: Colour) -> String {
        let Colour { red, green, blue } = colour;
        // A cube of six steps a side, which begins at colour 16.
        let step = |part: u8| u32::from(part.saturating_sub(35) / 40);
        match self {
            Palette::Plain => String::new(),
            Palette::Few => format!("\x1b[30;48;5;{}m", 16 + 36 * step(red) + 6 * step(green) + step(blue)),
            Palette::All => format!("\x1b[30;48;2;{red};{green};{blue}m"),
        }
    }

    /// `text` in bold, where there are colours.
    #[must_use]
    pub fn bold(self, text: &str) -> String {
        if self == Palette::Plain { text.into() } else { format!("\x1b[1m{text}\x1b[m") }
    }

    /// `text` less bright, where there are colours.
    #[must_use]
    pub fn dim(self, text: &str) -> String {
        if self == Palette::Plain { text.into() } else { format!("\x1b[2m{text}\x1b[m") }
    }
}

/// A position drawn with boxes.
#[derive(Clone, Debug)]
pub struct Boxes<'a> {
    scene: &'a Scene,
    /// The piece on every cell.
    owners: Vec<Owner>,
    tall: usize,
    wide: usize,
    picked: Option<usize>,
}

/// What a character of the drawing belongs to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Owner {
    Piece(usize),
    Floor,
    Wall,
    /// Several: a line runs here.
    Line,
}

impl<'a> Boxes<'a> {
    /// The drawing with cells as small as the labels allow.
    #[must_use]
    pub fn new(scene: &'a Scene) -> Self {
        let longest = scene.pieces.iter().map(|piece| piece.label.chars().count()).max().unwrap_or(1);
        let floor = |ground: &Ground| if *ground == Ground::Wall { Owner::Wall } else { Owner::Floor };
        let mut owners: Vec<Owner> = scene.ground.iter().map(floor).collect();
        for (index, piece) in scene.pieces.iter().enumerate() {
            for cell in piece.cells() {
                let (row, col) = scene.on_board(cell);
                owners[row as usize * scene.cols + col as usize] = Owner::Piece(index);
            }
        }
        Boxes { scene, owners, tall: 1, wide: longest + 2, picked: None }
    }

    /// With larger cells, `tall` lines each.
    #[must_use]
    pub fn tall(self, tall: usize) -> Self {
        Boxes { wide: self.wide.max(2 * tall + 1), tall, ..self }
    }

    /// With one piece set off.
    #[must_use]
    pub fn picked(self, piece: Option<usize>) -> Self {
        Boxes { picked: piece, ..self }
    }

    /// The lines of the drawing.
    #[must_use]
    pub fn height(&self) -> usize {
        self.scene.rows * (self.tall + 1) + 1
    }

    /// The columns of the drawing.
    #[must_use]
    pub fn width(&self) -> usize {
        self.scene.cols * (self.wide + 1) + 1
    }

    /// The cell of the board at a line and a column of the drawing.
    #[must_use]
    pub fn cell_at(&self, line: usize, column: usize) -> Option<Place> {
        let (row, col) = (line / (self.tall + 1), column / (self.wide + 1));
        (row < self.scene.rows && col < self.scene.cols).then_some((row as i32, col as i32))
    }

    /// The lines, each as wide as the drawing.
    #[must_use]
    pub fn lines(&self, palette: Palette) -> Vec<String> {
        let mut grid: Vec<Vec<(char, Owner)>> = (0..self.height())
            .map(|line| (0..self.width()).map(|column| self.mark(line, column)).collect())
            .collect();
        for piece in 0..self.scene.pieces.len() {
            self.label(piece, &mut grid);
        }
        grid.iter().map(|line| self.painted(line, palette)).collect()
    }

    /// Who owns a cell; beyond the edges there are walls.
    fn owner(&self, row: isize, col: isize) -> Owner {
        let inside =
            (0..self.scene.rows as isize).contains(&row) && (0..self.scene.cols as isize).contains(&col);
        if inside { self.owners[row as usize * self.scene.cols + col as usize] } else { Owner::Wall }
    }

    /// The character at a line and a column, but for the labels.
    fn mark(&self, line: usize, column: usize) -> (char, Owner) {
        let (row, col) = ((line / (self.tall + 1)) as isize, (column / (self.wide + 1)) as isize);
        let (on_row, on_col) = (line.is_multiple_of(self.tall + 1), column.is_multiple_of(self.wide + 1));
        let here = self.owner(row, col);
        let above = self.owner(row - 1, col);
        let left = self.owner(row, col - 1);
        let corner = self.owner(row - 1, col - 1);
        let (wrap_rows, wrap_cols) = self.scene.wraps;
        let character = match (on_row, on_col) {
            (false, false) => {
                let middle = line % (self.tall + 1) == self.tall.div_ceil(2)
                    && column % (self.wide + 1) == self.wide.div_ceil(2);
                return (if middle { self.middle(row, col, here) } else { fill(here) }, here);
            }
            (true, false) if here == above => return (fill(here), here),
            (false, true) if here == left => return (fill(here), here),
            (true, false) if wrap_rows && (line == 0 || line + 1 == self.height()) => '┄',
            (false, true) if wrap_cols && (column == 0 || column + 1 == self.width()) => '┆',
            (true, false) => '─',
            (false, true) => '│',
            (true, true) => {
                let lines = [corner != above, left != here, corner != left, above != here];
                let bits =
                    lines.iter().enumerate().map(|(bit, &runs)| usize::from(runs) << bit).sum::<usize>();
                if bits == 0 {
                    return (fill(here), here);
                }
                // Up, down, left, right.
                [' ', '╵', '╷', '│', '╴', '┘', '┐', '┤', '╶', '└', '┌', '├', '─', '┴', '┬', '┼'][bits]
            }
        };
        (character, Owner::Line)
    }

    /// What stands in the middle of a cell: on free ground what the goal or the board has to say of it.
    fn middle(&self, row: isize, col: isize, owner: Owner) -> char {
        if owner != Owner::Floor {
            return fill(owner);
        }
        let place = (row as i32, col as i32);
        match self.scene.ground[row as usize * self.scene.cols + col as usize] {
            Ground::Gate => '┊',
            _ if self.scene.marks.iter().any(|mark| mark.cells.contains(&place)) => '·',
            _ => ' ',
        }
    }

    /// Writes the label of a piece into its middle.
    fn label(&self, piece: usize, grid: &mut [Vec<(char, Owner)>]) {
        let label = &self.scene.pieces[piece].label;
        let text = if self.picked == Some(piece) { format!("[{label}]") } else { label.clone() };
        let length = text.chars().count();
        // Twice the line and the column of a middle, which may lie between two of them.
        let (tall, wide) = (self.tall, self.wide);
        let middle = |(row, col): Place| {
            (2 * (row as usize * (tall + 1) + 1) + tall - 1, 2 * (col as usize * (wide + 1) + 1) + wide - 1)
        };
        let cells: Vec<(usize, usize)> =
            self.scene.pieces[piece].cells().map(|cell| middle(self.scene.on_board(cell))).collect();
        let sum = cells.iter().fold((0, 0), |sum, cell| (sum.0 + cell.0, sum.1 + cell.1));
        let spot = |(line, column): (usize, usize)| (line / 2, (column + 2).saturating_sub(length) / 2);
        let fits = |&(line, from): &(usize, usize)| {
            (from..from + length)
                .all(|at| grid[line].get(at).is_some_and(|spot| spot.1 == Owner::Piece(piece)))
        };
        // The middle of a bent piece may lie outside of it.
        let all = (sum.0 / cells.len().max(1), sum.1 / cells.len().max(1));
        let Some((line, from)) = [all].into_iter().chain(cells).map(spot).find(fits) else { return };
        for (character, spot) in text.chars().zip(&mut grid[line][from..]) {
            spot.0 = character;
        }
    }

    /// A line in colour.
    fn painted(&self, line: &[(char, Owner)], palette: Palette) -> String {
        let (mut text, mut last) = (String::new(), None);
        for &(character, owner) in line {
            if palette != Palette::Plain && last != Some(owner) {
                let ink = match owner {
                    Owner::Piece(piece) => {
                        let colour = self.scene.pieces[piece].colour;
                        let bold = if self.picked == Some(piece) { "\x1b[1m" } else { "" };
                        format!("{}{bold}", palette.ground(colour))
                    }
                    Owner::Floor | Owner::Line => "\x1b[2m".into(),
                    Owner::Wall => String::new(),
                };
                let _ = write!(text, "\x1b[m{ink}");
                last = Some(owner);
            }
            text.push(character);
        }
        if palette != Palette::Plain {
            text.push_str("\x1b[m");
        }
        text
    }
}

/// What fills a part of the drawing.
fn fill(owner: Owner) -> char {
    if owner == Owner::Wall { '▒' } else { ' ' }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Hints, Instance};

    fn drawn(text: &str, torus: bool) -> String {
        let instance = Instance::parse(text, &Hints { torus, ..Hints::default() }).unwrap();
        let scene = instance.scene();
        let boxes = Boxes::new(&scene);
        let lines = boxes.lines(Palette::Plain);
        assert_eq!(lines.len(), boxes.height());
        assert!(lines.iter().all(|line| line.chars().count() == boxes.width()));
        lines.join("\n")
    }

    #[test]
    fn tiles_are_boxes() {
        assert_eq!(drawn("1 2 / 3 0", false), "┌───┬───┐\n│ 1 │ 2 │\n├───┼───┤\n│ 3 │   │\n└───┴───┘");
        assert_eq!(drawn("1 2 / 3 0", true), "┌┄┄┄┬┄┄┄┐\n┆ 1 │ 2 ┆\n├───┼───┤\n┆ 3 │   ┆\n└┄┄┄┴┄┄┄┘");
    }

    #[test]
    fn labels_stand_in_the_middle() {
        assert!(
            drawn("1 2 3 4 / 5 6 7 8 / 9 10 0 11", false)
                .ends_with("│  9 │ 10 │    │ 11 │\n└────┴────┴────┴────┘")
        );
        let bent = drawn("aa.\na..\n...\ngoal: .../aa./a..", false);
        assert_eq!(bent.matches('a').count(), 1, "{bent}");
    }

    #[test]
    fn blocks_are_whole() {
        let drawn = drawn("abbc\nabbc\n....\ngoal: ..../...c/...c", false);
        let lines = [
            "┌───┬───────┬───┐",
            "│   │       │   │",
            "│ a │   b   │ c │",
            "│   │       │   │",
            "├───┴───────┴───┤",
            "│             · │",
            "└───────────────┘",
        ];
        assert_eq!(drawn, lines.join("\n"));
    }

    #[test]
    fn colours_are_reset_and_only_where_there_are_any() {
        let instance = Instance::parse("1 2 / 3 0", &Hints::default()).unwrap();
        let scene = instance.scene();
        let boxes = Boxes::new(&scene).picked(Some(0));
        assert!(
            boxes.lines(Palette::Plain).concat().contains("│[1]│")
                && !boxes.lines(Palette::Plain).concat().contains('\x1b')
        );
        for palette in [Palette::Few, Palette::All] {
            assert!(boxes.lines(palette).iter().all(|line| line.ends_with("\x1b[m")));
        }
        assert!(boxes.lines(Palette::All)[1].contains("48;2;"));
        assert!(boxes.lines(Palette::Few)[1].contains("48;5;"));
    }

    #[test]
    fn a_spot_of_the_drawing_is_a_cell() {
        let instance = Instance::parse("1 2 / 3 0", &Hints::default()).unwrap();
        let scene = instance.scene();
        let boxes = Boxes::new(&scene).tall(3);
        assert_eq!((boxes.height(), boxes.width()), (9, 17));
        assert_eq!(
            (boxes.cell_at(2, 3), boxes.cell_at(7, 12), boxes.cell_at(8, 30)),
            (Some((0, 0)), Some((1, 1)), None)
        );
    }
}
