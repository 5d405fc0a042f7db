//! Single cells and how their combinations are numbered: in colexicographic order, by binomial
//! coefficients (Knuth, The Art of Computer Programming, 7.2.1.3).

use crate::compiled::atlas::Group;
use crate::compiled::word::Word;

/// The cells that single cells can occupy, and how their combinations are numbered.
#[derive(Clone, Debug)]
pub(crate) struct Filling {
    /// Its group, if there is one.
    pub(crate) group: Option<Group>,
    /// How many pieces it has.
    pub(crate) count: usize,
    /// Whether the cells that it leaves empty are numbered, because they are fewer.
    holes: bool,
    /// By floor cell that the filling can stand on: the cell.
    pub(crate) floor: Vec<u16>,
    /// By cells that are free: the combinations, ascending.
    sets: Vec<Vec<u64>>,
}

/// Binomial coefficients, `CHOOSE[n][k]`.
pub(crate) static CHOOSE: [[u32; 33]; 65] = choose();

const fn choose() -> [[u32; 33]; 65] {
    let mut table = [[0_u32; 33]; 65];
    let mut n = 0;
    while n < 65 {
        table[n][0] = 1;
        let mut k = 1;
        while k < 33 {
            if n > 0 {
                table[n][k] = table[n - 1][k - 1].saturating_add(table[n - 1][k]);
            }
            k += 1;
        }
        n += 1;
    }
    table
}

/// Where each free cell of the filling comes in the combinations of a block.
pub(crate) type Places = [u8; 64];

impl Filling {
    /// The filling of pieces of `group` that stand on the cells of `floor`, before its combinations are
    /// listed.
    pub(crate) fn new(group: Option<Group>, floor: Vec<u16>) -> Self {
        let count = group.as_ref().map_or(0, |group| group.start.len());
        Filling { group, count, holes: false, floor, sets: vec![] }
    }

    /// Lists the combinations of every number of free cells that occurs.
    pub(crate) fn list(&mut self, occurring: impl Iterator<Item = usize> + Clone) {
        self.holes = occurring.clone().max().unwrap_or(0) < 2 * self.count;
        self.sets = vec![vec![]; 65];
        for free in occurring {
            if self.sets[free].is_empty() {
                let size = if self.holes { free - self.count } else { self.count };
                self.sets[free] = combinations(free, size);
            }
        }
    }

    /// The bytes of the combinations that are listed.
    pub(crate) fn bytes(&self) -> usize {
        self.sets.iter().map(|sets| size_of_val(sets.as_slice())).sum()
    }

    /// The words of one plane of a block with `free` free cells.
    pub(crate) fn words(&self, free: usize) -> usize {
        self.positions(free).div_ceil(64)
    }

    /// How many combinations there are.
    pub(crate) fn positions(&self, free: usize) -> usize {
        CHOOSE[free][self.count.min(free - self.count)] as usize
    }

    /// All cells that the filling can stand on.
    pub(crate) fn all(&self) -> u64 {
        (0..self.floor.len()).fold(0, |all, place| all | 1 << place)
    }

    /// The cells that are numbered, from the pieces of the filling and the cells that are free.
    pub(crate) fn numbered(&self, pieces: u64, free: u64) -> u64 {
        if self.holes { free & !pieces } else { pieces }
    }

    /// The combination with this number: the cells that are numbered, as their places.
    pub(crate) fn set(&self, free: usize, number: usize) -> u64 {
        self.sets[free][number]
    }

    /// The pieces of the filling as cells, from the cells that are numbered and those that are free.
    pub(crate) fn pieces(&self, numbered: u64, free: u64) -> u64 {
        if self.holes { free & !numbered } else { numbered }
    }

    /// The cells that are numbered after a piece beside the filling moved.
    pub(crate) fn after(&self, numbered: u64, vacated: u64, taken: u64) -> u64 {
        if self.holes { (numbered | vacated) & !taken } else { numbered }
    }

    /// The number of a combination, given as cells.
    #[inline]
    pub(crate) fn number(mut numbered: u64, places: &Places) -> usize {
        let mut sum = 0;
        let mut chosen = 1;
        while numbered != 0 {
            sum += CHOOSE[usize::from(places[numbered.trailing_zeros() as usize])][chosen];
            numbered &= numbered - 1;
            chosen += 1;
        }
        sum as usize
    }

    /// The places of the cells of `free`.
    pub(crate) fn places(free: u64) -> Places {
        let mut places = [0; 64];
        for (place, cell) in (0..).zip(free.elements()) {
            places[cell] = place;
        }
        places
    }
}

/// All sets of `size` of the numbers below `free`, ascending.
fn combinations(free: usize, size: usize) -> Vec<u64> {
    let mut sets = vec![];
    let mut set: u64 = if size == 64 { u64::MAX } else { (1 << size) - 1 };
    for _ in 0..CHOOSE[free][size] {
        sets.push(set);
        if set != 0 {
            // The next larger number with as many bits (Gosper).
            let low = set & set.wrapping_neg();
            let ripple = set.wrapping_add(low);
            set = ripple | (((set ^ ripple) >> 2) / low);
        }
    }
    sets
}
