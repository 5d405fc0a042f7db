//! The artefacts of a release: static binaries for Linux and Python wheels, with checksums, in `target/artefacts`.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Instant;

use crate::cross::{Toolchain, ZIG};
use crate::metadata::version;
use crate::python;
use crate::shell::{self, Result, find, output, run};
use crate::tools::{self, Tool};

/// A kind of processor.
struct Processor {
    /// The target of the static binary.
    binary: &'static str,
    /// The target of the wheel.
    wheel: &'static str,
    /// What runs its programs on other processors.
    emulator: &'static str,
}

const PROCESSORS: [Processor; 2] = [
    Processor {
        binary: "x86_64-unknown-linux-musl",
        wheel: "x86_64-unknown-linux-gnu",
        emulator: "qemu-x86_64-static",
    },
    Processor {
        binary: "aarch64-unknown-linux-musl",
        wheel: "aarch64-unknown-linux-gnu",
        emulator: "qemu-aarch64-static",
    },
];

/// The most bytes that a binary may have.
const LARGEST: u64 = 12_000_000;

/// The most seconds from a downloaded file to a solved puzzle.
const LONGEST: f64 = 10.0;

/// Where all of it goes.
pub const PLACE: &str = "target/artefacts";

/// The profile of Cargo.toml that they are built with.
const PROFILE: [&str; 2] = ["--profile", "dist"];

/// Builds and tries out what is named (`binaries`, `wheels`), or all, and writes the checksums.
pub fn make(names: &[&str]) -> Result {
    if let Some(unknown) = names.iter().find(|name| !["binaries", "wheels"].contains(name)) {
        return Err(format!("there is no artefact '{unknown}': there are binaries and wheels"));
    }
    let is_asked = |name: &str| names.is_empty() || names.contains(&name);
    tools::install(&[tools::PYTHON, Tool::Fetched(&ZIG), tools::ENVIRONMENT])?;
    // Checked first, so that missing tools are reported before the first minutes are spent.
    let all = |target: fn(&Processor) -> &'static str| {
        PROCESSORS.iter().map(|one| Toolchain::find(target(one))).collect::<Result<Vec<Toolchain>>>()
    };
    let (binaries, wheels) = (all(|one| one.binary)?, all(|one| one.wheel)?);
    let _ = std::fs::remove_dir_all(place());
    std::fs::create_dir_all(place()).map_err(|error| format!("{}: {error}", place().display()))?;
    for (processor, toolchain) in PROCESSORS.iter().zip(&binaries).filter(|_| is_asked("binaries")) {
        processor.make_binary(toolchain)?;
    }
    for (processor, toolchain) in PROCESSORS.iter().zip(&wheels).filter(|_| is_asked("wheels")) {
        processor.make_wheel(toolchain)?;
    }
    sum_up()
}

impl Processor {
    fn is_own(&self) -> bool {
        self.binary.starts_with(std::env::consts::ARCH)
    }

    /// Builds the static binary, tries it out and packs it.
    fn make_binary(&self, toolchain: &Toolchain) -> Result {
        run(toolchain.cargo()?.args(PROFILE).args(["--package", "taquin-cli"]))?;
        let binary = shell::root().join("target").join(self.binary).join("dist/taquin");
        let size =
            std::fs::metadata(&binary).map_err(|error| format!("{}: {error}", binary.display()))?.len();
        println!("{:<28} {:.1} MB", self.binary, size as f64 / 1e6);
        if size > LARGEST {
            return Err(format!("{} has {size} bytes, more than {LARGEST}", binary.display()));
        }
        let headers = output(Command::new("readelf").args(["--program-headers", "--wide"]).arg(&binary))?;
        if headers.contains("INTERP") {
            return Err(format!("{} is not static", binary.display()));
        }
        let archive = self.pack(&binary)?;
        self.try_out(&archive)
    }

    /// Unpacks the binary in an empty folder and solves a puzzle with it, under an emulator if it is for another
    /// processor.
    fn try_out(&self, archive: &Path) -> Result {
        let folder = tempfile::tempdir().map_err(|error| error.to_string())?;
        let start = Instant::now();
        run(Command::new("tar")
            .args(["--extract", "--strip-components=1", "--file"])
            .arg(archive)
            .arg("--directory")
            .arg(folder.path()))?;
        let binary = folder.path().join("taquin");
        let mut command = match (self.is_own(), find(self.emulator)) {
            (true, _) => Command::new(binary),
            (false, Some(emulator)) => {
                let mut command = Command::new(emulator);
                command.arg(binary);
                command
            }
            (false, None) => {
                println!("{:<28} not tried: there is no {}", self.binary, self.emulator);
                return Ok(());
            }
        };
        let told =
            output(command.args(["solve", "8 6 7 / 2 5 4 / 3 0 1"]).env_clear().current_dir(folder.path()))?;
        println!("{:<28} {:.2} s from the archive to a solved puzzle", self.binary, seconds(start)?);
        let expected = "Solved in 31 moves";
        if told.contains(expected) { Ok(()) } else { Err(format!("'{expected}' is not in: {told}")) }
    }

    /// Packs the binary with what belongs to it; gives the archive.
    fn pack(&self, binary: &Path) -> Result<PathBuf> {
        let folder = tempfile::tempdir().map_err(|error| error.to_string())?;
        let name = format!("taquin-{}-{}", version()?, self.binary);
        let inner = folder.path().join(&name);
        let copy = |from: &Path, to: &str| {
            std::fs::copy(from, inner.join(to))
                .map_err(|error| format!("{}: {error}", from.display()))
                .map(drop)
        };
        std::fs::create_dir(&inner).map_err(|error| error.to_string())?;
        copy(binary, "taquin")?;
        for file in ["README.md", "LICENSE", "CHANGELOG.md"] {
            copy(&shell::root().join(file), file)?;
        }
        let archive = place().join(format!("{name}.tar.gz"));
        // The same content always gives the same archive, on every machine.
        run(Command::new("tar")
            .args([
                "--create",
                "--gzip",
                "--sort=name",
                "--owner=0",
                "--group=0",
                "--numeric-owner",
                "--mtime",
            ])
            .arg(format!("@{}", commit_time()?))
            .arg("--file")
            .arg(&archive)
            .arg("--directory")
            .arg(folder.path())
            .arg(&name))?;
        Ok(archive)
    }

    /// Builds the wheel, which is for all versions of Python from 3.10 on and for all systems of the last ten
    /// years, and installs it where there is nothing else.
    fn make_wheel(&self, toolchain: &Toolchain) -> Result {
        let mut command = python::module("maturin");
        command.args(["build", "--quiet", "--compatibility", "manylinux2014"]).args(PROFILE);
        toolchain.set_for_maturin(&mut command)?;
        run(command.arg("--out").arg(place()))?;
        let processor = self.wheel.split('-').next().unwrap_or_default();
        let wheel = files()?.into_iter().find(|file| {
            let name = file.to_string_lossy();
            name.ends_with(".whl")
                && name.contains("abi3")
                && name.contains("manylinux")
                && name.contains(processor)
        });
        let wheel = wheel.ok_or_else(|| format!("there is no wheel for {}", self.wheel))?;
        let size = std::fs::metadata(&wheel).map_err(|error| error.to_string())?.len();
        println!("{:<28} {:.1} MB, a wheel", self.wheel, size as f64 / 1e6);
        if self.is_own() {
            let start = Instant::now();
            python::try_out(&wheel)?;
            println!("{:<28} {:.2} s from the wheel to a solved puzzle", self.wheel, seconds(start)?);
        }
        Ok(())
    }
}

/// The seconds from a file to a solved puzzle, or an error if it took too long.
fn seconds(start: Instant) -> Result<f64> {
    let seconds = start.elapsed().as_secs_f64();
    if seconds > LONGEST {
        return Err(format!("it took {seconds:.1} s to solve a first puzzle, more than {LONGEST} s"));
    }
    Ok(seconds)
}

/// When the last commit was made, in seconds.
fn commit_time() -> Result<String> {
    let told = output(Command::new("git").args(["log", "-1", "--format=%ct"]).current_dir(shell::root()))?;
    Ok(told.trim().to_string())
}

/// Writes the checksums of all artefacts beside them.
fn sum_up() -> Result {
    let names: Vec<PathBuf> =
        files()?.iter().filter_map(|file| file.file_name().map(PathBuf::from)).collect();
    let sums = output(Command::new("sha256sum").args(&names).current_dir(place()))?;
    std::fs::write(place().join("SHA256SUMS"), &sums).map_err(|error| error.to_string())?;
    print!("{sums}");
    println!("They are in {PLACE}.");
    Ok(())
}

/// All artefacts, by name.
fn files() -> Result<Vec<PathBuf>> {
    let entries = std::fs::read_dir(place()).map_err(|error| format!("{}: {error}", place().display()))?;
    let mut files: Vec<PathBuf> = entries.flatten().map(|file| file.path()).collect();
    files.sort();
    Ok(files)
}

fn place() -> PathBuf {
    shell::root().join(PLACE)
}
