//! The levels of a whole space: for people, for programs, and as a picture.

use std::fmt::Write as _;
use std::io::{self, Write};

use serde_json::{Value, json};
use taquin_space::Census;

/// The most farthest positions that are printed for people.
const FARTHEST: usize = 10;

/// Writes a table of the levels, with totals and the farthest positions.
///
/// # Errors
/// Errors of `out`.
pub(super) fn census_text(out: &mut dyn Write, census: &Census<String>) -> io::Result<()> {
    let total = census.total();
    writeln!(out, "{:>8} {:>20} {:>9}", "distance", "positions", "share")?;
    for (distance, &count) in census.levels.iter().enumerate() {
        let share = 100.0 * count as f64 / total.max(1) as f64;
        writeln!(out, "{distance:>8} {count:>20} {share:>8.4}%")?;
    }
    writeln!(out, "{:>8} {total:>20}", "total")?;
    match census.stopped {
        None => writeln!(
            out,
            "The farthest are {} away, the mean is {:.6}.",
            super::moves_in_words(census.depth() as u64),
            census.mean()
        )?,
        Some(limit) if census.levels.is_empty() => {
            writeln!(out, "Stopped ({limit}) before the first level.")?
        }
        Some(limit) => writeln!(out, "Stopped ({limit}): whole levels up to distance {}.", census.depth())?,
    }
    if census.stopped.is_none() {
        let count = census.levels.last().copied().unwrap_or(0);
        for position in census.farthest.iter().take(FARTHEST) {
            writeln!(out, "  {position}")?;
        }
        if count > FARTHEST as u64 {
            writeln!(out, "  and {} more", count - FARTHEST as u64)?;
        }
    }
    Ok(())
}

/// The levels as a JSON object.
pub(super) fn census_value(census: &Census<String>) -> Value {
    json!({
        "levels": census.levels,
        "total": census.total(),
        "depth": census.depth(),
        "mean": census.mean(),
        "complete": census.stopped.is_none(),
        "limit": census.stopped.map(|limit| limit.to_string()),
        "farthest": census.farthest,
        "peak_bytes": census.peak_bytes,
        "seconds": census.seconds,
    })
}

/// Writes the levels as comma-separated values.
///
/// # Errors
/// Errors of `out`.
pub fn census_csv(out: &mut dyn Write, census: &Census<String>) -> io::Result<()> {
    writeln!(out, "distance,positions")?;
    census.levels.iter().enumerate().try_for_each(|(distance, count)| writeln!(out, "{distance},{count}"))
}

/// Writes a histogram of the levels as SVG.
///
/// # Errors
/// Errors of `out`.
pub fn census_svg(out: &mut dyn Write, census: &Census<String>) -> io::Result<()> {
    let (bar, height, margin) = (12, 240, 40);
    let bars = census.levels.len().max(1);
    let (width, foot) = (2 * margin + bar * bars, height + margin);
    let largest = census.levels.iter().copied().max().unwrap_or(0).max(1);
    let mut body = String::new();
    for (distance, &count) in census.levels.iter().enumerate() {
        let tall = height as f64 * count as f64 / largest as f64;
        // A level of a single position is still there.
        let tall = if count > 0 { tall.max(0.5) } else { 0.0 };
        let (x, y) = (margin + bar * distance, foot as f64 - tall);
        let _ = write!(
            body,
            "<rect x=\"{x}\" y=\"{y:.2}\" width=\"{}\" height=\"{tall:.2}\"><title>{count} at distance {distance}</title></rect>",
            bar - 2
        );
        if distance % 10 == 0 {
            let _ = write!(body, "<text x=\"{}\" y=\"{}\">{distance}</text>", x + bar / 2 - 1, foot + 16);
        }
    }
    let title = format!("{} positions by distance, at most {} in a level", census.total(), largest);
    writeln!(
        out,
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {}\" font-family=\"sans-serif\" \
         font-size=\"11\" text-anchor=\"middle\"><title>{title}</title><g fill=\"#3b6ea5\">{body}</g></svg>",
        foot + margin
    )
}

#[cfg(test)]
mod tests {
    use taquin_search::Limit;

    use super::*;

    fn written(
        write: impl Fn(&mut dyn Write, &Census<String>) -> io::Result<()>,
        stopped: Option<Limit>,
    ) -> String {
        let levels = vec![1, 2, 2, 2, 2, 2, 1];
        let farthest = vec!["0 3 / 2 1".to_string()];
        let mut out = Vec::new();
        write(&mut out, &Census { levels, stopped, farthest, peak_bytes: 1, seconds: 0.5 }).unwrap();
        String::from_utf8(out).unwrap()
    }

    #[test]
    fn every_form_has_every_level() {
        let text = written(census_text, None);
        assert!(text.contains("       6                    1   8.3333%\n   total                   12\n"));
        assert!(text.ends_with("The farthest are 6 moves away, the mean is 3.000000.\n  0 3 / 2 1\n"));
        assert!(
            written(census_text, Some(Limit::Depth))
                .ends_with("Stopped (depth limit): whole levels up to distance 6.\n")
        );
        assert!(written(census_csv, None).ends_with("\n5,2\n6,1\n"));
        let json = |out: &mut dyn Write, census: &Census<String>| write!(out, "{}", census_value(census));
        let json: Value = serde_json::from_str(&written(json, Some(Limit::Time))).unwrap();
        assert_eq!(
            (&json["levels"][1], &json["total"], &json["complete"]),
            (&json!(2), &json!(12), &json!(false))
        );
        assert_eq!(written(census_svg, None).matches("<rect").count(), 7);
    }
}
