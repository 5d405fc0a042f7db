//! The examples in `tests/cases`: a folder for every program, with the arguments in `NAME.args` or
//! the file in `NAME.in`, and the output in `NAME.out`.

use std::fs;
use std::path::Path;

use taquin_courses::Program;

use crate::call::{Done, call, call_on};

#[test]
fn every_example_is_reproduced() {
    let cases = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/cases");
    for program in Program::ALL {
        let mut count = 0;
        for file in fs::read_dir(cases.join(program.name())).into_iter().flatten() {
            let input = file.expect("a folder of cases").path();
            let content = || fs::read_to_string(&input).expect("a case");
            let done = match input.extension().and_then(|extension| extension.to_str()) {
                Some("args") => call(program, &content()),
                Some("in") => call_on(program, content()),
                _ => continue,
            };
            let expected = fs::read_to_string(input.with_extension("out")).expect("the output of a case");
            check(&input, &done, &expected);
            count += 1;
        }
        assert!(count > 0 || program == Program::Visualizer, "{program:?} has no examples");
    }
}

fn check(input: &Path, done: &Done, expected: &str) {
    assert_eq!((done.exit, done.err.as_str()), (0, ""), "{}", input.display());
    if expected.starts_with("iteration 1\n") {
        assert_eq!(iterations(&done.out), iterations(expected), "{}", input.display());
        assert_eq!(done.out.len(), expected.len());
    } else {
        assert_eq!(done.out, expected, "{}", input.display());
    }
}

/// The iterations of the flying Klotski, their OPEN and CLOSED as sets.
fn iterations(output: &str) -> Vec<Vec<Vec<String>>> {
    let iteration = |text: &str| {
        let lines: Vec<&str> = text.lines().collect();
        let lists = lines.split(|line| ["OPEN", "CLOSED"].contains(line));
        let list = |lines: &[&str]| {
            // The number of the iteration is left alone; a node takes eight lines.
            let skip = lines.len() % 8;
            let mut nodes: Vec<String> = lines[skip..].chunks(8).map(|node| node.join("\n")).collect();
            nodes.sort();
            nodes.extend(lines[..skip].iter().map(ToString::to_string));
            nodes
        };
        lists.map(list).collect()
    };
    output.split("iteration ").skip(1).map(iteration).collect()
}
