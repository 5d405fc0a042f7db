//! Whole spaces of tiles: how many positions there are at each distance from the goal.

use std::path::Path;

use taquin_search::{Limit, Outcome, Progress, Report, Stats};
use taquin_space::{Census, Distances, Options, Space, TableFile};
use taquin_tiles::format::Style;
use taquin_tiles::{Board, Move, Tile, known_levels};

use super::{KIND, TilesInstance};
use crate::analysis::Analysis;
use crate::enumeration::{EnumeratePlan, Enumeration, SavedSpace, on_disk};
use crate::error::Error;
use crate::gatherer::{Gathered, Kind};

/// Checks that the plan asks only for what tiles have.
fn check(plan: &EnumeratePlan) -> Result<(), Error> {
    if plan.diameter || plan.graph.is_some() {
        return Err(Error::NotFor { what: "graph of the positions".into(), kind: KIND });
    }
    Ok(())
}

/// Counts all positions from which the goal can be reached.
pub(super) fn enumerate(
    tiles: &TilesInstance,
    plan: &EnumeratePlan,
    progress: &mut dyn Progress,
) -> Result<Enumeration, Error> {
    check(plan)?;
    if let Some(folder) = &plan.disk {
        return on_disk(tiles, plan, folder, progress);
    }
    let options = plan.options();
    let space = match Space::new(tiles.geometry, &tiles.goal) {
        Ok(space) if !is_beyond_disks(&space) || plan.save.is_some() => space,
        Err(error) if plan.save.is_some() => return Err(error.into()),
        _ => return near(tiles, &options, progress),
    };
    let census = match &plan.save {
        None => taquin_space::enumerate(&space, &options, progress),
        Some(file) => {
            let (census, distances) = taquin_space::tabulate(&space, &options, progress);
            distances.map(|distances| distances.save(file)).transpose()?;
            census
        }
    };
    let is_too_large = census.stopped == Some(Limit::Memory) && plan.save.is_none();
    if is_too_large && plan.depth.is_some() {
        // The first levels of a space are small, however large it is: files hold them for a while.
        let folder = tempfile::tempdir().map_err(|error| Error::file(&std::env::temp_dir(), &error))?;
        return on_disk(tiles, plan, folder.path(), progress);
    }
    Ok(Enumeration::from_goal(census.map(|board| board.text(Style::Rows).to_string())))
}

/// Whether no usual disk holds the map of a space.
fn is_beyond_disks(space: &Space) -> bool {
    taquin_space::bytes_needed(space).is_none_or(|bytes| bytes as u64 > 1 << 40)
}

/// Counts the first levels of a space that is never counted to its end. Without a depth nothing is counted.
fn near(tiles: &TilesInstance, options: &Options, progress: &mut dyn Progress) -> Result<Enumeration, Error> {
    let census = match options.depth {
        Some(_) => taquin_space::enumerate_near(tiles.geometry, &tiles.goal, options, progress)?,
        None => Census::nothing(Some(Limit::Memory)),
    };
    Ok(Enumeration::from_goal(census.map(|board| board.text(Style::Rows).to_string())))
}

/// Boards of at most this many cells are counted in a moment.
const FEW_CELLS: u32 = 9;

/// The number of positions at each distance from the goal.
pub(super) fn levels(tiles: &TilesInstance) -> Result<Option<Vec<u64>>, Error> {
    let TilesInstance { geometry, goal, metric, .. } = tiles;
    if geometry.cells() > FEW_CELLS {
        return Ok(known_levels(geometry, goal.blank(), metric));
    }
    let found = tiles.enumerate(&EnumeratePlan::default(), &mut ())?;
    Ok(Some(found.census.levels))
}

/// The table of distances, written as it comes, if it is to be saved.
pub(super) fn gathered(tiles: &TilesInstance, plan: &EnumeratePlan) -> Result<Gathered, Error> {
    check(plan)?;
    let Some(file) = &plan.save else { return Ok(Gathered::default()) };
    let table = TableFile::new(Space::new(tiles.geometry, &tiles.goal)?, file);
    Ok(Gathered(Kind::Table(Box::new(table))))
}

/// What a file of distances says about the space of `tiles`.
pub(super) fn saved_space(tiles: &TilesInstance, file: &Path) -> Result<SavedSpace, Error> {
    let mut distances = Distances::open(file)?;
    let start = relabelled(tiles, distances.space())?;
    let distance = distances.distance(&start)?;
    Ok(SavedSpace { to_goal: distances.levels().to_vec(), distance })
}

/// Whether a file has the distances of some board.
pub(super) fn check_saved(file: &Path) -> Result<(), Error> {
    Ok(Distances::open(file).map(drop)?)
}

/// The solution of `instance` by a table of all distances in a file.
pub(super) fn look_up(instance: &TilesInstance, file: &Path) -> Result<Report<Move>, Error> {
    let clock = taquin_search::host::Instant::now();
    let mut distances = Distances::open(file)?;
    let start = relabelled(instance, distances.space())?;
    let outcome = match distances.solution(&start)? {
        Some(moves) => Outcome::Solved { cost: moves.len() as u32, moves },
        None => Outcome::Unsolvable,
    };
    let lower_bound = if let Outcome::Solved { cost, .. } = outcome { cost } else { u32::MAX };
    let stats = Stats { seconds: clock.elapsed().as_secs_f64(), ..Stats::default() };
    Ok(Report { outcome, lower_bound, stats })
}

/// The start, with its tiles named as in the goal of a table. Only the goal cell of the blank matters for distances,
/// not the numbers of the tiles.
fn relabelled(instance: &TilesInstance, space: &Space) -> Result<Board, Error> {
    if instance.geometry != space.geometry() || instance.goal.blank() != space.goal().blank() {
        return Err(Error::OtherDistances { goal: space.goal().text(Style::Rows).to_string() });
    }
    let mut names: Vec<Tile> = vec![0; instance.goal.tiles().len()];
    for (&own, &other) in instance.goal.tiles().iter().zip(space.goal().tiles()) {
        names[own as usize] = other;
    }
    let tiles: Vec<Tile> = instance.start.tiles().iter().map(|&tile| names[tile as usize]).collect();
    Ok(Board::new(instance.geometry.rows(), instance.geometry.cols(), tiles)?)
}
