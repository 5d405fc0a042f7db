//! A folder of table files, each named by its board and its pattern.

use std::collections::HashMap;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use taquin_files::is_unfinished;

use crate::error::Error;
use crate::geometry::Geometry;

use super::file::{self, Head};
use super::partition::canonical;
use super::space::PatternSpace;
use super::table::{Pattern, Table};

/// The end of the name of every table file.
const ENDING: &str = "table";

/// A folder of tables. It need not exist until one is kept there.
#[derive(Clone, Debug)]
pub struct Store {
    folder: PathBuf,
    /// Spaces that were needed before: tables of the same size share one.
    spaces: HashMap<(Geometry, usize), Arc<PatternSpace>>,
}

/// A file of a store: a table, or why it cannot be used.
#[derive(Clone, Debug)]
pub struct Listed {
    /// The file.
    pub path: PathBuf,
    /// Its head; the bytes after it are not checked.
    pub head: Result<Head, Error>,
}

impl Store {
    /// The tables in `folder`.
    #[must_use]
    pub fn new(folder: impl Into<PathBuf>) -> Self {
        Store { folder: folder.into(), spaces: HashMap::new() }
    }

    /// The folder.
    #[must_use]
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// The file of the table that `pattern` shares with its reflections.
    #[must_use]
    pub fn path(&self, geometry: Geometry, pattern: Pattern) -> PathBuf {
        let (pattern, _) = canonical(geometry, pattern);
        let kind = if geometry.is_torus() { "torus" } else { "flat" };
        let cells: Vec<String> = pattern.cells().map(|cell| cell.to_string()).collect();
        let (rows, cols, blank) = (geometry.rows(), geometry.cols(), pattern.blank());
        self.folder.join(format!("{rows}x{cols}-{kind}-{blank}-{}.{ENDING}", cells.join(".")))
    }

    /// All table files, by name.
    ///
    /// # Errors
    /// If the folder is there but cannot be read.
    pub fn list(&self) -> Result<Vec<Listed>, Error> {
        let mut paths = self.names(|path| path.extension().is_some_and(|end| end == ENDING))?;
        paths.retain(|path| !is_unfinished(path));
        paths.sort();
        Ok(paths.into_iter().map(|path| Listed { head: file::head(&path), path }).collect())
    }

    /// The temporary files that killed writers have left behind.
    ///
    /// # Errors
    /// If the folder is there but cannot be read.
    pub fn unfinished(&self) -> Result<Vec<PathBuf>, Error> {
        self.names(is_unfinished)
    }

    fn names(&self, wanted: impl Fn(&Path) -> bool) -> Result<Vec<PathBuf>, Error> {
        let failed = |error: io::Error| Error::file(&self.folder, &error);
        let entries = match std::fs::read_dir(&self.folder) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Vec::new()),
            other => other.map_err(failed)?,
        };
        let paths: io::Result<Vec<PathBuf>> = entries.map(|entry| Ok(entry?.path())).collect();
        Ok(paths.map_err(failed)?.into_iter().filter(|path| wanted(path)).collect())
    }

    /// The space of patterns of `tiles` tiles.
    pub fn space(&mut self, geometry: Geometry, tiles: usize) -> Arc<PatternSpace> {
        let make = || Arc::new(PatternSpace::new(geometry, tiles));
        self.spaces.entry((geometry, tiles)).or_insert_with(make).clone()
    }

    /// The table of a pattern in canonical form, if there is one; all its bytes are checked.
    ///
    /// # Errors
    /// If its file is damaged or of something else.
    pub fn load(&mut self, geometry: Geometry, pattern: Pattern) -> Result<Option<Table>, Error> {
        let path = self.path(geometry, pattern);
        if !path.exists() {
            return Ok(None);
        }
        let space = self.space(geometry, pattern.len());
        file::read(&path, &space, pattern).map(Some)
    }

    /// The head of the table of a pattern in canonical form, if there is one. All bytes of the table are checked, few
    /// at a time, so that this takes little memory even for a large table.
    ///
    /// # Errors
    /// If its file is damaged or of something else.
    pub fn verify(&mut self, geometry: Geometry, pattern: Pattern) -> Result<Option<Head>, Error> {
        let path = self.path(geometry, pattern);
        if !path.exists() {
            return Ok(None);
        }
        let space = self.space(geometry, pattern.len());
        file::verify(&path, &space, pattern).map(Some)
    }

    /// Writes a table of a pattern in canonical form, and returns its file.
    ///
    /// # Errors
    /// Errors of the file system.
    pub fn save(&self, table: &Table) -> Result<PathBuf, Error> {
        let path = self.path(table.geometry(), table.pattern());
        file::write(table, &path)?;
        Ok(path)
    }
}

#[cfg(test)]
mod tests {

    use super::*;
    use crate::pattern::Builder;

    fn build(store: &mut Store, geometry: Geometry, cells: &[u32]) -> Table {
        let (pattern, _) = canonical(geometry, Pattern::new(cells.iter().copied(), 0));
        let builder = Builder::new(store.space(geometry, pattern.len()));
        builder.build(pattern, 1, &mut ()).expect("nothing stops it")
    }

    #[test]
    fn a_table_comes_back_from_its_file() {
        let folder = tempfile::tempdir().expect("a folder");
        let mut store = Store::new(folder.path().join("tables"));
        assert!(store.list().expect("no folder is an empty one").is_empty());
        for torus in [false, true] {
            let geometry = Geometry::new(3, 3, torus);
            let table = build(&mut store, geometry, &[1, 2, 5]);
            assert!(store.load(geometry, table.pattern()).expect("no file").is_none());
            store.save(&table).expect("a folder to write to");
            let loaded = store.load(geometry, table.pattern()).expect("a whole file").expect("a file");
            assert_eq!(loaded.bits(), table.bits());
            assert_eq!(loaded.summary(), table.summary());
            let head = store.verify(geometry, table.pattern()).expect("a whole file").expect("a file");
            assert_eq!(head.summary, table.summary());
        }
        assert_eq!(store.list().expect("a folder").iter().filter(|listed| listed.head.is_ok()).count(), 2);
        assert!(store.unfinished().expect("a folder").is_empty());
    }

    #[test]
    fn damage_is_seen_wherever_it_is() {
        let folder = tempfile::tempdir().expect("a folder");
        let mut store = Store::new(folder.path());
        let geometry = Geometry::new(3, 3, false);
        let table = build(&mut store, geometry, &[1, 2, 5]);
        let path = store.save(&table).expect("a folder to write to");
        let whole = std::fs::read(&path).expect("the file");
        let mut seen = |bytes: &[u8]| {
            std::fs::write(&path, bytes).expect("a file");
            let error = store.load(geometry, table.pattern()).expect_err("damage");
            assert_eq!(store.verify(geometry, table.pattern()), Err(error.clone()));
            assert!(error.to_string().contains("3x3-flat-0-1.2.5.table"), "{error}");
            error.to_string()
        };
        for at in [0, 9, 14, 20, 26, 33, 50, 61, 75, 4096, whole.len() - 1] {
            let mut damaged = whole.clone();
            damaged[at] ^= 4;
            seen(&damaged);
        }
        assert!(seen(&whole[..whole.len() - 1]).contains("cut short"));
        assert!(seen(b"").contains("not a pattern table"));
        std::fs::write(&path, &whole).expect("a file");
        assert!(store.load(geometry, table.pattern()).is_ok_and(|table| table.is_some()));
        let other = build(&mut store, geometry, &[1, 3, 5]);
        std::fs::copy(&path, store.path(geometry, other.pattern())).expect("a file");
        let error = store.load(geometry, other.pattern()).expect_err("another pattern's");
        assert!(error.to_string().contains("another pattern"), "{error}");
    }
}
