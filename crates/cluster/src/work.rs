//! What one member does: its windows of every level.
//!
//! A level takes two phases. In the first, members expand their windows and post the successors to
//! those who own them; in the second they tell each other what they have found, or that something has
//! gone wrong, so that all go on or none.

use std::sync::atomic::AtomicBool;
use std::sync::mpsc::SyncSender;
use std::sync::{Arc, OnceLock};
use std::time::Instant;

use taquin_search::Limit;
use taquin_space::{Buckets, Census, Division, LevelCount, Segment, expected_size, fits};

use crate::enumerate::{Job, News};
use crate::error::Error;
use crate::hosts::Hosts;
use crate::member::{Letter, Member, Traffic};
use crate::slice::{Draft, Shelf, Slice};

/// What the members of a process share.
#[derive(Clone)]
pub(crate) struct Shared {
    pub(crate) job: Job,
    pub(crate) hosts: Hosts,
    /// How many members the process is.
    pub(crate) threads: usize,
    pub(crate) started: Instant,
    /// All positions, if this is the second pass.
    pub(crate) whole: Option<u128>,
    /// Set when a limit is reached.
    pub(crate) stop: Arc<OnceLock<Limit>>,
    /// Set when whoever gathers the space has failed.
    pub(crate) refused: Arc<AtomicBool>,
}

impl Shared {
    /// That something has failed where this member is.
    pub(crate) fn failed(&self, member: usize, why: &str) -> Error {
        Error::Failed { host: self.hosts.name(member / self.threads).into(), why: why.into() }
    }

    /// Fails if any letter says that its sender has.
    pub(crate) fn fail_with(&self, letters: &[Letter]) -> Result<(), Error> {
        match letters.iter().find(|letter| letter.subject == FAILURE) {
            Some(letter) => Err(self.failed(letter.from, &String::from_utf8_lossy(&letter.body))),
            None => Ok(()),
        }
    }
}

/// What a member comes back with.
pub(crate) struct Part {
    pub(crate) fineness: usize,
    pub(crate) levels: Vec<u64>,
    pub(crate) stopped: Option<Limit>,
    /// The farthest positions, if it is the first one.
    pub(crate) farthest: Vec<String>,
    /// The most bytes that it held.
    pub(crate) peak: usize,
    /// What all members have sent for each level of this run.
    pub(crate) traffic: Vec<(usize, Traffic)>,
}

/// Why a member has not done its part of a level.
pub(crate) enum Stop {
    Limit(Limit),
    Failure(String),
    /// There is nobody to be told any more.
    Lost(Error),
}

impl From<Limit> for Stop {
    fn from(limit: Limit) -> Self {
        Stop::Limit(limit)
    }
}

impl From<Error> for Stop {
    fn from(error: Error) -> Self {
        Stop::Lost(error)
    }
}

impl From<String> for Stop {
    fn from(why: String) -> Self {
        Stop::Failure(why)
    }
}

impl From<taquin_space::Error> for Stop {
    fn from(error: taquin_space::Error) -> Self {
        Stop::Failure(error.to_string())
    }
}

/// What all members have told at the end of a level.
pub(crate) struct Tally {
    pub(crate) found: u64,
    /// A limit that somebody has reached, and whether before the end of the level.
    pub(crate) limit: Option<(Limit, bool)>,
    /// What they have sent since the work began.
    traffic: Traffic,
}

/// The subjects of letters in the second phase.
pub(crate) const COUNT: u64 = 0;
pub(crate) const FAILURE: u64 = 1;
pub(crate) const LINE: u64 = 2;
pub(crate) const ROOM: u64 = 3;
pub(crate) const GOALS: u64 = 4;

/// The limits, in the order of their numbers in letters; 0 is none.
const LIMITS: [Limit; 5] = [Limit::Nodes, Limit::Time, Limit::Memory, Limit::Cancelled, Limit::Depth];

/// A level that is being written, and its goals.
pub(crate) type Drafts = (Draft, Option<Draft>);

/// One member at work.
pub(crate) struct Work<'a, 'b> {
    pub(crate) member: &'a mut Member<'b>,
    pub(crate) shared: &'a Shared,
    pub(crate) news: SyncSender<News>,
    pub(crate) division: Box<dyn Division + 'a>,
    pub(crate) fineness: usize,
    pub(crate) windows: usize,
    pub(crate) slice: Slice,
    /// The goals of all levels, if there may be any.
    pub(crate) goals: Option<Slice>,
    /// The bytes that this member may work in, and those that it may hold beside.
    pub(crate) room: usize,
    hold: usize,
    pub(crate) counts: Vec<u64>,
    peak: usize,
    /// What all members have sent before the first level of this run.
    before: Traffic,
}

impl<'a, 'b> Work<'a, 'b> {
    pub(crate) fn new(
        member: &'a mut Member<'b>,
        shared: &'a Shared,
        news: SyncSender<News>,
        fineness: usize,
        (slice, goals): (Slice, Option<Slice>),
        room: usize,
        hold: usize,
    ) -> Self {
        let realm = &shared.job.realm;
        let (division, windows) = (realm.divide(fineness), realm.windows(fineness));
        let (counts, peak, before) = (Vec::new(), 0, Traffic::default());
        Work {
            member,
            shared,
            news,
            division,
            fineness,
            windows,
            slice,
            goals,
            room,
            hold,
            counts,
            peak,
            before,
        }
    }

    /// Sees that all members have begun.
    pub(crate) fn begun(&mut self, begun: Result<(), Stop>) -> Result<(), Error> {
        self.before = self.tally(begun.map(|()| 0))?.traffic;
        Ok(())
    }

    /// The windows that are this member's own.
    pub(crate) fn own(&self) -> impl Iterator<Item = usize> + use<> {
        (self.member.index()..self.windows).step_by(self.member.count())
    }

    /// Goes from level to level. All goals come back as well, if there are no more levels.
    pub(crate) fn run(mut self) -> Result<(Part, Option<Slice>), Error> {
        let mut traffic = Vec::new();
        let mut stopped = loop {
            let depth = self.counts.len();
            if self.shared.job.options.depth.is_some_and(|most| depth > most) {
                break Some(Limit::Depth);
            }
            let found = self.level(depth);
            let Tally { found, limit, traffic: sent } = self.tally(found)?;
            let unfinished = limit.filter(|(_, unfinished)| *unfinished);
            if found == 0 || unfinished.is_some() {
                self.forget(|old| old >= depth)?;
                self.forget_goals(|old| old >= depth)?;
                break unfinished.map(|(limit, _)| limit);
            }
            self.counts.push(found);
            let Traffic { letters, bytes } = std::mem::replace(&mut self.before, sent);
            traffic.push((depth, Traffic { letters: sent.letters - letters, bytes: sent.bytes - bytes }));
            if !self.shared.job.gather {
                self.forget(|old| old + 2 <= depth)?;
            }
            if let Some((limit, _)) = limit {
                break Some(limit);
            }
        };
        let farthest = self.farthest()?;
        if self.shared.job.gather && stopped.is_none() {
            // The levels stay: whoever is killed while something is made of them need not find them again.
            stopped = self.collect()?;
        }
        let goals = self.goals.filter(|_| stopped.is_none());
        let (fineness, levels, peak) = (self.fineness, self.counts, self.peak);
        Ok((Part { fineness, levels, stopped, farthest, peak, traffic }, goals))
    }

    fn forget(&mut self, depths: impl Fn(usize) -> bool) -> Result<(), Error> {
        let leads = self.member.leads();
        self.slice
            .forget(leads, depths)
            .map_err(|error| self.shared.failed(self.member.index(), &error.to_string()))
    }

    fn forget_goals(&mut self, depths: impl Fn(usize) -> bool) -> Result<(), Error> {
        let (leads, index) = (self.member.leads(), self.member.index());
        let forgotten = self.goals.as_mut().map_or(Ok(()), |goals| goals.forget(leads, depths));
        forgotten.map_err(|error| self.shared.failed(index, &error.to_string()))
    }

    /// Works out this member's part of the level at `depth` and returns how many positions it has.
    fn level(&mut self, depth: usize) -> Result<u64, Stop> {
        let dense = self.division.is_dense(self.counts[depth - 1], self.room);
        let name = format!("sent-{}.part", self.member.index());
        let path = self.slice.folder().map(|folder| folder.path().join(name));
        let buckets = Buckets::new(path.as_deref(), self.windows);
        let room = if path.is_some() { usize::MAX } else { self.hold.saturating_sub(self.bytes()) };
        let mut post = Inbound { buckets: buckets.as_ref().ok(), room, held: 0, done: Ok(()) };
        let level = self.slice.open(depth - 1);
        let expanded = match &level {
            Ok(level) => self.expand(depth, dense, level, &mut post),
            Err(_) => Ok(()),
        };
        // Whatever has gone wrong, the phase is ended together with the others.
        self.member.meet(|letter| post.take(letter))?;
        let Inbound { held, done, .. } = post;
        expanded?;
        done?;
        let (buckets, level) = (buckets?, level?);
        let before = if depth > 1 { Some(self.slice.open(depth - 2)?) } else { None };
        let mut waiting = if path.is_some() { 0 } else { held };
        let mut drafts = self.drafts(self.member.index())?;
        let mut count = 0;
        for window in self.own() {
            self.check()?;
            let known = before.as_ref().map_or(0, |before| self.slice.bytes_of(before, window));
            let sent = buckets.bytes(window);
            fits(known + self.slice.bytes_of(&level, window) + sent, self.room)?;
            let letters = buckets.take(window)?;
            let segment = before.as_ref().map(|before| self.slice.read(before, window));
            let levels = [&segment.transpose()?.unwrap_or_default(), &self.slice.read(&level, window)?];
            let new = self.division.advance(depth, window, levels, &letters, dense, self.room / 4)?;
            count += new.count;
            self.tell(depth, 0.5 + window as f64 / self.windows as f64 / 2.0, count);
            self.push(&mut drafts, window, new)?;
            if depth > 1 && !self.shared.job.gather {
                self.slice.give_up(depth - 2, window);
            }
            waiting = waiting.saturating_sub(sent);
            self.held(waiting)?;
        }
        self.commit(drafts)?;
        Ok(count)
    }

    /// Begins to write the next level, and its goals.
    pub(crate) fn drafts(&self, part: usize) -> Result<Drafts, taquin_space::Error> {
        let draft = |slice: &Slice| slice.draft(self.fineness, &self.counts, part);
        Ok((draft(&self.slice)?, self.goals.as_ref().map(draft).transpose()?))
    }

    /// Adds a window to a level that is being written, and its goals to them.
    pub(crate) fn push(
        &mut self,
        (level, goals): &mut Drafts,
        window: usize,
        segment: Segment,
    ) -> Result<(), taquin_space::Error> {
        if let (Some(slice), Some(goals)) = (&mut self.goals, goals) {
            slice.push(goals, window, self.division.goals(&segment))?;
        }
        self.slice.push(level, window, segment)
    }

    /// Makes what was written part of the level. The goals come first: where a level is, they are.
    pub(crate) fn commit(&mut self, (level, goals): Drafts) -> Result<(), taquin_space::Error> {
        if let (Some(slice), Some(goals)) = (&mut self.goals, goals) {
            slice.commit(goals)?;
        }
        self.slice.commit(level)
    }

    /// The bytes of levels and goals that are held in memory.
    fn bytes(&self) -> usize {
        self.slice.bytes() + self.goals.as_ref().map_or(0, Slice::bytes)
    }

    /// Looks whether what is held, with so many bytes of letters, is within the limit.
    fn held(&mut self, letters: usize) -> Result<(), Limit> {
        let held = self.bytes() + letters;
        self.peak = self.peak.max(held);
        if held > self.hold { Err(Limit::Memory) } else { Ok(()) }
    }

    /// Looks whether this process has reached a limit.
    pub(crate) fn check(&self) -> Result<(), Limit> {
        self.shared.stop.get().map_or(Ok(()), |limit| Err(*limit))
    }

    /// Posts the successors of this member's windows, and takes in what the others post meanwhile.
    fn expand(
        &mut self,
        depth: usize,
        dense: bool,
        level: &Shelf,
        post: &mut Inbound<'_>,
    ) -> Result<(), Stop> {
        let members = self.member.count();
        for window in self.own() {
            self.check()?;
            self.member.all_there()?;
            self.tell(depth, window as f64 / self.windows as f64 / 2.0, 0);
            fits(self.slice.bytes_of(level, window), self.room)?;
            let segment = self.slice.read(level, window)?;
            if segment.count > 0 {
                let member = &mut *self.member;
                let mut send = |to: usize, segment: Segment| {
                    let Segment { count, bytes } = segment;
                    member.post(to % members, to as u64, count, bytes, &mut |letter| post.take(letter));
                };
                self.division.expand(depth - 1, window, &segment, dense, self.room / 4, &mut send);
            }
            self.member.receive().into_iter().for_each(|letter| post.take(letter));
        }
        Ok(())
    }

    /// Tells the process how far the level is; only its first member does.
    pub(crate) fn tell(&self, depth: usize, part: f64, found: u64) {
        if self.member.leads() {
            let known: u64 = self.counts.iter().sum();
            let seconds = self.shared.started.elapsed().as_secs_f64();
            // The other members find about as many.
            let found = known + found * self.member.count() as u64;
            let (whole, realm) = (self.shared.whole, &self.shared.job.realm);
            let size = whole.or_else(|| realm.size());
            let found = size.map_or(found, |size| found.min(u64::try_from(size).unwrap_or(u64::MAX)));
            let size = size.or_else(|| expected_size(&self.counts));
            let count = LevelCount { level: depth, part, found, size, seconds };
            // Nobody listens any more where the work is being given up.
            let _ = self.news.send(News::Count { count, from_goals: whole.is_some() });
        }
    }

    /// Tells all members what was found, and hears the sum; or that one of them has failed, and then all
    /// do. Also hears whether anybody has reached a limit.
    pub(crate) fn tally(&mut self, found: Result<u64, Stop>) -> Result<Tally, Error> {
        let stop = self.shared.stop.get().copied();
        let (found, limit, unfinished) = match found {
            Ok(found) => (found, stop, 0),
            Err(Stop::Limit(limit)) => (0, Some(limit), 1),
            Err(Stop::Failure(why)) => {
                self.member.send_to_all(FAILURE, 0, why.as_bytes());
                (0, None, 0)
            }
            Err(Stop::Lost(error)) => return Err(error),
        };
        let number = |limit| LIMITS.iter().position(|known| *known == limit).map_or(0, |at| at as u64 + 1);
        let Traffic { letters, bytes } = self.member.traffic();
        let fields = [limit.map_or(0, number), unfinished, letters, bytes];
        self.member.send_to_all(COUNT, found, &fields.map(u64::to_le_bytes).concat());
        let mut letters = Vec::new();
        self.member.meet(|letter| letters.push(letter))?;
        self.shared.fail_with(&letters)?;
        if letters.len() != self.member.count() {
            return Err(self.shared.failed(self.member.index(), "another member has left without a word"));
        }
        let mut all = Tally { found: 0, limit: None, traffic: Traffic::default() };
        for letter in &letters {
            let mut fields = letter.body.as_chunks().0.iter().map(|field| u64::from_le_bytes(*field));
            let mut field = || fields.next().unwrap_or_default();
            all.found += letter.number;
            let (limit, unfinished) = (field() as usize, field() == 1);
            let limit = LIMITS.get(limit.wrapping_sub(1)).map(|&limit| (limit, unfinished));
            // What was not finished counts more than what may not go on.
            if all.limit.is_none_or(|(_, unfinished)| !unfinished) {
                all.limit = limit.or(all.limit);
            }
            all.traffic.letters += field();
            all.traffic.bytes += field();
        }
        Ok(all)
    }

    /// The first positions of the last whole level, for the first member.
    fn farthest(&mut self) -> Result<Vec<String>, Error> {
        let depth = self.counts.len() - 1;
        let (shared, own) = (self.shared, self.member.index());
        let fail = |error: taquin_space::Error| shared.failed(own, &error.to_string());
        let level = self.slice.open(depth).map_err(fail)?;
        let mut left = Census::FARTHEST;
        for window in self.own() {
            let segment = self.slice.read(&level, window).map_err(fail)?;
            for line in self.division.lines(depth, window, &segment, left) {
                left -= 1;
                self.member.send(0, LINE, 0, line.into_bytes());
            }
        }
        let mut lines = Vec::new();
        self.member.meet(|letter| lines.push(String::from_utf8_lossy(&letter.body).into_owned()))?;
        lines.sort();
        lines.truncate(Census::FARTHEST);
        Ok(lines)
    }
}

/// The letters of the first phase on their way into the buckets.
struct Inbound<'a> {
    buckets: Option<&'a Buckets>,
    /// The most bytes that may be held.
    room: usize,
    /// The bytes that have come.
    held: usize,
    done: Result<(), Stop>,
}

impl Inbound<'_> {
    fn take(&mut self, letter: Letter) {
        let Letter { subject, number, body, .. } = letter;
        self.held += body.len();
        if self.held > self.room && self.done.is_ok() {
            self.done = Err(Limit::Memory.into());
        }
        if let (Ok(()), Some(buckets)) = (&self.done, self.buckets) {
            let put = buckets.push(subject as usize, Segment { count: number, bytes: body });
            self.done = put.map_err(Stop::from);
        }
    }
}
