//! Tables built by the emulated kernels.

use std::ffi::c_void;
use std::sync::Arc;

use libloading::Symbol;
use taquin_tiles::pattern::{Pattern, PatternSpace, Table};

use super::{EMULATOR, compile};
use crate::blocks::Blocks;
use crate::constants::{TABLE, pascal, table_defines};
use crate::error::Error;
use crate::export::{Order, summary};
use crate::grid::Grid;
use crate::plan::{Plan, Shape};

/// Entry points for the kernels, since only C++ can start their threads.
const GROW: &str = r#"
static void run_grow(const Frame* frame, u8* costs, u32 blocks) {
    std::vector<u16> shifted(TILES * TILES * ORDERS);
    launch(2, 2, [&] { shift(shifted.data()); });
    for (u32 cost = 0, any = 1; any; cost++) {
        any = 0;
        launch(2, 2, [=, &any, &shifted] { grow(*frame, shifted.data(), costs, blocks, cost, &any); });
    }
}
"#;
const TABLE_ENTRY: &str = r#"
extern "C" void run_table(const Frame* frame, u8* costs, u32 blocks, u64 home, u64 entries, u32* table) {
    run_grow(frame, costs, blocks);
    launch(2, 2, [=] { finish(*frame, costs, home, entries, table); });
}
"#;

const PACK_ENTRY: &str = r#"
extern "C" void run_pack(const Frame* frame, u8* costs, const u32* source, u32 blocks, const u32* ranks, u32 words,
    u32 bits, u32 bytes, u8* table, const u32* sizes, u64* levels, u64* weights) {
    run_grow(frame, costs, blocks);
    launch(2, 2, [=] { pack(costs, source, blocks, ranks, words, bits, bytes, table); });
    launch(2, 2, [=] { tally(costs, sizes, blocks, levels, weights); });
}
"#;

type RunTable = unsafe extern "C" fn(*const c_void, *mut u8, u32, u64, u64, *mut u32);

type RunPack = unsafe extern "C" fn(
    *const c_void,
    *mut u8,
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

/// Builds a table with the emulated kernels; none where there is no compiler.
pub(crate) fn table(plan: &Plan, shape: &Shape) -> Option<Vec<u8>> {
    let (_folder, library) = compile(
        &[
            EMULATOR,
            &table_defines(plan.grid, shape.cells.len(), plan.bits, plan.ranked),
            TABLE,
            GROW,
            TABLE_ENTRY,
        ]
        .concat(),
    )?;
    let mut costs = Costs::new(plan.grid, shape);
    let frame = costs.frame();
    let mut words = vec![0u32; plan.bytes(shape).div_ceil(4)];
    // SAFETY: the signature is that of `run_table`, and the arrays have the sizes that it is told.
    unsafe {
        let run: Symbol<'_, RunTable> = library.get(b"run_table").unwrap();
        run(
            frame.as_ptr().cast(),
            costs.bytes.as_mut_ptr(),
            costs.blocks.len() as u32,
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
        let mut bytes = vec![255u8; blocks.len() * blocks.orders()];
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
pub(crate) fn pattern_table(space: &Arc<PatternSpace>, pattern: Pattern) -> Option<Table> {
    let grid = Grid::new(space.geometry()).unwrap();
    let defines = table_defines(grid, pattern.len(), 1, false);
    let (_folder, library) = compile(&[EMULATOR, &defines, TABLE, GROW, PACK_ENTRY].concat())?;
    let order = Order::new(grid, &Blocks::new(grid, pattern.len()), space, pattern).unwrap();
    let mut costs = Costs::new(grid, &order.shape);
    let frame = costs.frame();
    let (mut levels, mut weights) = (vec![0u64; 256], vec![0u64; 256]);
    let Order { layout, source, sizes, .. } = &order;
    let table = Table::filled(space.clone(), pattern, |table| {
        // SAFETY: the signature is that of `run_pack`, and the arrays have the sizes that it is told.
        unsafe {
            let run: Symbol<'_, RunPack> = library.get(b"run_pack").unwrap();
            run(
                frame.as_ptr().cast(),
                costs.bytes.as_mut_ptr(),
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
