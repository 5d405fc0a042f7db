//! Building for targets other than the host. Zig, which comes as a Python package, is the C compiler
//! and the linker for all of them; the standard library is that of rustup, or is built from the sources that
//! came with a compiler.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use crate::python::{environment, pip};
use crate::shell::{self, Result, find, output};
use crate::tools::Fetched;

/// The linker, and the subcommand of cargo that has it called.
pub static ZIG: Fetched = Fetched {
    name: "ziglang, cargo-zigbuild",
    place: "target/zig-venv",
    is_there: || scripts().join("cargo-zigbuild").is_file(),
    fetch: || pip(&environment(&shell::root().join(ZIG.place))?, &["cargo-zigbuild>=0.20", "ziglang>=0.13"]),
};

/// The folder of its programs.
fn scripts() -> PathBuf {
    shell::root().join(ZIG.place).join("bin")
}

/// A compiler that can build for a target.
pub struct Toolchain {
    target: &'static str,
    cargo: PathBuf,
    rustc: PathBuf,
    /// Whether the standard library has to be built too.
    builds_standard: bool,
}

impl Toolchain {
    /// The toolchain for `target`: that of the workspace, to which rustup may have to add the target, or one
    /// that has the sources of its standard library.
    pub fn find(target: &'static str) -> Result<Toolchain> {
        let own = |builds_standard| {
            let rustc = PathBuf::from(std::env::var_os("RUSTC").unwrap_or_else(|| "rustc".into()));
            Toolchain { target, cargo: env!("CARGO").into(), rustc, builds_standard }
        };
        if own(false).has_standard() || (find("rustup").is_some() && add(target) && own(false).has_standard())
        {
            return Ok(own(false));
        }
        let systems = Toolchain {
            target,
            cargo: "/usr/bin/cargo".into(),
            rustc: "/usr/bin/rustc".into(),
            builds_standard: true,
        };
        let found = [own(true), systems].into_iter().find(Toolchain::has_sources);
        found.ok_or_else(|| {
            format!(
                "there is no standard library for {target}: `rustup target add {target}` brings it, and where \
                 rustup cannot, a compiler with its sources does, such as Debian's packages cargo-web, rustc-web \
                 and rust-web-src"
            )
        })
    }

    /// What builds with it: `cargo zigbuild`.
    pub fn cargo(&self) -> Result<Command> {
        let mut command = Command::new(scripts().join("cargo-zigbuild"));
        command.arg("zigbuild").args(["--target", self.target]).current_dir(shell::root());
        if self.builds_standard {
            command.args(["-Z", BUILD_STANDARD]);
        }
        self.prepare(&mut command)?;
        Ok(command)
    }

    /// What builds WebAssembly with it: cargo alone, as the linker for that is one of Rust's own.
    pub fn cargo_for_wasm(&self) -> Result<Command> {
        let mut command = Command::new(&self.cargo);
        command.env("RUSTC", &self.rustc).current_dir(shell::root());
        if self.builds_standard {
            // A compiler of the system may come without the linker.
            let own = output(Command::new("rustc").args(["--print", "target-libdir"]))?;
            let inside = Path::new(own.trim()).parent().map(|folder| folder.join("bin/rust-lld"));
            let linker = inside.filter(|file| file.exists()).or_else(|| find("rust-lld"));
            let linker = linker.ok_or("rust-lld, which links WebAssembly, is not there")?;
            command.env("RUSTC_BOOTSTRAP", "1").env_remove("RUSTUP_TOOLCHAIN");
            command.env("CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_LINKER", linker);
            command.arg("-Zbuild-std=std,panic_abort");
        }
        command.args(["build", "--target", self.target]);
        Ok(command)
    }

    /// Has `maturin build` build with it.
    pub fn set_for_maturin(&self, command: &mut Command) -> Result {
        command.args(["--zig", "--target", self.target]);
        if self.builds_standard {
            command.args(["-Z", BUILD_STANDARD]);
        }
        self.prepare(command)
    }

    /// The environment that names the compiler and Zig.
    fn prepare(&self, command: &mut Command) -> Result {
        let path = std::env::var_os("PATH").unwrap_or_default();
        let folders = std::iter::once(scripts()).chain(std::env::split_paths(&path));
        let path = std::env::join_paths(folders).map_err(|error| error.to_string())?;
        command.env("PATH", path).env("CARGO", &self.cargo).env("RUSTC", &self.rustc);
        if self.builds_standard {
            // Building the standard library is not yet stable. The start-up code of a program comes with Zig,
            // because such a compiler has none.
            command.env("RUSTC_BOOTSTRAP", "1");
            let variable = self.target.to_uppercase().replace('-', "_");
            command.env(format!("CARGO_TARGET_{variable}_RUSTFLAGS"), "-Clink-self-contained=no");
        }
        Ok(())
    }

    /// Whether the compiled standard library is there.
    fn has_standard(&self) -> bool {
        let folder = self.asked(&["--target", self.target, "--print", "target-libdir"]);
        let files = folder.and_then(|folder| std::fs::read_dir(folder).ok()).into_iter().flatten().flatten();
        files.into_iter().any(|file| file.file_name().to_string_lossy().starts_with("libstd-"))
    }

    /// Whether the sources of the standard library are there, of the compiler's own version.
    fn has_sources(&self) -> bool {
        let root = self.asked(&["--print", "sysroot"]);
        root.is_some_and(|root| root.join("lib/rustlib/src/rust/library/std").is_dir()) && self.cargo.exists()
    }

    /// A path that the compiler prints.
    fn asked(&self, question: &[&str]) -> Option<PathBuf> {
        let told = output(Command::new(&self.rustc).args(question).stderr(Stdio::null())).ok()?;
        Some(Path::new(told.trim()).to_owned())
    }
}

const BUILD_STANDARD: &str = "build-std=std,panic_unwind";

/// Has rustup fetch the standard library of a target; whether it could.
fn add(target: &str) -> bool {
    eprintln!("xtask: rustup target add {target}");
    let mut command = Command::new("rustup");
    command.args(["target", "add", target]).current_dir(shell::root());
    command.stderr(Stdio::null()).status().is_ok_and(|status| status.success())
}
