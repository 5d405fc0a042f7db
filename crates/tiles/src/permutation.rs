//! The parity of a permutation, in linear time at the speed of memory.
//!
//! A cycle of k numbers is k - 1 exchanges, so the parity of a permutation is that of its length minus the number of
//! its cycles. Following the cycles of a billion numbers waits for memory at every step. But parity is also that of
//! the number of inversions, pairs in the wrong order, and these can be divided: the numbers fall into blocks by
//! size; inversions between blocks are counted in passing, and the numbers of one block, brought together in their
//! order, are a short permutation whose cycles stay in the cache.

use crate::bits::BitSet;

/// The numbers of one block.
const BLOCK: u32 = 1 << 16;

/// The most blocks brought together at a time: they take 512 MiB.
const GROUP: u32 = 1 << 12;

/// Whether the permutation that takes every `place` below `count`, at most 2^30, to `number(place)`
/// is odd.
pub(crate) fn is_odd(count: u32, number: impl Fn(u32) -> u32) -> bool {
    if count <= BLOCK {
        return cycles_are_odd(count, number);
    }
    across_is_odd(count, &number) ^ inside_is_odd(count, GROUP, &number)
}

/// Whether the number of inversions inside blocks is odd, with a number of blocks in a group.
fn inside_is_odd(count: u32, group: u32, number: impl Fn(u32) -> u32) -> bool {
    let blocks = count.div_ceil(BLOCK);
    let mut odd = false;
    for first in (0..blocks).step_by(group as usize) {
        let group = group.min(blocks - first) as usize;
        let mut numbers = vec![0u16; group * BLOCK as usize].into_boxed_slice();
        let mut lengths = vec![0; group];
        for number in (0..count).map(&number) {
            let block = (number / BLOCK).wrapping_sub(first) as usize;
            if let Some(length) = lengths.get_mut(block) {
                numbers[block * BLOCK as usize + *length] = (number % BLOCK) as u16;
                *length += 1;
            }
        }
        for (block, length) in numbers.chunks_exact(BLOCK as usize).zip(lengths) {
            odd ^= cycles_are_odd(length as u32, |place| block[place as usize].into());
        }
    }
    odd
}

/// Whether the permutation is odd, by following its cycles.
fn cycles_are_odd(count: u32, number: impl Fn(u32) -> u32) -> bool {
    let mut seen = BitSet::new(count);
    let mut cycles = 0;
    for start in 0..count {
        cycles += u32::from(!seen.contains(start));
        let mut at = start;
        while seen.insert(at) {
            at = number(at);
        }
    }
    (count - cycles) % 2 == 1
}

/// Whether the number of inversions between different blocks is odd.
fn across_is_odd(count: u32, number: impl Fn(u32) -> u32) -> bool {
    // One bit for each block, and one for each 128 of them: whether an odd number of theirs has passed.
    let (mut higher, mut lower) = (0u128, [0u128; 128]);
    let mut odd = 0;
    for number in (0..count).map(number) {
        let block = number / BLOCK;
        let (high, low) = ((block / 128) as usize, block % 128);
        let larger = (higher >> high >> 1) ^ (lower[high] >> low >> 1);
        odd ^= ((larger >> 64) as u64 ^ larger as u64).count_ones();
        higher ^= 1 << high;
        lower[high] ^= 1 << low;
    }
    odd % 2 == 1
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Steps through `count` numbers: one cycle for every common divisor.
    fn rotation(count: u32, step: u32) -> impl Fn(u32) -> u32 {
        move |place| ((u64::from(place) + u64::from(step)) % u64::from(count)) as u32
    }

    #[test]
    fn blocks_and_cycles_agree() {
        for count in [BLOCK - 1, BLOCK, BLOCK + 1, 5 * BLOCK - 7] {
            for step in [0, 1, 2, 30, 32_768, 65_536, 100_001] {
                let number = rotation(count, step);
                let odd = cycles_are_odd(count, &number);
                assert_eq!(is_odd(count, &number), odd, "{count} by {step}");
                assert_eq!(across_is_odd(count, &number) ^ inside_is_odd(count, 2, &number), odd);
            }
        }
        let (count, number) = (131 * BLOCK + 12_345, rotation(131 * BLOCK + 12_345, 99_999));
        assert_eq!(is_odd(count, &number), cycles_are_odd(count, &number));
    }

    #[test]
    fn an_exchange_changes_the_parity() {
        let count = 5 * BLOCK + 99;
        for (a, b) in [(0, 1), (0, count - 1), (BLOCK, BLOCK - 1), (70_000, 300_000)] {
            let exchange = |place| {
                if place == a {
                    b
                } else if place == b {
                    a
                } else {
                    place
                }
            };
            assert!(is_odd(count, exchange));
            let number = rotation(count, 77);
            assert_ne!(is_odd(count, |place| number(exchange(place))), is_odd(count, number));
        }
    }
}
