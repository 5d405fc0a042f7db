//! Builds and runs the fuzz targets in `fuzz/`.

use crate::{shell, subcommands};

/// Runs every fuzz target for `seconds`.
pub fn run(seconds: u32) -> shell::Result {
    for target in targets()? {
        // What is found is kept in `corpus`, which is not under version control as `seeds` is.
        let corpus = shell::root().join("fuzz/corpus").join(&target);
        std::fs::create_dir_all(&corpus).map_err(|error| format!("{}: {error}", corpus.display()))?;
        let seeds = shell::root().join("fuzz/seeds").join(&target);
        // The sanitizers need flags that a stable compiler accepts only when told so.
        shell::run(
            subcommands::command(&subcommands::FUZZ)?
                .env("RUSTC_BOOTSTRAP", "1")
                .args(["fuzz", "run", &target])
                .arg(&corpus)
                .args(seeds.exists().then_some(&seeds))
                .arg("--")
                .arg(format!("-max_total_time={seconds}"))
                .args(["-timeout=10", "-rss_limit_mb=2048", "-verbosity=0"]),
        )?;
    }
    Ok(())
}

/// The names of the targets: the files in `fuzz/fuzz_targets`.
fn targets() -> shell::Result<Vec<String>> {
    let folder = shell::root().join("fuzz/fuzz_targets");
    let entries = std::fs::read_dir(&folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    let mut names: Vec<String> =
        entries.filter_map(|entry| entry.ok()?.path().file_stem()?.to_str().map(String::from)).collect();
    names.sort();
    Ok(names)
}
