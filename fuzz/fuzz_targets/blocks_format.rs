//! Any text is a puzzle of blocks or an error; and what was read is written and read again.
#![no_main]

use libfuzzer_sys::fuzz_target;
use taquin_blocks::format::{Format, parse};

fuzz_target!(|bytes: &[u8]| {
    let text = String::from_utf8_lossy(bytes);
    for format in Format::ALL {
        let _ = format.parse(&text);
    }
    let Ok(problem) = parse(&text) else { return };
    for format in Format::ALL {
        if let Some(written) = format.write(&problem) {
            let again = format.parse(&written).expect("what is written can be read");
            assert_eq!(again.pieces().len(), problem.pieces().len(), "{written}");
            assert_eq!(again.goal().len(), problem.goal().len(), "{written}");
        }
    }
});
