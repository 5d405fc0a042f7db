//! The correct behaviour of the priority queue in the Python assignment.
//!
//! The queue keeps the order of insertion. A state that is already queued is not queued again; at a lower
//! cost it is updated in place. `pop` takes the earliest item of smallest f.

use std::fmt::Write;

use serde::Serialize;

/// Something done to a queue. Items have no parent.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize)]
#[serde(tag = "do", rename_all = "lowercase")]
pub enum Operation {
    /// `enqueue` a dict.
    Enqueue {
        /// Its state.
        state: [u8; 9],
        /// The cost so far.
        g: u32,
        /// The estimate; f is the sum.
        h: u32,
    },
    /// `requeue` a dict.
    Requeue {
        /// Its state.
        state: [u8; 9],
        /// The cost so far.
        g: u32,
        /// The estimate; f is the sum.
        h: u32,
    },
    /// `pop`.
    Pop,
    /// `is_empty`.
    IsEmpty,
    /// `str`.
    Print,
}

struct Item {
    state: [u8; 9],
    g: u32,
    h: u32,
}

/// What is to be seen after each of some operations, one line each.
#[must_use]
pub(crate) fn answer(operations: &[Operation]) -> String {
    let mut queue: Vec<Item> = Vec::new();
    let mut max_len = 0;
    let mut text = String::new();
    for operation in operations {
        let line = match *operation {
            Operation::Enqueue { state, g, h } => {
                match queue.iter_mut().find(|item| item.state == state) {
                    Some(item) => item.g = item.g.min(g),
                    None => queue.push(Item { state, g, h }),
                }
                max_len = max_len.max(queue.len());
                show(&queue, max_len)
            }
            Operation::Requeue { state, g, h } => {
                queue.push(Item { state, g, h });
                max_len = max_len.max(queue.len());
                show(&queue, max_len)
            }
            Operation::Pop => {
                let first = (0..queue.len()).min_by_key(|&place| (queue[place].g + queue[place].h, place));
                match first.map(|place| queue.remove(place)) {
                    Some(Item { state, g, h }) => format!("pop: {state:?} g={g} f={}", g + h),
                    None => "pop: nothing".into(),
                }
            }
            Operation::IsEmpty => format!("is_empty: {}", if queue.is_empty() { "True" } else { "False" }),
            Operation::Print => {
                let dict = |item: &Item| {
                    let Item { state, g, h } = item;
                    format!("{{'state': {state:?}, 'h': {h}, 'g': {g}, 'parent': None, 'f': {}}}", g + h)
                };
                queue.iter().map(dict).collect::<Vec<_>>().join(" ")
            }
        };
        let _ = writeln!(text, "{line}");
    }
    text
}

fn show(queue: &[Item], max_len: usize) -> String {
    let items: Vec<String> =
        queue.iter().map(|Item { state, g, h }| format!("{state:?} g={g} f={}", g + h)).collect();
    format!("queue: {}; max_len {max_len}", items.join("; "))
}
