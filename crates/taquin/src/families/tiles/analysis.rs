//! What can be found out about tiles besides solving them.

use std::path::Path;
use std::sync::Arc;

use taquin_search::Progress;
use taquin_space::{Census, FromGoals, Realm, Space};

use super::{TilesInstance, facts, metered, planning, space};
use crate::analysis::{Analysis, Facts};
use crate::enumeration::{EnumeratePlan, Enumeration};
use crate::error::Error;
use crate::gatherer::Gathered;
use crate::planning::Task;

impl Analysis for TilesInstance {
    fn facts(&self, distances: Option<&Path>) -> Result<Facts, Error> {
        facts::facts(self, distances)
    }

    fn planning(&self) -> Result<Task, Error> {
        Ok(planning::task(self))
    }

    fn enumerate(&self, plan: &EnumeratePlan, progress: &mut dyn Progress) -> Result<Enumeration, Error> {
        if self.is_metered() {
            metered::enumerate(self, plan, progress)
        } else {
            space::enumerate(self, plan, progress)
        }
    }

    fn realm(&self) -> Result<Arc<dyn Realm>, Error> {
        if self.is_metered() {
            return Err(metered::missing("file of the positions", self));
        }
        Ok(Arc::new(Space::new(self.geometry, &self.goal)?))
    }

    fn gathered(&self, plan: &EnumeratePlan) -> Result<Gathered, Error> {
        space::gathered(self, plan)
    }

    fn finish(
        &self,
        _: &EnumeratePlan,
        census: Census<String>,
        _: Option<FromGoals>,
        _: Gathered,
        _: &mut dyn Progress,
    ) -> Result<Enumeration, Error> {
        Ok(Enumeration::from_goal(census))
    }
}
