//! `taquin render`: a solution as a file, in the format of its extension.

use std::io::Write;
use std::path::Path;
use std::process::ExitCode;
use std::sync::Arc;

use anyhow::{Context, bail};
use clap::ValueEnum;
use taquin::picture::{Film, Photo, Scene};
use taquin::{Instance, picture, render};

use crate::args::{PictureFormat, RenderArgs};
use crate::commands::solve;
use crate::progress::ProgressLine;
use crate::{exit, input};

/// The most cells of a board that is drawn.
const MOST_CELLS: usize = 10_000;

pub(crate) fn run(args: &RenderArgs) -> anyhow::Result<ExitCode> {
    let format = format(args)?;
    if args.still && !matches!(format, PictureFormat::Svg | PictureFormat::Png) {
        bail!("--still draws one picture, so the file must end in .svg or .png");
    }
    let instance = input::instance_with(&args.puzzle, args.method.distances.as_deref())?;
    let photo = args.photo.as_deref().map(photo).transpose()?;
    let goal = instance.goal_scene();
    let shown = |scene: Scene| {
        let scene = scene.coloured(args.colours, goal.as_ref());
        match &photo {
            Some(photo) => scene.with_photo(Arc::clone(photo), goal.as_ref()),
            None => scene,
        }
    };
    let scene = shown(instance.scene());
    if scene.ground.len() > MOST_CELLS {
        bail!("boards of at most {MOST_CELLS} cells can be drawn, and this one has {}", scene.ground.len());
    }
    let mut picture = Vec::new();
    let mut code = exit::SOLVED;
    if format == PictureFormat::Png {
        picture::png(&mut picture, &scene, args.pixels)?;
    } else if args.still {
        picture = picture::still(&scene).into_bytes();
    } else {
        let (film, ended) = film(&instance, args)?;
        let Some(film) = film else { return Ok(ExitCode::from(ended)) };
        code = ended;
        let film = film.coloured(args.colours, goal.as_ref());
        let scene = shown(film.scene.clone());
        write(&mut picture, format, &Film { scene, ..film }, args.pixels)?;
    }
    if args.output == Path::new("-") {
        std::io::stdout().lock().write_all(&picture)?;
    } else {
        std::fs::write(&args.output, &picture).with_context(|| args.output.display().to_string())?;
    }
    Ok(ExitCode::from(code))
}

/// The picture in a file, to be cut up among the pieces.
fn photo(file: &Path) -> anyhow::Result<Arc<Photo>> {
    let name = || file.display().to_string();
    let bytes = std::fs::read(file).with_context(name)?;
    Ok(Arc::new(Photo::read(&bytes).map_err(anyhow::Error::msg).with_context(name)?))
}

/// The format: the requested one, or that of the file's extension.
fn format(args: &RenderArgs) -> anyhow::Result<PictureFormat> {
    let ending = args.output.extension().and_then(|ending| ending.to_str()).unwrap_or_default();
    match args.format {
        Some(format) => Ok(format),
        None if args.output == Path::new("-") => Ok(PictureFormat::Svg),
        None => PictureFormat::from_str(ending, true).map_err(|_| {
            let name = args.output.display();
            anyhow::anyhow!("{name}: the file must end in .html, .svg, .gif, .json or .png; or give --format")
        }),
    }
}

/// The best solution as a film, if there is one, and the exit code of the search.
fn film(instance: &Instance, args: &RenderArgs) -> anyhow::Result<(Option<Film>, u8)> {
    let plan = solve::plan(&args.method, solve::limits(&args.limits)?)?;
    let answer = {
        let mut line = ProgressLine::search();
        taquin::solve(instance, &plan, &mut line)?
    };
    let code = solve::code(&answer);
    if code != exit::SOLVED {
        render::outcome(&mut std::io::stderr(), instance, &answer)?;
    }
    Ok((instance.film(&answer), code))
}

fn write(out: &mut Vec<u8>, format: PictureFormat, film: &Film, size: u16) -> anyhow::Result<()> {
    match format {
        PictureFormat::Html => out.extend(picture::page(film).into_bytes()),
        PictureFormat::Svg => out.extend(picture::animation(film).into_bytes()),
        PictureFormat::Gif => picture::gif(out, film, size)?,
        PictureFormat::Json | PictureFormat::Png => {
            out.extend(picture::film_json(film).to_string().into_bytes());
            out.push(b'\n');
        }
    }
    Ok(())
}
