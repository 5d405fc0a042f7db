//! A line that shows how a search is getting on: on a terminal only, and gone when it ends.

use std::io::IsTerminal;
use std::ops::ControlFlow;
use std::time::Duration;

use indicatif::{HumanCount, HumanDuration, ProgressBar, ProgressStyle};
use taquin::{Cost, Outlook, Stats, Watcher};

/// A [`Watcher`] that keeps one line on standard error up to date.
pub(crate) struct ProgressLine {
    bar: ProgressBar,
    bound: Cost,
    outlook: Option<Outlook>,
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
        ProgressLine { bar, bound: 0, outlook: None }
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

    #[expect(clippy::print_stderr, reason = "a word to the person, beside the output")]
    fn note(&mut self, note: &str) {
        // On a pipe nobody asked for advice.
        if std::io::stderr().is_terminal() {
            self.bar.suspend(|| eprintln!("taquin: {note}"));
        }
    }

    #[expect(clippy::print_stderr, reason = "a word to the person, beside the output")]
    fn warning(&mut self, warning: &str) {
        self.bar.suspend(|| eprintln!("taquin: {warning}"));
    }

    fn outlook(&mut self, outlook: &Outlook) {
        self.outlook = Some(*outlook);
    }

    fn solution(&mut self, cost: Cost, lower_bound: Cost) {
        self.bar.set_message(format!("{} moves, at least {lower_bound} needed", HumanCount(cost.into())));
    }

    fn tick(&mut self, stats: &Stats) -> ControlFlow<()> {
        if !self.bar.is_hidden() {
            let seconds = self.bar.elapsed().as_secs_f64().max(0.001);
            let rate = stats.expanded as f64 / seconds;
            let bound = if self.bound > 0 { format!("bound {}, ", self.bound) } else { String::new() };
            let rest = match &self.outlook {
                Some(outlook) => expectation(outlook, rate),
                None => format!("{} held", indicatif::BinaryBytes(stats.peak_bytes as u64)),
            };
            let (nodes, rate) = (HumanCount(stats.expanded), HumanCount(rate as u64));
            self.bar.set_message(format!("{bound}{nodes} nodes, {rate} a second, {rest}"));
        }
        ControlFlow::Continue(())
    }
}

/// What a deepening search proves and expects, in words.
fn expectation(outlook: &Outlook, rate: f64) -> String {
    let Outlook { lower_bound, done, nodes } = *outlook;
    let percent = 100.0 * done;
    let left = nodes.map_or(String::new(), |nodes| {
        let left = Duration::try_from_secs_f64(nodes * (1.0 - done) / rate.max(1.0));
        left.map_or(String::new(), |left| format!(", about {} left of it", HumanDuration(left)))
    });
    format!("at least {lower_bound} moves, {percent:.0} % of the bound{left}")
}
