//! What guides a search over arrangements: one type, so that every algorithm is compiled once.

use taquin_search::{Cost, Heuristic};

use super::kinds::Arrangement;
use super::matching::Matching;
use super::patterns::{LabelMemo, LabelPatterns};
use super::puzzle::Arranging;
use crate::paths::Slide;

/// A heuristic for arrangements.
#[derive(Clone, Debug)]
pub enum LabelGuide {
    /// No knowledge.
    Blind,
    /// The distances of the tiles.
    Matching(Matching),
    /// Tables over groups of labels.
    Patterns(LabelPatterns),
}

impl LabelGuide {
    /// A lower bound on the moves to the nearest goal.
    #[must_use]
    pub fn distance(&self, kinds: &[u8]) -> Cost {
        match self {
            LabelGuide::Blind => 0,
            LabelGuide::Matching(matching) => matching.distance(kinds),
            LabelGuide::Patterns(patterns) => patterns.distance(kinds),
        }
    }
}

impl<const N: usize> Heuristic<Arranging<'_, N>> for LabelGuide {
    type Memo = LabelMemo;

    fn start(&self, puzzle: &Arranging<'_, N>, state: &Arrangement<N>) -> LabelMemo {
        let kinds = &state.0[..puzzle.kinds.cells()];
        match self {
            LabelGuide::Patterns(patterns) => patterns.start(kinds),
            guide => LabelMemo::of(guide.distance(kinds)),
        }
    }

    fn step(
        &self,
        puzzle: &Arranging<'_, N>,
        before: LabelMemo,
        after: &Arrangement<N>,
        slide: Slide,
    ) -> LabelMemo {
        match self {
            LabelGuide::Patterns(patterns) => {
                let kinds = &after.0[..puzzle.kinds.cells()];
                let mut moved = 0;
                puzzle.kinds.paths.singles(slide).for_each(|mv| moved |= 1 << kinds[mv.to as usize]);
                patterns.step(before, kinds, moved)
            }
            guide => guide.start(puzzle, after),
        }
    }

    fn value(&self, memo: LabelMemo) -> Cost {
        memo.total
    }
}
