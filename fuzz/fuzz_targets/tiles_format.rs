//! Any text is a board, a pair of boards or an error; and what was read is written and read again.
#![no_main]

use libfuzzer_sys::fuzz_target;
use taquin_tiles::format::{Style, parse, parse_board, read_board};

fuzz_target!(|bytes: &[u8]| {
    let streamed = read_board(bytes);
    let text = String::from_utf8_lossy(bytes);
    let told = parse(&text, None);
    // The first bytes may serve as a size that the caller knows.
    if let [rows, cols, ..] = *bytes {
        let _ = parse(&text, Some((u32::from(rows % 8), u32::from(cols % 8))));
    }
    if let Ok(board) = streamed {
        assert_eq!(parse_board(&text, None).as_ref(), Ok(&board), "both readers agree on course files");
    }
    if let Ok(boards) = told {
        for board in [Some(boards.start), boards.goal].into_iter().flatten() {
            let size = Some((board.rows(), board.cols()));
            for style in [Style::Course, Style::Rows, Style::List] {
                let written = board.text(style).to_string();
                assert_eq!(parse_board(&written, size).as_ref(), Ok(&board), "{written}");
            }
        }
    }
});
