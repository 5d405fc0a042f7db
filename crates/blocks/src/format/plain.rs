//! Plain pictures of the start and the goal under a short header: the form that can express everything.
//!
//! It is described in `docs/formats.md`. A header line is `key: value`; rows of a picture are lines, or are
//! separated by `/`. In a picture `.` is empty, `#` a wall, `-` a gate, and any letter or digit a piece. In
//! the goal `.` means that anything may be there.

use std::collections::HashMap;

use super::text::{Picture, Span, lines, second_part};
use crate::error::Error;
use crate::model::grid::{Cell, Direction, Grid, Ground};
use crate::model::metric::Metric;
use crate::model::problem::{Piece, Problem, Target};
use crate::model::rules::Motion;
use crate::model::shape::Shape;

/// The keys of the header.
const KEYS: &str = "metric, wrap, goal-by, alike, distinct, fly, lengthwise, horizontal, vertical, gate, \
                    disconnected, note, start or goal";

/// Whether a line of `text` is of the header, or a word that belongs there: no other format has
/// such lines.
pub(super) fn has_header(text: &str) -> bool {
    lines(text).filter_map(|line| line.split_once(':')).any(|(key, _)| {
        let key = key.trim().text;
        key.len() >= 3 && key.chars().all(|letter| letter.is_ascii_lowercase() || letter == '-')
    })
}

/// The header of a plain picture.
#[derive(Debug, Default)]
struct Header<'a> {
    metric: Option<Metric>,
    wrap: (bool, bool),
    by_shape: bool,
    alike: Vec<Span<'a>>,
    distinct: Vec<Span<'a>>,
    fly: Vec<Span<'a>>,
    lengthwise: Vec<Span<'a>>,
    horizontal: Vec<Span<'a>>,
    vertical: Vec<Span<'a>>,
    gate: Vec<Span<'a>>,
    disconnected: Vec<Span<'a>>,
}

/// Reads a plain picture.
///
/// # Errors
/// With line and column, where the text is not one.
pub fn parse(text: &str) -> Result<Problem, Error> {
    parse_with_goal(text, None)
}

/// Reads a plain picture, with a goal from another text instead of its own if one is given.
///
/// # Errors
/// With line and column, where one of the texts is not what it should be.
pub fn parse_with_goal(text: &str, goal: Option<&str>) -> Result<Problem, Error> {
    let mut header = Header::default();
    let mut rows: [Vec<Span<'_>>; 2] = [vec![], vec![]];
    let mut current = 0;
    let mut last_line = 1;
    for span in lines(text).map(Span::trim).filter(|span| !span.text.is_empty()) {
        last_line = span.line;
        let picture = match span.split_once(':') {
            None => Some(span),
            Some((key, value)) => {
                let (key, value) = (key.trim(), value.trim());
                match key.text {
                    "start" => current = 0,
                    "goal" => current = 1,
                    _ => {
                        header.read(key, value)?;
                        continue;
                    }
                }
                if !rows[current].is_empty() {
                    return Err(key.error_at(0, format!("only one picture of the {}", key.text)));
                }
                Some(value).filter(|value| !value.text.is_empty())
            }
        };
        if let Some(picture) = picture {
            rows[current].extend(picture.split('/').map(Span::trim));
        }
    }
    if let Some(goal) = goal {
        let spans = lines(goal).map(Span::trim).filter(|span| !span.text.is_empty());
        rows[1] = spans.flat_map(|span| span.split('/')).map(Span::trim).collect();
    }
    let [start, goal] = rows;
    if start.is_empty() {
        let found = "the end of the text".into();
        return Err(Error::Text {
            line: last_line,
            column: 1,
            expected: "a picture of the start".into(),
            found,
        });
    }
    let start = Picture::new(start)?;
    let goal = if goal.is_empty() { None } else { Some(Picture::new(goal)?) };
    build(&header, &start, goal.as_ref())
}

impl<'a> Header<'a> {
    fn read(&mut self, key: Span<'a>, value: Span<'a>) -> Result<(), Error> {
        let list = match key.text {
            "metric" => {
                let metric = value.text.parse();
                self.metric =
                    Some(metric.map_err(|_| value.fault_at(0, "unit, straight or finger", quoted(value)))?);
                return Ok(());
            }
            "wrap" => {
                self.wrap = match value.text {
                    "rows" => (true, false),
                    "columns" => (false, true),
                    "both" => (true, true),
                    _ => return Err(value.fault_at(0, "rows, columns or both", quoted(value))),
                };
                return Ok(());
            }
            "goal-by" => {
                self.by_shape = match value.text {
                    "shape" => true,
                    "name" => false,
                    _ => return Err(value.fault_at(0, "shape or name", quoted(value))),
                };
                return Ok(());
            }
            "note" => return Ok(()),
            "alike" => &mut self.alike,
            "distinct" => &mut self.distinct,
            "fly" => &mut self.fly,
            "lengthwise" => &mut self.lengthwise,
            "horizontal" => &mut self.horizontal,
            "vertical" => &mut self.vertical,
            "gate" => &mut self.gate,
            "disconnected" => &mut self.disconnected,
            _ => return Err(key.fault_at(0, format!("one of the keys {KEYS}"), quoted(key))),
        };
        if value.text.is_empty() {
            return Err(value.error_at(0, "the names of pieces, or 'all'"));
        }
        list.extend(value.words());
        Ok(())
    }
}

fn quoted(span: Span<'_>) -> String {
    format!("{:?}", span.text)
}

/// Whether a character stands for a piece.
pub(super) fn is_piece(character: char) -> bool {
    character.is_alphanumeric()
}

/// Which pieces a list of the header names.
fn named(list: &[Span<'_>], index: &HashMap<char, usize>) -> Result<Vec<bool>, Error> {
    let mut picked = vec![false; index.len()];
    for word in list {
        if word.text == "all" {
            picked.fill(true);
            continue;
        }
        for (at, name) in word.text.chars().enumerate() {
            let piece =
                index.get(&name).ok_or_else(|| word.error_at(at, "a piece of the start, or 'all'"))?;
            picked[*piece] = true;
        }
    }
    Ok(picked)
}

fn build(header: &Header<'_>, start: &Picture<'_>, goal: Option<&Picture<'_>>) -> Result<Problem, Error> {
    let mut grid = Grid::open(start.rows(), start.cols()).wrapping(header.wrap.0, header.wrap.1);
    for (cell, character) in start.cells() {
        match character {
            '#' => grid.lay(cell, Ground::Wall),
            '-' => grid.lay(cell, Ground::Gate),
            '.' => {}
            _ if is_piece(character) => {}
            _ => return Err(start.error_at(cell, "a piece (letter or digit), '.', '#' or '-'")),
        }
    }
    let drawn = start.pieces(is_piece);
    let index: HashMap<char, usize> = drawn.iter().enumerate().map(|(at, piece)| (piece.0, at)).collect();
    let in_parts = named(&header.disconnected, &index)?;
    for (at, (name, cells)) in drawn.iter().enumerate() {
        if let Some(cell) = second_part(&grid, cells).filter(|_| !in_parts[at]) {
            let expected = format!("piece {name} in one part, or 'disconnected: {name}' in the header");
            return Err(start.fault_at(cell, expected, "a part by itself"));
        }
    }
    let motions = motions(header, &grid, &drawn, &index)?;
    let targets = targets(header, &grid, start, goal, &drawn, &index)?;
    let labels = labels(header, &grid, &drawn, &index, &targets)?;
    let pieces = drawn.into_iter().zip(motions).zip(labels);
    let pieces: Vec<Piece> =
        pieces.map(|(((name, cells), motion), label)| Piece { name, cells, motion, label }).collect();
    let metric = header.metric.unwrap_or_default();
    let problem = Problem::new(grid.clone(), metric, pieces, &targets);
    problem.map_err(|error| match (error, goal) {
        // A picture of the start has one piece a cell, and gates and walls where there is none; so what
        // does not fit is in the goal.
        (Error::Grid { row, column, problem }, Some(goal)) => {
            goal.fault_at(grid.cell(row - 1, column - 1), "a place where the piece may stand", problem)
        }
        (other, _) => other,
    })
}

/// How every piece may move.
fn motions(
    header: &Header<'_>,
    grid: &Grid,
    drawn: &[(char, Vec<Cell>)],
    index: &HashMap<char, usize>,
) -> Result<Vec<Motion>, Error> {
    let fly = named(&header.fly, index)?;
    for word in header.fly.iter().filter(|word| word.text != "all") {
        let large = |name: char| drawn[index[&name]].1.len() > 1;
        if let Some(at) = word.text.chars().position(large) {
            return Err(word.error_at(at, "a piece of one cell, as no other can fly"));
        }
    }
    let lengthwise = named(&header.lengthwise, index)?;
    let horizontal = named(&header.horizontal, index)?;
    let vertical = named(&header.vertical, index)?;
    let gates = named(&header.gate, index)?;
    let motion = |(at, (_, cells)): (usize, &(char, Vec<Cell>))| {
        let joined = |direction: Direction| {
            let (down, right) = direction.delta();
            cells.iter().any(|&cell| grid.offset(cell, down, right).is_some_and(|next| cells.contains(&next)))
        };
        let (lies, stands) = (joined(Direction::Right), joined(Direction::Down));
        let locked = lengthwise[at] && lies != stands;
        Motion {
            horizontal: !vertical[at] && (!locked || lies),
            vertical: !horizontal[at] && (!locked || stands),
            // 'all' means all that can: only single cells fly.
            flies: fly[at] && cells.len() == 1,
            gates: gates[at],
        }
    };
    Ok(drawn.iter().enumerate().map(motion).collect())
}

/// The targets of the goal.
fn targets(
    header: &Header<'_>,
    grid: &Grid,
    start: &Picture<'_>,
    goal: Option<&Picture<'_>>,
    drawn: &[(char, Vec<Cell>)],
    index: &HashMap<char, usize>,
) -> Result<Vec<Target>, Error> {
    let Some(goal) = goal else { return Ok(vec![]) };
    if (goal.rows(), goal.cols()) != (start.rows(), start.cols()) {
        let expected = format!("a goal of {} by {} cells, as the start", start.rows(), start.cols());
        return Err(goal.fault_at(Cell(0), expected, format!("one of {} by {}", goal.rows(), goal.cols())));
    }
    for (cell, character) in goal.cells() {
        let wall = grid.ground(cell) == Ground::Wall;
        match character {
            '.' | '-' => {}
            '#' if wall => {}
            _ if wall => return Err(goal.error_at(cell, "the wall of the start ('#') or '.'")),
            _ if is_piece(character) => {}
            _ => return Err(goal.error_at(cell, "a piece of the start, '.' or the walls of the start")),
        }
    }
    let shapes: Vec<Shape> = drawn.iter().map(|(_, cells)| Shape::of(grid, cells).0).collect();
    let mut targets: Vec<Target> = vec![];
    let mut used = vec![0; drawn.len()];
    for (name, cells) in goal.pieces(is_piece) {
        let shape = Shape::of(grid, &cells).0;
        let fits = |&piece: &usize| shapes[piece] == shape;
        let own = index.get(&name).copied();
        let piece = if header.by_shape {
            let known = own.filter(fits).or_else(|| (0..drawn.len()).find(fits));
            known.ok_or_else(|| goal.error_at(cells[0], "a piece with the shape of one in the start"))?
        } else {
            let known = own.ok_or_else(|| goal.error_at(cells[0], "a piece of the start"))?;
            Some(known).filter(fits).ok_or_else(|| {
                goal.fault_at(
                    cells[0],
                    format!("piece {name} in the shape it has in the start"),
                    "another shape",
                )
            })?
        };
        let first = (0..drawn.len()).find(|&other| shapes[other] == shape).unwrap_or(piece);
        used[first] += 1;
        if used[first] > shapes.iter().filter(|&other| *other == shape).count() {
            return Err(goal.error_at(cells[0], "no more pieces of this shape than the start has"));
        }
        targets.push(Target { piece, cells });
    }
    if targets.is_empty() {
        return Err(goal.fault_at(Cell(0), "at least one piece in the goal", "none"));
    }
    Ok(targets)
}

/// What distinguishes pieces of one shape: names in the goal and the lists of the header.
fn labels(
    header: &Header<'_>,
    grid: &Grid,
    drawn: &[(char, Vec<Cell>)],
    index: &HashMap<char, usize>,
    targets: &[Target],
) -> Result<Vec<u32>, Error> {
    let own = |piece: usize| piece as u32 + 1;
    let mut labels = vec![0; drawn.len()];
    if !header.by_shape {
        for target in targets {
            labels[target.piece] = own(target.piece);
        }
    }
    for (piece, distinct) in named(&header.distinct, index)?.into_iter().enumerate() {
        if distinct {
            labels[piece] = own(piece);
        }
    }
    for word in &header.alike {
        let mut first: Option<usize> = None;
        for (at, name) in word.text.chars().enumerate() {
            let piece = *index.get(&name).ok_or_else(|| word.error_at(at, "a piece of the start"))?;
            let model = *first.get_or_insert(piece);
            if Shape::of(grid, &drawn[piece].1).0 != Shape::of(grid, &drawn[model].1).0 {
                let expected = format!("a piece of the same shape as {}", drawn[model].0);
                return Err(word.error_at(at, expected));
            }
            labels[piece] = own(model);
        }
    }
    Ok(labels)
}
