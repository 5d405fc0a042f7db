//! Tables of distances: they answer as a search does, from memory and from a file.

use std::fs;

use taquin_search::Puzzle;
use taquin_space::{
    Census, Distances, Error, Options, Space, TableFile, enumerate_on_disk, tabulate, tabulate_on_disk,
};
use taquin_tiles::{Arrangements, Board, Exhaustive, Geometry, Packed16, Tiles};

fn table(geometry: Geometry, goal: &Board) -> Distances {
    let space = Space::new(geometry, goal).unwrap();
    let (census, distances) = tabulate(&space, &Options::default(), &mut ());
    let distances = distances.expect("nothing stops it");
    assert_eq!(census.levels, distances.levels());
    distances
}

/// Compares a table with distances found by another way, on every `step`-th arrangement.
fn check(distances: &mut Distances, step: usize) {
    let (geometry, goal) = (distances.space().geometry(), distances.space().goal().clone());
    let puzzle: Tiles<Packed16> = Tiles::new(geometry, &goal).unwrap();
    let known = Exhaustive::new(&puzzle).unwrap();
    let arrangements = Arrangements::new(geometry, &goal).unwrap();
    for rank in (0..arrangements.count()).step_by(step) {
        let state: Packed16 = arrangements.unrank(rank);
        let board = puzzle.board(&state);
        let solution = distances.solution(&board).unwrap();
        assert_eq!(solution.as_ref().map(|moves| moves.len() as u32), known.distance(&state));
        if let Some(moves) = solution {
            let end = moves.into_iter().fold(state, |state, mv| puzzle.successor(&state, mv));
            assert!(puzzle.is_goal(&end));
        }
    }
}

#[test]
fn tables_agree_with_another_search() {
    for (rows, cols, torus, step) in [
        (1, 1, false, 1),
        (1, 4, false, 1),
        (1, 5, true, 1),
        (2, 2, false, 1),
        (2, 3, true, 1),
        (4, 2, false, 17),
        (3, 3, false, 97),
        (3, 3, true, 97),
    ] {
        let geometry = Geometry::new(rows, cols, torus);
        check(&mut table(geometry, &Board::blank_first(rows, cols)), step);
    }
}

#[test]
fn the_other_parity_has_no_distance() {
    let mut distances = table(Geometry::new(3, 3, false), &Board::blank_last(3, 3));
    let board = Board::new(3, 3, [2, 1, 3, 4, 5, 6, 7, 8, 0]).unwrap();
    assert_eq!(distances.distance(&board).unwrap(), None);
    assert_eq!(distances.distance(&Board::blank_last(2, 2)).unwrap(), None);
}

#[test]
fn a_file_answers_as_memory_does() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("eight.taq");
    let goal = Board::new(3, 3, [1, 2, 3, 8, 0, 4, 7, 6, 5]).unwrap();
    let made = table(Geometry::new(3, 3, false), &goal);
    made.save(&path).unwrap();
    let mut read = Distances::open(&path).unwrap();
    assert_eq!(read.levels(), made.levels());
    assert_eq!(read.space().goal(), &goal);
    check(&mut read, 997);
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1, "nothing is left beside the table");
}

#[test]
fn levels_on_disk_make_the_same_table() {
    let folder = tempfile::tempdir().unwrap();
    let goal = Board::blank_last(3, 3);
    let (one, other) = (folder.path().join("one"), folder.path().join("other"));
    table(Geometry::new(3, 3, true), &goal).save(&one).unwrap();
    let space = Space::new(Geometry::new(3, 3, true), &goal).unwrap();
    let levels = folder.path().join("levels");
    let tabulated = |options: &Options| -> Result<Census<String>, Error> {
        let mut file = TableFile::new(space.clone(), &other);
        tabulate_on_disk(&space, &levels, &mut file, options, &mut ())
    };
    let census = tabulated(&Options { depth: Some(5), ..Options::default() }).unwrap();
    assert!(census.stopped.is_some() && !other.exists());
    tabulated(&Options::default()).unwrap();
    assert_eq!(fs::read(&one).unwrap(), fs::read(&other).unwrap());
    // A run that is killed before the table is there has all levels to make it from.
    fs::remove_file(&other).unwrap();
    tabulated(&Options::default()).unwrap();
    assert_eq!(fs::read(&one).unwrap(), fs::read(&other).unwrap());
    let plain = folder.path().join("plain");
    enumerate_on_disk(&space, &plain, &Options::default(), &mut ()).unwrap();
    let mut file = TableFile::new(space.clone(), &other);
    let late = tabulate_on_disk(&space, &plain, &mut file, &Options::default(), &mut ());
    assert!(late.unwrap_err().to_string().ends_with("the level at distance 0 has not been kept"));
}

#[test]
fn damage_is_found() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("eight.taq");
    table(Geometry::new(3, 3, false), &Board::blank_last(3, 3)).save(&path).unwrap();
    let whole = fs::read(&path).unwrap();
    let opened = |bytes: &[u8]| {
        fs::write(&path, bytes).unwrap();
        Distances::open(&path)
    };
    let message = |bytes: &[u8]| opened(bytes).map(drop).unwrap_err().to_string();
    assert!(message(&whole[..whole.len() - 1]).ends_with("the file is cut short"));
    assert!(message(&whole[..10]).ends_with("the file is cut short"));
    assert!(message(b"one two three four five six").ends_with("this is not a table of distances"));
    let changed = |at: usize| {
        let mut bytes = whole.clone();
        bytes[at] ^= 4;
        bytes
    };
    assert!(message(&changed(8)).ends_with("it has version 5, this program reads 1"));
    assert!(message(&changed(30)).ends_with("its head is damaged"));
    assert!(message(&changed(whole.len() - 10)).ends_with("its checksums are damaged"));
    let goal = Board::blank_last(3, 3);
    let mut damaged = opened(&changed(whole.len() / 2)).unwrap();
    let mut board = goal.clone();
    // A walk through the whole board meets the damaged chunk, and says so.
    let found = (0..2000).find_map(|step: u32| {
        let ways: Vec<_> = taquin_tiles::Direction::ALL
            .into_iter()
            .filter_map(|way| damaged.space().geometry().neighbor(board.blank(), way))
            .collect();
        board.slide(ways[(step * step / 7) as usize % ways.len()]);
        damaged.distance(&board).err()
    });
    assert!(matches!(found, Some(Error::Format { what, .. }) if what.contains("bytes from byte")));
}

#[test]
fn a_table_that_cannot_be_written_leaves_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let distances = table(Geometry::new(2, 2, false), &Board::blank_last(2, 2));
    let error = distances.save(&folder.path().join("missing").join("table")).unwrap_err();
    assert!(matches!(error, Error::Io { .. }));
    let taken = folder.path().join("taken");
    fs::create_dir_all(taken.join("inside")).unwrap();
    assert!(distances.save(&taken).is_err());
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
}
