//! Tiles with labels for planners: equal tiles are one object, which may be in several places.

use taquin_tiles::format::labels::Label;
use taquin_tiles::{Cell, Direction};

use super::{KIND, LabelledInstance};
use crate::error::Error;
use crate::planning::{Action, Fluent, Table, Task, Type};

const TILE: usize = 0;
const CELL: usize = 1;

const AT: usize = 0;
const BLANK: usize = 1;

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
    Ok(Task {
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
    })
}
