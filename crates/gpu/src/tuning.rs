//! How the work is divided between layers and descents.

/// The turning points of a search, in expected nodes and in positions.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Tuning {
    /// How many times the nodes of a bound are expected under the next one, before it is known.
    pub growth: f64,
    /// The nodes that a root of the descents should have below it.
    pub nodes_per_root: f64,
    /// The fewest roots.
    pub least_roots: usize,
    /// The most roots.
    pub most_roots: usize,
    /// The nodes of a bound from which on layers look ahead for a solution,
    pub look_ahead_from: f64,
    /// from which on they do so from both ends,
    pub look_back_from: f64,
    /// and from which on they do so with every approach.
    pub look_around_from: f64,
    /// The nodes of a bound for each position of a layer that looks ahead.
    pub nodes_per_width: f64,
    /// The widest layer that looks ahead.
    pub most_width: usize,
    /// The nodes of a bound from which on the approaches are tried against each other.
    pub trial_from: f64,
    /// The nodes of a bound from which on it is searched in slices, so that one that is stopped can go on,
    pub slice_from: f64,
    /// and the nodes of a slice.
    pub nodes_per_slice: f64,
}

impl Default for Tuning {
    fn default() -> Self {
        Tuning {
            growth: 8.0,
            nodes_per_root: 2048.0,
            least_roots: 1 << 12,
            most_roots: 1 << 26,
            look_ahead_from: 5e8,
            look_back_from: 1e10,
            look_around_from: 3e11,
            nodes_per_width: 65536.0,
            most_width: 1 << 25,
            trial_from: 1.5e9,
            slice_from: 6e11,
            nodes_per_slice: 4e11,
        }
    }
}
