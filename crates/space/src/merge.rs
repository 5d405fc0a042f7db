//! The sorted union of what was sent to a window, minus what is known, in little memory.

use std::iter::Peekable;

/// Passes the items of `sent` that are in none of `known` to `take`, ascending and without duplicates. All lists
/// ascend. At most `capacity` items are sorted at once: if there are more, the range is divided at the median of
/// those already seen, and the lists are read again.
pub(crate) fn merge<T: Copy + Ord, I: Iterator<Item = T>>(
    sent: &dyn Fn() -> Vec<I>,
    known: Vec<I>,
    capacity: usize,
    take: impl FnMut(T),
) {
    let known = known.into_iter().map(Iterator::peekable).collect();
    Merge { sent, known, capacity, take }.range(None, None);
}

struct Merge<'a, T, I: Iterator<Item = T>, F> {
    sent: &'a dyn Fn() -> Vec<I>,
    known: Vec<Peekable<I>>,
    capacity: usize,
    take: F,
}

impl<T: Copy + Ord, I: Iterator<Item = T>, F: FnMut(T)> Merge<'_, T, I, F> {
    /// Takes the new items from `low` up to `high`.
    fn range(&mut self, low: Option<T>, high: Option<T>) {
        let mut items: Vec<T> = Vec::new();
        for list in (self.sent)() {
            let inside = list.skip_while(|&item| low.is_some_and(|low| item < low));
            items.extend(inside.take_while(|&item| high.is_none_or(|high| item < high)));
            if items.len() > self.capacity {
                items.sort();
                items.dedup();
                if items.len() > self.capacity / 2 {
                    let middle = items[items.len() / 2];
                    if low.is_none_or(|low| middle > low) && middle > items[0] {
                        drop(items);
                        self.range(low, Some(middle));
                        return self.range(Some(middle), high);
                    }
                }
            }
        }
        items.sort();
        items.dedup();
        for item in items {
            let mut new = true;
            for known in &mut self.known {
                while known.next_if(|&known| known < item).is_some() {}
                new &= known.next_if_eq(&item).is_none();
            }
            if new {
                (self.take)(item);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn it_is_the_union_less_what_is_known(
            mut sent in prop::collection::vec(prop::collection::vec(0..60_u32, 0..30), 0..6),
            mut known in prop::collection::vec(prop::collection::vec(0..60_u32, 0..30), 0..3),
            capacity in 1..40_usize,
        ) {
            sent.iter_mut().chain(&mut known).for_each(|list| {
                list.sort_unstable();
                list.dedup();
            });
            let expected: std::collections::BTreeSet<u32> = sent.iter().flatten().copied().collect();
            let expected = expected.into_iter().filter(|item| !known.iter().flatten().any(|known| known == item));
            let lists = || sent.iter().map(|list| list.iter().copied()).collect();
            let mut merged = vec![];
            merge(&lists, known.iter().map(|list| list.iter().copied()).collect(), capacity, |item| merged.push(item));
            prop_assert_eq!(merged, expected.collect::<Vec<_>>());
        }
    }
}
