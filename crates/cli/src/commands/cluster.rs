//! `taquin solve --cluster`: the lines of a batch, or the subtrees of one board, given out to many
//! hosts by the first of them, which prints the answers.

mod board;
mod lines;

use std::path::Path;
use std::process::ExitCode;
use std::sync::atomic::AtomicBool;
use std::sync::{Arc, OnceLock};

use anyhow::{Context, bail};
use taquin::{Hints, Instance, Plan, Shared};
use taquin_cluster::{Cluster, Giver, Hosts, Next, Tasks};

use self::board::Board;
use self::lines::Lines;
use super::{batch, solve};
use crate::args::{Device, SolveArgs};
use crate::{input, stop};

/// The list of hosts in a file.
pub(crate) fn hosts(file: &Path) -> anyhow::Result<Hosts> {
    let text = std::fs::read_to_string(file).with_context(|| file.display().to_string())?;
    Hosts::parse(&text).with_context(|| file.display().to_string())
}

pub(crate) fn run(args: &SolveArgs, file: &Path) -> anyhow::Result<ExitCode> {
    let cluster = Cluster { hosts: hosts(file)?, threads: 1, patience: args.cluster.patience };
    let hints = input::hints(&args.puzzle)?;
    let enough = stop::on_interrupt()?;
    let stop = Arc::new(AtomicBool::new(false));
    let mut limits = solve::limits_with(&args.limits, Arc::clone(&stop))?;
    let plan = solve::planned(args, limits.clone());
    let job = batch::job(args, &hints);
    let shared = OnceLock::new();
    let giver = || Puzzles::read(args, &hints, &plan, &job, &shared).map_err(|error| format!("{error:#}"));
    let work = |opening: &[u8], tasks: &Tasks| {
        let done = match opening.split_first() {
            Some((&LINES, _)) => lines::work(args, &hints, &plan, tasks),
            Some((&BOARD, text)) => {
                board::work(&hints, &plan, &shared, &String::from_utf8_lossy(text), tasks)
            }
            _ => Ok(()),
        };
        done.map_err(|error| format!("{error:#}"))
    };
    match taquin_cluster::share(&cluster, &job, &enough, &stop, giver, work)? {
        // The first host tells the answers; the others have done their part.
        None => Ok(ExitCode::SUCCESS),
        Some(Puzzles::Lines(lines)) => lines.end(),
        Some(Puzzles::Board(instance, board)) => solve::tell(args, &instance, &board.answer()?),
        Some(Puzzles::Alone(instance)) => {
            limits.cancel = Some(enough);
            solve::alone(args, &instance, &Plan { limits, ..plan })
        }
    }
}

/// The first byte of an opening: what the tasks are.
const LINES: u8 = b'l';
const BOARD: u8 = b'b';
const NOTHING: u8 = b'n';

/// What the first host has to give out.
enum Puzzles<'a> {
    /// The lines of a batch.
    Lines(Lines),
    /// The subtrees of one board.
    Board(Instance, Board<'a>),
    /// A puzzle that is solved otherwise, by one host.
    Alone(Instance),
}

impl<'a> Puzzles<'a> {
    fn read(
        args: &SolveArgs,
        hints: &Hints,
        plan: &Plan,
        job: &str,
        shared: &'a OnceLock<Option<Shared>>,
    ) -> anyhow::Result<Self> {
        let argument = &args.puzzle.puzzle;
        if args.batch {
            return Ok(Puzzles::Lines(Lines::new(args, job, batch::open(argument)?)?));
        }
        let source = input::read(argument)?;
        let instance = match input::parse(&source, hints) {
            Err(_) if batch::is_batch(&source.text, hints) => {
                let lines = Box::new(std::io::Cursor::new(source.text));
                return Ok(Puzzles::Lines(Lines::new(args, job, lines)?));
            }
            other => other?,
        };
        let found = Shared::new(&instance, plan)?;
        Ok(match shared.get_or_init(|| found) {
            Some(_) if args.device != Device::Cpu => {
                bail!("the subtrees of a single board are walked by --device cpu alone")
            }
            Some(shared) => Puzzles::Board(instance, Board::new(shared, source.text)),
            None => Puzzles::Alone(instance),
        })
    }
}

impl Giver for Puzzles<'_> {
    fn opening(&self) -> Vec<u8> {
        match self {
            Puzzles::Lines(_) => vec![LINES],
            Puzzles::Board(_, board) => [&[BOARD], board.text().as_bytes()].concat(),
            Puzzles::Alone(_) => vec![NOTHING],
        }
    }

    fn next(&mut self, hosts: usize) -> Result<Next, String> {
        match self {
            Puzzles::Lines(lines) => Ok(lines.next(hosts)),
            Puzzles::Board(_, board) => board.next(hosts).map_err(|error| error.to_string()),
            Puzzles::Alone(_) => Ok(Next::Never),
        }
    }

    fn take(&mut self, result: &[u8]) -> Result<(), String> {
        match self {
            Puzzles::Lines(lines) => lines.take(result),
            Puzzles::Board(_, board) => board.take(result),
            Puzzles::Alone(_) => Ok(()),
        }
        .map_err(|error| format!("{error:#}"))
    }

    fn is_done(&mut self) -> bool {
        match self {
            Puzzles::Lines(lines) => lines.is_done(),
            Puzzles::Board(_, board) => board.is_done(),
            Puzzles::Alone(_) => true,
        }
    }
}
