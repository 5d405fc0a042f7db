//! The GPU crate with its CUDA engine: lints, and the kernels through CUDA's own compiler, which comes as a
//! Python package and needs no device. Tests that want a device skip themselves where there is none.

use std::path::PathBuf;
use std::process::Command;

use crate::shell::{self, cargo, run};

/// The run-time compiler, of the version that the crate asks for.
const COMPILER: &str = "nvidia-cuda-nvrtc>=13,<14";

/// Checks and tests the crate with the feature `cuda`.
pub fn test() -> shell::Result {
    cargo(&[
        "clippy",
        "--package",
        "taquin-gpu",
        "--features",
        "cuda",
        "--all-targets",
        "--",
        "-D",
        "warnings",
    ])?;
    let mut paths = vec![compiler()?];
    paths.extend(std::env::var_os("LD_LIBRARY_PATH").iter().flat_map(std::env::split_paths));
    let paths = std::env::join_paths(paths).map_err(|error| error.to_string())?;
    run(Command::new(env!("CARGO"))
        // What needs no CUDA is among the tests of the workspace.
        .args(["test", "--package", "taquin-gpu", "--features", "cuda", "--lib", "--"])
        .args(["kernels_compile", "the_device", "known_lengths"])
        .current_dir(shell::root())
        .env("LD_LIBRARY_PATH", paths))
}

/// The folder of the compiler's library, which is fetched on first use.
fn compiler() -> shell::Result<PathBuf> {
    let home = shell::root().join("target/nvrtc");
    let library = home.join("nvidia/cu13/lib");
    let ready = home.join("ready");
    if std::fs::read_to_string(&ready).is_ok_and(|what| what == COMPILER) {
        return Ok(library);
    }
    let venv = shell::root().join("target/nvrtc-venv");
    run(Command::new("python3").args(["-m", "venv", "--clear"]).arg(&venv))?;
    run(Command::new(venv.join("bin/python"))
        .args(["-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--upgrade", "--target"])
        .arg(&home)
        .arg(COMPILER))?;
    if !library.is_dir() {
        return Err(format!("{COMPILER} has no {}", library.display()));
    }
    std::fs::write(&ready, COMPILER).map_err(|error| error.to_string())?;
    Ok(library)
}
