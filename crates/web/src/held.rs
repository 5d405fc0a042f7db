//! Bodies of requests and responses: a request must arrive in time, and the responses that wait to be read
//! share a bounded amount of memory.

use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll, ready};
use std::time::Duration;

use axum::body::{Body, BodyDataStream, Bytes, HttpBody, to_bytes};
use axum::extract::{Request, State};
use axum::http::{StatusCode, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use futures_core::Stream;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

use crate::error::Refusal;

/// The largest request, in bytes.
const LARGEST_REQUEST: usize = 256 * 1024;

/// Reads the whole request before anything is done for it, if it comes within `patience`.
pub(crate) async fn whole(State(patience): State<Duration>, request: Request, next: Next) -> Response {
    let (head, body) = request.into_parts();
    let body = tokio::time::timeout(patience, to_bytes(body, LARGEST_REQUEST)).await;
    match body {
        Ok(Ok(bytes)) => next.run(Request::from_parts(head, bytes.into())).await,
        Ok(Err(_)) => StatusCode::PAYLOAD_TOO_LARGE.into_response(),
        Err(_) => (StatusCode::REQUEST_TIMEOUT, [(header::CONNECTION, "close")]).into_response(),
    }
}

/// The bytes of answers that wait to be read.
#[derive(Clone, Debug)]
pub(crate) struct Room {
    free: Arc<Semaphore>,
    all: usize,
}

impl Room {
    /// Room for `bytes` bytes.
    pub(crate) fn new(bytes: usize) -> Self {
        let all = bytes.min(Semaphore::MAX_PERMITS).min(u32::MAX as usize);
        Room { free: Arc::new(Semaphore::new(all)), all }
    }

    /// Reserves `bytes` bytes. A single piece needs no reservation: the number of connections bounds those.
    fn take(&self, bytes: usize) -> Option<OwnedSemaphorePermit> {
        let bytes = if bytes > PIECE { bytes.min(self.all) as u32 } else { 0 };
        Arc::clone(&self.free).try_acquire_many_owned(bytes).ok()
    }
}

/// What is handed to the connection at a time.
const PIECE: usize = 16 << 10;

/// Counts the response as held until its client has read it, and refuses it if there is no room.
pub(crate) async fn held(State(room): State<Room>, request: Request, next: Next) -> Response {
    let (mut head, body) = next.run(request).await.into_parts();
    let mut first = None;
    let length = body.size_hint().exact();
    if let Some(length) = length {
        first = room.take(length as usize);
        if first.is_none() {
            return Refusal::Busy.into_response();
        }
        head.headers.insert(header::CONTENT_LENGTH, length.into());
    }
    let whole = length.is_some();
    let held = Held { body: body.into_data_stream(), room, whole, rest: Bytes::new(), place: first };
    Response::from_parts(head, Body::from_stream(held))
}

/// An answer that is taken piece by piece.
struct Held {
    body: BodyDataStream,
    room: Room,
    /// Whether the reserved room is for the whole response, and not for the rest of its last piece.
    whole: bool,
    rest: Bytes,
    place: Option<OwnedSemaphorePermit>,
}

impl Stream for Held {
    type Item = Result<Bytes, axum::Error>;

    fn poll_next(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Option<Self::Item>> {
        if self.rest.is_empty() {
            match ready!(Pin::new(&mut self.body).poll_next(context)) {
                Some(Ok(bytes)) => self.rest = bytes,
                end => return Poll::Ready(end),
            }
            if !self.whole {
                self.place = None;
                self.place = self.room.take(self.rest.len());
                if self.place.is_none() {
                    return Poll::Ready(Some(Err(axum::Error::new(std::io::Error::from(
                        std::io::ErrorKind::OutOfMemory,
                    )))));
                }
            }
        }
        let piece = self.rest.len().min(PIECE);
        Poll::Ready(Some(Ok(self.rest.split_to(piece))))
    }
}
