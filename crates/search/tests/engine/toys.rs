//! Small puzzles whose distances are known by other means.

use taquin_search::{Cost, Heuristic, Puzzle, Reversible, SingleGoal};

/// Walking from vertex to vertex of a graph.
#[derive(Clone, Debug)]
pub(crate) struct Graph {
    /// The edges of every vertex: where to, at what cost.
    pub(crate) edges: Vec<Vec<(u32, Cost)>>,
    pub(crate) goals: Vec<bool>,
}

impl Graph {
    /// The cost from every vertex to the nearest goal, by Bellman and Ford.
    pub(crate) fn distances(&self) -> Vec<Option<Cost>> {
        let mut distances: Vec<Option<Cost>> = self.goals.iter().map(|&goal| goal.then_some(0)).collect();
        for _ in 0..self.edges.len() {
            for (from, edges) in self.edges.iter().enumerate() {
                for &(to, cost) in edges {
                    if let Some(onward) = distances[to as usize] {
                        let known = distances[from].unwrap_or(Cost::MAX);
                        distances[from] = Some(known.min(onward + cost));
                    }
                }
            }
        }
        distances
    }

    /// The same graph with every edge at cost 1.
    pub(crate) fn with_unit_costs(&self) -> Graph {
        let mut graph = self.clone();
        graph.edges.iter_mut().flatten().for_each(|edge| edge.1 = 1);
        graph
    }
}

impl Puzzle for Graph {
    type State = u32;
    type Move = (u32, Cost);
    type Moves = std::vec::IntoIter<(u32, Cost)>;

    fn moves(&self, state: &u32) -> Self::Moves {
        self.edges[*state as usize].clone().into_iter()
    }
    fn apply(&self, state: &mut u32, mv: Self::Move) {
        *state = mv.0;
    }
    fn is_goal(&self, state: &u32) -> bool {
        self.goals[*state as usize]
    }
    fn cost(&self, mv: Self::Move) -> Cost {
        mv.1
    }
}

/// A lower bound given vertex by vertex; it need not be consistent.
pub(crate) struct Given(pub(crate) Vec<Cost>);

impl Heuristic<Graph> for Given {
    type Memo = Cost;
    fn start(&self, _: &Graph, state: &u32) -> Cost {
        self.0[*state as usize]
    }
    fn step(&self, _: &Graph, _: Cost, after: &u32, _: (u32, Cost)) -> Cost {
        self.0[*after as usize]
    }
    fn value(&self, memo: Cost) -> Cost {
        memo
    }
}

/// Sorting a stack of `N` pancakes by turning over the first few.
pub(crate) struct Pancakes<const N: usize>;

impl<const N: usize> Puzzle for Pancakes<N> {
    type State = [u8; N];
    type Move = usize;
    type Moves = std::ops::RangeInclusive<usize>;

    fn moves(&self, _: &[u8; N]) -> Self::Moves {
        2..=N
    }
    fn apply(&self, state: &mut [u8; N], mv: usize) {
        state[..mv].reverse();
    }
    fn is_goal(&self, state: &[u8; N]) -> bool {
        state.is_sorted()
    }
}

impl<const N: usize> Reversible for Pancakes<N> {
    fn inverse(&self, mv: usize) -> usize {
        mv
    }
}

impl<const N: usize> SingleGoal for Pancakes<N> {
    fn goal(&self) -> [u8; N] {
        std::array::from_fn(|i| i as u8)
    }
}

/// The number of neighbours, the plate included, that are not next to each other in the goal.
pub(crate) struct Gaps;

impl<const N: usize> Heuristic<Pancakes<N>> for Gaps {
    type Memo = u8;
    fn start(&self, _: &Pancakes<N>, state: &[u8; N]) -> u8 {
        let below = state.iter().skip(1).chain([&(N as u8)]);
        state.iter().zip(below).filter(|(a, b)| a.abs_diff(**b) > 1).count() as u8
    }
    fn step(&self, puzzle: &Pancakes<N>, _: u8, after: &[u8; N], _: usize) -> u8 {
        self.start(puzzle, after)
    }
    fn value(&self, memo: u8) -> Cost {
        memo.into()
    }
}
