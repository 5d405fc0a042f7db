//! Input: what is accepted, what is refused and with which message, and the exit codes.

mod support;

use std::os::unix::ffi::OsStringExt;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use support::{check, interrupted, piped, taquin, text};

const GOOD: &str = "1 2 3 / 4 0 6 / 7 5 8";
const BAD: &str = "1 2 3 / 4 4 6 / 7 5 8";
const HARD: &str = "0 12 9 13 15 11 10 14 3 7 2 5 4 8 6 1";

#[test]
fn lines_are_a_batch_and_a_pair_says_so() {
    for count in ["2", "3"] {
        let boards = taquin(&["generate", "3x3", "-n", count, "--seed", "1"]);
        let answers = piped(&["solve"], &boards.stdout);
        check(&answers, 0, " line): ", "");
        assert_eq!(text(&answers.stdout).lines().count().to_string(), count);
    }
    check(&piped(&["solve"], b"1 2 3 / 4 5 6 / 7 0 8 -> 1 2 3 / 4 5 6 / 7 8 0"), 0, "Solved in 1 move,", "");
    check(&taquin(&["solve", GOOD, "--goal", "blank-first"]), 0, "Solved in 20 moves", "");
}

#[test]
fn a_bad_line_is_an_error_in_its_place_wherever_it_stands() {
    for at in 0..5 {
        let mut lines = [GOOD; 5];
        lines[at] = BAD;
        let output = piped(&["solve"], lines.join("\n").as_bytes());
        assert_eq!(output.status.code(), Some(2));
        let told: Vec<&str> = text(&output.stdout).lines().collect();
        let bad = format!("No puzzle: line {}, column 11: expected every tile once, found 4 again", at + 1);
        let expected: Vec<&str> =
            (0..5).map(|line| if line == at { &bad[..] } else { "2 moves (2 single, 2 line): UL" }).collect();
        assert_eq!(told, expected);
    }
    check(
        &piped(&["solve", "--batch"], format!("{BAD}\n{GOOD}").as_bytes()),
        2,
        "2 moves (2 single, 2 line): UL",
        "",
    );
    let unsolvable = "1 2 3 / 4 5 6 / 8 7 0";
    check(&piped(&["solve"], format!("{unsolvable}\n{GOOD}").as_bytes()), 1, "There is no solution", "");
    check(&piped(&["info"], format!("{BAD}\n{GOOD}").as_bytes()), 2, "manhattan         2", "");
}

#[test]
fn a_word_that_is_nothing_says_so_and_names_the_nearest_puzzle() {
    check(
        &taquin(&["solve", "klotsky"]),
        2,
        "",
        "'klotsky' is not a file, a board or the name of a puzzle; did you mean 'klotski'?",
    );
    check(&taquin(&["solve", "nosuch"]), 2, "", "'nosuch' is not a file, a board or the name of a puzzle\n");
    check(&taquin(&["info", "puzzle"]), 2, "", "is not a file, a board or the name");
    check(&taquin(&["puzzles", "show", "penant"]), 2, "", "did you mean 'pennant'?");
    check(&piped(&["solve"], b"pennant\nklotsky\n"), 2, "59 moves: ", "");
    check(&taquin(&["solve", "1A9BF0G"]), 2, "", "expected a hexadecimal digit");
}

#[test]
fn texts_are_read_as_people_write_them() {
    for words in [
        &["1 2 3; 4 . 6; 7 5 8"][..],
        &["1,2,3/4,_,6/7,5,8"],
        &["1", "2", "3", "4", "0", "6", "7", "5", "8"],
        &["1", "2", "3", "/", "4", "0", "6", "/", "7", "5", "8"],
        &["123406758"],
        &["\u{feff}1 2 3 / 4 0 6 / 7 5 8"],
        &["42 1 2 3 4 0 6 7 5 8"],
    ] {
        check(&taquin(&[&["solve"], words].concat()), 0, "Solved in 2 moves", "");
    }
    check(&taquin(&["solve", "133"]), 0, "5 x 4 board, ", "");
    check(&taquin(&["solve", "4512345"]), 2, "", "column 3: expected a block that fits at row 2, column 4");
    check(&piped(&["solve"], "\u{feff}1A9BF0C\n".as_bytes()), 0, "Solved in 81 moves", "");
    check(&taquin(&["solve", "1 0 2 3 4"]), 0, "1 x 5 board", "");
    check(&taquin(&["solve", "super", "century", "--metric", "straight"]), 0, "the fewest possible", "");
    let corner = "..../..../..../ZZ../ZZ..";
    check(&taquin(&["solve", "klotski", "--goal", corner]), 0, "Solved in ", "");
    check(&taquin(&["solve", "1A9BF0C", "--goal", corner]), 0, "Solved in ", "");
    let board = "GBBoLoGHIoLMGHIAAMCCCKoMooJKDDEEJFFo";
    check(&piped(&["solve"], format!("60 {board} 2332\n").as_bytes()), 0, "Solved in 51 moves", "");
    let korf = b"1 14 13 15 7 11 12 9 5 6 0 2 1 4 8 10 3\n2 13 5 4 10 9 12 8 14 2 3 7 1 0 15 11 6\n";
    let limited = piped(&["solve", "--limit-nodes", "1k"], korf);
    assert_eq!(text(&limited.stdout).lines().count(), 2);
    for name in ["A*", "a-star", "AStar"] {
        check(&taquin(&["solve", GOOD, "--algorithm", name]), 0, "Solved in 2 moves", "");
    }
    assert_eq!(text(&taquin(&["generate", "3x3", "-n", "1k"]).stdout).lines().count(), 1000);
    check(&taquin(&["generate", "3x3", "-n", "1.5"]), 2, "", "expected a number such as 500, 20k or 1.5M");
}

#[test]
fn names_of_files_need_not_be_text() {
    let folder = tempfile::tempdir().unwrap();
    let name = std::ffi::OsString::from_vec(b"board\xff.txt".to_vec());
    std::fs::write(folder.path().join(&name), GOOD).unwrap();
    let output = Command::new(env!("CARGO_BIN_EXE_taquin"))
        .arg("solve")
        .arg(&name)
        .current_dir(folder.path())
        .output()
        .unwrap();
    check(&output, 0, "Solved in 2 moves", "");
}

#[test]
fn several_files_are_a_list() {
    let folder = tempfile::tempdir().unwrap();
    let file = |name: &str, text: &str| {
        let path = folder.path().join(name);
        std::fs::write(&path, text).unwrap();
        path.to_str().unwrap().to_string()
    };
    let (one, two) = (file("a.txt", "3\n1 2 3\n4 0 6\n7 5 8\n"), file("b.txt", "1A9BF0C\n1 2 / 0 3"));
    let solved = taquin(&["solve", &one, &two]);
    check(&solved, 0, "2 moves (2 single, 2 line): UL\n81 moves: ", "");
    assert_eq!(text(&solved.stdout).lines().count(), 3);
}

#[test]
fn what_would_be_ignored_is_refused() {
    check(&taquin(&["solve", GOOD, "--weight", "2"]), 2, "", "--weight is for --algorithm weighted-a-star");
    check(&taquin(&["solve", GOOD, "--threads", "0"]), 2, "", "at least 1");
    check(&taquin(&["solve", GOOD, "--tables", "no/such/folder"]), 2, "", "there is no such folder");
    check(&taquin(&["tables", "list", "--tables", "no/such/folder"]), 2, "", "there is no such folder");
    check(&taquin(&["render", GOOD, "--still", "-o", "a.gif"]), 2, "", "--still draws one picture");
    check(
        &taquin(&["serve", "--no-open", "--port", "0", "--distances", "missing"]),
        2,
        "",
        "missing: No such file",
    );
}

#[test]
fn nothing_that_acts_on_a_terminal_is_echoed() {
    for arguments in [
        &["solve", "1 2 \u{1b}[31m3"][..],
        &["solve", "\u{1b}[31mred"],
        &["solve", "no/\u{7}such.txt"],
        &["solve", GOOD, "--algorithm", "\u{1b}[31m"],
        &["puzzles", "show", "\u{1b}[31m"],
    ] {
        let output = taquin(arguments);
        assert_eq!(output.status.code(), Some(2), "{arguments:?}");
        let said = text(&output.stderr);
        assert!(!said.chars().any(|c| c.is_control() && c != '\n') && !said.is_empty(), "{said:?}");
    }
}

#[test]
fn numbers_of_moves_agree_with_their_word() {
    check(&taquin(&["solve", "1 2 3 / 4 5 6 / 7 0 8", "--format", "text"]), 0, "Solved in 1 move,", "");
    check(&taquin(&["generate", "2x2", "--distance", "99"]), 2, "", "no board is 99 moves from the goal");
    let far = ["generate", "4x4", "--metric", "line", "--distance", "44"];
    check(&taquin(&far), 2, "", "no board is 44 moves from the goal: the farthest are 43 moves away");
    check(&taquin(&["enumerate", "1x2"]), 0, "The farthest are 1 move away", "");
}

#[test]
fn boards_end_with_their_line() {
    for arguments in [&["generate", "4x4"][..], &["generate", "4x4", "-n", "2", "--form", "course"]] {
        assert!(taquin(arguments).stdout.ends_with(b"\n"));
    }
}

#[test]
fn a_goal_of_a_file_is_shown_and_missing_files_are_told() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("pennant.taq");
    let file = file.to_str().unwrap();
    check(&taquin(&["enumerate", "pennant", "--save", file]), 0, "Distances to the goal", "");
    let start = "qqaa/qqbb/de../fghh/fgii";
    let solved = taquin(&["solve", start, "--distances", file]);
    check(&solved, 0, "  fghh      qq..\n  fgii      qq..\nSolved in 59 moves", "");
    let told = taquin(&["info", start, "--distances", file]);
    check(&told, 0, "true distance     59", "");
    assert!(!text(&told.stdout).contains("no goal"), "{}", text(&told.stdout));
}

#[test]
fn a_stopped_search_gives_a_solution_and_a_bound() {
    let stopped = taquin(&["solve", HARD, "--limit-time", "50ms", "--tables", "."]);
    let told = text(&stopped.stdout);
    if stopped.status.code() == Some(3) {
        assert!(
            told.contains("Stopped (time limit): a solution needs at least ")
                && told.contains("the best known has "),
            "{told}"
        );
        let bound: u32 = told.split("at least ").nth(1).unwrap().split(' ').next().unwrap().parse().unwrap();
        assert!(bound >= 40, "{told}");
    }
    let large = "14 5 9 2 18 8 23 19 12 17 15 0 10 20 4 6 11 21 1 7 24 3 16 22 13";
    check(&taquin(&["solve", large, "--limit-nodes", "1000"]), 3, "the best known has ", "");
    let klotski = taquin(&["solve", "klotski", "--limit-nodes", "100"]);
    check(&klotski, 3, "the best known has ", "");
    let moves =
        taquin(&["solve", HARD, "--limit-nodes", "1000", "--algorithm", "ida-star", "--format", "moves"]);
    check(&moves, 3, "", "the best known has ");
    assert!(text(&moves.stdout).trim().len() >= 80, "{}", text(&moves.stdout));
}

#[test]
fn time_limits_hold_while_memory_is_taken() {
    let timed = || {
        let clock = Instant::now();
        let stopped = taquin(&["enumerate", "2x7", "--limit-memory", "8G", "--limit-time", "1s"]);
        check(&stopped, 3, "Stopped (", if text(&stopped.stderr).is_empty() { "" } else { "--disk" });
        clock.elapsed()
    };
    // A busy machine may be late once; a limit that does not hold is late every time.
    let mut rounds = (0..3).map(|_| timed());
    assert!(rounds.any(|time| time < Duration::from_secs(3)), "late every time");
}

#[test]
fn every_command_ends_alike_when_it_is_interrupted() {
    let moment = Duration::from_millis(500);
    for arguments in [
        &["solve", HARD, "--algorithm", "ida-star", "--heuristic", "misplaced"][..],
        &["enumerate", "shark"],
        &["generate", "blocks", "--rush-hour", "5", "--all"],
        &["enumerate", "--layouts"],
        &["enumerate", "klotski", "--components", "--metric", "unit", "--threads", "1"],
    ] {
        let output = interrupted(arguments, b"", moment);
        // What is done by then has nothing to interrupt.
        if output.status.code() != Some(0) {
            assert_eq!(output.status.code(), Some(3), "{arguments:?}: {}", text(&output.stderr));
        }
    }
}

#[test]
fn a_diameter_that_is_cut_off_says_so() {
    let stopped =
        taquin(&["enumerate", "time-machine", "--diameter", "--limit-time", "2s", "--threads", "1"]);
    if stopped.status.code() == Some(3) {
        assert!(
            text(&stopped.stdout).contains("Diameter: stopped (time limit), at least")
                || text(&stopped.stderr).contains("before the diameter could be looked for"),
            "{}",
            text(&stopped.stdout)
        );
    }
    let cut = taquin(&[
        "enumerate",
        "klotski",
        "--diameter",
        "--limit-time",
        "150ms",
        "--threads",
        "1",
        "--metric",
        "unit",
    ]);
    assert!(
        cut.status.code() == Some(0)
            || text(&cut.stdout).contains("Stopped (")
            || text(&cut.stdout).contains("stopped (")
    );
}

#[cfg(target_os = "linux")]
#[test]
fn a_grading_that_is_ended_leaves_nothing_behind() {
    let folder = tempfile::tempdir().unwrap();
    // Where the administrator grades, submissions are run as somebody else, who must get there.
    std::fs::set_permissions(folder.path(), std::os::unix::fs::PermissionsExt::from_mode(0o711)).unwrap();
    let temporary = folder.path().join("tmp");
    let submission = folder.path().join("submission");
    std::fs::create_dir(&temporary).unwrap();
    std::fs::create_dir(&submission).unwrap();
    // As deep as paths are long, and closed.
    std::fs::write(
        submission.join("run"),
        "mkdir -p a/$(printf 'b/%.0s' $(seq 1500)); chmod 000 a; sleep 60",
    )
    .unwrap();
    let start = || {
        let mut command = Command::new(env!("CARGO_BIN_EXE_taquin"));
        command
            .args(["grade", "torus", "--no-sandbox", "--folder"])
            .arg(&submission)
            .args(["--", "sh", "run"]);
        command.env("TMPDIR", &temporary).stdout(Stdio::piped()).stderr(Stdio::piped());
        command.spawn().unwrap()
    };
    let left =
        || std::fs::read_dir(&temporary).unwrap().flatten().map(|entry| entry.path()).collect::<Vec<_>>();
    let wait = |what: &str, until: &dyn Fn() -> bool| {
        let clock = Instant::now();
        while !until() {
            assert!(clock.elapsed() < Duration::from_secs(120), "{what}");
            std::thread::sleep(Duration::from_millis(10));
        }
    };
    let works = || left().iter().any(|path| path.join("submission/a").exists());
    for signal in ["-INT", "-TERM", "-HUP", "-KILL"] {
        let child = start();
        wait("it does not begin", &works);
        std::thread::sleep(Duration::from_millis(100));
        assert!(Command::new("kill").args([signal, &child.id().to_string()]).status().unwrap().success());
        let output = child.wait_with_output().unwrap();
        if signal == "-KILL" {
            // The next grader sweeps.
            assert_eq!(left().len(), 1);
            let killed = left();
            let next = start();
            wait("nothing is swept", &|| !left().is_empty() && killed.iter().all(|path| !path.exists()));
            assert!(Command::new("kill").args(["-INT", &next.id().to_string()]).status().unwrap().success());
            next.wait_with_output().unwrap();
        } else {
            check(&output, 3, "", "stopped before the grading was done");
        }
        assert_eq!(left(), [] as [std::path::PathBuf; 0], "{signal}");
    }
}
