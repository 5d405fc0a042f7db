//! The rules beyond the examples: beginnings at the goal, unsolvable puzzles, broken input, exit
//! codes, limits.

mod boards;
mod eight_puzzle;
mod klotski;
mod torus;

use std::ffi::OsString;
use std::fs;
use std::io::{self, Write};

use proptest::prelude::*;
use taquin_courses::{Program, Settings, link, run};

use crate::call::{call, call_on};

/// Calls that must end with exit code 2, a complaint, the usage where `usage` says so, and no output.
fn refused(program: Program, arguments: &str, usage: bool) {
    let done = call(program, arguments);
    assert_eq!((done.exit, done.out.as_str()), (2, ""), "{program:?} {arguments}");
    assert!(done.err.starts_with(&format!("{}: ", program.name())), "{}", done.err);
    assert_eq!(done.err.contains("usage: "), usage, "{}", done.err);
}

#[test]
fn programs_have_their_names() {
    for (name, program) in [
        ("Torus", Program::Torus),
        ("EightPuzzle", Program::EightPuzzle),
        ("Board", Program::Board),
        ("Solver", Program::Solver),
        ("SolverVisualizer", Program::Visualizer),
        ("Klotski", Program::Klotski),
        ("torus-astar", Program::TorusAstar),
        ("visualizer", Program::Visualizer),
    ] {
        assert_eq!(Program::by_name(name), Some(program));
    }
    assert_eq!(Program::by_name("taquin"), None);
}

#[cfg(unix)]
#[test]
fn links_lead_to_the_executable() {
    let dir = tempfile::tempdir().unwrap();
    for _ in 0..2 {
        let links = link(dir.path()).unwrap();
        assert_eq!(links.len(), 6);
        let executable = fs::canonicalize(std::env::current_exe().unwrap()).unwrap();
        assert!(links.iter().all(|link| fs::canonicalize(link).unwrap() == executable));
    }
    fs::remove_file(dir.path().join("Torus")).unwrap();
    fs::write(dir.path().join("Torus"), "something of yours").unwrap();
    let error = link(dir.path()).unwrap_err();
    assert!(error.to_string().contains("Torus"), "{error}");
    assert_eq!(fs::read(dir.path().join("Torus")).unwrap(), b"something of yours");
}

#[test]
fn an_output_that_nobody_reads_is_no_error() {
    struct Closed(io::ErrorKind);
    impl Write for Closed {
        fn write(&mut self, _: &[u8]) -> io::Result<usize> {
            Err(self.0.into())
        }
        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }
    let words = |text: &str| text.split(' ').map(OsString::from).collect::<Vec<_>>();
    let klotski = words("200 2 2 2 2 2 2 2 2 3 3 4 4 1 1 0 4 1 1 0 4");
    // Without a reader this would print for ever.
    let torus = words("299 8 7 6 5 4 3 2 1 0");
    for (program, arguments) in [(Program::Torus, torus), (Program::Klotski, klotski)] {
        let mut err = Vec::new();
        let mut call = |kind| run(program, &arguments, &Settings::default(), &mut Closed(kind), &mut err);
        assert_eq!(call(io::ErrorKind::BrokenPipe), 0);
        assert_eq!(call(io::ErrorKind::StorageFull), 2);
        assert!(String::from_utf8(err).unwrap().contains("cannot write"));
    }
}

/// Text that comes near to what the programs take, and text that does not.
fn texts() -> impl Strategy<Value = Vec<u8>> {
    prop_oneof![
        "[0-9 \n]{0,60}".prop_map(String::into_bytes),
        "[0-9]{1,2}(\\s[0-8]){9,20}\\s?".prop_map(String::into_bytes),
        prop::collection::vec(any::<u8>(), 0..80),
    ]
}

proptest! {
    #[test]
    fn any_file_is_answered_or_refused(bytes in texts()) {
        for program in [Program::EightPuzzle, Program::Board, Program::Solver, Program::Visualizer] {
            let done = call_on(program, &bytes);
            prop_assert!(done.exit <= 2);
            prop_assert!(done.exit != 2 || done.out.is_empty() && !done.err.is_empty());
        }
    }

    #[test]
    fn any_arguments_are_answered_or_refused(flag in "[1-6]0[0-3]|solve|print_succ|.{0,4}", bytes in texts()) {
        for program in [Program::Torus, Program::TorusAstar, Program::Klotski] {
            let done = call(program, &format!("{flag} {}", String::from_utf8_lossy(&bytes)));
            prop_assert!(done.exit <= 2);
            prop_assert!(done.exit != 2 || done.out.is_empty() && !done.err.is_empty());
        }
    }
}
