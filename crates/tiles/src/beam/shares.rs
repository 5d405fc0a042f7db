//! How much of the limits is used, and how wide a search is that takes a given share of them.

use std::time::Duration;

use taquin_search::Limits;
use taquin_search::host::Instant;

/// The shares of the limits that searches take. Without limits nothing is ever used up.
pub(super) struct Shares {
    clock: Instant,
    time: Option<Duration>,
    nodes: Option<u64>,
    /// The share that a position of one layer took in the last search.
    rate: f64,
}

impl Shares {
    pub(super) fn start(limits: &Limits) -> Self {
        Shares { clock: Instant::now(), time: limits.time, nodes: limits.nodes, rate: 0.0 }
    }

    /// The share that is used, with this number of positions generated; 1 is all.
    pub(super) fn used(&self, generated: u64) -> f64 {
        let time =
            self.time.map_or(0.0, |time| self.clock.elapsed().as_secs_f64() / time.as_secs_f64().max(1e-9));
        let nodes = self.nodes.map_or(0.0, |nodes| generated as f64 / nodes.max(1) as f64);
        time.max(nodes)
    }

    /// Learns from a search of at most `width` positions in each of this number of layers that took a share.
    pub(super) fn learn(&mut self, width: usize, layers: usize, share: f64) {
        self.rate = share / (width * layers).max(1) as f64;
    }

    /// The width of a search of this number of layers that takes a share.
    pub(super) fn width(&self, share: f64, layers: usize) -> usize {
        (share / (self.rate * layers.max(1) as f64)) as usize
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_width_takes_its_share() {
        let limits = Limits { nodes: Some(1_000_000), ..Limits::default() };
        let mut shares = Shares::start(&limits);
        assert_eq!(shares.used(250_000), 0.25);
        shares.learn(100, 50, 0.01);
        assert_eq!(shares.width(0.02, 50), 200);
        let endless = Shares::start(&Limits::default());
        assert_eq!(endless.used(1 << 40), 0.0);
    }
}
