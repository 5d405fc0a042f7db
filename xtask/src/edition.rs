//! The places where the version of a release is written, and how.

use crate::shell::Result;

/// The numbers of a version such as 1.2.3.
pub fn parse(text: &str) -> Option<[u32; 3]> {
    let numbers: Option<Vec<u32>> = text.split('.').map(|part| part.parse().ok()).collect();
    numbers?.try_into().ok()
}

/// The manifest of the workspace: its own version, and that of its crates wherever they ask for each other.
pub fn manifest(text: &str, old: &str, new: &str) -> String {
    let (old, new) = (format!("version = \"{old}\""), format!("version = \"{new}\""));
    let is_own = |line: &str| line.starts_with(&old) || line.starts_with("taquin");
    let lines =
        text.lines().map(|line| if is_own(line) { line.replace(&old, &new) } else { line.to_string() });
    lines.map(|line| line + "\n").collect()
}

/// The citation, of this version and date.
pub fn citation(text: &str, new: &str, date: &str) -> String {
    let line = |line: &str| match line.split_once(": ") {
        Some(("version", _)) => format!("version: {new}\n"),
        Some(("date-released", _)) => format!("date-released: {date}\n"),
        _ => format!("{line}\n"),
    };
    text.lines().map(line).collect()
}

/// The changelog, in which the unreleased section becomes that of the version.
pub fn changelog(text: &str, new: &str, date: &str) -> Result<String> {
    const UNRELEASED: &str = "## Unreleased\n";
    let (head, rest) = text.split_once(UNRELEASED).ok_or("CHANGELOG.md has no section 'Unreleased'")?;
    let own = rest.split("\n## ").next().unwrap_or_default();
    if own.trim().is_empty() {
        return Err("CHANGELOG.md tells nothing under 'Unreleased'".to_string());
    }
    Ok(format!("{head}{UNRELEASED}\n## {new} - {date}\n\n{}", rest.trim_start()))
}

/// Whether this is a day, as year, month and day.
pub fn is_date(text: &str) -> bool {
    let digit =
        |(at, byte): (usize, u8)| if at == 4 || at == 7 { byte == b'-' } else { byte.is_ascii_digit() };
    text.len() == 10 && text.bytes().enumerate().all(digit)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::metadata::version;
    use crate::shell::root;

    fn read(file: &str) -> String {
        std::fs::read_to_string(root().join(file)).unwrap()
    }

    #[test]
    fn a_release_is_written_wherever_the_version_stands() {
        let old = version().unwrap();
        let new = manifest(&read("Cargo.toml"), &old, "7.8.9");
        assert!(new.contains("\nversion = \"7.8.9\"\n"));
        let own: Vec<&str> =
            new.lines().filter(|line| line.starts_with("taquin") && line.contains("path")).collect();
        assert!(own.len() > 10 && own.iter().all(|line| line.contains("version = \"7.8.9\"")), "{own:#?}");
        // Nothing else has changed, and there is a way back.
        assert_eq!(manifest(&new, "7.8.9", &old), read("Cargo.toml"));
        let cited = citation(&read("CITATION.cff"), "7.8.9", "2030-01-02");
        assert!(cited.contains("\nversion: 7.8.9\n") && cited.contains("\ndate-released: 2030-01-02\n"));
    }

    #[test]
    fn the_citation_is_of_the_version_of_the_crates() {
        assert!(read("CITATION.cff").contains(&format!("\nversion: {}\n", version().unwrap())));
    }

    #[test]
    fn what_was_unreleased_belongs_to_the_version() {
        let text = "# Changelog\n\n## Unreleased\n\n- new\n\n## 0.1.0 - 2026-01-01\n\n- old\n";
        let after = "# Changelog\n\n## Unreleased\n\n## 0.2.0 - 2026-02-02\n\n- new\n\n## 0.1.0 - 2026-01-01\n\n- old\n";
        assert_eq!(changelog(text, "0.2.0", "2026-02-02").unwrap(), after);
        assert!(changelog(after, "0.3.0", "2026-03-03").unwrap_err().contains("nothing"));
    }

    #[test]
    fn versions_are_three_numbers_in_order() {
        assert!(parse("0.10.0") > parse("0.9.9"));
        assert_eq!([parse("1.2"), parse("1.2.x"), parse("v1.2.3")], [None; 3]);
    }

    #[test]
    fn a_day_is_year_month_and_day() {
        assert!(is_date("2026-11-16"));
        assert!(!is_date("16 November") && !is_date("2026-11-1x"));
    }
}
