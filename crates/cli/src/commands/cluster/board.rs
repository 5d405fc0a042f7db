//! One hard board over a cluster: the subtrees of each bound, a few at a time to whoever asks.

use std::sync::OnceLock;
use std::time::{Duration, Instant};

use anyhow::{Context, anyhow, bail};
use serde_json::json;
use taquin::tiles::deepening::{Share, Subtrees, Walked};
use taquin::{Answer, Hints, Instance, Limit, Plan, Progress, Shared};
use taquin_cluster::{Next, Tasks};

use crate::progress::ProgressLine;

/// The most subtrees of one task.
const MOST: usize = 64;
/// A host is to ask so many times at least.
const TURNS: usize = 16;
/// How often what is finished is kept.
const KEEP: Duration = Duration::from_millis(250);

/// The search for one board, on the host that gives its subtrees out.
pub(super) struct Board<'a> {
    shared: &'a Shared,
    text: String,
    /// The search, once it has begun; nothing if it could not.
    search: Option<Option<Subtrees<'a>>>,
    kept: Instant,
    line: ProgressLine,
}

impl<'a> Board<'a> {
    pub(super) fn new(shared: &'a Shared, text: String) -> Self {
        Board { shared, text, search: None, kept: Instant::now(), line: ProgressLine::search() }
    }

    /// The puzzle, for all who walk.
    pub(super) fn text(&self) -> &str {
        &self.text
    }

    pub(super) fn next(&mut self, hosts: usize) -> anyhow::Result<Next> {
        if self.search.is_none() {
            self.search = Some(self.shared.subtrees()?);
        }
        let Some(Some(search)) = &mut self.search else { return Ok(Next::Never) };
        let share = search.share((search.left() / (TURNS * hosts)).clamp(1, MOST));
        Ok(share
            .map_or(Next::Later, |share| Next::Task(json!([share.bound, share.roots]).to_string().into())))
    }

    pub(super) fn take(&mut self, result: &[u8]) -> anyhow::Result<()> {
        let Some(Some(search)) = &mut self.search else { bail!("an answer to no question") };
        let read = serde_json::from_slice(result).context("an answer that cannot be read")?;
        let (bound, finished, solution, expanded, generated) = read;
        search.take(Walked { bound, finished, solution, expanded, generated })?;
        let (estimate, stats) = search.estimate();
        self.line.bound(estimate.lower_bound);
        self.line.estimate(&estimate);
        let _ = self.line.tick(&stats);
        if self.kept.elapsed() >= KEEP && !search.is_solved() {
            self.kept = Instant::now();
            self.shared.keep(search)?;
        }
        Ok(())
    }

    pub(super) fn is_done(&self) -> bool {
        match &self.search {
            None => false,
            Some(None) => true,
            Some(Some(search)) => search.is_solved() || limit(search).is_some(),
        }
    }

    pub(super) fn answer(self) -> anyhow::Result<Answer> {
        let begun = self.search.flatten().ok_or_else(no_room)?;
        let limit = limit(&begun).unwrap_or(Limit::Cancelled);
        Ok(self.shared.answer(begun, limit)?)
    }
}

/// The limit that is reached, other than that somebody has had enough.
fn limit(search: &Subtrees<'_>) -> Option<Limit> {
    search.limit().filter(|limit| *limit != Limit::Cancelled)
}

fn no_room() -> anyhow::Error {
    anyhow!("the search was stopped before it began, or memory has no room for its tables")
}

/// Walks subtrees on all threads of this host as long as there are some.
pub(super) fn work(
    hints: &Hints,
    plan: &Plan,
    shared: &OnceLock<Option<Shared>>,
    text: &str,
    tasks: &Tasks,
) -> anyhow::Result<()> {
    if shared.get().is_none() {
        let plan = Plan { resume: None, ..plan.clone() };
        let own = Shared::new(&Instance::parse(text, hints)?, &plan)?;
        let _ = shared.set(own);
    }
    let Some(Some(shared)) = shared.get() else { bail!("this board is not searched by subtrees here") };
    if !shared.prepare()? {
        // Whoever has cancelled it knows; all others should.
        return if plan.limits.is_cancelled() { Ok(()) } else { Err(no_room()) };
    }
    let walk = || -> anyhow::Result<()> {
        while let Some(task) = tasks.next() {
            let (bound, roots) = serde_json::from_slice(&task).context("a task that cannot be read")?;
            let Some(walked) = shared.walk(&Share { bound, roots })? else { break };
            let Walked { bound, finished, solution, expanded, generated } = walked;
            tasks.answer(json!([bound, finished, solution, expanded, generated]).to_string().into_bytes());
        }
        Ok(())
    };
    std::thread::scope(|scope| {
        let others: Vec<_> = (1..plan.threads()).map(|_| scope.spawn(walk)).collect();
        let own = walk();
        let ended =
            others.into_iter().map(|other| other.join().map_err(|_| anyhow!("a walk has panicked"))?);
        ended.fold(own, |all, one| all.and(one))
    })
}
