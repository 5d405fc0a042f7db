//! The rubric: how many points each part is worth, how long a case may take, what is compared.

use std::path::Path;
use std::time::Duration;

use serde::Deserialize;
use taquin_courses::Program;

use crate::cases::{COURSES, topics};
use crate::compare::Compare;
use crate::error::Error;
use crate::sandbox::Limits;

/// A rubric, as its file has it.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Rubric {
    /// The course.
    pub course: String,
    /// Seconds for one case.
    #[serde(default = "ten")]
    pub time_limit: f64,
    /// How many times as long the slow cases may take.
    #[serde(default = "six")]
    pub patience: f64,
    /// Mebibytes of memory.
    pub memory: Option<u64>,
    /// Processes and threads.
    pub processes: Option<u32>,
    /// Mebibytes of output.
    pub output: Option<usize>,
    /// Mebibytes of files that are written.
    pub disk: Option<u64>,
    /// The part of the points for an answer whose path is right and whose counts are not.
    #[serde(default = "half")]
    pub partial: f64,
    /// The parts.
    #[serde(rename = "part")]
    pub parts: Vec<Part>,
    /// What a person grades.
    #[serde(rename = "manual", default)]
    pub manual: Vec<Manual>,
}

/// A part of the assignment.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Part {
    /// What it asks; the cases come from here.
    pub topic: String,
    /// Its name in reports.
    pub title: String,
    /// Its points, shared evenly among its cases.
    pub points: f64,
    /// What is compared.
    pub compare: Compare,
    /// Whether there are points only if every case is right.
    #[serde(default)]
    pub all_or_nothing: bool,
    /// How many cases are generated, where the caller does not say.
    #[serde(default = "two")]
    pub generated: usize,
    /// Seconds for one case of this part.
    pub time_limit: Option<f64>,
}

/// Points that a person gives.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Manual {
    /// For what.
    pub title: String,
    /// How many.
    pub points: f64,
}

fn ten() -> f64 {
    10.0
}
fn six() -> f64 {
    6.0
}
fn half() -> f64 {
    0.5
}
fn two() -> usize {
    2
}

impl Rubric {
    /// The text of the built-in rubric of a course.
    ///
    /// # Errors
    /// If the course cannot be graded.
    pub fn built_in(course: Program) -> Result<&'static str, Error> {
        Ok(match course {
            Program::Torus => include_str!("../rubrics/torus.toml"),
            Program::EightPuzzle => include_str!("../rubrics/eight-puzzle.toml"),
            Program::TorusAstar => include_str!("../rubrics/torus-astar.toml"),
            Program::Board => include_str!("../rubrics/board.toml"),
            Program::Solver => include_str!("../rubrics/solver.toml"),
            Program::Klotski => include_str!("../rubrics/klotski.toml"),
            Program::Visualizer => return Err(no_such_course(course.name())),
        })
    }

    /// Reads a rubric for a course; `path` is where the text comes from.
    ///
    /// # Errors With line and column if the text is not a rubric; if it is for another course, names an unknown
    /// topic, or has invalid numbers.
    pub fn parse(course: Program, text: &str, path: &Path) -> Result<Self, Error> {
        let fault = |problem: String| Error::Rubric { path: path.into(), problem };
        let rubric: Rubric = toml::from_str(text).map_err(|error| fault(error.to_string()))?;
        if rubric.course != course.name() {
            return Err(fault(format!("the rubric is for {}, not for {}", rubric.course, course.name())));
        }
        if rubric.parts.is_empty() {
            return Err(fault("a rubric needs at least one [[part]]".into()));
        }
        for part in &rubric.parts {
            if !topics(course).contains(&part.topic.as_str()) {
                let known = topics(course).join(", ");
                return Err(fault(format!("there is no topic '{}'; there are {known}", part.topic)));
            }
        }
        let positive = |number: f64| number.is_finite() && number > 0.0;
        let times = rubric.parts.iter().filter_map(|part| part.time_limit);
        if !times.chain([rubric.time_limit, rubric.patience]).all(positive) {
            return Err(fault("time limits and patience must be greater than 0".into()));
        }
        let points = rubric.parts.iter().map(|part| part.points);
        if !points.chain(rubric.manual.iter().map(|manual| manual.points)).all(|p| p.is_finite() && p >= 0.0)
        {
            return Err(fault("points must not be less than 0".into()));
        }
        if !(0.0..=1.0).contains(&rubric.partial) {
            return Err(fault("partial must be from 0 to 1".into()));
        }
        Ok(rubric)
    }

    /// The limits of one case of a part.
    pub(crate) fn limits(&self, part: &Part, slow: bool) -> Limits {
        let usual = Limits::default();
        let seconds = part.time_limit.unwrap_or(self.time_limit) * if slow { self.patience } else { 1.0 };
        let limits = Limits {
            memory: self.memory.map_or(usual.memory, |mebibytes| mebibytes << 20),
            processes: self.processes.unwrap_or(usual.processes),
            output: self.output.map_or(usual.output, |mebibytes| mebibytes << 20),
            disk: self.disk.map_or(usual.disk, |mebibytes| mebibytes << 20),
            ..usual
        };
        limits.with_time(Duration::try_from_secs_f64(seconds).unwrap_or(usual.time))
    }
}

/// The course of this name.
///
/// # Errors
/// If there is none that can be graded.
pub fn course(name: &str) -> Result<Program, Error> {
    COURSES.into_iter().find(|course| course.name() == name).ok_or_else(|| no_such_course(name))
}

fn no_such_course(name: &str) -> Error {
    let known: Vec<&str> = COURSES.iter().map(|course| course.name()).collect();
    Error::Course { name: name.into(), known: known.join(", ") }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn built_in_rubrics_are_right_and_add_up_to_a_hundred() {
        for course in COURSES {
            let text = Rubric::built_in(course).unwrap();
            let rubric = Rubric::parse(course, text, Path::new("built-in")).unwrap();
            let manual: f64 = rubric.manual.iter().map(|manual| manual.points).sum();
            let points: f64 = rubric.parts.iter().map(|part| part.points).sum();
            assert!((points + manual - 100.0).abs() < 1e-9, "{course:?}");
            let named: Vec<&str> = rubric.parts.iter().map(|part| part.topic.as_str()).collect();
            assert_eq!(named, topics(course), "{course:?}");
        }
    }

    #[test]
    fn a_broken_rubric_is_told_apart() {
        let fault =
            |text: &str| Rubric::parse(Program::Torus, text, Path::new("my.toml")).unwrap_err().to_string();
        let part = "[[part]]\ntopic='successors'\ntitle='a'\npoints=20\ncompare='words'\n";
        assert!(
            fault("course = 'torus'\nparts = 3").contains("line 2"),
            "{}",
            fault("course = 'torus'\nparts = 3")
        );
        assert!(fault(&format!("course='klotski'\n{part}")).contains("for klotski, not for torus"));
        let other = part.replace("successors", "colours");
        assert!(
            fault(&format!("course='torus'\n{other}")).contains("no topic 'colours'; there are successors")
        );
        assert!(fault(&format!("course='torus'\ntime_limit=-1\n{part}")).contains("greater than 0"));
        assert!(fault(&format!("course='torus'\n{}", part.replace("words", "vibes"))).contains("vibes"));
        assert!(course("visualizer").unwrap_err().to_string().contains("there are torus, eight-puzzle"));
    }
}
