//! An enumeration on disk that is killed again and again, or runs out of disk, comes to the same counts
//! as one that is left alone.
//!
//! The program runs itself as the one to be killed: `interruption child FOLDER`.

use std::error::Error;
use std::ops::ControlFlow;
use std::path::Path;
use std::process::{Command, Output, Stdio};
use std::time::Duration;

use taquin_search::Limits;
use taquin_space::{Options, Space, enumerate, enumerate_on_disk};
use taquin_tiles::{Board, Geometry};

type Result<T = ()> = std::result::Result<T, Box<dyn Error>>;

fn space() -> Space {
    Space::new(Geometry::new(2, 5, false), &Board::blank_last(2, 5)).expect("the board is small")
}

/// The one that is killed: windows so small that there are nine of them, swept and sorted.
fn child(folder: &Path) -> Result {
    let limits = Limits { memory: Some(1 << 18), ..Limits::default() };
    let options = Options { limits, threads: Some(2), ..Options::default() };
    let census = enumerate_on_disk(&space(), folder, &options, &mut |_| {
        // Slow enough to be caught in the act.
        std::thread::sleep(Duration::from_millis(1));
        ControlFlow::Continue(())
    })?;
    std::fs::write(folder.join("counts"), format!("{:?}", census.levels))?;
    Ok(())
}

fn command(folder: &Path) -> Result<Command> {
    let mut command = Command::new(std::env::current_exe()?);
    command.arg("child").arg(folder).stdout(Stdio::null());
    Ok(command)
}

fn killed_at_random(expected: &str) -> Result {
    let folder = tempfile::tempdir()?;
    let mut random = 0x2545_f491_4f6c_dd1d_u64;
    for attempt in 0.. {
        random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        let mut running = command(folder.path())?.spawn()?;
        // The later, the longer, so that it comes to an end on a busy machine too.
        std::thread::sleep(Duration::from_millis(20 + (random >> 33) % (50 + 10 * attempt)));
        match running.try_wait()? {
            Some(status) if status.success() => {
                assert!(attempt >= 3, "it is over before it could be killed");
                assert_eq!(
                    std::fs::read_to_string(folder.path().join("counts"))?,
                    expected,
                    "after {attempt} kills"
                );
                return Ok(());
            }
            Some(status) => return Err(format!("it ended by itself with {status}").into()),
            None => {
                running.kill()?;
                running.wait()?;
            }
        }
    }
    Ok(())
}

/// A limit on the size of files stands for the full disk.
fn out_of_disk(expected: &str) -> Result {
    if !cfg!(unix) {
        return Ok(());
    }
    let folder = tempfile::tempdir()?;
    let limited = Command::new("sh")
        .args(["-c", "trap '' XFSZ; ulimit -f 64; exec \"$0\" child \"$1\""])
        .arg(std::env::current_exe()?)
        .arg(folder.path())
        .output()?;
    let Output { status, stderr, .. } = limited;
    let message = String::from_utf8(stderr)?;
    assert!(!status.success() && message.contains("File too large"), "{message}");
    assert!(command(folder.path())?.status()?.success());
    assert_eq!(std::fs::read_to_string(folder.path().join("counts"))?, expected);
    Ok(())
}

fn main() -> Result {
    let args: Vec<String> = std::env::args().collect();
    if let [_, word, folder] = args.as_slice()
        && word == "child"
    {
        return child(Path::new(folder));
    }
    let census = enumerate(&space(), &Options::default(), &mut |_| ControlFlow::Continue(()));
    let expected = format!("{:?}", census.levels);
    killed_at_random(&expected)?;
    out_of_disk(&expected)
}
