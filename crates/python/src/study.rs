//! Your moves compared with the shortest, the lengths of random boards, tasks for planners.

use std::collections::BTreeMap;
use std::time::Duration;

use pyo3::prelude::*;
use pyo3::types::PyDict;
use taquin::render::Attempt;
use taquin::{Cores, Instance, Limits, Plan, Played, render};

use crate::errors::{MoveError, raise, unsupported};
use crate::options::Options;
use crate::plain_dict;
use crate::waiting::run;

/// The time to look for a shortest solution from each point, where no limit is set.
const PATIENCE: Duration = Duration::from_secs(10);

/// When moves were made: the total time, or the time of each.
#[derive(FromPyObject)]
pub(crate) enum Times {
    /// In all.
    Total(f64),
    /// Of each move.
    Each(Vec<f64>),
}

impl Times {
    /// The moments, if their number fits the number of moves.
    fn of(self, moves: usize) -> PyResult<Vec<f64>> {
        let times = match self {
            Times::Total(total) => vec![total],
            Times::Each(each) if each.len() == moves => each,
            Times::Each(each) => {
                let found = each.len();
                return Err(unsupported(format!(
                    "times: expected one for each of {moves} moves, found {found}"
                )));
            }
        };
        let rising = times.is_sorted() && times.last().is_none_or(|last| last.is_finite() && *last > 0.0);
        if rising { Ok(times) } else { Err(unsupported("times: expected times that do not decrease")) }
    }
}

/// Compares the moves of `text` with the shortest from every point.
pub(crate) fn analyse<'py>(
    py: Python<'py>,
    instance: &Instance,
    text: &str,
    times: Option<Times>,
    options: Options,
) -> PyResult<Bound<'py, PyDict>> {
    let Played { steps, failure, .. } = taquin::play(instance, text).map_err(raise)?;
    if let Some(failure) = failure {
        let words = format!("move {}, {}: {}", steps.len() + 1, failure.word, failure.why);
        return Err(MoveError::new_err(words));
    }
    let times = times.map_or(Ok(Vec::new()), |times| times.of(steps.len()))?;
    let (plan, cancel) = options.plan()?;
    let time = plan.limits.time.or(plan.limits.nodes.is_none().then_some(PATIENCE));
    let plan = Plan { limits: Limits { time, ..plan.limits.clone() }, ..plan };
    let (puzzle, made) = (instance.clone(), steps.clone());
    let review =
        run(py, &cancel, None, move |progress| taquin::review(&Cores, &puzzle, &made, &plan, progress))?;
    let review = review.map_err(raise)?;
    let attempt = Attempt { instance, steps: &steps, times: &times };
    plain_dict(py, |out| render::review_json(out, &attempt, &review))
}

/// Solves random positions of a puzzle and counts the lengths.
pub(crate) fn survey<'py>(
    py: Python<'py>,
    instance: &Instance,
    (seed, count): (u64, u64),
    options: Options,
) -> PyResult<Bound<'py, PyDict>> {
    let (plan, cancel) = options.plan()?;
    let puzzle = instance.clone();
    let found = run(py, &cancel, None, move |progress| {
        taquin::distribution(&Cores, &puzzle, (seed, count), &plan, progress, &mut |_| {})
    })?;
    let found = found.map_err(raise)?;
    plain_dict(py, |out| render::distribution_json(out, instance, seed, &found))
}

/// The files of a puzzle in a format for planners.
pub(crate) fn export(instance: &Instance, format: &str) -> PyResult<BTreeMap<&'static str, String>> {
    let export = render::export(format).ok_or_else(|| {
        let known: Vec<&str> = render::EXPORTS.iter().map(|export| export.name()).collect();
        unsupported(format!("'{format}' is not a format for planners; there are {}", known.join(", ")))
    })?;
    let task = instance.analysis().planning().map_err(raise)?;
    Ok(export.files(&task).map_err(raise)?.into_iter().collect())
}
