//! Best-first search: always expand the open node that ranks first.
//!
//! Uniform cost, greedy, A* and weighted A* are rankings; the open list decides among equal keys;
//! tree search and graph search are two ways of handling duplicates. With an admissible heuristic,
//! the rankings that state a lower bound state a proved one.

use crate::arena::{Arena, NodeId};
use crate::duplicates::{Duplicates, Known};
use crate::heuristic::Heuristic;
use crate::limits::{Limit, Limits};
use crate::observer::{Entry, Fate, Lists, Observer};
use crate::open_list::OpenList;
use crate::puzzle::{Cost, Puzzle};
use crate::ranking::Ranking;
use crate::report::{Outcome, Report};
use crate::run::{Run, continues};

/// What makes one best-first search differ from another.
#[derive(Clone, Copy, Debug, Default)]
pub struct BestFirst<R, L, D> {
    /// Which node comes first.
    pub ranking: R,
    /// What holds the open nodes, and decides among equal keys.
    pub open: L,
    /// What is done about states met before.
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
    D: Duplicates<P::State>,
{
    let mut run = Run::start(limits);
    let memo = heuristic.start(puzzle, &start);
    let mut lower_bound = heuristic.value(memo);
    let mut search = Search { puzzle, heuristic, strategy, arena: Arena::default(), open_len: 0, current: 0 };
    search.begin(start, memo);
    run.note_open(search.open_len);
    let outcome = loop {
        let Some((key, id)) = search.remove_first() else {
            lower_bound = Cost::MAX;
            break Outcome::Unsolvable;
        };
        if let Err(limit) = continues(observer.expand(search.entry(id), &search)) {
            lower_bound = search.proved(key, lower_bound);
            break Outcome::Stopped(limit);
        }
        run.stats.goal_checks += 1;
        if puzzle.is_goal(search.arena.state(id)) {
            lower_bound = search.proved(key, lower_bound);
            let (moves, cost) = search.arena.solution(puzzle, id);
            break Outcome::Solved { moves, cost };
        }
        if run.due()
            && let Err(limit) = search.pulse(&mut run, &mut observer)
        {
            lower_bound = search.proved(key, lower_bound);
            break Outcome::Stopped(limit);
        }
        search.expand(id, &mut run, &mut observer);
        observer.expanded(&search);
        run.note_open(search.open_len);
        run.stats.largest_closed = run.stats.largest_closed.max(search.strategy.duplicates.closed_len());
    };
    run.finish(outcome, lower_bound, search.bytes())
}

/// The nodes and lists of one search.
struct Search<'a, P: Puzzle, H: Heuristic<P>, R, L, D: Duplicates<P::State>> {
    puzzle: &'a P,
    heuristic: &'a H,
    strategy: BestFirst<R, L, D>,
    arena: Arena<P::State, H::Memo, D::Mark>,
    /// How many nodes are open; the list itself may hold some twice.
    open_len: usize,
    /// The node removed last.
    current: NodeId,
}

impl<P, H, R, L, D> Search<'_, P, H, R, L, D>
where
    P: Puzzle,
    H: Heuristic<P>,
    R: Ranking<P::State>,
    L: OpenList<R::Key>,
    D: Duplicates<P::State>,
{
    fn begin(&mut self, start: P::State, memo: H::Memo) {
        let key = self.strategy.ranking.key(&start, 0, self.heuristic.value(memo));
        let heap_bytes = self.puzzle.heap_bytes(&start);
        let root = self.arena.push(start, None, 0, memo, heap_bytes);
        if let Known::Nothing(number) =
            self.strategy.duplicates.find(&self.arena, root, self.arena.state(root))
        {
            self.strategy.duplicates.insert(number, root);
        }
        self.strategy.open.push(key, root);
        self.open_len = 1;
    }

    /// What the smallest key proves beyond `known`.
    fn proved(&self, smallest: R::Key, known: Cost) -> Cost {
        self.strategy.ranking.lower_bound(smallest).map_or(known, |bound| bound.max(known))
    }

    fn pulse(&self, run: &mut Run<'_>, observer: &mut impl Observer<P>) -> Result<(), Limit> {
        if self.arena.is_full() {
            return Err(Limit::Memory);
        }
        run.pulse(self.bytes(), self.strategy.duplicates.growth(), observer)
    }

    /// Takes the first node off the open list; one that is closed already was there twice.
    #[inline]
    fn remove_first(&mut self) -> Option<(R::Key, NodeId)> {
        loop {
            let (key, id) = self.strategy.open.pop()?;
            if D::closed_at(self.arena.mark(id)).is_none() {
                self.open_len -= 1;
                self.current = id;
                return Some((key, id));
            }
        }
    }

    /// Closes a node and deals with its successors.
    #[inline]
    fn expand(&mut self, id: NodeId, run: &mut Run<'_>, observer: &mut impl Observer<P>) {
        run.stats.expanded += 1;
        let mark = self.strategy.duplicates.close();
        self.arena.set_mark(id, mark);
        let (g, memo) = (self.arena.g(id), self.arena.memo(id));
        for mv in self.puzzle.moves(self.arena.state(id)) {
            run.stats.generated += 1;
            let state = self.puzzle.successor(self.arena.state(id), mv);
            let g = g + self.puzzle.cost(mv);
            let (child, fate) = match self.strategy.duplicates.find(&self.arena, id, &state) {
                Known::Nothing(number) => (self.open_new(id, state, g, memo, mv, number), Fate::Opened),
                Known::At(known) => (known, self.meet_again(known, id, g)),
            };
            if fate == Fate::Reopened {
                run.stats.reopened += 1;
            }
            let h = self.heuristic.value(self.arena.memo(child));
            let parent = Some(self.arena.state(id));
            observer.generate(mv, Entry { state: self.arena.state(child), parent, g, h }, fate);
        }
    }

    #[inline]
    fn open_new(
        &mut self,
        parent: NodeId,
        state: P::State,
        g: Cost,
        before: H::Memo,
        mv: P::Move,
        number: u64,
    ) -> NodeId {
        let memo = self.heuristic.step(self.puzzle, before, &state, mv);
        let key = self.strategy.ranking.key(&state, g, self.heuristic.value(memo));
        let heap_bytes = self.puzzle.heap_bytes(&state);
        let child = self.arena.push(state, Some(parent), g, memo, heap_bytes);
        self.strategy.duplicates.insert(number, child);
        self.strategy.open.push(key, child);
        self.open_len += 1;
        child
    }

    /// Deals with a known node that was reached again from `parent` at cost `g`.
    #[inline]
    fn meet_again(&mut self, known: NodeId, parent: NodeId, g: Cost) -> Fate {
        let closed = D::closed_at(self.arena.mark(known)).is_some();
        if g >= self.arena.g(known) || (closed && !self.strategy.ranking.reopens()) {
            return Fate::Duplicate;
        }
        self.arena.redirect(known, parent, g);
        let h = self.heuristic.value(self.arena.memo(known));
        let key = self.strategy.ranking.key(self.arena.state(known), g, h);
        if !closed {
            self.strategy.open.update(key, known);
            return Fate::Improved;
        }
        self.strategy.duplicates.reopen();
        self.arena.set_mark(known, D::Mark::default());
        self.strategy.open.push(key, known);
        self.open_len += 1;
        Fate::Reopened
    }

    fn entry(&self, id: NodeId) -> Entry<'_, P::State> {
        self.arena.entry(id, self.heuristic.value(self.arena.memo(id)))
    }

    fn bytes(&self) -> usize {
        self.arena.bytes() + self.strategy.open.bytes() + self.strategy.duplicates.bytes()
    }
}

impl<P, H, R, L, D> Lists<P::State> for Search<'_, P, H, R, L, D>
where
    P: Puzzle,
    H: Heuristic<P>,
    R: Ranking<P::State>,
    L: OpenList<R::Key>,
    D: Duplicates<P::State>,
{
    fn open_len(&self) -> usize {
        self.open_len
    }

    fn closed_len(&self) -> usize {
        self.strategy.duplicates.closed_len()
    }

    fn open(&self, visit: &mut dyn FnMut(Entry<'_, P::State>)) {
        let mut open = self.strategy.open.clone();
        let mut seen = vec![false; self.arena.len()];
        while let Some((_, id)) = open.pop() {
            let open = D::closed_at(self.arena.mark(id)).is_none();
            if open && !std::mem::replace(&mut seen[id as usize], true) {
                visit(self.entry(id));
            }
        }
    }

    fn closed(&self, visit: &mut dyn FnMut(Entry<'_, P::State>)) {
        let closed_at = |id| D::closed_at(self.arena.mark(id)).map(|at| (at, id));
        let mut closed: Vec<(u32, NodeId)> = (0..self.arena.len() as NodeId).filter_map(closed_at).collect();
        closed.sort_unstable();
        for (_, id) in closed {
            visit(self.entry(id));
        }
    }

    fn prefix(&self, visit: &mut dyn FnMut(&P::State)) {
        for id in self.arena.path(self.current) {
            visit(self.arena.state(id));
        }
    }
}
