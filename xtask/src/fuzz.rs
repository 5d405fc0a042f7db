//! Builds and runs the fuzz targets in `fuzz/`, as `cargo fuzz` does: libFuzzer's coverage and the address sanitizer
//! are flags of the compiler.

use std::path::PathBuf;
use std::process::Command;

use crate::shell::{self, Result, output, root};

/// How the targets are compiled: with reports of branches and comparisons, and with a check of every memory access.
const FLAGS: &str = "--cfg fuzzing -Zsanitizer=address -Cpasses=sancov-module \
                     -Cllvm-args=-sanitizer-coverage-level=4 -Cllvm-args=-sanitizer-coverage-trace-compares \
                     -Cllvm-args=-sanitizer-coverage-inline-8bit-counters \
                     -Cllvm-args=-sanitizer-coverage-pc-table -Cllvm-args=-simplifycfg-branch-fold-threshold=0";

/// Runs every fuzz target for `seconds`.
pub fn run(seconds: u32) -> Result {
    let programs = build(seconds)?;
    let fuzz = |target: &String| {
        // What is found is kept in `corpus`, which is not under version control as `seeds` is.
        let [corpus, artifacts] =
            ["corpus", "artifacts"].map(|name| root().join("fuzz").join(name).join(target));
        for folder in [&corpus, &artifacts] {
            std::fs::create_dir_all(folder).map_err(|error| format!("{}: {error}", folder.display()))?;
        }
        let seeds = root().join("fuzz/seeds").join(target);
        shell::run(
            Command::new(programs.join(target))
                .arg(&corpus)
                .args(seeds.exists().then_some(&seeds))
                .arg(format!("-artifact_prefix={}/", artifacts.display()))
                .arg(format!("-max_total_time={seconds}"))
                .args(["-timeout=10", "-rss_limit_mb=2048", "-verbosity=0", "-print_funcs=0"])
                .env("ASAN_OPTIONS", "detect_odr_violation=0"),
        )
    };
    // As many at a time as there are cores, so that each has one for all of its seconds.
    let cores = std::thread::available_parallelism().map_or(1, std::num::NonZero::get);
    let fuzz = &fuzz;
    targets()?
        .chunks(cores)
        .try_for_each(|some| shell::side_by_side(some.iter().map(|target| move || fuzz(target))))
}

/// Shorter runs are over before it has paid to optimise the targets.
const SHORT: u32 = 60;

/// Builds the targets for runs of `seconds`; gives the folder of their programs.
pub fn build(seconds: u32) -> Result<PathBuf> {
    let told = output(Command::new("rustc").arg("-vV"))?;
    let host =
        told.lines().find_map(|line| line.strip_prefix("host: ")).ok_or("rustc does not name its host")?;
    // A target is named, so that the flags do not apply to build scripts. The variable makes the compiler accept
    // them, since they are not yet stable.
    shell::run_behind(
        Command::new(env!("CARGO"))
            .args(["build", "--quiet", "--bins", "--manifest-path", "fuzz/Cargo.toml", "--target", host])
            .env("RUSTFLAGS", FLAGS)
            .env("RUSTC_BOOTSTRAP", "1")
            .env("CARGO_PROFILE_DEV_OPT_LEVEL", if seconds < SHORT { "0" } else { "1" })
            .current_dir(root()),
    )?;
    Ok(root().join("fuzz/target").join(host).join("debug"))
}

/// The names of the targets: the files in `fuzz/fuzz_targets`.
fn targets() -> Result<Vec<String>> {
    let folder = root().join("fuzz/fuzz_targets");
    let entries = std::fs::read_dir(&folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    let mut names: Vec<String> =
        entries.filter_map(|entry| entry.ok()?.path().file_stem()?.to_str().map(String::from)).collect();
    names.sort();
    Ok(names)
}
