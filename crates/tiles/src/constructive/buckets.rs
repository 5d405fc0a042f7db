//! An open list for small whole costs: one stack for each cost, as linked lists in one block.

/// The end of a stack.
const NONE: u32 = u32::MAX;

/// The entries by cost; the last one in of the lowest cost comes out first.
#[derive(Debug, Default)]
pub(super) struct Buckets {
    /// The top of the stack of every cost.
    tops: Vec<u32>,
    /// Every entry with the one below it.
    links: Vec<(u32, u32)>,
    lowest: usize,
}

impl Buckets {
    /// Forgets all entries.
    pub(super) fn clear(&mut self) {
        self.tops.clear();
        self.links.clear();
        self.lowest = 0;
    }

    #[inline]
    pub(super) fn push(&mut self, cost: u32, entry: u32) {
        let cost = cost as usize;
        if cost >= self.tops.len() {
            self.tops.resize(cost + 1, NONE);
        }
        let link = (entry, std::mem::replace(&mut self.tops[cost], self.links.len() as u32));
        self.links.push(link);
        self.lowest = self.lowest.min(cost);
    }

    #[inline]
    pub(super) fn pop(&mut self) -> Option<(u32, u32)> {
        while let Some(top) = self.tops.get_mut(self.lowest) {
            if *top != NONE {
                let (entry, below) = self.links[*top as usize];
                *top = below;
                return Some((self.lowest as u32, entry));
            }
            self.lowest += 1;
        }
        None
    }
}
