//! The lists that hold the open nodes of a best-first search.
//!
//! A list may return a node twice if its key was changed in between; the search drops the second, because
//! the node is closed by then. A lower cost must never make a key larger.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use crate::arena::push_tight;
use crate::puzzle::Cost;

/// What an open list holds for a node.
pub type Ticket = u32;

/// Open nodes under keys; the smallest key leaves first.
pub trait OpenList<K>: Clone {
    /// Adds a node that is not on the list.
    fn push(&mut self, key: K, node: Ticket);
    /// Gives a node on the list a key that is not larger than before.
    fn update(&mut self, key: K, node: Ticket) {
        self.push(key, node);
    }
    /// Removes the first node.
    fn pop(&mut self) -> Option<(K, Ticket)>;
    /// The bytes held.
    fn bytes(&self) -> usize;
}

/// The textbook binary heap, compared on the key alone.
///
/// The array starts at 1. An insertion percolates up while strictly smaller than its parent. A
/// removal moves the last element to the root and percolates it down while a child is strictly
/// smaller, taking the right child only if it is strictly smaller than the left. This fixes the
/// order among equal keys, which is neither first in first out nor the reverse.
#[derive(Clone, Debug)]
pub struct TextbookHeap<K> {
    items: Vec<(K, Ticket)>,
}

impl<K> Default for TextbookHeap<K> {
    fn default() -> Self {
        TextbookHeap { items: Vec::new() }
    }
}

impl<K: Ord + Copy> OpenList<K> for TextbookHeap<K> {
    fn push(&mut self, key: K, node: Ticket) {
        push_tight(&mut self.items, (key, node));
        // `hole` counts from 1, so that the parent is its half; item `hole` is at `hole - 1`.
        let mut hole = self.items.len();
        while hole > 1 && key < self.items[hole / 2 - 1].0 {
            self.items[hole - 1] = self.items[hole / 2 - 1];
            hole /= 2;
        }
        self.items[hole - 1] = (key, node);
    }

    fn pop(&mut self) -> Option<(K, Ticket)> {
        let last = self.items.pop()?;
        let size = self.items.len();
        let Some(&first) = self.items.first() else { return Some(last) };
        let mut hole = 1;
        while 2 * hole <= size {
            let mut child = 2 * hole;
            if child < size && self.items[child].0 < self.items[child - 1].0 {
                child += 1;
            }
            if self.items[child - 1].0 >= last.0 {
                break;
            }
            self.items[hole - 1] = self.items[child - 1];
            hole = child;
        }
        self.items[hole - 1] = last;
        Some(first)
    }

    fn bytes(&self) -> usize {
        self.items.len() * size_of::<(K, Ticket)>()
    }
}

/// The list that keeps the order of insertion: the earliest item of smallest key leaves first, an
/// item whose key is updated keeps its position, one that is pushed again is appended. With keys
/// that no two states share it is simply an ordered list.
///
/// A heap on (key, position); an update adds the same position under the smaller key.
#[derive(Clone, Debug)]
pub struct InsertionOrdered<K: Ord> {
    heap: BinaryHeap<Reverse<(K, u32, Ticket)>>,
    /// The position of every node that was ever pushed.
    positions: Vec<u32>,
    pushed: u32,
}

impl<K: Ord> Default for InsertionOrdered<K> {
    fn default() -> Self {
        InsertionOrdered { heap: BinaryHeap::new(), positions: Vec::new(), pushed: 0 }
    }
}

impl<K: Ord + Copy> OpenList<K> for InsertionOrdered<K> {
    fn push(&mut self, key: K, node: Ticket) {
        if self.positions.len() <= node as usize {
            self.positions.resize(node as usize + 1, 0);
        }
        self.positions[node as usize] = self.pushed;
        self.heap.push(Reverse((key, self.pushed, node)));
        self.pushed = self.pushed.saturating_add(1);
    }

    fn update(&mut self, key: K, node: Ticket) {
        self.heap.push(Reverse((key, self.positions[node as usize], node)));
    }

    fn pop(&mut self) -> Option<(K, Ticket)> {
        self.heap.pop().map(|Reverse((key, _, node))| (key, node))
    }

    fn bytes(&self) -> usize {
        self.heap.len() * size_of::<(K, u32, Ticket)>() + self.positions.len() * size_of::<u32>()
    }
}

/// One stack for every key: the fastest list for small integer keys. Among equal keys the last in
/// leaves first, which under A* prefers the deeper nodes.
#[derive(Clone, Debug, Default)]
pub struct BucketQueue {
    buckets: Vec<Vec<Ticket>>,
    /// No bucket below this one holds anything.
    first: usize,
    len: usize,
}

impl OpenList<Cost> for BucketQueue {
    fn push(&mut self, key: Cost, node: Ticket) {
        let key = key as usize;
        if self.buckets.len() <= key {
            self.buckets.resize_with(key + 1, Vec::new);
        }
        push_tight(&mut self.buckets[key], node);
        self.first = self.first.min(key);
        self.len += 1;
    }

    fn pop(&mut self) -> Option<(Cost, Ticket)> {
        while let Some(bucket) = self.buckets.get_mut(self.first) {
            if let Some(node) = bucket.pop() {
                self.len -= 1;
                return Some((self.first as Cost, node));
            }
            self.first += 1;
        }
        None
    }

    fn bytes(&self) -> usize {
        self.len * size_of::<Ticket>() + self.buckets.len() * size_of::<Vec<Ticket>>()
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// The textbook heap once more, by swaps in an array whose first element is unused.
    struct Swaps(Vec<(u32, Ticket)>);

    impl Swaps {
        fn push(&mut self, key: u32, node: Ticket) {
            self.0.push((key, node));
            let mut at = self.0.len() - 1;
            while at > 1 && self.0[at].0 < self.0[at / 2].0 {
                self.0.swap(at, at / 2);
                at /= 2;
            }
        }

        fn pop(&mut self) -> Option<(u32, Ticket)> {
            if self.0.len() == 1 {
                return None;
            }
            let first = self.0.swap_remove(1);
            let (mut at, size) = (1, self.0.len() - 1);
            loop {
                let (left, right) = (2 * at, 2 * at + 1);
                let child = if right <= size && self.0[right].0 < self.0[left].0 { right } else { left };
                if left > size || self.0[child].0 >= self.0[at].0 {
                    return Some(first);
                }
                self.0.swap(at, child);
                at = child;
            }
        }
    }

    proptest! {
        #[test]
        fn the_heap_orders_ties_as_the_textbook_does(steps in prop::collection::vec(prop::option::weighted(0.6, 0u32..6), 0..300)) {
            let (mut heap, mut swaps) = (TextbookHeap::default(), Swaps(vec![(0, 0)]));
            for (node, step) in (0..).zip(steps) {
                match step {
                    Some(key) => {
                        heap.push(key, node);
                        swaps.push(key, node);
                    }
                    None => prop_assert_eq!(heap.pop(), swaps.pop()),
                }
            }
            while let Some(item) = swaps.pop() {
                prop_assert_eq!(heap.pop(), Some(item));
            }
            prop_assert_eq!(heap.pop(), None);
        }

        /// Against a plain list that is scanned for the earliest smallest key. A step names a node
        /// and a key: the node is pushed if it is not on the list, given the key if that is
        /// smaller, and otherwise the first node leaves.
        #[test]
        fn the_insertion_ordered_list_is_the_scanned_one(steps in prop::collection::vec((0u32..20, 0u32..8), 0..400)) {
            let mut list = InsertionOrdered::default();
            let mut scanned: Vec<(u32, Ticket)> = Vec::new();
            let mut lowest = [u32::MAX; 20];
            for (node, key) in steps {
                match scanned.iter().position(|item| item.1 == node) {
                    None if key < lowest[node as usize] => {
                        scanned.push((key, node));
                        list.push(key, node);
                        lowest[node as usize] = key;
                    }
                    Some(at) if key < scanned[at].0 => {
                        scanned[at].0 = key;
                        list.update(key, node);
                        lowest[node as usize] = key;
                    }
                    _ => {
                        let first = scanned.iter().enumerate().min_by_key(|(at, item)| (item.0, *at)).map(|(at, _)| at);
                        let expected = first.map(|at| scanned.remove(at));
                        // What was updated and has left may turn up again; a search drops it.
                        let open = |item: &(u32, Ticket)| Some(*item) == expected || scanned.iter().any(|s| s.1 == item.1);
                        let found = std::iter::from_fn(|| list.pop()).find(open);
                        prop_assert_eq!(found, expected);
                    }
                }
            }
        }

        #[test]
        fn the_bucket_queue_is_last_in_first_out_among_equals(steps in prop::collection::vec(prop::option::weighted(0.6, 0u32..6), 0..300)) {
            let (mut queue, mut scanned) = (BucketQueue::default(), Vec::<(u32, Ticket)>::new());
            for (node, step) in (0..).zip(steps) {
                match step {
                    Some(key) => {
                        queue.push(key, node);
                        scanned.push((key, node));
                    }
                    None => {
                        let first = (0..scanned.len()).min_by_key(|&at| (scanned[at].0, std::cmp::Reverse(at)));
                        prop_assert_eq!(queue.pop(), first.map(|at| scanned.remove(at)));
                    }
                }
            }
            prop_assert_eq!(queue.len, scanned.len());
        }
    }
}
