//! The specialised search with pattern tables: those of a folder, or small ones built in memory. What
//! a search that was stopped has finished is kept in a file.

use std::fmt::Display;
use std::ops::ControlFlow;
use std::path::Path;

use taquin_search::{Cost, Estimate, Outcome, Progress, Report, Stats};
use taquin_tiles::deepening::{self, Engine, Found, Options, Warm};
use taquin_tiles::pattern::{MOST_CELLS, Store};
use taquin_tiles::{Board, Geometry, Move};

use crate::checkpoint::{read_checkpoint, write_checkpoint};
use crate::error::Error;
use crate::instance::TilesInstance;
use crate::plan::Plan;

/// Boards of more cells have hard positions that small tables take long for.
const EASY_CELLS: u32 = 12;

/// Whether there are pattern tables for boards of this size.
pub(super) fn fits(geometry: &Geometry) -> bool {
    (2..=MOST_CELLS as u32).contains(&geometry.cells())
}

/// Solves one board on all cores.
pub(super) fn solve(
    instance: &TilesInstance,
    plan: &Plan,
    progress: &mut dyn Progress,
) -> Result<Report<Move>, Error> {
    let TilesInstance { geometry, start, goal } = instance;
    let warm = warm(*geometry, goal, plan, progress);
    let resume = plan.resume.as_deref().map(read_checkpoint).transpose()?.flatten();
    let options = Options { threads: plan.threads(), limits: plan.limits.clone(), resume, least: 0 };
    let mut keeper = Keeper { progress, file: plan.resume.as_deref(), failed: None };
    let Found { report, checkpoint } =
        deepening::solve(*geometry, start, goal, warm.as_ref(), &options, &mut keeper)?;
    let mut failed = keeper.failed;
    if let Some(file) = &plan.resume {
        match (&report.outcome, checkpoint) {
            (Outcome::Stopped(_), Some(checkpoint)) => failed = write_checkpoint(file, &checkpoint).err(),
            // Nothing is left to go on with.
            _ => drop(std::fs::remove_file(file)),
        }
    }
    failed.map_or(Ok(report), Err)
}

/// Keeps the checkpoints of a search in a file.
struct Keeper<'a> {
    progress: &'a mut dyn Progress,
    file: Option<&'a Path>,
    /// A long search goes on when its checkpoint cannot be written; it is said at the end.
    failed: Option<Error>,
}

impl Progress for Keeper<'_> {
    fn note(&mut self, note: &str) {
        self.progress.note(note);
    }
    fn bound(&mut self, bound: Cost) {
        self.progress.bound(bound);
    }
    fn estimate(&mut self, estimate: &Estimate) {
        self.progress.estimate(estimate);
    }
    fn checkpoint(&mut self, checkpoint: &dyn Display) {
        if let Some(file) = self.file {
            self.failed = write_checkpoint(file, checkpoint).err();
        }
    }
    fn tick(&mut self, stats: &Stats) -> ControlFlow<()> {
        self.progress.tick(stats)
    }
}

/// An engine for many boards with one goal; `None` if the search was stopped before it began.
pub(crate) fn engine(
    geometry: Geometry,
    goal: &Board,
    plan: &Plan,
    progress: &mut dyn Progress,
) -> Result<Option<Engine>, Error> {
    let warm = warm(geometry, goal, plan, progress);
    let go_on = &mut || progress.tick(&Stats::default());
    Ok(deepening::engine(geometry, goal, warm.as_ref(), plan.threads(), go_on)?)
}

/// An engine for a single hard board; `None` if the search was stopped before it began.
pub(super) fn engine_for_one(
    geometry: Geometry,
    goal: &Board,
    plan: &Plan,
    progress: &mut dyn Progress,
) -> Result<Option<Engine>, Error> {
    let warm = warm(geometry, goal, plan, progress);
    let go_on = &mut || match plan.limits.is_cancelled() {
        true => ControlFlow::Break(()),
        false => progress.tick(&Stats::default()),
    };
    let limits = &plan.limits;
    Ok(deepening::engine_for_one(geometry, goal, warm.as_ref(), plan.threads(), limits, go_on)?)
}

/// The best tables of the plan's folder; what is wrong with others, or how to have some, is said.
fn warm(geometry: Geometry, goal: &Board, plan: &Plan, progress: &mut dyn Progress) -> Option<Warm> {
    let folder = plan.tables.as_ref()?;
    let loaded = Warm::load(&mut Store::new(folder), geometry, goal.blank(), plan.limits.memory);
    // Without the folder there are no tables, but there is an answer.
    let (warm, damaged) = loaded.unwrap_or_else(|error| (None, vec![error]));
    for error in damaged {
        progress.warning(&format!("{error}; 'taquin tables build' makes it anew"));
    }
    if warm.is_none() && geometry.cells() > EASY_CELLS {
        let torus = if geometry.is_torus() { " --torus" } else { "" };
        let (rows, cols) = (geometry.rows(), geometry.cols());
        progress.note(&format!("'taquin tables build {rows}x{cols}{torus}' would make this faster"));
    }
    warm
}
