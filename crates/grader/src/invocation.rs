//! The command that runs a submission on a case, and the same command for people.

use std::ffi::OsString;
use std::path::Path;

use taquin_courses::Program;

use crate::case::Question;
use crate::error::Error;
use crate::queue::Operation;

/// The file of a case.
const FILE: &str = "puzzle.txt";
/// A file that does not exist.
const MISSING: &str = "missing.txt";
/// What imports a Python file and calls it.
const DRIVER: &str = ".taquin-driver.py";

/// The command of a submission.
#[derive(Clone, Debug)]
pub(crate) enum Invocation {
    /// A program that takes arguments.
    Program(Vec<OsString>),
    /// A Python file that is imported.
    Python { interpreter: Vec<OsString>, file: OsString },
}

impl Invocation {
    /// The command of a course: a program, or a Python file with or without its interpreter.
    pub(crate) fn new(course: Program, words: &[OsString]) -> Result<Self, Error> {
        let Some((last, before)) = words.split_last() else {
            return Err(Error::Command("expected the command of the submission after --".into()));
        };
        if course != Program::TorusAstar {
            return Ok(Invocation::Program(words.to_vec()));
        }
        if Path::new(last).extension().is_none_or(|extension| extension != "py") {
            let found = last.to_string_lossy();
            return Err(Error::Command(format!("expected a Python file such as student.py, found {found}")));
        }
        let interpreter = if before.is_empty() { vec!["python3".into()] } else { before.to_vec() };
        Ok(Invocation::Python { interpreter, file: last.clone() })
    }

    /// The words that begin every run.
    pub(crate) fn words(&self) -> &[OsString] {
        match self {
            Invocation::Program(words) => words,
            Invocation::Python { interpreter, .. } => interpreter,
        }
    }

    /// The words to run for a case, and the files that it needs.
    pub(crate) fn prepare(&self, question: &Question) -> (Vec<OsString>, Vec<(&'static str, Vec<u8>)>) {
        match self {
            Invocation::Program(words) => {
                let (mut words, mut files) = (words.clone(), Vec::new());
                match question {
                    Question::Arguments(arguments) => words.extend(arguments.iter().map(Into::into)),
                    Question::File(text) => {
                        files.push((FILE, text.clone().into_bytes()));
                        words.push(FILE.into());
                    }
                    Question::NoFile => words.push(MISSING.into()),
                    Question::Queue(_) => {}
                }
                (words, files)
            }
            Invocation::Python { interpreter, file } => {
                let mut words = interpreter.clone();
                words.extend(["-B".into(), DRIVER.into(), file.clone()]);
                match question {
                    Question::Arguments(arguments) => words.extend(arguments.iter().map(Into::into)),
                    Question::Queue(operations) => {
                        let text = serde_json::to_string(operations).unwrap_or_default();
                        words.extend(["queue".into(), text.into()]);
                    }
                    Question::File(_) | Question::NoFile => {}
                }
                (words, vec![(DRIVER, include_bytes!("driver.py").to_vec())])
            }
        }
    }

    /// The same as a line for a shell.
    pub(crate) fn shown(&self, question: &Question) -> String {
        let line = |words: &[OsString]| {
            words.iter().map(|word| quoted(&word.to_string_lossy())).collect::<Vec<_>>().join(" ")
        };
        match self {
            Invocation::Program(words) => match question {
                Question::Arguments(arguments) => {
                    let arguments: Vec<OsString> = arguments.iter().map(Into::into).collect();
                    format!("{} {}", line(words), line(&arguments))
                }
                Question::File(text) => {
                    let text = quoted(&text.replace('\n', "\\n"));
                    format!("printf {text} > {FILE} && {} {FILE}", line(words))
                }
                _ => format!("{} {MISSING}", line(words)),
            },
            Invocation::Python { interpreter, file } => {
                let module = Path::new(file).file_stem().unwrap_or_default().to_string_lossy();
                let code = match question {
                    Question::Queue(operations) => queue_code(&module, operations),
                    Question::Arguments(words) => {
                        let list = words.get(1).map_or("", String::as_str);
                        format!("from {module} import {0}; {0}({list})", words[0])
                    }
                    Question::File(_) | Question::NoFile => String::new(),
                };
                format!("{} -c {}", line(interpreter), quoted(&code))
            }
        }
    }
}

fn queue_code(module: &str, operations: &[Operation]) -> String {
    let mut code = format!("from {module} import PriorityQueue; q = PriorityQueue()");
    for operation in operations {
        let dict = |state: &[u8; 9], g: u32, h: u32| {
            format!("{{\"state\": {state:?}, \"h\": {h}, \"g\": {g}, \"parent\": None, \"f\": {}}}", g + h)
        };
        code += &match operation {
            Operation::Enqueue { state, g, h } => format!("; q.enqueue({})", dict(state, *g, *h)),
            Operation::Requeue { state, g, h } => format!("; q.requeue({})", dict(state, *g, *h)),
            Operation::Pop => "; print(q.pop())".into(),
            Operation::IsEmpty => "; print(q.is_empty())".into(),
            Operation::Print => "; print(q)".into(),
        };
    }
    code + "; print(q, q.max_len)"
}

/// A word as a shell reads it.
fn quoted(word: &str) -> String {
    let plain = |c: char| c.is_ascii_alphanumeric() || "-_./=:+,@%".contains(c);
    if !word.is_empty() && word.chars().all(plain) {
        return word.into();
    }
    format!("'{}'", word.replace('\'', r"'\''"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn commands_can_be_copied_into_a_shell() {
        let shown = |course, command: &str, question| {
            let words: Vec<OsString> = command.split('|').map(Into::into).collect();
            Invocation::new(course, &words).unwrap().shown(&question)
        };
        let question = Question::words("100 1 2");
        assert_eq!(shown(Program::Torus, "java|Torus", question.clone()), "java Torus 100 1 2");
        assert_eq!(shown(Program::Torus, "./it's mine", question), r"'./it'\''s mine' 100 1 2");
        let file = Question::File("1 2\n3\n".into());
        assert_eq!(
            shown(Program::Board, "java|Board", file),
            r"printf '1 2\n3\n' > puzzle.txt && java Board puzzle.txt"
        );
        let solve = Question::Arguments(vec!["solve".into(), "[1, 2]".into()]);
        assert_eq!(
            shown(Program::TorusAstar, "student.py", solve),
            "python3 -c 'from student import solve; solve([1, 2])'"
        );
        assert!(Invocation::new(Program::TorusAstar, &["java".into()]).is_err());
        assert!(Invocation::new(Program::Torus, &[]).is_err());
    }
}
