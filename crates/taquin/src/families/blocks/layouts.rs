//! All layouts of the Klotski board, and what is known of them.

use std::io::{self, Write};

use taquin_blocks::layouts::Layouts;
use taquin_blocks::{Hardest, Metric, hardest_layouts, layout_components};
use taquin_search::{Limit, Limits};

/// What is known of all layouts under one metric.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LayoutFacts {
    /// What counts as one move.
    pub metric: Metric,
    /// How many there are.
    pub layouts: u64,
    /// How many components they fall into.
    pub components: u64,
    /// How far they are from the goal, and the hardest of them.
    pub hardest: Hardest,
}

impl LayoutFacts {
    /// Writes the codes of all layouts, one on each line.
    ///
    /// # Errors
    /// Errors of `out`.
    pub fn list(out: &mut dyn Write) -> io::Result<()> {
        Layouts::all().write(out)
    }

    /// Lists all layouts and looks at every one of them, on `threads` threads; that takes seconds.
    ///
    /// # Errors
    /// The limit that is reached; it holds for every piece set by itself.
    pub fn new(metric: Metric, threads: usize, limits: &Limits) -> Result<Self, Limit> {
        let layouts = Layouts::all();
        let hardest = hardest_layouts(&layouts, metric, threads, limits)?;
        let components = layout_components(&layouts, threads, limits)?;
        Ok(LayoutFacts { metric, layouts: layouts.len() as u64, components, hardest })
    }
}
