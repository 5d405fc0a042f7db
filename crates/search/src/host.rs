//! What the engine needs from its computer: a clock and threads. In a browser there is one thread, and work
//! that would be shared among several is done piece by piece; and the engine itself is small there, since a page
//! waits for it.

#[cfg(not(target_family = "wasm"))]
mod native {
    pub use std::thread::{Scope, ScopedJoinHandle, scope, sleep};
    pub use std::time::Instant;

    /// Whether the engine is to be small rather than fast: a search then has fewer specialised instances.
    pub const IS_SMALL: bool = false;

    /// How many threads can run at once.
    #[must_use]
    pub fn cores() -> usize {
        std::thread::available_parallelism().map_or(1, usize::from)
    }
}

#[cfg(target_family = "wasm")]
mod browser {
    use std::any::Any;
    use std::time::Duration;

    pub use web_time::Instant;

    /// Whether the engine is to be small rather than fast: a search then has fewer specialised instances.
    pub const IS_SMALL: bool = true;

    /// Replaces a scope of threads: spawned work runs at once, to its end.
    #[derive(Debug)]
    pub struct Scope(());

    /// The result that a thread would have returned.
    #[derive(Debug)]
    pub struct ScopedJoinHandle<T>(T);

    impl Scope {
        /// Runs `work`.
        pub fn spawn<T>(&self, work: impl FnOnce() -> T) -> ScopedJoinHandle<T> {
            ScopedJoinHandle(work())
        }
    }

    impl<T> ScopedJoinHandle<T> {
        /// The result of the work.
        ///
        /// # Errors Never: a panic ends the whole program.
        pub fn join(self) -> Result<T, Box<dyn Any + Send>> {
            Ok(self.0)
        }

        /// Always.
        pub fn is_finished(&self) -> bool {
            true
        }
    }

    /// Runs `work`, and within it whatever it spawns.
    pub fn scope<T>(work: impl FnOnce(&Scope) -> T) -> T {
        work(&Scope(()))
    }

    /// Nothing else goes on meanwhile, so there is nothing to wait for.
    pub fn sleep(_: Duration) {}

    /// How many threads can run at once.
    #[must_use]
    pub fn cores() -> usize {
        1
    }
}

#[cfg(target_family = "wasm")]
pub use browser::*;
#[cfg(not(target_family = "wasm"))]
pub use native::*;
