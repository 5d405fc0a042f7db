//! The headers of every response, and which requests are refused.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::pin::pin;
use std::task::Poll;

use axum::extract::{Request, State};
use axum::http::{HeaderMap, HeaderName, HeaderValue, StatusCode, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};

use crate::error::Refusal;

/// Scripts, styles and connections only from here; nothing may frame the page.
const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; \
                      connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

const HEADERS: [(HeaderName, &str); 5] = [
    (header::CONTENT_SECURITY_POLICY, POLICY),
    (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
    (header::REFERRER_POLICY, "no-referrer"),
    (HeaderName::from_static("cross-origin-opener-policy"), "same-origin"),
    (HeaderName::from_static("cross-origin-resource-policy"), "same-origin"),
];

/// The pages of the app send this preference (RFC 7240): a refusal then has the status 200, so that the browser does
/// not report errors on its console that the page itself shows.
const LENIENT: &str = "handling=lenient";

/// Answers a refusal with the status 200 if the request prefers that, and says so.
pub(crate) async fn lenient(request: Request, next: Next) -> Response {
    let wanted = request.headers().get("prefer").is_some_and(|value| value.as_bytes() == LENIENT.as_bytes());
    let mut response = next.run(request).await;
    if wanted && matches!(response.status().as_u16(), 422 | 503) {
        *response.status_mut() = StatusCode::OK;
        response
            .headers_mut()
            .insert(HeaderName::from_static("preference-applied"), HeaderValue::from_static(LENIENT));
    }
    response
}

/// Answers with a refusal if a handler panics.
pub(crate) async fn unbroken(request: Request, next: Next) -> Response {
    let mut answer = pin!(next.run(request));
    std::future::poll_fn(|context| {
        // State that a panic leaves inconsistent is dropped with the request.
        let polled = catch_unwind(AssertUnwindSafe(|| answer.as_mut().poll(context)));
        polled.unwrap_or_else(|_| Poll::Ready(Refusal::Broken.into_response()))
    })
    .await
}

/// Whether only the server's own computer may connect.
#[derive(Clone, Copy, Debug)]
pub(crate) struct LocalOnly(pub(crate) bool);

/// Refuses requests from other sites, and adds the security headers to the other responses.
pub(crate) async fn guard(State(local): State<LocalOnly>, request: Request, next: Next) -> Response {
    // Another site may let its own name resolve to this machine; the name in the request gives it away.
    let mut response = if local.0 && !names_this_machine(request.headers()) {
        (StatusCode::FORBIDDEN, "this server answers only under localhost\n").into_response()
    } else if is_foreign(request.headers()) {
        (StatusCode::FORBIDDEN, "this server answers only its own pages\n").into_response()
    } else {
        next.run(request).await
    };
    for (name, value) in HEADERS {
        response.headers_mut().insert(name, HeaderValue::from_static(value));
    }
    response
}

fn names_this_machine(headers: &HeaderMap) -> bool {
    let host = headers.get(header::HOST).and_then(|host| host.to_str().ok()).unwrap_or_default();
    let name = match host.strip_prefix('[') {
        Some(v6) => v6.split(']').next().unwrap_or_default(),
        None => host.split(':').next().unwrap_or_default(),
    };
    name.eq_ignore_ascii_case("localhost")
        || name.parse::<std::net::IpAddr>().is_ok_and(|address| address.is_loopback())
}

/// Whether a browser says that another site makes this request. Following a link there is fine.
fn is_foreign(headers: &HeaderMap) -> bool {
    let says =
        |name: &str, value: &str| headers.get(name).is_some_and(|said| said.as_bytes() == value.as_bytes());
    let from_elsewhere = says("sec-fetch-site", "cross-site") || says("sec-fetch-site", "same-site");
    from_elsewhere && !says("sec-fetch-mode", "navigate")
}

#[cfg(test)]
mod tests {
    use axum::body::Body;
    use axum::routing::get;
    use axum::{Router, middleware};
    use tower::ServiceExt;

    use super::*;

    #[tokio::test]
    async fn a_handler_that_panics_is_answered_for() {
        async fn broken() -> &'static str {
            tokio::task::yield_now().await;
            panic!("as it should")
        }
        let app = Router::new().route("/", get(broken)).layer(middleware::from_fn(unbroken));
        let response = app.oneshot(Request::new(Body::empty())).await.expect("a router always answers");
        assert_eq!(response.status(), StatusCode::INTERNAL_SERVER_ERROR);
    }

    #[test]
    fn only_names_of_this_machine() {
        let local = |host: &'static str| {
            names_this_machine(&HeaderMap::from_iter([(header::HOST, HeaderValue::from_static(host))]))
        };
        for host in ["localhost:7878", "LOCALHOST", "127.0.0.1:80", "127.1.2.3", "[::1]:7878"] {
            assert!(local(host), "{host}");
        }
        for host in ["", "example.org", "localhost.example.org:7878", "10.0.0.1", "[::2]:1", "[::1"] {
            assert_eq!(local(host), host == "[::1", "{host}");
        }
    }
}
