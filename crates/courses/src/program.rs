//! The programs by name, and what they have in common: arguments, output, exit code.

use std::ffi::OsString;
use std::io::{self, BufWriter, Write};

use taquin_search::{Limit, Limits};

use crate::error::Error;
use crate::slip::Slip;
use crate::solver::Solver;
use crate::{board, eight_puzzle, klotski, memory, solver, torus, torus_astar, visualizer};

/// A course program.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Program {
    /// The 3x3 torus by iterative deepening.
    Torus,
    /// The 8-puzzle by best-first search.
    EightPuzzle,
    /// The 3x3 torus by A*.
    TorusAstar,
    /// Everything about a board.
    Board,
    /// The fewest moves that solve a board.
    Solver,
    /// A solution to watch.
    Visualizer,
    /// The flying Klotski by A*.
    Klotski,
}

impl Program {
    /// All of them.
    pub const ALL: [Program; 7] = [
        Program::Torus,
        Program::EightPuzzle,
        Program::TorusAstar,
        Program::Board,
        Program::Solver,
        Program::Visualizer,
        Program::Klotski,
    ];

    /// Its name as a course program.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Program::Torus => "torus",
            Program::EightPuzzle => "eight-puzzle",
            Program::TorusAstar => "torus-astar",
            Program::Board => "board",
            Program::Solver => "solver",
            Program::Visualizer => "visualizer",
            Program::Klotski => "klotski",
        }
    }

    /// The name it is installed under, for the courses that call it by one.
    #[must_use]
    pub fn installed_name(self) -> Option<&'static str> {
        match self {
            Program::Torus => Some("Torus"),
            Program::EightPuzzle => Some("EightPuzzle"),
            Program::TorusAstar => None,
            Program::Board => Some("Board"),
            Program::Solver => Some("Solver"),
            Program::Visualizer => Some("SolverVisualizer"),
            Program::Klotski => Some("Klotski"),
        }
    }

    /// The program of either name.
    #[must_use]
    pub fn by_name(name: &str) -> Option<Program> {
        Self::ALL.into_iter().find(|program| program.name() == name || program.installed_name() == Some(name))
    }

    /// What it does, in a few words.
    #[must_use]
    pub fn about(self) -> &'static str {
        match self {
            Program::Torus => "the 3x3 torus by iterative deepening",
            Program::EightPuzzle => {
                "the 8-puzzle by best-first search; FILE has the initial and the goal state"
            }
            Program::TorusAstar => "the 3x3 torus by A*: the successors of a state, or its solution",
            Program::Board => {
                "a board's Hamming and Manhattan distance, whether it is the goal, whether it can be solved, its neighbours"
            }
            Program::Solver => "the fewest moves that solve a board",
            Program::Visualizer => "the solution of a board, animated, with its Manhattan distance",
            Program::Klotski => "the flying Klotski by A*",
        }
    }

    /// Its arguments.
    #[must_use]
    pub fn usage(self) -> &'static str {
        match self {
            Program::Torus => {
                "FLAG t1 t2 t3 t4 t5 t6 t7 t8 t9    (FLAG: 100, 200-299, 300-399, 400-499 or 500)"
            }
            Program::EightPuzzle | Program::Board | Program::Solver | Program::Visualizer => "FILE",
            Program::TorusAstar => "print_succ|solve LIST    (LIST: [1,2,3,4,5,6,7,8,0])",
            Program::Klotski => "FLAG t1 t2 ... t20    (FLAG: 100, 200, 300, 400 or 500)",
        }
    }
}

/// The settings of a program.
#[derive(Clone, Debug, Default)]
pub struct Settings {
    /// The limits of its search. Without a memory limit it is three quarters of what is free.
    pub limits: Limits,
    /// Whether the output is a terminal, on which boards can move.
    pub terminal: bool,
    /// Shows a solution on a screen, and returns whether it could.
    pub screen: Option<fn(&Solver) -> bool>,
    /// A mistake to make; none in the program itself.
    pub slip: Option<Slip>,
}

impl Settings {
    /// The limits, with a memory limit in any case.
    pub(crate) fn limits(&self) -> Limits {
        let memory = self.limits.memory.unwrap_or_else(memory::three_quarters_of_free);
        Limits { memory: Some(memory), ..self.limits.clone() }
    }
}

/// What the exit codes mean, for the help text.
const EXIT_CODES: &str =
    "Exit codes: 0 done, 1 proven unsolvable, 2 bad input or usage, 3 stopped at a limit.\n";

/// How a program with valid arguments ended.
pub(crate) enum Verdict {
    /// It did what it was asked.
    Done,
    /// The puzzle is proved unsolvable, with a message unless the output contains it.
    Unsolvable(Option<String>),
    /// It stopped at a limit.
    Stopped { limit: Limit, lower_bound: u64 },
}

/// Runs a program: its output goes to `out`, error messages go to `err`; returns the exit code. A closed pipe is not
/// an error.
pub fn run(
    program: Program,
    arguments: &[OsString],
    settings: &Settings,
    out: &mut dyn Write,
    err: &mut dyn Write,
) -> u8 {
    let mut out = BufWriter::with_capacity(1 << 16, out);
    let name = program.installed_name().unwrap_or(program.name());
    // A slip of another program makes no difference to this one.
    let slip = settings.slip.filter(|slip| Slip::of(program).contains(slip));
    let ended = match arguments {
        [help] if help == "--help" || help == "-h" => {
            let help =
                format!("{name}: {}\n\nusage: {name} {}\n\n{EXIT_CODES}", program.about(), program.usage());
            out.write_all(help.as_bytes()).map(|()| Verdict::Done).map_err(Error::from)
        }
        _ => start(program, arguments, &Settings { slip, ..settings.clone() }, &mut out),
    };
    let ended = out.flush().map_err(Error::from).and(ended);
    let (exit, complaint) = match ended {
        Ok(Verdict::Done) => (0, None),
        Ok(Verdict::Unsolvable(complaint)) => (1, complaint),
        Ok(Verdict::Stopped { limit, lower_bound }) => (
            3,
            Some(format!(
                "{}: every solution takes at least {lower_bound} moves; \
                 `taquin solve` goes further than this textbook search",
                solver::stopped(limit)
            )),
        ),
        Err(Error::Output(error)) if error.kind() == io::ErrorKind::BrokenPipe => (0, None),
        Err(error @ Error::Usage(_)) => (2, Some(format!("{error}\nusage: {name} {}", program.usage()))),
        Err(error) => (2, Some(error.to_string())),
    };
    if let Some(complaint) = complaint {
        // If this fails, there is nowhere left to say so.
        let _ = writeln!(err, "{}: {complaint}", program.name());
    }
    exit
}

fn start(
    program: Program,
    arguments: &[OsString],
    settings: &Settings,
    out: &mut dyn Write,
) -> Result<Verdict, Error> {
    match program {
        Program::Torus => torus::run(arguments, settings, out),
        Program::EightPuzzle => eight_puzzle::run(arguments, settings, out),
        Program::TorusAstar => torus_astar::run(arguments, settings, out),
        Program::Board => board::run(arguments, settings, out),
        Program::Solver => solver::run(arguments, settings, out),
        Program::Visualizer => visualizer::run(arguments, settings, out),
        Program::Klotski => klotski::run(arguments, settings, out),
    }
}
