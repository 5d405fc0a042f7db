//! The order in which the tiles of a pattern stand in the cells they occupy.
//!
//! The occupied cells, taken in reading order, are places 0, 1, 2 … of a sequence of tiles. A slide
//! takes one tile out of the sequence at one place and puts it back at another: a *turn*. The
//! sequence is ranked in three parts, so that a turn is a move of whole machine words: the first
//! four tiles of the pattern are *inner*, the others *outer*; a sequence is the interleaving of
//! inner and outer places, the order of the outer tiles among themselves and the order of the inner
//! tiles among themselves. A turn of an inner tile leaves the outer order alone, and the reverse.
//! All inner orders under one interleaving and one outer order are the 24 bits of one word.

use super::probe::PairedOrders;

/// The most tiles of one pattern.
pub const MOST_TILES: usize = 9;

const INNER: usize = 4;

/// A sequence of tiles, as its three ranks.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Arrangement {
    pub(crate) interleaving: u8,
    pub(crate) outer: u8,
    pub(crate) inner: u8,
}

/// What a turn does to the sequences of one interleaving, in one word: the first word of the new
/// interleaving in its block, the turns of the inner and the outer tiles (0 is nothing), and the new
/// interleaving.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct TurnRow(u32);

impl TurnRow {
    fn new(first_word: usize, inner: u8, outer: u8, interleaving: u8) -> Self {
        debug_assert!(first_word < 1 << 14 && inner < 16 && outer < 32 && interleaving < 128);
        let parts =
            [(first_word as u32, 0), (inner.into(), 14), (outer.into(), 18), (interleaving.into(), 23)];
        TurnRow(parts.into_iter().fold(0, |row, (part, place)| row | part << place))
    }

    /// The number of the first word of the interleaving after the turn.
    #[inline(always)]
    pub(crate) fn first_word(self) -> usize {
        (self.0 & 0x3fff) as usize
    }

    /// The turn of the inner tiles.
    #[inline(always)]
    pub(crate) fn inner(self) -> u8 {
        (self.0 >> 14 & 15) as u8
    }

    /// The turn of the outer tiles.
    #[inline(always)]
    pub(crate) fn outer(self) -> u8 {
        (self.0 >> 18 & 31) as u8
    }

    /// The interleaving after the turn.
    #[inline(always)]
    pub(crate) fn interleaving(self) -> u8 {
        (self.0 >> 23) as u8
    }
}

/// The rank after a turn, by turn and rank. The size is fixed, so that an index needs no check.
pub(crate) type Turned = [[u8; Orders::MOST]; Orders::TURNS];

/// One row for every turn, 16 * from + to, and interleaving.
pub(crate) type TurnRows = [[TurnRow; INTERLEAVINGS]; TURNS];

/// All orders of a few tiles, ranked lexicographically, and the effect of turns on them.
#[derive(Debug)]
pub(crate) struct Orders {
    /// How many orders there are.
    pub(crate) count: usize,
    len: usize,
    sequences: Vec<[u8; MOST_TILES]>,
    pub(crate) turned: Box<Turned>,
}

impl Orders {
    /// Room for the orders of five tiles.
    pub(crate) const MOST: usize = 128;
    /// Room for the turns of five tiles.
    pub(crate) const TURNS: usize = 32;

    fn new(len: usize) -> Self {
        let sequences = sequences(len);
        let turned = Box::new([[0; Self::MOST]; Self::TURNS]);
        let mut orders = Orders { count: sequences.len(), len, sequences, turned };
        for (from, to) in (0..len).flat_map(|from| (0..len).map(move |to| (from, to))) {
            for rank in 0..orders.count {
                let mut sequence = orders.sequences[rank];
                turn(&mut sequence[..len], from, to);
                orders.turned[from * len + to][rank] = orders.rank(&sequence[..len]);
            }
        }
        orders
    }

    /// The sequence of a rank.
    pub(crate) fn sequence(&self, rank: usize) -> &[u8] {
        &self.sequences[rank][..self.len]
    }

    fn rank(&self, sequence: &[u8]) -> u8 {
        let mut padded = [0; MOST_TILES];
        padded[..self.len].copy_from_slice(sequence);
        self.sequences.binary_search(&padded).expect("a sequence of all the tiles") as u8
    }

    /// The ranks after a turn of all ranks before it.
    pub(crate) fn permutation(&self, turn: u8) -> &[u8] {
        &self.turned[turn as usize][..self.count]
    }

    /// How many turns there are.
    pub(crate) fn turns(&self) -> usize {
        (self.len * self.len).max(1)
    }

    /// The number of the turn from one place to another; 0 where nothing changes.
    fn turn(&self, from: usize, to: usize) -> u8 {
        if from == to { 0 } else { (from * self.len + to) as u8 }
    }
}

/// All sequences of tiles 0 to `len - 1`, in lexicographic order.
fn sequences(len: usize) -> Vec<[u8; MOST_TILES]> {
    let mut sequences = vec![[0; MOST_TILES]];
    for place in 0..len {
        let longer = sequences.iter().flat_map(|&sequence| {
            let free = (0..len as u8).filter(move |tile| !sequence[..place].contains(tile));
            free.map(move |tile| {
                let mut next = sequence;
                next[place] = tile;
                next
            })
        });
        sequences = longer.collect();
    }
    sequences
}

/// Takes the element at `from` out of the sequence and puts it back so that it stands at `to`.
fn turn(sequence: &mut [u8], from: usize, to: usize) {
    if from < to {
        sequence[from..=to].rotate_left(1);
    } else {
        sequence[to..=from].rotate_right(1);
    }
}

/// The ranking of the sequences of `tiles` tiles.
#[derive(Debug)]
pub(crate) struct Arrangements {
    pub(crate) tiles: usize,
    pub(crate) inner: Orders,
    pub(crate) outer: Orders,
    /// For each interleaving the set of inner places.
    interleavings: Vec<u16>,
    pub(crate) rows: Box<TurnRows>,
    pub(crate) paired: Box<PairedOrders>,
}

/// Room for the interleavings of nine tiles.
pub(crate) const INTERLEAVINGS: usize = 128;

/// Room for the turns of nine tiles: 16 * from + to.
pub(crate) const TURNS: usize = 256;

impl Arrangements {
    pub(crate) fn new(tiles: usize) -> Self {
        assert!((1..=MOST_TILES).contains(&tiles), "a pattern has 1 to {MOST_TILES} tiles");
        let inner = tiles.min(INNER);
        let interleavings = (0..1u16 << tiles).filter(|set| set.count_ones() as usize == inner).collect();
        let mut all = Arrangements {
            tiles,
            inner: Orders::new(inner),
            outer: Orders::new(tiles - inner),
            interleavings,
            rows: vec![[TurnRow::default(); INTERLEAVINGS]; TURNS].try_into().expect("as many as said"),
            paired: Box::new([0; 64]),
        };
        all.paired = all.paired_orders();
        for (from, to) in (0..tiles).flat_map(|from| (0..tiles).map(move |to| (from, to))) {
            for interleaving in 0..all.interleavings.len() {
                let row = all.turn_row(all.interleavings[interleaving], from, to);
                all.rows[16 * from + to][interleaving] = row;
            }
        }
        all
    }

    /// How many words of inner orders there are.
    #[inline(always)]
    pub(crate) fn words(&self) -> usize {
        self.interleavings.len() * self.outer.count
    }

    /// The word that an arrangement is a bit of, counted in its block.
    #[inline(always)]
    pub(crate) fn word(&self, at: Arrangement) -> usize {
        at.interleaving as usize * self.outer.count + at.outer as usize
    }

    /// The rows of the turn from one place to another, one for every interleaving.
    pub(crate) fn rows(&self, from: usize, to: usize) -> &[TurnRow] {
        &self.rows[16 * from + to][..self.interleavings.len()]
    }

    /// The arrangement of a sequence of tiles 0 to `tiles - 1`.
    pub(crate) fn rank(&self, sequence: &[u8]) -> Arrangement {
        debug_assert_eq!(sequence.len(), self.tiles);
        let mut parts = [([0; MOST_TILES], 0); 2];
        let mut set = 0;
        for (place, &tile) in sequence.iter().enumerate() {
            let is_outer = tile as usize >= INNER;
            let (part, len) = &mut parts[usize::from(is_outer)];
            part[*len] = if is_outer { tile - INNER as u8 } else { tile };
            *len += 1;
            set |= u16::from(!is_outer) << place;
        }
        let [(inner, inner_len), (outer, outer_len)] = parts;
        Arrangement {
            interleaving: self.interleaving(set),
            outer: self.outer.rank(&outer[..outer_len]),
            inner: self.inner.rank(&inner[..inner_len]),
        }
    }

    /// For every bit of every word the rank of its sequence among all, in lexicographic order.
    pub(crate) fn lexicographic(&self) -> Vec<u32> {
        let mut ranks = vec![0; self.words() * self.inner.count];
        for (rank, sequence) in sequences(self.tiles).iter().enumerate() {
            let at = self.rank(&sequence[..self.tiles]);
            ranks[self.word(at) * self.inner.count + at.inner as usize] = rank as u32;
        }
        ranks
    }

    fn interleaving(&self, set: u16) -> u8 {
        self.interleavings.binary_search(&set).expect("a set of inner places") as u8
    }

    fn turn_row(&self, set: u16, from: usize, to: usize) -> TurnRow {
        let mut places = [0; MOST_TILES];
        for (place, is_inner) in places.iter_mut().enumerate() {
            *is_inner = (set >> place & 1) as u8;
        }
        let is_inner = places[from];
        let alike_before = |places: &[u8]| places.iter().filter(|&&other| other == is_inner).count();
        let before = alike_before(&places[..from]);
        turn(&mut places[..self.tiles], from, to);
        let after = alike_before(&places[..to]);
        let set = (0..self.tiles).fold(0, |set, place| set | u16::from(places[place]) << place);
        let (inner, outer) = if is_inner == 1 {
            (self.inner.turn(before, after), 0)
        } else {
            (0, self.outer.turn(before, after))
        };
        let interleaving = self.interleaving(set);
        TurnRow::new(interleaving as usize * self.outer.count, inner, outer, interleaving)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Every sequence has its own rank, and turning the rank is ranking the turned sequence.
    #[test]
    fn turns_agree_with_sequences() {
        for tiles in 1..=6 {
            let all = Arrangements::new(tiles);
            let mut seen = std::collections::HashSet::new();
            for sequence in &sequences(tiles) {
                let sequence = &sequence[..tiles];
                let at = all.rank(sequence);
                assert!(all.word(at) < all.words());
                assert!(seen.insert((all.word(at), at.inner)));
                for (from, to) in (0..tiles).flat_map(|from| (0..tiles).map(move |to| (from, to))) {
                    let mut turned = sequence.to_vec();
                    turn(&mut turned, from, to);
                    let row = all.rows(from, to)[at.interleaving as usize];
                    let after = Arrangement {
                        interleaving: row.interleaving(),
                        outer: all.outer.permutation(row.outer())[at.outer as usize],
                        inner: all.inner.permutation(row.inner())[at.inner as usize],
                    };
                    assert_eq!(after, all.rank(&turned), "{sequence:?} {from} {to}");
                    assert_eq!(row.first_word() + after.outer as usize, all.word(after));
                }
            }
        }
    }
}
