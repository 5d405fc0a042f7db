//! A solution as an SVG that plays by itself (SMIL, so it also plays as an image), and any single
//! moment of it.

use super::colour::Colour;
use super::outline::{UNIT, num};
use super::scene::{Film, Motion, Shot};
use super::svg::{RIM, Size, board, placed, repainted};

/// The height of the strip with the curve below an animated board.
const STRIP: f64 = 70.0;

/// Seconds for one step of a piece, between two moves, and before the film starts again.
pub(super) const STEP: f64 = 0.22;
pub(super) const REST: f64 = 0.16;
pub(super) const END: f64 = 2.5;

/// A solution that plays by itself, over and over.
#[must_use]
pub fn animation(film: &Film) -> String {
    let tracks = Tracks::of(film);
    let size = Size::of(&film.scene, STRIP);
    let mut svg = size.open("film", &film.title);
    let place = |index: usize, moving: &mut String| {
        *moving = tracks.animate(index);
        placed(film.scene.pieces[index].at)
    };
    let changing = film.shots.iter().any(|shot| shot.colour.is_some());
    svg.push_str(&if changing { repainted(&film.scene, place) } else { board(&film.scene, place) });
    svg.push_str(&strip(film, |moving| {
        *moving = tracks.animate_dot(film, size.width);
        dot_at(film, size.width, 0.0)
    }));
    svg.push_str("</svg>\n");
    svg
}

/// One frame of a film: after `done` moves and `part` (0 to 1) of the next one.
#[must_use]
pub fn frame(film: &Film, done: usize, part: f64) -> String {
    let mut scene = film.scene.clone();
    for Shot { motion, colour, .. } in &film.shots[..done] {
        scene.apply(motion);
        let piece = &mut scene.pieces[motion.piece];
        piece.colour = colour.unwrap_or(piece.colour);
    }
    let moving = film.shots.get(done).filter(|_| part > 0.0).map(|shot| &shot.motion);
    let size = Size::of(&scene, STRIP);
    let mut svg = size.open("film", &film.title);
    svg.push_str(&board(&scene, |index, _| {
        let at = scene.pieces[index].at;
        match moving {
            Some(motion) if motion.piece == index => {
                let (down, right) = along(motion, part);
                (f64::from(at.1) + right, f64::from(at.0) + down)
            }
            _ => placed(at),
        }
    }));
    svg.push_str(&strip(film, |_| dot_at(film, size.width, done as f64 + part)));
    svg.push_str("</svg>\n");
    svg
}

/// How far a motion has carried its piece after `part` (0 to 1) of it, in rows and columns.
fn along(motion: &Motion, part: f64) -> (f64, f64) {
    let mut left = part * motion.path.len() as f64;
    let mut at = (0.0, 0.0);
    for &(down, right) in &motion.path {
        let share = left.clamp(0.0, 1.0);
        at = (at.0 + f64::from(down) * share, at.1 + f64::from(right) * share);
        left -= 1.0;
    }
    at
}

/// The curve of the gauge, with a dot where the film is.
fn strip(film: &Film, dot: impl FnOnce(&mut String) -> (f64, f64)) -> String {
    let width = film.scene.cols as f64 * UNIT;
    let points: Vec<String> = (0..=film.shots.len())
        .map(|at| dot_at(film, width, at as f64))
        .map(|(x, y)| format!("{} {}", num(x), num(y)))
        .collect();
    let mut moving = String::new();
    let (x, y) = dot(&mut moving);
    format!(
        "<g class=\"strip\"><polyline fill=\"none\" stroke=\"#7b8794\" stroke-width=\"5\" stroke-linejoin=\"round\" \
         stroke-linecap=\"round\" points=\"{}\"/><circle r=\"9\" fill=\"#d9480f\" cx=\"{}\" cy=\"{}\">{moving}</circle></g>",
        points.join(" "),
        num(x),
        num(y)
    )
}

/// Where the dot of the curve is after `at` moves.
fn dot_at(film: &Film, width: f64, at: f64) -> (f64, f64) {
    let curve: Vec<u32> = film.curve().collect();
    let top = curve.iter().copied().max().unwrap_or(0).max(1);
    let before = curve[at as usize];
    let after = curve[(at.ceil() as usize).min(curve.len() - 1)];
    let value = f64::from(before) + (f64::from(after) - f64::from(before)) * at.fract();
    let last = film.shots.len().max(1) as f64;
    let foot = film.scene.rows as f64 * UNIT + RIM + STRIP - 6.0;
    (10.0 + (width - 20.0) * at / last, foot - (STRIP - 28.0) * value / f64::from(top))
}

/// When each piece is where, over one round of the film.
struct Tracks {
    total: f64,
    /// For each move: when it begins and when it ends.
    times: Vec<(f64, f64)>,
    /// For each piece: times and places (column, row).
    pieces: Vec<Vec<(f64, (f64, f64))>>,
    /// For each piece: times and colours from then on.
    colours: Vec<Vec<(f64, Colour)>>,
}

impl Tracks {
    fn of(film: &Film) -> Tracks {
        let mut scene = film.scene.clone();
        let mut pieces: Vec<Vec<_>> =
            scene.pieces.iter().map(|piece| vec![(0.0, placed(piece.at))]).collect();
        let mut colours: Vec<Vec<_>> = scene.pieces.iter().map(|piece| vec![(0.0, piece.colour)]).collect();
        let mut times = Vec::new();
        let mut now = REST * 4.0;
        for shot in &film.shots {
            let track = &mut pieces[shot.motion.piece];
            let mut at = scene.pieces[shot.motion.piece].at;
            let begin = now;
            track.push((now, placed(at)));
            for step in &shot.motion.path {
                at = (at.0 + step.0, at.1 + step.1);
                now += STEP;
                track.push((now, placed(at)));
            }
            scene.apply(&shot.motion);
            let home = scene.pieces[shot.motion.piece].at;
            if home != at {
                track.push((now, placed(home)));
            }
            colours[shot.motion.piece].extend(shot.colour.map(|colour| (now, colour)));
            times.push((begin, now));
            now += REST;
        }
        Tracks { total: now + END, times, pieces, colours }
    }

    fn animate(&self, index: usize) -> String {
        let track = &self.pieces[index];
        if track.len() < 2 {
            return String::new();
        }
        let translate =
            |&(_, (col, row)): &(f64, (f64, f64))| format!("{} {}", num(col * UNIT), num(row * UNIT));
        let values: Vec<String> = track.iter().chain(track.last()).map(translate).collect();
        format!(
            "<animateTransform attributeName=\"transform\" type=\"translate\" dur=\"{}s\" repeatCount=\"indefinite\" \
             keyTimes=\"{}\" values=\"{}\"/>",
            num(self.total),
            self.key_times(track.iter().map(|&(time, _)| time)),
            values.join(";")
        ) + &self.paint(index)
    }

    /// Changes the colour of a piece where it does change.
    fn paint(&self, index: usize) -> String {
        let track = &self.colours[index];
        if track.len() < 2 {
            return String::new();
        }
        let times: Vec<String> = track.iter().map(|(time, _)| format!("{:.5}", time / self.total)).collect();
        let values: Vec<String> = track.iter().map(|(_, colour)| colour.to_string()).collect();
        format!(
            "<animate attributeName=\"color\" calcMode=\"discrete\" dur=\"{}s\" repeatCount=\"indefinite\" \
             keyTimes=\"{}\" values=\"{}\"/>",
            num(self.total),
            times.join(";"),
            values.join(";")
        )
    }

    fn animate_dot(&self, film: &Film, width: f64) -> String {
        if film.shots.is_empty() {
            return String::new();
        }
        let mut times = vec![0.0];
        let mut points = vec![dot_at(film, width, 0.0)];
        for (done, &(begin, end)) in self.times.iter().enumerate() {
            times.extend([begin, end]);
            points.extend([dot_at(film, width, done as f64), dot_at(film, width, done as f64 + 1.0)]);
        }
        points.extend(points.last().copied());
        let part = |name: &str, of: fn(&(f64, f64)) -> f64| {
            let values: Vec<String> = points.iter().map(|point| num(of(point))).collect();
            format!(
                "<animate attributeName=\"{name}\" dur=\"{}s\" repeatCount=\"indefinite\" keyTimes=\"{}\" values=\"{}\"/>",
                num(self.total),
                self.key_times(times.iter().copied()),
                values.join(";")
            )
        };
        part("cx", |point| point.0) + &part("cy", |point| point.1)
    }

    /// The times as parts of the whole, and the end.
    fn key_times(&self, times: impl Iterator<Item = f64>) -> String {
        let parts: Vec<String> =
            times.chain([self.total]).map(|time| format!("{:.5}", time / self.total)).collect();
        parts.join(";")
    }
}
