//! What counts as one move.

use std::fmt;
use std::str::FromStr;

/// What counts as one move. A flight counts as one in all of them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub enum Metric {
    /// One cell.
    Unit,
    /// One slide in one direction, however far.
    Straight,
    /// Any continuous travel of one piece, around corners too.
    #[default]
    Finger,
}

impl Metric {
    /// All three.
    pub const ALL: [Metric; 3] = [Metric::Unit, Metric::Straight, Metric::Finger];
}

impl fmt::Display for Metric {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Metric::Unit => "unit",
            Metric::Straight => "straight",
            Metric::Finger => "finger",
        })
    }
}

impl FromStr for Metric {
    type Err = String;
    fn from_str(text: &str) -> Result<Self, String> {
        Metric::ALL
            .into_iter()
            .find(|metric| metric.to_string() == text)
            .ok_or_else(|| format!("expected unit, straight or finger, found {text:?}"))
    }
}
