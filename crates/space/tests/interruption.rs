//! An enumeration on disk that is killed again and again, or runs out of disk, gives the same counts as an
//! undisturbed one.
//!
//! The program runs itself as the one to be killed: `interruption tiles FOLDER`, or `blocks`, which are
//! counted from the start and from the goals.

use std::error::Error;
use std::ops::ControlFlow;
use std::path::Path;
use std::process::{Command, Output, Stdio};
use std::time::Duration;

use taquin_blocks::format::plain;
use taquin_search::{Ask, Limits};
use taquin_space::{Options, Space, block_realm, enumerate, enumerate_both_ways, enumerate_on_disk};
use taquin_tiles::{Board, Geometry};

type Result<T = ()> = std::result::Result<T, Box<dyn Error>>;

fn space() -> Space {
    Space::new(Geometry::new(2, 5, false), &Board::blank_last(2, 5)).expect("the board is small")
}

/// A small puzzle with a goal.
const BLOCKS: &str = "ZZaa/ZZbb/de../fghh/fgii\ngoal: ..../..../..../ZZ../ZZ..";

/// The one that is killed while it counts blocks, there and back.
fn blocks(folder: &Path) -> Result {
    let realm = block_realm(&plain::parse(BLOCKS)?)?;
    let options = Options { threads: Some(2), ..Options::default() };
    let mut calls = 0;
    let (census, from_goals) = enumerate_both_ways(
        &*realm,
        folder,
        &options,
        &mut Ask(|| {
            calls += 1;
            if calls % 64 == 0 {
                std::thread::sleep(Duration::from_millis(1));
            }
            ControlFlow::Continue(())
        }),
    )?;
    let from_goals = from_goals.ok_or("there is a goal")?;
    let counts = format!("{:?} {:?} {:?}", census.levels, from_goals.census.levels, from_goals.origin);
    std::fs::write(folder.join("counts"), counts)?;
    Ok(())
}

/// The one that is killed: windows so small that there are nine of them, swept and sorted.
fn tiles(folder: &Path) -> Result {
    let limits = Limits { memory: Some(1 << 18), ..Limits::default() };
    let options = Options { limits, threads: Some(2), ..Options::default() };
    let census = enumerate_on_disk(
        &space(),
        folder,
        &options,
        &mut Ask(|| {
            // Slow enough to be caught in the act.
            std::thread::sleep(Duration::from_millis(1));
            ControlFlow::Continue(())
        }),
    )?;
    std::fs::write(folder.join("counts"), format!("{:?}", census.levels))?;
    Ok(())
}

fn command(what: &str, folder: &Path) -> Result<Command> {
    let mut command = Command::new(std::env::current_exe()?);
    command.arg(what).arg(folder).stdout(Stdio::null());
    Ok(command)
}

fn killed_at_random(what: &str, expected: &str) -> Result {
    let folder = tempfile::tempdir()?;
    let mut random = 0x2545_f491_4f6c_dd1d_u64;
    for attempt in 0.. {
        random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        let mut running = command(what, folder.path())?.spawn()?;
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
        .args(["-c", "trap '' XFSZ; ulimit -f 64; exec \"$0\" tiles \"$1\""])
        .arg(std::env::current_exe()?)
        .arg(folder.path())
        .output()?;
    let Output { status, stderr, .. } = limited;
    let message = String::from_utf8(stderr)?;
    assert!(!status.success() && message.contains("File too large"), "{message}");
    assert!(command("tiles", folder.path())?.status()?.success());
    assert_eq!(std::fs::read_to_string(folder.path().join("counts"))?, expected);
    Ok(())
}

fn main() -> Result {
    let args: Vec<String> = std::env::args().collect();
    match args.as_slice() {
        [_, word, folder] if word == "tiles" => return tiles(Path::new(folder)),
        [_, word, folder] if word == "blocks" => return blocks(Path::new(folder)),
        _ => {}
    }
    let census = enumerate(&space(), &Options::default(), &mut ());
    let expected = format!("{:?}", census.levels);
    killed_at_random("tiles", &expected)?;
    out_of_disk(&expected)?;
    // Left alone, the two passes come to the counts that are known in memory: see the tests of the levels.
    let folder = tempfile::tempdir()?;
    blocks(folder.path())?;
    killed_at_random("blocks", &std::fs::read_to_string(folder.path().join("counts"))?)
}
