//! JUnit's XML, for CI servers.

use std::fmt::Write;

use super::text::wrong;
use crate::names::is_safe;
use crate::report::Report;

/// The report as XML: a suite for each part, a test for each case.
#[must_use]
pub fn junit(report: &Report) -> String {
    let mut xml = String::from("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n");
    let tests = report.cases().count();
    let failures = report.cases().filter(|(_, case)| !case.is_right()).count();
    let _ = writeln!(
        xml,
        "<testsuites name=\"{} {}\" tests=\"{tests}\" failures=\"{failures}\">",
        escaped(&report.course),
        escaped(&report.submission)
    );
    if !report.notes.is_empty() {
        xml += "  <properties>\n";
        for note in &report.notes {
            let _ = writeln!(xml, "    <property name=\"note\" value=\"{}\"/>", escaped(note));
        }
        xml += "  </properties>\n";
    }
    for part in &report.parts {
        let failures = part.cases.iter().filter(|case| !case.is_right()).count();
        let time: f64 = part.cases.iter().map(|case| case.seconds).sum();
        let _ = writeln!(
            xml,
            "  <testsuite name=\"{}\" tests=\"{}\" failures=\"{failures}\" time=\"{time:.3}\">",
            escaped(&part.title),
            part.cases.len()
        );
        for case in &part.cases {
            let class = escaped(&format!("{}.{}", report.course, part.topic));
            let name = escaped(&case.command);
            let _ = write!(
                xml,
                "    <testcase classname=\"{class}\" name=\"{name}\" time=\"{:.3}\"",
                case.seconds
            );
            match &case.why {
                None => xml += "/>\n",
                Some(why) => {
                    let text = escaped(&wrong(case));
                    let why = escaped(why);
                    let _ = writeln!(
                        xml,
                        ">\n      <failure message=\"{why}\">{text}</failure>\n    </testcase>"
                    );
                }
            }
        }
        xml += "  </testsuite>\n";
    }
    xml + "</testsuites>\n"
}

/// Text as XML has it; characters that XML cannot hold are replaced.
fn escaped(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for character in text.chars() {
        match character {
            '&' => escaped += "&amp;",
            '<' => escaped += "&lt;",
            '>' => escaped += "&gt;",
            '"' => escaped += "&quot;",
            '\n' | '\t' => escaped.push(character),
            _ if !is_safe(character) => escaped.push('\u{fffd}'),
            _ => escaped.push(character),
        }
    }
    escaped
}
