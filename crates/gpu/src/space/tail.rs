//! The tail of a position: how the tiles that its class leaves open lie on the cells that are left, numbered
//! in lexicographic order.
//!
//! Where a class and the parity together leave half of the arrangements, two neighbours in that order, which
//! differ by their last two tiles, share a number.

/// The most tiles of a tail: the map of a class then has 2.4 MiB, and a card holds several in its cache.
pub(super) const MOST: usize = 11;

/// Tiles in their places, four bits each.
pub(crate) type Packed = u64;

/// The tails of one length.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Tails {
    /// How many tiles a tail has.
    pub(crate) len: usize,
    /// Whether only those of one parity occur.
    pub(crate) paired: bool,
}

/// The four bits of `packed` at `place`.
pub(super) fn nibble(packed: Packed, place: usize) -> usize {
    (packed >> (4 * place) & 15) as usize
}

/// Packs numbers under 16.
pub(super) fn pack(numbers: impl IntoIterator<Item = usize>) -> Packed {
    numbers
        .into_iter()
        .enumerate()
        .fold(0, |packed, (place, number)| packed | (number as Packed) << (4 * place))
}

impl Tails {
    /// How many there are.
    pub(crate) fn count(self) -> u32 {
        let all: u32 = (1..=self.len as u32).product();
        if self.paired { all / 2 } else { all }
    }

    /// How many places determine the number: the last tile is the one that is left, and the parity determines the one
    /// before.
    fn deciding(self) -> usize {
        self.len - if self.paired { 2 } else { 1 }
    }

    /// The tail of a number, with the parity `odd` where that matters.
    pub(crate) fn arrangement(self, mut number: u32, odd: bool) -> Packed {
        let mut digits = [0; 16];
        for place in (0..self.deciding()).rev() {
            let choices = (self.len - place) as u32;
            digits[place] = (number % choices) as usize;
            number /= choices;
        }
        if self.paired {
            let sum: usize = digits.iter().sum();
            digits[self.len - 2] = (sum + usize::from(odd)) % 2;
        }
        let mut left: Vec<usize> = (0..self.len).collect();
        pack(digits[..self.len].iter().map(|&digit| left.remove(digit)))
    }

    /// The number of the tail that has `tiles[tail[places[i]]]` in each place `i`.
    pub(crate) fn number(self, tail: Packed, places: Packed, tiles: Packed) -> u32 {
        let (mut number, mut used) = (0, 0u32);
        for place in 0..self.deciding() {
            let tile = nibble(tiles, nibble(tail, nibble(places, place)));
            let below = (1u32 << tile) - 1;
            number = number * (self.len - place) as u32 + tile as u32 - (used & below).count_ones();
            used |= 1 << tile;
        }
        number
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_and_tails_are_one_to_one() {
        let same = pack(0..16);
        for len in 2..=7 {
            for (paired, odd) in [(false, false), (true, false), (true, true)] {
                let tails = Tails { len, paired };
                let mut last = None;
                for number in 0..tails.count() {
                    let tail = tails.arrangement(number, odd);
                    assert_eq!(tails.number(tail, same, same), number);
                    let tile = |place| nibble(tail, place);
                    let inversions = (0..len).flat_map(|b| (0..b).map(move |a| (a, b)));
                    let inversions = inversions.filter(|&(a, b)| tile(a) > tile(b)).count();
                    assert!(!paired || (inversions % 2 == 1) == odd);
                    let listed: Vec<usize> = (0..len).map(tile).collect();
                    assert!(last.replace(listed.clone()).is_none_or(|last| last < listed), "{number}");
                }
            }
        }
    }
}
