//! Explicit estimation search (Thayer and Ruml, "Bounded suboptimal search: a direct approach using inadmissible
//! estimates", 2011), as a ranking and an open list of best-first search.
//!
//! Beside the admissible bound h it keeps an estimate of the remaining cost, which may be too large. It expands the
//! open node that seems nearest to the goal, if the estimated cost of its solution is at most the factor times the
//! least f on the list; else the node with the best estimate, if that one satisfies this condition; else the node
//! with the least f, which raises the lower bound. So a solution costs at most the factor times the optimum, however
//! wrong the estimates are.
//!
//! The estimate is learned on the way: f grows by the errors of h, and if it has grown by e for every move on the path
//! to a node, and continues to, the remaining cost is h / (1 - e) (the path-based correction of Thayer, Dionne and Ruml,
//! "Learning inadmissible heuristics during search", 2011). Their mean error of all steps so far is misled by steps that
//! no solution takes: with it most estimates on a 15-puzzle are beyond any factor, and nodes are taken by f.

use std::collections::BTreeMap;

use crate::open_list::{OpenList, Ticket};
use crate::puzzle::Cost;
use crate::ranking::Ranking;

/// By g and h, for an [`EstimationList`].
#[derive(Clone, Copy, Debug, Default)]
pub struct ExplicitEstimation;

/// What an [`EstimationList`] compares.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct EstimationKey {
    f: Cost,
    h: Cost,
    /// The least f on the list when the node was taken off.
    least: Cost,
}

impl<S> Ranking<S> for ExplicitEstimation {
    type Key = EstimationKey;

    fn key(&self, _: &S, g: Cost, h: Cost) -> EstimationKey {
        EstimationKey { f: g.saturating_add(h), h, least: 0 }
    }

    fn lower_bound(&self, smallest: EstimationKey) -> Option<Cost> {
        Some(smallest.least)
    }
}

/// The open nodes by h, and of one h by f: of nodes with the same h, the one with the least f is the best in every
/// respect. Among those the last in leaves first.
#[derive(Clone, Debug)]
pub struct EstimationList {
    /// How many percent of the optimum a solution may cost.
    percent: Cost,
    /// In ascending order of h. All of them are looked at for every node that is taken, so they stand side by side.
    rows: Vec<Row>,
    len: usize,
    /// The f of the start.
    start: Option<Cost>,
}

/// The open nodes of one h; there is at least one.
#[derive(Clone, Debug)]
struct Row {
    h: Cost,
    /// The least f.
    f: Cost,
    by_f: BTreeMap<Cost, Vec<Ticket>>,
}

/// The largest error of a move: with it a goal seems ten times as far as h says.
const LARGEST_ERROR: f64 = 0.9;

impl EstimationList {
    /// A list for solutions of at most `percent` percent of the optimum.
    #[must_use]
    pub fn new(percent: Cost) -> Self {
        let percent = percent.max(100);
        EstimationList { percent, rows: Vec::new(), len: 0, start: None }
    }

    /// Whether a solution of cost `f`, real or estimated, is within the factor if `least` is the proven lower bound.
    fn is_within(&self, f: f64, least: Cost) -> bool {
        100.0 * f <= f64::from(self.percent) * f64::from(least)
    }

    /// What a solution through the best node of a row seems to cost. Of two nodes with the same h, the one with the
    /// larger f seems to cost more.
    fn estimate(&self, row: &Row) -> f64 {
        let moves = row.f - row.h;
        let growth = row.f.saturating_sub(self.start.unwrap_or(row.f));
        let error = (f64::from(growth) / f64::from(moves.max(1))).min(LARGEST_ERROR);
        f64::from(moves) + f64::from(row.h) / (1.0 - error)
    }

    /// The row of the node that is taken next, and the least f of all.
    fn choose(&self) -> Option<(usize, Cost)> {
        // Of several with the least f the one nearest to the goal, which is the first.
        let (first, row) = self.rows.iter().enumerate().min_by_key(|(_, row)| row.f)?;
        let least = row.f;
        let estimates = || self.rows.iter().map(|row| self.estimate(row)).enumerate();
        let best = estimates().min_by(|one, other| one.1.total_cmp(&other.1))?;
        let most = best.1 * f64::from(self.percent) / 100.0;
        let nearest = estimates().find(|one| one.1 <= most).unwrap_or(best);
        let chosen = [nearest, best].into_iter().find(|one| self.is_within(one.1, least));
        Some((chosen.map_or(first, |(row, _)| row), least))
    }
}

impl OpenList<EstimationKey> for EstimationList {
    fn push(&mut self, key: EstimationKey, node: Ticket) {
        let place = self.rows.binary_search_by_key(&key.h, |row| row.h).unwrap_or_else(|place| {
            self.rows.insert(place, Row { h: key.h, f: key.f, by_f: BTreeMap::new() });
            place
        });
        let row = &mut self.rows[place];
        row.f = row.f.min(key.f);
        row.by_f.entry(key.f).or_default().push(node);
        self.len += 1;
        self.start.get_or_insert(key.f);
    }

    fn pop(&mut self) -> Option<(EstimationKey, Ticket)> {
        let (place, least) = self.choose()?;
        let row = &mut self.rows[place];
        let Row { h, f, .. } = *row;
        let mut nodes = row.by_f.first_entry()?;
        let node = nodes.get_mut().pop()?;
        if nodes.get().is_empty() {
            nodes.remove();
            match row.by_f.first_key_value() {
                Some((&next, _)) => row.f = next,
                None => drop(self.rows.remove(place)),
            }
        }
        self.len -= 1;
        Some((EstimationKey { f, h, least }, node))
    }

    fn bytes(&self) -> usize {
        let row = |row: &Row| size_of::<Row>() + row.by_f.len() * 2 * size_of::<(Cost, Vec<Ticket>)>();
        // A stack that has grown is at least half full.
        2 * self.len * size_of::<Ticket>() + self.rows.iter().map(row).sum::<usize>()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn key(g: Cost, h: Cost) -> EstimationKey {
        Ranking::<()>::key(&ExplicitEstimation, &(), g, h)
    }

    #[test]
    fn the_nearest_within_the_factor_is_taken_and_else_the_least_f() {
        let mut list = EstimationList::new(150);
        for (node, (g, h)) in (0..).zip([(0, 10), (8, 4), (15, 1)]) {
            list.push(key(g, h), node);
        }
        // 16 is more than 1.5 times 10; 12 is not.
        let (taken, node) = list.pop().expect("three nodes");
        assert_eq!((node, taken.least), (1, 10));
        assert_eq!(list.pop().map(|(taken, node)| (node, taken.least)), Some((0, 10)));
        assert_eq!(list.pop().map(|(taken, node)| (node, taken.least)), Some((2, 16)));
        assert!(list.pop().is_none());
    }

    #[test]
    fn what_seems_far_is_left_until_nothing_else_is_proved() {
        let mut list = EstimationList::new(110);
        list.push(key(0, 10), 0);
        assert_eq!(list.pop().map(|(_, node)| node), Some(0));
        // After eight moves that cost a quarter more than h says, the last four seem to cost as much more: 13.3 in all.
        list.push(key(1, 10), 1);
        list.push(key(8, 4), 2);
        assert!(list.bytes() > 0);
        // No estimate is within 1.1 times 11, so the least f is taken; then 13.3 is more than 1.1 times 12.
        assert_eq!(list.pop().map(|(taken, node)| (node, taken.least)), Some((1, 11)));
        list.push(key(8, 3), 3);
        assert_eq!(list.pop().map(|(taken, node)| (node, taken.least)), Some((3, 11)));
        assert_eq!(list.pop().map(|(taken, node)| (node, taken.least)), Some((2, 12)));
    }

    /// Rows rely on it.
    #[test]
    fn a_larger_f_with_the_same_h_seems_to_cost_more() {
        let mut list = EstimationList::new(200);
        list.push(key(0, 20), 0);
        for h in 0..40 {
            let row = |f| Row { h, f, by_f: BTreeMap::new() };
            let estimates: Vec<f64> = (h..100).map(|f| list.estimate(&row(f))).collect();
            assert!(estimates.is_sorted_by(|less, more| less < more), "{h}: {estimates:?}");
        }
    }
}
