//! The HTTP interface under `/api/v1`. Every request brings its whole puzzle, so nothing is kept
//! between two of them.

mod catalogue;
mod export;
mod puzzle;
mod record;
mod scene;
mod solve;
mod space;
mod trace;

use axum::http::{StatusCode, header};
use axum::routing::{get, post};
use axum::{Json, Router, middleware};

use crate::error::Refusal;
use crate::guard::lenient;
use crate::server::Shared;

/// The routes, and `openapi.json`, which describes them.
pub(crate) fn router(shared: Shared) -> Router {
    Router::new()
        .route("/catalogue", get(catalogue::catalogue))
        .route("/puzzle", post(puzzle::describe))
        .route("/move", post(puzzle::play))
        .route("/scramble", post(puzzle::scramble))
        .route("/solve", post(solve::solve))
        .route("/trace", post(trace::trace))
        .route("/survey", post(space::survey))
        .route("/export", post(export::export))
        .route(
            "/openapi.json",
            get(|| async { ([(header::CONTENT_TYPE, "application/json")], description()) }),
        )
        .fallback(|| async { (StatusCode::NOT_FOUND, "no such question\n") })
        .layer(middleware::from_fn(lenient))
        .with_state(shared)
}

/// The questions and answers in OpenAPI form; every question and answer of the tests is held against it.
pub(crate) fn description() -> String {
    include_str!("openapi.json").replace("VERSION", env!("CARGO_PKG_VERSION"))
}

/// What a handler comes back with.
type Answered<T> = Result<Json<T>, Refusal>;
