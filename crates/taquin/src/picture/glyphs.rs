//! A stroke font for the labels of pieces, so that a picture looks the same wherever it is drawn
//! and needs no installed font. Lower-case letters are small capitals.

use super::outline::num;

/// Height and usual width of a glyph in its own units.
const HEIGHT: f64 = 12.0;
const WIDTH: f64 = 8.0;
/// Space between two glyphs.
const GAP: f64 = 3.2;

/// A label drawn as strokes: the markup of one `<g>`, centred on (`x`, `y`), with capitals
/// `size` units high, or smaller where it would be wider than `room`.
pub(crate) fn label(text: &str, x: f64, y: f64, size: f64, room: f64) -> String {
    let mut width = -GAP;
    for letter in text.chars() {
        width += advance(letter) + GAP;
    }
    let scale = (size / HEIGHT).min(room / width.max(WIDTH));
    let mut markup = format!(
        "<g class=\"mark\" transform=\"translate({} {}) scale({:.3})\">",
        num(x - width * scale / 2.0),
        num(y - HEIGHT * scale / 2.0),
        scale
    );
    let mut at = 0.0;
    for letter in text.chars() {
        let path = strokes(letter.to_ascii_uppercase());
        let place = match (letter.is_ascii_lowercase(), at == 0.0) {
            (true, _) => format!(" transform=\"translate({} 1.2) scale(.8)\"", num(at)),
            (false, true) => String::new(),
            (false, false) => format!(" transform=\"translate({} 0)\"", num(at)),
        };
        markup.push_str(&format!("<path d=\"{path}\"{place}/>"));
        at += advance(letter) + GAP;
    }
    markup.push_str("</g>");
    markup
}

fn advance(letter: char) -> f64 {
    let full = match letter.to_ascii_uppercase() {
        '1' => 4.6,
        'I' => 0.0,
        'M' | 'W' => 10.0,
        _ => WIDTH,
    };
    if letter.is_ascii_lowercase() { full * 0.8 } else { full }
}

fn strokes(letter: char) -> &'static str {
    match letter {
        '0' => "M4 0C1.5 0 0 2.2 0 6s1.5 6 4 6 4-2.2 4-6-1.5-6-4-6z",
        '1' => "M.6 2.6 4.2 0V12",
        '2' => "M.3 3.3C.5 1.3 2 0 4 0c2.2 0 3.7 1.4 3.7 3.4C7.7 6.2 4 7.7.2 12H8",
        '3' => {
            "M.5 1.9C1.2.7 2.4 0 4 0c2 0 3.5 1.2 3.5 2.9S6 5.7 3.6 5.7C6.4 5.7 8 6.9 8 8.8S6.4 12 4 12C2.2 12 .7 11.2 0 9.8"
        }
        '4' => "M6 12V0L0 8.7H8.2",
        '5' => "M7.2 0H1.5L.8 5.6C1.6 4.9 2.8 4.5 4 4.5c2.4 0 4 1.5 4 3.7S6.3 12 4 12C2.2 12 .8 11.2 0 9.9",
        '6' => "M6.6.1C2.8 1.6 0 4.6 0 8.2 0 10.5 1.7 12 4 12s4-1.6 4-3.8-1.7-3.7-4-3.7C2 4.5.3 5.8.1 7.6",
        '7' => "M0 0H8L3 12",
        '8' => {
            "M4 5.6C2 5.6.7 4.5.7 2.8S2 0 4 0s3.3 1.1 3.3 2.8S6 5.6 4 5.6C1.6 5.6 0 6.9 0 8.8S1.6 12 4 12s4-1.3 4-3.2S6.4 5.6 4 5.6z"
        }
        '9' => "M1.4 11.9C5.2 10.4 8 7.4 8 3.8 8 1.5 6.3 0 4 0S0 1.6 0 3.8s1.7 3.7 4 3.7c2 0 3.7-1.3 3.9-3.1",
        'A' => "M0 12 4 0 8 12M1.4 8H6.6",
        'B' => "M.5 0V12H4.4C6.7 12 8 10.7 8 8.8S6.7 5.7 4.4 5.7H.5M4 5.7C6 5.7 7.2 4.6 7.2 2.9S6 0 4 0H.5",
        'C' => "M7.8 2.4C7 .9 5.7 0 4.2 0 1.8 0 0 2.4 0 6s1.8 6 4.2 6c1.5 0 2.8-.9 3.6-2.4",
        'D' => "M.5 0V12H3.4C6.2 12 8 9.6 8 6S6.2 0 3.4 0z",
        'E' => "M7.4 0H.8V12H7.4M.8 5.8H6.4",
        'F' => "M7.4 0H.8V12M.8 5.9H6.4",
        'G' => "M7.7 2.4C6.9.9 5.7 0 4.2 0 1.8 0 0 2.4 0 6s1.8 6 4.2 6C6.4 12 8 10.2 8 7V6.6H4.8",
        'H' => "M.4 0V12M7.6 0V12M.4 5.9H7.6",
        'I' => "M0 0V12",
        'J' => "M7 0V8.4C7 10.8 5.8 12 3.8 12 2 12 .7 11 .3 9.2",
        'K' => "M.5 0V12M7.6 0 .5 7M3 4.6 7.8 12",
        'L' => "M.8 0V12H7.4",
        'M' => "M0 12V0L5 8 10 0V12",
        'N' => "M.4 12V0L7.6 12V0",
        'O' => "M4 0C1.6 0 0 2.4 0 6s1.6 6 4 6 4-2.4 4-6-1.6-6-4-6z",
        'P' => "M.6 12V0H4.2C6.6 0 8 1.3 8 3.4S6.6 6.8 4.2 6.8H.6",
        'Q' => "M4 0C1.6 0 0 2.4 0 6s1.6 6 4 6 4-2.4 4-6-1.6-6-4-6zM5 9 8.2 12.6",
        'R' => "M.6 12V0H4.2C6.6 0 8 1.3 8 3.4S6.6 6.8 4.2 6.8H.6M4.4 6.8 8 12",
        'S' => {
            "M7.4 2C6.8.8 5.6 0 4 0 1.9 0 .5 1.2.5 3c0 4.2 7.5 1.8 7.5 6 0 1.8-1.6 3-4 3C2.2 12 .7 11.2 0 9.8"
        }
        'T' => "M0 0H8M4 0V12",
        'U' => "M.3 0V8C.3 10.5 1.7 12 4 12s3.7-1.5 3.7-4V0",
        'V' => "M0 0 4 12 8 0",
        'W' => "M0 0 2.4 12 5 3.4 7.6 12 10 0",
        'X' => "M.2 0 7.8 12M7.8 0 .2 12",
        'Y' => "M0 0 4 6 8 0M4 6V12",
        'Z' => "M.4 0H7.8L.2 12H8",
        _ => "M4 4 6 6 4 8 2 6z",
    }
}

#[cfg(test)]
mod tests {
    use super::label;

    #[test]
    fn wide_labels_shrink_to_their_room() {
        let wide = label("8888", 50.0, 50.0, 48.0, 60.0);
        let narrow = label("8", 50.0, 50.0, 48.0, 60.0);
        assert!(narrow.contains("scale(4.000)"), "{narrow}");
        assert!(wide.contains("scale(1.44"), "{wide}");
    }
}
