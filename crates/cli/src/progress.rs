//! A line that shows how a search is getting on: on a terminal only, and gone when it ends.

use std::io::IsTerminal;
use std::ops::ControlFlow;
use std::time::Duration;

use indicatif::{HumanCount, ProgressBar, ProgressStyle};
use taquin::{Cost, Stats, Watcher};

/// A [`Watcher`] that keeps one line on standard error up to date.
pub(crate) struct ProgressLine {
    bar: ProgressBar,
    bound: Cost,
}

impl ProgressLine {
    /// A line that appears on a terminal and stays hidden elsewhere.
    pub(crate) fn new() -> Self {
        let bar = if std::io::stderr().is_terminal() {
            let style = ProgressStyle::with_template("{spinner} {elapsed} {msg}");
            let bar = ProgressBar::new_spinner();
            bar.set_style(style.unwrap_or_else(|_| ProgressStyle::default_spinner()));
            bar.enable_steady_tick(Duration::from_millis(120));
            bar
        } else {
            ProgressBar::hidden()
        };
        ProgressLine { bar, bound: 0 }
    }
}

impl Drop for ProgressLine {
    fn drop(&mut self) {
        self.bar.finish_and_clear();
    }
}

impl Watcher for ProgressLine {
    fn bound(&mut self, bound: Cost) {
        self.bound = bound;
    }

    fn tick(&mut self, stats: &Stats) -> ControlFlow<()> {
        if !self.bar.is_hidden() {
            let seconds = self.bar.elapsed().as_secs_f64().max(0.001);
            let rate = stats.expanded as f64 / seconds;
            let bound = if self.bound > 0 { format!("bound {}, ", self.bound) } else { String::new() };
            self.bar.set_message(format!(
                "{bound}{} nodes, {} a second, {} held",
                HumanCount(stats.expanded),
                HumanCount(rate as u64),
                indicatif::BinaryBytes(stats.peak_bytes as u64),
            ));
        }
        ControlFlow::Continue(())
    }
}
