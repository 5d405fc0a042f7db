//! The searches of the course programs that solve tiles.

use taquin_courses::{eight_puzzle, solver, torus, torus_astar};
use taquin_search::{Limits, Report, iterative_deepening};
use taquin_tiles::format::Style;
use taquin_tiles::{Board, Cells, Move, Order, Packed16, Packed25, Tiles};

use super::TilesInstance;
use super::lineup::steps;
use crate::answer::Answer;
use crate::error::Error;
use crate::lesson::Lesson;
use crate::plan::{Algorithm, HeuristicName};
use crate::reason::{FIRST_IN, HEAP_ROOT, Rule};
use crate::trace::{Traced, Tracer, Words};

pub(super) const LESSONS: [Lesson; 4] = [TORUS, TORUS_ASTAR, EIGHT_PUZZLE, SOLVER];

const TORUS: Lesson = Lesson {
    name: "torus",
    about: "iterative deepening, the largest successor first, cycles cut on the prefix path",
    heuristic: HeuristicName::BLIND,
};
const TORUS_ASTAR: Lesson = Lesson {
    name: "torus-astar",
    about: "A* with misplaced tiles, the earliest of equal f first",
    heuristic: HeuristicName::MISPLACED,
};
const EIGHT_PUZZLE: Lesson = Lesson {
    name: "eight-puzzle",
    about: "best-first with misplaced tiles on the textbook heap, skipping the parent",
    heuristic: HeuristicName::MISPLACED,
};
const SOLVER: Lesson = Lesson {
    name: "solver",
    about: "A* with Manhattan distance on the textbook heap, skipping the parent",
    heuristic: HeuristicName::MANHATTAN,
};

/// The programs that would take this board.
pub(super) fn fitting(tiles: &TilesInstance) -> Vec<Lesson> {
    let geometry = &tiles.geometry;
    let (rows, cols, torus) = (geometry.rows(), geometry.cols(), geometry.is_torus());
    let usual = tiles.goal == Board::blank_last(rows, cols);
    let three = (rows, cols) == (3, 3);
    let fits = |lesson: &Lesson| match *lesson {
        TORUS | TORUS_ASTAR => three && torus && usual,
        EIGHT_PUZZLE => three && !torus,
        _ => rows == cols && rows > 1 && !torus && usual,
    };
    LESSONS.into_iter().filter(fits).collect()
}

/// Runs the search of a program on `tiles`.
pub(super) fn trace(
    tiles: &TilesInstance,
    lesson: Lesson,
    limits: &Limits,
    tracer: &mut dyn Tracer,
) -> Result<Answer, Error> {
    if !fitting(tiles).contains(&lesson) {
        return Err(Error::OtherLesson { lesson: lesson.name });
    }
    let (algorithm, report) = match lesson {
        TORUS | TORUS_ASTAR => {
            let puzzle = torus::puzzle();
            let start = puzzle.state(&tiles.start)?;
            let (state, step) = (state_in_words(&puzzle), step_in_words(tiles));
            let rule = if lesson == TORUS { Rule::Stack } else { Rule::a_star(FIRST_IN) };
            let observer = Traced::new(tracer, Words { state: &state, step: &step }, rule);
            if lesson == TORUS {
                let report = iterative_deepening(&puzzle, start, limits, observer);
                (Algorithm::IterativeDeepening, report)
            } else {
                let report = torus_astar::search(&puzzle, start, limits, observer);
                (Algorithm::AStar, report)
            }
        }
        EIGHT_PUZZLE => {
            let puzzle = eight_puzzle::EightPuzzle::new(tiles.geometry, &tiles.goal)?;
            let start = puzzle.state(&tiles.start)?;
            let (state, step) = (state_in_words(&puzzle), step_in_words(tiles));
            let words = Words { state: &state, step: &step };
            let observer = Traced::new(tracer, words, Rule::a_star(HEAP_ROOT));
            (Algorithm::AStar, eight_puzzle::search(&puzzle, start, limits, observer))
        }
        _ => {
            let report = match tiles.geometry.rows() {
                ..=4 => solver_search::<Packed16>(tiles, limits, tracer)?,
                5 => solver_search::<Packed25>(tiles, limits, tracer)?,
                _ => solver_search::<Board>(tiles, limits, tracer)?,
            };
            (Algorithm::AStar, report)
        }
    };
    Ok(Answer::new(algorithm, lesson.heuristic, steps(tiles, report)))
}

fn solver_search<S: Cells>(
    tiles: &TilesInstance,
    limits: &Limits,
    tracer: &mut dyn Tracer,
) -> Result<Report<Move>, Error> {
    let puzzle = solver::Puzzle::<S>::new(tiles.geometry, &tiles.goal)?;
    let start = puzzle.state(&tiles.start)?;
    let (state, step) = (state_in_words(&puzzle), step_in_words(tiles));
    let observer = Traced::new(tracer, Words { state: &state, step: &step }, Rule::a_star(HEAP_ROOT));
    Ok(solver::textbook_search(&puzzle, start, limits, observer))
}

fn state_in_words<S: Cells, O: Order>(puzzle: &Tiles<S, O>) -> impl Fn(&S) -> String + '_ {
    |state| puzzle.board(state).text(Style::Rows).to_string()
}

fn step_in_words<S: Cells>(tiles: &TilesInstance) -> impl Fn(Move, &S) -> String + '_ {
    |mv, after| format!("{} {}", after.tile(mv.to), tiles.direction(mv.from, mv.to).name())
}
