//! The map of a space on the device.

use std::ops::Range;

use cudarc::driver::{CudaFunction, CudaSlice, LaunchConfig, PushKernelArg};

use super::Device;
use crate::constants::{SPACE, space_defines};
use crate::error::Error;
use crate::space::{Classes, LISTED, Map, Marks, Sweep, TASK};

/// The memory of the device that is not used for the map.
const SPARE: usize = 1 << 28;
/// Blocks for each multiprocessor in a launch.
const BLOCKS: u32 = 32;

/// A map in the device's memory.
pub(crate) struct CudaMap {
    device: Device,
    sweep: CudaFunction,
    count: CudaFunction,
    /// The marks that a sweep reads, and those that it makes where they are others.
    from: CudaSlice<u32>,
    to: Option<CudaSlice<u32>>,
    /// `List`: the count, then the positions.
    list: CudaSlice<u64>,
    classes: CudaSlice<u32>,
    edges: CudaSlice<u64>,
    tails: u64,
}

impl CudaMap {
    /// An empty map.
    pub(crate) fn new(device: &Device, classes: &Classes) -> Result<Self, Error> {
        let module = device.compile("space", &[&space_defines(classes, TASK), SPACE].concat())?;
        let stream = &device.stream;
        let words = classes.words() as usize * classes.len();
        let maps = if classes.tails.paired { 1 } else { 2 };
        let needed = maps * 4 * words;
        let (free, _) = device.context.mem_get_info()?;
        if needed + SPARE > free {
            return Err(Error::Map { needed, free });
        }
        Ok(CudaMap {
            sweep: module.load_function("sweep")?,
            count: module.load_function("count")?,
            from: stream.alloc_zeros(words)?,
            to: (maps == 2).then(|| stream.alloc_zeros(words)).transpose()?,
            list: stream.alloc_zeros(1 + LISTED)?,
            classes: stream.clone_htod(&classes.class_words())?,
            edges: stream.clone_htod(&classes.edge_words())?,
            tails: classes.tails.count().into(),
            device: device.clone(),
        })
    }

    fn config(&self) -> LaunchConfig {
        LaunchConfig {
            grid_dim: (BLOCKS * self.device.multiprocessors, 1, 1),
            block_dim: (TASK as u32, 1, 1),
            shared_mem_bytes: 0,
        }
    }
}

impl Map for CudaMap {
    fn bytes(&self) -> usize {
        4 * self.from.len() * if self.to.is_some() { 2 } else { 1 }
    }

    fn begin(&mut self) -> Result<(), Error> {
        self.device.stream.memset_zeros(&mut self.list)?;
        if let Some(to) = &mut self.to {
            self.device.stream.memcpy_dtod(&self.from, to)?;
        }
        Ok(())
    }

    fn sweep(&mut self, sweep: Sweep, tasks: Range<u64>) -> Result<(), Error> {
        let config = self.config();
        let stream = &self.device.stream;
        let (first, pull, none) = (sweep.first as u32, u32::from(sweep.pull), 0u64);
        let mut launch = stream.launch_builder(&self.sweep);
        launch.arg(&self.from).arg(self.to.as_ref().unwrap_or(&self.from));
        launch.arg(&self.classes).arg(&self.edges).arg(&first).arg(&tasks.start).arg(&tasks.end).arg(&pull);
        if sweep.list {
            launch.arg(&self.list);
        } else {
            launch.arg(&none);
        }
        // SAFETY: the arguments are those of `sweep`; classes and edges lead into the map.
        unsafe { launch.launch(config) }?;
        Ok(stream.synchronize()?)
    }

    fn end(&mut self) -> Result<(), Error> {
        if let Some(to) = &self.to {
            self.device.stream.memcpy_dtod(to, &mut self.from)?;
        }
        Ok(())
    }

    fn count(&mut self, classes: Range<usize>) -> Result<Marks, Error> {
        let stream = &self.device.stream;
        let mut totals = stream.alloc_zeros::<u64>(2)?;
        let (first, last) = (classes.start as u32, classes.end as u32);
        let mut launch = stream.launch_builder(&self.count);
        launch.arg(&self.from).arg(&self.classes).arg(&first).arg(&last).arg(&mut totals);
        // SAFETY: the arguments are those of `count`.
        unsafe { launch.launch(self.config()) }?;
        let totals = stream.clone_dtoh(&totals)?;
        Ok(Marks { bits: totals[0], positions: totals[1] })
    }

    fn listed(&mut self) -> Result<Vec<(usize, u32)>, Error> {
        let list = self.device.stream.clone_dtoh(&self.list)?;
        let count = (list[0] as u32 as usize).min(LISTED);
        let place = |&position: &u64| ((position / self.tails) as usize, (position % self.tails) as u32);
        Ok(list[1..][..count].iter().map(place).collect())
    }

    fn read(&mut self, from: u64, words: &mut [u32]) -> Result<(), Error> {
        let from = from as usize;
        self.device.stream.memcpy_dtoh(&self.from.slice(from..from + words.len()), words)?;
        Ok(self.device.stream.synchronize()?)
    }

    fn write(&mut self, to: u64, words: &[u32]) -> Result<(), Error> {
        let to = to as usize;
        self.device.stream.memcpy_htod(words, &mut self.from.slice_mut(to..to + words.len()))?;
        Ok(self.device.stream.synchronize()?)
    }
}
