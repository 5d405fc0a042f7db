//! All 29,334,498 layouts of the Klotski board: one 2x2 block, any blocks of two cells and single
//! cells, at least two cells empty.
//!
//! A layout is the cell of the 2x2 block and its hexadecimal code without that digit, left-aligned in 32
//! bits; per cell of the block the codes ascend. The board is cut below its third row: what can follow
//! depends only on which cells of the fourth row are covered from above and on how many empty cells are
//! still needed, so the lower halves are listed once and copied after every upper half. The list is made at
//! the speed of memory.

use std::io::{self, Write};

use crate::format::course::{CELLS, COLS};

/// Empty cells that a layout must have.
const LEAST_EMPTY: usize = 2;

/// The first cell of the lower half.
const CUT: usize = 12;

/// How many lines are written at once, and the bytes of the longest.
const CHUNK: usize = 1 << 13;
const LONGEST: usize = 10;

/// The cells where the upper left corner of the 2x2 block can be.
pub const SQUARES: [usize; 12] = [0, 1, 2, 4, 5, 6, 8, 9, 10, 12, 13, 14];

/// All layouts, by the cell of the 2x2 block.
#[derive(Clone, Debug)]
pub struct Layouts {
    codes: Vec<u32>,
    /// Where the codes of each square begin, and the end of the last.
    begins: [usize; SQUARES.len() + 1],
}

impl Layouts {
    /// Lists them all.
    #[must_use]
    pub fn all() -> Self {
        let halves = SQUARES.map(Halves::new);
        let mut begins = [0; SQUARES.len() + 1];
        for (index, halves) in halves.iter().enumerate() {
            begins[index + 1] = begins[index] + halves.count();
        }
        let mut codes = Vec::with_capacity(begins[SQUARES.len()]);
        halves.iter().for_each(|halves| halves.list(&mut codes));
        Layouts { codes, begins }
    }

    /// How many there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.codes.len()
    }

    /// Whether there is none, which is never so.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.codes.is_empty()
    }

    /// Writes the hexadecimal codes of all layouts, one on each line.
    ///
    /// # Errors
    /// Errors of `out`.
    pub fn write(&self, out: &mut dyn Write) -> io::Result<()> {
        let mut lines = Vec::with_capacity(CHUNK * LONGEST);
        for (index, square) in SQUARES.iter().enumerate() {
            let first = b"0123456789ABCDE"[*square];
            for codes in self.with_square(index).chunks(CHUNK) {
                lines.resize(CHUNK * LONGEST, 0);
                let mut end = 0;
                for &code in codes {
                    let line: &mut [u8; LONGEST] =
                        (&mut lines[end..end + LONGEST]).try_into().expect("its length");
                    line[0] = first;
                    line[1..9].copy_from_slice(&hexadecimal(code));
                    let digits = 8 - (code.trailing_zeros() / 4) as usize;
                    line[1 + digits] = b'\n';
                    end += 2 + digits;
                }
                out.write_all(&lines[..end])?;
            }
        }
        Ok(())
    }

    /// The codes of the layouts whose 2x2 block is at `SQUARES[index]`, ascending.
    #[must_use]
    pub fn with_square(&self, index: usize) -> &[u32] {
        &self.codes[self.begins[index]..self.begins[index + 1]]
    }
}

/// The hexadecimal code of a layout, as it is written.
#[must_use]
pub fn code(square: usize, code: u32) -> String {
    let digits = format!("{code:08X}");
    format!("{square:X}{}", digits.trim_end_matches('0'))
}

/// The eight digits of a number, all at once: nibbles are spread over bytes, and six more than nine turns a bit on.
fn hexadecimal(number: u32) -> [u8; 8] {
    let number = u64::from(number);
    let number = (number | number << 16) & 0x0000_FFFF_0000_FFFF;
    let number = (number | number << 8) & 0x00FF_00FF_00FF_00FF;
    let number = (number | number << 4) & 0x0F0F_0F0F_0F0F_0F0F;
    let letters = (number + 0x0606_0606_0606_0606) >> 4 & 0x0101_0101_0101_0101;
    (number + 0x3030_3030_3030_3030 + letters * u64::from(b'A' - b'9' - 1)).to_be_bytes()
}

/// How many blocks of two cells and how many single cells a layout has.
#[must_use]
pub fn counts(code: u32) -> (u32, u32) {
    let (high, low) = (code >> 1 & 0x5555_5555, code & 0x5555_5555);
    ((high ^ low).count_ones(), (high & low).count_ones())
}

/// A half board: its pairs of bits and what it leaves to the other half.
#[derive(Clone, Copy, Debug)]
struct Half {
    /// Left-aligned.
    code: u32,
    /// How many bits of it are used.
    bits: u32,
    /// How many empty cells it has, two standing for more.
    empty: usize,
    /// The cells of the fourth row that it covers.
    below: usize,
}

/// The upper halves for one place of the 2x2 block, and the lower ones by what precedes them.
struct Halves {
    upper: Vec<Half>,
    /// By the cells covered from above, then by the empty cells that are wanted.
    lower: Vec<[Vec<u32>; LEAST_EMPTY + 1]>,
}

impl Halves {
    fn new(square: usize) -> Self {
        let block = 0b11_0011 << square;
        let mut upper = vec![];
        fill(Half { code: 0, bits: 0, empty: 0, below: 0 }, block, 0..CUT, &mut |half| upper.push(half));
        let lower = (0..1 << COLS).map(|above: usize| {
            let mut lists = [vec![], vec![], vec![]];
            let covered = block | above << CUT;
            fill(Half { code: 0, bits: 0, empty: 0, below: 0 }, covered, CUT..CELLS, &mut |half| {
                lists[..=half.empty].iter_mut().for_each(|list| list.push(half.code));
            });
            lists
        });
        Halves { upper, lower: lower.collect() }
    }

    fn below(&self, half: &Half) -> &[u32] {
        &self.lower[half.below][LEAST_EMPTY - half.empty]
    }

    fn count(&self) -> usize {
        self.upper.iter().map(|half| self.below(half).len()).sum()
    }

    fn list(&self, codes: &mut Vec<u32>) {
        for half in &self.upper {
            // A half that uses all 32 bits leaves no cell for the other.
            codes.extend(
                self.below(half).iter().map(|&lower| half.code | lower.checked_shr(half.bits).unwrap_or(0)),
            );
        }
    }
}

/// Calls `visit` with every way to fill the free cells of `range`, codes ascending. Upright blocks may
/// reach below the range.
fn fill(half: Half, covered: usize, range: std::ops::Range<usize>, visit: &mut impl FnMut(Half)) {
    let Some(cell) = range.clone().find(|cell| covered >> cell & 1 == 0) else {
        let below = if range.end == CUT { reached(covered) } else { 0 };
        return visit(Half { below, ..half });
    };
    let mut put = |pair: u32, cells: usize, empty: usize| {
        let code = half.code | pair << (30 - half.bits);
        let half = Half { code, bits: half.bits + 2, empty: (half.empty + empty).min(LEAST_EMPTY), below: 0 };
        fill(half, covered | cells, cell + 1..range.end, visit);
    };
    let (right, down) = (cell + 1, cell + COLS);
    put(0, 1 << cell, 1);
    if cell % COLS + 1 < COLS && covered >> right & 1 == 0 {
        put(1, 1 << cell | 1 << right, 0);
    }
    if down < CELLS && covered >> down & 1 == 0 {
        put(2, 1 << cell | 1 << down, 0);
    }
    put(3, 1 << cell, 0);
}

/// The cells of the fourth row that are covered.
fn reached(covered: usize) -> usize {
    covered >> CUT & ((1 << COLS) - 1)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::format::{course, klotski};

    /// The counts per place of the block add up to the published total.
    #[test]
    fn there_are_29_334_498() {
        let counts = SQUARES.map(|square| Halves::new(square).count());
        assert_eq!(counts.iter().sum::<usize>(), 29_334_498);
        // The board has a mirror.
        for (index, &square) in SQUARES.iter().enumerate() {
            let mirrored = square / COLS * COLS + 2 - square % COLS;
            let other = SQUARES.iter().position(|&other| other == mirrored).expect("a square");
            assert_eq!(counts[index], counts[other]);
        }
    }

    #[test]
    fn lines_are_the_codes() {
        let codes = vec![0, 0x8000_0000, 0x1234_5678, 0x9ABC_DEF0, 0xFFFF_FFFF, 0xA9BF_0C00];
        let mut begins = [codes.len(); SQUARES.len() + 1];
        begins[0] = 0;
        let layouts = Layouts { codes: codes.clone(), begins };
        let mut out = Vec::new();
        layouts.write(&mut out).expect("memory");
        let expected: String = codes.iter().map(|&one| code(0, one) + "\n").collect();
        assert_eq!(String::from_utf8(out).expect("digits"), expected);
    }

    #[test]
    fn every_code_is_a_board_and_they_ascend() {
        let mut codes = vec![];
        Halves::new(13).list(&mut codes);
        assert!(codes.is_sorted_by(|a, b| a < b));
        for &one in codes.iter().step_by(997) {
            let text = code(13, one);
            let problem = klotski::parse(&text).unwrap_or_else(|error| panic!("{text}: {error}"));
            assert_eq!(klotski::write(&problem).as_deref(), Some(text.as_str()));
            let digits = course::digits(&problem).expect("a Klotski board");
            assert!(digits.iter().filter(|&&digit| digit == 0).count() >= LEAST_EMPTY);
        }
    }
}
