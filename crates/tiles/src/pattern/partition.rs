//! Partitions: every tile of the board in exactly one pattern, so that the patterns' distances add up
//! to a lower bound. Seen through a symmetry of the board, the same tables give another bound.

use std::sync::Arc;

use crate::geometry::{Direction, Geometry};

use super::space::{Cells, all_cells, elements};
use super::symmetry::Symmetry;
use super::table::{Pattern, Table};

/// Disjoint patterns of all the tiles of a board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Partition {
    geometry: Geometry,
    patterns: Vec<Pattern>,
}

/// A table and the symmetry that takes the board's cells to the table's.
#[derive(Clone, Debug)]
pub struct Lookup {
    /// The table.
    pub table: Arc<Table>,
    /// From the board's cells to the table's.
    pub map: Symmetry,
}

impl Lookup {
    /// The goal cells on the board of the tiles in the table.
    #[must_use]
    pub fn tiles(&self) -> Cells {
        self.map.inverse().image_of_set(self.table.pattern().tiles())
    }
}

impl Partition {
    /// These patterns, if they are disjoint and have all the tiles.
    #[must_use]
    pub fn new(geometry: Geometry, patterns: Vec<Pattern>) -> Option<Self> {
        let blank = patterns.first()?.blank();
        let all: Cells = all_cells(geometry.cells()) & !(1 << blank);
        let union = patterns.iter().fold(0, |union, pattern| union | pattern.tiles());
        let total: usize = patterns.iter().map(Pattern::len).sum();
        let alike = patterns.iter().all(|pattern| pattern.blank() == blank && !pattern.is_empty());
        (alike && union == all && total == all.count_ones() as usize)
            .then_some(Partition { geometry, patterns })
    }

    /// The board.
    #[must_use]
    pub fn geometry(&self) -> Geometry {
        self.geometry
    }

    /// Whether it serves boards on `geometry` whose blank belongs in cell `blank`.
    #[must_use]
    pub fn fits(&self, geometry: Geometry, blank: u32) -> bool {
        let mut symmetries = Symmetry::all(self.geometry).into_iter();
        self.geometry == geometry && symmetries.any(|symmetry| symmetry.image(blank) == self.blank())
    }

    /// The blank's goal cell.
    #[must_use]
    pub fn blank(&self) -> u32 {
        self.patterns[0].blank()
    }

    /// The patterns.
    #[must_use]
    pub fn patterns(&self) -> &[Pattern] {
        &self.patterns
    }

    /// The sizes of the patterns, as in `7-8`.
    #[must_use]
    pub fn sizes(&self) -> String {
        let sizes: Vec<String> = self.patterns.iter().map(|pattern| pattern.len().to_string()).collect();
        sizes.join("-")
    }

    /// The patterns whose tables are needed: each in the form that it shares with its reflections.
    pub fn tables(&self) -> impl Iterator<Item = Pattern> {
        self.patterns.iter().map(|&pattern| canonical(self.geometry, pattern).0)
    }

    /// How many different views there are of a board whose blank belongs in cell `blank`.
    #[must_use]
    pub fn view_count(&self, blank: u32) -> usize {
        let images = Symmetry::all(self.geometry).into_iter().filter(|map| map.image(self.blank()) == blank);
        let image = |map: Symmetry| {
            let sets = self.patterns.iter().map(|pattern| map.image_of_set(pattern.tiles()));
            let mut sets: Vec<Cells> = sets.collect();
            sets.sort_unstable();
            sets
        };
        images.map(image).collect::<std::collections::BTreeSet<_>>().len()
    }

    /// The view of a board whose blank belongs where the partition has it. `find` returns the table of a pattern in
    /// canonical form; if one is missing, there is no view.
    pub fn lookups(&self, mut find: impl FnMut(Pattern) -> Option<Arc<Table>>) -> Option<Vec<Lookup>> {
        let lookup = |&pattern: &Pattern| {
            let (pattern, map) = canonical(self.geometry, pattern);
            Some(Lookup { table: find(pattern)?, map })
        };
        self.patterns.iter().map(lookup).collect()
    }

    /// The different views of a board whose blank belongs in cell `blank`: one for every symmetry that maps this cell
    /// to the partition's blank. `find` returns the table of a pattern in canonical form; if one is missing, there is
    /// no view.
    pub fn views(
        &self,
        blank: u32,
        mut find: impl FnMut(Pattern) -> Option<Arc<Table>>,
    ) -> Option<Vec<Vec<Lookup>>> {
        let mut views: Vec<(Vec<Cells>, Vec<Lookup>)> = Vec::new();
        for symmetry in Symmetry::all(self.geometry) {
            if symmetry.image(blank) != self.blank() {
                continue;
            }
            let mut view = Vec::new();
            for &pattern in &self.patterns {
                let (pattern, map) = canonical(self.geometry, pattern);
                view.push(Lookup { table: find(pattern)?, map: symmetry.then(&map) });
            }
            let mut tiles: Vec<Cells> = view.iter().map(Lookup::tiles).collect();
            tiles.sort_unstable();
            if views.iter().all(|(others, _)| *others != tiles) {
                views.push((tiles, view));
            }
        }
        Some(views.into_iter().map(|(_, view)| view).collect())
    }
}

/// The canonical form that all images of a pattern under symmetries share, and the symmetry that maps the pattern to
/// it. A table distinguishes only in which region of free cells the blank belongs when the tiles are at home, so the
/// first cell of that region represents the others.
#[must_use]
pub fn canonical(geometry: Geometry, pattern: Pattern) -> (Pattern, Symmetry) {
    let home = region(geometry, pattern);
    let image = |symmetry: Symmetry| {
        let tiles = symmetry.image_of_set(pattern.tiles());
        let blank = symmetry.image_of_set(home).trailing_zeros();
        (Pattern::new(elements(tiles), blank), symmetry)
    };
    // The blank as early as it can be, then the smallest set.
    let key = |(pattern, symmetry): &(Pattern, Symmetry)| (pattern.blank(), pattern.tiles(), *symmetry);
    Symmetry::all(geometry).into_iter().map(image).min_by_key(key).expect("at least the identity")
}

/// The free cells that the blank reaches from its goal while a pattern's tiles are at home.
pub(crate) fn region(geometry: Geometry, pattern: Pattern) -> Cells {
    let mut region: Cells = 1 << pattern.blank();
    loop {
        let around = elements(region).flat_map(|cell| Direction::ALL.map(|way| geometry.neighbor(cell, way)));
        let grown = around.flatten().fold(region, |grown, cell| grown | 1 << cell) & !pattern.tiles();
        if grown == region {
            return region;
        }
        region = grown;
    }
}
