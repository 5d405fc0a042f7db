//! What can go wrong: with the server, and with a request.

use std::net::SocketAddr;

use axum::Json;
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use serde::Serialize;

/// Why the server could not start or go on.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// The address is open to other machines, without being asked to.
    #[error("{0} can be reached from other machines, which must be allowed")]
    Remote(SocketAddr),
    /// The system refuses.
    #[error("{address}: {source}")]
    Listen {
        /// The address that was asked for.
        address: SocketAddr,
        /// What the system says.
        source: std::io::Error,
    },
    /// The connection broke down.
    #[error(transparent)]
    Serve(#[from] std::io::Error),
}

/// What is wrong with a request, for the person who made it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub(crate) struct Problem {
    /// What is wrong, in a sentence.
    pub(crate) message: String,
    /// Which part of the request is meant: `text`, `goal`, or nothing in particular.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) field: Option<String>,
    /// The line of the text, from 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) line: Option<usize>,
    /// The column of the line, from 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) column: Option<usize>,
}

impl Problem {
    /// A problem of the request as a whole.
    pub(crate) fn new(message: impl Into<String>) -> Self {
        Problem { message: message.into(), field: None, line: None, column: None }
    }
}

/// A request that gets no answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Refusal {
    /// The request is wrong.
    Wrong(Problem),
    /// As many searches as are allowed are running and waiting already.
    Busy,
    /// Something broke here.
    Broken,
}

impl From<Problem> for Refusal {
    fn from(problem: Problem) -> Self {
        Refusal::Wrong(problem)
    }
}

impl Refusal {
    /// The status and what the body says.
    pub(crate) fn parts(self) -> (StatusCode, Problem) {
        match self {
            Refusal::Wrong(problem) => (StatusCode::UNPROCESSABLE_ENTITY, problem),
            Refusal::Busy => (
                StatusCode::SERVICE_UNAVAILABLE,
                Problem::new(
                    "busy: as many searches as are allowed are running and waiting; try again shortly",
                ),
            ),
            Refusal::Broken => (
                StatusCode::INTERNAL_SERVER_ERROR,
                Problem::new("something broke in the server; the request was dropped"),
            ),
        }
    }
}

impl IntoResponse for Refusal {
    fn into_response(self) -> Response {
        let busy = self == Refusal::Busy;
        let (status, problem) = self.parts();
        let mut response = (status, Json(problem)).into_response();
        if busy {
            response.headers_mut().insert(header::RETRY_AFTER, HeaderValue::from_static("2"));
        }
        response
    }
}
