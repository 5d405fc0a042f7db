//! The partitions that the available tables form: every way to cover all tiles by disjoint patterns, each a
//! table or a reflection of one. The mean of a partition is the sum of its patterns' means, so the best
//! ones are known without a lookup.

use crate::geometry::Geometry;

use super::partition::{Partition, region};
use super::space::{Cells, all_cells, elements};
use super::symmetry::Symmetry;
use super::table::Pattern;

/// A partition whose tables are available.
#[derive(Clone, Debug, PartialEq)]
pub struct Cover {
    /// The partition.
    pub partition: Partition,
    /// The mean of its value over all boards.
    pub mean: f64,
}

/// The number of patterns after which the search for covers stops and returns what it has found.
const MOST_STEPS: u32 = 1_000_000;

/// The partitions of boards whose blank belongs in cell `blank` out of `tables`, which are patterns in
/// canonical form with their means; the best first, one of those that are reflections of each other.
#[must_use]
pub fn covers(geometry: Geometry, blank: u32, tables: &[(Pattern, f64)]) -> Vec<Cover> {
    let all = all_cells(geometry.cells()) & !(1 << blank);
    let (symmetries, mut parts) = (Symmetry::all(geometry), Vec::new());
    for (pattern, mean) in tables {
        let home = region(geometry, *pattern);
        for symmetry in symmetries.iter().filter(|symmetry| symmetry.image_of_set(home) >> blank & 1 == 1) {
            parts.push((symmetry.image_of_set(pattern.tiles()), *mean));
        }
    }
    parts.sort_by_key(|part| part.0);
    parts.dedup_by_key(|part| part.0);
    let mut search = ExactCovers { parts, chosen: Vec::new(), found: Vec::new(), steps: 0 };
    search.cover(all);
    let mut found = search.found;
    let fixing: Vec<Symmetry> =
        symmetries.into_iter().filter(|symmetry| symmetry.image(blank) == blank).collect();
    // The smallest reflection of a cover represents all of them.
    found.retain(|(sets, _)| {
        fixing.iter().all(|symmetry| {
            let mut image: Vec<Cells> = sets.iter().map(|&set| symmetry.image_of_set(set)).collect();
            image.sort_unstable();
            *sets <= image
        })
    });
    found.sort_by(|a, b| b.1.total_cmp(&a.1).then_with(|| a.0.cmp(&b.0)));
    let partition = |sets: Vec<Cells>| {
        let patterns = sets.into_iter().map(|set| Pattern::new(elements(set), blank)).collect();
        Partition::new(geometry, patterns).expect("disjoint sets of all tiles")
    };
    found.into_iter().map(|(sets, mean)| Cover { partition: partition(sets), mean }).collect()
}

/// A search for all exact covers.
struct ExactCovers {
    parts: Vec<(Cells, f64)>,
    chosen: Vec<(Cells, f64)>,
    found: Vec<(Vec<Cells>, f64)>,
    steps: u32,
}

impl ExactCovers {
    /// Covers the remaining tiles, the lowest first.
    fn cover(&mut self, left: Cells) {
        if left == 0 {
            let mut sets: Vec<Cells> = self.chosen.iter().map(|part| part.0).collect();
            sets.sort_unstable();
            self.found.push((sets, self.chosen.iter().map(|part| part.1).sum()));
            return;
        }
        let lowest = left & left.wrapping_neg();
        for index in 0..self.parts.len() {
            let part = self.parts[index];
            if part.0 & lowest == 0 || part.0 & !left != 0 {
                continue;
            }
            self.steps += 1;
            if self.steps > MOST_STEPS {
                return;
            }
            self.chosen.push(part);
            self.cover(left & !part.0);
            self.chosen.pop();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pattern::{canonical, entries_for};

    #[test]
    fn the_catalogue_is_found_again_in_its_tables() {
        let flat = Geometry::new(4, 4, false);
        let entries = entries_for(flat, 15);
        let tables: Vec<(Pattern, f64)> = entries
            .iter()
            .flat_map(|entry| entry.partition.tables().map(|pattern| (pattern, pattern.len() as f64)))
            .collect();
        for blank in [0, 3, 12, 15] {
            let covers = covers(flat, blank, &tables);
            assert!(covers.len() >= entries.len(), "{}", covers.len());
            assert!(covers.iter().all(|cover| cover.partition.fits(flat, blank) && cover.mean == 15.0));
            for entry in &entries {
                let sizes = entry.partition.sizes();
                assert!(covers.iter().any(|cover| {
                    let mut own: Vec<&str> = sizes.split('-').collect();
                    let other = cover.partition.sizes();
                    let mut other: Vec<&str> = other.split('-').collect();
                    own.sort_unstable();
                    other.sort_unstable();
                    own == other
                }));
            }
        }
        // Patterns that do not shut the blank in serve other cells of it as well.
        let covers = covers(flat, 5, &tables);
        assert!(!covers.is_empty() && covers.iter().all(|cover| cover.partition.fits(flat, 5)));
    }

    #[test]
    fn the_best_come_first() {
        let flat = Geometry::new(2, 2, false);
        let pattern = |cells: &[u32]| canonical(flat, Pattern::new(cells.iter().copied(), 0)).0;
        let tables = [(pattern(&[1]), 1.0), (pattern(&[1, 3]), 4.0), (pattern(&[1, 2, 3]), 5.5)];
        let means: Vec<f64> = covers(flat, 0, &tables).iter().map(|cover| cover.mean).collect();
        // All single tiles share a table, and 1 with 3 and 2 with 3 are reflections of each other.
        assert_eq!(means, [5.5, 5.0, 3.0]);
    }
}
