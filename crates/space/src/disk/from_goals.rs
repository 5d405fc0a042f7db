//! The second pass of an enumeration on disk: from all goals that the first has found.
//!
//! Moves can be undone, so the distance from a goal is the distance to it, and if one position that the
//! origin leads to is a goal, all of them lead to a goal. The distance of the origin is known from the
//! first pass: it is the first level with a goal.

use taquin_search::Progress;

use super::{DiskCensus, Stop};
use crate::census::{Census, FROM_GOALS, FromGoals};
use crate::error::Error;
use crate::level::Level;
use crate::memory::Options;
use crate::segment::Segment;

/// Where the goals of every level are kept within a folder, and the levels of the second pass.
pub(super) const GOALS: &str = "goals";
const LEVELS: &str = "from-goals";

impl DiskCensus<'_> {
    /// The second pass, after the first has come to its end.
    pub(super) fn second_pass(&self, progress: &mut dyn Progress) -> Result<FromGoals, Error> {
        let goals =
            (0..self.counts.len()).map(|depth| self.goals_of(depth)).collect::<Result<Vec<_>, _>>()?;
        let count = |level: &Level| level.present().map(|(_, count)| count).sum::<u64>();
        let Some(origin) = goals.iter().position(|level| count(level) > 0) else {
            return Ok(FromGoals { census: Census::nothing(None), origin: None });
        };
        let passed = self.started.elapsed();
        let mut options = Options { depth: None, ..self.options.clone() };
        options.limits.time = options.limits.time.map(|time| time.saturating_sub(passed));
        let folder = self.folder.path().join(LEVELS);
        let mut search = DiskCensus::begin(self.realm, &folder, &options, Some(self.fineness))?;
        // The goals need not be kept a second time.
        (search.goals, search.whole) = (None, Some(self.counts.iter().copied().map(u128::from).sum()));
        let begun = match search.counts.is_empty() {
            true => search.begin_with(|window| self.goals_in(&goals, window)),
            false => Ok(()),
        };
        let census = match begun {
            Ok(()) => {
                progress.phase(FROM_GOALS);
                search.census(false, progress)?
            }
            Err(Stop::Limit(limit)) => Census::nothing(Some(limit)),
            Err(Stop::Error(error)) => return Err(error),
        };
        Ok(FromGoals { census, origin: Some(origin) })
    }

    /// The goals at distance `depth`, which have been kept.
    fn goals_of(&self, depth: usize) -> Result<Level, Error> {
        let folder = self.goals.as_ref().unwrap_or(&self.folder);
        let what = format!("the goals at distance {depth} have not been kept; begin in another folder");
        let level = folder.level(self.realm, depth)?.filter(Level::is_whole);
        level.ok_or_else(|| Error::Format { path: folder.path().to_owned(), what })
    }

    /// The goals of all levels that lie in one window.
    fn goals_in(&self, goals: &[Level], window: usize) -> Result<Segment, Stop> {
        self.fits(goals.iter().map(|level| level.bytes(window)).sum(), false)?;
        let segments = goals.iter().map(|level| level.read(window)).collect::<Result<Vec<_>, _>>()?;
        let nothing = Segment::default();
        Ok(self.division.advance(0, window, [&nothing, &nothing], &segments, false, self.room / 4)?)
    }
}
