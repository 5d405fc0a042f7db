//! Boards of N x N tiles in files: everything about one, and its shortest solution.

use taquin_tiles::{Direction, Geometry, GoalCells, solvability};

use super::Maker;
use crate::case::{Case, Lines, Origin, Question};

fn file(topic: &'static str, origin: Origin, tiles: &[u32]) -> Case {
    Case::new(topic, origin, Question::File(text(tiles)))
}

/// N, then the rows.
fn text(tiles: &[u32]) -> String {
    let side = tiles.len().isqrt();
    let rows = tiles.chunks(side).map(|row| {
        let row: Vec<String> = row.iter().map(|tile| format!("{tile:2}")).collect();
        row.join(" ") + "\n"
    });
    format!("{side}\n{}", rows.collect::<String>())
}

const PUZZLE_05: [u32; 9] = [4, 1, 3, 0, 2, 6, 7, 5, 8];
const PUZZLE_04: [u32; 9] = [0, 1, 3, 4, 2, 5, 7, 8, 6];
const UNSOLVABLE_4X4: [u32; 16] = [3, 2, 4, 8, 1, 6, 0, 12, 5, 10, 7, 11, 9, 13, 14, 15];
const UNSOLVABLE_3X3: [u32; 9] = [1, 2, 3, 4, 6, 5, 7, 8, 0];

pub(super) fn board(topic: &'static str, maker: &mut Maker) -> Vec<Case> {
    let solved: Vec<u32> = (1..9).chain([0]).collect();
    let mut cases = vec![
        file(topic, Origin::Example, &PUZZLE_05),
        file(topic, Origin::Example, &UNSOLVABLE_4X4),
        file(topic, Origin::Corner, &solved),
        file(topic, Origin::Corner, &[1, 0, 3, 2]),
        file(topic, Origin::Corner, &[1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 0, 12, 13, 14, 11, 15]),
    ];
    for _ in 0..maker.generated {
        let side = maker.between(maker.by_difficulty((2, 4), (3, 6), (8, 12)));
        cases.push(file(topic, Origin::Generated, &maker.shuffled(side * side)));
    }
    let lines = match topic {
        "hamming" => Lines::One(0),
        "manhattan" => Lines::One(1),
        "goal" => Lines::One(2),
        "solvable" => Lines::One(3),
        _ => Lines::From(4),
    };
    cases.iter_mut().for_each(|case| case.lines = lines);
    cases
}

pub(super) fn solver(topic: &'static str, maker: &mut Maker) -> Vec<Case> {
    let mut cases = match topic {
        "solution" => {
            vec![file(topic, Origin::Example, &PUZZLE_04), file(topic, Origin::Example, &PUZZLE_05)]
        }
        "unsolvable" => vec![
            file(topic, Origin::Example, &UNSOLVABLE_4X4),
            file(topic, Origin::Corner, &UNSOLVABLE_3X3),
            file(topic, Origin::Corner, &[2, 1, 3, 0]),
        ],
        _ => vec![
            file(topic, Origin::Corner, &(1..9).chain([0]).collect::<Vec<_>>()),
            file(topic, Origin::Corner, &[0]),
            file(topic, Origin::Corner, &[0, 3, 2, 1]),
        ],
    };
    for _ in 0..if topic == "corners" { 0 } else { maker.generated } {
        let tiles = match topic {
            "unsolvable" => unsolvable(maker),
            _ => {
                let moves = maker.by_difficulty((3, 10), (10, 18), (22, 28));
                if maker.between((0, 2)) == 0 { walked(maker, moves.1) } else { maker.nine(false, moves) }
            }
        };
        cases.push(file(topic, Origin::Generated, &tiles));
    }
    cases
}

/// A board of any side from which nothing leads to the goal.
fn unsolvable(maker: &mut Maker) -> Vec<u32> {
    let side = maker.between((3, 4));
    let mut tiles = maker.shuffled(side * side);
    let geometry = Geometry::new(side, side, false);
    let board = taquin_tiles::Board::new(side, side, tiles.clone()).expect("every tile once");
    if solvability(&geometry, &board, &GoalCells::blank_last(side * side)).is_solvable() {
        // Exchanging two tiles takes one half of all arrangements onto the other.
        let place = if tiles[0] == 0 || tiles[1] == 0 { 2 } else { 0 };
        tiles.swap(place, place + 1);
    }
    tiles
}

/// A board of 4 x 4 after a number of random steps from the goal.
fn walked(maker: &mut Maker, steps: u32) -> Vec<u32> {
    let geometry = Geometry::new(4, 4, false);
    let mut board = taquin_tiles::Board::blank_last(4, 4);
    for _ in 0..steps {
        let direction = Direction::ALL[maker.between((0, 3)) as usize];
        if let Some(cell) = geometry.neighbor(board.blank(), direction) {
            board.slide(cell);
        }
    }
    board.tiles().to_vec()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_board_is_written_as_the_course_files_have_it() {
        assert_eq!(text(&[0, 3, 2, 1]), "2\n 0  3\n 2  1\n");
    }
}
