//! The searches of the course program that solves blocks.

use taquin_blocks::format::{course, picture};
use taquin_blocks::{Metric, Problem, replay};
use taquin_courses::klotski;
use taquin_search::Limits;

use super::step;
use crate::answer::{Answer, with_steps};
use crate::error::Error;
use crate::lesson::Lesson;
use crate::plan::{Algorithm, HeuristicName};
use crate::reason::{Rule, SMALLEST_NUMBER};
use crate::trace::{Traced, Tracer, Words};

pub(super) const LESSONS: [Lesson; 2] = [BLIND, GUIDED];

const BLIND: Lesson = Lesson {
    name: "klotski 200",
    about: "A* without a heuristic, ties by the 20-digit number",
    heuristic: HeuristicName::BLIND,
};
const GUIDED: Lesson = Lesson {
    name: "klotski 400",
    about: "A* with the distance of the 2x2 block, ties by the 20-digit number",
    heuristic: HeuristicName::MANHATTAN,
};

/// The programs that would take this puzzle.
pub(super) fn fitting(problem: &Problem) -> Vec<Lesson> {
    let fits = problem.metric() == Metric::Unit && course::write(problem).is_some();
    if fits { LESSONS.to_vec() } else { Vec::new() }
}

/// Runs the search of a program on `problem`.
pub(super) fn trace(
    problem: &Problem,
    lesson: Lesson,
    limits: &Limits,
    tracer: &mut dyn Tracer,
) -> Result<Answer, Error> {
    if !fitting(problem).contains(&lesson) {
        return Err(Error::OtherLesson { lesson: lesson.name });
    }
    let blocks = klotski::Klotski::new(problem)?;
    let words = Words {
        state: &|state: &u64| picture::one_line(&blocks, *state),
        step: &|mv, _: &u64| picture::move_in_words(&blocks, mv),
    };
    let guided = lesson == GUIDED;
    let observer = Traced::new(tracer, words, Rule::a_star(SMALLEST_NUMBER));
    let report = klotski::search(&blocks, guided, limits, observer);
    let report = with_steps(report, |moves| replay(&blocks, moves).into_iter().map(step).collect());
    Ok(Answer::new(Algorithm::AStar, lesson.heuristic, report))
}
