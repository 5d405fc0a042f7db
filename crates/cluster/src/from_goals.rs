//! The second pass: from all goals that the members have found in the first, each in its own windows.

use std::time::Instant;

use taquin_space::{Census, FromGoals, Options, Segment, fits};

use crate::enumerate::Job;
use crate::error::Error;
use crate::levels::Levels;
use crate::member::Member;
use crate::message::Message;
use crate::search::{MemberSearch, Outcome};
use crate::shared::{Shared, Stop};

/// Where the levels of the second pass are kept within a folder.
const LEVELS: &str = "from-goals";

/// The goals of all levels of the first pass, and how finely it was divided.
pub(crate) struct Goals {
    pub(crate) levels: Levels,
    pub(crate) count: usize,
    pub(crate) fineness: usize,
}

/// Counts from all `goals` that the first pass, whose result is `first`, has found.
pub(crate) fn second_pass(
    member: &mut Member<'_, Message>,
    shared: &Shared,
    first: &Outcome,
    goals: Levels,
) -> Result<FromGoals, Error> {
    let (count, fineness) = (first.census.levels.len(), first.fineness);
    let windows = (member.index()..shared.job.realm.windows(fineness)).step_by(member.count());
    let own = goals.first_level(count, windows).map(Message::FirstGoal).map_err(|error| error.to_string());
    let firsts = shared.agree(member, own)?.into_iter().filter_map(|(_, message)| match message {
        Message::FirstGoal(depth) => depth,
        _ => None,
    });
    let Some(origin) = firsts.min() else {
        return Ok(FromGoals { census: Census::nothing(None), origin: None });
    };
    let job = Job {
        realm: shared.job.realm.clone(),
        folder: shared.job.folder.as_ref().map(|folder| folder.join(LEVELS)),
        gather: false,
        options: Options { depth: None, ..shared.job.options.clone() },
    };
    let whole = Some(first.census.total().into());
    let shared = Shared { job, started: Instant::now(), whole, ..shared.clone() };
    let goals = Goals { levels: goals, count, fineness };
    let census = MemberSearch::start(member, &shared, Some(&goals))?.run()?.census;
    Ok(FromGoals { census, origin: Some(origin) })
}

impl MemberSearch<'_, '_> {
    /// All goals that lie in one window.
    pub(crate) fn goals_in(&self, goals: &Goals, window: usize) -> Result<Segment, Stop> {
        let segments = goals.levels.all_of(goals.count, window)?;
        fits(segments.iter().map(|segment| segment.bytes.len()).sum(), self.room)?;
        let nothing = Segment::default();
        Ok(self.division.advance(0, window, [&nothing, &nothing], &segments, false, self.room / 4)?)
    }
}
