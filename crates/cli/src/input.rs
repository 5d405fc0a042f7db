//! Where a puzzle comes from: a file, standard input, or the argument itself.

use std::io::{BufRead, BufReader, Cursor, Read};
use std::path::Path;

use anyhow::{Context, bail};
use taquin::blocks::Problem;
use taquin::{Hints, Instance};

use crate::args::PuzzleArgs;

/// A text and where it came from, for messages.
pub(crate) struct Source {
    pub(crate) name: String,
    pub(crate) text: String,
}

/// Reads `argument`: `-` is standard input, the name of a file is that file, a name of the
/// catalogue is that puzzle, and whatever cannot be the name of a file is the puzzle itself.
pub(crate) fn read(argument: &str) -> anyhow::Result<Source> {
    if argument == "-" {
        let mut bytes = Vec::new();
        std::io::stdin().lock().read_to_end(&mut bytes).context("standard input")?;
        return decode("standard input", bytes);
    }
    let path = Path::new(argument);
    if path.is_dir() {
        bail!("{argument}: is a folder, not a puzzle");
    }
    if path.exists() {
        let bytes = std::fs::read(path).with_context(|| argument.to_string())?;
        return decode(argument, bytes);
    }
    if let Some(entry) = taquin::blocks::catalogue::find(argument) {
        return Ok(Source { name: entry.id.to_string(), text: entry.text.to_string() });
    }
    if looks_like_a_path(argument) && !is_a_picture(argument) {
        bail!("{argument}: no such file (a puzzle can also be given as text, as in '1 2 3 / 4 0 6 / 7 5 8')");
    }
    Ok(Source { name: "argument".to_string(), text: argument.to_string() })
}

/// Rows of blocks in one word, which dots and strokes make look like a path.
fn is_a_picture(argument: &str) -> bool {
    argument.contains('/') && Instance::parse(argument, &Hints::default()).is_ok()
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

/// The text that `argument` names, to be read line by line.
pub(crate) fn open(argument: &str) -> anyhow::Result<Box<dyn BufRead + Send>> {
    if argument == "-" {
        return Ok(Box::new(BufReader::new(std::io::stdin())));
    }
    match Path::new(argument) {
        path if path.is_file() => {
            let file = std::fs::File::open(path).with_context(|| argument.to_string())?;
            Ok(Box::new(BufReader::new(file)))
        }
        _ => Ok(Box::new(Cursor::new(read(argument)?.text))),
    }
}

/// What the arguments say beside the puzzle.
pub(crate) fn hints(args: &PuzzleArgs) -> anyhow::Result<Hints> {
    Ok(Hints {
        goal: args.goal.as_deref().map(read).transpose()?.map(|goal| goal.text),
        torus: args.torus,
        size: args.size.map(|size| (size.rows, size.cols)),
        metric: args.metric.clone(),
        form: args.form.clone(),
    })
}

/// Reads a text as a puzzle.
pub(crate) fn parse(source: &Source, hints: &Hints) -> anyhow::Result<Instance> {
    let read = Instance::parse(&source.text, hints);
    let named = match read {
        Err(taquin::Error::Unclear) => read.context("give --form klotski for the code"),
        read => read.map_err(anyhow::Error::from),
    };
    named.with_context(|| source.name.clone())
}

/// Reads the puzzle that a command is given.
pub(crate) fn instance(args: &PuzzleArgs) -> anyhow::Result<Instance> {
    parse(&read(&args.puzzle)?, &hints(args)?)
}

/// Reads a puzzle of blocks.
pub(crate) fn blocks(argument: &str, hints: &Hints) -> anyhow::Result<Problem> {
    let instance = parse(&read(argument)?, hints)?;
    let problem = instance.of::<Problem>().cloned();
    problem.with_context(|| format!("{argument}: these are {}, not blocks", instance.kind()))
}
