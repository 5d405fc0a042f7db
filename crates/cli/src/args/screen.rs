//! The short and the long help of every command.
//!
//! `-h` fits a terminal of 24 lines and 80 columns: the most common options, and one example. `--help` has
//! everything, in groups. Both come from the same description.

use clap::{Arg, Command, CommandFactory};

use super::Cli;

/// The options on the first screen of a command with many; `--help` shows the others.
const FIRST: [&str; 24] = [
    "goal",
    "torus",
    "metric",
    "scramble",
    "algorithm",
    "near",
    "limit_time",
    "format",
    "stats",
    "count",
    "seed",
    "distance",
    "output",
    "still",
    "save",
    "depth",
    "course",
    "from",
    "rush_hour",
    "build",
    "submissions",
    "algorithms",
    "heuristics",
    "help",
];

/// A command with more options than this has many.
const FEW: usize = 8;

/// The groups of `--help`: a title, and the options under it.
const GROUPS: [(&str, &[&str]); 5] = [
    ("Puzzle", &["goal", "torus", "size", "metric", "form", "scramble"]),
    (
        "Search",
        &[
            "algorithm",
            "algorithms",
            "heuristic",
            "heuristics",
            "weight",
            "near",
            "within",
            "distances",
            "tables",
            "threads",
            "device",
            "partition",
            "resume",
            "batch",
            "cluster",
            "secret",
            "patience",
        ],
    ),
    ("Solutions", &["every", "number", "first_moves", "avoid"]),
    ("Limits", &["limit_time", "limit_memory", "limit_nodes"]),
    ("Output", &["format", "stats", "output", "plot", "lists", "steps", "traffic", "times"]),
];

/// The columns for what an option does, and for what a command does, on the first screen.
const OPTION: usize = 47;
const COMMAND: usize = 64;

/// What a list of commands is shown with.
const LIST: &str = "{about}\n\n{usage-heading} {usage}\n\n{subcommands}{after-help}";

/// The command line, with the short help or the long help.
pub(crate) fn command(first: bool) -> Command {
    let command = Cli::command();
    if first { screen(command) } else { pages(command) }
}

/// The short help.
fn screen(command: Command) -> Command {
    let all = command.get_after_help().map(ToString::to_string).unwrap_or_default();
    let many = command.get_arguments().count() > FEW;
    let has_commands = command.has_subcommands();
    let mut below = String::new();
    if let Some(programs) = all.split("\n\n").find(|part| part.starts_with("Programs:")) {
        let lines = programs.lines().map(|line| line.split(" (").next().unwrap_or(line));
        below = lines.collect::<Vec<_>>().join("\n") + "\n\n";
    }
    if let Some(line) = all.lines().find(|line| line.starts_with("  taquin")) {
        below += &format!("Example: {}", line.trim().split("   ").next().unwrap_or(line));
    }
    if many {
        below += "\n`--help` shows everything.";
    }
    let about = command.get_about().map(ToString::to_string).unwrap_or_default();
    let mut command = command.mut_args(|arg| short(arg, many)).after_help(below).about(cut(&about, 80));
    if has_commands && command.get_positionals().next().is_none() {
        command = command.help_template(LIST);
    }
    command.mut_subcommands(|inner| {
        let about = inner.get_about().map(ToString::to_string).unwrap_or_default();
        // Commands that are needed once or seldom are shown only by `--help`.
        let seldom = ["cluster", "completions", "export", "man", "survey"].contains(&inner.get_name());
        screen(inner).about(cut(&about, COMMAND)).hide(seldom)
    })
}

/// An option in a line, or not at all.
fn short(arg: Arg, many: bool) -> Arg {
    let id = arg.get_id().to_string();
    if many && !arg.is_positional() && !FIRST.contains(&id.as_str()) {
        return arg.hide(true);
    }
    let help = arg.get_help().map(ToString::to_string).unwrap_or_default();
    let names: Vec<String> = arg.get_possible_values().iter().map(|value| value.get_name().into()).collect();
    let takes = arg.get_action().takes_values();
    let mut help = cut(&help, if arg.is_positional() { COMMAND } else { OPTION });
    let names = names.join(", ");
    if takes && !names.is_empty() && help.chars().count() + names.len() < OPTION {
        help += &format!(": {names}");
    }
    let arg = if takes { arg.hide_possible_values(true).hide_default_value(true) } else { arg };
    arg.help(help)
}

/// The beginning of a text, up to where its details begin.
fn cut(text: &str, most: usize) -> String {
    let end = [" [", "; ", " ("].iter().filter_map(|mark| text.find(mark)).min().unwrap_or(text.len());
    let short = if text.chars().count() <= most { text } else { &text[..end] };
    if short.chars().count() <= most {
        return short.to_string();
    }
    let head: String = short.chars().take(most - 2).collect();
    match head.rfind(", ") {
        Some(end) => head[..end].to_string(),
        None => format!("{} …", &head[..head.rfind(' ').unwrap_or(head.len())]),
    }
}

/// The long help.
fn pages(command: Command) -> Command {
    let all = command.get_after_help().map(ToString::to_string).unwrap_or_default();
    let many = command.get_arguments().count() > FEW;
    let grouped = |arg: Arg| {
        let id = arg.get_id().to_string();
        match GROUPS.iter().find(|(_, ids)| many && ids.contains(&id.as_str())) {
            Some((title, _)) => arg.help_heading(*title),
            None => arg,
        }
    };
    command.mut_args(grouped).after_help(flowing(&all)).mut_subcommands(pages)
}

/// A text whose paragraphs are one line each, for the terminal to break: only lists keep their lines.
fn flowing(text: &str) -> String {
    let mut flow = String::new();
    let mut before = "";
    for line in text.lines() {
        let goes_on = |line: &str| !line.is_empty() && !line.starts_with(' ');
        if !flow.is_empty() {
            flow.push(if goes_on(line) && goes_on(before) && !before.ends_with(':') { ' ' } else { '\n' });
        }
        flow.push_str(line);
        before = line;
    }
    flow
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Calls `look` with every command and its name.
    fn each(command: &mut Command, path: &str, look: &mut dyn FnMut(&mut Command, &str)) {
        look(command, path);
        let names: Vec<String> =
            command.get_subcommands().map(|inner| inner.get_name().to_string()).collect();
        for name in names.into_iter().filter(|name| name != "help") {
            each(command.find_subcommand_mut(&name).unwrap(), &format!("{path} {name}"), look);
        }
    }

    #[test]
    fn the_first_screen_of_every_command_fits_a_terminal() {
        let mut command = command(true).term_width(80);
        command.build();
        each(&mut command, "taquin", &mut |command, path| {
            let screen = command.render_help().to_string();
            let lines: Vec<&str> = screen.trim_end().lines().collect();
            assert!(lines.len() <= 24, "{path} -h has {} lines:\n{screen}", lines.len());
            assert!(lines.iter().all(|line| line.chars().count() <= 80), "{path} -h is too wide:\n{screen}");
            assert!(screen.contains("Example: taquin "), "{path} -h has no example:\n{screen}");
        });
    }

    #[test]
    fn the_pages_behind_it_are_broken_once() {
        let mut command = command(false).term_width(80);
        command.build();
        each(&mut command, "taquin", &mut |command, path| {
            let page = command.render_long_help().to_string();
            assert!(
                page.lines().all(|line| line.chars().count() <= 80),
                "{path} --help is too wide:\n{page}"
            );
            assert!(page.contains("Example"), "{path} --help has no example:\n{page}");
        });
    }

    #[test]
    fn paragraphs_flow_and_lists_do_not() {
        let text = "Examples:\n  one\n  two\n\nA sentence\nthat goes on.\n\nAnother.";
        assert_eq!(flowing(text), "Examples:\n  one\n  two\n\nA sentence that goes on.\n\nAnother.");
        assert_eq!(cut("Keep it [default: no]", 10), "Keep it");
        assert_eq!(cut("Links named Torus, Board and others", 25), "Links named Torus");
    }
}
