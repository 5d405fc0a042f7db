//! How a puzzle is to be solved: which algorithm, which heuristic, within which limits.

use std::fmt;
use std::path::PathBuf;
use std::str::FromStr;
use std::sync::Arc;
use std::time::Duration;

use taquin_search::{Blind, Cost, Limits};
use taquin_tiles::deepening::Crew;
use taquin_tiles::heuristic::{
    LINEUP, LinearConflict, Manhattan, Misplaced, Named, Patterns, WalkingDistance,
};

use crate::lesson::Lesson;
use crate::solutions::Wanted;

/// How to solve. What is `None` is chosen for the puzzle.
#[derive(Clone, Debug, Default)]
pub struct Plan {
    /// The algorithm, or the best one for the puzzle.
    pub algorithm: Option<Algorithm>,
    /// The heuristic, or the best one for the algorithm and the puzzle.
    pub heuristic: Option<HeuristicName>,
    /// The course program whose search is traced, instead of an algorithm.
    pub lesson: Option<Lesson>,
    /// The weight of weighted A*, in percent; 150 by default.
    pub weight_percent: Option<Cost>,
    /// The search ends as soon as the solution is proved to be at most this many percent of the length of a shortest
    /// one; by default it continues to a shortest solution.
    pub within_percent: Option<Cost>,
    /// A file with the distances of all positions, for looking the answer up.
    pub distances: Option<PathBuf>,
    /// A folder of pattern tables, of which the best are used.
    pub tables: Option<PathBuf>,
    /// The partition whose pattern tables are used, by name or by its tiles, on machines that can choose; the best
    /// for the board by default.
    pub partition: Option<String>,
    /// Checkpoints of earlier searches; each applies only to its own puzzle.
    pub checkpoints: Arc<[String]>,
    /// How many threads to use, if the search can; one for each core by default.
    pub threads: Option<usize>,
    /// Helpers outside this process that take part in a deepening search over tiles.
    pub crew: Option<Arc<dyn Crew>>,
    /// Which of the shortest solutions.
    pub wanted: Wanted,
    /// Where to stop.
    pub limits: Limits,
    /// How long to look for better solutions when one is known; by default as long as the limits allow, or about
    /// a second if they set neither a time nor a number of nodes.
    pub patience: Option<Duration>,
}

impl Plan {
    /// How many threads to use.
    #[must_use]
    pub fn threads(&self) -> usize {
        let cores = taquin_search::host::cores;
        self.threads.unwrap_or_else(cores).max(1)
    }
}

/// The default folder of pattern tables: the value of the variable `TAQUIN_TABLES`, or `taquin/tables` in the user's
/// cache folder; `None` if there is neither.
#[must_use]
pub fn tables_folder() -> Option<PathBuf> {
    let set = std::env::var_os("TAQUIN_TABLES").filter(|folder| !folder.is_empty());
    let cached = || Some(taquin_files::cache_folder()?.join("taquin").join("tables"));
    set.map(PathBuf::from).or_else(cached)
}

/// The algorithms and heuristics for one puzzle.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Choices {
    /// The algorithms.
    pub algorithms: Vec<Algorithm>,
    /// The heuristics, for the algorithms that take one.
    pub heuristics: Vec<HeuristicName>,
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
                let wanted = text.to_lowercase();
                let is_called = |one: &Self| one.name() == wanted || one.aliases().contains(&&*wanted);
                Self::ALL.iter().copied().find(is_called).ok_or_else(|| {
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
        ExplicitEstimation = "explicit-estimation", "best-first by learned estimates, within a factor of the optimum";
        IdaStar = "ida-star", "depth-first under a growing bound on cost plus heuristic";
        Near = "near", "built, then shortened while there is time; tiles of any size; not optimal";
    }
}

/// A heuristic, by name. The families list their heuristics.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct HeuristicName(&'static str);

impl HeuristicName {
    /// No knowledge.
    pub const BLIND: HeuristicName = HeuristicName(Blind::NAME);
    /// The sum of distances.
    pub const MANHATTAN: HeuristicName = HeuristicName(Manhattan::NAME);
    /// Misplaced tiles.
    pub const MISPLACED: HeuristicName = HeuristicName(Misplaced::NAME);
    /// Manhattan distance and linear conflicts.
    pub const LINEAR_CONFLICT: HeuristicName = HeuristicName(LinearConflict::NAME);
    /// Pattern tables.
    pub const PATTERNS: HeuristicName = HeuristicName(Patterns::NAME);
    /// Row and column traffic.
    pub const WALKING_DISTANCE: HeuristicName = HeuristicName(WalkingDistance::NAME);

    /// All of them, in the order in which they are listed to the user.
    pub fn all() -> impl Iterator<Item = HeuristicName> {
        LINEUP.iter().map(|entry| HeuristicName(entry.name))
    }

    /// The name that the user writes.
    #[must_use]
    pub fn name(self) -> &'static str {
        self.0
    }

    /// What it is, in a few words.
    #[must_use]
    pub fn about(self) -> &'static str {
        LINEUP.iter().find(|entry| entry.name == self.0).map_or("", |entry| entry.about)
    }
}

impl fmt::Display for HeuristicName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.0)
    }
}

impl FromStr for HeuristicName {
    type Err = String;
    fn from_str(text: &str) -> Result<Self, String> {
        HeuristicName::all().find(|guide| guide.0 == text).ok_or_else(|| {
            let known: Vec<&str> = HeuristicName::all().map(HeuristicName::name).collect();
            format!("'{text}' is not a heuristic; there are {}", known.join(", "))
        })
    }
}

impl Algorithm {
    /// Its other names.
    #[must_use]
    pub fn aliases(self) -> &'static [&'static str] {
        match self {
            Algorithm::BreadthFirst => &["bfs"],
            Algorithm::IterativeDeepening => &["ids", "iddfs"],
            Algorithm::UniformCost => &["ucs", "dijkstra"],
            Algorithm::AStar => &["a*", "astar"],
            Algorithm::WeightedAStar => &["weighted-a*", "wa*"],
            Algorithm::ExplicitEstimation => &["ees"],
            Algorithm::IdaStar => &["ida*", "idastar"],
            Algorithm::Exhaustive | Algorithm::Bidirectional | Algorithm::Greedy | Algorithm::Near => &[],
        }
    }

    /// Whether a solution of this algorithm is proved to be the shortest.
    #[must_use]
    pub fn is_optimal(self) -> bool {
        !matches!(self, Algorithm::Greedy | Algorithm::Near) && !self.is_weighted()
    }

    /// Whether a weight says how many times as long as a shortest one its solution may be.
    #[must_use]
    pub fn is_weighted(self) -> bool {
        matches!(self, Algorithm::WeightedAStar | Algorithm::ExplicitEstimation)
    }

    /// Whether this algorithm is guided by a heuristic.
    #[must_use]
    pub fn is_informed(self) -> bool {
        matches!(self, Algorithm::Greedy | Algorithm::AStar | Algorithm::IdaStar) || self.is_weighted()
    }
}
