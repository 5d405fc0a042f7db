//! Improves a path of the blank: longer where a detour gains more than it costs, shorter where a bend costs
//! more than it gains, and around the other side of a corner.
//!
//! Invariant: the path enters no cell twice, so that every tile is passed where it stood at first and the
//! gains of the steps do not depend on each other.

use super::home_board::{HomeBoard, opposite};
use super::region::{Local, Region, Step};
use crate::geometry::Direction;

/// The end of a way.
const END: Local = Local::MAX;

/// The way as a linked list over the cells of a region.
#[derive(Debug, Default)]
pub(super) struct PathImprover {
    next: Vec<Local>,
    way: Vec<Direction>,
    taken: Vec<bool>,
}

impl PathImprover {
    /// Improves `path`, which begins at the blank, by passes over it while they change anything, at most `passes`. A
    /// move costs `price`.
    pub(super) fn better(
        &mut self,
        region: &Region,
        state: &HomeBoard,
        gain: impl Fn(Step) -> i32,
        price: i32,
        passes: u32,
        path: &mut Vec<Direction>,
    ) {
        let start = region.local(state.blank(), state);
        self.link(region, start, path);
        for _ in 0..passes {
            if !self.pass(region, &gain, price, start) {
                break;
            }
        }
        path.clear();
        let mut here = start;
        while here != END {
            self.taken[here as usize] = false;
            if self.next[here as usize] != END {
                path.push(self.way[here as usize]);
            }
            here = self.next[here as usize];
        }
    }

    fn link(&mut self, region: &Region, start: Local, path: &[Direction]) {
        if self.next.len() < region.size() {
            self.next.resize(region.size(), END);
            self.way.resize(region.size(), Direction::Up);
            self.taken.resize(region.size(), false);
        }
        let mut here = start;
        self.taken[here as usize] = true;
        for &direction in path {
            let next = region.next(here, direction);
            self.set(here, direction, next);
            self.taken[next as usize] = true;
            here = next;
        }
        self.next[here as usize] = END;
    }

    fn set(&mut self, from: Local, direction: Direction, to: Local) {
        self.next[from as usize] = to;
        self.way[from as usize] = direction;
    }

    /// One pass along the way; says whether anything changed.
    fn pass(&mut self, region: &Region, gain: &impl Fn(Step) -> i32, price: i32, start: Local) -> bool {
        let worth = |from, direction, to| gain(region.step(from, to, direction));
        let mut changed = false;
        let mut here = start;
        while self.next[here as usize] != END {
            if self.detour(region, &worth, price, here) {
                changed = true;
                continue;
            }
            let shortened = self.cut(region, &worth, price, here);
            changed |= shortened || self.turn(region, &worth, here);
            if !shortened {
                here = self.next[here as usize];
            }
        }
        changed
    }

    /// Replaces a step by three around one of its sides.
    fn detour(
        &mut self,
        region: &Region,
        worth: &impl Fn(Local, Direction, Local) -> i32,
        price: i32,
        here: Local,
    ) -> bool {
        let (ahead, there) = (self.way[here as usize], self.next[here as usize]);
        let mut best = None;
        let mut most = worth(here, ahead, there) + 2 * price;
        for aside in [Direction::ALL[ahead as usize ^ 1], Direction::ALL[ahead as usize ^ 3]] {
            let (a, b) = (region.next(here, aside), region.next(there, aside));
            if self.taken[a as usize] || self.taken[b as usize] || region.is_wall(a) || region.is_wall(b) {
                continue;
            }
            let value = worth(here, aside, a) + worth(a, ahead, b) + worth(b, opposite(aside), there);
            if value > most {
                most = value;
                best = Some((aside, a, b));
            }
        }
        let Some((aside, a, b)) = best else { return false };
        self.set(here, aside, a);
        self.set(a, ahead, b);
        self.set(b, opposite(aside), there);
        self.taken[a as usize] = true;
        self.taken[b as usize] = true;
        true
    }

    /// Replaces three steps around a side by one.
    fn cut(
        &mut self,
        region: &Region,
        worth: &impl Fn(Local, Direction, Local) -> i32,
        price: i32,
        here: Local,
    ) -> bool {
        let (aside, a) = (self.way[here as usize], self.next[here as usize]);
        let (ahead, b) = (self.way[a as usize], self.next[a as usize]);
        if b == END || self.next[b as usize] == END || self.way[b as usize] != opposite(aside) {
            return false;
        }
        let there = self.next[b as usize];
        if region.next(here, ahead) != there {
            return false;
        }
        let value = worth(here, aside, a) + worth(a, ahead, b) + worth(b, opposite(aside), there);
        if worth(here, ahead, there) + 2 * price <= value {
            return false;
        }
        self.set(here, ahead, there);
        self.taken[a as usize] = false;
        self.taken[b as usize] = false;
        true
    }

    /// Takes a corner around its other side.
    fn turn(
        &mut self,
        region: &Region,
        worth: &impl Fn(Local, Direction, Local) -> i32,
        here: Local,
    ) -> bool {
        let (first, corner) = (self.way[here as usize], self.next[here as usize]);
        let (second, there) = (self.way[corner as usize], self.next[corner as usize]);
        if there == END || first == second {
            return false;
        }
        let other = region.next(here, second);
        if self.taken[other as usize] || region.is_wall(other) {
            return false;
        }
        let value = worth(here, first, corner) + worth(corner, second, there);
        if worth(here, second, other) + worth(other, first, there) <= value {
            return false;
        }
        self.set(here, second, other);
        self.set(other, first, there);
        self.taken[corner as usize] = false;
        self.taken[other as usize] = true;
        true
    }
}
