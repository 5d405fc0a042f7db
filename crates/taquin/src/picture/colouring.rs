//! Colourings of tiles: what the colour of a tile stands for.
//!
//! Tiles of neighbouring groups differ in lightness as well as in hue, so that a colouring can be seen without seeing
//! colours; all are light enough for dark labels.

use super::colour::Colour;
use super::scene::{Film, Place, Scene};

/// What the colour of a tile stands for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Colouring {
    /// Its row and its column at the goal, in one smooth gradient.
    #[default]
    Goal,
    /// The ring that it belongs to: the first row and column, then the first of those that are left, and so on.
    Fringe,
    /// The quarter of the board that it belongs to.
    Grid,
    /// How far it is from where it belongs.
    Distance,
}

impl Colouring {
    /// All of them: names, each with a word of explanation.
    pub const ALL: &'static [(&'static str, &'static str, Colouring)] = &[
        ("goal", "by row and column at the goal, in one gradient", Colouring::Goal),
        ("fringe", "by rings: the first row and column, then the first of the rest", Colouring::Fringe),
        ("grid", "by quarters of the board", Colouring::Grid),
        (
            "distance",
            "by the distance from where a tile belongs: the darker, the farther",
            Colouring::Distance,
        ),
    ];
}

impl Scene {
    /// This position with its pieces of one cell coloured by where they belong, which `goal` shows.
    #[must_use]
    pub fn coloured(mut self, colouring: Colouring, goal: Option<&Scene>) -> Scene {
        let Some(goal) =
            goal.filter(|goal| colouring != Colouring::Goal && goal.pieces.len() == self.pieces.len())
        else {
            return self;
        };
        let (rows, cols, wraps) = (self.rows, self.cols, self.wraps);
        let apart = |from: i32, to: i32, side: usize, wraps: bool| {
            let apart = from.abs_diff(to) as usize;
            if wraps { apart.min(side - apart) } else { apart }
        };
        for (piece, home) in
            self.pieces.iter_mut().zip(&goal.pieces).filter(|(piece, _)| piece.shape.len() == 1)
        {
            let ((row, col), at): (Place, Place) = (home.at, piece.at);
            piece.colour = match colouring {
                Colouring::Goal => piece.colour,
                Colouring::Fringe => group(row.min(col) as usize),
                Colouring::Grid => {
                    let half = |at: i32, side: usize| usize::from(2 * at as usize >= side);
                    // Quarters that touch differ by an odd number.
                    group(half(row, rows) * 2 + (half(row, rows) ^ half(col, cols)))
                }
                Colouring::Distance => {
                    let far = apart(at.0, row, rows, wraps.0) + apart(at.1, col, cols, wraps.1);
                    far_by(far)
                }
            };
        }
        self
    }
}

impl Film {
    /// This film with its pieces of one cell coloured by where they belong, which `goal` shows.
    #[must_use]
    pub fn coloured(mut self, colouring: Colouring, goal: Option<&Scene>) -> Film {
        let mut now = self.scene.clone();
        self.scene = self.scene.coloured(colouring, goal);
        if colouring == Colouring::Distance && goal.is_some() {
            for shot in &mut self.shots {
                now.apply(&shot.motion);
                now = now.coloured(colouring, goal);
                shot.colour = Some(now.pieces[shot.motion.piece].colour);
            }
        }
        self
    }
}

/// The colour of a group; those of consecutive numbers differ most.
fn group(number: usize) -> Colour {
    const HUES: [f64; 7] = [95.0, 245.0, 30.0, 165.0, 305.0, 70.0, 210.0];
    let lightness = [0.93, 0.72, 0.84, 0.66][number % 4];
    Colour::oklch(lightness, 0.095, HUES[number % HUES.len()])
}

/// The colour of a tile that is this far from where it belongs: from nearly white to a strong blue.
fn far_by(steps: usize) -> Colour {
    let share = steps.min(7) as f64 / 7.0;
    Colour::oklch(0.97 - 0.33 * share, 0.015 + 0.115 * share, 250.0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Hints, Instance};

    /// The relative luminance of a colour (WCAG 2).
    fn luminance(colour: Colour) -> f64 {
        let part = |byte: u8| {
            let light = f64::from(byte) / 255.0;
            if light <= 0.040_45 { light / 12.92 } else { ((light + 0.055) / 1.055).powf(2.4) }
        };
        0.2126 * part(colour.red) + 0.7152 * part(colour.green) + 0.0722 * part(colour.blue)
    }

    fn contrast(one: Colour, other: Colour) -> f64 {
        let (one, other) = (luminance(one), luminance(other));
        (one.max(other) + 0.05) / (one.min(other) + 0.05)
    }

    #[test]
    fn groups_can_be_told_apart_without_colours_and_labels_can_be_read() {
        for number in 0..20 {
            assert!(contrast(group(number), group(number + 1)) > 1.25, "{number}");
            assert!(contrast(group(number), group(number).shade(0.28)) > 4.5, "{number}");
        }
        for steps in 0..7 {
            assert!(luminance(far_by(steps)) > luminance(far_by(steps + 1)));
            assert!(contrast(far_by(steps), far_by(steps).shade(0.28)) > 4.5, "{steps}");
        }
    }

    #[test]
    fn tiles_are_coloured_by_where_they_belong() {
        let board =
            Instance::parse("2 1 3 4 / 5 6 7 8 / 9 10 11 12 / 13 14 15 0", &Hints::default()).unwrap();
        let goal = board.goal_scene();
        let colours = |colouring| {
            let scene = board.scene().coloured(colouring, goal.as_ref());
            scene.pieces.iter().map(|piece| piece.colour).collect::<Vec<_>>()
        };
        let fringe = colours(Colouring::Fringe);
        // Tiles 1 to 4, 5, 9 and 13 are the first ring, 6 to 8, 10 and 14 the second.
        assert!([1, 2, 3, 4, 5, 9, 13].iter().all(|tile: &usize| fringe[tile - 1] == group(0)));
        assert!([6, 7, 8, 10, 14].iter().all(|tile: &usize| fringe[tile - 1] == group(1)));
        let grid = colours(Colouring::Grid);
        assert!(grid[0] == grid[5] && grid[2] != grid[0] && grid[8] != grid[0] && grid[10] != grid[8]);
        let distance = colours(Colouring::Distance);
        assert_eq!((distance[0], distance[1], distance[2]), (far_by(1), far_by(1), far_by(0)));
        assert_eq!(
            colours(Colouring::Goal),
            board.scene().pieces.iter().map(|piece| piece.colour).collect::<Vec<_>>()
        );
    }
}
