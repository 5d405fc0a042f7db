//! A depth-first search under a bound that can be left and taken up again at every expansion, so that
//! one thread keeps several under way and the memory that one waits for comes while another works.
//!
//! The bound is carried as slack, one number for each view: the bound less the cost so far less the
//! view's value. A move takes 0, 1 or 2 from it, and a child whose slack would fall below zero is cut
//! off. The goal is where the cost reaches the bound. Only *tight* views, whose slack is less than 2, can
//! cut off a child, so all children are looked up in these first, and in the others only those that are
//! left. The addresses of either round are computed and asked for, and read when the walker's turn comes
//! again.

use crate::pattern::Standing;
use crate::prefetch::prefetch;

use super::automaton::{Automaton, FORBIDDEN, StateId};
use super::evaluator::{CELLS, Evaluator, LOOKUPS, Named, Slot, Standings};
use super::root::Root;

/// What a step of a walk led to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Step {
    /// There is more to do.
    Walking,
    /// The goal is reached; [`Walker::path`] tells how.
    Solved,
    /// Nothing is left under the bound.
    Exhausted,
}

/// One child in one view.
#[derive(Clone, Copy, Default)]
struct Probe {
    standing: Standing,
    byte: u32,
    slack: u16,
    slot: u8,
}

/// A node on the path, with those of its children that are still to be walked.
#[derive(Clone, Copy)]
struct Frame<const VIEWS: usize> {
    slack: [u16; VIEWS],
    children: [Child<VIEWS>; 4],
    /// The children that are left, best first.
    order: [u8; 4],
    count: u8,
    next: u8,
    /// The blank.
    blank: u8,
}

#[derive(Clone, Copy)]
struct Child<const VIEWS: usize> {
    probes: [Probe; VIEWS],
    state: StateId,
    /// The cell from which a tile slides into the blank.
    from: u8,
}

impl<const VIEWS: usize> Frame<VIEWS> {
    fn new() -> Self {
        let child = Child { probes: [Probe::default(); VIEWS], state: 0, from: 0 };
        Frame { slack: [0; VIEWS], children: [child; 4], order: [0; 4], count: 0, next: 0, blank: 0 }
    }

    /// The views that can cut off a child.
    #[inline(always)]
    fn tight(&self) -> Views {
        (0..VIEWS).fold(0, |views, view| views | Views::from(self.slack[view] < 2) << view)
    }

    /// The child that was taken last.
    #[inline(always)]
    fn taken(&mut self) -> &mut Child<VIEWS> {
        let child = self.order[(self.next as usize + 3) % 4];
        &mut self.children[child as usize % 4]
    }
}

/// What a walk waits for.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Awaited {
    /// Nothing: the root has not been expanded.
    Nothing,
    /// The children in the tight views.
    Tight,
    /// Those that are left in the other views.
    Others,
}

/// A set of views.
type Views = u32;

/// The walk below one root.
pub(crate) struct Walker<const VIEWS: usize> {
    board: Named,
    standings: Standings,
    frames: Vec<Frame<VIEWS>>,
    state: StateId,
    depth: usize,
    /// The depth at which the bound is reached.
    goal_depth: usize,
    awaited: Awaited,
    pub(crate) expanded: u64,
    pub(crate) generated: u64,
}

impl<const VIEWS: usize> Walker<VIEWS> {
    pub(crate) fn new() -> Self {
        Walker {
            board: Named { tiles: [0; CELLS], blank: 0 },
            standings: [Standing::default(); LOOKUPS],
            frames: Vec::new(),
            state: 0,
            depth: 0,
            goal_depth: 0,
            awaited: Awaited::Nothing,
            expanded: 0,
            generated: 0,
        }
    }

    /// Begins a walk under `bound`, which is at least the cost and the value of the root.
    pub(crate) fn begin(&mut self, root: &Root<VIEWS>, bound: u32) {
        self.board = root.board;
        self.standings = root.standings;
        self.state = root.state;
        self.depth = 0;
        self.goal_depth = (bound - root.cost()) as usize;
        self.frames.resize(self.frames.len().max(self.goal_depth + 1), Frame::new());
        self.frames[0].slack = root.slack(bound);
        self.awaited = Awaited::Nothing;
        self.frames[0].count = 0;
        self.frames[0].next = 0;
    }

    /// The cells that the blank goes to, from the root to where the walk is.
    pub(crate) fn path(&self) -> impl Iterator<Item = u8> {
        let blanks = self.frames[1..self.depth.max(1)].iter().map(|frame| frame.blank);
        blanks.chain((self.depth > 0).then_some(self.board.blank))
    }

    /// One turn: reads what was asked for, goes on to the next node and asks for its children.
    #[inline(always)]
    pub(crate) fn step(&mut self, evaluator: &Evaluator<'_, VIEWS>, automaton: &Automaton) -> Step {
        match self.awaited {
            Awaited::Nothing if self.goal_depth == 0 => return Step::Solved,
            Awaited::Nothing => {
                if self.expand(evaluator, automaton) {
                    return Step::Walking;
                }
            }
            Awaited::Tight => {
                let tight = self.frames[self.depth].tight();
                self.read(evaluator, tight);
                let others = !tight & ((1 << VIEWS) - 1);
                if others != 0 && self.frames[self.depth].count > 0 {
                    self.awaited = Awaited::Others;
                    self.ask(evaluator, others);
                    return Step::Walking;
                }
                self.sort();
            }
            Awaited::Others => {
                self.read(evaluator, !self.frames[self.depth].tight() & ((1 << VIEWS) - 1));
                self.sort();
            }
        }
        loop {
            let frame = &mut self.frames[self.depth];
            if frame.next < frame.count {
                frame.next += 1;
                self.descend();
                if self.depth == self.goal_depth {
                    return Step::Solved;
                }
                if self.expand(evaluator, automaton) {
                    return Step::Walking;
                }
            } else if self.depth == 0 {
                return Step::Exhausted;
            } else {
                self.ascend();
            }
        }
    }

    /// Lists the children that the automaton allows and asks for them. False if there are none.
    #[inline(always)]
    fn expand(&mut self, evaluator: &Evaluator<'_, VIEWS>, automaton: &Automaton) -> bool {
        self.expanded += 1;
        let ways = evaluator.ways(self.board.blank);
        let frame = &mut self.frames[self.depth];
        frame.blank = self.board.blank;
        let mut count = 0;
        for (from, state) in ways.into_iter().zip(automaton.next(self.state)) {
            let child = &mut frame.children[count % 4];
            child.from = from;
            child.state = state;
            count += usize::from(state != FORBIDDEN);
        }
        frame.order = [0, 1, 2, 3];
        frame.count = count as u8;
        frame.next = 0;
        self.generated += count as u64;
        let tight = frame.tight();
        let (awaited, views) =
            if tight == 0 { (Awaited::Others, (1 << VIEWS) - 1) } else { (Awaited::Tight, tight) };
        self.awaited = awaited;
        self.ask(evaluator, views);
        count > 0
    }

    /// Computes where the children that are left are found in some views.
    #[inline(always)]
    fn ask(&mut self, evaluator: &Evaluator<'_, VIEWS>, views: Views) {
        let frame = &mut self.frames[self.depth];
        for index in 0..frame.count as usize {
            let child = &mut frame.children[frame.order[index % 4] as usize % 4];
            let slots = evaluator.slots_of(self.board.tiles[child.from as usize % CELLS]);
            for view in (0..VIEWS).filter(|view| views >> view & 1 == 1) {
                let slot = slots[view];
                let Slot { reader, map } = evaluator.slot(slot);
                let (from, to) = (map.image(child.from.into()), map.image(frame.blank.into()));
                let (standing, byte) = reader.slide(self.standings[slot as usize % LOOKUPS], from, to);
                prefetch(reader.bits(), byte);
                child.probes[view] = Probe { standing, byte: byte as u32, slack: 0, slot };
            }
        }
    }

    /// Reads the views that were asked for and drops the children that they cut off.
    #[inline(always)]
    fn read(&mut self, evaluator: &Evaluator<'_, VIEWS>, views: Views) {
        let frame = &mut self.frames[self.depth];
        let mut kept = 0;
        for index in 0..frame.count as usize {
            let number = frame.order[index % 4];
            let child = &mut frame.children[number as usize % 4];
            let mut fits = true;
            for view in (0..VIEWS).filter(|view| views >> view & 1 == 1) {
                let probe = &mut child.probes[view];
                let reader = &evaluator.slot(probe.slot).reader;
                let (standing, growth) = reader.settle(probe.standing, probe.byte as usize);
                probe.standing = standing;
                probe.slack = frame.slack[view].wrapping_sub(growth.into());
                if u16::from(growth) > frame.slack[view] {
                    fits = false;
                    break;
                }
            }
            frame.order[kept % 4] = number;
            kept += usize::from(fits);
        }
        frame.count = kept as u8;
    }

    /// Puts the children with the most slack first, which is where the goal is found soonest.
    #[inline(always)]
    fn sort(&mut self) {
        let frame = &mut self.frames[self.depth];
        let count = frame.count as usize;
        if count < 2 {
            return;
        }
        let mut keyed = [(0, 0); 4];
        for (key, &number) in keyed.iter_mut().zip(&frame.order[..count]) {
            let slack = frame.children[number as usize % 4].probes.map(|probe| u32::from(probe.slack));
            let least = slack.iter().min().unwrap_or(&0);
            *key = (u32::MAX - (least << 16) - slack.iter().sum::<u32>(), number);
        }
        // By insertion: there are two as a rule, and never more than four.
        for last in 1..count {
            for place in (1..=last).rev() {
                if keyed[place % 4] < keyed[place - 1] {
                    keyed.swap(place % 4, place - 1);
                }
            }
        }
        for (order, (_, child)) in frame.order.iter_mut().zip(keyed) {
            *order = child;
        }
    }

    /// Makes the move to the child that was just taken.
    #[inline(always)]
    fn descend(&mut self) {
        let [frame, next] = &mut self.frames[self.depth..][..2] else { unreachable!("two frames") };
        let blank = frame.blank;
        let child = frame.taken();
        std::mem::swap(&mut self.state, &mut child.state);
        self.board.tiles[blank as usize % CELLS] = self.board.tiles[child.from as usize % CELLS];
        self.board.blank = child.from;
        for (probe, slack) in child.probes.iter_mut().zip(&mut next.slack) {
            std::mem::swap(&mut self.standings[probe.slot as usize % LOOKUPS], &mut probe.standing);
            *slack = probe.slack;
        }
        self.depth += 1;
    }

    /// Takes the last move back.
    #[inline(always)]
    fn ascend(&mut self) {
        self.depth -= 1;
        let frame = &mut self.frames[self.depth];
        let blank = frame.blank;
        self.board.tiles[self.board.blank as usize % CELLS] = self.board.tiles[blank as usize % CELLS];
        self.board.blank = blank;
        let child = frame.taken();
        std::mem::swap(&mut self.state, &mut child.state);
        for probe in &mut child.probes {
            std::mem::swap(&mut self.standings[probe.slot as usize % LOOKUPS], &mut probe.standing);
        }
    }
}
