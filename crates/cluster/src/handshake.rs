//! How the processes of a cluster connect: each tells its version, job and number before any work begins.

use std::io::{self, ErrorKind, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::sync::Arc;
use std::time::{Duration, Instant};

use crate::connection::{Connection, Status};
use crate::error::Error;
use crate::hosts::Hosts;

const MAGIC: &[u8; 8] = b"TAQCLUST";
/// The version of this program and of its messages; all processes must have the same.
const VERSION: &str = concat!(env!("CARGO_PKG_VERSION"), "/2");
/// The longest field of a handshake.
const LONGEST: u32 = 1 << 12;

/// Connects process `own` with all others: it calls those before it in the list, and those after it call
/// it. All must agree on `job`.
pub(crate) fn connect(
    hosts: &Hosts,
    own: usize,
    listener: &TcpListener,
    job: &str,
    patience: Duration,
    status: &Arc<Status>,
) -> Result<Vec<Option<Connection>>, Error> {
    let end = Instant::now() + patience;
    let unusable = |error: io::Error| Error::Hosts { why: error.to_string() };
    let new = |stream, process| Connection::new(stream, process, Arc::clone(status)).map_err(unusable);
    let mut connections: Vec<Option<Connection>> = (0..hosts.count()).map(|_| None).collect();
    for (process, connection) in connections.iter_mut().enumerate().take(own) {
        let host = hosts.name(process);
        let stream = call(host, end)?;
        let found = shake_hands(&stream, host, own, job, end)?;
        if found != process {
            let why = format!("says that it is number {found} of the list, not {process}");
            return Err(Error::Stranger { host: host.into(), why });
        }
        *connection = Some(new(stream, process)?);
    }
    listener.set_nonblocking(true).map_err(unusable)?;
    while let Some(missing) = (own + 1..hosts.count()).find(|&process| connections[process].is_none()) {
        match listener.accept() {
            Ok((stream, from)) => {
                stream.set_nonblocking(false).map_err(unusable)?;
                let host = from.to_string();
                let found = shake_hands(&stream, &host, own, job, end)?;
                if found <= own || found >= hosts.count() || connections[found].is_some() {
                    let why = format!("says that it is number {found} of the list, which cannot be");
                    return Err(Error::Stranger { host, why });
                }
                connections[found] = Some(new(stream, found)?);
            }
            Err(error) if error.kind() == ErrorKind::WouldBlock && Instant::now() < end => {
                std::thread::sleep(Duration::from_millis(20));
            }
            Err(error) => {
                let late = error.kind() == ErrorKind::WouldBlock;
                let why =
                    if late { format!("it has not called within {patience:?}") } else { error.to_string() };
                return Err(Error::Missing { host: hosts.name(missing).into(), why });
            }
        }
    }
    Ok(connections)
}

/// Calls a host until it answers, or until `end`.
fn call(host: &str, end: Instant) -> Result<TcpStream, Error> {
    loop {
        match TcpStream::connect(host) {
            Ok(stream) => return Ok(stream),
            Err(_) if Instant::now() < end => std::thread::sleep(Duration::from_millis(50)),
            Err(error) => return Err(Error::Missing { host: host.into(), why: error.to_string() }),
        }
    }
}

/// Tells the process at `host` the version, the job and the number of this one, and returns its number if
/// it has the same version and the same job.
fn shake_hands(stream: &TcpStream, host: &str, own: usize, job: &str, end: Instant) -> Result<usize, Error> {
    let stranger = |why: String| Error::Stranger { host: host.into(), why };
    let fields = exchange(stream, [VERSION, job, &own.to_string()], end).map_err(|error| Error::Missing {
        host: host.into(),
        why: format!("it did not introduce itself: {error}"),
    })?;
    let [version, theirs, number] = fields.map_err(|why| stranger(why.into()))?;
    if version != VERSION {
        return Err(stranger(format!("has version {version}, this is {VERSION}")));
    }
    if theirs != job {
        return Err(stranger(format!("does other work ({theirs}), this is {job}")));
    }
    number.parse().map_err(|_| stranger("does not know its number".into()))
}

/// Sends `own` fields and reads as many, or what is wrong with them.
fn exchange<const N: usize>(
    mut stream: &TcpStream,
    own: [&str; N],
    end: Instant,
) -> io::Result<Result<[String; N], &'static str>> {
    let left = end.saturating_duration_since(Instant::now()).max(Duration::from_secs(1));
    stream.set_read_timeout(Some(left))?;
    stream.set_nodelay(true)?;
    let mut sent = MAGIC.to_vec();
    for field in own {
        sent.extend((field.len() as u32).to_le_bytes());
        sent.extend(field.as_bytes());
    }
    stream.write_all(&sent)?;
    let mut magic = [0; 8];
    stream.read_exact(&mut magic)?;
    if &magic != MAGIC {
        return Ok(Err("answers, but is no process of a cluster"));
    }
    let mut fields = [(); N].map(|()| String::new());
    for field in &mut fields {
        let mut len = [0; 4];
        stream.read_exact(&mut len)?;
        let len = u32::from_le_bytes(len);
        if len > LONGEST {
            return Ok(Err("does not speak as a process of a cluster does"));
        }
        let mut bytes = vec![0; len as usize];
        stream.read_exact(&mut bytes)?;
        *field = String::from_utf8_lossy(&bytes).into_owned();
    }
    stream.set_read_timeout(None)?;
    Ok(Ok(fields))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Why a process refuses a caller that sends `bytes`.
    fn refusal(bytes: Vec<u8>) -> Error {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let address = listener.local_addr().unwrap();
        let caller = std::thread::spawn(move || {
            let mut stream = TcpStream::connect(address).unwrap();
            // The other side may hang up before it has read everything.
            let _ = stream.write_all(&bytes);
            let _ = stream.read_to_end(&mut Vec::new());
        });
        let hosts = Hosts::parse(&format!("{address}\n192.0.2.1:9")).unwrap();
        let connected = connect(&hosts, 0, &listener, "count", Duration::from_secs(2), &Arc::default());
        let error = connected.err().expect("a caller that sends this is refused");
        drop(listener);
        caller.join().unwrap();
        error
    }

    fn fields(fields: &[&str]) -> Vec<u8> {
        let field = |field: &&str| [&(field.len() as u32).to_le_bytes(), field.as_bytes()].concat();
        MAGIC.iter().copied().chain(fields.iter().flat_map(field)).collect()
    }

    #[test]
    fn strangers_are_told_apart() {
        let why = |bytes: Vec<u8>| refusal(bytes).to_string();
        assert!(why(fields(&["0.0.9/1", "count", "1"])).contains("has version 0.0.9/1, this is "));
        assert!(why(fields(&[VERSION, "sort", "1"])).ends_with("does other work (sort), this is count"));
        assert!(why(fields(&[VERSION, "count", "0"])).contains("number 0 of the list, which cannot be"));
        assert!(why(fields(&[VERSION, "count", "7"])).contains("number 7 of the list, which cannot be"));
        assert!(why(fields(&[VERSION, "count", "one"])).contains("does not know its number"));
        assert!(why(b"GET / HTTP/1.1\r\n".to_vec()).contains("is no process of a cluster"));
        assert!(why([&MAGIC[..], &[255; 8]].concat()).contains("does not speak as a process"));
        assert!(matches!(refusal(fields(&[VERSION])), Error::Missing { .. }));
    }
}
