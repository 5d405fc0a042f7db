//! A whole space brought together: after all levels have been found and kept, the first member takes in
//! all windows, some at a time, and hands them to whoever gathers them on its host.

use std::collections::BTreeMap;
use std::sync::mpsc::sync_channel;

use crate::enumerate::News;
use crate::error::Error;
use crate::member::Letter;
use crate::work::{Stop, Work};

impl Work<'_, '_> {
    /// Sends all windows to the first member.
    pub(crate) fn collect(&mut self) -> Result<(), Error> {
        let leads = self.member.index() == 0;
        self.say(leads, || News::Begin { fineness: self.fineness, counts: self.counts.clone() });
        let mut done = Ok(());
        for round in 0..self.shared.job.realm.rounds() {
            for first in (0..self.windows).step_by(self.member.count()) {
                let window = first + self.member.index();
                let mut came: BTreeMap<usize, Vec<u8>> = BTreeMap::new();
                let mut open = |letter: Letter| {
                    came.insert(letter.subject as usize, letter.body);
                };
                if window < self.windows && done.is_ok() {
                    match self.extract(round, window) {
                        Ok(bytes) => self.member.post(0, window as u64, 0, bytes, &mut open),
                        Err(why) => done = Err(why),
                    }
                }
                self.member.meet(&mut open);
                for (window, bytes) in came {
                    self.say(leads, || News::Part { round, window, bytes });
                }
            }
        }
        // Nobody forgets anything before it is known to be written.
        if leads && done.is_ok() {
            let (answer, written) = sync_channel(1);
            self.say(leads, || News::End(answer));
            done = written.recv().unwrap_or_else(|_| Err("nobody is there to write the file".into()));
        }
        self.tally(done.map(|()| 0).map_err(Stop::from))?;
        Ok(())
    }

    fn extract(&mut self, round: usize, window: usize) -> Result<Vec<u8>, String> {
        let slice = &self.slice;
        let mut read = |depth: usize| slice.read(&slice.open(depth)?, window);
        let extracted = self.division.extract(round, window, self.counts.len(), &mut read);
        extracted.map_err(|error| error.to_string())
    }

    fn say(&self, leads: bool, news: impl FnOnce() -> News) {
        if leads {
            // Nobody listens any more where the work is being given up.
            let _ = self.news.send(news());
        }
    }
}
