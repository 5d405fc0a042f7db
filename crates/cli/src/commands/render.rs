//! `taquin render`: a solution as a file, in the form that its name asks for.

use std::fs::File;
use std::io::{BufWriter, Write};
use std::path::Path;
use std::process::ExitCode;
use std::sync::Arc;

use anyhow::{Context, bail};
use taquin::picture::{Film, Photo, Scene};
use taquin::{Instance, picture, render};

use crate::args::RenderArgs;
use crate::commands::solve;
use crate::progress::ProgressLine;
use crate::{exit, input};

/// The most cells of a board that is drawn.
const MOST_CELLS: usize = 10_000;

pub(crate) fn run(args: &RenderArgs) -> anyhow::Result<ExitCode> {
    let ending =
        args.output.extension().and_then(|ending| ending.to_str()).unwrap_or_default().to_lowercase();
    if !["html", "svg", "gif", "json", "png"].contains(&ending.as_str()) {
        bail!("{}: the file must end in .html, .svg, .gif, .json or .png", args.output.display());
    }
    if args.still && !["svg", "png"].contains(&ending.as_str()) {
        bail!("--still draws one picture, so the file must end in .svg or .png");
    }
    let instance = input::instance(&args.puzzle)?;
    let photo = args.photo.as_deref().map(photo).transpose()?;
    let shown = |scene: Scene| match &photo {
        Some(photo) => scene.with_photo(Arc::clone(photo), instance.goal_scene().as_ref()),
        None => scene,
    };
    let scene = shown(instance.scene());
    if scene.ground.len() > MOST_CELLS {
        bail!("boards of at most {MOST_CELLS} cells can be drawn, and this one has {}", scene.ground.len());
    }
    let mut picture = Vec::new();
    if ending == "png" {
        picture::png(&mut picture, &scene)?;
    } else if ending == "svg" && args.still {
        picture = picture::still(&scene).into_bytes();
    } else {
        match film(&instance, args)? {
            Ok(film) => {
                let scene = shown(film.scene.clone());
                write(&mut picture, &ending, &Film { scene, ..film })?;
            }
            Err(code) => return Ok(ExitCode::from(code)),
        }
    }
    let name = || args.output.display().to_string();
    let mut out = BufWriter::new(File::create(&args.output).with_context(name)?);
    out.write_all(&picture).and_then(|()| out.flush()).with_context(name)?;
    Ok(ExitCode::from(exit::SOLVED))
}

/// The picture in a file, to be cut up among the pieces.
fn photo(file: &Path) -> anyhow::Result<Arc<Photo>> {
    let name = || file.display().to_string();
    let bytes = std::fs::read(file).with_context(name)?;
    Ok(Arc::new(Photo::read(&bytes).map_err(anyhow::Error::msg).with_context(name)?))
}

/// The solution as a film, or the exit code that tells why there is none.
fn film(instance: &Instance, args: &RenderArgs) -> anyhow::Result<Result<picture::Film, u8>> {
    let plan = solve::plan(&args.method, solve::limits(&args.limits)?)?;
    let answer = {
        let mut line = ProgressLine::search();
        taquin::solve(instance, &plan, &mut line)?
    };
    let film = instance.film(&answer);
    if film.is_none() {
        render::outcome(&mut std::io::stderr(), instance, &answer)?;
    }
    Ok(film.ok_or_else(|| solve::code(&answer)))
}

fn write(out: &mut Vec<u8>, ending: &str, film: &picture::Film) -> anyhow::Result<()> {
    match ending {
        "html" => out.extend(picture::page(film).into_bytes()),
        "svg" => out.extend(picture::animation(film).into_bytes()),
        "gif" => picture::gif(out, film)?,
        _ => {
            out.extend(picture::film_json(film).to_string().into_bytes());
            out.push(b'\n');
        }
    }
    Ok(())
}
