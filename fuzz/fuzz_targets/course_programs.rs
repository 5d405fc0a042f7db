//! Any arguments and any file give a course program an output or a complaint, never a panic, and one
//! of its four exit codes.
#![no_main]

use std::ffi::OsString;

use libfuzzer_sys::fuzz_target;
use taquin_courses::{Program, Settings, run};

fuzz_target!(|bytes: &[u8]| {
    let Some((choice, rest)) = bytes.split_first() else { return };
    let program = Program::ALL[usize::from(*choice) % Program::ALL.len()];
    let mut settings = Settings::default();
    settings.limits.nodes = Some(300);
    settings.limits.memory = Some(1 << 24);
    let takes_file =
        matches!(program, Program::EightPuzzle | Program::Board | Program::Solver | Program::Visualizer);
    let arguments: Vec<OsString> = if takes_file {
        let file = std::env::temp_dir().join(format!("taquin-fuzz-{}", std::process::id()));
        std::fs::write(&file, rest).expect("a temporary file can be written");
        vec![file.into()]
    } else {
        String::from_utf8_lossy(rest).split(' ').map(OsString::from).collect()
    };
    let (mut out, mut err) = (Vec::new(), Vec::new());
    let exit = run(program, &arguments, &settings, &mut out, &mut err);
    assert!(exit <= 3);
    assert!(exit != 2 || !err.is_empty(), "bad input is complained about");
});
