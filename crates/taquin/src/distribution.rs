//! How long shortest solutions are, over random positions of a puzzle.

use std::collections::BTreeMap;
use std::ops::ControlFlow;

use taquin_search::{Cost, Outcome, Progress};

use crate::error::Error;
use crate::instance::Instance;
use crate::machine::Machine;
use crate::plan::Plan;

/// The standard normal distribution has 95% of its mass within this distance of its mean.
const Z: f64 = 1.959_963_984_540_054;

/// The same for Student's distribution with 1, 2, 3 … degrees of freedom, which is wider: the deviation is that of a
/// small sample.
const STUDENT: [f64; 29] = [
    12.706, 4.303, 3.182, 2.776, 2.571, 2.447, 2.365, 2.306, 2.262, 2.228, 2.201, 2.179, 2.160, 2.145, 2.131,
    2.120, 2.110, 2.101, 2.093, 2.086, 2.080, 2.074, 2.069, 2.064, 2.060, 2.056, 2.052, 2.048, 2.045,
];

/// The shortest lengths of a sample of positions.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Distribution {
    /// How many of the sample have each length.
    pub lengths: BTreeMap<Cost, u64>,
    /// How many were stopped at a limit before their length was known.
    pub unknown: u64,
}

impl Distribution {
    /// How many lengths are known.
    #[must_use]
    pub fn count(&self) -> u64 {
        self.lengths.values().sum()
    }

    /// The mean length.
    #[must_use]
    pub fn mean(&self) -> f64 {
        let sum: f64 = self.lengths.iter().map(|(&length, &count)| f64::from(length) * count as f64).sum();
        sum / self.count().max(1) as f64
    }

    /// The standard deviation of the lengths.
    #[must_use]
    pub fn deviation(&self) -> f64 {
        let mean = self.mean();
        let squares =
            self.lengths.iter().map(|(&length, &count)| (f64::from(length) - mean).powi(2) * count as f64);
        (squares.sum::<f64>() / self.count().saturating_sub(1).max(1) as f64).sqrt()
    }

    /// Half of the width of the 95% confidence interval of the mean; of fewer than two lengths there is none.
    #[must_use]
    pub fn margin(&self) -> Option<f64> {
        let freedom = self.count().checked_sub(2)?;
        let width = STUDENT.get(freedom as usize).unwrap_or(&Z);
        Some(width * self.deviation() / (self.count() as f64).sqrt())
    }

    /// The 95% confidence interval (Wilson's) of the share of positions, if `count` of the sample have the property.
    #[must_use]
    pub fn share(&self, count: u64) -> (f64, f64) {
        let n = self.count().max(1) as f64;
        let p = count as f64 / n;
        let middle = p + Z * Z / (2.0 * n);
        let half = Z * (p * (1.0 - p) / n + Z * Z / (4.0 * n * n)).sqrt();
        let whole = 1.0 + Z * Z / n;
        (((middle - half) / whole).max(0.0), ((middle + half) / whole).min(1.0))
    }

    /// The length that this part of the sample does not exceed.
    #[must_use]
    pub fn quantile(&self, part: f64) -> Option<Cost> {
        let wanted = (part * self.count() as f64).ceil().max(1.0) as u64;
        let mut passed = 0;
        self.lengths.iter().find_map(|(&length, &count)| {
            passed += count;
            (passed >= wanted).then_some(length)
        })
    }
}

/// Solves `count` random positions of the puzzle of `instance` by seeds from `seed` on, each within the limits of the
/// plan, and counts their lengths; `each` is called with every length in turn.
///
/// # Errors
/// If the plan asks for a combination that the puzzle does not have, or the machine fails.
pub fn distribution(
    machine: &dyn Machine,
    instance: &Instance,
    (seed, count): (u64, u64),
    plan: &Plan,
    progress: &mut dyn Progress,
    each: &mut (dyn FnMut(&Distribution) + Send),
) -> Result<Distribution, Error> {
    let mut found = Distribution::default();
    let mut failed = None;
    let mut puzzles = (0..count).map(|number| Ok(instance.scrambled(seed.wrapping_add(number))));
    machine.solve(&mut puzzles, plan, progress, &mut |(_, answer)| {
        match answer {
            Ok(answer) if answer.is_shortest() => match answer.report.outcome {
                Outcome::Solved { cost, .. } => *found.lengths.entry(cost).or_default() += 1,
                _ => found.unknown += 1,
            },
            // A search that the user has ended says nothing about its position.
            Ok(_) if plan.limits.is_cancelled() => return ControlFlow::Break(()),
            Ok(_) => found.unknown += 1,
            Err(error) => {
                failed = Some(error);
                return ControlFlow::Break(());
            }
        }
        each(&found);
        ControlFlow::Continue(())
    })?;
    failed.map_or(Ok(found), Err)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Cores, Hints};

    #[test]
    fn a_sample_of_small_boards_is_like_all_of_them() {
        let instance = Instance::parse("1 2 3 / 4 5 6 / 7 8 0", &Hints::default()).unwrap();
        let mut heard = 0;
        let found = distribution(&Cores, &instance, (1, 400), &Plan::default(), &mut (), &mut |_| heard += 1)
            .unwrap();
        assert_eq!((found.count(), found.unknown, heard), (400, 0, 400));
        // The mean of all 181,440 boards is 21.97; a sample is off by more than twice its margin once in 10,000 times.
        let margin = found.margin().unwrap();
        assert!((found.mean() - 21.972_399).abs() < 2.0 * margin, "{} ± {margin}", found.mean());
        assert!((0.2..0.6).contains(&margin));
        assert_eq!(found.quantile(0.5), Some(22));
        // Of twenty intervals about one misses what it estimates.
        let levels = instance.analysis().levels().unwrap().expect("a small space");
        let holds = |length: u32| {
            let (low, high) = found.share(found.lengths.get(&length).copied().unwrap_or(0));
            let share = levels[length as usize] as f64 / levels.iter().sum::<u64>() as f64;
            low <= share && share <= high
        };
        assert!((11..=31).filter(|&length| holds(length)).count() >= 18);
        let again =
            distribution(&Cores, &instance, (1, 400), &Plan::default(), &mut (), &mut |_| ()).unwrap();
        assert_eq!(found, again);
    }

    #[test]
    fn intervals_are_those_of_the_textbook() {
        let lengths = BTreeMap::from([(1, 2), (3, 2)]);
        let four = Distribution { lengths, unknown: 0 };
        assert!(
            (four.mean() - 2.0).abs() < 1e-12 && (four.deviation() - (4.0_f64 / 3.0).sqrt()).abs() < 1e-12
        );
        // A mean of four lengths has three degrees of freedom; one length says nothing about the mean.
        assert!((four.margin().unwrap() - 3.182 * four.deviation() / 2.0).abs() < 1e-12);
        assert_eq!(Distribution { lengths: BTreeMap::from([(4, 1)]), unknown: 0 }.margin(), None);
        // Wilson's interval of 0 of 10 is 0 to 0.2775.
        let ten = Distribution { lengths: BTreeMap::from([(5, 10)]), unknown: 0 };
        let (low, high) = ten.share(0);
        assert!(low.abs() < 1e-12 && (high - 0.2775).abs() < 1e-3, "{low} {high}");
        assert_eq!((four.quantile(0.0), four.quantile(0.5), four.quantile(1.0)), (Some(1), Some(1), Some(3)));
        assert_eq!(Distribution::default().quantile(0.5), None);
    }
}
