//! `docs/dependencies.md` says why each direct dependency is there.

use std::collections::BTreeSet;

use crate::metadata::packages;
use crate::shell::root;

#[test]
fn the_page_has_a_row_for_every_direct_dependency_and_no_other() {
    let page = std::fs::read_to_string(root().join("docs/dependencies.md")).unwrap();
    let rows = page.lines().filter_map(|line| line.strip_prefix("| `")?.split_once('`'));
    let told: BTreeSet<&str> = rows.map(|(name, _)| name).collect();
    let packages = packages().unwrap();
    let there: BTreeSet<&str> = packages.iter().flat_map(|package| package.dependencies()).collect();
    assert_eq!(told, there);
}
