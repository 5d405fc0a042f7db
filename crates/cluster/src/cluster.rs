//! A cluster: the same program on every host of a list, each doing its part of one job.

use std::io;
use std::net::{Shutdown, TcpStream};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, Once};
use std::time::Duration;

use timely::communication::allocator::ProcessBuilder;
use timely::communication::allocator::zero_copy::initialize::initialize_networking_from_sockets;
use timely::communication::{AllocatorBuilder, Hooks};
use timely::execute::execute_from;
use timely::worker::Worker;
use timely::{ExchangeData, WorkerConfig};

use crate::connection::{Connection, Status};
use crate::error::Error;
use crate::handshake::{Connected, Introduction};
use crate::hosts::Hosts;
use crate::member::Member;
use crate::secret::Secret;

/// This process among the hosts of a list.
#[derive(Clone, Debug)]
pub struct Cluster {
    /// All hosts, in an order that they agree on.
    pub hosts: Hosts,
    /// How many members each of them is.
    pub threads: usize,
    /// The secret that they share; without it, all of them must be on one machine.
    pub secret: Option<Secret>,
    /// How long to wait for a host that is not there yet.
    pub patience: Duration,
}

/// What the dataflow holds for each direction of a connection: one buffer of a mebibyte that fills and
/// one that empties.
const BUFFERS: usize = 2 << 20;

/// How often a member that waits for the end looks whether a process is lost.
const PAUSE: Duration = Duration::from_millis(50);

impl Cluster {
    /// The number of this process in the list of hosts, whose address it reserves now.
    ///
    /// # Errors
    /// If the host is not in the list, or anyone could connect.
    pub fn seat(&self) -> Result<usize, Error> {
        self.check()?;
        self.hosts.seat()
    }

    /// Whether hosts authenticate each other, or all of them are on one machine.
    ///
    /// # Errors
    /// If another machine could connect.
    pub fn check(&self) -> Result<(), Error> {
        match self.hosts.first_open().filter(|_| self.secret.is_none()) {
            Some(host) => Err(Error::Open { host: host.into() }),
            None => Ok(()),
        }
    }

    /// The bytes that the connections of this process take.
    #[must_use]
    pub fn buffers(&self) -> usize {
        // Every member writes to every other host, and one thread reads from each.
        (self.hosts.count() - 1) * (self.threads + 1) * BUFFERS
    }

    /// Joins the cluster, does `work` as each of the members of this process, which send each other messages `M`, and
    /// returns the number of the process and their results. `job` must be the same text on all hosts.
    ///
    /// # Errors
    /// If the host is not in the list, anyone could connect, a host is missing, has another version or another job, or
    /// dies; and if the work fails on any host, as it should then on all.
    pub fn run<M: ExchangeData, T: Send + 'static>(
        &self,
        job: &str,
        work: impl Fn(&mut Member<'_, M>) -> Result<T, Error> + Send + Sync + 'static,
    ) -> Result<(usize, Vec<T>), Error> {
        let session = self.join(job)?;
        Ok((session.own, session.run(work)?))
    }

    /// Connects this process with all others.
    pub(crate) fn join(&self, job: &str) -> Result<Session, Error> {
        self.check()?;
        let (own, listener) = self.hosts.listen()?;
        let secret = self.secret.clone().unwrap_or_else(Secret::none);
        let introduction = Introduction { hosts: &self.hosts, own, job, secret: &secret };
        let Connected { streams, run } = introduction.connect(&listener, self.patience)?;
        let status = Arc::new(Status { run: run.into(), ..Status::default() });
        let members = own * self.threads..(own + 1) * self.threads;
        let connection = |(process, stream): (usize, Option<TcpStream>)| {
            stream
                .map(|stream| Connection::new(stream, process, members.clone(), Arc::clone(&status)))
                .transpose()
        };
        let connections: io::Result<Vec<_>> = streams.into_iter().enumerate().map(connection).collect();
        let connections = connections.map_err(|error| self.failed(own, &error.to_string()))?;
        Ok(Session { cluster: self.clone(), own, status, connections })
    }

    pub(crate) fn failed(&self, host: usize, why: &str) -> Error {
        Error::Failed { host: self.hosts.name(host).into(), why: why.into() }
    }
}

/// A process that has joined its cluster.
pub(crate) struct Session {
    cluster: Cluster,
    /// The number of the process.
    pub(crate) own: usize,
    status: Arc<Status>,
    connections: Vec<Option<Connection>>,
}

impl Session {
    /// Does `work` as each of the members of this process, and returns their results.
    pub(crate) fn run<M: ExchangeData, T: Send + 'static>(
        self,
        work: impl Fn(&mut Member<'_, M>) -> Result<T, Error> + Send + Sync + 'static,
    ) -> Result<Vec<T>, Error> {
        let Session { cluster, own, status, connections } = self;
        quiet();
        let threads = cluster.threads;
        let sockets: io::Result<Vec<_>> = connections.iter().flatten().map(Connection::socket).collect();
        let sockets = sockets.map_err(|error| cluster.failed(own, &error.to_string()))?;
        let hooks = Hooks::default();
        let local = ProcessBuilder::new_typed_vector(threads, hooks.refill.clone(), hooks.spill.clone());
        let made = initialize_networking_from_sockets(local, connections, own, threads, hooks);
        let (builders, guard) = made.map_err(|error| cluster.failed(own, &error.to_string()))?;
        let builders = builders.into_iter().map(AllocatorBuilder::Tcp).collect();
        let (of, seen) = (cluster.clone(), Arc::clone(&status));
        let started = execute_from(builders, Box::new(()), WorkerConfig::default(), move |worker| {
            let result = catch_unwind(AssertUnwindSafe(|| {
                work(&mut Member::new(worker, of.threads, &seen, &of.hosts))
            }));
            // For the others a panic is as if this process had died.
            let result = result.unwrap_or_else(|_| {
                let _ = seen.lost.set(own);
                Err(of.failed(own, "a thread has panicked"))
            });
            end(worker, &seen);
            result
        });
        let broken = |_| cluster.failed(own, "a thread of the dataflow has panicked");
        let results = started.map_err(|why| cluster.failed(own, &why))?.join();
        let _ = status.over.set(());
        if status.lost.get().is_some() {
            // The other processes must notice that this one has failed. Some may be gone already.
            sockets.iter().for_each(|socket| drop(socket.shutdown(Shutdown::Both)));
        }
        let ended = catch_unwind(AssertUnwindSafe(|| drop(guard)));
        let results = results.into_iter().map(|result| result.map_err(broken).flatten()).collect();
        ended.map_err(|_| cluster.failed(own, "a connection has broken in the middle")).and(results)
    }
}

/// Keeps the dataflow from printing its panics, which are reported as errors.
fn quiet() {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| {
        let before = std::panic::take_hook();
        std::panic::set_hook(Box::new(move |panic| {
            let inside = |location: &std::panic::Location<'_>| location.file().contains("/timely");
            if !panic.location().is_some_and(inside) {
                before(panic);
            }
        }));
    });
}

/// Waits until the dataflow of a member has ended, or ends it when a process is lost.
fn end(worker: &mut Worker, status: &Status) {
    while worker.has_dataflows() {
        if status.lost.get().is_some() {
            worker.installed_dataflows().into_iter().for_each(|dataflow| worker.drop_dataflow(dataflow));
        } else {
            worker.step_or_park(Some(PAUSE));
        }
    }
}
