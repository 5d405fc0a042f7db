//! The map of a space, swept by the emulated kernels.

use std::ops::Range;

use libloading::Library;
use tempfile::TempDir;

use super::{EMULATOR, compile};
use crate::constants::{SPACE, space_defines};
use crate::error::Error;
use crate::space::{Classes, LISTED, Map, Marks, Sweep, TASK};

const ENTRY: &str = r#"
extern "C" void run_sweep(const u32* from, u32* to, const Class* classes, const Edge* edges, u32 first, u64 begin, u64 end,
    u32 pull, List* list) {
    launch(2, THREADS, [=] { sweep(from, to, classes, edges, first, begin, end, pull, list); });
}
extern "C" void run_count(const u32* map, const Class* classes, u32 first, u32 last, u64* totals) {
    launch(2, THREADS, [=] { count(map, classes, first, last, totals); });
}
"#;
type RunSweep =
    unsafe extern "C" fn(*const u32, *mut u32, *const u32, *const u64, u32, u64, u64, u32, *mut u64);
type RunCount = unsafe extern "C" fn(*const u32, *const u32, u32, u32, *mut u64);

/// The threads of a block: fewer than on a device, since each is one of the system.
const THREADS: u64 = 16;

/// A map whose sweeps are the emulated kernels.
pub(crate) struct EmulatedMap {
    _folder: TempDir,
    library: Library,
    from: Vec<u32>,
    to: Option<Vec<u32>>,
    /// `List`: the count, then the positions.
    list: Vec<u64>,
    classes: Vec<u32>,
    edges: Vec<u64>,
    words: u64,
    tails: u64,
}

impl EmulatedMap {
    /// An empty map; none where there is no compiler.
    pub(crate) fn new(classes: &Classes) -> Option<Self> {
        let source = [EMULATOR, &space_defines(classes, THREADS), SPACE, ENTRY].concat();
        let (folder, library) = compile(&source)?;
        let from = vec![0; (classes.words() * classes.len() as u64) as usize];
        Some(EmulatedMap {
            _folder: folder,
            library,
            to: (!classes.tails.paired).then(|| from.clone()),
            from,
            list: vec![0; 1 + LISTED],
            classes: classes.class_words(),
            edges: classes.edge_words(),
            words: classes.words(),
            tails: classes.tails.count().into(),
        })
    }
}

impl Map for EmulatedMap {
    fn bytes(&self) -> usize {
        size_of_val(&self.from[..])
    }

    fn begin(&mut self) -> Result<(), Error> {
        self.list.fill(0);
        if let Some(to) = &mut self.to {
            to.copy_from_slice(&self.from);
        }
        Ok(())
    }

    fn sweep(&mut self, sweep: Sweep, tasks: Range<u64>) -> Result<(), Error> {
        // Tasks are those of the device; here one of them is several.
        let (theirs, ours) = (self.words.div_ceil(TASK), self.words.div_ceil(THREADS));
        let mine = |task: u64| task / theirs * ours + ((task % theirs) * TASK / THREADS).min(ours);
        let from = self.from.as_mut_ptr();
        let to = self.to.as_mut().map_or(from, |to| to.as_mut_ptr());
        let list = if sweep.list { self.list.as_mut_ptr() } else { std::ptr::null_mut() };
        // SAFETY: the arguments are those of `run_sweep`, and the arrays are as large as the kernel takes them.
        unsafe {
            let run = self.library.get::<RunSweep>(b"run_sweep").expect("it is in the library");
            let (classes, edges) = (self.classes.as_ptr(), self.edges.as_ptr());
            let (begin, end) = (mine(tasks.start), mine(tasks.end));
            run(from, to, classes, edges, sweep.first as u32, begin, end, sweep.pull.into(), list);
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
        let mut totals = [0; 2];
        // SAFETY: the arguments are those of `run_count`.
        unsafe {
            let run = self.library.get::<RunCount>(b"run_count").expect("it is in the library");
            run(
                self.from.as_ptr(),
                self.classes.as_ptr(),
                classes.start as u32,
                classes.end as u32,
                totals.as_mut_ptr(),
            );
        }
        Ok(Marks { bits: totals[0], positions: totals[1] })
    }

    fn listed(&mut self) -> Result<Vec<(usize, u32)>, Error> {
        let count = (self.list[0] as u32 as usize).min(LISTED);
        let place = |&position: &u64| ((position / self.tails) as usize, (position % self.tails) as u32);
        Ok(self.list[1..][..count].iter().map(place).collect())
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
