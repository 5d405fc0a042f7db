//! Pictures: a position or a solution as SVG, PNG, GIF or a page that plays.
//!
//! A [`Scene`] is a position and a [`Film`] a solution, both independent of the puzzle family; one drawing
//! of a scene ([`still`]) serves every format.

mod animation;
mod boxes;
mod colour;
mod colouring;
mod gif;
mod glyphs;
mod html;
mod outline;
mod path;
mod photo;
mod pixels;
mod png;
mod raster;
mod scene;
mod svg;

pub use animation::{animation, frame};
pub use boxes::{Boxes, Palette};
pub use colour::Colour;
pub use colouring::Colouring;
pub use gif::animation as gif;
pub use html::{film_json, page, part, scene_json};
pub use photo::Photo;
pub use png::png;
pub use raster::SIDE;
pub use scene::{Cut, Film, Ground, Mark, Motion, Piece, Place, Scene, Shot};
pub use svg::still;
