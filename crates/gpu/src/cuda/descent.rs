//! Depth-first descents on the device.

use std::time::{Duration, Instant};

use cudarc::driver::{CudaFunction, CudaSlice, DevicePtr, LaunchConfig, PushKernelArg};
use taquin_tiles::automaton::Automaton;

use super::Device;
use super::engine::CudaEngine;
use crate::constants::{Cut, start_words, transition_words};
use crate::engine::{Descent, Round, Slice};
use crate::error::Error;
use crate::position::Packed;

/// Words of `Control`, and the place of `stop` in bytes.
const CONTROL: usize = 8;
const CONTROL_STOP: u64 = 28;
/// Words of `Job`.
const JOB: usize = 8;
/// Bytes of `Answer` before its path.
const ANSWER: usize = 12;
/// How often `patience` is asked during a descent.
const PATIENCE: Duration = Duration::from_millis(5);

/// What the threads of a descent share.
pub(super) struct Pool {
    transitions: CudaSlice<u32>,
    starts: CudaSlice<u32>,
    control: CudaSlice<u32>,
    jobs: CudaSlice<u32>,
    turns: CudaSlice<u32>,
    answer: CudaSlice<u8>,
    /// As many blocks as the device holds at a time.
    grid: u32,
}

impl Pool {
    pub(super) fn new(
        device: &Device,
        automaton: &Automaton,
        cells: usize,
        cut: &Cut,
        search: &CudaFunction,
    ) -> Result<Self, Error> {
        let stream = &device.stream;
        let blocks = search.occupancy_max_active_blocks_per_multiprocessor(cut.threads, 0, None)?;
        Ok(Pool {
            transitions: stream.clone_htod(&transition_words(automaton))?,
            starts: stream.clone_htod(&start_words(automaton, cells))?,
            control: stream.alloc_zeros(CONTROL)?,
            jobs: stream.alloc_zeros(JOB * cut.ring as usize)?,
            turns: stream.alloc_zeros(cut.ring as usize)?,
            answer: stream.alloc_zeros(ANSWER + cut.depth as usize)?,
            grid: blocks.min(cut.blocks) * device.multiprocessors,
        })
    }
}

impl CudaEngine {
    pub(super) fn descend_from(
        &mut self,
        bound: u32,
        slice: Slice,
        patience: &mut dyn FnMut() -> bool,
    ) -> Result<Descent, Error> {
        let stream = self.device.stream.clone();
        self.clear()?;
        let (roots, count, depth) = self.layers.roots();
        let left = bound as i32 - depth as i32;
        let (kit, pool) = (self.kit(), &self.pool);
        let mut launch = stream.launch_builder(&self.kernels.search);
        launch.arg(roots).arg(&count).arg(&0u64).arg(&left).arg(&slice.number).arg(&slice.count);
        launch.arg(&kit.tiles).arg(&kit.layout).arg(&self.tables).arg(&pool.transitions).arg(&pool.starts);
        launch.arg(&pool.control).arg(&pool.jobs).arg(&pool.turns).arg(&pool.answer);
        // SAFETY: the arguments are those of `search`; without MANY the third is not read.
        unsafe { launch.launch(self.descent_config()) }?;
        let broken = self.wait(patience)?;
        let (expanded, generated) = self.counts()?;
        let answer = path_of(&stream.clone_dtoh(&self.pool.answer)?);
        Ok(Descent { expanded, generated, answer, broken })
    }

    /// One round over many puzzles.
    pub(super) fn round_from(
        &mut self,
        starts: &[Packed],
        bounds: &[u8],
        patience: &mut dyn FnMut() -> bool,
    ) -> Result<Round, Error> {
        if self.kernels.round.is_none() {
            self.kernels.round = Some(self.compile_search(&Cut { many: true, ..self.cut })?);
        }
        let stream = self.device.stream.clone();
        let roots = stream.clone_htod(starts.as_flattened())?;
        let lefts = stream.clone_htod(bounds)?;
        let width = ANSWER + self.cut.depth as usize;
        let answers = stream.alloc_zeros::<u8>(width * starts.len().max(1))?;
        let count = starts.len() as u32;
        self.clear()?;
        let pool = &self.pool;
        let round = self.kernels.round.as_ref().expect("compiled above");
        let mut launch = stream.launch_builder(round);
        let Slice { number, count: slices } = Slice::ALL;
        launch.arg(&roots).arg(&count).arg(&lefts).arg(&0i32).arg(&number).arg(&slices);
        let kit = self.kit();
        launch.arg(&kit.tiles).arg(&kit.layout).arg(&self.tables).arg(&pool.transitions).arg(&pool.starts);
        launch.arg(&pool.control).arg(&pool.jobs).arg(&pool.turns).arg(&answers);
        // SAFETY: the arguments are those of `search` with MANY; there is an answer for each root.
        unsafe { launch.launch(self.descent_config()) }?;
        let broken = self.wait(patience)?;
        let (expanded, generated) = self.counts()?;
        let answers = stream.clone_dtoh(&answers)?;
        let answers = answers
            .chunks_exact(width)
            .take(starts.len())
            .map(|one| path_of(one).map(|(_, path)| path))
            .collect();
        Ok(Round { expanded, generated, answers, broken })
    }

    /// Resets what the threads share.
    fn clear(&mut self) -> Result<(), Error> {
        let stream = &self.device.stream;
        stream.memset_zeros(&mut self.pool.control)?;
        stream.memset_zeros(&mut self.pool.turns)?;
        Ok(stream.memset_zeros(&mut self.pool.answer)?)
    }

    fn descent_config(&self) -> LaunchConfig {
        LaunchConfig {
            grid_dim: (self.pool.grid, 1, 1),
            block_dim: (self.cut.threads, 1, 1),
            shared_mem_bytes: 0,
        }
    }

    /// The nodes expanded and generated by the last descent.
    fn counts(&self) -> Result<(u64, u64), Error> {
        let control = self.device.stream.clone_dtoh(&self.pool.control)?;
        let long = |at: usize| u64::from(control[at]) | u64::from(control[at + 1]) << 32;
        Ok((long(0), long(2)))
    }

    /// Waits for the running descent, and tells it to stop when `patience` says so.
    fn wait(&mut self, patience: &mut dyn FnMut() -> bool) -> Result<bool, Error> {
        let done = self.device.stream.record_event(None)?;
        let begun = Instant::now();
        let (mut asked, mut broken) = (begun, false);
        while !done.try_is_complete()? {
            if !broken && asked.elapsed() >= PATIENCE {
                asked = Instant::now();
                broken = patience();
                if broken {
                    let (pointer, _guard) = self.pool.control.device_ptr(&self.device.stream);
                    let side = self.device.side.cu_stream();
                    // SAFETY: a word inside the control block, which the kernel only polls.
                    unsafe {
                        cudarc::driver::result::memcpy_htod_async(pointer + CONTROL_STOP, &[1u32], side)
                    }?;
                }
            }
            if begun.elapsed() < Duration::from_millis(2) {
                std::thread::yield_now();
            } else {
                std::thread::sleep(Duration::from_micros(100));
            }
        }
        Ok(broken)
    }
}

/// The root and the path of an `Answer`, if it is one.
fn path_of(answer: &[u8]) -> Option<(usize, Vec<u8>)> {
    let word =
        |at: usize| u32::from_le_bytes([answer[at], answer[at + 1], answer[at + 2], answer[at + 3]]) as usize;
    (word(0) != 0).then(|| (word(4), answer[ANSWER..ANSWER + word(8)].to_vec()))
}
