//! Writing pictures: a puzzle in the plain form, and the rows of any position.

use std::collections::HashSet;

use super::plain::is_piece;
use super::text::second_part;
use crate::compiled::blocks::{Blocks, Move};
use crate::compiled::word::Word;
use crate::model::grid::{Cell, Grid, Ground};
use crate::model::problem::{Kind, Piece, Problem};
use crate::model::shape::Shape;

/// Writes a puzzle as a plain picture that reads back as the same puzzle; `None` if a piece stands
/// on a gate, which a picture cannot show.
#[must_use]
pub fn write(problem: &Problem) -> Option<String> {
    let grid = problem.grid();
    let names = names(problem);
    let pieces = 0..problem.pieces().len();
    let list = |wanted: &dyn Fn(usize) -> bool| -> String {
        pieces.clone().filter(|&piece| wanted(piece)).map(|piece| names[piece]).collect()
    };
    let motion = |piece: usize| problem.pieces()[piece].motion;
    let mut lines = vec![format!("metric: {}", problem.metric())];
    lines.extend(match grid.wraps() {
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
        ("disconnected", list(&|piece| second_part(grid, &problem.pieces()[piece].cells).is_some())),
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
    let mut start = ground(grid);
    for piece in pieces.clone() {
        for cell in &problem.pieces()[piece].cells {
            if grid.ground(*cell) == Ground::Gate {
                return None;
            }
            start[cell.index()] = names[piece];
        }
    }
    lines.push("start:".into());
    lines.extend(rows(grid, &start));
    if !problem.goal().is_empty() {
        let mut goal = ground(grid);
        let mut used = vec![false; names.len()];
        for &(kind, anchor) in problem.goal() {
            let piece = pieces.clone().find(|&piece| problem.kind_of(piece) == kind && !used[piece])?;
            used[piece] = true;
            problem.cells_of(kind, anchor).iter().for_each(|cell| goal[cell.index()] = names[piece]);
        }
        lines.push("goal:".into());
        lines.extend(rows(grid, &goal));
    }
    Some(lines.join("\n") + "\n")
}

/// The rows of the start, with the pieces by name.
#[must_use]
pub fn start_rows(problem: &Problem) -> Vec<String> {
    let mut picture = ground(problem.grid());
    for piece in problem.pieces() {
        piece.cells.iter().for_each(|cell| picture[cell.index()] = piece.name);
    }
    rows(problem.grid(), &picture)
}

/// The rows of the goal, with the pieces that it places.
#[must_use]
pub fn goal_rows(problem: &Problem) -> Vec<String> {
    let mut picture = ground(problem.grid());
    let mut free: Vec<usize> = (0..problem.pieces().len()).collect();
    for &(kind, anchor) in problem.goal() {
        // Of interchangeable pieces any will do; there may be fewer than the goal asks for.
        let at = free.iter().position(|&piece| problem.kind_of(piece) == kind);
        let name = at.map_or('?', |at| problem.pieces()[free.remove(at)].name);
        problem.cells_of(kind, anchor).iter().for_each(|cell| picture[cell.index()] = name);
    }
    rows(problem.grid(), &picture)
}

/// A state in one line, rows separated by `/`. Interchangeable pieces are named in reading order, so that equal
/// states have equal texts and different states different ones.
#[must_use]
pub fn one_line<O: Word, C: Word>(blocks: &Blocks<O, C>, state: C) -> String {
    let mut places = vec![];
    blocks.each_spot(state, |spot| places.push((blocks.kind_at(spot), blocks.anchor_at(spot))));
    line(blocks.problem(), places)
}

/// The start in one line, as [`one_line`] writes it.
#[must_use]
pub fn start_line(problem: &Problem) -> String {
    let place = |piece: usize| (problem.kind_of(piece), problem.anchor_of(piece));
    line(problem, (0..problem.pieces().len()).map(place).collect())
}

/// The start in one line with every piece under its own name, so that interchangeable pieces keep their identity when
/// [`at_line`] reads it.
#[must_use]
pub fn position_line(problem: &Problem) -> String {
    let mut picture = ground(problem.grid());
    for (piece, name) in problem.pieces().iter().zip(names(problem)) {
        piece.cells.iter().for_each(|cell| picture[cell.index()] = name);
    }
    rows(problem.grid(), &picture).join("/")
}

/// The same puzzle from the state that [`one_line`] or [`position_line`] wrote; `None` if it is not a state of this puzzle.
#[must_use]
pub fn at_line(problem: &Problem, line: &str) -> Option<Problem> {
    let grid = problem.grid();
    let rows: Vec<Vec<char>> = line.split('/').map(|row| row.trim().chars().collect()).collect();
    if rows.len() != grid.rows() || rows.iter().any(|row| row.len() != grid.cols()) {
        return None;
    }
    let picture: Vec<char> = rows.concat();
    let mut there = problem.clone();
    let mut covered = 0;
    for (piece, name) in names(problem).into_iter().enumerate() {
        let cells: Vec<_> = grid.cells().filter(|cell| picture[cell.index()] == name).collect();
        covered += cells.len();
        let kind = &problem.kinds()[problem.kind_of(piece)];
        let stands = |cell: &Cell| match grid.ground(*cell) {
            Ground::Wall => false,
            Ground::Gate => kind.motion.gates,
            Ground::Floor => true,
        };
        if cells.is_empty() || !cells.iter().all(stands) {
            return None;
        }
        let (shape, anchor) = Shape::of(grid, &cells);
        if shape != kind.shape {
            return None;
        }
        there = there.with_piece_at(piece, anchor);
    }
    let empty = grid.cells().zip(ground(grid)).filter(|(cell, bare)| picture[cell.index()] == *bare);
    (covered + empty.count() == picture.len()).then_some(there)
}

/// A picture in one line with a piece of each kind at each anchor.
fn line(problem: &Problem, mut places: Vec<(usize, Cell)>) -> String {
    let names = names(problem);
    let mut picture = ground(problem.grid());
    let mut used = vec![false; names.len()];
    places.sort_by_key(|place| place.1);
    for (kind, anchor) in places {
        let free = (0..names.len()).find(|&piece| problem.kind_of(piece) == kind && !used[piece]);
        let piece = free.expect("a state has as many pieces of a kind as the puzzle");
        used[piece] = true;
        problem.cells_of(kind, anchor).iter().for_each(|cell| picture[cell.index()] = names[piece]);
    }
    rows(problem.grid(), &picture).join("/")
}

/// A move by its two ends, since states do not distinguish interchangeable pieces.
#[must_use]
pub fn move_in_words<O: Word, C: Word>(blocks: &Blocks<O, C>, mv: Move) -> String {
    let place = |spot| {
        let (row, col) = blocks.problem().grid().place(blocks.anchor_at(spot));
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
fn ground(grid: &Grid) -> Vec<char> {
    let character = |cell| match grid.ground(cell) {
        Ground::Wall => '#',
        Ground::Gate => '-',
        Ground::Floor => '.',
    };
    grid.cells().map(character).collect()
}

/// The rows of a picture.
fn rows(grid: &Grid, picture: &[char]) -> Vec<String> {
    picture.chunks(grid.cols()).map(|row| row.iter().collect()).collect()
}

#[cfg(test)]
mod tests {
    use taquin_search::Puzzle;

    use super::*;
    use crate::format::{gnome, klotski, plain};

    #[test]
    fn a_state_in_one_line_reads_back() {
        for problem in [
            klotski::parse("1A9BF0C").expect("the classic"),
            plain::parse("wrap: both\nalike: ab\nalike: cd\nab.\ncd.\n...\ngoal: ba./..c/...")
                .expect("a torus"),
            gnome::parse("#######\n#**ab #\n#*c   #\n#  ---#\n#    ..\n#    . \n#######").expect("a level"),
        ] {
            let blocks =
                Blocks::<crate::compiled::word::Wide<2>, crate::compiled::word::Wide<4>>::new(&problem)
                    .expect("small");
            let mut states = vec![blocks.start()];
            for next in 0..60 {
                let state = states[next];
                states.extend(blocks.moves(&state).map(|mv| blocks.moved(state, mv)));
                let line = one_line(&blocks, state);
                let there = at_line(&problem, &line).expect("a state of this puzzle");
                assert_eq!(start_line(&there), line);
                let compiled =
                    Blocks::<crate::compiled::word::Wide<2>, crate::compiled::word::Wide<4>>::new(&there)
                        .expect("small");
                assert_eq!(one_line(&compiled, compiled.start()), line);
            }
            assert_eq!(start_line(&problem), one_line(&blocks, blocks.start()));
            let mut walked = problem.clone();
            for piece in (0..problem.pieces().len()).cycle().take(60) {
                let Some(way) = walked.ways(piece).into_iter().next_back() else { continue };
                walked = walked.with_piece_at(piece, way.to);
                let there = at_line(&problem, &position_line(&walked)).expect("a position of this puzzle");
                let anchors = |problem: &Problem| {
                    (0..problem.pieces().len()).map(|piece| problem.anchor_of(piece)).collect::<Vec<_>>()
                };
                assert_eq!(anchors(&there), anchors(&walked), "each piece stays who it is");
            }
        }
    }

    #[test]
    fn other_pictures_are_no_states() {
        let problem = plain::parse("aab\n..#\ngoal: ..b/aa#").expect("a puzzle");
        assert!(at_line(&problem, "aab/..#").is_some());
        for line in
            ["", "aab", "aab/..", "aa./..#", "aab/a.#", "a.b/a.#", "aab/..b", "aab/.x#", "aab/...", "a/b"]
        {
            assert!(at_line(&problem, line).is_none(), "{line}");
        }
    }
}
