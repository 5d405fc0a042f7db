//! The order in which the tiles of a pattern stand in the cells they occupy.
//!
//! The occupied cells, taken in reading order, are places 0, 1, 2 … of a sequence of tiles. A slide
//! takes one tile out of the sequence at one place and puts it back at another: a *turn*. The
//! sequence is ranked in three parts, so that a turn is a move of whole machine words: the first
//! four tiles of the pattern are *inner*, the others *outer*; a sequence is the interleaving of
//! inner and outer places, the order of the outer tiles among themselves and the order of the inner
//! tiles among themselves. A turn of an inner tile leaves the outer order alone, and the reverse.
//! All inner orders under one interleaving and one outer order are the 24 bits of one word.

/// The most tiles of one pattern.
pub const MOST_TILES: usize = 9;

const INNER: usize = 4;

/// A sequence of tiles, as its three ranks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Arrangement {
    pub(crate) interleaving: u8,
    pub(crate) outer: u8,
    pub(crate) inner: u8,
}

/// What a turn does to the sequences of one interleaving.
#[derive(Clone, Copy, Debug)]
pub(crate) struct TurnRow {
    /// The interleaving after the turn.
    pub(crate) interleaving: u8,
    /// What happens to the order of the outer tiles, an index of [`Orders::turns`]; 0 is nothing.
    pub(crate) outer: u8,
    /// What happens to the order of the inner tiles.
    pub(crate) inner: u8,
}

/// All orders of a few tiles, ranked lexicographically, and the effect of turns on them.
#[derive(Debug)]
pub(crate) struct Orders {
    /// How many orders there are.
    pub(crate) count: usize,
    len: usize,
    sequences: Vec<[u8; MOST_TILES]>,
    /// `turns[from * len + to][rank]` is the rank after the tile at `from` has gone to `to`.
    pub(crate) turns: Vec<Vec<u8>>,
}

impl Orders {
    fn new(len: usize) -> Self {
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
        let mut orders = Orders { count: sequences.len(), len, sequences, turns: Vec::new() };
        for (from, to) in (0..len).flat_map(|from| (0..len).map(move |to| (from, to))) {
            let after = orders.sequences.iter().map(|&sequence| {
                let mut sequence = sequence;
                turn(&mut sequence[..len], from, to);
                orders.rank(&sequence[..len])
            });
            let after = after.collect();
            orders.turns.push(after);
        }
        if len == 0 {
            orders.turns.push(vec![0]);
        }
        orders
    }

    fn rank(&self, sequence: &[u8]) -> u8 {
        let mut padded = [0; MOST_TILES];
        padded[..self.len].copy_from_slice(sequence);
        self.sequences.binary_search(&padded).expect("a sequence of all the tiles") as u8
    }

    /// The index in `turns` of the turn from one place to another; 0 where nothing changes.
    fn turn(&self, from: usize, to: usize) -> u8 {
        if from == to { 0 } else { (from * self.len + to) as u8 }
    }
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
    /// `rows[from * tiles + to]` holds one row for every interleaving.
    rows: Vec<Vec<TurnRow>>,
}

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
            rows: Vec::new(),
        };
        for (from, to) in (0..tiles).flat_map(|from| (0..tiles).map(move |to| (from, to))) {
            let row = all.interleavings.iter().map(|&set| all.turn_row(set, from, to)).collect();
            all.rows.push(row);
        }
        all
    }

    /// How many words of inner orders there are.
    pub(crate) fn words(&self) -> usize {
        self.interleavings.len() * self.outer.count
    }

    /// The word that an arrangement is a bit of.
    pub(crate) fn word(&self, at: Arrangement) -> usize {
        at.interleaving as usize * self.outer.count + at.outer as usize
    }

    /// The rows of the turn from one place to another, one for every interleaving.
    pub(crate) fn rows(&self, from: usize, to: usize) -> &[TurnRow] {
        &self.rows[from * self.tiles + to]
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

    /// The arrangement after the tile at place `from` has gone to place `to`.
    pub(crate) fn turn(&self, at: Arrangement, from: usize, to: usize) -> Arrangement {
        let row = self.rows(from, to)[at.interleaving as usize];
        Arrangement {
            interleaving: row.interleaving,
            outer: self.outer.turns[row.outer as usize][at.outer as usize],
            inner: self.inner.turns[row.inner as usize][at.inner as usize],
        }
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
        TurnRow { interleaving: self.interleaving(set), outer, inner }
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
            let sequences = Orders::new(tiles).sequences;
            let mut seen = std::collections::HashSet::new();
            for sequence in &sequences {
                let sequence = &sequence[..tiles];
                let at = all.rank(sequence);
                assert!(all.word(at) < all.words());
                assert!(seen.insert((all.word(at), at.inner)));
                for (from, to) in (0..tiles).flat_map(|from| (0..tiles).map(move |to| (from, to))) {
                    let mut turned = sequence.to_vec();
                    turn(&mut turned, from, to);
                    assert_eq!(all.turn(at, from, to), all.rank(&turned), "{sequence:?} {from} {to}");
                }
            }
        }
    }
}
