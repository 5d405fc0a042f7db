//! Everything that can be reached from a position: how many positions there are at each distance,
//! and for small spaces the graph itself.

use std::collections::HashMap;
use std::hash::Hash;
use std::sync::atomic::{AtomicBool, Ordering};

use taquin_search::{Cost, Reversible};

/// The limits of a survey.
#[derive(Clone, Debug)]
pub struct Scope<'a> {
    /// The most positions to find.
    pub positions: usize,
    /// The most positions of a graph.
    pub graph: usize,
    /// Set from outside to end the survey early.
    pub cancel: Option<&'a AtomicBool>,
}

/// What can be reached from a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Survey {
    /// Whether every position was found.
    pub complete: bool,
    /// How many positions are 0, 1, 2 … moves away: complete levels only.
    pub from_start: Vec<u64>,
    /// How many positions are 0, 1, 2 … moves from the nearest goal, and how far the start is; only
    /// where every position was found and a goal is among them.
    pub to_goal: Option<(Vec<u64>, Cost)>,
    /// The positions and the moves between them, where they are few.
    pub graph: Option<Graph>,
}

/// The positions of a space and the moves between them. The start is the first position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Graph {
    /// The positions as texts.
    pub states: Vec<String>,
    /// How many moves each is from the start.
    pub depths: Vec<Cost>,
    /// The positions that satisfy the goal.
    pub goals: Vec<u32>,
    /// The moves, each once, the lower number first.
    pub edges: Vec<(u32, u32)>,
}

/// Finds everything that can be reached from `start`, within `scope`; `text` writes a state.
pub(crate) fn survey<P: Reversible>(
    puzzle: &P,
    start: P::State,
    scope: &Scope<'_>,
    text: &dyn Fn(&P::State) -> String,
) -> Survey {
    let Reached { states, depths, index, complete } = component(puzzle, start, scope);
    let whole = depths.last().map_or(0, |&last| if complete { last + 1 } else { last });
    let from_start = count(depths.iter().copied(), whole);
    if !complete {
        return Survey { complete, from_start, to_goal: None, graph: None };
    }
    let goals: Vec<u32> =
        (0..states.len()).filter(|&at| puzzle.is_goal(&states[at])).map(|at| at as u32).collect();
    let to_goal = (!goals.is_empty()).then(|| {
        let distances = distances(puzzle, &states, &index, &goals);
        let deepest = distances.iter().copied().max().unwrap_or(0);
        (count(distances.iter().copied(), deepest + 1), distances[0])
    });
    let graph = (states.len() <= scope.graph).then(|| Graph {
        states: states.iter().map(text).collect(),
        edges: edges(puzzle, &states, &index),
        depths,
        goals,
    });
    Survey { complete, from_start, to_goal, graph }
}

/// The positions found, in the order of their depths.
struct Reached<S> {
    states: Vec<S>,
    depths: Vec<Cost>,
    index: HashMap<S, u32>,
    complete: bool,
}

fn component<P: Reversible>(puzzle: &P, start: P::State, scope: &Scope<'_>) -> Reached<P::State> {
    let mut index = HashMap::from([(start.clone(), 0)]);
    let (mut states, mut depths) = (vec![start], vec![0]);
    let mut next = 0;
    while next < states.len() {
        let cancelled = || scope.cancel.is_some_and(|flag| flag.load(Ordering::Relaxed));
        if states.len() > scope.positions || (next % 1024 == 0 && cancelled()) {
            return Reached { states, depths, index, complete: false };
        }
        for mv in puzzle.moves(&states[next]) {
            let state = puzzle.successor(&states[next], mv);
            if !index.contains_key(&state) {
                index.insert(state.clone(), states.len() as u32);
                states.push(state);
                depths.push(depths[next] + 1);
            }
        }
        next += 1;
    }
    Reached { states, depths, index, complete: true }
}

/// How far every position is from the nearest of `goals`; moves can be undone, so the way there is
/// as long as the way back.
fn distances<P: Reversible>(
    puzzle: &P,
    states: &[P::State],
    index: &HashMap<P::State, u32>,
    goals: &[u32],
) -> Vec<Cost> {
    let mut distances = vec![Cost::MAX; states.len()];
    let mut queue: Vec<u32> = goals.to_vec();
    goals.iter().for_each(|&goal| distances[goal as usize] = 0);
    let mut next = 0;
    while let Some(&at) = queue.get(next) {
        next += 1;
        for neighbour in neighbours(puzzle, &states[at as usize], index) {
            if distances[neighbour as usize] == Cost::MAX {
                distances[neighbour as usize] = distances[at as usize] + 1;
                queue.push(neighbour);
            }
        }
    }
    distances
}

fn edges<P: Reversible>(puzzle: &P, states: &[P::State], index: &HashMap<P::State, u32>) -> Vec<(u32, u32)> {
    let mut edges = Vec::new();
    for (at, state) in (0..).zip(states) {
        edges.extend(neighbours(puzzle, state, index).filter(|&other| at < other).map(|other| (at, other)));
    }
    edges.sort_unstable();
    edges.dedup();
    edges
}

fn neighbours<'a, P: Reversible>(
    puzzle: &'a P,
    state: &'a P::State,
    index: &'a HashMap<P::State, u32>,
) -> impl Iterator<Item = u32> + 'a
where
    P::State: Hash + Eq,
{
    puzzle.moves(state).map(move |mv| index[&puzzle.successor(state, mv)])
}

/// How often each number below `end` appears.
fn count(numbers: impl Iterator<Item = Cost>, end: Cost) -> Vec<u64> {
    let mut counts = vec![0; end as usize];
    numbers.filter(|&number| number < end).for_each(|number| counts[number as usize] += 1);
    counts
}

#[cfg(test)]
mod tests {
    use super::Scope;
    use crate::{Hints, Instance};

    fn scope(positions: usize, graph: usize) -> Scope<'static> {
        Scope { positions, graph, cancel: None }
    }

    #[test]
    fn the_flat_2x2_is_a_ring_of_twelve() {
        let instance = Instance::parse("1 2 / 3 0", &Hints::default()).unwrap();
        let found = instance.survey(&scope(100, 100)).unwrap();
        assert_eq!(found.from_start, [1, 2, 2, 2, 2, 2, 1]);
        assert_eq!(found.to_goal, Some((found.from_start.clone(), 0)));
        let graph = found.graph.unwrap();
        assert_eq!((graph.states.len(), graph.edges.len(), graph.goals), (12, 12, vec![0]));
        assert_eq!(graph.states[0], "1 2 / 3 0");
    }

    #[test]
    fn an_8_puzzle_is_counted_and_a_15_puzzle_is_cut_off_at_a_whole_level() {
        let instance = Instance::parse("8 6 7 / 2 5 4 / 3 0 1", &Hints::default()).unwrap();
        let found = instance.survey(&scope(200_000, 1000)).unwrap();
        assert_eq!(found.from_start.iter().sum::<u64>(), 181_440);
        let (to_goal, distance) = found.to_goal.unwrap();
        assert_eq!((to_goal.len(), to_goal[31], distance), (32, 2, 31));
        assert_eq!(found.graph, None);
        let large =
            Instance::parse("1 2 3 4 / 5 6 7 8 / 9 10 11 12 / 13 14 15 0", &Hints::default()).unwrap();
        let found = large.survey(&scope(1000, 1000)).unwrap();
        assert!(!found.complete);
        assert_eq!(found.from_start[..8], [1, 2, 4, 10, 24, 54, 107, 212]);
    }

    #[test]
    fn without_a_goal_in_reach_nothing_is_said_about_it() {
        let instance = Instance::parse("2 1 / 3 0", &Hints::default()).unwrap();
        let found = instance.survey(&scope(100, 0)).unwrap();
        assert!(found.complete);
        assert_eq!(found.to_goal, None);
    }
}
