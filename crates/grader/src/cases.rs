//! The cases of each course, by topic: the assignment's own examples, corner cases, and generated ones. The
//! same seed gives the same cases everywhere.

mod boards;
mod eight_puzzle;
mod klotski;
mod torus;
mod torus_astar;

pub(crate) use klotski::successors as klotski_successors;

use std::sync::OnceLock;

use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use taquin_courses::Program;
use taquin_tiles::{Board, Exhaustive, Geometry, Packed16, Tiles, UpLeftDownRight};

use crate::case::{Case, Difficulty};

/// Which cases are wanted.
#[derive(Clone, Copy, Debug)]
pub struct Wanted {
    /// The seed of the generated cases.
    pub seed: u64,
    /// How hard they are.
    pub difficulty: Difficulty,
    /// How many there are in each topic.
    pub generated: usize,
}

/// The courses that can be graded.
pub const COURSES: [Program; 6] = [
    Program::Torus,
    Program::EightPuzzle,
    Program::TorusAstar,
    Program::Board,
    Program::Solver,
    Program::Klotski,
];

/// The topics of a course.
#[must_use]
pub fn topics(course: Program) -> &'static [&'static str] {
    match course {
        Program::Torus => &["successors", "depth-limited", "parents", "prefix", "solution"],
        Program::EightPuzzle => &["basic", "complex", "atypical", "stress"],
        Program::TorusAstar => &[
            "center",
            "vertical",
            "horizontal",
            "order",
            "queue-class",
            "queue-updates",
            "one-move",
            "two-moves",
            "solution",
            "format",
        ],
        Program::Board => &["hamming", "manhattan", "goal", "solvable", "neighbors"],
        Program::Solver => &["solution", "unsolvable", "corners"],
        Program::Klotski => &["successors", "trace", "solution", "guided-trace", "guided-solution"],
        Program::Visualizer => &[],
    }
}

/// The cases of one topic.
#[must_use]
pub fn cases(course: Program, topic: &'static str, wanted: Wanted) -> Vec<Case> {
    let mut maker = Maker::new(topic, wanted);
    let mut cases = match course {
        Program::Torus => torus::cases(topic, &mut maker),
        Program::EightPuzzle => eight_puzzle::cases(topic, &mut maker),
        Program::TorusAstar => torus_astar::cases(topic, &mut maker),
        Program::Board => boards::board(topic, &mut maker),
        Program::Solver => boards::solver(topic, &mut maker),
        Program::Klotski => klotski::cases(topic, &mut maker),
        Program::Visualizer => Vec::new(),
    };
    if wanted.difficulty == Difficulty::Easy {
        cases.retain(|case| !case.slow);
    }
    cases
}

/// What cases are made with.
struct Maker {
    random: Xoshiro256PlusPlus,
    difficulty: Difficulty,
    generated: usize,
}

impl Maker {
    /// Every topic has its own sequence, so that a rubric with fewer topics has the same cases.
    fn new(topic: &str, wanted: Wanted) -> Self {
        let seed = topic.bytes().fold(wanted.seed, |seed, byte| {
            seed.wrapping_mul(0x0000_0100_0000_01b3).wrapping_add(u64::from(byte) + 1)
        });
        Maker {
            random: Xoshiro256PlusPlus::seed_from_u64(seed),
            difficulty: wanted.difficulty,
            generated: wanted.generated,
        }
    }

    /// One of three, by difficulty.
    fn by_difficulty<T>(&self, easy: T, medium: T, hard: T) -> T {
        match self.difficulty {
            Difficulty::Easy => easy,
            Difficulty::Medium => medium,
            Difficulty::Hard => hard,
        }
    }

    /// A number from `least` to `most`.
    fn between(&mut self, (least, most): (u32, u32)) -> u32 {
        self.random.random_range(least..=most)
    }

    /// Numbers from 0 below `count` in random order.
    fn shuffled(&mut self, count: u32) -> Vec<u32> {
        let mut numbers: Vec<u32> = (0..count).collect();
        for last in (1..numbers.len()).rev() {
            numbers.swap(last, self.random.random_range(0..=last));
        }
        numbers
    }

    /// Nine tiles whose distance from the goal with the blank last is within these bounds.
    fn nine(&mut self, torus: bool, moves: (u32, u32)) -> Vec<u32> {
        let distances = distances(torus);
        let moves = self.between(moves);
        let count = distances.levels()[moves as usize];
        let place = self.random.random_range(0..count) as usize;
        let state = distances.at(moves).nth(place).expect("a level has as many states as it says");
        state.tiles(9).collect()
    }
}

/// All distances of nine tiles.
fn distances(torus: bool) -> &'static Exhaustive {
    static TABLES: [OnceLock<Exhaustive>; 2] = [OnceLock::new(), OnceLock::new()];
    TABLES[usize::from(torus)].get_or_init(|| {
        let geometry = Geometry::new(3, 3, torus);
        let puzzle = Tiles::<Packed16, UpLeftDownRight>::new(geometry, &Board::blank_last(3, 3));
        Exhaustive::new(&puzzle.expect("nine cells fit a word")).expect("nine cells fit a table")
    })
}

/// Numbers with a separator between them.
fn join(numbers: &[u32], separator: &str) -> String {
    numbers.iter().map(u32::to_string).collect::<Vec<_>>().join(separator)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_topic_has_cases_and_seeds_repeat() {
        for course in COURSES {
            for &topic in topics(course) {
                let make =
                    |seed| cases(course, topic, Wanted { seed, difficulty: Difficulty::Easy, generated: 3 });
                let once = make(1);
                assert!(!once.is_empty(), "{course:?} {topic}");
                assert_eq!(once, make(1));
                let generated = once.iter().any(|case| case.origin == crate::case::Origin::Generated);
                assert!(!generated || once != make(2), "{course:?} {topic}");
            }
        }
    }
}
