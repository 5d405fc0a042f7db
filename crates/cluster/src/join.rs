//! Where members begin: with the origin, or with what an earlier run has left them.

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::mpsc::SyncSender;

use taquin_space::{Error as SpaceError, Folder, Level, Realm, Segment};

use crate::enumerate::{Job, News};
use crate::error::Error;
use crate::from_goals::Goals;
use crate::member::{Letter, Member};
use crate::resume::{Place, Stocks, last_whole, read, take_stock};
use crate::slice::{Draft, Slice};
use crate::work::{COUNT, FAILURE, GOALS, ROOM, Shared, Stop, Work};

impl<'a, 'b> Work<'a, 'b> {
    /// Agrees with all members where to begin; with `goals`, if this is the second pass.
    pub(crate) fn join(
        member: &'a mut Member<'b>,
        shared: &'a Shared,
        news: SyncSender<News>,
        goals: Option<Goals>,
    ) -> Result<Self, Error> {
        let Job { realm, folder, gather, options } = &shared.job;
        let realm = &**realm;
        let all = options.limits.memory.unwrap_or(1 << 30) / shared.threads;
        let keeps_goals = goals.is_none() && realm.has_goals();
        match take_all_stock(folder.as_deref(), realm, keeps_goals) {
            Ok((stock, parts)) => {
                let leads = member.leads();
                for (subject, depth, body) in stock.into_iter().filter(|_| leads) {
                    member.send_to_all(subject, depth as u64, &body);
                }
                member.send_to_all(ROOM, all as u64, &(parts as u64).to_le_bytes());
            }
            Err(error) => member.send_to_all(FAILURE, 0, error.to_string().as_bytes()),
        }
        let mut letters = Vec::new();
        member.meet(|letter| letters.push(letter))?;
        shared.fail_with(&letters)?;
        let rooms = letters.iter().filter(|letter| letter.subject == ROOM);
        // Windows must be the same for all, so the member with the least memory settles their size.
        let least = rooms.clone().map(|letter| letter.number as usize).min().unwrap_or(all);
        let used = rooms.filter_map(|letter| Some(u64::from_le_bytes(*letter.body.first_chunk()?) as usize));
        let free_part = used.max().unwrap_or(0) + member.index();
        let stocks = stocks_in(shared, &letters, COUNT)?;
        let place = last_whole(&stocks, realm, *gather);
        if place.is_none() {
            if *gather && last_whole(&stocks, realm, false).is_some() {
                let why = "its folder has the end of an earlier run whose first levels have not been kept for --save: \
                           remove its files, or name another folder";
                return Err(shared.failed(member.index(), why));
            }
            if let Some(depth) = stocks.keys().map(|&(_, depth)| depth).max().filter(|&depth| depth > 0) {
                let why = SpaceError::Incomplete { depth };
                return Err(shared.failed(member.index(), &why.to_string()));
            }
        }
        let mut goal_place = None;
        if let (Some(place), true) = (&place, keeps_goals) {
            let mut stocks = stocks_in(shared, &letters, GOALS)?;
            stocks.retain(|&(_, depth), _| depth < place.counts.len());
            goal_place = last_whole(&stocks, realm, true)
                .filter(|goals| goals.counts.len() == place.counts.len() && goals.fineness == place.fineness);
            if goal_place.is_none() {
                return Err(shared.failed(member.index(), "the goals of an earlier run have not been kept"));
            }
        }
        let slice = |name: Option<&str>| -> Result<Slice, Error> {
            let path = folder.as_ref().map(|folder| name.map_or(folder.clone(), |name| folder.join(name)));
            let folder = path.as_deref().map(Folder::new).transpose();
            Ok(Slice::new(
                shared.job.realm.clone(),
                folder.map_err(|error| shared.failed(member.index(), &error.to_string()))?,
            ))
        };
        let kept = if keeps_goals { Some(slice(Some(GOALS_FOLDER))?) } else { None };
        let slices = (slice(None)?, kept);
        let fineness = match (&place, &goals) {
            (Some(place), _) => place.fineness,
            (None, Some(goals)) => goals.fineness,
            (None, None) => realm.fineness(work_room(least, false), 2 * member.count()),
        };
        // Letters are there twice on either side: as they were written, and on their way.
        member.bound(least / 32 / member.count());
        let on_disk = folder.is_some();
        let hold = if on_disk { usize::MAX } else { all / 2 };
        let mut work = Work::new(member, shared, news, fineness, slices, work_room(all, on_disk), hold);
        let begun = match (place, goals) {
            (Some(place), _) => work.go_on(&place, goal_place.as_ref(), free_part),
            (None, goals) => work.begin(goals.as_ref()),
        };
        work.begun(begun)?;
        Ok(work)
    }

    /// Begins with the origin, or with all goals.
    fn begin(&mut self, goals: Option<&Goals>) -> Result<(), Stop> {
        let leads = self.member.leads();
        let removed = self.slice.forget(leads, |_| true);
        let goals_removed = self.goals.as_mut().map_or(Ok(()), |goals| goals.forget(leads, |_| true));
        // No one writes before the old files are gone.
        self.member.meet(drop)?;
        let (origin, segment) = self.division.origin();
        let write = || -> Result<u64, Stop> {
            removed.and(goals_removed)?;
            let mut drafts = self.drafts(self.member.index())?;
            let mut count = 0;
            for window in self.own() {
                let segment = match goals {
                    Some(goals) => self.goals_in(&goals.slice, goals.levels, window)?,
                    None if window == origin => segment.clone(),
                    None => Segment::default(),
                };
                count += segment.count;
                self.push(&mut drafts, window, segment)?;
            }
            self.commit(drafts)?;
            Ok(count)
        };
        let written = write();
        // Whatever has gone wrong is told to all.
        let tally = self.tally(written)?;
        if let Some((limit, true)) = tally.limit {
            return Err(limit.into());
        }
        self.counts = vec![tally.found];
        Ok(())
    }

    /// Goes on from what all hosts have between them.
    fn go_on(&mut self, place: &Place, goals: Option<&Place>, part: usize) -> Result<(), Stop> {
        let last = place.counts.len() - 1;
        let first = if self.shared.job.gather { 0 } else { last.saturating_sub(1) };
        self.counts.clone_from(&place.counts);
        let mut moving = Moving { member: self.member, shared: self.shared, counts: &self.counts, part };
        let levels = moving.move_in(&mut self.slice, self.fineness, first, place);
        let goals = match (&mut self.goals, goals) {
            (Some(slice), Some(goals)) => moving.move_in(slice, self.fineness, 0, goals),
            _ => Ok(()),
        };
        levels.and(goals)
    }
}

/// Windows on their way to those who own them now.
struct Moving<'m, 'b> {
    member: &'m mut Member<'b>,
    shared: &'m Shared,
    counts: &'m [u64],
    /// The number that tells the files of this member from all that are there.
    part: usize,
}

impl Moving<'_, '_> {
    /// Takes in the windows that are this member's own and that another process has, and sends those that
    /// this process is the first to have to their new owners.
    fn move_in(
        &mut self,
        slice: &mut Slice,
        fineness: usize,
        first: usize,
        Place { holders, useless, .. }: &Place,
    ) -> Result<(), Stop> {
        let last = self.counts.len() - 1;
        let leads = self.member.leads();
        let process = self.member.index() / self.shared.threads;
        let mut done =
            slice.forget(leads, |depth| depth > last || depth < first || useless.contains(&(process, depth)));
        let members = self.member.count();
        let (counts, part) = (self.counts, self.part);
        let mut drafts: BTreeMap<usize, Draft> = BTreeMap::new();
        let mut came = Ok(());
        let mut open = |slice: &mut Slice, Letter { subject, number, body, .. }: Letter| {
            let (depth, window) = ((subject >> 32) as usize, subject as u32 as usize);
            let keep = || -> Result<(), SpaceError> {
                let draft = match drafts.entry(depth) {
                    std::collections::btree_map::Entry::Occupied(entry) => entry.into_mut(),
                    std::collections::btree_map::Entry::Vacant(entry) => {
                        entry.insert(slice.draft(fineness, &counts[..depth], part)?)
                    }
                };
                slice.push(draft, window, Segment { count: number, bytes: body })
            };
            if came.is_ok() {
                came = keep();
            }
        };
        let mut opened: Option<(usize, Option<Level>)> = None;
        for (&(depth, window), holders) in holders {
            let owner = window % members;
            let home = owner / self.shared.threads;
            if !leads || done.is_err() || holders.contains(&home) || holders.first() != Some(&process) {
                continue;
            }
            let Some(folder) = slice.folder() else { continue };
            if opened.as_ref().is_none_or(|(at, _)| *at != depth) {
                match folder.level(&*self.shared.job.realm, depth) {
                    Ok(level) => opened = Some((depth, level)),
                    Err(error) => done = Err(error),
                }
            }
            let level = opened.as_ref().and_then(|(_, level)| level.as_ref());
            match level.map_or(Ok(Segment::default()), |level| level.read(window)) {
                Ok(Segment { count, bytes }) => {
                    let subject = (depth as u64) << 32 | window as u64;
                    self.member.post(owner, subject, count, bytes, &mut |letter| open(slice, letter));
                }
                Err(error) => done = Err(error),
            }
        }
        self.member.meet(|letter| open(slice, letter))?;
        done.and(came)?;
        Ok(drafts.into_values().try_for_each(|draft| slice.commit(draft))?)
    }
}

/// Where the goals of every level are kept within a folder.
const GOALS_FOLDER: &str = "goals";

/// What one process has of levels and goals, as letters: subject, depth, body.
type Stock = Vec<(u64, usize, Vec<u8>)>;

/// Takes stock of a folder, where there is one; also a number above those of all parts in it.
fn take_all_stock(
    folder: Option<&Path>,
    realm: &dyn Realm,
    goals: bool,
) -> Result<(Stock, usize), SpaceError> {
    let (mut stock, mut parts) = (Vec::new(), 0);
    let Some(path) = folder else { return Ok((stock, parts)) };
    let goals = goals.then(|| (GOALS, path.join(GOALS_FOLDER)));
    for (subject, path) in [(COUNT, path.to_owned())].into_iter().chain(goals) {
        let folder = Folder::new(&path)?;
        // Nobody writes before all have met.
        folder.tidy()?;
        stock.extend(take_stock(&folder, realm)?.into_iter().map(|(depth, body)| (subject, depth, body)));
        parts = parts.max(folder.writers()?);
    }
    Ok((stock, parts))
}

/// The stocks that letters with this subject tell of.
fn stocks_in(shared: &Shared, letters: &[Letter], subject: u64) -> Result<Stocks, Error> {
    let mut stocks = Stocks::new();
    for letter in letters.iter().filter(|letter| letter.subject == subject) {
        let strange = || shared.failed(letter.from, "it told of its levels in another tongue");
        let stock = read(letter).ok_or_else(strange)?;
        stocks.insert((letter.from / shared.threads, letter.number as usize), stock);
    }
    Ok(stocks)
}

/// The bytes to work in, of all that a member has: the rest is for letters, and for the levels where they
/// are held in memory.
fn work_room(all: usize, on_disk: bool) -> usize {
    if on_disk { all / 4 * 3 } else { all / 4 }
}
