//! The lengths of shortest solutions over a sample: for people, for programs, and as a picture.

use std::fmt::Write as _;
use std::io::{self, Write};

use serde_json::{Value, json};

use crate::distribution::Distribution;
use crate::instance::Instance;

/// Writes a table of the lengths, each with the share of positions that have it, and what they amount to.
///
/// # Errors
/// Errors of `out`.
pub fn distribution_text(out: &mut dyn Write, found: &Distribution) -> io::Result<()> {
    writeln!(out, "{:>6} {:>9} {:>9}   95% interval", "moves", "boards", "share")?;
    let count = found.count();
    for (&length, &number) in &found.lengths {
        let (low, high) = found.share(number);
        let share = 100.0 * number as f64 / count.max(1) as f64;
        writeln!(out, "{length:>6} {number:>9} {share:>8.3}%   {:.3}% to {:.3}%", 100.0 * low, 100.0 * high)?;
    }
    writeln!(out, "{:>6} {count:>9}", "total")?;
    if found.unknown > 0 {
        writeln!(out, "{:>6} {:>9} stopped at a limit and not counted", "", found.unknown)?;
    }
    if let Some(margin) = found.margin() {
        writeln!(
            out,
            "Mean {:.3} ± {margin:.3} (95% confidence), standard deviation {:.3}.",
            found.mean(),
            found.deviation()
        )?;
        let quantile = |part| found.quantile(part).unwrap_or(0);
        writeln!(
            out,
            "Half of the boards need at most {} moves, 5% at most {}, 95% at most {}.",
            quantile(0.5),
            quantile(0.05),
            quantile(0.95)
        )?;
    }
    Ok(())
}

/// Writes the lengths as one JSON object on one line.
///
/// # Errors
/// Errors of `out`.
pub fn distribution_json(
    out: &mut dyn Write,
    instance: &Instance,
    seed: u64,
    found: &Distribution,
) -> io::Result<()> {
    let count = found.count();
    let lengths: Vec<Value> = found
        .lengths
        .iter()
        .map(|(&length, &number)| {
            let (low, high) = found.share(number);
            let share = number as f64 / count as f64;
            json!({ "moves": length, "count": number, "share": share, "low": low, "high": high })
        })
        .collect();
    let object = json!({
        "title": instance.title(),
        "metric": instance.metric(),
        "seed": seed,
        "count": count,
        "unknown": found.unknown,
        "mean": found.mean(),
        "margin": found.margin(),
        "deviation": found.deviation(),
        "median": found.quantile(0.5),
        "lengths": lengths,
    });
    writeln!(out, "{object}")
}

/// Writes a histogram of the lengths with their intervals as SVG.
///
/// # Errors
/// Errors of `out`.
pub fn distribution_svg(out: &mut dyn Write, instance: &Instance, found: &Distribution) -> io::Result<()> {
    let (bar, height, margin) = (16.0, 260.0, 46.0);
    let first = found.lengths.keys().next().copied().unwrap_or(0);
    let last = found.lengths.keys().last().copied().unwrap_or(0);
    let width = (2.0 * margin + bar * f64::from(last - first + 1)).max(420.0);
    let foot = height + margin;
    let shares: Vec<(u32, u64, f64, f64)> = found
        .lengths
        .iter()
        .map(|(&length, &number)| {
            let (low, high) = found.share(number);
            (length, number, low, high)
        })
        .collect();
    let largest = shares.iter().map(|share| share.3).fold(1e-9, f64::max);
    let tall = |share: f64| height * share / largest;
    let count = found.count().max(1) as f64;
    let mut body = String::new();
    for &(length, number, low, high) in &shares {
        let x = margin + bar * f64::from(length - first);
        let share = number as f64 / count;
        let (middle, top) = (x + bar / 2.0 - 1.0, foot - tall(share));
        let _ = write!(
            body,
            "<rect x=\"{x:.1}\" y=\"{top:.1}\" width=\"{:.1}\" height=\"{:.1}\" fill=\"#56b4e9\"><title>{number} of \
             {length} moves</title></rect><path d=\"M{middle:.1} {:.1}V{:.1}m-3 0h6M{:.1} {:.1}h6\" stroke=\"#000\"/>",
            bar - 2.0,
            tall(share),
            foot - tall(low),
            foot - tall(high),
            middle - 3.0,
            foot - tall(low),
        );
        if length % 5 == 0 {
            let _ = write!(body, "<text x=\"{middle:.1}\" y=\"{:.1}\">{length}</text>", foot + 16.0);
        }
    }
    let interval = found.margin().map(|margin| format!(" ± {margin:.2}")).unwrap_or_default();
    let title = format!(
        "{}: moves of {} shortest solutions, mean {:.2}{interval}",
        instance.title(),
        found.count(),
        found.mean()
    );
    writeln!(
        out,
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {}\" font-family=\"sans-serif\" \
         font-size=\"11\" text-anchor=\"middle\"><title>{title}</title><rect width=\"{width}\" height=\"{}\" \
         fill=\"#fff\"/><text x=\"{}\" y=\"24\" font-size=\"13\">{title}</text>{body}</svg>",
        foot + margin,
        foot + margin,
        width / 2.0
    )
}
