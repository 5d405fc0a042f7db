//! `export`: a solution as a file to keep.

use axum::Json;
use axum::extract::State;
use axum::http::header;
use axum::response::{IntoResponse, Response};
use serde::Deserialize;
use taquin::picture;
use utoipa::ToSchema;

use super::puzzle::PuzzleText;
use super::scene::Motion;
use crate::error::{Problem, Refusal};
use crate::server::Shared;

/// The most moves of a file.
const LONGEST: usize = 5_000;
/// The most moves of a GIF, each of which is several pictures.
const LONGEST_GIF: usize = 600;

/// The form of a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, ToSchema)]
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
}

/// A puzzle, its solution, and the form that is wanted.
#[derive(Clone, Debug, Deserialize, ToSchema)]
pub(crate) struct ExportRequest {
    puzzle: PuzzleText,
    /// The moves from the start.
    moves: Vec<Motion>,
    form: Form,
}

/// Take a solution away
///
/// Replays the moves and answers with a file.
#[utoipa::path(post, path = "/export", request_body = ExportRequest, responses(
    (status = 200, description = "the file", content_type = "application/octet-stream"),
    (status = 422, description = "the request is wrong", body = Problem),
    (status = 503, description = "busy", body = Problem),
))]
pub(crate) async fn export(
    State(shared): State<Shared>,
    Json(request): Json<ExportRequest>,
) -> Result<Response, Refusal> {
    let most = if request.form == Form::Gif { LONGEST_GIF } else { LONGEST };
    if request.moves.len() > most {
        let count = request.moves.len();
        return Err(
            Problem::new(format!("a file of this form holds at most {most} moves, not {count}")).into()
        );
    }
    let instance = request.puzzle.read()?;
    let moves = request.moves.into_iter().map(picture::Motion::from).collect::<Vec<_>>();
    let film = instance.film_of(&moves).ok_or_else(|| Problem::new("a move is not legal"))?;
    let form = request.form;
    let bytes = shared.slots.run(move |_| write(form, &film)).await?.map_err(|_| Refusal::Broken)?;
    let (kind, name) = match form {
        Form::Html => ("text/html; charset=utf-8", "solution.html"),
        Form::Svg => ("image/svg+xml", "solution.svg"),
        Form::Gif => ("image/gif", "solution.gif"),
        Form::Json => ("application/json", "solution.json"),
    };
    let about = [
        (header::CONTENT_TYPE, kind.to_string()),
        (header::CONTENT_DISPOSITION, format!("attachment; filename=\"{name}\"")),
    ];
    Ok((about, bytes).into_response())
}

fn write(form: Form, film: &picture::Film) -> std::io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    match form {
        Form::Html => bytes = picture::page(film).into_bytes(),
        Form::Svg => bytes = picture::animation(film).into_bytes(),
        Form::Json => bytes = picture::film_json(film).to_string().into_bytes(),
        Form::Gif => picture::gif(&mut bytes, film)?,
    }
    Ok(bytes)
}
