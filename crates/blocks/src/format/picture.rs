//! Pictures out: a puzzle in the plain form, and the rows of any position.

use std::collections::HashSet;

use super::plain::is_piece;
use super::text::second_part;
use crate::blocks::{Blocks, Move};
use crate::board::{Board, Ground};
use crate::problem::{Kind, Piece, Problem};
use crate::word::Word;

/// Writes a puzzle as a plain picture that reads back as the same puzzle; `None` if a piece stands
/// on a gate, which a picture cannot show.
#[must_use]
pub fn write(problem: &Problem) -> Option<String> {
    let board = problem.board();
    let names = names(problem);
    let pieces = 0..problem.pieces().len();
    let list = |wanted: &dyn Fn(usize) -> bool| -> String {
        pieces.clone().filter(|&piece| wanted(piece)).map(|piece| names[piece]).collect()
    };
    let motion = |piece: usize| problem.pieces()[piece].motion;
    let mut lines = vec![format!("metric: {}", problem.metric())];
    lines.extend(match board.wraps() {
        (false, false) => None,
        (true, false) => Some("wrap: rows".to_string()),
        (false, true) => Some("wrap: columns".to_string()),
        (true, true) => Some("wrap: both".to_string()),
    });
    let lists = [
        ("fly", list(&|piece| motion(piece).flies)),
        ("horizontal", list(&|piece| !motion(piece).vertical)),
        ("vertical", list(&|piece| !motion(piece).horizontal)),
        ("gate", list(&|piece| motion(piece).gates)),
        ("disconnected", list(&|piece| second_part(board, &problem.pieces()[piece].cells).is_some())),
    ];
    lines.extend(
        lists.iter().filter(|(_, list)| !list.is_empty()).map(|(key, list)| format!("{key}: {list}")),
    );
    let kinds = problem.kinds();
    for (kind, this) in kinds.iter().enumerate() {
        let members = list(&|piece| problem.kind_of(piece) == kind);
        let wanted = problem.goal().iter().any(|target| target.0 == kind);
        let twin = |other: &Kind| other.shape == this.shape && other.motion == this.motion;
        if members.chars().count() > 1 && (wanted || kinds.iter().filter(|other| twin(other)).count() > 1) {
            lines.push(format!("alike: {members}"));
        } else if members.chars().count() == 1 && kinds.iter().filter(|other| twin(other)).count() > 1 {
            lines.push(format!("distinct: {members}"));
        }
    }
    let mut start = ground(board);
    for piece in pieces.clone() {
        for cell in &problem.pieces()[piece].cells {
            if board.ground(*cell) == Ground::Gate {
                return None;
            }
            start[cell.index()] = names[piece];
        }
    }
    lines.push("start:".into());
    lines.extend(rows(board, &start));
    if !problem.goal().is_empty() {
        let mut goal = ground(board);
        let mut used = vec![false; names.len()];
        for &(kind, anchor) in problem.goal() {
            let piece = pieces.clone().find(|&piece| problem.kind_of(piece) == kind && !used[piece])?;
            used[piece] = true;
            problem.cells_of(kind, anchor).iter().for_each(|cell| goal[cell.index()] = names[piece]);
        }
        lines.push("goal:".into());
        lines.extend(rows(board, &goal));
    }
    Some(lines.join("\n") + "\n")
}

/// The rows of the start, with the pieces by name.
#[must_use]
pub fn start_rows(problem: &Problem) -> Vec<String> {
    let mut picture = ground(problem.board());
    for piece in problem.pieces() {
        piece.cells.iter().for_each(|cell| picture[cell.index()] = piece.name);
    }
    rows(problem.board(), &picture)
}

/// The rows of the goal, with those pieces that it speaks of.
#[must_use]
pub fn goal_rows(problem: &Problem) -> Vec<String> {
    let mut picture = ground(problem.board());
    let mut free: Vec<usize> = (0..problem.pieces().len()).collect();
    for &(kind, anchor) in problem.goal() {
        // Of interchangeable pieces any will do; there may be fewer than the goal asks for.
        let at = free.iter().position(|&piece| problem.kind_of(piece) == kind);
        let name = at.map_or('?', |at| problem.pieces()[free.remove(at)].name);
        problem.cells_of(kind, anchor).iter().for_each(|cell| picture[cell.index()] = name);
    }
    rows(problem.board(), &picture)
}

/// A state in one line, rows separated by `/`. Pieces that are one of a kind keep their names, the
/// others are lettered in reading order, so that equal states read alike.
#[must_use]
pub fn one_line<O: Word, C: Word>(blocks: &Blocks<O, C>, state: C) -> String {
    let problem = blocks.problem();
    let members =
        |kind: usize| (0..problem.pieces().len()).filter(move |&piece| problem.kind_of(piece) == kind);
    let mut spots = vec![];
    blocks.each_spot(state, |spot| spots.push(spot));
    spots.sort_by_key(|&spot| blocks.anchor_at(spot));
    let unique = |kind: usize| members(kind).nth(1).is_none();
    let own: HashSet<char> = (0..problem.kinds().len())
        .filter(|&kind| unique(kind))
        .filter_map(|kind| members(kind).next())
        .map(|piece| problem.pieces()[piece].name)
        .collect();
    let letters = ('a'..='z').chain(spare_names().filter(|name| !name.is_ascii_lowercase()));
    let mut letters = letters.filter(|letter| !own.contains(letter));
    let mut picture = ground(problem.board());
    for spot in spots {
        let kind = blocks.kind_at(spot);
        let name = match members(kind).next() {
            Some(piece) if unique(kind) => problem.pieces()[piece].name,
            _ => letters.next().expect("a board has fewer cells than there are names"),
        };
        blocks.cells_at(spot).for_each(|cell| picture[cell.index()] = name);
    }
    rows(problem.board(), &picture).join("/")
}

/// A move by its two ends, as no state tells interchangeable pieces apart.
#[must_use]
pub fn move_in_words<O: Word, C: Word>(blocks: &Blocks<O, C>, mv: Move) -> String {
    let place = |spot| {
        let (row, col) = blocks.problem().board().place(blocks.anchor_at(spot));
        format!("row {}, column {}", row + 1, col + 1)
    };
    format!("{} to {}", place(mv.from), place(mv.to))
}

/// Names for pieces that have none of their own.
pub(crate) fn spare_names() -> impl Iterator<Item = char> {
    ('A'..='Z').chain('a'..='z').chain('0'..='9').chain('\u{4e00}'..='\u{9fff}')
}

/// Names for all pieces: their own where they are letters or digits and unique, else others.
fn names(problem: &Problem) -> Vec<char> {
    let mut taken: HashSet<char> = HashSet::new();
    let own = |piece: &Piece, taken: &mut HashSet<char>| is_piece(piece.name) && taken.insert(piece.name);
    let kept: Vec<bool> = problem.pieces().iter().map(|piece| own(piece, &mut taken)).collect();
    let mut spare = spare_names().filter(|name| !taken.contains(name));
    let name = |(piece, kept): (&Piece, bool)| {
        if kept { piece.name } else { spare.next().expect("a board has fewer cells than there are names") }
    };
    problem.pieces().iter().zip(kept).map(name).collect()
}

/// The board without pieces.
fn ground(board: &Board) -> Vec<char> {
    let character = |cell| match board.ground(cell) {
        Ground::Wall => '#',
        Ground::Gate => '-',
        Ground::Floor => '.',
    };
    board.cells().map(character).collect()
}

/// The rows of a picture.
fn rows(board: &Board, picture: &[char]) -> Vec<String> {
    picture.chunks(board.cols()).map(|row| row.iter().collect()).collect()
}
