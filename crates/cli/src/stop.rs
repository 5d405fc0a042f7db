//! Ctrl-C: the first one asks the search to stop and tell what it knows, the second one ends the program.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, OnceLock};

/// The flag that Ctrl-C sets, one for the whole program.
pub(crate) fn on_interrupt() -> anyhow::Result<Arc<AtomicBool>> {
    static FLAG: OnceLock<Arc<AtomicBool>> = OnceLock::new();
    if let Some(flag) = FLAG.get() {
        return Ok(Arc::clone(flag));
    }
    let flag = Arc::clone(FLAG.get_or_init(Arc::default));
    let shared = Arc::clone(&flag);
    ctrlc::set_handler(move || {
        if shared.swap(true, Ordering::Relaxed) {
            std::process::exit(130);
        }
    })?;
    Ok(flag)
}
