//! Tables over the labels that matter.
//!
//! The kinds of tiles that a goal names are divided into groups. The table of a group counts the moves of its own
//! tiles alone, so the values of all groups may be added; kinds of too many tiles for a table are matched with their
//! cells. Where a goal leaves tiles free, whose moves no group counts, there are also tables that count every move
//! while the tiles of a group and the blanks find their places; of these the largest value holds. Where one move takes
//! tiles of several groups, only such tables are sound.

use std::ops::ControlFlow;
use std::sync::Mutex;

use taquin_search::host::{self, Instant};
use taquin_search::{Cost, Limit, Limits};

use super::flood::toggle;
use super::goal::arrangements;
use super::kinds::Kinds;
use super::matching::Matching;
use super::puzzle::LabelMoves;
use super::space::{ArrangementSpace, Masks, masks};

/// As many goals have tables as large as one alone.
const MOST_GOALS: u64 = 2;

/// The most tables of a goal that count every move.
const MOST_WHOLE: usize = 3;

/// The largest distance that is held.
const FARTHEST: u8 = u8::MAX - 1;

/// Expansions between two looks at the limits.
const INTERVAL: u64 = 1 << 14;

/// Sums of tables over groups of labels, for each goal.
#[derive(Clone, Debug)]
pub struct LabelPatterns {
    matching: Matching,
    tables: Vec<Table>,
    goals: Vec<Parts>,
}

/// What the bound of one goal is made of.
#[derive(Clone, Debug, Default)]
struct Parts {
    /// The tables that count the moves of their own tiles, by index.
    own: Vec<usize>,
    /// Those that count every move.
    whole: Vec<usize>,
    /// The kinds in groups, one bit each; the others are matched.
    covered: u64,
}

/// The table of a group.
#[derive(Clone, Debug)]
struct Table {
    /// What each kind is to the group: a number of its own, or that of all others.
    role: Vec<u8>,
    /// The kinds whose moves it counts, one bit each.
    counted: u64,
    space: ArrangementSpace,
    distances: Vec<u8>,
}

/// A table to be made.
#[derive(Clone, Debug)]
struct Group {
    goal: usize,
    members: Vec<usize>,
    counts_all: bool,
}

/// The most values that are kept along a path.
const KEPT: usize = 24;

/// The values of the tables, and their sum for the nearest goal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LabelMemo {
    values: [u8; KEPT],
    pub(super) total: Cost,
}

impl LabelMemo {
    /// A bound of which no part is kept.
    pub(super) fn of(total: Cost) -> Self {
        LabelMemo { values: [0; KEPT], total }
    }
}

impl LabelPatterns {
    /// Makes the tables for the goals of `kinds`, on `threads` threads, of groups that have at most `most`
    /// arrangements each with the blanks.
    ///
    /// # Errors
    /// The limit that is reached first.
    pub fn new(kinds: &Kinds, most: u64, threads: usize, limits: &Limits) -> Result<Self, Limit> {
        let held = limits.memory.map_or(u64::MAX, |bytes| bytes as u64 / 8);
        // Several goals share the work that one would be.
        let most = most.min(MOST_GOALS * most / kinds.goals.len() as u64).min(held);
        let groups: Vec<Group> = (0..kinds.goals.len()).flat_map(|goal| groups(kinds, goal, most)).collect();
        let tables = make_all(kinds, &groups, threads, limits)?;
        let mut goals = vec![Parts::default(); kinds.goals.len()];
        for (table, group) in groups.into_iter().enumerate() {
            let parts = &mut goals[group.goal];
            if group.counts_all {
                parts.whole.push(table);
            } else {
                group.members.iter().for_each(|&kind| parts.covered |= 1 << kind);
                parts.own.push(table);
            }
        }
        Ok(LabelPatterns { matching: Matching::new(kinds), tables, goals })
    }

    /// A lower bound on the moves to the nearest goal.
    #[must_use]
    pub fn distance(&self, kinds: &[u8]) -> Cost {
        self.bound(kinds, &|table| self.tables[table].distance(kinds))
    }

    /// The bound by the values of all tables.
    fn bound(&self, kinds: &[u8], value: &dyn Fn(usize) -> Cost) -> Cost {
        let of_goal = |(goal, parts): (usize, &Parts)| {
            let own = if parts.own.is_empty() {
                self.matching.moves(goal, kinds)
            } else {
                let matched = self.matching.steps(goal, kinds, |kind| parts.covered >> kind & 1 == 0);
                parts.own.iter().map(|&table| value(table)).sum::<Cost>() + matched
            };
            parts.whole.iter().map(|&table| value(table)).fold(own, Cost::max)
        };
        self.goals.iter().enumerate().map(of_goal).min().unwrap_or(0)
    }

    /// The values for an arrangement.
    pub(super) fn start(&self, kinds: &[u8]) -> LabelMemo {
        self.update(LabelMemo::of(0), kinds, u64::MAX)
    }

    /// The values for an arrangement after tiles of the kinds in `moved`, one bit each, have moved there, from those
    /// before.
    pub(super) fn step(&self, before: LabelMemo, kinds: &[u8], moved: u64) -> LabelMemo {
        self.update(before, kinds, moved)
    }

    /// Looks up what depends on tiles of the kinds that have `moved`.
    fn update(&self, mut memo: LabelMemo, kinds: &[u8], moved: u64) -> LabelMemo {
        if self.tables.len() > KEPT {
            return LabelMemo::of(self.distance(kinds));
        }
        for (value, table) in memo.values.iter_mut().zip(&self.tables) {
            if table.counted & moved != 0 {
                *value = table.distance(kinds) as u8;
            }
        }
        memo.total = self.bound(kinds, &|table| memo.values[table].into());
        memo
    }
}

impl Table {
    fn distance(&self, kinds: &[u8]) -> Cost {
        let masks = masks(kinds.iter().map(|&kind| self.role[kind as usize]));
        self.distances[self.space.rank_of(&masks) as usize].into()
    }
}

/// The groups of one goal: kinds that it names, those of neighbouring cells together.
fn groups(kinds: &Kinds, goal: usize, most: u64) -> Vec<Group> {
    let first = |kind: usize| kinds.goals[goal].iter().position(|&set| set == 1 << kind);
    let mut named: Vec<usize> = (1..kinds.counts.len()).filter(|&kind| first(kind).is_some()).collect();
    named.sort_by_key(|&kind| first(kind));
    let mut found: Vec<Vec<usize>> = Vec::new();
    for kind in named {
        let fits = |members: &[usize]| {
            let space = ArrangementSpace::new(&with_blanks(kinds, members));
            space.is_some_and(|space| space.size() <= most)
        };
        let larger = found.last().map(|last| [&last[..], &[kind]].concat()).filter(|group| fits(group));
        match (larger, found.last_mut()) {
            (Some(larger), Some(last)) => *last = larger,
            _ if fits(&[kind]) => found.push(vec![kind]),
            _ => {}
        }
    }
    let mut all: Vec<Group> = Vec::new();
    let additive = kinds.paths.are_single();
    if kinds.has_free_tiles() || !additive {
        let whole = found.iter().take(MOST_WHOLE).cloned();
        all.extend(whole.map(|members| Group { goal, members, counts_all: true }));
    }
    if additive {
        all.extend(found.into_iter().map(|members| Group { goal, members, counts_all: false }));
    }
    all
}

/// How many blanks there are, tiles of each member, and others.
fn with_blanks(kinds: &Kinds, members: &[usize]) -> Vec<u32> {
    let mut counts = vec![kinds.blanks()];
    counts.extend(members.iter().map(|&kind| kinds.counts[kind]));
    counts.push(kinds.counts.iter().sum::<u32>() - counts.iter().sum::<u32>());
    counts
}

/// Makes tables side by side.
fn make_all(kinds: &Kinds, groups: &[Group], threads: usize, limits: &Limits) -> Result<Vec<Table>, Limit> {
    let started = Instant::now();
    let made = Mutex::new((0, vec![None; groups.len()]));
    let work = || {
        loop {
            let next = {
                let mut made = made.lock().expect("no worker panics");
                made.0 += 1;
                made.0 - 1
            };
            let Some(group) = groups.get(next) else { return };
            let table = group.make(kinds, started, limits);
            made.lock().expect("no worker panics").1[next] = Some(table);
        }
    };
    host::scope(|scope| {
        for _ in 1..threads.min(groups.len()) {
            scope.spawn(work);
        }
        work();
    });
    let (_, made) = made.into_inner().expect("no worker panics");
    made.into_iter().map(|table| table.expect("every table was made")).collect()
}

impl Group {
    /// The distances of all arrangements of the group, from those that the goal allows.
    fn make(&self, kinds: &Kinds, started: Instant, limits: &Limits) -> Result<Table, Limit> {
        let others = self.members.len() as u8 + 1;
        let counts = with_blanks(kinds, &self.members);
        let space = ArrangementSpace::new(&counts).expect("a group that fits");
        // To the group a blank is a blank; to the table of its own moves it is one of the others.
        let mut role = vec![others; kinds.counts.len()];
        role[0] = 0;
        self.members.iter().zip(1..).for_each(|(&kind, number)| role[kind] = number);
        let of_set = |&set: &u64| {
            let inside = (0..role.len()).filter(|kind| set >> kind & 1 == 1);
            inside.fold(0_u64, |bits, kind| bits | 1 << role[kind])
        };
        let sets: Vec<u64> = kinds.goals[self.goal].iter().map(of_set).collect();
        let mut goals: Vec<u32> = Vec::new();
        let _ = arrangements(&sets, &counts, &mut |arrangement| {
            goals.push(space.rank(arrangement) as u32);
            ControlFlow::Continue(())
        });
        let polls = Polls { started, limits };
        if self.counts_all {
            let distances = polls.spread(kinds, &space, goals, |_| 1, |_, _| {})?;
            return Ok(Table { role, counted: u64::MAX, space, distances });
        }
        let mut small = counts[1..].to_vec();
        small[self.members.len()] += counts[0];
        let small = ArrangementSpace::new(&small).expect("fewer than with blanks");
        let mut least = vec![FARTHEST; small.size() as usize];
        polls.spread(
            kinds,
            &space,
            goals,
            |tile| u8::from(tile != others),
            |masks, distance| {
                let mut without = [0; 64];
                let members = self.members.len();
                without[..members].copy_from_slice(&masks[1..=members]);
                without[members] = masks[0] | masks[members + 1];
                let rank = small.rank_of(&without) as usize;
                least[rank] = least[rank].min(distance);
            },
        )?;
        let role = role.iter().map(|&role| if role == 0 { others - 1 } else { role - 1 }).collect();
        let counted = self.members.iter().fold(0, |bits, kind| bits | 1 << kind);
        Ok(Table { role, counted, space: small, distances: least })
    }
}

/// Looks at limits while tables are made.
struct Polls<'a> {
    started: Instant,
    limits: &'a Limits,
}

impl Polls<'_> {
    fn check(&self) -> Result<(), Limit> {
        if self.limits.is_cancelled() {
            return Err(Limit::Cancelled);
        }
        let is_late = self.limits.time.is_some_and(|most| self.started.elapsed() >= most);
        if is_late { Err(Limit::Time) } else { Ok(()) }
    }

    /// The least cost from `goals` to every arrangement of `space`, where a move costs nothing or 1 by its first tile;
    /// tells the cells of each arrangement with its distance.
    fn spread(
        &self,
        kinds: &Kinds,
        space: &ArrangementSpace,
        goals: Vec<u32>,
        cost: impl Fn(u8) -> u8,
        mut tell: impl FnMut(&Masks, u8),
    ) -> Result<Vec<u8>, Limit> {
        let mut distances = vec![FARTHEST; space.size() as usize];
        goals.iter().for_each(|&goal| distances[goal as usize] = 0);
        let (mut level, mut next, mut expanded) = (goals, Vec::new(), 0_u64);
        let (mut here, mut masks) = ([0; 64], [0; 64]);
        for distance in 0..FARTHEST {
            while let Some(rank) = level.pop() {
                // What is found again at a lower cost has been dealt with there.
                if distances[rank as usize] != distance {
                    continue;
                }
                expanded += 1;
                if expanded % INTERVAL == 0 {
                    self.check()?;
                }
                space.unrank_to(rank.into(), &mut here, &mut masks);
                tell(&masks, distance);
                for slide in LabelMoves::new(&kinds.paths, masks[0]) {
                    toggle(kinds, &here, &mut masks, slide);
                    let after = space.rank_of(&masks) as u32;
                    toggle(kinds, &here, &mut masks, slide);
                    let cost = cost(here[kinds.paths.path(slide)[0] as usize]);
                    if distance + cost < distances[after as usize] {
                        distances[after as usize] = distance + cost;
                        if cost == 0 { level.push(after) } else { next.push(after) }
                    }
                }
            }
            if next.is_empty() {
                break;
            }
            std::mem::swap(&mut level, &mut next);
        }
        Ok(distances)
    }
}
