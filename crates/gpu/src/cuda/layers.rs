//! Breadth-first layers on the device.

use cudarc::driver::{CudaSlice, PushKernelArg};

use super::Device;
use super::engine::CudaEngine;
use crate::engine::Step;
use crate::error::Error;
use crate::position::{Packed, Position};

/// Words of `Tally` before the scores, and the scores.
const TALLY_HEAD: usize = 6;
const SCORES: usize = 256;
/// The fewest slots of the table of a layer: a chunk of `gather`.
const LEAST_SLOTS: usize = 1 << 12;
/// The most successors of a position, besides those of the start, and the slots for them.
const SUCCESSORS: usize = 3;
const SLOTS: usize = 4;
/// The layers that the origins have room for, all as wide as can be.
const LAYERS: usize = 96;
/// Bytes for each position of the widest layer: two layers, roots, slots and origins.
const BYTES: usize = 3 * 16 * SUCCESSORS + SLOTS * 21 + 4 * LAYERS;
/// The share of the free memory to take, and the widest layer worth having.
const SHARE: f64 = 0.6;
const MOST: usize = 1 << 26;

/// The layers under one start.
pub(super) struct Layers {
    /// The most positions of a layer that can still be expanded.
    most: usize,
    layer: CudaSlice<u64>,
    next: CudaSlice<u64>,
    size: usize,
    /// Where the positions of all layers from depth 1 on came from, and where each layer begins.
    origins: CudaSlice<u32>,
    begins: Vec<usize>,
    /// The hash table of the layer in the making: positions, origins and scores.
    slots: (CudaSlice<u64>, CudaSlice<u32>, CudaSlice<u8>),
    tally: CudaSlice<u32>,
    places: CudaSlice<u32>,
    /// The origin of the goal that the last step reached.
    goal: Option<u32>,
    roots: CudaSlice<u64>,
    root_count: usize,
    root_depth: usize,
}

impl Layers {
    pub(super) fn new(device: &Device) -> Result<Self, Error> {
        let stream = &device.stream;
        let (free, _) = device.context.mem_get_info()?;
        let most: usize = 1 << ((free as f64 * SHARE) as usize / BYTES).clamp(LEAST_SLOTS, MOST).ilog2();
        // SAFETY: all of these are written before they are read.
        unsafe {
            Ok(Layers {
                most,
                layer: stream.alloc(2 * SUCCESSORS * most)?,
                next: stream.alloc(2 * SUCCESSORS * most)?,
                size: 0,
                origins: stream.alloc(LAYERS * most)?,
                begins: vec![0],
                slots: (
                    stream.alloc(2 * SLOTS * most)?,
                    stream.alloc(SLOTS * most)?,
                    stream.alloc(SLOTS * most)?,
                ),
                tally: stream.alloc(TALLY_HEAD + SCORES)?,
                places: stream.alloc(SCORES)?,
                goal: None,
                roots: stream.alloc(2 * SUCCESSORS * most)?,
                root_count: 0,
                root_depth: 0,
            })
        }
    }

    pub(super) fn widest(&self) -> usize {
        self.most
    }

    /// The roots, their number and their depth.
    pub(super) fn roots(&self) -> (&CudaSlice<u64>, u32, usize) {
        (&self.roots, self.root_count as u32, self.root_depth)
    }

    /// The depth of the layer.
    fn depth(&self) -> usize {
        self.begins.len() - 1
    }

    pub(super) fn begin(&mut self, device: &Device, start: &Position) -> Result<(), Error> {
        device.stream.memcpy_htod(&start.pack(), &mut self.layer)?;
        self.size = 1;
        self.begins = vec![0];
        self.goal = None;
        Ok(())
    }

    pub(super) fn keep(&mut self, device: &Device) -> Result<(), Error> {
        device.stream.memcpy_dtod(&self.layer.slice(..2 * self.size), &mut self.roots)?;
        (self.root_count, self.root_depth) = (self.size, self.depth());
        Ok(())
    }

    pub(super) fn read_roots(&self, device: &Device) -> Result<(Vec<Packed>, usize), Error> {
        let words = device.stream.clone_dtoh(&self.roots.slice(..2 * self.root_count))?;
        Ok((words.chunks_exact(2).map(|pair| [pair[0], pair[1]]).collect(), self.root_depth))
    }

    pub(super) fn write_roots(
        &mut self,
        device: &Device,
        roots: &[Packed],
        depth: usize,
    ) -> Result<(), Error> {
        if 2 * roots.len() > self.roots.len() {
            return Err(Error::Memory);
        }
        device.stream.memcpy_htod(roots.as_flattened(), &mut self.roots)?;
        (self.root_count, self.root_depth) = (roots.len(), depth);
        Ok(())
    }

    pub(super) fn goal_path(&self, device: &Device) -> Result<Vec<u8>, Error> {
        let origin = self.goal.expect("the last step reached the goal");
        let mut path = self.path_to(device, self.depth() - 1, origin as usize / 4)?;
        path.push((origin % 4) as u8);
        Ok(path)
    }

    pub(super) fn root_path(&self, device: &Device, root: usize) -> Result<Vec<u8>, Error> {
        self.path_to(device, self.root_depth, root)
    }

    fn path_to(&self, device: &Device, depth: usize, mut number: usize) -> Result<Vec<u8>, Error> {
        let mut path = vec![0; depth];
        for depth in (0..depth).rev() {
            let at = self.begins[depth] + number;
            let origin = device.stream.clone_dtoh(&self.origins.slice(at..=at))?[0];
            path[depth] = (origin % 4) as u8;
            number = origin as usize / 4;
        }
        Ok(path)
    }
}

impl CudaEngine {
    pub(super) fn advance_layer(&mut self, bound: u32, width: usize) -> Result<Step, Error> {
        assert!(self.layers.size <= self.layers.most, "a layer that is too wide was expanded");
        let stream = self.device.stream.clone();
        // At most three successors each, four of the start: the table is never more than three quarters full.
        let slots = (SLOTS * self.layers.size).next_power_of_two().max(LEAST_SLOTS);
        let mask = slots as u64 - 1;
        let left = bound as i32 - self.layers.depth() as i32;
        let count = self.layers.size as u32;
        let (expand_config, gather_config) = (self.config(self.layers.size), self.config(slots));
        stream.memset_zeros(&mut self.layers.slots.0.slice_mut(..2 * slots))?;
        stream.memset_zeros(&mut self.layers.tally)?;
        let mut launch = stream.launch_builder(&self.kernels.expand);
        launch.arg(&self.layers.layer).arg(&count).arg(&left);
        let kit = self.kit();
        launch.arg(&kit.tiles).arg(&kit.layout).arg(&self.tables);
        launch.arg(&self.layers.slots.0).arg(&self.layers.slots.1).arg(&self.layers.slots.2).arg(&mask);
        launch.arg(&self.layers.tally);
        // SAFETY: the arguments are those of `expand`; the layer has `count` positions, the table `slots` slots.
        unsafe { launch.launch(expand_config) }?;
        let tally = stream.clone_dtoh(&self.layers.tally)?;
        let mut places = vec![0u32; SCORES];
        let mut fresh = 0;
        for (place, &count) in places.iter_mut().zip(&tally[TALLY_HEAD..]) {
            *place = fresh;
            fresh += count;
        }
        let size = width.min(fresh as usize);
        let layers = &mut self.layers;
        let begin = layers.begins[layers.depth()];
        if begin + size > layers.origins.len() {
            return Err(Error::Memory);
        }
        stream.memcpy_htod(&places, &mut layers.places)?;
        let mut origins = layers.origins.slice_mut(begin..);
        let kept = size as u32;
        let mut launch = stream.launch_builder(&self.kernels.gather);
        launch.arg(&layers.slots.0).arg(&layers.slots.1).arg(&layers.slots.2).arg(&mask).arg(&kept);
        launch.arg(&mut layers.places).arg(&mut layers.next).arg(&mut origins);
        // SAFETY: the arguments are those of `gather`, and there is room for `size` positions.
        unsafe { launch.launch(gather_config) }?;
        std::mem::swap(&mut layers.layer, &mut layers.next);
        layers.begins.push(begin + size);
        layers.size = size;
        let goal = tally[4] != 0;
        layers.goal = goal.then_some(tally[5]);
        let generated = u64::from(tally[2]) | u64::from(tally[3]) << 32;
        Ok(Step { expanded: count.into(), generated, size, cut: size < fresh as usize, goal })
    }
}
