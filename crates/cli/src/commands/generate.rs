//! `taquin generate`: random solvable boards, the same for the same seed.

use std::collections::HashSet;
use std::io::{BufWriter, Write};
use std::ops::ControlFlow;
use std::process::ExitCode;

use anyhow::{Context, anyhow, bail};
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use taquin::search::Puzzle;
use taquin::tiles::format::{self, Style};
use taquin::tiles::{
    Cell, Exhaustive, GoalCells, Metered, Metric, Move, Packed16, RandomBoards, Tiles, metric,
};
use taquin::{Board, Cores, Geometry, Hints, Instance, Limits, Machine, Plan, TilesInstance, render};

use crate::args::{BoardForm, GenerateArgs, GenerateCommand, PlainFormat, Size};
use crate::progress::ProgressLine;
use crate::{input, stop};

/// Boards of more cells are not solved to find those at a distance.
const MOST_CELLS: u32 = 16;

/// The metric in which a tile is moved at a time.
const SINGLE: &str = metric::NAMES[0].0;

/// How many boards are solved at once in search of those at a distance, and how often.
const TRIES: usize = 64;
const ROUNDS: usize = 100;

pub(crate) fn run(args: &GenerateArgs) -> anyhow::Result<ExitCode> {
    if let Some(GenerateCommand::Blocks(args)) = &args.kind {
        return super::generate_blocks::run(args);
    }
    let size = args.size.context("rows and columns, as in 4x4")?;
    let geometry = Geometry::new(size.rows, size.cols, args.torus);
    let goal = match &args.goal {
        None => None,
        Some(goal) => {
            let source = input::read(std::slice::from_ref(goal))?;
            match (format::parse_goal(&source.text, (size.rows, size.cols)), labels(args, size, &source.text))
            {
                (Ok(goal), _) => Some(goal),
                (Err(_), Some(puzzle)) => return of_labels(args, &puzzle),
                (error, None) => Some(error.with_context(|| source.name)?),
            }
        }
    };
    let seed = args.seed.unwrap_or_else(fresh_seed);
    let count = usize::try_from(args.count).context("--count")?;
    let mut printer = Printer::new(args, size, goal.clone())?;
    let metric = metric::named(&args.metric).context("--metric")?;
    let usual = || goal.clone().unwrap_or_else(|| Board::blank_last(size.rows, size.cols));
    match args.distance {
        None => {
            let cells = goal.as_ref().map_or_else(|| GoalCells::blank_last(geometry.cells()), GoalCells::of);
            RandomBoards::new(geometry, cells, seed)
                .take(count)
                .try_for_each(|board| printer.print(board))?;
        }
        Some(distance) if geometry.cells() <= Exhaustive::MAX_CELLS => {
            let level = level(geometry, &usual(), metric, distance)?;
            let mut random = Xoshiro256PlusPlus::seed_from_u64(seed);
            for _ in 0..count {
                printer.print(level[random.random_range(0..level.len())].clone())?;
            }
        }
        Some(distance) => {
            let random = Xoshiro256PlusPlus::seed_from_u64(seed);
            let walks = Walks { geometry, goal: usual(), metric, random };
            walks.boards(distance, count)?.into_iter().try_for_each(|board| printer.print(board))?;
        }
    }
    printer.out.flush()?;
    Ok(ExitCode::SUCCESS)
}

/// The puzzle whose goal has labels that repeat, several blanks or open cells.
fn labels(args: &GenerateArgs, size: Size, goal: &str) -> Option<Instance> {
    let usual = Board::blank_last(size.rows, size.cols).text(Style::Rows).to_string();
    let start = if goal.contains(['*', '|']) { &usual } else { goal };
    let hints = Hints {
        goal: Some(goal.to_string()),
        torus: args.torus,
        size: Some((size.rows, size.cols)),
        metric: Some(args.metric.clone()),
        ..Hints::default()
    };
    Instance::parse(start, &hints).ok()
}

/// Writes random arrangements of the labels of a puzzle, one on each line with its goal.
fn of_labels(args: &GenerateArgs, puzzle: &Instance) -> anyhow::Result<ExitCode> {
    if matches!(args.form, BoardForm::Course | BoardForm::Slidysim) {
        bail!("--form course and --form slidysim are for boards with every number once");
    }
    let seed = args.seed.unwrap_or_else(fresh_seed);
    let mut out = BufWriter::new(std::io::stdout().lock());
    let mut write = |found: &Instance| match args.format {
        PlainFormat::Json => writeln!(out, "{}", found.object()),
        PlainFormat::Text => writeln!(out, "{}", found.text().unwrap_or_default()),
    };
    match args.distance {
        None => (0..args.count).try_for_each(|number| write(&puzzle.scrambled(seed.wrapping_add(number))))?,
        Some(distance) => {
            let limits = Limits { cancel: Some(stop::on_interrupt()), ..Limits::default() };
            let mut random = Xoshiro256PlusPlus::seed_from_u64(seed);
            let count = usize::try_from(args.count).context("--count")?;
            let mut choose = |most| random.random_range(0..most);
            let found = puzzle.analysis().at_distance(distance as usize, count, &limits, &mut choose)?;
            if found.len() < count {
                bail!("no arrangement is {} from the goal", render::moves_in_words(distance.into()));
            }
            found.iter().try_for_each(write)?;
        }
    }
    out.flush()?;
    Ok(ExitCode::SUCCESS)
}

/// Writes boards in the form that is asked for.
struct Printer {
    out: BufWriter<std::io::Stdout>,
    style: Style,
    slidysim: bool,
    json: bool,
    geometry: Geometry,
    goal: Option<Board>,
    metric: &'static str,
    first: bool,
}

impl Printer {
    fn new(args: &GenerateArgs, size: Size, goal: Option<Board>) -> anyhow::Result<Self> {
        let square = size.rows == size.cols;
        let alone = goal.is_none() && args.count == 1;
        let style = match args.form {
            BoardForm::Course if !square => bail!("--form course is for square boards; try --form line"),
            BoardForm::Course if goal.is_some() => {
                bail!("--form course has no place for a goal; use --form line")
            }
            BoardForm::Course => Style::Course,
            BoardForm::Auto if square && alone => Style::Course,
            BoardForm::Auto | BoardForm::Line | BoardForm::Slidysim => Style::Rows,
        };
        Ok(Printer {
            out: BufWriter::with_capacity(1 << 16, std::io::stdout()),
            style,
            slidysim: args.form == BoardForm::Slidysim,
            json: args.format == PlainFormat::Json,
            geometry: Geometry::new(size.rows, size.cols, args.torus),
            goal,
            metric: metric::named(&args.metric).context("--metric")?.name(),
            first: true,
        })
    }

    fn print(&mut self, board: Board) -> std::io::Result<()> {
        if self.json {
            let goal = self.goal.clone().unwrap_or_else(|| Board::blank_last(board.rows(), board.cols()));
            let tiles = TilesInstance::new(self.geometry, board, goal);
            let instance = TilesInstance { metric: self.metric, ..tiles };
            return writeln!(self.out, "{}", Instance::from(instance).object());
        }
        // Boards of several lines are separated by an empty line.
        if !std::mem::take(&mut self.first) && self.style == Style::Course {
            writeln!(self.out)?;
        }
        self.write(&board)?;
        if let Some(goal) = self.goal.take() {
            write!(self.out, " -> ")?;
            self.write(&goal)?;
            self.goal = Some(goal);
        }
        writeln!(self.out)
    }

    fn write(&mut self, board: &Board) -> std::io::Result<()> {
        let text = board.text(self.style);
        if self.slidysim {
            return write!(self.out, "{}", text.to_string().replace(" / ", "/"));
        }
        write!(self.out, "{text}")
    }
}

/// All boards exactly `distance` moves from the goal.
fn level(geometry: Geometry, goal: &Board, metric: &dyn Metric, distance: u32) -> anyhow::Result<Vec<Board>> {
    let (level, farthest): (Vec<Board>, u64) = if metric.name() == SINGLE {
        let puzzle = Tiles::<Packed16>::new(geometry, goal)?;
        let table = Exhaustive::new(&puzzle)?;
        let level = table.at(distance).map(|state| puzzle.board(&state)).collect();
        (level, table.levels().len() as u64 - 1)
    } else {
        let puzzle = Metered::new(geometry, goal, metric)?;
        let mut level = vec![puzzle.state(goal)?];
        let mut seen: HashSet<_> = level.iter().copied().collect();
        let mut depth = 0;
        while depth < distance && !level.is_empty() {
            let after = level.iter().flat_map(|state| {
                puzzle.moves(state).map(|slide| puzzle.successor(state, slide)).collect::<Vec<_>>()
            });
            level = after.filter(|state| seen.insert(*state)).collect();
            depth += u32::from(!level.is_empty());
        }
        (level.iter().map(|state| puzzle.board(state)).collect(), depth.into())
    };
    if level.is_empty() {
        return Err(too_far(distance, farthest));
    }
    Ok(level)
}

fn too_far(distance: u32, farthest: u64) -> anyhow::Error {
    anyhow!(
        "no board is {} from the goal: the farthest are {} away",
        render::moves_in_words(distance.into()),
        render::moves_in_words(farthest)
    )
}

/// Random walks from a goal; only those that lead far enough are used.
struct Walks {
    geometry: Geometry,
    goal: Board,
    metric: &'static dyn Metric,
    random: Xoshiro256PlusPlus,
}

impl Walks {
    /// Boards exactly `distance` moves from the goal.
    fn boards(mut self, distance: u32, count: usize) -> anyhow::Result<Vec<Board>> {
        if self.geometry.cells() > MOST_CELLS {
            bail!("--distance is for boards of at most {MOST_CELLS} cells, which are solved to know it");
        }
        let known = self.instance(&self.goal).analysis().levels()?.map(|levels| levels.len() as u64 - 1);
        if let Some(farthest) = known.filter(|&farthest| farthest < distance.into()) {
            return Err(too_far(distance, farthest));
        }
        let limits = Limits { cancel: Some(stop::on_interrupt()), ..Limits::default() };
        let plan = Plan { limits, ..Plan::default() };
        let mut line = ProgressLine::search();
        let mut found = Vec::new();
        for _ in 0..ROUNDS {
            let boards: Vec<Board> = (0..TRIES).map(|_| self.walk(distance)).collect();
            let instance = |start: &Board| Ok(self.instance(start));
            let mut costs = Vec::new();
            Cores.solve(&mut boards.iter().map(instance), &plan, &mut line, &mut |(instance, answer)| {
                let shortest = answer.ok().filter(taquin::Answer::is_shortest);
                costs.push(instance.zip(shortest).and_then(|(instance, answer)| answer.cost(&instance)));
                ControlFlow::Continue(())
            })?;
            let far = boards.into_iter().zip(costs).filter(|(_, cost)| *cost == Some(distance));
            found.extend(far.map(|(board, _)| board));
            if found.len() >= count {
                found.truncate(count);
                return Ok(found);
            }
            if plan.limits.is_cancelled() {
                break;
            }
        }
        bail!(
            "{} of {count} boards were found {} from the goal",
            found.len(),
            render::moves_in_words(distance.into())
        )
    }

    fn instance(&self, start: &Board) -> Instance {
        let tiles = TilesInstance::new(self.geometry, start.clone(), self.goal.clone());
        Instance::from(TilesInstance { metric: self.metric.name(), ..tiles })
    }

    /// A walk of `distance` moves or somewhat more, that never turns around.
    fn walk(&mut self, distance: u32) -> Board {
        let detour = 2 * self.random.random_range(0..=distance / 2);
        let (mut board, mut before): (Board, Vec<Cell>) = (self.goal.clone(), Vec::new());
        for _ in 0..distance + detour {
            let blank = board.blank();
            let ways = self.metric.paths(&self.geometry, blank).into_iter();
            let ways: Vec<Vec<Cell>> = ways.filter(|way| !self.is_one(&before, way)).collect();
            let Some(way) = ways.get(self.random.random_range(0..ways.len().max(1))) else { break };
            way.iter().for_each(|&from| board.slide(from));
            before = [&[blank], &way[..]].concat();
        }
        board
    }
}

impl Walks {
    /// Whether the blank, which came through these cells, would turn back or continue the same move.
    fn is_one(&self, before: &[Cell], way: &[Cell]) -> bool {
        let moves = before.windows(2).map(|pair| Move { from: pair[1], to: pair[0] });
        let first = before.last().map(|&blank| Move { from: way[0], to: blank });
        let back = before.len() > 1 && before[before.len() - 2] == way[0];
        back || (self.metric.name() != SINGLE
            && before.len() > 1
            && self.metric.count(&self.geometry, &mut moves.chain(first)) == 1)
    }
}

/// A seed from the clock.
pub(super) fn fresh_seed() -> u64 {
    let now = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH);
    now.map_or(0, |since| since.as_nanos() as u64)
}
