//! The outline of a set of cells as an SVG path: inset, with rounded corners.
//!
//! The boundary is walked with the cells on the right hand. Two cells that touch only at a corner
//! are kept apart, so every loop is simple.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;

/// Units of a drawing for one cell of the board.
pub(crate) const UNIT: f64 = 100.0;

type Corner = (i32, i32);

/// The path of the outline of `cells` (row, column), drawn `inset` units inside its border (outside
/// when negative), its corners rounded with `radius`.
pub(crate) fn outline(cells: &[(i32, i32)], inset: f64, radius: f64) -> String {
    let mut path = String::new();
    for corners in loops(cells) {
        write_loop(&mut path, &corners, inset, radius);
    }
    path
}

/// The corners of every boundary loop, collinear ones left out, as (x, y).
fn loops(cells: &[(i32, i32)]) -> Vec<Vec<Corner>> {
    let filled: BTreeSet<(i32, i32)> = cells.iter().copied().collect();
    let mut edges: BTreeMap<Corner, Vec<Corner>> = BTreeMap::new();
    for &(row, col) in &filled {
        let mut edge = |outside: (i32, i32), from: Corner, to: Corner| {
            if !filled.contains(&outside) {
                edges.entry(from).or_default().push(to);
            }
        };
        edge((row - 1, col), (col, row), (col + 1, row));
        edge((row, col + 1), (col + 1, row), (col + 1, row + 1));
        edge((row + 1, col), (col + 1, row + 1), (col, row + 1));
        edge((row, col - 1), (col, row + 1), (col, row));
    }
    let mut found = Vec::new();
    while let Some((&start, _)) = edges.first_key_value() {
        let mut walk = vec![start];
        let mut at = start;
        let mut heading = (0, 0);
        while let Some(next) = take_edge(&mut edges, at, heading) {
            heading = (next.0 - at.0, next.1 - at.1);
            at = next;
            if at == start {
                break;
            }
            walk.push(at);
        }
        found.push(without_collinear(&walk));
    }
    found
}

/// Takes an edge that leaves `at`; where two leave, the one that turns right.
fn take_edge(edges: &mut BTreeMap<Corner, Vec<Corner>>, at: Corner, heading: Corner) -> Option<Corner> {
    let leaving = edges.get_mut(&at)?;
    let right = (at.0 - heading.1, at.1 + heading.0);
    let index = leaving.iter().position(|&to| to == right).unwrap_or(0);
    let to = leaving.swap_remove(index);
    if leaving.is_empty() {
        edges.remove(&at);
    }
    Some(to)
}

fn without_collinear(walk: &[Corner]) -> Vec<Corner> {
    let n = walk.len();
    (0..n)
        .filter(|&i| direction(walk[(i + n - 1) % n], walk[i]) != direction(walk[i], walk[(i + 1) % n]))
        .map(|i| walk[i])
        .collect()
}

fn direction(from: Corner, to: Corner) -> Corner {
    ((to.0 - from.0).signum(), (to.1 - from.1).signum())
}

fn write_loop(path: &mut String, corners: &[Corner], inset: f64, radius: f64) {
    let n = corners.len();
    let points: Vec<(f64, f64)> = (0..n)
        .map(|i| {
            let before = direction(corners[(i + n - 1) % n], corners[i]);
            let after = direction(corners[i], corners[(i + 1) % n]);
            // The inside lies to the right of both edges.
            let inward = (f64::from(-before.1 - after.1), f64::from(before.0 + after.0));
            (
                f64::from(corners[i].0) * UNIT + inset * inward.0,
                f64::from(corners[i].1) * UNIT + inset * inward.1,
            )
        })
        .collect();
    for i in 0..n {
        let (here, before, after) = (points[i], points[(i + n - 1) % n], points[(i + 1) % n]);
        let room = length(before, here).min(length(here, after)) / 2.0;
        let round = radius.min(room);
        let enter = towards(here, before, round);
        let leave = towards(here, after, round);
        let turn = (here.0 - before.0) * (after.1 - here.1) - (here.1 - before.1) * (after.0 - here.0);
        let sweep = u8::from(turn > 0.0);
        let _ = write!(path, "{}{} {}", if i == 0 { 'M' } else { 'L' }, num(enter.0), num(enter.1));
        let _ = write!(path, "A{0} {0} 0 0 {sweep} {1} {2}", num(round), num(leave.0), num(leave.1));
    }
    path.push('Z');
}

fn length(a: (f64, f64), b: (f64, f64)) -> f64 {
    (a.0 - b.0).abs() + (a.1 - b.1).abs()
}

fn towards(from: (f64, f64), to: (f64, f64), by: f64) -> (f64, f64) {
    let whole = length(from, to).max(f64::EPSILON);
    (from.0 + (to.0 - from.0) / whole * by, from.1 + (to.1 - from.1) / whole * by)
}

/// A coordinate with at most one decimal, as short as it can be written.
pub(crate) fn num(value: f64) -> String {
    let tenths = (value * 10.0).round() / 10.0;
    if tenths == 0.0 { "0".into() } else { format!("{tenths}") }
}

#[cfg(test)]
mod tests {
    use super::{loops, outline};

    #[test]
    fn a_square_has_four_corners_and_an_l_six() {
        assert_eq!(loops(&[(0, 0), (0, 1), (1, 0), (1, 1)]), [[(0, 0), (2, 0), (2, 2), (0, 2)]]);
        assert_eq!(loops(&[(0, 0), (1, 0), (1, 1)])[0].len(), 6);
    }

    #[test]
    fn a_ring_has_two_loops_and_diagonal_cells_stay_apart() {
        let ring: Vec<(i32, i32)> = (0..9).filter(|&i| i != 4).map(|i| (i / 3, i % 3)).collect();
        assert_eq!(loops(&ring).len(), 2);
        let diagonal = loops(&[(0, 0), (1, 1)]);
        assert_eq!(diagonal.len(), 2);
        assert!(diagonal.iter().all(|corners| corners.len() == 4));
    }

    #[test]
    fn a_cell_is_drawn_inside_its_border() {
        assert_eq!(
            outline(&[(0, 0)], 5.0, 10.0),
            "M5 15A10 10 0 0 1 15 5L85 5A10 10 0 0 1 95 15L95 85A10 10 0 0 1 85 95L15 95A10 10 0 0 1 5 85Z"
        );
    }
}
