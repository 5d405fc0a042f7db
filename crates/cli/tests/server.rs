//! A server with misbehaving clients: they do not read, they send half a request, they use up all
//! descriptors. Its memory stays within the limit, and it answers afterwards.
//!
//! With `TAQUIN_ATTACKS` the clients stay, until the server closes them.
#![cfg(target_os = "linux")]

#[allow(dead_code)]
#[path = "../../cluster/tests/support/memory.rs"]
mod memory;

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

/// A running server, which ends with the test.
struct Server {
    child: Child,
    address: String,
}

impl Server {
    /// Starts one with at most `files` open files.
    fn start(files: u32, args: &str) -> Self {
        let taquin = env!("CARGO_BIN_EXE_taquin");
        let mut command = Command::new("sh");
        command.arg("-c").arg(format!("ulimit -n {files}; exec '{taquin}' serve --no-open --port=0 {args}"));
        let mut child = command.stderr(Stdio::piped()).spawn().expect("the binary runs");
        let mut line = String::new();
        BufReader::new(child.stderr.take().expect("a pipe")).read_line(&mut line).expect("it tells where");
        let address = line.trim().split("//").nth(1).expect("an address").trim_end_matches('/').to_string();
        Server { child, address }
    }

    fn connect(&self) -> TcpStream {
        let stream = TcpStream::connect(&self.address).expect("it listens");
        stream.set_read_timeout(Some(Duration::from_secs(40))).expect("a timeout");
        stream.set_write_timeout(Some(Duration::from_secs(2))).expect("a timeout");
        stream
    }

    /// Asks for a small puzzle until the server is not busy, and says how long the answer took.
    fn answers(&self) -> Duration {
        let begun = Instant::now();
        while !self.is_free() {
            assert!(begun.elapsed() < Duration::from_secs(60), "the server is busy for ever");
            std::thread::sleep(Duration::from_millis(100));
        }
        begun.elapsed()
    }

    fn is_free(&self) -> bool {
        let mut stream = self.connect();
        stream
            .write_all(request(r#"{"text":"1 2 3 / 4 0 6 / 7 5 8"}"#, "close").as_bytes())
            .expect("it reads");
        let mut answer = String::new();
        stream.read_to_string(&mut answer).expect("it answers");
        assert!(answer.starts_with("HTTP/1.1 200") || answer.starts_with("HTTP/1.1 503"), "{answer}");
        answer.starts_with("HTTP/1.1 200")
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.child.kill().and_then(|()| self.child.wait());
    }
}

fn request(body: &str, connection: &str) -> String {
    format!(
        "POST /api/v1/puzzle HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n\
         Content-Length: {}\r\nConnection: {connection}\r\n\r\n{body}",
        body.len()
    )
}

fn clients_stay() -> bool {
    std::env::var_os("TAQUIN_ATTACKS").is_some()
}

/// A puzzle of 32 x 32 cells whose pieces have as many ways as can be.
fn wide() -> String {
    let pieces: Vec<char> = (0..512).filter_map(|number| char::from_u32(0x4e00 + number)).collect();
    let row = |row: usize| -> String {
        let cell = |col: usize| if row.is_multiple_of(2) && col > 0 { pieces[16 * row + col] } else { '.' };
        (0..32).map(cell).collect()
    };
    format!("{{\"text\":\"{}\"}}", (0..32).map(row).collect::<Vec<_>>().join("\\n"))
}

#[test]
#[allow(clippy::print_stdout)]
fn clients_that_do_not_read_hold_no_more_than_the_limit() {
    const LIMIT: u64 = 40;
    let server = Server::start(1024, &format!("--searches=2 --limit-memory={LIMIT}M"));
    let request = request(&wide(), "keep-alive").repeat(8);
    let clients: Vec<TcpStream> = (0..64)
        .map(|_| {
            let mut client = server.connect();
            // A server that does not answer does not read either.
            let _ = client.write_all(request.as_bytes());
            client
        })
        .collect();
    std::thread::sleep(Duration::from_secs(2));
    if !clients_stay() {
        drop(clients);
    }
    let waited = server.answers();
    let peak = memory::high_water(server.child.id()).expect("it runs") >> 20;
    println!("64 clients that do not read: {peak} MiB at most, the next answer after {waited:.1?}");
    // Two searches, the answers that wait, and the program itself.
    assert!(peak <= 3 * LIMIT + 24, "{peak} MiB");
}

#[test]
#[allow(clippy::print_stdout)]
fn a_server_without_descriptors_goes_on_when_there_are_some() {
    let server = Server::start(40, "");
    let mut clients: Vec<TcpStream> = (0..64).map(|_| server.connect()).collect();
    for client in &mut clients {
        let _ = client.write_all(b"POST /api/v1/puzzle HTTP/1.1\r\nHost: localhost\r\n");
    }
    std::thread::sleep(Duration::from_millis(500));
    if !clients_stay() {
        clients.clear();
    }
    let waited = server.answers();
    println!("64 halves of requests to a server with 40 descriptors: the next answer after {waited:.1?}");
    assert!(waited < Duration::from_secs(40));
}
