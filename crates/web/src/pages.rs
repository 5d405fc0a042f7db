//! The pages, embedded in the binary.

use std::borrow::Cow;
use std::hash::{DefaultHasher, Hasher};

use axum::extract::Path;
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{IntoResponse, Response};
use taquin::picture::part;

/// The files of `app/` by name, as the build script has found them.
const FILES: &[(&str, &[u8])] = include!(concat!(env!("OUT_DIR"), "/files.rs"));

/// The first page.
pub(crate) async fn index(headers: HeaderMap) -> Response {
    file(Path("index.html".into()), headers).await
}

/// A file of the app.
pub(crate) async fn file(Path(path): Path<String>, headers: HeaderMap) -> Response {
    if let Some(text) = shared(&path) {
        return ([(header::CONTENT_TYPE, kind(&path)), (header::CACHE_CONTROL, "no-cache")], text)
            .into_response();
    }
    let Some(&(_, bytes)) = FILES.iter().find(|(name, _)| *name == path) else {
        return StatusCode::NOT_FOUND.into_response();
    };
    let bytes = newest(&path, bytes);
    let mut hasher = DefaultHasher::new();
    hasher.write(&bytes);
    let tag = format!("\"{:016x}\"", hasher.finish());
    let known = headers.get(header::IF_NONE_MATCH).is_some_and(|known| known.as_bytes() == tag.as_bytes());
    let about = [
        (header::CONTENT_TYPE, kind(&path).to_string()),
        (header::CACHE_CONTROL, "no-cache".to_string()),
        (header::ETAG, tag),
    ];
    if known {
        return (StatusCode::NOT_MODIFIED, about).into_response();
    }
    (about, bytes).into_response()
}

/// In a debug build the file as it is now, so that a page can be changed and looked at without another build.
fn newest(name: &str, bytes: &'static [u8]) -> Cow<'static, [u8]> {
    let path = std::path::Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/app")).join(name);
    let now = if cfg!(debug_assertions) { std::fs::read(path).ok() } else { None };
    now.map_or(Cow::Borrowed(bytes), Cow::Owned)
}

/// What the app shares with exported pages.
fn shared(path: &str) -> Option<&'static str> {
    Some(match path {
        "shared/theme.css" => part::THEME_CSS,
        "shared/player.css" => part::PLAYER_CSS,
        "shared/dom.js" => part::DOM_JS,
        "shared/board.js" => part::BOARD_JS,
        "shared/player.js" => part::PLAYER_JS,
        _ => return None,
    })
}

fn kind(path: &str) -> &'static str {
    match path.rsplit_once('.').map(|(_, ending)| ending) {
        Some("html") => "text/html; charset=utf-8",
        Some("css") => "text/css; charset=utf-8",
        Some("js") => "text/javascript; charset=utf-8",
        Some("svg") => "image/svg+xml",
        Some("md") => "text/markdown; charset=utf-8",
        _ => "application/octet-stream",
    }
}
