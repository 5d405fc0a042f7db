//! Running other programs, with their output passed through.

use std::path::PathBuf;
use std::process::Command;
use std::time::Instant;

/// The result of an xtask step: nothing, or an error message.
pub type Result<T = ()> = std::result::Result<T, String>;

/// The root of the workspace.
pub fn root() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("..")
}

/// Runs `cargo` with `args` in the root of the workspace.
pub fn cargo(args: &[&str]) -> Result {
    run(Command::new(env!("CARGO")).args(args).current_dir(root()))
}

/// Runs `command`; anything but success is an error that names it.
pub fn run(command: &mut Command) -> Result {
    let status = command.status().map_err(|error| format!("cannot start {command:?}: {error}"))?;
    if status.success() { Ok(()) } else { Err(format!("{command:?} failed: {status}")) }
}

/// Runs a command that builds something with the time that other programs leave, where the system knows priorities.
pub fn run_behind(command: &Command) -> Result {
    let mut behind = match find("nice") {
        Some(nice) => {
            let mut behind = Command::new(nice);
            behind.args(["-n", "19"]).arg(command.get_program());
            behind
        }
        None => Command::new(command.get_program()),
    };
    behind.args(command.get_args());
    if let Some(folder) = command.get_current_dir() {
        behind.current_dir(folder);
    }
    for (name, value) in command.get_envs() {
        match value {
            Some(value) => behind.env(name, value),
            None => behind.env_remove(name),
        };
    }
    run(&mut behind)
}

/// Where a program is on the path.
pub fn find(program: &str) -> Option<PathBuf> {
    let path = std::env::var_os("PATH")?;
    std::env::split_paths(&path).map(|folder| folder.join(program)).find(|file| file.is_file())
}

/// Runs `command` and gives what it prints.
pub fn output(command: &mut Command) -> Result<String> {
    let output = command.output();
    let output = output.map_err(|error| format!("cannot start {command:?}: {error}"))?;
    if !output.status.success() {
        return Err(format!("{command:?} failed: {}", output.status));
    }
    String::from_utf8(output.stdout).map_err(|error| format!("{command:?}: {error}"))
}

/// Runs pieces of work that do not depend on each other at the same time: one waits for the network or has work for one
/// core only while another computes. The first error is given, when all have ended.
pub fn side_by_side<Work: FnOnce() -> Result + Send>(works: impl IntoIterator<Item = Work>) -> Result {
    std::thread::scope(|scope| {
        let running: Vec<_> = works.into_iter().map(|work| scope.spawn(work)).collect();
        let ended: Vec<Result> = running
            .into_iter()
            .map(|one| one.join().unwrap_or_else(|_| Err("a thread has panicked".into())))
            .collect();
        ended.into_iter().collect()
    })
}

/// Runs one named step and says how long it took.
pub fn step(name: &str, body: impl FnOnce() -> Result) -> Result {
    eprintln!("xtask: {name}");
    let start = Instant::now();
    body().map_err(|error| format!("xtask: {name}: {error}"))?;
    eprintln!("xtask: {name} passed in {:.0} s", start.elapsed().as_secs_f64());
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_runs_behind_has_its_arguments_folder_and_variables() {
        let mut command = Command::new("sh");
        command.args(["-c", "test $A = b -a -z \"$HOME\" -a $(pwd -P) = /"]);
        command.env("A", "b").env_remove("HOME").current_dir("/");
        assert_eq!(run_behind(&command), Ok(()));
        assert!(run_behind(command.env("A", "c")).is_err());
    }

    #[test]
    fn works_side_by_side_all_run_and_an_error_is_given() {
        let done = std::sync::atomic::AtomicUsize::new(0);
        let work = |number: usize| {
            let done = &done;
            move || {
                done.fetch_add(1, std::sync::atomic::Ordering::Relaxed);
                if number == 1 { Err(format!("work {number}")) } else { Ok(()) }
            }
        };
        assert_eq!(side_by_side((0..3).map(work)), Err("work 1".into()));
        assert_eq!(side_by_side([0, 2].map(work)), Ok(()));
        assert_eq!(done.into_inner(), 5);
    }
}
