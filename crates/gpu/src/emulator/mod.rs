//! The kernels on the CPU: compiled as C++ with `emulator.h`, a thread of a block a thread of the
//! system, and driven as the CUDA engine drives them, so that they are tested where there is no device.
#![allow(unsafe_code)]

mod engine;
mod map;
mod tables;

use std::process::Command;

use libloading::Library;
use tempfile::TempDir;

pub(crate) use engine::Emulated;
pub(crate) use map::EmulatedMap;
pub(crate) use tables::{pattern_table, table};

const EMULATOR: &str = include_str!("../../kernels/emulator.h");

/// Compiles C++; none where there is no compiler.
fn compile(source: &str) -> Option<(TempDir, Library)> {
    let folder = tempfile::tempdir().unwrap();
    let (input, output) = (folder.path().join("kernels.cpp"), folder.path().join("kernels.so"));
    std::fs::write(&input, source).unwrap();
    let compiler = std::env::var("CXX").unwrap_or_else(|_| "c++".into());
    let flags = ["-std=c++20", "-O1", "-w", "-shared", "-fPIC", "-pthread", "-o"];
    let run = Command::new(compiler).args(flags).args([&output, &input]).output().ok()?;
    assert!(run.status.success(), "{}", String::from_utf8_lossy(&run.stderr));
    // SAFETY: the library was just compiled from our own source; nothing runs when it is loaded.
    let library = unsafe { Library::new(&output) }.unwrap();
    Some((folder, library))
}
