//! One worker of a cluster, and how it talks to the others: by letters, in phases.
//!
//! A phase is a time of the dataflow. Each member sends what it has to send and ends the phase; it is
//! over when all have ended it and every letter has arrived, which the dataflow's notification says.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::rc::Rc;

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
}

impl<'a> Member<'a> {
    pub(crate) fn new(worker: &'a mut Worker) -> Self {
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
        Member { worker, input, probe, inbox, phase: 0 }
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

    /// Sends a letter.
    pub fn send(&mut self, to: usize, subject: u64, number: u64, body: Vec<u8>) {
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

    fn take(&mut self) -> Vec<Letter> {
        self.inbox.borrow_mut().remove(&self.phase).unwrap_or_default()
    }
}
