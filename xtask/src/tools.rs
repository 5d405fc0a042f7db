//! The tools that the steps need beyond Rust: programs of the system, and packages that are fetched into folders of
//! the project. Missing tools are listed before any is installed, and nothing runs as another user.

use std::process::Command;

use crate::shell::{self, Result, find, run};
use crate::{browser, gpu, python, subcommands};

/// Something that a step needs.
#[derive(Clone, Copy)]
pub enum Tool {
    /// A program, and the Debian package that holds it.
    Program(&'static str, &'static str),
    /// A browser, under any of its names.
    Chromium,
    /// A package that is fetched for this project only.
    Fetched(&'static Fetched),
}

/// Something that is fetched into a folder of the project.
pub struct Fetched {
    /// What it is.
    pub name: &'static str,
    /// The folder.
    pub place: &'static str,
    /// Whether it is there, in the required version.
    pub is_there: fn() -> bool,
    /// Fetches it.
    pub fetch: fn() -> Result,
}

pub const PYTHON: Tool = Tool::Program("python3", "python3-venv");
pub const JAVA: Tool = Tool::Program("javac", "default-jdk-headless");
pub const BUBBLEWRAP: Tool = Tool::Program("bwrap", "bubblewrap");
pub const TMUX: Tool = Tool::Program("tmux", "tmux");
pub const ZSH: Tool = Tool::Program("zsh", "zsh");
pub const FISH: Tool = Tool::Program("fish", "fish");
pub const NODE: Tool = Tool::Program("node", "nodejs");
pub const NPM: Tool = Tool::Program("npm", "npm");
pub const CARGO_DENY: Tool = Tool::Fetched(&subcommands::DENY);
pub const CXX: Tool = Tool::Program("c++", "g++");
pub const MODULES: Tool = Tool::Fetched(&browser::MODULES);
pub const NVRTC: Tool = Tool::Fetched(&gpu::NVRTC);
pub const ENVIRONMENT: Tool = Tool::Fetched(&python::ENVIRONMENT);

impl Tool {
    /// What it is called.
    pub fn name(self) -> &'static str {
        match self {
            Tool::Program(name, _) => name,
            Tool::Chromium => "chromium",
            Tool::Fetched(what) => what.name,
        }
    }

    fn is_there(self) -> bool {
        match self {
            Tool::Program(name, _) => find(name).is_some(),
            Tool::Chromium => browser::chromium().is_some(),
            Tool::Fetched(what) => (what.is_there)(),
        }
    }

    /// The Debian package that holds it, if one does.
    fn package(self) -> Option<&'static str> {
        match self {
            Tool::Program(_, package) => Some(package),
            Tool::Chromium => Some("chromium-headless-shell"),
            Tool::Fetched(_) => None,
        }
    }
}

/// The tools among `tools` that are missing, each once.
pub fn missing(tools: &[Tool]) -> Vec<Tool> {
    let mut missing: Vec<Tool> = Vec::new();
    for tool in tools {
        if !missing.iter().any(|other| other.name() == tool.name()) && !tool.is_there() {
            missing.push(*tool);
        }
    }
    missing
}

/// What is missing, once it has been listed and can be installed.
pub struct Missing {
    packages: Vec<&'static str>,
    fetched: Vec<&'static Fetched>,
}

/// How to test without them.
const WITHOUT: &str = "`cargo xtask test --no-install` leaves out what needs it";

impl Missing {
    /// Lists the tools that are missing; an error if this user cannot install them.
    pub fn list(tools: &[Tool]) -> Result<Missing> {
        let missing = missing(tools);
        let packages: Vec<&str> = missing.iter().filter_map(|tool| tool.package()).collect();
        let fetched: Vec<&Fetched> = missing
            .iter()
            .filter_map(|tool| if let Tool::Fetched(what) = tool { Some(*what) } else { None })
            .collect();
        if !missing.is_empty() {
            eprintln!("xtask: this is missing and will be installed:");
        }
        if !packages.is_empty() {
            eprintln!("  with apt-get: {}", packages.join(", "));
        }
        for what in &fetched {
            eprintln!("  into {}: {}", what.place, what.name);
        }
        let list = packages.join(" ");
        if !packages.is_empty() && find("apt-get").is_none() {
            return Err(format!("please install what these Debian packages hold: {list}; {WITHOUT}"));
        }
        if !packages.is_empty() && !is_root() {
            return Err(format!("please run `sudo apt-get install {list}`; {WITHOUT}"));
        }
        Ok(Missing { packages, fetched })
    }

    /// Installs them.
    pub fn install(self) -> Result {
        let apt = || {
            let mut command = Command::new("apt-get");
            command.env("DEBIAN_FRONTEND", "noninteractive").args(["--quiet=2", "-o", "Acquire::Retries=3"]);
            command
        };
        if !self.packages.is_empty() {
            run(apt().arg("update"))?;
            run(apt().args(["install", "--yes", "--no-install-recommends"]).args(&self.packages))?;
        }
        // Some of what is fetched needs some of the packages.
        shell::side_by_side(self.fetched.into_iter().map(|what| what.fetch))
    }
}

/// Lists the missing tools and installs them.
pub fn install(tools: &[Tool]) -> Result {
    Missing::list(tools)?.install()
}

/// Whether this user may install packages.
fn is_root() -> bool {
    let id = Command::new("id").arg("-u").output();
    id.is_ok_and(|id| id.stdout.trim_ascii() == b"0")
}
