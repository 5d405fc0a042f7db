//! What one command prints, another reads: every pair, in a table.

mod support;

use support::{check, piped, taquin, text};

/// Commands that print puzzles: the arguments, how many puzzles, and the options that a reader needs.
const WRITERS: [(&str, usize, &str); 27] = [
    ("generate 3x3 --seed 1", 1, ""),
    ("generate 3x3 --seed 1 --form course", 1, ""),
    ("generate 3x3 --seed 1 -n 3", 3, ""),
    ("generate 3x3 --seed 1 -n 2 --form course", 2, ""),
    ("generate 3x3 --seed 1 -n 2 --form line", 2, ""),
    ("generate 3x3 --seed 1 -n 2 --form slidysim", 2, ""),
    ("generate 3x3 --seed 1 -n 2 --format json", 2, ""),
    ("generate 3x3 --seed 1 -n 2 --goal spiral", 2, ""),
    ("generate 2x2 --seed 1 -n 2 --goal blank-first --form slidysim", 2, ""),
    ("generate 3x3 --seed 1 -n 2 --goal blank-first --format json", 2, ""),
    ("generate 3x3 --seed 1 -n 2 --distance 12", 2, ""),
    ("generate 3x3 --seed 1 -n 2 --torus", 2, "--torus"),
    ("generate 3x3 --seed 1 -n 2 --torus --format json", 2, ""),
    ("generate 2x4 --seed 1 -n 2", 2, ""),
    ("generate 1x5 --seed 1 -n 2", 2, ""),
    ("generate 1x4 --seed 1", 1, ""),
    ("generate blocks --rush-hour 5 --seed 3 -n 3", 3, ""),
    ("generate blocks --rush-hour 5 --seed 3 -n 1", 1, ""),
    ("generate blocks --rush-hour 5 --seed 3 -n 2 --format json", 2, ""),
    ("generate blocks --size 3x4 --pieces 2x2,1x2,2x1,1x1 -n 3", 3, ""),
    ("generate blocks --size 3x4 --pieces 2x2,1x2,2x1,1x1 -n 1", 1, ""),
    ("generate blocks --size 3x4 --pieces 2x2,1x2,2x1,1x1 -n 2 --format json", 2, ""),
    ("puzzles show pennant --form plain", 1, ""),
    ("puzzles show klotski --form klotski", 1, ""),
    ("puzzles show pennant --format json", 1, ""),
    ("apply 3x3 RDLURD", 1, ""),
    ("apply pennant e:R --format json", 1, ""),
];

/// What reads any number of them.
const READERS: [&str; 4] = ["solve", "solve --format json", "info", "info --format json"];

/// What reads one.
const READERS_OF_ONE: [&str; 6] = [
    "render -o - --still",
    "render -o - --format json",
    "trace --steps 1 --algorithm breadth-first",
    "enumerate --depth 2",
    "enumerate --depth 2 --format json",
    "apply - ",
];

fn words(line: &str) -> Vec<&str> {
    line.split(' ').collect()
}

#[test]
fn what_one_command_prints_another_reads() {
    for (writer, count, beside) in WRITERS {
        let written = taquin(&words(writer));
        assert_eq!(written.status.code(), Some(0), "{writer}: {}", text(&written.stderr));
        let beside: Vec<&str> = beside.split_whitespace().collect();
        for reader in READERS {
            let read = piped(&[&words(reader)[..], &beside].concat(), &written.stdout);
            assert_eq!(
                read.status.code(),
                Some(0),
                "{writer} | {reader}: {}{}",
                text(&read.stdout),
                text(&read.stderr)
            );
            let told = text(&read.stdout);
            let found = match reader {
                "solve" if count == 1 => told.matches("Solved in").count(),
                "info" => told.split("\n\n").count(),
                _ => told.lines().count(),
            };
            assert_eq!(found, count, "{writer} | {reader}: {told}");
        }
        for reader in READERS_OF_ONE.iter().filter(|_| count == 1) {
            let read = piped(&[&words(reader)[..], &beside].concat(), &written.stdout);
            // A trace that is cut off has stopped.
            let code = if reader.starts_with("trace") { read.status.code() } else { Some(0) };
            assert_eq!(read.status.code(), code, "{writer} | {reader}: {}", text(&read.stderr));
            assert!(matches!(code, Some(0 | 3)) && !read.stdout.is_empty(), "{writer} | {reader}");
        }
    }
}

/// What is known of a puzzle leads to the puzzle again.
#[test]
fn the_json_of_a_puzzle_is_a_puzzle() {
    for puzzle in ["8 6 7 / 2 5 4 / 3 0 1", "pennant", "BCDDEoBCFoEGBoFAAGHHHIoGooJIKKLLJMMo"] {
        let solved = taquin(&["solve", puzzle, "--format", "json"]);
        let facts = taquin(&["info", puzzle, "--format", "json"]);
        let moves = |json: &[u8]| serde_json::from_slice::<serde_json::Value>(json).unwrap()["cost"].clone();
        for written in [&solved, &facts] {
            let again = piped(&["solve", "--format", "json"], &written.stdout);
            assert_eq!(moves(&again.stdout), moves(&solved.stdout), "{puzzle}");
        }
    }
    check(&piped(&["solve"], b"{\"rows\": 3}"), 2, "", "expected the JSON of a puzzle");
}

/// Every puzzle of the catalogue is read in every form that can express it, by its name, and from the list.
#[test]
fn the_catalogue_is_read_in_every_form() {
    let list = taquin(&["puzzles", "list", "--format", "json"]);
    let told = piped(&["info", "--format", "json"], &list.stdout);
    assert_eq!(told.status.code(), Some(0));
    assert_eq!(text(&told.stdout).lines().count(), text(&list.stdout).lines().count());
    for line in text(&told.stdout).lines() {
        let facts: serde_json::Value = serde_json::from_str(line).unwrap();
        for (form, written) in facts["forms"].as_object().unwrap() {
            let hints = taquin::Hints { form: Some(form.clone()), ..taquin::Hints::default() };
            let read = taquin::Instance::parse(written.as_str().unwrap(), &hints);
            assert!(read.is_ok(), "{form}: {written}");
        }
    }
}
