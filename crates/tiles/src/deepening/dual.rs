//! The dual of a board: tiles and cells change places, so that the same moves in reverse order solve it
//! (Felner, Zahavi, Schaeffer and Holte, "Dual lookups in pattern databases", 2005).
//!
//! The dual's blank belongs where the board's blank is. Where a symmetry of the grid takes that cell to the
//! goal's, the same tables serve the dual: its lower bound is a lower bound for the board.

use crate::geometry::Geometry;
use crate::pattern::Symmetry;

use super::named::{Named, Places};

/// The duals of `board` that have the blank's goal in the same cell; none where its blank is in a cell
/// of another class.
pub(crate) fn duals<P: Places>(geometry: Geometry, board: &Named<P>) -> Vec<Named<P>> {
    let home = board.tiles[board.blank as usize];
    let mut dual = Named { tiles: board.tiles, blank: home };
    for cell in 0..geometry.cells() as u8 {
        dual.tiles[board.tiles[cell as usize] as usize] = cell;
    }
    let fits = |map: &Symmetry| map.image(board.blank.into()) == u32::from(home);
    Symmetry::all(geometry).iter().filter(|map| fits(map)).map(|map| turned(geometry, &dual, map)).collect()
}

/// A board with its cells and the goal cells of its tiles carried by a symmetry.
fn turned<P: Places>(geometry: Geometry, board: &Named<P>, map: &Symmetry) -> Named<P> {
    let image = |cell: u8| map.image(cell.into()) as u8;
    let mut turned = Named { tiles: board.tiles, blank: image(board.blank) };
    for cell in 0..geometry.cells() as u8 {
        turned.tiles[image(cell) as usize] = image(board.tiles[cell as usize]);
    }
    turned
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Board;
    use crate::deepening::samples::random_boards;
    use crate::exhaustive::Exhaustive;
    use crate::packed::Packed16;
    use crate::puzzle::Tiles;

    #[test]
    fn a_dual_is_as_far_from_its_goal_as_the_board() {
        let mut seen = 0;
        for (rows, cols, torus) in [(3, 3, false), (3, 3, true), (2, 4, false)] {
            let geometry = Geometry::new(rows, cols, torus);
            let goal = Board::blank_first(rows, cols);
            let puzzle = Tiles::<Packed16>::new(geometry, &goal).expect("a goal of the right size");
            let table = Exhaustive::new(&puzzle).expect("a small board");
            let distance = |board: &Board| table.distance(&puzzle.state(board).expect("the right size"));
            for board in random_boards(geometry, 60) {
                // With the blank first in the goal a tile's name is its goal cell.
                let mut named = Named { tiles: [0; 32], blank: board.blank() as u8 };
                for (cell, &tile) in board.tiles().iter().enumerate() {
                    named.tiles[cell] = tile as u8;
                }
                for dual in duals(geometry, &named) {
                    let tiles: Vec<u32> =
                        dual.tiles[..geometry.cells() as usize].iter().map(|&tile| tile.into()).collect();
                    assert_eq!(tiles[dual.blank as usize], 0, "the blank is where it is said to be");
                    let dual = Board::new(rows, cols, tiles).expect("a permutation");
                    assert_eq!(distance(&dual), distance(&board), "{board:?}");
                    seen += 1;
                }
            }
        }
        assert!(seen > 60, "{seen} duals");
    }
}
