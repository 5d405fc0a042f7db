//! A space of tiles, window by window.
//!
//! A dense level sends only what crosses into another window; the rest is swept word by word. A sparse
//! level sends everything and sorts it.

use taquin_search::Limit;
use taquin_tiles::format::Style;

use crate::buffers::Buffers;
use crate::error::Error;
use crate::file::describe;
use crate::head::At;
use crate::merge::merge;
use crate::realm::{Division, Read, Realm, Send};
use crate::segment::{Number, Segment, Writer};
use crate::space::Space;
use crate::sweep::{Half, Sweep};
use crate::ways::{Cursor, Ways};
use crate::windows::Windows;

impl Realm for Space {
    fn describe(&self) -> Vec<u8> {
        describe(self)
    }

    fn name(&self) -> String {
        let geometry = self.geometry();
        let kind = if geometry.is_torus() { "torus" } else { "flat" };
        let tiles: Vec<String> = self.goal().tiles().iter().map(ToString::to_string).collect();
        format!("{}x{} {kind} from {}", geometry.rows(), geometry.cols(), tiles.join(" "))
    }

    fn size(&self) -> Option<u128> {
        Some(self.size())
    }

    fn fineness(&self, bytes: usize, least: usize) -> usize {
        // What is read and written beside the words is as much again, and may double while it grows.
        Windows::fitting(self, bytes / 3, least).prefix()
    }

    fn windows(&self, fineness: usize) -> usize {
        Windows::new(self, fineness).count()
    }

    fn divide(&self, fineness: usize) -> Box<dyn Division + '_> {
        Box::new(Divided::new(self, Windows::new(self, fineness)))
    }

    /// The two halves, one after the other.
    fn rounds(&self) -> usize {
        2
    }
}

/// A space divided into windows.
struct Divided<'a> {
    space: &'a Space,
    windows: Windows,
    sweep: Sweep<'a>,
    ways: Ways,
}

impl<'a> Divided<'a> {
    /// A level with this many positions a block, or more, is swept by words.
    const DENSE: u64 = 64;

    fn new(space: &'a Space, windows: Windows) -> Self {
        Divided { space, windows, sweep: Sweep::new(space), ways: Ways::new(space) }
    }

    /// The part of a new level that lies in one window, word by word.
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

impl Division for Divided<'_> {
    fn origin(&self) -> (usize, Segment) {
        let goal = self.space.goal_position();
        let window = self.windows.of(goal.at.block);
        let mut writer = Writer::new(self.windows.start(self.space, 0, window));
        writer.push(self.space.number(goal));
        (window, writer.finish())
    }

    fn is_dense(&self, count: u64, room: usize) -> bool {
        let blocks = self.space.heads().blocks() as u64;
        count / Self::DENSE >= blocks && self.windows.working_bytes(self.space) <= room as u128
    }

    fn sweep_bytes(&self) -> usize {
        usize::try_from(self.windows.working_bytes(self.space)).unwrap_or(usize::MAX)
    }

    fn expand(&self, depth: usize, window: usize, level: &Segment, dense: bool, room: usize, send: Send<'_>) {
        let half = depth % 2;
        let end = dense.then_some(self.windows.prefix());
        let crosses: Vec<bool> = (0..self.space.planes().len())
            .map(|plane| end.is_none_or(|end| self.ways.reaches(plane, end)))
            .collect();
        let mut write = |window: usize, numbers: &[Number]| {
            let mut writer = Writer::new(self.windows.start(self.space, 1 - half, window));
            numbers.iter().for_each(|&number| writer.push(number));
            send(window, writer.finish());
        };
        let mut buffers = Buffers::new(self.windows.count(), room);
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
                    buffers.push(target, self.space.number(next), &mut write);
                }
            });
        }
        buffers.finish(&mut write);
    }

    fn advance(
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
        // No move leads from a half to itself, so the level itself need not be known.
        let start = self.windows.start(self.space, depth % 2, window);
        let lists = || sent.iter().map(|segment| segment.numbers(start)).collect();
        let capacity = (room / 2 / size_of::<Number>()).max(1024);
        let mut writer = Writer::new(start);
        merge(&lists, vec![before.numbers(start)], capacity, |number| writer.push(number));
        Ok(writer.finish())
    }

    fn lines(&self, depth: usize, window: usize, level: &Segment, most: usize) -> Vec<String> {
        let half = depth % 2;
        let mut cursor = Cursor::new(self.space, half);
        let numbers = level.numbers(self.windows.start(self.space, half, window)).take(most);
        let board = |number| self.space.board(cursor.position(number)).text(Style::Rows).to_string();
        numbers.map(board).collect()
    }

    /// The marks of a table of distances: the levels of one half whose distance, divided by two, is odd.
    fn extract(&self, round: usize, window: usize, levels: usize, read: Read<'_>) -> Result<Vec<u8>, Error> {
        let mut words = vec![0; self.windows.blocks(window).len() * self.space.stride(round)];
        for depth in (0..levels).filter(|depth| depth % 2 == round && depth / 2 % 2 == 1) {
            read(depth)?.add_to(&mut words, |_| ());
        }
        let mut writer = Writer::new(0);
        let len = self.space.heads().block();
        for (number, block) in words.chunks(len).enumerate() {
            writer.push_words(number * len, block);
        }
        Ok(writer.finish().bytes)
    }
}
