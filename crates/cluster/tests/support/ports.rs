//! Addresses for the processes of a test.

use std::net::TcpListener;
use std::sync::atomic::{AtomicU32, Ordering};

/// Ports below those that systems give to connections, so that no connection takes one before a process of the test
/// listens there.
const FIRST: u32 = 10_000;
const COUNT: u32 = 20_000;

/// How many ports of its own a process has before it comes to those of the process with the next number.
const APART: u32 = 499;

/// Addresses on the loopback where nothing listens, no two of them alike in this process.
pub(crate) fn free(count: usize) -> Vec<String> {
    static NEXT: AtomicU32 = AtomicU32::new(0);
    let first = std::process::id().wrapping_mul(APART);
    let next = || {
        let number = first.wrapping_add(NEXT.fetch_add(1, Ordering::Relaxed)) % COUNT;
        format!("127.0.0.1:{}", FIRST + number)
    };
    std::iter::repeat_with(next)
        .take(COUNT as usize)
        .filter(|address| TcpListener::bind(address).is_ok())
        .take(count)
        .collect()
}
