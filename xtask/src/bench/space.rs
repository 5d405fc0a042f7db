//! Whole spaces: positions a second, bytes, and the published counts of every level.

use std::hint::black_box;
use std::net::TcpListener;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::Instant;

use super::process::{Usage, measure, taquin};
use super::table::{Table, Target};
use crate::shell::Result;

/// The positions of 3 x 4 at each distance from the goal with its blank in the last cell, as published.
#[rustfmt::skip]
const TWELVE: [u64; 54] = [
    1, 2, 4, 9, 20, 37, 63, 122, 232, 431, 781, 1392, 2494, 4442, 7854, 13899, 24215, 41802, 71167, 119888, 198363,
    323206, 515778, 811000, 1248011, 1885279, 2782396, 4009722, 5621354, 7647872, 10065800, 12760413, 15570786,
    18171606, 20299876, 21587248, 21841159, 20906905, 18899357, 16058335, 12772603, 9515217, 6583181, 4242753,
    2503873, 1350268, 643245, 270303, 92311, 27116, 5390, 1115, 86, 18,
];

/// The positions of boards of twelve cells: half of 12!.
const SIZE: f64 = 239_500_800.0;

/// The words of one half of them, of 60 positions each.
const WORDS: usize = 1_995_840;
/// What the levels read and write: one half is read, the other is read and written.
const STREAMED: f64 = (TWELVE.len() * WORDS * size_of::<u64>() * 3) as f64;

pub fn run() -> Result {
    let binary = taquin()?;
    let folder = tempfile::tempdir().map_err(|error| error.to_string())?;
    let path = |name: &str| folder.path().join(name).to_string_lossy().into_owned();
    let enumerate = |words: &str| measure(Command::new(&binary).arg("enumerate").args(words.split(' ')));
    let mut table = Table::new("space");

    let memory = enumerate("3x4 --threads 1 --format csv")?;
    expect(&memory, &TWELVE)?;
    table.row("3 x 4 in memory, one thread", memory.seconds, "s", None);
    table.row("  positions a second a core", SIZE / memory.seconds / 1e6, "M/s", Some(Target::AtLeast(60.0)));
    let mebibytes = memory.peak_bytes / f64::from(1 << 20);
    table.row("  memory", mebibytes, "MiB", Some(Target::AtMost(130.0)));
    let floor = stream();
    table.row("  the same bytes streamed without a search", floor, "s", None);
    table.row("    bytes a second", STREAMED / floor / 1e9, "GB/s", None);
    table.row("    the search takes as many times that", memory.seconds / floor, "x", None);
    let two = enumerate("3x4 --threads 2 --format csv")?;
    expect(&two, &TWELVE)?;
    table.row(
        "3 x 4 in memory, two threads: half of their seconds",
        two.seconds / 2.0,
        "s",
        Some(Target::AtMost(4.0)),
    );

    let long = enumerate("2x6 --threads 1 --format csv")?;
    let levels = levels(&long)?;
    if levels.len() != 81 || levels.iter().sum::<u64>() as f64 != SIZE {
        return Err("2 x 6 is not 80 deep".into());
    }
    table.row("2 x 6 in memory, one thread", long.seconds, "s", None);
    let torus = enumerate("3x4 --torus --threads 1 --format csv")?;
    table.row("3 x 4 torus (12! positions), one thread", torus.seconds, "s", None);
    table.row("  positions a second", 2.0 * SIZE / torus.seconds / 1e6, "M/s", Some(Target::AtLeast(60.0)));

    let disk =
        enumerate(&format!("3x4 --threads 1 --format csv --limit-memory 24M --disk {}", path("levels")))?;
    expect(&disk, &TWELVE)?;
    table.row("3 x 4 on disk, one thread", disk.seconds, "s", None);
    table.row("  memory", disk.peak_bytes / f64::from(1 << 20), "MiB", Some(Target::AtMost(24.0)));

    let save = enumerate(&format!("3x4 --threads 1 --format csv --save {}", path("twelve.taq")))?;
    expect(&save, &TWELVE)?;
    table.row("3 x 4 with all distances kept in a file", save.seconds, "s", None);
    let solve = ["solve", "0 11 10 9 / 8 7 6 5 / 4 3 1 2", "--distances", &path("twelve.taq")];
    let solve = measure(Command::new(&binary).args(solve))?;
    table.row("  a board solved from that file", solve.seconds, "s", Some(Target::AtMost(0.05)));

    let thin = enumerate(&format!(
        "4x4 --depth 22 --threads 1 --format csv --limit-memory 1G --disk {}",
        path("thin")
    ))?;
    let found = self::levels(&thin)?.iter().sum::<u64>() as f64;
    table.row("4 x 4 to distance 22, sorted on disk: positions", found, "", None);
    table.row("  positions a second", found / thin.seconds / 1e6, "M/s", None);
    let bytes = std::fs::metadata(Path::new(&path("thin")).join("level-00022-0.taq"))
        .map_err(|error| error.to_string())?;
    let last = self::levels(&thin)?.last().copied().unwrap_or(1) as f64;
    table.row("  bytes a position on disk", bytes.len() as f64 / last, "B", None);
    for (size, depth) in [("4x4", 22), ("5x5", 17)] {
        let [positions, messages, bytes] = traffic(&binary, folder.path(), size, depth)?;
        table.row(&format!("{size} level {depth} over two hosts: positions"), positions, "", None);
        table.row("  bytes a position between them", bytes / positions, "B", None);
        table.row("  positions a message", positions / messages, "", None);
    }
    table.save()
}

/// The positions, messages and bytes of the last level of an enumeration by two processes on the loopback.
fn traffic(binary: &Path, folder: &Path, size: &str, depth: usize) -> Result<[f64; 3]> {
    let told = |error: std::io::Error| error.to_string();
    let listeners =
        [TcpListener::bind("127.0.0.1:0").map_err(told)?, TcpListener::bind("127.0.0.1:0").map_err(told)?];
    let addresses: std::io::Result<Vec<String>> =
        listeners.iter().map(|listener| Ok(listener.local_addr()?.to_string())).collect();
    let hosts = folder.join("hosts");
    std::fs::write(&hosts, addresses.map_err(told)?.join("\n")).map_err(told)?;
    drop(listeners);
    let start = || {
        let mut command = Command::new(binary);
        command.args(["enumerate", size, "--depth", &depth.to_string(), "--threads", "1"]);
        command.args(["--limit-memory", "1G", "--traffic", "--cluster"]).arg(&hosts);
        command.stdout(Stdio::null()).stderr(Stdio::piped()).spawn()
    };
    let running = [start().map_err(told)?, start().map_err(told)?];
    let mut row = None;
    for process in running {
        let output = process.wait_with_output().map_err(told)?;
        let text = String::from_utf8_lossy(&output.stderr).into_owned();
        let level = depth.to_string();
        let found = text.lines().find(|line| line.split_whitespace().next() == Some(&level));
        row = row.or(found.map(str::to_string));
    }
    let row = row.ok_or("the hosts have told nothing")?;
    let figures: Option<Vec<f64>> =
        row.split_whitespace().skip(1).take(3).map(|word| word.parse().ok()).collect();
    let figures = figures.and_then(|figures| figures.try_into().ok());
    figures.ok_or_else(|| format!("'{row}' is no row of figures"))
}

/// A lower limit for the search: the same number of levels over the same number of words, in order and without any
/// computation. Processor seconds, the least of several runs.
fn stream() -> f64 {
    // The system reports the time of a thread in steps of some milliseconds.
    const TIMES: usize = 8;
    let clock = Instant::now();
    let mut halves = [vec![0x5555_u64; WORDS], vec![0x3333_u64; WORDS]];
    let mut once = || {
        let begun = processor_seconds(clock);
        for level in 0..TIMES * TWELVE.len() {
            let [even, odd] = &mut halves;
            let (target, source) = if level % 2 == 0 { (even, &*odd) } else { (odd, &*even) };
            for (new, old) in target.iter_mut().zip(source) {
                *new = old & !*new;
            }
            black_box(&mut halves);
        }
        (processor_seconds(clock) - begun) / TIMES as f64
    };
    (0..4).map(|_| once()).fold(f64::MAX, f64::min)
}

/// The processor seconds of this thread, or the time by the clock if the system does not report them.
fn processor_seconds(clock: Instant) -> f64 {
    let told = std::fs::read_to_string("/proc/thread-self/schedstat").ok();
    let nanoseconds = told.and_then(|text| text.split(' ').next()?.parse::<f64>().ok());
    nanoseconds.map_or_else(|| clock.elapsed().as_secs_f64(), |nanoseconds| nanoseconds / 1e9)
}

/// The counts that an enumeration printed.
fn levels(usage: &Usage) -> Result<Vec<u64>> {
    let text = String::from_utf8_lossy(&usage.output);
    let counts = text.lines().skip(1).map(|line| line.split(',').nth(1)?.parse().ok());
    counts.collect::<Option<Vec<u64>>>().ok_or_else(|| "the output is no table of levels".to_string())
}

fn expect(usage: &Usage, published: &[u64]) -> Result {
    if levels(usage)? == published { Ok(()) } else { Err("the counts are not the published ones".into()) }
}
