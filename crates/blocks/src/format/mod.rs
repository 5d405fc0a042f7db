//! Reading and writing text: one format in each file, and how a text's format is recognised.

pub mod course;
pub mod gnome;
pub mod klotski;
pub mod picture;
pub mod plain;
pub mod rush_hour;
mod text;

use std::fmt;
use std::str::FromStr;

use crate::error::Error;
use crate::model::problem::Problem;

/// A text format for sliding blocks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Format {
    /// Pictures of start and goal under a short header.
    Plain,
    /// The twenty digits of the flying Klotski.
    Course,
    /// A Rush Hour board in one word.
    RushHour,
    /// A GNOME Klotski level.
    Gnome,
    /// The hexadecimal Klotski code.
    Klotski,
}

impl Format {
    /// All of them.
    pub const ALL: [Format; 5] =
        [Format::Plain, Format::Course, Format::RushHour, Format::Gnome, Format::Klotski];

    /// The format that `text` is in, judged by its characters. Any other text is taken for a plain picture, whose
    /// parser then reports what is wrong with it.
    #[must_use]
    pub fn guess(text: &str) -> Format {
        if plain::has_header(text) {
            Format::Plain
        } else if gnome::matches(text) {
            Format::Gnome
        } else if course::matches(text) {
            Format::Course
        } else if rush_hour::matches(text) {
            Format::RushHour
        } else if klotski::matches(text) {
            Format::Klotski
        } else {
            Format::Plain
        }
    }

    /// Reads `text` in this format.
    ///
    /// # Errors
    /// With the place and what was expected there.
    pub fn parse(self, text: &str) -> Result<Problem, Error> {
        match self {
            Format::Plain => plain::parse(text),
            Format::Course => course::parse(text),
            Format::RushHour => rush_hour::parse(text),
            Format::Gnome => gnome::parse(text),
            Format::Klotski => klotski::parse(text),
        }
    }

    /// Writes `problem` in this format; `None` if the format cannot express it.
    #[must_use]
    pub fn write(self, problem: &Problem) -> Option<String> {
        match self {
            Format::Plain => picture::write(problem),
            Format::Course => course::write(problem),
            Format::RushHour => rush_hour::write(problem),
            Format::Gnome => gnome::write(problem),
            Format::Klotski => klotski::write(problem),
        }
    }
}

/// Reads `text` in the format that it is in.
///
/// # Errors
/// With the place and what was expected there.
pub fn parse(text: &str) -> Result<Problem, Error> {
    Format::guess(text).parse(text)
}

impl fmt::Display for Format {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Format::Plain => "plain",
            Format::Course => "course",
            Format::RushHour => "rush-hour",
            Format::Gnome => "gnome",
            Format::Klotski => "klotski",
        })
    }
}

impl FromStr for Format {
    type Err = String;
    fn from_str(text: &str) -> Result<Self, String> {
        let known = Format::ALL.into_iter().find(|format| format.to_string() == text);
        known.ok_or_else(|| format!("expected plain, course, rush-hour, gnome or klotski, found {text:?}"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn formats_are_told_apart() {
        let cases = [
            ("1A9BF0C", Format::Klotski),
            ("2112\n2112\n2332\n2442\n4004", Format::Course),
            ("2 1 1 2 2 1 1 2 2 3 3 2 2 4 4 2 4 0 0 4", Format::Course),
            ("BCDDEoBCFoEGBoFAAGHHHIoGooJIKKLLJMMo", Format::RushHour),
            ("#**a#\n#  b#\n#..c#", Format::Gnome),
            ("aZZb/aZZb/cddf/cghf/i..j", Format::Plain),
            ("metric: unit\n**", Format::Plain),
            ("ab\nc.", Format::Plain),
            ("1A9BF0G", Format::Klotski),
            ("1A9BF0C404", Format::Klotski),
            ("a1b2", Format::Klotski),
            ("a1g2", Format::Plain),
            ("Zab3", Format::Plain),
            ("BCDDEoBCFoEGBoFAAGHHHIoGooJIKKLLJMM", Format::RushHour),
            ("BCDDEoBCFoEGBoFAAGHHHIoGooJIKKLLJMM?", Format::RushHour),
            ("AABB....CC.....DDD", Format::Plain),
        ];
        for (text, format) in cases {
            assert_eq!(Format::guess(text), format, "{text}");
        }
    }

    #[test]
    fn what_a_form_cannot_say_is_not_written() {
        let written = |text: &str, format: Format| format.write(&parse(text).expect("a puzzle"));
        let klotski = "start: aZZb/aZZb/cddf/cghf/i..j\ngoal: ..../..../..../.ZZ./.ZZ.";
        assert_eq!(written(klotski, Format::Klotski).as_deref(), Some("1A9BF0C"));
        // Another goal, single cells that fly, joined edges, a piece that keeps its row.
        let elsewhere = klotski.replace(".ZZ.", "ZZ..");
        let flying = "21122112233224424004";
        let torus = format!("wrap: rows\n{klotski}");
        let locked = format!("horizontal: d\n{klotski}");
        for text in [&elsewhere, flying, &torus, &locked] {
            assert_eq!(written(text, Format::Klotski), None, "{text}");
        }
        assert_eq!(written(flying, Format::Course).as_deref(), Some(flying));
        let flying = written(flying, Format::Plain).expect("pictures say everything");
        assert_eq!(written(&flying, Format::Course).as_deref(), Some("21122112233224424004"));
        let (before, after) = flying.rsplit_once("goal:").expect("a goal");
        let elsewhere = format!("{before}goal:{}", after.replace(".ZZ.", "ZZ.."));
        assert_eq!(written(&elsewhere, Format::Course), None);
    }

    proptest! {
        #[test]
        fn any_text_is_read_or_refused(text in "\\PC{0,60}|[a-d.#\\-*/:\\n ]{0,60}") {
            let _ = parse(&text);
        }

        #[test]
        fn what_is_written_reads_back(text in "[abc.]{3}/[abd.]{3}/[bdA.]{3}\ngoal: [A.]{3}/[A.]{3}/[A.]{3}") {
            if let Ok(problem) = parse(&text) {
                for format in Format::ALL {
                    if let Some(written) = format.write(&problem) {
                        let again = format.parse(&written).expect("it was written");
                        prop_assert_eq!(again.pieces().len(), problem.pieces().len());
                        prop_assert_eq!(again.goal().len(), problem.goal().len());
                        prop_assert_eq!(again.kinds().len(), problem.kinds().len());
                    }
                }
                prop_assert!(Format::Plain.write(&problem).is_some());
            }
        }
    }
}
