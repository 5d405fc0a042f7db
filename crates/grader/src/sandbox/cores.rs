//! The cores of the machine, divided among runs, so that a busy run does not slow the others down.

use std::sync::{Arc, Mutex, PoisonError};

use rustix::thread::{CpuSet, sched_getaffinity};

/// Shares of the cores.
#[derive(Clone, Debug)]
pub(super) struct Cores {
    shares: Arc<Vec<CpuSet>>,
    free: Arc<Mutex<Vec<usize>>>,
}

/// A share that is taken, given back when it is dropped.
pub(super) struct Share<'a> {
    of: &'a Cores,
    number: usize,
}

impl Cores {
    /// As many shares as there are runs at a time, of cores of their own where there are enough.
    pub(super) fn new(runs: usize) -> Self {
        let runs = runs.max(1);
        let all = sched_getaffinity(None).unwrap_or_else(|_| CpuSet::new());
        let cores: Vec<usize> = (0..CpuSet::MAX_CPU).filter(|&core| all.is_set(core)).collect();
        let share = |run: usize| {
            let mut share = CpuSet::new();
            let (from, to) = (run * cores.len() / runs, (run + 1) * cores.len() / runs);
            let alone = || cores.get(run % cores.len().max(1)).into_iter();
            cores[from..to].iter().for_each(|&core| share.set(core));
            if from == to {
                alone().for_each(|&core| share.set(core));
            }
            share
        };
        Cores {
            shares: Arc::new((0..runs).map(share).collect()),
            free: Arc::new(Mutex::new((0..runs).collect())),
        }
    }

    /// The next free share, or the first where all are taken.
    pub(super) fn take(&self) -> Share<'_> {
        let free = self.free.lock().unwrap_or_else(PoisonError::into_inner).pop();
        Share { of: self, number: free.unwrap_or(usize::MAX) }
    }
}

impl Share<'_> {
    pub(super) fn cores(&self) -> CpuSet {
        self.of.shares.get(self.number).copied().unwrap_or(self.of.shares[0])
    }
}

impl Drop for Share<'_> {
    fn drop(&mut self) {
        if self.number != usize::MAX {
            self.of.free.lock().unwrap_or_else(PoisonError::into_inner).push(self.number);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shares_are_apart_while_there_are_cores() {
        let all = sched_getaffinity(None).unwrap();
        let count = all.count() as usize;
        let cores = Cores::new(count);
        let taken: Vec<Share<'_>> = (0..count).map(|_| cores.take()).collect();
        assert!(taken.iter().all(|share| share.cores().count() == 1));
        let mut union = CpuSet::new();
        for share in &taken {
            (0..CpuSet::MAX_CPU).filter(|&core| share.cores().is_set(core)).for_each(|core| union.set(core));
        }
        assert_eq!(union, all);
        drop(taken);
        assert_eq!(Cores::new(1).take().cores(), all);
        assert!(Cores::new(3 * count).shares.iter().all(|share| share.count() == 1));
    }
}
