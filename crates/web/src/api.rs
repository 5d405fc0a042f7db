//! The HTTP interface under `/api/v1`: every question of the engine, and `openapi.json`, which describes them.

use std::convert::Infallible;
use std::ops::ControlFlow;
use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::task::{Context, Poll};

use axum::body::Bytes;
use axum::extract::State;
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::sse::{Event, KeepAlive};
use axum::response::{IntoResponse, Response, Sse};
use axum::routing::{get, post};
use axum::{Router, middleware};
use futures_core::Stream;
use taquin_handlers::{Problem, Progress, QUESTIONS, Question, Reply, Watch, Weight, Work, description};
use tokio::sync::mpsc;

use crate::error::Refusal;
use crate::guard::lenient;
use crate::server::Shared;
use crate::slots::{SetOnDrop, Slot};

/// The routes.
pub(crate) fn router(shared: Shared) -> Router {
    let described = || async { ([(header::CONTENT_TYPE, "application/json")], description()) };
    let mut router = Router::new().route("/openapi.json", get(described));
    for question in QUESTIONS {
        let handler = move |State(shared): State<Shared>, headers: HeaderMap, body: Bytes| {
            answer(question, shared, headers, body)
        };
        let method = if question.bare { get(handler) } else { post(handler) };
        router = router.route(&format!("/{}", question.name), method);
    }
    router
        .fallback(|| async { (StatusCode::NOT_FOUND, "no such question\n") })
        .layer(middleware::from_fn(lenient))
        .with_state(shared)
}

/// Answers a question as soon as a slot is free.
async fn answer(
    question: &Question,
    shared: Shared,
    headers: HeaderMap,
    body: Bytes,
) -> Result<Response, Refusal> {
    // A page of another site can send plain text without a preflight request, but not JSON.
    let kind = headers.get(header::CONTENT_TYPE).and_then(|kind| kind.to_str().ok()).unwrap_or_default();
    if !question.bare && kind.split(';').next().map(str::trim) != Some("application/json") {
        return Ok((StatusCode::UNSUPPORTED_MEDIA_TYPE, "a question is in JSON\n").into_response());
    }
    let work = question.read(&body)?;
    let slots = if question.weight == Weight::Quick { &shared.quick } else { &shared.slots };
    if question.weight == Weight::Watched {
        let slot = slots.take().await?;
        return Ok(stream(work, shared, slot).into_response());
    }
    let engine = shared.engine.clone();
    let reply = slots.run(move |cancel| {
        let go_on = &mut |_: &Progress| ControlFlow::Continue(());
        work(&engine, &mut Watch { cancel, progress: go_on })
    });
    let Reply { kind, name, body } = reply.await??;
    let mut response = ([(header::CONTENT_TYPE, kind)], body).into_response();
    if let Some(name) = name
        && let Ok(value) = format!("attachment; filename=\"{name}\"").parse()
    {
        response.headers_mut().insert(header::CONTENT_DISPOSITION, value);
    }
    Ok(response)
}

/// Server-sent events: `progress` while the search runs, then one `answer`, or one `problem`. A client that
/// goes away ends the search.
fn stream(work: Work, shared: Shared, slot: Slot) -> Sse<impl Stream<Item = Result<Event, Infallible>>> {
    let cancel = Arc::new(AtomicBool::new(false));
    let leaving = SetOnDrop(Arc::clone(&cancel));
    let (sender, receiver) = mpsc::channel(16);
    tokio::task::spawn_blocking(move || {
        let _slot = slot;
        let tell = &mut |progress: &Progress| {
            // A slow reader misses some; only one that is gone ends the search.
            match sender.try_send(event("progress", &serde_json::to_vec(progress).unwrap_or_default())) {
                Err(mpsc::error::TrySendError::Closed(_)) => ControlFlow::Break(()),
                _ => ControlFlow::Continue(()),
            }
        };
        let last = match work(&shared.engine, &mut Watch { cancel, progress: tell }) {
            Ok(reply) => event("answer", &reply.body),
            Err(problem) => event("problem", &problem_body(&problem)),
        };
        // If this fails, the client has gone.
        let _ = sender.blocking_send(last);
    });
    Sse::new(Events { receiver, _leaving: leaving }).keep_alive(KeepAlive::default())
}

/// What the search sends, until the client goes away.
struct Events {
    receiver: mpsc::Receiver<Event>,
    _leaving: SetOnDrop,
}

impl Stream for Events {
    type Item = Result<Event, Infallible>;

    fn poll_next(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Option<Self::Item>> {
        self.receiver.poll_recv(context).map(|event| event.map(Ok))
    }
}

fn event(name: &str, data: &[u8]) -> Event {
    Event::default().event(name).data(String::from_utf8_lossy(data))
}

/// A problem in JSON.
pub(crate) fn problem_body(problem: &Problem) -> Vec<u8> {
    serde_json::to_vec(problem).unwrap_or_default()
}
