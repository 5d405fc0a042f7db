//! The tail of a sequence: its last five tiles, whose arrangements of one parity are the bits of a
//! machine word.
//!
//! Five tiles have 60 arrangements of each parity. The first three tiles identify it, and the parity determines the
//! last two; so both parities share one numbering, in lexicographic order. That order is what makes words split well:
//! the arrangements with a given tile in a given place are, in the order of their bits, the 12 arrangements of the
//! other four.

/// A set of tails that follow one head: one bit each.
pub(crate) type Word = u64;

/// The most tiles in a tail.
pub(crate) const TAIL: usize = 5;
/// How many arrangements of a whole tail share the tile in one place.
pub(crate) const GROUP: u32 = 12;
/// The bits of one such group, when they stand side by side.
pub(crate) const GROUP_MASK: Word = (1 << GROUP) - 1;

/// How many bits of a word are in use for a tail of `len` tiles.
pub(crate) fn bits(len: usize) -> u32 {
    [1, 1, 1, 3, 12, 60][len]
}

/// The tail of `len` tiles with the number `index`, as ranks from 0.
pub(crate) fn arrangement(len: usize, index: u32, odd: bool) -> Vec<u8> {
    let mut left: Vec<u8> = (0..len as u8).collect();
    let mut rest = index;
    let mut unit = bits(len);
    let mut parity = odd;
    let mut tail = Vec::with_capacity(len);
    for place in 0..len {
        let digit = match len - place {
            1 => 0,
            2 => usize::from(parity),
            choices => {
                unit /= choices as u32;
                let digit = rest / unit;
                rest %= unit;
                digit as usize
            }
        };
        parity ^= digit % 2 == 1;
        tail.push(left.remove(digit));
    }
    tail
}

/// The number of a tail among those of its parity.
pub(crate) fn index(tail: &[u8]) -> u32 {
    let len = tail.len();
    let digit = |place: usize| tail[place + 1..].iter().filter(|&&later| later < tail[place]).count() as u32;
    (0..len.saturating_sub(2)).fold(0, |index, place| index * (len - place) as u32 + digit(place))
}

/// A rearrangement of the bits of a word, by one table look-up a byte.
#[derive(Clone)]
pub(crate) struct Shuffle(Box<[[Word; 256]; 8]>);

impl Shuffle {
    /// The shuffle that takes bit `i` to bit `to[i]`.
    fn new(to: &[u32]) -> Self {
        let mut tables = Box::new([[0; 256]; 8]);
        for (byte, table) in tables.iter_mut().enumerate() {
            for (value, word) in table.iter_mut().enumerate() {
                let set = (0..8).filter(|bit| value >> bit & 1 == 1);
                *word = set.filter_map(|bit| to.get(8 * byte + bit)).fold(0, |word, &bit| word | 1 << bit);
            }
        }
        Shuffle(tables)
    }

    /// Takes each tail in which a tile has moved from place `from` to place `to` back to what it was
    /// before, where it had the parity `odd`.
    pub(crate) fn undo_move(len: usize, from: usize, to: usize, odd: bool) -> Self {
        Shuffle::new(&inverse(&moved(len, from, to, odd)))
    }

    /// Sorts the tails of parity `odd` by the tile in `place`, smallest first, twelve bits for each.
    pub(crate) fn group(place: usize, odd: bool) -> Self {
        Shuffle::new(&grouped(place, odd))
    }

    /// Undoes [`Shuffle::group`].
    pub(crate) fn ungroup(place: usize, odd: bool) -> Self {
        Shuffle::new(&inverse(&grouped(place, odd)))
    }

    /// The word with its bits rearranged.
    #[inline(always)]
    pub(crate) fn apply(&self, word: Word) -> Word {
        let bytes = word.to_le_bytes();
        (0..8).fold(0, |sum, byte| sum | self.0[byte][usize::from(bytes[byte])])
    }
}

/// What becomes of each tail of parity `odd` when the tile in place `from` goes to place `to`.
pub(crate) fn moved(len: usize, from: usize, to: usize, odd: bool) -> Vec<u32> {
    let after = |before| {
        let mut tail = arrangement(len, before, odd);
        let tile = tail.remove(from);
        tail.insert(to, tile);
        index(&tail)
    };
    (0..bits(len)).map(after).collect()
}

/// The way back.
pub(crate) fn inverse(to: &[u32]) -> Vec<u32> {
    let mut back = vec![0; to.len()];
    for (from, &to) in (0..).zip(to) {
        back[to as usize] = from;
    }
    back
}

/// Where each tail comes to stand when they are sorted by the tile in `place`.
pub(crate) fn grouped(place: usize, odd: bool) -> Vec<u32> {
    let mut filled = [0; TAIL];
    (0..bits(TAIL))
        .map(|index| {
            let tile = usize::from(arrangement(TAIL, index, odd)[place]);
            filled[tile] += 1;
            tile as u32 * GROUP + filled[tile] - 1
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_and_arrangements_are_one_to_one() {
        for len in 0..=TAIL {
            for odd in [false, true] {
                for number in 0..bits(len) {
                    let tail = arrangement(len, number, odd);
                    assert_eq!(index(&tail), number);
                    let inversions: usize =
                        (0..len).map(|at| tail[at..].iter().filter(|&&later| later < tail[at]).count()).sum();
                    assert!(len < 2 || (inversions % 2 == 1) == odd);
                }
            }
        }
    }

    #[test]
    fn the_rest_of_a_group_keeps_its_order() {
        // This allows groups to be moved between words by shifts: with one tile removed, the other four have the same
        // numbers whichever tile it was and wherever it was.
        for place in 0..TAIL {
            for odd in [false, true] {
                let to = grouped(place, odd);
                for number in 0..bits(TAIL) {
                    let mut tail = arrangement(TAIL, number, odd);
                    let tile = tail.remove(place);
                    for other in &mut tail {
                        *other -= u8::from(*other > tile);
                    }
                    assert_eq!(to[number as usize], u32::from(tile) * GROUP + index(&tail));
                }
                let word = 0x0123_4567_89ab_cdef & ((1 << 60) - 1);
                let sorted = Shuffle::group(place, odd).apply(word);
                assert_eq!(Shuffle::ungroup(place, odd).apply(sorted), word);
            }
        }
    }
}
