//! A connection to another process, as the dataflow reads and writes it.

use std::io::{self, ErrorKind, Read, Write};
use std::net::{Shutdown, TcpStream};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, OnceLock};
use std::time::Duration;

use socket2::{SockRef, TcpKeepalive};
use timely::communication::allocator::zero_copy::stream::Stream;

/// A host without power sends nothing. After this silence it counts as lost, and after four times that if
/// something was being sent to it.
const SILENCE: Duration = Duration::from_secs(30);

/// What the connections of a process know, and its members with them.
#[derive(Debug, Default)]
pub(crate) struct Status {
    /// The first process that was lost.
    pub(crate) lost: OnceLock<usize>,
    /// Set when the members of this process have ended.
    pub(crate) over: OnceLock<()>,
    /// The bytes that were sent.
    pub(crate) sent: AtomicU64,
}

/// A connection that notices when the other process ends without having announced it.
///
/// The threads of the dataflow panic when a connection breaks, and take the members with them. So this one
/// never breaks for them: it is silent until the members have seen for themselves that a process is lost,
/// and have ended; then it announces the end in place of the other process. What is written after a loss
/// goes nowhere.
pub(crate) struct Connection {
    stream: TcpStream,
    process: usize,
    status: Arc<Status>,
    framing: Framing,
}

impl Connection {
    pub(crate) fn new(stream: TcpStream, process: usize, status: Arc<Status>) -> io::Result<Self> {
        let socket = SockRef::from(&stream);
        let keepalive = TcpKeepalive::new().with_time(SILENCE / 3).with_interval(SILENCE / 6);
        #[cfg(not(any(target_os = "openbsd", target_os = "redox", target_os = "solaris")))]
        let keepalive = keepalive.with_retries(4);
        socket.set_tcp_keepalive(&keepalive)?;
        #[cfg(target_os = "linux")]
        socket.set_tcp_user_timeout(Some(4 * SILENCE))?;
        Ok(Connection { stream, process, status, framing: Framing::default() })
    }

    /// The socket, with which the connection can be cut.
    pub(crate) fn socket(&self) -> io::Result<TcpStream> {
        self.stream.try_clone()
    }

    fn lose(&self) {
        // Only the first loss is reported; others may follow from it.
        let _ = self.status.lost.set(self.process);
    }

    fn is_lost(&self) -> bool {
        self.status.lost.get().is_some()
    }
}

impl Read for Connection {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let read = loop {
            match self.stream.read(buffer) {
                Err(error) if error.kind() == ErrorKind::Interrupted => {}
                other => break other.unwrap_or(0),
            }
        };
        let missing = self.framing.missing();
        if read > 0 || missing == 0 {
            self.framing.pass(&buffer[..read]);
            return Ok(read);
        }
        self.lose();
        self.status.over.wait();
        // Zeros end the frame at hand, which no member will see, and are a frame that announces the end.
        let zeros = missing.min(buffer.len());
        buffer[..zeros].fill(0);
        self.framing.pass(&buffer[..zeros]);
        Ok(zeros)
    }
}

impl Write for Connection {
    fn write(&mut self, buffer: &[u8]) -> io::Result<usize> {
        // A process that gives up must not announce its end as if it were done.
        if self.is_lost() {
            return Ok(buffer.len());
        }
        match self.stream.write(buffer) {
            Ok(written) => {
                self.status.sent.fetch_add(written as u64, Ordering::Relaxed);
                Ok(written)
            }
            Err(error) if error.kind() == ErrorKind::Interrupted => Err(error),
            Err(_) => {
                self.lose();
                Ok(buffer.len())
            }
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl Stream for Connection {
    fn try_clone(&self) -> io::Result<Self> {
        let (process, status) = (self.process, Arc::clone(&self.status));
        Ok(Connection { stream: self.stream.try_clone()?, process, status, framing: Framing::default() })
    }

    fn set_nonblocking(&self, nonblocking: bool) -> io::Result<()> {
        self.stream.set_nonblocking(nonblocking)
    }

    fn shutdown(&self, how: Shutdown) -> io::Result<()> {
        // It may be gone already, which the other direction notices.
        let _ = if self.is_lost() { Ok(()) } else { self.stream.shutdown(how) };
        Ok(())
    }
}

/// Follows the frames of a stream as far as to know whether its end was announced: by a frame without a
/// body.
#[derive(Debug, Default)]
struct Framing {
    header: Vec<u8>,
    /// The bytes of the body that are still to come.
    body: usize,
    ended: bool,
}

impl Framing {
    /// The header of a frame is six numbers, of which the fifth is the length of the body.
    const HEADER: usize = 48;
    const LENGTH: usize = 32;

    /// The bytes until the end of the header or body at hand; 0 after the end of the stream.
    fn missing(&self) -> usize {
        match self.body {
            _ if self.ended => 0,
            0 => Self::HEADER - self.header.len(),
            body => body,
        }
    }

    fn pass(&mut self, mut bytes: &[u8]) {
        while !bytes.is_empty() && !self.ended {
            let (part, rest) = bytes.split_at(self.missing().min(bytes.len()));
            bytes = rest;
            if self.body > 0 {
                self.body -= part.len();
                continue;
            }
            self.header.extend(part);
            if self.header.len() == Self::HEADER {
                let length = self.header[Self::LENGTH..].first_chunk().expect("a header has six numbers");
                self.body = u64::from_be_bytes(*length) as usize;
                self.ended = self.body == 0;
                self.header.clear();
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::net::TcpListener;

    fn frame(length: usize) -> Vec<u8> {
        let mut bytes = vec![0; Framing::HEADER + length];
        bytes[Framing::LENGTH..Framing::LENGTH + 8].copy_from_slice(&(length as u64).to_be_bytes());
        bytes
    }

    #[test]
    fn the_end_of_a_stream_is_known_wherever_it_is_cut() {
        // A body of zeros is no end.
        let stream = [frame(200), frame(7), frame(0)].concat();
        for size in 1..stream.len() {
            let mut framing = Framing::default();
            for (number, part) in stream.chunks(size).enumerate() {
                framing.pass(part);
                assert_eq!(framing.ended, (number + 1) * size >= stream.len(), "{size}");
            }
        }
    }

    /// What a connection to process 7 reads when the other side sends `bytes` and is gone, and whether that
    /// is a loss.
    fn received(bytes: &[u8]) -> (Vec<u8>, Option<usize>) {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let mut other = TcpStream::connect(listener.local_addr().unwrap()).unwrap();
        let status = Arc::<Status>::default();
        let (stream, _) = listener.accept().unwrap();
        let mut connection = Connection::new(stream, 7, Arc::clone(&status)).unwrap();
        other.write_all(bytes).unwrap();
        drop(other);
        status.over.set(()).unwrap();
        let mut read = Vec::new();
        connection.read_to_end(&mut read).unwrap();
        (read, status.lost.get().copied())
    }

    #[test]
    fn a_stream_that_is_cut_is_a_loss_and_ends_with_whole_frames() {
        let stream = [frame(200), frame(0)].concat();
        assert_eq!(received(&stream), (stream.clone(), None));
        for cut in [0, 1, 33, 40, 48, 49, 247, 248, 249] {
            assert_eq!(received(&stream[..cut]).1, Some(7), "{cut}");
            let mut framing = Framing::default();
            framing.pass(&received(&stream[..cut]).0);
            assert!(framing.ended, "{cut}");
        }
        // A header of which only the beginning was sent is one without a body.
        assert_eq!(received(&stream[..39]).0, frame(0));
        assert_eq!(received(&stream[..100]).0, stream);
    }
}
