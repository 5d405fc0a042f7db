//! The help of every command is kept in `help/`, so that a change of it is seen in a diff. After an
//! intended change, `UPDATE_EXPECT=1 cargo test --package taquin-cli --all-features --test help` writes the files again.
//!
//! They are those of a build with every feature, which is what `cargo xtask test` builds.
#![cfg(all(target_os = "linux", feature = "cluster"))]

use std::collections::BTreeSet;
use std::process::Command;

use expect_test::expect_file;

#[test]
fn the_help_of_every_command_is_what_is_kept() {
    let mut names = BTreeSet::new();
    keep(&[], &mut names);
    let folder = format!("{}/tests/help", env!("CARGO_MANIFEST_DIR"));
    let kept =
        std::fs::read_dir(folder).unwrap().map(|file| file.unwrap().file_name().into_string().unwrap());
    assert_eq!(kept.collect::<BTreeSet<String>>(), names, "one file a command");
}

/// Compares the help of a command and of all commands under it with their files, whose names are gathered.
fn keep(words: &[&str], names: &mut BTreeSet<String>) {
    let (short, long) = (help(words, "-h"), help(words, "--help"));
    let name = format!("{}.txt", [&["taquin"], words].concat().join("-"));
    let rule = "-".repeat(100);
    expect_file![format!("help/{name}")].assert_eq(&format!("{short}{rule}\n{long}"));
    names.insert(name);
    let listed =
        long.lines().skip_while(|line| *line != "Commands:").skip(1).take_while(|line| !line.is_empty());
    // What an entry goes on with in further lines is indented further.
    for entry in listed.filter_map(|line| line.strip_prefix("  ")).filter(|entry| !entry.starts_with(' ')) {
        let command = entry.split(' ').next().unwrap();
        if command != "help" {
            keep(&[words, &[command]].concat(), names);
        }
    }
}

/// The help of a command, independent of the environment.
fn help(words: &[&str], flag: &str) -> String {
    let mut command = Command::new(env!("CARGO_BIN_EXE_taquin"));
    let output = command.args(words).arg(flag).env_clear().env("HOME", "/home/user").output().unwrap();
    assert!(output.status.success() && output.stderr.is_empty(), "{output:?}");
    String::from_utf8(output.stdout).unwrap()
}
