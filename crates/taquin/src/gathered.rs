//! Whole spaces beyond the memory of one process: as a [`Realm`], whose levels are kept on disk or by
//! many machines, and what is made of all positions once they are brought together.

use std::sync::Arc;

use taquin_blocks::{Blocks, Levels, Problem, Scope, Task, WholeSpace, Word, compile};
use taquin_search::{Cost, Progress};
use taquin_space::{
    Census, FromGoals, Gatherer, Options, Realm, Space, TableFile, block_levels, block_realm,
};

use crate::census::EnumeratePlan;
use crate::component::{Component, Finish, ToGoal};
use crate::error::Error;
use crate::instance::Instance;

/// The space of a puzzle, to be enumerated window by window: of tiles all positions from which the goal
/// can be reached, of blocks all that can be reached from the start.
///
/// # Errors
/// If its positions cannot be numbered, or it is too large.
pub fn realm(instance: &Instance) -> Result<Arc<dyn Realm>, Error> {
    Ok(match instance {
        Instance::Tiles(tiles) => Arc::new(Space::new(tiles.geometry, &tiles.goal)?),
        Instance::Blocks(problem) => block_realm(problem)?,
    })
}

/// Who takes in all positions of a space, if the plan asks for something that needs them at once.
pub struct Gathered(Inside);

enum Inside {
    Nothing,
    /// The distances of tiles, written as they come.
    Table(Box<TableFile>),
    /// What has come of each window of a space of blocks, and the most positions there may be.
    States(Vec<Vec<u8>>, u64),
}

/// What a position of blocks takes while its distances are worked out and written, in bytes.
const BYTES: usize = 64;

impl Gathered {
    /// What `plan` needs of all positions of `instance`.
    ///
    /// # Errors
    /// If the plan asks for something that the puzzle does not have.
    pub fn new(instance: &Instance, plan: &EnumeratePlan) -> Result<Self, Error> {
        plan.check(instance)?;
        Ok(Gathered(match (instance, &plan.save) {
            (Instance::Tiles(tiles), Some(file)) => {
                Inside::Table(Box::new(TableFile::new(Space::new(tiles.geometry, &tiles.goal)?, file)))
            }
            (Instance::Blocks(_), _) if plan.save.is_some() || plan.diameter || plan.graph.is_some() => {
                let most = plan.limits.memory.map_or(u64::MAX, |bytes| (bytes / BYTES) as u64);
                Inside::States(Vec::new(), most)
            }
            _ => Inside::Nothing,
        }))
    }

    /// Whether anything is to be gathered.
    #[must_use]
    pub fn is_wanted(&self) -> bool {
        !matches!(self.0, Inside::Nothing)
    }

    /// What the start of `problem` leads to, of which `census` has been counted and, where nothing was to
    /// be gathered, the distances from all goals.
    ///
    /// # Errors
    /// If a file cannot be written.
    pub fn component(
        self,
        problem: &Problem,
        plan: &EnumeratePlan,
        census: Census<String>,
        from_goals: Option<FromGoals>,
        progress: &mut dyn Progress,
    ) -> Result<Component, Error> {
        struct Whole<'a, 'b>(Vec<Vec<u8>>, &'a EnumeratePlan, Component, &'b mut dyn Progress);
        impl Task for Whole<'_, '_> {
            type Output = Result<Component, Error>;
            fn run<O: Word, C: Word>(self, blocks: &Blocks<O, C>) -> Self::Output {
                let Whole(parts, plan, mut found, progress) = self;
                let levels = Levels::from_states(block_levels::<C>(&parts), plan.threads());
                drop(parts);
                let mut space = WholeSpace::known(blocks, levels.states(), plan.threads(), &plan.limits);
                let start = levels.nearest(|state| blocks.reached(state));
                Finish { blocks, plan, progress }.run(&mut space, Some(levels), start, &mut found)?;
                Ok(found)
            }
        }
        let to_goal = from_goals.map(|from_goals| ToGoal::of(from_goals, census.total()));
        let found = Component { census, to_goal, diameter: None, edges: None };
        match self.0 {
            Inside::States(parts, _) if !parts.is_empty() => {
                compile(problem, Scope::Reachable, Whole(parts, plan, found, progress))?
            }
            _ => Ok(found),
        }
    }
}

impl ToGoal {
    /// What a pass from all goals has counted, of so many positions.
    fn of(FromGoals { census, origin }: FromGoals, positions: u64) -> Self {
        ToGoal {
            never: if origin.is_none() { positions } else { 0 },
            start: origin.and_then(|distance| Cost::try_from(distance).ok()),
            levels: census.levels,
            stopped: census.stopped,
            farthest: census.farthest,
        }
    }
}

impl Gatherer for Gathered {
    fn begin(&mut self, fineness: usize, counts: &[u64]) -> Result<(), taquin_space::Error> {
        let positions = counts.iter().sum();
        match &mut self.0 {
            Inside::Nothing => Ok(()),
            Inside::Table(file) => file.begin(fineness, counts),
            Inside::States(_, most) if positions > *most => Err(taquin_space::Error::NoRoom { positions }),
            Inside::States(..) => Ok(()),
        }
    }

    fn take(&mut self, round: usize, window: usize, bytes: Vec<u8>) -> Result<(), taquin_space::Error> {
        match &mut self.0 {
            Inside::Nothing => {}
            Inside::Table(file) => file.take(round, window, bytes)?,
            Inside::States(parts, _) => parts.push(bytes),
        }
        Ok(())
    }

    fn end(&mut self) -> Result<(), taquin_space::Error> {
        if let Inside::Table(file) = &mut self.0 { file.end() } else { Ok(()) }
    }
}

/// Enumerates with the levels in the folder of the plan.
pub(crate) fn on_disk(
    instance: &Instance,
    plan: &EnumeratePlan,
    progress: &mut dyn Progress,
) -> Result<(Census<String>, Option<FromGoals>, Gathered), Error> {
    let realm = realm(instance)?;
    let mut gathered = Gathered::new(instance, plan)?;
    let EnumeratePlan { limits, depth, threads, folder, .. } = plan;
    let options = Options { limits: limits.clone(), depth: *depth, threads: *threads };
    let folder = folder.as_deref().unwrap_or(std::path::Path::new("."));
    let (census, from_goals) = if gathered.is_wanted() {
        (taquin_space::tabulate_on_disk(&*realm, folder, &mut gathered, &options, progress)?, None)
    } else {
        taquin_space::enumerate_both_ways(&*realm, folder, &options, progress)?
    };
    Ok((census, from_goals, gathered))
}
