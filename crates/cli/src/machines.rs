//! Chooses the machine that the arguments ask for: the processor, CUDA devices or a cluster.

#[cfg(not(feature = "cuda"))]
use std::sync::Arc;
use taquin::Machine;
#[cfg(not(feature = "cuda"))]
use taquin::tiles::pattern::{Pattern, PatternSpace, Table};

use crate::args::{Device, SolveArgs};

/// The machine of this computer that is asked for.
pub(crate) fn on(device: Device) -> anyhow::Result<Box<dyn Machine>> {
    Ok(match device {
        Device::Cpu => Box::new(taquin::Cores),
        Device::Cuda => Box::new(cuda()?),
    })
}

/// The machine for `taquin solve`.
pub(crate) fn machine(args: &SolveArgs) -> anyhow::Result<Box<dyn Machine>> {
    let machine = on(args.device)?;
    #[cfg(feature = "cluster")]
    if let Some(file) = &args.cluster.cluster {
        return super::commands::cluster::machine(args, file, machine);
    }
    Ok(machine)
}

#[cfg(feature = "cuda")]
pub(crate) use with_cuda::{cuda, table};

#[cfg(feature = "cuda")]
mod with_cuda {
    use std::path::PathBuf;
    use std::sync::{Arc, OnceLock};

    use taquin::tiles::pattern::{Pattern, PatternSpace, Table};
    use taquin_gpu::cuda::Device;

    /// The compiled kernels, in the user's cache folder.
    fn kernels() -> Option<PathBuf> {
        Some(taquin_files::cache_folder()?.join("taquin").join("kernels"))
    }

    /// All CUDA devices of this computer.
    pub(crate) fn cuda() -> anyhow::Result<taquin_gpu::Cuda> {
        Ok(taquin_gpu::Cuda::open(kernels())?)
    }

    /// Builds a table on the first device, which is opened once.
    pub(crate) fn table(space: &Arc<PatternSpace>, pattern: Pattern) -> anyhow::Result<Table> {
        static FIRST: OnceLock<Device> = OnceLock::new();
        if FIRST.get().is_none() {
            let device = Device::open(0, kernels())?;
            FIRST.get_or_init(|| device);
        }
        let device = FIRST.get().expect("just opened");
        Ok(device.pattern_table(space, pattern)?)
    }
}

#[cfg(not(feature = "cuda"))]
const WITHOUT: &str = "this taquin was built without CUDA; 'cargo install' it with --features cuda";

#[cfg(not(feature = "cuda"))]
fn cuda() -> anyhow::Result<taquin::Cores> {
    anyhow::bail!(WITHOUT)
}

#[cfg(not(feature = "cuda"))]
pub(crate) fn table(_: &Arc<PatternSpace>, _: Pattern) -> anyhow::Result<Table> {
    anyhow::bail!(WITHOUT)
}
