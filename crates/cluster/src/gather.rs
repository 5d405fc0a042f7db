//! Gathering a whole space: when all levels have been found, the first member receives all windows in order
//! and passes them to the gatherer on its host.
//!
//! All members extract their windows at the same time, and send what they have extracted in pieces. A piece
//! counts as read only when its window is complete; so the first member holds no more than the others may
//! have in flight, and one window, for any number of members.

use std::collections::VecDeque;
use std::sync::atomic::Ordering;
use std::sync::mpsc::sync_channel;
use std::time::Duration;

use taquin_search::Limit;
use taquin_space::WindowIndex;

use crate::enumerate::Event;
use crate::error::Error;
use crate::member::Received;
use crate::message::Message;
use crate::search::MemberSearch;
use crate::shared::Stop;

/// How often a member that waits for pieces looks whether a limit is reached.
const PAUSE: Duration = Duration::from_millis(10);

/// The pieces that have come from one member and whose turn has not.
type Pieces = VecDeque<Received<Message>>;

/// Where a member finds the levels of its next windows, if they are in files.
#[derive(Default)]
struct Ahead {
    windows: Vec<usize>,
    index: Option<WindowIndex>,
}

impl MemberSearch<'_, '_> {
    /// Sends all windows to the first member; returns the limit that was reached before all of them were
    /// written, if one was.
    pub(crate) fn gather(&mut self) -> Result<Option<Limit>, Error> {
        let first = self.member.index() == 0;
        if first {
            self.shared.tell(Event::Begin { fineness: self.fineness, counts: self.counts.clone() });
        }
        let done = if first { self.take_in() } else { self.hand_over() };
        // Members that still have windows to send need not, and are not kept waiting.
        match (first, &done) {
            (true, _) => (1..self.member.count()).for_each(|to| self.member.send(to, Message::Break)),
            (false, Err(_)) => self.member.send(0, Message::Break),
            (false, Ok(_)) => {}
        }
        self.member.end_phase(drop)?;
        let written = match done {
            // No level is removed before it is known that all is written.
            Ok(true) if first => {
                let (answer, written) = sync_channel(1);
                self.shared.tell(Event::End(answer));
                let written = written.recv().unwrap_or_else(|_| Err("the gatherer is gone".into()));
                written.map_err(Stop::from)
            }
            other => other.map(drop),
        };
        let limit = self.sum_up(written.map(|()| 0))?.limit;
        Ok(limit.filter(|(_, unfinished)| *unfinished).map(|(limit, _)| limit))
    }

    /// Extracts this member's windows, and sends them to the first member; false if that has stopped.
    fn hand_over(&mut self) -> Result<bool, Stop> {
        let mut ahead = Ahead::default();
        let piece = self.member.piece();
        let mut over = false;
        for round in 0..self.shared.job.realm.rounds() {
            for window in self.own() {
                self.watch()?;
                let bytes = self.extract(&mut ahead, round, window)?;
                let mut pieces = bytes.chunks(piece).peekable();
                let mut last = false;
                while !last {
                    let bytes = pieces.next().unwrap_or_default().to_vec();
                    last = pieces.peek().is_none();
                    let len = bytes.len();
                    self.member.send_bounded(0, Message::Extract { bytes, last }, len, &mut |received| {
                        over |= matches!(received.message, Message::Break);
                    });
                }
                if over {
                    return Ok(false);
                }
            }
        }
        Ok(true)
    }

    /// Receives the windows of all members, including this one; false if another member has stopped.
    fn take_in(&mut self) -> Result<bool, Stop> {
        let mut pieces: Vec<Pieces> = (0..self.member.count()).map(|_| Pieces::new()).collect();
        let mut ahead = Ahead::default();
        for round in 0..self.shared.job.realm.rounds() {
            for window in 0..self.windows {
                self.watch()?;
                if self.shared.refused.load(Ordering::Relaxed) {
                    // The gatherer has failed, and reports why at the end.
                    return Ok(true);
                }
                let owner = window % self.member.count();
                let bytes = if owner == self.member.index() {
                    self.extract(&mut ahead, round, window)?
                } else {
                    match self.put_together(&mut pieces, owner)? {
                        Some(bytes) => bytes,
                        None => return Ok(false),
                    }
                };
                self.shared.tell(Event::Window { round, window, bytes });
            }
        }
        Ok(true)
    }

    /// The next window of the member `owner`; `None` if a member has broken off.
    fn put_together(&mut self, pieces: &mut [Pieces], owner: usize) -> Result<Option<Vec<u8>>, Stop> {
        let mut window = Vec::new();
        loop {
            while let Some(received) = pieces[owner].pop_front() {
                let Message::Extract { bytes, last } = received.message else { return Ok(None) };
                window.extend(bytes);
                if last {
                    return Ok(Some(window));
                }
            }
            self.check()?;
            for received in self.member.receive(PAUSE)? {
                if matches!(received.message, Message::Break) {
                    return Ok(None);
                }
                pieces[received.from].push_back(received);
            }
        }
    }

    /// What is wanted of one of this member's windows.
    fn extract(&mut self, ahead: &mut Ahead, round: usize, window: usize) -> Result<Vec<u8>, Stop> {
        let (kept, levels) = (&self.levels, self.counts.len());
        if let Some(folder) = kept.folder()
            && ahead.windows.binary_search(&window).is_err()
        {
            let batch = WindowIndex::batch(levels, self.room / 16);
            ahead.windows = (window..self.windows).step_by(self.member.count()).take(batch).collect();
            ahead.index = None;
            ahead.index = Some(WindowIndex::new(folder, &*self.shared.job.realm, levels, &ahead.windows)?);
        }
        let mut read = |depth: usize| match &ahead.index {
            Some(index) => index.read(depth, window),
            None => kept.read(&kept.open(Some(depth))?, window),
        };
        Ok(self.division.extract(round, window, levels, &mut read)?)
    }

    /// Lets the process check its limits, and fails if one is reached or a process is lost.
    fn watch(&self) -> Result<(), Stop> {
        self.member.all_there()?;
        self.tell(self.counts.len() - 1, 1.0, 0);
        Ok(self.check()?)
    }
}
