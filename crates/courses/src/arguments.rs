//! Arguments that are numbers.

use std::ffi::OsString;
use std::path::Path;

use crate::error::Error;

/// The numbers of a call `FLAG t1 t2 ...` with exactly `count` tiles.
pub(crate) fn flag_and_tiles(arguments: &[OsString], count: usize) -> Result<(u32, Vec<u8>), Error> {
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

/// A number in plain decimal digits, without a sign or leading zeros.
fn number(text: &OsString) -> Option<u32> {
    let text = text.to_str()?;
    let plain = text.bytes().all(|byte| byte.is_ascii_digit()) && (text == "0" || !text.starts_with('0'));
    plain.then(|| text.parse().ok())?
}

fn unexpected(expected: &str, found: &OsString) -> Error {
    Error::Usage(format!("expected {expected}, found {found:?}"))
}

/// Checks that nine tiles are 0 to 8, each once.
pub(crate) fn nine_tiles(tiles: &[u8]) -> Result<[u8; 9], Error> {
    let Ok(tiles) = <[u8; 9]>::try_from(tiles) else {
        return Err(Error::Usage(format!("expected nine tiles, found {}", tiles.len())));
    };
    for tile in 0..9 {
        match tiles.iter().filter(|&&other| other == tile).count() {
            0 => {
                return Err(Error::Usage(format!("expected the tiles 0 to 8, each once; {tile} is missing")));
            }
            1 => {}
            _ => {
                return Err(Error::Usage(format!(
                    "expected the tiles 0 to 8, each once; {tile} is repeated"
                )));
            }
        }
    }
    Ok(tiles)
}
