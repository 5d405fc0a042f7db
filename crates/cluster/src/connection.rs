//! A connection to another process, as the dataflow reads and writes it.

use std::collections::VecDeque;
use std::io::{self, BufReader, ErrorKind, Read, Write};
use std::net::{Shutdown, TcpStream};
use std::ops::Range;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, OnceLock};
use std::time::Duration;

use socket2::{SockRef, TcpKeepalive};
use timely::communication::allocator::zero_copy::stream::Stream;

/// A host without power sends nothing. After this silence it counts as lost, and after four times that if
/// something was being sent to it.
const SILENCE: Duration = Duration::from_secs(30);

/// The longest frame. What members send each other is parts of windows, which fit into the memory of one.
const LONGEST: u64 = 1 << 32;

/// What is read at a time, where bodies are short.
const BUFFER: usize = 64 << 10;

/// The state that the connections and the members of a process share.
#[derive(Debug, Default)]
pub(crate) struct Status {
    /// The first process that was lost.
    pub(crate) lost: OnceLock<usize>,
    /// Set when the members of this process have ended.
    pub(crate) over: OnceLock<()>,
    /// The bytes that were sent.
    pub(crate) sent: AtomicU64,
    /// The name of the run, which no other has.
    pub(crate) run: OnceLock<String>,
}

/// A connection that notices when the other process ends without having announced it.
///
/// The threads of the dataflow panic when a connection breaks or delivers invalid data, and end the members with
/// them. So this connection does neither: a frame that is too long, or for members of other processes, counts as a
/// loss. It then delivers nothing until the members have noticed that a process is lost, and have ended; then it
/// announces the end in place of the other process. What is written after a loss is discarded.
pub(crate) struct Connection {
    stream: BufReader<TcpStream>,
    process: usize,
    /// The members of this process.
    members: Range<usize>,
    status: Arc<Status>,
    framing: Framing,
}

impl Connection {
    pub(crate) fn new(
        stream: TcpStream,
        process: usize,
        members: Range<usize>,
        status: Arc<Status>,
    ) -> io::Result<Self> {
        let socket = SockRef::from(&stream);
        let keepalive = TcpKeepalive::new().with_time(SILENCE / 3).with_interval(SILENCE / 6);
        #[cfg(not(any(target_os = "openbsd", target_os = "redox", target_os = "solaris")))]
        let keepalive = keepalive.with_retries(4);
        socket.set_tcp_keepalive(&keepalive)?;
        #[cfg(target_os = "linux")]
        socket.set_tcp_user_timeout(Some(4 * SILENCE))?;
        Ok(Self::over(stream, process, members, status))
    }

    fn over(stream: TcpStream, process: usize, members: Range<usize>, status: Arc<Status>) -> Self {
        let stream = BufReader::with_capacity(BUFFER, stream);
        Connection { stream, process, members, status, framing: Framing::default() }
    }

    /// The socket, with which the connection can be cut.
    pub(crate) fn socket(&self) -> io::Result<TcpStream> {
        self.stream.get_ref().try_clone()
    }

    fn lose(&self) {
        // Only the first loss is reported; others may follow from it.
        let _ = self.status.lost.set(self.process);
    }

    fn is_lost(&self) -> bool {
        self.status.lost.get().is_some()
    }

    /// Reads some bytes; none if the other process is gone.
    fn receive(&mut self, buffer: &mut [u8]) -> usize {
        loop {
            match self.stream.read(buffer) {
                Err(error) if error.kind() == ErrorKind::Interrupted => {}
                other => return other.unwrap_or(0),
            }
        }
    }

    /// The header of the next frame, if the other process sends one that makes sense.
    fn header(&mut self) -> Option<[u8; Framing::HEADER]> {
        let mut header = [0; Framing::HEADER];
        let mut at = 0;
        while at < header.len() {
            match self.receive(&mut header[at..]) {
                0 => return None,
                read => at += read,
            }
        }
        let number = |at: usize| u64::from_be_bytes(*header[at..].first_chunk().expect("six numbers"));
        let (from, to) = (number(Framing::TARGETS) as usize, number(Framing::TARGETS + 8) as usize);
        let end = number(Framing::LENGTH) == 0;
        let known = self.members.start <= from && from <= to && to <= self.members.end;
        (end || known && number(Framing::LENGTH) <= LONGEST).then_some(header)
    }
}

impl Read for Connection {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if self.framing.missing() == 0 || buffer.is_empty() {
            return Ok(0);
        }
        if self.framing.is_at_header() {
            let header = self.header().unwrap_or_else(|| {
                self.lose();
                self.status.over.wait();
                // A frame of zeros announces the end.
                [0; Framing::HEADER]
            });
            self.framing.begin(header);
        }
        let most = self.framing.missing().min(buffer.len());
        let buffer = &mut buffer[..most];
        if let Some(given) = self.framing.give(buffer) {
            return Ok(given);
        }
        let mut read = self.receive(buffer);
        if read == 0 {
            self.lose();
            self.status.over.wait();
            // Zeros complete the current frame, which no member will see.
            buffer.fill(0);
            read = most;
        }
        self.framing.body -= read;
        Ok(read)
    }
}

impl Write for Connection {
    fn write(&mut self, buffer: &[u8]) -> io::Result<usize> {
        // A process that gives up must not announce its end as if it were done.
        if self.is_lost() {
            return Ok(buffer.len());
        }
        match self.stream.get_mut().write(buffer) {
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
        let status = Arc::clone(&self.status);
        Ok(Self::over(self.socket()?, self.process, self.members.clone(), status))
    }

    fn set_nonblocking(&self, nonblocking: bool) -> io::Result<()> {
        self.stream.get_ref().set_nonblocking(nonblocking)
    }

    fn shutdown(&self, how: Shutdown) -> io::Result<()> {
        // It may be gone already, which the other direction notices.
        let _ = if self.is_lost() { Ok(()) } else { self.stream.get_ref().shutdown(how) };
        Ok(())
    }
}

/// Where the reader of a stream of frames is. A frame without a body announces the end of the stream.
#[derive(Debug, Default)]
struct Framing {
    /// The part of the current frame's header that is still to be delivered.
    header: VecDeque<u8>,
    /// What is still to come of its body.
    body: usize,
    ended: bool,
}

impl Framing {
    /// The header of a frame is six numbers: the third and the fourth say for which members it is, the fifth
    /// is the length of the body.
    const HEADER: usize = 48;
    const TARGETS: usize = 16;
    const LENGTH: usize = 32;

    fn is_at_header(&self) -> bool {
        self.header.is_empty() && self.body == 0
    }

    /// The bytes that may be delivered before the next header is read; 0 after the end of the stream.
    fn missing(&self) -> usize {
        match self.header.len() {
            0 if self.ended => 0,
            0 if self.body > 0 => self.body,
            0 => Self::HEADER,
            header => header,
        }
    }

    fn begin(&mut self, header: [u8; Self::HEADER]) {
        let length = header[Self::LENGTH..].first_chunk().expect("a header has six numbers");
        self.body = u64::from_be_bytes(*length) as usize;
        self.ended = self.body == 0;
        self.header = header.into();
    }

    /// Delivers some of the header, if any of it is left.
    fn give(&mut self, buffer: &mut [u8]) -> Option<usize> {
        if self.header.is_empty() { None } else { self.header.read(buffer).ok() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::net::TcpListener;

    fn frame(length: usize) -> Vec<u8> {
        let mut bytes = vec![0; Framing::HEADER + length];
        bytes[Framing::LENGTH..Framing::LENGTH + 8].copy_from_slice(&(length as u64).to_be_bytes());
        bytes[Framing::TARGETS + 15] = 1;
        bytes
    }

    /// What a connection of process 0 to process 7 reads, `size` bytes at a time, when the other side sends
    /// `bytes` and is gone, and whether that is a loss.
    fn received_by(size: usize, bytes: &[u8]) -> (Vec<u8>, Option<usize>) {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let mut other = TcpStream::connect(listener.local_addr().unwrap()).unwrap();
        let status = Arc::<Status>::default();
        let (stream, _) = listener.accept().unwrap();
        let mut connection = Connection::new(stream, 7, 0..2, Arc::clone(&status)).unwrap();
        other.write_all(bytes).unwrap();
        drop(other);
        status.over.set(()).unwrap();
        let mut read = Vec::new();
        let mut buffer = vec![0; size];
        loop {
            match connection.read(&mut buffer).unwrap() {
                0 => return (read, status.lost.get().copied()),
                count => read.extend(&buffer[..count]),
            }
        }
    }

    /// Whether bytes are whole frames, the last of which announces the end.
    fn is_whole(mut bytes: &[u8]) -> bool {
        while let Some((header, rest)) = bytes.split_at_checked(Framing::HEADER) {
            let length = u64::from_be_bytes(*header[Framing::LENGTH..].first_chunk().unwrap()) as usize;
            match rest.split_at_checked(length) {
                Some((_, rest)) if length > 0 => bytes = rest,
                other => return length == 0 && other.is_some_and(|(_, rest)| rest.is_empty()),
            }
        }
        false
    }

    #[test]
    fn a_stream_that_is_cut_is_a_loss_and_ends_with_whole_frames() {
        // A body of zeros is no end.
        let stream = [frame(200), frame(7), frame(0)].concat();
        for size in [1, 7, 48, 49, 1000] {
            assert_eq!(received_by(size, &stream), (stream.clone(), None));
            for cut in [0, 1, 33, 40, 48, 49, 247, 248, 249, stream.len() - 1] {
                let (read, lost) = received_by(size, &stream[..cut]);
                assert!(lost == Some(7) && is_whole(&read), "{size} {cut}");
            }
        }
        assert_eq!(received_by(1000, &[&stream[..], b"more"].concat()), (stream, None));
    }

    #[test]
    fn frames_that_make_no_sense_are_a_loss() {
        let [mut long, mut strange, mut upside_down] = [frame(9), frame(9), frame(9)];
        long[Framing::LENGTH] = 1;
        strange[Framing::TARGETS + 15] = 9;
        upside_down[Framing::TARGETS + 7] = 2;
        for wrong in [long, strange, upside_down, vec![255; 500]] {
            let (read, lost) = received_by(64, &[frame(200), wrong].concat());
            assert_eq!(read.len(), frame(200).len() + Framing::HEADER);
            assert!(lost == Some(7) && is_whole(&read));
        }
    }
}
