//! Installs the programs in a folder under the names that the courses use: links to the running executable,
//! and the module `torus_puzzle` as one plain file of Python. All of them are made, or nothing is changed.

use std::fs;
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};

use taquin_files::system;

use crate::program::Program;

/// The module of the Python course, which needs nothing but Python.
const MODULE: &str = include_str!("torus_puzzle.py");

/// The first line of a module that was written here, and may be overwritten.
const MARK: &str = "# Written by `taquin course link`, which will write it anew.\n";

/// Makes a link to the running executable in `dir` for every program that is installed under its own name, and writes
/// `torus_puzzle.py`, replacing older ones; creates the folder if it is missing. Returns the files.
///
/// # Errors
/// If something that was not made here has one of the names, or a file cannot be made: then the folder is as it
/// was.
pub fn link(dir: &Path) -> io::Result<Vec<PathBuf>> {
    let executable = std::env::current_exe()?;
    let mut missing: Vec<&Path> = dir.ancestors().take_while(|folder| !folder.exists()).collect();
    missing.retain(|folder| !folder.as_os_str().is_empty());
    let names = Program::ALL.into_iter().filter_map(Program::installed_name);
    let links = names.map(|name| dir.join(name).with_extension(std::env::consts::EXE_EXTENSION));
    let files: Vec<PathBuf> = links.chain([dir.join("torus_puzzle.py")]).collect();
    if let Some(taken) = files.iter().find(|file| !is_free(file)) {
        let complaint = format!("{}: was not made here and stays; nothing was changed", taken.display());
        return Err(io::Error::new(ErrorKind::AlreadyExists, complaint));
    }
    // In a temporary folder first, so that errors occur before anything is replaced.
    let done = fs::create_dir_all(dir).and_then(|()| make(&executable, dir, &files));
    if done.is_err() {
        // What is not there need not be removed.
        missing.iter().for_each(|folder| drop(fs::remove_dir(folder)));
    }
    done.map(|()| files)
}

/// Makes the links, and the module, which is the last of `files`.
fn make(executable: &Path, dir: &Path, files: &[PathBuf]) -> io::Result<()> {
    let beside = tempfile::Builder::new().prefix(".taquin-").tempdir_in(dir)?;
    let passing: Vec<PathBuf> =
        (0..files.len()).map(|number| beside.path().join(number.to_string())).collect();
    let (module, links) = passing.split_last().expect("there is the module");
    links.iter().try_for_each(|link| system::second_name(executable, link))?;
    fs::write(module, [MARK, MODULE].concat())?;
    passing.iter().zip(files).try_for_each(|(from, to)| fs::rename(from, to))
}

/// Whether a file may be made under this name.
fn is_free(file: &Path) -> bool {
    let is_module = file.extension().is_some_and(|ending| ending == "py");
    match fs::symlink_metadata(file) {
        Err(_) => true,
        Ok(_) if is_module => fs::read_to_string(file).is_ok_and(|text| text.starts_with(MARK)),
        Ok(found) => {
            if system::HAS_LINKS {
                found.is_symlink()
            } else {
                found.is_file()
            }
        }
    }
}
