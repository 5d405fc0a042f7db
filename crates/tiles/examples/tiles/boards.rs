//! The usual benchmark boards, with the lengths of their shortest solutions.

use taquin_tiles::Board;

/// A board whose answer is published.
pub(crate) struct Known {
    /// Its number where it was published.
    pub(crate) number: u32,
    /// The fewest moves to the goal.
    pub(crate) moves: u32,
    /// The board.
    pub(crate) board: Board,
}

fn numbers(text: &str) -> impl Iterator<Item = Vec<u32>> {
    let lines = text.lines().filter(|line| !line.starts_with('#'));
    lines.map(|line| line.split_whitespace().map(|word| word.parse().expect("a number")).collect())
}

fn published(side: u32, text: &str) -> Vec<Known> {
    let known = |numbers: Vec<u32>| {
        let board = Board::new(side, side, &numbers[2..]).expect("a permutation");
        Known { number: numbers[0], moves: numbers[1], board }
    };
    numbers(text).map(known).collect()
}

/// Korf's hundred 15-puzzles; the goal has the blank first.
pub(crate) fn korf100() -> Vec<Known> {
    published(4, include_str!("../../data/korf100.txt"))
}

/// Korf's fifty 24-puzzles; the goal has the blank first.
pub(crate) fn korf24() -> Vec<Known> {
    published(5, include_str!("../../data/korf24.txt"))
}

/// The 15-puzzles farthest from the goal with the blank last.
pub(crate) fn depth80() -> Vec<Known> {
    let lines = (1..).zip(numbers(include_str!("../../data/depth80.txt")));
    let known = |(number, tiles): (u32, Vec<u32>)| Known {
        number,
        moves: 80,
        board: Board::new(4, 4, tiles).expect("a permutation"),
    };
    lines.map(known).collect()
}
