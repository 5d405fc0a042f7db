//! The GPU crate with its CUDA engine, whose kernels go through CUDA's own compiler, which comes as a Python
//! package and needs no device. Tests that want a device skip themselves where there is none.

use std::ffi::OsString;
use std::path::PathBuf;
use std::process::Command;

use crate::shell::{self, Result, cargo, run};
use crate::tools::{self, Fetched};

/// The run-time compiler, of the version that the crate asks for.
const COMPILER: &str = "nvidia-cuda-nvrtc>=13,<14";

/// The compiler in a folder of its own.
pub static NVRTC: Fetched =
    Fetched { name: COMPILER, place: "target/nvrtc", is_there: || library().is_some(), fetch };

/// Checks and tests the crate alone with the feature `cuda`.
pub fn test() -> Result {
    tools::install(&[tools::PYTHON, tools::NVRTC])?;
    let what = ["--package", "taquin-gpu", "--features", "cuda"];
    cargo(&[&["clippy", "--all-targets"], &what[..], &["--", "-D", "warnings"]].concat())?;
    run(Command::new(env!("CARGO"))
        .arg("test")
        .args(what)
        .current_dir(shell::root())
        .env("LD_LIBRARY_PATH", library_path()?))
}

/// Where libraries are looked for: also where the compiler is, if it has been fetched.
pub fn library_path() -> Result<OsString> {
    let given = std::env::var_os("LD_LIBRARY_PATH");
    let paths = library().into_iter().chain(given.iter().flat_map(std::env::split_paths));
    std::env::join_paths(paths).map_err(|error| error.to_string())
}

fn home() -> PathBuf {
    shell::root().join(NVRTC.place)
}

/// The folder of the compiler's library.
fn library() -> Option<PathBuf> {
    let is_ready = std::fs::read_to_string(home().join("ready")).is_ok_and(|what| what == COMPILER);
    is_ready.then(|| home().join("nvidia/cu13/lib"))
}

fn fetch() -> Result {
    let venv = shell::root().join("target/nvrtc-venv");
    run(Command::new("python3").args(["-m", "venv", "--clear"]).arg(&venv))?;
    run(Command::new(venv.join("bin/python"))
        .args(["-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--upgrade", "--target"])
        .arg(home())
        .arg(COMPILER))?;
    std::fs::write(home().join("ready"), COMPILER).map_err(|error| error.to_string())
}
