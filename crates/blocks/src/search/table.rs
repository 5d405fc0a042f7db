//! A set of states: open addressing with linear probing in one flat array, no deletion.

use crate::compiled::word::Word;

/// Above this number of states the table is filled more densely.
const LARGE: usize = 1 << 22;

/// A set of states of which none has its highest bit set; that bit marks a free slot.
#[derive(Clone, Debug)]
pub(crate) struct Table<C> {
    slots: Vec<C>,
    /// How far to shift a hash down to get a slot.
    shift: u32,
    len: usize,
}

impl<C: Word> Table<C> {
    /// An empty set with room for half of `slots`, a power of two.
    pub(crate) fn with_slots(slots: usize) -> Self {
        let slots = slots.next_power_of_two().max(2);
        Table { slots: vec![Self::free(); slots], shift: 64 - slots.ilog2(), len: 0 }
    }

    #[inline]
    fn free() -> C {
        C::bit(C::BITS - 1)
    }

    /// Whether the next insertion wants a larger or a cleaner table.
    #[inline]
    pub(crate) fn is_full(&self) -> bool {
        2 * self.len >= self.slots.len()
    }

    /// Whether `more` insertions leave it as it is.
    pub(crate) fn has_room(&self, more: usize) -> bool {
        2 * (self.len + more) < self.slots.len()
    }

    /// Inserts `state` and returns whether it was new. The table must not be full.
    #[inline]
    pub(crate) fn insert(&mut self, state: C) -> bool {
        let mask = self.slots.len() - 1;
        let mut at = (state.mixed() >> self.shift) as usize & mask;
        loop {
            let slot = self.slots[at];
            if slot == state {
                return false;
            }
            if slot == Self::free() {
                self.slots[at] = state;
                self.len += 1;
                return true;
            }
            at = (at + 1) & mask;
        }
    }

    /// Forgets everything but `live`, in a table that leaves room for three times as many more, or for
    /// as many where memory matters more than time.
    pub(crate) fn rebuild(&mut self, live: &[C]) {
        let slots = self.slots_for(live.len());
        self.fill(slots, [live]);
    }

    /// The same for states in several lists, with room for as many more.
    pub(crate) fn rebuild_closely<const N: usize>(&mut self, live: [&[C]; N]) {
        let slots = self.close_slots_for(live.iter().map(|list| list.len()).sum());
        self.fill(slots, live);
    }

    fn fill<const N: usize>(&mut self, slots: usize, live: [&[C]; N]) {
        *self = Table { slots: std::mem::take(&mut self.slots), shift: 64 - slots.ilog2(), len: 0 };
        self.slots.clear();
        self.slots.resize(slots, Self::free());
        for &state in live.into_iter().flatten() {
            self.insert(state);
        }
    }

    fn slots_for(&self, live: usize) -> usize {
        let room = if live < LARGE { 8 } else { 4 };
        (room * live).next_power_of_two().max(self.slots.len())
    }

    fn close_slots_for(&self, live: usize) -> usize {
        (4 * live).next_power_of_two().max(self.slots.len())
    }

    /// The bytes more that it holds when it is rebuilt with `live` states.
    pub(crate) fn growth(&self, live: usize) -> usize {
        (self.slots_for(live) - self.slots.len()) * size_of::<C>()
    }

    /// The same when it is rebuilt closely.
    pub(crate) fn close_growth(&self, live: usize) -> usize {
        (self.close_slots_for(live) - self.slots.len()) * size_of::<C>()
    }

    /// The bytes it holds.
    pub(crate) fn bytes(&self) -> usize {
        self.slots.capacity() * size_of::<C>()
    }
}
