//! The number of positions at each distance from the goal, for boards that are too large to be counted in a moment.

use crate::geometry::{Cell, Geometry};

/// The numbers of positions 0, 1, 2 … moves of `metric` from a goal with its blank in cell `blank`, where they are
/// known.
#[must_use]
pub fn known_levels(geometry: &Geometry, blank: Cell, metric: &str) -> Option<Vec<u64>> {
    let (rows, cols) = (geometry.rows(), geometry.cols());
    let is_corner = [0, rows - 1].contains(&(blank / cols)) && [0, cols - 1].contains(&(blank % cols));
    if geometry.is_torus() || !is_corner {
        return None;
    }
    let board = format!("{}x{}", rows.min(cols), rows.max(cols));
    let rows = include_str!("../data/levels.txt").lines().filter(|line| !line.starts_with('#'));
    rows.map(|row| row.split(' ')).find_map(|mut words| {
        let is_it = words.next() == Some(metric) && words.next() == Some(&board);
        is_it.then(|| words.filter_map(|number| number.parse().ok()).collect())
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_numbers_add_up_to_all_positions() {
        for (rows, cols, metric, radius) in [
            (4, 4, "single", 80),
            (4, 4, "line", 43),
            (4, 3, "single", 53),
            (3, 4, "line", 33),
            (2, 6, "line", 41),
            (5, 2, "single", 55),
            (2, 5, "line", 36),
        ] {
            let geometry = Geometry::new(rows, cols, false);
            let levels = known_levels(&geometry, geometry.cells() - 1, metric).expect("known");
            let all: u64 = (3..=u64::from(geometry.cells())).product();
            assert_eq!((levels.iter().sum(), levels.len() - 1), (all, radius), "{rows}x{cols} {metric}");
        }
        let four = Geometry::new(4, 4, false);
        assert_eq!(known_levels(&four, 5, "single"), None);
        assert_eq!(known_levels(&Geometry::new(4, 4, true), 15, "single"), None);
    }
}
