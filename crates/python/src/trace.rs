//! A search as an iterator of its steps.
//!
//! The search runs on its own thread, a few steps ahead of the iterator; dropping the iterator ends it.

use std::ops::ControlFlow;
use std::sync::atomic::Ordering;
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::sync::{Mutex, PoisonError};
use std::thread;

use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList};
use taquin::search::{Cost, Fate};
use taquin::trace::{Node, NodeLists, Tracer};
use taquin::{Error, Instance, Plan};

use crate::answer::Answer;
use crate::errors::{raise, unsupported};
use crate::family::at;
use crate::options::Options;
use crate::waiting::{Cancel, receive};

/// How many steps the search may be ahead.
const AHEAD: usize = 64;

/// The steps of a search, one after the other; see `Puzzle.trace`.
///
/// Examples:
///     >>> import taquin
///     >>> [step["state"] for step in taquin.Board("1 2 / 0 3").trace()]
///     [Board('1 2 / 0 3'), Board('1 2 / 3 0')]
#[pyclass(module = "taquin", frozen)]
pub(crate) struct Trace {
    instance: Instance,
    messages: Mutex<Receiver<Message>>,
    cancel: Cancel,
    /// The first step, which is waited for to know whether the search can be traced at all.
    first: Mutex<Option<Box<Step>>>,
    answer: Mutex<Option<taquin::Answer>>,
}

enum Message {
    Step(Box<Step>),
    Done(Box<Result<taquin::Answer, Error>>),
}

/// One expanded node.
struct Step {
    number: u64,
    node: Node,
    bound: Option<Cost>,
    phase: Option<String>,
    open: usize,
    closed: usize,
    lists: Option<(Vec<Node>, Vec<Node>)>,
    successors: Vec<(String, Node, Fate)>,
    /// Why the search is over, where it ends with this step.
    end: Option<String>,
}

impl Trace {
    pub(crate) fn start(
        py: Python<'_>,
        instance: Instance,
        options: Options,
        course: Option<&str>,
        lists: bool,
    ) -> PyResult<Self> {
        let (plan, cancel) = options.plan()?;
        let lesson = course.map(str::parse).transpose().map_err(unsupported)?;
        let plan = Plan { lesson, ..plan };
        let (sender, receiver) = sync_channel(AHEAD);
        let puzzle = instance.clone();
        thread::Builder::new().name("taquin trace".into()).spawn(move || {
            let mut teller = Teller { sender, lists, number: 0, bound: None, phase: None, step: None };
            let answer = puzzle.trace(&plan, &mut teller);
            // If the receiver is gone, the rest is not needed.
            let _ = teller.flush();
            let _ = teller.sender.send(Message::Done(Box::new(answer)));
        })?;
        let trace = Trace {
            instance,
            messages: Mutex::new(receiver),
            cancel,
            first: Mutex::default(),
            answer: Mutex::default(),
        };
        let first = trace.receive(py)?;
        *lock(&trace.first) = first;
        Ok(trace)
    }

    fn receive(&self, py: Python<'_>) -> PyResult<Option<Box<Step>>> {
        match receive(py, &self.cancel, &self.messages, || Ok(()))? {
            Some(Message::Step(step)) => Ok(Some(step)),
            Some(Message::Done(answer)) => {
                *lock(&self.answer) = Some((*answer).map_err(raise)?);
                Ok(None)
            }
            None => Ok(None),
        }
    }
}

fn lock<T>(mutex: &Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

#[pymethods]
impl Trace {
    fn __iter__(slf: Py<Self>) -> Py<Self> {
        slf
    }

    fn __next__<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyDict>>> {
        let first = lock(&self.first).take();
        let step = match first {
            Some(step) => Some(step),
            None => self.receive(py)?,
        };
        step.map(|step| step.dict(py, &self.instance)).transpose()
    }

    /// The result of the search; None until the last step has been requested.
    ///
    /// Examples:
    ///     >>> import taquin
    ///     >>> steps = taquin.Board("1 2 / 0 3").trace()
    ///     >>> steps.answer is None, len(list(steps)), steps.answer.cost
    ///     (True, 2, 1)
    #[getter]
    fn answer(&self) -> Option<Answer> {
        let answer = lock(&self.answer).clone()?;
        Some(Answer::new(self.instance.clone(), answer))
    }
}

impl Drop for Trace {
    fn drop(&mut self) {
        self.cancel.store(true, Ordering::Relaxed);
    }
}

/// Receives the reports of the search and passes its steps on.
struct Teller {
    sender: SyncSender<Message>,
    lists: bool,
    number: u64,
    bound: Option<Cost>,
    phase: Option<String>,
    /// The node being expanded, which is passed on when all its successors are known.
    step: Option<Box<Step>>,
}

impl Teller {
    fn flush(&mut self) -> ControlFlow<()> {
        let Some(step) = self.step.take() else { return ControlFlow::Continue(()) };
        match self.sender.send(Message::Step(step)).is_ok() {
            true => ControlFlow::Continue(()),
            false => ControlFlow::Break(()),
        }
    }
}

impl Tracer for Teller {
    fn expand(&mut self, node: Node, lists: &dyn NodeLists) -> ControlFlow<()> {
        self.flush()?;
        self.number += 1;
        self.step = Some(Box::new(Step {
            number: self.number,
            node,
            bound: self.bound,
            phase: self.phase.clone(),
            open: lists.open_len(),
            closed: lists.closed_len(),
            lists: self.lists.then(|| (lists.open(), lists.closed())),
            successors: Vec::new(),
            end: None,
        }));
        ControlFlow::Continue(())
    }

    fn phase(&mut self, words: &str) {
        self.phase = Some(words.to_string());
        self.bound = None;
    }

    fn bound(&mut self, bound: Cost) {
        self.bound = Some(bound);
    }

    fn generate(&mut self, words: String, node: Node, fate: Fate) {
        if let Some(step) = &mut self.step {
            step.successors.push((words, node, fate));
        }
    }

    fn end(&mut self, why: &str) {
        if let Some(step) = &mut self.step {
            step.end = Some(why.to_string());
        }
    }
}

impl Step {
    fn dict<'py>(&self, py: Python<'py>, instance: &Instance) -> PyResult<Bound<'py, PyDict>> {
        let dict = PyDict::new(py);
        dict.set_item("step", self.number)?;
        describe(instance, &self.node, &dict)?;
        dict.set_item("why", &self.node.why)?;
        dict.set_item("end", self.end.as_deref())?;
        dict.set_item("bound", self.bound)?;
        dict.set_item("phase", self.phase.as_deref())?;
        dict.set_item("open", self.open)?;
        dict.set_item("closed", self.closed)?;
        let successors = PyList::empty(py);
        for (words, node, fate) in &self.successors {
            let successor = PyDict::new(py);
            successor.set_item("move", words)?;
            describe(instance, node, &successor)?;
            successor.set_item("fate", word(*fate))?;
            successor.set_item("why", &node.why)?;
            successors.append(successor)?;
        }
        dict.set_item("successors", successors)?;
        if let Some((open, closed)) = &self.lists {
            dict.set_item("open_list", nodes(instance, py, open)?)?;
            dict.set_item("closed_list", nodes(instance, py, closed)?)?;
        }
        Ok(dict)
    }
}

fn nodes<'py>(instance: &Instance, py: Python<'py>, nodes: &[Node]) -> PyResult<Bound<'py, PyList>> {
    let list = PyList::empty(py);
    for node in nodes {
        let dict = PyDict::new(py);
        describe(instance, node, &dict)?;
        list.append(dict)?;
    }
    Ok(list)
}

fn describe(instance: &Instance, node: &Node, dict: &Bound<'_, PyDict>) -> PyResult<()> {
    let py = dict.py();
    dict.set_item("state", at(py, instance, &node.state)?)?;
    let parent = node.parent.as_ref().map(|parent| at(py, instance, parent));
    dict.set_item("parent", parent.transpose()?)?;
    dict.set_item("g", node.g)?;
    dict.set_item("h", node.h)?;
    dict.set_item("f", u64::from(node.g) + u64::from(node.h))
}

fn word(fate: Fate) -> &'static str {
    match fate {
        Fate::Opened => "opened",
        Fate::Improved => "improved",
        Fate::Reopened => "reopened",
        Fate::Duplicate => "duplicate",
        Fate::Pruned => "pruned",
    }
}
