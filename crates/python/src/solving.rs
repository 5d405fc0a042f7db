//! Solving one puzzle: its answer, and all of its shortest solutions.

use std::ops::ControlFlow;

use pyo3::prelude::*;
use taquin::{Instance, Number, Outcome, Plan, Solutions, Wanted};

use crate::answer::Answer;
use crate::errors::{NoSolutionError, raise, unsupported};
use crate::options::Options;
use crate::waiting::run;

/// Moves that a solution must begin with, and moves that it must not make.
type Conditions = (Option<String>, Option<String>);

/// The answer to a puzzle.
pub(crate) fn solve(
    py: Python<'_>,
    instance: &Instance,
    options: Options,
    progress: Option<Py<PyAny>>,
) -> PyResult<Answer> {
    let (plan, cancel) = options.plan()?;
    let instance = match &plan.distances {
        Some(file) => instance.with_goal_of(file).map_err(raise)?,
        None => instance.clone(),
    };
    let puzzle = instance.clone();
    let answer = run(py, &cancel, progress, move |progress| taquin::solve(&puzzle, &plan, progress))?;
    Ok(Answer::new(instance, answer.map_err(raise)?))
}

/// How many shortest solutions there are.
pub(crate) fn count(
    py: Python<'_>,
    instance: &Instance,
    options: Options,
    (first_moves, avoid): Conditions,
) -> PyResult<u128> {
    let wanted = Wanted::new(Number::Count, first_moves, avoid);
    Ok(found(py, instance, options, wanted)?.map_or(0, |(_, solutions)| solutions.count()))
}

/// All shortest solutions, or the first of them.
pub(crate) fn list(
    py: Python<'_>,
    instance: &Instance,
    options: Options,
    (first_moves, avoid): Conditions,
    most: Option<usize>,
) -> PyResult<Vec<Answer>> {
    let wanted = Wanted::new(Number::All, first_moves, avoid);
    let Some((answer, solutions)) = found(py, instance, options, wanted)? else { return Ok(Vec::new()) };
    let mut list = Vec::new();
    solutions.visit(&mut |steps| {
        if most.is_some_and(|most| list.len() >= most) {
            return ControlFlow::Break(());
        }
        list.push(Answer::new(instance.clone(), answer.with_solution(steps)));
        ControlFlow::Continue(())
    });
    Ok(list)
}

/// The solutions that are wanted, with the answer that they belong to; `None` if there is no solution.
fn found(
    py: Python<'_>,
    instance: &Instance,
    options: Options,
    wanted: Wanted,
) -> PyResult<Option<(taquin::Answer, Solutions)>> {
    let (plan, cancel) = options.plan()?;
    let plan = Plan { wanted, ..plan };
    let puzzle = instance.clone();
    let answer = run(py, &cancel, None, move |progress| taquin::solve(&puzzle, &plan, progress))?;
    let answer = answer.map_err(raise)?;
    match (&answer.solutions, &answer.report.outcome) {
        (Some(Ok(solutions)), _) => Ok(Some((answer.clone(), solutions.clone()))),
        (Some(Err(limit)), _) | (None, Outcome::Stopped(limit)) => {
            let message = format!("stopped before all solutions were found: {limit}");
            Err(NoSolutionError::new_err(message))
        }
        (None, Outcome::Unsolvable) => Ok(None),
        (None, Outcome::Solved { .. }) => {
            Err(unsupported("the shortest solutions of such a puzzle are out of reach"))
        }
    }
}
