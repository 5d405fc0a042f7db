//! Many puzzles at once, on all cores, as an iterator of their answers.
//!
//! Puzzles are read lazily, at most [`AHEAD`] ahead of the requested answers, and passed to a thread that solves them
//! by one plan. An item that is not a puzzle gets an error in place of its answer.

use std::collections::VecDeque;
use std::ops::ControlFlow;
use std::path::PathBuf;
use std::sync::Mutex;
use std::sync::atomic::Ordering;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread;

use pyo3::exceptions::PyException;
use pyo3::prelude::*;
use pyo3::types::PyIterator;
use taquin::{Cores, Error, Instance, Machine, Plan};

use crate::answer::Answer;
use crate::errors::raise;
use crate::options::Options;
use crate::progress::{Listener, Watch};
use crate::puzzle::Puzzle;
use crate::reading::{Beside, instance};
use crate::waiting::{Cancel, receive};

/// How many puzzles may be read ahead of the answers.
const AHEAD: usize = 1024;

/// Solves many puzzles on all cores and returns the answers in order, each as soon as it is ready.
///
/// The work continues while you use an answer. It ends when the iterator is dropped, and at Ctrl-C. A puzzle that
/// cannot be read or solved does not stop the others: the iterator yields its exception in place of an answer. Boards
/// of more than 25 cells get a near solution, as with `Puzzle.solve`.
///
/// Args:
///     puzzles: Any iterable of `Board`, `Blocks` or anything that `Board` accepts; it is read lazily.
///     threads: How many threads to use; one per core by default.
///     algorithm: The algorithm; the best for each puzzle by default.
///     heuristic: The heuristic; the best for the algorithm and the puzzle by default.
///     weight: The weight of `weighted-a-star`, or the factor of `explicit-estimation`, from 1 to 100; 1.5 by
///         default.
///     within: How long a solution may be, as a factor of a proved lower bound, such as 1.05.
///     tables: The folder of pattern tables; by default that of the command line.
///     limit_time: Seconds for each puzzle.
///     limit_memory: Bytes for each puzzle.
///     limit_nodes: Expanded nodes for each puzzle.
///     progress: A function that is called a few times a second with a dict: how many puzzles are `done` of the
///         `total`, and the counts of the search (see `taquin.types.Progress`).
///
/// Returns:
///     An iterator with an `Answer` for every puzzle, or an exception for an item that is not a puzzle.
///
/// Raises:
///     UnsupportedError: If there is no such algorithm or heuristic.
///     FileNotFoundError: If there is no such folder of tables.
///
/// Examples:
///     >>> import taquin
///     >>> boards = [taquin.Board.random(3, seed=seed) for seed in range(10)]
///     >>> all(answer.outcome == "solved" for answer in taquin.solve_all(boards))
///     True
///     >>> list(taquin.solve_all(["1 2 / 3 0", "1 2 / 3 3", "1 2 / 0 3"]))
///     [<Answer: solved in 0 moves, ...>, ParseError('line 1, column 9: ...'), <Answer: solved in 1 move, ...>]
#[pyfunction]
#[pyo3(signature = (puzzles, *, threads=None, algorithm=None, heuristic=None, weight=None, within=None, tables=None, limit_time=None, limit_memory=None, limit_nodes=None, progress=None))]
#[expect(clippy::too_many_arguments, reason = "they are keywords")]
pub(crate) fn solve_all(
    py: Python<'_>,
    puzzles: &Bound<'_, PyAny>,
    threads: Option<usize>,
    algorithm: Option<String>,
    heuristic: Option<String>,
    weight: Option<f64>,
    within: Option<f64>,
    tables: Option<PathBuf>,
    limit_time: Option<f64>,
    limit_memory: Option<usize>,
    limit_nodes: Option<u64>,
    progress: Option<Py<PyAny>>,
) -> PyResult<Answers> {
    let total = puzzles.len().ok();
    let puzzles = puzzles.try_iter()?.unbind();
    let distances = None;
    let options = Options {
        algorithm,
        heuristic,
        weight,
        within,
        distances,
        tables,
        threads,
        limit_time,
        limit_memory,
        limit_nodes,
    };
    let (plan, cancel) = options.plan()?;
    let watch = Watch::new(progress);
    let (instances, queue) = channel();
    let (sender, answers) = channel();
    let mut listener = watch.listener();
    thread::Builder::new()
        .name("taquin batch".into())
        .spawn(move || work(queue, &plan, &mut listener, &sender))?;
    let mut all = Answers {
        puzzles: Some(puzzles),
        instances: Mutex::new(Some(instances)),
        answers: Mutex::new(answers),
        expected: VecDeque::new(),
        done: 0,
        total,
        cancel,
        watch: Mutex::new(watch),
    };
    all.read_ahead(py)?;
    Ok(all)
}

/// A message from the thread: an answer, or why there is none.
type Message = Result<taquin::Answer, Error>;

/// Solves what comes through the queue, until its other end is gone.
fn work(queue: Receiver<Instance>, plan: &Plan, listener: &mut Listener, answers: &Sender<Message>) {
    let mut puzzles = queue.into_iter().map(Ok);
    let done = Cores.solve(&mut puzzles, plan, listener, &mut |(_, answer)| {
        // If the receiver is gone, the rest is not needed.
        if answers.send(answer).is_ok() { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    });
    if let Err(error) = done {
        // The receiver may be gone.
        let _ = answers.send(Err(error));
    }
}

/// An item that was read and has not been returned.
enum Place {
    /// Its answer is on its way.
    Puzzle(Instance),
    /// It is not a puzzle.
    Nothing(PyErr),
}

/// The answers to many puzzles, in their order; see `solve_all`.
///
/// Examples:
///     >>> import taquin
///     >>> answers = taquin.solve_all(["1 2 / 3 0", "1 2 / 0 3"])
///     >>> next(answers).cost, answers.done, answers.total
///     (0, 1, 2)
#[pyclass(module = "taquin")]
pub(crate) struct Answers {
    /// The puzzles that are not yet read.
    puzzles: Option<Py<PyIterator>>,
    instances: Mutex<Option<Sender<Instance>>>,
    answers: Mutex<Receiver<Message>>,
    expected: VecDeque<Place>,
    done: usize,
    total: Option<usize>,
    cancel: Cancel,
    watch: Mutex<Watch>,
}

impl Answers {
    /// Reads puzzles until enough are on their way.
    fn read_ahead(&mut self, py: Python<'_>) -> PyResult<()> {
        while self.expected.len() < AHEAD {
            let Some(puzzles) = &self.puzzles else { return Ok(()) };
            let Some(object) = puzzles.bind(py).clone().next() else {
                self.puzzles = None;
                // The thread ends when it has solved what it has.
                *of(&mut self.instances) = None;
                return Ok(());
            };
            let place = match read(&object?) {
                Ok(instance) => {
                    if let Some(instances) = of(&mut self.instances) {
                        // If the thread has ended, the answers say why.
                        let _ = instances.send(instance.clone());
                    }
                    Place::Puzzle(instance)
                }
                // Only errors are answers; Ctrl-C is not.
                Err(error) if error.is_instance_of::<PyException>(py) => Place::Nothing(error),
                Err(error) => return Err(error),
            };
            self.expected.push_back(place);
        }
        Ok(())
    }

    fn answer(&mut self, py: Python<'_>, instance: Instance) -> PyResult<Py<PyAny>> {
        let Answers { answers, cancel, watch, done, total, .. } = self;
        let watch = of(watch);
        match receive(py, cancel, answers, || watch.pass_on(py, *done, *total))? {
            Some(Ok(answer)) => Ok(Py::new(py, Answer::new(instance, answer))?.into_any()),
            Some(Err(error)) => Ok(raise(error).into_value(py).into_any()),
            None => Err(raise(Error::NoAnswer)),
        }
    }
}

/// The value of a mutex that is not shared.
fn of<T>(mutex: &mut Mutex<T>) -> &mut T {
    mutex.get_mut().unwrap_or_else(std::sync::PoisonError::into_inner)
}

fn read(object: &Bound<'_, PyAny>) -> PyResult<Instance> {
    match object.cast::<Puzzle>() {
        Ok(puzzle) => Ok(puzzle.get().instance.clone()),
        Err(_) => instance(object, Beside::default()),
    }
}

#[pymethods]
impl Answers {
    fn __iter__(slf: Py<Self>) -> Py<Self> {
        slf
    }

    fn __next__(&mut self, py: Python<'_>) -> PyResult<Option<Py<PyAny>>> {
        self.read_ahead(py)?;
        let found = match self.expected.pop_front() {
            None => return Ok(None),
            Some(Place::Nothing(error)) => error.into_value(py).into_any(),
            Some(Place::Puzzle(instance)) => self.answer(py, instance)?,
        };
        self.done += 1;
        let (done, total) = (self.done, self.total);
        let is_last = self.expected.is_empty() && self.puzzles.is_none();
        let watch = of(&mut self.watch);
        if is_last {
            watch.call(py, done, total)?
        } else {
            watch.pass_on(py, done, total)?
        }
        Ok(Some(found))
    }

    /// How many answers have been returned.
    ///
    /// Examples:
    ///     >>> import taquin
    ///     >>> taquin.solve_all(["1 2 / 3 0"]).done
    ///     0
    #[getter]
    fn done(&self) -> usize {
        self.done
    }

    /// How many answers there will be; None if the puzzles have no length.
    ///
    /// Examples:
    ///     >>> import taquin
    ///     >>> taquin.solve_all(["1 2 / 3 0"]).total
    ///     1
    #[getter]
    fn total(&self) -> Option<usize> {
        self.total
    }

    fn __length_hint__(&self) -> usize {
        self.total.unwrap_or(0).saturating_sub(self.done)
    }
}

impl Drop for Answers {
    fn drop(&mut self) {
        self.cancel.store(true, Ordering::Relaxed);
    }
}
