//! A cluster: the same program on every host of a list, each doing its part of one job.

use std::any::Any;
use std::io;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Once;
use std::sync::atomic::Ordering;
use std::time::Duration;

use timely::communication::AllocatorBuilder;
use timely::communication::Hooks;
use timely::communication::allocator::ProcessBuilder;
use timely::communication::allocator::zero_copy::initialize::initialize_networking_from_sockets;
use timely::worker::Worker;

use crate::error::Error;
use crate::hosts::Hosts;
use crate::link::{Link, Record, connect};
use crate::member::Member;

/// This process among the hosts of a list.
#[derive(Clone, Debug)]
pub struct Cluster {
    /// All hosts, in an order that they agree on.
    pub hosts: Hosts,
    /// How many members each of them is.
    pub threads: usize,
    /// How long to wait for a host that is not there yet.
    pub patience: Duration,
}

/// What the dataflow holds for each direction of a connection: one buffer of a mebibyte that fills and
/// one that empties.
const BUFFERS: usize = 2 << 20;

/// How long to sleep before it is seen that somebody is lost.
const PAUSE: Duration = Duration::from_millis(50);

impl Cluster {
    /// The place of this process in the list of hosts, which it takes now.
    ///
    /// # Errors
    /// If this machine is not in the list.
    pub fn seat(&self) -> Result<usize, Error> {
        self.hosts.seat()
    }

    /// The bytes that the connections of this process take.
    #[must_use]
    pub fn buffers(&self) -> usize {
        // Every member writes to every other host, and one thread reads from each.
        (self.hosts.count() - 1) * (self.threads + 1) * BUFFERS
    }

    /// Joins the cluster, does `work` as each of the members of this process, and returns the number
    /// of the process with what they came to. `job` must be the same text on all hosts.
    ///
    /// # Errors
    /// If this machine is not in the list, a host is missing, has another version or other work, or
    /// dies; and if the work fails on any host, as it should then on all.
    pub fn run<T: Send + 'static>(
        &self,
        job: &str,
        work: impl Fn(&mut Member<'_>) -> Result<T, Error> + Send + Sync + 'static,
    ) -> Result<(usize, Vec<T>), Error> {
        let (own, listener) = self.hosts.listen()?;
        let record = Record::default();
        let links = connect(&self.hosts, own, &listener, job, self.patience, &record)?;
        quiet_panics();
        let failed = |why: String| Error::Failed { host: self.hosts.name(own).into(), why };
        let breakers: io::Result<Vec<_>> = links.iter().flatten().map(Link::breaker).collect();
        let breakers = breakers.map_err(|error| failed(error.to_string()))?;
        let hooks = Hooks::default();
        let local = ProcessBuilder::new_typed_vector(self.threads, hooks.refill.clone(), hooks.spill.clone());
        let made = initialize_networking_from_sockets(local, links, own, self.threads, hooks);
        let (builders, guard) = made.map_err(|error| failed(error.to_string()))?;
        let builders = builders.into_iter().map(AllocatorBuilder::Tcp).collect();
        let (threads, hosts, seen) = (self.threads, self.hosts.clone(), record.clone());
        let started = timely::execute::execute_from(
            builders,
            Box::new(()) as Box<dyn Any + Send>,
            timely::WorkerConfig::default(),
            move |worker| {
                let result = work(&mut Member::new(worker, threads, seen.clone(), hosts.clone()));
                end(worker, &seen);
                result
            },
        );
        let results = started.map_err(failed)?.join();
        record.over.store(true, Ordering::Relaxed);
        if record.lost.get().is_some() {
            breakers.into_iter().for_each(|end| end());
        }
        // The threads of a broken connection panic, and whoever waits for them; nobody else is left.
        let _ = catch_unwind(AssertUnwindSafe(|| drop(guard)));
        let results: Result<Vec<T>, Error> =
            results.into_iter().map(|result| result.map_err(failed).flatten()).collect();
        Ok((own, results?))
    }
}

/// Sees the dataflow of a member end, or ends it when another process is lost.
fn end(worker: &mut Worker, seen: &Record) {
    while worker.has_dataflows() {
        if seen.lost.get().is_some() {
            worker.installed_dataflows().into_iter().for_each(|dataflow| worker.drop_dataflow(dataflow));
        } else {
            worker.step_or_park(Some(PAUSE));
        }
    }
}

/// Keeps the threads of a broken connection from telling of their panics; the error tells it better.
fn quiet_panics() {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| {
        let usual = std::panic::take_hook();
        std::panic::set_hook(Box::new(move |info| {
            let thread = std::thread::current();
            let payload = info.payload();
            let text = payload.downcast_ref::<&str>().copied();
            let text =
                text.or_else(|| payload.downcast_ref::<String>().map(String::as_str)).unwrap_or_default();
            let connection = ["timely communication error", "MergeQueue", "Send thread", "Recv thread"];
            let ours = thread.name().is_some_and(|name| name.starts_with("timely:"));
            if !(ours || connection.iter().any(|start| text.starts_with(start))) {
                usual(info);
            }
        }));
    });
}
