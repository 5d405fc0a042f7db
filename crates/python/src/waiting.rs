//! Waiting for work on other threads without holding the interpreter, so that Ctrl-C ends the wait.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, sync_channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::Duration;

use pyo3::prelude::*;

use crate::progress::{Listener, Watch};

/// The time between two looks at the signals.
const BEAT: Duration = Duration::from_millis(20);

/// Set to tell a search that its result is no longer wanted.
pub(crate) type Cancel = Arc<AtomicBool>;

/// Runs `work` on a separate thread and waits for it; `progress`, a function of the caller, receives its reports. On
/// Ctrl-C, or if that function fails, `cancel` is set, and the thread is left to end by itself: it never calls
/// Python.
pub(crate) fn run<T: Send + 'static>(
    py: Python<'_>,
    cancel: &Cancel,
    progress: Option<Py<PyAny>>,
    work: impl FnOnce(&mut Listener) -> T + Send + 'static,
) -> PyResult<T> {
    let (sender, receiver) = sync_channel(1);
    let mut watch = Watch::new(progress);
    let mut listener = watch.listener();
    let worker = thread::Builder::new().name("taquin".into()).spawn(move || {
        // The caller may have given up, and then the result is of no use.
        let _ = sender.send(work(&mut listener));
    })?;
    match receive(py, cancel, &Mutex::new(receiver), || watch.pass_on(py, 0, Some(1)))? {
        Some(done) => watch.call(py, 1, Some(1)).map(|()| done),
        None => match worker.join() {
            Err(panic) => std::panic::resume_unwind(panic),
            Ok(()) => unreachable!("a worker sends its result before it ends"),
        },
    }
}

/// The next message; `None` when there will be no more. While there is none, `meanwhile` is called repeatedly. If
/// that fails, or on Ctrl-C, `cancel` is set.
pub(crate) fn receive<T: Send>(
    py: Python<'_>,
    cancel: &Cancel,
    messages: &Mutex<Receiver<T>>,
    mut meanwhile: impl FnMut() -> PyResult<()>,
) -> PyResult<Option<T>> {
    loop {
        // First of all, since messages may come so fast that the wait never times out.
        py.check_signals().inspect_err(|_| cancel.store(true, Ordering::Relaxed))?;
        let message =
            py.detach(|| messages.lock().unwrap_or_else(PoisonError::into_inner).recv_timeout(BEAT));
        match message {
            Ok(message) => return Ok(Some(message)),
            Err(RecvTimeoutError::Disconnected) => return Ok(None),
            Err(RecvTimeoutError::Timeout) => {
                meanwhile().inspect_err(|_| cancel.store(true, Ordering::Relaxed))?;
            }
        }
    }
}
