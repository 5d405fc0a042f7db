//! Sliding tiles: a grid and two arrangements on it.

mod analysis;
pub mod deepening;
mod facts;
mod lessons;
mod lineup;
mod metered;
mod near;
mod notation;
pub(super) mod planning;
mod solutions;
mod space;
mod stage;
mod tiny;
mod within;

use std::any::Any;
use std::io::{self, Write};
use std::path::Path;

use serde_json::{Value, json};
use taquin_search::{Cost, Limits, Progress, Puzzle, Report};
use taquin_tiles::format::{self, Boards, Style};
use taquin_tiles::{
    Board, Cell, Direction, Geometry, GoalCells, Metric, Move, Solvability, Tiles, metric, solvability,
};

use super::Reader;
use crate::answer::{self, Answer, Step};
use crate::enumeration::SavedSpace;
use crate::error::Error;
use crate::family::{Deepening, Family, Reach};
use crate::instance::{Hints, Instance};
use crate::lesson::Lesson;
use crate::machine::Solver;
use crate::notation::Written;
use crate::picture::{Motion, Scene};
use crate::plan::{Choices, Plan};
use crate::stream::Streamed;
use crate::survey::{Scope, Survey};
use crate::trace::{self, Tracer};

/// The name of the family.
const KIND: &str = "tiles";

/// How tiles are read. They take every text that no other family claims.
pub(super) const READER: Reader = Reader {
    kind: KIND,
    metrics: metric::NAMES,
    forms: &[],
    lessons: &lessons::LESSONS,
    claims: |_, _| true,
    read: |text, hints| TilesInstance::parse(text, hints).map(Instance::from),
    check_saved: space::check_saved,
};

/// Boards wider than this are described by their size alone.
const WIDEST: u32 = 16;

/// Sliding tiles: a grid and two arrangements on it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TilesInstance {
    /// The grid.
    pub geometry: Geometry,
    /// The start.
    pub start: Board,
    /// The goal.
    pub goal: Board,
    /// What counts as one move, by name.
    pub metric: &'static str,
}

impl TilesInstance {
    fn parse(text: &str, hints: &Hints) -> Result<Self, Error> {
        let metric = match &hints.metric {
            None => metric::METRICS[0],
            Some(name) => metric::named(name)
                .ok_or_else(|| Error::NotFor { what: format!("metric '{name}'"), kind: KIND })?,
        };
        let Boards { start, goal } = format::parse(text, hints.size)?;
        let (rows, cols) = (start.rows(), start.cols());
        let goal = match (&hints.goal, goal) {
            (Some(text), _) => format::parse_goal(text, (rows, cols)).map_err(|error| match error {
                taquin_tiles::Error::Parse(error) => Error::Goal(error),
                other => other.into(),
            })?,
            (None, Some(goal)) => goal,
            (None, None) => Board::blank_last(rows, cols),
        };
        let geometry = Geometry::new(rows, cols, hints.torus);
        Ok(TilesInstance { geometry, start, goal, metric: metric.name() })
    }

    /// A puzzle whose moves are counted tile by tile.
    #[must_use]
    pub fn new(geometry: Geometry, start: Board, goal: Board) -> Self {
        TilesInstance { geometry, start, goal, metric: metric::METRICS[0].name() }
    }

    /// What counts as one move.
    fn counting(&self) -> &'static dyn Metric {
        metric::named(self.metric).unwrap_or(metric::METRICS[0])
    }

    /// Whether moves are not counted tile by tile.
    fn is_metered(&self) -> bool {
        self.metric != metric::METRICS[0].name()
    }

    /// Whether the goal can be reached, and why.
    #[must_use]
    pub fn solvability(&self) -> Solvability {
        solvability(&self.geometry, &self.start, &GoalCells::of(&self.goal))
    }

    /// Plays `moves` from the start and says which tile each of them moves where.
    ///
    /// # Panics
    /// If a move is not legal, or the moves do not end at the goal: then a search is broken, and no
    /// answer is better than a wrong one.
    #[must_use]
    pub fn replay(&self, moves: &[Move]) -> Vec<Step> {
        let mut board = self.start.clone();
        let steps = moves.iter().map(|&mv| self.step(&mut board, mv)).collect();
        assert!(board == self.goal, "a solution must end at the goal");
        steps
    }

    fn step(&self, board: &mut Board, Move { from, to }: Move) -> Step {
        assert_eq!(board.blank(), to, "a tile moves into the blank");
        let tile = board.tiles()[from as usize];
        board.slide(from);
        Step { piece: tile - 1, from, to, path: answer::Path::One(self.direction(from, to)) }
    }

    /// The direction in which a tile goes from one cell to a neighbour.
    ///
    /// # Panics
    /// If the cells are no neighbours.
    #[must_use]
    pub fn direction(&self, from: Cell, to: Cell) -> Direction {
        // On a side of two cells both ways lead there; the one inside the board is the natural one.
        let cols = self.geometry.cols();
        let (is_row, is_col) = (from / cols == to / cols, from % cols == to % cols);
        let inside = match to.wrapping_sub(from) as i32 {
            1 if is_row => Some(Direction::Right),
            -1 if is_row => Some(Direction::Left),
            step if is_col && step == cols as i32 => Some(Direction::Down),
            step if is_col && step == -(cols as i32) => Some(Direction::Up),
            _ => None,
        };
        let leads = |&direction: &Direction| self.geometry.neighbor(from, direction) == Some(to);
        inside.or_else(|| Direction::ALL.into_iter().find(leads)).expect("a move joins two neighbours")
    }
}

/// The rows of a board, with a dot for the blank.
fn rows(board: &Board) -> impl Iterator<Item = String> {
    let width = (board.tiles().len() - 1).to_string().len();
    board.tiles().chunks(board.cols() as usize).map(move |row| {
        let cells: Vec<String> = row
            .iter()
            .map(|&tile| if tile == 0 { format!("{:>width$}", "·") } else { format!("{tile:>width$}") })
            .collect();
        cells.join(" ")
    })
}

/// The direction of a step, which of tiles is one.
fn direction(step: &Step) -> Direction {
    step.path.directions().first().copied().expect("a tile goes somewhere")
}

impl Family for TilesInstance {
    fn kind(&self) -> &'static str {
        KIND
    }

    fn as_any(&self) -> &dyn Any {
        self
    }

    fn title(&self) -> String {
        let kind = if self.geometry.is_torus() { "torus" } else { "tiles" };
        format!("{} × {} {kind}", self.geometry.rows(), self.geometry.cols())
    }

    fn size(&self) -> (usize, usize) {
        (self.geometry.rows() as usize, self.geometry.cols() as usize)
    }

    fn text(&self) -> Option<String> {
        let usual = Board::blank_last(self.geometry.rows(), self.geometry.cols());
        let (start, goal) = (self.start.text(Style::Rows), self.goal.text(Style::Rows));
        Some(if self.goal == usual { start.to_string() } else { format!("{start} -> {goal}") })
    }

    fn hints(&self) -> Hints {
        let size = Some((self.geometry.rows(), self.geometry.cols()));
        let metric = self.is_metered().then(|| self.metric.to_string());
        Hints { torus: self.geometry.is_torus(), size, metric, ..Hints::default() }
    }

    fn state_text(&self) -> String {
        self.start.text(Style::Rows).to_string()
    }

    fn at(&self, state: &str) -> Option<Instance> {
        let size = (self.geometry.rows(), self.geometry.cols());
        let start = format::parse_board(state, Some(size)).ok()?;
        Some(TilesInstance { start, ..self.clone() }.into())
    }

    fn rows(&self) -> Vec<String> {
        rows(&self.start).collect()
    }

    fn heading(&self, out: &mut dyn Write) -> io::Result<()> {
        let geometry = &self.geometry;
        let kind = if geometry.is_torus() { "torus" } else { "board" };
        writeln!(out, "{} x {} {kind}", geometry.rows(), geometry.cols())?;
        if geometry.cols() > WIDEST || geometry.rows() > WIDEST {
            return Ok(());
        }
        let middle = geometry.rows() / 2;
        for (row, (start, goal)) in (0..).zip(rows(&self.start).zip(rows(&self.goal))) {
            writeln!(out, "  {start}  {}  {goal}", if row == middle { "->" } else { "  " })?;
        }
        Ok(())
    }

    fn object(&self) -> Value {
        json!({
            "kind": KIND,
            "rows": self.geometry.rows(),
            "cols": self.geometry.cols(),
            "torus": self.geometry.is_torus(),
            "metric": self.metric,
            "start": self.start.tiles(),
            "goal": self.goal.tiles(),
            "text": self.text(),
        })
    }

    fn metric(&self) -> Option<&'static str> {
        Some(self.metric)
    }

    fn cost(&self, steps: &[Step]) -> Cost {
        self.count(steps)
    }

    fn counts(&self, steps: &[Step]) -> Vec<(&'static str, u64)> {
        let moves = || steps.iter().map(|step| Move { from: step.from, to: step.to });
        let count = |metric: &&dyn Metric| (metric.name(), metric.count(&self.geometry, &mut moves()));
        metric::METRICS.iter().map(count).collect()
    }

    fn is_solved(&self) -> bool {
        self.start == self.goal
    }

    fn verdict(&self) -> Option<(bool, String)> {
        let solvability = self.solvability();
        Some((solvability.is_solvable(), solvability.to_string()))
    }

    fn gauge(&self) -> u32 {
        stage::gauge(self)
    }

    fn gauge_name(&self) -> &'static str {
        "Manhattan distance"
    }

    /// The blank goes up, left, down, right; a torus of side two has every neighbour once.
    fn neighbors(&self) -> Result<Vec<(Step, Instance)>, Error> {
        let puzzle = Tiles::<Board>::new(self.geometry, &self.goal)?;
        let neighbor = |mv| {
            let mut after = self.clone();
            let step = self.step(&mut after.start, mv);
            (step, after.into())
        };
        Ok(puzzle.moves(&self.start).map(neighbor).collect())
    }

    fn moved(&self, motion: &Motion) -> Option<Instance> {
        stage::moved(self, motion).map(Instance::from)
    }

    fn motion(&self, step: &Step) -> Motion {
        Motion { piece: step.piece as usize, path: vec![direction(step).delta()] }
    }

    fn motion_words(&self, motion: &Motion) -> String {
        stage::words(motion)
    }

    fn words(&self, step: &Step) -> String {
        format!("{} {}", step.piece + 1, direction(step).name())
    }

    fn short(&self, step: &Step) -> String {
        format!("{}{}", step.piece + 1, direction(step).arrow())
    }

    fn is_terse(&self) -> bool {
        true
    }

    fn push_letters(&self, step: &Step, text: &mut String) {
        text.push(direction(step).letter());
    }

    fn separator(&self) -> &'static str {
        ""
    }

    fn step_object(&self, step: &Step) -> Value {
        let Step { piece, from, to, .. } = step;
        json!({ "tile": piece + 1, "from": from, "to": to, "direction": direction(step).name() })
    }

    fn read_moves(&self, text: &str) -> Result<Vec<Written>, Error> {
        notation::read(self, text)
    }

    fn step_word(&self, object: &Value) -> Option<String> {
        notation::word(object)
    }

    fn piece_name(&self, piece: usize) -> String {
        format!("tile {}", piece + 1)
    }

    fn scrambled(&self, seed: u64) -> Instance {
        stage::scrambled(self, seed).into()
    }

    fn scene(&self) -> Scene {
        stage::scene(self, &self.start)
    }

    fn goal_scene(&self) -> Option<Scene> {
        Some(stage::scene(self, &self.goal))
    }

    fn reach_within(&self, _most: usize) -> Vec<Reach> {
        // Four tiles go one step at most.
        stage::reach(self)
    }

    fn choices(&self) -> Choices {
        if self.is_metered() { metered::choices(self) } else { lineup::choices(self) }
    }

    fn lessons(&self) -> Vec<Lesson> {
        lessons::fitting(self)
    }

    fn solve(&self, plan: &Plan, progress: &mut dyn Progress) -> Result<Answer, Error> {
        if self.is_metered() {
            metered::solve(self, plan, progress)
        } else {
            lineup::solve(self, plan, progress)
        }
    }

    fn group(&self, plan: &Plan) -> Option<String> {
        if self.is_metered() { metered::group(self, plan) } else { lineup::group(self, plan) }
    }

    fn solver(&self, plan: &Plan) -> Result<Box<dyn Solver>, Error> {
        if self.is_metered() {
            return Ok(Box::new(metered::MeteredSolver::new()));
        }
        Ok(lineup::solver(self, plan))
    }

    fn deepening(&self, plan: &Plan) -> Option<Deepening> {
        let TilesInstance { geometry, start, goal, .. } = self;
        (plan.wanted.is_any() && !self.is_metered() && lineup::is_deep(self, plan)).then(|| Deepening {
            geometry: *geometry,
            start: start.clone(),
            goal: goal.clone(),
        })
    }

    fn deepening_answer(&self, report: Report<Move>) -> Answer {
        lineup::pattern_answer(self, report)
    }

    fn is_stream(&self, plan: &Plan) -> bool {
        plan.wanted.is_any() && !self.is_metered() && near::is_stream(self, plan)
    }

    fn stream(&self, plan: &Plan, sink: &mut dyn FnMut(Step)) -> Result<Streamed, Error> {
        near::stream(self, plan, sink)
    }

    fn trace(&self, plan: &Plan, tracer: &mut dyn Tracer) -> Result<Answer, Error> {
        let answer = match plan.lesson {
            Some(lesson) => lessons::trace(self, lesson, &plan.limits, tracer),
            None if self.is_metered() => metered::trace(self, plan, tracer),
            None => lineup::trace(self, plan, tracer),
        }?;
        trace::close(&answer, tracer);
        Ok(answer)
    }

    fn survey(&self, scope: &Scope<'_>) -> Result<Survey, Error> {
        if self.is_metered() { metered::survey(self, scope) } else { lineup::survey(self, scope) }
    }

    fn lower_bound(&self) -> Cost {
        if self.is_metered() {
            return self.counting().least(&self.geometry, &self.start, &self.goal);
        }
        near::least(self)
    }

    fn quick_solution(&self, limits: &Limits) -> Option<Vec<Step>> {
        near::quick(self, limits)
    }

    fn saved_space(&self, file: &Path) -> Result<SavedSpace, Error> {
        if self.is_metered() {
            return Err(metered::missing("table of distances", self));
        }
        space::saved_space(self, file)
    }
}
