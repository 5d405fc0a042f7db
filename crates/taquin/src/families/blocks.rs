//! Sliding blocks of any shape. The piece with index `i` of a scene is piece `i` of the problem.

mod analysis;
mod facts;
mod layouts;
mod lessons;
mod lineup;
mod notation;
mod planning;
mod solutions;
mod space;
mod stage;

use std::any::Any;
use std::io::{self, Write};
use std::path::Path;

use serde_json::{Value, json};
use taquin_blocks::format::{Format, picture, plain};
use taquin_blocks::{Blocks, Metric, Problem, Scope, Task, Word, catalogue, compile_wide, replay};
use taquin_search::{Cost, Limits, Progress, Puzzle};
use taquin_tiles::format;

pub use layouts::LayoutFacts;

use super::Reader;
use crate::answer::{self, Answer, Direction, Step};
use crate::enumeration::SavedSpace;
use crate::error::Error;
use crate::family::{Family, Reach};
use crate::instance::{Hints, Instance};
use crate::lesson::Lesson;
use crate::notation::Written;
use crate::picture::{Motion, Scene};
use crate::plan::{Algorithm, Choices, Plan};
use crate::stream::Streamed;
use crate::survey::{self, Survey};
use crate::trace::{self, Tracer};

/// The name of the family.
const KIND: &str = "blocks";

/// How blocks are read.
pub(super) const READER: Reader = Reader {
    kind: KIND,
    metrics: &[
        ("unit", "one cell"),
        ("straight", "one slide in one direction, however far"),
        ("finger", "any continuous travel of one piece"),
    ],
    forms: &[
        ("plain", "pictures of start and goal under a short header"),
        ("course", "the twenty digits of the flying Klotski"),
        ("rush-hour", "a Rush Hour board in one word"),
        ("gnome", "a GNOME Klotski level"),
        ("klotski", "the hexadecimal Klotski code"),
    ],
    lessons: &lessons::LESSONS,
    claims,
    read: |text, hints| read(text, hints).map(Instance::from),
    check_saved: space::check_saved,
};

/// Boards with more columns are described by their size alone.
const WIDEST: usize = 34;

/// Longer texts are not names.
const LONGEST_NAME: usize = 80;

/// Whether `text` is about blocks: a name, in one of their own formats, or a picture, which has letters for
/// pieces where tiles have numbers.
fn claims(text: &str, hints: &Hints) -> bool {
    let letters = text.chars().filter(|character| character.is_alphabetic()).count();
    let digits = text.chars().filter(char::is_ascii_digit).count();
    hints.form.is_some()
        || entry(text).is_some()
        || match Format::guess(text) {
            Format::Course | Format::Gnome | Format::RushHour => true,
            // Digits in one word are a code, unless they are the tiles of a small board, all different.
            Format::Klotski => letters > 0 || (digits > 1 && !format::is_board(text)),
            Format::Plain => (letters > digits || text.contains(['#', '.'])) && !format::is_numbers(text),
        }
}

/// The puzzle of the catalogue that `text` names.
fn entry(text: &str) -> Option<&'static catalogue::Entry> {
    let name = text.trim();
    // Most texts are not names, and need not be compared with all of them.
    let may_be =
        name.len() <= LONGEST_NAME && name.contains(char::is_alphabetic) && !name.contains(['\n', '/']);
    if may_be { catalogue::find(name) } else { None }
}

/// The error for a text that is neither a puzzle nor a name; `None` if it may be a puzzle with a mistake. A picture
/// on one line without an empty cell is not a puzzle, as nothing could move there.
fn unknown(text: &str, format: Format) -> Option<Error> {
    let word = text.trim();
    let full = !word.contains(['/', '.', '#', '*', ':', '\n']) && word.contains(char::is_alphabetic);
    let mistaken = format == Format::Klotski && !word.contains(|character: char| character.is_ascii_digit());
    (full && (format == Format::Plain || mistaken)).then(|| {
        let printable = |c: char| if c.is_control() { c.escape_default().to_string() } else { c.to_string() };
        let shown = word.chars().take(LONGEST_NAME).map(printable).collect();
        Error::Unknown { word: shown, nearest: catalogue::nearest(word) }
    })
}

/// Reads a puzzle of blocks.
fn read(text: &str, hints: &Hints) -> Result<Problem, Error> {
    if hints.size.is_some() {
        return Err(Error::NotFor { what: "flat lists that need a size".into(), kind: KIND });
    }
    let form = hints.form.as_deref().map(str::parse::<Format>).transpose().map_err(Error::Name)?;
    let text = entry(text).map_or(text, |entry| entry.text);
    let format = form.unwrap_or_else(|| Format::guess(text));
    let read = || match format {
        Format::Plain => plain(text, hints),
        format => {
            let problem = format.parse(text)?;
            if hints.goal.is_none() && !hints.torus {
                return Ok(problem);
            }
            plain(&picture::write(&problem).ok_or(Error::PicturesOnly)?, hints)
        }
    };
    let stranger = if form.is_none() { unknown(text, format) } else { None };
    let problem = match stranger {
        Some(error) if format == Format::Plain => return Err(error),
        Some(error) => read().map_err(|_| error)?,
        None => read()?,
    };
    Ok(match hints.metric.as_deref().map(str::parse::<Metric>).transpose().map_err(Error::Name)? {
        Some(metric) => problem.with_metric(metric),
        None => problem,
    })
}

/// Reads a plain picture, with the goal and the edges that the hints give it.
fn plain(text: &str, hints: &Hints) -> Result<Problem, Error> {
    let wrapped = if hints.torus { format!("{}\nwrap: both", text.trim_end()) } else { text.to_string() };
    Ok(plain::parse_with_goal(&wrapped, hints.goal.as_deref())?)
}

/// A move of blocks as a step of a solution.
fn step(step: taquin_blocks::Step) -> Step {
    let direction = |direction: &taquin_blocks::Direction| match direction {
        taquin_blocks::Direction::Up => Direction::Up,
        taquin_blocks::Direction::Left => Direction::Left,
        taquin_blocks::Direction::Right => Direction::Right,
        taquin_blocks::Direction::Down => Direction::Down,
    };
    Step {
        piece: step.piece as u32,
        from: step.from.index() as u32,
        to: step.to.index() as u32,
        path: answer::Path::new(step.path.iter().map(direction).collect()),
    }
}

/// The row and the column where a step ends, counted from 1.
fn landing(problem: &Problem, step: &Step) -> (usize, usize) {
    let cols = problem.grid().cols();
    (step.to as usize / cols + 1, step.to as usize % cols + 1)
}

impl Family for Problem {
    fn kind(&self) -> &'static str {
        KIND
    }

    fn as_any(&self) -> &dyn Any {
        self
    }

    fn title(&self) -> String {
        format!("{} × {} blocks", self.grid().rows(), self.grid().cols())
    }

    fn size(&self) -> (usize, usize) {
        (self.grid().rows(), self.grid().cols())
    }

    fn text(&self) -> Option<String> {
        picture::write(self)
    }

    fn state_text(&self) -> String {
        picture::start_line(self)
    }

    fn position_text(&self) -> String {
        picture::position_line(self)
    }

    fn at(&self, state: &str) -> Option<Instance> {
        picture::at_line(self, state).map(Instance::from)
    }

    fn rows(&self) -> Vec<String> {
        picture::start_rows(self)
    }

    fn heading(&self, out: &mut dyn Write) -> io::Result<()> {
        let (rows, cols) = self.size();
        let (pieces, metric) = (self.pieces().len(), Problem::metric(self));
        writeln!(out, "{rows} x {cols} board, {pieces} pieces, {metric} metric")?;
        if cols > WIDEST {
            return Ok(());
        }
        let pairs = picture::start_rows(self).into_iter().zip(picture::goal_rows(self));
        for (row, (start, goal)) in pairs.enumerate() {
            writeln!(out, "  {start}  {}  {goal}", if row == rows / 2 { "->" } else { "  " })?;
        }
        Ok(())
    }

    fn object(&self) -> Value {
        let (wrap_rows, wrap_cols) = self.grid().wraps();
        json!({
            "kind": KIND,
            "rows": self.grid().rows(),
            "cols": self.grid().cols(),
            "wrap": { "rows": wrap_rows, "columns": wrap_cols },
            "metric": Problem::metric(self).to_string(),
            "start": picture::start_rows(self),
            "goal": picture::goal_rows(self),
            "text": self.text(),
        })
    }

    fn metric(&self) -> Option<&'static str> {
        let name = Problem::metric(self).to_string();
        READER.metrics.iter().map(|(metric, _)| *metric).find(|metric| *metric == name)
    }

    fn has_goal(&self) -> bool {
        !self.goal().is_empty()
    }

    fn is_solved(&self) -> bool {
        Problem::is_solved(self)
    }

    fn gauge(&self) -> u32 {
        stage::gauge(self)
    }

    fn gauge_name(&self) -> &'static str {
        "steps of the goal pieces"
    }

    fn neighbors(&self) -> Result<Vec<(Step, Instance)>, Error> {
        struct Steps;
        impl Task for Steps {
            type Output = Vec<taquin_blocks::Step>;
            fn run<O: Word, C: Word>(self, blocks: &Blocks<O, C>) -> Self::Output {
                blocks.moves(&blocks.start()).flat_map(|mv| replay(blocks, &[mv])).collect()
            }
        }
        let neighbor = |found: taquin_blocks::Step| {
            let after = self.clone().with_piece_at(found.piece, found.to);
            (step(found), after.into())
        };
        Ok(compile_wide(self, Scope::Reachable, Steps)?.into_iter().map(neighbor).collect())
    }

    fn moved(&self, motion: &Motion) -> Option<Instance> {
        stage::moved(self, motion).map(Instance::from)
    }

    fn motion(&self, step: &Step) -> Motion {
        stage::motion(self, step)
    }

    fn motion_words(&self, motion: &Motion) -> String {
        stage::words(self, motion)
    }

    fn words(&self, step: &Step) -> String {
        let name = self.pieces()[step.piece as usize].name;
        let words: Vec<&str> = step.path.directions().iter().map(|direction| direction.name()).collect();
        if words.is_empty() {
            let (row, col) = landing(self, step);
            return format!("block {name}: flies to row {row}, column {col}");
        }
        format!("block {name}: {}", words.join(", "))
    }

    fn short(&self, step: &Step) -> String {
        let name = self.pieces()[step.piece as usize].name;
        let way: String = step.path.directions().iter().map(|direction| direction.arrow()).collect();
        if way.is_empty() {
            let (row, col) = landing(self, step);
            return format!("{name}→{row},{col}");
        }
        format!("{name}{way}")
    }

    fn push_letters(&self, step: &Step, text: &mut String) {
        text.push(self.pieces()[step.piece as usize].name);
        text.push(':');
        let way = step.path.directions();
        if way.is_empty() {
            let (row, col) = landing(self, step);
            text.push_str(&format!("*{row},{col}"));
        }
        text.extend(way.iter().map(|direction| direction.letter()));
    }

    fn step_object(&self, step: &Step) -> Value {
        let name = self.pieces()[step.piece as usize].name.to_string();
        let path: Vec<&str> = step.path.directions().iter().map(|direction| direction.name()).collect();
        json!({ "piece": name, "index": step.piece, "from": step.from, "to": step.to, "path": path })
    }

    fn read_moves(&self, text: &str) -> Result<Vec<Written>, Error> {
        notation::read(self, text)
    }

    fn step_word(&self, object: &Value) -> Option<String> {
        notation::word(self, object)
    }

    fn piece_name(&self, piece: usize) -> String {
        format!("block {}", self.pieces()[piece].name)
    }

    fn scrambled(&self, seed: u64) -> Instance {
        stage::scrambled(self, seed).into()
    }

    fn scene(&self) -> Scene {
        stage::scene(self)
    }

    fn goal_scene(&self) -> Option<Scene> {
        stage::goal_scene(self)
    }

    fn reach_within(&self, most: usize) -> Vec<Reach> {
        stage::reach(self, most)
    }

    fn choices(&self) -> Choices {
        lineup::choices(self)
    }

    fn lessons(&self) -> Vec<Lesson> {
        lessons::fitting(self)
    }

    fn solve(&self, plan: &Plan, progress: &mut dyn Progress) -> Result<Answer, Error> {
        lineup::solve(self, plan, progress)
    }

    fn stream(&self, _: &Plan, _: &mut dyn FnMut(Step)) -> Result<Streamed, Error> {
        Err(Error::NotFor { what: format!("algorithm {}", Algorithm::Near), kind: KIND })
    }

    fn trace(&self, plan: &Plan, tracer: &mut dyn Tracer) -> Result<Answer, Error> {
        let answer = match plan.lesson {
            Some(lesson) => lessons::trace(self, lesson, &plan.limits, tracer),
            None => lineup::trace(self, plan, tracer),
        }?;
        trace::close(&answer, tracer);
        Ok(answer)
    }

    fn survey(&self, scope: &survey::Scope<'_>) -> Result<Survey, Error> {
        lineup::survey(self, scope)
    }

    fn lower_bound(&self) -> Cost {
        lineup::lower_bound(self)
    }

    fn quick_solution(&self, limits: &Limits) -> Option<Vec<Step>> {
        lineup::quick_solution(self, limits)
    }

    fn saved_space(&self, file: &Path) -> Result<SavedSpace, Error> {
        space::saved_space(self, file)
    }
}
