//! The arrangements that satisfy a goal.

use std::ops::ControlFlow;

use super::kinds::Kinds;

impl Kinds {
    /// Whether an arrangement satisfies a goal.
    #[must_use]
    pub fn is_goal(&self, kinds: &[u8]) -> bool {
        self.goals.iter().any(|goal| goal.iter().zip(kinds).all(|(set, kind)| set >> kind & 1 == 1))
    }

    /// The arrangement that is the goal, where it is one.
    #[must_use]
    pub fn only_goal(&self) -> Option<Vec<u8>> {
        let mut found: Vec<Vec<u8>> = Vec::new();
        for goal in &self.goals {
            let _ = arrangements(goal, &self.counts, &mut |kinds| {
                if found.first().is_none_or(|first| first != kinds) {
                    found.push(kinds.to_vec());
                }
                if found.len() > 1 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
            });
        }
        if found.len() == 1 { found.pop() } else { None }
    }
}

/// Tells all arrangements of `counts` tiles of each kind that have in each cell one of a set of kinds. The sets of
/// any two cells are disjoint or one holds the other; so cells with smaller sets are filled first and no way leads
/// into a dead end.
pub(super) fn arrangements(
    sets: &[u64],
    counts: &[u32],
    tell: &mut dyn FnMut(&[u8]) -> ControlFlow<()>,
) -> ControlFlow<()> {
    let mut order: Vec<usize> = (0..sets.len()).collect();
    order.sort_by_key(|&cell| sets[cell].count_ones());
    fill(sets, &order, &mut counts.to_vec(), &mut vec![0; sets.len()], tell)
}

fn fill(
    sets: &[u64],
    order: &[usize],
    left: &mut [u32],
    kinds: &mut [u8],
    tell: &mut dyn FnMut(&[u8]) -> ControlFlow<()>,
) -> ControlFlow<()> {
    let Some((&cell, order)) = order.split_first() else { return tell(kinds) };
    for kind in (0..left.len()).filter(|kind| sets[cell] >> kind & 1 == 1) {
        if left[kind] > 0 {
            left[kind] -= 1;
            kinds[cell] = kind as u8;
            fill(sets, order, left, kinds, tell)?;
            left[kind] += 1;
        }
    }
    ControlFlow::Continue(())
}
