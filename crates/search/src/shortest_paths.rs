//! All paths of fewest moves: the positions on them, their number, and each of them in order.
//!
//! When the fewest moves are known, there are few positions from which that bound can still be met. They are found
//! breadth-first from the start ([`positions_within`]), each with its depth; [`ShortestPaths`] keeps those from which
//! the goal is reached in time, as a graph whose every path from the start is a solution. Every move costs 1.

use std::collections::hash_map::Entry;
use std::ops::{ControlFlow, Range};

use rustc_hash::FxHashMap;

use crate::heuristic::Heuristic;
use crate::limits::{Limit, Limits, Meter};
use crate::progress::Progress;
use crate::puzzle::{Cost, Puzzle};
use crate::report::Stats;

/// The positions from which a heuristic does not exclude that a bound can be met.
#[derive(Clone, Debug)]
pub struct Within<S> {
    /// How many moves each is from the start.
    pub depths: FxHashMap<S, Cost>,
    /// Whether the goal is reached by as many moves as the bound.
    pub solved: bool,
    /// The least bound above this one with which there are more positions; `None` if there are no more.
    pub next: Option<Cost>,
}

/// Whether a move may be made.
pub type Allows<'a, P> = dyn Fn(&<P as Puzzle>::State, <P as Puzzle>::Move) -> bool + 'a;

/// Finds the positions on paths of `bound` moves from `start`, by the moves that are allowed. There must be no
/// shorter solution.
///
/// # Errors
/// If a limit is reached.
pub fn positions_within<P: Puzzle, H: Heuristic<P>>(
    puzzle: &P,
    start: P::State,
    heuristic: &H,
    bound: Cost,
    allows: &Allows<'_, P>,
    (limits, stats): (&Limits, &mut Stats),
    progress: &mut dyn Progress,
) -> Result<Within<P::State>, Limit> {
    let mut meter = Meter::start(limits);
    let memo = heuristic.start(puzzle, &start);
    let least = heuristic.value(memo);
    if least > bound {
        return Ok(Within { depths: FxHashMap::default(), solved: false, next: Some(least) });
    }
    let mut depths = FxHashMap::from_iter([(start.clone(), 0)]);
    let (mut layer, mut next_bound) = (vec![(start, memo)], Cost::MAX);
    for depth in 1..=bound {
        let mut next = Vec::new();
        for (state, memo) in &layer {
            stats.expanded += 1;
            if meter.due(stats.expanded) {
                let bytes = depths.capacity() * size_of::<(P::State, Cost)>()
                    + (layer.len() + next.len()) * size_of::<(P::State, H::Memo)>();
                stats.peak_bytes = stats.peak_bytes.max(bytes);
                meter.check(stats.expanded, bytes)?;
                if progress.tick(stats).is_break() {
                    return Err(Limit::Cancelled);
                }
            }
            for mv in puzzle.moves_in_any_order(state).filter(|&mv| allows(state, mv)) {
                stats.generated += 1;
                let child = puzzle.successor(state, mv);
                let memo = heuristic.step(puzzle, *memo, &child, mv);
                let least = depth.saturating_add(heuristic.value(memo));
                if least > bound {
                    next_bound = next_bound.min(least);
                } else if let Entry::Vacant(place) = depths.entry(child) {
                    next.push((place.key().clone(), memo));
                    place.insert(depth);
                }
            }
        }
        layer = next;
    }
    let solved = layer.iter().any(|(state, _)| puzzle.is_goal(state));
    if layer.iter().any(|(state, _)| !puzzle.is_goal(state)) {
        next_bound = bound + 1;
    }
    Ok(Within { depths, solved, next: (next_bound < Cost::MAX).then_some(next_bound) })
}

/// All paths of fewest moves from a start to the goal, in the order of the puzzle's moves.
#[derive(Clone, Debug)]
pub struct ShortestPaths<M> {
    /// The positions that are on one of them; moves lead from later ones to earlier ones, and the last is the start.
    nodes: Vec<Node>,
    edges: Vec<(M, u32)>,
}

/// A position on a path.
#[derive(Clone, Debug)]
struct Node {
    /// How many paths lead from here to the goal; saturates at the largest number.
    ways: u128,
    edges: Range<u32>,
}

/// No way leads on from a position.
const NOWHERE: u32 = u32::MAX;

impl<M: Copy> ShortestPaths<M> {
    /// The paths of `cost` moves from `start`; `depth` is the distance of a position from the start, if it may be on
    /// one of them.
    ///
    /// # Errors
    /// If a limit is reached.
    pub fn new<P: Puzzle<Move = M>>(
        puzzle: &P,
        start: P::State,
        cost: Cost,
        depth: &dyn Fn(&P::State) -> Option<Cost>,
        allows: &Allows<'_, P>,
        limits: &Limits,
    ) -> Result<Self, Limit> {
        let mut paths = ShortestPaths { nodes: Vec::new(), edges: Vec::new() };
        let mut known: FxHashMap<P::State, u32> = FxHashMap::default();
        let mut meter = Meter::start(limits);
        let mut stack = vec![Frame::new(puzzle, start, None)];
        for visited in 0.. {
            if meter.due(visited) {
                let bytes = known.capacity() * size_of::<(P::State, u32)>()
                    + paths.nodes.len() * size_of::<Node>()
                    + paths.edges.len() * size_of::<(M, u32)>();
                // Expansions were counted when the positions were found.
                meter.check(0, bytes)?;
            }
            let here = stack.len() as Cost - 1;
            let Some(top) = stack.last_mut() else { break };
            if here < cost
                && let Some(mv) = top.moves.next()
            {
                let child = puzzle.successor(&top.state, mv);
                if depth(&child) == Some(here + 1) && allows(&top.state, mv) {
                    match known.get(&child) {
                        Some(&to) => top.add(mv, to, &paths.nodes),
                        None => stack.push(Frame::new(puzzle, child, Some(mv))),
                    }
                }
                continue;
            }
            let Some(done) = stack.pop() else { break };
            let is_end = here == cost && puzzle.is_goal(&done.state);
            let number = paths.push(if is_end { 1 } else { done.ways }, done.edges);
            known.insert(done.state, number);
            match (stack.last_mut(), done.by) {
                (Some(before), Some(mv)) => before.add(mv, number, &paths.nodes),
                _ => break,
            }
        }
        Ok(paths)
    }

    /// Adds a position, unless no path leads on from it, and gives it a number.
    fn push(&mut self, ways: u128, mut edges: Vec<(M, u32)>) -> u32 {
        if ways == 0 {
            return NOWHERE;
        }
        let first = self.edges.len() as u32;
        self.edges.append(&mut edges);
        self.nodes.push(Node { ways, edges: first..self.edges.len() as u32 });
        self.nodes.len() as u32 - 1
    }

    /// How many paths there are; saturates at the largest number.
    #[must_use]
    pub fn count(&self) -> u128 {
        self.nodes.last().map_or(0, |start| start.ways)
    }

    /// Visits them in order until the visitor breaks.
    pub fn visit(&self, visit: &mut dyn FnMut(&[M]) -> ControlFlow<()>) -> ControlFlow<()> {
        let Some(start) = self.nodes.last() else { return ControlFlow::Continue(()) };
        if start.edges.is_empty() {
            return visit(&[]);
        }
        let mut stack = vec![start.edges.clone()];
        let mut path = Vec::new();
        while let Some(edges) = stack.last_mut() {
            let Some(edge) = edges.next() else {
                stack.pop();
                path.pop();
                continue;
            };
            let (mv, to) = self.edges[edge as usize];
            path.push(mv);
            let edges = self.nodes[to as usize].edges.clone();
            if edges.is_empty() {
                visit(&path)?;
                path.pop();
            } else {
                stack.push(edges);
            }
        }
        ControlFlow::Continue(())
    }
}

/// A position whose moves are being tried.
struct Frame<P: Puzzle> {
    state: P::State,
    moves: P::Moves,
    /// The move that led here.
    by: Option<P::Move>,
    edges: Vec<(P::Move, u32)>,
    ways: u128,
}

impl<P: Puzzle> Frame<P> {
    fn new(puzzle: &P, state: P::State, by: Option<P::Move>) -> Self {
        let moves = puzzle.moves(&state);
        Frame { state, moves, by, edges: Vec::new(), ways: 0 }
    }

    /// Notes where a move leads, if paths lead on from there.
    fn add(&mut self, mv: P::Move, to: u32, nodes: &[Node]) {
        if to != NOWHERE {
            self.ways = self.ways.saturating_add(nodes[to as usize].ways);
            self.edges.push((mv, to));
        }
    }
}
