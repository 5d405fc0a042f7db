//! The packages of the workspace, as cargo describes them.

use std::process::Command;

use serde_json::Value;

use crate::shell::{self, Result, output};

/// A package of the workspace.
pub struct Package(Value);

/// What a package asks for of another one.
pub struct Requirement<'a> {
    /// The name of the other.
    pub name: &'a str,
    /// The versions that it may have.
    pub version: &'a str,
    /// The features that it must have.
    pub features: Vec<&'a str>,
    /// Whether it has its default features too.
    pub defaults: bool,
}

/// All packages of the workspace.
pub fn packages() -> Result<Vec<Package>> {
    let mut command = Command::new(env!("CARGO"));
    command.args(["metadata", "--format-version", "1", "--no-deps"]).current_dir(shell::root());
    let told: Value = serde_json::from_str(&output(&mut command)?).map_err(|error| error.to_string())?;
    Ok(told["packages"].as_array().into_iter().flatten().cloned().map(Package).collect())
}

/// The version that all of them have.
pub fn version() -> Result<String> {
    let packages = packages()?;
    let first = packages.first().ok_or("the workspace has no packages")?;
    Ok(first.version().to_string())
}

impl Package {
    /// Its name.
    pub fn name(&self) -> &str {
        self.0["name"].as_str().unwrap_or_default()
    }

    /// Its version.
    pub fn version(&self) -> &str {
        self.0["version"].as_str().unwrap_or_default()
    }

    /// The fields of the manifest that a published crate should have and this one lacks.
    #[cfg(test)]
    pub fn lacks(&self) -> Vec<&'static str> {
        let is_published = self.0["publish"].is_null();
        let is_empty = |field: &Value| match field {
            Value::Array(words) => words.is_empty(),
            Value::String(text) => text.is_empty(),
            _ => true,
        };
        let fields =
            ["description", "license", "readme", "documentation", "keywords", "categories", "rust_version"];
        fields.into_iter().filter(|field| is_published && is_empty(&self.0[field])).collect()
    }

    /// The names of the packages from registries that it asks for.
    pub fn dependencies(&self) -> impl Iterator<Item = &str> {
        let all = self.0["dependencies"].as_array().into_iter().flatten();
        all.filter(|one| one["path"].is_null()).filter_map(|one| one["name"].as_str())
    }

    /// The same packages, with versions and features.
    pub fn requirements(&self) -> impl Iterator<Item = Requirement<'_>> {
        let all = self.0["dependencies"].as_array().into_iter().flatten();
        all.filter(|one| one["path"].is_null()).filter_map(|one| {
            let features = one["features"].as_array()?.iter().filter_map(Value::as_str).collect();
            let defaults = one["uses_default_features"].as_bool()?;
            Some(Requirement {
                name: one["name"].as_str()?,
                version: one["req"].as_str()?,
                features,
                defaults,
            })
        })
    }

    /// The names of its integration tests.
    pub fn tests(&self) -> Vec<String> {
        let is_test = |target: &&Value| {
            target["kind"].as_array().is_some_and(|kinds| kinds.iter().any(|kind| kind == "test"))
        };
        let targets = self.0["targets"].as_array().into_iter().flatten();
        targets.filter(is_test).filter_map(|target| target["name"].as_str().map(String::from)).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn crates_that_are_published_say_what_they_are() {
        let lacking: Vec<String> = packages()
            .unwrap()
            .iter()
            .filter(|package| !package.lacks().is_empty())
            .map(|package| format!("{} lacks {}", package.name(), package.lacks().join(", ")))
            .collect();
        assert!(lacking.is_empty(), "{}", lacking.join("\n"));
    }
}
