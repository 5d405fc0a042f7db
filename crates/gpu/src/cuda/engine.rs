//! The engine on a device: what it holds, and the tables of the plans it knows.

use cudarc::driver::{CudaFunction, CudaSlice, LaunchConfig, PushKernelArg};
use rustc_hash::{FxHashMap, FxHashSet};
use taquin_tiles::automaton::Automaton;

use super::descent::Pool;
use super::layers::Layers;
use super::{Device, no_room};
use crate::bases::Bases;
use crate::constants::Cut;
use crate::engine::{Descent, Engine, Round, Slice, Step};
use crate::error::Error;
use crate::plan::{Plan, Shape};
use crate::position::{Packed, Position};

/// The data of a plan for the kernels.
pub(super) struct Kit {
    pub(super) tiles: CudaSlice<u32>,
    pub(super) layout: CudaSlice<u8>,
}

/// The kernels, compiled for the shape of a plan.
pub(super) struct Kernels {
    pub(super) estimate: CudaFunction,
    pub(super) expand: CudaFunction,
    pub(super) gather: CudaFunction,
    pub(super) search: CudaFunction,
    /// The search of many puzzles, once it is wanted.
    pub(super) round: Option<CudaFunction>,
}

/// The engine on one device.
pub(crate) struct CudaEngine {
    pub(super) device: Device,
    pub(super) cut: Cut,
    pub(super) kernels: Kernels,
    /// The plan that they were compiled for.
    plan: Plan,
    bases: Bases,
    pub(super) tables: CudaSlice<u8>,
    built: FxHashSet<Shape>,
    kits: FxHashMap<usize, Kit>,
    equipped: usize,
    pub(super) layers: Layers,
    pub(super) pool: Pool,
}

impl CudaEngine {
    /// An engine for plans that are looked up like `plan`, with tables where `bases` says.
    pub(crate) fn new(
        device: Device,
        plan: &Plan,
        bases: Bases,
        automaton: &Automaton,
        cut: Cut,
    ) -> Result<Self, Error> {
        let layers = device.layer_module(plan, &bases, &cut)?;
        let kernels = Kernels {
            estimate: layers.load_function("estimate")?,
            expand: layers.load_function("expand")?,
            gather: layers.load_function("gather")?,
            search: device.search_module(plan, &bases, &cut)?.load_function("search")?,
            round: None,
        };
        let bytes = bases.bytes();
        let mut tables = device.stream.alloc_zeros(bytes).map_err(|error| no_room(error, bytes))?;
        // Large tables take more room while they are built than the layers leave.
        for shape in &plan.shapes {
            device.build(plan, shape, &bases, &mut tables)?;
        }
        device.stream.synchronize()?;
        Ok(CudaEngine {
            tables,
            bases,
            built: plan.shapes.iter().cloned().collect(),
            layers: Layers::new(&device)?,
            pool: Pool::new(&device, automaton, plan.grid.cells(), &cut, &kernels.search)?,
            kits: FxHashMap::default(),
            equipped: 0,
            plan: plan.clone(),
            kernels,
            device,
            cut,
        })
    }

    /// The search kernel with other parameters.
    pub(super) fn compile_search(&self, cut: &Cut) -> Result<CudaFunction, Error> {
        Ok(self.device.search_module(&self.plan, &self.bases, cut)?.load_function("search")?)
    }

    /// The tables, read back.
    #[cfg(test)]
    pub(crate) fn table_bytes(&self) -> Result<Vec<u8>, Error> {
        Ok(self.device.stream.clone_dtoh(&self.tables)?)
    }

    /// The plan in use.
    pub(super) fn kit(&self) -> &Kit {
        &self.kits[&self.equipped]
    }

    /// A launch that has something to do for `count` threads.
    pub(super) fn config(&self, count: usize) -> LaunchConfig {
        let blocks =
            count.div_ceil(self.cut.threads as usize).clamp(1, self.device.multiprocessors as usize * 16);
        LaunchConfig {
            grid_dim: (blocks as u32, 1, 1),
            block_dim: (self.cut.threads, 1, 1),
            shared_mem_bytes: 0,
        }
    }
}

impl Engine for CudaEngine {
    fn widest(&self) -> usize {
        self.layers.widest()
    }

    fn equip(&mut self, number: usize, plan: &Plan) -> Result<(), Error> {
        if !self.kits.contains_key(&number) {
            for shape in &plan.shapes {
                if !self.built.contains(shape) {
                    self.device.build(plan, shape, &self.bases, &mut self.tables)?;
                    self.built.insert(shape.clone());
                }
            }
            let kit = Kit {
                tiles: self.device.stream.clone_htod(&plan.tiles_words(&self.bases))?,
                layout: self.device.stream.clone_htod(&plan.layout_bytes(&self.bases))?,
            };
            self.kits.insert(number, kit);
        }
        self.equipped = number;
        Ok(())
    }

    fn estimates(&mut self, positions: &[Packed]) -> Result<Vec<u8>, Error> {
        let stream = self.device.stream.clone();
        let packed = stream.clone_htod(positions.as_flattened())?;
        let mut estimates = stream.alloc_zeros::<u8>(positions.len())?;
        let count = positions.len() as u32;
        let kit = self.kit();
        // SAFETY: the arguments are those of `estimate`.
        unsafe {
            stream
                .launch_builder(&self.kernels.estimate)
                .arg(&packed)
                .arg(&count)
                .arg(&kit.tiles)
                .arg(&kit.layout)
                .arg(&self.tables)
                .arg(&mut estimates)
                .launch(self.config(positions.len()))
        }?;
        Ok(stream.clone_dtoh(&estimates)?)
    }

    fn begin(&mut self, start: &Position) -> Result<(), Error> {
        self.layers.begin(&self.device, start)
    }

    fn advance(&mut self, bound: u32, width: usize) -> Result<Step, Error> {
        self.advance_layer(bound, width)
    }

    fn goal_path(&mut self) -> Result<Vec<u8>, Error> {
        self.layers.goal_path(&self.device)
    }

    fn keep(&mut self) -> Result<(), Error> {
        self.layers.keep(&self.device)
    }

    fn descend(
        &mut self,
        bound: u32,
        slice: Slice,
        patience: &mut dyn FnMut() -> bool,
    ) -> Result<Descent, Error> {
        self.descend_from(bound, slice, patience)
    }

    fn root_path(&mut self, root: usize) -> Result<Vec<u8>, Error> {
        self.layers.root_path(&self.device, root)
    }

    fn roots(&mut self) -> Result<(Vec<Packed>, usize), Error> {
        self.layers.read_roots(&self.device)
    }

    fn adopt(&mut self, roots: &[Packed], depth: usize) -> Result<(), Error> {
        self.layers.write_roots(&self.device, roots, depth)
    }

    fn round(
        &mut self,
        starts: &[Packed],
        bounds: &[u8],
        patience: &mut dyn FnMut() -> bool,
    ) -> Result<Round, Error> {
        self.round_from(starts, bounds, patience)
    }
}
