//! Drawing and moving sliding tiles. The piece with index `i` is tile `i + 1`.

use taquin_tiles::heuristic::Manhattan;
use taquin_tiles::{Board, Cell, Direction, Geometry, GoalCells, RandomBoards, Tile};

use super::TilesInstance;
use crate::family::Reach;
use crate::picture::{Colour, Ground, Motion, Piece, Place, Scene};

/// `board` as a picture, its tiles coloured by where the goal has them.
pub(super) fn scene(instance: &TilesInstance, board: &Board) -> Scene {
    let geometry = &instance.geometry;
    let (rows, cols) = (geometry.rows() as usize, geometry.cols() as usize);
    let (now, goal) = (GoalCells::of(board), GoalCells::of(&instance.goal));
    let piece = |tile: Tile| {
        let (row, col) = place(geometry, goal.cell(tile));
        Piece {
            label: tile.to_string(),
            colour: Colour::of_tile(row as usize, rows, col as usize, cols),
            goal: false,
            at: place(geometry, now.cell(tile)),
            shape: vec![(0, 0)],
        }
    };
    let torus = geometry.is_torus();
    Scene {
        rows,
        cols,
        wraps: (torus && rows > 1, torus && cols > 1),
        ground: vec![Ground::Floor; rows * cols],
        pieces: (1..geometry.cells()).map(piece).collect(),
        marks: vec![],
        photo: None,
    }
}

pub(super) fn reach(instance: &TilesInstance) -> Vec<Reach> {
    let (geometry, board) = (&instance.geometry, &instance.start);
    let mut found: Vec<Reach> = Vec::new();
    // Ways inside of the board come first; on a side of two cells both ways lead to the same place.
    for inside in [true, false] {
        for direction in Direction::ALL {
            let Some(from) = geometry.neighbor(board.blank(), direction) else { continue };
            let step = opposite(direction).delta();
            let (row, col) = place(geometry, from);
            let (rows, cols) = (geometry.rows() as i32, geometry.cols() as i32);
            let stays = (0..rows).contains(&(row + step.0)) && (0..cols).contains(&(col + step.1));
            let piece = board.tiles()[from as usize] as usize - 1;
            if stays == inside && found.iter().all(|known| known.piece != piece) {
                found.push(Reach { piece, paths: vec![vec![step]] });
            }
        }
    }
    found
}

pub(super) fn moved(instance: &TilesInstance, motion: &Motion) -> Option<TilesInstance> {
    let [step] = motion.path[..] else { return None };
    let tile = u32::try_from(motion.piece + 1).ok()?;
    let from = instance.start.tiles().iter().position(|&other| other == tile)? as Cell;
    let direction = Direction::ALL.into_iter().find(|&direction| direction.delta() == step)?;
    if instance.geometry.neighbor(from, direction) != Some(instance.start.blank()) {
        return None;
    }
    let mut after = instance.clone();
    after.start.slide(from);
    Some(after)
}

/// A legal motion in words.
pub(super) fn words(motion: &Motion) -> String {
    let goes = |direction: &Direction| motion.path.first() == Some(&direction.delta());
    let direction = Direction::ALL.into_iter().find(goes).map_or("", Direction::name);
    format!("{} {direction}", motion.piece + 1)
}

pub(super) fn scrambled(instance: &TilesInstance, seed: u64) -> TilesInstance {
    let mut boards = RandomBoards::new(instance.geometry, GoalCells::of(&instance.goal), seed);
    let start = boards.find(|board| *board != instance.goal || board.tiles().len() < 2);
    TilesInstance { start: start.unwrap_or_else(|| instance.goal.clone()), ..instance.clone() }
}

pub(super) fn gauge(instance: &TilesInstance) -> u32 {
    let goal = GoalCells::of(&instance.goal);
    Manhattan::distance(&instance.geometry, &instance.start, &goal).try_into().unwrap_or(u32::MAX)
}

fn place(geometry: &Geometry, cell: Cell) -> Place {
    ((cell / geometry.cols()) as i32, (cell % geometry.cols()) as i32)
}

fn opposite(direction: Direction) -> Direction {
    match direction {
        Direction::Up => Direction::Down,
        Direction::Left => Direction::Right,
        Direction::Down => Direction::Up,
        Direction::Right => Direction::Left,
    }
}

#[cfg(test)]
mod tests {
    use crate::{Hints, Instance, Plan, solve};

    fn read(text: &str, torus: bool) -> Instance {
        Instance::parse(text, &Hints { torus, ..Hints::default() }).unwrap()
    }

    #[test]
    fn every_way_is_legal_and_there_are_no_others() {
        for (text, torus, ways) in [
            ("1 2 3 / 4 0 5 / 6 7 8", false, 4),
            ("0 1 2 / 3 4 5 / 6 7 8", false, 2),
            ("0 1 2 / 3 4 5 / 6 7 8", true, 4),
            ("1 2 3 / 4 5 0", true, 3),
            ("1 2\n1 0", true, 1),
        ] {
            let instance = read(text, torus);
            let reach = instance.reach();
            assert_eq!(reach.len(), ways, "{text}");
            for way in &reach {
                let motion = crate::picture::Motion { piece: way.piece, path: way.paths[0].clone() };
                let after = instance.moved(&motion).expect("a way is legal");
                let mut scene = instance.scene();
                scene.apply(&motion);
                assert_eq!(scene, after.scene());
                assert!(instance.moved(&crate::picture::Motion { piece: 99, ..motion }).is_none());
            }
        }
    }

    #[test]
    fn a_film_ends_at_the_goal() {
        for torus in [false, true] {
            let instance = read("8 1 3 / 4 0 2 / 7 6 5", torus);
            let answer = solve(&instance, &Plan::default(), &mut ()).unwrap();
            let film = instance.film(&answer).unwrap();
            let mut scene = film.scene.clone();
            film.shots.iter().for_each(|shot| scene.apply(&shot.motion));
            assert_eq!(Some(scene), instance.goal_scene());
            assert_eq!(film.curve().last(), Some(0));
            assert_eq!(film.first, instance.gauge());
        }
    }
}
