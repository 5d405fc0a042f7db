//! Opens regular files and nothing else.

use std::fs::{File, Metadata, OpenOptions};
use std::io::{self, ErrorKind, Read};
use std::path::Path;

/// Opens a file to read it.
///
/// # Errors Errors of the system, or if it is a folder, a pipe, a socket or a device, which is then not opened.
pub fn open(path: &Path) -> io::Result<File> {
    open_with(path, File::options().read(true))
}

/// Opens a file, or creates it if `options` say so.
///
/// # Errors
/// Errors of [`open`].
pub fn open_with(path: &Path, options: &mut OpenOptions) -> io::Result<File> {
    match std::fs::metadata(path) {
        Err(error) if error.kind() == ErrorKind::NotFound => (),
        found => check(&found?)?,
    }
    // A pipe that replaces the file after this check must not block either.
    crate::system::open_at_once(options);
    let file = options.open(path)?;
    check(&file.metadata()?)?;
    Ok(file)
}

/// All bytes of a file.
///
/// # Errors
/// Errors of [`open`].
pub fn read(path: &Path) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    open(path)?.read_to_end(&mut bytes)?;
    Ok(bytes)
}

/// Whether something is a file.
pub(crate) fn check(about: &Metadata) -> io::Result<()> {
    let (kind, what) = match about {
        about if about.is_file() => return Ok(()),
        about if about.is_dir() => (ErrorKind::IsADirectory, "a folder"),
        _ => (ErrorKind::InvalidInput, "a pipe, a socket or a device"),
    };
    Err(io::Error::new(kind, format!("this is {what}, not a file")))
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;

    #[test]
    fn only_files_are_opened() {
        let folder = tempfile::tempdir().unwrap();
        let path = |name: &str| folder.path().join(name);
        std::fs::write(path("file"), "text").unwrap();
        std::os::unix::fs::symlink("file", path("link")).unwrap();
        assert_eq!(read(&path("link")).unwrap(), b"text");
        assert!(std::process::Command::new("mkfifo").arg(path("pipe")).status().unwrap().success());
        let _socket = std::os::unix::net::UnixListener::bind(path("socket")).unwrap();
        std::os::unix::fs::symlink("pipe", path("link to pipe")).unwrap();
        let special = [path("pipe"), path("link to pipe"), path("socket"), "/dev/zero".into()];
        for path in special {
            assert!(open(&path).unwrap_err().to_string().contains("not a file"), "{}", path.display());
        }
        assert!(open(folder.path()).unwrap_err().to_string().contains("a folder"));
        assert_eq!(open(&path("none")).unwrap_err().kind(), ErrorKind::NotFound);
    }
}
