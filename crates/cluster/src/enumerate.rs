//! A whole space over a cluster.

use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{SyncSender, sync_channel};
use std::sync::{Arc, OnceLock};
use std::time::{Duration, Instant};

use taquin_search::{Cost, Progress};
use taquin_space::{Census, FROM_GOALS, FromGoals, Gatherer, LevelCount, Options, Realm};

use crate::cluster::Cluster;
use crate::error::Error;
use crate::from_goals::second_pass;
use crate::member::Traffic;
use crate::search::MemberSearch;
use crate::shared::Shared;

/// What is to be enumerated, and where.
#[derive(Clone)]
pub struct Job {
    /// The space.
    pub realm: Arc<dyn Realm>,
    /// The folder of this host that keeps its part of the levels, from which a later run goes on; in
    /// memory if there is none.
    pub folder: Option<PathBuf>,
    /// Whether all levels are kept, and gathered by the first host.
    pub gather: bool,
    /// Where to stop. The memory limit is shared by the members of this host and its connections.
    pub options: Options,
}

/// The result of a host.
#[derive(Clone, Debug)]
pub struct Counted {
    /// The number of the host.
    pub host: usize,
    /// The counts; on the first host with the farthest positions.
    pub census: Census<String>,
    /// The distances to the nearest goal, where the space has goals of its own, nothing is gathered and no
    /// limit came before.
    pub from_goals: Option<FromGoals>,
    /// For each level that this run has counted its distance and what all hosts have sent for it.
    pub traffic: Vec<(usize, Traffic)>,
}

/// The least memory that a member works in.
const LEAST: usize = 1 << 20;

/// An event that a member reports to its process.
pub(crate) enum Event {
    /// How far it is.
    Count { count: LevelCount, from_goals: bool },
    /// All levels are there and will be gathered, in this division.
    Begin { fineness: usize, counts: Vec<u64> },
    /// What was extracted of one window.
    Window { round: usize, window: usize, bytes: Vec<u8> },
    /// All windows have come; the member waits for the answer whether they have been written, or why not.
    End(SyncSender<Result<(), String>>),
}

/// Counts the positions of a space at every distance from its origin, on all hosts of a cluster. On the first of them
/// `gatherer` receives the whole space, if the job says so and no limit stops it.
///
/// # Errors
/// The errors of the cluster, of the files of any host, and of the gatherer.
pub fn enumerate(
    cluster: &Cluster,
    job: &Job,
    gatherer: &mut dyn Gatherer,
    progress: &mut dyn Progress,
) -> Result<Counted, Error> {
    let started = Instant::now();
    let mut job = job.clone();
    if let Some(memory) = &mut job.options.limits.memory {
        let needed = cluster.buffers() + cluster.threads * LEAST;
        if *memory < needed {
            return Err(Error::Memory { needed, limit: *memory });
        }
        *memory -= cluster.buffers();
    }
    // Short, so that a member that gathers windows waits until they are written.
    let (events, received) = sync_channel::<Event>(2);
    let (stop, refused) = (Arc::<OnceLock<_>>::default(), Arc::<AtomicBool>::default());
    let shared = Shared {
        job: job.clone(),
        cluster: cluster.clone(),
        events,
        started,
        whole: None,
        stop: Arc::clone(&stop),
        refused: Arc::clone(&refused),
        lock: Arc::default(),
    };
    let (host, outcomes) = std::thread::scope(|scope| {
        let running = scope.spawn(move || {
            cluster.run(&describe(&shared.job, cluster.threads), move |member| {
                let mut outcome = MemberSearch::start(member, &shared, None)?.run()?;
                let goals = outcome.goals.take().filter(|_| !shared.job.gather);
                let from_goals = goals.map(|goals| second_pass(member, &shared, &outcome, goals));
                Ok((from_goals.transpose()?, outcome.census, outcome.traffic))
            })
        });
        let mut gathered = Ok(());
        // The pass and the level that were last reported to `progress`.
        let mut at = (false, 0);
        for event in received {
            match event {
                Event::Count { count, from_goals } => {
                    if from_goals != std::mem::replace(&mut at.0, from_goals) {
                        progress.phase(FROM_GOALS);
                    }
                    if count.level != std::mem::replace(&mut at.1, count.level) {
                        progress.bound(count.level as Cost);
                    }
                    if let Err(limit) = left(&job.options, started, &count).check(&count, progress) {
                        // The first limit that is reached is sent to all members at the end of the level.
                        let _ = stop.set(limit);
                    }
                }
                Event::Begin { fineness, counts } => gathered = gatherer.begin(fineness, &counts),
                Event::Window { round, window, bytes } => {
                    gathered = gathered.and_then(|()| gatherer.take(round, window, bytes));
                    refused.store(gathered.is_err(), Ordering::Relaxed);
                }
                Event::End(answer) => {
                    gathered = gathered.and_then(|()| gatherer.end());
                    // A member that has gone meanwhile has its own error.
                    let _ = answer.send(gathered.clone().map_err(|error| error.to_string()));
                }
            }
        }
        running.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic))
    })?;
    let (from_goals, mut census, traffic) = outcomes.into_iter().next().expect("a process has a member");
    census.seconds = started.elapsed().as_secs_f64();
    Ok(Counted { host, census, from_goals, traffic })
}

/// The options for a pass that has come to `count`, of which the time is what earlier passes have left.
fn left(options: &Options, started: Instant, count: &LevelCount) -> Options {
    let mut options = options.clone();
    let before = started.elapsed().as_secs_f64() - count.seconds;
    options.limits.time =
        options.limits.time.map(|time| time.saturating_sub(Duration::from_secs_f64(before.max(0.0))));
    options
}

/// The job in words, which must be the same on all hosts.
fn describe(job: &Job, threads: usize) -> String {
    let kept = if job.gather { ", all of it gathered" } else { "" };
    format!("enumerate {} with {threads} threads a host{kept}", job.realm.name())
}
