//! What can be found out about tiles with labels besides solving them.

use std::path::Path;
use std::sync::Arc;

use taquin_search::{Limits, Progress};
use taquin_space::Realm;
use taquin_tiles::labelled::Labelled;
use taquin_tiles::metric;

use super::{LabelledInstance, facts, planning, solutions, space};
use crate::analysis::{Analysis, Facts};
use crate::enumeration::{EnumeratePlan, Enumeration};
use crate::error::Error;
use crate::gatherer::Gathered;
use crate::instance::Instance;
use crate::plan::Plan;
use crate::planning::Task;
use crate::solutions::Counter;

impl Analysis for LabelledInstance {
    fn facts(&self, distances: Option<&Path>) -> Result<Facts, Error> {
        facts::facts(self, distances)
    }

    fn with_metric(&self, metric: &str) -> Option<Instance> {
        Some(self.in_metric(metric::named(metric)?).into())
    }

    fn towards(&self, other: &Instance) -> Option<Instance> {
        let goal = other.of::<LabelledInstance>()?.puzzle.start().to_vec();
        let puzzle = Labelled::new(self.puzzle.geometry(), self.puzzle.start().to_vec(), vec![goal]);
        puzzle.ok().map(|puzzle| LabelledInstance::new(puzzle, self.counting()).into())
    }

    fn levels(&self) -> Result<Option<Vec<u64>>, Error> {
        Ok(facts::levels(self))
    }

    fn at_distance(
        &self,
        distance: usize,
        count: usize,
        limits: &Limits,
        choose: &mut dyn FnMut(usize) -> usize,
    ) -> Result<Vec<Instance>, Error> {
        space::at_distance(self, distance, count, limits, choose)
    }

    fn counter(&self, _: &Plan) -> Result<Box<dyn Counter>, Error> {
        Ok(Box::new(solutions::LabelledCounter))
    }

    fn planning(&self) -> Result<Task, Error> {
        planning::task(self)
    }

    fn enumerate(&self, plan: &EnumeratePlan, progress: &mut dyn Progress) -> Result<Enumeration, Error> {
        space::enumerate(self, plan, progress)
    }

    fn realm(&self) -> Result<Arc<dyn Realm>, Error> {
        Err(space::missing())
    }

    fn gathered(&self, _: &EnumeratePlan) -> Result<Gathered, Error> {
        Err(space::missing())
    }
}
