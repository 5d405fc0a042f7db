//! How a piece may move, as data.

/// What a piece of one kind is allowed to do.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Motion {
    /// It may slide left and right.
    pub horizontal: bool,
    /// It may slide up and down.
    pub vertical: bool,
    /// It may fly to any free place at the cost of one move. Meant for single cells.
    pub flies: bool,
    /// It may stand on gates.
    pub gates: bool,
}

impl Motion {
    /// Slides in all four directions and stays off gates.
    pub const FREE: Motion = Motion { horizontal: true, vertical: true, flies: false, gates: false };
    /// Never moves sideways, as an upright car in Rush Hour.
    pub const VERTICAL: Motion = Motion { horizontal: false, ..Motion::FREE };
    /// Never moves up or down, as a lying car in Rush Hour.
    pub const HORIZONTAL: Motion = Motion { vertical: false, ..Motion::FREE };
    /// Slides, and flies.
    pub const FLYING: Motion = Motion { flies: true, ..Motion::FREE };
    /// Slides, also through gates.
    pub const GATED: Motion = Motion { gates: true, ..Motion::FREE };
}
