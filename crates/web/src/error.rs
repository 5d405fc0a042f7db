//! What can go wrong: with the server, and with a request.

use std::net::SocketAddr;

use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use taquin_handlers::Problem;

use crate::api::problem_body;

/// Why the server could not start or go on.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// The address is open to other machines, without being asked to.
    #[error("{0} can be reached from other machines, which must be allowed")]
    Remote(SocketAddr),
    /// The system refuses.
    #[error("{address}: {source}")]
    Listen {
        /// The requested address.
        address: SocketAddr,
        /// What the system says.
        source: std::io::Error,
    },
    /// The connection broke down.
    #[error(transparent)]
    Serve(#[from] std::io::Error),
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
        let about = [(header::CONTENT_TYPE, "application/json")];
        let mut response = (status, about, problem_body(&problem)).into_response();
        if busy {
            response.headers_mut().insert(header::RETRY_AFTER, HeaderValue::from_static("2"));
        }
        response
    }
}
