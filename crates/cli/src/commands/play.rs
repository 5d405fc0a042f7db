//! `taquin play`: a puzzle in the terminal, by keys and mouse, with hints, a clock and the shortest solution at the
//! end.

use std::io::{IsTerminal, Write};
use std::process::ExitCode;
use std::time::Duration;

use anyhow::bail;
use crossterm::event::{Event, KeyCode, KeyEvent, KeyModifiers, MouseButton, MouseEventKind};
use taquin::Instance;
use taquin::picture::{Boxes, Colouring, Palette, Scene};
use taquin::render::{Screen, length_in_words, moves_in_words};

use crate::args::{PlayArgs, PuzzleArgs};
use crate::terminal::{Advice, Game, Terminal};
use crate::{input, screen};

/// How often the clock and the results of searches are checked.
const TICK: Duration = Duration::from_millis(50);
const IDLE: Duration = Duration::from_secs(1);
/// Where the board stands on the screen.
const TOP: usize = 2;
const LEFT: usize = 2;
/// The lines below the board that are always needed.
const BELOW: usize = 5;
const KEYS: &str = "arrows · Tab pick · Backspace undo · ? hint · = distance · F2 new · Esc quit";

pub(crate) fn run(args: &PlayArgs) -> anyhow::Result<ExitCode> {
    let nothing = args.puzzle.puzzle.is_empty() && std::io::stdin().is_terminal();
    let usual = PuzzleArgs { puzzle: vec!["4x4".into()], ..args.puzzle.clone() };
    let instance = input::instance(if nothing { &usual } else { &args.puzzle })?;
    let instance = match args.seed {
        Some(seed) => instance.scrambled(seed),
        None if instance.has_goal() && instance.is_solved() => instance.scrambled(seed()),
        None => instance,
    };
    let mut table = Table::new(instance, args.colours);
    let mut terminal = Terminal::open()?;
    table.fits(terminal.size())?;
    loop {
        table.listen();
        terminal.show(&table.frame(terminal.size()))?;
        match terminal.event(table.wait())? {
            Some(Event::Key(key)) if !table.key(key) => break,
            Some(Event::Mouse(mouse)) => {
                let spot = (usize::from(mouse.row), usize::from(mouse.column));
                table.mouse(mouse.kind, spot, terminal.size());
            }
            _ => {}
        }
    }
    drop(terminal);
    writeln!(std::io::stdout(), "{}", table.summary())?;
    Ok(ExitCode::SUCCESS)
}

/// A number that differs every time.
fn seed() -> u64 {
    use std::hash::BuildHasher;
    std::hash::RandomState::new().hash_one(0)
}

/// A game and everything that is shown with it.
struct Table {
    game: Game,
    colours: Colouring,
    palette: Palette,
    said: String,
    /// The solution from the position that is shown, where it was asked for.
    advice: Option<Advice>,
    /// Whether the distance is shown after every move, and whether the next move is shown.
    distance: bool,
    hint: bool,
    /// The shortest solution from the start, once the game is over.
    shortest: Option<Advice>,
}

impl Table {
    fn new(start: Instance, colours: Colouring) -> Self {
        let (game, palette) = (Game::new(start), screen::palette());
        Table {
            game,
            colours,
            palette,
            said: String::new(),
            advice: None,
            distance: false,
            hint: false,
            shortest: None,
        }
    }

    fn scene(&self) -> Scene {
        self.game.now().scene().coloured(self.colours, self.game.start().goal_scene().as_ref())
    }

    /// How many lines a cell has on a screen of this size.
    fn tall(&self, (width, height): (usize, usize)) -> usize {
        let scene = self.scene();
        let fits = |tall: &usize| {
            let boxes = Boxes::new(&scene).tall(*tall);
            boxes.width() + 2 * LEFT <= width && boxes.height() + TOP + BELOW <= height
        };
        [3, 1].into_iter().find(fits).unwrap_or(1)
    }

    /// Refuses a board that is larger than the screen.
    fn fits(&self, (width, height): (usize, usize)) -> anyhow::Result<()> {
        let scene = self.scene();
        let boxes = Boxes::new(&scene);
        let (wide, tall) = (boxes.width() + 2 * LEFT, boxes.height() + TOP + BELOW);
        if wide > width || tall > height {
            bail!(
                "this board needs {wide} columns and {tall} lines, and the terminal has {width} and {height}"
            );
        }
        Ok(())
    }

    /// Another position is shown: the results for the last one are dropped.
    fn moved(&mut self) {
        self.said.clear();
        (self.advice, self.hint) = (None, false);
    }

    /// A key is pressed; says whether the game goes on.
    fn key(&mut self, KeyEvent { code, modifiers, .. }: KeyEvent) -> bool {
        let control = modifiers.contains(KeyModifiers::CONTROL);
        match code {
            KeyCode::Esc => return false,
            KeyCode::Char('c' | 'd') if control => return false,
            KeyCode::Up => self.push((-1, 0)),
            KeyCode::Left => self.push((0, -1)),
            KeyCode::Down => self.push((1, 0)),
            KeyCode::Right => self.push((0, 1)),
            KeyCode::Tab => self.game.pick_next(false),
            KeyCode::BackTab => self.game.pick_next(true),
            KeyCode::Backspace => self.undo(),
            KeyCode::Char('z') if control => self.undo(),
            KeyCode::Char('y') if control => self.redo(),
            KeyCode::Char('?') => self.hint = true,
            KeyCode::Char('=') => self.distance = !self.distance,
            KeyCode::F(2) => self.begin(self.game.start().scrambled(seed())),
            KeyCode::F(5) => self.restart(),
            // Letters pick blocks where there are blocks of that name, and mean something elsewhere.
            KeyCode::Char(letter) if !control && !self.game.pick(letter) => match letter {
                'q' => return false,
                'u' => self.undo(),
                'r' => self.redo(),
                'h' => self.hint = true,
                'd' => self.distance = !self.distance,
                'n' => self.begin(self.game.start().scrambled(seed())),
                's' => self.restart(),
                _ => {}
            },
            _ => {}
        }
        true
    }

    fn push(&mut self, way: (i32, i32)) {
        if self.game.is_over() {
            return;
        }
        match self.game.push(way) {
            Ok(()) => self.moved(),
            Err(said) => self.said = said.into(),
        }
    }

    fn undo(&mut self) {
        if self.game.undo() {
            self.moved();
            self.shortest = None;
        }
    }

    fn redo(&mut self) {
        if self.game.redo() {
            self.moved();
        }
    }

    fn begin(&mut self, start: Instance) {
        let distance = self.distance;
        *self = Table { distance, ..Table::new(start, self.colours) };
    }

    fn restart(&mut self) {
        self.game.restart();
        self.moved();
        self.shortest = None;
    }

    /// The mouse does something at a line and a column of a screen of this size.
    fn mouse(&mut self, kind: MouseEventKind, (line, column): (usize, usize), size: (usize, usize)) {
        let scene = self.scene();
        let boxes = Boxes::new(&scene).tall(self.tall(size));
        let place = line.checked_sub(TOP).zip(column.checked_sub(LEFT));
        let place = place.and_then(|(line, column)| boxes.cell_at(line, column));
        let before = self.game.now().state_text();
        match (kind, place) {
            _ if self.game.is_over() => {}
            (MouseEventKind::Down(MouseButton::Left), Some(place)) => self.game.press(place),
            (MouseEventKind::Drag(MouseButton::Left), Some(place)) => self.game.drag(place),
            (MouseEventKind::Up(MouseButton::Left), _) => self.game.release(),
            _ => {}
        }
        if self.game.now().state_text() != before {
            self.moved();
        }
    }

    /// Begins the requested searches.
    fn listen(&mut self) {
        if self.game.is_over() {
            self.shortest.get_or_insert_with(|| Advice::from(self.game.start()));
        } else if self.distance || self.hint {
            self.advice.get_or_insert_with(|| Advice::from(self.game.now()));
        }
    }

    /// How long nothing can change by itself.
    fn wait(&self) -> Duration {
        let searching = self.advice.is_some() || self.shortest.is_some();
        if self.game.is_running() || searching { TICK } else { IDLE }
    }

    /// What the next move would be, in words, and its piece.
    fn next_move(&mut self) -> Option<(String, usize)> {
        let answer = self.advice.as_mut().filter(|_| self.hint)?.answer()?.as_ref().ok()?;
        let step = answer.steps()?.first()?.clone();
        Some((self.game.now().words(&step), step.piece as usize))
    }

    /// The whole screen.
    fn frame(&mut self, size: (usize, usize)) -> Vec<String> {
        let (scene, palette) = (self.scene(), self.palette);
        let next = self.next_move();
        let picked = next.as_ref().map(|(_, piece)| *piece).or(self.game.picked());
        let title = palette.bold(&self.game.start().title());
        let mut lines = vec![format!("{:LEFT$}{title}", ""), String::new()];
        let boxes = Boxes::new(&scene).tall(self.tall(size)).picked(picked);
        lines.extend(boxes.lines(palette).iter().map(|line| format!("{:LEFT$}{line}", "")));
        self.add_goal(&mut lines, boxes.width(), size);
        lines.extend([String::new(), format!("{:LEFT$}{}", "", self.status())]);
        let hint = next.map(|(words, _)| format!("hint: {words}"));
        let waiting = (self.hint && hint.is_none()).then(|| "thinking…".to_string());
        let said = hint.or(waiting).unwrap_or_else(|| self.said.clone());
        lines.push(format!("{:LEFT$}{said}", ""));
        if self.game.is_over() {
            lines.extend(self.comparison(size.0));
        }
        lines.push(format!("{:LEFT$}{}", "", palette.dim(KEYS)));
        lines
    }

    /// The goal beside the board, where it is one position and there is room.
    fn add_goal(&self, lines: &mut [String], wide: usize, (width, _): (usize, usize)) {
        let Some(goal) = self.game.start().goal_scene() else { return };
        let goal = goal.clone().coloured(self.colours, Some(&goal));
        let boxes = Boxes::new(&goal);
        if LEFT + wide + 6 + boxes.width() > width {
            return;
        }
        let drawn = boxes.lines(self.palette);
        let rows = [self.palette.dim("goal")].into_iter().chain(drawn);
        for (line, row) in lines[TOP..].iter_mut().zip(rows) {
            line.push_str("      ");
            line.push_str(&row);
        }
    }

    /// The clock and the counts.
    fn status(&mut self) -> String {
        let (seconds, moves) = (self.game.time().as_secs_f64(), self.game.count());
        let rate = if seconds > 0.0 { moves as f64 / seconds } else { 0.0 };
        let moves = moves_in_words(moves);
        let mut status = format!("{}   {moves}   {rate:.1} a second", clock(seconds));
        if self.distance && !self.game.is_over() {
            let distance = self.advice.as_mut().map_or("counting…".into(), Advice::distance);
            status = format!("{status}   {distance}");
        }
        status
    }

    /// The person's solution beside the shortest one.
    fn comparison(&mut self, width: usize) -> Vec<String> {
        let column = Screen { width: width.saturating_sub(LEFT) / 2, palette: self.palette };
        let start = self.game.start().clone();
        let words = |steps: &[taquin::Step]| column.wrapped(steps.iter().map(|step| start.short(step)));
        let yours = words(self.game.moves());
        let (title, theirs) = match self.shortest.as_mut().and_then(Advice::answer) {
            None => ("the shortest: searching…".to_string(), Vec::new()),
            Some(Err(error)) => (error.clone(), Vec::new()),
            Some(Ok(answer)) => {
                let steps = answer.steps().unwrap_or_default();
                let name = if answer.is_shortest() { "the shortest" } else { "one that was found" };
                (format!("{name}: {}", start.cost(steps)), words(steps))
            }
        };
        let left = column.width;
        let mut lines = vec![String::new()];
        lines.push(format!("{:LEFT$}{:<left$}{title}", "", format!("Solved! Yours: {}", self.game.count())));
        for row in 0..yours.len().max(theirs.len()) {
            let cell = |list: &[String]| list.get(row).cloned().unwrap_or_default();
            lines.push(format!("{:<left$}{}", cell(&yours), cell(&theirs)));
        }
        lines.push(String::new());
        lines
    }

    /// The summary that is printed when the normal screen is back.
    fn summary(&self) -> String {
        let time = clock(self.game.time().as_secs_f64());
        let how = if self.game.is_over() { "Solved" } else { "Not solved" };
        format!("{how}: {} in {time}.", length_in_words(self.game.start(), self.game.moves()))
    }
}

/// Seconds with tenths, under minutes.
fn clock(seconds: f64) -> String {
    let (minutes, rest) = ((seconds / 60.0).floor(), seconds % 60.0);
    if minutes > 0.0 { format!("{minutes:.0}:{rest:04.1}") } else { format!("{rest:.1} s") }
}
