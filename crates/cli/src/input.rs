//! Where a puzzle comes from: a file, standard input, or the arguments themselves.

use std::ffi::{OsStr, OsString};
use std::io::{BufRead, BufReader, Cursor, IsTerminal, Read};
use std::path::Path;

use anyhow::{Context, bail};
use taquin::blocks::Problem;
use taquin::tiles::format::{self, Style};
use taquin::{Board, Error, Hints, Instance, Reading};

use crate::args::{HintArgs, PuzzleArgs, Size};

/// The most cells of a board that its size names.
const MOST_CELLS: u64 = 10_000;

/// A text and where it came from, for messages.
pub(crate) struct Source {
    pub(crate) name: String,
    pub(crate) text: String,
}

/// Reads `words`: none or `-` is standard input, names of files are those files, and anything that cannot be the name
/// of a file is the puzzle itself, whose words the shell may have split.
pub(crate) fn read(words: &[OsString]) -> anyhow::Result<Source> {
    let [word] = words else {
        return match words {
            [] => read(&["-".into()]),
            files if files.iter().all(|file| Path::new(file).is_file()) => {
                let texts: anyhow::Result<Vec<Source>> =
                    files.iter().map(|file| read(std::slice::from_ref(file))).collect();
                let texts: Vec<String> = texts?.into_iter().map(|source| source.text).collect();
                Ok(Source { name: "the files".to_string(), text: texts.join("\n\n") })
            }
            _ => Ok(argument(text_of(&words.join(OsStr::new(" ")))?)),
        };
    };
    if word == "-" {
        let mut bytes = Vec::new();
        listen()?.read_to_end(&mut bytes).context("standard input")?;
        return decode("standard input", bytes);
    }
    let (path, name) = (Path::new(word), Path::new(word).display().to_string());
    if path.is_dir() {
        bail!("{name}: is a folder, not a puzzle");
    }
    if path.exists() {
        let bytes = std::fs::read(path).with_context(|| name.clone())?;
        return decode(&name, bytes);
    }
    let text = text_of(word)?;
    if looks_like_a_path(text) && Instance::parse(text, &Hints::default()).is_err() {
        bail!("{name}: no such file (a puzzle can also be given as text, as in '1 2 3 / 4 0 6 / 7 5 8')");
    }
    Ok(argument(text))
}

fn argument(text: &str) -> Source {
    Source { name: "argument".to_string(), text: text.to_string() }
}

fn text_of(word: &OsStr) -> anyhow::Result<&str> {
    word.to_str().with_context(|| format!("{}: no such file", Path::new(word).display()))
}

/// Standard input; at a terminal a note explains what to do.
fn listen() -> std::io::Result<std::io::StdinLock<'static>> {
    let stdin = std::io::stdin();
    if stdin.is_terminal() {
        use std::io::Write;
        writeln!(
            std::io::stderr(),
            "taquin: waiting for a puzzle, as in '1 2 3 / 4 0 6 / 7 5 8'; Ctrl-D on a line of its own ends it"
        )?;
    }
    Ok(stdin.lock())
}

/// A single word that ends like a file name or holds a folder, and no white space.
fn looks_like_a_path(argument: &str) -> bool {
    let one_word = !argument.contains(char::is_whitespace) && !argument.contains(',');
    one_word
        && (argument.starts_with(['/', '.', '~'])
            || argument.rsplit_once('.').is_some_and(|(_, end)| {
                (1..=4).contains(&end.len())
                    && end.chars().any(|c| c.is_ascii_alphabetic())
                    && end.chars().all(char::is_alphanumeric)
            }))
}

fn decode(name: &str, bytes: Vec<u8>) -> anyhow::Result<Source> {
    match String::from_utf8(bytes) {
        Ok(text) => Ok(Source { name: name.to_string(), text }),
        Err(error) => {
            let valid = &error.as_bytes()[..error.utf8_error().valid_up_to()];
            let line = 1 + valid.iter().filter(|&&byte| byte == b'\n').count();
            let column = 1 + valid.iter().rev().take_while(|&&byte| byte != b'\n').count();
            bail!("{name}: line {line}, column {column}: expected text, found bytes that are not UTF-8")
        }
    }
}

/// The text that `words` name, to be read line by line.
pub(crate) fn open(words: &[OsString]) -> anyhow::Result<Box<dyn BufRead + Send>> {
    match words {
        [word] if Path::new(word).is_file() => {
            let file = std::fs::File::open(word).with_context(|| Path::new(word).display().to_string())?;
            Ok(Box::new(BufReader::new(file)))
        }
        [word] if word != "-" => Ok(Box::new(Cursor::new(read(words)?.text))),
        [] | [_] => {
            drop(listen()?);
            Ok(Box::new(BufReader::new(std::io::stdin())))
        }
        _ => Ok(Box::new(Cursor::new(read(words)?.text))),
    }
}

/// What the arguments say beside the puzzle.
pub(crate) fn hints(args: &HintArgs) -> anyhow::Result<Hints> {
    let goal = args.goal.clone().map(|goal| read(&[goal])).transpose()?;
    Ok(Hints {
        goal: goal.map(|goal| goal.text),
        torus: args.torus,
        size: args.size.map(|size| (size.rows, size.cols)),
        metric: args.metric.clone(),
        form: args.form.clone(),
    })
}

/// What is wrong with a text, and where it came from.
fn located(error: Error, name: String) -> anyhow::Error {
    match error {
        Error::Unknown { .. } if name == "argument" => {
            anyhow::anyhow!("{}", error.to_string().replacen(" is not a board", " is not a file, a board", 1))
        }
        error => anyhow::Error::from(error).context(name),
    }
}

/// Reads one puzzle or many. A size stands for the board that is solved; a scramble leads away from each.
pub(crate) fn reading(words: &[OsString], args: &HintArgs) -> anyhow::Result<Reading> {
    let mut hints = hints(args)?;
    let source = match sized(words) {
        Some(Size { rows, cols }) => {
            // Larger solved boards would be very long texts.
            if u64::from(rows) * u64::from(cols) > MOST_CELLS {
                bail!("a board of {rows} x {cols} is too large to be named by its size");
            }
            let goal = hints.goal.as_deref().unwrap_or("blank-last");
            let board = match format::parse_goal(goal, (rows, cols)) {
                // A goal that leaves cells open, or is one of several, cannot be a start.
                Err(_) if goal.contains(['*', '|']) => Board::blank_last(rows, cols),
                goal => goal.context("--goal")?,
            };
            hints.size = Some((rows, cols));
            argument(&board.text(Style::Rows).to_string())
        }
        None => read(words)?,
    };
    let found = taquin::read(source.text, &hints).map_err(|error| located(error, source.name))?;
    let Some(scramble) = args.scramble.clone() else { return Ok(found) };
    Ok(match found {
        Reading::One(instance) => Reading::One(taquin::scrambled(&instance, &scramble)?),
        Reading::Many(found) => Reading::Many(Box::new(
            found.map(move |found| found.and_then(|instance| taquin::scrambled(&instance, &scramble))),
        )),
    })
}

/// The size that a single word is.
fn sized(words: &[OsString]) -> Option<Size> {
    let [word] = words else { return None };
    word.to_str().filter(|word| word.contains(['x', 'X']) && !Path::new(word).exists())?.parse().ok()
}

/// Reads the puzzle that a command is given.
pub(crate) fn instance(args: &PuzzleArgs) -> anyhow::Result<Instance> {
    one(reading(&args.puzzle, &args.hints)?)
}

/// Reads the puzzle that a command is given; without a goal of its own it has that of the file of distances.
pub(crate) fn instance_with(args: &PuzzleArgs, distances: Option<&Path>) -> anyhow::Result<Instance> {
    let instance = instance(args)?;
    Ok(match distances {
        Some(file) => instance.with_goal_of(file)?,
        None => instance,
    })
}

/// Reads a puzzle that one word names.
pub(crate) fn position(word: &OsString, args: &HintArgs) -> anyhow::Result<Instance> {
    one(reading(std::slice::from_ref(word), args)?)
}

fn one(found: Reading) -> anyhow::Result<Instance> {
    match found {
        Reading::One(instance) => Ok(instance),
        Reading::Many(_) => Err(Error::Several.into()),
    }
}

/// Reads a puzzle of blocks.
pub(crate) fn blocks(argument: &OsStr, hints: &Hints) -> anyhow::Result<Problem> {
    let source = read(&[argument.to_owned()])?;
    let instance = taquin::read_one(source.text, hints).map_err(|error| located(error, source.name))?;
    let problem = instance.of::<Problem>().cloned();
    let name = Path::new(argument).display();
    problem.with_context(|| format!("{name}: these are {}, not blocks", instance.kind()))
}
