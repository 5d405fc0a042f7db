//! A whole space over a cluster.

use std::path::PathBuf;
use std::sync::mpsc::channel;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};
use std::time::Instant;

use taquin_search::Limit;
use taquin_space::{Census, Options, Progress, Space, Watch};

use crate::cluster::Cluster;
use crate::error::Error;
use crate::member::Traffic;
use crate::work::{Part, Shared, Work};

/// What is to be enumerated, and where.
#[derive(Clone, Debug)]
pub struct Job {
    /// The space.
    pub space: Space,
    /// The folder of this host that keeps its part of the levels, from which a later run goes on; in
    /// memory if there is none.
    pub folder: Option<PathBuf>,
    /// Where to stop. The memory limit is shared by the members of this host.
    pub options: Options,
}

/// What a host comes back with.
#[derive(Clone, Debug)]
pub struct Counted {
    /// The number of the host.
    pub host: usize,
    /// The counts; on the first host with the farthest positions.
    pub census: Census,
    /// For each level that this run has counted its distance and what all hosts have sent for it.
    pub traffic: Vec<(usize, Traffic)>,
}

/// Counts the positions of a space at every distance from the goal, on all hosts of a cluster.
///
/// # Errors
/// Those of the cluster, and of the files of any host.
pub fn enumerate(cluster: &Cluster, job: &Job, watch: Watch<'_>) -> Result<Counted, Error> {
    let started = Instant::now();
    let (news, hear) = channel::<Progress>();
    let stop: Arc<OnceLock<Limit>> = Arc::default();
    let shared = Shared { job: job.clone(), threads: cluster.threads, started, stop: Arc::clone(&stop) };
    let result = std::thread::scope(|scope| {
        let running = scope.spawn(move || {
            let text = describe(&shared.job.space, cluster.threads);
            let news = Mutex::new(news);
            cluster.run(&text, move |member| {
                let news = news.lock().unwrap_or_else(PoisonError::into_inner).clone();
                Work::join(member, &shared, news)?.run()
            })
        });
        for progress in hear {
            if let Err(limit) = job.options.check(&progress, watch) {
                // The first limit that is reached is told to all members at the end of the level.
                let _ = stop.set(limit);
            }
        }
        running.join()
    });
    let unexpected =
        || Error::Failed { host: "this host".into(), why: "the work has ended in disorder".into() };
    let (host, parts) = result.map_err(|_| unexpected())??;
    let Part { levels, stopped, farthest, peak, traffic } =
        parts.into_iter().next().ok_or_else(unexpected)?;
    let seconds = started.elapsed().as_secs_f64();
    let census = Census { levels, stopped, farthest, peak_bytes: peak, seconds };
    Ok(Counted { host, census, traffic })
}

/// The job in words, which must be the same on all hosts.
fn describe(space: &Space, threads: usize) -> String {
    let geometry = space.geometry();
    let kind = if geometry.is_torus() { "torus" } else { "flat" };
    let tiles: Vec<String> = space.goal().tiles().iter().map(ToString::to_string).collect();
    let (rows, cols) = (geometry.rows(), geometry.cols());
    format!("enumerate {rows}x{cols} {kind} from {} with {threads} threads a host", tiles.join(" "))
}
