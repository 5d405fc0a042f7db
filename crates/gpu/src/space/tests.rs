//! Whole spaces on the twin and on the emulated kernels, against those of the CPU.
#![allow(clippy::print_stderr)]

use std::path::Path;

use taquin_search::{Limits, Progress};
use taquin_space::{Census, Options, Space};
use taquin_tiles::{Board, Geometry};

use super::*;
use crate::emulator::EmulatedMap;

/// Boards of both parities, with symmetries and without, blank in a corner and elsewhere.
fn spaces() -> Vec<(Geometry, Board)> {
    let mut spaces = Vec::new();
    for (rows, cols, torus, blank) in [
        (2, 2, false, 3),
        (2, 3, false, 5),
        (3, 3, false, 8),
        (3, 3, false, 4),
        (2, 4, false, 1),
        (2, 4, true, 7),
        (3, 3, true, 0),
    ] {
        let mut tiles: Vec<u32> =
            (0..rows * cols).map(|cell| (cell + rows * cols - blank) % (rows * cols)).collect();
        tiles.rotate_left(0);
        spaces.push((Geometry::new(rows, cols, torus), Board::new(rows, cols, tiles).unwrap()));
    }
    spaces
}

fn expected((geometry, goal): &(Geometry, Board)) -> Census {
    taquin_space::enumerate(&Space::new(*geometry, goal).unwrap(), &Options::default(), &mut ())
}

fn twin(classes: &Classes) -> Result<Box<dyn Map>, Error> {
    Ok(Box::new(TwinMap::new(classes)))
}

fn on_twin(space: &(Geometry, Board), folder: Option<&Path>, options: &Options) -> Census {
    enumerate(space.0, &space.1, &mut twin, folder, options, &mut ()).unwrap()
}

fn sorted(census: &Census) -> Vec<Vec<u32>> {
    let mut boards: Vec<Vec<u32>> = census.farthest.iter().map(|board| board.tiles().to_vec()).collect();
    boards.sort();
    boards
}

fn alike(found: &Census, expected: &Census) {
    assert_eq!(found.levels, expected.levels);
    assert_eq!(found.stopped, expected.stopped);
    assert_eq!(sorted(found), sorted(expected));
}

#[test]
fn the_twin_counts_as_the_cpu_does() {
    for space in spaces() {
        alike(&on_twin(&space, None, &Options::default()), &expected(&space));
    }
}

#[test]
fn the_emulated_kernels_count_as_the_cpu_does() {
    for space in spaces() {
        let mut there = true;
        let mut make = |classes: &Classes| -> Result<Box<dyn Map>, Error> {
            let map = EmulatedMap::new(classes);
            there = map.is_some();
            Ok(map.map_or_else(|| Box::new(TwinMap::new(classes)) as Box<dyn Map>, |map| Box::new(map)))
        };
        let found = enumerate(space.0, &space.1, &mut make, None, &Options::default(), &mut ()).unwrap();
        alike(&found, &expected(&space));
        if !there {
            eprintln!("skipped: no C++ compiler");
            return;
        }
    }
}

#[test]
fn first_levels_of_large_spaces_are_as_published() {
    // The torus of 4 x 4: a position of 24 symmetries and tails of eleven tiles.
    let goal = Board::new(4, 4, (1..16).chain([0]).collect::<Vec<u32>>()).unwrap();
    let geometry = Geometry::new(4, 4, true);
    let classes = Classes::new(geometry, &goal).unwrap();
    assert_eq!(classes.positions(), (1..=16).product::<u64>() / 2);
    let folder = tempfile::tempdir().unwrap();
    let options = Options { depth: Some(6), ..Options::default() };
    let space = Space::new(geometry, &goal).unwrap();
    let realm = taquin_space::enumerate_on_disk(&space, folder.path(), &options, &mut ());
    let levels = realm.unwrap().levels;
    let mut reached = vec![classes.start()];
    let mut seen: std::collections::HashSet<(usize, u32)> = reached.iter().copied().collect();
    for level in &levels[1..] {
        let mut next = Vec::new();
        for (class, number) in reached {
            for (there, other) in classes.neighbors(class, number) {
                if seen.insert((there, other)) {
                    next.push((there, other));
                }
            }
        }
        let heads = next.iter().map(|&(class, _)| u64::from(classes.all[class].heads)).sum::<u64>();
        assert_eq!(heads, *level);
        reached = next;
    }
}

/// Breaks off after some ticks.
struct Impatient(u32);

impl Progress for Impatient {
    fn tick(&mut self, _: &taquin_search::Stats) -> std::ops::ControlFlow<()> {
        self.0 = self.0.saturating_sub(1);
        if self.0 == 0 { std::ops::ControlFlow::Break(()) } else { std::ops::ControlFlow::Continue(()) }
    }
}

#[test]
fn a_run_that_was_stopped_goes_on() {
    for space in [&spaces()[2], &spaces()[6]] {
        let folder = tempfile::tempdir().unwrap();
        let mut rounds = 0;
        let found = loop {
            rounds += 1;
            let options = Options { limits: Limits::default(), ..Options::default() };
            let found =
                enumerate(space.0, &space.1, &mut twin, Some(folder.path()), &options, &mut Impatient(5))
                    .unwrap();
            if found.stopped.is_none() {
                break found;
            }
        };
        assert!(rounds > 3);
        assert_eq!(found.levels, expected(space).levels);
    }
    let folder = tempfile::tempdir().unwrap();
    let stopped = |space: &(Geometry, Board)| {
        enumerate(space.0, &space.1, &mut twin, Some(folder.path()), &Options::default(), &mut Impatient(9))
    };
    assert!(stopped(&spaces()[2]).unwrap().stopped.is_some());
    assert!(matches!(stopped(&spaces()[3]), Err(Error::File { .. })), "another goal's map is no start");
    let path = folder.path().join("space.map");
    let whole = std::fs::read(&path).unwrap();
    for byte in [9, 30, whole.len() / 2, whole.len() - 1] {
        let mut bytes = whole.clone();
        bytes[byte] ^= 4;
        std::fs::write(&path, bytes).unwrap();
        assert!(matches!(stopped(&spaces()[2]), Err(Error::File { .. })), "{byte}");
    }
    std::fs::write(&path, &whole[..whole.len() - 9]).unwrap();
    assert!(matches!(stopped(&spaces()[2]), Err(Error::File { .. })));
}

#[test]
fn a_depth_that_is_asked_for_is_the_last() {
    let options = Options { depth: Some(7), ..Options::default() };
    let space = &spaces()[2];
    let found = on_twin(space, None, &options);
    assert_eq!((&found.levels[..], found.stopped), (&expected(space).levels[..8], Some(Limit::Depth)));
    assert_eq!(found.farthest.len() as u64, found.levels[7]);
}

#[test]
fn boards_of_more_cells_are_refused() {
    let goal = Board::new(3, 6, (1..18).chain([0]).collect::<Vec<u32>>()).unwrap();
    assert!(matches!(Classes::new(Geometry::new(3, 6, false), &goal), Err(Error::Space { cells: 18, .. })));
}
