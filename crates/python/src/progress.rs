//! Reports the progress of long work to a function of the caller.
//!
//! The work records its progress; the Python thread that waits for it passes it on a few times a second, so
//! that no other thread ever calls Python.

use std::ops::ControlFlow;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use pyo3::prelude::*;
use pyo3::types::PyDict;
use taquin::{Cost, Estimate, Progress, Stats};

/// The least time between two calls.
const PAUSE: Duration = Duration::from_millis(100);

/// What the work has reported last.
#[derive(Clone, Default)]
struct Told {
    phase: Option<String>,
    bound: Option<Cost>,
    share: Option<f64>,
    cost: Option<Cost>,
    lower_bound: Option<Cost>,
    expanded: u64,
    generated: u64,
}

/// Receives the reports of the work.
pub(crate) struct Listener(Arc<Mutex<Told>>);

impl Listener {
    fn told(&self, tell: impl FnOnce(&mut Told)) {
        tell(&mut self.0.lock().unwrap_or_else(PoisonError::into_inner));
    }
}

impl Progress for Listener {
    fn phase(&mut self, phase: &str) {
        self.told(|told| told.phase = Some(phase.to_string()));
    }

    fn bound(&mut self, bound: Cost) {
        self.told(|told| (told.bound, told.share) = (Some(bound), None));
    }

    fn estimate(&mut self, estimate: &Estimate) {
        self.told(|told| {
            told.share = Some(estimate.done);
            told.lower_bound = Some(estimate.lower_bound);
        });
    }

    fn solution(&mut self, cost: Cost, lower_bound: Cost) {
        self.told(|told| (told.cost, told.lower_bound) = (Some(cost), Some(lower_bound)));
    }

    fn tick(&mut self, stats: &Stats) -> ControlFlow<()> {
        self.told(|told| (told.expanded, told.generated) = (stats.expanded, stats.generated));
        ControlFlow::Continue(())
    }
}

/// Passes the reports on to the caller's function.
pub(crate) struct Watch {
    callback: Option<Py<PyAny>>,
    told: Arc<Mutex<Told>>,
    begun: Instant,
    last: Option<Instant>,
}

impl Watch {
    pub(crate) fn new(callback: Option<Py<PyAny>>) -> Self {
        Watch { callback, told: Arc::default(), begun: Instant::now(), last: None }
    }

    /// The receiver of the reports.
    pub(crate) fn listener(&self) -> Listener {
        Listener(Arc::clone(&self.told))
    }

    /// Calls the caller's function, unless it was called a moment ago.
    pub(crate) fn pass_on(&mut self, py: Python<'_>, done: usize, total: Option<usize>) -> PyResult<()> {
        if self.last.is_some_and(|last| last.elapsed() < PAUSE) {
            return Ok(());
        }
        self.last = Some(Instant::now());
        self.call(py, done, total)
    }

    /// Calls the caller's function.
    pub(crate) fn call(&self, py: Python<'_>, done: usize, total: Option<usize>) -> PyResult<()> {
        let Some(callback) = &self.callback else { return Ok(()) };
        let told = self.told.lock().unwrap_or_else(PoisonError::into_inner).clone();
        let dict = PyDict::new(py);
        dict.set_item("done", done)?;
        dict.set_item("total", total)?;
        dict.set_item("seconds", self.begun.elapsed().as_secs_f64())?;
        dict.set_item("phase", told.phase)?;
        dict.set_item("bound", told.bound)?;
        dict.set_item("share", told.share)?;
        dict.set_item("cost", told.cost)?;
        dict.set_item("lower_bound", told.lower_bound)?;
        dict.set_item("expanded", told.expanded)?;
        dict.set_item("generated", told.generated)?;
        callback.call1(py, (dict,)).map(drop)
    }
}
