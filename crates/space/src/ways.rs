//! The moves of single positions, for levels too sparse to be swept word by word.

use crate::head::{At, Digits, Heads, give, is_odd, shift, take};
use crate::segment::Number;
use crate::space::{Position, Space, Step};
use crate::tail::{self, GROUP};

/// The moves of all planes, prepared once.
pub(crate) struct Ways(Vec<Vec<Transition>>);

/// What a step does to the positions of its plane.
struct Transition {
    plane: usize,
    /// The first place whose tile changes.
    first: usize,
    kind: Kind,
}

enum Kind {
    Same,
    Head {
        from: usize,
        to: usize,
    },
    /// The new bit for every bit, for even and odd tails.
    Tail([Vec<u32>; 2]),
    /// A tile goes from the tail to the head: the bits in the order of the moving tile.
    Take {
        head: usize,
        groups: [Vec<u32>; 2],
    },
    /// A tile goes from the head to the tail: the bits in the order of its new place.
    Give {
        head: usize,
        place: usize,
        ungroup: [Vec<u32>; 2],
    },
}

impl Ways {
    pub(crate) fn new(space: &Space) -> Self {
        let len = space.heads().len();
        let way = |&Step { plane, from, to }: &Step| {
            let (low, high) = (from.min(to), from.max(to));
            let both = |table: &dyn Fn(bool) -> Vec<u32>| [table(false), table(true)];
            let kind = if from == to {
                Kind::Same
            } else if low >= len {
                Kind::Tail(both(&|odd| tail::moved(space.tail(), from - len, to - len, odd)))
            } else if high < len {
                Kind::Head { from, to }
            } else if from > to {
                Kind::Take { head: low, groups: both(&|odd| tail::grouped(high - len, odd)) }
            } else {
                let place = high - len;
                Kind::Give {
                    head: low,
                    place,
                    ungroup: both(&|odd| tail::inverse(&tail::grouped(place, odd))),
                }
            };
            // A move along a row leaves the sequence alone.
            let first = if from == to { usize::MAX } else { low };
            Transition { plane, first, kind }
        };
        Ways(space.planes().iter().map(|plane| plane.steps.iter().map(way).collect()).collect())
    }

    /// Whether any move of a plane changes a tile before place `end`.
    pub(crate) fn reaches(&self, plane: usize, end: usize) -> bool {
        self.0[plane].iter().any(|way| way.first < end)
    }

    /// Visits the neighbours of a position whose head has these digits: all of them, or those that
    /// differ from it before place `end` of the sequence.
    #[inline]
    pub(crate) fn visit(
        &self,
        space: &Space,
        position: Position,
        digits: &Digits,
        end: Option<usize>,
        mut visit: impl FnMut(Position),
    ) {
        let heads = space.heads();
        let odd = space.planes()[position.plane].odd ^ is_odd(digits);
        for way in &self.0[position.plane] {
            if end.is_none_or(|end| way.first < end) {
                visit(way.neighbor(heads, position, digits, odd));
            }
        }
    }
}

impl Transition {
    #[inline]
    fn neighbor(&self, heads: &Heads, from: Position, digits: &Digits, odd: bool) -> Position {
        let plane = self.plane;
        let Position { at, bit, .. } = from;
        let mut digits = *digits;
        match &self.kind {
            Kind::Same => Position { plane, at, bit },
            Kind::Tail(moved) => Position { plane, at, bit: moved[usize::from(odd)][bit as usize] },
            Kind::Head { from, to } => {
                shift(&mut digits, *from, *to);
                Position { plane, at: heads.at(&digits), bit }
            }
            Kind::Take { head, groups } => {
                let sorted = groups[usize::from(odd)][bit as usize];
                let (rank, rest) = (sorted / GROUP, sorted % GROUP);
                let first = take(&mut digits, *head, heads.len(), rank as u8);
                Position { plane, at: heads.at(&digits), bit: u32::from(first) * GROUP + rest }
            }
            Kind::Give { head, place, ungroup } => {
                let (first, rest) = (bit / GROUP, bit % GROUP);
                let rank = give(&mut digits, *head, heads.len(), first as u8);
                let flips = (first as usize + usize::from(rank) + place) % 2 == 1;
                let sorted = u32::from(rank) * GROUP + rest;
                Position {
                    plane,
                    at: heads.at(&digits),
                    bit: ungroup[usize::from(odd ^ flips)][sorted as usize],
                }
            }
        }
    }
}

/// Successive positions of one half with the digits of their heads; what one block shares is worked
/// out once.
pub(crate) struct Cursor<'a> {
    space: &'a Space,
    half: usize,
    /// The numbers of the present block.
    start: Number,
    end: Number,
    at: At,
    digits: Digits,
}

impl<'a> Cursor<'a> {
    pub(crate) fn new(space: &'a Space, half: usize) -> Self {
        Cursor { space, half, start: 0, end: 0, at: At { block: 0, inner: 0 }, digits: [0; Heads::MAX] }
    }

    /// The position with this number.
    #[inline]
    pub(crate) fn position(&mut self, number: Number) -> Position {
        let (heads, len) = (self.space.heads(), self.space.heads().block());
        if !(self.start..self.end).contains(&number) {
            let stride = (self.space.stride(self.half) * 64) as Number;
            self.at = At { block: (number / stride) as usize, inner: 0 };
            self.start = self.at.block as Number * stride;
            self.end = self.start + stride;
            self.digits = heads.digits(self.at);
        }
        let rest = (number - self.start) as usize;
        let (word, bit) = (rest / 64, (rest % 64) as u32);
        let (plane, inner) = (self.space.halves()[self.half][word / len], word % len);
        Position { plane, at: At { block: self.at.block, inner }, bit }
    }

    /// The digits of the head of the position that came last, which is handed back in.
    #[inline]
    pub(crate) fn digits(&mut self, position: Position) -> &Digits {
        if position.at.inner != self.at.inner {
            self.at.inner = position.at.inner;
            self.digits = self.space.heads().with_inner(self.digits, position.at.inner);
        }
        &self.digits
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use taquin_tiles::{Board, Direction, Geometry};

    use super::*;

    proptest! {
        #[test]
        fn neighbours_are_one_move_away(
            rows in 1..6u32, cols in 1..6u32, torus in any::<bool>(),
            moves in prop::collection::vec(0..4usize, 0..200),
        ) {
            let geometry = Geometry::new(rows, cols, torus);
            let space = Space::new(geometry, &Board::blank_last(rows, cols)).unwrap();
            let ways = Ways::new(&space);
            let mut cursors = [Cursor::new(&space, 0), Cursor::new(&space, 1)];
            let mut board = Board::blank_last(rows, cols);
            for way in moves {
                let Some(from) = geometry.neighbor(board.blank(), Direction::ALL[way]) else { continue };
                board.slide(from);
                let position = space.position(&board).expect("moves lead to it");
                let mut found = Vec::new();
                let cursor = &mut cursors[space.planes()[position.plane].half];
                prop_assert_eq!(cursor.position(space.number(position)), position);
                let digits = *cursor.digits(position);
                ways.visit(&space, position, &digits, None, |next| found.push(space.board(next)));
                let mut expected: Vec<Board> = Direction::ALL
                    .into_iter()
                    .filter_map(|way| geometry.neighbor(board.blank(), way))
                    .map(|from| { let mut next = board.clone(); next.slide(from); next })
                    .collect();
                found.sort();
                expected.sort();
                expected.dedup();
                prop_assert_eq!(found, expected);
            }
        }
    }
}
