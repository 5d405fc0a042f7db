//! Which earlier levels the processes have, and where to resume.

use std::collections::{BTreeMap, BTreeSet};

use serde::{Deserialize, Serialize};
use taquin_space::{Error, Folder, Realm};

/// What a folder has of one level.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Holding {
    /// How finely the space is divided.
    fineness: usize,
    /// The counts of the levels before.
    totals: Vec<u64>,
    /// The count of each window that is there.
    windows: BTreeMap<usize, u64>,
}

/// What a folder has of all levels, by their depth.
pub(crate) type Inventory = BTreeMap<usize, Holding>;

/// What every process has, by its number and by depth.
pub(crate) type Holdings = BTreeMap<(usize, usize), Holding>;

/// Where the work goes on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct ResumePoint {
    pub(crate) fineness: usize,
    /// The counts of all levels up to the last whole one.
    pub(crate) counts: Vec<u64>,
    /// For each level that is needed, the last two or all of them, and each window the processes that have
    /// it.
    pub(crate) holders: BTreeMap<(usize, usize), Vec<usize>>,
    /// The processes and depths of files with another division of the space, which cannot be used.
    pub(crate) useless: BTreeSet<(usize, usize)>,
}

/// Lists what a folder has.
pub(crate) fn inventory(folder: &Folder, realm: &dyn Realm) -> Result<Inventory, Error> {
    let mut found = Inventory::new();
    for depth in folder.depths()? {
        if let Some(level) = folder.level(realm, depth)? {
            let (fineness, totals) = (level.fineness(), level.totals().to_vec());
            found.insert(depth, Holding { fineness, totals, windows: level.present().collect() });
        }
    }
    Ok(found)
}

/// The last level that is whole when all holdings are put together, and of which the level before is whole
/// too, or all before if `all` is set.
pub(crate) fn last_whole(holdings: &Holdings, realm: &dyn Realm, all: bool) -> Option<ResumePoint> {
    let deepest = holdings.keys().map(|&(_, depth)| depth).max()?;
    let divisions: BTreeSet<usize> = holdings.values().map(|holding| holding.fineness).collect();
    let points =
        (0..=deepest).rev().flat_map(|depth| divisions.iter().map(move |&fineness| (depth, fineness)));
    points.into_iter().find_map(|(depth, fineness)| {
        let at = |depth: usize| {
            holdings.iter().filter(move |((_, at), holding)| *at == depth && holding.fineness == fineness)
        };
        let (_, Holding { totals, .. }) = at(depth).next()?;
        let first = if all { 0 } else { depth.saturating_sub(1) };
        let mut holders: BTreeMap<(usize, usize), Vec<usize>> = BTreeMap::new();
        let mut last = 0;
        for level in first..=depth {
            for (&(process, _), holding) in at(level) {
                for (&window, &count) in &holding.windows {
                    let held = holders.entry((level, window)).or_default();
                    if held.is_empty() && level == depth {
                        last += count;
                    }
                    held.push(process);
                }
            }
        }
        let whole = holders.len() == realm.windows(fineness) * (depth + 1 - first);
        let counts = totals.iter().copied().chain([last]).collect();
        let other = holdings.iter().filter(|(_, holding)| holding.fineness != fineness);
        let useless = other.map(|(&place, _)| place).collect();
        whole.then_some(ResumePoint { fineness, counts, holders, useless })
    })
}

#[cfg(test)]
mod tests {
    use taquin_space::Space;
    use taquin_tiles::{Board, Geometry};

    use super::*;

    fn holding(totals: &[u64], windows: &[usize]) -> Holding {
        let windows = windows.iter().map(|&window| (window, 2)).collect();
        Holding { fineness: 1, totals: totals.to_vec(), windows }
    }

    #[test]
    fn the_last_level_that_is_whole_among_all_is_taken() {
        let space = Space::new(Geometry::new(2, 5, false), &Board::blank_last(2, 5)).unwrap();
        let all: Vec<usize> = (0..space.windows(1)).collect();
        let (some, others) = all.split_at(4);
        let mut holdings = Holdings::new();
        assert_eq!(last_whole(&holdings, &space, false), None);
        holdings.insert((0, 6), holding(&[1; 6], some));
        holdings.insert((1, 6), holding(&[1; 6], others));
        assert_eq!(last_whole(&holdings, &space, false), None, "the level before is gone");
        holdings.insert((0, 5), holding(&[1; 5], &all));
        let point = last_whole(&holdings, &space, false).unwrap();
        assert_eq!(point.counts, [1, 1, 1, 1, 1, 1, 18]);
        assert_eq!((&point.holders[&(6, 3)], &point.holders[&(6, 4)]), (&vec![0], &vec![1]));
        // A level that one process has finished and the other has not.
        holdings.insert((0, 7), holding(&[1; 7], some));
        assert_eq!(last_whole(&holdings, &space, false).unwrap(), point);
        assert_eq!(last_whole(&holdings, &space, true), None, "the first levels are gone");
        // Two processes with the same folder.
        holdings.insert((1, 5), holding(&[1; 5], &all));
        assert_eq!(last_whole(&holdings, &space, false).unwrap().counts, point.counts);
        // A process that has kept something of another division.
        holdings.insert((2, 6), Holding { fineness: 0, ..holding(&[1; 6], &[]) });
        let found = last_whole(&holdings, &space, false).unwrap();
        assert_eq!((found.counts, found.useless), (point.counts, BTreeSet::from([(2, 6)])));
    }
}
