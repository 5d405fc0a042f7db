//! Texts and the boards they stand for, errors with their places, and round trips.

use proptest::prelude::*;
use taquin_tiles::format::{Boards, GOALS, Style, parse, parse_board, parse_goal, read_board};
use taquin_tiles::{Board, Error};

fn board(rows: u32, cols: u32, tiles: &[u32]) -> Board {
    Board::new(rows, cols, tiles).unwrap()
}

const EIGHT: [u32; 9] = [1, 2, 3, 4, 5, 6, 7, 8, 0];

#[test]
fn one_board_in_many_texts() {
    for text in [
        "1 2 3 4 5 6 7 8 0",
        "1,2,3,4,5,6,7,8,0",
        "[1, 2, 3, 4, 5, 6, 7, 8, 0]",
        "1 2 3/4 5 6/7 8 _",
        "1 2 3/4 5 6/7 8 .",
        "  1 2 3\n  4 5 6\n  7 8 ·\n",
        "1 2 3; 4 5 6; 7 8 0",
        "1, 2, 3; 4, 5, 6; 7, 8, 0;",
        "123456780",
        "1 2 3 / 4 5 6 / 7 8 0\n",
        "[[1,2,3],[4,5,6],[7,8,0]]",
        "[[1, 2, 3],\n [4, 5, 6],\n [7, 8, 0]]",
        "((1 2 3) (4 5 6) (7 8 0))",
        "1 2 3\n4 5 6\n7 8 0",
        "\u{feff}1 2 3\r\n4 5 6\r\n7 8 0\r\n",
        "3\n1 2 3\n4 5 6\n7 8 0\n",
        "3\n\n 1  2  3 \n\n 4  5  6 \n 7  8  0 \n",
        "3 1 2 3 4 5 6 7 8 0",
        "3\n1 2 3 4 5\n6 7 8 0",
        "3 3\n1 2 3\n4 5 6\n7 8 0",
        "3 3 1 2 3 4 5 6 7 8 0",
        "3 1\n2 3\n4 5\n6 7\n8 0",
        "3 1 2 3\n4 5 6\n7 8 0",
        "  \n\n1 2 3\n\n4 5 6\n\n7 8 0",
    ] {
        let expected = Boards { start: board(3, 3, &EIGHT), goal: None };
        assert_eq!(parse(text, None), Ok(expected), "{text:?}");
    }
}

#[test]
fn rectangles_are_told_by_their_rows_or_their_size() {
    let check = |text: &str, rows, cols, tiles: &[u32]| {
        assert_eq!(parse_board(text, None).unwrap(), board(rows, cols, tiles), "{text:?}");
    };
    check("1 2 3/4 5 0", 2, 3, &[1, 2, 3, 4, 5, 0]);
    check("2 3\n1 2 3\n4 5 0", 2, 3, &[1, 2, 3, 4, 5, 0]);
    check("2 3 1 2 3 4 5 0", 2, 3, &[1, 2, 3, 4, 5, 0]);
    check("3 2\n1 2\n3 4\n5 0", 3, 2, &[1, 2, 3, 4, 5, 0]);
    check("3 2\n1 0\n4 5\n6 7", 4, 2, &[3, 2, 1, 0, 4, 5, 6, 7]);
    check("2\n1\n0\n3\n4", 5, 1, &[2, 1, 0, 3, 4]);
    check("2\n1\n0\n3\n2", 2, 2, &[1, 0, 3, 2]);
    check("3 1 2 4 5/6 7 8 9 0", 2, 5, &[3, 1, 2, 4, 5, 6, 7, 8, 9, 0]);
    check("2 7 1 2 3 4 5 6 7 8 9 10 11 12 13 0", 2, 7, &[1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 0]);
    check(
        "2 7 1 3 4 5 6 8 9 10 11 12 13 14 15 0",
        4,
        4,
        &[2, 7, 1, 3, 4, 5, 6, 8, 9, 10, 11, 12, 13, 14, 15, 0],
    );
    check("1 2 3 4 0", 1, 5, &[1, 2, 3, 4, 0]);
    check("1 2 3 0 /", 1, 4, &[1, 2, 3, 0]);
    check("0", 1, 1, &[0]);
    check("1 0", 1, 1, &[0]);
    check("1\n0", 1, 1, &[0]);
    check("1/0", 2, 1, &[1, 0]);
    check("0\n1", 2, 1, &[0, 1]);
    check("2 0 1 3", 2, 2, &[2, 0, 1, 3]);
    assert_eq!(parse_board("1 2 3 4 5 0", Some((2, 3))).unwrap(), board(2, 3, &[1, 2, 3, 4, 5, 0]));
    assert_eq!(parse_board("2 3\n1 2 3 4 5 0", Some((2, 3))).unwrap(), board(2, 3, &[1, 2, 3, 4, 5, 0]));
    assert_eq!(parse_board("2 3 1 0", Some((1, 4))).unwrap(), board(1, 4, &[2, 3, 1, 0]));
}

#[test]
fn pairs_of_boards() {
    let swapped = [1, 2, 3, 4, 5, 6, 7, 0, 8];
    for text in [
        "1 2 3 4 5 6 7 8 0 -> 1 2 3 4 5 6 7 0 8",
        "1 2 3/4 5 6/7 8 0;1 2 3/4 5 6/7 0 8",
        "1 2 3 4 5 6 7 8 0 ; 1 2 3 4 5 6 7 0 8",
        "start: 1 2 3 / 4 5 6 / 7 8 0\ngoal:  1 2 3 / 4 5 6 / 7 0 8\n",
        "3 1 2 3 4 5 6 7 8 0 -> 3 1 2 3 4 5 6 7 0 8",
        "1 2 3\n4 5 6\n7 8 0\n\n1 2 3\n4 5 6\n7 0 8\n",
        "1 2 3\n4 5 6\n7 8 0\n1 2 3\n4 5 6\n7 0 8\n",
    ] {
        let expected = Boards { start: board(3, 3, &EIGHT), goal: Some(board(3, 3, &swapped)) };
        assert_eq!(parse(text, None), Ok(expected), "{text:?}");
        assert!(parse_board(text, None).is_err());
    }
    let flat = parse("2 3\n1 2 3 4 5 0 -> 0 1 2 3 4 5", None).unwrap();
    assert_eq!(flat.goal, Some(board(2, 3, &[0, 1, 2, 3, 4, 5])));
}

/// Several boards are a list of boards, unless the text says which of them is the goal.
#[test]
fn two_boards_alone_are_no_pair() {
    for text in [
        "1 2 3 4 5 6 7 8 0 1 2 3 4 5 6 7 0 8",
        "1 2 3 4 5 6 7 8 0\n1 2 3 4 5 6 7 0 8",
        "1 2 3/4 5 6/7 8 0\n1 2 3/4 5 6/7 0 8",
        "[1,2,3,4,5,6,7,8,0] [1,2,3,4,5,6,7,0,8]",
        "3\n1 2 3\n4 5 6\n7 8 0\n\n3\n1 2 3\n4 5 6\n7 0 8\n",
        "1 2\n3 0\n\n1 2\n0 3\n",
    ] {
        assert!(parse(text, None).is_err(), "{text:?}");
    }
    let error = parse("1 2 3 4 5 6 7 8 0 1 2 3 4 5 6 7 0 8", None).unwrap_err().to_string();
    assert!(error.starts_with("line 1, column 19: expected one board, found two"), "{error}");
}

#[test]
fn a_board_may_have_its_number_in_front() {
    for text in ["7 1 2 3 4 5 6 7 8 0", "12 1 2 3 / 4 5 6 / 7 8 0", "3 1 2 3 4 5 6 7 8 0"] {
        assert_eq!(parse_board(text, None).unwrap(), board(3, 3, &EIGHT), "{text:?}");
    }
    assert!(parse_board("4\n1 2 3\n4 5 6\n7 8 0", None).is_err());
    assert!(parse_board("7 0", None).is_err());
}

#[test]
fn goals_have_names() {
    let goal = |name: &str, size| parse_goal(name, size).unwrap().text(Style::Rows).to_string();
    assert_eq!(goal("blank-first", (2, 3)), "0 1 2 / 3 4 5");
    assert_eq!(goal("spiral", (3, 3)), "1 2 3 / 8 0 4 / 7 6 5");
    assert_eq!(goal("spiral", (3, 2)), "1 2 / 0 3 / 5 4");
    assert_eq!(goal("spiral", (1, 4)), "1 2 3 0 /");
    assert_eq!(goal("spiral", (4, 1)), "1 / 2 / 3 / 0");
    for (name, _) in GOALS {
        assert_eq!(parse_goal(name, (5, 4)).unwrap().tiles().len(), 20);
    }
    assert!(parse_goal("1 2 / 3 0", (2, 3)).is_err());
}

#[test]
fn errors_name_the_place_and_what_was_expected() {
    for (text, message) in [
        ("", "line 1, column 1: expected a board, found nothing"),
        (" \n\n", "line 3, column 1: expected a board, found nothing"),
        ("1 2\n3 x", "line 2, column 3: expected a number, found 'x'"),
        ("1 2\n3 -1", "line 2, column 3: expected a number, found '-1'"),
        ("1 2 3\n4 5 5\n7 8 0", "line 2, column 5: expected every tile once, found 5 again"),
        ("1 2 3\n4 5 6\n7 8 9", "line 3, column 5: expected a tile from 0 to 8, found 9"),
        ("1 2 3 99999999999", "line 1, column 7: expected a tile from 0 to 3, found a larger number"),
        ("3\n1 2 3\n4 5 6\n7 8\n", "line 5, column 1: expected 9 tiles, found 8"),
        ("3\n1 2 3\n4 5 6\n7 8 0 9\n", "line 4, column 7: expected 9 tiles, found 10"),
        ("3 1 2 3 4 5 6 7 8 9", "line 1, column 19: expected a tile from 0 to 8, found 9"),
        ("1 2 3\n4 5\n6 7 0", "line 2, column 1: expected a row of 3 tiles, found one of 2"),
        (
            "1 2 3 4 5",
            "line 1, column 10: expected a square number of tiles, or rows of equal length, or the size in \
             the first line, found 5 tiles",
        ),
        ("0\n1 2", "line 1, column 1: expected a board with sides of 1 to 32768 cells"),
        ("99999\n1 2", "line 1, column 1: expected a board with sides of 1 to 32768 cells"),
        ("1 0 -> ", "line 1, column 8: expected a board, found nothing"),
        ("-> 1 2 3 0", "line 1, column 4: expected a board, found nothing"),
        ("1 \u{1b}[31m", "line 1, column 3: expected a number, found '\\u{1b}'"),
        ("0->0->0", "line 1, column 7: expected one board, or a start and a goal, found more"),
        ("1 2 3 0 -> 1 2/3 4/5 0", "line 1, column 12: expected a goal of 2 x 2 cells like the start"),
    ] {
        assert_eq!(parse(text, None).unwrap_err().to_string(), message, "{text:?}");
    }
    let sized = parse("1 2 3 0", Some((3, 3))).unwrap_err().to_string();
    assert_eq!(sized, "line 1, column 8: expected 9 tiles, found 4");
    let two = parse_board("0 -> 0", None).unwrap_err().to_string();
    assert_eq!(
        two,
        "line 1, column 6: expected one board, found two; '->' stands between a start and its goal"
    );
}

#[test]
fn streams_are_read_as_course_files() {
    assert_eq!(read_board(&b"3\n 1 2 3\r\n 4 5 6 \n\n 7 8 0"[..]).unwrap(), board(3, 3, &EIGHT));
    assert_eq!(read_board(&b"1 0"[..]).unwrap(), board(1, 1, &[0]));
    for (text, message) in [
        ("", "line 1, column 1: expected a board, found nothing"),
        ("0", "line 1, column 1: expected a board with sides of 1 to 32768 cells"),
        ("32769", "line 1, column 1: expected a board with sides of 1 to 32768 cells"),
        ("2\n1 2\n3", "line 3, column 2: expected 4 tiles, found 3"),
        ("2\n1 2\n3 0\n4", "line 4, column 1: expected 4 tiles, found more"),
        ("2\n1 2\n3 x", "line 3, column 3: expected a number, found 'x'"),
        ("2\n1 2\n3\u{e9} 0", "line 3, column 2: expected a number, found '\\xc3'"),
        ("2\n1 2\n2 0", "line 3, column 1: expected every tile once, found 2 again"),
        ("2\n1 2\n4 0", "line 3, column 1: expected a tile from 0 to 3, found 4"),
        (
            "2\n1 99999999999999999999999999 4 0",
            "line 2, column 3: expected a tile from 0 to 3, found a larger number",
        ),
        ("32768\n1 2", "line 2, column 4: expected 1073741824 tiles, found 2"),
    ] {
        let error = read_board(text.as_bytes()).unwrap_err();
        assert!(matches!(error, Error::Parse(_)));
        assert_eq!(error.to_string(), message, "{text:?}");
    }
    /// A source that gives one byte at a time and fails at its end.
    struct Slow<'a>(std::slice::Iter<'a, u8>);
    impl std::io::Read for Slow<'_> {
        fn read(&mut self, buffer: &mut [u8]) -> std::io::Result<usize> {
            buffer[0] = *self.0.next().ok_or_else(|| std::io::Error::other("broken"))?;
            Ok(1)
        }
    }
    let error = read_board(Slow(b"2\n10".iter())).unwrap_err();
    assert_eq!(error.to_string(), "cannot read: broken");
}

#[test]
fn boards_are_written_as_the_programs_print_them() {
    let small = board(2, 3, &[1, 2, 3, 4, 5, 0]);
    assert_eq!(small.text(Style::Course).to_string(), "2 3\n 1  2  3\n 4  5  0");
    assert_eq!(small.text(Style::Rows).to_string(), "1 2 3 / 4 5 0");
    assert_eq!(small.text(Style::List).to_string(), "[1, 2, 3, 4, 5, 0]");
    let eight = board(3, 3, &EIGHT);
    assert_eq!(eight.text(Style::Course).to_string(), "3\n 1  2  3\n 4  5  6\n 7  8  0");
    let large = Board::blank_last(11, 11).text(Style::Course).to_string();
    assert!(large.contains("\n89 90 91 92 93 94 95 96 97 98 99\n100 101 102 "));
}

fn boards() -> impl Strategy<Value = Board> {
    let sizes = (1u32..7, 1u32..7);
    sizes.prop_flat_map(|(rows, cols)| {
        let tiles: Vec<u32> = (0..rows * cols).collect();
        Just(tiles).prop_shuffle().prop_map(move |tiles| Board::new(rows, cols, tiles).unwrap())
    })
}

proptest! {
    #[test]
    fn any_text_is_a_board_or_an_error(text in any::<String>()) {
        let _ = parse(&text, None);
        let _ = read_board(text.as_bytes());
    }

    #[test]
    fn any_numbers_and_marks_are_a_board_or_an_error(
        text in "([0-9]{1,2}|4294967296|[ ,/;_x\n]|->|\\[|\\]|\n\n| ){0,40}",
        size in prop::option::of((0u32..5, 0u32..5)),
    ) {
        let _ = parse(&text, size);
        let _ = parse_board(&text, size);
        let _ = read_board(text.as_bytes());
    }

    #[test]
    fn what_is_written_is_read_back(start in boards(), style in 0..3usize) {
        let style = [Style::Course, Style::Rows, Style::List][style];
        let size = (start.rows(), start.cols());
        // A list tells no rows.
        let told = style != Style::List;
        let text = start.text(style).to_string();
        prop_assert_eq!(&parse_board(&text, Some(size)).unwrap(), &start);
        if told {
            prop_assert_eq!(&parse_board(&text, None).unwrap(), &start);
        }
        if size.0 == size.1 {
            prop_assert_eq!(&read_board(start.text(Style::Course).to_string().as_bytes()).unwrap(), &start);
        }
    }

    #[test]
    fn pairs_are_read_back(start in boards(), style in 0..3usize, divider in 0..2usize) {
        let style = [Style::Course, Style::Rows, Style::List][style];
        let goal = Board::blank_first(start.rows(), start.cols());
        let divider = [" -> ", " ; "][divider];
        let text = format!("{}{divider}{}", start.text(style), goal.text(style));
        let boards = Boards { start: start.clone(), goal: Some(goal) };
        prop_assert_eq!(parse(&text, Some((start.rows(), start.cols()))).unwrap(), boards);
    }
}
