//! The part of every level that lies in a member's own windows: in memory, or in the files of a folder.

use std::collections::BTreeMap;
use std::sync::Arc;

use taquin_space::{Error, Folder, Level, LevelWriter, Realm, Segment};

/// Windows of one level.
type Held = BTreeMap<usize, Segment>;

/// What a member has of the levels.
pub(crate) struct Slice {
    realm: Arc<dyn Realm>,
    folder: Option<Folder>,
    held: BTreeMap<usize, Held>,
    /// The bytes of all that is held in memory.
    bytes: usize,
}

/// A level that is being read.
pub(crate) struct Shelf {
    depth: usize,
    level: Option<Level>,
}

/// Windows of one level that are being written.
pub(crate) struct Draft {
    depth: usize,
    held: Held,
    writer: Option<LevelWriter>,
}

impl Slice {
    pub(crate) fn new(realm: Arc<dyn Realm>, folder: Option<Folder>) -> Self {
        Slice { realm, folder, held: BTreeMap::new(), bytes: 0 }
    }

    /// The folder, where there is one.
    pub(crate) fn folder(&self) -> Option<&Folder> {
        self.folder.as_ref()
    }

    /// The bytes that it holds in memory.
    pub(crate) fn bytes(&self) -> usize {
        self.bytes
    }

    /// Opens the level at `depth`.
    pub(crate) fn open(&self, depth: usize) -> Result<Shelf, Error> {
        let level = self.folder.as_ref().map(|folder| folder.level(&*self.realm, depth)).transpose()?;
        Ok(Shelf { depth, level: level.flatten() })
    }

    /// The part of a level that lies in one window.
    pub(crate) fn read(&self, shelf: &Shelf, window: usize) -> Result<Segment, Error> {
        match &shelf.level {
            Some(level) => level.read(window),
            None => Ok(self.segment(shelf.depth, window).cloned().unwrap_or_default()),
        }
    }

    /// How many bytes that part has.
    pub(crate) fn bytes_of(&self, shelf: &Shelf, window: usize) -> usize {
        match &shelf.level {
            Some(level) => level.bytes(window),
            None => self.segment(shelf.depth, window).map_or(0, |segment| segment.bytes.len()),
        }
    }

    fn segment(&self, depth: usize, window: usize) -> Option<&Segment> {
        self.held.get(&depth)?.get(&window)
    }

    /// The parts of the first `levels` levels that lie in one window.
    pub(crate) fn all_of(&self, levels: usize, window: usize) -> Result<Vec<Segment>, Error> {
        (0..levels).map(|depth| self.read(&self.open(depth)?, window)).collect()
    }

    /// The first of so many levels of which it has a position in one of `windows`.
    pub(crate) fn first_level(
        &self,
        levels: usize,
        windows: impl Iterator<Item = usize> + Clone,
    ) -> Result<Option<usize>, Error> {
        for depth in 0..levels {
            let shelf = self.open(depth)?;
            if windows.clone().any(|window| self.bytes_of(&shelf, window) > 0) {
                return Ok(Some(depth));
            }
        }
        Ok(None)
    }

    /// Begins to write windows of the level after those with these counts. `part` tells the files of
    /// several members apart.
    pub(crate) fn draft(&self, fineness: usize, counts: &[u64], part: usize) -> Result<Draft, Error> {
        let writer = self.folder.as_ref().map(|folder| folder.write(&*self.realm, fineness, counts, part));
        Ok(Draft { depth: counts.len(), held: Held::new(), writer: writer.transpose()? })
    }

    /// Adds a window to a draft.
    pub(crate) fn push(&mut self, draft: &mut Draft, window: usize, segment: Segment) -> Result<(), Error> {
        match &mut draft.writer {
            Some(writer) => writer.push(window, &segment),
            None => {
                self.bytes += segment.bytes.len();
                draft.held.insert(window, segment);
                Ok(())
            }
        }
    }

    /// Makes a draft part of its level.
    pub(crate) fn commit(&mut self, draft: Draft) -> Result<(), Error> {
        let Draft { depth, held, writer } = draft;
        match writer {
            Some(writer) => writer.commit(),
            None => {
                self.held.entry(depth).or_default().extend(held);
                Ok(())
            }
        }
    }

    /// Gives up a window of a level that is held in memory and not needed any more.
    pub(crate) fn give_up(&mut self, depth: usize, window: usize) {
        if let Some(segment) = self.held.get_mut(&depth).and_then(|level| level.remove(&window)) {
            self.bytes -= segment.bytes.len();
        }
    }

    /// Forgets levels; the files of a folder are removed by one member of each process.
    pub(crate) fn forget(&mut self, leads: bool, depths: impl Fn(usize) -> bool) -> Result<(), Error> {
        self.held.retain(|&depth, _| !depths(depth));
        let held = self.held.values().flat_map(BTreeMap::values);
        self.bytes = held.map(|segment| segment.bytes.len()).sum();
        match &self.folder {
            Some(folder) if leads => folder.remove(depths),
            _ => Ok(()),
        }
    }
}
