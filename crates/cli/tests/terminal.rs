//! The binary in a real terminal, by tmux: what a person sees, and what keys and the mouse do.

#[path = "support/pages.rs"]
mod pages;

use std::path::Path;
use std::process::{Command, Output};
use std::time::{Duration, Instant};

/// How long a busy machine may take to show something.
const PATIENCE: Duration = Duration::from_secs(120);

/// A terminal that nobody sits at.
struct Tmux {
    socket: String,
}

impl Tmux {
    /// A terminal of `width` columns and `height` lines with a shell that has the binary on its path.
    fn new(name: &str, width: u32, height: u32) -> Tmux {
        let tmux = Tmux { socket: format!("taquin-test-{}-{name}", std::process::id()) };
        let folder = Path::new(env!("CARGO_BIN_EXE_taquin")).parent().unwrap();
        let path = format!("PATH={}:{}", folder.display(), std::env::var("PATH").unwrap());
        let (width, height) = (width.to_string(), height.to_string());
        let size = ["-x", &width, "-y", &height];
        let shell = ["env", "-u", "NO_COLOR", "-u", "COLORTERM", "PS1=$ ", &path, "sh"];
        tmux.call(&[&["-f", "/dev/null", "new-session", "-d"], &size[..], &shell[..]].concat());
        tmux
    }

    fn call(&self, arguments: &[&str]) -> Output {
        let done = Command::new("tmux").args(["-L", &self.socket]).args(arguments).output();
        let done = done.expect("tmux runs; `cargo xtask test` installs it");
        assert!(done.status.success(), "{arguments:?}: {}", String::from_utf8_lossy(&done.stderr));
        done
    }

    /// Types a line.
    fn line(&self, text: &str) {
        self.call(&["send-keys", "-l", text]);
        self.key("Enter");
    }

    fn key(&self, key: &str) {
        self.call(&["send-keys", key]);
    }

    /// What is on the screen, with its colours where they are asked for.
    fn screen(&self, colours: bool) -> String {
        let colours: &[&str] = if colours { &["-e"] } else { &[] };
        String::from_utf8(self.call(&[&["capture-pane", "-p"], colours].concat()).stdout).unwrap()
    }

    /// Waits until `text` is on the screen.
    fn wait(&self, text: &str) -> String {
        let clock = Instant::now();
        loop {
            let screen = self.screen(false);
            if screen.contains(text) {
                return screen;
            }
            assert!(clock.elapsed() < PATIENCE, "'{text}' does not come:\n{screen}");
            std::thread::sleep(Duration::from_millis(20));
        }
    }

    /// Presses or releases the mouse at a line and a column, counted from 0.
    fn mouse(&self, line: usize, column: usize, end: char) {
        self.call(&["send-keys", "-l", &format!("\x1b[<0;{};{}{end}", column + 1, line + 1)]);
    }
}

impl Drop for Tmux {
    fn drop(&mut self) {
        let _ = Command::new("tmux").args(["-L", &self.socket, "kill-server"]).output();
    }
}

#[test]
fn answers_are_drawn() {
    let tmux = Tmux::new("answers", 80, 50);
    tmux.line("taquin solve '1 2 3 / 4 0 6 / 7 5 8' --stats");
    let screen = tmux.wait("Time ");
    assert!(screen.contains("│ 7 │ 5 │ 8 │     │ 7 │ 8 │   │"), "{screen}");
    assert!(screen.contains("Solved in 2 moves, the fewest possible. ("), "{screen}");
    assert!(tmux.screen(true).contains("\x1b[48;5;"), "there are colours");
    tmux.line("clear; NO_COLOR=1 taquin solve klotski; echo first");
    let screen = tmux.wait("\nfirst");
    let moves = screen.lines().filter(|line| line.contains('→') && line.contains('←')).count();
    assert!(screen.contains("Solved in 81 moves"), "{screen}");
    assert!(moves <= 6, "{moves} lines: {screen}");
    assert!(!tmux.screen(true).contains("48;5;"), "there are none");
    tmux.line("clear; taquin solve '1 2 3 / 4 0 6 / 7 5 8' | cat; echo second");
    let screen = tmux.wait("\nsecond");
    assert!(
        screen.contains("  7 5 8      7 8 ·\nSolved in 2 moves, the fewest possible.\n  5↑  8←\n"),
        "{screen}"
    );
}

#[test]
fn tiles_are_played() {
    let tmux = Tmux::new("tiles", 80, 40);
    tmux.line("taquin play '1 2 3 / 4 0 6 / 7 5 8'");
    tmux.wait("0 moves");
    tmux.key("=");
    tmux.wait("2 from the goal");
    tmux.key("?");
    tmux.wait("hint: 5 up");
    tmux.key("Up");
    tmux.wait("1 move ");
    tmux.wait("1 from the goal");
    tmux.key("Up");
    tmux.wait("nothing can go there");
    tmux.key("BSpace");
    tmux.wait("0 moves");
    tmux.key("Up");
    // The cell of tile 8: the board begins at line 2 and column 2, and cells are 7 columns by 3 lines.
    tmux.mouse(2 + 10, 2 + 20, 'M');
    tmux.mouse(2 + 10, 2 + 20, 'm');
    let screen = tmux.wait("the shortest: 2");
    assert!(screen.contains("Solved! Yours: 2") && screen.contains("5↑ 8←"), "{screen}");
    tmux.key("Escape");
    tmux.wait("Solved: 2 moves (2 single, 2 line) in ");
}

#[test]
fn blocks_are_played() {
    let tmux = Tmux::new("blocks", 80, 40);
    tmux.line("printf 'metric: finger\\na..\\n...\\ngoal: .../..a\\n' | taquin play");
    tmux.wait("0 moves");
    tmux.key("Right");
    tmux.key("Right");
    tmux.wait("1 move ");
    tmux.key("BSpace");
    tmux.key("BSpace");
    tmux.wait("0 moves");
    // The block is pulled from its cell to the goal.
    tmux.mouse(2 + 2, 2 + 3, 'M');
    tmux.call(&["send-keys", "-l", &format!("\x1b[<32;{};{}M", 2 + 20, 2 + 7)]);
    tmux.mouse(2 + 6, 2 + 19, 'm');
    let screen = tmux.wait("the shortest: 1");
    assert!(screen.contains("Solved! Yours: 1"), "{screen}");
}

#[test]
fn a_search_is_stepped_through() {
    let tmux = Tmux::new("trace", 100, 50);
    tmux.line("taquin trace '1 2 3 / 0 4 6 / 7 5 8' --interactive");
    let screen = tmux.wait("Step 1");
    assert!(screen.contains("opened f ") && screen.contains("Open, the next first"), "{screen}");
    tmux.key("Right");
    tmux.wait("Step 2");
    tmux.key("Left");
    tmux.wait("Step 1");
    tmux.key("End");
    tmux.wait("Solved in 3 moves");
    tmux.key("Tab");
    tmux.wait("Solution, move 0 of 3");
    tmux.key("Right");
    tmux.wait("Solution, move 1 of 3");
    tmux.key("q");
    tmux.wait("Solved in 3 moves, the fewest possible.");
}

#[test]
fn the_visualizer_opens_the_solution_of_the_solver() {
    let folder = tempfile::tempdir().unwrap();
    let (board, opener) = (folder.path().join("board.txt"), folder.path().join("xdg-open"));
    std::fs::write(&board, "3\n 8 6 7\n 2 5 4\n 3 0 1\n").unwrap();
    std::fs::write(&opener, "#!/bin/sh\ncp \"$1\" \"$(dirname \"$0\")/page.html\"\n").unwrap();
    Command::new("chmod").arg("+x").arg(&opener).status().unwrap();
    let tmux = Tmux::new("visualizer", 80, 24);
    let at = folder.path().display();
    tmux.line(&format!("TMPDIR={at} DISPLAY=:9 PATH={at}:$PATH taquin course visualizer {at}/board.txt"));
    tmux.wait(".html");
    let clock = Instant::now();
    let page = loop {
        let page = std::fs::read_to_string(folder.path().join("page.html")).unwrap_or_default();
        if page.ends_with("</html>\n") {
            break page;
        }
        assert!(clock.elapsed() < PATIENCE, "no page is opened: {}", tmux.screen(false));
        std::thread::sleep(Duration::from_millis(20));
    };
    let data = page.split_once("id=\"data\">").unwrap().1.split_once("</script>").unwrap().0;
    let film: serde_json::Value = serde_json::from_str(data).unwrap();
    let gauges = film["shots"].as_array().unwrap().iter().map(|shot| shot["gauge"].as_u64().unwrap());
    let solver = Command::new(env!("CARGO_BIN_EXE_taquin"))
        .args(["course", "visualizer"])
        .arg(&board)
        .output()
        .unwrap();
    let solver = String::from_utf8(solver.stdout).unwrap();
    let stages = solver.lines().filter_map(|line| line.split_once("Manhattan distance "));
    assert!(gauges.eq(stages.skip(1).map(|(_, distance)| distance.parse::<u64>().unwrap())), "{film}");
}

/// Commands of the documentation that need a terminal or open a browser start there, and end with Ctrl-C.
#[test]
#[cfg(target_os = "linux")]
fn screens_of_the_documentation_open_and_close() {
    let folder = tempfile::tempdir().unwrap();
    let (script, opener) = (folder.path().join("script"), folder.path().join("xdg-open"));
    std::fs::write(&opener, "#!/bin/sh\n").unwrap();
    Command::new("chmod").arg("+x").arg(&opener).status().unwrap();
    let mut screens = 0;
    for page in pages::all(&Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")) {
        let text = std::fs::read_to_string(&page).unwrap();
        for example in pages::examples(&text).into_iter().filter(|example| example.run == pages::Run::Screen)
        {
            let verb = example.command.rsplit("taquin ").next().and_then(|words| words.split(' ').next());
            let (shown, command) = match verb {
                // Another test, or a person, may have the usual port.
                Some("serve") => {
                    ("Ctrl-C stops", example.command.replacen("taquin serve", "taquin serve --port 0", 1))
                }
                Some("visualize") => ("Ctrl-C stops", example.command),
                Some("play") => (" moves", example.command),
                Some("trace") => ("Step 1", example.command),
                _ => panic!("{}:{}: {} opens no screen", page.display(), example.line, example.command),
            };
            let at = folder.path().display();
            let lines =
                format!("trap : INT\nDISPLAY=:9 PATH={at}:$PATH\n{command}\necho \"ended with $?\"\n");
            std::fs::write(&script, lines).unwrap();
            let tmux = Tmux::new(&format!("screen{screens}"), 100, 40);
            tmux.line(&format!("sh {}", script.display()));
            tmux.wait(shown);
            tmux.key("C-c");
            let screen = tmux.wait("ended with ");
            assert!(screen.contains("ended with 0"), "{command}: {screen}");
            screens += 1;
        }
    }
    assert!(screens > 5, "{screens}");
}

#[test]
fn shells_complete_names_programs_and_files() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("super-file.txt"), "").unwrap();
    let enter = format!("cd '{}'", folder.path().display());
    let load = [
        ("bash", "bash --norc", "source <(taquin completions bash)"),
        ("zsh", "zsh -f", "autoload -U compinit; compinit -u; source <(taquin completions zsh)"),
        ("fish", "fish --no-config", "taquin completions fish | source"),
    ];
    for (shell, start, script) in load {
        let tmux = Tmux::new(shell, 120, 40);
        tmux.line(&format!("{enter}; {start}"));
        tmux.line(&format!("{script}; clear; printf 'read%s\\n' {shell}"));
        tmux.wait(&format!("read{shell}"));
        for (words, found) in [
            ("taquin play super-", "super-century"),
            ("taquin puzzles show super-", "super-dries"),
            ("taquin solve super-", "super-file.txt"),
            ("taquin grade torus-", "torus-astar"),
            ("taquin solve --algorithm bid", "bidirectional"),
        ] {
            tmux.call(&["send-keys", "-l", words]);
            tmux.key("Tab");
            tmux.key("Tab");
            tmux.wait(found);
            tmux.key("C-c");
            tmux.line("clear");
        }
    }
}
