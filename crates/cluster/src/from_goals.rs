//! The second pass: from all goals that the members have met in the first, each in its own windows.

use std::sync::mpsc::SyncSender;
use std::time::Instant;

use taquin_space::{Census, FromGoals, Options, Segment, fits};

use crate::enumerate::{Job, News};
use crate::error::Error;
use crate::member::Member;
use crate::slice::Slice;
use crate::work::{COUNT, FAILURE, Part, Shared, Stop, Work};

/// Where the levels of the second pass are kept within a folder.
const LEVELS: &str = "from-goals";

/// The goals of all levels of the first pass, and how finely it was divided.
pub(crate) struct Goals {
    pub(crate) slice: Slice,
    pub(crate) levels: usize,
    pub(crate) fineness: usize,
}

/// Counts from all `goals` that the first pass, of which this is the `part`, has met.
pub(crate) fn second_pass(
    member: &mut Member<'_>,
    shared: &Shared,
    news: SyncSender<News>,
    part: &Part,
    goals: Slice,
) -> Result<FromGoals, Error> {
    let windows = (member.index()..shared.job.realm.windows(part.fineness)).step_by(member.count());
    match goals.first_level(part.levels.len(), windows) {
        Ok(first) => member.send_to_all(COUNT, first.map_or(u64::MAX, |depth| depth as u64), &[]),
        Err(error) => member.send_to_all(FAILURE, 0, error.to_string().as_bytes()),
    }
    let mut letters = Vec::new();
    member.meet(|letter| letters.push(letter))?;
    shared.fail_with(&letters)?;
    let nearest = letters.iter().map(|letter| letter.number).min().filter(|&depth| depth != u64::MAX);
    let Some(origin) = nearest.map(|depth| depth as usize) else {
        return Ok(FromGoals { census: Census::nothing(None), origin: None });
    };
    let started = Instant::now();
    let job = Job {
        realm: shared.job.realm.clone(),
        folder: shared.job.folder.as_ref().map(|folder| folder.join(LEVELS)),
        gather: false,
        options: Options { depth: None, ..shared.job.options.clone() },
    };
    let whole = Some(part.levels.iter().copied().map(u128::from).sum());
    let shared = Shared { job, started, whole, ..shared.clone() };
    let (part, _) = Work::join(
        member,
        &shared,
        news,
        Some(Goals { slice: goals, levels: part.levels.len(), fineness: part.fineness }),
    )?
    .run()?;
    let Part { levels, stopped, farthest, peak, .. } = part;
    let seconds = started.elapsed().as_secs_f64();
    let census = Census { levels, stopped, farthest, peak_bytes: peak, seconds };
    Ok(FromGoals { census, origin: Some(origin) })
}

impl Work<'_, '_> {
    /// The goals of so many levels that lie in one window.
    pub(crate) fn goals_in(&self, goals: &Slice, levels: usize, window: usize) -> Result<Segment, Stop> {
        let parts = goals.all_of(levels, window)?;
        fits(parts.iter().map(|part| part.bytes.len()).sum(), self.room)?;
        let nothing = Segment::default();
        Ok(self.division.advance(0, window, [&nothing, &nothing], &parts, false, self.room / 4)?)
    }
}
