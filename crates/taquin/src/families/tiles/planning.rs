//! Sliding tiles for planners.
//!
//! Tiles are `at` cells and one cell is `blank`. Where a line of tiles is one move, the blank first turns
//! towards a side, at the cost of the move; then tiles slide at no cost, one after the other, as long as the
//! blank goes on that way and does not come back to where it turned.

use taquin_tiles::{Board, Cell, Direction, Geometry};

use super::TilesInstance;
use crate::planning::{Action, Condition, Fact, Fluent, Table, Task, Type};

const TILE: usize = 0;
const CELL: usize = 1;
const SIDE: usize = 2;

const AT: usize = 0;
const BLANK: usize = 1;
const IDLE: usize = 2;
const TURNED: usize = 3;

/// The puzzle as a planning task.
pub(super) fn task(tiles: &TilesInstance) -> Task {
    let TilesInstance { geometry, start, goal, .. } = tiles;
    let cells: Vec<Cell> = (0..geometry.cells()).collect();
    let place = |&cell: &Cell| format!("c{}-{}", cell / geometry.cols() + 1, cell % geometry.cols() + 1);
    let mut task = Task {
        name: "sliding-tiles",
        types: vec![
            Type { name: "tile", objects: (1..geometry.cells()).map(|tile| format!("t{tile}")).collect() },
            Type { name: "cell", objects: cells.iter().map(place).collect() },
        ],
        fluents: vec![
            Fluent { name: "at", types: vec![TILE, CELL] },
            Fluent { name: "blank", types: vec![CELL] },
        ],
        start: facts(start),
        goal: facts(goal).into_iter().filter(|fact| fact.0 == AT).collect(),
        variables: (1..geometry.cells() as usize)
            .map(|tile| vec![(AT, vec![Some(tile - 1), None])])
            .collect(),
        remarks: vec!["t7 is tile 7, c1-2 is the second cell of the first row.".into()],
        ..Task::default()
    };
    task.variables.push(vec![(BLANK, vec![None])]);
    if tiles.is_metered() {
        by_lines(&mut task, geometry);
    } else {
        let adjacent =
            |&from: &Cell| neighbors(geometry, from).map(move |to| vec![from as usize, to as usize]);
        let rows = cells.iter().flat_map(adjacent).collect();
        let parameters = [("tile", TILE), ("from", CELL), ("to", CELL)];
        task.actions.push(slide(&parameters, Table { name: "adjacent".into(), rows }, 1));
    }
    task
}

/// The neighbours of a cell, each once: on a side of two cells, two directions lead to the same one.
fn neighbors(geometry: &Geometry, cell: Cell) -> impl Iterator<Item = Cell> + use<> {
    let mut beside: Vec<Cell> =
        Direction::ALL.into_iter().filter_map(|side| geometry.neighbor(cell, side)).collect();
    beside.sort_unstable();
    beside.dedup();
    beside.into_iter().filter(move |&there| there != cell)
}

/// Where the tiles and the blank are.
fn facts(board: &Board) -> Vec<Fact> {
    let fact = |(cell, &tile): (usize, &u32)| match tile {
        0 => (BLANK, vec![cell]),
        tile => (AT, vec![tile as usize - 1, cell]),
    };
    board.tiles().iter().enumerate().map(fact).collect()
}

fn slide(parameters: &[(&str, usize)], table: Table, cost: u32) -> Action {
    Action {
        name: "slide".into(),
        cost,
        parameters: parameters.iter().map(|&(name, of)| (name.to_string(), of)).collect(),
        table: Some(table),
        before: vec![(AT, vec![0, 1]), (BLANK, vec![2])],
        ends: vec![(AT, vec![0, 1]), (BLANK, vec![2])],
        begins: vec![(AT, vec![0, 2]), (BLANK, vec![1])],
    }
}

/// The actions where a line of tiles is one move.
fn by_lines(task: &mut Task, geometry: &Geometry) {
    let sides = Direction::ALL.map(|direction| direction.name().to_string());
    task.name = "sliding-tiles-by-lines";
    task.types.push(Type { name: "side", objects: sides.to_vec() });
    task.fluents.push(Fluent { name: "idle", types: vec![] });
    task.fluents.push(Fluent { name: "turned", types: vec![SIDE, CELL] });
    task.start.push((IDLE, vec![]));
    task.variables.push(vec![(IDLE, vec![]), (TURNED, vec![None, None])]);
    let turn = |name: &str, cost, before: Vec<Condition>, ends: Condition, begins: Condition| Action {
        name: name.into(),
        cost,
        parameters: vec![("side".into(), SIDE), ("cell".into(), CELL)],
        table: None,
        before,
        ends: vec![ends],
        begins: vec![begins],
    };
    let (idle, turned) = ((IDLE, vec![]), (TURNED, vec![0, 1]));
    let blank_turns = vec![idle.clone(), (BLANK, vec![1])];
    task.actions.push(turn("turn", 1, blank_turns, idle.clone(), turned.clone()));
    task.actions.push(turn("stop", 0, vec![turned.clone()], turned, idle));
    let parameters = [("tile", TILE), ("from", CELL), ("to", CELL), ("side", SIDE), ("turning", CELL)];
    let mut slide = slide(&parameters, onward(geometry), 0);
    slide.before.push((TURNED, vec![3, 4]));
    task.actions.push(slide);
}

/// The steps of a blank that has turned: from where a tile comes, where it goes, the side and where the blank turned.
pub(in crate::families) fn onward(geometry: &Geometry) -> Table {
    let mut rows = Vec::new();
    for began in 0..geometry.cells() {
        for (way, &side) in Direction::ALL.iter().enumerate() {
            // The blank goes from cell to cell and leaves the tiles behind.
            let mut blank = began;
            while let Some(next) = geometry.neighbor(blank, side).filter(|&next| next != began) {
                rows.push(vec![next as usize, blank as usize, way, began as usize]);
                blank = next;
            }
        }
    }
    Table { name: "onward".into(), rows }
}
