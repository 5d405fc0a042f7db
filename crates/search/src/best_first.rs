//! Best-first search: always expand the open node that ranks first.
//!
//! Uniform cost, greedy, A* and weighted A* are rankings; the open list decides among equal keys; tree
//! search and graph search are two ways of handling duplicates. With an admissible heuristic, the lower
//! bounds that rankings report are proved.

use std::collections::HashSet;

use crate::arena::moves_along;
use crate::duplicates::{Current, Duplicates, Nodes};
use crate::heuristic::Heuristic;
use crate::limits::{Limit, Limits};
use crate::observer::{Entry, Fate, Lists, Observer};
use crate::open_list::OpenList;
use crate::puzzle::{Cost, Puzzle};
use crate::ranking::Ranking;
use crate::report::{Outcome, Report};
use crate::run::{Run, continues};

/// The parameters of a best-first search.
#[derive(Clone, Copy, Debug, Default)]
pub struct BestFirst<R, L, D> {
    /// Which node comes first.
    pub ranking: R,
    /// What holds the open nodes, and decides among equal keys.
    pub open: L,
    /// How duplicate states are handled.
    pub duplicates: D,
}

/// Searches from `start`, always expanding the open node that `strategy` ranks first.
pub fn best_first<P, H, R, L, D>(
    puzzle: &P,
    start: P::State,
    heuristic: &H,
    strategy: BestFirst<R, L, D>,
    limits: &Limits,
    mut observer: impl Observer<P>,
) -> Report<P::Move>
where
    P: Puzzle,
    H: Heuristic<P>,
    R: Ranking<P::State>,
    L: OpenList<R::Key>,
    D: Duplicates,
{
    let BestFirst { ranking, open, .. } = strategy;
    let mut run = Run::start(limits);
    let memo = heuristic.start(puzzle, &start);
    let mut lower_bound = heuristic.value(memo);
    let current = Current { id: 0, g: 0, memo };
    let nodes = D::Nodes::<P, H>::default();
    let mut search = Search { puzzle, heuristic, ranking, open, nodes, open_len: 0, current };
    search.begin(start);
    run.note_open(search.open_len);
    let outcome = loop {
        let Some(key) = search.remove_first() else {
            lower_bound = Cost::MAX;
            break Outcome::Unsolvable;
        };
        if let Err(limit) = continues(observer.expand(search.entry(), &search)) {
            lower_bound = search.proved(key, lower_bound);
            break Outcome::Stopped(limit);
        }
        run.stats.goal_checks += 1;
        if puzzle.is_goal(search.nodes.state(search.current.id)) {
            lower_bound = search.proved(key, lower_bound);
            let (moves, cost) = moves_along(puzzle, &search.nodes.path(search.current.id));
            break Outcome::Solved { moves, cost };
        }
        if run.due()
            && let Err(limit) = search.pulse(&mut run, &mut observer)
        {
            lower_bound = search.proved(key, lower_bound);
            break Outcome::Stopped(limit);
        }
        search.expand(&mut run, &mut observer);
        observer.expanded(&search);
        run.note_open(search.open_len);
        run.stats.largest_closed = run.stats.largest_closed.max(search.nodes.closed_len());
    };
    run.finish(outcome, lower_bound, search.bytes())
}

/// The nodes and lists of one search.
struct Search<'a, P: Puzzle, H: Heuristic<P>, R, L, N> {
    puzzle: &'a P,
    heuristic: &'a H,
    ranking: R,
    open: L,
    nodes: N,
    /// How many nodes are open; the list itself may hold some twice.
    open_len: usize,
    /// The node removed last.
    current: Current<H::Memo>,
}

impl<P, H, R, L, N> Search<'_, P, H, R, L, N>
where
    P: Puzzle,
    H: Heuristic<P>,
    R: Ranking<P::State>,
    L: OpenList<R::Key>,
    N: Nodes<P, H>,
{
    fn begin(&mut self, start: P::State) {
        let memo = self.current.memo;
        let key = self.ranking.key(&start, 0, self.heuristic.value(memo));
        let ticket = self.nodes.begin(self.puzzle, start, memo);
        self.open.push(key, ticket);
        self.open_len = 1;
    }

    /// The lower bound that the smallest key proves, at least `known`.
    fn proved(&self, smallest: R::Key, known: Cost) -> Cost {
        self.ranking.lower_bound(smallest).map_or(known, |bound| bound.max(known))
    }

    fn pulse(&self, run: &mut Run<'_>, observer: &mut impl Observer<P>) -> Result<(), Limit> {
        if self.nodes.is_full() {
            return Err(Limit::Memory);
        }
        run.pulse(self.bytes(), self.nodes.growth(), observer)
    }

    /// Removes the first node from the open list and returns its key; a node that is already closed was on the list
    /// twice and is skipped.
    #[inline]
    fn remove_first(&mut self) -> Option<R::Key> {
        loop {
            let (key, ticket) = self.open.pop()?;
            if let Some(current) = self.nodes.remove(self.puzzle, self.heuristic, ticket) {
                self.open_len -= 1;
                self.current = current;
                return Some(key);
            }
        }
    }

    /// Closes the current node and handles its successors.
    #[inline]
    fn expand(&mut self, run: &mut Run<'_>, observer: &mut impl Observer<P>) {
        let Search { puzzle, heuristic, ranking, open, nodes, open_len, current } = self;
        run.stats.expanded += 1;
        nodes.close(current.id);
        for (place, mv) in puzzle.moves(nodes.state(current.id)).enumerate() {
            run.stats.generated += 1;
            nodes.generate((puzzle, heuristic), current, (place, mv), ranking.reopens(), |generated| {
                let Entry { state, g, h, .. } = generated.entry;
                match generated.fate {
                    Fate::Opened | Fate::Reopened => {
                        open.push(ranking.key(state, g, h), generated.ticket);
                        *open_len += 1;
                    }
                    Fate::Improved => open.update(ranking.key(state, g, h), generated.ticket),
                    Fate::Duplicate | Fate::Pruned => {}
                }
                run.stats.reopened += u64::from(generated.fate == Fate::Reopened);
                observer.generate(mv, generated.entry, generated.fate);
            });
        }
    }

    /// The current node as an observer sees it.
    fn entry(&self) -> Entry<'_, P::State> {
        let Current { id, g, memo } = self.current;
        let (state, parent) = (self.nodes.state(id), self.nodes.parent_state(id));
        Entry { state, parent, g, h: self.heuristic.value(memo) }
    }

    fn bytes(&self) -> usize {
        self.nodes.bytes() + self.open.bytes()
    }
}

impl<P, H, R, L, N> Lists<P::State> for Search<'_, P, H, R, L, N>
where
    P: Puzzle,
    H: Heuristic<P>,
    R: Ranking<P::State>,
    L: OpenList<R::Key>,
    N: Nodes<P, H>,
{
    fn open_len(&self) -> usize {
        self.open_len
    }

    fn closed_len(&self) -> usize {
        self.nodes.closed_len()
    }

    fn open(&self, visit: &mut dyn FnMut(Entry<'_, P::State>)) {
        let mut open = self.open.clone();
        let mut seen = HashSet::new();
        while let Some((_, ticket)) = open.pop() {
            if seen.insert(ticket) {
                self.nodes.show_open(self.puzzle, self.heuristic, ticket, visit);
            }
        }
    }

    fn closed(&self, visit: &mut dyn FnMut(Entry<'_, P::State>)) {
        self.nodes.show_closed(self.heuristic, visit);
    }

    fn prefix(&self, visit: &mut dyn FnMut(&P::State)) {
        self.nodes.path(self.current.id).into_iter().for_each(visit);
    }
}
