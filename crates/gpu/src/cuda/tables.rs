//! Pattern tables built on the device.

use std::sync::{Arc, PoisonError};

use cudarc::driver::{
    CudaModule, CudaSlice, CudaViewMut, DevicePtr, DevicePtrMut, LaunchConfig, PushKernelArg,
};

use taquin_tiles::pattern::{Pattern, PatternSpace, Table};

use super::{Device, no_room};
use crate::bases::Bases;
use crate::blocks::{Blocks, MOST_TILES};
use crate::constants::{TABLE, pascal, table_defines};
use crate::error::Error;
use crate::export::{Order, summary};
use crate::grid::Grid;
use crate::plan::{Plan, Shape};

/// The structure `Frame` of table.cu.
#[derive(Clone, Copy)]
#[repr(C)]
struct Frame {
    masks: u64,
    region: u64,
    base: u64,
    owner: u64,
    choose: u64,
}
// SAFETY: five device pointers, as the kernel has them.
unsafe impl cudarc::driver::DeviceRepr for Frame {}

/// The blocks of all patterns with the same number of tiles, on the device.
pub(super) struct Ground {
    blocks: Blocks,
    frame: Frame,
    /// What the frame points to.
    _held: ([CudaSlice<u32>; 4], CudaSlice<u8>),
}

impl Device {
    /// Builds the table of a shape at its place.
    pub(super) fn build(
        &self,
        plan: &Plan,
        shape: &Shape,
        bases: &Bases,
        tables: &mut CudaSlice<u8>,
    ) -> Result<(), Error> {
        let ground = self.ground(plan.grid, shape.cells.len())?;
        let base = bases.of(shape);
        let end = base + plan.entries(shape).next_multiple_of(32);
        let mut view = tables.slice_mut(bases.bytes_to(base)..bases.bytes_to(end));
        self.table(plan, shape, &ground, &mut view)
    }

    fn ground(&self, grid: Grid, tiles: usize) -> Result<Arc<Ground>, Error> {
        let mut grounds = self.grounds.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(ground) = grounds.get(&(grid, tiles)) {
            return Ok(ground.clone());
        }
        let blocks = Blocks::new(grid, tiles);
        let stream = &self.stream;
        let words = [
            stream.clone_htod(&blocks.masks)?,
            stream.clone_htod(&blocks.base)?,
            stream.clone_htod(&blocks.owner())?,
            stream.clone_htod(&pascal())?,
        ];
        let region = stream.clone_htod(&blocks.region)?;
        let [masks, base, owner, choose] = words.each_ref().map(|array| array.device_ptr(stream).0);
        let frame = Frame { masks, region: region.device_ptr(stream).0, base, owner, choose };
        let ground = Arc::new(Ground { blocks, frame, _held: (words, region) });
        grounds.insert((grid, tiles), ground.clone());
        Ok(ground)
    }

    fn table(
        &self,
        plan: &Plan,
        shape: &Shape,
        ground: &Ground,
        table: &mut CudaViewMut<'_, u8>,
    ) -> Result<(), Error> {
        let stream = &self.stream;
        let defines = table_defines(plan.grid, shape.cells.len(), plan.bits, plan.ranked);
        let module = self.compile("table", &format!("{defines}{TABLE}"))?;
        let costs = self.costs(&module, plan.grid, shape, ground)?;
        let finish = module.load_function("finish")?;
        let config = self.wide();
        let home = shape.home();
        let entries = plan.entries(shape);
        // SAFETY: the arguments are those of `finish`; the view is padded to whole words.
        unsafe {
            stream
                .launch_builder(&finish)
                .arg(&ground.frame)
                .arg(&costs)
                .arg(&home)
                .arg(&entries)
                .arg(table)
                .launch(config)
        }?;
        Ok(())
    }

    /// A launch that fills the device.
    fn wide(&self) -> LaunchConfig {
        LaunchConfig {
            grid_dim: (self.multiprocessors * 16, 1, 1),
            block_dim: (128, 1, 1),
            shared_mem_bytes: 0,
        }
    }

    /// The cost of every order in every block, breadth-first from the goal of `shape`.
    fn costs(
        &self,
        module: &Arc<CudaModule>,
        grid: Grid,
        shape: &Shape,
        ground: &Ground,
    ) -> Result<CudaSlice<u8>, Error> {
        let (blocks, stream) = (&ground.blocks, &self.stream);
        let grow = module.load_function("grow")?;
        let length = blocks.len() * blocks.orders();
        // SAFETY: filled in the next line before anything reads it.
        let mut costs = unsafe { stream.alloc::<u8>(length) }.map_err(|error| no_room(error, length))?;
        {
            let (pointer, _guard) = costs.device_ptr_mut(stream);
            // SAFETY: the pointer has `length` bytes.
            unsafe { cudarc::driver::result::memset_d8_async(pointer, 255, length, stream.cu_stream()) }?;
        }
        let goal = blocks.goal(grid, shape);
        stream.memcpy_htod(&[0u8], &mut costs.slice_mut(goal..=goal))?;
        // SAFETY: `shift` writes all of it, before `grow` reads it.
        let mut shifted = unsafe { stream.alloc::<u16>(blocks.tiles.pow(2) * blocks.orders()) }?;
        let shift = module.load_function("shift")?;
        // SAFETY: the argument is that of `shift`, with a row for each pair of places.
        unsafe { stream.launch_builder(&shift).arg(&mut shifted).launch(self.wide()) }?;
        let mut any = stream.alloc_zeros::<u32>(1)?;
        let count = blocks.len() as u32;
        for cost in 0u32..255 {
            stream.memset_zeros(&mut any)?;
            // SAFETY: the arguments are those of `grow`; `costs` has that many blocks.
            unsafe {
                stream
                    .launch_builder(&grow)
                    .arg(&ground.frame)
                    .arg(&shifted)
                    .arg(&mut costs)
                    .arg(&count)
                    .arg(&cost)
                    .arg(&mut any)
                    .launch(self.wide())
            }?;
            if stream.clone_dtoh(&any)?[0] == 0 {
                break;
            }
        }
        Ok(costs)
    }

    /// The table of a pattern as the CPU keeps it.
    ///
    /// # Errors
    /// If the board or the pattern is not one for the GPU, or does not fit into its memory.
    pub fn pattern_table(&self, space: &Arc<PatternSpace>, pattern: Pattern) -> Result<Table, Error> {
        let grid = Grid::new(space.geometry())?;
        if pattern.len() > MOST_TILES {
            return Err(Error::Pattern { tiles: pattern.len() });
        }
        let ground = self.ground(grid, pattern.len())?;
        let order = Order::new(grid, &ground.blocks, space, pattern).ok_or(Error::Odd)?;
        let stream = &self.stream;
        let defines = table_defines(grid, pattern.len(), 1, false);
        let module = self.compile("table", &format!("{defines}{TABLE}"))?;
        let costs = self.costs(&module, grid, &order.shape, &ground)?;
        let Order { layout, source, sizes, .. } = &order;
        let (source, ranks) = (stream.clone_htod(source)?, stream.clone_htod(&layout.ranks)?);
        let sizes = stream.clone_htod(sizes)?;
        let mut levels = stream.alloc_zeros::<u64>(256)?;
        let mut weights = stream.alloc_zeros::<u64>(256)?;
        let mut bits = stream.alloc_zeros::<u8>(Table::bytes(space))?;
        let blocks = layout.blocks.len() as u32;
        let [words, used, bytes] = [layout.words, layout.bits, layout.bytes].map(|number| number as u32);
        // SAFETY: the arguments are those of `pack` and `tally`, and the arrays have the sizes of the layout.
        unsafe {
            stream
                .launch_builder(&module.load_function("pack")?)
                .arg(&costs)
                .arg(&source)
                .arg(&blocks)
                .arg(&ranks)
                .arg(&words)
                .arg(&used)
                .arg(&bytes)
                .arg(&mut bits)
                .launch(self.wide())?;
            stream
                .launch_builder(&module.load_function("tally")?)
                .arg(&costs)
                .arg(&sizes)
                .arg(&blocks)
                .arg(&mut levels)
                .arg(&mut weights)
                .launch(self.wide())?;
        }
        Table::filled(space.clone(), pattern, |table| {
            stream.memcpy_dtoh(&bits, table)?;
            Ok(summary(&stream.clone_dtoh(&levels)?, &stream.clone_dtoh(&weights)?))
        })
    }
}
