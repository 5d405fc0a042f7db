//! What a puzzle family provides, for tiles with labels.

use std::any::Any;
use std::io::{self, Write};
use std::path::Path;

use serde_json::{Value, json};
use taquin_search::{Cost, Limits, Progress, Puzzle};
use taquin_tiles::format::labels::{Label, write};
use taquin_tiles::labelled::Arranging;
use taquin_tiles::{Direction, Move, Slide, metric};

use super::{KIND, LabelledInstance, lineup, notation, reading, space, stage};
use crate::answer::{Answer, Step};
use crate::enumeration::SavedSpace;
use crate::error::Error;
use crate::family::{Family, Reach};
use crate::instance::{Hints, Instance};
use crate::lesson::Lesson;
use crate::machine::Solver;
use crate::notation::Written;
use crate::picture::{Motion, Scene};
use crate::plan::{Algorithm, Choices, Plan};
use crate::stream::Streamed;
use crate::survey::{Scope, Survey};
use crate::trace::{self, Tracer};

impl Family for LabelledInstance {
    fn kind(&self) -> &'static str {
        KIND
    }

    fn as_any(&self) -> &dyn Any {
        self
    }

    fn title(&self) -> String {
        let (rows, cols) = self.size();
        let kind = if self.puzzle.geometry().is_torus() { "torus" } else { "tiles" };
        format!("{rows} × {cols} {kind} with labels")
    }

    fn size(&self) -> (usize, usize) {
        (self.puzzle.geometry().rows() as usize, self.puzzle.geometry().cols() as usize)
    }

    fn text(&self) -> Option<String> {
        Some(self.puzzle.text())
    }

    fn hints(&self) -> Hints {
        let geometry = self.puzzle.geometry();
        let size = Some((geometry.rows(), geometry.cols()));
        let metric = self.is_metered().then(|| self.counting().name().to_string());
        Hints { torus: geometry.is_torus(), size, metric, ..Hints::default() }
    }

    fn state_text(&self) -> String {
        write(self.puzzle.start(), self.puzzle.geometry().cols())
    }

    /// Every tile with its number among those of its label, where there are several.
    fn position_text(&self) -> String {
        let mut words: Vec<String> = vec![Label::BLANK.to_string(); self.cells_of_board()];
        let labels = self.labels();
        for (piece, &cell) in self.cells.iter().enumerate() {
            let first = labels.partition_point(|label| *label < labels[piece]);
            words[cell as usize] = format!("{}#{}", labels[piece], piece - first + 1);
        }
        let rows: Vec<String> = words.chunks(self.size().1).map(|row| row.join(" ")).collect();
        rows.join(" / ")
    }

    fn at(&self, state: &str) -> Option<Instance> {
        let found = reading::state(state)?;
        let start: Vec<Label> = found.iter().map(|(label, _)| label.clone()).collect();
        let (mut have, mut want) = (start.clone(), self.puzzle.start().to_vec());
        have.sort();
        want.sort();
        if have != want {
            return None;
        }
        let mut there = self.with_start(start);
        for (cell, (label, number)) in (0..).zip(&found) {
            if let Some(number) = number {
                let first = self.labels().partition_point(|other| other < label);
                let is_piece = self.labels().get(first + number) == Some(label);
                *there.cells.get_mut(first + number).filter(|_| is_piece)? = cell;
            }
        }
        let mut cells = there.cells.clone();
        cells.sort_unstable();
        cells.dedup();
        (cells.len() == there.cells.len()).then(|| there.into())
    }

    fn rows(&self) -> Vec<String> {
        self.drawn(self.puzzle.start())
    }

    fn heading(&self, out: &mut dyn Write) -> io::Result<()> {
        let (rows, cols) = self.size();
        let kind = if self.puzzle.geometry().is_torus() { "torus" } else { "board" };
        writeln!(out, "{rows} x {cols} {kind}")?;
        let mut boards = vec![self.rows()];
        boards.extend(self.puzzle.goals().iter().map(|goal| self.drawn(goal)));
        for row in 0..rows {
            let mut line = format!("  {}", boards[0][row]);
            for (number, goal) in boards[1..].iter().enumerate() {
                let mark = if row != rows / 2 {
                    "  "
                } else if number == 0 {
                    "->"
                } else {
                    " |"
                };
                line.push_str(&format!("  {mark}  {}", goal[row]));
            }
            writeln!(out, "{line}")?;
        }
        Ok(())
    }

    fn object(&self) -> Value {
        let words = |labels: &[Label]| labels.iter().map(Label::to_string).collect::<Vec<_>>();
        let goals: Vec<Vec<String>> = self.puzzle.goals().iter().map(|goal| words(goal)).collect();
        json!({
            "kind": KIND,
            "rows": self.puzzle.geometry().rows(),
            "cols": self.puzzle.geometry().cols(),
            "torus": self.puzzle.geometry().is_torus(),
            "metric": self.counting().name(),
            "start": words(self.puzzle.start()),
            "goal": goals[0],
            "goals": goals,
            "text": self.text(),
        })
    }

    fn metric(&self) -> Option<&'static str> {
        Some(self.counting().name())
    }

    fn cost(&self, steps: &[Step]) -> Cost {
        Cost::try_from(self.count(self.counting(), steps)).unwrap_or(Cost::MAX)
    }

    fn counts(&self, steps: &[Step]) -> Vec<(&'static str, u64)> {
        metric::METRICS.iter().map(|&metric| (metric.name(), self.count(metric, steps))).collect()
    }

    fn is_solved(&self) -> bool {
        self.solved()
    }

    fn verdict(&self) -> Option<(bool, String)> {
        self.solvability().map(|told| (told.is_solvable(), told.to_string()))
    }

    fn gauge(&self) -> u32 {
        self.shared.matching.fewest_steps(&self.arrangement::<64>().0[..self.cells_of_board()])
    }

    fn gauge_name(&self) -> &'static str {
        "Manhattan distance"
    }

    /// Tile by tile in every metric. Blank by blank in reading order; each goes up, left, down, right.
    fn neighbors(&self) -> Result<Vec<(Step, Instance)>, Error> {
        let puzzle = Arranging::<64> { kinds: self.kinds() };
        let neighbor = |slide: Slide| {
            let &[from] = self.kinds().paths().path(slide) else { return None };
            let mut after = self.clone();
            let step = after.make(Move { from, to: slide.blank });
            Some((step, after.into()))
        };
        Ok(puzzle.moves(&self.arrangement()).filter_map(neighbor).collect())
    }

    fn moved(&self, motion: &Motion) -> Option<Instance> {
        stage::moved(self, motion).map(Instance::from)
    }

    fn motion(&self, step: &Step) -> Motion {
        Motion { piece: step.piece as usize, path: vec![direction(step).delta()] }
    }

    fn motion_words(&self, motion: &Motion) -> String {
        let goes = |direction: &Direction| motion.path.first() == Some(&direction.delta());
        let direction = Direction::ALL.into_iter().find(goes).map_or("", Direction::name);
        format!("{} {direction}", self.labels()[motion.piece])
    }

    fn words(&self, step: &Step) -> String {
        let label = &self.labels()[step.piece as usize];
        let way = direction(step).name();
        if self.has_one_blank() {
            return format!("{label} {way}");
        }
        let (row, col) = stage::place(self.puzzle.geometry(), step.from);
        format!("{label} in row {}, column {} {way}", row + 1, col + 1)
    }

    fn short(&self, step: &Step) -> String {
        let label = self.labels()[step.piece as usize].to_string();
        let arrow = direction(step).arrow();
        if self.has_one_blank() {
            return format!("{label}{arrow}");
        }
        notation::word(self, &label, step.from, arrow)
    }

    fn is_terse(&self) -> bool {
        true
    }

    fn push_letters(&self, step: &Step, text: &mut String) {
        let letter = direction(step).letter();
        if self.has_one_blank() {
            return text.push(letter);
        }
        let label = self.labels()[step.piece as usize].to_string();
        text.push_str(&notation::word(self, &label, step.from, letter));
    }

    fn separator(&self) -> &'static str {
        if self.has_one_blank() { "" } else { " " }
    }

    fn step_object(&self, step: &Step) -> Value {
        let Step { piece, from, to, .. } = step;
        let label = self.labels()[*piece as usize].to_string();
        json!({ "tile": label, "index": piece, "from": from, "to": to, "direction": direction(step).name() })
    }

    fn read_moves(&self, text: &str) -> Result<Vec<Written>, Error> {
        notation::read(self, text)
    }

    fn step_word(&self, object: &Value) -> Option<String> {
        notation::word_of(self, object)
    }

    fn piece_name(&self, piece: usize) -> String {
        format!("tile {}", self.labels()[piece])
    }

    fn scrambled(&self, seed: u64) -> Instance {
        stage::scrambled(self, seed).into()
    }

    fn scene(&self) -> Scene {
        stage::scene(self, &self.cells)
    }

    fn goal_scene(&self) -> Option<Scene> {
        stage::goal_scene(self)
    }

    fn reach_within(&self, _most: usize) -> Vec<Reach> {
        // A tile goes one step at most, in four directions.
        stage::reach(self)
    }

    fn choices(&self) -> Choices {
        lineup::choices(self)
    }

    fn lessons(&self) -> Vec<Lesson> {
        Vec::new()
    }

    fn solve(&self, plan: &Plan, progress: &mut dyn Progress) -> Result<Answer, Error> {
        lineup::solve(self, plan, progress)
    }

    fn group(&self, plan: &Plan) -> Option<String> {
        lineup::group(self, plan)
    }

    fn solver(&self, _: &Plan) -> Result<Box<dyn Solver>, Error> {
        Ok(Box::<lineup::TableSolver>::default())
    }

    fn stream(&self, _: &Plan, _: &mut dyn FnMut(Step)) -> Result<Streamed, Error> {
        Err(Error::NotFor { what: format!("algorithm {}", Algorithm::Near), kind: KIND })
    }

    fn trace(&self, plan: &Plan, tracer: &mut dyn Tracer) -> Result<Answer, Error> {
        if let Some(lesson) = plan.lesson {
            return Err(Error::OtherLesson { lesson: lesson.name });
        }
        let answer = lineup::trace(self, plan, tracer)?;
        trace::close(&answer, tracer);
        Ok(answer)
    }

    fn survey(&self, scope: &Scope<'_>) -> Result<Survey, Error> {
        Ok(lineup::survey(self, scope))
    }

    fn lower_bound(&self) -> Cost {
        self.shared.matching.distance(&self.arrangement::<64>().0[..self.cells_of_board()])
    }

    fn quick_solution(&self, limits: &Limits) -> Option<Vec<Step>> {
        lineup::quick_solution(self, limits)
    }

    fn saved_space(&self, _: &Path) -> Result<SavedSpace, Error> {
        Err(space::missing())
    }
}

/// The direction of a step, which of tiles is one.
fn direction(step: &Step) -> Direction {
    step.path.directions().first().copied().expect("a tile goes somewhere")
}
