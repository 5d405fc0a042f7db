//! A solution as one self-contained HTML page: the drawing, the player, its style.
//!
//! The player is the browser app's own; the page only wraps it.

use serde_json::{Value, json};

use super::scene::{Film, Place, Scene};
use super::svg::{escape, still};

/// The parts of the player, which the browser app serves as files of their own.
pub mod part {
    /// Colours, type and the smallest parts.
    pub const THEME_CSS: &str = include_str!("shared/theme.css");
    /// Boards and the player.
    pub const PLAYER_CSS: &str = include_str!("shared/player.css");
    /// Making elements.
    pub const DOM_JS: &str = include_str!("shared/dom.js");
    /// A board on the screen.
    pub const BOARD_JS: &str = include_str!("shared/board.js");
    /// The player of a solution.
    pub const PLAYER_JS: &str = include_str!("shared/player.js");
}

/// The style of the page around the player.
const PAGE_CSS: &str = include_str!("shared/page.css");

/// The longest drawing that a page has twice, once for those without scripts.
const LONGEST_STILL: usize = 1 << 20;

/// A page that plays `film`.
#[must_use]
pub fn page(film: &Film) -> String {
    // In one script the modules see each other's names without an import.
    let modules = [part::DOM_JS, part::BOARD_JS, part::PLAYER_JS].concat();
    let script: String =
        modules.lines().filter(|line| !line.starts_with("import ")).flat_map(|line| [line, "\n"]).collect();
    let title = escape(&film.title);
    let svg = still(&film.scene);
    format!(
        "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; img-src data:; style-src 'unsafe-inline'; script-src 'unsafe-inline'\">\n\
         <title>{title}</title>\n<style>\n{}{}{PAGE_CSS}</style>\n</head>\n<body>\n<main>\n<h1>{title}</h1>\n\
         <div id=\"film\"><noscript><div class=\"still\">{}</div></noscript></div>\n\
         <footer>Made with Taquin. Space plays and pauses, the arrow keys step.</footer>\n</main>\n\
         <script type=\"application/json\" id=\"data\">{}</script>\n\
         <script type=\"module\">\n{script}\
         const player = new Player(JSON.parse(document.getElementById('data').textContent));\n\
         document.getElementById('film').replaceChildren(player.element);\n\
         </script>\n</body>\n</html>\n",
        part::THEME_CSS,
        part::PLAYER_CSS,
        if svg.len() < LONGEST_STILL { &svg } else { "" },
        // A closing tag inside of a string must not close the script.
        film_json(film).to_string().replace("</", "<\\/"),
    )
}

/// A film as the player takes it.
#[must_use]
pub fn film_json(film: &Film) -> Value {
    let shots: Vec<Value> = film
        .shots
        .iter()
        .map(|shot| {
            let mut object = json!({
                "piece": shot.motion.piece,
                "path": places(&shot.motion.path),
                "words": shot.words,
                "gauge": shot.gauge,
            });
            if let Some(colour) = shot.colour {
                object["colour"] = json!(colour.to_string());
            }
            object
        })
        .collect();
    json!({
        "title": film.title,
        "gauge": film.gauge,
        "first": film.first,
        "scene": scene_json(&film.scene),
        "shots": shots,
    })
}

/// A scene as the player takes it.
#[must_use]
pub fn scene_json(scene: &Scene) -> Value {
    let pieces: Vec<Value> = scene
        .pieces
        .iter()
        .map(|piece| {
            json!({
                "label": piece.label,
                "colour": piece.colour.to_string(),
                "goal": piece.goal,
                "at": place(piece.at),
                "shape": places(&piece.shape),
            })
        })
        .collect();
    json!({
        "svg": still(scene),
        "rows": scene.rows,
        "cols": scene.cols,
        "wraps": [scene.wraps.0, scene.wraps.1],
        "pieces": pieces,
    })
}

fn places(places: &[Place]) -> Vec<Value> {
    places.iter().copied().map(place).collect()
}

fn place((row, col): Place) -> Value {
    json!([row, col])
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::picture::scene::tests::film;

    #[test]
    fn the_page_is_whole_and_safe() {
        let mut film = film(false);
        film.shots[0].words = "</script><b>".into();
        let page = page(&film);
        assert!(page.contains("<h1>A &lt;test&gt; &amp; more</h1>"));
        assert!(!page.contains("</script><b>"));
        assert!(!page.contains("import {"), "modules are joined");
        assert!(!page.contains("src=") && !page.contains("href="), "nothing comes from elsewhere");
    }
}
