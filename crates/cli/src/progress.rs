//! The progress line of long work: on a terminal only, and removed when the work ends.

use std::io::IsTerminal;
use std::ops::ControlFlow;
use std::time::Duration;

use indicatif::{BinaryBytes, HumanCount, HumanDuration, ProgressBar, ProgressStyle};
use taquin::{Cost, Estimate, Progress, Stats};

/// What is being counted.
#[derive(Clone, Copy, PartialEq)]
enum Work {
    /// Nodes of a search, bound by bound.
    Search,
    /// Positions of a whole space, level by level.
    Space,
    /// States of a pattern table.
    Table,
}

/// [`Progress`] that keeps one line on standard error up to date.
pub(crate) struct ProgressLine {
    bar: ProgressBar,
    work: Work,
    /// The pass of work that has several, or what is worked on.
    phase: String,
    bound: Cost,
    estimate: Option<Estimate>,
}

impl ProgressLine {
    /// The line of a search.
    pub(crate) fn search() -> Self {
        Self::new(Work::Search, "{spinner} {elapsed} {msg}", "")
    }

    /// The line of a number of searches, one after the other.
    pub(crate) fn searches(number: usize) -> Self {
        let line = Self::new(Work::Search, "{spinner} {elapsed} {bar:12} {pos} of {len}, {msg}", "");
        line.bar.set_length(number as u64);
        line
    }

    /// The line of an enumeration.
    pub(crate) fn space() -> Self {
        Self::new(Work::Space, "{spinner} {elapsed} {bar:12} {msg}", "")
    }

    /// The line of work that reports only that it continues.
    pub(crate) fn waiting(what: &'static str) -> Self {
        let line = Self::new(Work::Space, "{spinner} {elapsed} {msg}", "");
        line.bar.set_message(what);
        line
    }

    /// The line of a table that is called `name`.
    pub(crate) fn table(name: &str) -> Self {
        Self::new(Work::Table, "{spinner} {elapsed} {bar:24} {msg}", name)
    }

    /// A line that appears on a terminal and stays hidden elsewhere.
    fn new(work: Work, template: &str, phase: &str) -> Self {
        let bar = if std::io::stderr().is_terminal() {
            let bar = ProgressBar::new(1000);
            let style = ProgressStyle::with_template(template);
            bar.set_style(style.unwrap_or_else(|_| ProgressStyle::default_spinner()));
            bar.enable_steady_tick(Duration::from_millis(120));
            bar
        } else {
            ProgressBar::hidden()
        };
        ProgressLine { bar, work, phase: phase.to_string(), bound: 0, estimate: None }
    }

    /// Runs `write`, which writes to standard output, with the line hidden if both are on one terminal.
    pub(crate) fn beside<T>(bar: &ProgressBar, write: impl FnOnce() -> T) -> T {
        if std::io::stdout().is_terminal() { bar.suspend(write) } else { write() }
    }

    /// The line itself, to write beside it.
    pub(crate) fn bar(&self) -> ProgressBar {
        self.bar.clone()
    }

    /// The counts of a search.
    fn nodes(&self, stats: &Stats) -> String {
        let rate = stats.expanded as f64 / self.bar.elapsed().as_secs_f64().max(0.001);
        let bound = if self.bound > 0 { format!("bound {}, ", self.bound) } else { String::new() };
        let rest = match &self.estimate {
            Some(Estimate { lower_bound, done, total }) => {
                let left = total.and_then(|total| about(total * (1.0 - done) / rate.max(1.0)));
                let left = left.map_or(String::new(), |left| format!(", {left} of it"));
                format!("at least {lower_bound} moves, {:.0} % of the bound{left}", 100.0 * done)
            }
            None => format!("{} held", BinaryBytes(stats.peak_bytes as u64)),
        };
        let (nodes, rate) = (HumanCount(stats.expanded), HumanCount(rate as u64));
        format!("{bound}{nodes} nodes, {rate} a second, {rest}")
    }

    /// How far a whole space or a table is, short enough for a line of eighty columns.
    fn positions(&self, stats: &Stats) -> String {
        let found = stats.expanded as f64;
        let share = self.estimate.and_then(|estimate| estimate.total).map(|total| (found / total).min(1.0));
        self.bar.set_position((1000.0 * share.unwrap_or(0.0)) as u64);
        // An estimate is useless before a hundredth is done.
        let seconds = if stats.seconds > 0.0 { stats.seconds } else { self.bar.elapsed().as_secs_f64() };
        let left =
            share.filter(|&share| share > 0.01).and_then(|share| about(seconds * (1.0 - share) / share));
        let left = left.map_or(String::new(), |left| format!(", {left}"));
        let (count, rate) = (HumanCount(stats.expanded), found / seconds.max(1e-9) / 1e6);
        match self.work {
            Work::Table => format!("{}, distance {}, {count} states{left}", self.phase, self.bound),
            _ => {
                let phase = if self.phase.is_empty() { String::new() } else { format!("{}, ", self.phase) };
                format!("{phase}level {}, {count} positions, {rate:.1} M/s{left}", self.bound)
            }
        }
    }
}

/// About how long it still takes, in words.
fn about(seconds: f64) -> Option<String> {
    let left = Duration::try_from_secs_f64(seconds).ok()?;
    Some(format!("about {:#} left", HumanDuration(left)))
}

impl Drop for ProgressLine {
    fn drop(&mut self) {
        self.bar.finish_and_clear();
    }
}

impl Progress for ProgressLine {
    #[expect(clippy::print_stderr, reason = "a word to the person, beside the output")]
    fn note(&mut self, note: &str) {
        // Advice is for people, not for pipes.
        if std::io::stderr().is_terminal() {
            self.bar.suspend(|| eprintln!("taquin: {note}"));
        }
    }

    #[expect(clippy::print_stderr, reason = "a word to the person, beside the output")]
    fn warning(&mut self, warning: &str) {
        self.bar.suspend(|| eprintln!("taquin: {warning}"));
    }

    fn phase(&mut self, phase: &str) {
        self.phase = phase.to_string();
    }

    fn bound(&mut self, bound: Cost) {
        self.bound = bound;
    }

    fn estimate(&mut self, estimate: &Estimate) {
        self.estimate = Some(*estimate);
    }

    fn solution(&mut self, cost: Cost, lower_bound: Cost) {
        self.bar.set_message(format!("{} moves, at least {lower_bound} needed", HumanCount(cost.into())));
    }

    fn tick(&mut self, stats: &Stats) -> ControlFlow<()> {
        if !self.bar.is_hidden() {
            let message = if self.work == Work::Search { self.nodes(stats) } else { self.positions(stats) };
            self.bar.set_message(message);
        }
        ControlFlow::Continue(())
    }
}
