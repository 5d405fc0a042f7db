//! A review of somebody's moves: for people, for programs, and as a picture.

use std::fmt::Write as _;
use std::io::{self, Write};

use serde_json::{Value, json};

use super::screen::duration;
use super::text::moves_in_words;
use crate::answer::Step;
use crate::instance::Instance;
use crate::review::{Point, Review};

/// The moves that are reviewed.
#[derive(Clone, Copy, Debug)]
pub struct Attempt<'a> {
    /// The puzzle.
    pub instance: &'a Instance,
    /// The moves.
    pub steps: &'a [Step],
    /// The time of each move in seconds, only that of the last move, or nothing if it is unknown.
    pub times: &'a [f64],
}

impl Attempt<'_> {
    /// The seconds that all moves took.
    fn seconds(&self) -> Option<f64> {
        self.times.last().copied()
    }

    /// The longest time between two moves, and the number of the move after it.
    fn pause(&self) -> Option<(f64, usize)> {
        let pauses = self.times.windows(2).map(|pair| pair[1] - pair[0]).zip(2..);
        pauses.max_by(|one, other| one.0.total_cmp(&other.0))
    }

    /// The steps of a stretch of moves in a short form.
    fn words(&self, steps: &[Step]) -> String {
        let words: Vec<String> = steps.iter().map(|step| self.instance.short(step)).collect();
        if words.is_empty() { "nothing".into() } else { words.join(" ") }
    }

    fn stretch(&self, review: &Review, moves: std::ops::Range<usize>) -> &[Step] {
        let steps = &review.moves[moves];
        match (steps.first(), steps.last()) {
            (Some(first), Some(last)) => &self.steps[first.start..last.end],
            _ => &[],
        }
    }

    /// The lengths by every metric, and the moves a second.
    fn lengths(&self) -> Vec<(String, u64)> {
        let counts =
            self.instance.counts(self.steps).into_iter().map(|(name, count)| (name.to_string(), count));
        let counts: Vec<(String, u64)> = counts.collect();
        let own = || vec![("moves".to_string(), self.steps.len() as u64)];
        if counts.is_empty() { own() } else { counts }
    }
}

fn distance(point: &Point) -> String {
    match (point.distance(), point.most) {
        (Some(moves), _) => moves.to_string(),
        (None, Some(most)) => format!("{}–{most}", point.least),
        (None, None) => format!("{}–", point.least),
    }
}

/// Writes the review in words, with a table of the points.
///
/// # Errors
/// Errors of `out`.
pub fn review_text(out: &mut dyn Write, attempt: &Attempt<'_>, review: &Review) -> io::Result<()> {
    attempt.instance.heading(out)?;
    let lengths: Vec<String> =
        attempt.lengths().iter().map(|(name, count)| format!("{count} {name}")).collect();
    write!(out, "Moves: {}", lengths.join(", "))?;
    writeln!(out)?;
    if let Some(seconds) = attempt.seconds() {
        let rate = attempt.steps.len() as f64 / seconds;
        write!(out, "Time: {}, {rate:.2} tiles a second", duration(seconds))?;
        match attempt.pause() {
            None => writeln!(out)?,
            Some((pause, number)) => writeln!(
                out,
                "; the longest pause, {}, before {} (tile {number} of {})",
                duration(pause),
                attempt.words(&attempt.steps[number - 1..number]),
                attempt.steps.len()
            )?,
        }
    }
    let made = moves_in_words(review.moves.len() as u64);
    let (first, last) = (review.points.first(), review.points.last());
    match (first.and_then(Point::distance), review.lost(), review.solved) {
        (Some(least), Some(0), true) => writeln!(out, "Solved in {made}, the fewest possible ({least}).")?,
        (Some(least), Some(lost), true) => {
            writeln!(
                out,
                "Solved in {made}; the shortest solution has {least}: {} lost.",
                moves_in_words(lost.into())
            )?;
        }
        (_, Some(lost), false) => {
            let left = last.map(distance).unwrap_or_default();
            writeln!(out, "Not solved after {made}: {left} to go; {} lost.", moves_in_words(lost.into()))?;
        }
        (_, _, true) => writeln!(out, "Solved in {made}.")?,
        (_, None, false) => writeln!(out, "Not solved after {made}.")?,
    }
    writeln!(out, "{:>5} {:>6}  {:>4}  move", "move", "to go", "lost")?;
    writeln!(out, "{:>5} {:>6}", 0, review.points.first().map(distance).unwrap_or_default())?;
    for (number, steps) in review.moves.iter().enumerate() {
        let lost = match review.lost_by(number) {
            None | Some(0) => String::new(),
            Some(lost) => lost.to_string(),
        };
        let words = attempt.words(&attempt.steps[steps.clone()]);
        writeln!(out, "{:>5} {:>6}  {lost:>4}  {words}", number + 1, distance(&review.points[number + 1]))?;
    }
    for stretch in &review.stretches {
        let (from, to) = (stretch.moves.start + 1, stretch.moves.end);
        writeln!(
            out,
            "Moves {from} to {to} ({}) can be {}: {}",
            stretch.moves.len(),
            stretch.cost,
            attempt.words(&stretch.shorter)
        )?;
    }
    Ok(())
}

/// Writes the review as one JSON object on one line.
///
/// # Errors
/// Errors of `out`.
pub fn review_json(out: &mut dyn Write, attempt: &Attempt<'_>, review: &Review) -> io::Result<()> {
    let objects =
        |steps: &[Step]| steps.iter().map(|step| attempt.instance.step_object(step)).collect::<Vec<_>>();
    let points: Vec<Value> = review
        .points
        .iter()
        .map(|point| json!({ "distance": point.distance(), "lower_bound": point.least, "upper_bound": point.most }))
        .collect();
    let moves = review.moves.iter().enumerate().map(|(number, steps)| {
        json!({ "steps": objects(&attempt.steps[steps.clone()]), "lost": review.lost_by(number) })
    });
    let stretches = review.stretches.iter().map(|stretch| {
        json!({
            "from": stretch.moves.start + 1,
            "to": stretch.moves.end,
            "moves": stretch.moves.len(),
            "steps": objects(attempt.stretch(review, stretch.moves.clone())),
            "fewest": stretch.cost,
            "shorter": objects(&stretch.shorter),
        })
    });
    let counts: serde_json::Map<String, Value> =
        attempt.lengths().into_iter().map(|(name, count)| (name, json!(count))).collect();
    let rate = attempt.seconds().map(|seconds| attempt.steps.len() as f64 / seconds);
    let object = json!({
        "puzzle": attempt.instance.object(),
        "solved": review.solved,
        "counts": counts,
        "cost": review.moves.len(),
        "shortest": review.points.first().and_then(Point::distance),
        "lost": review.lost(),
        "points": points,
        "moves": moves.collect::<Vec<_>>(),
        "stretches": stretches.collect::<Vec<_>>(),
        "seconds": attempt.seconds(),
        "per_second": rate,
        "longest_pause": attempt.pause().map(|(seconds, before)| json!({ "seconds": seconds, "before": before })),
    });
    writeln!(out, "{object}")
}

const WIDTH: f64 = 900.0;
const HEIGHT: f64 = 320.0;
const LEFT: f64 = 50.0;
const TOP: f64 = 40.0;
const FOOT: f64 = 50.0;

/// Writes how far the goal is after every move as a picture. Lost moves are marked with a cross and their number,
/// and the stretches that can be shorter lie on hatched ground, so that nothing depends on colours.
///
/// # Errors
/// Errors of `out`.
pub fn review_svg(out: &mut dyn Write, attempt: &Attempt<'_>, review: &Review) -> io::Result<()> {
    let most = review.points.iter().filter_map(|point| point.most).max().unwrap_or(1).max(1);
    let moves = review.moves.len().max(1) as f64;
    let x = |number: usize| LEFT + (WIDTH - LEFT - 20.0) * number as f64 / moves;
    let y = |distance: u32| TOP + HEIGHT * (1.0 - f64::from(distance) / f64::from(most));
    let mut body = String::new();
    for stretch in &review.stretches {
        let (from, to) = (x(stretch.moves.start), x(stretch.moves.end));
        let _ = write!(
            body,
            "<rect x=\"{from:.1}\" y=\"{TOP}\" width=\"{:.1}\" height=\"{HEIGHT}\" fill=\"url(#hatched)\"><title>Moves \
             {} to {} can be {}: {}</title></rect>",
            to - from,
            stretch.moves.start + 1,
            stretch.moves.end,
            stretch.cost,
            escaped(&attempt.words(&stretch.shorter))
        );
    }
    for mark in (0..=most).step_by((most as usize / 8).max(1)) {
        let at = y(mark);
        let _ = write!(
            body,
            "<line x1=\"{LEFT}\" x2=\"{}\" y1=\"{at:.1}\" y2=\"{at:.1}\" stroke=\"#ddd\"/><text x=\"{}\" y=\"{:.1}\" \
             text-anchor=\"end\">{mark}</text>",
            WIDTH - 20.0,
            LEFT - 6.0,
            at + 4.0
        );
    }
    for number in (0..=review.moves.len()).step_by((review.moves.len() / 10).max(1)) {
        let _ = write!(body, "<text x=\"{:.1}\" y=\"{}\">{number}</text>", x(number), TOP + HEIGHT + 18.0);
    }
    let line: Vec<String> = review
        .points
        .iter()
        .enumerate()
        .filter_map(|(number, point)| Some(format!("{:.1},{:.1}", x(number), y(point.distance()?))))
        .collect();
    let _ = write!(
        body,
        "<polyline points=\"{}\" fill=\"none\" stroke=\"#0072b2\" stroke-width=\"2\"/>",
        line.join(" ")
    );
    for number in 0..review.moves.len() {
        let Some(lost) = review.lost_by(number).filter(|lost| *lost > 0) else { continue };
        let (x, y) = (x(number + 1), y(review.points[number + 1].distance().unwrap_or(0)));
        let _ = write!(
            body,
            "<path d=\"M{:.1} {:.1}l8 8m0 -8l-8 8\" stroke=\"#d55e00\" stroke-width=\"2\"/><text x=\"{x:.1}\" \
             y=\"{:.1}\">−{lost}<title>Move {} lost {lost}</title></text>",
            x - 4.0,
            y - 4.0,
            y - 9.0,
            number + 1
        );
    }
    let lost = review.lost().map_or(String::new(), |lost| format!(", {} lost", moves_in_words(lost.into())));
    let title = format!("Moves to go after each of {}{lost}", moves_in_words(review.moves.len() as u64));
    let height = TOP + HEIGHT + FOOT;
    writeln!(
        out,
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH} {height}\" font-family=\"sans-serif\" \
         font-size=\"12\" text-anchor=\"middle\"><title>{title}</title><defs><pattern id=\"hatched\" width=\"6\" \
         height=\"6\" patternUnits=\"userSpaceOnUse\" patternTransform=\"rotate(45)\"><path d=\"M0 0v6\" \
         stroke=\"#e69f00\" stroke-width=\"2\" opacity=\".6\"/></pattern></defs><rect width=\"{WIDTH}\" \
         height=\"{height}\" fill=\"#fff\"/><text x=\"{}\" y=\"22\" font-size=\"15\">{title}</text>{body}</svg>",
        WIDTH / 2.0
    )
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}
