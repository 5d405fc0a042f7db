//! Sums of products of bytes, by the widest instructions of the processor: the second layer of a network.
//!
//! A [`Wide`] function is compiled once for each kind of processor, which all give the same whole numbers.
#![allow(unsafe_code)]

/// How many sums are computed of the same units.
pub(super) const SUMS: usize = 32;

/// How many units share a block of weights.
const TOGETHER: usize = 4;

/// The weights of four units, those of one sum one after the other, in two halves that a processor takes at once.
pub(super) type Block = [Half; 2];
type Half = [i8; SUMS / 2 * TOGETHER];

/// The weights of all sums, `rows` of one for every unit, in blocks.
pub(super) fn blocks(rows: &[&[i8]]) -> Vec<Block> {
    let weight = |block: usize, half: usize, at: usize| {
        rows[half * SUMS / 2 + at / TOGETHER][block * TOGETHER + at % TOGETHER]
    };
    let half = |block, half| std::array::from_fn(|at| weight(block, half, at));
    (0..rows[0].len() / TOGETHER).map(|block| [half(block, 0), half(block, 1)]).collect()
}

/// How a kind of processor computes sums of products.
pub(super) trait Products {
    /// For each list of `units`, none above 127, the sums of their products with the weights. Several lists at once
    /// share the reading of weights.
    fn products<const LISTS: usize>(units: [&[u8]; LISTS], blocks: &[Block]) -> [[i32; SUMS]; LISTS];
}

/// A function that is compiled for every kind of processor; it is to be inlined.
pub(super) trait Wide {
    fn run<P: Products>(self);
}

/// Runs a function as the processor can do best.
pub(super) fn wide(function: impl Wide) {
    #[cfg(target_arch = "x86_64")]
    {
        if x86_64::Avx512::is_there() {
            // SAFETY: the processor has all that the function is compiled for.
            return unsafe { x86_64::run_avx512(function) };
        }
        if x86_64::Avx2::is_there() {
            // SAFETY: as above.
            return unsafe { x86_64::run_avx2(function) };
        }
    }
    function.run::<Portable>();
}

/// Any processor.
struct Portable;

impl Products for Portable {
    #[inline(always)]
    fn products<const LISTS: usize>(units: [&[u8]; LISTS], blocks: &[Block]) -> [[i32; SUMS]; LISTS] {
        units.map(|units| {
            let mut sums = [0; SUMS];
            for (units, block) in units.as_chunks::<TOGETHER>().0.iter().zip(blocks) {
                for (sum, weights) in sums.iter_mut().zip(block.as_flattened().as_chunks::<TOGETHER>().0) {
                    for (&unit, &weight) in units.iter().zip(weights) {
                        *sum += i32::from(unit) * i32::from(weight);
                    }
                }
            }
            sums
        })
    }
}

#[cfg(target_arch = "x86_64")]
mod x86_64 {
    use std::arch::x86_64::*;
    use std::mem::transmute;

    use super::{Block, Products, SUMS, TOGETHER, Wide};

    /// A processor that adds up 64 products of bytes with one instruction.
    pub(super) struct Avx512;

    impl Avx512 {
        pub(super) fn is_there() -> bool {
            is_x86_feature_detected!("avx512f")
                && is_x86_feature_detected!("avx512bw")
                && is_x86_feature_detected!("avx512vl")
                && is_x86_feature_detected!("avx512vnni")
        }
    }

    #[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512vnni")]
    pub(super) fn run_avx512(function: impl Wide) {
        function.run::<Avx512>();
    }

    impl Products for Avx512 {
        #[inline(always)]
        fn products<const LISTS: usize>(units: [&[u8]; LISTS], blocks: &[Block]) -> [[i32; SUMS]; LISTS] {
            // SAFETY: this runs in `run_avx512` alone.
            unsafe { products_avx512(units, blocks) }
        }
    }

    #[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512vnni")]
    #[inline]
    fn products_avx512<const LISTS: usize>(units: [&[u8]; LISTS], blocks: &[Block]) -> [[i32; SUMS]; LISTS] {
        let units = units.map(|units| &units.as_chunks::<TOGETHER>().0[..blocks.len()]);
        let mut sums = [[_mm512_setzero_si512(); 2]; LISTS];
        for (at, block) in blocks.iter().enumerate() {
            // SAFETY: both are 128 bytes, of which every value is valid.
            let weights = unsafe { transmute::<Block, [__m512i; 2]>(*block) };
            for (units, sums) in units.iter().zip(&mut sums) {
                let units = _mm512_set1_epi32(i32::from_le_bytes(units[at]));
                sums[0] = _mm512_dpbusd_epi32(sums[0], units, weights[0]);
                sums[1] = _mm512_dpbusd_epi32(sums[1], units, weights[1]);
            }
        }
        // SAFETY: as above.
        sums.map(|sums| unsafe { transmute::<[__m512i; 2], [i32; SUMS]>(sums) })
    }

    /// A processor that computes 32 products of bytes with one instruction.
    pub(super) struct Avx2;

    impl Avx2 {
        pub(super) fn is_there() -> bool {
            is_x86_feature_detected!("avx2")
        }
    }

    #[target_feature(enable = "avx2")]
    pub(super) fn run_avx2(function: impl Wide) {
        function.run::<Avx2>();
    }

    impl Products for Avx2 {
        #[inline(always)]
        fn products<const LISTS: usize>(units: [&[u8]; LISTS], blocks: &[Block]) -> [[i32; SUMS]; LISTS] {
            // SAFETY: this runs in `run_avx2` alone.
            unsafe { products_avx2(units, blocks) }
        }
    }

    #[target_feature(enable = "avx2")]
    #[inline]
    fn products_avx2<const LISTS: usize>(units: [&[u8]; LISTS], blocks: &[Block]) -> [[i32; SUMS]; LISTS] {
        let ones = _mm256_set1_epi16(1);
        // There are registers for the sums of one list.
        units.map(|units| {
            let mut sums = [_mm256_setzero_si256(); 4];
            for (&units, block) in units.as_chunks::<TOGETHER>().0.iter().zip(blocks) {
                let units = _mm256_set1_epi32(i32::from_le_bytes(units));
                // SAFETY: both are 128 bytes, of which every value is valid.
                let weights = unsafe { transmute::<Block, [__m256i; 4]>(*block) };
                for (sum, weights) in sums.iter_mut().zip(weights) {
                    // Two products of at most 127 x 128 fit 16 bits.
                    let pairs = _mm256_maddubs_epi16(units, weights);
                    *sum = _mm256_add_epi32(*sum, _mm256_madd_epi16(pairs, ones));
                }
            }
            // SAFETY: as above.
            unsafe { transmute::<[__m256i; 4], [i32; SUMS]>(sums) }
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    struct Asked<'a> {
        units: [&'a [u8]; 3],
        blocks: &'a [Block],
        sums: &'a mut [[i32; SUMS]; 3],
    }

    impl Wide for Asked<'_> {
        fn run<P: Products>(self) {
            *self.sums = P::products(self.units, self.blocks);
        }
    }

    /// This processor's sums are those of any other, also of the largest units and weights.
    #[test]
    fn every_processor_gives_the_same_sums() {
        for seed in 0..50_u32 {
            let number = |at: usize| (at as u32 + 1).wrapping_mul(seed.wrapping_mul(2_654_435_761) | 1) >> 9;
            let count = 16 * (1 + seed as usize % 9);
            let unit = |at| if seed == 0 { 127 } else { (number(at) % 128) as u8 };
            let units: [Vec<u8>; 3] =
                [0, 1, 2].map(|list| (0..count).map(|at| unit(500 * list + at)).collect());
            let weight = |at| if seed < 2 { -128 } else { number(at + 2000) as i8 };
            let rows: Vec<Vec<i8>> =
                (0..SUMS).map(|sum| (0..count).map(|at| weight(sum * count + at)).collect()).collect();
            let blocks = blocks(&rows.iter().map(Vec::as_slice).collect::<Vec<_>>());
            let naive = |units: &[u8], row: &[i8]| -> i32 {
                units.iter().zip(row).map(|(&unit, &weight)| i32::from(unit) * i32::from(weight)).sum()
            };
            let expected = units.each_ref().map(|units| std::array::from_fn(|sum| naive(units, &rows[sum])));
            let (units, mut sums) = (units.each_ref().map(Vec::as_slice), [[0; SUMS]; 3]);
            wide(Asked { units, blocks: &blocks, sums: &mut sums });
            assert_eq!(sums, expected);
            assert_eq!(Portable::products(units, &blocks), expected);
        }
    }
}
