//! The engine over the emulated kernels.

use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use libloading::{Library, Symbol};
use taquin_tiles::automaton::Automaton;
use tempfile::TempDir;

use super::{EMULATOR, compile};
use crate::bases::Bases;
use crate::constants::{Cut, LAYER, NODE, SEARCH, start_words, transition_words};
use crate::engine::{Descent, Engine, Round, Slice, Step};
use crate::error::Error;
use crate::plan::Plan;
use crate::position::{Packed, Position};

/// Entry points for the kernels, since only C++ can start their threads.
const SEARCH_ENTRY: &str = r#"
extern "C" void run_search(const u64* roots, u32 count, const u8* lefts, int left, u32 slice, u32 slices, const Tiles* tiles,
    const Layout* layout, const u8* tables, const u32* transitions, const u32* starts, Control* control, Job* jobs, u32* turns, Answer* answers) {
    launch(1, THREADS, [=] {
        search(roots, count, lefts, left, slice, slices, tiles, layout, tables, transitions, starts, control, jobs, turns, answers);
    });
}
"#;
const LAYER_ENTRY: &str = r#"
extern "C" void run_estimate(const u64* positions, u32 count, const Tiles* tiles, const Layout* layout, const u8* tables, u8* out) {
    launch(2, THREADS, [=] { estimate(positions, count, tiles, layout, tables, out); });
}
extern "C" void run_expand(const u64* layer, u32 count, int left, const Tiles* tiles, const Layout* layout, const u8* tables,
    u64* slots, u32* origins, u8* scores, u64 mask, Tally* tally) {
    launch(2, THREADS, [=] { expand(layer, count, left, tiles, layout, tables, slots, origins, scores, mask, tally); });
}
extern "C" void run_gather(const u64* slots, const u32* origins, const u8* scores, u64 mask, u32 size, u32* places, u64* layer,
    u32* kept) {
    launch(2, THREADS, [=] { gather(slots, origins, scores, mask, size, places, layer, kept); });
}
"#;
type RunSearch = unsafe extern "C" fn(
    *const Packed,
    u32,
    *const u8,
    i32,
    u32,
    u32,
    *const u32,
    *const u8,
    *const u8,
    *const u32,
    *const u32,
    *mut u64,
    *mut u64,
    *mut u32,
    *mut u8,
);
type RunEstimate = unsafe extern "C" fn(*const Packed, u32, *const u32, *const u8, *const u8, *mut u8);
type RunExpand = unsafe extern "C" fn(
    *const Packed,
    u32,
    i32,
    *const u32,
    *const u8,
    *const u8,
    *mut u64,
    *mut u32,
    *mut u8,
    u64,
    *mut u32,
);
type RunGather =
    unsafe extern "C" fn(*const u64, *const u32, *const u8, u64, u32, *mut u32, *mut Packed, *mut u32);
/// Bytes of `Answer` before its path.
const ANSWER: usize = 12;

/// An engine over the emulated kernels, for one plan.
pub(crate) struct Emulated {
    _folder: TempDir,
    library: Library,
    /// The same kernels, for many puzzles.
    many: (TempDir, Library),
    tiles: Vec<u32>,
    layout: Vec<u8>,
    tables: Vec<u8>,
    transitions: Vec<u32>,
    starts: Vec<u32>,
    layer: Vec<Packed>,
    origins: Vec<Vec<u32>>,
    goal: u32,
    roots: Vec<Packed>,
    root_depth: usize,
    /// Jobs that went through the pool.
    pub(crate) given: u32,
}

/// Four threads, so that they interfere with each other, and a window and a pool that overflow.
fn cut(many: bool) -> Cut {
    Cut { threads: 4, blocks: 1, depth: 128, window: 4, lag: 3, slice: 8, ring: 64, many }
}

impl Emulated {
    /// An engine with the given tables; none where there is no compiler.
    pub(crate) fn new(plan: &Plan, bases: &Bases, tables: Vec<u8>, automaton: &Automaton) -> Option<Self> {
        let defines = plan.defines(bases, &cut(false));
        let (folder, library) =
            compile(&[EMULATOR, &defines, NODE, SEARCH, SEARCH_ENTRY, LAYER, LAYER_ENTRY].concat())?;
        let defines = plan.defines(bases, &cut(true));
        Some(Emulated {
            _folder: folder,
            library,
            many: compile(&[EMULATOR, &defines, NODE, SEARCH, SEARCH_ENTRY].concat())?,
            tiles: plan.tiles_words(bases),
            layout: plan.layout_bytes(bases),
            tables,
            transitions: transition_words(automaton),
            starts: start_words(automaton, plan.grid.cells()),
            layer: Vec::new(),
            origins: Vec::new(),
            goal: 0,
            roots: Vec::new(),
            root_depth: 0,
            given: 0,
        })
    }

    fn path_to(&self, depth: usize, mut number: usize) -> Vec<u8> {
        let mut path = vec![0; depth];
        for depth in (0..depth).rev() {
            let origin = self.origins[depth][number];
            path[depth] = (origin % 4) as u8;
            number = origin as usize / 4;
        }
        path
    }

    /// Runs `search`, and tells it to stop when `patience` says so; returns its counts and the answers.
    fn search(
        &mut self,
        roots: &[Packed],
        lefts: Option<&[u8]>,
        left: i32,
        slice: Slice,
        patience: &mut dyn FnMut() -> bool,
    ) -> (Descent, Vec<u8>) {
        let library = if lefts.is_some() { &self.many.1 } else { &self.library };
        let (tiles, layout, tables) = (&self.tiles, &self.layout, &self.tables);
        let (transitions, starts) = (&self.transitions, &self.starts);
        let control: [AtomicU64; 4] = Default::default();
        let run = || {
            let (mut jobs, mut turns) = (vec![0u64; 64 * 4], vec![0u32; 64]);
            let mut answers = vec![0u8; (ANSWER + 128) * roots.len().max(1)];
            // SAFETY: the signature is that of `run_search`, and the arrays have the sizes of `cut`.
            unsafe {
                let run: Symbol<'_, RunSearch> = library.get(b"run_search").unwrap();
                run(
                    roots.as_ptr(),
                    roots.len() as u32,
                    lefts.map_or(std::ptr::null(), <[u8]>::as_ptr),
                    left,
                    slice.number,
                    slice.count,
                    tiles.as_ptr(),
                    layout.as_ptr(),
                    tables.as_ptr(),
                    transitions.as_ptr(),
                    starts.as_ptr(),
                    control.as_ptr().cast_mut().cast(),
                    jobs.as_mut_ptr(),
                    turns.as_mut_ptr(),
                    answers.as_mut_ptr(),
                );
            }
            answers
        };
        let mut broken = false;
        let answers = std::thread::scope(|scope| {
            let running = scope.spawn(run);
            while !running.is_finished() {
                if !broken && patience() {
                    broken = true;
                    // The upper half of the last word is `stop`.
                    control[3].fetch_or(1 << 32, Ordering::Relaxed);
                }
                std::thread::sleep(Duration::from_micros(100));
            }
            running.join().unwrap()
        });
        let control = control.map(AtomicU64::into_inner);
        self.given += control[3] as u32;
        let (expanded, generated) = (control[0], control[1]);
        (Descent { expanded, generated, answer: None, broken }, answers)
    }
}

/// The root and the path of an answer.
fn path_of(answer: &[u8]) -> Option<(usize, Vec<u8>)> {
    let word = |at: usize| u32::from_le_bytes(answer[at..at + 4].try_into().unwrap()) as usize;
    (word(0) != 0).then(|| (word(4), answer[ANSWER..ANSWER + word(8)].to_vec()))
}

impl Engine for Emulated {
    fn widest(&self) -> usize {
        1 << 16
    }

    fn equip(&mut self, _: usize, _: &Plan) -> Result<(), Error> {
        Ok(())
    }

    fn estimates(&mut self, positions: &[Packed]) -> Result<Vec<u8>, Error> {
        let mut estimates = vec![0; positions.len()];
        let (count, tiles, layout) = (positions.len() as u32, self.tiles.as_ptr(), self.layout.as_ptr());
        // SAFETY: the signature is that of `run_estimate`, with an estimate for each position.
        unsafe {
            let run: Symbol<'_, RunEstimate> = self.library.get(b"run_estimate").unwrap();
            run(positions.as_ptr(), count, tiles, layout, self.tables.as_ptr(), estimates.as_mut_ptr());
        }
        Ok(estimates)
    }

    fn begin(&mut self, start: &Position) -> Result<(), Error> {
        self.layer = vec![start.pack()];
        self.origins.clear();
        Ok(())
    }

    fn advance(&mut self, bound: u32, width: usize) -> Result<Step, Error> {
        let slots = (4 * self.layer.len()).next_power_of_two().max(4096);
        let mask = slots as u64 - 1;
        let (mut table, mut origins, mut scores) =
            (vec![0u64; 2 * slots], vec![0u32; slots], vec![0u8; slots]);
        let mut tally = vec![0u32; 6 + 256];
        let count = self.layer.len() as u32;
        let left = bound as i32 - self.origins.len() as i32;
        // SAFETY: the signature is that of `run_expand`, and there are slots for all successors.
        unsafe {
            let run: Symbol<'_, RunExpand> = self.library.get(b"run_expand").unwrap();
            run(
                self.layer.as_ptr(),
                count,
                left,
                self.tiles.as_ptr(),
                self.layout.as_ptr(),
                self.tables.as_ptr(),
                table.as_mut_ptr(),
                origins.as_mut_ptr(),
                scores.as_mut_ptr(),
                mask,
                tally.as_mut_ptr(),
            );
        }
        let (mut fresh, mut places) = (0, Vec::new());
        for count in &tally[6..] {
            places.push(fresh);
            fresh += count;
        }
        let size = width.min(fresh as usize);
        let (mut layer, mut kept) = (vec![[0; 2]; size], vec![0; size]);
        // SAFETY: the signature is that of `run_gather`, with room for `size` positions.
        unsafe {
            let run: Symbol<'_, RunGather> = self.library.get(b"run_gather").unwrap();
            let (slots, origins, scores) = (table.as_ptr(), origins.as_ptr(), scores.as_ptr());
            let (layer, kept) = (layer.as_mut_ptr(), kept.as_mut_ptr());
            run(slots, origins, scores, mask, size as u32, places.as_mut_ptr(), layer, kept);
        }
        self.layer = layer;
        self.origins.push(kept);
        self.goal = tally[5];
        let generated = u64::from(tally[2]) | u64::from(tally[3]) << 32;
        Ok(Step { expanded: count.into(), generated, size, cut: size < fresh as usize, goal: tally[4] != 0 })
    }

    fn goal_path(&mut self) -> Result<Vec<u8>, Error> {
        let mut path = self.path_to(self.origins.len() - 1, self.goal as usize / 4);
        path.push((self.goal % 4) as u8);
        Ok(path)
    }

    fn keep(&mut self) -> Result<(), Error> {
        self.roots.clone_from(&self.layer);
        self.root_depth = self.origins.len();
        Ok(())
    }

    fn descend(
        &mut self,
        bound: u32,
        slice: Slice,
        patience: &mut dyn FnMut() -> bool,
    ) -> Result<Descent, Error> {
        let own = self.roots.clone();
        let left = bound as i32 - self.root_depth as i32;
        let (descent, answer) = self.search(&own, None, left, slice, patience);
        Ok(Descent { answer: path_of(&answer), ..descent })
    }

    fn root_path(&mut self, root: usize) -> Result<Vec<u8>, Error> {
        Ok(self.path_to(self.root_depth, root))
    }

    fn roots(&mut self) -> Result<(Vec<Packed>, usize), Error> {
        Ok((self.roots.clone(), self.root_depth))
    }

    fn adopt(&mut self, roots: &[Packed], depth: usize) -> Result<(), Error> {
        self.roots = roots.to_vec();
        self.root_depth = depth;
        Ok(())
    }

    fn round(
        &mut self,
        starts: &[Packed],
        bounds: &[u8],
        patience: &mut dyn FnMut() -> bool,
    ) -> Result<Round, Error> {
        let (Descent { expanded, generated, broken, .. }, answers) =
            self.search(starts, Some(bounds), 0, Slice::ALL, patience);
        let answers = answers.chunks_exact(ANSWER + 128).take(starts.len());
        let answers = answers.map(|answer| path_of(answer).map(|(_, path)| path)).collect();
        Ok(Round { expanded, generated, answers, broken })
    }
}
