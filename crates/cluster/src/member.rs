//! A member of a cluster, which is one worker of the dataflow, and the messages between members.
//!
//! The work is done in phases. A phase is over when the frontier of the dataflow has passed it: when all
//! members have ended it and all its messages have been read.
//!
//! Messages have back-pressure, because the queues of the dataflow are unbounded: a batch of messages
//! counts as consumed only when all of them are dropped, and the frontier tells the sender which batches
//! are. [`Member::send_bounded`] waits until enough of them are; meanwhile it reads its own messages, so no
//! two members wait for each other.
//!
//! When a process is lost, a member that waits for it fails, and what is sent is discarded.

use std::cell::RefCell;
use std::collections::{BTreeMap, VecDeque};
use std::rc::Rc;
use std::sync::atomic::Ordering;
use std::time::Duration;

use serde::{Deserialize, Serialize};
use timely::ExchangeData;
use timely::container::CapacityContainerBuilder;
use timely::dataflow::ProbeHandle;
use timely::dataflow::channels::pact::Exchange;
use timely::dataflow::operators::core::{UnorderedHandle, UnorderedInput};
use timely::dataflow::operators::generic::operator::Operator;
use timely::dataflow::operators::probe::Probe;
use timely::dataflow::operators::{ActivateCapability, InputCapability};
use timely::scheduling::Activator;
use timely::worker::Worker;

use crate::connection::Status;
use crate::error::Error;
use crate::hosts::Hosts;
use crate::timestamp::Time;

/// A message that has arrived. It counts as read when it is dropped.
pub struct Received<M> {
    /// The member that sent it.
    pub from: usize,
    /// What it says.
    pub message: M,
    _batch: Rc<Unread>,
}

/// Keeps the frontier from passing a batch until all messages of it are dropped.
struct Unread {
    _consumed: InputCapability<Time>,
    reader: Rc<Activator>,
}

impl Drop for Unread {
    fn drop(&mut self) {
        // The operator tells the others when it is scheduled.
        self.reader.activate();
    }
}

/// The messages that have arrived, by phase. Members that have seen the end of a phase before this one send
/// messages of the next.
type Inbox<M> = RefCell<BTreeMap<u32, Vec<Received<M>>>>;

/// The bytes of a message beside its content, about.
const OVERHEAD: usize = 64;
/// The most bytes that are collected before they are sent.
const BATCH: usize = 1 << 16;
/// How often a member that waits looks whether a process is lost; what arrives ends the wait.
const PAUSE: Duration = Duration::from_millis(10);

/// A member of a cluster whose members send each other messages `M`.
pub struct Member<'a, M: ExchangeData> {
    worker: &'a mut Worker,
    /// How many members a process is.
    threads: usize,
    status: &'a Status,
    hosts: &'a Hosts,
    input: UnorderedHandle<Time, CapacityContainerBuilder<Vec<(usize, M)>>>,
    /// The right to send at the present time of this member.
    clock: ActivateCapability<Time>,
    probe: ProbeHandle<Time>,
    inbox: Rc<Inbox<M>>,
    phase: u32,
    /// The next batch, each message with its receiver, and the bytes of it that are bounded.
    batch: Vec<(usize, M)>,
    batch_bytes: usize,
    /// The batches that may not have been read yet, each with its bytes.
    in_flight: VecDeque<(Time, usize)>,
    /// The most bytes that may be in flight.
    bound: usize,
    /// The messages that this member has sent to other processes.
    sent: u64,
}

/// What went over the network.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Traffic {
    /// Messages from one process to another.
    pub messages: u64,
    /// Bytes, with everything that the dataflow needs to keep order.
    pub bytes: u64,
}

impl<'a, M: ExchangeData> Member<'a, M> {
    pub(crate) fn new(worker: &'a mut Worker, threads: usize, status: &'a Status, hosts: &'a Hosts) -> Self {
        let inbox = Rc::<Inbox<M>>::default();
        let arrived = Rc::downgrade(&inbox);
        let (input, mut clock, probe) = worker.dataflow::<Time, _, _>(|scope| {
            let ((input, clock), stream) = scope.new_unordered_input();
            let route = Exchange::new(|(to, _): &(usize, M)| *to as u64);
            let read =
                stream.unary::<CapacityContainerBuilder<Vec<()>>, _, _, _>(route, "read", |_, info| {
                    let reader = Rc::new(scope.activator_for(info.address));
                    move |input, _| {
                        input.for_each(|consumed, messages| {
                            // What comes for a member that has ended is dropped.
                            let Some(inbox) = arrived.upgrade() else { return };
                            let Time { phase, sender, .. } = *consumed.time();
                            let batch = Rc::new(Unread { _consumed: consumed, reader: Rc::clone(&reader) });
                            inbox.borrow_mut().entry(phase).or_default().extend(messages.drain(..).map(
                                |(_, message)| Received { from: sender, message, _batch: Rc::clone(&batch) },
                            ));
                        });
                    }
                });
            (input, clock, read.probe().0)
        });
        clock.downgrade(&Time { phase: 0, batch: 1, sender: worker.index() });
        Member {
            worker,
            threads,
            status,
            hosts,
            input,
            clock,
            probe,
            inbox,
            phase: 0,
            batch: Vec::new(),
            batch_bytes: 0,
            in_flight: VecDeque::new(),
            bound: usize::MAX,
            sent: 0,
        }
    }

    /// Its number among all members.
    #[must_use]
    pub fn index(&self) -> usize {
        self.worker.index()
    }

    /// How many members there are.
    #[must_use]
    pub fn count(&self) -> usize {
        self.worker.peers()
    }

    /// The name of the run, which no other has.
    pub(crate) fn run(&self) -> &str {
        self.status.run.get().map_or("", String::as_str)
    }

    /// The number of its process.
    #[must_use]
    pub fn process(&self) -> usize {
        self.index() / self.threads
    }

    /// Whether it is the first member of its process.
    #[must_use]
    pub fn leads(&self) -> bool {
        self.index().is_multiple_of(self.threads)
    }

    /// What this member has sent to other processes so far. All bytes of a process count as sent by its
    /// first member.
    #[must_use]
    pub fn traffic(&self) -> Traffic {
        let bytes = if self.leads() { self.status.sent.load(Ordering::Relaxed) } else { 0 };
        Traffic { messages: self.sent, bytes }
    }

    /// Sends a message to member `to`, with the next batch.
    pub fn send(&mut self, to: usize, message: M) {
        self.sent += u64::from(to / self.threads != self.process());
        self.batch.push((to, message));
    }

    /// Sends the same message to all members, itself included.
    pub fn send_to_all(&mut self, message: &M)
    where
        M: Clone,
    {
        (0..self.count()).for_each(|to| self.send(to, message.clone()));
    }

    /// Bounds what [`Member::send_bounded`] may have in flight to all members together; a message that is
    /// longer goes alone.
    pub fn bound(&mut self, bytes: usize) {
        self.bound = bytes;
    }

    /// The content of a message of which two may be in flight, in bytes within sensible bounds.
    pub(crate) fn piece(&self) -> usize {
        (self.bound / 2).min(BATCH).saturating_sub(OVERHEAD).max(1 << 10)
    }

    /// Sends a message with a content of `bytes` bytes when enough of what was sent before has been read,
    /// and hands the messages that arrive meanwhile to `receive`.
    pub fn send_bounded(
        &mut self,
        to: usize,
        message: M,
        bytes: usize,
        receive: &mut dyn FnMut(Received<M>),
    ) {
        let bytes = bytes + OVERHEAD;
        while self.exceeds(bytes) {
            match self.receive(PAUSE) {
                Ok(messages) => messages.into_iter().for_each(&mut *receive),
                // The next wait fails.
                Err(_) => break,
            }
        }
        self.send(to, message);
        self.batch_bytes += bytes;
        if self.batch_bytes >= BATCH.min(self.bound / 2) {
            self.flush();
            self.receive(Duration::ZERO).into_iter().flatten().for_each(receive);
        }
    }

    /// Whether `bytes` more would be too many in flight.
    fn exceeds(&mut self, bytes: usize) -> bool {
        while self.in_flight.front().is_some_and(|(time, _)| !self.probe.less_equal(time)) {
            self.in_flight.pop_front();
        }
        let before = self.batch_bytes + self.in_flight.iter().map(|(_, bytes)| bytes).sum::<usize>();
        before > 0 && before + bytes > self.bound
    }

    /// Sends what is collected, at a time of its own.
    fn flush(&mut self) {
        if !self.batch.is_empty() {
            let time = *self.clock.time();
            self.input.activate().session(&self.clock).give_iterator(self.batch.drain(..));
            self.clock.downgrade(&Time { batch: time.batch + 1, ..time });
            if self.batch_bytes > 0 {
                self.in_flight.push_back((time, std::mem::take(&mut self.batch_bytes)));
            }
        }
    }

    /// Lets the dataflow work, waits up to `patience` for messages of this phase if there are none, and
    /// returns them. Before it waits, it sends what is collected.
    ///
    /// # Errors
    /// If a process is lost.
    pub fn receive(&mut self, patience: Duration) -> Result<Vec<Received<M>>, Error> {
        if !patience.is_zero() {
            self.flush();
        }
        self.all_there()?;
        self.worker.step_or_park(Some(patience));
        Ok(self.inbox.borrow_mut().remove(&self.phase).unwrap_or_default())
    }

    /// Fails if a process is lost.
    ///
    /// # Errors
    /// The process that is lost.
    pub fn all_there(&self) -> Result<(), Error> {
        match self.status.lost.get() {
            Some(&process) => Err(Error::Lost { host: self.hosts.name(process).into() }),
            None => Ok(()),
        }
    }

    /// Ends the phase, waits until all members have, and hands each message that arrives to `receive`,
    /// which must not keep it.
    ///
    /// # Errors
    /// If a process is lost; messages may then be missing.
    pub fn end_phase(&mut self, mut receive: impl FnMut(Received<M>)) -> Result<(), Error> {
        let phase = self.phase;
        self.flush();
        self.clock.downgrade(&Time { phase: phase + 1, batch: 1, sender: self.index() });
        while self.probe.with_frontier(|frontier| frontier.iter().any(|time| time.phase <= phase)) {
            self.receive(PAUSE)?.into_iter().for_each(&mut receive);
        }
        self.phase += 1;
        Ok(())
    }

    /// Sends a message to all members, ends the phase, and returns the messages of all, each with its sender.
    ///
    /// # Errors
    /// If a process is lost, or a member has ended without a message.
    pub fn all_gather(&mut self, message: &M) -> Result<Vec<(usize, M)>, Error>
    where
        M: Clone,
    {
        self.send_to_all(message);
        let mut messages = Vec::new();
        self.end_phase(|Received { from, message, .. }| messages.push((from, message)))?;
        if messages.len() == self.count() {
            return Ok(messages);
        }
        let host = self.hosts.name(self.process()).into();
        Err(Error::Failed { host, why: "another member has ended without a message".into() })
    }
}
