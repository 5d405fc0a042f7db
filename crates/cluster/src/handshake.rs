//! How the processes of a cluster connect: each proves that it knows the secret, then sends its version,
//! job and number, before any work begins.
//!
//! A connection has a few seconds for its proof, and only a few can try at a time; the oldest is closed for the next.
//! Connections that are wrong, silent, slow or too many are dropped, and the run goes on. A host that knows the
//! secret but does other work is a mistake, which ends the run.

use std::collections::VecDeque;
use std::io::{self, Read, Write};
use std::net::{Shutdown, SocketAddr, TcpListener, TcpStream};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{RecvTimeoutError, Sender, channel};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use crate::error::Error;
use crate::hosts::Hosts;
use crate::secret::{Secret, Side, challenge};

/// The version of this program and of its messages; all processes must have the same.
const VERSION: &str = concat!(env!("CARGO_PKG_VERSION"), "/3");
/// The longest field of an introduction.
const LONGEST: u32 = 1 << 12;
/// How long a handshake may take.
const SHORT: Duration = Duration::from_secs(10);
/// The most connections that are in the middle of their handshake.
const MOST: usize = 64;
/// How often a host that is not there yet, or gives a wrong answer, is called.
const PAUSE: Duration = Duration::from_millis(50);

/// A process that has proved that it is of this cluster.
struct Peer {
    stream: TcpStream,
    number: usize,
    /// The name of the run, if the process is the first of the list.
    run: String,
}

/// Connections to all other processes, by their number, and the name of the run that they agree on.
pub(crate) struct Connected {
    pub(crate) streams: Vec<Option<TcpStream>>,
    pub(crate) run: String,
}

/// Process `own` among the hosts of a list, which do `job` together.
#[derive(Clone, Copy)]
pub(crate) struct Introduction<'a> {
    pub(crate) hosts: &'a Hosts,
    pub(crate) own: usize,
    pub(crate) job: &'a str,
    pub(crate) secret: &'a Secret,
}

impl Introduction<'_> {
    /// Connects with all others: calls those before it in the list, while those after it call.
    pub(crate) fn connect(self, listener: &TcpListener, patience: Duration) -> Result<Connected, Error> {
        let end = Instant::now() + patience;
        let unusable = |error: io::Error| Error::Hosts { why: error.to_string() };
        listener.set_nonblocking(true).map_err(unusable)?;
        let run =
            challenge().map_err(unusable)?[..8].iter().map(|byte| format!("{byte:02x}")).collect::<String>();
        let callers = Callers::default();
        std::thread::scope(|scope| {
            let (found, calls) = channel();
            let (callers, run) = (&callers, run.as_str());
            if self.own + 1 < self.hosts.count() {
                scope.spawn(move || {
                    while !callers.over.load(Ordering::Relaxed) {
                        match listener.accept() {
                            Ok((stream, from)) => {
                                let found = found.clone();
                                let number = callers.admit(&stream);
                                let meet = move || callers.meet(self, stream, from, run, number, &found);
                                // A connection for which there is no thread is dropped.
                                let _ = std::thread::Builder::new().spawn_scoped(scope, meet);
                            }
                            // Nobody calls, or there are too many files open.
                            Err(_) => std::thread::sleep(PAUSE / 5),
                        }
                    }
                });
            } else {
                drop(found);
            }
            let connected = self.call_all(end, run).and_then(|mut connected| {
                while let Some(missing) =
                    (self.own + 1..self.hosts.count()).find(|&at| connected.streams[at].is_none())
                {
                    let left = end.saturating_duration_since(Instant::now());
                    match calls.recv_timeout(left) {
                        Ok(Ok(peer)) => self.seat(&mut connected, peer)?,
                        Ok(Err(error)) => return Err(error),
                        Err(RecvTimeoutError::Timeout | RecvTimeoutError::Disconnected) => {
                            let why = format!("it has not called within {patience:?}{}", callers.dropped());
                            return Err(Error::Missing { host: self.hosts.name(missing).into(), why });
                        }
                    }
                }
                Ok(connected)
            });
            callers.end();
            connected
        })
    }

    /// Calls all hosts before this one.
    fn call_all(self, end: Instant, run: &str) -> Result<Connected, Error> {
        let streams = (0..self.hosts.count()).map(|_| None).collect();
        let mut connected = Connected { streams, run: run.into() };
        for number in 0..self.own {
            let host = self.hosts.name(number);
            let peer = self.call(number, end)?;
            if peer.number != number {
                let why = format!("says that it is number {} of the list, not {number}", peer.number);
                return Err(Error::Stranger { host: host.into(), why });
            }
            if number == 0 {
                connected.run = peer.run;
            }
            connected.streams[number] = Some(peer.stream);
        }
        Ok(connected)
    }

    /// Calls a host until it is there and proves what it should, or until `end`.
    fn call(self, number: usize, end: Instant) -> Result<Peer, Error> {
        let host = self.hosts.name(number);
        loop {
            let tried = TcpStream::connect(host).map_err(Failure::Dropped).and_then(|stream| {
                let within = SHORT.min(end.saturating_duration_since(Instant::now()));
                self.shake_hands(stream, host, Side::Caller, number, "", within)
            });
            match tried {
                Ok(peer) => return Ok(peer),
                Err(Failure::Wrong(error)) => return Err(error),
                Err(Failure::Dropped(_)) if Instant::now() < end => std::thread::sleep(PAUSE),
                Err(Failure::Dropped(error)) => {
                    return Err(Error::Missing { host: host.into(), why: error.to_string() });
                }
            }
        }
    }

    /// Records the connection of a process that has called.
    fn seat(self, connected: &mut Connected, peer: Peer) -> Result<(), Error> {
        let number = peer.number;
        if number <= self.own || number >= self.hosts.count() || connected.streams[number].is_some() {
            let host = peer.stream.peer_addr().map_or_else(|_| "a host".into(), |from| from.to_string());
            let why = format!("says that it is number {number} of the list, which cannot be");
            return Err(Error::Stranger { host, why });
        }
        connected.streams[number] = Some(peer.stream);
        Ok(())
    }

    /// Proves, and has the process at `host` prove, that both know the secret; then each sends its version, job and
    /// number. `called` is the number of the process that was called.
    fn shake_hands(
        self,
        stream: TcpStream,
        host: &str,
        side: Side,
        called: usize,
        run: &str,
        within: Duration,
    ) -> Result<Peer, Failure> {
        let wrong = |why: String| Failure::Wrong(Error::Stranger { host: host.into(), why });
        stream.set_nonblocking(false)?;
        stream.set_nodelay(true)?;
        let mut timed = Timed { stream: &stream, end: Instant::now() + within };
        self.secret.prove(&mut timed, side, called)?;
        let [version, job, number, run] =
            exchange(&mut timed, [VERSION, self.job, &self.own.to_string(), run])?;
        if version != VERSION {
            return Err(wrong(format!("has version {version}, this is {VERSION}")));
        }
        if job != self.job {
            return Err(wrong(format!("does other work ({job}), this is {}", self.job)));
        }
        let number = number.parse().map_err(|_| wrong("does not know its number".into()))?;
        stream.set_read_timeout(None)?;
        stream.set_write_timeout(None)?;
        Ok(Peer { stream, number, run })
    }
}

/// Why a handshake has failed.
enum Failure {
    /// The connection is dropped.
    Dropped(io::Error),
    /// A host that knows the secret has another version, job or number.
    Wrong(Error),
}

impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Self {
        Failure::Dropped(error)
    }
}

/// Connections in the middle of their handshake.
#[derive(Default)]
struct Callers {
    pending: Mutex<Pending>,
    over: AtomicBool,
}

#[derive(Default)]
struct Pending {
    streams: VecDeque<(usize, TcpStream)>,
    /// How many have called, how many of them were dropped, and why the last of them was.
    called: usize,
    dropped: usize,
    last: String,
}

impl Callers {
    fn pending(&self) -> std::sync::MutexGuard<'_, Pending> {
        self.pending.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Lets a connection begin its handshake, in the place of the oldest if there are too many.
    fn admit(&self, stream: &TcpStream) -> usize {
        let mut pending = self.pending();
        if pending.streams.len() >= MOST
            && let Some((_, oldest)) = pending.streams.pop_front()
        {
            let _ = oldest.shutdown(Shutdown::Both);
        }
        pending.called += 1;
        let number = pending.called;
        pending.streams.extend(stream.try_clone().map(|stream| (number, stream)));
        number
    }

    /// Does the handshake with a caller, and reports its number, or what is wrong with it if it knows the secret.
    fn meet(
        &self,
        own: Introduction<'_>,
        stream: TcpStream,
        from: SocketAddr,
        run: &str,
        number: usize,
        found: &Sender<Result<Peer, Error>>,
    ) {
        let met = own.shake_hands(stream, &from.to_string(), Side::Called, own.own, run, SHORT);
        let mut pending = self.pending();
        pending.streams.retain(|(other, _)| *other != number);
        // If nobody listens any more, all is decided.
        match met {
            Ok(peer) => drop(found.send(Ok(peer))),
            Err(Failure::Wrong(error)) => drop(found.send(Err(error))),
            Err(Failure::Dropped(error)) => {
                pending.dropped += 1;
                pending.last = format!("{from}: {error}");
            }
        }
    }

    /// A message about the connections that were dropped.
    fn dropped(&self) -> String {
        match &*self.pending() {
            Pending { dropped: 0, .. } => String::new(),
            Pending { dropped, last, .. } => {
                format!("; connections that were dropped: {dropped}, the last from {last}")
            }
        }
    }

    /// Ends all handshakes.
    fn end(&self) {
        self.over.store(true, Ordering::Relaxed);
        self.pending().streams.iter().for_each(|(_, stream)| drop(stream.shutdown(Shutdown::Both)));
    }
}

/// A stream with a deadline, however slowly the other side reads and writes.
struct Timed<'a> {
    stream: &'a TcpStream,
    end: Instant,
}

impl Timed<'_> {
    fn left(&self) -> io::Result<Option<Duration>> {
        match self.end.saturating_duration_since(Instant::now()) {
            Duration::ZERO => {
                Err(io::Error::new(io::ErrorKind::TimedOut, "it takes too long to introduce itself"))
            }
            left => Ok(Some(left)),
        }
    }
}

impl Read for Timed<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        self.stream.set_read_timeout(self.left()?)?;
        self.stream.read(buffer)
    }
}

impl Write for Timed<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.stream.set_write_timeout(self.left()?)?;
        self.stream.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.stream.flush()
    }
}

/// Sends `own` fields and reads as many.
fn exchange<const N: usize>(stream: &mut (impl Read + Write), own: [&str; N]) -> io::Result<[String; N]> {
    let mut sent = Vec::new();
    for field in own {
        sent.extend((field.len() as u32).to_le_bytes());
        sent.extend(field.as_bytes());
    }
    stream.write_all(&sent)?;
    let mut fields = [(); N].map(|()| String::new());
    for field in &mut fields {
        let mut len = [0; 4];
        stream.read_exact(&mut len)?;
        let len = u32::from_le_bytes(len);
        if len > LONGEST {
            return Err(io::Error::other("it does not speak as a process of a cluster does"));
        }
        let mut bytes = vec![0; len as usize];
        stream.read_exact(&mut bytes)?;
        *field = String::from_utf8_lossy(&bytes).into_owned();
    }
    Ok(fields)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The result of the first of two hosts, called by one that proves its secret and sends `fields`, if any, or that
    /// sends something else.
    fn called_by(talk: impl FnOnce(TcpStream) + Send + 'static) -> Result<Connected, Error> {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let address = listener.local_addr().unwrap();
        let caller = std::thread::spawn(move || talk(TcpStream::connect(address).unwrap()));
        let hosts = Hosts::parse(&format!("{address}\n192.0.2.1:9")).unwrap();
        let secret = Secret::none();
        let own = Introduction { hosts: &hosts, own: 0, job: "count", secret: &secret };
        let connected = own.connect(&listener, Duration::from_secs(1));
        caller.join().unwrap();
        connected
    }

    fn introduced(fields: [&'static str; 4]) -> String {
        let connected = called_by(move |mut stream| {
            Secret::none().prove(&mut stream, Side::Caller, 0).unwrap();
            // The other side may hang up before it has read everything.
            let _ = exchange(&mut stream, fields);
        });
        connected.err().expect("a caller that says this is refused").to_string()
    }

    #[test]
    fn mistakes_of_hosts_that_know_the_secret_are_told() {
        assert!(introduced(["0.0.9/1", "count", "1", ""]).contains("has version 0.0.9/1, this is "));
        assert!(introduced([VERSION, "sort", "1", ""]).ends_with("does other work (sort), this is count"));
        assert!(introduced([VERSION, "count", "0", ""]).contains("number 0 of the list, which cannot be"));
        assert!(introduced([VERSION, "count", "7", ""]).contains("number 7 of the list, which cannot be"));
        assert!(introduced([VERSION, "count", "one", ""]).contains("does not know its number"));
    }

    #[test]
    fn strangers_are_dropped() {
        let missing = |talk: fn(TcpStream)| called_by(talk).err().expect("nobody has called").to_string();
        let junk = missing(|mut stream| drop(stream.write_all(b"GET / HTTP/1.1\r\n\r\n")));
        assert!(
            junk.contains("192.0.2.1:9 is not there") && junk.contains("dropped: 1, the last from"),
            "{junk}"
        );
        assert!(junk.contains("it is not a process of a cluster"), "{junk}");
        let other = missing(|mut stream| {
            let _ = Secret::new(&"b".repeat(40)).unwrap().prove(&mut stream, Side::Caller, 0);
        });
        assert!(other.contains("it has another secret"), "{other}");
    }
}
