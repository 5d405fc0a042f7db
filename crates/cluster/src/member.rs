//! One worker of a cluster, and how it talks to the others: by letters, in phases.
//!
//! A phase is a stretch of the dataflow's time. Each member sends what it has to send and ends the
//! phase; it is over when all have ended it and every letter has arrived, which the dataflow's
//! notification says.
//!
//! The queues of the dataflow have no bounds, so whoever is fast could flood whoever is slow. Letters
//! that are many are therefore posted ([`Member::post`]): what one member has posted to another, and the
//! other has not read yet, is no more than a number of bytes that all agree on. A member that waits for
//! another reads its own letters meanwhile, so no two wait for each other.
//!
//! When a process is lost, nothing that waits for it goes on waiting: it fails instead, and what is posted
//! from then on goes nowhere.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::rc::Rc;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;

use timely::dataflow::channels::pact::Exchange;
use timely::dataflow::operators::generic::operator::Operator;
use timely::dataflow::operators::{Input, Probe};
use timely::dataflow::{InputHandle, ProbeHandle};
use timely::worker::Worker;

use crate::connection::Status;
use crate::error::Error;
use crate::hosts::Hosts;

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

/// A letter in its envelope: to whom, from whom, whether its reading is to be confirmed, and its parts.
type Envelope = (u64, u64, bool, (u64, u64, Vec<u8>));
/// The letters that have arrived, by phase, and how many bytes of each sender's are to be confirmed when
/// they are read.
type Inbox = Rc<RefCell<BTreeMap<u64, (Vec<Letter>, BTreeMap<usize, u64>)>>>;
/// That so many bytes were read: to whom it is said, and by whom.
type Receipt = (u64, u64, u64);
/// For each member the bytes posted to it that it has not read.
type Unread = Rc<RefCell<Vec<u64>>>;

/// The ticks of a phase: what is sent at one time of the dataflow may be held back until that time has
/// passed, so time passes within a phase as well.
const TICKS: u32 = 32;
/// What an envelope counts beside its body.
const ENVELOPE: u64 = 64;
/// So many bytes are posted at one time of the dataflow at most.
const CHUNK: u64 = 1 << 16;
/// How long to sleep before it is seen that somebody is lost; whatever arrives ends it.
const PAUSE: Duration = Duration::from_millis(10);

/// A worker of a cluster.
pub struct Member<'a> {
    worker: &'a mut Worker,
    input: InputHandle<u64, timely::container::CapacityContainerBuilder<Vec<Envelope>>>,
    receipts: InputHandle<u64, timely::container::CapacityContainerBuilder<Vec<Receipt>>>,
    probe: ProbeHandle<u64>,
    inbox: Inbox,
    unread: Unread,
    /// The most bytes that another member may have to read of this one's.
    most_unread: u64,
    /// The bytes posted since time has last passed.
    posted: u64,
    phase: u64,
    /// How many members a process is.
    threads: usize,
    /// What the connections of the process have seen, and to whom they are.
    status: Arc<Status>,
    hosts: Hosts,
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
    pub(crate) fn new(worker: &'a mut Worker, threads: usize, status: Arc<Status>, hosts: Hosts) -> Self {
        let (inbox, unread): (Inbox, Unread) = (Rc::default(), Rc::default());
        unread.borrow_mut().resize(worker.peers(), 0);
        let (arrived, confirmed) = (Rc::clone(&inbox), Rc::clone(&unread));
        let (input, receipts, probe) = worker.dataflow::<u64, _, _>(|scope| {
            let (input, stream) = scope.new_input::<Vec<Envelope>>();
            let pact = Exchange::new(|envelope: &Envelope| envelope.0);
            let delivered = stream.unary::<timely::container::CapacityContainerBuilder<Vec<()>>, _, _, _>(
                pact,
                "deliver",
                move |_, _| {
                    move |input, _| {
                        input.for_each(|time, envelopes| {
                            let mut inbox = arrived.borrow_mut();
                            let (letters, confirm) = inbox.entry(*time.time() >> TICKS).or_default();
                            for (_, from, wanted, (subject, number, body)) in envelopes.drain(..) {
                                let from = from as usize;
                                if wanted {
                                    *confirm.entry(from).or_default() += body.len() as u64 + ENVELOPE;
                                }
                                letters.push(Letter { from, subject, number, body });
                            }
                        });
                    }
                },
            );
            let (receipts, stream) = scope.new_input::<Vec<Receipt>>();
            let pact = Exchange::new(|receipt: &Receipt| receipt.0);
            stream.sink(pact, "confirm", move |(input, _)| {
                input.for_each(|_, receipts| {
                    let mut unread = confirmed.borrow_mut();
                    receipts.drain(..).for_each(|(_, by, bytes)| unread[by as usize] -= bytes);
                });
            });
            (input, receipts, delivered.probe().0)
        });
        let (most_unread, posted, phase) = (u64::MAX, 0, 0);
        let (letters, letters_waiting) = (0, false);
        Member {
            worker,
            input,
            receipts,
            probe,
            inbox,
            unread,
            most_unread,
            posted,
            phase,
            threads,
            status,
            hosts,
            letters,
            letters_waiting,
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

    /// Whether this member does what is to be done once a process.
    #[must_use]
    pub fn leads(&self) -> bool {
        self.index().is_multiple_of(self.threads)
    }

    /// Whether all processes are still there.
    ///
    /// # Errors
    /// If one is lost.
    pub fn all_there(&self) -> Result<(), Error> {
        match self.status.lost.get() {
            Some(&process) => Err(Error::Lost { host: self.hosts.name(process).into() }),
            None => Ok(()),
        }
    }

    /// What this member has sent to other processes so far. All bytes of a process are those of the
    /// member that leads it.
    #[must_use]
    pub fn traffic(&self) -> Traffic {
        let bytes = if self.leads() { self.status.sent.load(Ordering::Relaxed) } else { 0 };
        Traffic { letters: self.letters, bytes }
    }

    /// Sends a letter at once, whatever its reader has to read already.
    pub fn send(&mut self, to: usize, subject: u64, number: u64, body: Vec<u8>) {
        self.put(to, false, (subject, number, body));
    }

    fn put(&mut self, to: usize, confirm: bool, letter: (u64, u64, Vec<u8>)) {
        self.letters_waiting = true;
        self.letters += u64::from(to / self.threads != self.index() / self.threads);
        self.input.send((to as u64, self.worker.index() as u64, confirm, letter));
    }

    /// Bounds what this member's readers may have to read of it from now on; a letter that is longer goes
    /// alone.
    pub fn bound(&mut self, bytes: usize) {
        self.most_unread = bytes as u64;
    }

    /// The bytes of a letter of which its reader may have two to read, within bounds that are sensible.
    pub(crate) fn piece(&self) -> usize {
        (self.most_unread.min(2 * CHUNK) / 2).saturating_sub(ENVELOPE).max(1 << 10) as usize
    }

    /// Sends a letter when its reader has read enough of those before, and hands what arrives in this
    /// phase meanwhile to `open`.
    pub fn post(
        &mut self,
        to: usize,
        subject: u64,
        number: u64,
        body: Vec<u8>,
        open: &mut dyn FnMut(Letter),
    ) {
        let bytes = body.len() as u64 + ENVELOPE;
        let waits = |member: &Self| {
            let unread = member.unread.borrow()[to];
            unread > 0 && unread + bytes > member.most_unread
        };
        while waits(self) && self.all_there().is_ok() {
            self.pass();
            self.worker.step_or_park(Some(PAUSE));
            self.take().into_iter().for_each(&mut *open);
        }
        self.unread.borrow_mut()[to] += bytes;
        self.posted += bytes;
        self.put(to, true, (subject, number, body));
        if self.posted > self.most_unread.min(CHUNK) {
            self.pass();
            self.receive().into_iter().for_each(open);
        }
    }

    /// Lets time pass, so that nothing posted is held back.
    fn pass(&mut self) {
        if self.posted > 0 {
            self.posted = 0;
            self.input.advance_to(self.input.time() + 1);
        }
    }

    /// Sends the same letter to all members, itself included.
    pub fn send_to_all(&mut self, subject: u64, number: u64, body: &[u8]) {
        (0..self.count()).for_each(|to| self.send(to, subject, number, body.to_vec()));
    }

    /// Lets letters travel, and returns those of this phase that have arrived since the last time.
    pub fn receive(&mut self) -> Vec<Letter> {
        self.worker.step();
        self.take()
    }

    /// Lets letters travel at once, waits for some to arrive for as long as it has patience, and returns
    /// them. There are no phases then: every letter is on its own, and [`Member::part`] ends it.
    ///
    /// # Errors
    /// If a process is lost.
    pub fn exchange(&mut self, patience: Duration) -> Result<Vec<Letter>, Error> {
        if self.letters_waiting {
            self.letters_waiting = false;
            // What is sent at one time may be held back until that time has passed.
            self.input.advance_to(self.input.time() + 1);
        }
        self.all_there()?;
        self.worker.step_or_park(Some(patience));
        Ok(self.take_all())
    }

    /// Waits until all members part or are lost, and hands each letter that arrives to `open`.
    pub fn part(&mut self, mut open: impl FnMut(Letter)) {
        self.input.advance_to(u64::MAX);
        while self.probe.less_than(&u64::MAX) && self.all_there().is_ok() {
            self.worker.step_or_park(Some(PAUSE));
            self.take_all().into_iter().for_each(&mut open);
        }
        self.take_all().into_iter().for_each(&mut open);
    }

    /// Ends the phase: waits until all members have, and hands each letter that arrives to `open`.
    ///
    /// # Errors
    /// If a process is lost; letters may then be missing.
    pub fn meet(&mut self, mut open: impl FnMut(Letter)) -> Result<(), Error> {
        self.posted = 0;
        self.input.advance_to((self.phase + 1) << TICKS);
        while self.probe.less_than(self.input.time()) {
            self.all_there()?;
            self.worker.step_or_park(Some(PAUSE));
            self.take().into_iter().for_each(&mut open);
        }
        self.take().into_iter().for_each(&mut open);
        self.phase += 1;
        Ok(())
    }

    fn take_all(&mut self) -> Vec<Letter> {
        let phases = std::mem::take(&mut *self.inbox.borrow_mut());
        phases.into_values().flat_map(|(letters, _)| letters).collect()
    }

    /// Takes what has arrived in this phase, and confirms it.
    fn take(&mut self) -> Vec<Letter> {
        let (letters, confirm) = self.inbox.borrow_mut().remove(&self.phase).unwrap_or_default();
        self.send_receipts(confirm);
        letters
    }

    /// Waits for posted letters and takes what arrives, but leaves it to [`Member::confirm`] to say that
    /// they are read: so what is held of each sender's is bounded too.
    ///
    /// # Errors
    /// If a process is lost.
    pub(crate) fn wait(&mut self) -> Result<Vec<Letter>, Error> {
        self.all_there()?;
        self.worker.step_or_park(Some(PAUSE));
        let (letters, _) = self.inbox.borrow_mut().remove(&self.phase).unwrap_or_default();
        Ok(letters)
    }

    /// Tells who has posted a letter that it is read.
    pub(crate) fn confirm(&mut self, letter: &Letter) {
        self.send_receipts(BTreeMap::from([(letter.from, letter.body.len() as u64 + ENVELOPE)]));
    }

    fn send_receipts(&mut self, confirm: BTreeMap<usize, u64>) {
        if !confirm.is_empty() {
            for (to, bytes) in confirm {
                self.receipts.send((to as u64, self.worker.index() as u64, bytes));
            }
            self.receipts.advance_to(self.receipts.time() + 1);
        }
    }
}
