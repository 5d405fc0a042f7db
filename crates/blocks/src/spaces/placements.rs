//! All ways to place a set of pieces on the board, reachable from one another or not.

use std::ops::ControlFlow;

use crate::compiled::atlas::SpotId;
use crate::compiled::blocks::Blocks;
use crate::compiled::word::Word;

impl<O: Word, C: Word> Blocks<O, C> {
    /// Calls `visit` with every state that has as many pieces of each group as the start, of which
    /// some stand on the spots of `fixed`.
    ///
    /// Compiled with all placements in scope, that is every position of the piece set; otherwise
    /// every position whose pieces stand where they could get alone.
    pub fn each_placement(&self, fixed: &[SpotId], mut visit: impl FnMut(C)) {
        let mut counts: Vec<usize> = self.atlas.groups.iter().map(|group| group.start.len()).collect();
        let (mut state, mut free) = (C::default(), self.floor);
        for &spot in fixed {
            let Some(left) = counts[self.group_of(spot)].checked_sub(1) else { return };
            counts[self.group_of(spot)] = left;
            let entry = &self.entries[usize::from(spot)];
            (state, free) = (state.or(entry.weight), free.minus(entry.mask));
        }
        let _ = self.each_placement_of(&counts, state, free, |state, _| {
            visit(state);
            ControlFlow::Continue(())
        });
    }

    /// Calls `visit` with every state that has `counts` pieces of each group beside those of `state`,
    /// placed on the cells of `free`, and with the cells that are left, until it breaks.
    pub(crate) fn each_placement_of(
        &self,
        counts: &[usize],
        state: C,
        free: O,
        visit: impl FnMut(C, O) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let mut steps = usize::MAX;
        self.each_placement_within(&mut steps, counts, state, free, visit)
    }

    /// The same, which also breaks when `steps` pieces have been placed: if hardly any of them fit, finding the first
    /// state may take too long.
    pub(crate) fn each_placement_within(
        &self,
        steps: &mut usize,
        counts: &[usize],
        state: C,
        free: O,
        mut visit: impl FnMut(C, O) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        self.place(steps, (0, 0), counts, state, free, &mut visit)
    }

    /// Places the pieces of a group that are still missing, from a rank on, then those of the others.
    fn place(
        &self,
        steps: &mut usize,
        (group, rank): (usize, usize),
        counts: &[usize],
        state: C,
        free: O,
        visit: &mut impl FnMut(C, O) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let Some((&count, rest)) = counts.split_first() else { return visit(state, free) };
        if count == 0 {
            return self.place(steps, (group + 1, 0), rest, state, free, visit);
        }
        let this = &self.atlas.groups[group];
        for rank in rank..this.len {
            let entry = &self.entries[usize::from(this.first) + rank];
            if entry.mask.minus(free).is_empty() {
                *steps = match steps.checked_sub(1) {
                    Some(left) => left,
                    None => return ControlFlow::Break(()),
                };
                let mut fewer = counts.to_vec();
                fewer[0] -= 1;
                let (state, free) = (state.or(entry.weight), free.minus(entry.mask));
                self.place(steps, (group, rank + 1), &fewer, state, free, visit)?;
            }
        }
        ControlFlow::Continue(())
    }

    /// The spots that the goal wants occupied.
    #[must_use]
    pub fn goal_spots(&self) -> Vec<SpotId> {
        self.atlas.groups.iter().flat_map(|group| group.goal.iter().copied()).collect()
    }
}
