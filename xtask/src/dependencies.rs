//! `docs/dependencies.md` says why each direct dependency is there, and what it costs to build.

use std::collections::BTreeSet;

use crate::metadata::packages;
use crate::shell::root;

#[test]
fn the_page_has_every_direct_dependency_and_its_cost_and_no_other() {
    let page = std::fs::read_to_string(root().join("docs/dependencies.md")).unwrap();
    let (reasons, costs) = page.split_once("\n## What they cost to build").unwrap();
    let names = |part: &str| -> BTreeSet<String> {
        let rows = part.lines().filter_map(|line| line.strip_prefix("| `")?.split_once('`'));
        rows.map(|(name, _)| name.to_string()).collect()
    };
    let packages = packages().unwrap();
    let there: BTreeSet<String> =
        packages.iter().flat_map(|package| package.dependencies()).map(String::from).collect();
    assert_eq!(names(reasons), there);
    assert_eq!(names(costs), there);
}
