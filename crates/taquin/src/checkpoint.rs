//! Checkpoints of stopped searches in files.

use std::fmt::Display;
use std::path::Path;

use taquin_tiles::deepening::Checkpoint;

use crate::error::Error;

/// The checkpoint in a file, if there is one.
///
/// # Errors
/// If it cannot be read, or is no checkpoint.
pub fn read_checkpoint(file: &Path) -> Result<Option<Checkpoint>, Error> {
    match std::fs::read_to_string(file) {
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => Ok(None),
        Err(error) => Err(Error::file(file, &error)),
        Ok(text) => match text.parse() {
            Ok(checkpoint) => Ok(Some(checkpoint)),
            Err(error) => Err(Error::File {
                path: file.to_owned(),
                message: taquin_tiles::Error::from(error).to_string(),
            }),
        },
    }
}

/// Writes a checkpoint beside its file and renames it.
///
/// # Errors
/// If it cannot be written.
pub fn write_checkpoint(file: &Path, checkpoint: &dyn Display) -> Result<(), Error> {
    let mut name = file.file_name().unwrap_or_default().to_owned();
    name.push(".part");
    let beside = file.with_file_name(name);
    let done = std::fs::write(&beside, checkpoint.to_string()).and_then(|()| std::fs::rename(&beside, file));
    done.map_err(|error| Error::file(file, &error))
}
