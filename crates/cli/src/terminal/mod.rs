//! The whole terminal: keys and mouse in, frames out; restored on exit.

mod advice;
mod game;
mod stepper;

use std::io::{self, IsTerminal, Stdout, Write};
use std::time::Duration;

use anyhow::bail;
use crossterm::event::{self, DisableMouseCapture, EnableMouseCapture, Event, KeyEventKind};
use crossterm::terminal::{self, EnterAlternateScreen, LeaveAlternateScreen};
use crossterm::{cursor, execute};

pub(crate) use advice::Advice;
pub(crate) use game::Game;
pub(crate) use stepper::{Moment, Stepper};

/// The terminal, which this program controls until it is dropped.
pub(crate) struct Terminal {
    out: Stdout,
}

impl Terminal {
    /// Takes the terminal over.
    pub(crate) fn open() -> anyhow::Result<Self> {
        let mut out = io::stdout();
        if !out.is_terminal() {
            bail!("this needs a terminal, and standard output is not one");
        }
        terminal::enable_raw_mode()?;
        // From here on dropping restores it.
        let terminal = Terminal { out: io::stdout() };
        execute!(out, EnterAlternateScreen, terminal::DisableLineWrap, EnableMouseCapture, cursor::Hide)?;
        Ok(terminal)
    }

    /// Its columns and lines.
    pub(crate) fn size(&self) -> (usize, usize) {
        terminal::size().map_or((80, 24), |(width, height)| (usize::from(width), usize::from(height)))
    }

    /// Shows these lines and nothing else, as far as they fit; in one piece, so that nothing flickers.
    pub(crate) fn show(&mut self, lines: &[String]) -> io::Result<()> {
        let (_, height) = self.size();
        let mut frame = String::from("\x1b[?2026h\x1b[H");
        for (number, line) in lines.iter().take(height).enumerate() {
            if number > 0 {
                frame.push_str("\r\n");
            }
            frame.push_str(line);
            frame.push_str("\x1b[K");
        }
        frame.push_str("\x1b[J\x1b[?2026l");
        self.out.write_all(frame.as_bytes())?;
        self.out.flush()
    }

    /// What the person does within `wait`.
    pub(crate) fn event(&self, wait: Duration) -> io::Result<Option<Event>> {
        if !event::poll(wait)? {
            return Ok(None);
        }
        let event = event::read()?;
        // Some terminals also report when a key is released.
        let released = matches!(&event, Event::Key(key) if key.kind == KeyEventKind::Release);
        Ok((!released).then_some(event))
    }
}

impl Drop for Terminal {
    fn drop(&mut self) {
        // If this fails, there is nowhere left to say so.
        let _ = execute!(
            self.out,
            cursor::Show,
            DisableMouseCapture,
            terminal::EnableLineWrap,
            LeaveAlternateScreen
        );
        let _ = terminal::disable_raw_mode();
    }
}
