//! Boards as SVG.
//!
//! One drawing serves all: a still, the animation, the frames of a GIF, and the board of the browser
//! app, whose style sheet overrides the colours that are given here as attributes.

use std::fmt::Write;

use super::glyphs::label;
use super::outline::{UNIT, num, outline};
use super::scene::{Ground, Piece, Place, Scene};

/// The border around a board.
pub(super) const RIM: f64 = 12.0;
/// The empty margin around the border.
const MARGIN: f64 = 6.0;
/// The most pieces that have labels that can be read.
const MOST_LABELS: usize = 2500;
/// A board as a picture.
#[must_use]
pub fn still(scene: &Scene) -> String {
    let size = Size::of(scene, 0.0);
    let mut svg = size.open("board", &describe(scene));
    svg.push_str(&board(scene, |index, _| placed(scene.pieces[index].at)));
    svg.push_str("</svg>\n");
    svg
}

/// A drawing's width and height.
#[derive(Clone, Copy)]
pub(super) struct Size {
    pub(super) width: f64,
    height: f64,
    below: f64,
}

impl Size {
    pub(super) fn of(scene: &Scene, below: f64) -> Size {
        Size { width: scene.cols as f64 * UNIT, height: scene.rows as f64 * UNIT, below }
    }

    pub(super) fn open(self, class: &str, title: &str) -> String {
        let edge = RIM + MARGIN;
        let (width, height) = (self.width + 2.0 * edge, self.height + 2.0 * edge + self.below);
        format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"{class}\" viewBox=\"{} {} {} {}\" role=\"img\">\
             <title>{}</title>",
            num(-edge),
            num(-edge),
            num(width),
            num(height),
            escape(title)
        )
    }
}

/// Column and row of a place, for drawing.
pub(super) fn placed(at: Place) -> (f64, f64) {
    (f64::from(at.1), f64::from(at.0))
}

/// Ground, pieces and marks. `place` gives the column and row of each piece and may add markup that
/// moves it.
pub(super) fn board(scene: &Scene, place: impl FnMut(usize, &mut String) -> (f64, f64)) -> String {
    drawn(scene, place, false)
}

/// The same with pieces whose colour is that of their group, so that markup can change it.
pub(super) fn repainted(scene: &Scene, place: impl FnMut(usize, &mut String) -> (f64, f64)) -> String {
    drawn(scene, place, true)
}

fn drawn(scene: &Scene, mut place: impl FnMut(usize, &mut String) -> (f64, f64), repainted: bool) -> String {
    let mut svg = photo(scene);
    svg.push_str(&ground(scene));
    // What would be smaller than a point of most screens is left out.
    let plain = scene.pieces.len() > MOST_LABELS;
    let (width, height) = (scene.cols as f64 * UNIT, scene.rows as f64 * UNIT);
    // An inner drawing cuts off what leaves the board on one side to come back on the other.
    let _ = write!(
        svg,
        "<svg class=\"pieces\" width=\"{0}\" height=\"{1}\" viewBox=\"0 0 {0} {1}\" overflow=\"{2}\">",
        num(width),
        num(height),
        if scene.wraps == (false, false) { "visible" } else { "hidden" }
    );
    for (index, piece) in scene.pieces.iter().enumerate() {
        let mut moving = String::new();
        let (col, row) = place(index, &mut moving);
        let _ = write!(
            svg,
            "<g class=\"piece{}\" data-piece=\"{index}\" transform=\"translate({} {})\"{}>{moving}",
            if piece.goal { " goal" } else { "" },
            num(col * UNIT),
            num(row * UNIT),
            if repainted { format!(" color=\"{}\"", piece.colour) } else { String::new() }
        );
        let body = match &scene.photo {
            Some(cut) => body(piece, &format!("url(#{})", part(cut.places[index])), false),
            None if repainted => body(piece, "currentColor", !plain),
            None => body(piece, &piece.colour.to_string(), !plain),
        };
        for (dx, dy) in copies(scene, piece) {
            if (dx, dy) == (0.0, 0.0) {
                svg.push_str(&body);
            } else {
                let _ = write!(
                    svg,
                    "<g class=\"copy\" transform=\"translate({} {})\">{body}</g>",
                    num(dx),
                    num(dy)
                );
            }
        }
        svg.push_str("</g>");
    }
    svg.push_str("</svg>");
    for mark in &scene.marks {
        let _ = write!(
            svg,
            "<path class=\"aim\" d=\"{}\" fill=\"none\" stroke=\"{}\" stroke-width=\"5\" stroke-dasharray=\"14 11\" \
             stroke-linecap=\"round\" pointer-events=\"none\"/>",
            outline(&mark.cells, 9.0, 12.0),
            mark.colour
        );
    }
    svg
}

fn ground(scene: &Scene) -> String {
    let floor = scene.floor();
    let mut svg = String::new();
    let _ = write!(
        svg,
        "<g class=\"ground\"><path class=\"rim\" fill=\"#4a5568\" d=\"{}\"/><path class=\"floor\" fill=\"#d5dbe3\" d=\"{}\"/>",
        outline(&floor, -RIM, 20.0),
        outline(&floor, 0.0, 10.0)
    );
    let gates = scene.gates();
    if !gates.is_empty() {
        let _ = write!(svg, "<path class=\"gate\" fill=\"#b6c0cc\" d=\"{}\"/>", outline(&gates, 14.0, 10.0));
    }
    svg.push_str(&seams(scene));
    svg.push_str("</g>");
    svg
}

/// Small arrow heads in the border where the board wraps around.
fn seams(scene: &Scene) -> String {
    let (width, height) = (scene.cols as f64 * UNIT, scene.rows as f64 * UNIT);
    let mut arrows = Vec::new();
    if scene.wraps.1 {
        arrows.extend([(-RIM / 2.0, height / 2.0, 180.0), (width + RIM / 2.0, height / 2.0, 0.0)]);
    }
    if scene.wraps.0 {
        arrows.extend([(width / 2.0, -RIM / 2.0, -90.0), (width / 2.0, height + RIM / 2.0, 90.0)]);
    }
    arrows
        .iter()
        .map(|(x, y, angle)| {
            format!(
                "<path class=\"seam\" fill=\"#d5dbe3\" transform=\"translate({} {}) rotate({})\" d=\"M-3 -9L4 0L-3 9Z\"/>",
                num(*x),
                num(*y),
                num(*angle)
            )
        })
        .collect()
}

/// The name of the part of a photo that a piece shows whose anchor belongs at `place`.
fn part((row, col): Place) -> String {
    format!("photo-{row}-{col}")
}

/// The picture on the pieces, once, and the part of it that every piece shows.
fn photo(scene: &Scene) -> String {
    let Some(cut) = &scene.photo else { return String::new() };
    let (width, height) = (num(scene.cols as f64 * UNIT), num(scene.rows as f64 * UNIT));
    let mut svg = format!(
        "<defs><image id=\"photo\" width=\"{width}\" height=\"{height}\" preserveAspectRatio=\"xMidYMid slice\" href=\"{}\"/>",
        cut.photo.address
    );
    for &place in &cut.places {
        let (col, row) = placed(place);
        let _ = write!(
            svg,
            "<pattern id=\"{}\" patternUnits=\"userSpaceOnUse\" x=\"{}\" y=\"{}\" width=\"{width}\" height=\"{height}\">\
             <use href=\"#photo\"/></pattern>",
            part(place),
            num(-col * UNIT),
            num(-row * UNIT)
        );
    }
    svg.push_str("</defs>");
    svg
}

/// What is drawn of a piece, with its anchor at the origin: its face as `fill` says, and its label where it is to
/// be read.
fn body(piece: &Piece, fill: &str, labelled: bool) -> String {
    let path = outline(&piece.shape, 4.5, 13.0);
    if !labelled {
        return format!("<path class=\"face\" fill=\"{fill}\" d=\"{path}\"/>");
    }
    let (row, col) = heart(piece);
    let ink = piece.colour.shade(0.28);
    let written = label(&piece.label, (col + 0.5) * UNIT, (row + 0.5) * UNIT - 2.0, 42.0, 62.0);
    format!(
        "<path class=\"side\" fill=\"{}\" d=\"{path}\" transform=\"translate(0 3)\"/>\
         <path class=\"face\" fill=\"{}\" d=\"{path}\" transform=\"translate(0 -2)\"/>\
         <path class=\"shine\" fill=\"none\" stroke=\"#fff\" stroke-opacity=\".38\" stroke-width=\"2.5\" d=\"{}\" transform=\"translate(0 -2)\"/>\
         <g class=\"label\" fill=\"none\" stroke=\"{ink}\" stroke-width=\"1.75\" stroke-linecap=\"round\" stroke-linejoin=\"round\">{written}</g>",
        piece.colour.shade(0.66),
        fill,
        outline(&piece.shape, 6.5, 11.0),
    )
}

/// Where a piece's label goes, as row and column: the middle of a rectangle, otherwise the cell
/// nearest to the middle.
fn heart(piece: &Piece) -> (f64, f64) {
    let range = |of: fn(&Place) -> i32| {
        let low = piece.shape.iter().map(of).min().unwrap_or(0);
        let high = piece.shape.iter().map(of).max().unwrap_or(0);
        (low, high)
    };
    let ((top, bottom), (left, right)) = (range(|cell| cell.0), range(|cell| cell.1));
    let middle = (f64::from(top + bottom) / 2.0, f64::from(left + right) / 2.0);
    if (bottom - top + 1) * (right - left + 1) == piece.shape.len() as i32 {
        return middle;
    }
    let off = |cell: &Place| (f64::from(cell.0) - middle.0).powi(2) + (f64::from(cell.1) - middle.1).powi(2);
    let nearest = piece.shape.iter().min_by(|a, b| off(a).total_cmp(&off(b))).copied().unwrap_or((0, 0));
    (f64::from(nearest.0), f64::from(nearest.1))
}

/// Where a piece must be drawn besides its own place, so that it shows on both sides of a seam.
fn copies(scene: &Scene, piece: &Piece) -> Vec<(f64, f64)> {
    let shifts = |wraps: bool, len: usize| {
        let side = len as f64 * UNIT;
        if wraps { vec![0.0, -side, side] } else { vec![0.0] }
    };
    let (across, down) = (shifts(scene.wraps.1, scene.cols), shifts(scene.wraps.0, scene.rows));
    let both = |dx: f64, dy: f64| dx != 0.0 && dy != 0.0;
    across
        .iter()
        .flat_map(|&dx| down.iter().map(move |&dy| (dx, dy)))
        // A single cell crosses one seam at a time.
        .filter(|&(dx, dy)| piece.shape.len() > 1 || !both(dx, dy))
        .collect()
}

/// What a board shows, in words.
fn describe(scene: &Scene) -> String {
    let gates = scene.ground.contains(&Ground::Gate);
    let around = match scene.wraps {
        (true, true) => " torus",
        (false, false) => " board",
        _ => " cylinder",
    };
    format!(
        "{} by {}{around} with {} pieces{}",
        scene.rows,
        scene.cols,
        scene.pieces.len(),
        if gates { " and gates" } else { "" }
    )
}

/// Text as it may stand in markup.
pub(crate) fn escape(text: &str) -> String {
    let mut safe = String::with_capacity(text.len());
    for letter in text.chars() {
        match letter {
            '&' => safe.push_str("&amp;"),
            '<' => safe.push_str("&lt;"),
            '>' => safe.push_str("&gt;"),
            '"' => safe.push_str("&quot;"),
            '\'' => safe.push_str("&#39;"),
            _ => safe.push(letter),
        }
    }
    safe
}
