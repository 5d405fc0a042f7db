//! What one member does: its windows of every level.
//!
//! A level takes two phases. In the first, members expand their windows and send the successors to
//! those who own them; in the second they tell each other what they have found, or that something has
//! gone wrong, so that all go on or none.

use std::collections::BTreeMap;
use std::sync::mpsc::Sender;
use std::sync::{Arc, OnceLock};
use std::time::Instant;

use taquin_search::Limit;
use taquin_space::{Census, Folder, Level, Mailbox, Outbox, Progress, Segment, Windows, Worker};
use taquin_tiles::Board;

use crate::enumerate::Job;
use crate::error::Error;
use crate::member::{Letter, Member, Traffic};
use crate::resume::{Place, Stocks, last_whole, read, take_stock};

/// What the members of a process share.
pub(crate) struct Shared {
    pub(crate) job: Job,
    /// How many members the process is.
    pub(crate) threads: usize,
    pub(crate) started: Instant,
    /// Set when a limit is reached.
    pub(crate) stop: Arc<OnceLock<Limit>>,
}

/// What a member comes back with.
pub(crate) struct Part {
    pub(crate) levels: Vec<u64>,
    pub(crate) stopped: Option<Limit>,
    /// The farthest positions, if it is the first one.
    pub(crate) farthest: Vec<Board>,
    /// The most bytes that it held.
    pub(crate) peak: usize,
    /// What all members have sent for each level of this run.
    pub(crate) traffic: Vec<(usize, Traffic)>,
}

/// What all members have told at the end of a level.
struct Tally {
    found: u64,
    limit: Option<Limit>,
    /// What they have sent since the work began.
    traffic: Traffic,
}

/// The subjects of letters in the second phase.
const COUNT: u64 = 0;
const FAILURE: u64 = 1;
const BOARD: u64 = 2;
const ROOM: u64 = 3;

/// The limits, in the order of their numbers in letters; 0 is none.
const LIMITS: [Limit; 5] = [Limit::Nodes, Limit::Time, Limit::Memory, Limit::Cancelled, Limit::Depth];

/// One member at work.
pub(crate) struct Work<'a, 'b> {
    member: &'a mut Member<'b>,
    shared: &'a Shared,
    news: Sender<Progress>,
    folder: Option<Folder>,
    worker: Worker<'a>,
    /// The bytes that this member may work in.
    room: usize,
    counts: Vec<u64>,
    /// The last two levels of the member's own windows, where they are held in memory.
    held: BTreeMap<usize, BTreeMap<usize, Segment>>,
    peak: usize,
    /// What all members have sent before the first level of this run.
    before: Traffic,
}

impl<'a, 'b> Work<'a, 'b> {
    /// Agrees with all members where to begin.
    pub(crate) fn join(
        member: &'a mut Member<'b>,
        shared: &'a Shared,
        news: Sender<Progress>,
    ) -> Result<Self, Error> {
        let Job { space, folder, options } = &shared.job;
        let room = options.limits.memory.unwrap_or(1 << 30) / shared.threads;
        let folder = folder.as_deref().map(Folder::new).transpose();
        let leads = member.leads();
        let stock = folder.as_ref().map_err(Clone::clone).and_then(|folder| match folder {
            Some(folder) if leads => take_stock(folder, space),
            _ => Ok(Vec::new()),
        });
        let (mut stocks, mut letters) = (Stocks::new(), Vec::new());
        match stock {
            Ok(stock) => {
                stock.into_iter().for_each(|(depth, body)| member.send_to_all(COUNT, depth as u64, &body))
            }
            Err(error) => member.send_to_all(FAILURE, 0, error.to_string().as_bytes()),
        }
        member.send_to_all(ROOM, room as u64, &[]);
        member.meet(|letter| letters.push(letter));
        fail_with(&letters)?;
        // Windows must be the same for all, so the member with the least room settles their size.
        let least =
            letters.iter().filter(|letter| letter.subject == ROOM).map(|letter| letter.number as usize).min();
        for letter in letters.iter().filter(|letter| letter.subject == COUNT) {
            let stock =
                read(letter).ok_or_else(|| failed(letter.from, "it told of its levels in another tongue"))?;
            stocks.insert((letter.from / shared.threads, letter.number as usize), stock);
        }
        let place = last_whole(&stocks, space);
        let windows = match &place {
            Some(place) => Windows::new(space, place.prefix),
            None => Windows::fitting(space, least.unwrap_or(room), 2 * member.count()),
        };
        let folder = folder.unwrap_or(None);
        let worker = Worker::new(space, windows);
        let (counts, held, peak) = (Vec::new(), BTreeMap::new(), 0);
        let before = Traffic::default();
        let mut work = Work { member, shared, news, folder, worker, room, counts, held, peak, before };
        let begun = match place {
            Some(place) => work.gather(place),
            None => work.begin(),
        };
        work.before = work.tally(begun.map(|()| 0))?.traffic;
        Ok(work)
    }

    /// Whether this member does what is to be done once a process.
    fn leads(&self) -> bool {
        self.member.leads()
    }

    /// The member that owns a window.
    fn owner(&self, window: usize) -> usize {
        window % self.member.count()
    }

    /// The windows that are this member's own.
    fn own(&self) -> impl Iterator<Item = usize> + use<> {
        (self.member.index()..self.worker.windows().count()).step_by(self.member.count())
    }

    /// Begins with the goal.
    fn begin(&mut self) -> Result<(), String> {
        let mut removed = Ok(());
        if let (Some(folder), true) = (&self.folder, self.leads()) {
            removed = folder.remove(|_| true).map_err(|error| error.to_string());
        }
        // No one writes before the old files are gone.
        self.member.meet(drop);
        removed?;
        let (window, goal) = self.worker.goal();
        let level =
            self.own().map(|own| (own, if own == window { goal.clone() } else { Segment::default() }));
        let level: BTreeMap<usize, Segment> = level.collect();
        self.keep(0, level, self.member.index())?;
        self.counts = vec![1];
        Ok(())
    }

    /// Gathers the windows of the last two whole levels that are this member's own, from whoever has
    /// them.
    fn gather(&mut self, place: Place) -> Result<(), String> {
        let space = &self.shared.job.space;
        let last = place.counts.len() - 1;
        self.counts = place.counts;
        let mut wanted = Ok(());
        if let (Some(folder), true) = (&self.folder, self.leads()) {
            wanted =
                folder.remove(|depth| depth > last || depth + 1 < last).map_err(|error| error.to_string());
        }
        let process = self.member.index() / self.shared.threads;
        let mut levels: BTreeMap<usize, Option<Level>> = BTreeMap::new();
        for (&(depth, window), holders) in &place.holders {
            let owner = self.owner(window);
            let home = owner / self.shared.threads;
            if !self.leads() || holders.contains(&home) || holders.first() != Some(&process) {
                continue;
            }
            let Some(folder) = &self.folder else { continue };
            let mut segment = || {
                let level = match levels.entry(depth) {
                    std::collections::btree_map::Entry::Occupied(entry) => entry.into_mut(),
                    std::collections::btree_map::Entry::Vacant(entry) => {
                        entry.insert(folder.level(space, depth)?)
                    }
                };
                level.as_ref().map_or(Ok(Segment::default()), |level| level.read(window))
            };
            match segment() {
                Ok(Segment { count, bytes }) => {
                    self.member.send(owner, (depth as u64) << 32 | window as u64, count, bytes);
                }
                Err(error) => wanted = Err(error.to_string()),
            }
        }
        let mut came: BTreeMap<usize, BTreeMap<usize, Segment>> = BTreeMap::new();
        self.member.meet(|Letter { subject, number, body, .. }| {
            let (depth, window) = ((subject >> 32) as usize, subject as u32 as usize);
            came.entry(depth).or_default().insert(window, Segment { count: number, bytes: body });
        });
        wanted?;
        // Files of this run have the numbers of members; those that were moved get others.
        let part = self.member.count() + self.member.index();
        came.into_iter().try_for_each(|(depth, level)| self.keep(depth, level, part))
    }

    /// Keeps windows of a level, on disk or in memory.
    fn keep(&mut self, depth: usize, level: BTreeMap<usize, Segment>, part: usize) -> Result<(), String> {
        let Some(folder) = &self.folder else {
            self.held.entry(depth).or_default().extend(level);
            return Ok(());
        };
        let counts = &self.counts[..depth];
        let write = || {
            let mut writer = folder.write(&self.shared.job.space, self.worker.windows(), counts, part)?;
            level.iter().try_for_each(|(&window, segment)| writer.push(window, segment))?;
            writer.commit()
        };
        write().map_err(|error: taquin_space::Error| error.to_string())
    }

    /// Goes from level to level.
    pub(crate) fn run(mut self) -> Result<Part, Error> {
        let mut traffic = Vec::new();
        let stopped = loop {
            let depth = self.counts.len();
            if self.shared.job.options.depth.is_some_and(|most| depth > most) {
                break Some(Limit::Depth);
            }
            let found = self.level(depth);
            let Tally { found, limit: stop, traffic: sent } = self.tally(found)?;
            if found == 0 {
                self.forget(|old| old >= depth)?;
                break None;
            }
            self.counts.push(found);
            let Traffic { letters, bytes } = std::mem::replace(&mut self.before, sent);
            traffic.push((depth, Traffic { letters: sent.letters - letters, bytes: sent.bytes - bytes }));
            self.forget(|old| old + 2 <= depth)?;
            if stop.is_some() {
                break stop;
            }
        };
        let farthest = self.farthest()?;
        Ok(Part { levels: self.counts, stopped, farthest, peak: self.peak, traffic })
    }

    fn forget(&mut self, depths: impl Fn(usize) -> bool) -> Result<(), Error> {
        self.held.retain(|&depth, _| !depths(depth));
        match &self.folder {
            Some(folder) if self.leads() => {
                folder.remove(depths).map_err(|error| failed(self.member.index(), &error.to_string()))
            }
            _ => Ok(()),
        }
    }

    /// A window of a level.
    fn segment(&self, level: &Option<Level>, depth: usize, window: usize) -> Result<Segment, String> {
        match level {
            Some(level) => level.read(window).map_err(|error| error.to_string()),
            None => {
                Ok(self.held.get(&depth).and_then(|level| level.get(&window)).cloned().unwrap_or_default())
            }
        }
    }

    fn open(&self, depth: Option<usize>) -> Result<Option<Level>, String> {
        let (Some(folder), Some(depth)) = (&self.folder, depth) else { return Ok(None) };
        folder.level(&self.shared.job.space, depth).map_err(|error| error.to_string())
    }

    /// Works out this member's part of the level at `depth` and returns how many positions it has.
    fn level(&mut self, depth: usize) -> Result<u64, String> {
        let windows = self.worker.windows();
        let dense = self.worker.is_dense(self.counts[depth - 1], self.room);
        let name = format!("sent-{}.part", self.member.index());
        let path = self.folder.as_ref().map(|folder| folder.path().join(name));
        let mailbox = Mailbox::new(path.as_deref(), windows.count()).map_err(|error| error.to_string());
        let opened =
            self.open(Some(depth - 1)).and_then(|level| Ok((level, self.open(depth.checked_sub(2))?)));
        let mut put = Ok(());
        let expanded = match (&mailbox, &opened) {
            (Ok(mailbox), Ok((level, _))) => self.expand(depth, dense, level, mailbox, &mut put),
            _ => Ok(()),
        };
        // Whatever has gone wrong, the phase is ended together with the others.
        self.member.meet(|letter| {
            if let Ok(mailbox) = &mailbox {
                deliver(mailbox, letter, &mut put);
            }
        });
        let (mailbox, (level, before)) = (mailbox?, opened?);
        expanded.and(put)?;
        let mut new = BTreeMap::new();
        let mut count = 0;
        for window in self.own() {
            let sent = mailbox.take(window).map_err(|error| error.to_string())?;
            let before =
                if depth > 1 { self.segment(&before, depth - 2, window)? } else { Segment::default() };
            let level = self.segment(&level, depth - 1, window)?;
            let part = self.worker.advance(depth, window, [&before, &level], &sent, dense, self.room / 2);
            let part = part.map_err(|limit| limit.to_string())?;
            count += part.count;
            self.tell(depth, 0.5, count);
            new.insert(window, part);
        }
        let bytes: usize = new.values().map(|segment| segment.bytes.len()).sum();
        self.peak = self.peak.max(bytes);
        self.keep(depth, new, self.member.index())?;
        Ok(count)
    }

    /// Sends the successors of this member's windows, and takes in what the others send meanwhile.
    fn expand(
        &mut self,
        depth: usize,
        dense: bool,
        level: &Option<Level>,
        mailbox: &Mailbox,
        put: &mut Result<(), String>,
    ) -> Result<(), String> {
        let windows = self.worker.windows();
        for window in self.own() {
            self.tell(depth, 0.0, 0);
            let segment = self.segment(level, depth - 1, window)?;
            if segment.count > 0 {
                let members = self.member.count();
                let member = &mut *self.member;
                let mut send = |window: usize, segment: Segment| {
                    member.send(window % members, window as u64, segment.count, segment.bytes);
                    member.receive().into_iter().for_each(|letter| deliver(mailbox, letter, put));
                };
                let mut outbox = Outbox::new(&windows, self.room / 4, &mut send);
                self.worker.expand(depth - 1, window, &segment, dense, &mut outbox);
            }
            self.member.receive().into_iter().for_each(|letter| deliver(mailbox, letter, put));
        }
        Ok(())
    }

    /// Tells the process how far the level is; only its first member does.
    fn tell(&self, depth: usize, part: f64, found: u64) {
        if self.leads() {
            let known: u64 = self.counts.iter().sum();
            let seconds = self.shared.started.elapsed().as_secs_f64();
            let size = Some(self.shared.job.space.size());
            // Nobody listens any more where the work is being given up.
            let _ = self.news.send(Progress { level: depth, part, found: known + found, size, seconds });
        }
    }

    /// Tells all members what was found, and hears the sum; or that one of them has failed, and then all
    /// do. Also hears whether anybody has reached a limit.
    fn tally(&mut self, found: Result<u64, String>) -> Result<Tally, Error> {
        match found {
            Ok(found) => {
                let limit =
                    self.shared.stop.get().and_then(|stop| LIMITS.iter().position(|limit| limit == stop));
                let Traffic { letters, bytes } = self.member.traffic();
                let limit = limit.map_or(0, |limit| limit as u64 + 1);
                let body = [limit, letters, bytes].map(u64::to_le_bytes).concat();
                self.member.send_to_all(COUNT, found, &body);
            }
            Err(why) => self.member.send_to_all(FAILURE, 0, why.as_bytes()),
        }
        let mut letters = Vec::new();
        self.member.meet(|letter| letters.push(letter));
        fail_with(&letters)?;
        if letters.len() != self.member.count() {
            return Err(failed(self.member.index(), "another member has left without a word"));
        }
        let mut all = Tally { found: 0, limit: None, traffic: Traffic::default() };
        for letter in &letters {
            let mut fields = letter.body.as_chunks().0.iter().map(|field| u64::from_le_bytes(*field));
            let mut field = || fields.next().unwrap_or_default();
            all.found += letter.number;
            all.limit = all.limit.or(LIMITS.get((field() as usize).wrapping_sub(1)).copied());
            all.traffic.letters += field();
            all.traffic.bytes += field();
        }
        Ok(all)
    }

    /// The first positions of the last whole level, for the first member.
    fn farthest(&mut self) -> Result<Vec<Board>, Error> {
        let depth = self.counts.len() - 1;
        let fail = |why: String| failed(0, &why);
        let level = self.open(Some(depth)).map_err(fail)?;
        let mut left = Census::FARTHEST;
        for window in self.own() {
            let segment = self.segment(&level, depth, window).map_err(fail)?;
            for board in self.worker.boards(depth, window, &segment).take(left) {
                left -= 1;
                self.member.send(0, BOARD, 0, board.tiles().iter().map(|&tile| tile as u8).collect());
            }
        }
        let mut boards = Vec::new();
        let geometry = self.shared.job.space.geometry();
        self.member.meet(|letter| {
            let tiles: Vec<u32> = letter.body.iter().map(|&tile| tile.into()).collect();
            boards.extend(Board::new(geometry.rows(), geometry.cols(), tiles));
        });
        boards.sort();
        boards.truncate(Census::FARTHEST);
        Ok(boards)
    }
}

fn deliver(mailbox: &Mailbox, letter: Letter, put: &mut Result<(), String>) {
    let Letter { subject, number, body, .. } = letter;
    if put.is_ok() {
        let segment = Segment { count: number, bytes: body };
        *put = mailbox.put(subject as usize, segment).map_err(|error| error.to_string());
    }
}

fn failed(member: usize, why: &str) -> Error {
    Error::Failed { host: format!("member {member}"), why: why.into() }
}

/// Fails if any letter says that its sender has.
fn fail_with(letters: &[Letter]) -> Result<(), Error> {
    match letters.iter().find(|letter| letter.subject == FAILURE) {
        Some(letter) => Err(failed(letter.from, &String::from_utf8_lossy(&letter.body))),
        None => Ok(()),
    }
}
