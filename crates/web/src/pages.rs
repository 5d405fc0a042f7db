//! The pages, out of the binary.

use axum::extract::Path;
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{IntoResponse, Response};
use rust_embed::{Embed, EmbeddedFile};
use taquin::picture::part;

#[derive(Embed)]
#[folder = "app/"]
struct Files;

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
    let Some(EmbeddedFile { data, metadata }) = Files::get(&path) else {
        return StatusCode::NOT_FOUND.into_response();
    };
    let hash = metadata.sha256_hash();
    let tag: String = hash[..8].iter().map(|byte| format!("{byte:02x}")).collect();
    let tag = format!("\"{tag}\"");
    let known = headers.get(header::IF_NONE_MATCH).is_some_and(|known| known.as_bytes() == tag.as_bytes());
    let about = [
        (header::CONTENT_TYPE, kind(&path).to_string()),
        (header::CACHE_CONTROL, "no-cache".to_string()),
        (header::ETAG, tag),
    ];
    if known {
        return (StatusCode::NOT_MODIFIED, about).into_response();
    }
    (about, data.into_owned()).into_response()
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
        _ => "application/octet-stream",
    }
}
