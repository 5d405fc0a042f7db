//! `taquin play` in a real terminal: from a key to the frame that shows what it did.

use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{self, Receiver};
use std::time::{Duration, Instant};

use super::process::taquin;
use super::table::{Table, Target};
use crate::shell::Result;
use crate::tools;

/// The keys that are measured.
const KEYS: u64 = 100;

/// Puzzles, a key that picks a piece where one is needed, and two keys that undo each other.
const GAMES: [(&str, &str, Option<&str>, [&str; 2]); 2] = [
    ("4 x 4 tiles", "1 2 3 4 / 5 6 7 8 / 9 10 0 11 / 13 14 15 12", None, ["Up", "Down"]),
    ("Klotski", "klotski", Some("g"), ["Down", "Up"]),
];

pub fn run() -> Result {
    tools::install(&[tools::TMUX])?;
    let binary = taquin()?;
    let mut table = Table::new("terminal");
    for (name, puzzle, pick, keys) in GAMES {
        let mut times = play(&binary, puzzle, pick, keys)?;
        times.sort_by(f64::total_cmp);
        table.row(&format!("{name}: key to frame, median"), times[times.len() / 2], "ms", None);
        let most = times[times.len() * 95 / 100];
        table.row(&format!("{name}: 95 of {KEYS} keys"), most, "ms", Some(Target::AtMost(16.0)));
    }
    table.save()
}

/// A terminal that reports everything that is written to it at once.
struct Terminal {
    tmux: Child,
    keys: ChildStdin,
    written: Receiver<String>,
}

impl Terminal {
    fn open(name: &str, command: &[&str]) -> Result<Terminal> {
        let socket = format!("taquin-bench-{}-{name}", std::process::id());
        let mut tmux = Command::new("tmux")
            .args(["-L", &socket, "-f", "/dev/null", "-C", "new-session", "-x", "120", "-y", "45"])
            .args(command)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .map_err(|error| format!("cannot run tmux: {error}"))?;
        let (keys, output) = (tmux.stdin.take().expect("piped"), tmux.stdout.take().expect("piped"));
        let (sender, written) = mpsc::channel();
        std::thread::spawn(move || {
            // A line may end within a letter.
            let lines = BufReader::new(output).split(b'\n').map_while(|line| line.ok());
            for line in lines.map(|line| String::from_utf8_lossy(&line).into_owned()) {
                // After the last key nothing is expected, but the output of tmux must be read to its end.
                let data = line.strip_prefix("%output ").and_then(|line| line.split_once(' '));
                let _ = data.map(|(_, data)| sender.send(data.to_string()));
            }
        });
        Ok(Terminal { tmux, keys, written })
    }

    fn press(&mut self, key: &str) -> Result {
        writeln!(self.keys, "send-keys {key}").map_err(|error| error.to_string())
    }

    /// Waits until something with `text` is written.
    fn wait(&self, text: &str) -> Result {
        let end = Instant::now() + Duration::from_secs(10);
        let mut written = String::new();
        while !written.contains(text) {
            let left = end.saturating_duration_since(Instant::now());
            written += &self.written.recv_timeout(left).map_err(|_| format!("'{text}' does not come"))?;
        }
        Ok(())
    }
}

impl Drop for Terminal {
    fn drop(&mut self) {
        let _ = writeln!(self.keys, "kill-server");
        let _ = self.tmux.wait();
    }
}

/// Milliseconds from a key to its frame.
fn play(binary: &Path, puzzle: &str, pick: Option<&str>, keys: [&str; 2]) -> Result<Vec<f64>> {
    let mut terminal = Terminal::open(keys[0], &[&binary.to_string_lossy(), "play", puzzle])?;
    terminal.wait("0 moves")?;
    if let Some(key) = pick {
        terminal.press(key)?;
        terminal.wait(&format!("[{key}]"))?;
    }
    let mut times = Vec::new();
    for number in 1..=KEYS {
        let clock = Instant::now();
        terminal.press(keys[(number as usize + 1) % 2])?;
        // Frames in which only the clock has changed still show the number before.
        terminal.wait(&format!(" {number} move"))?;
        times.push(clock.elapsed().as_secs_f64() * 1000.0);
    }
    Ok(times)
}
