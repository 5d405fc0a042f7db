//! Pattern tables built on the device.

use std::sync::{Arc, PoisonError};

use cudarc::driver::{CudaSlice, CudaViewMut, DevicePtr, DevicePtrMut, LaunchConfig, PushKernelArg};

use super::Device;
use crate::bases::Bases;
use crate::blocks::Blocks;
use crate::constants::{TABLE, pascal};
use crate::error::Error;
use crate::grid::Grid;
use crate::plan::{Plan, Shape};

/// The chunk of costs that a block looks at; CHUNK of table.cu.
const CHUNK: usize = 4096;

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
        let (blocks, stream) = (&ground.blocks, &self.stream);
        let module = self.compile("table", &format!("{}{TABLE}", plan.table_defines(shape)))?;
        let (grow, finish) = (module.load_function("grow")?, module.load_function("finish")?);
        let length = (blocks.len() * blocks.orders()).next_multiple_of(CHUNK);
        // SAFETY: filled in the next line before anything reads it.
        let mut costs = unsafe { stream.alloc::<u8>(length) }?;
        {
            let (pointer, _guard) = costs.device_ptr_mut(stream);
            // SAFETY: the pointer has `length` bytes.
            unsafe { cudarc::driver::result::memset_d8_async(pointer, 255, length, stream.cu_stream()) }?;
        }
        let goal = blocks.goal(plan.grid, shape);
        stream.memcpy_htod(&[0u8], &mut costs.slice_mut(goal..=goal))?;
        let mut any = stream.alloc_zeros::<u32>(1)?;
        let config = LaunchConfig {
            grid_dim: (self.multiprocessors * 16, 1, 1),
            block_dim: (128, 1, 1),
            shared_mem_bytes: 0,
        };
        let chunks = (length / CHUNK) as u64;
        for cost in 0u32..255 {
            stream.memset_zeros(&mut any)?;
            // SAFETY: the arguments are those of `grow`; `costs` has that many chunks.
            unsafe {
                stream
                    .launch_builder(&grow)
                    .arg(&ground.frame)
                    .arg(&mut costs)
                    .arg(&chunks)
                    .arg(&cost)
                    .arg(&mut any)
                    .launch(config)
            }?;
            if stream.clone_dtoh(&any)?[0] == 0 {
                break;
            }
        }
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
}
