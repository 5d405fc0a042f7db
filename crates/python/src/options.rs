//! Keyword options as a plan of the facade.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::str::FromStr;
use std::time::Duration;

use pyo3::exceptions::PyOSError;
use pyo3::prelude::*;
use taquin::{Algorithm, HeuristicName, Limits, Plan};

use crate::errors::unsupported;
use crate::waiting::Cancel;

/// The options that every way of solving takes.
#[derive(Debug, Default)]
pub(crate) struct Options {
    pub(crate) algorithm: Option<String>,
    pub(crate) heuristic: Option<String>,
    pub(crate) weight: Option<f64>,
    pub(crate) within: Option<f64>,
    pub(crate) distances: Option<PathBuf>,
    pub(crate) tables: Option<PathBuf>,
    pub(crate) threads: Option<usize>,
    pub(crate) limit_time: Option<f64>,
    pub(crate) limit_memory: Option<usize>,
    pub(crate) limit_nodes: Option<u64>,
}

impl Options {
    /// The plan, and the flag that ends its search.
    pub(crate) fn plan(self) -> PyResult<(Plan, Cancel)> {
        let algorithm = self.algorithm.as_deref().map(named).transpose()?;
        if self.weight.is_some() && !algorithm.is_some_and(Algorithm::is_weighted) {
            return Err(unsupported("weight is for the algorithms weighted-a-star and explicit-estimation"));
        }
        if self.threads == Some(0) {
            return Err(unsupported("threads: expected a number of at least 1, found 0"));
        }
        let tables = match self.tables {
            Some(named) if !named.is_dir() => {
                return Err(PyOSError::new_err((2, "there is no such folder", named.into_os_string())));
            }
            Some(named) => Some(named),
            None => taquin::tables_folder(),
        };
        let cancel = Cancel::default();
        let plan = Plan {
            algorithm,
            heuristic: self.heuristic.as_deref().map(named::<HeuristicName>).transpose()?,
            weight_percent: self.weight.map(|factor| percent("weight", factor)).transpose()?,
            within_percent: self.within.map(|factor| percent("within", factor)).transpose()?,
            distances: self.distances,
            tables,
            threads: self.threads,
            limits: Limits {
                nodes: self.limit_nodes,
                time: self.limit_time.map(duration).transpose()?,
                memory: self.limit_memory,
                cancel: Some(cancel.clone()),
            },
            ..Plan::default()
        };
        Ok((plan, cancel))
    }
}

/// The value with this `name`; `A*`, `a_star` and `a-star` are the same.
fn named<T: FromStr<Err = String>>(name: &str) -> PyResult<T> {
    let plain = name.to_lowercase().replace(['_', ' '], "-").replace('*', "-star");
    plain.parse().map_err(unsupported)
}

/// The `factor` of an option, in percent.
fn percent(option: &str, factor: f64) -> PyResult<u32> {
    if (1.0..=100.0).contains(&factor) {
        Ok((factor * 100.0).round() as u32)
    } else {
        Err(unsupported(format!("{option}: expected a factor from 1 to 100, found {factor}")))
    }
}

fn duration(seconds: f64) -> PyResult<Duration> {
    Duration::try_from_secs_f64(seconds)
        .map_err(|_| unsupported(format!("limit_time: expected a number of seconds, found {seconds}")))
}

/// The algorithms by name, each with a short description.
///
/// Returns:
///     A dict from names, as `Puzzle.solve` takes them, to descriptions.
///
/// Examples:
///     >>> import taquin
///     >>> taquin.algorithms()["breadth-first"]
///     'level by level from the start'
#[pyfunction]
pub(crate) fn algorithms() -> BTreeMap<&'static str, &'static str> {
    Algorithm::ALL.iter().map(|algorithm| (algorithm.name(), algorithm.about())).collect()
}

/// The heuristics by name, each with a short description.
///
/// Returns:
///     A dict from names, as `Puzzle.solve` takes them, to descriptions.
///
/// Examples:
///     >>> import taquin
///     >>> taquin.heuristics()["misplaced"]
///     'tiles off their goal cell'
#[pyfunction]
pub(crate) fn heuristics() -> BTreeMap<&'static str, &'static str> {
    HeuristicName::all().map(|heuristic| (heuristic.name(), heuristic.about())).collect()
}
