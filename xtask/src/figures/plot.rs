//! The comparison as a drawing: a bar for every task, whose length is the lead of Taquin on a logarithmic scale.

use std::fmt::Write;

use super::{Figure, Peer, Table};

const LABELS: f64 = 330.0;
const WIDTH: f64 = 860.0;
const ROW: f64 = 30.0;
const TOP: f64 = 58.0;
/// The powers of ten on the scale.
const DECADES: [f64; 5] = [1.0, 10.0, 100.0, 1000.0, 10_000.0];

/// The drawing of `peers`, as SVG.
pub fn draw(peers: &[(&Table, &Figure, &Peer)]) -> String {
    let height = TOP + ROW * peers.len() as f64 + 16.0;
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{WIDTH}\" height=\"{height}\" viewBox=\"0 0 {WIDTH} {height}\" \
         font-family=\"system-ui, sans-serif\" font-size=\"14\" role=\"img\">\n\
         <title>How many times better Taquin is than the best other program, task by task</title>\n\
         <rect width=\"100%\" height=\"100%\" fill=\"#ffffff\"/>\n\
         <text x=\"16\" y=\"24\" font-size=\"15\" font-weight=\"600\" fill=\"#1f2933\">How many times better than the best \
         other program</text>\n"
    );
    for decade in DECADES {
        let (x, label) = (place(decade), decade as u64);
        writeln!(
            svg,
            "<line x1=\"{x:.1}\" y1=\"{TOP}\" x2=\"{x:.1}\" y2=\"{:.1}\" stroke=\"#d5dae0\"/>\n\
             <text x=\"{x:.1}\" y=\"{:.1}\" text-anchor=\"middle\" font-size=\"12\" fill=\"#5b6672\">{label}×</text>",
            height - 14.0,
            TOP - 8.0
        )
        .expect("text");
    }
    for (row, (_, _, peer)) in peers.iter().enumerate() {
        let middle = TOP + ROW * (row as f64 + 0.5);
        let times = peer.times();
        let (left, right) = (place(times.min(1.0)), place(times.max(1.0)));
        let colour = if times >= 1.0 { "#2f6f9f" } else { "#b3541e" };
        writeln!(
            svg,
            "<text x=\"16\" y=\"{:.1}\" fill=\"#1f2933\">{}</text>\n\
             <rect x=\"{left:.1}\" y=\"{:.1}\" width=\"{:.1}\" height=\"18\" rx=\"2\" fill=\"{colour}\"/>\n\
             <text x=\"{:.1}\" y=\"{:.1}\" fill=\"#1f2933\">{}×</text>",
            middle + 5.0,
            escape(&peer.task),
            middle - 9.0,
            (right - left).max(2.0),
            right + 6.0,
            middle + 5.0,
            digits(times)
        )
        .expect("text");
    }
    svg + "</svg>\n"
}

/// Where a ratio stands on the scale.
fn place(times: f64) -> f64 {
    let decades = DECADES.len() as f64 - 1.0;
    LABELS + 24.0 + times.log10() / decades * (WIDTH - LABELS - 84.0)
}

/// Two digits, or all of a larger number.
fn digits(times: f64) -> String {
    match times {
        ..1.0 => format!("{times:.2}"),
        ..10.0 => format!("{times:.1}"),
        _ => format!("{times:.0}"),
    }
}

fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;")
}
