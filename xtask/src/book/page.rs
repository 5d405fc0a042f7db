//! A chapter as a page.

use pulldown_cmark::{CowStr, Event, Options, Parser, Tag, TagEnd, html};

use super::Chapter;

/// The options that every page is read with.
const OPTIONS: Options = Options::ENABLE_TABLES;

/// The page of chapter `at`, whose text is `text`.
pub fn html(chapters: &[Chapter], at: usize, text: &str) -> String {
    let mut body = String::new();
    html::push_html(&mut body, events(chapters, at, text).into_iter());
    let chapter = &chapters[at];
    let mut contents = String::new();
    for (number, other) in chapters.iter().enumerate() {
        let here = if number == at { " aria-current=\"page\"" } else { "" };
        contents += &format!("<li><a href=\"{}\"{here}>{}</a></li>\n", other.page(), escape(&other.title));
        if number == at {
            contents += "<ul>\n";
            for (level, title, id) in headings(text).iter().filter(|(level, ..)| *level == 2) {
                contents += &format!("<li class=\"h{level}\"><a href=\"#{id}\">{}</a></li>\n", escape(title));
            }
            contents += "</ul>\n";
        }
    }
    let step = |chapter: Option<&Chapter>, word: &str| {
        chapter.map_or(String::new(), |chapter| {
            format!("<a rel=\"{word}\" href=\"{}\">{}</a>", chapter.page(), escape(&chapter.title))
        })
    };
    let before = step(at.checked_sub(1).map(|before| &chapters[before]), "prev");
    let after = step(chapters.get(at + 1), "next");
    format!(
        "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <title>{title} · Taquin</title>\n<link rel=\"stylesheet\" href=\"book.css\">\n</head>\n<body>\n\
         <nav aria-label=\"Chapters\">\n<p><a href=\"index.html\">Taquin</a></p>\n<ul>\n{contents}</ul>\n</nav>\n\
         <main>\n{body}\n<footer>{before}{after}</footer>\n</main>\n</body>\n</html>\n",
        title = escape(&chapter.title),
    )
}

/// A page that leads to another.
pub fn redirect(page: &str) -> String {
    format!(
        "<!doctype html>\n<meta charset=\"utf-8\">\n<meta http-equiv=\"refresh\" content=\"0; url={page}\">\n\
         <a href=\"{page}\">Taquin</a>\n"
    )
}

/// What `text` of chapter `at` consists of, with anchors at headings and links to pages.
fn events<'a>(chapters: &[Chapter], at: usize, text: &'a str) -> Vec<Event<'a>> {
    let mut ids = headings(text).into_iter().map(|(_, _, id)| id);
    let anchored = |event| match event {
        Event::Start(Tag::Heading { level, classes, attrs, .. }) => {
            let id = ids.next().map(CowStr::from);
            Event::Start(Tag::Heading { level, id, classes, attrs })
        }
        Event::Start(Tag::Link { link_type, dest_url, title, id }) => {
            let dest_url = target(chapters, &chapters[at], &dest_url).into();
            Event::Start(Tag::Link { link_type, dest_url, title, id })
        }
        event => event,
    };
    Parser::new_ext(text, OPTIONS).map(anchored).collect()
}

/// Where `link` of chapter `from` leads in the book: to a page, to a file that lies beside it, or into the
/// repository that the book was made in.
fn target(chapters: &[Chapter], from: &Chapter, link: &str) -> String {
    if link.contains("://") || link.starts_with('#') {
        return link.to_string();
    }
    let (file, anchor) = link.split_at(link.find('#').unwrap_or(link.len()));
    let path = match file.strip_prefix("../") {
        Some(path) => path.to_string(),
        None if from.path().starts_with("docs/") => format!("docs/{file}"),
        None => file.to_string(),
    };
    let page = chapters.iter().find(|chapter| chapter.path() == path).map(Chapter::page);
    let beside = || path.strip_prefix("docs/").map(String::from);
    page.or_else(beside).unwrap_or_else(|| format!("../../{path}")) + anchor
}

/// The headings of a text: level, title, anchor.
pub fn headings(text: &str) -> Vec<(usize, String, String)> {
    let mut found: Vec<(usize, String, String)> = Vec::new();
    let mut open = false;
    for event in Parser::new_ext(text, OPTIONS) {
        match event {
            Event::Start(Tag::Heading { level, .. }) => {
                found.push((level as usize, String::new(), String::new()));
                open = true;
            }
            Event::End(TagEnd::Heading(_)) => {
                open = false;
                if let Some((_, title, id)) = found.last_mut() {
                    *id = anchor(title);
                }
            }
            Event::Text(words) | Event::Code(words) if open => {
                if let Some((_, title, _)) = found.last_mut() {
                    title.push_str(&words);
                }
            }
            _ => {}
        }
    }
    found
}

/// Where the links of a text lead, in order.
pub fn links(text: &str) -> Vec<(String, String)> {
    let mut found: Vec<(String, String)> = Vec::new();
    let mut open = false;
    for event in Parser::new_ext(text, OPTIONS) {
        match event {
            Event::Start(Tag::Link { dest_url, .. } | Tag::Image { dest_url, .. }) => {
                found.push((String::new(), dest_url.to_string()));
                open = true;
            }
            Event::End(TagEnd::Link | TagEnd::Image) => open = false,
            Event::Code(word) if open => {
                if let Some((code, _)) = found.last_mut() {
                    *code = word.to_string();
                }
            }
            _ => {}
        }
    }
    found
}

/// The anchor of a heading, as GitHub makes it.
fn anchor(title: &str) -> String {
    let kept = title.chars().filter(|c| c.is_alphanumeric() || matches!(c, ' ' | '-' | '_'));
    kept.collect::<String>().to_lowercase().replace(' ', "-")
}

fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;")
}
