//! Arguments that are numbers.

use std::ffi::OsString;
use std::path::Path;

use crate::error::Error;

/// The numbers of a call `FLAG t1 t2 ...` with exactly `count` tiles.
pub(crate) fn flag_and_tiles(arguments: &[OsString], count: usize) -> Result<(i32, Vec<u8>), Error> {
    let Some((flag, tiles)) = arguments.split_first().filter(|(_, tiles)| tiles.len() == count) else {
        let found = arguments.len();
        return Err(Error::Usage(format!("expected a flag and {count} tiles, found {found} arguments")));
    };
    let flag = number(flag).ok_or_else(|| unexpected("a flag", flag))?;
    let tile =
        |text| number(text).and_then(|n| u8::try_from(n).ok()).ok_or_else(|| unexpected("a tile", text));
    Ok((flag, tiles.iter().map(tile).collect::<Result<_, _>>()?))
}

/// The only argument, which names a file.
pub(crate) fn one_file(arguments: &[OsString]) -> Result<&Path, Error> {
    match arguments {
        [path] => Ok(Path::new(path)),
        _ => Err(Error::Usage(format!("expected one file, found {} arguments", arguments.len()))),
    }
}

/// A number as Java's `Integer.valueOf` reads it, which is what the courses' programs call: decimal digits of any
/// script, leading zeros included, after at most one sign.
fn number(text: &OsString) -> Option<i32> {
    let text = text.to_str()?;
    let (sign, digits) = match text.strip_prefix('-') {
        Some(digits) => ("-", digits),
        None => ("", text.strip_prefix('+').unwrap_or(text)),
    };
    let digits: String = digits.chars().map(|c| digit(c).map(char::from)).collect::<Option<_>>()?;
    format!("{sign}{digits}").parse().ok()
}

/// The zeros of the scripts whose ten digits `Integer.valueOf` accepts.
const ZEROS: [u16; 37] = [
    0x30, 0x660, 0x6f0, 0x7c0, 0x966, 0x9e6, 0xa66, 0xae6, 0xb66, 0xbe6, 0xc66, 0xce6, 0xd66, 0xde6, 0xe50,
    0xed0, 0xf20, 0x1040, 0x1090, 0x17e0, 0x1810, 0x1946, 0x19d0, 0x1a80, 0x1a90, 0x1b50, 0x1bb0, 0x1c40,
    0x1c50, 0xa620, 0xa8d0, 0xa900, 0xa9d0, 0xa9f0, 0xaa50, 0xabf0, 0xff10,
];

/// The plain digit that `c` stands for.
fn digit(c: char) -> Option<u8> {
    let value =
        ZEROS.iter().find_map(|&zero| u32::from(c).checked_sub(zero.into()).filter(|&value| value < 10))?;
    Some(b'0' + value as u8)
}

fn unexpected(expected: &str, found: &OsString) -> Error {
    Error::Usage(format!("expected {expected}, found {found:?}"))
}

/// Checks that nine tiles are 0 to 8, each once.
pub(crate) fn nine_tiles(tiles: &[u8]) -> Result<[u8; 9], Error> {
    let Ok(tiles) = <[u8; 9]>::try_from(tiles) else {
        return Err(Error::Usage(format!("expected nine tiles, found {}", tiles.len())));
    };
    let wrong = |what: String| Err(Error::Usage(format!("expected the tiles 0 to 8, each once; {what}")));
    let count = |tile: u8| tiles.iter().filter(|&&other| other == tile).count();
    if let Some(tile) = tiles.iter().find(|&&tile| tile > 8) {
        return wrong(format!("found {tile}"));
    }
    if let (Some(twice), Some(missing)) =
        ((0..9).find(|&tile| count(tile) > 1), (0..9).find(|&tile| count(tile) == 0))
    {
        return wrong(format!("{twice} is repeated and {missing} is missing"));
    }
    Ok(tiles)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_read_as_java_reads_them() {
        for (text, value) in [
            ("500", Some(500)),
            ("+500", Some(500)),
            ("0500", Some(500)),
            ("-0", Some(0)),
            ("-5", Some(-5)),
            ("\u{665}\u{660}\u{660}", Some(500)),
            ("\u{ff15}00", Some(500)),
            ("2147483647", Some(i32::MAX)),
            ("-2147483648", Some(i32::MIN)),
            ("2147483648", None),
            ("", None),
            ("+", None),
            ("-", None),
            ("+-5", None),
            ("--5", None),
            ("5 ", None),
            (" 5", None),
            ("5.0", None),
            ("0x5", None),
            ("5_0", None),
            ("\u{1d7d3}", None),
        ] {
            assert_eq!(number(&text.into()), value, "{text:?}");
        }
    }
}
