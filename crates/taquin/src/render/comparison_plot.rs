//! A comparison as a picture: the nodes and the lengths of every contender, a dot for each puzzle, and how
//! many puzzles each has solved after how much time (a cactus plot).

use std::fmt::Write as _;
use std::io::{self, Write};

use crate::comparison::{Comparison, Found};

/// Colours that people with red-green colour blindness can distinguish.
const COLOURS: [&str; 8] =
    ["#0072b2", "#d55e00", "#009e73", "#cc79a7", "#56b4e9", "#e69f00", "#882255", "#555555"];
/// Dashes for contenders beyond the colours.
const DASHES: [&str; 3] = ["none", "6 3", "2 3"];

const WIDTH: f64 = 900.0;
const LEFT: f64 = 230.0;
const RIGHT: f64 = 24.0;
/// The height of a contender in the panels that have a row for each.
const ROW: f64 = 20.0;
const CACTUS: f64 = 260.0;
/// What a panel takes above and below.
const HEAD: f64 = 40.0;
const FOOT: f64 = 34.0;
/// The columns of the legend, and the height of a line of it.
const LEGEND: usize = 3;
const LINE: f64 = 18.0;

/// Writes the picture as SVG.
///
/// # Errors
/// Errors of `out`.
pub fn comparison_svg(out: &mut dyn Write, comparison: &Comparison, command: &str) -> io::Result<()> {
    let rows = ROW * comparison.contenders.len() as f64;
    let panel = HEAD + rows + FOOT;
    let legend = LINE * comparison.contenders.len().div_ceil(LEGEND) as f64;
    let height = 2.0 * panel + HEAD + CACTUS + FOOT + legend + LINE;
    let mut body = String::new();
    let nodes = |found: &Found| Some(found.expanded as f64);
    strip(&mut body, comparison, 0.0, "Expanded nodes", &nodes, true);
    let lengths = |found: &Found| found.cost.map(f64::from);
    strip(&mut body, comparison, panel, "Length of the solutions", &lengths, false);
    cactus(&mut body, comparison, 2.0 * panel);
    writeln!(
        out,
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH} {height}\" font-family=\"sans-serif\" \
         font-size=\"12\"><title>{} contenders on {} puzzles</title><desc>{}</desc>\
         <rect width=\"{WIDTH}\" height=\"{height}\" fill=\"#fff\"/>{body}</svg>",
        comparison.contenders.len(),
        comparison.puzzles.len(),
        escaped(command)
    )
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}

fn colour(contender: usize) -> &'static str {
    COLOURS[contender % COLOURS.len()]
}

/// Values along a line, which may grow by factors.
struct Axis {
    least: f64,
    most: f64,
    is_log: bool,
}

impl Axis {
    fn of(values: impl Iterator<Item = f64> + Clone, is_log: bool) -> Self {
        // Below one there is nothing to see on an axis of nodes.
        let shown = |value: f64| if is_log { value.max(1e-6) } else { value };
        let least = values.clone().map(shown).fold(f64::INFINITY, f64::min);
        let most = values.map(shown).fold(f64::NEG_INFINITY, f64::max);
        let (least, most) = if least <= most { (least, most) } else { (1.0, 10.0) };
        match is_log {
            true => Axis {
                least: 10_f64.powf(least.log10().floor()),
                most: 10_f64.powf((most * 1.0001).log10().ceil()),
                is_log,
            },
            false => Axis { least: 0.0, most: most.max(1.0) * 1.05, is_log },
        }
    }

    /// Where a value is, between 0 and 1.
    fn place(&self, value: f64) -> f64 {
        match self.is_log {
            true => (value.max(self.least) / self.least).log10() / (self.most / self.least).log10(),
            false => (value - self.least) / (self.most - self.least),
        }
    }

    /// The values that are marked.
    fn marks(&self) -> Vec<f64> {
        if self.is_log {
            let decades = (self.most / self.least).log10().round() as i32;
            // Many decades are marked every few.
            let every = (decades / 8 + 1) as usize;
            return (0..=decades).step_by(every).map(|decade| self.least * 10_f64.powi(decade)).collect();
        }
        let rough = self.most / 6.0;
        let decade = 10_f64.powf(rough.log10().floor());
        let step =
            [1.0, 2.0, 5.0, 10.0].into_iter().map(|factor| factor * decade).find(|&step| step >= rough);
        let step = step.unwrap_or(10.0 * decade).max(1.0);
        (0..=(self.most / step) as usize).map(|mark| mark as f64 * step).collect()
    }
}

/// A mark in few characters.
fn label(value: f64) -> String {
    match value {
        0.0 => "0".into(),
        value if value >= 1e4 => format!("1e{}", value.log10().round()),
        value if value < 0.001 => format!("1e{}", value.log10().round()),
        value if value < 1.0 => format!("{value:.3}").trim_end_matches('0').to_string(),
        value => format!("{value}"),
    }
}

/// A panel with a row for every contender and a dot for every puzzle.
fn strip(
    body: &mut String,
    comparison: &Comparison,
    top: f64,
    title: &str,
    value: &dyn Fn(&Found) -> Option<f64>,
    is_log: bool,
) {
    let count = comparison.contenders.len();
    let all: Vec<f64> =
        (0..count).flat_map(|contender| comparison.found(contender).filter_map(value)).collect();
    let axis = Axis::of(all.iter().copied(), is_log);
    let (head, foot) = (top + HEAD, top + HEAD + ROW * count as f64);
    let x = |value: f64| LEFT + (WIDTH - LEFT - RIGHT) * axis.place(value);
    let _ =
        write!(body, "<text x=\"{LEFT}\" y=\"{}\" font-weight=\"bold\">{title}</text>", top + HEAD - 14.0);
    for mark in axis.marks() {
        let (x, words) = (x(mark), label(mark));
        let _ = write!(
            body,
            "<path d=\"M{x:.1} {head}V{foot}\" stroke=\"#ddd\"/>\
             <text x=\"{x:.1}\" y=\"{}\" text-anchor=\"middle\" fill=\"#555\">{words}</text>",
            foot + 16.0
        );
    }
    for (contender, name) in comparison.contenders.iter().enumerate() {
        let y = head + ROW * (contender as f64 + 0.5);
        let _ =
            write!(body, "<text x=\"{}\" y=\"{}\" text-anchor=\"end\">{name}</text>", LEFT - 10.0, y + 4.0);
        for run in comparison.runs.iter().filter(|run| run.contender == contender) {
            let Some((found, value)) = run.found.as_ref().ok().and_then(|found| Some((found, value(found)?)))
            else {
                continue;
            };
            // A search that was stopped has an empty dot: it would have gone on.
            let fill = if found.outcome == "stopped" { "#fff" } else { colour(contender) };
            let _ = write!(
                body,
                "<circle cx=\"{:.1}\" cy=\"{y:.1}\" r=\"4\" fill=\"{fill}\" stroke=\"{}\" fill-opacity=\"0.7\">\
                 <title>puzzle {}: {value}, {}</title></circle>",
                x(value),
                colour(contender),
                run.puzzle + 1,
                found.outcome
            );
        }
    }
}

/// A panel with a curve for every contender: the puzzles that it has solved within a time.
fn cactus(body: &mut String, comparison: &Comparison, top: f64) {
    let times = |contender: usize| {
        let done = comparison.found(contender).filter(|found| found.outcome != "stopped");
        let mut times: Vec<f64> = done.map(|found| found.seconds).collect();
        times.sort_by(f64::total_cmp);
        times
    };
    let curves: Vec<Vec<f64>> = (0..comparison.contenders.len()).map(times).collect();
    let axis = Axis::of(curves.iter().flatten().copied(), true);
    let foot = top + HEAD + CACTUS;
    let most = comparison.puzzles.len().max(1) as f64;
    let x = |solved: f64| LEFT + (WIDTH - LEFT - RIGHT) * solved / most;
    let y = |seconds: f64| foot - CACTUS * axis.place(seconds);
    let _ = write!(
        body,
        "<text x=\"{LEFT}\" y=\"{}\" font-weight=\"bold\">Seconds for each of the puzzles that are answered, the quickest first</text>",
        top + HEAD - 14.0
    );
    for mark in axis.marks() {
        let (y, words) = (y(mark), label(mark));
        let _ = write!(
            body,
            "<path d=\"M{LEFT} {y:.1}H{}\" stroke=\"#ddd\"/>\
             <text x=\"{}\" y=\"{:.1}\" text-anchor=\"end\" fill=\"#555\">{words}</text>",
            WIDTH - RIGHT,
            LEFT - 10.0,
            y + 4.0
        );
    }
    for (mark, words) in [(1.0, "1".to_string()), (most, format!("{most}"))] {
        let _ = write!(
            body,
            "<text x=\"{:.1}\" y=\"{}\" text-anchor=\"middle\" fill=\"#555\">{words}</text>",
            x(mark),
            foot + 16.0
        );
    }
    for (contender, times) in curves.iter().enumerate().filter(|(_, times)| !times.is_empty()) {
        let points =
            (1..).zip(times).map(|(solved, &time)| format!("{:.1},{:.1}", x(f64::from(solved)), y(time)));
        let (dash, stroke) = (DASHES[contender / COLOURS.len() % DASHES.len()], colour(contender));
        let points: Vec<String> = points.collect();
        let end = points.last().cloned().unwrap_or_default();
        let (end_x, end_y) = end.split_once(',').unwrap_or(("0", "0"));
        let _ = write!(
            body,
            "<polyline points=\"{}\" fill=\"none\" stroke=\"{stroke}\" stroke-width=\"2\" stroke-dasharray=\"{dash}\">\
             <title>{name}</title></polyline><circle cx=\"{end_x}\" cy=\"{end_y}\" r=\"4\" fill=\"{stroke}\">\
             <title>{name}</title></circle>",
            points.join(" "),
            name = comparison.contenders[contender]
        );
    }
    for (contender, name) in comparison.contenders.iter().enumerate() {
        let left = 20.0 + (WIDTH - 40.0) / LEGEND as f64 * (contender % LEGEND) as f64;
        let y = foot + FOOT + LINE * (contender / LEGEND) as f64;
        let (dash, stroke) = (DASHES[contender / COLOURS.len() % DASHES.len()], colour(contender));
        let _ = write!(
            body,
            "<path d=\"M{} {y}h24\" stroke=\"{stroke}\" stroke-width=\"2\" stroke-dasharray=\"{dash}\"/>\
             <text x=\"{}\" y=\"{}\">{name}</text>",
            left,
            left + 30.0,
            y + 4.0
        );
    }
}
