//! Every check and every test, as CI runs them, and the quick ones for the inner loop.

use crate::shell::{self, Result, cargo, run, step};
use crate::tools::{self, Missing, Tool};
use crate::{browser, fuzz, python, site, subcommands, suite};

/// What a person asked for.
pub struct Options {
    /// Only what takes about a minute once everything is built. Nothing is installed for that.
    pub quick: bool,
    /// Whether what is missing is installed, or what needs it is left out.
    pub install: bool,
}

impl Options {
    /// Reads the words after `test`.
    pub fn read(words: &[&str]) -> Result<Options> {
        let mut options = Options { quick: false, install: true };
        for word in words {
            match *word {
                "--quick" => options.quick = true,
                "--no-install" => options.install = false,
                other => return Err(format!("'{other}' is not known: there are --quick and --no-install")),
            }
        }
        options.install &= !options.quick;
        Ok(options)
    }
}

/// A part of the checks.
struct Step {
    name: &'static str,
    is_quick: bool,
    needs: &'static [Tool],
    run: fn(&Options) -> Result,
}

/// How long each fuzz target runs.
const FUZZ_SECONDS: u32 = 5;

const STEPS: &[Step] = &[
    Step { name: "format", is_quick: true, needs: &[], run: |_| cargo(&["fmt", "--all", "--check"]) },
    Step { name: "lints", is_quick: true, needs: &[], run: |_| lint(&["--workspace", "--all-features"]) },
    // What is unused or missing without the features is seen only here. The whole workspace is named, so that what
    // has no features of its own is not checked a second time.
    Step { name: "lints of the default build", is_quick: false, needs: &[], run: |_| lint(&["--workspace"]) },
    Step { name: "dependencies", is_quick: true, needs: &[tools::CARGO_DENY], run: dependencies },
    Step { name: "tests", is_quick: true, needs: &[], run: |options| tests(options.quick) },
    Step { name: "browser", is_quick: false, needs: browser::NEEDS, run: |_| browser::drive() },
    Step { name: "site", is_quick: false, needs: browser::NEEDS, run: |_| browser::drive_site() },
    Step { name: "python", is_quick: false, needs: python::NEEDS, run: |_| python::test() },
    Step { name: "fuzz targets", is_quick: false, needs: &[tools::CXX], run: |_| fuzz::run(FUZZ_SECONDS) },
];

/// Runs what must hold of a commit.
pub fn run_all(options: &Options) -> Result {
    let steps: Vec<&Step> = STEPS.iter().filter(|step| step.is_quick || !options.quick).collect();
    let first = steps.iter().take_while(|step| step.needs.is_empty()).count();
    let (first, others) = steps.split_at(first);
    let check = || first.iter().try_for_each(|part| step(part.name, || (part.run)(options)));
    if options.install {
        let own = steps.iter().flat_map(|step| step.needs).copied();
        let missing = Missing::list(&own.chain(suite::needs()).collect::<Vec<_>>())?;
        // What is fetched comes while the first steps, which need nothing but Rust, keep the cores busy.
        let works: [Box<dyn FnOnce() -> Result + Send + '_>; 2] =
            [Box::new(|| missing.install()), Box::new(check)];
        shell::side_by_side(works)?;
    } else {
        check()?;
    }
    let mut left_out = if options.quick { Vec::new() } else { suite::left_out() };
    for part in others {
        let missing = tools::missing(part.needs);
        if missing.is_empty() {
            step(part.name, || (part.run)(options))?;
        } else {
            let names: Vec<&str> = missing.iter().map(|tool| tool.name()).collect();
            left_out.push(format!("{} (missing: {})", part.name, names.join(", ")));
        }
    }
    for part in &left_out {
        eprintln!("xtask: left out: {part}");
    }
    eprintln!("xtask: {} passed", if left_out.is_empty() { "all checks" } else { "the other checks" });
    Ok(())
}

/// Builds and runs the tests. What the steps after them need is built while tests wait for something.
fn tests(quick: bool) -> Result {
    let mut tests = suite::build(quick)?;
    tests.run_busy()?;
    if quick {
        return Ok(());
    }
    let works: [Box<dyn FnOnce() -> Result + Send>; 2] =
        [Box::new(|| tests.run_waiting()), Box::new(build_ahead)];
    shell::side_by_side(works)
}

/// Builds what the other steps need, with the time that the tests leave: the steps find it built.
fn build_ahead() -> Result {
    type Build = (&'static [Tool], fn() -> Result);
    let builds: [Build; 3] = [
        (browser::NEEDS, site::prepare),
        (python::NEEDS, || python::build().map(drop)),
        (&[tools::CXX], || fuzz::build(FUZZ_SECONDS).map(drop)),
    ];
    let able = builds.into_iter().filter(|(needs, _)| tools::missing(needs).is_empty());
    shell::side_by_side(able.map(|(_, build)| build))
}

/// Clippy on `what`, tests and examples included.
fn lint(what: &[&str]) -> Result {
    cargo(&[&["clippy", "--all-targets"], what, &["--", "-D", "warnings"]].concat())
}

/// Licences, duplicates and sources of all dependencies; and known faults of them, where the list of those can be
/// reached.
fn dependencies(options: &Options) -> Result {
    let deny = |words: &[&str]| {
        let mut command = subcommands::command(&subcommands::DENY)?;
        run(command.args(["--log-level", "error"]).args(words))
    };
    deny(&["check", "licenses", "bans", "sources"])?;
    if options.quick {
        return Ok(());
    }
    match deny(&["fetch", "db"]) {
        Ok(()) => deny(&["check", "--disable-fetch", "advisories"]),
        Err(_) => {
            eprintln!("xtask: the database of advisories cannot be reached and was not asked");
            Ok(())
        }
    }
}
