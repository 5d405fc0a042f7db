//! The rules beyond the examples: starts at the goal, unsolvable puzzles, broken input, exit codes, limits.

mod boards;
mod eight_puzzle;
mod klotski;
mod torus;

use std::ffi::OsString;
use std::fs;
use std::io::{self, Write};

use proptest::prelude::*;
use taquin_courses::{Program, Settings, link, run};

use crate::call::{call, call_on, call_with};

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
        let (module, links) = links.split_last().unwrap();
        assert_eq!(links.len(), 6);
        let executable = fs::canonicalize(std::env::current_exe().unwrap()).unwrap();
        assert!(links.iter().all(|link| fs::canonicalize(link).unwrap() == executable));
        assert!(module.ends_with("torus_puzzle.py") && module.is_file());
    }
}

#[cfg(unix)]
#[test]
fn links_are_made_all_or_none() {
    for name in ["Torus", "Klotski", "torus_puzzle.py"] {
        let dir = tempfile::tempdir().unwrap();
        fs::write(dir.path().join(name), "something of yours").unwrap();
        let error = link(dir.path()).unwrap_err();
        assert!(error.to_string().contains(name), "{error}");
        assert_eq!(fs::read(dir.path().join(name)).unwrap(), b"something of yours");
        assert_eq!(fs::read_dir(dir.path()).unwrap().count(), 1);
    }
    let dir = tempfile::tempdir().unwrap();
    assert_eq!(link(&dir.path().join("a/b")).unwrap().len(), 7, "the folder is made");
    fs::write(dir.path().join("file"), "").unwrap();
    assert!(link(&dir.path().join("file/b")).is_err());
}

#[test]
fn the_python_module_says_the_same() {
    let module = concat!(env!("CARGO_MANIFEST_DIR"), "/src/torus_puzzle.py");
    let folder = tempfile::tempdir().unwrap();
    fs::copy(module, folder.path().join("torus_puzzle.py")).unwrap();
    let states = ["1,2,3,4,5,6,7,8,0", "4,3,8,5,1,6,7,2,0", "8,7,6,5,4,3,2,1,0", "0,2,1,3,4,5,6,7,8"];
    for state in states {
        for function in ["print_succ", "solve"] {
            let code = format!("import torus_puzzle; torus_puzzle.{function}([{state}])");
            let mut python = std::process::Command::new("python3");
            let done = python.args(["-c", &code]).current_dir(folder.path()).output().unwrap();
            assert!(done.status.success(), "{}", String::from_utf8_lossy(&done.stderr));
            let expected = call(Program::TorusAstar, &format!("{function} ({state})")).out;
            assert_eq!(String::from_utf8_lossy(&done.stdout), expected, "{code}");
        }
    }
}

#[test]
fn every_program_has_help() {
    for program in Program::ALL {
        for flag in ["--help", "-h"] {
            let done = call(program, flag);
            assert_eq!((done.exit, done.err.as_str()), (0, ""));
            assert!(done.out.contains(program.usage()) && done.out.contains("Exit codes"), "{}", done.out);
        }
    }
}

#[test]
fn a_cancelled_program_says_so() {
    let cancel = std::sync::Arc::new(true.into());
    let limits = taquin_search::Limits { cancel: Some(cancel), ..Default::default() };
    let arguments = "500 8 7 6 5 4 3 2 1 0".split(' ').map(OsString::from).collect::<Vec<_>>();
    let done = call_with(Program::Torus, &arguments, &Settings { limits, ..Settings::default() });
    assert!(done.err.starts_with("torus: cancelled: every solution takes at least"), "{}", done.err);
    assert_eq!(done.exit, 3);
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
