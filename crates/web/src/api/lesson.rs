//! The searches of the course programs, step by step: what a student's own program must do.
//!
//! Each is a configuration of the engine that lives with its program; here it only gets an audience.

use taquin::blocks::format::{course, picture};
use taquin::blocks::{Metric, replay};
use taquin::search::{Limits, Outcome, Report};
use taquin::tiles::format::Style;
use taquin::tiles::{Board, Cells, Move, Order, Packed16, Packed25, Tiles};
use taquin::trace::{Traced, Tracer, Words};
use taquin::{Algorithm, Answer, Guide, Instance, Step, TilesInstance};
use taquin_courses::{eight_puzzle, klotski, solver, torus, torus_astar};

/// The search of a course program.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Lesson {
    /// The 3x3 torus by iterative deepening.
    Torus,
    /// The 3x3 torus by A*.
    TorusAStar,
    /// The 8-puzzle by best-first search.
    EightPuzzle,
    /// A square board by A*.
    Solver,
    /// The flying Klotski without a heuristic.
    Klotski,
    /// The flying Klotski with the distance of the 2x2 block.
    KlotskiGuided,
}

impl Lesson {
    /// All of them.
    pub(crate) const ALL: [Lesson; 6] = [
        Lesson::Torus,
        Lesson::TorusAStar,
        Lesson::EightPuzzle,
        Lesson::Solver,
        Lesson::Klotski,
        Lesson::KlotskiGuided,
    ];

    /// The name, as the app sends it.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Lesson::Torus => "course torus",
            Lesson::TorusAStar => "course torus-astar",
            Lesson::EightPuzzle => "course eight-puzzle",
            Lesson::Solver => "course solver",
            Lesson::Klotski => "course klotski 200",
            Lesson::KlotskiGuided => "course klotski 400",
        }
    }

    /// What it is, in a few words.
    pub(crate) fn about(self) -> &'static str {
        match self {
            Lesson::Torus => {
                "iterative deepening, the largest successor first, cycles cut on the prefix path"
            }
            Lesson::TorusAStar => "A* with misplaced tiles, the earliest of equal f first",
            Lesson::EightPuzzle => {
                "best-first with misplaced tiles on the textbook heap, skipping the parent"
            }
            Lesson::Solver => "A* with Manhattan distance on the textbook heap, skipping the parent",
            Lesson::Klotski => "A* without a heuristic, ties by the 20-digit number",
            Lesson::KlotskiGuided => "A* with the distance of the 2x2 block, ties by the 20-digit number",
        }
    }

    /// The lesson of this name.
    pub(crate) fn by_name(name: &str) -> Option<Lesson> {
        Lesson::ALL.into_iter().find(|lesson| lesson.name() == name)
    }

    /// Whether the course program would take this puzzle.
    pub(crate) fn fits(self, instance: &Instance) -> bool {
        match (self, instance) {
            (Lesson::Klotski | Lesson::KlotskiGuided, Instance::Blocks(problem)) => {
                problem.metric() == Metric::Unit && course::write(problem).is_some()
            }
            (Lesson::Klotski | Lesson::KlotskiGuided, Instance::Tiles(_)) | (_, Instance::Blocks(_)) => false,
            (_, Instance::Tiles(tiles)) => {
                let geometry = &tiles.geometry;
                let (rows, cols, torus) = (geometry.rows(), geometry.cols(), geometry.is_torus());
                let usual = tiles.goal == Board::blank_last(rows, cols);
                match self {
                    Lesson::Torus | Lesson::TorusAStar => (rows, cols) == (3, 3) && torus && usual,
                    Lesson::EightPuzzle => (rows, cols) == (3, 3) && !torus,
                    _ => rows == cols && rows > 1 && !torus && usual,
                }
            }
        }
    }

    /// Runs the search of the program on `instance`; `None` if the program would not take it.
    pub(crate) fn trace(
        self,
        instance: &Instance,
        limits: &Limits,
        tracer: &mut dyn Tracer,
    ) -> Option<Answer> {
        if !self.fits(instance) {
            return None;
        }
        match instance {
            Instance::Tiles(tiles) => self.trace_tiles(tiles, limits, tracer),
            Instance::Blocks(problem) => {
                let blocks = klotski::Klotski::new(problem).ok()?;
                let words = Words {
                    state: &|state: &u64| picture::one_line(&blocks, *state),
                    step: &|mv, _: &u64| picture::move_in_words(&blocks, mv),
                };
                let guided = self == Lesson::KlotskiGuided;
                let report = klotski::search(&blocks, guided, limits, Traced::new(tracer, words));
                let step = |step: taquin::blocks::Step| Step::Block {
                    name: problem.pieces()[step.piece].name,
                    step: Box::new(step),
                };
                let steps = |moves: &[_]| replay(&blocks, moves).into_iter().map(step).collect();
                let guide = if guided { Guide::Manhattan } else { Guide::Blind };
                Some(answer(Algorithm::AStar, guide, with_steps(report, steps)))
            }
        }
    }

    fn trace_tiles(self, tiles: &TilesInstance, limits: &Limits, tracer: &mut dyn Tracer) -> Option<Answer> {
        let steps = |moves: &[Move]| tiles.replay(moves);
        let (algorithm, guide, report) = match self {
            Lesson::Torus | Lesson::TorusAStar => {
                let puzzle = torus::puzzle();
                let start = puzzle.state(&tiles.start).ok()?;
                let (state, step) = (state_in_words(&puzzle), step_in_words(tiles));
                let observer = Traced::new(tracer, Words { state: &state, step: &step });
                if self == Lesson::Torus {
                    let report = taquin::search::iterative_deepening(&puzzle, start, limits, observer);
                    (Algorithm::IterativeDeepening, Guide::Blind, report)
                } else {
                    (
                        Algorithm::AStar,
                        Guide::Misplaced,
                        torus_astar::search(&puzzle, start, limits, observer),
                    )
                }
            }
            Lesson::EightPuzzle => {
                let puzzle = eight_puzzle::EightPuzzle::new(tiles.geometry, &tiles.goal).ok()?;
                let start = puzzle.state(&tiles.start).ok()?;
                let (state, step) = (state_in_words(&puzzle), step_in_words(tiles));
                let observer = Traced::new(tracer, Words { state: &state, step: &step });
                (Algorithm::AStar, Guide::Misplaced, eight_puzzle::search(&puzzle, start, limits, observer))
            }
            _ => {
                let report = match tiles.geometry.rows() {
                    ..=4 => solver_search::<Packed16>(tiles, limits, tracer)?,
                    5 => solver_search::<Packed25>(tiles, limits, tracer)?,
                    _ => solver_search::<Board>(tiles, limits, tracer)?,
                };
                (Algorithm::AStar, Guide::Manhattan, report)
            }
        };
        Some(answer(algorithm, guide, with_steps(report, steps)))
    }
}

fn solver_search<S: Cells>(
    tiles: &TilesInstance,
    limits: &Limits,
    tracer: &mut dyn Tracer,
) -> Option<Report<Move>> {
    let puzzle = solver::Puzzle::<S>::new(tiles.geometry, &tiles.goal).ok()?;
    let start = puzzle.state(&tiles.start).ok()?;
    let (state, step) = (state_in_words(&puzzle), step_in_words(tiles));
    let observer = Traced::new(tracer, Words { state: &state, step: &step });
    Some(solver::textbook_search(&puzzle, start, limits, observer))
}

fn state_in_words<S: Cells, O: Order>(puzzle: &Tiles<S, O>) -> impl Fn(&S) -> String + '_ {
    |state| puzzle.board(state).text(Style::Rows).to_string()
}

fn step_in_words<S: Cells>(tiles: &TilesInstance) -> impl Fn(Move, &S) -> String + '_ {
    |mv, after| format!("{} {}", after.tile(mv.to), tiles.direction(mv.from, mv.to).name())
}

fn with_steps<M>(report: Report<M>, steps: impl FnOnce(&[M]) -> Vec<Step>) -> Report<Step> {
    let outcome = match report.outcome {
        Outcome::Solved { moves, cost } => Outcome::Solved { moves: steps(&moves), cost },
        Outcome::Unsolvable => Outcome::Unsolvable,
        Outcome::Stopped(limit) => Outcome::Stopped(limit),
    };
    Report { outcome, lower_bound: report.lower_bound, stats: report.stats }
}

fn answer(algorithm: Algorithm, guide: Guide, report: Report<Step>) -> Answer {
    Answer { algorithm, heuristic: guide.to_string(), reason: None, report }
}

#[cfg(test)]
mod tests {
    use taquin::Hints;

    use super::*;
    use crate::api::record::Record;

    fn read(text: &str, torus: bool) -> Instance {
        Instance::parse(text, &Hints { torus, ..Hints::default() }).unwrap()
    }

    #[test]
    fn each_lesson_takes_its_own_puzzles() {
        let names = |text: &str, torus: bool| {
            let instance = read(text, torus);
            let fitting = Lesson::ALL.into_iter().filter(|lesson| lesson.fits(&instance));
            fitting.map(Lesson::name).collect::<Vec<_>>()
        };
        assert_eq!(names("4 3 8 / 5 1 6 / 7 2 0", true), ["course torus", "course torus-astar"]);
        assert_eq!(names("4 3 8 / 5 1 6 / 7 2 0", false), ["course eight-puzzle", "course solver"]);
        assert_eq!(names("1 2 3 / 4 5 0 -> 0 1 2 / 3 4 5", false), [""; 0]);
        assert_eq!(names("2332 2402 2112 2112 4044", false), ["course klotski 200", "course klotski 400"]);
        assert_eq!(names("1A9BF0C", false), [""; 0]);
    }

    #[test]
    fn a_lesson_is_recorded_from_start_to_goal() {
        for (text, torus) in [
            ("4 3 8 / 5 1 6 / 7 2 0", true),
            ("1 2 3 / 4 6 8 / 7 5 0", false),
            ("2332 2402 2112 2112 4044", false),
        ] {
            let instance = read(text, torus);
            for lesson in Lesson::ALL.into_iter().filter(|lesson| lesson.fits(&instance)) {
                let mut record = Record::new(3000);
                let answer = lesson.trace(&instance, &Limits::default(), &mut record).unwrap();
                assert!(!record.steps.is_empty());
                if let Some(steps) = answer.steps() {
                    let path = record.path_through(&instance.states_along(&answer));
                    assert_eq!(path.len(), steps.len() + 1, "{}", lesson.name());
                }
            }
        }
    }
}
