//! `export`: a solution as a file to keep.

use std::io::{self, Write};
use std::ops::RangeInclusive;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use serde::Deserialize;
use taquin::picture;
use taquin::search::host::Instant;

use crate::problem::Problem;
use crate::puzzle::PuzzleText;
use crate::question::{Ask, Engine, Reply, Watch};
use crate::scene::Motion;

/// The most moves of a file.
const LONGEST: usize = 5_000;
/// The most moves of a GIF, each of which is several pictures.
const LONGEST_GIF: usize = 600;
/// The points along the longer side of a picture.
const SIZES: RangeInclusive<u16> = 16..=2048;

/// The form of a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Form {
    /// A page that plays by itself.
    Html,
    /// An animated drawing.
    Svg,
    /// An animated picture.
    Gif,
    /// The moves and positions for programs.
    Json,
    /// A picture of the position after the moves.
    Png,
}

/// A puzzle, its solution, and the form that is wanted.
#[derive(Clone, Debug, Deserialize)]
pub(crate) struct ExportRequest {
    puzzle: PuzzleText,
    /// The moves from the start.
    moves: Vec<Motion>,
    form: Form,
    /// The points along the longer side of a picture.
    #[serde(default = "usual_size")]
    size: u16,
}

fn usual_size() -> u16 {
    picture::SIDE
}

impl Ask for ExportRequest {
    fn answer(self, engine: &Engine, watch: &mut Watch<'_>) -> Result<Reply, Problem> {
        let form = self.form;
        let (most, count) = (if form == Form::Gif { LONGEST_GIF } else { LONGEST }, self.moves.len());
        if count > most {
            let message = format!("a file of this form holds at most {most} moves, not {count}");
            return Err(Problem::new(message));
        }
        if !SIZES.contains(&self.size) {
            let (least, most) = (SIZES.start(), SIZES.end());
            let message = format!("a picture has {least} to {most} points along its longer side");
            return Err(Problem::new(message));
        }
        let instance = self.puzzle.read()?;
        let moves = self.moves.into_iter().map(picture::Motion::from).collect::<Vec<_>>();
        let film = instance.film_of(&moves).ok_or_else(|| Problem::new("a move is not legal"))?;
        let (flag, ends) = (Arc::clone(&watch.cancel), Instant::now() + engine.time);
        let mut file = Bounded { bytes: Vec::new(), most: engine.memory, flag, ends, over: false };
        write(form, &film, self.size, &mut file)
            .map_err(|_| Problem::new("writing this file takes longer than is allowed, or more memory"))?;
        let (kind, name) = match form {
            Form::Html => ("text/html; charset=utf-8", "solution.html"),
            Form::Svg => ("image/svg+xml", "solution.svg"),
            Form::Gif => ("image/gif", "solution.gif"),
            Form::Json => ("application/json", "solution.json"),
            Form::Png => ("image/png", "position.png"),
        };
        Ok(Reply { kind, name: Some(name), body: file.bytes })
    }
}

fn write(form: Form, film: &picture::Film, size: u16, file: &mut Bounded) -> io::Result<()> {
    match form {
        Form::Html => file.write_all(picture::page(film).as_bytes()),
        Form::Svg => file.write_all(picture::animation(film).as_bytes()),
        Form::Json => file.write_all(picture::film_json(film).to_string().as_bytes()),
        Form::Gif => picture::gif(file, film, size),
        Form::Png => {
            let mut scene = film.scene.clone();
            film.shots.iter().for_each(|shot| scene.apply(&shot.motion));
            picture::png(file, &scene, size)
        }
    }
}

/// A file in memory whose writer fails when the time or memory limit is reached or the client has disconnected. It
/// fails once: an encoder that is dropped still writes its last bytes, which are ignored.
struct Bounded {
    bytes: Vec<u8>,
    most: usize,
    flag: Arc<AtomicBool>,
    ends: Instant,
    over: bool,
}

impl Write for Bounded {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if self.over {
            return Ok(bytes.len());
        }
        let full = self.bytes.len() + bytes.len() > self.most;
        if full || self.flag.load(Ordering::Relaxed) || Instant::now() > self.ends {
            self.over = true;
            return Err(io::ErrorKind::TimedOut.into());
        }
        self.bytes.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}
