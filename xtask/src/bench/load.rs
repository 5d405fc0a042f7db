//! The browser app under load: 64 clients for half a minute, light and heavy requests mixed.
//!
//! A light request (a page, a puzzle described, a move) must never fail. A heavy one (a search, a
//! trace, a survey) may be told that the server is busy, but nothing else, and the memory of the
//! server stays within what its searches are allowed.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use super::process;
use super::table::{Table, Target};
use crate::shell::Result;

const CLIENTS: usize = 64;
const TIME: Duration = Duration::from_secs(30);
/// What one search may hold, how many run at once, and what the server may take beside them.
const SEARCH_MEMORY: f64 = 128.0 * 1048576.0;
const SEARCHES: usize = 2;
const BESIDE: f64 = 128.0 * 1048576.0;

const PUZZLE: &str = r#"{"text":"8 6 7 / 2 5 4 / 3 0 1"}"#;
const MOVE: &str = r#"{"puzzle":{"text":"1 2 3 / 4 0 6 / 7 5 8"},"piece":4,"path":[[-1,0]]}"#;
const KLOTSKI: &str = r#"{"text":"1A9BF0C"}"#;
const LIGHT: [(&str, &str); 4] =
    [("/", ""), ("/api/v1/puzzle", PUZZLE), ("/api/v1/move", MOVE), ("/api/v1/puzzle", KLOTSKI)];
const HEAVY: [(&str, &str); 6] = [
    (
        "/api/v1/solve",
        r#"{"puzzle":{"text":"0 12 9 13 / 15 11 10 14 / 3 7 2 5 / 4 8 6 1"},"algorithm":"a-star","heuristic":"manhattan","seconds":2}"#,
    ),
    ("/api/v1/solve", r#"{"puzzle":{"text":"1A9BF0C"}}"#),
    ("/api/v1/solve", r#"{"puzzle":{"text":"5 1 2 4 / 9 6 3 8 / 13 10 7 11 / 14 15 12 0"}}"#),
    (
        "/api/v1/solve",
        r#"{"puzzle":{"text":"24 23 22 21 20 / 19 18 17 16 15 / 14 13 12 11 10 / 9 8 7 6 5 / 4 3 2 1 0"},"seconds":3}"#,
    ),
    (
        "/api/v1/trace",
        r#"{"puzzle":{"text":"8 6 7 / 2 5 4 / 3 0 1"},"algorithm":"a-star","heuristic":"manhattan","steps":500}"#,
    ),
    ("/api/v1/survey", r#"{"puzzle":{"text":"1 2 3 / 4 5 6 / 7 8 0"}}"#),
];

/// What one client saw.
#[derive(Default)]
struct Seen {
    light: Vec<f64>,
    light_failures: usize,
    heavy: usize,
    busy: usize,
    heavy_failures: usize,
}

/// Measures and prints.
pub fn run() -> Result {
    let (mut server, port) = start()?;
    let ends = Instant::now() + TIME;
    let clients: Vec<_> =
        (0..CLIENTS).map(|client| std::thread::spawn(move || visit(client, port, ends))).collect();
    let seen: Vec<Seen> = clients.into_iter().filter_map(|client| client.join().ok()).collect();
    let peak = peak_bytes(&server);
    let _ = server.kill();
    let _ = server.wait();
    let sum = |of: fn(&Seen) -> usize| seen.iter().map(of).sum::<usize>() as f64;
    let mut light: Vec<f64> = seen.iter().flat_map(|seen| seen.light.iter().copied()).collect();
    light.sort_unstable_by(f64::total_cmp);
    let quantile =
        |part: f64| light.get((light.len() as f64 * part) as usize).copied().unwrap_or(0.0) * 1000.0;
    let mut table = Table::new("load");
    table.row("light requests answered", light.len() as f64, "", None);
    table.row("light requests failed", sum(|seen| seen.light_failures), "", Some(Target::AtMost(0.0)));
    table.row("light request, median", quantile(0.5), "ms", None);
    table.row("light request, 99 of 100 within", quantile(0.99), "ms", None);
    table.row("heavy requests answered", sum(|seen| seen.heavy), "", None);
    table.row("heavy requests told that the server is busy", sum(|seen| seen.busy), "", None);
    table.row(
        "heavy requests failed otherwise",
        sum(|seen| seen.heavy_failures),
        "",
        Some(Target::AtMost(0.0)),
    );
    let bound = (SEARCHES as f64).mul_add(SEARCH_MEMORY, BESIDE) / 1048576.0;
    table.row("peak memory of the server", peak? / 1048576.0, "MiB", Some(Target::AtMost(bound)));
    table.save()
}

/// Starts the server and gives its port.
fn start() -> Result<(Child, u16)> {
    let mut server = Command::new(process::taquin()?)
        .args([
            "serve",
            "--port",
            "0",
            "--no-open",
            "--limit-time",
            "5s",
            "--limit-memory",
            "128M",
            "--searches",
            "2",
        ])
        .stderr(Stdio::piped())
        .spawn()
        .map_err(|error| format!("cannot start the server: {error}"))?;
    let mut line = String::new();
    if let Some(stderr) = server.stderr.take() {
        BufReader::new(stderr).read_line(&mut line).map_err(|error| error.to_string())?;
    }
    let port = line.trim().trim_end_matches('/').rsplit(':').next().and_then(|port| port.parse().ok());
    port.map(|port| (server, port)).ok_or_else(|| format!("the server said '{line}'"))
}

/// One client: nine light requests for every heavy one.
fn visit(client: usize, port: u16, ends: Instant) -> Seen {
    let mut seen = Seen::default();
    let mut turn = client;
    while Instant::now() < ends {
        turn += 1;
        if turn.is_multiple_of(10) {
            let (path, body) = HEAVY[turn / 10 % HEAVY.len()];
            match ask(port, path, body) {
                Some(200) => seen.heavy += 1,
                Some(503) => seen.busy += 1,
                _ => seen.heavy_failures += 1,
            }
        } else {
            let (path, body) = LIGHT[turn % LIGHT.len()];
            let began = Instant::now();
            match ask(port, path, body) {
                Some(200) => seen.light.push(began.elapsed().as_secs_f64()),
                _ => seen.light_failures += 1,
            }
        }
    }
    seen
}

/// Asks, reads the whole answer, and gives its status.
fn ask(port: u16, path: &str, body: &str) -> Option<u16> {
    let mut stream = TcpStream::connect(("127.0.0.1", port)).ok()?;
    stream.set_read_timeout(Some(Duration::from_secs(60))).ok()?;
    let method = if body.is_empty() { "GET" } else { "POST" };
    let head = format!(
        "{method} {path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nContent-Type: application/json\r\n\
         Content-Length: {}\r\n\r\n",
        body.len()
    );
    stream.write_all(head.as_bytes()).ok()?;
    stream.write_all(body.as_bytes()).ok()?;
    let mut answer = Vec::new();
    stream.read_to_end(&mut answer).ok()?;
    let status = answer.split(|&byte| byte == b' ').nth(1)?;
    std::str::from_utf8(status).ok()?.parse().ok()
}

/// The most memory that the server has held.
fn peak_bytes(server: &Child) -> Result<f64> {
    let path = format!("/proc/{}/status", server.id());
    let text = std::fs::read_to_string(&path).map_err(|error| format!("{path}: {error}"))?;
    let line = text.lines().find(|line| line.starts_with("VmHWM:"));
    let kilobytes =
        line.and_then(|line| line.split_whitespace().nth(1)).and_then(|word| word.parse::<f64>().ok());
    kilobytes.map(|kilobytes| kilobytes * 1024.0).ok_or_else(|| format!("{path} has no VmHWM"))
}
