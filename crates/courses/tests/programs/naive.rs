//! The programs written once more, as a student would: plain vectors, nothing shared with the
//! engine. They must print the same bytes on any input.

mod boards;
mod eight_puzzle;
mod klotski;
mod torus;
mod torus_astar;

/// Nine tiles.
type Nine = [u8; 9];

/// The four neighbours of a cell on the 3x3 torus.
fn around(cell: usize) -> [usize; 4] {
    let (row, col) = (cell / 3, cell % 3);
    [(row + 2) % 3 * 3 + col, (row + 1) % 3 * 3 + col, row * 3 + (col + 2) % 3, row * 3 + (col + 1) % 3]
}

/// The successors of a state on the 3x3 torus, in ascending order.
fn successors_on_torus(state: Nine) -> Vec<Nine> {
    let blank = state.iter().position(|&tile| tile == 0).expect("a blank");
    let mut successors = around(blank).map(|cell| {
        let mut next = state;
        next.swap(blank, cell);
        next
    });
    successors.sort_unstable();
    successors.to_vec()
}

/// The tiles with `between` between them.
fn joined(tiles: &[u8], between: &str) -> String {
    tiles.iter().map(ToString::to_string).collect::<Vec<_>>().join(between)
}

/// A state some random steps away from `state`, by the seed.
fn walked(mut state: Nine, steps: usize, mut seed: u64) -> Nine {
    for _ in 0..steps {
        seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        state = successors_on_torus(state)[(seed >> 60) as usize % 4];
    }
    state
}

/// The heap of the textbooks: its array starts at 1, and only costs are compared.
struct Heap<T> {
    array: Vec<Option<(u32, T)>>,
}

impl<T> Heap<T> {
    fn new() -> Self {
        Heap { array: vec![None] }
    }

    fn len(&self) -> usize {
        self.array.len() - 1
    }

    fn cost(&self, at: usize) -> u32 {
        self.array[at].as_ref().expect("an element").0
    }

    fn insert(&mut self, cost: u32, item: T) {
        self.array.push(Some((cost, item)));
        let mut at = self.len();
        while at > 1 && self.cost(at) < self.cost(at / 2) {
            self.array.swap(at, at / 2);
            at /= 2;
        }
    }

    fn remove(&mut self) -> Option<T> {
        if self.len() == 0 {
            return None;
        }
        let first = self.array.swap_remove(1);
        let mut at = 1;
        while 2 * at <= self.len() {
            let mut child = 2 * at;
            if child < self.len() && self.cost(child + 1) < self.cost(child) {
                child += 1;
            }
            if self.cost(child) >= self.cost(at) {
                break;
            }
            self.array.swap(at, child);
            at = child;
        }
        first.map(|(_, item)| item)
    }
}
