//! A solution as an animated GIF: the SVG animation, frame by frame, rasterised.

use std::collections::HashMap;
use std::io::{self, Write};

use gif::{DisposalMethod, Encoder, Frame, Repeat};

use super::animation::{END, REST, STEP, frame};
use super::pixels::Picture;
use super::raster::raster;
use super::scene::Film;

/// Pictures of one step in between.
const BETWEEN: usize = 4;

/// Writes a film as a GIF that runs for ever, with `points` points along its longer side.
///
/// # Errors
/// Errors of `out`, and a film too large for the format.
pub fn animation(out: &mut dyn Write, film: &Film, points: u16) -> io::Result<()> {
    let raster = |svg: &str| raster(svg, &film.scene, points);
    let first = raster(&frame(film, 0, 0.0));
    let last = raster(&frame(film, film.shots.len(), 0.0));
    // Colours that change may be there in between only.
    let between = film.shots.iter().any(|shot| shot.colour.is_some());
    let middle = between.then(|| raster(&frame(film, film.shots.len() / 2, 0.0)));
    let mut palette = Palette::of(&[&first, &last].into_iter().chain(&middle).collect::<Vec<_>>());
    let (width, height) = (first.width as u16, first.height as u16);
    let mut encoder = Encoder::new(out, width, height, &palette.colours).map_err(io::Error::other)?;
    encoder.set_repeat(Repeat::Infinite).map_err(io::Error::other)?;
    let mut shown: Vec<u8> = Vec::new();
    let mut show = |picture: &Picture, seconds: f64| -> io::Result<()> {
        let points = palette.map(picture);
        let part = changed(&shown, &points, width, height, (seconds * 100.0).round() as u16);
        shown = points;
        encoder.write_frame(&part).map_err(io::Error::other)
    };
    show(&first, REST * 4.0)?;
    for (done, shot) in film.shots.iter().enumerate() {
        let pictures = BETWEEN * shot.motion.path.len();
        for between in 1..pictures {
            let picture = raster(&frame(film, done, between as f64 / pictures as f64));
            show(&picture, STEP / BETWEEN as f64)?;
        }
        let rest = if done + 1 == film.shots.len() { END } else { REST };
        show(&raster(&frame(film, done + 1, 0.0)), rest)?;
    }
    Ok(())
}

/// The part of a picture that differs from the one before.
fn changed(before: &[u8], points: &[u8], width: u16, height: u16, delay: u16) -> Frame<'static> {
    let (wide, high) = (usize::from(width), usize::from(height));
    let differs = |x: usize, y: usize| before.is_empty() || before[y * wide + x] != points[y * wide + x];
    let rows: Vec<usize> = (0..high).filter(|&y| (0..wide).any(|x| differs(x, y))).collect();
    // A frame has at least one point, also when nothing has changed.
    let (top, bottom) = (rows.first().map_or(0, |&y| y), rows.last().map_or(0, |&y| y));
    let cols: Vec<usize> = (0..wide).filter(|&x| (top..=bottom).any(|y| differs(x, y))).collect();
    let (left, right) = (cols.first().map_or(0, |&x| x), cols.last().map_or(0, |&x| x));
    let part = (top..=bottom).flat_map(|y| points[y * wide + left..=y * wide + right].iter().copied());
    Frame {
        delay,
        dispose: DisposalMethod::Keep,
        left: left as u16,
        top: top as u16,
        width: (right - left + 1) as u16,
        height: (bottom - top + 1) as u16,
        buffer: part.collect::<Vec<u8>>().into(),
        ..Frame::default()
    }
}

/// At most 256 colours, and which of them comes nearest to a given one.
struct Palette {
    colours: Vec<u8>,
    nearest: HashMap<[u8; 3], u8>,
}

impl Palette {
    /// The colours that cover most of `pictures`, few of which are alike.
    fn of(pictures: &[&Picture]) -> Palette {
        let mut count: HashMap<[u8; 3], u32> = HashMap::new();
        for point in pictures.iter().flat_map(|picture| &picture.points) {
            *count.entry(*point).or_default() += 1;
        }
        let mut colours: Vec<([u8; 3], u32)> = count.into_iter().collect();
        colours.sort_unstable_by_key(|&(colour, count)| (std::cmp::Reverse(count), colour));
        let mut chosen: Vec<[u8; 3]> = Vec::new();
        // Edges are mixed from the colours on both sides, so near duplicates are the least loss.
        for apart in [24, 12, 6, 0] {
            for (colour, _) in &colours {
                if chosen.len() < 256 && chosen.iter().all(|known| distance(*known, *colour) > apart) {
                    chosen.push(*colour);
                }
            }
        }
        Palette { colours: chosen.concat(), nearest: HashMap::new() }
    }

    fn map(&mut self, picture: &Picture) -> Vec<u8> {
        let colours: Vec<[u8; 3]> = self.colours.chunks(3).map(|part| [part[0], part[1], part[2]]).collect();
        let mut index = |colour: [u8; 3]| {
            *self.nearest.entry(colour).or_insert_with(|| {
                let near = (0..colours.len()).min_by_key(|&at| distance(colours[at], colour));
                near.unwrap_or(0) as u8
            })
        };
        picture.points.iter().map(|&point| index(point)).collect()
    }
}

fn distance(a: [u8; 3], b: [u8; 3]) -> u32 {
    (0..3).map(|part| u32::from(a[part].abs_diff(b[part]))).sum()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::picture::scene::tests::film;

    #[test]
    fn a_gif_has_a_frame_for_every_stage() {
        for wraps in [false, true] {
            let mut bytes = Vec::new();
            animation(&mut bytes, &film(wraps), 420).unwrap();
            let mut decoder = gif::DecodeOptions::new().read_info(bytes.as_slice()).unwrap();
            let mut frames = 0;
            while decoder.read_next_frame().unwrap().is_some() {
                frames += 1;
            }
            assert_eq!(frames, 1 + 2 * BETWEEN);
        }
    }
}
