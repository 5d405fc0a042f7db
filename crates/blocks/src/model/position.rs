//! Another description of the same puzzle, translated into a state.
//!
//! Positions of a puzzle may be given in any format and with other names; kinds are distinguished by shape,
//! by motion and, where several kinds share both, by the names of their pieces.

use crate::compiled::blocks::Blocks;
use crate::compiled::word::Word;
use crate::model::grid::Cell;
use crate::model::problem::{Kind, Piece, Problem, Target};

impl<O: Word, C: Word> Blocks<O, C> {
    /// The state in which the pieces stand as at the start of `other`; `None` if that is not a position
    /// of this puzzle: another board, other pieces, another goal where it has one, or a piece out of its
    /// reach.
    #[must_use]
    pub fn state_of(&self, other: &Problem) -> Option<C> {
        let problem = self.problem();
        if other.grid() != problem.grid() || other.pieces().len() != problem.pieces().len() {
            return None;
        }
        let kinds: Option<Vec<usize>> =
            (0..other.pieces().len()).map(|piece| self.kind_like(other, piece)).collect();
        let kinds = kinds?;
        let mut missing = vec![0_i32; problem.kinds().len()];
        (0..problem.pieces().len()).for_each(|piece| missing[problem.kind_of(piece)] += 1);
        kinds.iter().for_each(|&kind| missing[kind] -= 1);
        if missing.iter().any(|&missing| missing != 0) {
            return None;
        }
        let target = |&(kind, anchor)| {
            let piece = (0..kinds.len()).find(|&piece| other.kind_of(piece) == kind)?;
            Some((kinds[piece], anchor))
        };
        let goal: Option<Vec<_>> = other.goal().iter().map(target).collect();
        let mut goal = goal?;
        goal.sort_unstable();
        if !goal.is_empty() && goal != problem.goal() {
            return None;
        }
        let spot = |(piece, &kind): (usize, &usize)| self.spot_of(kind, other.anchor_of(piece));
        let spots: Option<Vec<_>> = kinds.iter().enumerate().map(spot).collect();
        Some(
            spots?
                .into_iter()
                .fold(C::default(), |state, spot| state.or(self.entries[usize::from(spot)].weight)),
        )
    }

    /// The puzzle that starts as `other` does, with its names, and has the rules and the goal of this one;
    /// `None` if that is not a position of this puzzle.
    #[must_use]
    pub fn from_start_of(&self, other: &Problem) -> Option<Problem> {
        self.state_of(other)?;
        let problem = self.problem();
        let kinds: Option<Vec<usize>> =
            (0..other.pieces().len()).map(|piece| self.kind_like(other, piece)).collect();
        let kinds = kinds?;
        let piece = |(piece, &kind): (&Piece, &usize)| {
            let Kind { motion, label, .. } = problem.kinds()[kind];
            Piece { motion, label, ..piece.clone() }
        };
        let pieces = other.pieces().iter().zip(&kinds).map(piece).collect();
        let mut free: Vec<usize> = (0..kinds.len()).collect();
        let target = |&(kind, anchor): &(usize, Cell)| {
            let at = free.iter().position(|&piece| kinds[piece] == kind)?;
            Some(Target { piece: free.remove(at), cells: problem.cells_of(kind, anchor) })
        };
        let targets: Option<Vec<Target>> = problem.goal().iter().map(target).collect();
        Problem::new(problem.grid().clone(), problem.metric(), pieces, &targets?).ok()
    }

    /// The kind of this puzzle that a piece of `other` is of.
    pub(crate) fn kind_like(&self, other: &Problem, piece: usize) -> Option<usize> {
        let problem = self.problem();
        let theirs = &other.kinds()[other.kind_of(piece)];
        if other.kinds() == problem.kinds() {
            return Some(other.kind_of(piece));
        }
        let alike = |&kind: &usize| problem.kinds()[kind].shape == theirs.shape;
        let candidates: Vec<usize> = (0..problem.kinds().len()).filter(alike).collect();
        if let [only] = candidates[..] {
            return Some(only);
        }
        let name = other.pieces()[piece].name;
        let named = |piece: &usize| problem.pieces()[*piece].name == name;
        let own = (0..problem.pieces().len()).find(named).map(|piece| problem.kind_of(piece));
        own.filter(|kind| candidates.contains(kind)).or_else(|| {
            let same_motion = |&&kind: &&usize| problem.kinds()[kind].motion == theirs.motion;
            let mut fitting = candidates.iter().filter(same_motion);
            fitting.next().copied().filter(|_| fitting.next().is_none())
        })
    }
}
