//! The arguments of `taquin grade`.

use std::ffi::OsString;
use std::path::PathBuf;

use clap::{Args, ValueEnum};
use taquin_grader::Difficulty;

use super::values::named;

#[derive(Args)]
#[command(after_help = "\
Examples:
  taquin grade torus -- java Torus
  taquin grade torus --build 'javac Torus.java' -- java Torus
  taquin grade klotski --folder handed-in -- python3 klotski.py
  taquin grade torus-astar --format gradescope -o results.json -- student.py
  taquin grade solver --print-rubric > mine.toml
  taquin grade solver --rubric mine.toml --seed 2026 --difficulty hard -- java Solver
  taquin grade torus --submissions class --build 'javac *.java' --format csv -o grades.csv -- java Torus

The submission runs in a bubblewrap sandbox: it sees its own files, the interpreter and the
system's libraries, and nothing else; no network, no other processes, no disk. The time limit is
processor time. The same seed always gives the same cases.

With --submissions every folder or file in the given folder is graded; each grade is kept in the
folder of --results as NAME.json and NAME.md. After an interruption the same command continues.

Exit codes: 0 everything is right (or a class is graded), 1 something is wrong, 2 bad input or
usage, or something could not be graded for reasons that are not the submission's.")]
pub(crate) struct GradeArgs {
    /// The course: torus, eight-puzzle, torus-astar, board, solver or klotski
    #[arg(index = 1)]
    pub(crate) course: String,
    /// The command of the submission; for torus-astar a Python file
    #[arg(index = 2, last = true, value_name = "COMMAND", required_unless_present = "print_rubric")]
    pub(crate) command: Vec<OsString>,
    /// The points, time limits and comparisons [default: the built-in rubric]
    #[arg(long, value_name = "FILE")]
    pub(crate) rubric: Option<PathBuf>,
    /// Print the built-in rubric and do nothing else
    #[arg(long)]
    pub(crate) print_rubric: bool,
    /// The seed of the generated cases
    #[arg(long, default_value_t = 1)]
    pub(crate) seed: u64,
    /// How hard the generated cases are
    #[arg(long, default_value = "medium", value_parser = named::<Difficulty>(DIFFICULTIES.into_iter()))]
    pub(crate) difficulty: Difficulty,
    /// How many cases are generated in each part [default: as the rubric says]
    #[arg(long, value_name = "NUMBER")]
    pub(crate) cases: Option<usize>,
    /// A shell command that builds the submission
    #[arg(long, value_name = "LINE")]
    pub(crate) build: Option<String>,
    /// The folder of the submission
    #[arg(long, value_name = "FOLDER", default_value = ".", conflicts_with = "submissions")]
    pub(crate) folder: PathBuf,
    /// Grade every submission in a folder instead
    #[arg(long, value_name = "FOLDER")]
    pub(crate) submissions: Option<PathBuf>,
    /// The folder for the grades of --submissions
    #[arg(long, value_name = "FOLDER", default_value = "grades", requires = "submissions")]
    pub(crate) results: PathBuf,
    /// How many submissions are graded at once [default: one for each core; one without a sandbox]
    #[arg(long, value_name = "NUMBER", requires = "submissions")]
    pub(crate) jobs: Option<usize>,
    /// Grade without bubblewrap. A submission can then read everything that you can read (other
    /// submissions, grades, this program) and change everything that you can change; limits still
    /// hold, and reports say so. Only for programs that you trust, or in a separate container
    #[arg(long)]
    pub(crate) no_sandbox: bool,
    /// What to write
    #[arg(long, value_enum, default_value_t = GradeFormat::Text)]
    pub(crate) format: GradeFormat,
    /// Where to write it [default: standard output]
    #[arg(long, short, value_name = "FILE")]
    pub(crate) output: Option<PathBuf>,
}

const DIFFICULTIES: [(&str, &str); 3] = [
    ("easy", "quick to solve; the slow examples are left out"),
    ("medium", "like the assignment's own examples"),
    ("hard", "needs the right data structures"),
];

/// The form of a grade.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum GradeFormat {
    /// For people
    Text,
    /// Gradescope's results.json (one submission)
    Gradescope,
    /// JUnit's XML (one submission)
    Junit,
    /// A page, or a table of a class
    Markdown,
    /// A table for a spreadsheet
    Csv,
}
