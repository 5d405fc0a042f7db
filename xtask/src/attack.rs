//! Attacks by hostile input, files, connections and programs, as `docs/security.md` describes them. They
//! are tests, which make few attempts among the ordinary tests and many here. Nothing but the loopback is
//! used.

use std::process::Command;

use crate::shell::{self, Result, step};

/// A part of the attacks: tests of one target.
struct Section {
    name: &'static str,
    /// How many attempts of every kind are made: the tests read it from `TAQUIN_ATTACKS`.
    attempts: u32,
    /// The seconds after which the section has failed.
    seconds: u32,
    /// The arguments for `cargo test`.
    tests: &'static [&'static str],
}

const SECTIONS: &[Section] = &[
    // Hostile programs, alone and in a class of thirty; two packages have tests of this name.
    Section {
        name: "grader",
        attempts: 30,
        seconds: 900,
        tests: &["--package", "taquin-grader", "--package", "taquin-cli", "--test", "hostile"],
    },
    // Flipped bits in every kind of file.
    Section {
        name: "files",
        attempts: 1000,
        seconds: 900,
        tests: &["--package", "taquin", "--test", "files"],
    },
    // Connections that are not hosts.
    Section {
        name: "cluster",
        attempts: 1000,
        seconds: 300,
        tests: &["--package", "taquin-cli", "--features", "cluster", "--test", "cluster", "junk"],
    },
    // Clients that do not read, and that take all descriptors.
    Section {
        name: "server",
        attempts: 64,
        seconds: 300,
        tests: &["--package", "taquin-cli", "--test", "server"],
    },
];

/// Runs the sections with these names, or all.
pub fn run(names: &[&str]) -> Result {
    let known: Vec<&str> = SECTIONS.iter().map(|section| section.name).collect();
    if let Some(unknown) = names.iter().find(|name| !known.contains(name)) {
        return Err(format!("'{unknown}' is no part of the attacks: {}", known.join(", ")));
    }
    for section in SECTIONS.iter().filter(|section| names.is_empty() || names.contains(&section.name)) {
        step(section.name, || section.run())?;
    }
    Ok(())
}

impl Section {
    fn run(&self) -> Result {
        // Building is not part of the time.
        shell::cargo(&[&["test", "--quiet", "--no-run"], self.tests].concat())?;
        // `timeout` also ends the processes that the tests have started.
        let mut command = Command::new("timeout");
        command.args(["--kill-after=10", &self.seconds.to_string(), env!("CARGO"), "test", "--quiet"]);
        command.args(self.tests).args(["--", "--nocapture", "--test-threads=1"]);
        shell::run(command.env("TAQUIN_ATTACKS", self.attempts.to_string()).current_dir(shell::root()))
    }
}
