//! What a submission sees of the machine: the system's programs and libraries, the interpreter that runs it, and the
//! files that its command names. The engine is hidden from all of these.

use std::collections::BTreeSet;
use std::env;
use std::ffi::{OsStr, OsString};
use std::fs;
use std::os::unix::fs::{MetadataExt, PermissionsExt};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// Folders of the system that are shown if they exist. Other folders that an administrator has added are shown only
/// if the command is in them.
const SYSTEM: [&str; 11] = [
    "/usr/bin",
    "/usr/sbin",
    "/usr/lib",
    "/usr/lib32",
    "/usr/lib64",
    "/usr/libx32",
    "/usr/libexec",
    "/usr/include",
    "/usr/share",
    "/nix/store",
    "/gnu/store",
];

/// Links, or folders, at the root that lead into these.
const ROOTS: [&str; 6] = ["/bin", "/sbin", "/lib", "/lib32", "/lib64", "/libx32"];

/// Settings that programs need to start. Entries that end in `*` stand for all that begin so.
const SETTINGS: [&str; 7] =
    ["ld.so.cache", "ld.so.conf", "ld.so.conf.d", "alternatives", "localtime", "java*", "python*"];

/// Folders of the kernel's, of which every submission has its own.
const OWN: [&str; 3] = ["/dev", "/proc", "/sys"];

/// Names of the engine, and of its modules for Python.
const ENGINE: [&str; 2] = ["taquin", "torus_puzzle"];

/// The variables of the environment that a submission is given, and whose paths it sees.
const GIVEN: [&str; 5] = ["LANG", "LC_ALL", "JAVA_HOME", "CLASSPATH", "LD_LIBRARY_PATH"];

/// What a command sees and what is hidden from it.
#[derive(Clone, Debug, Default)]
pub struct View {
    /// The program that the command's first word names, if it is not a file of the submission.
    pub(super) program: Option<PathBuf>,
    /// Files and folders of the machine that are seen.
    pub(super) shown: BTreeSet<PathBuf>,
    /// Links at the root, with what they lead to.
    pub(super) links: Vec<(PathBuf, PathBuf)>,
    /// Files and folders within what is shown that are not seen.
    pub(super) hidden: BTreeSet<PathBuf>,
    /// The environment.
    pub(super) environment: Vec<(OsString, OsString)>,
}

impl View {
    /// What the words of a command and of a build line need; `hidden` is kept from them.
    ///
    /// # Errors
    /// A sentence, if the program that the command begins with is not there.
    pub fn new(words: &[OsString], build: Option<&str>, hidden: &[PathBuf]) -> Result<Self, String> {
        let mut view = View::default();
        view.system();
        let mut folders: Vec<PathBuf> = Vec::new();
        if let Some(first) = words.first().filter(|word| !is_own(word)) {
            let program = find(first).ok_or_else(|| format!("{} is not there", first.to_string_lossy()))?;
            let (program, needs) = installation(&program)?;
            folders.extend(program.parent().map(Path::to_path_buf));
            view.shown.extend(needs);
            view.program = Some(program);
        }
        let separators = |c: char| c.is_whitespace() || "&|;()'\"`".contains(c);
        for word in build.iter().flat_map(|line| line.split(separators)).filter(|word| !word.is_empty()) {
            if let Some((program, needs)) =
                find(word.as_ref()).and_then(|program| installation(&program).ok())
            {
                folders.extend(program.parent().map(Path::to_path_buf));
                view.shown.extend(needs);
            }
        }
        let values = GIVEN.iter().filter_map(|name| Some((OsString::from(name), env::var_os(name)?)));
        view.environment = values.collect();
        let given = view.environment.iter().flat_map(|(_, value)| paths_in(value));
        // Where this program was built, its own parts are among the libraries.
        let given: Vec<PathBuf> = given.filter(|path| engine_in(path).is_empty()).collect();
        view.shown.extend(words.iter().skip(1).flat_map(|word| paths_in(word)).chain(given));
        view.shown.retain(|path| !OWN.iter().any(|own| path.starts_with(own)) && path != Path::new("/tmp"));
        folders.extend(env::split_paths(&env::var_os("PATH").unwrap_or_default()));
        folders.extend(["/usr/bin", "/bin"].map(PathBuf::from));
        folders.retain(|folder| view.sees(folder) || ROOTS.iter().any(|root| folder == Path::new(root)));
        let mut known = BTreeSet::new();
        folders.retain(|folder| known.insert(folder.clone()));
        view.environment.push(("PATH".into(), env::join_paths(folders).unwrap_or_default()));
        let hidden = hidden.iter().filter_map(|path| path.canonicalize().ok());
        let engine = view.shown.iter().flat_map(|shown| engine_in(shown));
        view.hidden = hidden.chain(engine).filter(|path| view.sees(path)).collect();
        Ok(view)
    }

    /// The same for a line of the shell.
    pub(crate) fn for_shell(&self) -> Self {
        View { program: Some("/bin/sh".into()), ..self.clone() }
    }

    /// The system itself.
    fn system(&mut self) {
        self.shown.extend(SYSTEM.map(PathBuf::from).into_iter().filter(|folder| folder.is_dir()));
        for root in ROOTS.map(PathBuf::from) {
            match fs::read_link(&root) {
                Ok(target) => self.links.push((root, target)),
                Err(_) if root.is_dir() => drop(self.shown.insert(root)),
                Err(_) => {}
            }
        }
        for entry in fs::read_dir("/etc").into_iter().flatten().flatten() {
            let name = entry.file_name().to_string_lossy().into_owned();
            let is = |pattern: &&str| match pattern.strip_suffix('*') {
                Some(start) => name.starts_with(start),
                None => name == **pattern,
            };
            if SETTINGS.iter().any(is) {
                self.shown.insert(entry.path());
            }
        }
    }

    /// Whether something lies in what is shown.
    pub(super) fn sees(&self, path: &Path) -> bool {
        self.shown.iter().any(|shown| path.starts_with(shown))
    }
}

/// The engine, where it lies in something that is shown: its program under any name, and its modules.
fn engine_in(shown: &Path) -> Vec<PathBuf> {
    let own = env::current_exe().and_then(|path| path.canonicalize()).ok();
    let below = [shown.to_path_buf(), shown.join("bin"), shown.join("sbin"), shown.join("libexec")];
    let folders = below.into_iter().chain(packages(shown));
    let entries = folders.flat_map(|folder| fs::read_dir(folder).into_iter().flatten().flatten());
    let paths = entries.map(|entry| entry.path()).chain([shown.to_path_buf()]);
    paths.filter(|path| is_engine(path, own.as_deref())).collect()
}

/// Whether a file is the engine: by its name, or because it holds the same as this program.
fn is_engine(path: &Path, own: Option<&Path>) -> bool {
    let name = path.file_name().unwrap_or_default().to_string_lossy().to_lowercase();
    if path.is_symlink() {
        // What it leads to is looked at where that lies.
        return false;
    }
    if ENGINE.iter().any(|engine| name.starts_with(engine)) {
        return true;
    }
    let (Some(own), Ok(it)) = (own, fs::metadata(path)) else { return false };
    fs::metadata(own).is_ok_and(|own| it.is_file() && it.len() == own.len())
        && fs::read(own).ok() == fs::read(path).ok()
}

/// The folders below one in which Python looks for modules.
fn packages(folder: &Path) -> Vec<PathBuf> {
    let entries = |folder: PathBuf| fs::read_dir(folder).into_iter().flatten().flatten();
    let places = [folder.to_path_buf(), folder.join("lib"), folder.join("lib64"), folder.join("local/lib")];
    let versions = places.into_iter().flat_map(entries).map(|entry| entry.path());
    let python = |path: &PathBuf| {
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        name.starts_with("python") || name.starts_with("pypy")
    };
    let inner = |path: PathBuf| ["", "site-packages", "dist-packages"].map(|name| path.join(name));
    versions.filter(python).flat_map(inner).filter(|path| path.is_dir()).collect()
}

/// Whether a word names a file of the submission.
pub(super) fn is_own(word: &OsStr) -> bool {
    let path = Path::new(word);
    path.is_relative() && path.components().count() > 1 || word.as_encoded_bytes().starts_with(b"./")
}

/// The program that a word means, as the shell finds it.
fn find(word: &OsStr) -> Option<PathBuf> {
    let runs = |path: &PathBuf| {
        fs::metadata(path).is_ok_and(|file| file.is_file() && file.permissions().mode() & 0o111 != 0)
    };
    if Path::new(word).components().count() > 1 {
        return Some(PathBuf::from(word)).filter(runs);
    }
    env::split_paths(&env::var_os("PATH").unwrap_or_default()).map(|folder| folder.join(word)).find(runs)
}

/// The program itself, and what of the machine belongs to it besides the system.
fn installation(program: &Path) -> Result<(PathBuf, Vec<PathBuf>), String> {
    let name = program.file_name().unwrap_or_default().to_string_lossy();
    let is_system = |path: &Path| SYSTEM.iter().chain(&ROOTS).any(|folder| path.starts_with(folder));
    if (name.starts_with("python") || name.starts_with("pypy")) && !is_system(program) {
        return python(program);
    }
    let real = program.canonicalize().map_err(|error| format!("{}: {error}", program.display()))?;
    let mut needs = vec![program.to_path_buf(), real.clone()];
    let root = real.parent().filter(|folder| folder.ends_with("bin")).and_then(Path::parent);
    needs.extend(root.filter(|root| is_installation(root)).map(Path::to_path_buf));
    needs.retain(|path| !is_system(path));
    Ok((program.to_path_buf(), needs))
}

/// Whether a folder contains programs and libraries, and no personal files.
fn is_installation(folder: &Path) -> bool {
    let home = env::home_dir().unwrap_or_default();
    let holds_home =
        home.starts_with(folder) || folder == home.join(".local") || folder == home.join(".cargo");
    !holds_home && folder.components().count() > 1 && folder != Path::new("/usr")
}

/// `python3` may be a script that looks for the interpreter, or belong to a virtual environment; so the interpreter
/// itself is asked.
fn python(program: &Path) -> Result<(PathBuf, Vec<PathBuf>), String> {
    let code = "import sys; print(sys.executable, sys.prefix, sys.base_prefix, sep='\\n')";
    let mut command = Command::new(program);
    command.args(["-I", "-c", code]).stdin(Stdio::null());
    let output = command.output().map_err(|error| format!("{}: {error}", program.display()))?;
    let text = String::from_utf8_lossy(&output.stdout);
    let paths: Vec<PathBuf> = text.lines().map(PathBuf::from).collect();
    let [executable, prefixes @ ..] = paths.as_slice() else {
        let reason = String::from_utf8_lossy(&output.stderr);
        return Err(format!("{} does not start: {}", program.display(), reason.trim()));
    };
    let mut needs: Vec<PathBuf> = prefixes.iter().filter(|prefix| is_installation(prefix)).cloned().collect();
    needs.extend(executable.canonicalize().ok().filter(|real| real.starts_with("/usr/local")));
    needs.extend([executable.clone()]);
    needs.retain(|path| !SYSTEM.iter().any(|folder| path.starts_with(folder)));
    Ok((executable.clone(), needs))
}

/// The files that a word names: alone, in a list, or as the value of an option. A folder in which
/// people have their homes is not one of them.
fn paths_in(text: &OsStr) -> Vec<PathBuf> {
    let text = text.to_string_lossy();
    let home = env::home_dir().unwrap_or_default();
    let pieces = text.split([':', '=', ',', ';']).filter(|piece| piece.starts_with('/')).map(PathBuf::from);
    pieces.filter(|path| path.exists() && !home.starts_with(path) && path != Path::new("/")).collect()
}

/// Whether a user can reach and read a file, being neither its owner nor in its group.
pub(super) fn is_public(path: &Path) -> bool {
    let open = |path: &Path, bits: u32| fs::metadata(path).is_ok_and(|file| file.mode() & bits == bits);
    open(path, 0o5)
        && path.ancestors().skip(1).all(|folder| folder.as_os_str().is_empty() || open(folder, 0o1))
}
