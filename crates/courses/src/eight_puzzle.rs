//! The 8-puzzle by best-first search on the textbook heap.
//!
//! A file holds the initial and the goal state. The cost of a node is its depth plus its misplaced
//! tiles; a node never generates its parent's state again, and nothing else is remembered. The heap
//! compares costs alone, and its order among equals shows in the first five states removed and in
//! the size of the queue at the end.

use std::ffi::OsString;
use std::fs;
use std::io::{self, Write};
use std::ops::ControlFlow;
use std::path::Path;

use taquin_search::{
    AStar, BestFirst, ClosedList, Cost, Duplicates, Entry, Limits, Lists, Observer, Outcome, ParentOnly,
    Progress, Report, TextbookHeap, Unchecked, best_first,
};
use taquin_tiles::heuristic::Misplaced;
use taquin_tiles::{
    AnyOrder, Board, Direction, Geometry, GoalCells, Move, Order, Packed16, Tiles, UpLeftDownRight,
    solvability,
};

use crate::arguments::one_file;
use crate::error::Error;
use crate::on_push::OnPush;
use crate::program::{Settings, Verdict};
use crate::slip::Slip;
use crate::variants::{AnyTiles, Guess, Rank, Ties, order};

/// The 3x3 board, the blank going up, left, down, right.
pub type EightPuzzle = Tiles<Packed16, UpLeftDownRight>;

pub(crate) fn run(
    arguments: &[OsString],
    settings: &Settings,
    out: &mut dyn Write,
) -> Result<Verdict, Error> {
    let (initial, goal) = read(one_file(arguments)?)?;
    let geometry = Geometry::new(3, 3, false);
    let solvability = solvability(&geometry, &initial, &GoalCells::of(&goal));
    if !solvability.is_solvable() {
        return Ok(Verdict::Unsolvable(Some(solvability.to_string())));
    }
    let slip = settings.slip;
    let order = order(slip, AnyOrder::Directions(Direction::ALL));
    let puzzle = AnyTiles::ordered(geometry, &goal, order).expect("nine cells fit a word");
    let start = puzzle.state(&initial).expect("the board has nine cells");
    let (mut removed, mut on_push) = (Removed::default(), OnPush::new(&puzzle, slip));
    let limits = &settings.limits();
    let report = if slip.is_none() {
        let puzzle = EightPuzzle::new(geometry, &goal).expect("nine cells fit a word");
        search(&puzzle, start, limits, &mut removed)
    } else {
        let observer = (&mut removed, &mut on_push);
        match slip {
            Some(Slip::NoCycleCheck) => slipped(&puzzle, start, Unchecked, slip, limits, observer),
            Some(Slip::ClosedList) => slipped(&puzzle, start, ClosedList, slip, limits, observer),
            _ => slipped(&puzzle, start, ParentOnly, slip, limits, observer),
        }
    };
    let cost = match (report.outcome, &on_push.path) {
        (_, Some(path)) => {
            // The goal has left the queue before it was on it.
            let (state, g) = (*path.last().expect("a path has an end"), path.len() as Cost - 1);
            removed.last = Some(Node { state, g, h: 0 });
            removed.queue = on_push.open;
            g
        }
        (Outcome::Solved { cost, .. }, None) => cost,
        (Outcome::Unsolvable, None) => {
            return Ok(Verdict::Unsolvable(Some("there is no solution".into())));
        }
        (Outcome::Stopped(limit), None) => {
            return Ok(Verdict::Stopped { limit, lower_bound: report.lower_bound.into() });
        }
    };
    removed.queue += usize::from(slip == Some(Slip::LargestOneMore));
    removed.print(cost, out)?;
    Ok(Verdict::Done)
}

/// The search with a slip.
fn slipped<D: Duplicates>(
    puzzle: &AnyTiles,
    start: Packed16,
    duplicates: D,
    slip: Option<Slip>,
    limits: &Limits,
    observer: impl Observer<AnyTiles>,
) -> Report<Move> {
    let ties = match slip {
        Some(Slip::FirstInFirstOut) => Ties::FirstIn,
        Some(Slip::LastInFirstOut) => Ties::LastIn,
        _ => Ties::List,
    };
    let ranking = Rank::new(slip, ties, |state: &Packed16| state.word());
    let strategy = BestFirst { ranking, open: TextbookHeap::default(), duplicates };
    best_first(puzzle, start, &Guess::new(slip, puzzle), strategy, limits, observer)
}

/// The search of this program, with an observer.
pub fn search(
    puzzle: &EightPuzzle,
    start: Packed16,
    limits: &Limits,
    observer: impl Observer<EightPuzzle>,
) -> Report<Move> {
    let strategy = BestFirst { ranking: AStar, open: TextbookHeap::default(), duplicates: ParentOnly };
    best_first(puzzle, start, &Misplaced, strategy, limits, observer)
}

/// Reads two boards of nine tiles, with any white space between the tiles.
fn read(path: &Path) -> Result<(Board, Board), Error> {
    let text = fs::read(path).map_err(|source| Error::File { path: path.into(), source })?;
    let text = String::from_utf8_lossy(&text);
    let fault = |rest: &str, expected: String, found: String| {
        let before = &text[..text.len() - rest.len()];
        let line = before.matches('\n').count() + 1;
        let column = before.rsplit('\n').next().unwrap_or("").chars().count() + 1;
        Error::Text { path: path.into(), line, column, expected, found }
    };
    let mut tiles: Vec<u32> = Vec::with_capacity(18);
    let mut rest = text.trim_start();
    while !rest.is_empty() {
        let (word, after) = rest.split_at(rest.find(char::is_whitespace).unwrap_or(rest.len()));
        let found = || format!("{:?}", word.chars().take(20).collect::<String>());
        if tiles.len() == 18 {
            return Err(fault(rest, "the end after 18 tiles".into(), found()));
        }
        let tile = word.parse().ok().filter(|&tile| tile <= 8 && word.len() == 1);
        let tile = tile.ok_or_else(|| fault(rest, "a tile from 0 to 8".into(), found()))?;
        let board = if tiles.len() < 9 { &tiles[..] } else { &tiles[9..] };
        if board.contains(&tile) {
            return Err(fault(rest, "every tile once in a board".into(), format!("{tile} again")));
        }
        tiles.push(tile);
        rest = after.trim_start();
    }
    if tiles.len() < 18 {
        return Err(fault("", "18 tiles".into(), format!("the end after {}", tiles.len())));
    }
    let board = |tiles: &[u32]| Board::new(3, 3, tiles).expect("nine tiles, each once");
    Ok((board(&tiles[..9]), board(&tiles[9..])))
}

/// A node as it is printed.
#[derive(Clone, Copy)]
struct Node {
    state: Packed16,
    g: Cost,
    h: Cost,
}

/// The first five nodes removed, the last one, and the queue that it left behind.
#[derive(Default)]
struct Removed {
    first: Vec<Node>,
    last: Option<Node>,
    queue: usize,
}

impl Progress for Removed {}

impl<O: Order> Observer<Tiles<Packed16, O>> for Removed {
    fn expand(&mut self, entry: Entry<'_, Packed16>, lists: &dyn Lists<Packed16>) -> ControlFlow<()> {
        let node = Node { state: *entry.state, g: entry.g, h: entry.h };
        if self.first.len() < 5 {
            self.first.push(node);
        }
        self.last = Some(node);
        self.queue = lists.open_len();
        ControlFlow::Continue(())
    }
}

impl Removed {
    fn print(&self, cost: Cost, out: &mut dyn Write) -> io::Result<()> {
        let (Some(initial), Some(goal)) = (self.first.first(), &self.last) else { return Ok(()) };
        writeln!(out, "[*]Initial state(S0)")?;
        writeln!(out, "[*]======================")?;
        initial.print(out)?;
        writeln!(out, "[*]======================")?;
        writeln!(out, "[*]Goal state (Sg) reached: ")?;
        goal.print(out)?;
        writeln!(out, "[*]---------")?;
        writeln!(out, "[*]Solution cost is: {cost}\n")?;
        writeln!(out, "[*]Size of the openQ at end of search process: {}\n", self.queue)?;
        writeln!(out, "[*]First five states removed from openQ: \n")?;
        for (number, node) in (1..).zip(&self.first) {
            writeln!(out, "[*]State #{number}")?;
            node.print(out)?;
            writeln!(out)?;
        }
        Ok(())
    }
}

impl Node {
    fn print(&self, out: &mut dyn Write) -> io::Result<()> {
        for (cell, tile) in self.state.tiles(9).enumerate() {
            if cell % 3 == 0 {
                writeln!(out)?;
            }
            write!(out, "{tile} ")?;
        }
        writeln!(out, "\nCost =  {}\ng =  {}\nh =  {}", self.g + self.h, self.g, self.h)
    }
}
