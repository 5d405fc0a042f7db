//! Where members begin: with the origin, or with what an earlier run has left them.

use std::collections::BTreeMap;
use std::sync::mpsc::SyncSender;

use taquin_space::{Error as SpaceError, Folder, Level, Segment};

use crate::enumerate::{Job, News};
use crate::error::Error;
use crate::member::{Letter, Member};
use crate::resume::{Place, Stocks, last_whole, read, take_stock};
use crate::slice::{Draft, Slice};
use crate::work::{COUNT, FAILURE, ROOM, Shared, Work, fail_with, failed};

impl<'a, 'b> Work<'a, 'b> {
    /// Agrees with all members where to begin.
    pub(crate) fn join(
        member: &'a mut Member<'b>,
        shared: &'a Shared,
        news: SyncSender<News>,
    ) -> Result<Self, Error> {
        let Job { realm, folder, gather, options } = &shared.job;
        let realm = &**realm;
        let all = options.limits.memory.unwrap_or(1 << 30) / shared.threads;
        let folder = folder.as_deref().map(Folder::new).transpose();
        let stock = folder.as_ref().map_err(Clone::clone).and_then(|folder| match folder {
            Some(folder) if member.leads() => take_stock(folder, realm),
            _ => Ok(Vec::new()),
        });
        let parts = folder.as_ref().ok().and_then(Option::as_ref).map_or(Ok(0), Folder::parts);
        match stock.and_then(|stock| parts.map(|parts| (stock, parts))) {
            Ok((stock, parts)) => {
                stock.into_iter().for_each(|(depth, body)| member.send_to_all(COUNT, depth as u64, &body));
                member.send_to_all(ROOM, all as u64, &(parts as u64).to_le_bytes());
            }
            Err(error) => member.send_to_all(FAILURE, 0, error.to_string().as_bytes()),
        }
        let mut letters = Vec::new();
        member.meet(|letter| letters.push(letter));
        fail_with(&letters)?;
        let rooms = letters.iter().filter(|letter| letter.subject == ROOM);
        // Windows must be the same for all, so the member with the least memory settles their size.
        let least = rooms.clone().map(|letter| letter.number as usize).min().unwrap_or(all);
        let used = rooms.filter_map(|letter| Some(u64::from_le_bytes(*letter.body.first_chunk()?) as usize));
        let free_part = used.max().unwrap_or(0) + member.index();
        let mut stocks = Stocks::new();
        for letter in letters.iter().filter(|letter| letter.subject == COUNT) {
            let stock =
                read(letter).ok_or_else(|| failed(letter.from, "it told of its levels in another tongue"))?;
            stocks.insert((letter.from / shared.threads, letter.number as usize), stock);
        }
        let place = last_whole(&stocks, realm, *gather);
        if *gather && place.is_none() && last_whole(&stocks, realm, false).is_some() {
            return Err(failed(member.index(), "the levels of an earlier run have not been kept for --save"));
        }
        let on_disk = matches!(folder, Ok(Some(_)));
        let fineness = match &place {
            Some(place) => place.fineness,
            None => realm.fineness(work_room(least, false), 2 * member.count()),
        };
        // Letters are there twice on either side: as they were written, and on their way.
        member.bound(least / 32 / member.count());
        let slice = Slice::new(realm, folder.unwrap_or(None));
        let hold = if on_disk { usize::MAX } else { all / 2 };
        let mut work = Work::new(member, shared, news, fineness, slice, work_room(all, on_disk), hold);
        let begun = match place {
            Some(place) => work.move_in(place, free_part),
            None => work.begin(),
        };
        work.begun(begun)?;
        Ok(work)
    }

    /// Begins with the origin.
    fn begin(&mut self) -> Result<(), String> {
        let leads = self.member.leads();
        let removed = self.slice.forget(leads, |_| true);
        // No one writes before the old files are gone.
        self.member.meet(drop);
        let (origin, segment) = self.division.origin();
        self.counts = vec![1];
        let write = || -> Result<(), SpaceError> {
            removed?;
            let mut draft = self.slice.draft(self.fineness, &[], self.member.index())?;
            for window in self.own() {
                let segment = if window == origin { segment.clone() } else { Segment::default() };
                self.slice.push(&mut draft, window, segment)?;
            }
            self.slice.commit(draft)
        };
        write().map_err(|error| error.to_string())
    }

    /// Takes in the windows that are this member's own and that another process has, and sends those that
    /// this process is the first to have to their new owners.
    fn move_in(&mut self, place: Place, part: usize) -> Result<(), String> {
        let Place { counts, holders, .. } = place;
        let last = counts.len() - 1;
        let first = if self.shared.job.gather { 0 } else { last.saturating_sub(1) };
        self.counts = counts;
        let leads = self.member.leads();
        let mut done = self.slice.forget(leads, |depth| depth > last || depth < first);
        let process = self.member.index() / self.shared.threads;
        let (members, fineness) = (self.member.count(), self.fineness);
        let (counts, slice) = (&self.counts, &mut self.slice);
        let mut drafts: BTreeMap<usize, Draft> = BTreeMap::new();
        let mut came = Ok(());
        let mut open = |slice: &mut Slice<'a>, Letter { subject, number, body, .. }: Letter| {
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
        for (&(depth, window), holders) in &holders {
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
        self.member.meet(|letter| open(slice, letter));
        done.and(came).map_err(|error| error.to_string())?;
        drafts.into_values().try_for_each(|draft| slice.commit(draft)).map_err(|error| error.to_string())
    }
}

/// The bytes to work in, of all that a member has: the rest is for letters, and for the levels where they
/// are held in memory.
fn work_room(all: usize, on_disk: bool) -> usize {
    if on_disk { all / 4 * 3 } else { all / 4 }
}
