//! The search of one member: its windows of every level.
//!
//! A level takes two phases. In the first, members expand their windows and send the successors to the
//! members that own them; in the second they exchange what they have found, or that something has failed,
//! so that all continue or none.

use std::time::Duration;

use taquin_search::Limit;
use taquin_space::{Buckets, Census, Division, Folder, LevelCount, Segment, expected_size, fits};

use crate::enumerate::Event;
use crate::error::Error;
use crate::levels::{Levels, Reader, Writer};
use crate::member::{Member, Received, Traffic};
use crate::message::{Message, Report};
use crate::shared::{Shared, Stop};

/// The result of a member.
pub(crate) struct Outcome {
    pub(crate) fineness: usize,
    /// The counts of all levels; for the first member with the farthest positions.
    pub(crate) census: Census<String>,
    /// For each level of this run its distance and what all members have sent for it.
    pub(crate) traffic: Vec<(usize, Traffic)>,
    /// All goals, if no limit came first and they were kept.
    pub(crate) goals: Option<Levels>,
}

/// What all members together have done of a level.
#[derive(Default)]
pub(crate) struct Total {
    pub(crate) found: u64,
    /// A limit that one of them has reached, and whether the level is unfinished because of it.
    pub(crate) limit: Option<(Limit, bool)>,
    /// What they have sent since the work began.
    traffic: Traffic,
}

/// The limits, in the order of their numbers in messages.
const LIMITS: [Limit; 5] = [Limit::Nodes, Limit::Time, Limit::Memory, Limit::Cancelled, Limit::Depth];

/// A level that is being written, and its goals.
pub(crate) type Writers = (Writer, Option<Writer>);

/// The search of one member.
pub(crate) struct MemberSearch<'a, 'b> {
    pub(crate) member: &'a mut Member<'b, Message>,
    pub(crate) shared: &'a Shared,
    pub(crate) division: Box<dyn Division + 'a>,
    pub(crate) fineness: usize,
    pub(crate) windows: usize,
    pub(crate) levels: Levels,
    /// The goals of all levels, if there may be any.
    pub(crate) goals: Option<Levels>,
    /// The bytes to work in.
    pub(crate) room: usize,
    /// The most bytes of levels and messages that may be held in memory beside.
    pub(crate) hold: usize,
    pub(crate) counts: Vec<u64>,
    /// The most bytes that were held.
    pub(crate) peak: usize,
    /// What all members have sent before the first level of this run.
    pub(crate) before: Traffic,
}

impl MemberSearch<'_, '_> {
    /// Waits until all members have begun, and fails if one has not.
    pub(crate) fn begun(&mut self, begun: Result<(), Stop>) -> Result<(), Error> {
        self.before = self.sum_up(begun.map(|()| 0))?.traffic;
        Ok(())
    }

    /// The windows of this member.
    pub(crate) fn own(&self) -> impl Iterator<Item = usize> + use<> {
        (self.member.index()..self.windows).step_by(self.member.count())
    }

    /// Goes from level to level until there are no more.
    pub(crate) fn run(mut self) -> Result<Outcome, Error> {
        let mut traffic = Vec::new();
        let mut stopped = loop {
            let depth = self.counts.len();
            if self.shared.job.options.depth.is_some_and(|most| depth > most) {
                break Some(Limit::Depth);
            }
            let found = self.level(depth);
            let Total { found, limit, traffic: sent } = self.sum_up(found)?;
            let unfinished = limit.filter(|(_, unfinished)| *unfinished);
            if found == 0 || unfinished.is_some() {
                self.remove(|old| old >= depth).map_err(|error| self.failed(&error))?;
                break unfinished.map(|(limit, _)| limit);
            }
            self.counts.push(found);
            let Traffic { messages, bytes } = std::mem::replace(&mut self.before, sent);
            traffic.push((depth, Traffic { messages: sent.messages - messages, bytes: sent.bytes - bytes }));
            if !self.shared.job.gather {
                let removed = self.levels.remove(self.member.leads(), |old| old + 2 <= depth);
                removed.map_err(|error| self.failed(&error))?;
            }
            if let Some((limit, _)) = limit {
                break Some(limit);
            }
        };
        let farthest = self.farthest()?;
        if self.shared.job.gather && stopped.is_none() {
            // The levels stay: a process that is killed meanwhile need not find them again.
            stopped = self.gather()?;
        }
        let seconds = self.shared.started.elapsed().as_secs_f64();
        let census = Census { levels: self.counts, stopped, farthest, peak_bytes: self.peak, seconds };
        let goals = self.goals.filter(|_| stopped.is_none());
        Ok(Outcome { fineness: self.fineness, census, traffic, goals })
    }

    /// Removes the levels at these `depths`, then their goals, so that every level has its goals.
    pub(crate) fn remove(
        &mut self,
        depths: impl Fn(usize) -> bool + Copy,
    ) -> Result<(), taquin_space::Error> {
        let leads = self.member.leads();
        self.levels.remove(leads, depths)?;
        self.goals.as_mut().map_or(Ok(()), |goals| goals.remove(leads, depths))
    }

    fn failed(&self, error: &taquin_space::Error) -> Error {
        self.shared.failed(self.member.index(), &error.to_string())
    }

    /// Works out this member's part of the level at `depth` and returns how many positions it has.
    fn level(&mut self, depth: usize) -> Result<u64, Stop> {
        let dense = self.division.is_dense(self.counts[depth - 1], self.room);
        let on_disk = self.levels.folder().is_some();
        let buckets = Buckets::new(self.levels.folder().map(Folder::path), self.windows);
        let room = if on_disk { usize::MAX } else { self.hold.saturating_sub(self.bytes()) };
        let mut incoming = Incoming { buckets: buckets.as_ref().ok(), room, held: 0, done: Ok(()) };
        let level = self.levels.open(Some(depth - 1));
        let expanded = match &level {
            Ok(level) => self.expand(depth, dense, level, &mut incoming),
            Err(_) => Ok(()),
        };
        // Even after an error, the phase is ended together with the others.
        self.member.end_phase(|received| incoming.take(received))?;
        let Incoming { held, done, .. } = incoming;
        expanded?;
        done?;
        let (buckets, level) = (buckets?, level?);
        let before = self.levels.open(depth.checked_sub(2))?;
        let mut waiting = if on_disk { 0 } else { held };
        let mut writers = self.writers(self.member.index())?;
        let mut count = 0;
        for window in self.own() {
            self.check()?;
            let known = self.levels.bytes_of(&before, window) + self.levels.bytes_of(&level, window);
            let sent = buckets.bytes(window);
            fits(known + sent, self.room)?;
            let successors = buckets.take(window)?;
            let levels = [&self.levels.read(&before, window)?, &self.levels.read(&level, window)?];
            let new = self.division.advance(depth, window, levels, &successors, dense, self.room / 4)?;
            count += new.count;
            self.tell(depth, 0.5 + window as f64 / self.windows as f64 / 2.0, count);
            self.push(&mut writers, window, new)?;
            if depth > 1 && !self.shared.job.gather {
                self.levels.free(depth - 2, window);
            }
            waiting = waiting.saturating_sub(sent);
            self.hold(waiting)?;
        }
        self.commit(writers)?;
        Ok(count)
    }

    /// Begins to write the next level, and its goals, with the number `writer`.
    pub(crate) fn writers(&self, writer: usize) -> Result<Writers, taquin_space::Error> {
        let write = |levels: &Levels| levels.write(self.fineness, &self.counts, writer);
        Ok((write(&self.levels)?, self.goals.as_ref().map(write).transpose()?))
    }

    /// Writes one window of a level, and its goals.
    pub(crate) fn push(
        &mut self,
        (level, goals): &mut Writers,
        window: usize,
        segment: Segment,
    ) -> Result<(), taquin_space::Error> {
        if let (Some(levels), Some(goals)) = (&mut self.goals, goals) {
            levels.push(goals, window, self.division.goals(&segment))?;
        }
        self.levels.push(level, window, segment)
    }

    /// Makes what was written part of the level. The goals come first, so that every level has its goals.
    pub(crate) fn commit(&mut self, (level, goals): Writers) -> Result<(), taquin_space::Error> {
        if let (Some(levels), Some(goals)) = (&mut self.goals, goals) {
            levels.commit(goals)?;
        }
        self.levels.commit(level)
    }

    /// The bytes of levels and goals that are held in memory.
    fn bytes(&self) -> usize {
        self.levels.bytes() + self.goals.as_ref().map_or(0, Levels::bytes)
    }

    /// Fails if the levels in memory, with `waiting` bytes of successors, exceed the limit.
    fn hold(&mut self, waiting: usize) -> Result<(), Limit> {
        let held = self.bytes() + waiting;
        self.peak = self.peak.max(held);
        if held > self.hold { Err(Limit::Memory) } else { Ok(()) }
    }

    /// Fails if this process has reached a limit.
    pub(crate) fn check(&self) -> Result<(), Limit> {
        self.shared.stop.get().map_or(Ok(()), |limit| Err(*limit))
    }

    /// Sends the successors of this member's windows, and receives those of the others meanwhile.
    fn expand(
        &mut self,
        depth: usize,
        dense: bool,
        level: &Reader,
        incoming: &mut Incoming<'_>,
    ) -> Result<(), Stop> {
        let members = self.member.count();
        for window in self.own() {
            self.check()?;
            self.tell(depth, window as f64 / self.windows as f64 / 2.0, 0);
            fits(self.levels.bytes_of(level, window), self.room)?;
            let segment = self.levels.read(level, window)?;
            if segment.count > 0 {
                let member = &mut *self.member;
                let mut send = |window: usize, Segment { count, bytes }: Segment| {
                    let len = bytes.len();
                    let message = Message::Segment { depth, window, count, bytes };
                    member.send_bounded(window % members, message, len, &mut |received| {
                        incoming.take(received);
                    });
                };
                self.division.expand(depth - 1, window, &segment, dense, self.room / 4, &mut send);
            }
            self.member.receive(Duration::ZERO)?.into_iter().for_each(|received| incoming.take(received));
        }
        Ok(())
    }

    /// Reports the progress of the level to the process, if this is its first member: how much of it is `done` and
    /// how many positions this member has `found`.
    pub(crate) fn tell(&self, depth: usize, done: f64, found: u64) {
        if self.member.leads() {
            let known: u64 = self.counts.iter().sum();
            let seconds = self.shared.started.elapsed().as_secs_f64();
            // The other members find about as many.
            let found = known + found * self.member.count() as u64;
            let (whole, realm) = (self.shared.whole, &self.shared.job.realm);
            let size = whole.or_else(|| realm.size());
            let found = size.map_or(found, |size| found.min(u64::try_from(size).unwrap_or(u64::MAX)));
            let size = size.or_else(|| expected_size(&self.counts));
            let count = LevelCount { level: depth, done, found, size, seconds };
            self.shared.tell(Event::Count { count, from_goals: whole.is_some() });
        }
    }

    /// Tells all members what this one has found, or why not, and returns the total; if one has failed,
    /// all do.
    pub(crate) fn sum_up(&mut self, found: Result<u64, Stop>) -> Result<Total, Error> {
        let number = |limit| LIMITS.iter().position(|known| *known == limit);
        let report = |found, limit: Option<Limit>, unfinished| {
            let limit = limit.and_then(number).map(|limit| (limit, unfinished));
            Ok(Message::Report(Report { found, limit, traffic: self.member.traffic() }))
        };
        let own = match found {
            Ok(found) => report(found, self.shared.stop.get().copied(), false),
            Err(Stop::Limit(limit)) => report(0, Some(limit), true),
            Err(Stop::Failure(why)) => Err(why),
            Err(Stop::Lost(error)) => return Err(error),
        };
        let mut total = Total::default();
        for (_, message) in self.shared.agree(self.member, own)? {
            let Message::Report(Report { found, limit, traffic }) = message else { continue };
            total.found += found;
            total.traffic.messages += traffic.messages;
            total.traffic.bytes += traffic.bytes;
            // A level that is unfinished counts more than one that is the last.
            if total.limit.is_none_or(|(_, unfinished)| !unfinished) {
                let limit = limit.and_then(|(number, unfinished)| Some((*LIMITS.get(number)?, unfinished)));
                total.limit = limit.or(total.limit);
            }
        }
        Ok(total)
    }

    /// The first positions of the last whole level, for the first member.
    fn farthest(&mut self) -> Result<Vec<String>, Error> {
        let depth = self.counts.len() - 1;
        let level = self.levels.open(Some(depth)).map_err(|error| self.failed(&error))?;
        let mut left = Census::FARTHEST;
        for window in self.own() {
            let segment = self.levels.read(&level, window).map_err(|error| self.failed(&error))?;
            for line in self.division.lines(depth, window, &segment, left) {
                left -= 1;
                self.member.send(0, Message::Farthest(line));
            }
        }
        let mut lines = Vec::new();
        self.member.end_phase(|received| {
            if let Message::Farthest(line) = received.message {
                lines.push(line);
            }
        })?;
        lines.sort();
        lines.truncate(Census::FARTHEST);
        Ok(lines)
    }
}

/// The successors that arrive for this member's windows.
struct Incoming<'a> {
    buckets: Option<&'a Buckets>,
    /// The most bytes that may be held.
    room: usize,
    /// The bytes that have come.
    held: usize,
    done: Result<(), Stop>,
}

impl Incoming<'_> {
    fn take(&mut self, received: Received<Message>) {
        let Message::Segment { window, count, bytes, .. } = received.message else { return };
        self.held += bytes.len();
        if self.held > self.room && self.done.is_ok() {
            self.done = Err(Limit::Memory.into());
        }
        if let (Ok(()), Some(buckets)) = (&self.done, self.buckets) {
            self.done = buckets.push(window, Segment { count, bytes }).map_err(Stop::from);
        }
    }
}
