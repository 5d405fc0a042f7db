//! What can be found out about blocks besides solving them.

use std::path::Path;
use std::sync::Arc;

use taquin_blocks::Problem;
use taquin_search::Progress;
use taquin_space::{Census, FromGoals, Realm, block_realm};

use super::{facts, planning, solutions, space};
use crate::analysis::{Analysis, Facts};
use crate::enumeration::{EnumeratePlan, Enumeration, PieceSet};
use crate::error::Error;
use crate::gatherer::Gathered;
use crate::instance::Instance;
use crate::plan::Plan;
use crate::planning::Task;
use crate::solutions::Counter;

impl Analysis for Problem {
    fn facts(&self, distances: Option<&Path>) -> Result<Facts, Error> {
        facts::facts(self, distances)
    }

    fn with_metric(&self, metric: &str) -> Option<Instance> {
        Some(Problem::with_metric(self.clone(), metric.parse().ok()?).into())
    }

    fn counter(&self, _: &Plan) -> Result<Box<dyn Counter>, Error> {
        Ok(Box::new(solutions::BlocksCounter))
    }

    fn planning(&self) -> Result<Task, Error> {
        planning::task(self)
    }

    fn enumerate(&self, plan: &EnumeratePlan, progress: &mut dyn Progress) -> Result<Enumeration, Error> {
        space::enumerate(self, plan, progress)
    }

    fn realm(&self) -> Result<Arc<dyn Realm>, Error> {
        Ok(block_realm(self)?)
    }

    fn gathered(&self, plan: &EnumeratePlan) -> Result<Gathered, Error> {
        space::gathered(self, plan)
    }

    fn finish(
        &self,
        plan: &EnumeratePlan,
        census: Census<String>,
        from_goals: Option<FromGoals>,
        gathered: Gathered,
        progress: &mut dyn Progress,
    ) -> Result<Enumeration, Error> {
        space::finish(self, plan, census, from_goals, gathered, progress)
    }

    fn components(&self, plan: &EnumeratePlan) -> Result<Option<PieceSet>, Error> {
        space::components(self, plan)
    }

    fn with_goal_of(&self, file: &Path) -> Result<Option<Instance>, Error> {
        Ok(space::with_goal_of(self, file)?.map(Instance::from))
    }
}
