//! Tests that compare an engine with the twin: the emulated kernels on any machine, a device if there is one.
#![allow(clippy::print_stderr)]

use std::sync::Arc;

use taquin_search::{Limits, Outcome};
use taquin_tiles::Geometry;
use taquin_tiles::automaton::Automaton;
use taquin_tiles::deepening::Checkpoint;
use taquin_tiles::pattern::{Builder, Pattern, PatternSpace};

use crate::approach::Approach;
use crate::bases::Bases;
use crate::deepening::{self, Candidate};
use crate::emulator::{self, Emulated};
use crate::engine::{Engine, Slice};
use crate::grid::{Grid, MAX_CELLS};
use crate::plan::Plan;
use crate::position::{Packed, Position};
use crate::tuning::Tuning;
use crate::twin::Twin;
use crate::{batch, table};

/// Plans of different grids, goals, sums and entries, weak enough for searches of some thousand nodes.
pub(crate) fn plans() -> Vec<Plan> {
    let grid = |rows, cols| Grid::new(Geometry::new(rows, cols, false)).unwrap();
    let torus = |rows, cols| Grid::new(Geometry::new(rows, cols, true)).unwrap();
    let thirds = [vec![vec![0, 1, 4, 5], vec![2, 3, 6, 7], vec![8, 9, 10]]];
    vec![
        Plan::new(grid(3, 3), 0, &[vec![vec![1, 2], vec![3, 4], vec![5, 6], vec![7, 8]]], true, 2),
        Plan::new(grid(3, 4), 5, &[vec![vec![0, 1, 4], vec![2, 3, 6, 7], vec![8, 9, 10, 11]]], true, 4),
        Plan::new(
            grid(4, 4),
            0,
            &[vec![vec![1, 2, 3], vec![4, 5, 6], vec![7, 10, 11], vec![8, 9, 12], vec![13, 14, 15]]],
            true,
            2,
        ),
        Plan { ranked: true, ..Plan::new(grid(3, 4), 11, &thirds, true, 2) },
        Plan::new(torus(3, 3), 4, &[vec![vec![0, 1, 2], vec![3, 5, 6], vec![7, 8]]], true, 4),
        Plan {
            ranked: true,
            ..Plan::new(torus(2, 6), 0, &[vec![vec![1, 2, 3], vec![4, 5, 6, 7], vec![8, 9, 10, 11]]], true, 2)
        },
    ]
}

/// A position some moves away from the goal.
fn scrambled(plan: &Plan, moves: u32, mut seed: u64) -> Position {
    let mut tiles = [0; MAX_CELLS];
    (0..plan.grid.cells()).for_each(|cell| tiles[cell] = cell as u8);
    let mut position = Position { tiles, blank: plan.blank as u8 };
    for _ in 0..moves {
        seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        if let Some(to) = plan.grid.neighbor(position.blank.into(), (seed >> 33) as usize % 4) {
            position.slide(to);
        }
    }
    position
}

/// Positions without the marks that only layers have.
fn bare(layer: &[Packed]) -> Vec<Packed> {
    let mut bare: Vec<Packed> = layer.iter().map(|&[low, high]| [low, high & ((1 << 60) - 1)]).collect();
    bare.sort_unstable();
    bare
}

/// Compares layers and descents, bound by bound; gives the bounds without a solution.
fn compare(engine: &mut dyn Engine, twin: &mut Twin, moves: u32) -> usize {
    let plan = twin.sums.plan.clone();
    let mut failed = 0;
    for round in 0..18u32 {
        let start = scrambled(&plan, moves, u64::from(round / 6));
        let estimate = twin.estimates(&[start.pack()]).unwrap();
        assert_eq!(engine.estimates(&[start.pack()]).unwrap(), estimate);
        let bound = u32::from(estimate[0]) + plan.grid.unit() * (round % 6);
        twin.begin(&start).unwrap();
        engine.begin(&start).unwrap();
        let mut last = Default::default();
        // Every other time the start itself is the only root, so that threads must share.
        for _ in 0..6 * (round % 2) {
            last = twin.advance(bound, usize::MAX).unwrap();
            assert_eq!(engine.advance(bound, usize::MAX).unwrap(), last);
            if last.goal || last.size == 0 {
                break;
            }
        }
        twin.keep().unwrap();
        engine.keep().unwrap();
        let ((mine, depth), (theirs, same_depth)) = (twin.roots().unwrap(), engine.roots().unwrap());
        assert_eq!((bare(&mine), depth), (bare(&theirs), same_depth));
        if last.goal {
            assert_eq!(twin.goal_path().unwrap().len(), engine.goal_path().unwrap().len());
            continue;
        }
        // Every third time one slice alone.
        let slice = if round % 3 == 2 { Slice { number: 1, count: 3 } } else { Slice::ALL };
        let mine = twin.descend(bound, slice, &mut || false).unwrap();
        let theirs = engine.descend(bound, slice, &mut || false).unwrap();
        assert_eq!(mine.answer.is_some(), theirs.answer.is_some());
        match theirs.answer {
            None => {
                assert_eq!((mine.expanded, mine.generated), (theirs.expanded, theirs.generated));
                failed += 1;
            }
            Some((root, below)) => {
                let mut position = start;
                for k in engine.root_path(root).unwrap().into_iter().chain(below) {
                    position.slide(plan.grid.neighbor(position.blank.into(), k.into()).unwrap());
                }
                let home = |cell: usize| usize::from(position.tiles[cell]) == cell;
                assert!((0..plan.grid.cells()).all(home), "the answer leads to the goal");
            }
        }
    }
    failed
}

/// Solves one by one, from both ends and with narrow layers, and all at once; the lengths must agree.
fn compare_solutions(engine: &mut dyn Engine, twin: &mut Twin) {
    let plan = twin.sums.plan.clone();
    let starts: Vec<Position> = (0..12).map(|seed| scrambled(&plan, 60, seed)).collect();
    let approach = Approach { plan: plan.clone(), backward: false };
    let narrow = Tuning { look_ahead_from: 1.0, nodes_per_width: 16.0, least_roots: 16, ..Tuning::default() };
    let mut lengths = Vec::new();
    for start in &starts {
        let length = |engine: &mut dyn Engine, tuning| {
            let candidates = vec![Candidate { number: 0, approach: &approach }];
            let limits = Limits::default();
            let report =
                deepening::solve(engine, start, candidates, &Checkpoint::default(), tuning, &limits, &mut ());
            let Outcome::Solved { moves, cost } = report.unwrap().outcome else { panic!("not solved") };
            assert_eq!(moves.len() as u32, cost);
            cost
        };
        let wanted = length(twin, Tuning::default());
        assert_eq!(
            [length(engine, Tuning::default()), length(engine, narrow), length(twin, narrow)],
            [wanted; 3]
        );
        lengths.push(wanted);
    }
    let packed: Vec<Packed> = starts.iter().map(Position::pack).collect();
    let mut found = vec![0; starts.len()];
    let mut deliver = |number: usize, outcome, bound| {
        let Outcome::Solved { moves, cost } = outcome else { panic!("not solved") };
        assert_eq!((Vec::<u8>::len(&moves) as u32, bound), (cost, cost));
        found[number] = cost;
        Ok(())
    };
    batch::solve_all(engine, &plan, &packed, &Limits::default(), &mut (), &mut deliver).unwrap();
    assert_eq!(found, lengths);
}

#[test]
fn emulated_tables_are_those_of_the_cpu() {
    for plan in plans().iter().filter(|plan| plan.grid.cells() < 16) {
        for shape in &plan.shapes[..1] {
            let Some(emulated) = emulator::table(plan, shape) else {
                eprintln!("skipped: no C++ compiler to run the kernels on the CPU");
                return;
            };
            assert!(emulated == table::build(plan, shape), "{shape:?}");
        }
    }
}

#[test]
fn emulated_tables_for_the_cpu_are_its_own() {
    for (rows, cols, torus, cells, blank) in [
        (3, 3, false, &[1, 2, 3, 5, 8][..], 0),
        (3, 4, false, &[0, 1, 4, 5], 11),
        (4, 4, false, &[0, 1, 2], 15),
        (4, 4, true, &[0, 1, 4], 15),
    ] {
        let geometry = Geometry::new(rows, cols, torus);
        let pattern = Pattern::new(cells.iter().copied(), blank);
        let space = Arc::new(PatternSpace::new(geometry, pattern.len()));
        let Some(emulated) = emulator::pattern_table(&space, pattern) else {
            eprintln!("skipped: no C++ compiler");
            return;
        };
        let own = Builder::new(space).build(pattern, 1, &mut ()).unwrap();
        assert!(emulated.is_same(&own), "{cells:?} of {rows} x {cols}");
    }
}

#[test]
fn emulated_kernels_count_like_the_twin() {
    let mut given = 0;
    for (number, plan) in plans().into_iter().enumerate() {
        let automaton = Automaton::new(plan.grid.geometry(), 8);
        let bases = Bases::new(&plan);
        let mut twin = Twin::new(plan.clone(), automaton.clone());
        let Some(mut emulated) = Emulated::new(&plan, &bases, twin.sums.bytes(&bases), &automaton) else {
            eprintln!("skipped: no C++ compiler to run the kernels on the CPU");
            return;
        };
        assert!(compare(&mut emulated, &mut twin, 80 + 60 * number as u32) > 3, "plan {number}");
        compare_solutions(&mut emulated, &mut twin);
        given += emulated.given;
    }
    assert!(given > 0, "threads have shared their work");
}

#[test]
fn emulated_kernels_stop_when_they_are_told() {
    let plan = plans().remove(2);
    let automaton = Automaton::new(plan.grid.geometry(), 8);
    let bases = Bases::new(&plan);
    let twin = Twin::new(plan.clone(), automaton.clone());
    let Some(mut emulated) = Emulated::new(&plan, &bases, twin.sums.bytes(&bases), &automaton) else {
        eprintln!("skipped: no C++ compiler to run the kernels on the CPU");
        return;
    };
    let start = scrambled(&plan, 1000, 1);
    emulated.begin(&start).unwrap();
    emulated.keep().unwrap();
    // Of the other parity, so without a solution, and with more nodes than could be searched.
    let bound = emulated.estimates(&[start.pack()]).unwrap()[0] + 31;
    let mut asked = 0;
    let mut patience = || {
        asked += 1;
        asked % 10 == 0
    };
    let descent = emulated.descend(bound.into(), Slice::ALL, &mut patience).unwrap();
    assert!(descent.broken && descent.answer.is_none());
    let round = emulated.round(&[start.pack()], &[bound], &mut patience).unwrap();
    assert!(round.broken);
}

#[cfg(feature = "cuda")]
mod device {
    use taquin_tiles::Board;

    use super::*;
    use crate::Solver;
    use crate::constants::Cut;
    use crate::cuda::{CudaEngine, Device};

    /// The first device, or why there is none.
    fn device() -> Option<Device> {
        Device::open(0, None).inspect_err(|error| eprintln!("skipped: {error}")).ok()
    }

    #[test]
    fn the_device_counts_like_the_twin() {
        let Some(device) = device() else { return };
        for (number, plan) in plans().into_iter().enumerate() {
            let automaton = Automaton::new(plan.grid.geometry(), 8);
            let mut twin = Twin::new(plan.clone(), automaton.clone());
            let bases = Bases::new(&plan);
            let mut engine =
                CudaEngine::new(device.clone(), &plan, bases.clone(), &automaton, Cut::default()).unwrap();
            engine.equip(0, &plan).unwrap();
            assert!(
                engine.table_bytes().unwrap() == twin.sums.bytes(&bases),
                "the tables are those of the CPU"
            );
            assert!(compare(&mut engine, &mut twin, 80 + 60 * number as u32) > 3);
            compare_solutions(&mut engine, &mut twin);
        }
    }

    #[test]
    fn known_lengths_are_found() {
        let Some(device) = device() else { return };
        let geometry = Geometry::new(4, 4, false);
        let mut solver = Solver::cuda(geometry, &Board::blank_first(4, 4), None, &[device]).unwrap();
        let (mut boards, mut lengths) = (Vec::new(), Vec::new());
        for line in include_str!("../../tiles/data/korf100.txt").lines().filter(|line| !line.starts_with('#'))
        {
            let numbers: Vec<u32> = line.split_whitespace().map(|word| word.parse().unwrap()).collect();
            lengths.push(numbers[1]);
            boards.push(Board::new(4, 4, &numbers[2..]).unwrap());
        }
        let mut found = vec![0; boards.len()];
        let mut deliver =
            |number: usize, report: taquin_search::Report<_>| found[number] = report.lower_bound;
        solver.solve_all(&boards, &Limits::default(), &mut (), &mut deliver).unwrap();
        assert_eq!(found, lengths);
        let one = solver.solve(&boards[2], None, &Limits::default(), &mut ()).unwrap();
        assert!(matches!(one.outcome, Outcome::Solved { cost, .. } if cost == lengths[2]));
    }
}
