//! A depth-first search under a bound that goes down by blocks: from the deepest level that has nodes left
//! it expands several at once, so that memory for one lookup arrives while others are computed. It can be
//! suspended and resumed wherever it would have to wait, so that one thread keeps several in progress.
//!
//! The bound is carried as slack, one number for each view: the bound less the cost so far less the
//! view's value. A move takes 0, 1 or 2 from it, and a child whose slack would fall below zero is cut
//! off. The goal is where the cost reaches the bound. All children are looked up in the *tightest* view
//! of their parent first, because it cuts off the most, and only those that are left in the others.

use crate::automaton::{Automaton, FORBIDDEN, StateId};
use crate::prefetch::prefetch;

use super::evaluator::{Evaluator, Slot};
use super::named::{Named, Places, Standing};
use super::root::Root;

/// What a step of a walk led to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Step {
    /// There is more to do.
    Walking,
    /// The goal is reached; [`Walker::path`] is the path.
    Solved,
    /// Nothing is left under the bound.
    Exhausted,
}

/// The most nodes that are expanded at once.
pub(crate) const BLOCK: usize = 16;

/// The most nodes of a level: the children of a block.
const ROOM: usize = 4 * BLOCK;

/// A node; its standings are kept beside it.
#[derive(Clone, Copy)]
struct Node<P: Places, const VIEWS: usize> {
    board: Named<P>,
    /// The place of its parent in the level above.
    parent: u8,
    slack: [u16; VIEWS],
    state: StateId,
}

/// The nodes of one depth that have the same block as parents.
#[derive(Clone, Copy)]
struct Level<P: Places, const VIEWS: usize> {
    nodes: [Node<P, VIEWS>; ROOM],
    count: u8,
    /// The first that was not expanded yet.
    next: u8,
}

/// A child that may still be cut off.
#[derive(Clone, Copy, Default)]
struct Candidate {
    state: StateId,
    parent: u8,
    /// The cell from which a tile slides into the blank.
    from: u8,
    tile: u8,
    /// The view in which it is looked up first.
    first: u8,
}

/// One child in one view.
#[derive(Clone, Copy, Default)]
struct Probe<S> {
    standing: S,
    byte: usize,
    slack: u16,
    slot: u8,
}

/// What a walk waits for.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Awaited {
    /// Nothing: the root has not been expanded.
    Nothing,
    /// The children in the tightest view.
    Tightest,
    /// Those that are left in the other views.
    Others,
}

/// The walk below one root.
pub(crate) struct Walker<P: Places, const VIEWS: usize> {
    levels: Vec<Level<P, VIEWS>>,
    /// The standings of all nodes that there is room for, level after level.
    standings: Vec<P::Standing>,
    /// How many standings a node has.
    lookups: usize,
    candidates: [Candidate; ROOM],
    probes: [[Probe<P::Standing>; ROOM]; VIEWS],
    /// The candidates that are left.
    order: [u8; ROOM],
    count: usize,
    depth: usize,
    /// The depth at which the bound is reached.
    goal_depth: usize,
    awaited: Awaited,
    pub(crate) expanded: u64,
    pub(crate) generated: u64,
}

impl<P: Places, const VIEWS: usize> Walker<P, VIEWS> {
    pub(crate) fn new(evaluator: &Evaluator<'_, VIEWS>) -> Self {
        Walker {
            levels: Vec::new(),
            standings: Vec::new(),
            lookups: evaluator.lookups(),
            candidates: [Candidate::default(); ROOM],
            probes: [[Probe::default(); ROOM]; VIEWS],
            order: [0; ROOM],
            count: 0,
            depth: 0,
            goal_depth: 0,
            awaited: Awaited::Nothing,
            expanded: 0,
            generated: 0,
        }
    }

    /// Begins a walk under `bound`, which is at least the cost and the value of the root.
    pub(crate) fn begin(&mut self, root: &Root<P, VIEWS>, bound: u32) {
        self.depth = 0;
        self.goal_depth = (bound - root.cost()) as usize;
        self.awaited = Awaited::Nothing;
        let node = Node { board: root.board, parent: 0, slack: root.slack(bound), state: root.state };
        let levels = self.levels.len().max(self.goal_depth + 1);
        self.levels.resize(levels, Level { nodes: [node; ROOM], count: 0, next: 0 });
        self.standings.resize(levels * ROOM * self.lookups, P::Standing::default());
        self.levels[0].nodes[0] = node;
        self.levels[0].count = 1;
        self.levels[0].next = 0;
        self.standings[..self.lookups].copy_from_slice(&root.standings);
    }

    /// The cells that the blank goes to, from the root to the goal.
    pub(crate) fn path(&self) -> Vec<u8> {
        let mut path = Vec::with_capacity(self.depth);
        let mut place = 0;
        for level in self.levels[1..=self.depth].iter().rev() {
            let node = &level.nodes[place];
            path.push(node.board.blank);
            place = node.parent.into();
        }
        path.reverse();
        path
    }

    /// One step: reads the requested lookups, goes on to the next nodes and requests the lookups of their children.
    #[inline(always)]
    pub(crate) fn step(&mut self, evaluator: &Evaluator<'_, VIEWS>, automaton: &Automaton) -> Step {
        match self.awaited {
            Awaited::Nothing if self.goal_depth == 0 => return Step::Solved,
            Awaited::Nothing => (),
            Awaited::Tightest => {
                self.read_tightest(evaluator);
                if VIEWS > 1 && self.count > 0 {
                    self.ask_others(evaluator);
                    self.awaited = Awaited::Others;
                    return Step::Walking;
                }
                self.descend();
            }
            Awaited::Others => {
                self.read_others(evaluator);
                self.descend();
            }
        }
        if self.awaited != Awaited::Nothing && self.depth == self.goal_depth {
            return Step::Solved;
        }
        loop {
            let level = &self.levels[self.depth];
            if level.next < level.count {
                self.expand(evaluator, automaton);
                if self.count > 0 {
                    self.awaited = Awaited::Tightest;
                    return Step::Walking;
                }
            } else if self.depth == 0 {
                return Step::Exhausted;
            } else {
                self.depth -= 1;
            }
        }
    }

    /// Lists the children of a block that the automaton allows, and asks for each in its tightest view.
    #[inline(always)]
    fn expand(&mut self, evaluator: &Evaluator<'_, VIEWS>, automaton: &Automaton) {
        let level = &mut self.levels[self.depth];
        let block = level.next..level.count.min(level.next + BLOCK as u8);
        level.next = block.end;
        self.expanded += block.len() as u64;
        let mut count = 0;
        for parent in block {
            let node = &level.nodes[parent as usize % ROOM];
            let first = (1..VIEWS).fold(
                0,
                |least, view| {
                    if node.slack[view] < node.slack[least] { view } else { least }
                },
            );
            let ways = evaluator.ways(node.board.blank).into_iter().zip(automaton.next(node.state));
            for (from, state) in ways {
                self.candidates[count % ROOM] =
                    Candidate { state, parent, from, tile: 0, first: first as u8 };
                count += usize::from(state != FORBIDDEN);
            }
        }
        self.count = count;
        self.generated += count as u64;
        let base = self.depth * ROOM;
        for (index, child) in self.candidates.iter_mut().enumerate().take(count) {
            let Named { tiles, blank } = &level.nodes[child.parent as usize % ROOM].board;
            child.tile = tiles[child.from as usize % P::CELLS];
            let view = child.first as usize % VIEWS;
            let slot = evaluator.slots_of(child.tile)[view];
            let standing = self.standings[(base + child.parent as usize) * self.lookups + slot as usize];
            self.probes[view][index] = ask(evaluator, slot, standing, child.from, *blank);
        }
    }

    /// Reads the tightest view and drops the children that it cuts off.
    #[inline(always)]
    fn read_tightest(&mut self, evaluator: &Evaluator<'_, VIEWS>) {
        let nodes = &self.levels[self.depth].nodes;
        let mut kept = 0;
        for (index, child) in self.candidates.iter().enumerate().take(self.count) {
            let view = child.first as usize % VIEWS;
            let slack = nodes[child.parent as usize % ROOM].slack[view];
            let fits = read(evaluator, &mut self.probes[view][index], slack);
            self.order[kept % ROOM] = index as u8;
            kept += usize::from(fits);
        }
        self.count = kept;
    }

    /// Asks for the children that are left in the other views.
    #[inline(always)]
    fn ask_others(&mut self, evaluator: &Evaluator<'_, VIEWS>) {
        let base = self.depth * ROOM;
        let nodes = &self.levels[self.depth].nodes;
        for &index in &self.order[..self.count] {
            let child = self.candidates[index as usize % ROOM];
            let blank = nodes[child.parent as usize % ROOM].board.blank;
            let standings = &self.standings[(base + child.parent as usize) * self.lookups..];
            let slots = evaluator.slots_of(child.tile);
            for other in 1..VIEWS {
                let view = (child.first as usize + other) % VIEWS;
                let slot = slots[view];
                let probe = ask(evaluator, slot, standings[slot as usize], child.from, blank);
                self.probes[view][index as usize % ROOM] = probe;
            }
        }
    }

    /// Reads the other views and drops the children that they cut off.
    #[inline(always)]
    fn read_others(&mut self, evaluator: &Evaluator<'_, VIEWS>) {
        let nodes = &self.levels[self.depth].nodes;
        let mut kept = 0;
        for place in 0..self.count {
            let index = self.order[place % ROOM];
            let child = self.candidates[index as usize % ROOM];
            let slack = &nodes[child.parent as usize % ROOM].slack;
            let mut fits = true;
            for other in 1..VIEWS {
                let view = (child.first as usize + other) % VIEWS;
                fits &= read(evaluator, &mut self.probes[view][index as usize % ROOM], slack[view]);
            }
            self.order[kept % ROOM] = index;
            kept += usize::from(fits);
        }
        self.count = kept;
    }

    /// Makes the children that are left the next level, if there are any; of one parent's, those with
    /// the most slack come first, which is where the goal is found soonest.
    #[inline(always)]
    fn descend(&mut self) {
        if self.count == 0 {
            return;
        }
        for place in 1..self.count {
            // By insertion: few nodes have siblings, which are adjacent.
            for at in (1..=place).rev() {
                let [before, index] = [self.order[(at - 1) % ROOM], self.order[at % ROOM]];
                let [one, other] = [before, index].map(|index| self.candidates[index as usize % ROOM].parent);
                if one != other || self.promise(before) >= self.promise(index) {
                    break;
                }
                self.order.swap((at - 1) % ROOM, at % ROOM);
            }
        }
        let above = self.depth * ROOM;
        self.depth += 1;
        let below = self.depth * ROOM;
        let lookups = self.lookups;
        let [.., from, to] = &mut self.levels[..=self.depth] else { unreachable!("a level above") };
        for (place, node) in to.nodes.iter_mut().enumerate().take(self.count) {
            let index = self.order[place] as usize % ROOM;
            let child = self.candidates[index];
            let parent = &from.nodes[child.parent as usize % ROOM];
            // In place: a copy that is changed afterwards would stall on memory.
            node.board.tiles = parent.board.tiles;
            node.board.tiles[parent.board.blank as usize % P::CELLS] = child.tile;
            node.board.blank = child.from;
            node.parent = child.parent;
            node.state = child.state;
            let (before, after) = self.standings.split_at_mut((below + place) * lookups);
            let before = &before[(above + child.parent as usize) * lookups..][..lookups];
            let after = &mut after[..lookups];
            for (to, from) in after.iter_mut().zip(before) {
                *to = *from;
            }
            for (probes, slack) in self.probes.iter().zip(&mut node.slack) {
                let probe = &probes[index];
                *slack = probe.slack;
                after[probe.slot as usize] = probe.standing;
            }
        }
        to.count = self.count as u8;
        to.next = 0;
    }

    /// The rank of a candidate: the least slack of its views, then their sum.
    fn promise(&self, index: u8) -> u32 {
        let slack = self.probes.iter().map(|probes| u32::from(probes[index as usize % ROOM].slack));
        (slack.clone().min().unwrap_or(0) << 16) + slack.sum::<u32>()
    }
}

/// Computes where a child is found in a view, and asks for it.
#[inline(always)]
fn ask<S: Standing, const VIEWS: usize>(
    evaluator: &Evaluator<'_, VIEWS>,
    slot: u8,
    standing: S,
    from: u8,
    blank: u8,
) -> Probe<S> {
    let Slot { reader, map } = evaluator.slot(slot);
    let (standing, byte) = standing.slide(reader, map.image(from.into()), map.image(blank.into()));
    prefetch(reader.bits(), byte);
    Probe { standing, byte, slack: 0, slot }
}

/// Reads a requested lookup. False if the view cuts the child off.
#[inline(always)]
fn read<S: Standing, const VIEWS: usize>(
    evaluator: &Evaluator<'_, VIEWS>,
    probe: &mut Probe<S>,
    slack: u16,
) -> bool {
    let reader = &evaluator.slot(probe.slot).reader;
    let (standing, growth) = probe.standing.settle(reader, probe.byte);
    probe.standing = standing;
    probe.slack = slack.wrapping_sub(growth.into());
    u16::from(growth) <= slack
}
