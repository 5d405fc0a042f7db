//! What can be found out about tiles besides solving them.

use std::path::Path;
use std::sync::Arc;

use taquin_search::Progress;
use taquin_space::{Realm, Space};
use taquin_tiles::metric;

use super::{TilesInstance, facts, metered, planning, solutions, space};
use crate::analysis::{Analysis, Facts};
use crate::enumeration::{EnumeratePlan, Enumeration};
use crate::error::Error;
use crate::gatherer::Gathered;
use crate::instance::Instance;
use crate::plan::Plan;
use crate::planning::Task;
use crate::solutions::Counter;

impl Analysis for TilesInstance {
    fn facts(&self, distances: Option<&Path>) -> Result<Facts, Error> {
        facts::facts(self, distances)
    }

    fn with_metric(&self, metric: &str) -> Option<Instance> {
        let metric = metric::named(metric)?.name();
        Some(TilesInstance { metric, ..self.clone() }.into())
    }

    fn towards(&self, other: &Instance) -> Option<Instance> {
        let other: &TilesInstance = other.of()?;
        let goal = other.start.clone();
        (self.geometry == other.geometry).then(|| TilesInstance { goal, ..self.clone() }.into())
    }

    fn levels(&self) -> Result<Option<Vec<u64>>, Error> {
        space::levels(self)
    }

    fn counter(&self, _: &Plan) -> Result<Box<dyn Counter>, Error> {
        Ok(Box::new(solutions::TilesCounter::new(self)))
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
            return Err(metered::in_memory(self));
        }
        Ok(Arc::new(Space::new(self.geometry, &self.goal)?))
    }

    fn gathered(&self, plan: &EnumeratePlan) -> Result<Gathered, Error> {
        space::gathered(self, plan)
    }
}
