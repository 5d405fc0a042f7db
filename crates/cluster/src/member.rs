//! One worker of a cluster, and how it talks to the others: by letters, in phases.
//!
//! A phase is a time of the dataflow. Each member sends what it has to send and ends the phase; it is
//! over when all have ended it and every letter has arrived, which the dataflow's notification says.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::rc::Rc;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use timely::dataflow::channels::pact::Exchange;
use timely::dataflow::operators::generic::operator::Operator;
use timely::dataflow::operators::{Input, Probe};
use timely::dataflow::{InputHandle, ProbeHandle};
use timely::worker::Worker;

/// What one member sends to another.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Letter {
    /// Who sends it.
    pub from: usize,
    /// What it is about, in the language of the work.
    pub subject: u64,
    /// A number, in the language of the work.
    pub number: u64,
    /// The rest.
    pub body: Vec<u8>,
}

/// A letter in its envelope: to whom, and its parts.
type Envelope = (u64, u64, u64, u64, Vec<u8>);
/// The letters that have arrived, by phase.
type Inbox = Rc<RefCell<BTreeMap<u64, Vec<Letter>>>>;

/// A worker of a cluster.
pub struct Member<'a> {
    worker: &'a mut Worker,
    input: InputHandle<u64, timely::container::CapacityContainerBuilder<Vec<Envelope>>>,
    probe: ProbeHandle<u64>,
    inbox: Inbox,
    phase: u64,
    /// How many members a process is.
    threads: usize,
    /// The bytes that the process has sent to others.
    sent: Arc<AtomicU64>,
    /// The letters that this member has sent to other processes.
    letters: u64,
    /// Whether letters were sent at the present time.
    letters_waiting: bool,
}

/// What went over the network.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Traffic {
    /// Letters from one process to another.
    pub letters: u64,
    /// Bytes, with everything that the dataflow needs to keep order.
    pub bytes: u64,
}

impl<'a> Member<'a> {
    pub(crate) fn new(worker: &'a mut Worker, threads: usize, sent: Arc<AtomicU64>) -> Self {
        let inbox: Inbox = Rc::default();
        let arrived = Rc::clone(&inbox);
        let (input, probe) = worker.dataflow::<u64, _, _>(|scope| {
            let (input, stream) = scope.new_input::<Vec<Envelope>>();
            let pact = Exchange::new(|envelope: &Envelope| envelope.0);
            let delivered =
                stream.unary::<timely::container::CapacityContainerBuilder<Vec<()>>, _, _, _>(
                    pact,
                    "deliver",
                    move |_, _| {
                        move |input, _| {
                            input.for_each(|time, letters| {
                                let mut inbox = arrived.borrow_mut();
                                let phase = inbox.entry(*time.time()).or_default();
                                phase.extend(letters.drain(..).map(|(_, from, subject, number, body)| {
                                    Letter { from: from as usize, subject, number, body }
                                }));
                            });
                        }
                    },
                );
            (input, delivered.probe().0)
        });
        Member { worker, input, probe, inbox, phase: 0, threads, sent, letters: 0, letters_waiting: false }
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

    /// Whether this member does what is to be done once a process.
    #[must_use]
    pub fn leads(&self) -> bool {
        self.index().is_multiple_of(self.threads)
    }

    /// What this member has sent to other processes so far. All bytes of a process are those of the
    /// member that leads it.
    #[must_use]
    pub fn traffic(&self) -> Traffic {
        let bytes = if self.leads() { self.sent.load(Ordering::Relaxed) } else { 0 };
        Traffic { letters: self.letters, bytes }
    }

    /// Sends a letter.
    pub fn send(&mut self, to: usize, subject: u64, number: u64, body: Vec<u8>) {
        self.letters_waiting = true;
        self.letters += u64::from(to / self.threads != self.index() / self.threads);
        self.input.send((to as u64, self.worker.index() as u64, subject, number, body));
    }

    /// Sends the same letter to all members, itself included.
    pub fn send_to_all(&mut self, subject: u64, number: u64, body: &[u8]) {
        (0..self.count()).for_each(|to| self.send(to, subject, number, body.to_vec()));
    }

    /// Lets letters travel, and returns those of this phase that have arrived since the last time.
    pub fn receive(&mut self) -> Vec<Letter> {
        self.input.flush();
        self.worker.step();
        self.take()
    }

    /// Lets letters travel at once, waits for some to arrive for as long as it has patience, and returns
    /// them. There are no phases then: every letter is on its own, and [`Member::part`] ends it.
    pub fn exchange(&mut self, patience: Duration) -> Vec<Letter> {
        if self.letters_waiting {
            self.letters_waiting = false;
            // What is sent at one time may be held back until that time has passed.
            self.input.advance_to(self.input.time() + 1);
        }
        self.worker.step_or_park(Some(patience));
        self.take_all()
    }

    /// Waits until all members part, and hands each letter that arrives to `open`.
    pub fn part(&mut self, mut open: impl FnMut(Letter)) {
        self.input.advance_to(u64::MAX);
        while self.probe.less_than(&u64::MAX) {
            self.worker.step_or_park(None);
            self.take_all().into_iter().for_each(&mut open);
        }
        self.take_all().into_iter().for_each(&mut open);
    }

    /// Ends the phase: waits until all members have, and hands each letter that arrives to `open`.
    pub fn meet(&mut self, mut open: impl FnMut(Letter)) {
        self.input.advance_to(self.phase + 1);
        while self.probe.less_than(self.input.time()) {
            self.worker.step_or_park(None);
            self.take().into_iter().for_each(&mut open);
        }
        self.take().into_iter().for_each(&mut open);
        self.phase += 1;
    }

    fn take_all(&mut self) -> Vec<Letter> {
        std::mem::take(&mut *self.inbox.borrow_mut()).into_values().flatten().collect()
    }

    fn take(&mut self) -> Vec<Letter> {
        self.inbox.borrow_mut().remove(&self.phase).unwrap_or_default()
    }
}
