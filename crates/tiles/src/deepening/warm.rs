//! The best tables that a store has for a board.

use std::collections::HashMap;
use std::sync::Arc;

use crate::error::Error;
use crate::geometry::Geometry;
use crate::pattern::{Cover, Head, Partition, Pattern, Store, Table, covers};

use super::contest::most_views;

/// Tables from a store that together serve boards of one size and one place of the blank.
#[derive(Debug)]
pub struct Warm {
    pub(crate) partitions: Vec<Partition>,
    pub(crate) tables: HashMap<Pattern, Arc<Table>>,
    /// The mean of the best partition.
    pub(crate) mean: f64,
}

/// Partitions whose mean is at most this much below the best still cut off nodes that the best does not.
const MARGIN: f64 = 1.0;

impl Warm {
    /// The best tables of `store` for boards whose blank belongs in cell `blank`, if there are any, in
    /// at most `most` bytes; and the files that are damaged, which are left out.
    ///
    /// # Errors
    /// If the folder of the store cannot be read.
    pub fn load(
        store: &mut Store,
        geometry: Geometry,
        blank: u32,
        most: Option<usize>,
    ) -> Result<(Option<Warm>, Vec<Error>), Error> {
        let mut heads = Vec::new();
        let mut damaged = Vec::new();
        for listed in store.list()? {
            match listed.head {
                Ok(head) if head.geometry == geometry => heads.push(head),
                Ok(_) => (),
                Err(error) => damaged.push(error),
            }
        }
        loop {
            let Some((mean, partitions)) = choose(geometry, blank, &heads, most) else {
                return Ok((None, damaged));
            };
            match load_all(store, geometry, &partitions) {
                Ok(tables) => return Ok((Some(Warm { partitions, tables, mean }), damaged)),
                Err((pattern, error)) => {
                    damaged.push(error);
                    heads.retain(|head| head.pattern != pattern);
                }
            }
        }
    }
}

/// The best partition that fits into `most` bytes, and others that are nearly as good.
fn choose(
    geometry: Geometry,
    blank: u32,
    heads: &[Head],
    most: Option<usize>,
) -> Option<(f64, Vec<Partition>)> {
    let known: Vec<(Pattern, f64)> = heads.iter().map(|head| (head.pattern, head.summary.mean)).collect();
    let size = |pattern: &Pattern| heads.iter().find(|head| head.pattern == *pattern).map(|head| head.bytes);
    let (mut chosen, mut best) = (Vec::<Partition>::new(), None);
    let mut views = 0;
    for Cover { partition, mean } in covers(geometry, blank, &known) {
        if best.is_some_and(|best| mean < best - MARGIN) {
            break;
        }
        let mut patterns: Vec<Pattern> =
            chosen.iter().chain([&partition]).flat_map(Partition::tables).collect();
        patterns.sort_unstable();
        patterns.dedup();
        let bytes: u64 = patterns.iter().filter_map(size).sum();
        let ways = partition.view_count(blank);
        if most.is_some_and(|most| bytes > most as u64) || views + ways > most_views(geometry) {
            continue;
        }
        views += ways;
        best = best.or(Some(mean));
        chosen.push(partition);
    }
    Some((best?, chosen))
}

/// The tables of all patterns, or the one that cannot be used.
fn load_all(
    store: &mut Store,
    geometry: Geometry,
    partitions: &[Partition],
) -> Result<HashMap<Pattern, Arc<Table>>, (Pattern, Error)> {
    let mut tables = HashMap::new();
    for pattern in partitions.iter().flat_map(Partition::tables) {
        if tables.contains_key(&pattern) {
            continue;
        }
        let path = store.path(geometry, pattern);
        let gone = || Error::Table { path, what: "it is gone".into() };
        let table = store.load(geometry, pattern).and_then(|table| table.ok_or_else(gone));
        tables.insert(pattern, Arc::new(table.map_err(|error| (pattern, error))?));
    }
    Ok(tables)
}

#[cfg(test)]
mod tests {
    use std::ops::ControlFlow;

    use super::*;
    use crate::deepening::build_tables;
    use crate::pattern::runs;

    #[test]
    fn the_best_whole_tables_are_taken() {
        let folder = tempfile::tempdir().expect("a folder");
        let mut store = Store::new(folder.path());
        let geometry = Geometry::new(3, 4, false);
        assert!(Warm::load(&mut store, geometry, 11, None).expect("no folder").0.is_none());
        for most in [3, 4, 6] {
            let partitions = [runs(geometry, 11, most)];
            let tables = build_tables(geometry, &partitions, 1, &mut || ControlFlow::Continue(()));
            for table in tables.expect("nothing stops it").values() {
                store.save(table).expect("a folder");
            }
        }
        let sizes = |store: &mut Store, most| {
            let (warm, damaged) = Warm::load(store, geometry, 11, most).expect("a folder");
            let names = |warm: Warm| warm.partitions.iter().map(Partition::sizes).collect();
            (warm.map_or(Vec::<String>::new(), names), damaged.len())
        };
        let (names, damaged) = sizes(&mut store, None);
        assert_eq!((names[0].as_str(), damaged), ("5-6", 0));
        let (small, _) = sizes(&mut store, Some(20_000));
        assert!(small[0].len() > 3, "{small:?}");
        // The tables of a smaller blank's class are of no use to another.
        assert!(Warm::load(&mut store, geometry, 5, None).expect("a folder").0.is_none());
        let largest = store
            .list()
            .expect("a folder")
            .into_iter()
            .max_by_key(|listed| listed.head.as_ref().map_or(0, |head| head.bytes));
        let path = largest.expect("a table").path;
        let mut bytes = std::fs::read(&path).expect("a file");
        *bytes.last_mut().expect("a byte") ^= 1;
        std::fs::write(&path, bytes).expect("a file");
        let (names, damaged) = sizes(&mut store, None);
        assert_ne!(names[0], "5-6");
        assert_eq!(damaged, 1);
    }
}
