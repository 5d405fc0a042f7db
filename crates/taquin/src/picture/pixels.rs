//! Pixels, and how areas and strokes cover them.

use super::path::{Line, Point};

/// Red, green and blue.
pub(super) type Ink = [u8; 3];

/// A picture of opaque points, row by row.
pub(super) struct Picture {
    pub(super) width: usize,
    pub(super) height: usize,
    pub(super) points: Vec<Ink>,
}

/// The part of a picture that may be drawn on: the columns and rows from the first corner up to the second.
#[derive(Clone, Copy)]
pub(super) struct Clip(pub(super) Point, pub(super) Point);

impl Picture {
    /// A white sheet.
    pub(super) fn new(width: usize, height: usize) -> Picture {
        Picture { width, height, points: vec![[255; 3]; width * height] }
    }

    /// Fills what closed `lines` enclose with the ink of every point; a line that runs the other way round cuts a
    /// hole.
    pub(super) fn fill(&mut self, lines: &[Line], clip: Clip, ink: impl Fn(usize, usize) -> Ink) {
        let Some(mut mask) = Mask::around(lines, 0.0, self, clip) else { return };
        for line in lines {
            let closed = line.iter().zip(line.iter().cycle().skip(1));
            closed.for_each(|(&from, &to)| mask.edge(from, to));
        }
        for row in mask.covers.chunks_exact_mut(mask.width + 2) {
            let mut sum = 0.0;
            for cover in row {
                sum += *cover;
                *cover = sum.abs().min(1.0);
            }
        }
        self.paint(&mask, ink, 1.0);
    }

    /// Draws along `lines` with a round pen of this `width`.
    pub(super) fn stroke(&mut self, lines: &[Line], clip: Clip, ink: Ink, opacity: f32, width: f64) {
        let Some(mut mask) = Mask::around(lines, width / 2.0, self, clip) else { return };
        for line in lines {
            // A line of one point is a dot.
            let ends = line.iter().skip(1).chain(line.first().filter(|_| line.len() == 1));
            line.iter().zip(ends).for_each(|(&from, &to)| mask.ribbon(from, to, width));
        }
        self.paint(&mask, |_, _| ink, opacity);
    }

    /// Mixes `ink` into the points that `mask` covers.
    fn paint(&mut self, mask: &Mask, ink: impl Fn(usize, usize) -> Ink, opacity: f32) {
        for (row, covers) in mask.covers.chunks_exact(mask.width + 2).enumerate() {
            let begin = (mask.top + row) * self.width + mask.left;
            for (col, (point, &cover)) in
                self.points[begin..begin + mask.width].iter_mut().zip(covers).enumerate()
            {
                if cover <= 0.0 {
                    continue;
                }
                let ink = ink(mask.left + col, mask.top + row);
                let share = (cover * opacity * 256.0) as u32;
                if share == 256 {
                    *point = ink;
                } else {
                    let mix = |under: u8, over: u8| {
                        ((u32::from(under) * (256 - share) + u32::from(over) * share + 128) >> 8) as u8
                    };
                    *point = std::array::from_fn(|part| mix(point[part], ink[part]));
                }
            }
        }
    }
}

/// How much of every point of a rectangle is covered.
struct Mask {
    left: usize,
    top: usize,
    width: usize,
    height: usize,
    /// Row by row, each with two columns more, for what lies to the right of the last point.
    covers: Vec<f32>,
}

impl Mask {
    /// An empty mask for `lines` and `margin` around them, within `picture` and `clip`.
    fn around(lines: &[Line], margin: f64, picture: &Picture, clip: Clip) -> Option<Mask> {
        let points = || lines.iter().flatten();
        let range = |of: fn(&Point) -> f64, low: f64, high: f64, size: usize| {
            let first = points().map(of).fold(f64::INFINITY, f64::min) - margin;
            let last = points().map(of).fold(f64::NEG_INFINITY, f64::max) + margin;
            let first = first.max(low).max(0.0).floor() as usize;
            let last = last.min(high).min(size as f64).ceil() as usize;
            (first < last).then(|| (first, last - first))
        };
        let (left, width) = range(|point| point.0, clip.0.0.round(), clip.1.0.round(), picture.width)?;
        let (top, height) = range(|point| point.1, clip.0.1.round(), clip.1.1.round(), picture.height)?;
        Some(Mask { left, top, width, height, covers: vec![0.0; (width + 2) * height] })
    }

    /// Adds what lies to the right of an edge, less where it goes up: sums along the rows are then the covers.
    fn edge(&mut self, from: Point, to: Point) {
        let shift = |point: Point| (point.0 - self.left as f64, point.1 - self.top as f64);
        let (from, to) = (shift(from), shift(to));
        let (low, high) = (from.1.min(to.1).max(0.0), from.1.max(to.1).min(self.height as f64));
        if low >= high {
            return;
        }
        let sign = if from.1 < to.1 { 1.0 } else { -1.0 };
        let slope = (to.0 - from.0) / (to.1 - from.1);
        let x_at = |y: f64| (from.0 + (y - from.1) * slope).clamp(0.0, self.width as f64);
        let mut y = low;
        while y < high {
            let row = y.floor();
            let next = (row + 1.0).min(high);
            let begin = row as usize * (self.width + 2);
            let covers = &mut self.covers[begin..begin + self.width + 2];
            span(covers, (x_at(y), x_at(next)), sign * (next - y));
            y = next;
        }
    }

    /// Covers what is nearer to a line than half of `width`.
    fn ribbon(&mut self, from: Point, to: Point, width: f64) {
        let shift = |point: Point| (point.0 - self.left as f64, point.1 - self.top as f64);
        let (from, to) = (shift(from), shift(to));
        let half = width / 2.0;
        let range = |one: f64, other: f64, size: usize| {
            let inside = |at: f64| at.clamp(0.0, size as f64) as usize;
            inside((one.min(other) - half - 1.0).floor())..inside((one.max(other) + half + 1.0).ceil())
        };
        let (dx, dy) = (to.0 - from.0, to.1 - from.1);
        let square = (dx * dx + dy * dy).max(f64::MIN_POSITIVE);
        for row in range(from.1, to.1, self.height) {
            for col in range(from.0, to.0, self.width) {
                let (x, y) = (col as f64 + 0.5 - from.0, row as f64 + 0.5 - from.1);
                let along = ((x * dx + y * dy) / square).clamp(0.0, 1.0);
                let (x, y) = (x - along * dx, y - along * dy);
                let away = (x * x + y * y).sqrt();
                // The overlap of the point, seen across the line, with the ribbon.
                let overlap = (away + 0.5).min(half) - (away - 0.5).max(-half);
                let cover = &mut self.covers[row * (self.width + 2) + col];
                *cover = cover.max(overlap as f32);
            }
        }
    }
}

/// Spreads `height` of an edge that runs from one x to another within a row over the columns it passes.
fn span(covers: &mut [f32], (from, to): (f64, f64), height: f64) {
    let (low, high) = (from.min(to), from.max(to));
    let mut x = low;
    loop {
        let column = x.floor();
        let next = (column + 1.0).min(high);
        let part = if high > low { height * (next - x) / (high - low) } else { height };
        // The share of this column that lies to the left of the edge.
        let left = (x + next) / 2.0 - column;
        covers[column as usize] += (part * (1.0 - left)) as f32;
        covers[column as usize + 1] += (part * left) as f32;
        x = next;
        if x >= high {
            return;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const ALL: Clip = Clip((0.0, 0.0), (8.0, 4.0));
    const BLACK: Ink = [0; 3];

    fn reds(picture: &Picture, row: usize) -> Vec<u8> {
        picture.points[row * picture.width..][..picture.width].iter().map(|point| point[0]).collect()
    }

    fn square(left: f64, top: f64, right: f64, bottom: f64) -> Line {
        vec![(left, top), (right, top), (right, bottom), (left, bottom)]
    }

    #[test]
    fn a_point_that_is_half_covered_is_grey() {
        let mut picture = Picture::new(8, 4);
        picture.fill(&[square(1.5, 1.0, 4.0, 2.25)], ALL, |_, _| BLACK);
        assert_eq!(reds(&picture, 1), [255, 128, 0, 0, 255, 255, 255, 255]);
        assert_eq!(reds(&picture, 2), [255, 223, 191, 191, 255, 255, 255, 255]);
        assert_eq!(reds(&picture, 3), [255; 8]);
    }

    #[test]
    fn slanted_edges_share_points_exactly() {
        let mut picture = Picture::new(8, 4);
        picture.fill(&[vec![(0.0, 0.0), (8.0, 0.0), (0.0, 4.0)]], ALL, |_, _| BLACK);
        let covered: f64 = picture.points.iter().map(|point| f64::from(255 - point[0]) / 255.0).sum();
        assert!((covered - 16.0).abs() < 0.05, "{covered}");
    }

    #[test]
    fn a_hole_stays_white_and_the_edge_of_the_picture_cuts() {
        let mut picture = Picture::new(8, 4);
        let mut hole = square(2.0, 1.0, 4.0, 3.0);
        hole.reverse();
        picture.fill(&[square(-5.0, -5.0, 20.0, 20.0), hole], ALL, |_, _| BLACK);
        assert_eq!(reds(&picture, 0), [0; 8]);
        assert_eq!(reds(&picture, 2), [0, 0, 255, 255, 0, 0, 0, 0]);
    }

    #[test]
    fn a_stroke_has_its_width_and_its_opacity() {
        let mut picture = Picture::new(8, 4);
        picture.stroke(&[vec![(-2.0, 2.0), (20.0, 2.0)]], ALL, BLACK, 1.0, 2.0);
        assert_eq!([0, 1, 2, 3].map(|row| reds(&picture, row)[3]), [255, 0, 0, 255]);
        let mut faint = Picture::new(8, 4);
        faint.stroke(&[vec![(-2.0, 1.5), (20.0, 1.5)]], ALL, BLACK, 0.5, 0.5);
        assert_eq!([0, 1, 2].map(|row| reds(&faint, row)[3]), [255, 191, 255]);
    }

    #[test]
    fn nothing_is_drawn_outside_of_the_clip() {
        let mut picture = Picture::new(8, 4);
        picture.fill(&[square(0.0, 0.0, 8.0, 4.0)], Clip((2.0, 1.0), (4.0, 3.0)), |_, _| BLACK);
        assert_eq!(reds(&picture, 0), [255; 8]);
        assert_eq!(reds(&picture, 1), [255, 255, 0, 0, 255, 255, 255, 255]);
    }
}
