//! A whole space brought together: after all levels have been found and kept, the first member takes in
//! all windows in their order, and hands them to whoever gathers them on its host.
//!
//! All members work on their windows at the same time, and what they have made goes out in pieces. A
//! piece counts as read only when the window that it belongs to is put together; so the first member
//! holds no more than the others may have posted to it, and one window, however many members there are.

use std::collections::VecDeque;
use std::sync::atomic::Ordering;
use std::sync::mpsc::sync_channel;

use taquin_search::Limit;
use taquin_space::WindowIndex;

use crate::enumerate::News;
use crate::error::Error;
use crate::member::Letter;
use crate::work::{Stop, Work};

/// The subject of a letter that says that it is over; all others are windows.
const OVER: u64 = u64::MAX;
/// The numbers of pieces: whether more of the same window follow.
const MORE: u64 = 0;
const LAST: u64 = 1;

/// Where a member finds the levels of its next windows, if they are in files.
#[derive(Default)]
struct Ahead {
    windows: Vec<usize>,
    index: Option<WindowIndex>,
}

impl Work<'_, '_> {
    /// Sends all windows to the first member; comes back with the limit that somebody reached before all
    /// were written, if one was.
    pub(crate) fn collect(&mut self) -> Result<Option<Limit>, Error> {
        let leads = self.member.index() == 0;
        self.say(leads, || News::Begin { fineness: self.fineness, counts: self.counts.clone() });
        let mut waiting: Vec<VecDeque<Letter>> = vec![VecDeque::new(); self.member.count()];
        let handed = if leads { self.take_in(&mut waiting) } else { self.hand_over() };
        // Those who still have windows to send need not, and are not kept waiting.
        match (leads, &handed) {
            (true, _) => (1..self.member.count()).for_each(|to| self.member.send(to, OVER, 0, Vec::new())),
            (false, Err(_)) => self.member.send(0, OVER, 0, Vec::new()),
            (false, Ok(_)) => {}
        }
        waiting.into_iter().flatten().for_each(|letter| self.member.confirm(&letter));
        self.member.meet(drop)?;
        let (whole, mut done) = match handed {
            Ok(whole) => (whole, Ok(())),
            Err(why) => (false, Err(why)),
        };
        // Nobody forgets anything before it is known to be written.
        if leads && whole {
            let (answer, written) = sync_channel(1);
            self.say(leads, || News::End(answer));
            let written = written.recv().unwrap_or_else(|_| Err("nobody is there to write the file".into()));
            done = written.map_err(Stop::from);
        }
        let limit = self.tally(done.map(|()| 0))?.limit;
        Ok(limit.filter(|(_, unfinished)| *unfinished).map(|(limit, _)| limit))
    }

    /// Makes what is wanted of this member's windows, and posts it to the first.
    fn hand_over(&mut self) -> Result<bool, Stop> {
        let mut ahead = Ahead::default();
        let piece = self.member.piece();
        let mut over = false;
        for round in 0..self.shared.job.realm.rounds() {
            for window in self.own() {
                self.watch()?;
                let bytes = self.extract(&mut ahead, round, window)?;
                let mut pieces = bytes.chunks(piece).peekable();
                loop {
                    let body = pieces.next().unwrap_or_default().to_vec();
                    let number = if pieces.peek().is_some() { MORE } else { LAST };
                    let mut open = |letter: Letter| over |= letter.subject == OVER;
                    self.member.post(0, window as u64, number, body, &mut open);
                    if number == LAST {
                        break;
                    }
                }
                if over {
                    return Ok(false);
                }
            }
        }
        Ok(true)
    }

    /// Takes in the windows of all members, this one's among them, with what is `waiting` of each; false if
    /// somebody has broken off.
    fn take_in(&mut self, waiting: &mut [VecDeque<Letter>]) -> Result<bool, Stop> {
        let mut ahead = Ahead::default();
        for round in 0..self.shared.job.realm.rounds() {
            for window in 0..self.windows {
                self.watch()?;
                if self.shared.refused.load(Ordering::Relaxed) {
                    // Whoever gathers has failed, and tells why at the end.
                    return Ok(true);
                }
                let owner = window % self.member.count();
                let bytes = if owner == self.member.index() {
                    self.extract(&mut ahead, round, window)?
                } else {
                    match self.put_together(waiting, owner)? {
                        Some(bytes) => bytes,
                        None => return Ok(false),
                    }
                };
                self.say(true, || News::Part { round, window, bytes });
            }
        }
        Ok(true)
    }

    /// The next window of one member; `None` if somebody has broken off.
    fn put_together(
        &mut self,
        waiting: &mut [VecDeque<Letter>],
        owner: usize,
    ) -> Result<Option<Vec<u8>>, Stop> {
        let mut bytes = Vec::new();
        loop {
            while let Some(letter) = waiting[owner].pop_front() {
                self.member.confirm(&letter);
                bytes.extend(&letter.body);
                if letter.number == LAST {
                    return Ok(Some(bytes));
                }
            }
            self.check()?;
            let mut over = false;
            for letter in self.member.wait()? {
                if letter.subject == OVER {
                    over = true;
                } else {
                    waiting[letter.from].push_back(letter);
                }
            }
            if over {
                return Ok(None);
            }
        }
    }

    /// What is wanted of one of this member's windows.
    fn extract(&mut self, ahead: &mut Ahead, round: usize, window: usize) -> Result<Vec<u8>, Stop> {
        let (slice, levels) = (&self.slice, self.counts.len());
        if let Some(folder) = slice.folder()
            && ahead.windows.binary_search(&window).is_err()
        {
            let batch = WindowIndex::batch(levels, self.room / 16);
            ahead.windows = (window..self.windows).step_by(self.member.count()).take(batch).collect();
            ahead.index = None;
            ahead.index = Some(WindowIndex::new(folder, &*self.shared.job.realm, levels, &ahead.windows)?);
        }
        let mut read = |depth: usize| match &ahead.index {
            Some(index) => index.read(depth, window),
            None => slice.read(&slice.open(depth)?, window),
        };
        Ok(self.division.extract(round, window, levels, &mut read)?)
    }

    /// Lets the process look whether a limit is reached, and hears of it.
    fn watch(&self) -> Result<(), Stop> {
        self.member.all_there()?;
        self.tell(self.counts.len() - 1, 1.0, 0);
        Ok(self.check()?)
    }

    fn say(&self, leads: bool, news: impl FnOnce() -> News) {
        if leads {
            // Nobody listens any more where the work is being given up.
            let _ = self.news.send(news());
        }
    }
}
