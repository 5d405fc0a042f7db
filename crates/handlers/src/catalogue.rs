//! `catalogue`: puzzles to begin with.

use std::sync::LazyLock;

use serde::{Deserialize, Serialize};
use taquin::blocks::catalogue::{self, Entry};

use crate::problem::Problem;
use crate::puzzle::PuzzleText;
use crate::question::{Ask, Engine, Reply, Watch};
use crate::scene::Sketch;

/// A named puzzle.
#[derive(Debug, Serialize)]
pub(crate) struct Named {
    name: String,
    /// A short description.
    about: String,
    /// The collection it belongs to.
    set: String,
    /// `tiles` or `blocks`.
    kind: &'static str,
    /// The fewest moves that solve it in the metric of its text; only a lower bound where `exact` is not set.
    moves: Option<Moves>,
    puzzle: PuzzleText,
    /// Its start, for a small picture.
    sketch: Option<Sketch>,
}

/// How many moves a puzzle takes.
#[derive(Clone, Copy, Debug, Serialize)]
pub(crate) struct Moves {
    value: u64,
    exact: bool,
}

impl Named {
    fn new(set: &str, name: &str, about: String, moves: Option<Moves>, puzzle: PuzzleText) -> Self {
        let instance = puzzle.read().expect("a test reads them all");
        let sketch = Some(Sketch::from(&instance.scene()));
        Named { name: name.into(), about, set: set.into(), kind: instance.kind(), moves, puzzle, sketch }
    }
}

/// Boards of tiles: name, about, text, whether it is a torus, and the fewest moves.
const TILES: [(&str, &str, &str, bool, u64); 7] = [
    ("Three by three", "the 8-puzzle, nearly solved", "1 2 3 / 4 6 8 / 7 5 0", false, 4),
    ("The hardest 8-puzzle", "no 8-puzzle needs more moves", "8 6 7 / 2 5 4 / 3 0 1", false, 31),
    ("A torus", "tiles leave on one side and come back on the other", "4 3 8 / 5 1 6 / 7 2 0", true, 8),
    ("The 15-puzzle", "the classic of 1880", "5 1 2 4 / 9 6 3 8 / 13 10 7 11 / 14 15 12 0", false, 12),
    (
        "A hard 15-puzzle",
        "the first of Korf's hundred",
        "14 13 15 7 / 11 12 9 5 / 6 0 2 1 / 4 8 10 3 -> 0 1 2 3 / 4 5 6 7 / 8 9 10 11 / 12 13 14 15",
        false,
        57,
    ),
    ("Two by five", "long and narrow", "9 2 8 4 6 / 1 7 3 5 0", false, 36),
    (
        "The 24-puzzle",
        "five by five",
        "1 2 3 4 5 / 6 7 8 9 10 / 11 12 0 13 15 / 16 17 18 14 20 / 21 22 23 19 24",
        false,
        4,
    ),
];

static NAMED: LazyLock<Vec<Named>> = LazyLock::new(|| {
    let tiles = TILES.iter().map(|&(name, about, text, torus, value)| {
        Named::new(
            "Tiles",
            name,
            about.into(),
            Some(Moves { value, exact: true }),
            PuzzleText::new(text, torus),
        )
    });
    let course = Named::new(
        "Blocks",
        "Flying Klotski",
        "the course puzzle: single cells may fly".into(),
        Some(Moves { value: 2, exact: true }),
        PuzzleText::new("2332 2402 2112 2112 4044", false),
    );
    tiles.chain([course]).chain(catalogue::all().iter().map(block)).collect()
});

/// The request for the named puzzles has no fields.
#[derive(Debug, Deserialize)]
pub(crate) struct CatalogueRequest {}

impl Ask for CatalogueRequest {
    fn answer(self, _: &Engine, _: &mut Watch<'_>) -> Result<Reply, Problem> {
        Reply::json(&NAMED.as_slice())
    }
}

fn block(entry: &Entry) -> Named {
    let metric = entry.problem().metric();
    let moves = entry.optimum(metric).map(|figure| Moves { value: figure.value, exact: figure.exact });
    let set = entry.set.map_or_else(|| "Blocks".into(), titled);
    Named::new(&set, entry.name, entry.also.join(" · "), moves, PuzzleText::new(entry.text, false))
}

/// A name with a capital letter.
fn titled(name: &str) -> String {
    let mut letters = name.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}
