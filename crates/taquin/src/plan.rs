//! How a puzzle is to be solved: which algorithm, which heuristic, within which limits.

use std::fmt;
use std::path::PathBuf;
use std::str::FromStr;
use std::time::Duration;

use taquin_search::{Cost, Limits};

/// What the caller asks for. Whatever is `None` the lineup picks by itself.
#[derive(Clone, Debug, Default)]
pub struct Plan {
    /// The algorithm, or the best one for the puzzle.
    pub algorithm: Option<Algorithm>,
    /// The heuristic, or the best one for the algorithm and the puzzle.
    pub heuristic: Option<Guide>,
    /// The weight of weighted A*, in percent; 150 unless told.
    pub weight_percent: Option<Cost>,
    /// A file with the distances of all positions, to answer from.
    pub distances: Option<PathBuf>,
    /// A folder of pattern tables, of which the best are used.
    pub tables: Option<PathBuf>,
    /// A file that keeps what a search with pattern tables has finished when it is stopped, and from
    /// which it goes on.
    pub resume: Option<PathBuf>,
    /// How many threads to use, where the search can; one a core unless told.
    pub threads: Option<usize>,
    /// Where to stop.
    pub limits: Limits,
    /// How long to look for better solutions when one is known; as long as the limits allow unless told,
    /// or about a second where they set neither a time nor a number of nodes.
    pub patience: Option<Duration>,
}

impl Plan {
    /// How many threads to use.
    #[must_use]
    pub fn threads(&self) -> usize {
        let cores = || std::thread::available_parallelism().map_or(1, usize::from);
        self.threads.unwrap_or_else(cores).max(1)
    }
}

/// What can be asked for on one puzzle.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Choices {
    /// The algorithms.
    pub algorithms: Vec<Algorithm>,
    /// The heuristics, for the algorithms that take one.
    pub heuristics: Vec<Guide>,
}

/// Names that the user may write, each with the enum's variant and a word of explanation.
macro_rules! named {
    ($(#[$doc:meta])* $name:ident, $what:literal { $($variant:ident = $text:literal, $about:literal;)* }) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub enum $name {
            $(#[doc = $about] $variant,)*
        }

        impl $name {
            /// All of them, in the order in which they are listed to the user.
            pub const ALL: &'static [$name] = &[$($name::$variant,)*];

            /// The name that the user writes.
            #[must_use]
            pub fn name(self) -> &'static str {
                match self { $($name::$variant => $text,)* }
            }

            /// What it is, in a few words.
            #[must_use]
            pub fn about(self) -> &'static str {
                match self { $($name::$variant => $about,)* }
            }
        }

        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.pad(self.name())
            }
        }

        impl FromStr for $name {
            type Err = String;
            fn from_str(text: &str) -> Result<Self, String> {
                Self::ALL.iter().copied().find(|one| one.name() == text).ok_or_else(|| {
                    let known: Vec<&str> = Self::ALL.iter().map(|one| one.name()).collect();
                    format!("'{text}' is not {}; there are {}", $what, known.join(", "))
                })
            }
        }
    };
}

named! {
    /// A search algorithm.
    Algorithm, "an algorithm" {
        Exhaustive = "exhaustive", "a table of every position (tiles: up to 9 cells; blocks: two bits a position)";
        BreadthFirst = "breadth-first", "level by level from the start";
        Bidirectional = "bidirectional", "breadth-first from both ends";
        IterativeDeepening = "iterative-deepening", "depth-first under a growing depth limit";
        UniformCost = "uniform-cost", "best-first by cost so far";
        Greedy = "greedy", "best-first by heuristic alone; not optimal";
        AStar = "a-star", "best-first by cost so far plus heuristic";
        WeightedAStar = "weighted-a-star", "A* with the heuristic weighted; quick, near optimal";
        IdaStar = "ida-star", "depth-first under a growing bound on cost plus heuristic";
        Near = "near", "built, then shortened while there is time; tiles of any size; not optimal";
    }
}

named! {
    /// A heuristic, by name.
    Guide, "a heuristic" {
        Blind = "none", "no knowledge";
        Misplaced = "misplaced", "tiles off their goal cell";
        Manhattan = "manhattan", "sum of the tiles' distances (blocks: distance of the goal pieces)";
        LinearConflict = "linear-conflict", "Manhattan plus two for every pair that must pass in its line";
        Patterns = "patterns", "tables of the exact cost of groups of tiles (boards of 2 to 25 cells)";
        WalkingDistance = "walking-distance", "row and column traffic of the tiles, by table";
    }
}

impl Algorithm {
    /// Whether a solution of this algorithm is proved to be the shortest.
    #[must_use]
    pub fn is_optimal(self) -> bool {
        !matches!(self, Algorithm::Greedy | Algorithm::WeightedAStar | Algorithm::Near)
    }

    /// Whether this algorithm is guided by a heuristic.
    #[must_use]
    pub fn is_informed(self) -> bool {
        matches!(self, Algorithm::Greedy | Algorithm::AStar | Algorithm::WeightedAStar | Algorithm::IdaStar)
    }
}
