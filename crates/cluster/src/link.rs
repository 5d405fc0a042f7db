//! The connections between the processes: each one tells who it is before any work begins.

use std::io::{self, Read, Write};
use std::net::{Shutdown, TcpListener, TcpStream};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, OnceLock};
use std::time::{Duration, Instant};

use socket2::{SockRef, TcpKeepalive};
use timely::communication::allocator::zero_copy::stream::Stream;

use crate::error::Error;
use crate::hosts::Hosts;

const MAGIC: &[u8; 8] = b"TAQCLUST";
/// The version of this program and of what it says; all processes must have the same.
const VERSION: &str = concat!(env!("CARGO_PKG_VERSION"), "/1");
/// The longest word of an introduction.
const LONGEST: usize = 1 << 12;

/// A host without power says nothing; after so long a silence it counts as gone, and after four times that
/// if it was being written to.
const SILENCE: Duration = Duration::from_secs(30);

/// How often a broken connection looks whether it may end.
const PACE: Duration = Duration::from_millis(20);

/// What the connections of a process share.
#[derive(Clone, Debug, Default)]
pub(crate) struct Record {
    /// The first process that has gone without a word.
    pub(crate) lost: Arc<OnceLock<usize>>,
    /// The bytes that were sent.
    pub(crate) sent: Arc<AtomicU64>,
    /// Whether the members have ended, so that the connections may.
    pub(crate) over: Arc<AtomicBool>,
}

/// Connects this process with all others: with those before it in the list by calling them, with those
/// after it by being called. `job` is what all must agree on.
pub(crate) fn connect(
    hosts: &Hosts,
    own: usize,
    listener: &TcpListener,
    job: &str,
    patience: Duration,
    record: &Record,
) -> Result<Vec<Option<Link>>, Error> {
    let end = Instant::now() + patience;
    let mut links: Vec<Option<Link>> = (0..hosts.count()).map(|_| None).collect();
    for (process, link) in links.iter_mut().enumerate().take(own) {
        let stream = call(hosts.name(process), end)?;
        let found = introduce(&stream, own, job, end).map_err(|why| why.at(hosts.name(process)))?;
        if found != process {
            let why = format!("says that it is number {found} of the list, not {process}");
            return Err(Error::Stranger { host: hosts.name(process).into(), why });
        }
        *link = Some(Link::new(stream, process, record)?);
    }
    listener.set_nonblocking(true).map_err(|error| Error::Hosts { why: error.to_string() })?;
    while let Some(missing) = (own + 1..hosts.count()).find(|&process| links[process].is_none()) {
        match listener.accept() {
            Ok((stream, from)) => {
                let found = stream.set_nonblocking(false).map_err(Unfit::from);
                let found = found.and_then(|()| introduce(&stream, own, job, end));
                let found = found.map_err(|why| why.at(&from.to_string()))?;
                if found <= own || found >= hosts.count() || links[found].is_some() {
                    let why = format!("says that it is number {found} of the list, which cannot be");
                    return Err(Error::Stranger { host: from.to_string(), why });
                }
                links[found] = Some(Link::new(stream, found, record)?);
            }
            Err(error) if error.kind() == io::ErrorKind::WouldBlock && Instant::now() < end => {
                std::thread::sleep(Duration::from_millis(20));
            }
            Err(error) => {
                let late = error.kind() == io::ErrorKind::WouldBlock;
                let why =
                    if late { format!("it has not called within {patience:?}") } else { error.to_string() };
                return Err(Error::Missing { host: hosts.name(missing).into(), why });
            }
        }
    }
    Ok(links)
}

/// Calls a host until it answers or the time is over.
fn call(host: &str, end: Instant) -> Result<TcpStream, Error> {
    loop {
        match TcpStream::connect(host) {
            Ok(stream) => return Ok(stream),
            Err(_) if Instant::now() < end => std::thread::sleep(Duration::from_millis(50)),
            Err(error) => return Err(Error::Missing { host: host.into(), why: error.to_string() }),
        }
    }
}

/// Why an introduction failed.
enum Unfit {
    /// It did not come to an end.
    Io(io::Error),
    /// It told of a difference.
    Other(String),
}

impl From<io::Error> for Unfit {
    fn from(error: io::Error) -> Self {
        Unfit::Io(error)
    }
}

impl Unfit {
    fn at(self, host: &str) -> Error {
        let host = host.to_string();
        match self {
            Unfit::Io(error) => Error::Missing { host, why: format!("it did not introduce itself: {error}") },
            Unfit::Other(why) => Error::Stranger { host, why },
        }
    }
}

/// Tells the other side who this is, and hears who it is: its number, if it has the same version and
/// the same work.
fn introduce(mut stream: &TcpStream, own: usize, job: &str, end: Instant) -> Result<usize, Unfit> {
    let left = end.saturating_duration_since(Instant::now()).max(Duration::from_secs(1));
    stream.set_read_timeout(Some(left))?;
    stream.set_nodelay(true)?;
    let mut words = MAGIC.to_vec();
    for word in [VERSION, job, &own.to_string()] {
        words.extend((word.len() as u32).to_le_bytes());
        words.extend(word.as_bytes());
    }
    stream.write_all(&words)?;
    let mut magic = [0; 8];
    stream.read_exact(&mut magic)?;
    if &magic != MAGIC {
        return Err(Unfit::Other("answers, but is no process of a cluster".into()));
    }
    let mut word = || -> Result<String, Unfit> {
        let mut len = [0; 4];
        stream.read_exact(&mut len)?;
        let len = u32::from_le_bytes(len) as usize;
        if len > LONGEST {
            return Err(Unfit::Other("does not speak as a process of a cluster does".into()));
        }
        let mut bytes = vec![0; len];
        stream.read_exact(&mut bytes)?;
        Ok(String::from_utf8_lossy(&bytes).into_owned())
    };
    let version = word()?;
    if version != VERSION {
        return Err(Unfit::Other(format!("has version {version}, this is {VERSION}")));
    }
    let theirs = word()?;
    if theirs != job {
        return Err(Unfit::Other(format!("does other work ({theirs}), this is {job}")));
    }
    let number = word()?;
    stream.set_read_timeout(None)?;
    number.parse().map_err(|_| Unfit::Other("does not know its number".into()))
}

/// A connection that remembers when the other side has gone without a word, and how much was sent.
///
/// The threads of the dataflow that read and write it would panic then, and with them whoever is linked
/// to them, at whatever moment. So a broken connection is silent, and what is written to it goes nowhere,
/// until the members have seen that somebody is lost and have ended.
pub(crate) struct Link {
    stream: TcpStream,
    process: usize,
    record: Record,
    frames: Frames,
}

/// Follows the messages of a stream as far as to know whether its end was announced: by a message without
/// a body.
#[derive(Debug, Default)]
struct Frames {
    head: Vec<u8>,
    /// The bytes of the body that are still to come.
    body: u64,
    ended: bool,
}

impl Frames {
    /// The head of a message is six numbers, of which the fifth is the length of its body.
    const HEAD: usize = 48;
    const LENGTH: std::ops::Range<usize> = 32..40;

    fn pass(&mut self, mut bytes: &[u8]) {
        while !bytes.is_empty() {
            if self.body > 0 {
                let part = bytes.len().min(usize::try_from(self.body).unwrap_or(usize::MAX));
                self.body -= part as u64;
                bytes = &bytes[part..];
                continue;
            }
            let (part, rest) = bytes.split_at(bytes.len().min(Self::HEAD - self.head.len()));
            self.head.extend(part);
            bytes = rest;
            if self.head.len() == Self::HEAD {
                let length = self.head[Self::LENGTH].try_into().expect("a number has eight bytes");
                self.body = u64::from_be_bytes(length);
                self.ended = self.body == 0;
                self.head.clear();
            }
        }
    }
}

impl Link {
    fn new(stream: TcpStream, process: usize, record: &Record) -> Result<Self, Error> {
        let set = || -> io::Result<()> {
            let socket = SockRef::from(&stream);
            let keepalive = TcpKeepalive::new().with_time(SILENCE / 3).with_interval(SILENCE / 6);
            #[cfg(not(any(target_os = "openbsd", target_os = "redox", target_os = "solaris")))]
            let keepalive = keepalive.with_retries(4);
            socket.set_tcp_keepalive(&keepalive)?;
            #[cfg(target_os = "linux")]
            socket.set_tcp_user_timeout(Some(4 * SILENCE))?;
            Ok(())
        };
        set().map_err(|error| Error::Hosts { why: error.to_string() })?;
        Ok(Link { stream, process, record: record.clone(), frames: Frames::default() })
    }

    /// Breaks the connection, so that the other side sees that this one has given up.
    pub(crate) fn breaker(&self) -> io::Result<impl FnOnce() + use<>> {
        let stream = self.stream.try_clone()?;
        Ok(move || {
            // It may be broken already.
            let _ = stream.shutdown(Shutdown::Both);
        })
    }

    /// That the other side has gone; comes back when nobody waits for this one any more.
    fn lose(&self) -> io::Error {
        let _ = self.record.lost.set(self.process);
        while !self.record.over.load(Ordering::Relaxed) {
            std::thread::sleep(PACE);
        }
        io::ErrorKind::BrokenPipe.into()
    }

    fn is_lost(&self) -> bool {
        self.record.lost.get().is_some()
    }
}

impl Read for Link {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        match self.stream.read(buffer) {
            Ok(read) if read > 0 || self.frames.ended => {
                self.frames.pass(&buffer[..read]);
                Ok(read)
            }
            Err(error) if error.kind() == io::ErrorKind::Interrupted => Err(error),
            Ok(_) | Err(_) => Err(self.lose()),
        }
    }
}

impl Write for Link {
    fn write(&mut self, buffer: &[u8]) -> io::Result<usize> {
        // Who is left behind by one that gives up must not take it for a proper end.
        if self.is_lost() {
            return Ok(buffer.len());
        }
        match self.stream.write(buffer) {
            Ok(written) => {
                self.record.sent.fetch_add(written as u64, Ordering::Relaxed);
                Ok(written)
            }
            Err(error) if error.kind() == io::ErrorKind::Interrupted => Err(error),
            Err(_) => {
                let _ = self.record.lost.set(self.process);
                Ok(buffer.len())
            }
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl Stream for Link {
    fn try_clone(&self) -> io::Result<Self> {
        let (process, record) = (self.process, self.record.clone());
        Ok(Link { stream: self.stream.try_clone()?, process, record, frames: Frames::default() })
    }

    fn set_nonblocking(&self, nonblocking: bool) -> io::Result<()> {
        self.stream.set_nonblocking(nonblocking)
    }

    fn shutdown(&self, how: Shutdown) -> io::Result<()> {
        if self.is_lost() { Ok(()) } else { self.stream.shutdown(how) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What a process says that is called by somebody who says `words`.
    fn answer(words: Vec<u8>) -> Error {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let address = listener.local_addr().unwrap();
        let caller = std::thread::spawn(move || {
            let mut stream = TcpStream::connect(address).unwrap();
            // The other side may hang up before it has heard everything.
            let _ = stream.write_all(&words);
            let _ = stream.read_to_end(&mut Vec::new());
        });
        let hosts = Hosts::parse(&format!("{address}\n192.0.2.1:9")).unwrap();
        let links = connect(&hosts, 0, &listener, "count", Duration::from_secs(2), &Record::default());
        let error = links.err().expect("nobody who speaks like this is let in");
        drop(listener);
        caller.join().unwrap();
        error
    }

    fn words(words: &[&str]) -> Vec<u8> {
        let word = |word: &&str| [&(word.len() as u32).to_le_bytes(), word.as_bytes()].concat();
        MAGIC.iter().copied().chain(words.iter().flat_map(word)).collect()
    }

    #[test]
    fn the_end_of_a_stream_is_known_wherever_it_is_cut() {
        let message = |length: usize| {
            let mut bytes = vec![0; Frames::HEAD + length];
            bytes[Frames::LENGTH].copy_from_slice(&(length as u64).to_be_bytes());
            bytes
        };
        // A body of zeros is no end.
        let stream = [message(200), message(7), message(0)].concat();
        for size in 1..stream.len() {
            let mut frames = Frames::default();
            for (number, part) in stream.chunks(size).enumerate() {
                frames.pass(part);
                assert_eq!(frames.ended, (number + 1) * size >= stream.len(), "{size}");
            }
        }
    }

    #[test]
    fn strangers_are_told_apart() {
        let why = |bytes: Vec<u8>| answer(bytes).to_string();
        assert!(why(words(&["0.0.9/1", "count", "1"])).contains("has version 0.0.9/1, this is "));
        assert!(why(words(&[VERSION, "sort", "1"])).ends_with("does other work (sort), this is count"));
        assert!(why(words(&[VERSION, "count", "0"])).contains("number 0 of the list, which cannot be"));
        assert!(why(words(&[VERSION, "count", "7"])).contains("number 7 of the list, which cannot be"));
        assert!(why(words(&[VERSION, "count", "one"])).contains("does not know its number"));
        assert!(why(b"GET / HTTP/1.1\r\n".to_vec()).contains("is no process of a cluster"));
        assert!(why([&MAGIC[..], &[255; 8]].concat()).contains("does not speak as a process"));
        assert!(matches!(answer(words(&[VERSION])), Error::Missing { .. }));
    }
}
