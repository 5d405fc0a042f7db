//! Untrusted file names, as text and as names of other files.

use std::ffi::OsStr;
use std::fmt::Write;

use crate::bundle::Hash;

/// The longest name of a file that is made from another one.
const LONGEST: usize = 180;

/// A name as safe text: invalid bytes, control characters, bidirectional overrides and `%` itself are written as `%`
/// and two digits. Different names stay different.
#[must_use]
pub fn plain(name: &OsStr) -> String {
    let mut plain = String::new();
    for chunk in name.as_encoded_bytes().utf8_chunks() {
        for character in chunk.valid().chars() {
            if is_safe(character) && character != '%' {
                plain.push(character);
            } else {
                let mut bytes = [0; 4];
                character.encode_utf8(&mut bytes).bytes().for_each(|byte| encode(&mut plain, byte));
            }
        }
        chunk.invalid().iter().for_each(|&byte| encode(&mut plain, byte));
    }
    plain
}

/// The beginning of the names of the files that belong to a plain name.
pub(crate) fn file(plain: &str) -> String {
    if plain.len() <= LONGEST {
        return plain.into();
    }
    let mut hash = Hash::default();
    hash.add(plain.as_bytes());
    let cut = (0..=LONGEST).rev().find(|&at| plain.is_char_boundary(at)).unwrap_or(0);
    format!("{}-{:016x}", &plain[..cut], hash.0)
}

/// Whether a character is shown as what it is.
pub(crate) fn is_safe(character: char) -> bool {
    let is_invisible = matches!(character,
        '\u{ad}' | '\u{61c}' | '\u{180e}' | '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}'
        | '\u{2060}'..='\u{206f}' | '\u{feff}' | '\u{fff9}'..='\u{fffb}' | '\u{fffe}' | '\u{ffff}' | '\u{e0000}'..='\u{e007f}');
    !character.is_control() && !is_invisible
}

fn encode(text: &mut String, byte: u8) {
    let _ = write!(text, "%{byte:02X}");
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::os::unix::ffi::OsStrExt;

    #[test]
    fn different_names_stay_different_and_do_nothing() {
        let plain = |bytes: &[u8]| plain(OsStr::from_bytes(bytes));
        assert_eq!(plain("Zoë <b>".as_bytes()), "Zoë <b>");
        assert_eq!(plain(b"a\xff"), "a%FF");
        assert_eq!(plain(b"a\n\x1b[2J%"), "a%0A%1B[2J%25");
        assert_eq!(plain("\u{202e}x".as_bytes()), "%E2%80%AEx");
        let long = |end: &str| file(&("é".repeat(200) + end));
        assert!(long("a").len() < 255 && long("a") != long("b"), "{}", long("a"));
    }
}
