//! The user's cache folder, for files that can be made again.

use std::ffi::OsString;
use std::path::PathBuf;

/// The user's cache folder: the value of the variable `XDG_CACHE_HOME`, or `.cache` in the home folder; on Windows
/// the value of `LOCALAPPDATA`. `None` if neither is set.
#[must_use]
pub fn cache_folder() -> Option<PathBuf> {
    let own = if cfg!(windows) { "LOCALAPPDATA" } else { "XDG_CACHE_HOME" };
    folder(std::env::var_os(own), std::env::home_dir())
}

/// The folder that the variable names, if it is absolute as the standard requires, or else the one in the home
/// folder.
fn folder(own: Option<OsString>, home: Option<PathBuf>) -> Option<PathBuf> {
    let own = own.map(PathBuf::from).filter(|folder| folder.is_absolute());
    let at_home = || Some(home.filter(|home| home.is_absolute())?.join(".cache"));
    own.or_else(at_home)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    #[cfg(unix)]
    fn the_variable_goes_before_the_home() {
        let home = || Some(PathBuf::from("/home/ada"));
        assert_eq!(folder(Some("/var/ada".into()), home()), Some("/var/ada".into()));
        for unusable in [None, Some("".into()), Some("here".into())] {
            assert_eq!(folder(unusable, home()), Some("/home/ada/.cache".into()));
        }
        assert_eq!(folder(None, None), None);
        assert_eq!(folder(None, Some("".into())), None);
    }
}
