//! The map in the memory of the CPU: what the kernels do, one position after the other.

use std::ops::Range;

use super::classes::{BITS, Class, Classes, Edge};
use super::tail::Tails;
use super::{Map, Marks, Sweep, TASK};
use crate::error::Error;

/// The most positions that are listed.
pub(crate) const LISTED: usize = 1000;

/// A map in memory.
pub(crate) struct TwinMap {
    /// The marks that a sweep reads, and those that it makes where they are others.
    from: Vec<u32>,
    to: Option<Vec<u32>>,
    listed: Vec<(usize, u32)>,
    tails: Tails,
    words: usize,
    classes: Vec<Class>,
    edges: Vec<Edge>,
}

impl TwinMap {
    /// An empty map.
    pub(crate) fn new(classes: &Classes) -> Self {
        let words = classes.words() as usize;
        let from = vec![0; words * classes.len()];
        TwinMap {
            to: (!classes.tails.paired).then(|| from.clone()),
            from,
            listed: Vec::new(),
            tails: classes.tails,
            words,
            classes: classes.all.clone(),
            edges: classes.edges.clone(),
        }
    }

    fn place(&self, class: usize, number: u32) -> (usize, u32) {
        (class * self.words + number as usize / BITS as usize, 1 << (number % BITS as u32))
    }

    fn has(&self, class: usize, number: u32) -> bool {
        let (word, bit) = self.place(class, number);
        self.from[word] & bit != 0
    }

    fn mark(&mut self, class: usize, number: u32, list: bool) {
        let (word, bit) = self.place(class, number);
        let words = self.to.as_mut().unwrap_or(&mut self.from);
        let fresh = words[word] & bit == 0;
        words[word] |= bit;
        if fresh && list && self.listed.len() < LISTED {
            self.listed.push((class, number));
        }
    }

    /// Sweeps one position.
    fn visit(&mut self, sweep: Sweep, class: usize, number: u32) {
        if self.has(class, number) == sweep.pull {
            return;
        }
        let tail = self.tails.arrangement(number, self.classes[class].odd);
        let edges = self.classes[class].edges..self.classes[class + 1].edges;
        let moves = edges.start..edges.start + self.classes[class].moves;
        let to = |edge: &Edge| (edge.class as usize, self.tails.number(tail, edge.places, edge.tiles));
        if sweep.pull {
            let found = self.edges[moves].iter().any(|edge| {
                let (class, number) = to(edge);
                self.has(class, number)
            });
            if found {
                self.mark(class, number, sweep.list);
            }
        } else {
            let reached: Vec<(usize, u32)> = self.edges[edges].iter().map(to).collect();
            for (class, number) in reached {
                self.mark(class, number, sweep.list);
            }
        }
    }
}

impl Map for TwinMap {
    fn bytes(&self) -> usize {
        size_of_val(&self.from[..]) + self.to.as_ref().map_or(0, |to| size_of_val(&to[..]))
    }

    fn begin(&mut self) -> Result<(), Error> {
        self.listed.clear();
        if let Some(to) = &mut self.to {
            to.copy_from_slice(&self.from);
        }
        Ok(())
    }

    fn sweep(&mut self, sweep: Sweep, tasks: Range<u64>) -> Result<(), Error> {
        let each = (self.words as u64).div_ceil(TASK);
        for task in tasks {
            let (class, part) = (sweep.first + (task / each) as usize, task % each);
            let first = part * TASK * BITS;
            let end = (first + TASK * BITS).min(self.tails.count().into());
            (first..end).for_each(|number| self.visit(sweep, class, number as u32));
        }
        Ok(())
    }

    fn end(&mut self) -> Result<(), Error> {
        if let Some(to) = &self.to {
            self.from.copy_from_slice(to);
        }
        Ok(())
    }

    fn count(&mut self, classes: Range<usize>) -> Result<Marks, Error> {
        let mut marks = Marks::default();
        for class in classes {
            let words = &self.from[class * self.words..(class + 1) * self.words];
            let bits: u64 = words.iter().map(|word| u64::from(word.count_ones())).sum();
            marks.bits += bits;
            marks.positions += bits * u64::from(self.classes[class].heads);
        }
        Ok(marks)
    }

    fn listed(&mut self) -> Result<Vec<(usize, u32)>, Error> {
        Ok(self.listed.clone())
    }

    fn read(&mut self, from: u64, words: &mut [u32]) -> Result<(), Error> {
        words.copy_from_slice(&self.from[from as usize..from as usize + words.len()]);
        Ok(())
    }

    fn write(&mut self, to: u64, words: &[u32]) -> Result<(), Error> {
        self.from[to as usize..to as usize + words.len()].copy_from_slice(words);
        Ok(())
    }
}
