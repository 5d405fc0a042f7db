//! The distance of a position: the fewest moves to the goal in every metric, and how rare such a distance is.

use taquin_search::{Cost, Outcome, Progress};

use crate::error::Error;
use crate::families::readers;
use crate::instance::Instance;
use crate::machine::{Cores, solve_on};
use crate::plan::Plan;

/// The moves to go by one metric.
#[derive(Clone, Debug, PartialEq)]
pub struct Outlook {
    /// The metric.
    pub metric: &'static str,
    /// A lower bound on the moves to the goal.
    pub least: Cost,
    /// The length of the best solution known.
    pub most: Option<Cost>,
    /// If the positions of the whole space have been counted: how many there are, and how many of them are as far
    /// from the goal or farther.
    pub rarity: Option<(u64, u64)>,
}

impl Outlook {
    /// The fewest moves, if they are known.
    #[must_use]
    pub fn moves(&self) -> Option<Cost> {
        self.most.filter(|most| *most == self.least)
    }

    /// The share of positions that are as far or farther.
    #[must_use]
    pub fn share(&self) -> Option<f64> {
        self.rarity.map(|(all, far)| far as f64 / all as f64)
    }
}

/// The distance of the start of `instance` in each metric of its family; `plan` limits the search for each. The list
/// is empty if the puzzle has no solution.
///
/// # Errors
/// If the plan asks for a combination that the puzzle does not have.
pub fn outlook(instance: &Instance, plan: &Plan, progress: &mut dyn Progress) -> Result<Vec<Outlook>, Error> {
    let reader = readers().iter().find(|reader| reader.kind == instance.kind());
    let names = reader.map_or(&[][..], |reader| reader.metrics).iter().map(|(name, _)| *name);
    // A family whose moves are counted in one way has no names for it.
    let only = instance.metric().map(|metric| (metric, instance.clone()));
    let named: Vec<(&str, Instance)> =
        names.filter_map(|metric| Some((metric, instance.analysis().with_metric(metric)?))).collect();
    let all = if named.is_empty() { only.into_iter().collect() } else { named };
    let mut found = Vec::new();
    for (metric, instance) in all.into_iter().filter(|(_, instance)| instance.has_goal()) {
        let answer = solve_on(&Cores, &instance, plan, progress)?;
        if answer.report.outcome == Outcome::Unsolvable {
            return Ok(Vec::new());
        }
        let most = answer.cost(&instance);
        let mut outlook = Outlook { metric, least: answer.report.lower_bound, most, rarity: None };
        if let (Some(moves), Some(levels)) = (outlook.moves(), instance.analysis().levels()?) {
            let far = levels.iter().skip(moves as usize).sum();
            outlook.rarity = Some((levels.iter().sum(), far));
        }
        found.push(outlook);
    }
    Ok(found)
}
