//! The partitions to use: good ones from a data file, and for every other board one that is made by a rule.

use crate::geometry::Geometry;

use super::partition::Partition;
use super::space::MOST_CELLS;
use super::symmetry::Symmetry;
use super::table::Pattern;

/// A partition that is worth its tables.
#[derive(Clone, Debug)]
pub struct Entry {
    /// What it is called, unique for its board and the blank's cell.
    pub name: &'static str,
    /// The partition.
    pub partition: Partition,
    /// The bytes of its tables.
    pub bytes: u64,
    /// The seconds it takes to build them on one core.
    pub seconds: f64,
    /// The mean of its value over all boards.
    pub mean: f64,
}

/// The kind of search that uses a partition.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Searcher {
    Cpu,
    Gpu,
    Both,
}

/// All entries of the catalogue for the CPU.
///
/// # Panics
/// If the data file that was compiled in is broken.
#[must_use]
pub fn catalogue() -> Vec<Entry> {
    read(Searcher::Cpu)
}

/// The entries for boards on `geometry` whose blank belongs in cell `blank`.
#[must_use]
pub fn entries_for(geometry: Geometry, blank: u32) -> Vec<Entry> {
    fitting(Searcher::Cpu, geometry, blank)
}

/// The entries with which a GPU searches such boards.
#[must_use]
pub fn gpu_entries_for(geometry: Geometry, blank: u32) -> Vec<Entry> {
    fitting(Searcher::Gpu, geometry, blank)
}

fn fitting(searcher: Searcher, geometry: Geometry, blank: u32) -> Vec<Entry> {
    let mut entries = read(searcher);
    entries.retain(|entry| entry.partition.fits(geometry, blank));
    entries
}

fn read(searcher: Searcher) -> Vec<Entry> {
    let lines = include_str!("../../data/partitions.txt").lines();
    lines
        .filter(|line| !line.starts_with('#'))
        .map(|line| entry(line).expect("a line of the catalogue"))
        .filter(|(own, _)| [searcher, Searcher::Both].contains(own))
        .map(|(_, entry)| entry)
        .collect()
}

fn entry(line: &'static str) -> Option<(Searcher, Entry)> {
    let mut words: Vec<&str> = line.split_whitespace().collect();
    let searcher = match words.pop()? {
        "cpu" => Searcher::Cpu,
        "gpu" => Searcher::Gpu,
        "both" => Searcher::Both,
        _ => return None,
    };
    let mean = words.pop()?.parse().ok()?;
    let seconds = words.pop()?.parse().ok()?;
    let bytes = words.pop()?.parse().ok()?;
    let [name, board, blank, cells @ ..] = &words[..] else { return None };
    let (rows, cols) = board.split_once('x')?;
    let geometry = Geometry::new(rows.parse().ok()?, cols.parse().ok()?, false);
    let blank = blank.parse().ok()?;
    let pattern = |words: &[&str]| {
        let cells: Option<Vec<u32>> = words.iter().map(|word| word.parse().ok()).collect();
        Some(Pattern::new(cells?, blank))
    };
    let patterns = cells.split(|word| *word == "/").map(pattern).collect::<Option<Vec<_>>>()?;
    let partition = Partition::new(geometry, patterns)?;
    Some((searcher, Entry { name, partition, bytes, seconds, mean }))
}

/// A partition of any board into patterns of at most `most` tiles: runs of about equal length along
/// a path that goes to and fro through the rows.
///
/// # Panics
/// If the board has no tile or more than [`MOST_CELLS`] cells, or `most` is 0.
#[must_use]
pub fn runs(geometry: Geometry, blank: u32, most: usize) -> Partition {
    let (rows, cols) = (geometry.rows(), geometry.cols());
    assert!((2..=MOST_CELLS as u32).contains(&geometry.cells()), "a board with a tile, not too large");
    let row = |row: u32| {
        let along = move |col: u32| row * cols + if row.is_multiple_of(2) { col } else { cols - 1 - col };
        (0..cols).map(along)
    };
    let path: Vec<u32> = (0..rows).flat_map(row).filter(|&cell| cell != blank).collect();
    let parts = path.len().div_ceil(most);
    let bounds: Vec<usize> = (0..=parts).map(|part| part * path.len() / parts).collect();
    let patterns = bounds.windows(2).map(|ends| Pattern::new(path[ends[0]..ends[1]].iter().copied(), blank));
    Partition::new(geometry, patterns.collect()).expect("every tile once")
}

/// The cells of any board in compact groups of at most `most`. To make a partition, the blank's goal cell is removed
/// from its group. The board is divided repeatedly across its longer side, each time into two parts for about half of
/// the groups.
///
/// # Panics
/// If `most` is 0.
#[must_use]
pub fn groups(geometry: Geometry, most: usize) -> Vec<Vec<u32>> {
    let mut cells: Vec<u32> = (0..geometry.cells()).collect();
    let (count, mut all) = (cells.len().div_ceil(most), Vec::new());
    cut(geometry.cols(), &mut cells, count, &mut |group| all.push(group.to_vec()));
    all
}

/// Partitions of any board into patterns of at most `most` tiles, whose blank belongs in cell `blank`: the [`groups`]
/// of its cells and their images under symmetries, at most `count` different ones. They share their tables, except
/// for the patterns from which the blank's cell was removed.
///
/// # Panics
/// If the board has no tile or more than [`MOST_CELLS`] cells, or `most` is 0.
#[must_use]
pub fn grouped(geometry: Geometry, blank: u32, most: usize, count: usize) -> Vec<Partition> {
    let groups = groups(geometry, most);
    let mut all: Vec<Vec<Vec<u32>>> = Vec::new();
    for symmetry in Symmetry::all(geometry) {
        let image = |group: &Vec<u32>| {
            let mut image: Vec<u32> = group.iter().map(|&cell| symmetry.image(cell)).collect();
            image.sort_unstable();
            image
        };
        let mut images: Vec<Vec<u32>> = groups.iter().map(image).collect();
        images.sort_unstable();
        if all.len() < count && !all.contains(&images) {
            all.push(images);
        }
    }
    let partition = |groups: Vec<Vec<u32>>| {
        let tiles = groups.iter().map(|group| group.iter().copied().filter(|&cell| cell != blank));
        let patterns = tiles.map(|tiles| Pattern::new(tiles, blank)).filter(|pattern| !pattern.is_empty());
        Partition::new(geometry, patterns.collect()).expect("every tile once")
    };
    all.into_iter().map(partition).collect()
}

/// The most tiles of a pattern, at most `tiles`, that have no more than `placements` placements on a board of this
/// many cells; 1 where two have more.
#[must_use]
pub fn most_tiles(cells: u32, tiles: usize, placements: u64) -> usize {
    let placed = |tiles: usize| (0..tiles as u64).map(|tile| u64::from(cells) - tile).product::<u64>();
    let most = tiles.min(cells as usize - 1);
    (2..=most).rev().find(|&tiles| placed(tiles) <= placements).unwrap_or(1)
}

/// Cuts `cells` of a board with `cols` columns into `count` parts of about equal size.
fn cut(cols: u32, cells: &mut [u32], count: usize, part: &mut impl FnMut(&[u32])) {
    if count <= 1 {
        return part(cells);
    }
    let (row, col) = (|&cell: &u32| cell / cols, |&cell: &u32| cell % cols);
    let extent = |of: &dyn Fn(&u32) -> u32| {
        cells.iter().map(of).max().unwrap_or(0) - cells.iter().map(of).min().unwrap_or(0)
    };
    if extent(&row) >= extent(&col) {
        cells.sort_by_key(|cell| (row(cell), col(cell)));
    } else {
        cells.sort_by_key(|cell| (col(cell), row(cell)));
    }
    let first = count / 2;
    let (before, after) = cells.split_at_mut(cells.len() * first / count);
    cut(cols, before, first, part);
    cut(cols, after, count - first, part);
}

#[cfg(test)]
mod tests {
    use std::collections::{BTreeSet, HashMap};

    use super::*;
    use crate::pattern::{PatternSpace, Table};

    #[test]
    fn the_catalogue_says_how_large_its_tables_are() {
        let mut sizes = HashMap::new();
        let for_gpu = gpu_entries_for(Geometry::new(5, 5, false), 12);
        for entry in catalogue().into_iter().chain(for_gpu) {
            let geometry = entry.partition.geometry();
            let tables: BTreeSet<Pattern> = entry.partition.tables().collect();
            let bytes = |pattern: &Pattern| {
                let size = || Table::bytes(&PatternSpace::new(geometry, pattern.len())) as u64;
                *sizes.entry((geometry, pattern.len())).or_insert_with(size)
            };
            assert_eq!(entry.bytes, tables.iter().map(bytes).sum::<u64>(), "{}", entry.name);
            assert!(entry.name.starts_with(&entry.partition.sizes()), "{}", entry.name);
        }
    }

    #[test]
    fn corners_share_their_entries() {
        let flat = Geometry::new(4, 4, false);
        assert_eq!(entries_for(flat, 15).len(), entries_for(flat, 0).len());
        assert!(entries_for(flat, 5).is_empty());
        assert!(entries_for(Geometry::new(4, 4, true), 0).is_empty());
    }

    #[test]
    fn groups_have_every_cell_once() {
        for (rows, cols, most) in [(1, 2, 5), (2, 2, 1), (6, 6, 5), (7, 7, 4), (8, 8, 4), (3, 20, 5)] {
            let groups = groups(Geometry::new(rows, cols, false), most);
            assert!(groups.iter().all(|group| (1..=most).contains(&group.len())));
            let mut cells = groups.concat();
            cells.sort_unstable();
            assert!(cells.into_iter().eq(0..rows * cols));
        }
    }

    #[test]
    fn every_board_has_runs() {
        for (rows, cols) in [(1, 2), (2, 2), (3, 3), (2, 12), (4, 5), (5, 5)] {
            let geometry = Geometry::new(rows, cols, false);
            for blank in 0..geometry.cells() {
                let partition = runs(geometry, blank, 5);
                assert!(partition.patterns().iter().all(|pattern| (1..=5).contains(&pattern.len())));
            }
        }
    }
}
