//! A board as a PNG (ISO/IEC 15948): a header, one stream of rows, an end.

use std::io::{self, Write};

use super::pixels::Picture;
use super::raster::raster;
use super::scene::Scene;
use super::svg::still;

/// Writes a board as a PNG with `points` points along its longer side.
///
/// # Errors
/// Errors of `out`.
pub fn png(out: &mut dyn Write, scene: &Scene, points: u16) -> io::Result<()> {
    let picture = raster(&still(scene), scene, points);
    out.write_all(b"\x89PNG\r\n\x1a\n")?;
    let mut header = Vec::new();
    header.extend((picture.width as u32).to_be_bytes());
    header.extend((picture.height as u32).to_be_bytes());
    // Eight bits a colour, red, green and blue; compression, filters and order are the usual ones.
    header.extend([8, 2, 0, 0, 0]);
    chunk(out, b"IHDR", &header)?;
    chunk(out, b"IDAT", &miniz_oxide::deflate::compress_to_vec_zlib(&rows(&picture), 6))?;
    chunk(out, b"IEND", &[])
}

/// The rows, each after the name of its filter: none, which flat colours need least.
fn rows(picture: &Picture) -> Vec<u8> {
    let row = |points: &[[u8; 3]]| [&[0], points.as_flattened()].concat();
    picture.points.chunks_exact(picture.width).flat_map(row).collect()
}

fn chunk(out: &mut dyn Write, name: &[u8; 4], data: &[u8]) -> io::Result<()> {
    let mut check = crc32fast::Hasher::new();
    check.update(name);
    check.update(data);
    out.write_all(&(data.len() as u32).to_be_bytes())?;
    out.write_all(name)?;
    out.write_all(data)?;
    out.write_all(&check.finalize().to_be_bytes())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::picture::scene::tests::film;

    #[test]
    fn a_png_has_its_size_and_colours() {
        let mut bytes = Vec::new();
        png(&mut bytes, &film(false).scene, 420).unwrap();
        let mut reader = png::Decoder::new(io::Cursor::new(bytes)).read_info().unwrap();
        let mut points = vec![0; reader.output_buffer_size().unwrap()];
        let info = reader.next_frame(&mut points).unwrap();
        assert_eq!((info.width, info.color_type), (420, png::ColorType::Rgb));
        let floor = 3 * (140 * 420 + 350);
        assert_eq!(points[floor..floor + 3], [0xd5, 0xdb, 0xe3]);
    }
}
