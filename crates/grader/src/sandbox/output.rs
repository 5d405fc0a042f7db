//! What a submission prints, read by a thread up to a limit.

use std::io::{self, PipeReader, PipeWriter, Read};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

/// What a thread reads from a pipe.
pub(super) struct Output {
    bytes: Arc<Mutex<Vec<u8>>>,
    full: Arc<AtomicBool>,
    reader: thread::JoinHandle<()>,
}

impl Output {
    /// A thread that reads up to `most` bytes, and what is to be written to. It is started before the
    /// submission is, which thereby is the youngest.
    pub(super) fn start(most: usize) -> io::Result<(Self, PipeWriter)> {
        let (pipe, writer) = io::pipe()?;
        let bytes = Arc::new(Mutex::new(Vec::new()));
        let full = Arc::new(AtomicBool::new(false));
        let shared = (Arc::clone(&bytes), Arc::clone(&full));
        let read = move || gather(pipe, most, &shared.0, &shared.1);
        let reader = thread::Builder::new().spawn(read)?;
        Ok((Output { bytes, full, reader }, writer))
    }

    /// Whether there was more than the limit.
    pub(super) fn is_full(&self) -> bool {
        self.full.load(Ordering::Relaxed)
    }

    /// What was read. It is not waited for while a process still holds the other end of the pipe.
    pub(super) fn take(self) -> Vec<u8> {
        let deadline = Instant::now() + Duration::from_secs(1);
        while !self.reader.is_finished() && Instant::now() < deadline {
            thread::sleep(Duration::from_millis(1));
        }
        std::mem::take(&mut *self.bytes.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

/// Reads to the end. Beyond the limit everything is read, so that the writer is not blocked, and dropped.
fn gather(mut pipe: PipeReader, most: usize, bytes: &Mutex<Vec<u8>>, full: &AtomicBool) {
    let mut buffer = vec![0; 1 << 16];
    loop {
        match pipe.read(&mut buffer) {
            Ok(0) => return,
            Ok(read) => {
                let mut bytes = bytes.lock().unwrap_or_else(PoisonError::into_inner);
                let room = most.saturating_sub(bytes.len());
                bytes.extend_from_slice(&buffer[..read.min(room)]);
                if read > room {
                    full.store(true, Ordering::Relaxed);
                }
            }
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(_) => return,
        }
    }
}
