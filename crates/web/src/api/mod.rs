//! The HTTP interface under `/api/v1`. Every request brings its whole puzzle, so nothing is kept
//! between two of them; the description in OpenAPI form is made from the handlers themselves.

mod catalogue;
mod export;
mod lesson;
mod puzzle;
mod record;
mod scene;
mod solve;
mod space;
mod trace;

use axum::routing::get;
use axum::{Json, Router, middleware};
use utoipa::OpenApi;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::error::Refusal;
use crate::guard::lenient;
use crate::server::Shared;

#[derive(OpenApi)]
#[openapi(
    info(
        title = "Taquin",
        description = "Sliding puzzles: describe, play, solve, watch a search, look at whole spaces. With the \
                   header `Prefer: handling=lenient` a refusal (422, 503) comes as 200 with \
                   `Preference-Applied`."
    ),
    components(schemas(solve::Progress))
)]
struct Description;

/// The routes, and `openapi.json`, which describes them.
pub(crate) fn router(shared: Shared) -> Router {
    let (router, mut description) = OpenApiRouter::with_openapi(Description::openapi())
        .routes(routes!(catalogue::catalogue))
        .routes(routes!(puzzle::describe))
        .routes(routes!(puzzle::play))
        .routes(routes!(puzzle::scramble))
        .routes(routes!(solve::solve))
        .routes(routes!(trace::trace))
        .routes(routes!(space::survey))
        .routes(routes!(export::export))
        .split_for_parts();
    description.servers = Some(vec![utoipa::openapi::Server::new("/api/v1")]);
    router
        .route("/openapi.json", get(move || async { Json(description) }))
        .fallback(|| async { (axum::http::StatusCode::NOT_FOUND, "no such question\n") })
        .layer(middleware::from_fn(lenient))
        .with_state(shared)
}

/// What a handler comes back with.
type Answered<T> = Result<Json<T>, Refusal>;
