//! Levels in files: each file has the parts of one level that lie in some windows, a folder everything that
//! is needed to continue from the last complete level.
//!
//! After the head (the space, the windows, the depth and the counts of the levels before) come the
//! segments, one after the other, then an index of them with their checksums. A window without positions is
//! in the index too: a level is complete if every window is in its files. Files are renamed into place when
//! they are complete, so a file that is there is complete.

use std::collections::BTreeMap;
use std::fs::{self, File};
use std::io::{self, Read, Seek, SeekFrom};
use std::path::{Path, PathBuf};
use std::sync::Mutex;

use taquin_files::{Lock, is_unfinished};

use crate::error::Error;
use crate::file::{Fields, Kind, NewFile, list, open};
use crate::realm::Realm;
use crate::segment::Segment;

/// One segment in a file.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Entry {
    pub(crate) window: u64,
    pub(crate) count: u64,
    offset: u64,
    len: u64,
    sum: u32,
}

impl Entry {
    const BYTES: usize = 36;

    fn to_bytes(self) -> impl Iterator<Item = u8> {
        let fields = [self.window, self.count, self.offset, self.len];
        fields.into_iter().flat_map(u64::to_le_bytes).chain(self.sum.to_le_bytes())
    }

    fn read(fields: &mut Fields<'_>) -> Option<Self> {
        let (window, count, offset, len) = (fields.u64()?, fields.u64()?, fields.u64()?, fields.u64()?);
        Some(Entry { window, count, offset, len, sum: fields.u32()? })
    }

    /// Reads the segment from a file whose segments begin at `start`.
    pub(crate) fn read_from(&self, file: &mut File, start: u64, path: &Path) -> Result<Segment, Error> {
        let mut bytes = vec![0; self.len as usize];
        let read = file.seek(SeekFrom::Start(start + self.offset)).and_then(|_| file.read_exact(&mut bytes));
        read.map_err(|error| Error::io(path, error))?;
        if crc32fast::hash(&bytes) != self.sum {
            let what = format!("window {} is damaged", self.window);
            return Err(Error::Format { path: path.to_owned(), what });
        }
        Ok(Segment { count: self.count, bytes })
    }
}

/// A file of one level that is being written.
pub struct LevelWriter {
    file: NewFile,
    /// Bytes of segments written.
    len: u64,
    index: Vec<Entry>,
}

impl LevelWriter {
    /// Adds the segment that lies in one window.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn push(&mut self, window: usize, segment: &Segment) -> Result<(), Error> {
        let len = segment.bytes.len() as u64;
        let sum = crc32fast::hash(&segment.bytes);
        self.file.write(&segment.bytes)?;
        self.index.push(Entry { window: window as u64, count: segment.count, offset: self.len, len, sum });
        self.len += len;
        Ok(())
    }

    /// Completes the file and renames it.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn commit(mut self) -> Result<(), Error> {
        let index: Vec<u8> = self.index.iter().flat_map(|entry| entry.to_bytes()).collect();
        self.file.write(&index)?;
        self.file.write(&(index.len() as u64).to_le_bytes())?;
        self.file.write(&crc32fast::hash(&index).to_le_bytes())?;
        self.file.commit()
    }
}

/// A level, or the windows of one that are there.
#[derive(Debug)]
pub struct Level {
    /// How finely the space is divided, and how many windows that makes.
    fineness: usize,
    windows: usize,
    /// The counts of the levels before.
    totals: Vec<u64>,
    files: Vec<(PathBuf, Mutex<File>, u64)>,
    /// For each window the file and the place in it.
    index: BTreeMap<u64, (usize, Entry)>,
}

impl Level {
    /// How finely the space was divided when it was written.
    #[must_use]
    pub fn fineness(&self) -> usize {
        self.fineness
    }

    /// Whether every window is there.
    #[must_use]
    pub fn is_whole(&self) -> bool {
        self.index.len() == self.windows
    }

    /// The windows that are there, each with its count.
    pub fn present(&self) -> impl Iterator<Item = (usize, u64)> {
        self.index.iter().map(|(&window, (_, entry))| (window as usize, entry.count))
    }

    /// The counts of all levels before this one.
    #[must_use]
    pub fn totals(&self) -> &[u64] {
        &self.totals
    }

    /// The counts of all levels up to this one, which is whole.
    #[must_use]
    pub fn counts(&self) -> Vec<u64> {
        let own = self.present().map(|(_, count)| count).sum();
        self.totals.iter().copied().chain([own]).collect()
    }

    /// The bytes of the segment that lies in one window.
    #[must_use]
    pub fn bytes(&self, window: usize) -> usize {
        self.index.get(&(window as u64)).map_or(0, |(_, entry)| entry.len as usize)
    }

    /// Reads the segment that lies in one window.
    ///
    /// # Errors
    /// If it cannot be read or is damaged.
    pub fn read(&self, window: usize) -> Result<Segment, Error> {
        let Some(&(number, entry)) = self.index.get(&(window as u64)) else { return Ok(Segment::default()) };
        let (path, file, start) = &self.files[number];
        let mut file = file.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        entry.read_from(&mut file, *start, path)
    }

    /// Its files, each with where its segments begin.
    pub(crate) fn files(&self) -> impl Iterator<Item = (&Path, u64)> {
        self.files.iter().map(|(path, _, start)| (path.as_path(), *start))
    }

    /// The file, and the place in it, of the segment that lies in one window.
    pub(crate) fn entry(&self, window: usize) -> Option<(usize, Entry)> {
        self.index.get(&(window as u64)).copied()
    }

    fn add(&mut self, path: &Path, mut file: File) -> Result<(), Error> {
        let io = |error| Error::io(path, error);
        let wrong = |what: &str| Error::Format { path: path.to_owned(), what: what.into() };
        let start = file.stream_position().map_err(io)?;
        let end = file.seek(SeekFrom::End(0)).map_err(io)?;
        let mut last = [0; 12];
        if end < start + 12 {
            return Err(wrong("the file is cut short"));
        }
        file.seek(SeekFrom::Start(end - 12)).and_then(|_| file.read_exact(&mut last)).map_err(io)?;
        let mut fields = Fields(&last);
        let (len, sum) = (fields.u64().unwrap_or(0), fields.u32().unwrap_or(0));
        let data = (end - start - 12).checked_sub(len).ok_or_else(|| wrong("its index is damaged"))?;
        let mut index = vec![0; len as usize];
        file.seek(SeekFrom::Start(start + data)).and_then(|_| file.read_exact(&mut index)).map_err(io)?;
        if crc32fast::hash(&index) != sum || !index.len().is_multiple_of(Entry::BYTES) {
            return Err(wrong("its index is damaged"));
        }
        let mut fields = Fields(&index);
        let number = self.files.len();
        while let Some(entry) = Entry::read(&mut fields) {
            if entry.offset.checked_add(entry.len).is_none_or(|end| end > data)
                || entry.window >= self.windows as u64
            {
                return Err(wrong("its index is damaged"));
            }
            self.index.insert(entry.window, (number, entry));
        }
        self.files.push((path.to_owned(), Mutex::new(file), start));
        Ok(())
    }
}

/// A folder that holds the last levels of an enumeration.
#[derive(Clone, Debug)]
pub struct Folder {
    path: PathBuf,
}

impl Folder {
    /// The folder at `path`, made if it is not there.
    ///
    /// # Errors
    /// If it cannot be made.
    pub fn new(path: &Path) -> Result<Self, Error> {
        fs::create_dir_all(path).map_err(|error| Error::io(path, error))?;
        Ok(Folder { path: path.to_owned() })
    }

    /// Where it is.
    #[must_use]
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Begins a file of the level that comes after the levels with these `counts`. The number `writer` distinguishes
    /// the files of several processes.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn write(
        &self,
        realm: &dyn Realm,
        fineness: usize,
        counts: &[u64],
        writer: usize,
    ) -> Result<LevelWriter, Error> {
        let mut head = realm.describe();
        head.extend((fineness as u32).to_le_bytes());
        head.extend(list(counts));
        let name = format!("level-{:05}-{writer}.taq", counts.len());
        let file = NewFile::create(&self.path.join(name), Kind::Level, &head)?;
        Ok(LevelWriter { file, len: 0, index: Vec::new() })
    }

    /// The depths of the levels that have files here, each with its files.
    fn files(&self) -> Result<BTreeMap<usize, Vec<PathBuf>>, Error> {
        let mut files: BTreeMap<usize, Vec<PathBuf>> = BTreeMap::new();
        let entries = fs::read_dir(&self.path).map_err(|error| Error::io(&self.path, error))?;
        for entry in entries {
            let path = entry.map_err(|error| Error::io(&self.path, error))?.path();
            let name = path.file_name().and_then(|name| name.to_str()).unwrap_or_default();
            let depth = name.strip_prefix("level-").filter(|name| name.ends_with(".taq"));
            if let Some(depth) =
                depth.and_then(|name| name.split('-').next()).and_then(|depth| depth.parse().ok())
            {
                files.entry(depth).or_default().push(path);
            }
        }
        Ok(files)
    }

    /// The depths of which files are here.
    ///
    /// # Errors
    /// If the folder cannot be read.
    pub fn depths(&self) -> Result<Vec<usize>, Error> {
        Ok(self.files()?.into_keys().collect())
    }

    /// A number above the numbers of all writers that have files here.
    ///
    /// # Errors
    /// If the folder cannot be read.
    pub fn writers(&self) -> Result<usize, Error> {
        let files = self.files()?.into_values().flatten();
        let number = |path: PathBuf| path.file_stem()?.to_str()?.rsplit('-').next()?.parse().ok();
        Ok(files.filter_map(number).map(|writer: usize| writer + 1).max().unwrap_or(0))
    }

    /// The level at `depth`, as far as its windows are here.
    ///
    /// # Errors
    /// If a file cannot be read, is damaged or belongs to another space.
    pub fn level(&self, realm: &dyn Realm, depth: usize) -> Result<Option<Level>, Error> {
        let description = realm.describe();
        let mut level: Option<Level> = None;
        for path in self.files()?.remove(&depth).unwrap_or_default() {
            let (file, head) = open(&path, Kind::Level)?;
            let wrong = |what: &str| Error::Format { path: path.clone(), what: what.into() };
            let rest =
                head.strip_prefix(&description[..]).ok_or_else(|| wrong("it belongs to another space"))?;
            let mut fields = Fields(rest);
            let fineness = fields.u32().ok_or_else(|| wrong("its head has no windows"))?;
            let totals = fields.list().ok_or_else(|| wrong("its head has no levels"))?;
            if totals.len() != depth {
                return Err(wrong("its name is that of another level"));
            }
            let fineness = fineness as usize;
            let level = level.get_or_insert_with(|| {
                let windows = realm.windows(fineness);
                Level { fineness, windows, totals, files: Vec::new(), index: BTreeMap::new() }
            });
            if level.fineness != fineness {
                return Err(wrong("its windows differ from the other files of its level"));
            }
            level.add(&path, file)?;
        }
        Ok(level)
    }

    /// Locks the folder for this process alone, or with other processes of the same `run`.
    ///
    /// # Errors
    /// If another run works there, which is named.
    pub fn lock(&self, run: Option<&str>) -> Result<Lock, Error> {
        Lock::take(&self.path, run).map_err(|error| Error::io(&self.path, error))
    }

    /// Removes the unfinished files that an interrupted process has left. No other process may be writing to the
    /// folder.
    ///
    /// # Errors
    /// If a file cannot be removed.
    pub fn tidy(&self) -> Result<(), Error> {
        let entries = fs::read_dir(&self.path).map_err(|error| Error::io(&self.path, error))?;
        for entry in entries {
            let path = entry.map_err(|error| Error::io(&self.path, error))?.path();
            if is_unfinished(&path) {
                remove(&path)?;
            }
        }
        Ok(())
    }

    /// Removes the files of the levels at these depths.
    ///
    /// # Errors
    /// If a file cannot be removed.
    pub fn remove(&self, depths: impl Fn(usize) -> bool) -> Result<(), Error> {
        for (_, paths) in self.files()?.into_iter().filter(|&(depth, _)| depths(depth)) {
            paths.iter().try_for_each(|path| remove(path))?;
        }
        Ok(())
    }
}

fn remove(path: &Path) -> Result<(), Error> {
    match fs::remove_file(path) {
        // Another process that shares the folder may have been faster.
        Err(error) if error.kind() != io::ErrorKind::NotFound => Err(Error::io(path, error)),
        _ => Ok(()),
    }
}
