//! The values that arguments can have: sizes, names, times, amounts.

use std::str::FromStr;
use std::time::Duration;

use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use taquin::picture::Colouring;

/// Rows and columns.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Size {
    pub(crate) rows: u32,
    pub(crate) cols: u32,
}

impl FromStr for Size {
    type Err = String;
    fn from_str(text: &str) -> Result<Self, String> {
        let (rows, cols) = text.split_once(['x', 'X']).unwrap_or((text, text));
        let side = |word: &str| match word.trim().parse::<u32>() {
            Ok(side) if (1..=taquin::Geometry::MAX_SIDE).contains(&side) => Ok(side),
            _ => {
                Err(format!("expected rows and columns from 1 to {}, as in 4x4", taquin::Geometry::MAX_SIDE))
            }
        };
        Ok(Size { rows: side(rows)?, cols: side(cols)? })
    }
}

/// A cell of a board: its row and its column, counted from 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Spot {
    pub(crate) row: usize,
    pub(crate) col: usize,
}

impl FromStr for Spot {
    type Err = String;
    fn from_str(text: &str) -> Result<Self, String> {
        let number = |word: &str| word.trim().parse::<usize>().ok().filter(|&number| number > 0);
        let cell = text.split_once(',').and_then(|(row, col)| Some((number(row)?, number(col)?)));
        let (row, col) = cell.ok_or("expected a row and a column, counted from 1, as in 3,2")?;
        Ok(Spot { row, col })
    }
}

/// A parser for one of several names, each with its description.
pub(super) fn named<T>(
    names: impl Iterator<Item = (&'static str, &'static str)>,
) -> impl TypedValueParser<Value = T>
where
    T: FromStr<Err = String> + Clone + Send + Sync + 'static,
{
    let values: Vec<PossibleValue> =
        names.map(|(name, about)| PossibleValue::new(name).help(about)).collect();
    PossibleValuesParser::new(values).try_map(|name| name.parse::<T>().map_err(std::io::Error::other))
}

/// A parser for the name of a colouring.
pub(super) fn a_colouring() -> impl TypedValueParser<Value = Colouring> {
    let values = Colouring::ALL.iter().map(|(name, about, _)| PossibleValue::new(*name).help(*about));
    let find =
        |name: String| Colouring::ALL.iter().find(|(known, ..)| *known == name).map(|(.., found)| *found);
    let values = PossibleValuesParser::new(values.collect::<Vec<_>>());
    values.try_map(move |name| find(name).ok_or("a colouring that is not known"))
}

/// Seconds, or a number with the unit ms, s, m or h.
pub(super) fn parse_duration(text: &str) -> Result<Duration, String> {
    let digits = text.trim_end_matches(|c: char| c.is_ascii_alphabetic());
    let unit = match &text[digits.len()..] {
        "ms" => 0.001,
        "" | "s" => 1.0,
        "m" | "min" => 60.0,
        "h" => 3600.0,
        other => return Err(format!("'{other}' is not a unit of time; expected ms, s, m or h")),
    };
    let number: f64 = digits.parse().map_err(|_| "expected a time such as 30s, 1.5m or 2h".to_string())?;
    Duration::try_from_secs_f64(number * unit).map_err(|_| format!("'{text}' is not a time"))
}

/// Bytes, or a number with the unit K, M, G or T (powers of 1024).
pub(super) fn parse_bytes(text: &str) -> Result<usize, String> {
    let upper = text.to_ascii_uppercase();
    let upper = upper.strip_suffix("IB").or_else(|| upper.strip_suffix('B')).unwrap_or(&upper);
    let digits = upper.trim_end_matches(|c: char| c.is_ascii_alphabetic());
    let shift = match &upper[digits.len()..] {
        "" => 0,
        "K" => 10,
        "M" => 20,
        "G" => 30,
        "T" => 40,
        other => return Err(format!("'{other}' is not a unit of memory; expected K, M, G or T")),
    };
    let number: f64 = digits.parse().map_err(|_| "expected a size such as 512M or 4G".to_string())?;
    let bytes = number * (1u64 << shift) as f64;
    if !(0.0..9.0e18).contains(&bytes) {
        return Err(format!("'{text}' is not an amount of memory"));
    }
    Ok(bytes as usize)
}

/// A count: a number, which may have the unit k, M or G (powers of 1000).
pub(super) fn parse_count(text: &str) -> Result<u64, String> {
    let digits = text.trim_end_matches(|c: char| c.is_ascii_alphabetic());
    let factor: u64 = match &text[digits.len()..] {
        "" => 1,
        "k" | "K" => 1000,
        "m" | "M" => 1_000_000,
        "g" | "G" => 1_000_000_000,
        other => return Err(format!("'{other}' is not a unit of counts; expected k, M or G")),
    };
    let wrong = || "expected a number such as 500, 20k or 1.5M".to_string();
    let digits = digits.replace('_', "");
    if let Ok(number) = digits.parse::<u64>() {
        return number.checked_mul(factor).ok_or_else(wrong);
    }
    let number: f64 = digits.parse().map_err(|_| wrong())?;
    let count = number * factor as f64;
    if (0.0..9.0e15).contains(&count) && count.fract() == 0.0 { Ok(count as u64) } else { Err(wrong()) }
}

/// The size of a sample, at least one.
pub(super) fn parse_sample(text: &str) -> Result<u64, String> {
    match parse_count(text)? {
        0 => Err("expected a number of at least 1".into()),
        count => Ok(count),
    }
}

/// A number of threads, at least one.
pub(super) fn parse_threads(text: &str) -> Result<usize, String> {
    text.parse().ok().filter(|&threads| threads > 0).ok_or("expected a number of at least 1".to_string())
}

/// How much longer than a shortest solution a solution may be, as a factor or as a percentage above it; returns the
/// factor in percent.
pub(super) fn parse_within(text: &str) -> Result<u32, String> {
    let expected = || "expected a factor such as 1.05, or percents such as 5%".to_string();
    let Some(percents) = text.strip_suffix('%') else { return parse_weight(text).map_err(|_| expected()) };
    match percents.trim_end().parse::<f64>() {
        Ok(above) if (0.0..=9900.0).contains(&above) => Ok((100.0 + above).floor() as u32),
        _ => Err(expected()),
    }
}

/// A factor of at least 1, in percent.
pub(super) fn parse_weight(text: &str) -> Result<u32, String> {
    match text.parse::<f64>() {
        Ok(factor) if (1.0..=100.0).contains(&factor) => Ok((factor * 100.0).round() as u32),
        _ => Err("expected a factor from 1 to 100".to_string()),
    }
}
