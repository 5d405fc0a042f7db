//! Ctrl-C. If the work checks the flag, the first Ctrl-C asks it to stop and report what it knows;
//! otherwise, and at the second one, the program ends. The exit code is the same in all cases.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, OnceLock};

use crate::exit;

/// The flag that Ctrl-C sets, one for the whole program.
static FLAG: OnceLock<Arc<AtomicBool>> = OnceLock::new();

/// Whether the work looks at the flag.
static HEARD: AtomicBool = AtomicBool::new(false);

/// Makes every command end with the same exit code at Ctrl-C.
pub(crate) fn install() {
    let flag = Arc::clone(FLAG.get_or_init(Arc::default));
    // Without a handler Ctrl-C still ends the program, but with another exit code.
    let _ = ctrlc::set_handler(move || {
        if flag.swap(true, Ordering::Relaxed) || !HEARD.load(Ordering::Relaxed) {
            std::process::exit(exit::STOPPED.into());
        }
    });
}

/// The flag that Ctrl-C sets, for work that looks at it.
pub(crate) fn on_interrupt() -> Arc<AtomicBool> {
    HEARD.store(true, Ordering::Relaxed);
    Arc::clone(FLAG.get_or_init(Arc::default))
}

/// Prints a message to standard error.
#[expect(clippy::print_stderr, reason = "a word to the person, beside the output")]
pub(crate) fn say(words: &str) {
    eprintln!("taquin: {words}");
}
