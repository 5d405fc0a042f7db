//! Puzzles with names, and what is known of them.
//!
//! The data are in `catalogue/puzzles.txt`: a puzzle begins with a line `== short-name`, then come
//! lines `key: value`, an empty line and the puzzle itself in any of the text formats.

use std::sync::LazyLock;

use crate::format;
use crate::model::metric::Metric;
use crate::model::problem::Problem;

/// A known figure.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Figure {
    /// The number.
    pub value: u64,
    /// Whether it is exact, or only a lower bound that is proved.
    pub exact: bool,
    /// Where it was published; `None` for what was computed and not found in print.
    pub source: Option<&'static str>,
}

/// A puzzle with a name.
#[derive(Clone, Debug)]
pub struct Entry {
    /// Its short name, in lower case.
    pub id: &'static str,
    /// Its name.
    pub name: &'static str,
    /// Its other names.
    pub also: Vec<&'static str>,
    /// The collection it belongs to.
    pub set: Option<&'static str>,
    /// The fewest moves, by metric.
    pub optima: Vec<(Metric, Figure)>,
    /// How many positions can be reached.
    pub states: Option<Figure>,
    /// The puzzle as text.
    pub text: &'static str,
}

impl Entry {
    /// The puzzle, under the metric of its format.
    ///
    /// # Panics
    /// Never: a test reads them all.
    #[must_use]
    pub fn problem(&self) -> Problem {
        format::parse(self.text).expect("the catalogue is tested")
    }

    /// The fewest moves under `metric`.
    #[must_use]
    pub fn optimum(&self, metric: Metric) -> Option<Figure> {
        self.optima.iter().find(|known| known.0 == metric).map(|known| known.1)
    }

    /// Whether `name` is one of its names, in any case.
    #[must_use]
    pub fn is_called(&self, name: &str) -> bool {
        let wanted = name.to_lowercase();
        // Names in other scripts have their transcription in brackets; either part is accepted.
        let parts =
            |known: &'static str| known.split(['(', ')']).map(str::trim).filter(|part| !part.is_empty());
        let mut names = [self.id, self.name].into_iter().chain(self.also.iter().copied());
        names.any(|known| {
            known.to_lowercase() == wanted || parts(known).any(|part| part.to_lowercase() == wanted)
        })
    }
}

/// All puzzles, in the order of the file.
#[must_use]
pub fn all() -> &'static [Entry] {
    static ALL: LazyLock<Vec<Entry>> = LazyLock::new(|| read(include_str!("catalogue/puzzles.txt")));
    &ALL
}

/// The puzzle with this `name`.
#[must_use]
pub fn find(name: &str) -> Option<&'static Entry> {
    all().iter().find(|entry| entry.id == name).or_else(|| all().iter().find(|entry| entry.is_called(name)))
}

/// The short name of the puzzle whose name is most like `word`; `None` if none is much like it.
#[must_use]
pub fn nearest(word: &str) -> Option<&'static str> {
    let wanted: Vec<char> = word.to_lowercase().chars().collect();
    let near = |entry: &'static Entry| {
        let names = [entry.id, entry.name].into_iter().chain(entry.also.iter().copied());
        let parts = names.flat_map(|name| name.split(['(', ')']));
        let edits = parts.map(|part| edits(&wanted, &part.trim().to_lowercase().chars().collect::<Vec<_>>()));
        edits.min().map(|edits| (edits, entry.id))
    };
    let (edits, id) = all().iter().filter_map(near).min_by_key(|&(edits, _)| edits)?;
    (3 * edits <= wanted.len()).then_some(id)
}

/// How many characters must be changed, inserted, deleted or swapped with the next to turn `word` into `other`.
fn edits(word: &[char], other: &[char]) -> usize {
    let mut rows = vec![(0..=other.len()).collect::<Vec<usize>>()];
    for (at, &own) in word.iter().enumerate() {
        let mut row = vec![at + 1];
        for (place, &its) in other.iter().enumerate() {
            let changed = rows[at][place] + usize::from(own != its);
            let mut least = changed.min(rows[at][place + 1] + 1).min(row[place] + 1);
            if at > 0 && place > 0 && own == other[place - 1] && its == word[at - 1] {
                least = least.min(rows[at - 1][place - 1] + 1);
            }
            row.push(least);
        }
        rows.push(row);
    }
    rows[word.len()][other.len()]
}

/// The entries of a file that is known to be in order.
fn read(file: &'static str) -> Vec<Entry> {
    file.split("\n== ").skip(1).map(entry).collect()
}

fn entry(part: &'static str) -> Entry {
    let (head, text) = part.split_once("\n\n").expect("an empty line comes before the puzzle");
    let (id, facts) = head.split_once('\n').expect("facts follow the short name");
    let mut entry = Entry {
        id,
        name: id,
        also: vec![],
        set: None,
        optima: vec![],
        states: None,
        text: text.trim_end_matches('\n'),
    };
    for (key, value) in facts.lines().filter_map(|line| line.split_once(": ")) {
        match key {
            "name" => entry.name = value,
            "also" => entry.also = value.split("; ").collect(),
            "set" => entry.set = Some(value),
            "states" => entry.states = Some(figure(value)),
            _ => entry.optima.push((key.parse().expect("a metric"), figure(value))),
        }
    }
    entry
}

/// `81`, `81 (source)` or `>= 81`.
fn figure(text: &'static str) -> Figure {
    let (number, source) = match text.split_once(" (") {
        Some((number, source)) => (number, source.strip_suffix(')')),
        None => (text, None),
    };
    let (exact, digits) = number.strip_prefix(">= ").map_or((true, number), |digits| (false, digits));
    Figure { value: digits.parse().expect("a number"), exact, source }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;
    use crate::format::Format;

    #[test]
    fn every_entry_reads_and_has_a_goal() {
        let mut ids = HashSet::new();
        for entry in all() {
            let problem = format::parse(entry.text).unwrap_or_else(|error| panic!("{}: {error}", entry.id));
            assert!(!problem.goal().is_empty(), "{}", entry.id);
            assert!(ids.insert(entry.id), "{} comes twice", entry.id);
            assert!(Format::Plain.write(&problem).is_some(), "{}", entry.id);
        }
        assert!(ids.len() >= 90);
    }

    #[test]
    fn names_in_any_language_find_it() {
        for name in ["klotski", "Klotski", "l'âne rouge", "横刀立马", "hakoiri musume"] {
            assert_eq!(find(name).map(|entry| entry.id), Some("klotski"), "{name}");
        }
        assert!(find("no such puzzle").is_none());
    }

    #[test]
    fn a_misspelt_name_leads_to_the_nearest() {
        for (word, id) in [("klotsky", "klotski"), ("Kltoski", "klotski"), ("super century", "super-century")]
        {
            assert_eq!(nearest(word), Some(id), "{word}");
        }
        assert_eq!(nearest("nosuch"), None);
    }
}
