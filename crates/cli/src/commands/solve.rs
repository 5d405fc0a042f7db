//! `taquin solve`: text to instances, instances and plan to answers, answers to renderings.
//!
//! One puzzle is a batch of one. The answer to a single puzzle is printed in full; many answers are printed
//! one on each line, in order, as they are found.

use std::hash::{DefaultHasher, Hash, Hasher};
use std::io::{BufWriter, IsTerminal, Write};
use std::ops::ControlFlow;
use std::process::ExitCode;
use std::sync::atomic::Ordering;
use std::time::Instant;

use anyhow::bail;
use taquin::render::{self, Format, count, duration};
use taquin::{
    Algorithm, Answer, Answered, Error, Hints, Instance, Journal, Limit, Limits, Machine, Outcome, Plan,
    Puzzles, Reading,
};

use super::solutions::Listing;
use super::tables;
use crate::args::{Device, LimitArgs, MethodArgs, SolveArgs};
use crate::progress::ProgressLine;
use crate::{exit, input, machines, memory, screen, stop};

pub(crate) fn run(args: &SolveArgs) -> anyhow::Result<ExitCode> {
    let is_alone = args.device == Device::Cpu && !is_cluster(args);
    if !args.wanted.wanted().is_any() && !is_alone {
        bail!("--all, --count, --first-moves and --avoid are for the processor of one computer");
    }
    if args.partition.is_some() && args.device == Device::Cpu {
        bail!("--partition is for --device cuda; the cores use what `taquin tables build` has kept");
    }
    let machine = machines::machine(args)?;
    let plan = planned(args)?;
    if !machine.leads()? {
        // Another host reads the puzzles and prints the answers.
        let nothing = &mut std::iter::empty();
        machine.solve(nothing, &plan, &mut (), &mut |_| ControlFlow::Continue(()))?;
        return Ok(ExitCode::SUCCESS);
    }
    // If this host fails, the hosts that wait for it must be told.
    lead(args, &*machine, &plan).inspect_err(|error| machine.abandon(&format!("{error:#}")))
}

#[cfg(feature = "cluster")]
fn is_cluster(args: &SolveArgs) -> bool {
    args.cluster.cluster.is_some()
}

#[cfg(not(feature = "cluster"))]
fn is_cluster(_: &SolveArgs) -> bool {
    false
}

/// Reads the puzzles, has them solved and prints the answers.
fn lead(args: &SolveArgs, machine: &dyn Machine, plan: &Plan) -> anyhow::Result<ExitCode> {
    if args.batch {
        let hints = input::hints(&args.puzzle.hints)?;
        let mut puzzles = taquin::lines(input::open(&args.puzzle.puzzle)?, hints);
        return many(args, machine, &mut puzzles, plan);
    }
    let instance = match input::reading(&args.puzzle.puzzle, &args.puzzle.hints)? {
        Reading::One(instance) => instance,
        Reading::Many(mut puzzles) => return many(args, machine, &mut puzzles, plan),
    };
    let instance = match &args.method.distances {
        Some(file) => instance.with_goal_of(file)?,
        None => instance,
    };
    if instance.is_stream(plan) {
        // Other hosts cannot help with that.
        machine.solve(&mut std::iter::empty(), plan, &mut (), &mut |_| ControlFlow::Continue(()))?;
        return stream(args, &instance, plan);
    }
    one(args, machine, &instance, plan)
}

/// Runs `work` on the machine, or with `--resume` on one that keeps finished work.
fn resumed<T>(
    args: &SolveArgs,
    machine: &dyn Machine,
    work: impl FnOnce(&dyn Machine) -> anyhow::Result<T>,
) -> anyhow::Result<T> {
    match &args.resume {
        None => work(machine),
        Some(file) => work(&Journal::open(file, &job(args)?, machine)?),
    }
}

/// Solves a single puzzle and prints the answer in full.
fn one(
    args: &SolveArgs,
    machine: &dyn Machine,
    instance: &Instance,
    plan: &Plan,
) -> anyhow::Result<ExitCode> {
    let answer = resumed(args, machine, |machine| {
        let mut line = ProgressLine::search();
        Ok(taquin::solve_on(machine, instance, plan, &mut line)?)
    })?;
    if plan.algorithm.is_none() && answer.algorithm == Algorithm::Near && answer.steps().is_some() {
        say_near()?;
    }
    let mut out = BufWriter::new(std::io::stdout().lock());
    let on_screen = screen::screen().and_then(|screen| args.format.on_screen(screen));
    let format = on_screen.as_deref().unwrap_or(args.format);
    let code = match &answer.solutions {
        None => {
            format.answer(&mut out, &mut std::io::stderr(), instance, &answer, args.stats)?;
            code(&answer)
        }
        Some(found) => {
            let listing = Listing { format, all: args.wanted.every, alone: true, limits: &plan.limits };
            let code = listing.write(&mut out, instance, &answer, found)?;
            if args.stats {
                render::stats(&mut std::io::stderr(), &answer.report.stats)?;
            }
            code
        }
    };
    out.flush()?;
    Ok(ExitCode::from(code))
}

/// Solves many puzzles and prints the answers in order.
fn many(
    args: &SolveArgs,
    machine: &dyn Machine,
    puzzles: &mut Puzzles<'_>,
    plan: &Plan,
) -> anyhow::Result<ExitCode> {
    let mut printer = Printer {
        out: BufWriter::new(std::io::stdout()),
        format: args.format,
        all: args.wanted.every,
        limits: plan.limits.clone(),
        tally: Tally::default(),
        failed: None,
    };
    let clock = Instant::now();
    resumed(args, machine, |machine| {
        let mut line = ProgressLine::search();
        let bar = line.bar();
        let mut print = |answered| ProgressLine::beside(&bar, || printer.print(answered));
        Ok(machine.solve(puzzles, plan, &mut line, &mut print)?)
    })?;
    if let Some(error) = printer.failed {
        return Err(error.into());
    }
    if args.stats {
        printer.tally.write(&mut std::io::stderr().lock(), clock.elapsed().as_secs_f64())?;
    }
    let stopped = plan.limits.is_cancelled() && printer.tally.code() == exit::SOLVED;
    Ok(ExitCode::from(if stopped { exit::STOPPED } else { printer.tally.code() }))
}

/// Solves a puzzle whose solution is too long to hold, and writes the moves while they are found.
fn stream(args: &SolveArgs, instance: &Instance, plan: &Plan) -> anyhow::Result<ExitCode> {
    if plan.algorithm.is_none() {
        say_near()?;
    }
    let Some(mut form) = args.format.stream() else {
        bail!("a solution this long is not shown in the form {}; try --format moves", args.format.name());
    };
    let mut out = BufWriter::with_capacity(1 << 16, std::io::stdout().lock());
    form.begin(&mut out, instance)?;
    let mut broken = Ok(());
    let streamed = instance.stream(plan, &mut |step| {
        if broken.is_ok() {
            broken = form.step(&mut out, instance, &step);
            // The reader is gone, so the rest is not wanted.
            if let (Err(_), Some(cancel)) = (&broken, &plan.limits.cancel) {
                cancel.store(true, Ordering::Relaxed);
            }
        }
    })?;
    broken?;
    form.end(&mut out, &mut std::io::stderr(), &streamed, args.stats)?;
    out.flush()?;
    Ok(ExitCode::from(if streamed.end.is_ok() { exit::SOLVED } else { exit::STOPPED }))
}

/// The answers to many puzzles on their way out.
struct Printer {
    out: BufWriter<std::io::Stdout>,
    format: &'static dyn Format,
    all: bool,
    limits: Limits,
    tally: Tally,
    failed: Option<std::io::Error>,
}

impl Printer {
    /// Writes the answer or the error of a puzzle. Continues unless writing fails or the user has cancelled.
    fn print(&mut self, (instance, answer): Answered) -> ControlFlow<()> {
        self.tally.count(&answer);
        let cancelled = matches!(
            &answer,
            Ok(answer) if answer.report.outcome == Outcome::Stopped(Limit::Cancelled)
        );
        match self.write(instance.as_ref(), answer) {
            Err(error) => self.failed = Some(error),
            Ok(()) if !cancelled => return ControlFlow::Continue(()),
            Ok(()) => (),
        }
        ControlFlow::Break(())
    }

    fn write(&mut self, instance: Option<&Instance>, answer: Result<Answer, Error>) -> std::io::Result<()> {
        match (instance, answer) {
            (Some(instance), Ok(answer)) => match &answer.solutions {
                None => self.format.line(&mut self.out, instance, &answer)?,
                Some(found) => {
                    let listing =
                        Listing { format: self.format, all: self.all, alone: false, limits: &self.limits };
                    let code = listing.write(&mut self.out, instance, &answer, found)?;
                    self.tally.stopped += u64::from(code == exit::STOPPED);
                }
            },
            (_, Err(error)) => self.format.error(&mut self.out, &mut std::io::stderr(), &error)?,
            (None, Ok(_)) => unreachable!("only a puzzle has an answer"),
        }
        // A reader of a pipe wants the answers as they come.
        self.out.flush()
    }
}

/// How many puzzles had each outcome.
#[derive(Default)]
struct Tally {
    solved: u64,
    unsolvable: u64,
    stopped: u64,
    bad: u64,
    expanded: u64,
}

impl Tally {
    fn count(&mut self, answer: &Result<Answer, Error>) {
        let Ok(answer) = answer else {
            self.bad += 1;
            return;
        };
        self.expanded += answer.report.stats.expanded;
        *match answer.report.outcome {
            Outcome::Solved { .. } => &mut self.solved,
            Outcome::Unsolvable => &mut self.unsolvable,
            Outcome::Stopped(_) => &mut self.stopped,
        } += 1;
    }

    /// The exit code of the worst.
    fn code(&self) -> u8 {
        match self {
            Tally { bad: 1.., .. } => exit::USAGE,
            Tally { stopped: 1.., .. } => exit::STOPPED,
            Tally { unsolvable: 1.., .. } => exit::UNSOLVABLE,
            _ => exit::SOLVED,
        }
    }

    fn write(&self, out: &mut dyn Write, seconds: f64) -> std::io::Result<()> {
        let Tally { solved, unsolvable, stopped, bad, expanded } = self;
        let all = solved + unsolvable + stopped + bad;
        if std::io::stderr().is_terminal() {
            let kinds =
                [(solved, "solved"), (unsolvable, "unsolvable"), (stopped, "stopped"), (bad, "no puzzle")];
            let kinds = kinds.iter().filter(|(number, _)| **number > 0);
            let kinds: Vec<String> =
                kinds.map(|(number, kind)| format!("{} {kind}", count(**number))).collect();
            writeln!(out, "Puzzles {}: {}", count(all), kinds.join(", "))?;
            writeln!(out, "Nodes   {} expanded", count(*expanded))?;
            let rate = (all as f64 / seconds.max(1e-9)) as u64;
            return writeln!(out, "Time    {}, {} puzzles a second", duration(seconds), count(rate));
        }
        writeln!(out, "puzzles         {all}")?;
        writeln!(out, "solved          {solved}")?;
        writeln!(out, "unsolvable      {unsolvable}")?;
        writeln!(out, "stopped         {stopped}")?;
        writeln!(out, "no puzzle       {bad}")?;
        writeln!(out, "expanded        {expanded}")?;
        writeln!(out, "seconds         {seconds:.6}")?;
        writeln!(out, "puzzles/second  {:.0}", all as f64 / seconds.max(1e-9))
    }
}

/// The arguments that affect the answers: a journal of another job is refused, and so are hosts with other arguments.
pub(crate) fn job(args: &SolveArgs) -> anyhow::Result<String> {
    let Hints { goal, torus, size, metric, form } = input::hints(&args.puzzle.hints)?;
    let mut words = vec!["solve".to_string()];
    let mut option = |name: &str, value: Option<String>| {
        words.extend(value.map(|value| format!("--{name} {value}").trim_end().to_string()));
    };
    // Long goals are distinguished by a number.
    let goal = goal.map(|goal| match goal.trim() {
        short if short.len() <= 100 => format!("'{short}'"),
        long => {
            let mut hasher = DefaultHasher::new();
            long.hash(&mut hasher);
            format!("{:016x}", hasher.finish())
        }
    });
    option("goal", goal);
    option("scramble", args.puzzle.hints.scramble.clone());
    option("near", args.near.then(String::new));
    option("torus", torus.then(String::new));
    option("size", size.map(|(rows, cols)| format!("{rows}x{cols}")));
    option("metric", metric);
    option("form", form);
    option("algorithm", args.method.algorithm.map(|algorithm| algorithm.to_string()));
    option("heuristic", args.method.heuristic.map(|heuristic| heuristic.to_string()));
    option("within", args.within.map(|percent| percent.to_string()));
    option("weight", args.method.weight.map(|weight| weight.to_string()));
    Ok(words.join(" "))
}

/// Tells a user who has named no algorithm that the solution need not be shortest.
fn say_near() -> std::io::Result<()> {
    let mut err = std::io::stderr();
    writeln!(err, "taquin: the shortest solution of such a board is out of reach; this one is short (--near)")
}

/// The plan that all arguments ask for.
fn planned(args: &SolveArgs) -> anyhow::Result<Plan> {
    let mut plan = plan(&args.method, limits(&args.limits)?)?;
    plan.partition = args.partition.clone();
    plan.wanted = args.wanted.wanted();
    if args.near {
        plan.algorithm = Some(Algorithm::Near);
    }
    plan.within_percent = args.within;
    if args.within.is_some() && plan.algorithm == Some(Algorithm::Greedy) {
        bail!("--within is of no use with --algorithm greedy, which proves no bound");
    }
    Ok(plan)
}

/// The plan that the arguments of a method ask for.
///
/// # Errors
/// If an argument would be of no use.
pub(crate) fn plan(method: &MethodArgs, limits: Limits) -> anyhow::Result<Plan> {
    if method.weight.is_some() && !method.algorithm.is_some_and(Algorithm::is_weighted) {
        bail!("--weight is for --algorithm weighted-a-star and explicit-estimation");
    }
    let tables = match &method.tables.tables {
        Some(_) => Some(tables::known_folder(&method.tables)?),
        // Without a folder for tables there are none, unless one is asked for.
        None => tables::folder(&method.tables).ok(),
    };
    Ok(Plan {
        algorithm: method.algorithm,
        heuristic: method.heuristic,
        weight_percent: method.weight,
        distances: method.distances.clone(),
        tables,
        threads: method.threads,
        limits,
        ..Plan::default()
    })
}

/// The limits of a search, with Ctrl-C among them.
pub(crate) fn limits(args: &LimitArgs) -> anyhow::Result<Limits> {
    let memory = args.limit_memory.map(memory::left_of).transpose()?;
    let cancel = Some(stop::on_interrupt());
    Ok(Limits { nodes: args.limit_nodes, time: args.limit_time, memory, cancel })
}

pub(crate) fn code(answer: &Answer) -> u8 {
    match answer.report.outcome {
        Outcome::Solved { .. } => exit::SOLVED,
        Outcome::Unsolvable => exit::UNSOLVABLE,
        Outcome::Stopped(_) => exit::STOPPED,
    }
}
