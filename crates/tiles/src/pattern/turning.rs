//! What a slide does to a whole block of states: a move of whole words, or one fixed permutation of the
//! bits of every word.

use super::arrangement::{Arrangements, Orders, TurnRow};

#[derive(Clone, Copy, Debug)]
pub(crate) struct Link {
    pub(crate) source: u32,
    pub(crate) turn: u8,
}

/// What a slide does to a block of words: nothing, or one step for every interleaving.
#[derive(Debug)]
pub(crate) enum Turn {
    Same,
    Rows(Vec<Row>),
}

/// Where the words of one interleaving go. At most one of the two parts changes them.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Row {
    target: u8,
    outer: u8,
    inner: u8,
}

/// One term of a permutation of the bits of a word: those under the mask, shifted to the left, or
/// to the right where the distance is negative.
pub(crate) type Term = (u32, i32);

/// The turns between all places, the place that a tile leaves times the number of tiles and the place that
/// it comes to.
pub(crate) fn turns(arrangements: &Arrangements) -> Vec<Turn> {
    let tiles = arrangements.tiles;
    let places = (0..tiles).flat_map(|from| (0..tiles).map(move |to| (from, to)));
    let row = |row: &TurnRow| Row { target: row.interleaving(), outer: row.outer(), inner: row.inner() };
    let turn = |(from, to)| {
        if from == to {
            Turn::Same
        } else {
            Turn::Rows(arrangements.rows(from, to).iter().map(row).collect())
        }
    };
    places.map(turn).collect()
}

/// Adds what comes into a block by one slide.
#[inline(always)]
pub(crate) fn pull<const OUTER: usize>(
    sum: &mut [[u32; OUTER]],
    from: &[[u32; OUTER]],
    turn: &Turn,
    outer: &Orders,
    terms: &[Vec<Term>],
) {
    let Turn::Rows(rows) = turn else {
        for (sum, from) in sum.iter_mut().flatten().zip(from.iter().flatten()) {
            *sum |= from;
        }
        return;
    };
    for (row, from) in rows.iter().zip(from) {
        let sum = &mut sum[row.target as usize];
        if row.inner != 0 {
            for &(mask, shift) in &terms[row.inner as usize] {
                if shift >= 0 {
                    for (sum, from) in sum.iter_mut().zip(from) {
                        *sum |= (from & mask) << shift;
                    }
                } else {
                    for (sum, from) in sum.iter_mut().zip(from) {
                        *sum |= (from & mask) >> -shift;
                    }
                }
            }
        } else if row.outer != 0 {
            for (&to, from) in outer.permutation(row.outer).iter().zip(from) {
                sum[to as usize] |= from;
            }
        } else {
            for (sum, from) in sum.iter_mut().zip(from) {
                *sum |= from;
            }
        }
    }
}

/// For every turn of the inner tiles the permutation of the bits of a word, as terms of equal shift.
pub(crate) fn bit_permutations(inner: &Orders) -> Vec<Vec<Term>> {
    let terms = |after: &[u8]| {
        let mut terms: Vec<Term> = Vec::new();
        for (before, &after) in after.iter().enumerate() {
            let shift = i32::from(after) - before as i32;
            match terms.iter_mut().find(|term| term.1 == shift) {
                Some(term) => term.0 |= 1 << before,
                None => terms.push((1 << before, shift)),
            }
        }
        terms
    };
    (0..inner.turns() as u8).map(|turn| terms(inner.permutation(turn))).collect()
}
