//! The commands of docs/cluster.md, each on two hosts.

use std::path::Path;

use super::pages::{Run, examples};
use super::together::{Test, ends, text};
use super::{counted, ports};

#[test]
fn commands_of_the_documentation_run_on_two_hosts() {
    let test = Test::new();
    let page = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/cluster.md");
    let page = std::fs::read_to_string(page).expect("a page");
    assert_eq!(test.alone(&["cluster", "key", "secret.txt"]).0, Some(0));
    let (_, boards) = test.alone(&["generate", "3x3", "--seed", "8", "--count", "50"]);
    std::fs::write(test.path("boards.txt"), boards).expect("written");
    let commands: Vec<_> = examples(&page).into_iter().filter(|example| example.run == Run::Hosts).collect();
    assert!(commands.len() >= 3, "{}", commands.len());
    for example in commands {
        let command = example.command.replace("/data/levels", "levels");
        let words: Vec<&str> = command.split_whitespace().skip(1).collect();
        // All levels would take hours.
        let few: &[&str] = if words[0] == "enumerate" { &["--depth", "14"] } else { &[] };
        let place = words.iter().position(|word| *word == "--cluster").expect("a cluster");
        let alone = test.alone(&[&words[..place], few].concat());
        assert_eq!(alone.0, Some(0), "{command}");
        std::fs::write(test.path("hosts.txt"), ports::free(2).join("\n")).expect("written");
        let start = || test.taquin(&[&words, few].concat()).spawn().expect("the binary runs");
        let outputs = ends(vec![start(), start()]);
        for output in &outputs {
            assert!(output.status.success(), "{command}: {}", text(output.stderr.clone()));
        }
        assert!(outputs.iter().any(|output| counted(output) == alone), "{command}: {outputs:?}");
    }
}
