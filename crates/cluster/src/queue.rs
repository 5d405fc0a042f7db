//! A queue of tasks over a cluster: the first host distributes tasks on request, all hosts, the first one
//! included, work on them, and every answer returns to the first.
//!
//! What the tasks are is up to a [`TaskSource`], which lives on the first host, and to the work that every
//! host does: it asks for a task ([`Tasks::next`]) and answers it ([`Tasks::answer`]), on as many threads
//! as it likes. The queue moves bytes, in these steps:
//!
//! 1. The first host sends all hosts the setup of the source, and each begins to work.
//! 2. A host asks for one task more than it works on, so the next is there when one ends. The first host
//!    hands them out in turns until the source has no more.
//! 3. When all is done, a limit is reached, the work has failed or is cancelled on some host, the first host
//!    tells all to stop. What a host answers before it has stopped still counts.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::time::Duration;

use serde::{Deserialize, Serialize};

use crate::cluster::Cluster;
use crate::error::Error;
use crate::relay::{Relay, relay};

/// How often a host looks whether the work is cancelled, and the first host whether it is done or there are
/// tasks where there were none.
const PACE: Duration = Duration::from_millis(10);

/// The messages between hosts.
#[derive(Clone, Serialize, Deserialize)]
enum Message {
    /// From the first host: what the tasks are about.
    Setup(Vec<u8>),
    /// From the first host: a task.
    Task(Vec<u8>),
    /// From the first host: there are no more tasks.
    NoMore,
    /// From the first host: the work is over; if it has failed, on which host and why.
    Stop(Option<(usize, String)>),
    /// To the first host: the sender can take this many more tasks.
    Ask(usize),
    /// To the first host: the answer to a task, or to a part of it.
    Answer(Vec<u8>),
    /// To the first host: the work is cancelled.
    Cancel,
    /// To the first host: the sender has stopped, or failed, and answers no more.
    Stopped(Result<(), String>),
}

/// The reply to a host that asks for a task.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Next {
    /// A task.
    Task(Vec<u8>),
    /// No task at the moment; the source is asked again after an answer, and from time to time.
    Later,
    /// No more tasks.
    Never,
}

/// Where tasks come from and answers go to, on the first host.
pub trait TaskSource {
    /// What the tasks are about; the work of every host begins with it.
    fn setup(&self) -> Vec<u8>;

    /// The next task for one of `hosts` hosts.
    ///
    /// # Errors
    /// If the work cannot go on; all hosts then end with this message.
    fn next(&mut self, hosts: usize) -> Result<Next, String>;

    /// Takes an answer.
    ///
    /// # Errors
    /// If the work cannot go on; all hosts then end with this message.
    fn take(&mut self, answer: &[u8]) -> Result<(), String>;

    /// Whether nothing is left to do, or a limit is reached; checked after answers and from time to time.
    fn is_done(&mut self) -> bool;
}

/// The queue as the work of a host sees it.
pub struct Tasks {
    relay: Relay<Message>,
    tasks: Mutex<Receiver<Vec<u8>>>,
    asked: AtomicBool,
}

impl Tasks {
    /// Waits for the next task; `None` when there are no more.
    #[must_use]
    pub fn next(&self) -> Option<Vec<u8>> {
        let ahead = !self.asked.swap(true, Ordering::Relaxed);
        self.relay.send(0, Message::Ask(1 + usize::from(ahead)));
        self.tasks.lock().ok()?.recv().ok()
    }

    /// Answers a task, or a part of it.
    pub fn answer(&self, answer: Vec<u8>) {
        self.relay.send(0, Message::Answer(answer));
    }
}

/// Works on the tasks of one source on all hosts of a cluster. `source` is called on the first host only,
/// which gets it back at the end; `work` is called on every host, with the setup of the source. `job` must
/// be the same text on all hosts. When `cancel` is set on one of them, all stop; `stop` is set when the work
/// of this host has to stop, whatever it is at.
///
/// # Errors
/// The errors of the cluster, and the failure of the source or of the work on any host.
pub fn share<S: TaskSource>(
    cluster: &Cluster,
    job: &str,
    cancel: &AtomicBool,
    stop: &AtomicBool,
    source: impl FnOnce() -> Result<S, String>,
    work: impl FnOnce(&[u8], &Tasks) -> Result<(), String> + Send,
) -> Result<Option<S>, Error> {
    let ended = relay(cluster, job, |relay, inbox| {
        let coordinator = match (relay.own == 0).then(source).transpose() {
            Ok(source) => source.map(|source| Coordinator::new(&relay, source)),
            Err(why) => {
                relay.send_to_all(&Message::Stop(Some((0, why))));
                None
            }
        };
        let (begin, setup) = channel();
        let (give, tasks) = channel();
        let tasks = Tasks { relay: relay.clone(), tasks: Mutex::new(tasks), asked: false.into() };
        std::thread::scope(|scope| {
            scope.spawn(move || {
                // There is no setup where the work is stopped before it begins.
                let work = || setup.recv().map_or(Ok(()), |setup: Vec<u8>| work(&setup, &tasks));
                let done = catch_unwind(AssertUnwindSafe(work));
                let done = done.unwrap_or_else(|_| Err("a thread has panicked".into()));
                tasks.relay.send(0, Message::Stopped(done));
            });
            let ended =
                Host { relay, begin: Some(begin), give: Some(give), cancel, stop }.run(inbox, coordinator);
            // If the cluster is gone, no message stops the work.
            stop.store(true, Ordering::Relaxed);
            ended
        })
    });
    ended?.map_err(|(host, why)| cluster.failed(host, &why))
}

/// A failure, and the number of its host.
type Failure = (usize, String);

/// One host, beside its work.
struct Host<'a> {
    relay: Relay<Message>,
    /// Where the work waits for the setup, and then for tasks; dropped when there are no more.
    begin: Option<Sender<Vec<u8>>>,
    give: Option<Sender<Vec<u8>>>,
    cancel: &'a AtomicBool,
    stop: &'a AtomicBool,
}

impl Host<'_> {
    /// Reads messages until the work is over; on the first host until all hosts have stopped.
    fn run<S: TaskSource>(
        mut self,
        inbox: &Receiver<(usize, Message)>,
        mut coordinator: Option<Coordinator<S>>,
    ) -> Result<Option<S>, Failure> {
        let mut cancelled = false;
        let mut over = None;
        while over.is_none() || coordinator.as_ref().is_some_and(|first| first.working > 0) {
            match (inbox.recv_timeout(PACE), &mut coordinator) {
                // The work may have ended on its own; then it does not wait for these.
                (Ok((_, Message::Setup(setup))), _) => drop(self.begin.take().map(|begin| begin.send(setup))),
                (Ok((_, Message::Task(task))), _) => drop(self.give.as_ref().map(|give| give.send(task))),
                (Ok((_, Message::NoMore)), _) => self.give = None,
                (Ok((_, Message::Stop(failure))), _) => {
                    self.stop.store(true, Ordering::Relaxed);
                    (self.begin, self.give) = (None, None);
                    over = Some(failure);
                }
                (Ok((from, message)), Some(first)) => first.read(&self.relay, from, message),
                (Err(RecvTimeoutError::Disconnected), _) => break,
                (Ok(_), None) | (Err(RecvTimeoutError::Timeout), _) => {}
            }
            if let Some(first) = &mut coordinator {
                first.hand_out(&self.relay);
            }
            if !cancelled && self.cancel.load(Ordering::Relaxed) {
                cancelled = true;
                self.relay.send(0, Message::Cancel);
            }
        }
        over.flatten().map_or(Ok(coordinator.map(|first| first.source)), Err)
    }
}

/// What the first host does for all.
struct Coordinator<S> {
    source: S,
    /// How many tasks each host waits for.
    asked: Vec<usize>,
    /// Whether there are no more tasks, and all hosts know.
    exhausted: bool,
    /// How many hosts have not stopped.
    working: usize,
    /// Whether all hosts were told to stop.
    over: bool,
}

impl<S: TaskSource> Coordinator<S> {
    fn new(relay: &Relay<Message>, source: S) -> Self {
        relay.send_to_all(&Message::Setup(source.setup()));
        let working = relay.hosts;
        Coordinator { source, asked: vec![0; working], exhausted: false, working, over: false }
    }

    fn read(&mut self, relay: &Relay<Message>, from: usize, message: Message) {
        match message {
            Message::Ask(count) => self.asked[from] += count,
            Message::Answer(answer) => {
                if let Err(why) = self.source.take(&answer) {
                    self.stop(relay, Some((0, why)));
                }
            }
            Message::Stopped(done) => {
                self.working -= 1;
                if done.is_err() || self.working == 0 {
                    self.stop(relay, done.err().map(|why| (from, why)));
                }
            }
            _ => self.stop(relay, None),
        }
    }

    /// Distributes the requested tasks, one to each host in turn, or ends the work.
    fn hand_out(&mut self, relay: &Relay<Message>) {
        if !self.over && self.source.is_done() {
            self.stop(relay, None);
        }
        while !self.over && !self.exhausted && self.asked.iter().any(|&asked| asked > 0) {
            for host in 0..relay.hosts {
                if self.asked[host] == 0 {
                    continue;
                }
                match self.source.next(relay.hosts) {
                    Ok(Next::Task(task)) => {
                        self.asked[host] -= 1;
                        relay.send(host, Message::Task(task));
                    }
                    Ok(Next::Later) => return,
                    Ok(Next::Never) => {
                        self.exhausted = true;
                        return relay.send_to_all(&Message::NoMore);
                    }
                    Err(why) => return self.stop(relay, Some((0, why))),
                }
            }
        }
    }

    fn stop(&mut self, relay: &Relay<Message>, failure: Option<Failure>) {
        if !self.over {
            self.over = true;
            relay.send_to_all(&Message::Stop(failure));
        }
    }
}
