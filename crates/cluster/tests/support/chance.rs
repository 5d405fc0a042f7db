//! Random choices for tests: different in every run, and repeatable by seed.

use std::time::{Duration, SystemTime, UNIX_EPOCH};

/// Numbers by chance. When the test fails, it says how to have the same ones again.
pub(crate) struct Chance {
    seed: u64,
    state: u64,
}

impl Chance {
    /// From the seed in the environment, or by the clock.
    pub(crate) fn new() -> Self {
        let given = std::env::var("TAQUIN_SEED").ok().and_then(|seed| seed.parse().ok());
        let clock = || SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |time| time.as_micros() as u64);
        let seed = given.unwrap_or_else(clock);
        Chance { seed, state: seed }
    }

    /// A number below `end`.
    pub(crate) fn below(&mut self, end: usize) -> usize {
        // Steele, Lea and Flood: SplitMix.
        self.state = self.state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut bits = self.state;
        bits = (bits ^ bits >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        bits = (bits ^ bits >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((bits ^ bits >> 31) % end as u64) as usize
    }

    /// Sleeps for `most` milliseconds at most.
    pub(crate) fn sleep(&mut self, most: usize) {
        std::thread::sleep(Duration::from_micros(self.below(1000 * most) as u64));
    }
}

impl Drop for Chance {
    #[allow(clippy::print_stderr)]
    fn drop(&mut self) {
        if std::thread::panicking() {
            eprintln!("TAQUIN_SEED={} does the same again", self.seed);
        }
    }
}
