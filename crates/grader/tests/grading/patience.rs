//! Programs that do not end, or not always: what that costs them.

use std::fs;

use taquin_courses::Program;
use taquin_grader::{Difficulty, Question, Report, Wanted, cases, topics};

use crate::bench::{grade, options, python, write};

/// Grades a program for boards that hangs on the first `hanging` cases, takes `slow` of a second for
/// those before the last, and no time for the last.
fn graded(hanging: usize, slow: f64) -> (Report, usize) {
    let wanted = Wanted { seed: 7, difficulty: Difficulty::Easy, generated: 0 };
    let mut texts: Vec<String> = Vec::new();
    for topic in topics(Program::Board) {
        for case in cases(Program::Board, topic, wanted) {
            if let Question::File(text) = case.question
                && !texts.contains(&text)
            {
                texts.push(text);
            }
        }
    }
    let folder = tempfile::tempdir().expect("a folder");
    write(folder.path(), &["board.py"], &[]);
    let file = folder.path().join("board.py");
    let program = fs::read_to_string(&file).expect("a program");
    let delay = format!(
        "import sys, time\n\
         place = {texts:?}.index(open(sys.argv[1]).read())\n\
         wanted = 60 if place < {hanging} else {slow} if place < {} else 0\n\
         while time.process_time() < wanted: pass\n",
        texts.len() - 1
    );
    fs::write(&file, delay + &program).expect("a file");
    let mut options = options("board", vec![python(), "board.py".into()]);
    options.generated = Some(0);
    options.rubric.time_limit = 2.0;
    (grade(options, folder.path()), texts.len())
}

fn wrong(report: &Report) -> usize {
    report.parts[0].cases.iter().filter(|case| !case.is_right()).count()
}

#[test]
fn who_ends_after_all_has_all_the_time() {
    // Slower than what is little, faster than what is allowed.
    let (report, cases) = graded(2, 1.5);
    assert!(cases > 4, "{cases}");
    assert_eq!((wrong(&report), report.notes.len()), (2, 0), "{:#?}", report.parts[0].cases);
}

#[test]
fn who_never_ends_is_given_up() {
    let (report, _) = graded(usize::MAX, 0.0);
    assert_eq!(report.score, 0.0);
    assert!(report.notes[0].contains("little time or none"), "{:?}", report.notes);
    let seconds: f64 = report.parts[0].cases.iter().map(|case| case.seconds).sum();
    assert!(seconds < 10.0, "{seconds}");
}
