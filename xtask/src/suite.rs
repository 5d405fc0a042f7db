//! The tests that `cargo test` runs, with every feature. All are built; some may be left out.
//!
//! The selection of packages and features is always the same, since another one would have cargo build most of
//! the workspace again.

use std::process::Command;

use crate::gpu;
use crate::metadata::{Package, packages};
use crate::programs::{self, Program};
use crate::shell::{self, Result, run};
use crate::tools::{self, BUBBLEWRAP, FISH, JAVA, PYTHON, TMUX, Tool, ZSH};

/// What is built: everything there is.
pub const EVERYTHING: [&str; 2] = ["--workspace", "--all-features"];

/// Test targets that need more than Rust.
const NEEDY: &[(&str, &[Tool])] = &[
    // The grader's tests grade programs in these languages, in its sandbox.
    ("grading", &[BUBBLEWRAP, JAVA, PYTHON]),
    ("hostile", &[BUBBLEWRAP, PYTHON]),
    ("programs", &[PYTHON]),
    // Others sit at a terminal, in every shell that completions are made for.
    ("terminal", &[TMUX, ZSH, FISH]),
];

/// Test targets that compute for more than four seconds, such as those that look at every position of small spaces;
/// the longest first.
const COSTLY: &[&str] = &[
    "promise",
    "solutions",
    "lines",
    "study",
    "labelled",
    "heuristics",
    "metered",
    "trace",
    "pairs",
    "blocks",
    "solvability",
    "catalogue",
];

/// Test targets that grade programs, at a priority as low as there is, so that nothing else may run beside them.
const GRADING: &[&str] = &["grading", "hostile"];

/// Test targets that start many programs, wait, kill, measure or fill disks, and would disturb each other; they take
/// as long.
const ALONE: &[&str] = &[
    "binary",
    "cluster",
    "disk",
    "docs",
    "front",
    "interruption",
    "memory",
    "processes",
    "programs",
    "server",
    "solver",
    "terminal",
];

/// The longest of the others.
const LONG: &[&str] = &["taquin_gpu", "taquin", "taquin_tiles", "taquin_blocks", "taquin_web"];

/// A package whose unit tests are slow: they emulate a GPU node by node on the processor.
const SLOW_PACKAGE: &str = "taquin-gpu";

/// A package without a test of its own in Rust, which `--lib` would build all the same: its tests are in Python.
const UNTESTED_PACKAGE: &str = "taquin-python";

/// Examples that are in the documentation, whose test runs them.
const EXAMPLES: [&str; 4] = ["--example", "korf50", "--example", "batch15"];

/// All that some test needs.
pub fn needs() -> impl Iterator<Item = Tool> {
    let own = NEEDY.iter().flat_map(|(_, tools)| *tools).copied();
    own.chain([tools::NVRTC])
}

/// The test targets that cannot run, and why.
pub fn left_out() -> Vec<String> {
    let reason = |(name, tools): &(&str, &[Tool])| {
        let missing: Vec<&str> = tools::missing(tools).iter().map(|tool| tool.name()).collect();
        (!missing.is_empty()).then(|| format!("the tests '{name}' (missing: {})", missing.join(", ")))
    };
    NEEDY.iter().filter_map(reason).collect()
}

/// The programs of the tests.
pub struct Tests {
    computing: Vec<Program>,
    grading: Vec<Program>,
    alone: Vec<Program>,
}

impl Tests {
    /// Runs those that keep the cores busy.
    pub fn run_busy(&mut self) -> Result {
        let prepare = prepare()?;
        programs::run_side_by_side(std::mem::take(&mut self.computing), &prepare)?;
        programs::run_in_turn(std::mem::take(&mut self.grading), &prepare)
    }

    /// Runs those that wait for much of their time, and the examples of the libraries' documentation.
    pub fn run_waiting(self) -> Result {
        programs::run_in_turn(self.alone, &prepare()?)?;
        run(test()?.arg("--doc"))
    }
}

/// Lets a program find the compiler of CUDA where that has been fetched.
fn prepare() -> Result<impl Fn(&mut Command) + Sync> {
    let libraries = gpu::library_path()?;
    Ok(move |command: &mut Command| {
        command.env("LD_LIBRARY_PATH", &libraries);
    })
}

/// Builds the programs of the tests that can run, or of the quick ones of them.
pub fn build(quick: bool) -> Result<Tests> {
    let is_able = |name: &str| {
        NEEDY.iter().filter(|(needy, _)| *needy == name).all(|(_, tools)| tools::missing(tools).is_empty())
    };
    let mut packages = packages()?;
    packages.retain(|package| !(quick && package.name() == SLOW_PACKAGE));
    let mut names: Vec<String> = packages.iter().flat_map(Package::tests).collect();
    let is_slow = |name: &str| [COSTLY, GRADING, ALONE].iter().any(|slow| slow.contains(&name));
    names.retain(|name| is_able(name) && !(quick && is_slow(name)));
    names.sort();
    names.dedup();
    let tests = names.iter().flat_map(|name| ["--test", name]);
    let mut command = test()?;
    command.args(["--lib", "--bins"]).args(tests);
    if quick {
        command.args(["--exclude", SLOW_PACKAGE]);
    }
    let mut computing = programs::build(&mut command)?;
    if !quick {
        run(cargo("build")?.args(EXAMPLES))?;
    }
    let mut of =
        |names: &[&str]| computing.extract_if(.., |program| names.contains(&&*program.name)).collect();
    let (grading, alone) = (of(GRADING), of(ALONE));
    // The longest begin first, so that no long test is left when the others are done.
    let place = |program: &Program| COSTLY.iter().chain(LONG).position(|name| *name == program.name);
    computing.sort_by_key(|program| place(program).unwrap_or(usize::MAX));
    Ok(Tests { computing, grading, alone })
}

/// `cargo test` of everything.
fn test() -> Result<Command> {
    cargo("test")
}

/// A command of cargo for everything, which finds the compiler of CUDA where that has been fetched.
fn cargo(name: &str) -> Result<Command> {
    let mut command = Command::new(env!("CARGO"));
    command.arg(name).args(EVERYTHING).args(["--exclude", UNTESTED_PACKAGE]).current_dir(shell::root());
    command.env("LD_LIBRARY_PATH", gpu::library_path()?);
    Ok(command)
}
