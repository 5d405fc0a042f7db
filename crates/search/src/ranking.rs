//! Which open node comes first: uniform cost, greedy and A* are rankings of one best-first search.

use crate::puzzle::Cost;

/// The order of the open list; the smallest key is expanded first. Of two paths to one state the
/// cheaper has no larger key.
pub trait Ranking<S> {
    /// What the open list compares.
    type Key: Ord + Copy;
    /// The key of `state`, reached at cost `g` with `h` still to go at the least.
    fn key(&self, state: &S, g: Cost, h: Cost) -> Self::Key;
    /// Whether a closed node that is reached at a lower cost is opened again. A ranking that does not
    /// look at costs has nothing to gain from it.
    fn reopens(&self) -> bool {
        true
    }

    /// A bound on the cost of every solution, given the smallest key on the open list, where the
    /// ranking allows such a statement.
    fn lower_bound(&self, _smallest: Self::Key) -> Option<Cost> {
        None
    }
}

/// By g + h: A*.
#[derive(Clone, Copy, Debug, Default)]
pub struct AStar;

/// By g alone: uniform-cost search.
#[derive(Clone, Copy, Debug, Default)]
pub struct UniformCost;

/// By h alone: greedy best-first search, which is not optimal.
#[derive(Clone, Copy, Debug, Default)]
pub struct Greedy;

/// By g + weight * h, in percent: weighted A*, at most weight times the optimum.
#[derive(Clone, Copy, Debug)]
pub struct WeightedAStar {
    /// The weight in percent; 100 is A*.
    pub percent: Cost,
}

/// By `g` times the cost so far plus `h` times the bound on the cost to go: every ranking above as a value, so that
/// one compiled search serves them all.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Weighted {
    /// The weight of the cost so far.
    pub g: Cost,
    /// The weight of the heuristic.
    pub h: Cost,
}

impl Weighted {
    /// As [`AStar`].
    pub const A_STAR: Weighted = Weighted { g: 1, h: 1 };
    /// As [`UniformCost`].
    pub const UNIFORM_COST: Weighted = Weighted { g: 1, h: 0 };
    /// As [`Greedy`].
    pub const GREEDY: Weighted = Weighted { g: 0, h: 1 };

    /// As [`WeightedAStar`].
    #[must_use]
    pub const fn percent(percent: Cost) -> Weighted {
        Weighted { g: 100, h: percent }
    }
}

impl<S> Ranking<S> for Weighted {
    type Key = Cost;
    fn key(&self, _: &S, g: Cost, h: Cost) -> Cost {
        self.g * g + self.h * h
    }
    fn reopens(&self) -> bool {
        self.g > 0
    }
    fn lower_bound(&self, smallest: Cost) -> Option<Cost> {
        // With the larger of both weights, a key is at most that many times the optimum.
        (self.g > 0).then(|| smallest.div_ceil(self.g.max(self.h)))
    }
}

impl<S> Ranking<S> for AStar {
    type Key = Cost;
    fn key(&self, _: &S, g: Cost, h: Cost) -> Cost {
        g + h
    }
    fn lower_bound(&self, smallest: Cost) -> Option<Cost> {
        Some(smallest)
    }
}

impl<S> Ranking<S> for UniformCost {
    type Key = Cost;
    fn key(&self, _: &S, g: Cost, _: Cost) -> Cost {
        g
    }
    fn lower_bound(&self, smallest: Cost) -> Option<Cost> {
        Some(smallest)
    }
}

impl<S> Ranking<S> for Greedy {
    type Key = Cost;
    fn key(&self, _: &S, _: Cost, h: Cost) -> Cost {
        h
    }
    fn reopens(&self) -> bool {
        false
    }
}

impl<S> Ranking<S> for WeightedAStar {
    type Key = Cost;
    fn key(&self, _: &S, g: Cost, h: Cost) -> Cost {
        100 * g + self.percent * h
    }
    fn lower_bound(&self, smallest: Cost) -> Option<Cost> {
        // f_w <= w * C*, so C* >= f_w / w.
        Some(smallest.div_ceil(self.percent.max(100)))
    }
}
