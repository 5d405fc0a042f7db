//! Where tables are stored: one after the other in one piece of memory, each once, even if several plans share it.

use rustc_hash::FxHashMap;

use crate::plan::{Plan, Shape};

/// The entries that 32 bits can count; the kernels are quicker if all tables together have no more.
const NARROW: u64 = 1 << 32;

/// The place of each table, in entries.
#[derive(Clone, Debug, Default)]
pub(crate) struct Bases {
    places: FxHashMap<Shape, u64>,
    end: u64,
    bits: u32,
}

impl Bases {
    /// Room for the tables of `plan`.
    pub(crate) fn new(plan: &Plan) -> Self {
        let mut bases = Bases { bits: plan.bits, ..Bases::default() };
        bases.add(plan);
        bases
    }

    fn add(&mut self, plan: &Plan) {
        // Each table begins with a line of the cache.
        let line = u64::from(128 * 8 / self.bits);
        for shape in &plan.shapes {
            if !self.places.contains_key(shape) {
                self.places.insert(shape.clone(), self.end);
                self.end = (self.end + plan.entries(shape)).next_multiple_of(line);
            }
        }
    }

    /// Reserves memory for the tables of another plan, unless that is too much; returns whether it has.
    pub(crate) fn try_add(&mut self, plan: &Plan) -> bool {
        let mut larger = self.clone();
        larger.add(plan);
        let fits = plan.bits == self.bits && !larger.wide();
        if fits {
            *self = larger;
        }
        fits
    }

    /// Whether the entries cannot be counted in 32 bits.
    pub(crate) fn wide(&self) -> bool {
        self.end > NARROW
    }
}

#[cfg(any(feature = "cuda", test))]
impl Bases {
    /// The place of a table.
    pub(crate) fn of(&self, shape: &Shape) -> u64 {
        self.places[shape]
    }

    /// The bytes before an entry.
    pub(crate) fn bytes_to(&self, entry: u64) -> usize {
        (entry * u64::from(self.bits) / 8) as usize
    }

    /// The bytes of all tables.
    pub(crate) fn bytes(&self) -> usize {
        self.bytes_to(self.end)
    }
}
