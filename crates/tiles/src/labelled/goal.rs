//! The arrangements that satisfy a goal.

use std::ops::ControlFlow;

use super::kinds::Kinds;

impl Kinds {
    /// Whether an arrangement satisfies a goal.
    #[must_use]
    pub fn is_goal(&self, kinds: &[u8]) -> bool {
        self.goals.iter().any(|goal| goal.iter().zip(kinds).all(|(set, kind)| set >> kind & 1 == 1))
    }

    /// Tells every arrangement that satisfies a goal; one that satisfies several may come more than once.
    pub fn for_each_goal(&self, tell: &mut dyn FnMut(&[u8])) {
        for goal in &self.goals {
            let _ = arrangements(goal, &self.counts, &mut |kinds| {
                tell(kinds);
                ControlFlow::Continue(())
            });
        }
    }

    /// The cells that the goal names, with their kinds; `None` if they do not say everything, because there are
    /// several goals or a cell that any tile but no blank may fill.
    #[must_use]
    pub fn named_cells(&self) -> Option<Vec<(usize, usize)>> {
        let [goal] = &self.goals[..] else { return None };
        let is_named = |set: &u64| set.is_power_of_two();
        let blanks = goal.iter().filter(|&&set| set == 1).count() as u32;
        let tiles_alone = goal.iter().any(|set| !is_named(set) && set & 1 == 0);
        let cell = |(cell, set): (usize, &u64)| is_named(set).then(|| (cell, set.trailing_zeros() as usize));
        (!tiles_alone || blanks == self.blanks()).then(|| goal.iter().enumerate().filter_map(cell).collect())
    }

    /// The arrangements that satisfy a goal, each once; `None` if there are more than `most`.
    #[must_use]
    pub fn few_goals(&self, most: usize) -> Option<Vec<Vec<u8>>> {
        let mut found: Vec<Vec<u8>> = Vec::new();
        for goal in &self.goals {
            let ended = arrangements(goal, &self.counts, &mut |kinds| {
                if !found.iter().any(|known| known == kinds) {
                    found.push(kinds.to_vec());
                }
                if found.len() > most { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
            });
            if ended.is_break() {
                return None;
            }
        }
        Some(found)
    }

    /// The arrangement that is the goal, where it is one.
    #[must_use]
    pub fn only_goal(&self) -> Option<Vec<u8>> {
        self.few_goals(1)?.pop()
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
