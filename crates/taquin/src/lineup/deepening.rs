//! The specialised search with pattern tables: those of a folder, or small ones built in memory. What
//! a search that was stopped has finished is kept in a file.

use std::ops::ControlFlow;

use taquin_search::{Outcome, Report, Stats};
use taquin_tiles::deepening::{self, Engine, Found, Options, Progress, Warm};
use taquin_tiles::pattern::{MOST_CELLS, Store};
use taquin_tiles::{Board, Geometry, Move};

use crate::checkpoint::{read_checkpoint, write_checkpoint};
use crate::error::Error;
use crate::instance::TilesInstance;
use crate::plan::Plan;
use crate::watcher::{Outlook, Watcher};

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
    watcher: &mut dyn Watcher,
) -> Result<Report<Move>, Error> {
    let TilesInstance { geometry, start, goal } = instance;
    let warm = warm(*geometry, goal, plan, watcher);
    let resume = plan.resume.as_deref().map(read_checkpoint).transpose()?.flatten();
    let options = Options { threads: plan.threads(), limits: plan.limits.clone(), resume, least: 0 };
    let mut bound = None;
    let mut failed = None;
    let mut said = false;
    let mut watch = |progress: &Progress| {
        let Progress { expanded, generated, seconds, lower_bound, done, estimate, .. } = *progress;
        if bound != Some(progress.bound) {
            bound = Some(progress.bound);
            watcher.bound(progress.bound);
        }
        if let (Some(file), Some(checkpoint)) = (&plan.resume, &progress.checkpoint) {
            // A long search goes on when its checkpoint cannot be written; it is said at the end.
            failed = write_checkpoint(file, checkpoint).err();
        }
        if progress.choosing && !std::mem::replace(&mut said, true) {
            watcher.note("this takes long; looking for the tables that suit the board best");
        }
        watcher.outlook(&Outlook { lower_bound, done, nodes: estimate });
        watcher.tick(&Stats { expanded, generated, seconds, ..Stats::default() })
    };
    let Found { report, checkpoint } =
        deepening::solve(*geometry, start, goal, warm.as_ref(), &options, &mut watch)?;
    if let Some(file) = &plan.resume {
        match (&report.outcome, checkpoint) {
            (Outcome::Stopped(_), Some(checkpoint)) => failed = write_checkpoint(file, &checkpoint).err(),
            // Nothing is left to go on with.
            _ => drop(std::fs::remove_file(file)),
        }
    }
    failed.map_or(Ok(report), Err)
}

/// An engine for many boards with one goal; `None` if the search was stopped before it began.
pub(crate) fn engine(
    geometry: Geometry,
    goal: &Board,
    plan: &Plan,
    watcher: &mut dyn Watcher,
) -> Result<Option<Engine>, Error> {
    let warm = warm(geometry, goal, plan, watcher);
    let go_on = &mut || watcher.tick(&Stats::default());
    Ok(deepening::engine(geometry, goal, warm.as_ref(), plan.threads(), go_on)?)
}

/// An engine for a single hard board; `None` if the search was stopped before it began.
pub(super) fn engine_for_one(
    geometry: Geometry,
    goal: &Board,
    plan: &Plan,
    watcher: &mut dyn Watcher,
) -> Result<Option<Engine>, Error> {
    let warm = warm(geometry, goal, plan, watcher);
    let go_on = &mut || match plan.limits.is_cancelled() {
        true => ControlFlow::Break(()),
        false => watcher.tick(&Stats::default()),
    };
    let limits = &plan.limits;
    Ok(deepening::engine_for_one(geometry, goal, warm.as_ref(), plan.threads(), limits, go_on)?)
}

/// The best tables of the plan's folder; what is wrong with others, or how to have some, is said.
fn warm(geometry: Geometry, goal: &Board, plan: &Plan, watcher: &mut dyn Watcher) -> Option<Warm> {
    let folder = plan.tables.as_ref()?;
    let loaded = Warm::load(&mut Store::new(folder), geometry, goal.blank(), plan.limits.memory);
    // Without the folder there are no tables, but there is an answer.
    let (warm, damaged) = loaded.unwrap_or_else(|error| (None, vec![error]));
    for error in damaged {
        watcher.warning(&format!("{error}; 'taquin tables build' makes it anew"));
    }
    if warm.is_none() && geometry.cells() > EASY_CELLS {
        let torus = if geometry.is_torus() { " --torus" } else { "" };
        let (rows, cols) = (geometry.rows(), geometry.cols());
        watcher.note(&format!("'taquin tables build {rows}x{cols}{torus}' would make this faster"));
    }
    warm
}
