//! The parameters of building a solution, and variations of them.

use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

use super::finish::FinishParameters;
use super::sweep::SweepParameters;
use super::window::WindowParameters;

/// How a solution is built.
#[derive(Clone, Copy, Debug)]
pub(super) struct Parameters {
    pub(super) sweep: SweepParameters,
    pub(super) finish: FinishParameters,
    /// The sweeps end when the tiles are this near on the average ...
    pub(super) near: f64,
    /// ... or when more moves than this are spent on one step of distance.
    pub(super) spend: f64,
}

impl Parameters {
    /// The quick way, which differs from one sweep to the next in the place of its bands only.
    pub(super) fn quick(sweeps: u32) -> Self {
        Parameters {
            sweep: SweepParameters { reach: 10, band: 4, offset: 2 + 3 * sweeps, share: 0.8, passes: 3 },
            finish: FinishParameters {
                group: 2,
                window: WindowParameters { worth: 12, weight: 11, nodes: 20_000, margin: 1 },
            },
            near: 2.3,
            spend: 3.0,
        }
    }

    /// Another way, with more time for it.
    pub(super) fn varied(random: &mut Xoshiro256PlusPlus) -> Self {
        let mut style = Parameters::quick(random.random_range(0..4));
        style.sweep.reach = random.random_range(8..15);
        style.sweep.band = random.random_range(2..7);
        style.sweep.share = random.random_range(0.6..1.0);
        style.sweep.passes = 6;
        style.finish.group = random.random_range(2..5);
        style.finish.window.worth = random.random_range(9..16);
        style.finish.window.weight = random.random_range(8..14);
        style
    }

    /// The random numbers of one round.
    pub(super) fn random(seed: u64, round: u64) -> Xoshiro256PlusPlus {
        Xoshiro256PlusPlus::seed_from_u64(seed.wrapping_add(round.wrapping_mul(0x9e37_79b9_7f4a_7c15)))
    }
}
