//! The engine on a CUDA device.
//!
//! The driver and the run-time compiler are loaded when a device is opened; without them there is a
//! clear error and nothing else. Kernels are compiled for the device at first use and kept, by the
//! hash of their source, in a folder of the caller's choice.
#![allow(unsafe_code)]

mod descent;
mod engine;
mod layers;
mod map;
mod tables;

use std::hash::{Hash, Hasher};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

use cudarc::driver::sys::{CUdevice_attribute as Attribute, CUresult};
use cudarc::driver::{CudaContext, CudaModule, CudaStream, DriverError};
use cudarc::nvrtc::{CompileError, CompileOptions, Ptx, compile_ptx_with_opts};
use rustc_hash::FxHashMap;
use taquin_files::Beside;

pub(crate) use engine::CudaEngine;
pub(crate) use map::CudaMap;

use crate::bases::Bases;
use crate::constants::{Cut, LAYER, NODE, SEARCH};
use crate::error::Error;
use crate::grid::Grid;
use crate::plan::Plan;

impl From<DriverError> for Error {
    fn from(error: DriverError) -> Self {
        Error::Driver(error.to_string())
    }
}

/// Why there is no memory for tables of this size.
fn no_room(error: DriverError, needed: usize) -> Error {
    match error.0 {
        CUresult::CUDA_ERROR_OUT_OF_MEMORY => Error::Table { needed },
        _ => error.into(),
    }
}

/// The blocks of patterns, by grid and number of tiles.
type Grounds = FxHashMap<(Grid, usize), Arc<tables::Ground>>;

/// An open device.
#[derive(Clone)]
pub struct Device {
    context: Arc<CudaContext>,
    pub(crate) stream: Arc<CudaStream>,
    /// For messages to a running kernel.
    side: Arc<CudaStream>,
    architecture: String,
    multiprocessors: u32,
    kept: Option<PathBuf>,
    modules: Arc<Mutex<FxHashMap<u64, Arc<CudaModule>>>>,
    grounds: Arc<Mutex<Grounds>>,
}

impl std::fmt::Debug for Device {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(
            f,
            "device {} ({}, {} multiprocessors)",
            self.context.ordinal(),
            self.architecture,
            self.multiprocessors
        )
    }
}

impl Device {
    /// The number of devices.
    ///
    /// # Errors
    /// If there is no driver, or no device.
    pub fn count() -> Result<usize, Error> {
        // SAFETY: this only tries to open the library.
        if !unsafe { cudarc::driver::sys::is_culib_present() } {
            return Err(Error::NoDriver);
        }
        match CudaContext::device_count() {
            Ok(count) if count > 0 => Ok(count as usize),
            Ok(_) | Err(DriverError(CUresult::CUDA_ERROR_NO_DEVICE)) => Err(Error::NoDevice),
            Err(error) => Err(error.into()),
        }
    }

    /// Opens a device; `kept` is the folder for compiled kernels.
    ///
    /// # Errors
    /// If there is no driver, no run-time compiler or no such device.
    pub fn open(ordinal: usize, kept: Option<PathBuf>) -> Result<Self, Error> {
        if ordinal >= Self::count()? {
            return Err(Error::NoDevice);
        }
        let context = CudaContext::new(ordinal)?;
        // SAFETY: all work is on one stream; the other only writes a word that kernels poll.
        unsafe { context.disable_event_tracking() };
        let (major, minor) = context.compute_capability()?;
        let multiprocessors = context.attribute(Attribute::CU_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT)? as u32;
        Ok(Device {
            stream: context.new_stream()?,
            side: context.new_stream()?,
            architecture: format!("sm_{major}{minor}"),
            multiprocessors,
            kept,
            modules: Arc::default(),
            grounds: Arc::default(),
            context,
        })
    }

    /// The name of the device.
    ///
    /// # Errors
    /// If the driver does not say.
    pub fn name(&self) -> Result<String, Error> {
        Ok(self.context.name()?)
    }

    /// The kernels of layers, for plans that are looked up like `plan`.
    pub(crate) fn layer_module(
        &self,
        plan: &Plan,
        bases: &Bases,
        cut: &Cut,
    ) -> Result<Arc<CudaModule>, Error> {
        self.compile("layer", &[&plan.defines(bases, cut), NODE, LAYER].concat())
    }

    /// The kernel of descents, likewise.
    pub(crate) fn search_module(
        &self,
        plan: &Plan,
        bases: &Bases,
        cut: &Cut,
    ) -> Result<Arc<CudaModule>, Error> {
        self.compile("search", &[&plan.defines(bases, cut), NODE, SEARCH].concat())
    }

    /// Compiles a module, or takes it from the folder of compiled ones.
    fn compile(&self, name: &str, source: &str) -> Result<Arc<CudaModule>, Error> {
        let mut hash = rustc_hash::FxHasher::default();
        (source, &self.architecture, env!("CARGO_PKG_VERSION")).hash(&mut hash);
        let hash = hash.finish();
        let mut modules = self.modules.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(module) = modules.get(&hash) {
            return Ok(module.clone());
        }
        let module = self.load(name, source, hash)?;
        modules.insert(hash, module.clone());
        Ok(module)
    }

    /// Loads a module that was compiled before, or compiles it.
    fn load(&self, name: &str, source: &str, hash: u64) -> Result<Arc<CudaModule>, Error> {
        let path = self.kept.as_ref().map(|folder| folder.join(format!("{name}-{hash:016x}.module")));
        if let Some(text) = path.as_deref().and_then(kept)
            && let Ok(module) = self.context.load_module(Ptx::from_src(text))
        {
            return Ok(module);
        }
        let ptx = compile_for(&self.architecture, source).map_err(|log| match log {
            Some(log) => Error::Kernel { name: name.into(), log },
            None => Error::NoCompiler,
        })?;
        if let Some(path) = path {
            // A folder that cannot be written only costs the time to compile again.
            let _ = keep(&path, &ptx.to_src());
        }
        Ok(self.context.load_module(ptx)?)
    }
}

/// Compiles for an architecture; the compiler's messages if it fails, none if there is no compiler.
fn compile_for(architecture: &str, source: &str) -> Result<Ptx, Option<String>> {
    // SAFETY: this only tries to open the library.
    if !unsafe { cudarc::nvrtc::sys::is_culib_present() } {
        return Err(None);
    }
    let options = CompileOptions {
        options: vec![format!("--gpu-architecture={architecture}"), "--std=c++17".into()],
        ..CompileOptions::default()
    };
    compile_ptx_with_opts(source, options).map_err(|error| {
        Some(match error {
            CompileError::CompileError { log, .. } => log.to_string_lossy().into_owned(),
            other => other.to_string(),
        })
    })
}

/// Keeps the text of a module in a file, after a line with its checksum.
fn keep(path: &Path, text: &str) -> io::Result<()> {
    std::fs::create_dir_all(path.parent().unwrap_or(path))?;
    let mut file = Beside::create(path)?;
    write!(file, "{:08x}\n{text}", crc32fast::hash(text.as_bytes()))?;
    file.commit()
}

/// The text that [`keep`] has written, if it is complete.
fn kept(path: &Path) -> Option<String> {
    let file = String::from_utf8(taquin_files::read(path).ok()?).ok()?;
    let (sum, text) = file.split_once('\n')?;
    (u32::from_str_radix(sum, 16) == Ok(crc32fast::hash(text.as_bytes()))).then(|| text.to_string())
}

#[cfg(test)]
#[allow(clippy::print_stderr)]
mod tests {
    use taquin_tiles::Geometry;

    use super::*;
    use crate::constants::{SPACE, TABLE, space_defines, table_defines};
    use crate::space::{Classes, TASK};

    #[test]
    fn a_module_that_is_kept_is_whole_or_not_used() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("kept.module");
        keep(&path, "// a module\n.version 8.0\n").unwrap();
        let whole = std::fs::read(&path).unwrap();
        let text = kept(&path).expect("it is whole");
        for bit in 0..8 * whole.len() {
            let mut bytes = whole.clone();
            bytes[bit / 8] ^= 1 << (bit % 8);
            std::fs::write(&path, bytes).unwrap();
            assert!(kept(&path).is_none_or(|other| other == text), "{bit}");
        }
    }

    /// Compiles every kernel for several devices. Needs the run-time compiler but no device.
    #[test]
    fn kernels_compile() {
        // SAFETY: this only tries to open the library.
        if !unsafe { cudarc::nvrtc::sys::is_culib_present() } {
            eprintln!("skipped: no CUDA run-time compiler (libnvrtc) on the library path");
            return;
        }
        let mut plans = Vec::new();
        for (rows, cols, torus) in [(5, 5, false), (4, 4, false), (3, 3, false), (2, 12, false), (5, 5, true)]
        {
            let grid = Grid::new(Geometry::new(rows, cols, torus)).unwrap();
            plans.push(Plan::choose(grid, 0).remove(0));
        }
        plans.push(Plan { ranked: true, ..plans[0].clone() });
        for (rows, cols, torus) in [(4, 4, true), (3, 5, false), (3, 5, true), (2, 2, false)] {
            let tiles: Vec<u32> = (1..rows * cols).chain([0]).collect();
            let goal = taquin_tiles::Board::new(rows, cols, tiles).unwrap();
            let classes = Classes::new(Geometry::new(rows, cols, torus), &goal).unwrap();
            let compiled = compile_for("sm_90", &[&space_defines(&classes, TASK), SPACE].concat());
            assert!(compiled.is_ok(), "{rows} x {cols}: {}", compiled.unwrap_err().unwrap_or_default());
        }
        for (number, plan) in plans.iter().enumerate() {
            let mut sources: Vec<String> = plan
                .shapes
                .iter()
                .map(|shape| {
                    [&table_defines(plan.grid, shape.cells.len(), plan.bits, plan.ranked), TABLE].concat()
                })
                .collect();
            for many in [false, true] {
                let defines = plan.defines(&Bases::new(plan), &Cut { many, ..Cut::default() });
                sources.push([&defines, NODE, LAYER].concat());
                sources.push([&defines, NODE, SEARCH].concat());
            }
            // One grid for an older device as well.
            for architecture in if number == 0 { &["sm_80", "sm_90"][..] } else { &["sm_90"] } {
                for source in &sources {
                    if let Err(error) = compile_for(architecture, source) {
                        panic!("plan {number}, {architecture}: {}", error.unwrap_or_default());
                    }
                }
            }
        }
    }
}
