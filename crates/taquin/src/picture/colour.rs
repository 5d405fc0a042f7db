//! The colours of pieces, chosen in a perceptual space (OKLCH, Ottosson 2020) so that neighbours
//! differ evenly to the eye.

/// A colour on a screen.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Colour {
    /// Red.
    pub red: u8,
    /// Green.
    pub green: u8,
    /// Blue.
    pub blue: u8,
}

impl std::fmt::Display for Colour {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "#{:02x}{:02x}{:02x}", self.red, self.green, self.blue)
    }
}

impl Colour {
    /// The colour with `lightness` 0 to 1, `chroma` 0 to about 0.2 and `hue` in degrees.
    #[must_use]
    pub fn oklch(lightness: f64, chroma: f64, hue: f64) -> Colour {
        let (a, b) = (chroma * hue.to_radians().cos(), chroma * hue.to_radians().sin());
        let l = (lightness + 0.396_337_777_4 * a + 0.215_803_757_3 * b).powi(3);
        let m = (lightness - 0.105_561_345_8 * a - 0.063_854_172_8 * b).powi(3);
        let s = (lightness - 0.089_484_177_5 * a - 1.291_485_548 * b).powi(3);
        Colour {
            red: encode(4.076_741_662_1 * l - 3.307_711_591_3 * m + 0.230_969_929_2 * s),
            green: encode(-1.268_438_004_6 * l + 2.609_757_401_1 * m - 0.341_319_396_5 * s),
            blue: encode(-0.004_196_086_3 * l - 0.703_418_614_7 * m + 1.707_614_701 * s),
        }
    }

    /// The colour of a tile whose goal is `row` of `rows` and `col` of `cols`: the hue runs along
    /// the rows and the lightness along the columns, so a solved board is one smooth gradient.
    #[must_use]
    pub fn of_tile(row: usize, rows: usize, col: usize, cols: usize) -> Colour {
        let along = |at: usize, of: usize| at as f64 / of.saturating_sub(1).max(1) as f64;
        let (down, across) = (along(row, rows), along(col, cols));
        Colour::oklch(
            0.83 - 0.10 * across - 0.06 * down,
            0.105 + 0.02 * across,
            85.0 - 92.0 * down - 26.0 * across,
        )
    }

    /// The colour of the `kind`-th kind of block; goal pieces stand out.
    #[must_use]
    pub fn of_block(kind: usize, goal: bool) -> Colour {
        if goal {
            return Colour::oklch(0.66 - 0.05 * (kind % 2) as f64, 0.19, 27.0 + 14.0 * (kind % 3) as f64);
        }
        const HUES: [f64; 8] = [245.0, 85.0, 165.0, 305.0, 205.0, 120.0, 275.0, 60.0];
        let round = (kind / HUES.len()) as f64;
        Colour::oklch(0.74 - 0.07 * (round % 3.0), 0.095, HUES[kind % HUES.len()] + 11.0 * round)
    }

    /// This colour with its light scaled by `factor`.
    #[must_use]
    pub fn shade(self, factor: f64) -> Colour {
        let scale = |part: u8| (f64::from(part) * factor).clamp(0.0, 255.0) as u8;
        Colour { red: scale(self.red), green: scale(self.green), blue: scale(self.blue) }
    }
}

/// A linear part of light as a byte of sRGB.
fn encode(linear: f64) -> u8 {
    let light = linear.clamp(0.0, 1.0);
    let curve = if light <= 0.003_130_8 { 12.92 * light } else { 1.055 * light.powf(1.0 / 2.4) - 0.055 };
    (curve * 255.0).round() as u8
}

#[cfg(test)]
mod tests {
    use super::Colour;

    #[test]
    fn white_black_and_a_known_red() {
        assert_eq!(Colour::oklch(1.0, 0.0, 0.0).to_string(), "#ffffff");
        assert_eq!(Colour::oklch(0.0, 0.0, 0.0).to_string(), "#000000");
        assert_eq!(Colour::oklch(0.627_955, 0.257_683, 29.2339).to_string(), "#ff0000");
    }
}
