//! An index of some windows over all levels: made once, then read window by window without opening the
//! files of every level each time.

use std::path::PathBuf;

use crate::error::Error;
use crate::level::{Entry, Folder, Level};
use crate::realm::Realm;
use crate::segment::Segment;

/// Where the segments of some windows are, in the first levels of a folder.
pub struct WindowIndex {
    /// The files, and where their segments begin. They are opened to be read only: there may be more of
    /// them than a process may hold open.
    files: Vec<(PathBuf, u64)>,
    /// By depth, then by window.
    entries: Vec<Located>,
}

struct Located {
    depth: usize,
    file: usize,
    entry: Entry,
}

impl Located {
    fn key(&self) -> (usize, usize) {
        (self.depth, self.entry.window as usize)
    }
}

impl WindowIndex {
    /// How many windows an index over `levels` levels has room for in about `bytes` bytes.
    #[must_use]
    pub fn batch(levels: usize, bytes: usize) -> usize {
        (bytes / size_of::<Located>() / levels.max(1)).max(1)
    }

    /// Indexes these `windows`, which ascend, over the first `levels` levels.
    ///
    /// # Errors
    /// If a file cannot be read, is damaged or belongs to another space, or a window is not there.
    pub fn new(folder: &Folder, realm: &dyn Realm, levels: usize, windows: &[usize]) -> Result<Self, Error> {
        let entries = Vec::with_capacity(levels * windows.len());
        let mut index = WindowIndex { files: Vec::new(), entries };
        for depth in 0..levels {
            let level = folder.level(realm, depth)?;
            let lost = || {
                let what = format!("the level at distance {depth} has not been kept");
                Error::Format { path: folder.path().to_owned(), what }
            };
            index.add(depth, &level.ok_or_else(lost)?, windows).ok_or_else(lost)?;
        }
        Ok(index)
    }

    /// Adds a level; `None` if a window is not there.
    fn add(&mut self, depth: usize, level: &Level, windows: &[usize]) -> Option<()> {
        let before = self.files.len();
        self.files.extend(level.files().map(|(path, start)| (path.to_owned(), start)));
        for &window in windows {
            let (file, entry) = level.entry(window)?;
            self.entries.push(Located { depth, file: before + file, entry });
        }
        Some(())
    }

    /// Reads the segment of the level at `depth` that lies in one window.
    ///
    /// # Errors
    /// If it cannot be read or is damaged.
    pub fn read(&self, depth: usize, window: usize) -> Result<Segment, Error> {
        let found = self.entries.binary_search_by_key(&(depth, window), Located::key);
        let found = found.ok().map(|at| &self.entries[at]).filter(|found| found.entry.count > 0);
        let Some(Located { file, entry, .. }) = found else { return Ok(Segment::default()) };
        let (path, start) = &self.files[*file];
        let mut file = taquin_files::open(path).map_err(|error| Error::io(path, error))?;
        entry.read_from(&mut file, *start, path)
    }
}

#[cfg(test)]
mod tests {

    use taquin_tiles::{Board, Geometry};

    use super::*;
    use crate::memory::Options;
    use crate::{Space, enumerate_on_disk};

    #[test]
    fn an_index_reads_what_the_levels_have() {
        let space = Space::new(Geometry::new(2, 5, false), &Board::blank_last(2, 5)).unwrap();
        let folder = tempfile::tempdir().unwrap();
        let options = Options { depth: Some(1), ..Options::default() };
        enumerate_on_disk(&space, folder.path(), &options, &mut ()).unwrap();
        let folder = Folder::new(folder.path()).unwrap();
        let levels: Vec<Level> = (0..2).map(|depth| folder.level(&space, depth).unwrap().unwrap()).collect();
        let windows: Vec<usize> = levels[0].present().map(|(window, _)| window).collect();
        let size = WindowIndex::batch(2, 2 * 4 * size_of::<Located>());
        assert_eq!(size, 4);
        for batch in windows.chunks(size) {
            let index = WindowIndex::new(&folder, &space, 2, batch).unwrap();
            for (depth, level) in levels.iter().enumerate() {
                for &window in batch {
                    assert_eq!(index.read(depth, window).unwrap(), level.read(window).unwrap());
                }
            }
        }
        let lost = WindowIndex::new(&folder, &space, 3, &windows).err().unwrap().to_string();
        assert!(lost.contains("the level at distance 2 has not been kept"), "{lost}");
    }
}
