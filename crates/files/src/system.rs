//! Calls that differ between operating systems. Only this file and the grader, which is for Linux alone, use what a
//! single system has. A system that lacks a feature leaves it out.

use std::fs::{File, Metadata, OpenOptions};
use std::io;
use std::path::Path;

/// Opens a pipe or a device without waiting.
pub(crate) fn open_at_once(options: &mut OpenOptions) {
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::custom_flags(options, libc::O_NONBLOCK);
    #[cfg(not(unix))]
    let _ = options;
}

/// Gives a temporary file the permissions of other files; by default only its owner could read it.
pub(crate) fn share(builder: &mut tempfile::Builder<'_, '_>) {
    #[cfg(unix)]
    builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666));
    #[cfg(not(unix))]
    let _ = builder;
}

/// Syncs a folder, so that a renamed file survives a loss of power, where folders can be opened.
pub(crate) fn sync_folder(folder: &Path) -> io::Result<()> {
    if cfg!(unix) { File::open(folder)?.sync_all() } else { Ok(()) }
}

/// Makes a new file readable only by its owner. On systems other than Unix the folder decides.
pub fn keep_private(options: &mut OpenOptions) {
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(options, 0o600);
    #[cfg(not(unix))]
    let _ = options;
}

/// Whether a file is known to be readable by others than its owner.
#[must_use]
pub fn is_shared(about: &Metadata) -> bool {
    #[cfg(unix)]
    return std::os::unix::fs::MetadataExt::mode(about) & 0o077 != 0;
    #[cfg(not(unix))]
    {
        let _ = about;
        false
    }
}

/// Whether [`second_name`] makes links, and not copies.
pub const HAS_LINKS: bool = cfg!(unix);

/// Gives a program a second name: a link to it, or a copy where ordinary users cannot make links.
///
/// # Errors
/// Errors of the system.
pub fn second_name(program: &Path, name: &Path) -> io::Result<()> {
    #[cfg(unix)]
    return std::os::unix::fs::symlink(program, name);
    #[cfg(not(unix))]
    return std::fs::copy(program, name).map(drop);
}

/// Enlarges a pipe that is the standard output to a megabyte, which wakes its reader a sixteenth as often. If that is
/// refused, nothing changes.
pub fn enlarge_output_pipe() {
    #[cfg(target_os = "linux")]
    let _ = rustix::pipe::fcntl_setpipe_size(io::stdout(), 1 << 20);
}

/// Returns large blocks to the system as soon as they are freed. The GNU allocator would keep more and more of them
/// for every thread that was ever started.
#[allow(unsafe_code)]
pub fn give_back_freed_memory() {
    #[cfg(all(target_os = "linux", target_env = "gnu"))]
    // SAFETY: mallopt sets numbers within the allocator, under its own lock.
    unsafe {
        libc::mallopt(libc::M_MMAP_THRESHOLD, 1 << 20);
        libc::mallopt(libc::M_TRIM_THRESHOLD, 1 << 20);
    }
}

/// Asks for large pages for memory that is not used yet, so that its addresses are translated quickly when it is read
/// at random. Where the system has none, small ones do.
#[allow(unsafe_code)]
pub fn use_large_pages<T>(unused: &mut [std::mem::MaybeUninit<T>]) {
    #[cfg(target_os = "linux")]
    {
        /// Systems that run this have pages of this size or of a part of it.
        const PAGE: usize = 1 << 16;
        let range = unused.as_mut_ptr_range();
        let first = range.start.map_addr(|address| address.next_multiple_of(PAGE));
        let length = range.end.addr().saturating_sub(first.addr());
        // SAFETY: the pages lie within memory that is borrowed here; the advice does not change what they hold.
        let _ = unsafe { libc::madvise(first.cast(), length, libc::MADV_HUGEPAGE) };
    }
    #[cfg(not(target_os = "linux"))]
    let _ = unused;
}

/// The bytes of memory that the process holds now, where the system tells.
#[must_use]
pub fn resident_memory() -> Option<usize> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"))?;
    let kibibytes: usize = line.trim().strip_suffix("kB")?.trim().parse().ok()?;
    Some(kibibytes << 10)
}

/// The host's name, if the system has one.
pub(crate) fn host_name() -> Option<String> {
    let name = std::fs::read_to_string("/proc/sys/kernel/hostname").ok();
    let name = name.or_else(|| std::env::var("HOSTNAME").ok()).or_else(|| std::env::var("COMPUTERNAME").ok());
    name.map(|name| name.trim().to_string())
}
