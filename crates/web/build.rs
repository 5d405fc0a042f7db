//! Lists the files of the app, so that all of them become part of the binary.

use std::error::Error;
use std::fs;
use std::path::{Path, PathBuf};

fn main() -> Result<(), Box<dyn Error>> {
    let app = PathBuf::from(std::env::var("CARGO_MANIFEST_DIR")?).join("app");
    let mut entries = Vec::new();
    list(&app, "", &mut entries)?;
    entries.sort();
    let out = PathBuf::from(std::env::var("OUT_DIR")?).join("files.rs");
    fs::write(out, format!("&[\n{}]\n", entries.concat()))?;
    // A file that comes or goes changes its folder.
    println!("cargo::rerun-if-changed=app");
    Ok(())
}

/// Adds an entry for every file under `folder`, whose own name within the app is `name`.
fn list(folder: &Path, name: &str, entries: &mut Vec<String>) -> Result<(), Box<dyn Error>> {
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        let own = path.file_name().and_then(|name| name.to_str()).ok_or("a name that is no text")?;
        let name = format!("{name}{own}");
        if path.is_dir() {
            list(&path, &format!("{name}/"), entries)?;
        } else {
            entries.push(format!("    ({name:?}, include_bytes!({:?})),\n", path.display().to_string()));
        }
    }
    Ok(())
}
