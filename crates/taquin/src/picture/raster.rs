//! Rasterises our own drawings. It reads the SVG that [`super::svg`] and [`super::animation`] write, with
//! their elements and attributes and no others, so that one drawing serves every format.

use super::outline::UNIT;
use super::path::{Line, Point, decimal, distance, lines};
use super::pixels::{Clip, Ink, Picture};
use super::scene::Scene;

/// The default number of pixels of the longer side of a picture.
pub const SIDE: u16 = 420;

/// The points of a drawing of `scene`, which has the photo that the drawing may show; its longer side has `points`
/// of them.
pub(super) fn raster(svg: &str, scene: &Scene, points: u16) -> Picture {
    let mut tags = svg.split('<').skip(1).map(|tag| tag.split('>').next().unwrap_or_default());
    let root = tags.next().unwrap_or_default();
    let [left, top, width, height] = numbers(attribute(root, "viewBox").unwrap_or_default());
    let scale = f64::from(points) / width.max(height);
    let side = |length: f64| (length * scale).ceil().max(1.0) as usize;
    let mut picture = Picture::new(side(width), side(height));
    let whole = Clip((0.0, 0.0), (picture.width as f64, picture.height as f64));
    let mut styles =
        vec![Style::new(Placing { scale, turn: 0.0, shift: (-left * scale, -top * scale) }, whole)];
    for tag in tags {
        if tag.starts_with('/') {
            styles.pop();
            continue;
        }
        let style = styles.last().expect("tags are closed once").of(tag);
        let lines = shape(tag, style.placing.scale);
        let placed: Vec<Line> = lines
            .into_iter()
            .map(|line| line.into_iter().map(|point| style.placing.of(point)).collect())
            .collect();
        style.draw(&placed, &mut picture, scene);
        if !tag.ends_with('/') {
            styles.push(style);
        }
    }
    picture
}

/// The lines of an element, in its own units; none of one that only holds others.
fn shape(tag: &str, scale: f64) -> Vec<Line> {
    let number = |name: &str| attribute(tag, name).and_then(decimal).unwrap_or_default();
    match tag.split(' ').next() {
        Some("path") => lines(attribute(tag, "d").unwrap_or_default(), scale),
        Some("polyline") => lines(&format!("M{}", attribute(tag, "points").unwrap_or_default()), scale),
        Some("circle") => {
            let (x, y, r) = (number("cx"), number("cy"), number("r"));
            lines(&format!("M{} {y}A{r} {r} 0 0 1 {} {y}A{r} {r} 0 0 1 {0} {y}Z", x - r, x + r), scale)
        }
        _ => Vec::new(),
    }
}

/// What an area is filled with.
#[derive(Clone, Copy)]
enum Paint {
    Ink(Ink),
    /// The photo, seen from the piece that belongs at this row and column.
    Photo(f64, f64),
}

impl Paint {
    fn new(value: &str) -> Option<Paint> {
        let Some(part) = value.strip_prefix("url(#photo-").and_then(|part| part.strip_suffix(')')) else {
            return ink(value).map(Paint::Ink);
        };
        let (row, col) = part.split_once('-')?;
        Some(Paint::Photo(decimal(row)?, decimal(col)?))
    }
}

/// How elements are drawn; what one does not say is as in the element around it.
#[derive(Clone)]
struct Style {
    placing: Placing,
    clip: Clip,
    fill: Option<Paint>,
    stroke: Option<Ink>,
    opacity: f32,
    width: f64,
    dashes: Vec<f64>,
}

impl Style {
    fn new(placing: Placing, clip: Clip) -> Style {
        Style { placing, clip, fill: None, stroke: None, opacity: 1.0, width: 1.0, dashes: Vec::new() }
    }

    /// The style of `tag` within this one.
    fn of(&self, tag: &str) -> Style {
        let mut style = self.clone();
        for (name, value) in attributes(tag) {
            match name {
                "transform" => style.placing = self.placing.then(value),
                "fill" => style.fill = Paint::new(value),
                "stroke" => style.stroke = ink(value),
                "stroke-opacity" => style.opacity = decimal(value).unwrap_or(1.0) as f32,
                "stroke-width" => style.width = decimal(value).unwrap_or(1.0),
                "stroke-dasharray" => style.dashes = value.split(' ').filter_map(decimal).collect(),
                "overflow" if value == "hidden" => {
                    let [left, top, width, height] = numbers(attribute(tag, "viewBox").unwrap_or_default());
                    style.clip =
                        Clip(self.placing.of((left, top)), self.placing.of((left + width, top + height)));
                }
                _ => {}
            }
        }
        style
    }

    fn draw(&self, lines: &[Line], picture: &mut Picture, scene: &Scene) {
        match (self.fill, &scene.photo) {
            (Some(Paint::Ink(ink)), _) => picture.fill(lines, self.clip, |_, _| ink),
            (Some(Paint::Photo(row, col)), Some(cut)) => {
                let sides = (scene.cols as f64 * UNIT, scene.rows as f64 * UNIT);
                picture.fill(lines, self.clip, |x, y| {
                    let (x, y) = self.placing.back((x as f64 + 0.5, y as f64 + 0.5));
                    cut.photo.at(x + col * UNIT, y + row * UNIT, sides)
                });
            }
            _ => {}
        }
        if let Some(ink) = self.stroke {
            let scale = self.placing.scale;
            let dashes: Vec<f64> = self.dashes.iter().map(|dash| dash * scale).collect();
            let width = self.width * scale;
            if dashes.is_empty() {
                picture.stroke(lines, self.clip, ink, self.opacity, width);
            } else {
                let dashed: Vec<Line> = lines.iter().flat_map(|line| dashed(line, &dashes)).collect();
                picture.stroke(&dashed, self.clip, ink, self.opacity, width);
            }
        }
    }
}

/// A transformation: rotation, scaling, translation.
#[derive(Clone, Copy)]
struct Placing {
    scale: f64,
    /// In radians.
    turn: f64,
    shift: Point,
}

impl Placing {
    fn of(self, (x, y): Point) -> Point {
        let (sin, cos) = self.turn.sin_cos();
        let (x, y) = (x * self.scale, y * self.scale);
        (x * cos - y * sin + self.shift.0, x * sin + y * cos + self.shift.1)
    }

    /// The inverse image of a point; only for transformations without rotation.
    fn back(self, (x, y): Point) -> Point {
        ((x - self.shift.0) / self.scale, (y - self.shift.1) / self.scale)
    }

    /// This transformation applied after a list such as `translate(3 4) scale(2)`.
    fn then(mut self, list: &str) -> Placing {
        for step in list.split(')').filter(|step| !step.is_empty()) {
            let (name, values) = step.trim_start().split_once('(').unwrap_or_default();
            match name {
                "translate" => self.shift = self.of(numbers::<2>(values).into()),
                "scale" => self.scale *= numbers::<1>(values)[0],
                "rotate" => self.turn += numbers::<1>(values)[0].to_radians(),
                other => unreachable!("no drawing has the transform {other}"),
            }
        }
        self
    }
}

/// The dashes of `line`, whose lengths alternate with those of the gaps between them.
fn dashed(line: &[Point], lengths: &[f64]) -> Vec<Line> {
    let mut dashes: Vec<Line> = line.first().map(|&first| vec![first]).into_iter().collect();
    let (mut turn, mut left) = (0, lengths[0]);
    for pair in line.windows(2) {
        let whole = distance(pair[0], pair[1]);
        let mut done = 0.0;
        while done < whole {
            let step = left.min(whole - done);
            done += step;
            left -= step;
            let share = done / whole;
            let at =
                (pair[0].0 + (pair[1].0 - pair[0].0) * share, pair[0].1 + (pair[1].1 - pair[0].1) * share);
            let drawn = turn % 2 == 0;
            if let Some(dash) = dashes.last_mut().filter(|_| drawn) {
                dash.push(at);
            }
            if left <= 0.0 {
                turn += 1;
                left = lengths[turn % lengths.len()];
                if !drawn {
                    dashes.push(vec![at]);
                }
            }
        }
    }
    dashes
}

/// The value of one attribute.
fn attribute<'a>(tag: &'a str, name: &str) -> Option<&'a str> {
    attributes(tag).find(|(known, _)| *known == name).map(|(_, value)| value)
}

/// The attributes of a tag: names and values.
fn attributes(tag: &str) -> impl Iterator<Item = (&str, &str)> {
    let mut parts = tag.split('"');
    std::iter::from_fn(move || {
        let name = parts.next()?.rsplit(' ').next()?.strip_suffix('=')?;
        Some((name, parts.next()?))
    })
}

/// The numbers of a list, 0 where there are fewer.
fn numbers<const N: usize>(text: &str) -> [f64; N] {
    let mut numbers = text.split(' ').filter_map(decimal);
    std::array::from_fn(|_| numbers.next().unwrap_or_default())
}

/// A colour as `#rgb` or `#rrggbb`; nothing for `none`.
fn ink(colour: &str) -> Option<Ink> {
    let digits = colour.strip_prefix('#')?;
    let part = |at: usize| {
        let byte = |digits: &str| u8::from_str_radix(digits, 16).ok();
        match digits.len() {
            3 => byte(&digits[at..=at]).map(|digit| digit * 17),
            _ => byte(&digits[2 * at..2 * at + 2]),
        }
    };
    Some([part(0)?, part(1)?, part(2)?])
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The colour at a point of a drawing with ten units a side.
    fn at(body: &str, x: f64, y: f64) -> Ink {
        let scene = crate::picture::scene::tests::film(false).scene;
        let picture = raster(&format!("<svg viewBox=\"0 0 10 10\">{body}</svg>"), &scene, SIDE);
        let cell = |place: f64| (place * f64::from(SIDE) / 10.0) as usize;
        picture.points[cell(y) * picture.width + cell(x)]
    }

    #[test]
    fn groups_hand_down_their_style_and_place() {
        let body = "<g fill=\"#f00\" transform=\"translate(5 5) scale(2)\"><path d=\"M0 0L1 0L1 1L0 1Z\"/></g>\
                    <path fill=\"#0000ff\" d=\"M0 0L1 0L1 1L0 1Z\" transform=\"translate(9 0) rotate(90)\"/>";
        assert_eq!(at(body, 6.5, 6.5), [255, 0, 0]);
        assert_eq!(at(body, 7.5, 6.5), [255; 3]);
        assert_eq!(at(body, 8.5, 0.5), [0, 0, 255]);
        assert_eq!(at(body, 9.5, 0.5), [255; 3]);
    }

    #[test]
    fn an_inner_drawing_may_cut_off_what_leaves_it() {
        let inner = |overflow: &str| {
            format!(
                "<svg viewBox=\"0 0 5 5\" overflow=\"{overflow}\"><path fill=\"#000\" d=\"M0 0H9V9H0Z\"/></svg>\
                 <circle r=\"1\" cx=\"8\" cy=\"8\" fill=\"#0f0\"/>"
            )
        };
        assert_eq!(at(&inner("hidden"), 6.0, 6.0), [255; 3]);
        assert_eq!(at(&inner("visible"), 6.0, 6.0), [0; 3]);
        assert_eq!(at(&inner("hidden"), 8.0, 8.0), [0, 255, 0]);
    }

    #[test]
    fn dashes_and_gaps_take_turns_around_corners() {
        let line = [(0.0, 0.0), (3.0, 0.0), (3.0, 4.0)];
        let expected =
            [vec![(0.0, 0.0), (2.0, 0.0)], vec![(3.0, 0.0), (3.0, 2.0)], vec![(3.0, 3.0), (3.0, 4.0)]];
        assert_eq!(dashed(&line, &[2.0, 1.0]), expected);
    }

    #[test]
    fn a_photo_is_whole_when_its_pieces_are_where_they_belong() {
        use crate::picture::photo::{Photo, tests::quarters};
        let hints = crate::Hints::default();
        let scene = |text: &str| crate::Instance::parse(text, &hints).unwrap().scene();
        let photo =
            std::sync::Arc::new(Photo::read(&quarters(png::ColorType::Rgb, png::BitDepth::Eight)).unwrap());
        let goal = scene("1 2 / 3 0");
        let shown = |text: &str| {
            let scene = scene(text).with_photo(std::sync::Arc::clone(&photo), Some(&goal));
            let picture = raster(&crate::picture::still(&scene), &scene, SIDE);
            [(1, 1), (1, 3), (3, 1)].map(|(row, col)| {
                picture.points[row * picture.height / 4 * picture.width + col * picture.width / 4]
            })
        };
        assert_eq!(shown("1 2 / 3 0"), [[255, 0, 0], [0, 255, 0], [0, 0, 255]]);
        assert_eq!(shown("2 3 / 1 0"), [[0, 255, 0], [0, 0, 255], [255, 0, 0]]);
    }

    /// Every drawing of this crate can be read: every letter, every ground, every frame of a film.
    #[test]
    fn every_drawing_of_the_house_is_read() {
        let film = crate::picture::scene::tests::film(true);
        let mut scene = film.scene.clone();
        let before = raster(&crate::picture::still(&scene), &scene, SIDE).points;
        for letter in (' '..='~').filter(|&letter| letter != 'A') {
            scene.pieces[0].label = letter.into();
            assert_ne!(raster(&crate::picture::still(&scene), &scene, SIDE).points, before, "{letter}");
        }
        let frame = |done, part| raster(&crate::picture::frame(&film, done, part), &film.scene, SIDE).points;
        assert_ne!(frame(0, 0.0), frame(0, 0.5));
        assert_ne!(frame(0, 0.5), frame(1, 0.0));
    }
}
