//! One hard board, searched by many: somebody splits it into subtrees, all walk them.

use std::sync::OnceLock;

use taquin_search::{Limit, Outcome};
use taquin_tiles::deepening::{Engine, Found, Options, Share, Subtrees, Walked};

use super::{deepening, tiles};
use crate::answer::Answer;
use crate::checkpoint::{read_checkpoint, write_checkpoint};
use crate::error::Error;
use crate::instance::{Instance, TilesInstance};
use crate::plan::Plan;

/// A board that the specialised search with pattern tables solves, and its engine, which is made when
/// it is first needed.
pub struct Shared {
    instance: TilesInstance,
    plan: Plan,
    options: Options,
    engine: OnceLock<Result<Option<Engine>, Error>>,
}

impl Shared {
    /// A puzzle to be shared; `None` if it is not solved by subtrees.
    ///
    /// # Errors
    /// If the plan asks for a combination that the puzzle does not have, or its checkpoint cannot be
    /// read.
    pub fn new(instance: &Instance, plan: &Plan) -> Result<Option<Self>, Error> {
        let Instance::Tiles(instance) = instance else { return Ok(None) };
        if !tiles::is_deep(instance, plan)? || !instance.solvability().is_solvable() {
            return Ok(None);
        }
        let resume = plan.resume.as_deref().map(read_checkpoint).transpose()?.flatten();
        let options = Options { threads: 1, limits: plan.limits.clone(), resume, least: 0 };
        let (instance, plan) = (instance.clone(), plan.clone());
        Ok(Some(Shared { instance, plan, options, engine: OnceLock::new() }))
    }

    /// Makes the engine, if it is not there yet; false if that was cancelled, or there is no room for
    /// its tables.
    ///
    /// # Errors
    /// If the tables cannot be read.
    pub fn prepare(&self) -> Result<bool, Error> {
        Ok(self.engine()?.is_some())
    }

    fn engine(&self) -> Result<Option<&Engine>, Error> {
        let TilesInstance { geometry, goal, .. } = &self.instance;
        let engine = self
            .engine
            .get_or_init(|| deepening::engine_for_one(*geometry, goal, &self.plan, &mut ()))
            .as_ref();
        engine.map(Option::as_ref).map_err(Clone::clone)
    }

    /// The search, to be given out in shares; `None` if it was stopped before it began, or there is no
    /// room for its tables.
    ///
    /// # Errors
    /// If the tables cannot be read, or the checkpoint is of another board.
    pub fn subtrees(&self) -> Result<Option<Subtrees<'_>>, Error> {
        match self.engine()? {
            Some(engine) => Ok(engine.subtrees(&self.instance.start, &self.options)?),
            None => Ok(None),
        }
    }

    /// Walks a share on the calling thread until the plan is cancelled; `None` if that was before it
    /// began, or there is no room for the tables.
    ///
    /// # Errors
    /// If the tables cannot be read.
    pub fn walk(&self, share: &Share) -> Result<Option<Walked>, Error> {
        let never = Default::default();
        let stop = self.plan.limits.cancel.as_deref().unwrap_or(&never);
        Ok(self.engine()?.map(|engine| engine.walk(&self.instance.start, share, stop)))
    }

    /// Keeps what is finished in the plan's file.
    ///
    /// # Errors
    /// Those of writing.
    pub fn keep(&self, subtrees: &Subtrees<'_>) -> Result<(), Error> {
        match &self.plan.resume {
            Some(file) => write_checkpoint(file, &subtrees.checkpoint()),
            None => Ok(()),
        }
    }

    /// The answer of a search that has ended: solved, or stopped by `limit`. What is finished is kept
    /// in the plan's file, or nothing where nothing is left to do.
    ///
    /// # Errors
    /// Those of writing.
    pub fn answer(&self, subtrees: Subtrees<'_>, limit: Limit) -> Result<Answer, Error> {
        let Found { report, checkpoint } = subtrees.end(limit);
        if let Some(file) = &self.plan.resume {
            match (&report.outcome, checkpoint) {
                (Outcome::Stopped(_), Some(checkpoint)) => write_checkpoint(file, &checkpoint)?,
                _ => drop(std::fs::remove_file(file)),
            }
        }
        Ok(tiles::pattern_answer(&self.instance, report))
    }
}
