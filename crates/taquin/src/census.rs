//! Whole spaces: how many positions there are at each distance from the goal.

use std::path::{Path, PathBuf};

use taquin_search::{Cost, Limit, Limits, Outcome, Progress, Report, Stats};
use taquin_space::{Census, Distances, Options, Space};
use taquin_tiles::format::Style;
use taquin_tiles::{Board, Move, Tile};

use crate::component::{self, component};
use crate::error::Error;
use crate::gathered::on_disk;
use crate::instance::{Instance, TilesInstance};

/// How a space is to be enumerated.
#[derive(Clone, Debug, Default)]
pub struct EnumeratePlan {
    /// Where to stop.
    pub limits: Limits,
    /// The greatest distance to count; all of them if `None`.
    pub depth: Option<usize>,
    /// The threads to use; one a core if `None`.
    pub threads: Option<usize>,
    /// The folder that holds the levels where memory does not.
    pub folder: Option<PathBuf>,
    /// The file that the distances are to be kept in.
    pub save: Option<PathBuf>,
    /// Whether to look for the longest of all shortest ways (blocks).
    pub diameter: bool,
    /// The file for the graph of the positions: edges alone if it ends in `.csv`, else GraphML (blocks).
    pub graph: Option<PathBuf>,
}

/// Counts a whole space by distance: of tiles all positions from which the goal can be reached, by their
/// distance from it; of blocks all that can be reached from the start, by their distance from that. The
/// farthest are given in one line each.
///
/// # Errors
/// If the positions cannot be numbered, a file cannot be read or written, or the plan asks for something
/// that the puzzle does not have.
pub fn enumerate(
    instance: &Instance,
    plan: &EnumeratePlan,
    progress: &mut dyn Progress,
) -> Result<Census<String>, Error> {
    match instance {
        Instance::Tiles(tiles) => enumerate_tiles(instance, tiles, plan, progress),
        Instance::Blocks(problem) => Ok(component(problem, plan, progress)?.census),
    }
}

impl EnumeratePlan {
    /// The threads to use.
    pub(crate) fn threads(&self) -> usize {
        Options { threads: self.threads, ..Options::default() }.threads()
    }

    /// Whether the puzzle has all that is asked for.
    ///
    /// # Errors
    /// If it has not.
    pub(crate) fn check(&self, instance: &Instance) -> Result<(), Error> {
        match instance {
            Instance::Tiles(_) if self.diameter || self.graph.is_some() => {
                Err(Error::BlocksOnly { what: "the graph of the positions".into() })
            }
            Instance::Blocks(problem) if self.save.is_some() && problem.goal().is_empty() => {
                Err(Error::NoGoal)
            }
            _ => Ok(()),
        }
    }
}

fn enumerate_tiles(
    instance: &Instance,
    tiles: &TilesInstance,
    plan: &EnumeratePlan,
    progress: &mut dyn Progress,
) -> Result<Census<String>, Error> {
    plan.check(instance)?;
    if plan.folder.is_some() {
        return Ok(on_disk(instance, plan, progress)?.0);
    }
    let space = Space::new(tiles.geometry, &tiles.goal)?;
    let EnumeratePlan { limits, depth, threads, save, .. } = plan;
    let options = Options { limits: limits.clone(), depth: *depth, threads: *threads };
    let census = match save {
        None => taquin_space::enumerate(&space, &options, progress),
        Some(file) => {
            let (census, distances) = taquin_space::tabulate(&space, &options, progress);
            distances.map(|distances| distances.save(file)).transpose()?;
            census
        }
    };
    let is_too_large = census.stopped == Some(Limit::Memory) && save.is_none();
    if is_too_large && depth.is_some() {
        // The first levels of a space are small, however large it is: files hold them for a while.
        let folder = tempfile::tempdir().map_err(|error| Error::file(&std::env::temp_dir(), &error))?;
        let plan = EnumeratePlan { folder: Some(folder.path().to_path_buf()), ..plan.clone() };
        return Ok(on_disk(instance, &plan, progress)?.0);
    }
    Ok(census.map(|board| board.text(Style::Rows).to_string()))
}

/// What a file of distances tells of a whole space.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SavedSpace {
    /// How many positions there are at each distance from the goal.
    pub to_goal: Vec<u64>,
    /// The distance of the start; `None` if the goal cannot be reached from it.
    pub distance: Option<Cost>,
}

/// What a file that an enumeration has saved tells of the space of `instance`.
///
/// # Errors
/// If it cannot be read, is damaged or of another space.
pub fn saved_space(instance: &Instance, file: &Path) -> Result<SavedSpace, Error> {
    match instance {
        Instance::Tiles(tiles) => {
            let mut distances = Distances::open(file)?;
            let start = relabelled(tiles, distances.space())?;
            let distance = distances.distance(&start)?;
            Ok(SavedSpace { to_goal: distances.levels().to_vec(), distance })
        }
        Instance::Blocks(problem) => component::saved_space(problem, file),
    }
}

/// The solution of `instance` by a table of all distances in a file.
pub(crate) fn look_up(instance: &TilesInstance, file: &Path) -> Result<Report<Move>, Error> {
    let clock = std::time::Instant::now();
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

/// The start, with its tiles named as in the goal of a table. Only where the goal has its blank
/// matters for distances, not which tile is called what.
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
