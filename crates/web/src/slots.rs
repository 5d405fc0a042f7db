//! How many searches run at once, how many wait for their turn, and how they are cancelled.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use tokio::sync::{OwnedSemaphorePermit, Semaphore};

use crate::error::Refusal;

/// A slot among the running searches; released when it is dropped.
pub(crate) struct Slot {
    _running: OwnedSemaphorePermit,
    _admitted: OwnedSemaphorePermit,
}

/// All slots.
#[derive(Clone, Debug)]
pub(crate) struct Slots {
    running: Arc<Semaphore>,
    /// Running and waiting together.
    admitted: Arc<Semaphore>,
}

impl Slots {
    pub(crate) fn new(running: usize, waiting: usize) -> Self {
        Slots {
            running: Arc::new(Semaphore::new(running)),
            admitted: Arc::new(Semaphore::new(running + waiting)),
        }
    }

    /// Runs `work` on a thread of its own as soon as a place is free.
    ///
    /// When the caller goes away before the end, the flag that `work` is given is set; the place is
    /// free again only when the work has really stopped.
    ///
    /// # Errors
    /// If too many are waiting already, or the work broke down.
    pub(crate) async fn run<T: Send + 'static>(
        &self,
        work: impl FnOnce(Arc<AtomicBool>) -> T + Send + 'static,
    ) -> Result<T, Refusal> {
        let slot = self.take().await?;
        let flag = Arc::new(AtomicBool::new(false));
        let _leaving = SetOnDrop(Arc::clone(&flag));
        let task = tokio::task::spawn_blocking(move || {
            let _slot = slot;
            work(flag)
        });
        task.await.map_err(|_| Refusal::Broken)
    }

    /// A place for a search, when one is free.
    ///
    /// # Errors
    /// If too many are waiting already.
    pub(crate) async fn take(&self) -> Result<Slot, Refusal> {
        let admitted = Arc::clone(&self.admitted).try_acquire_owned().map_err(|_| Refusal::Busy)?;
        let running = Arc::clone(&self.running).acquire_owned().await.map_err(|_| Refusal::Broken)?;
        Ok(Slot { _running: running, _admitted: admitted })
    }
}

/// Sets a flag when it is dropped.
pub(crate) struct SetOnDrop(pub(crate) Arc<AtomicBool>);

impl Drop for SetOnDrop {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    #[tokio::test]
    async fn one_runs_one_waits_the_third_is_refused() {
        let slots = Slots::new(1, 1);
        let first = slots.take().await.expect("a free place");
        let waiting = tokio::spawn({
            let slots = slots.clone();
            async move { slots.take().await.is_ok() }
        });
        while slots.admitted.available_permits() > 0 {
            tokio::task::yield_now().await;
        }
        assert!(matches!(slots.take().await, Err(Refusal::Busy)));
        drop(first);
        assert!(waiting.await.expect("no panic"));
        assert!(slots.take().await.is_ok());
    }

    #[tokio::test]
    async fn leaving_calls_the_work_off_and_frees_the_place() {
        let slots = Slots::new(1, 0);
        let endless = slots.run(|flag| {
            while !flag.load(Ordering::Relaxed) {
                std::thread::yield_now()
            }
        });
        assert!(tokio::time::timeout(Duration::from_millis(20), endless).await.is_err());
        // Given back last.
        while slots.admitted.available_permits() == 0 {
            tokio::task::yield_now().await;
        }
        assert_eq!(slots.run(|_| 7).await, Ok(7));
    }

    #[tokio::test]
    async fn work_that_breaks_is_told() {
        let slots = Slots::new(1, 0);
        assert_eq!(slots.run(|_| -> u8 { panic!("broken on purpose") }).await, Err(Refusal::Broken));
        assert!(slots.take().await.is_ok());
    }
}
