//! `taquin trace --interactive`: a search in the terminal, step by step, and then its solution.

use std::io;
use std::process::ExitCode;
use std::time::Duration;

use crossterm::event::{Event, KeyCode, KeyModifiers};
use taquin::picture::{Boxes, Scene};
use taquin::render::{self, Screen};
use taquin::trace::Node;
use taquin::{Answer, Instance, Plan};

use crate::commands::solve;
use crate::screen;
use crate::terminal::{Moment, Stepper, Terminal};

/// Nothing happens by itself, so that waiting may be long.
const WAIT: Duration = Duration::from_secs(3600);
/// The open nodes that are listed.
const LISTED: usize = 6;

pub(crate) fn run(instance: Instance, plan: Plan, most: u64) -> anyhow::Result<ExitCode> {
    let stepper = Stepper::new(instance.clone(), plan, most);
    if let (None, Some(Err(error))) = (stepper.moment(), stepper.answer()) {
        anyhow::bail!("{error}");
    }
    let mut terminal = Terminal::open()?;
    let mut view = View { instance, stepper, walk: None };
    loop {
        let screen = Screen { width: terminal.size().0, palette: screen::palette() };
        terminal.show(&view.frame(screen, terminal.size().1))?;
        if let Some(Event::Key(key)) = terminal.event(WAIT)? {
            let control = key.modifiers.contains(KeyModifiers::CONTROL);
            match key.code {
                KeyCode::Char('q') | KeyCode::Esc => break,
                KeyCode::Char('c') if control => break,
                code => view.key(code),
            }
        }
    }
    drop(terminal);
    match view.stepper.answer() {
        Some(Ok(answer)) => {
            render::outcome(&mut io::stdout(), &view.instance, answer)?;
            if let Some(steps) = answer.steps() {
                render::counts(&mut io::stdout(), &view.instance, steps)?;
            }
            Ok(ExitCode::from(solve::code(answer)))
        }
        _ => Ok(ExitCode::SUCCESS),
    }
}

/// What is looked at: a step of the search, or a stage of the solution.
struct View {
    instance: Instance,
    stepper: Stepper,
    /// The stage of the solution, while that is looked at.
    walk: Option<usize>,
}

impl View {
    fn key(&mut self, code: KeyCode) {
        let by = match code {
            KeyCode::Right | KeyCode::Down | KeyCode::Char(' ') | KeyCode::Enter => 1,
            KeyCode::Left | KeyCode::Up | KeyCode::Backspace => -1,
            KeyCode::PageDown => 10,
            KeyCode::PageUp => -10,
            KeyCode::Home => isize::MIN,
            KeyCode::End => isize::MAX,
            KeyCode::Tab => {
                self.turn();
                return;
            }
            _ => return,
        };
        match (&mut self.walk, self.stepper.answer()) {
            (Some(stage), Some(Ok(answer))) => {
                let last = answer.steps().map_or(0, <[_]>::len);
                *stage = stage.saturating_add_signed(by).min(last);
            }
            _ => self.stepper.go(by),
        }
    }

    /// From the search to the solution, or back; the search is brought to its end for that.
    fn turn(&mut self) {
        if self.walk.take().is_some() {
            return;
        }
        let before = self.stepper.number() - 1;
        self.stepper.look(usize::MAX);
        self.stepper.look(before);
        let solved =
            |answer: &Result<Answer, String>| answer.as_ref().is_ok_and(|answer| answer.steps().is_some());
        self.walk = self.stepper.answer().is_some_and(solved).then_some(0);
    }

    fn frame(&self, screen: Screen, height: usize) -> Vec<String> {
        let mut lines = match (self.walk, self.stepper.answer(), self.stepper.moment()) {
            (Some(stage), Some(Ok(answer)), _) => self.stage(answer, stage, screen),
            (_, _, Some(moment)) => self.step(moment, screen),
            _ => vec!["There is nothing to see.".into()],
        };
        lines.truncate(height.saturating_sub(2));
        let keys = "→ next · ← back · PgUp PgDn ten · Home End · Tab search, solution · q quit";
        lines.extend([String::new(), screen.palette.dim(keys)]);
        lines
    }

    /// A step of the search: the node, its successors, what is open.
    fn step(&self, moment: &Moment, screen: Screen) -> Vec<String> {
        let of = self.stepper.total().map_or(String::new(), |total| format!(" of {total}"));
        let chapter =
            if moment.chapter.is_empty() { String::new() } else { format!(" · {}", moment.chapter) };
        let title = format!("Step {}{of}{chapter}", self.stepper.number());
        let (open, closed) = moment.lists;
        let mut lines = vec![
            screen.palette.bold(&title),
            format!("{} · open {open} · closed {closed}", figures(&moment.node)),
            format!("Taken: {}.", moment.node.why),
        ];
        lines.extend((!moment.end.is_empty()).then(|| moment.end.clone()));
        if let Some(Ok(answer)) =
            self.stepper.answer().filter(|_| Some(self.stepper.number()) == self.stepper.total())
        {
            let mut sentence = Vec::new();
            if render::outcome(&mut sentence, &self.instance, answer).is_ok() {
                lines.push(String::from_utf8_lossy(&sentence).trim_end().to_string());
            }
        }
        lines.extend(
            self.scene(&moment.node).iter().flat_map(|scene| Boxes::new(scene).lines(screen.palette)),
        );
        let pictures: Vec<(String, Scene)> = moment
            .successors
            .iter()
            .filter_map(|(words, node, fate)| {
                let fate = format!("{fate:?}").to_lowercase();
                Some((format!("{words} {fate} f {}", node.g.saturating_add(node.h)), self.scene(node)?))
            })
            .collect();
        lines.extend(screen.gallery(&pictures));
        if !moment.open.is_empty() {
            lines.extend([String::new(), screen.palette.bold("Open, the next first")]);
            lines.extend(
                moment.open.iter().take(LISTED).map(|node| format!("  {}  {}", figures(node), node.state)),
            );
            if open > LISTED {
                lines.push(format!("  and {} more", open - LISTED));
            }
        }
        lines
    }

    /// A stage of the solution.
    fn stage(&self, answer: &Answer, stage: usize, screen: Screen) -> Vec<String> {
        let steps = answer.steps().unwrap_or_default();
        let mut now = self.instance.clone();
        for step in &steps[..stage] {
            now = now.after(step).expect("a solution has only legal moves");
        }
        let mut lines = vec![screen.palette.bold(&format!("Solution, move {stage} of {}", steps.len()))];
        lines.push(format!("{} {}", self.instance.gauge_name(), now.gauge()));
        lines.extend(Boxes::new(&now.scene()).lines(screen.palette));
        let next =
            steps.get(stage).map_or("solved".into(), |step| format!("next: {}", self.instance.words(step)));
        lines.extend([String::new(), next]);
        lines
    }

    fn scene(&self, node: &Node) -> Option<Scene> {
        self.instance.at(&node.state).map(|instance| instance.scene())
    }
}

/// f, g and h of a node.
fn figures(node: &Node) -> String {
    format!("f {} = g {} + h {}", node.g.saturating_add(node.h), node.g, node.h)
}
