//! Connections that are not hosts: silent, slow, endless, wrong. None of them ends a cluster.
//!
//! `TAQUIN_ATTACKS` says how many there are.

use std::io::Write;
use std::net::TcpStream;
use std::process::Child;
use std::time::{Duration, Instant};

use super::chance::Chance;
use super::ports;
use super::together::{Test, ends, text};

const SECRET: &str = "one that only the hosts of this test know";
/// How a host begins to speak.
const MAGIC: &[u8] = b"TAQCLUS3";

/// Connects and says something that no host would say.
fn junk(address: &str, chance: &mut Chance) -> std::io::Result<TcpStream> {
    let mut stream = TcpStream::connect(address)?;
    stream.set_write_timeout(Some(Duration::from_millis(50)))?;
    let mut bytes = |count: usize| (0..count).map(|_| chance.below(256) as u8).collect::<Vec<u8>>();
    let said = match bytes(1)[0] % 8 {
        0 => Vec::new(),
        1 => b"GET / HTTP/1.1\r\n\r\n".to_vec(),
        2 => bytes(100),
        3 => [MAGIC, &bytes(10)].concat(),
        4 => [MAGIC, &bytes(32)].concat(),
        5 => [MAGIC, &bytes(64)].concat(),
        6 => [MAGIC, &bytes(32), &[255; 1 << 16]].concat(),
        _ => bytes(1 << 16),
    };
    // The host may hang up in the middle.
    let _ = stream.write_all(&said);
    Ok(stream)
}

/// Starts one host of the list.
fn start(test: &Test, args: &[&str]) -> Child {
    let args = [args, &["--cluster", "hosts", "--threads", "1"]].concat();
    test.taquin(&args).env("TAQUIN_CLUSTER_SECRET", SECRET).spawn().expect("the binary runs")
}

#[test]
#[allow(clippy::print_stdout)]
fn junk_does_not_end_a_cluster() {
    let count = std::env::var("TAQUIN_ATTACKS").ok().and_then(|count| count.parse().ok()).unwrap_or(100);
    let test = Test::new();
    let args = ["enumerate", "3x4", "--depth", "24"];
    let alone = test.alone(&args);
    let addresses = ports::free(2);
    std::fs::write(test.path("hosts"), addresses.join("\n")).expect("written");
    let mut chance = Chance::new();
    let first = start(&test, &args);
    let begun = Instant::now();
    while TcpStream::connect(&addresses[0]).is_err() {
        assert!(begun.elapsed() < Duration::from_secs(60), "the first host does not listen");
    }
    // Some hang up at once, others stay as long as they may.
    let mut staying = Vec::new();
    let mut connected = 0;
    for number in 0..count {
        let stream = junk(&addresses[0], &mut chance).expect("the first host listens");
        connected += 1;
        if number % 2 == 0 {
            staying.push(stream);
        }
        staying.drain(..staying.len().saturating_sub(200));
    }
    let mut running = vec![first, start(&test, &args)];
    // While the hosts shake hands and work there is more of it.
    while running.iter_mut().all(|child| child.try_wait().expect("it is there").is_none()) {
        for address in &addresses {
            connected += usize::from(junk(address, &mut chance).is_ok());
        }
        std::thread::sleep(Duration::from_millis(2));
    }
    let ended = ends(running);
    for output in &ended {
        let message = text(output.stderr.clone());
        assert!(output.status.success(), "{message}");
        assert!(!message.contains("timely") && !message.contains("panicked"), "{message}");
    }
    for output in ended {
        assert_eq!(text(output.stdout), alone.1, "what is counted is what one machine counts");
    }
    println!("{connected} junk connections: none has ended the cluster, which took {:.1?}", begun.elapsed());
}

#[test]
fn hosts_on_other_machines_need_a_secret_that_nobody_else_can_read() {
    let test = Test::new();
    std::fs::write(test.path("hosts"), "203.0.113.1\n203.0.113.2\n").expect("written");
    let refused = |args: &[&str], why: &str| {
        let args = [&["enumerate", "2x3", "--cluster", "hosts", "--patience", "1s"], args].concat();
        let output =
            test.taquin(&args).env_remove("TAQUIN_CLUSTER_SECRET").output().expect("the binary runs");
        let message = text(output.stderr);
        assert!(output.status.code() == Some(2) && message.contains(why), "{message}");
    };
    refused(&[], "203.0.113.1:7517 can be reached from other machines");
    refused(&[], "taquin cluster key");
    assert_eq!(test.alone(&["cluster", "key", "secret"]), (Some(0), String::new()));
    assert_eq!(test.alone(&["cluster", "key", "secret"]).0, Some(2), "nothing is overwritten");
    refused(&["--secret", "secret"], "none of the 2 hosts is this machine");
    std::fs::write(test.path("open"), SECRET).expect("written");
    refused(&["--secret", "open"], "others can read it");
    let (code, secret) = test.alone(&["cluster", "key"]);
    assert_eq!((code, secret.trim().len()), (Some(0), 64));
}
