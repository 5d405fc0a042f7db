//! Calling a program.

use std::ffi::OsString;
use std::io::Write;

use taquin_courses::{Program, Settings, run};

/// What a program did.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Done {
    pub(crate) exit: u8,
    pub(crate) out: String,
    pub(crate) err: String,
}

pub(crate) fn call_with(program: Program, arguments: &[OsString], settings: &Settings) -> Done {
    let (mut out, mut err) = (Vec::new(), Vec::new());
    let exit = run(program, arguments, settings, &mut out, &mut err);
    let text = |bytes| String::from_utf8(bytes).expect("programs print text");
    Done { exit, out: text(out), err: text(err) }
}

/// Calls a program with the words of `arguments`.
pub(crate) fn call(program: Program, arguments: &str) -> Done {
    let arguments: Vec<OsString> = arguments.split_whitespace().map(Into::into).collect();
    call_with(program, &arguments, &Settings::default())
}

/// Calls a program with a file of this content.
pub(crate) fn call_on(program: Program, content: impl AsRef<[u8]>) -> Done {
    let mut file = tempfile::NamedTempFile::new().expect("a temporary file");
    file.write_all(content.as_ref()).expect("a temporary file");
    call_with(program, &[file.path().into()], &Settings::default())
}
