//! What a report says, in every format.

use taquin_grader::{Report, render};

use crate::bench::{folder, grade, options, python};

/// One wrong line, and something that markup must not take for its own.
fn report() -> Report {
    let changes = [
        ("return sorted(found)", "return sorted(found, reverse=True)"),
        ("kind == 1:", "kind == 1 and sys.stderr.write('<&```\\n'):"),
    ];
    let folder = folder(&["torus.py"], &changes);
    let mut options = options("torus", vec![python(), "torus.py".into()]);
    options.rubric.parts.truncate(2);
    options.generated = Some(0);
    grade(options, folder.path())
}

#[test]
fn every_form_tells_what_to_do() {
    let report = report();
    let text = render::text(&report);
    for expected in [
        "somebody · torus: 6.67 of 40 points",
        "torus.py 100 1 2 3 4 5 0 6 7 8",
        "the lines are right but in another order",
        "   1  1 2 0 4 5 3 6 7 8 >    1  1 2 3 4 5 8 6 7 0",
        "it complained:",
        "likely: successors come from the largest number to the smallest",
        "Most likely:",
    ] {
        assert!(text.contains(expected), "{expected:?} in\n{text}");
    }
    let page = render::markdown(&report);
    assert!(page.starts_with("# torus: somebody\n\n**6.67 of 40 points**\n"), "{page}");
    assert!(page.contains("````\n<&```\n````"), "a fence is longer than what it holds: {page}");
    let gradescope: serde_json::Value = serde_json::from_str(&render::gradescope(&report)).expect("JSON");
    assert_eq!(gradescope["score"], 6.67);
    assert_eq!(gradescope["tests"][0]["max_score"], 20.0);
    assert!(
        gradescope["tests"][0]["output"].as_str().is_some_and(|text| text.contains("likely: successors"))
    );
    let xml = render::junit(&report);
    assert!(
        xml.contains("<testcase classname=\"torus.successors\"") && xml.contains("&lt;&amp;```"),
        "{xml}"
    );
    let (opened, closed) = (xml.matches("<failure ").count(), xml.matches("</failure>").count());
    assert_eq!((opened, closed, report.cases().count()), (9, 9, 11));
}
