//! Where members begin: with the origin, or with the levels of an earlier run.

use std::collections::BTreeMap;
use std::collections::btree_map::Entry;
use std::ops::RangeInclusive;
use std::path::Path;

use taquin_space::{Error as SpaceError, Folder, Realm, Segment};

use crate::enumerate::Job;
use crate::error::Error;
use crate::from_goals::Goals;
use crate::inventory::{Holdings, Inventory, ResumePoint, inventory, last_whole};
use crate::levels::{Levels, Reader, Writer};
use crate::member::{Member, Received, Traffic};
use crate::message::{Message, Start};
use crate::search::MemberSearch;
use crate::shared::{Shared, Stop};

/// Where the goals of every level are kept within a folder.
const GOALS: &str = "goals";

/// The start messages of all members, each with its number.
type Starts = Vec<(usize, Start)>;

impl<'a, 'b> MemberSearch<'a, 'b> {
    /// Agrees with all members where to begin: with all `goals`, if this is the second pass.
    pub(crate) fn start(
        member: &'a mut Member<'b, Message>,
        shared: &'a Shared,
        goals: Option<&Goals>,
    ) -> Result<Self, Error> {
        let Job { realm, folder, options, .. } = &shared.job;
        let memory = options.limits.memory.unwrap_or(1 << 30) / shared.cluster.threads;
        let keeps_goals = goals.is_none() && realm.has_goals();
        let own = match folder {
            Some(folder) if member.leads() => {
                shared.lock(folder, member).and_then(|()| survey(folder, &**realm, keeps_goals))
            }
            _ => Ok(Start::default()),
        };
        let own = own.map(|start| Message::Start(Start { memory, ..start }));
        let starts = shared.agree(member, own.map_err(|error| error.to_string()))?;
        let starts: Starts = starts
            .into_iter()
            .filter_map(|(from, message)| match message {
                Message::Start(start) => Some((from, start)),
                _ => None,
            })
            .collect();
        let point = shared.resume_point(member.index(), &starts)?;
        let goals_point = match &point {
            Some(point) if keeps_goals => Some(shared.goals_point(member.index(), &starts, point)?),
            _ => None,
        };
        // Windows must be the same for all, so the member with the least memory determines their size.
        let least = starts.iter().map(|(_, start)| start.memory).min().unwrap_or(memory);
        let fineness = match (&point, goals) {
            (Some(point), _) => point.fineness,
            (None, Some(goals)) => goals.fineness,
            (None, None) => realm.fineness(work_room(least, false), 2 * member.count()),
        };
        // A message is in memory twice, as it was written and as bytes: with its sender, and with its receiver,
        // which may be the same for all members.
        member.bound(least / 16 / member.count());
        let open = |path: Option<&Path>| -> Result<Levels, Error> {
            let folder = path.map(Folder::new).transpose();
            let folder = folder.map_err(|error| shared.failed(member.index(), &error.to_string()))?;
            Ok(Levels::new(realm.clone(), folder))
        };
        let levels = open(folder.as_deref())?;
        let goals_folder = folder.as_ref().map(|folder| folder.join(GOALS));
        let kept_goals = keeps_goals.then(|| open(goals_folder.as_deref())).transpose()?;
        let writer = starts.iter().map(|(_, start)| start.writers).max().unwrap_or(0) + member.index();
        let mut search = MemberSearch {
            division: realm.divide(fineness),
            fineness,
            windows: realm.windows(fineness),
            levels,
            goals: kept_goals,
            room: work_room(memory, folder.is_some()),
            hold: if folder.is_some() { usize::MAX } else { memory / 2 },
            counts: Vec::new(),
            peak: 0,
            before: Traffic::default(),
            member,
            shared,
        };
        let begun = match &point {
            Some(point) => search.resume(point, goals_point.as_ref(), writer),
            None => search.begin(goals),
        };
        search.begun(begun)?;
        Ok(search)
    }

    /// Begins with the origin, or with all `goals`.
    fn begin(&mut self, goals: Option<&Goals>) -> Result<(), Stop> {
        let removed = self.remove(|_| true);
        // Nothing is written before the old files are gone.
        self.member.end_phase(drop)?;
        let written = removed.map_err(Stop::from).and_then(|()| self.write_first(goals));
        let total = self.sum_up(written)?;
        if let Some((limit, true)) = total.limit {
            return Err(limit.into());
        }
        self.counts = vec![total.found];
        Ok(())
    }

    /// Writes this member's part of level 0, and returns how many positions it has.
    fn write_first(&mut self, goals: Option<&Goals>) -> Result<u64, Stop> {
        let (origin, segment) = self.division.origin();
        let mut writers = self.writers(self.member.index())?;
        let mut count = 0;
        for window in self.own() {
            let segment = match goals {
                Some(goals) => self.goals_in(goals, window)?,
                None if window == origin => segment.clone(),
                None => Segment::default(),
            };
            count += segment.count;
            self.push(&mut writers, window, segment)?;
        }
        self.commit(writers)?;
        Ok(count)
    }

    /// Continues from the levels that all processes have together.
    fn resume(
        &mut self,
        point: &ResumePoint,
        goals: Option<&ResumePoint>,
        writer: usize,
    ) -> Result<(), Stop> {
        let last = point.counts.len() - 1;
        let first = if self.shared.job.gather { 0 } else { last.saturating_sub(1) };
        self.counts.clone_from(&point.counts);
        let levels = self.member.redistribute(self.shared, &mut self.levels, first..=last, point, writer);
        let goals = match (&mut self.goals, goals) {
            (Some(levels), Some(goals)) => {
                self.member.redistribute(self.shared, levels, 0..=last, goals, writer)
            }
            _ => Ok(()),
        };
        levels.and(goals)
    }
}

impl Shared {
    /// Takes the right to work in the folder of this process, together with the others of this run.
    fn lock(&self, folder: &Path, member: &Member<'_, Message>) -> Result<(), SpaceError> {
        if self.lock.get().is_none() {
            let lock = Folder::new(folder)?.lock(Some(member.run()))?;
            // Only the first member of a process takes it.
            let _ = self.lock.set(lock);
        }
        Ok(())
    }

    /// What all processes have, in the inventory that `of` picks.
    fn holdings(&self, starts: &Starts, of: impl Fn(&Start) -> &Inventory) -> Holdings {
        let process = |member: usize| member / self.cluster.threads;
        let all = starts.iter().flat_map(|(from, start)| of(start).iter().map(move |entry| (from, entry)));
        all.map(|(from, (depth, holding))| ((process(*from), *depth), holding.clone())).collect()
    }

    /// Where the levels continue; nothing if they begin again.
    fn resume_point(&self, member: usize, starts: &Starts) -> Result<Option<ResumePoint>, Error> {
        let (realm, gather) = (&*self.job.realm, self.job.gather);
        let holdings = self.holdings(starts, |start| &start.levels);
        let point = last_whole(&holdings, realm, gather);
        if point.is_none() {
            if gather && last_whole(&holdings, realm, false).is_some() {
                let why = "its folder has the end of an earlier run whose first levels have not been kept, and all \
                           positions are to be saved: remove its files, or name another folder";
                return Err(self.failed(member, why));
            }
            // A run that is killed at the very beginning may leave some of level 0.
            if let Some(depth) = holdings.keys().map(|&(_, depth)| depth).max().filter(|&depth| depth > 0) {
                return Err(self.failed(member, &SpaceError::Incomplete { depth }.to_string()));
            }
        }
        Ok(point)
    }

    /// Where the goals go on, if the levels go on at `point`.
    fn goals_point(&self, member: usize, starts: &Starts, point: &ResumePoint) -> Result<ResumePoint, Error> {
        let mut holdings = self.holdings(starts, |start| &start.goals);
        holdings.retain(|&(_, depth), _| depth < point.counts.len());
        last_whole(&holdings, &*self.job.realm, true)
            .filter(|goals| goals.counts.len() == point.counts.len() && goals.fineness == point.fineness)
            .ok_or_else(|| self.failed(member, "the goals of an earlier run have not been kept"))
    }
}

impl Member<'_, Message> {
    /// Receives this member's windows that another process has, and sends the windows of which this process is the
    /// first holder to the members that own them. Levels outside of `range` are removed. The number `writer`
    /// distinguishes the new files of this member from all others.
    fn redistribute(
        &mut self,
        shared: &Shared,
        levels: &mut Levels,
        range: RangeInclusive<usize>,
        ResumePoint { fineness, counts, holders, useless }: &ResumePoint,
        writer: usize,
    ) -> Result<(), Stop> {
        let (leads, process) = (self.leads(), self.process());
        let mut sent =
            levels.remove(leads, |depth| !range.contains(&depth) || useless.contains(&(process, depth)));
        let mut writers: BTreeMap<usize, Writer> = BTreeMap::new();
        let mut taken = Ok(());
        let mut take = |levels: &mut Levels, received: Received<Message>| {
            let Message::Segment { depth, window, count, bytes } = received.message else { return };
            let keep = || -> Result<(), SpaceError> {
                let writer = match writers.entry(depth) {
                    Entry::Occupied(entry) => entry.into_mut(),
                    Entry::Vacant(entry) => {
                        entry.insert(levels.write(*fineness, &counts[..depth], writer)?)
                    }
                };
                levels.push(writer, window, Segment { count, bytes })
            };
            if taken.is_ok() {
                taken = keep();
            }
        };
        let mut opened: Option<(usize, Reader)> = None;
        for (&(depth, window), holders) in holders {
            let owner = window % self.count();
            let home = owner / shared.cluster.threads;
            if !leads || sent.is_err() || holders.contains(&home) || holders.first() != Some(&process) {
                continue;
            }
            let reader = match opened.take().filter(|(at, _)| *at == depth) {
                Some((_, reader)) => Ok(reader),
                None => levels.open(Some(depth)),
            };
            let read = reader.and_then(|reader| {
                let segment = levels.read(&reader, window)?;
                opened = Some((depth, reader));
                Ok(segment)
            });
            sent = read.map(|Segment { count, bytes }| {
                let len = bytes.len();
                let message = Message::Segment { depth, window, count, bytes };
                self.send_bounded(owner, message, len, &mut |received| take(levels, received));
            });
        }
        self.end_phase(|received| take(levels, received))?;
        sent.and(taken)?;
        Ok(writers.into_values().try_for_each(|writer| levels.commit(writer))?)
    }
}

/// Lists what is in the folder of a process, and removes what an interruption has left unfinished.
fn survey(path: &Path, realm: &dyn Realm, keeps_goals: bool) -> Result<Start, SpaceError> {
    let list = |path: &Path| -> Result<(Inventory, usize), SpaceError> {
        let folder = Folder::new(path)?;
        // Nothing is written before all members have agreed.
        folder.tidy()?;
        Ok((inventory(&folder, realm)?, folder.writers()?))
    };
    let (levels, writers) = list(path)?;
    let (goals, others) = if keeps_goals { list(&path.join(GOALS))? } else { Default::default() };
    Ok(Start { levels, goals, writers: writers.max(others), ..Start::default() })
}

/// The bytes to work in, of the `memory` of a member: the rest is for messages, and for the levels where
/// they are held in memory.
fn work_room(memory: usize, on_disk: bool) -> usize {
    if on_disk { memory / 4 * 3 } else { memory / 4 }
}
