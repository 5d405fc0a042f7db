//! The path data of a drawing as line segments: the commands that our drawings use, with curves and arcs
//! approximated by short lines.

/// A point as x and y.
pub(super) type Point = (f64, f64);

/// Connected points; those of a closed line end where they begin.
pub(super) type Line = Vec<Point>;

/// The lines of `data`, curves cut so fine that they look smooth when a unit is `scale` points of the screen.
pub(super) fn lines(data: &str, scale: f64) -> Vec<Line> {
    let mut pen = Pen { lines: Vec::new(), control: None, scale };
    let mut numbers = Numbers(data);
    let mut command = 'M';
    loop {
        command = match numbers.letter() {
            Some(letter) => letter,
            None if numbers.0.is_empty() => return pen.lines,
            // More numbers repeat the command; those after a move are lines.
            None if command == 'M' => 'L',
            None => command,
        };
        let base = if command.is_ascii_lowercase() { pen.at() } else { (0.0, 0.0) };
        let mut point = || (base.0 + numbers.next(), base.1 + numbers.next());
        match command.to_ascii_uppercase() {
            'M' => pen.lines.push(vec![point()]),
            'L' => pen.line(point()),
            'H' => pen.line((base.0 + numbers.next(), pen.at().1)),
            'V' => pen.line((pen.at().0, base.1 + numbers.next())),
            'C' => pen.curve(point(), point(), point()),
            'S' => pen.curve(pen.mirrored(), point(), point()),
            'A' => {
                let [radius, _, _, _, sweep] = [(); 5].map(|()| numbers.next());
                pen.arc(radius, sweep > 0.0, (base.0 + numbers.next(), base.1 + numbers.next()));
            }
            'Z' => pen.close(),
            other => unreachable!("no drawing has the command {other}"),
        }
    }
}

/// The lines so far, and how they go on.
struct Pen {
    lines: Vec<Line>,
    /// The last control point of the curve just drawn.
    control: Option<Point>,
    scale: f64,
}

impl Pen {
    fn at(&self) -> Point {
        self.lines.last().and_then(|line| line.last()).copied().unwrap_or_default()
    }

    /// The control point that lets a curve go on smoothly.
    fn mirrored(&self) -> Point {
        let at = self.at();
        self.control.map_or(at, |control| (2.0 * at.0 - control.0, 2.0 * at.1 - control.1))
    }

    fn line(&mut self, to: Point) {
        self.control = None;
        if let Some(line) = self.lines.last_mut() {
            line.push(to);
        }
    }

    /// How many straight pieces stand for a bend of this length.
    fn pieces(&self, length: f64) -> usize {
        ((length * self.scale).sqrt() * 2.0).ceil().clamp(2.0, 64.0) as usize
    }

    fn curve(&mut self, first: Point, second: Point, to: Point) {
        let from = self.at();
        let pieces = self.pieces(distance(from, first) + distance(first, second) + distance(second, to));
        for piece in 1..=pieces {
            let t = piece as f64 / pieces as f64;
            let s = 1.0 - t;
            let mix = |of: fn(Point) -> f64| {
                s * s * s * of(from) + 3.0 * s * t * (s * of(first) + t * of(second)) + t * t * t * of(to)
            };
            self.line((mix(|point| point.0), mix(|point| point.1)));
        }
        self.control = Some(second);
    }

    /// A part of a circle, at most half of it; `clockwise` on the screen.
    fn arc(&mut self, radius: f64, clockwise: bool, to: Point) {
        let from = self.at();
        let chord = distance(from, to);
        if radius <= 0.0 || chord == 0.0 {
            return self.line(to);
        }
        let radius = radius.max(chord / 2.0);
        let side = if clockwise { 1.0 } else { -1.0 };
        // From the middle of the chord the centre lies to the right of one who walks clockwise.
        let away = side * (radius * radius - chord * chord / 4.0).sqrt() / chord;
        let centre =
            ((from.0 + to.0) / 2.0 - away * (to.1 - from.1), (from.1 + to.1) / 2.0 + away * (to.0 - from.0));
        let begin = (from.1 - centre.1).atan2(from.0 - centre.0);
        let angle = side * 2.0 * (chord / 2.0 / radius).min(1.0).asin();
        let pieces = self.pieces(radius * angle.abs());
        for piece in 1..pieces {
            let (sin, cos) = (begin + angle * piece as f64 / pieces as f64).sin_cos();
            self.line((centre.0 + radius * cos, centre.1 + radius * sin));
        }
        self.line(to);
    }

    fn close(&mut self) {
        let first = self.lines.last().and_then(|line| line.first()).copied();
        if let Some(first) = first {
            self.line(first);
        }
    }
}

/// How far two points are from each other.
pub(super) fn distance(one: Point, other: Point) -> f64 {
    (one.0 - other.0).hypot(one.1 - other.1)
}

/// The rest of path data.
struct Numbers<'a>(&'a str);

impl Numbers<'_> {
    fn skip(&mut self) {
        self.0 = self.0.trim_start_matches([' ', ',']);
    }

    /// The command that comes next, if there is one.
    fn letter(&mut self) -> Option<char> {
        self.skip();
        let letter = self.0.chars().next().filter(char::is_ascii_alphabetic)?;
        self.0 = &self.0[1..];
        Some(letter)
    }

    /// The number that comes next. It ends at a second point or sign.
    fn next(&mut self) -> f64 {
        self.skip();
        let mut points = 0;
        let mut more = |(at, letter): (usize, char)| {
            points += usize::from(letter == '.');
            letter.is_ascii_digit() || (letter == '.' && points == 1) || (letter == '-' && at == 0)
        };
        let end = self.0.char_indices().take_while(|&letter| more(letter)).count();
        let (number, rest) = self.0.split_at(end);
        self.0 = rest;
        decimal(number).unwrap_or_else(|| unreachable!("a number before '{rest}'"))
    }
}

/// A plain decimal such as `-12.5`: our own drawings have no others. The standard library reads all of them, with
/// tables that a page would have to load.
pub(super) fn decimal(text: &str) -> Option<f64> {
    let (sign, text) = text.strip_prefix('-').map_or((1.0, text), |rest| (-1.0, rest));
    let (whole, part) = text.split_once('.').unwrap_or((text, ""));
    let mut digits = whole.chars().chain(part.chars()).peekable();
    digits.peek()?;
    let number = digits.try_fold(0.0, |sum, letter| Some(sum * 10.0 + f64::from(letter.to_digit(10)?)))?;
    Some(sign * number / 10f64.powi(part.len() as i32))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_may_stand_close_together() {
        assert_eq!(
            lines("M.5-1 2 3V4h-1z", 1.0),
            [[(0.5, -1.0), (2.0, 3.0), (2.0, 4.0), (1.0, 4.0), (0.5, -1.0)]]
        );
        assert_eq!(lines("M10.4.4L8 2M1 1", 1.0), [vec![(10.4, 0.4), (8.0, 2.0)], vec![(1.0, 1.0)]]);
    }

    #[test]
    fn decimals_are_read_as_the_standard_library_reads_them() {
        for text in ["0", "7", "-7", ".5", "-.25", "3.", "12.5", "0.1", "-104.3", "0.30000000000000004"] {
            let expected: f64 = text.parse().unwrap();
            assert!((decimal(text).unwrap() - expected).abs() <= expected.abs() * f64::EPSILON, "{text}");
        }
        assert!(["", "-", ".", "1e3", "1.2.3", "x", "1-"].iter().all(|text| decimal(text).is_none()));
    }

    #[test]
    fn an_arc_keeps_its_distance_from_the_centre() {
        // On the screen y runs down: from below the centre to its right is counterclockwise.
        for (sweep, centre) in [(0, (0.0, 0.0)), (1, (10.0, 10.0))] {
            let line = &lines(&format!("M0 10A10 10 0 0 {sweep} 10 0"), 1.0)[0];
            assert!(line.len() > 4);
            assert!(line.iter().all(|&point| (distance(point, centre) - 10.0).abs() < 1e-9), "{line:?}");
        }
    }

    #[test]
    fn a_smooth_curve_goes_on_as_the_last_one_ended() {
        // Half a wave and its mirror image.
        let line = &lines("M0 0C1 1 2 1 3 0S5-1 6 0", 100.0)[0];
        let up = line.iter().map(|point| point.1).fold(0.0, f64::max);
        let down = line.iter().map(|point| point.1).fold(0.0, f64::min);
        assert!((up - 0.75).abs() < 0.01 && (down + 0.75).abs() < 0.01, "{up} {down}");
    }
}
