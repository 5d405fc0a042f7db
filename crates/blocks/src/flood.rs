//! Breadth-first search of a whole space in two or three bits a position.
//!
//! Where the positions of a piece set have numbers (see `numbering`), a table of bits says of each
//! whether it was seen and whether its level is the one to expand, so that spaces of thousands of
//! millions fit into memory (Cooperman and Finkelstein, 1992; Korf's two-bit search, 2008). With a
//! third bit the level of every position is known modulo three, which is enough to walk back.

mod block;

use taquin_search::{BoundCount, Cost, Limit, Limits, Meter, Observer, Outcome, Report, Stats};

use self::block::{Block, Lead, NONE};
use crate::blocks::{Blocks, Move};
use crate::filling::Filling;
use crate::numbering::{Numbering, Prefix};
use crate::word::Word;

/// How many bits a position takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Keep {
    /// Two: enough to know how far the goal is.
    Frontier,
    /// Three: enough to know the way.
    Levels,
}

/// A whole space is larger than memory, or has no numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TooLarge;

/// How far the goal is, and how many positions lie at each distance from the start.
#[derive(Clone, Debug)]
pub struct Flood {
    /// The positions at each distance that was expanded.
    pub levels: Vec<u64>,
    /// How many positions have a number, whether they are within reach or not.
    pub positions: u64,
    /// The report; the moves of a solution are there only with [`Keep::Levels`].
    pub report: Report<Move>,
}

/// Searches level by level from the start to the goal.
///
/// # Errors
/// If the positions cannot be numbered, or take more memory than `limits` allow.
pub fn flood<O: Word, C: Word>(
    blocks: &Blocks<O, C>,
    keep: Keep,
    limits: &Limits,
    mut observer: impl Observer<Blocks<O, C>>,
) -> Result<Flood, TooLarge> {
    let planes = if keep == Keep::Levels { 3 } else { 2 };
    let numbering = Numbering::new(blocks, planes, limits.memory.unwrap_or(usize::MAX)).ok_or(TooLarge)?;
    let mut search = Search::new(blocks, &numbering, planes, limits);
    let mut levels = vec![];
    let start = blocks.start();
    let outcome = if blocks.reached(start) {
        Outcome::Solved { moves: vec![], cost: 0 }
    } else {
        // A start from which the goal is one move away may have no number.
        if let Some(at) = search.locate(start) {
            search.mark(at, 0);
        } else {
            search.frontier_start = Some(start);
        }
        loop {
            let depth = levels.len() as Cost;
            observer.bound(depth);
            match search.expand(depth, &mut observer) {
                Err(limit) => break Outcome::Stopped(limit),
                Ok(0) if search.goal.is_none() => break Outcome::Unsolvable,
                Ok(count) => levels.push(count),
            }
            if let Some((before, mv)) = search.goal {
                let mut moves = if keep == Keep::Levels { search.way_to(before, depth) } else { vec![] };
                moves.push(mv);
                break Outcome::Solved { moves, cost: depth + 1 };
            }
        }
    };
    let lower_bound = match &outcome {
        Outcome::Solved { cost, .. } => *cost,
        Outcome::Unsolvable => Cost::MAX,
        Outcome::Stopped(_) => levels.len() as Cost + 1,
    };
    let mut stats = search.stats;
    stats.seconds = search.meter.seconds();
    stats.peak_bytes = numbering.bytes();
    let report = Report { outcome, lower_bound, stats };
    Ok(Flood { levels, positions: numbering.positions(), report })
}

/// A position's place in the table: prefix, block, words of a plane, number in the block.
type Place = (usize, usize, usize, usize);

struct Search<'a, O, C> {
    blocks: &'a Blocks<O, C>,
    numbering: &'a Numbering<C>,
    planes: usize,
    bits: Vec<u64>,
    /// By prefix: whether it may have positions of the next level.
    fresh: Vec<bool>,
    leads: Vec<Lead>,
    stamp: u32,
    /// A start without a number.
    frontier_start: Option<C>,
    /// The state before the goal, and the move that reaches it.
    goal: Option<(C, Move)>,
    meter: Meter<'a>,
    stats: Stats,
}

impl<'a, O: Word, C: Word> Search<'a, O, C> {
    fn new(blocks: &'a Blocks<O, C>, numbering: &'a Numbering<C>, planes: usize, limits: &'a Limits) -> Self {
        Search {
            blocks,
            numbering,
            planes,
            bits: vec![0; numbering.words()],
            fresh: vec![false; numbering.prefixes.len()],
            leads: vec![Lead::nowhere(0, 0); blocks.entries.len()],
            stamp: 0,
            frontier_start: None,
            goal: None,
            meter: Meter::start(limits),
            stats: Stats::default(),
        }
    }

    /// The value that marks a level: modulo three, or as odd or even.
    fn value(&self, depth: Cost) -> u64 {
        1 + u64::from(if self.planes == 3 { depth % 3 } else { depth % 2 })
    }

    fn locate(&self, state: C) -> Option<Place> {
        let (prefix, suffix) = self.numbering.find(self.blocks, state)?;
        let filling = &self.numbering.filling;
        let mut cover = self.numbering.prefixes[prefix].cover;
        self.numbering.each_suffix_spot(suffix, |spot| cover |= self.numbering.covers[usize::from(spot)]);
        let free = filling.all() & !cover;
        let taken =
            filling.group.as_ref().map_or(0, |group| state.slice(group.first.into(), group.len).number());
        let numbered = filling.numbered(taken, free);
        let number = Filling::number(numbered, &Filling::places(free));
        let words = filling.words(self.numbering.prefixes[prefix].free);
        Some((prefix, self.numbering.block(prefix, suffix), words, number))
    }

    fn mark(&mut self, (prefix, block, words, number): Place, depth: Cost) {
        let value = self.value(depth);
        if mark(&mut self.bits[block..], words, number, value) {
            self.fresh[prefix] = true;
        }
    }

    /// Expands the positions of one level and counts them; stops at the goal.
    fn expand(&mut self, depth: Cost, observer: &mut impl Observer<Blocks<O, C>>) -> Result<u64, Limit> {
        let before = (self.stats.expanded, self.stats.generated);
        if let Some(start) = self.frontier_start.take() {
            self.expand_alone(start, depth + 1);
        }
        let fresh = std::mem::replace(&mut self.fresh, vec![false; self.numbering.prefixes.len()]);
        for prefix in (0..fresh.len()).filter(|&prefix| fresh[prefix]) {
            let this = self.numbering.prefixes[prefix];
            for suffix in self.numbering.suffixes_of(prefix) {
                self.expand_block(prefix, &this, suffix, depth);
                if self.goal.is_some() {
                    break;
                }
            }
            if self.meter.due(self.stats.expanded) {
                self.stats.seconds = self.meter.seconds();
                self.meter.check(self.stats.expanded, self.numbering.bytes())?;
                if observer.tick(&self.stats).is_break() {
                    return Err(Limit::Cancelled);
                }
            }
            if self.goal.is_some() {
                break;
            }
        }
        let expanded = self.stats.expanded - before.0;
        let generated = self.stats.generated - before.1;
        self.stats.bounds.push(BoundCount { bound: depth, expanded, generated });
        self.stats.largest_open = self.stats.largest_open.max(expanded as usize);
        Ok(expanded)
    }

    /// Expands a start that has no number.
    fn expand_alone(&mut self, state: C, depth: Cost) {
        self.stats.expanded += 1;
        let mut found = vec![];
        self.blocks.each_move(state, |mv, after| found.push((mv, after)));
        self.stats.generated += found.len() as u64;
        for (mv, after) in found {
            if self.blocks.reached(after) {
                self.goal = Some((state, mv));
            } else if let Some(place) = self.locate(after) {
                self.mark(place, depth);
            }
        }
    }

    /// Expands the positions of one block that are of the level `depth`.
    fn expand_block(&mut self, prefix: usize, this: &Prefix<C>, suffix: usize, depth: Cost) {
        let numbering = self.numbering;
        let filling = &numbering.filling;
        let words = filling.words(this.free);
        let block = numbering.block(prefix, suffix);
        let value = self.value(depth);
        let mut open: Option<Block<O, C>> = None;
        for word in 0..words {
            let mut frontier = self.take_frontier(block, words, word, value);
            while frontier != 0 {
                let number = 64 * word + frontier.trailing_zeros() as usize;
                frontier &= frontier - 1;
                if open.is_none() {
                    self.stamp += 1;
                    open = Some(Block::new(self.blocks, numbering, this, suffix));
                }
                if let Some(open) = &open {
                    self.expand_position(open, (prefix, block, words, number), depth);
                }
            }
        }
    }

    /// The positions of a word of a block that are of a level, which are marked as expanded.
    #[inline]
    fn take_frontier(&mut self, block: usize, words: usize, word: usize, value: u64) -> u64 {
        let (low, high) = (self.bits[block + word], self.bits[block + words + word]);
        let is = |plane: u64, bit: u64| if value & bit != 0 { plane } else { !plane };
        let level = is(low, 1) & is(high, 2);
        if self.planes == 3 {
            let expanded = &mut self.bits[block + 2 * words + word];
            let frontier = level & !*expanded;
            *expanded |= frontier;
            return frontier;
        }
        self.bits[block + word] |= level;
        self.bits[block + words + word] |= level;
        level
    }

    #[inline]
    fn expand_position(&mut self, open: &Block<O, C>, (prefix, block, words, number): Place, depth: Cost) {
        let (blocks, numbering) = (self.blocks, self.numbering);
        let filling = &numbering.filling;
        let (state, empty, numbered) = open.position(filling, number);
        let range = filling.group.as_ref().map_or(0..0, |group| group.first..group.first + group.len as u16);
        let next = self.value(depth + 1);
        self.stats.expanded += 1;
        let (bits, fresh, leads) = (&mut self.bits, &mut self.fresh, &mut self.leads);
        let (stamp, generated, goal) = (self.stamp, &mut self.stats.generated, &mut self.goal);
        blocks.each_move_into(state, empty, |mv, after| {
            *generated += 1;
            if range.contains(&mv.from) {
                let moved = numbered ^ 1 << (mv.from - range.start) ^ 1 << (mv.to - range.start);
                if mark(&mut bits[block..], words, Filling::number(moved, &open.places), next) {
                    fresh[prefix] = true;
                    if blocks.reached(after) && goal.is_none() {
                        *goal = Some((state, mv));
                    }
                }
                return;
            }
            let lead = &mut leads[usize::from(mv.to)];
            if lead.stamp != stamp || lead.from != mv.from {
                *lead = open.lead(blocks, numbering, stamp, mv, after);
            }
            if blocks.reached(after) && goal.is_none() {
                *goal = Some((state, mv));
            }
            if lead.block == NONE {
                return;
            }
            let (vacated, taken) =
                (numbering.covers[usize::from(mv.from)], numbering.covers[usize::from(mv.to)]);
            let moved = filling.after(numbered, vacated, taken);
            if mark(&mut bits[lead.block..], lead.words, Filling::number(moved, &lead.places), next) {
                fresh[lead.prefix] = true;
            }
        });
    }

    /// The moves from the start to `last`, a position of the level `depth`.
    fn way_to(&self, last: C, depth: Cost) -> Vec<Move> {
        let (mut state, mut moves) = (last, vec![]);
        for depth in (0..depth).rev() {
            let value = self.value(depth);
            let mut step = None;
            self.blocks.each_move(state, |mv, before| {
                if step.is_none() {
                    let known = self.locate(before).is_some_and(|(_, block, words, number)| {
                        let bit = |plane: usize| {
                            self.bits[block + plane * words + number / 64] >> (number % 64) & 1
                        };
                        bit(0) | bit(1) << 1 == value
                    });
                    // A start without a number is the only position that is not in the table.
                    if known || (depth == 0 && before == self.blocks.start()) {
                        step = Some((mv, before));
                    }
                }
            });
            let (mv, before) = step.expect("every position has a neighbour in the level before");
            moves.push(Move { from: mv.to, to: mv.from });
            state = before;
        }
        moves.reverse();
        moves
    }
}

/// Marks a position as one of the level with this value; whether it was new.
#[inline]
fn mark(block: &mut [u64], words: usize, number: usize, value: u64) -> bool {
    let (word, bit) = (number / 64, 1 << (number % 64));
    if (block[word] | block[words + word]) & bit != 0 {
        return false;
    }
    block[word] |= if value & 1 != 0 { bit } else { 0 };
    block[words + word] |= if value & 2 != 0 { bit } else { 0 };
    true
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::atlas::Scope;
    use crate::compile::{Task, compile};
    use crate::metric::Metric;
    use crate::replay::replay;
    use crate::solve::solve;
    use crate::{Symmetries, catalogue, explore, format};

    /// Both ways through a space, for comparison.
    struct Both;

    impl Task for Both {
        type Output = ();
        fn run<O: Word, C: Word>(self, blocks: &Blocks<O, C>) {
            let limits = Limits::default();
            let usual = solve(blocks, &limits, ());
            let none = Symmetries::none();
            let whole = explore(blocks, &none, [blocks.start()], &limits, (), |_| false).levels;
            for keep in [Keep::Frontier, Keep::Levels] {
                let found = flood(blocks, keep, &limits, ()).expect("it has numbers");
                assert_eq!(found.report.lower_bound, usual.lower_bound);
                if usual.outcome == Outcome::Unsolvable {
                    assert_eq!(found.report.outcome, Outcome::Unsolvable);
                    assert_eq!(found.levels, whole.counts());
                    continue;
                }
                let Outcome::Solved { moves, cost } = found.report.outcome else { panic!("a solution") };
                assert_eq!(found.levels.len(), cost as usize);
                if keep == Keep::Levels {
                    assert_eq!(replay(blocks, &moves).len(), cost as usize);
                    let end = moves.iter().fold(blocks.start(), |state, &mv| blocks.moved(state, mv));
                    assert!(blocks.reached(end));
                }
            }
        }
    }

    #[test]
    fn floods_agree_with_the_usual_search() {
        for name in
            ["klotski", "pennant", "only-18-steps", "hughes", "simplicity", "moving-day", "baltic-sea"]
        {
            for metric in Metric::ALL {
                let problem = catalogue::find(name).expect("a named puzzle").problem().with_metric(metric);
                // Outside of its walls a level has no end of positions, unless a move crosses it at once.
                if name != "only-18-steps" || metric == Metric::Finger {
                    compile(&problem, Scope::Reachable, Both).expect("it fits");
                }
            }
        }
        for text in ["ab.\ncd.\ngoal: ba./cd.", "aa..\nbcde\ngoal: ..../aa..", "ab\nc.\ngoal: .a/b."] {
            let problem = format::parse(text).expect("a puzzle");
            compile(&problem, Scope::Reachable, Both).expect("it fits");
        }
    }

    #[test]
    fn a_space_that_does_not_fit_is_refused() {
        struct Refused;
        impl Task for Refused {
            type Output = bool;
            fn run<O: Word, C: Word>(self, blocks: &Blocks<O, C>) -> bool {
                let limits = Limits { memory: Some(1000), ..Limits::default() };
                flood(blocks, Keep::Levels, &limits, ()).is_err()
            }
        }
        let problem = catalogue::find("klotski").expect("a named puzzle").problem();
        assert_eq!(compile(&problem, Scope::Reachable, Refused), Ok(true));
    }
}
