//! Tiles with labels for planners: equal tiles are one object, which may be in several places.
//!
//! Where a line of tiles is one move, a blank becomes the gap that travels: it turns towards a side at the cost of the
//! move, then tiles slide into it at no cost, and where it stops it is a blank again. Other blanks end the line.

use std::slice;

use taquin_tiles::format::labels::Label;
use taquin_tiles::{Cell, Direction, Geometry};

use super::{KIND, LabelledInstance};
use crate::error::Error;
use crate::families::tiles::planning::onward;
use crate::planning::{Action, Condition, Fluent, Table, Task, Type};

const TILE: usize = 0;
const CELL: usize = 1;
const SIDE: usize = 2;

const AT: usize = 0;
const BLANK: usize = 1;
const IDLE: usize = 2;
const TURNED: usize = 3;
const SETTLING: usize = 4;
const GAP: usize = 5;

/// The puzzle as a planning task, whose goal is a list of facts.
pub(super) fn task(instance: &LabelledInstance) -> Result<Task, Error> {
    let geometry = instance.puzzle.geometry();
    let Some(goal) = instance.fine_kinds().named_cells() else {
        return Err(Error::NotFor { what: "several goals for a planner".into(), kind: KIND });
    };
    let cells: Vec<Cell> = (0..geometry.cells()).collect();
    let place = |&cell: &Cell| format!("c{}-{}", cell / geometry.cols() + 1, cell % geometry.cols() + 1);
    let mut labels = instance.labels().to_vec();
    labels.dedup();
    let fact = |(cell, kind): (usize, usize)| match kind {
        0 => (BLANK, vec![cell]),
        kind => (AT, vec![kind - 1, cell]),
    };
    let kind_of = |label: &Label| labels.binary_search(label).map_or(0, |index| index + 1);
    let start = instance.puzzle.start().iter().map(kind_of).enumerate().map(fact).collect();
    let beside = |&from: &Cell| {
        let mut near: Vec<Cell> =
            Direction::ALL.into_iter().filter_map(|way| geometry.neighbor(from, way)).collect();
        near.sort_unstable();
        near.dedup();
        near.into_iter().map(move |to| vec![from as usize, to as usize])
    };
    let parameters = [("tile", TILE), ("from", CELL), ("to", CELL)];
    let remark = |(number, label): (usize, &Label)| format!("t{} is the label {label}.", number + 1);
    let mut remarks = vec!["c1-2 is the second cell of the first row.".to_string()];
    remarks.extend(labels.iter().enumerate().map(remark));
    let mut task = Task {
        name: "sliding-labels",
        types: vec![
            Type { name: "tile", objects: (1..=labels.len()).map(|tile| format!("t{tile}")).collect() },
            Type { name: "cell", objects: cells.iter().map(place).collect() },
        ],
        fluents: vec![
            Fluent { name: "at", types: vec![TILE, CELL] },
            Fluent { name: "blank", types: vec![CELL] },
        ],
        start,
        goal: goal.into_iter().map(fact).collect(),
        variables: cells
            .iter()
            .map(|&cell| vec![(AT, vec![None, Some(cell as usize)]), (BLANK, vec![Some(cell as usize)])])
            .collect(),
        remarks,
        actions: vec![Action {
            name: "slide".into(),
            cost: 1,
            parameters: parameters.iter().map(|&(name, of)| (name.to_string(), of)).collect(),
            table: Some(Table { name: "adjacent".into(), rows: cells.iter().flat_map(beside).collect() }),
            before: vec![(AT, vec![0, 1]), (BLANK, vec![2])],
            ends: vec![(AT, vec![0, 1]), (BLANK, vec![2])],
            begins: vec![(AT, vec![0, 2]), (BLANK, vec![1])],
        }],
    };
    if instance.is_metered() {
        by_lines(&mut task, &geometry);
    }
    Ok(task)
}

/// The actions where a line of tiles is one move, instead of those tile by tile.
fn by_lines(task: &mut Task, geometry: &Geometry) {
    let sides = Direction::ALL.map(|direction| direction.name().to_string());
    task.name = "sliding-labels-by-lines";
    task.types.push(Type { name: "side", objects: sides.to_vec() });
    task.fluents.extend([
        Fluent { name: "idle", types: vec![] },
        Fluent { name: "turned", types: vec![SIDE, CELL] },
        Fluent { name: "settling", types: vec![] },
        Fluent { name: "gap", types: vec![CELL] },
    ]);
    task.start.push((IDLE, vec![]));
    for (cell, variable) in task.variables.iter_mut().enumerate() {
        variable.push((GAP, vec![Some(cell)]));
    }
    task.variables.push(vec![(IDLE, vec![]), (TURNED, vec![None, None]), (SETTLING, vec![])]);
    let action =
        |name: &str, cost, parameters: &[(&str, usize)], ends: &[Condition], begins: &[Condition]| {
            let parameters = parameters.iter().map(|&(name, of)| (name.to_string(), of)).collect();
            let (before, ends, begins) = (ends.to_vec(), ends.to_vec(), begins.to_vec());
            Action { name: name.into(), cost, parameters, table: None, before, ends, begins }
        };
    let (idle, turned, settling) = ((IDLE, vec![]), (TURNED, vec![0, 1]), (SETTLING, vec![]));
    let of_line = [("side", SIDE), ("cell", CELL)];
    let mut slide = action(
        "slide",
        0,
        &[("tile", TILE), ("from", CELL), ("to", CELL), ("side", SIDE), ("turning", CELL)],
        &[(AT, vec![0, 1]), (GAP, vec![2])],
        &[(AT, vec![0, 2]), (GAP, vec![1])],
    );
    slide.before.push((TURNED, vec![3, 4]));
    slide.table = Some(onward(geometry));
    task.actions = vec![
        action("turn", 1, &of_line, &[idle.clone(), (BLANK, vec![1])], &[turned.clone(), (GAP, vec![1])]),
        slide,
        action("stop", 0, &of_line, &[turned], slice::from_ref(&settling)),
        action("settle", 0, &[("cell", CELL)], &[settling, (GAP, vec![0])], &[idle, (BLANK, vec![0])]),
    ];
}
