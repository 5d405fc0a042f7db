//! The kernels on the CPU: compiled as C++ with `emulator.h`, a thread of a block a thread of the
//! system, and driven as the CUDA engine drives them, so that they are tested where there is no device.
#![allow(unsafe_code)]

use std::ffi::c_void;
use std::ops::Range;
use std::process::Command;
use std::sync::Arc;

use libloading::{Library, Symbol};
use taquin_tiles::pattern::{Pattern, Space, Table};
use tempfile::TempDir;

use crate::automaton::Automaton;
use crate::bases::Bases;
use crate::blocks::Blocks;
use crate::constants::{Cut, LAYER, NODE, SEARCH, TABLE, pascal, table_defines};
use crate::engine::{Descent, Engine, Round, Step};
use crate::error::Error;
use crate::export::{Order, summary};
use crate::grid::Grid;
use crate::plan::{Plan, Shape};
use crate::position::{Packed, Position};

const EMULATOR: &str = include_str!("../kernels/emulator.h");

/// Entry points for the kernels, since only C++ can start their threads.
const SEARCH_ENTRY: &str = r#"
extern "C" void run_search(const u64* roots, u32 count, const u8* lefts, int left, const Tiles* tiles, const Layout* layout,
    const u8* tables, const u32* transitions, const u32* starts, Control* control, Job* jobs, u32* turns, Answer* answers) {
    launch(1, THREADS, [=] {
        search(roots, count, lefts, left, tiles, layout, tables, transitions, starts, control, jobs, turns, answers);
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
const TABLE_ENTRY: &str = r#"
extern "C" void run_table(const Frame* frame, u8* costs, u64 chunks, u64 home, u64 entries, u32* table) {
    for (u32 cost = 0, any = 1; any; cost++) {
        any = 0;
        launch(2, 2, [=, &any] { grow(*frame, costs, chunks, cost, &any); });
    }
    launch(2, 2, [=] { finish(*frame, costs, home, entries, table); });
}
"#;

const PACK_ENTRY: &str = r#"
extern "C" void run_pack(const Frame* frame, u8* costs, u64 chunks, const u32* source, u32 blocks, const u32* ranks, u32 words,
    u32 bits, u32 bytes, u8* table, const u32* sizes, u64* levels, u64* weights) {
    for (u32 cost = 0, any = 1; any; cost++) {
        any = 0;
        launch(2, 2, [=, &any] { grow(*frame, costs, chunks, cost, &any); });
    }
    launch(2, 2, [=] { pack(costs, source, blocks, ranks, words, bits, bytes, table); });
    launch(2, 2, [=] { tally(costs, sizes, blocks, levels, weights); });
}
"#;

type RunSearch = unsafe extern "C" fn(
    *const Packed,
    u32,
    *const u8,
    i32,
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
type RunTable = unsafe extern "C" fn(*const c_void, *mut u8, u64, u64, u64, *mut u32);

type RunPack = unsafe extern "C" fn(
    *const c_void,
    *mut u8,
    u64,
    *const u32,
    u32,
    *const u32,
    u32,
    u32,
    u32,
    *mut u8,
    *const u32,
    *mut u64,
    *mut u64,
);

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

/// Four threads, so that they get in each other's way, and a window and a pool that overflow.
fn cut(many: bool) -> Cut {
    Cut { threads: 4, blocks: 1, depth: 128, window: 4, lag: 3, slice: 8, ring: 64, many }
}

/// Compiles C++; none where there is no compiler.
fn compile(source: &str) -> Option<(TempDir, Library)> {
    let folder = tempfile::tempdir().unwrap();
    let (input, output) = (folder.path().join("kernels.cpp"), folder.path().join("kernels.so"));
    std::fs::write(&input, source).unwrap();
    let compiler = std::env::var("CXX").unwrap_or_else(|_| "c++".into());
    let flags = ["-std=c++20", "-O1", "-w", "-shared", "-fPIC", "-pthread", "-o"];
    let run = Command::new(compiler).args(flags).args([&output, &input]).output().ok()?;
    assert!(run.status.success(), "{}", String::from_utf8_lossy(&run.stderr));
    // SAFETY: the library was just compiled from our own source; nothing runs when it is loaded.
    let library = unsafe { Library::new(&output) }.unwrap();
    Some((folder, library))
}

/// Builds a table with the emulated kernels; none where there is no compiler.
pub(crate) fn table(plan: &Plan, shape: &Shape) -> Option<Vec<u8>> {
    let (_folder, library) = compile(
        &[EMULATOR, &table_defines(plan.grid, shape.cells.len(), plan.bits), TABLE, TABLE_ENTRY].concat(),
    )?;
    let mut costs = Costs::new(plan.grid, shape);
    let frame = costs.frame();
    let mut words = vec![0u32; plan.bytes(shape).div_ceil(4)];
    let chunks = costs.bytes.len() as u64 / 4096;
    // SAFETY: the signature is that of `run_table`, and the arrays have the sizes that it is told.
    unsafe {
        let run: Symbol<'_, RunTable> = library.get(b"run_table").unwrap();
        run(
            frame.as_ptr().cast(),
            costs.bytes.as_mut_ptr(),
            chunks,
            shape.home(),
            plan.entries(shape),
            words.as_mut_ptr(),
        );
    }
    Some(words.into_iter().flat_map(u32::to_le_bytes).take(plan.bytes(shape)).collect())
}

/// What the kernels of tables work on.
struct Costs {
    blocks: Blocks,
    owner: Vec<u32>,
    choose: Vec<u32>,
    bytes: Vec<u8>,
}

impl Costs {
    fn new(grid: Grid, shape: &Shape) -> Self {
        let blocks = Blocks::new(grid, shape.cells.len());
        let mut bytes = vec![255u8; (blocks.len() * blocks.orders()).next_multiple_of(4096)];
        bytes[blocks.goal(grid, shape)] = 0;
        Costs { owner: blocks.owner(), choose: pascal(), blocks, bytes }
    }

    /// The structure `Frame` of table.cu.
    fn frame(&self) -> [*const c_void; 5] {
        [
            self.blocks.masks.as_ptr().cast(),
            self.blocks.region.as_ptr().cast(),
            self.blocks.base.as_ptr().cast(),
            self.owner.as_ptr().cast(),
            self.choose.as_ptr().cast(),
        ]
    }
}

/// Builds a table as the CPU keeps it with the emulated kernels; none where there is no compiler.
pub(crate) fn pattern_table(space: &Arc<Space>, pattern: Pattern) -> Option<Table> {
    let grid = Grid::new(space.geometry()).unwrap();
    let defines = table_defines(grid, pattern.len(), 1);
    let (_folder, library) = compile(&[EMULATOR, &defines, TABLE, PACK_ENTRY].concat())?;
    let order = Order::new(grid, &Blocks::new(grid, pattern.len()), space, pattern);
    let mut costs = Costs::new(grid, &order.shape);
    let frame = costs.frame();
    let chunks = costs.bytes.len() as u64 / 4096;
    let (mut levels, mut weights) = (vec![0u64; 256], vec![0u64; 256]);
    let Order { layout, source, sizes, .. } = &order;
    let table = Table::filled(space.clone(), pattern, |table| {
        // SAFETY: the signature is that of `run_pack`, and the arrays have the sizes that it is told.
        unsafe {
            let run: Symbol<'_, RunPack> = library.get(b"run_pack").unwrap();
            run(
                frame.as_ptr().cast(),
                costs.bytes.as_mut_ptr(),
                chunks,
                source.as_ptr(),
                source.len() as u32,
                layout.ranks.as_ptr(),
                layout.words as u32,
                layout.bits as u32,
                layout.bytes as u32,
                table.as_mut_ptr(),
                sizes.as_ptr(),
                levels.as_mut_ptr(),
                weights.as_mut_ptr(),
            );
        }
        Ok::<_, Error>(summary(&levels, &weights))
    });
    Some(table.unwrap())
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
            transitions: automaton.transition_words(),
            starts: automaton.start_words(),
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

    /// Runs `search`; gives the control block and the answers.
    fn search(&mut self, roots: &[Packed], lefts: Option<&[u8]>, left: i32) -> (Vec<u64>, Vec<u8>) {
        let library = if lefts.is_some() { &self.many.1 } else { &self.library };
        let mut control = vec![0u64; 4];
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
                self.tiles.as_ptr(),
                self.layout.as_ptr(),
                self.tables.as_ptr(),
                self.transitions.as_ptr(),
                self.starts.as_ptr(),
                control.as_mut_ptr(),
                jobs.as_mut_ptr(),
                turns.as_mut_ptr(),
                answers.as_mut_ptr(),
            );
        }
        self.given += control[3] as u32;
        (control, answers)
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
        roots: Range<usize>,
        _: &mut dyn FnMut() -> bool,
    ) -> Result<Descent, Error> {
        let own = self.roots[roots.clone()].to_vec();
        let (control, answer) = self.search(&own, None, bound as i32 - self.root_depth as i32);
        let answer = path_of(&answer).map(|(root, path)| (roots.start + root, path));
        Ok(Descent { expanded: control[0], generated: control[1], answer, broken: false })
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
        _: &mut dyn FnMut() -> bool,
    ) -> Result<Round, Error> {
        let (control, answers) = self.search(starts, Some(bounds), 0);
        let answers = answers.chunks_exact(ANSWER + 128).take(starts.len());
        let answers = answers.map(|answer| path_of(answer).map(|(_, path)| path)).collect();
        Ok(Round { expanded: control[0], generated: control[1], answers, broken: false })
    }
}
