//! Sliding blocks for planners.
//!
//! Blocks that are interchangeable are of one kind, of which one stands `at` its anchor; other cells are `free`. A
//! step goes from anchor to anchor, into the cells in front and out of those behind. If a longer travel is one move,
//! a block is grabbed first, at the cost of the move, and then moves at no cost, in one direction or in all, until it
//! is released.

use std::collections::BTreeMap;

use taquin_blocks::{Cell, Direction, Grid, Ground, Metric, Placements, Problem};

use crate::error::Error;
use crate::planning::{Action, Condition, Fluent, Pattern, Table, Task, Type};

const KIND: usize = 0;
const CELL: usize = 1;
const SIDE: usize = 2;

const AT: usize = 0;
const FREE: usize = 1;
const IDLE: usize = 2;
const HELD: usize = 3;

/// The puzzle as a planning task.
pub(super) fn task(problem: &Problem) -> Result<Task, Error> {
    if problem.goal().is_empty() {
        return Err(Error::NoGoal);
    }
    let (grid, kinds) = (problem.grid(), problem.kinds());
    let cells: Vec<Cell> = grid.cells().filter(|&cell| grid.ground(cell) != Ground::Wall).collect();
    let number = |cell: Cell| cells.binary_search(&cell).expect("no block stands on a wall");
    let places: Vec<Placements> = kinds.iter().map(|kind| Placements::of(grid, kind, |_| true)).collect();
    let at =
        |kind: usize, anchor: Cell| (AT, vec![kind, number(places[kind].anchors[places[kind].at(anchor)])]);
    let pieces = 0..problem.pieces().len();
    let taken: Vec<Cell> = problem.pieces().iter().flat_map(|piece| piece.cells.iter().copied()).collect();
    let mut start: Vec<_> =
        pieces.map(|piece| at(problem.kind_of(piece), problem.anchor_of(piece))).collect();
    let free = cells.iter().enumerate().filter(|(_, cell)| !taken.contains(cell));
    start.extend(free.map(|(cell, _)| (FREE, vec![cell])));
    let mut task = Task {
        name: "sliding-blocks",
        types: vec![
            Type { name: "kind", objects: (1..=kinds.len()).map(|kind| format!("k{kind}")).collect() },
            Type { name: "cell", objects: cells.iter().map(|&cell| name(grid, cell)).collect() },
        ],
        fluents: vec![
            Fluent { name: "at", types: vec![KIND, CELL] },
            Fluent { name: "free", types: vec![CELL] },
        ],
        start,
        goal: problem.goal().iter().map(|&(kind, anchor)| at(kind, anchor)).collect(),
        variables: variables(problem, &places, &number),
        remarks: remarks(problem),
        ..Task::default()
    };
    task.variables.extend((0..cells.len()).map(|cell| vec![(FREE, vec![Some(cell)])]));
    let hand = Hand::of(problem.metric());
    hand.add(&mut task, &stands(&places, &number));
    steps(&mut task, &places, &number, hand);
    flights(&mut task, problem, &places, &number, hand);
    Ok(task)
}

fn name(grid: &Grid, cell: Cell) -> String {
    let (row, col) = grid.place(cell);
    format!("c{}-{}", row + 1, col + 1)
}

/// Which blocks are of which kind.
fn remarks(problem: &Problem) -> Vec<String> {
    let mut lines = vec!["c1-2 is the second cell of the first row.".to_string()];
    for kind in 0..problem.kinds().len() {
        let pieces = problem.pieces().iter().enumerate();
        let names = pieces.filter(|&(piece, _)| problem.kind_of(piece) == kind);
        let names: Vec<String> = names.map(|(_, piece)| piece.name.to_string()).collect();
        lines.push(format!("k{} is what {} are or is.", kind + 1, names.join(", ")));
    }
    lines
}

/// The places of a single block are one variable; of several blocks of a kind each place is one.
fn variables(problem: &Problem, places: &[Placements], number: &impl Fn(Cell) -> usize) -> Vec<Vec<Pattern>> {
    let count = |kind| (0..problem.pieces().len()).filter(|&piece| problem.kind_of(piece) == kind).count();
    let of_kind = |(kind, places): (usize, &Placements)| {
        let at = |&anchor: &Cell| (AT, vec![Some(kind), Some(number(anchor))]);
        let each: Vec<Pattern> = places.anchors.iter().map(at).collect();
        if count(kind) == 1 { vec![each] } else { each.into_iter().map(|place| vec![place]).collect() }
    };
    places.iter().enumerate().flat_map(of_kind).collect()
}

/// Every kind with every place where it can stand.
fn stands(places: &[Placements], number: &impl Fn(Cell) -> usize) -> Vec<Vec<usize>> {
    let of_kind = |(kind, places): (usize, &Placements)| {
        places.anchors.iter().map(|&anchor| vec![kind, number(anchor)]).collect::<Vec<_>>()
    };
    places.iter().enumerate().flat_map(of_kind).collect()
}

/// How far a block may travel in one move.
#[derive(Clone, Copy, PartialEq)]
enum Hand {
    /// One cell: it is never held.
    Not,
    /// Any distance in one direction.
    Straight,
    /// Any distance in all directions.
    Any,
}

impl Hand {
    fn of(metric: Metric) -> Self {
        match metric {
            Metric::Unit => Hand::Not,
            Metric::Straight => Hand::Straight,
            Metric::Finger => Hand::Any,
        }
    }

    /// The actions that grab a block and release it.
    fn add(self, task: &mut Task, stands: &[Vec<usize>]) {
        if self == Hand::Not {
            return;
        }
        let mut parameters = vec![("kind".to_string(), KIND), ("cell".into(), CELL)];
        let (mut held, mut pattern) = (vec![0, 1], vec![None, None]);
        let mut types = vec![KIND, CELL];
        task.name = "sliding-blocks-by-hand";
        if self == Hand::Straight {
            let sides = Direction::ALL.map(|side| side.name().to_string());
            task.name = "sliding-blocks-straight";
            task.types.push(Type { name: "side", objects: sides.to_vec() });
            // The table is that of the last parameters.
            parameters.insert(0, ("side".into(), SIDE));
            held = vec![1, 2, 0];
            pattern.push(None);
            types.push(SIDE);
        }
        task.fluents.push(Fluent { name: "idle", types: vec![] });
        task.fluents.push(Fluent { name: "held", types });
        task.start.push((IDLE, vec![]));
        task.variables.push(vec![(IDLE, vec![]), (HELD, pattern)]);
        let (idle, held): (Condition, Condition) = ((IDLE, vec![]), (HELD, held));
        let standing = (AT, held.1[..2].to_vec());
        let table = Table { name: "stands".into(), rows: stands.to_vec() };
        let action = |name: &str, cost, before, ends, begins| Action {
            name: name.into(),
            cost,
            parameters: parameters.clone(),
            table: Some(table.clone()),
            before,
            ends: vec![ends],
            begins: vec![begins],
        };
        let take = action("take", 1, vec![idle.clone(), standing], idle.clone(), held.clone());
        let leave = action("leave", 0, vec![held.clone()], held, idle);
        task.actions.extend([take, leave]);
    }
}

/// Adds the steps to neighbouring places, an action for every number of cells that are entered at once.
fn steps(task: &mut Task, places: &[Placements], number: &impl Fn(Cell) -> usize, hand: Hand) {
    let mut tables: BTreeMap<usize, Vec<Vec<usize>>> = BTreeMap::new();
    for (kind, places) in places.iter().enumerate() {
        for (from, next) in places.next.iter().enumerate() {
            for (way, to) in next.iter().enumerate().filter_map(|(way, to)| Some((way, (*to)?))) {
                let without = |one: usize, other: usize| {
                    let cells = places.cells[one].iter().filter(|cell| !places.cells[other].contains(cell));
                    cells.map(|&cell| number(cell)).collect::<Vec<_>>()
                };
                let (front, rear) = (without(to, from), without(from, to));
                let size = front.len();
                let mut row = vec![kind, number(places.anchors[from]), number(places.anchors[to])];
                row.extend(front.into_iter().chain(rear));
                row.extend((hand == Hand::Straight).then_some(way));
                tables.entry(size).or_default().push(row);
            }
        }
    }
    for (size, rows) in tables {
        task.actions.push(step(size, rows, hand));
    }
}

/// The action of a step into `size` cells.
fn step(size: usize, rows: Vec<Vec<usize>>, hand: Hand) -> Action {
    let mut parameters = vec![("kind".to_string(), KIND), ("from".into(), CELL), ("to".into(), CELL)];
    parameters.extend((1..=size).map(|cell| (format!("front{cell}"), CELL)));
    parameters.extend((1..=size).map(|cell| (format!("rear{cell}"), CELL)));
    let front = (3..3 + size).map(|cell| (FREE, vec![cell]));
    let rear = (3 + size..3 + 2 * size).map(|cell| (FREE, vec![cell]));
    let mut before: Vec<Condition> = [(AT, vec![0, 1])].into_iter().chain(front.clone()).collect();
    let mut ends: Vec<Condition> = before.clone();
    let mut begins: Vec<Condition> = [(AT, vec![0, 2])].into_iter().chain(rear).collect();
    if hand != Hand::Not {
        let held = |place: usize, conditions: &mut Vec<Condition>| {
            let side = (hand == Hand::Straight).then_some(3 + 2 * size);
            conditions.push((HELD, [0, place].into_iter().chain(side).collect()));
        };
        held(1, &mut before);
        held(1, &mut ends);
        held(2, &mut begins);
    }
    if hand == Hand::Straight {
        parameters.push(("side".into(), SIDE));
    }
    Action {
        name: format!("step{size}"),
        cost: u32::from(hand == Hand::Not),
        parameters,
        table: Some(Table { name: format!("way{size}"), rows }),
        before,
        ends,
        begins,
    }
}

/// Adds the flights of single cells, each of which is a move of its own.
fn flights(
    task: &mut Task,
    problem: &Problem,
    places: &[Placements],
    number: &impl Fn(Cell) -> usize,
    hand: Hand,
) {
    let mut rows = Vec::new();
    for (kind, places) in places.iter().enumerate().filter(|(kind, _)| problem.kinds()[*kind].motion.flies) {
        for &from in &places.anchors {
            let others = places.anchors.iter().filter(|&&to| to != from);
            rows.extend(others.map(|&to| vec![kind, number(from), number(to)]));
        }
    }
    if rows.is_empty() {
        return;
    }
    let mut before = vec![(AT, vec![0, 1]), (FREE, vec![2])];
    let ends = before.clone();
    before.extend((hand != Hand::Not).then_some((IDLE, vec![])));
    task.actions.push(Action {
        name: "fly".into(),
        cost: 1,
        parameters: vec![("kind".into(), KIND), ("from".into(), CELL), ("to".into(), CELL)],
        table: Some(Table { name: "flight".into(), rows }),
        before,
        ends,
        begins: vec![(AT, vec![0, 2]), (FREE, vec![1])],
    });
}
