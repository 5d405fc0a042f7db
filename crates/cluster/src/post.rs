//! Letters between hosts for threads that do not step the dataflow themselves: one thread of each
//! process does, and carries what the others send and what arrives for them.

use std::sync::mpsc::{Receiver, Sender, TryRecvError, channel};
use std::sync::{Mutex, PoisonError};
use std::thread::Thread;
use std::time::Duration;

use crate::cluster::Cluster;
use crate::error::Error;
use crate::member::{Letter, Member};

/// How long the carrier sleeps when nothing happens; whoever sends a letter wakes it.
const PAUSE: Duration = Duration::from_millis(50);

/// A letter on its way out, and to whom.
type Parcel = (usize, u64, u64, Vec<u8>);

/// Where a host hands in its letters.
#[derive(Clone, Debug)]
pub(crate) struct Post {
    /// The number of this host.
    pub(crate) own: usize,
    /// How many hosts there are.
    pub(crate) hosts: usize,
    out: Sender<Parcel>,
    carrier: Thread,
}

impl Post {
    pub(crate) fn send(&self, to: usize, subject: u64, number: u64, body: Vec<u8>) {
        // When the carrier has gone, so has the cluster, and that is told elsewhere.
        let _ = self.out.send((to, subject, number, body));
        self.carrier.unpark();
    }

    pub(crate) fn send_to_all(&self, subject: u64, number: u64, body: &[u8]) {
        (0..self.hosts).for_each(|to| self.send(to, subject, number, body.to_vec()));
    }
}

impl Cluster {
    /// Joins the cluster as one member, and does `act` with its post until it is done on all hosts.
    /// Nothing more arrives when another host is lost; `act` should then end.
    pub(crate) fn talk<T>(
        &self,
        job: &str,
        act: impl FnOnce(Post, Receiver<Letter>) -> Result<T, Error>,
    ) -> Result<T, Error> {
        let alone = Cluster { threads: 1, ..self.clone() };
        let (begin, begun) = channel::<Post>();
        let (inward, inbox) = channel::<Letter>();
        let ends = Mutex::new(Some((begin, inward)));
        let (ran, acted) = std::thread::scope(|scope| {
            let running = scope.spawn(move || {
                alone.run(job, move |member| {
                    let ends = ends.lock().unwrap_or_else(PoisonError::into_inner).take();
                    let Some((begin, inward)) = ends else { return Ok(()) };
                    let (out, outward) = channel();
                    let (own, hosts) = (member.index(), member.count());
                    let _ = begin.send(Post { own, hosts, out, carrier: std::thread::current() });
                    carry(member, &outward, &inward)
                })
            });
            let acted = begun.recv().map(|post| act(post, inbox));
            (running.join(), acted)
        });
        let disorder =
            || Error::Failed { host: "this host".into(), why: "the work has ended in disorder".into() };
        // A host that was lost explains whatever went wrong without it.
        ran.map_err(|_| disorder())??;
        acted.map_err(|_| disorder())?
    }
}

/// Carries letters until nobody is left who could send one. Whoever is lost after that is not missed.
fn carry(member: &mut Member<'_>, outward: &Receiver<Parcel>, inward: &Sender<Letter>) -> Result<(), Error> {
    let hand_in = |letter| {
        let _ = inward.send(letter);
    };
    loop {
        let over = loop {
            match outward.try_recv() {
                Ok((to, subject, number, body)) => member.send(to, subject, number, body),
                Err(TryRecvError::Empty) => break false,
                Err(TryRecvError::Disconnected) => break true,
            }
        };
        if over {
            member.part(hand_in);
            return Ok(());
        }
        member.exchange(PAUSE)?.into_iter().for_each(hand_in);
    }
}
