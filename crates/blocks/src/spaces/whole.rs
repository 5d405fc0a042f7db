//! Whole spaces on all cores: how many positions there are at each distance from the start, and from the
//! goals among them.
//!
//! The states of the last levels are listed (see `shards`), unless the positions of the piece set have
//! numbers and two bits for each of them take less memory (see `flood`); then the count starts over with
//! these.

use taquin_search::host::Instant;
use taquin_search::{Cost, Limit, Limits, Progress};

use crate::compiled::blocks::Blocks;
use crate::compiled::word::Word;
use crate::search::levels::Levels;
use crate::spaces::flood::WholeFlood;
use crate::spaces::numbering::Numbering;
use crate::spaces::shards::Shards;

/// The result of a pass over a whole space.
#[derive(Clone, Debug)]
pub struct Pass<C> {
    /// How many positions there are at distance 0, 1, 2 …; whole levels only.
    pub levels: Vec<u64>,
    /// The limit that ended it before the last level, if one did.
    pub stopped: Option<Limit>,
    /// The smallest states of the last level, ascending, at most [`Pass::FARTHEST`].
    pub farthest: Vec<C>,
    /// The first level that has a goal.
    pub nearest_goal: Option<Cost>,
    /// The goals, where they are listed.
    pub(crate) goals: Vec<C>,
    /// All states, where they were to be kept; those of a level in ascending order.
    pub states: Option<Levels<C>>,
    /// The most bytes held in lists and tables.
    pub peak_bytes: usize,
    /// Wall-clock seconds.
    pub seconds: f64,
}

impl Pass<()> {
    /// The most states that are kept as the farthest.
    pub const FARTHEST: usize = 1000;
}

/// At this many bytes of lists, and then whenever they have grown by a factor of `AGAIN`, it is checked whether bits
/// would take much less.
const FIRST: usize = 1 << 25;
const AGAIN: usize = 4;
/// Bits, which are slower, are used only if they need at most this fraction of the memory of lists.
const PART: usize = 4;

/// The most steps that the numbers of all positions are worth.
const STEPS: usize = 1 << 28;

/// A space that is enumerated from the start, then from its goals.
pub struct WholeSpace<'a, O, C> {
    blocks: &'a Blocks<O, C>,
    threads: usize,
    limits: Limits,
    started: Instant,
    /// The bytes of the states that a pass has kept.
    kept: usize,
    /// The space in bits, once it has turned to them.
    flood: Option<WholeFlood<'a, O, C>>,
    /// The goals that the first pass has listed.
    goals: Vec<C>,
    /// At how many bytes of lists to ask for bits.
    first: usize,
}

impl<'a, O: Word, C: Word> WholeSpace<'a, O, C> {
    /// The space that can be reached from the start of `blocks`, on `threads` threads. The result does not depend on
    /// their number. The limits hold for both passes together, except the node limit.
    #[must_use]
    pub fn new(blocks: &'a Blocks<O, C>, threads: usize, limits: &Limits) -> Self {
        let (limits, started) = (limits.clone(), Instant::now());
        WholeSpace { blocks, threads, limits, started, kept: 0, flood: None, goals: vec![], first: FIRST }
    }

    /// The same where all positions are known already.
    #[must_use]
    pub fn known(blocks: &'a Blocks<O, C>, states: &[C], threads: usize, limits: &Limits) -> Self {
        let goals = states.iter().copied().filter(|&state| blocks.reached(state)).collect();
        WholeSpace { goals, kept: size_of_val(states), ..Self::new(blocks, threads, limits) }
    }

    /// The remaining limits.
    fn left(&self) -> Limits {
        let mut limits = self.limits.clone();
        limits.time = limits.time.map(|time| time.saturating_sub(self.started.elapsed()));
        limits.memory = limits.memory.map(|memory| memory.saturating_sub(self.kept));
        limits
    }

    /// Counts from the start, no farther than `depth`, which is a limit where something lies beyond; keeps
    /// all states if told to.
    pub fn from_start(&mut self, depth: Cost, keep: bool, progress: &mut dyn Progress) -> Pass<C> {
        let mut pass = self.pass(&[self.blocks.start()], depth, keep, progress);
        self.goals = std::mem::take(&mut pass.goals);
        pass
    }

    /// Counts from all goals that the first pass has met, after it has come to its end; keeps all states if
    /// told to. Moves can be undone, so these are the distances to the goal. Without a goal there is no
    /// level.
    pub fn from_goals(&mut self, keep: bool, progress: &mut dyn Progress) -> Pass<C> {
        if let Some(flood) = &self.flood {
            flood.begin_with_goals();
            return flood.run(Cost::MAX, &self.left(), progress);
        }
        let goals = std::mem::take(&mut self.goals);
        let mut pass = self.pass(&goals, Cost::MAX, keep, progress);
        self.goals = std::mem::take(&mut pass.goals);
        pass
    }

    fn pass(&mut self, sources: &[C], depth: Cost, keep: bool, progress: &mut dyn Progress) -> Pass<C> {
        let (blocks, limits) = (self.blocks, &self.left());
        let (memory, mut ask) = (limits.memory.unwrap_or(usize::MAX), self.first);
        let lists = Shards::new(blocks, sources, keep, self.threads, limits);
        let ended = lists.run(depth, progress, |bytes| {
            if keep || bytes < ask {
                return None;
            }
            ask = bytes.saturating_mul(AGAIN);
            // Both exist for a moment, unless there is no memory for the lists.
            let part = (bytes / PART).min(memory.saturating_sub(bytes));
            let most = if bytes == usize::MAX { memory } else { part };
            // A position takes some bits and hardly more than a step, and the time stays short.
            Numbering::new(blocks, &vec![false; blocks.spots()], most, most.min(STEPS))
        });
        match ended {
            Ok(mut pass) => {
                if let Some(states) = &mut pass.states {
                    states.sort(self.threads);
                    self.kept += states.bytes();
                }
                pass
            }
            Err(numbering) => {
                let flood = WholeFlood::new(blocks, numbering, self.threads);
                flood.begin(sources);
                self.flood.insert(flood).run(depth, limits, progress)
            }
        }
    }
}

/// The smallest of many states.
#[derive(Clone, Debug)]
pub(crate) struct Smallest<C> {
    states: Vec<C>,
    /// No state from here on is among the smallest.
    bound: Option<C>,
}

impl<C> Default for Smallest<C> {
    fn default() -> Self {
        Smallest { states: vec![], bound: None }
    }
}

impl<C: Word> Smallest<C> {
    /// Adds a state.
    #[inline]
    pub(crate) fn push(&mut self, state: C) {
        if self.bound.is_some_and(|bound| state >= bound) {
            return;
        }
        self.states.push(state);
        if self.states.len() == 2 * Pass::FARTHEST {
            let (_, &mut bound, _) = self.states.select_nth_unstable(Pass::FARTHEST);
            self.bound = Some(bound);
            self.states.truncate(Pass::FARTHEST);
        }
    }

    /// The smallest, ascending.
    pub(crate) fn into_sorted(mut self) -> Vec<C> {
        self.states.sort_unstable();
        self.states.truncate(Pass::FARTHEST);
        self.states
    }
}

/// The smallest of the states in some lists.
pub(crate) fn smallest<'s, C: Word>(lists: impl Iterator<Item = &'s [C]>) -> Vec<C> {
    let mut smallest = Smallest::default();
    lists.flatten().for_each(|&state| smallest.push(state));
    smallest.into_sorted()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::compiled::atlas::Scope;
    use crate::compiled::compile::{Task, compile};
    use crate::compiled::symmetry::Symmetries;
    use crate::model::metric::Metric;
    use crate::{catalogue, explore, format};

    /// What two passes tell: the levels, the farthest and the nearest goal.
    type Told<C> = (Vec<u64>, Vec<C>, Option<Cost>, Vec<u64>, Vec<C>);

    fn told<C: Word>(first: Pass<C>, second: Pass<C>) -> Told<C> {
        assert_eq!((first.stopped, second.stopped), (None, None));
        (first.levels, first.farthest, first.nearest_goal, second.levels, second.farthest)
    }

    /// Lists and bits, on one thread and on three, against the search that is known.
    struct Compare;

    impl Task for Compare {
        type Output = ();
        fn run<O: Word, C: Word>(self, blocks: &Blocks<O, C>) {
            let (none, limits) = (Symmetries::none(), Limits::default());
            let known = explore(blocks, &none, [blocks.start()], &limits, &mut (), |_| false).levels;
            let goals: Vec<C> =
                known.states().iter().copied().filter(|&state| blocks.reached(state)).collect();
            let back = explore(blocks, &none, goals, &limits, &mut (), |_| false).levels;
            let last = |levels: &Levels<C>| match levels.states() {
                [] => vec![],
                _ => smallest([levels.level(levels.depth())].into_iter()),
            };
            let nearest = (0..=known.depth())
                .find(|&depth| known.level(depth).iter().any(|&state| blocks.reached(state)));
            let expected =
                (known.counts().to_vec(), last(&known), nearest, back.counts().to_vec(), last(&back));
            for threads in [1, 3] {
                let mut space = WholeSpace::new(blocks, threads, &limits);
                let (first, second) =
                    (space.from_start(Cost::MAX, true, &mut ()), space.from_goals(true, &mut ()));
                let mut states = known.states().to_vec();
                let kept = first.states.as_ref().expect("they were to be kept");
                let mut all = kept.states().to_vec();
                all.sort_unstable();
                states.sort_unstable();
                assert_eq!(all, states);
                assert_eq!(kept.counts(), known.counts());
                assert_eq!(told(first, second), expected);
                let flood = all_in_bits(blocks, threads);
                flood.begin(&[blocks.start()]);
                let first = flood.run(Cost::MAX, &limits, &mut ());
                flood.begin_with_goals();
                assert_eq!(told(first, flood.run(Cost::MAX, &limits, &mut ())), expected);
                let few = WholeSpace::new(blocks, threads, &limits).from_start(2, false, &mut ());
                assert_eq!(few.levels, known.counts()[..known.counts().len().min(3)]);
                assert_eq!(few.stopped, (known.counts().len() > 3).then_some(Limit::Depth));
            }
        }
    }

    fn all_in_bits<O: Word, C: Word>(blocks: &Blocks<O, C>, threads: usize) -> WholeFlood<'_, O, C> {
        let none = vec![false; blocks.spots()];
        let numbering = Numbering::new(blocks, &none, usize::MAX, usize::MAX).expect("they have numbers");
        WholeFlood::new(blocks, numbering, threads)
    }

    #[test]
    fn lists_and_bits_agree_on_any_number_of_threads() {
        for name in ["klotski", "pennant", "hughes", "simplicity", "moving-day", "mas-puzzle"] {
            for metric in Metric::ALL {
                let problem = catalogue::find(name).expect("a named puzzle").problem().with_metric(metric);
                compile(&problem, Scope::Reachable, Compare).expect("it fits");
            }
        }
        for text in
            ["ab.\ncd.\ngoal: ba./cd.", "ab\ngoal: ba", "fly: all\na#./#b.\ngoal: ..a/...", "ab.\nc.."]
        {
            let problem = format::parse(text).expect("a puzzle");
            compile(&problem, Scope::Reachable, Compare).expect("it fits");
        }
    }

    /// Where lists outgrow bits, or memory, bits take over.
    struct Outgrow;

    impl Task for Outgrow {
        type Output = ();
        fn run<O: Word, C: Word>(self, blocks: &Blocks<O, C>) {
            let all = Limits::default();
            let mut lists = WholeSpace::new(blocks, 2, &all);
            let expected = (lists.from_start(Cost::MAX, false, &mut ()), lists.from_goals(false, &mut ()));
            assert!(lists.flood.is_none());
            let mut space = WholeSpace { first: 1 << 16, ..WholeSpace::new(blocks, 2, &all) };
            let found = (space.from_start(Cost::MAX, false, &mut ()), space.from_goals(false, &mut ()));
            assert!(space.flood.is_some(), "bits take less");
            assert!(found.0.peak_bytes < expected.0.peak_bytes);
            let expected = told(expected.0, expected.1);
            assert_eq!(told(found.0, found.1), expected);
            let little = Limits { memory: Some(1 << 19), ..Limits::default() };
            let mut space = WholeSpace::new(blocks, 2, &little);
            let found = (space.from_start(Cost::MAX, false, &mut ()), space.from_goals(false, &mut ()));
            assert!(space.flood.is_some(), "memory holds no lists");
            assert!(found.0.peak_bytes <= 1 << 19);
            assert_eq!(told(found.0, found.1), expected);
            let least = Limits { memory: Some(1 << 14), ..Limits::default() };
            let stopped = WholeSpace::new(blocks, 2, &least).from_start(Cost::MAX, false, &mut ());
            assert_eq!(stopped.stopped, Some(Limit::Memory));
        }
    }

    #[test]
    fn bits_take_over_from_lists() {
        let text = "ZZab\nZZcd\nef..\n....\n....\ngoal: ..../..../..../..ZZ/..ZZ";
        let problem = format::parse(text).expect("a puzzle");
        compile(&problem, Scope::Reachable, Outgrow).expect("it fits");
    }
}
