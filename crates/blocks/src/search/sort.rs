//! Sorting on several threads: a list is divided at its middle element, and both halves are sorted.

/// Lists below this length are sorted by one thread.
const SMALL: usize = 1 << 14;

/// Sorts `list` on `threads` threads.
pub(crate) fn sort<T: Ord + Send>(list: &mut [T], threads: usize) {
    if threads < 2 || list.len() < SMALL {
        return list.sort_unstable();
    }
    let low = threads / 2;
    let middle = (list.len() as u128 * low as u128 / threads as u128) as usize;
    let (lower, _, upper) = list.select_nth_unstable(middle);
    taquin_search::host::scope(|scope| {
        scope.spawn(|| sort(lower, low));
        sort(upper, threads - low);
    });
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(64))]
        #[test]
        fn it_is_the_usual_order(seed: u64, len in 0..60_000_usize, threads in 1..6_usize) {
            let number = |at: usize| (at as u64).wrapping_mul(seed | 1) >> 50;
            let mut list: Vec<u64> = (0..len).map(number).collect();
            let mut expected = list.clone();
            expected.sort_unstable();
            sort(&mut list, threads);
            prop_assert_eq!(list, expected);
        }
    }
}
