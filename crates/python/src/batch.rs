//! Many puzzles at once, on all cores.

use std::ops::ControlFlow;

use pyo3::prelude::*;
use taquin::{Answer, Cores, Error, Instance, Machine, Plan};

use crate::options::Options;
use crate::puzzle::Puzzle;
use crate::reading::{Beside, instance};
use crate::solution::Solution;
use crate::value_error;
use crate::waiting::run;

/// Solves many puzzles on all cores, or on as many as `workers` says; the solutions are in the order of
/// the puzzles. Whatever `Board` takes may stand for a board. The options are those of `Puzzle.solve`,
/// and the limits hold for each puzzle.
///
/// >>> import taquin
/// >>> boards = [taquin.Board.random(3, seed=seed) for seed in range(10)]
/// >>> all(solution.outcome == "solved" for solution in taquin.solve_all(boards))
/// True
#[pyfunction]
#[pyo3(signature = (puzzles, *, workers=None, algorithm=None, heuristic=None, weight=None, time_limit=None, memory_limit=None, node_limit=None))]
#[expect(clippy::too_many_arguments, reason = "they are keywords")]
pub(crate) fn solve_all(
    py: Python<'_>,
    puzzles: &Bound<'_, PyAny>,
    workers: Option<usize>,
    algorithm: Option<String>,
    heuristic: Option<String>,
    weight: Option<f64>,
    time_limit: Option<f64>,
    memory_limit: Option<usize>,
    node_limit: Option<u64>,
) -> PyResult<Vec<Solution>> {
    let instances = puzzles.try_iter()?.map(|puzzle| puzzle.and_then(|puzzle| read(&puzzle)));
    let instances: Vec<Instance> = instances.collect::<PyResult<_>>()?;
    let distances = None;
    let options = Options { algorithm, heuristic, weight, distances, time_limit, memory_limit, node_limit };
    let (plan, cancel) = options.plan()?;
    let plan = Plan { threads: workers, ..plan };
    let work = instances.clone();
    let answers = run(py, &cancel, move || solve_each(&work, &plan))?
        .map_err(|error| value_error(error.to_string()))?;
    let mut solutions = Vec::with_capacity(instances.len());
    for (index, (instance, answer)) in instances.iter().zip(answers).enumerate() {
        let answer = answer.map_err(|error| value_error(format!("puzzle {index}: {error}")))?;
        solutions.push(Solution::new(instance.clone(), answer));
    }
    Ok(solutions)
}

fn read(puzzle: &Bound<'_, PyAny>) -> PyResult<Instance> {
    match puzzle.cast::<Puzzle>() {
        Ok(puzzle) => Ok(puzzle.get().instance.clone()),
        Err(_) => instance(puzzle, &Beside::default()),
    }
}

/// The answers in order.
fn solve_each(instances: &[Instance], plan: &Plan) -> Result<Vec<Result<Answer, Error>>, Error> {
    let mut answers = Vec::with_capacity(instances.len());
    let mut puzzles = instances.iter().cloned().map(Ok);
    Cores.solve(&mut puzzles, plan, &mut (), &mut |(_, answer)| {
        answers.push(answer);
        ControlFlow::Continue(())
    })?;
    Ok(answers)
}
