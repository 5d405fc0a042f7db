//! A folder of submissions: graded in parallel, kept one by one, resumed where it was interrupted.

use std::fs;
use std::path::PathBuf;
use std::sync::Mutex;

use taquin_grader::{Graded, Grading, grade_all, render, submissions};

use crate::bench::{options, python, write};

/// A class of three, one of whom handed in nothing.
fn class() -> tempfile::TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    for (name, changes) in [("ada", &[][..]), ("bob", &[("print(hamming)", "print(hamming + 1)")][..])] {
        fs::create_dir(folder.path().join(name)).expect("a folder");
        write(&folder.path().join(name), &["board.py"], changes);
    }
    fs::create_dir(folder.path().join("eve")).expect("a folder");
    folder
}

fn known(graded: &[Graded]) -> Vec<bool> {
    graded.iter().map(|one| one.known).collect()
}

#[test]
fn a_class_is_graded_once_and_only_what_changed_again() {
    let folder = class();
    let results = tempfile::tempdir().expect("a folder");
    let grading = Grading::new(options("board", vec![python(), "board.py".into()])).expect("a grading");
    let found = submissions(folder.path()).expect("a class");
    let told = Mutex::new(Vec::new());
    let run = |found: &[(String, PathBuf)]| {
        let done = |one: &Graded| told.lock().unwrap().push(one.name.clone());
        grade_all(&grading, found, results.path(), 2, &done).expect("grades")
    };
    // As after a crash: one is done, and half a file of another is there.
    run(&found[..1]);
    fs::write(results.path().join("bob.json"), "{\"course\": \"boa").expect("a file");
    let graded = run(&found);
    assert_eq!(known(&graded), [true, false, false]);
    assert_eq!(told.lock().unwrap().len(), 1 + 3);
    let scores: Vec<f64> = graded.iter().map(|one| one.report.as_ref().unwrap().score).collect();
    assert_eq!(scores, [100.0, 80.0, 0.0]);
    let table = render::table(&graded);
    assert!(
        table.lines().nth(2).is_some_and(|line| line.starts_with("bob            80  100        0")),
        "{table}"
    );
    let csv = render::csv(&graded);
    assert!(csv.starts_with("submission,score,of,hamming,manhattan,goal,solvable,neighbors,likely\nada,100,100,20,20,20,20,20,\nbob,80,100,0,20,"), "{csv}");
    assert!(fs::read_to_string(results.path().join("bob.md")).unwrap().contains("**80 of 100 points**"));
    // A grade that was changed in its file is not believed.
    let file = results.path().join("bob.json");
    let text = fs::read_to_string(&file).expect("a report");
    fs::write(&file, text.replacen("\"score\": 80.0", "\"score\": 90.0", 1)).expect("a file");
    assert_ne!(fs::read_to_string(&file).expect("a report"), text);
    let graded = run(&found);
    assert_eq!((known(&graded), graded[1].report.as_ref().unwrap().score), (vec![true, false, true], 80.0));
    // The same again asks nobody; a change asks one.
    assert_eq!(known(&run(&found)), [true, true, true]);
    write(&folder.path().join("bob"), &["board.py"], &[]);
    let graded = run(&found);
    assert_eq!(known(&graded), [true, false, true]);
    assert_eq!(graded[1].report.as_ref().unwrap().score, 100.0);
    let left: Vec<_> = fs::read_dir(results.path()).unwrap().flatten().collect();
    assert_eq!(left.len(), 6, "nothing but results: {left:?}");
}

#[test]
fn a_file_may_be_a_submission() {
    let folder = tempfile::tempdir().expect("a folder");
    write(folder.path(), &["board.py"], &[]);
    fs::rename(folder.path().join("board.py"), folder.path().join("ada.py")).expect("a file");
    let results = tempfile::tempdir().expect("a folder");
    let grading = Grading::new(options("board", vec![python(), "board.py".into()])).expect("a grading");
    let found = submissions(folder.path()).expect("a class");
    let graded = grade_all(&grading, &found, results.path(), 1, &|_| {}).expect("grades");
    assert_eq!(graded[0].report.as_ref().unwrap().score, 100.0);
}
