//! The app without a server: a folder that any static host can serve, with the engine as WebAssembly.

use std::fs;
use std::hash::{DefaultHasher, Hasher};
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::cross::Toolchain;
use crate::shell::{self, root, run, run_behind};

const TARGET: &str = "wasm32-unknown-unknown";

/// The most bytes of the whole site as hosts send it.
const MOST: usize = 1_000_000;
/// The level at which most hosts compress, and what gzip adds to each file.
const LEVEL: u8 = 6;
const GZIP: usize = 18;

/// What the app shares with exported pages.
const SHARED: [&str; 5] = ["theme.css", "player.css", "dom.js", "board.js", "player.js"];

/// Scripts and styles from the site itself alone, and its own WebAssembly. Any page may frame it.
const POLICY: &str = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; \
                      img-src 'self' data: blob:; connect-src 'self'; worker-src 'self'; base-uri 'none'; \
                      form-action 'none'";

/// Where the site is built.
pub fn folder() -> PathBuf {
    root().join("target/site")
}

/// Builds the site, and prints its size.
pub fn build() -> shell::Result {
    let module = compile()?;
    let site = folder();
    let io = |error: std::io::Error| format!("{}: {error}", site.display());
    if site.exists() {
        fs::remove_dir_all(&site).map_err(io)?;
    }
    let app = root().join("crates/web/app");
    copy(&app, &site).map_err(io)?;
    fs::create_dir_all(site.join("shared")).map_err(io)?;
    for name in SHARED {
        let from = root().join("crates/taquin/src/picture/shared").join(name);
        fs::copy(from, site.join("shared").join(name)).map_err(io)?;
    }
    for name in list(&site, "").map_err(io)?.iter().filter(|name| name.ends_with(".js")) {
        let file = site.join(name);
        let text = fs::read_to_string(&file).map_err(io)?;
        fs::write(file, compact(&text)).map_err(io)?;
    }
    run(bindgen()?.arg(&module).arg(site.join("engine")))?;
    let page = fs::read_to_string(site.join("index.html")).map_err(io)?;
    let mark = "<meta charset=\"utf-8\">";
    let head = format!(
        "{mark}\n<meta name=\"engine\" content=\"worker\">\n\
         <meta http-equiv=\"Content-Security-Policy\" content=\"{POLICY}\">"
    );
    if !page.contains(mark) {
        return Err("the first page has no place for the mark of the site".into());
    }
    fs::write(site.join("index.html"), page.replace(mark, &head)).map_err(io)?;
    let mut files = list(&site, "").map_err(io)?;
    fs::write(site.join("offline.js"), offline(&site, &files).map_err(io)?).map_err(io)?;
    files.push("offline.js".into());
    weigh(&site, &files)
}

/// Compiles what the site needs.
pub fn prepare() -> shell::Result {
    let builds: [fn() -> shell::Result; 2] = [|| compile().map(drop), || bindgen().map(drop)];
    shell::side_by_side(builds)
}

/// The engine as the compiler writes it.
fn compile() -> shell::Result<PathBuf> {
    let mut cargo = Toolchain::find(TARGET)?.cargo_for_wasm()?;
    run_behind(cargo.args(["--quiet", "--package", "taquin-wasm", "--profile", "wasm"]))?;
    Ok(root().join("target").join(TARGET).join("wasm/taquin_wasm.wasm"))
}

/// The tool that turns the compiler's file into a module and its script; a separate workspace.
fn bindgen() -> shell::Result<Command> {
    let (manifest, target) = (root().join("xtask/bindgen/Cargo.toml"), root().join("target/bindgen"));
    run_behind(
        Command::new(env!("CARGO"))
            .args(["build", "--quiet", "--locked", "--manifest-path"])
            .arg(manifest)
            .arg("--target-dir")
            .arg(&target),
    )?;
    Ok(Command::new(target.join("debug/bindgen")))
}

fn copy(from: &Path, to: &Path) -> std::io::Result<()> {
    fs::create_dir_all(to)?;
    for entry in fs::read_dir(from)? {
        let entry = entry?;
        let target = to.join(entry.file_name());
        if entry.path().is_dir() {
            copy(&entry.path(), &target)?;
        } else {
            fs::copy(entry.path(), target)?;
        }
    }
    Ok(())
}

/// A script without indentation and the lines that are comments, which are a quarter of what is sent. A script with a text
/// over several lines is left as it is, since such a text may look like a comment.
fn compact(script: &str) -> String {
    let mut kept = String::new();
    let mut inside = false;
    for line in script.lines() {
        let words = line.trim();
        if inside {
            inside = !words.ends_with("*/");
            continue;
        }
        let is_comment = words.is_empty()
            || words.starts_with("//")
            || (words.starts_with("/*") && words.find("*/").is_none_or(|end| end + 2 == words.len()));
        inside = words.starts_with("/*") && !words.contains("*/");
        if is_comment {
            continue;
        }
        if words.matches('`').count() % 2 == 1 {
            return script.into();
        }
        kept.push_str(line.trim_start());
        kept.push('\n');
    }
    kept
}

/// The files of a folder, by their names relative to the site.
fn list(folder: &Path, prefix: &str) -> std::io::Result<Vec<String>> {
    let mut names = Vec::new();
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        let name = format!("{prefix}{}", entry.file_name().to_string_lossy());
        if entry.path().is_dir() {
            names.extend(list(&entry.path(), &format!("{name}/"))?);
        } else {
            names.push(name);
        }
    }
    names.sort();
    Ok(names)
}

/// The script that stores the site for use without a network, with the names of its files and a version that changes
/// with any of them.
fn offline(site: &Path, files: &[String]) -> std::io::Result<String> {
    let mut hasher = DefaultHasher::new();
    for name in files {
        hasher.write(name.as_bytes());
        hasher.write(&fs::read(site.join(name))?);
    }
    let names: Vec<String> = files.iter().map(|name| format!("  './{name}',\n")).collect();
    Ok(include_str!("offline.js")
        .replace("VERSION", &format!("{:016x}", hasher.finish()))
        .replace("  'FILES',\n", &names.concat()))
}

/// Prints the size of the site, with all files compressed as hosts send them, and fails if it is too large. Less than
/// that is loaded before the first move: the rest is stored for use without a network.
fn weigh(site: &Path, files: &[String]) -> shell::Result {
    let (mut rest, mut engine) = (0, 0);
    for name in files {
        let bytes = fs::read(site.join(name)).map_err(|error| format!("{name}: {error}"))?;
        let packed = miniz_oxide::deflate::compress_to_vec(&bytes, LEVEL).len() + GZIP;
        if name.ends_with(".wasm") { engine += packed } else { rest += packed }
    }
    let (all, place) = (rest + engine, site.strip_prefix(root()).unwrap_or(site).display());
    eprintln!(
        "xtask: the site is in {place}: {:.0} KB as gzip, {:.0} of them the engine",
        all as f64 / 1e3,
        engine as f64 / 1e3
    );
    if all > MOST { Err(format!("the site weighs {all} bytes, and {MOST} are the most")) } else { Ok(()) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_comments_and_indentation_go() {
        let script = "// A head.\n/**\n * @param {string} name\n */\nlet a = 1; // one\n\n/** @type {any} */\nlet b = \
                      /** @type {any} */ (a);\n  /** @type {any} */ (b).c = 'http://x';\n";
        let kept =
            "let a = 1; // one\nlet b = /** @type {any} */ (a);\n/** @type {any} */ (b).c = 'http://x';\n";
        assert_eq!(compact(script), kept);
        let text = "let a = `\n// no comment\n`;\n";
        assert_eq!(compact(text), text);
    }
}
