//! The levels of a member, in its own windows: in memory, or in the files of a folder.

use std::collections::BTreeMap;
use std::sync::Arc;

use taquin_space::{Error, Folder, Level, LevelWriter, Realm, Segment};

/// Windows of one level.
type Held = BTreeMap<usize, Segment>;

/// The levels of one member.
pub(crate) struct Levels {
    realm: Arc<dyn Realm>,
    folder: Option<Folder>,
    held: BTreeMap<usize, Held>,
    /// The bytes of all that is held in memory.
    bytes: usize,
}

/// A level that is being read.
pub(crate) struct Reader {
    depth: Option<usize>,
    level: Option<Level>,
}

/// Windows of one level that are being written.
pub(crate) struct Writer {
    depth: usize,
    held: Held,
    file: Option<LevelWriter>,
}

impl Levels {
    pub(crate) fn new(realm: Arc<dyn Realm>, folder: Option<Folder>) -> Self {
        Levels { realm, folder, held: BTreeMap::new(), bytes: 0 }
    }

    /// The folder, where there is one.
    pub(crate) fn folder(&self) -> Option<&Folder> {
        self.folder.as_ref()
    }

    /// The bytes that are held in memory.
    pub(crate) fn bytes(&self) -> usize {
        self.bytes
    }

    /// Opens the level at `depth`; without a depth, one that has no positions.
    pub(crate) fn open(&self, depth: Option<usize>) -> Result<Reader, Error> {
        let level = match (&self.folder, depth) {
            (Some(folder), Some(depth)) => folder.level(&*self.realm, depth)?,
            _ => None,
        };
        Ok(Reader { depth, level })
    }

    /// The segment of a level that lies in `window`.
    pub(crate) fn read(&self, reader: &Reader, window: usize) -> Result<Segment, Error> {
        match &reader.level {
            Some(level) => level.read(window),
            None => Ok(self.held(reader, window).cloned().unwrap_or_default()),
        }
    }

    /// How many bytes that segment has.
    pub(crate) fn bytes_of(&self, reader: &Reader, window: usize) -> usize {
        match &reader.level {
            Some(level) => level.bytes(window),
            None => self.held(reader, window).map_or(0, |segment| segment.bytes.len()),
        }
    }

    fn held(&self, reader: &Reader, window: usize) -> Option<&Segment> {
        self.held.get(&reader.depth?)?.get(&window)
    }

    /// The segments of the first `count` levels that lie in `window`.
    pub(crate) fn all_of(&self, count: usize, window: usize) -> Result<Vec<Segment>, Error> {
        (0..count).map(|depth| self.read(&self.open(Some(depth))?, window)).collect()
    }

    /// The first of `count` levels that has a position in one of `windows`.
    pub(crate) fn first_level(
        &self,
        count: usize,
        windows: impl Iterator<Item = usize> + Clone,
    ) -> Result<Option<usize>, Error> {
        for depth in 0..count {
            let reader = self.open(Some(depth))?;
            if windows.clone().any(|window| self.bytes_of(&reader, window) > 0) {
                return Ok(Some(depth));
            }
        }
        Ok(None)
    }

    /// Begins to write windows of the level that comes after those with these `counts`. The number `writer`
    /// distinguishes the files of several members.
    pub(crate) fn write(&self, fineness: usize, counts: &[u64], writer: usize) -> Result<Writer, Error> {
        let file = self.folder.as_ref().map(|folder| folder.write(&*self.realm, fineness, counts, writer));
        Ok(Writer { depth: counts.len(), held: Held::new(), file: file.transpose()? })
    }

    /// Writes one window.
    pub(crate) fn push(&mut self, writer: &mut Writer, window: usize, segment: Segment) -> Result<(), Error> {
        match &mut writer.file {
            Some(file) => file.push(window, &segment),
            None => {
                self.bytes += segment.bytes.len();
                writer.held.insert(window, segment);
                Ok(())
            }
        }
    }

    /// Makes what was written part of its level.
    pub(crate) fn commit(&mut self, writer: Writer) -> Result<(), Error> {
        match writer.file {
            Some(file) => file.commit(),
            None => {
                self.held.entry(writer.depth).or_default().extend(writer.held);
                Ok(())
            }
        }
    }

    /// Frees a window of a level that is held in memory.
    pub(crate) fn free(&mut self, depth: usize, window: usize) {
        if let Some(segment) = self.held.get_mut(&depth).and_then(|level| level.remove(&window)) {
            self.bytes -= segment.bytes.len();
        }
    }

    /// Removes the levels at these depths. The files of a folder are removed by the first member of each
    /// process, which `leads` it.
    pub(crate) fn remove(&mut self, leads: bool, depths: impl Fn(usize) -> bool) -> Result<(), Error> {
        self.held.retain(|&depth, _| !depths(depth));
        let held = self.held.values().flat_map(BTreeMap::values);
        self.bytes = held.map(|segment| segment.bytes.len()).sum();
        match &self.folder {
            Some(folder) if leads => folder.remove(depths),
            _ => Ok(()),
        }
    }
}
