//! A member for other threads: they send messages through it, and one of them receives.
//!
//! The dataflow runs its workers on threads of its own, which cannot borrow from the thread that started it.

use std::sync::mpsc::{Receiver, Sender, TryRecvError, channel};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};
use std::thread::Thread;
use std::time::Duration;

use timely::ExchangeData;

use crate::cluster::Cluster;
use crate::error::Error;
use crate::member::{Member, Received};

/// How long the member sleeps when nothing happens; a message that is sent wakes it.
const PAUSE: Duration = Duration::from_millis(50);

/// Sends messages to the members of a cluster, one on each host.
#[derive(Clone)]
pub(crate) struct Relay<M> {
    /// The number of this host.
    pub(crate) own: usize,
    /// How many hosts there are.
    pub(crate) hosts: usize,
    outgoing: Sender<(usize, M)>,
    /// The thread of the member, when it has started.
    thread: Arc<OnceLock<Thread>>,
}

impl<M: Clone> Relay<M> {
    pub(crate) fn send(&self, to: usize, message: M) {
        // If the member has ended, the cluster is gone, which is reported elsewhere.
        let _ = self.outgoing.send((to, message));
        if let Some(thread) = self.thread.get() {
            thread.unpark();
        }
    }

    pub(crate) fn send_to_all(&self, message: &M) {
        (0..self.hosts).for_each(|to| self.send(to, message.clone()));
    }
}

/// Joins a cluster as one member, and calls `act` with a way to send messages and with the messages that
/// arrive, each with its sender. Returns when `act` has on all hosts. Nothing more arrives when another host is lost;
/// `act` should then return.
pub(crate) fn relay<M: ExchangeData + Clone, T>(
    cluster: &Cluster,
    job: &str,
    act: impl FnOnce(Relay<M>, &Receiver<(usize, M)>) -> T,
) -> Result<T, Error> {
    let session = Cluster { threads: 1, ..cluster.clone() }.join(job)?;
    let (outgoing, messages) = channel();
    let (incoming, inbox) = channel();
    let relay = Relay { own: session.own, hosts: cluster.hosts.count(), outgoing, thread: Arc::default() };
    let (thread, messages) = (Arc::clone(&relay.thread), Mutex::new(messages));
    std::thread::scope(|scope| {
        let running = scope.spawn(move || {
            session.run(move |member| {
                let _ = thread.set(std::thread::current());
                pass(member, &messages.lock().unwrap_or_else(PoisonError::into_inner), &incoming)
            })
        });
        let acted = act(relay, &inbox);
        // If a host was lost, its error explains the others.
        running.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic)).map(|_| acted)
    })
}

/// Passes messages on until all threads that could send one have ended.
fn pass<M: ExchangeData>(
    member: &mut Member<'_, M>,
    messages: &Receiver<(usize, M)>,
    incoming: &Sender<(usize, M)>,
) -> Result<(), Error> {
    let take = |Received { from, message, .. }: Received<M>| drop(incoming.send((from, message)));
    loop {
        match messages.try_recv() {
            Ok((to, message)) => member.send(to, message),
            Err(TryRecvError::Empty) => member.receive(PAUSE)?.into_iter().for_each(take),
            Err(TryRecvError::Disconnected) => break,
        }
    }
    // A process that is lost from now on is not missed.
    let _ = member.end_phase(take);
    Ok(())
}
