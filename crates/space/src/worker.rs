//! What one thread or process does with one window: delayed duplicate detection (Korf 2004) over
//! windows of a perfect numbering.
//!
//! A level advances in two passes. First every window is *expanded*: the successors that may lie in
//! other windows are sent there, sorted, as segments. Then every window *advances*: what has been sent
//! to it, and what its own positions lead to, less the level before, is its part of the new level.
//!
//! A dense level sends only what crosses into another window; the rest is swept by words. A thin one
//! sends everything and sorts it.

use taquin_search::Limit;
use taquin_tiles::Board;

use crate::head::At;
use crate::segment::{Number, Segment, Writer};
use crate::space::Space;
use crate::sweep::{Half, Sweep};
use crate::ways::{Cursor, Ways};
use crate::windows::Windows;

/// A space prepared for work on its windows.
pub struct Worker<'a> {
    space: &'a Space,
    windows: Windows,
    sweep: Sweep<'a>,
    ways: Ways,
}

/// Successors on their way to their windows.
pub struct Outbox<'a> {
    buffers: Vec<Vec<Number>>,
    /// The windows whose buffers hold anything.
    used: Vec<usize>,
    capacity: usize,
    send: &'a mut dyn FnMut(usize, Segment),
}

impl<'a> Outbox<'a> {
    /// An outbox for all windows that holds about so many bytes before it sends.
    pub fn new(windows: &Windows, bytes: usize, send: &'a mut dyn FnMut(usize, Segment)) -> Self {
        let capacity = (bytes / size_of::<Number>() / windows.count()).clamp(16, 1 << 18);
        Outbox { buffers: vec![Vec::new(); windows.count()], used: Vec::new(), capacity, send }
    }

    #[inline]
    fn push(&mut self, worker: &Worker<'_>, half: usize, window: usize, number: Number) {
        if self.buffers[window].is_empty() {
            self.used.push(window);
        }
        self.buffers[window].push(number);
        if self.buffers[window].len() >= self.capacity {
            self.flush(worker, half, window);
        }
    }

    fn flush(&mut self, worker: &Worker<'_>, half: usize, window: usize) {
        let buffer = &mut self.buffers[window];
        buffer.sort_unstable();
        buffer.dedup();
        let mut writer = Writer::new(worker.windows.start(worker.space, half, window));
        buffer.drain(..).for_each(|number| writer.push(number));
        (self.send)(window, writer.finish());
    }
}

impl<'a> Worker<'a> {
    /// From so many positions a block on, a level is swept by words.
    const DENSE: u64 = 64;

    /// Prepares the work on these windows of `space`.
    #[must_use]
    pub fn new(space: &'a Space, windows: Windows) -> Self {
        Worker { space, windows, sweep: Sweep::new(space), ways: Ways::new(space) }
    }

    /// The windows.
    #[must_use]
    pub fn windows(&self) -> Windows {
        self.windows
    }

    /// Level 0: the window that the goal is in, and the segment with the goal alone.
    #[must_use]
    pub fn goal(&self) -> (usize, Segment) {
        let goal = self.space.goal_position();
        let window = self.windows.of(goal.at.block);
        let mut writer = Writer::new(self.windows.start(self.space, 0, window));
        writer.push(self.space.number(goal));
        (window, writer.finish())
    }

    /// Whether a level of so many positions is swept by words, with `room` bytes to do it in.
    #[must_use]
    pub fn is_dense(&self, count: u64, room: usize) -> bool {
        let blocks = self.space.heads().blocks() as u64;
        count / Self::DENSE >= blocks && self.windows.working_bytes(self.space) <= room as u128
    }

    /// Sends the successors of the positions of one window at distance `depth` to where they belong.
    pub fn expand(&self, depth: usize, window: usize, level: &Segment, dense: bool, outbox: &mut Outbox<'_>) {
        let half = depth % 2;
        let end = dense.then_some(self.windows.prefix());
        let crosses: Vec<bool> = (0..self.space.planes().len())
            .map(|plane| end.is_none_or(|end| self.ways.reaches(plane, end)))
            .collect();
        let mut cursor = Cursor::new(self.space, half);
        for number in level.numbers(self.windows.start(self.space, half, window)) {
            let position = cursor.position(number);
            if !crosses[position.plane] {
                continue;
            }
            let digits = cursor.digits(position);
            self.ways.visit(self.space, position, digits, end, |next| {
                let target = self.windows.of(next.at.block);
                // What a dense level leads to within its window is collected there.
                if !(dense && target == window) {
                    outbox.push(self, 1 - half, target, self.space.number(next));
                }
            });
        }
        for target in std::mem::take(&mut outbox.used) {
            // A buffer that was sent when full, and used again, is named twice.
            if !outbox.buffers[target].is_empty() {
                outbox.flush(self, 1 - half, target);
            }
        }
    }

    /// The part of the level at distance `depth` that lies in one window: from what has been `sent`
    /// to it and the two levels before, with about `room` bytes to work in.
    ///
    /// # Errors
    /// The memory limit, if that room cannot be had.
    pub fn advance(
        &self,
        depth: usize,
        window: usize,
        [before, level]: [&Segment; 2],
        sent: &[Segment],
        dense: bool,
        room: usize,
    ) -> Result<Segment, Limit> {
        if sent.is_empty() && (level.count == 0 || !dense) {
            return Ok(Segment::default());
        }
        if dense {
            return self.sweep(depth, window, [before, level], sent);
        }
        let half = depth % 2;
        let start = self.windows.start(self.space, half, window);
        let mut merge = Merge {
            start,
            sent,
            before: before.numbers(start).peekable(),
            writer: Writer::new(start),
            capacity: (room / size_of::<Number>()).max(1024),
        };
        merge.range(start, Number::MAX);
        Ok(merge.writer.finish())
    }

    /// The boards of the positions at distance `depth` in one window.
    pub fn boards(&self, depth: usize, window: usize, level: &Segment) -> impl Iterator<Item = Board> {
        let half = depth % 2;
        let mut cursor = Cursor::new(self.space, half);
        let numbers = level.numbers(self.windows.start(self.space, half, window));
        numbers.map(move |number| self.space.board(cursor.position(number)))
    }

    /// The same, word by word.
    fn sweep(
        &self,
        depth: usize,
        window: usize,
        [before, level]: [&Segment; 2],
        sent: &[Segment],
    ) -> Result<Segment, Limit> {
        let (half, heads) = (depth % 2, self.space.heads());
        let blocks = self.windows.blocks(window);
        let fill = |half: usize, segments: &[&Segment]| {
            let mut level = Half::new(self.space, half, blocks.clone()).ok_or(Limit::Memory)?;
            segments.iter().for_each(|segment| level.add(self.space, segment));
            Ok(level)
        };
        let mut new = fill(half, &sent.iter().collect::<Vec<_>>())?;
        let old = fill(half, &[before])?;
        let source = fill(1 - half, &[level])?;
        let mut writer = Writer::new(0);
        let len = heads.block();
        let mut at = 0;
        for number in blocks.clone() {
            let digits = heads.digits(At { block: number, inner: 0 });
            for slot in 0..new.planes {
                let words = &mut new.words[at..at + len];
                self.sweep.collect(half, slot, number, &digits, source.level(), words);
                for (word, old) in words.iter_mut().zip(&old.words[at..at + len]) {
                    *word &= !old;
                }
                writer.push_words(at, words);
                at += len;
            }
        }
        Ok(writer.finish())
    }
}

/// The sorted union of what was sent, less the level before.
struct Merge<'a> {
    start: Number,
    sent: &'a [Segment],
    before: std::iter::Peekable<crate::segment::Numbers<'a>>,
    writer: Writer,
    /// How many numbers may be sorted at once.
    capacity: usize,
}

impl Merge<'_> {
    /// Writes the new positions from `low` up to `high`. Where they are too many to be sorted at once,
    /// the range is divided at the middle of those already seen.
    fn range(&mut self, low: Number, high: Number) {
        let mut numbers: Vec<Number> = Vec::new();
        for segment in self.sent {
            let inside = segment.numbers(self.start).skip_while(|&number| number < low);
            numbers.extend(inside.take_while(|&number| number < high));
            if numbers.len() > self.capacity {
                numbers.sort();
                numbers.dedup();
                if numbers.len() > self.capacity / 2 {
                    let middle = numbers[numbers.len() / 2];
                    if middle > low {
                        drop(numbers);
                        self.range(low, middle);
                        return self.range(middle, high);
                    }
                }
            }
        }
        numbers.sort();
        numbers.dedup();
        for number in numbers {
            while self.before.next_if(|&before| before < number).is_some() {}
            if self.before.next_if_eq(&number).is_none() {
                self.writer.push(number);
            }
        }
    }
}
