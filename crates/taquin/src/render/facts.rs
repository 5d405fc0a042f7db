//! The facts about a position, for people and for programs.

use std::io::{self, Write};

use serde_json::{Value, json};

use crate::analysis::Facts;
use crate::instance::Instance;
use crate::outlook::Outlook;

/// Writes the facts about the start of `instance` in words.
///
/// # Errors
/// Errors of `out`.
pub fn facts_text(out: &mut dyn Write, instance: &Instance, facts: &Facts) -> io::Result<()> {
    instance.heading(out)?;
    facts_lines(facts).iter().try_for_each(|line| writeln!(out, "{line}"))
}

/// The facts in words, one line each.
#[must_use]
pub fn facts_lines(facts: &Facts) -> Vec<String> {
    let to_go: Vec<String> = facts.outlook.iter().map(to_go).collect();
    let rarity: Vec<String> = facts.outlook.iter().filter_map(rarity).collect();
    let line =
        |name: &str, parts: &[String]| (!parts.is_empty()).then(|| format!("{name:<18}{}", parts.join(", ")));
    let ahead = [line("moves to go", &to_go), line("as far or farther", &rarity)];
    let (first, rest) = facts.lines.split_at(facts.lines.len().min(1));
    first.iter().cloned().chain(ahead.into_iter().flatten()).chain(rest.iter().cloned()).collect()
}

/// The moves to go by one metric in words.
fn to_go(outlook: &Outlook) -> String {
    match (outlook.moves(), outlook.most) {
        (Some(moves), _) => format!("{moves} {}", outlook.metric),
        (None, Some(most)) => format!("{} to {most} {}", outlook.least, outlook.metric),
        (None, None) => format!("at least {} {}", outlook.least, outlook.metric),
    }
}

/// The share of positions as far away in words.
fn rarity(outlook: &Outlook) -> Option<String> {
    let percent = 100.0 * outlook.share()?;
    if (99.995..100.0).contains(&percent) {
        return Some(format!("over 99.99% of all positions ({})", outlook.metric));
    }
    // Enough digits to distinguish it from zero.
    let digits = if percent >= 0.01 { 2 } else { (1.0 - percent.log10()).ceil() as usize };
    Some(format!("{percent:.digits$}% of all positions ({})", outlook.metric))
}

/// Writes the facts as one JSON object on one line.
///
/// # Errors
/// Errors of `out`.
pub fn facts_json(out: &mut dyn Write, facts: &Facts) -> io::Result<()> {
    let mut object = facts.object.clone();
    let outlook = |outlook: &Outlook| {
        let (positions, far) = outlook.rarity.unzip();
        json!({
            "metric": outlook.metric,
            "moves": outlook.moves(),
            "lower_bound": outlook.least,
            "upper_bound": outlook.most,
            "positions": positions,
            "as_far": far,
            "share": outlook.share(),
        })
    };
    if !facts.outlook.is_empty() {
        object["to_go"] = Value::Array(facts.outlook.iter().map(outlook).collect());
    }
    serde_json::to_writer(&mut *out, &object)?;
    writeln!(out)
}
