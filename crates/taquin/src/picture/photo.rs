//! A photo on the pieces of a board: read from a PNG (ISO/IEC 15948), each piece showing the part that
//! belongs to its goal.

use super::pixels::Ink;

/// A picture out of a file.
#[derive(Clone, PartialEq, Eq)]
pub struct Photo {
    width: usize,
    height: usize,
    points: Vec<Ink>,
    /// The file itself, as an address that a drawing can hold.
    pub(super) address: String,
}

impl std::fmt::Debug for Photo {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Photo({} x {})", self.width, self.height)
    }
}

/// The most points of a picture.
const MOST_POINTS: usize = 64 << 20;

/// The header of a PNG: what its rows are made of.
struct Header {
    width: usize,
    height: usize,
    /// Bits of one sample.
    depth: usize,
    /// Samples of a point.
    samples: usize,
    /// Whether samples are places in a table of colours.
    indexed: bool,
}

impl Photo {
    /// Reads a PNG.
    ///
    /// # Errors A message, if the bytes are not a PNG, are damaged, or are interlaced.
    pub fn read(bytes: &[u8]) -> Result<Photo, String> {
        let mut rest = bytes.strip_prefix(b"\x89PNG\r\n\x1a\n").ok_or("this is no PNG")?;
        let (mut header, mut colours, mut data) = (None, Vec::new(), Vec::new());
        while let Some((name, body, after)) = chunk(rest) {
            match name {
                b"IHDR" => header = Some(Header::read(body)?),
                b"PLTE" => colours = body.as_chunks::<3>().0.to_vec(),
                b"IDAT" => data.extend_from_slice(body),
                b"IEND" => break,
                _ => {}
            }
            rest = after;
        }
        let header = header.ok_or("the PNG has no header")?;
        let points = header.points(&data, &colours)?;
        let address = format!("data:image/png;base64,{}", base64(bytes));
        Ok(Photo { width: header.width, height: header.height, points, address })
    }

    /// The colour at (`x`, `y`) of a board of these sides, which the picture covers, its middle in the middle.
    pub(super) fn at(&self, x: f64, y: f64, (wide, tall): (f64, f64)) -> Ink {
        let (width, height) = (self.width as f64, self.height as f64);
        let scale = (width / wide).min(height / tall);
        let place = |at: f64, side: f64, length: f64, most: usize| {
            (((at - side / 2.0) * scale + length / 2.0).max(0.0) as usize).min(most - 1)
        };
        let (col, row) = (place(x, wide, width, self.width), place(y, tall, height, self.height));
        self.points[row * self.width + col]
    }
}

/// The name and the body of the first chunk, and what follows it.
fn chunk(bytes: &[u8]) -> Option<(&[u8; 4], &[u8], &[u8])> {
    let (length, rest) = bytes.split_first_chunk::<4>()?;
    let (name, rest) = rest.split_first_chunk::<4>()?;
    let (body, rest) = rest.split_at_checked(u32::from_be_bytes(*length) as usize)?;
    Some((name, body, rest.get(4..)?))
}

impl Header {
    fn read(body: &[u8]) -> Result<Header, String> {
        let &[a, b, c, d, e, f, g, h, depth, kind, 0, 0, interlaced] = body else {
            return Err("the PNG has a header of another form".into());
        };
        if interlaced != 0 {
            return Err("the PNG is interlaced; please save it without".into());
        }
        let samples = match kind {
            0 | 3 => 1,
            2 => 3,
            4 => 2,
            6 => 4,
            _ => return Err("the PNG has colours of another kind".into()),
        };
        if ![1, 2, 4, 8, 16].contains(&depth) || (depth < 8 && samples > 1) {
            return Err("the PNG has colours of another depth".into());
        }
        let (width, height) =
            (u32::from_be_bytes([a, b, c, d]) as usize, u32::from_be_bytes([e, f, g, h]) as usize);
        if width == 0 || height == 0 || width.saturating_mul(height) > MOST_POINTS {
            return Err(format!("a picture of {width} x {height} points cannot be cut into tiles"));
        }
        Ok(Header { width, height, depth: depth.into(), samples, indexed: kind == 3 })
    }

    /// The points out of the packed rows.
    fn points(&self, data: &[u8], colours: &[Ink]) -> Result<Vec<Ink>, String> {
        let a_row = (self.width * self.samples * self.depth).div_ceil(8);
        let most = (a_row + 1) * self.height;
        let packed = miniz_oxide::inflate::decompress_to_vec_zlib_with_limit(data, most);
        let packed = packed.ok().filter(|packed| packed.len() == most).ok_or("the PNG is damaged")?;
        let step = (self.samples * self.depth).div_ceil(8);
        let (mut before, mut points) = (vec![0; a_row], Vec::with_capacity(self.width * self.height));
        for line in packed.chunks_exact(a_row + 1) {
            let mut row = line[1..].to_vec();
            unfilter(line[0], &mut row, &before, step)?;
            points.extend((0..self.width).map(|col| self.point(&row, col, colours)));
            before = row;
        }
        Ok(points)
    }

    /// One sample of a row, of eight bits.
    fn sample(&self, row: &[u8], index: usize) -> u8 {
        match self.depth {
            8 => row[index],
            16 => row[2 * index],
            depth => {
                let bits = row[index * depth / 8] >> (8 - depth - index * depth % 8) & ((1 << depth) - 1);
                // Shades fill the whole range; places in a table are what they are.
                if self.indexed { bits } else { bits * (255 / ((1 << depth) - 1)) as u8 }
            }
        }
    }

    /// The colour of a point, over white where it lets something through.
    fn point(&self, row: &[u8], col: usize, colours: &[Ink]) -> Ink {
        let sample = |part: usize| self.sample(row, col * self.samples + part);
        let over = |ink: Ink, cover: u8| {
            ink.map(|part| {
                ((u32::from(part) * u32::from(cover) + 255 * (255 - u32::from(cover))) / 255) as u8
            })
        };
        match self.samples {
            1 if self.indexed => colours.get(usize::from(sample(0))).copied().unwrap_or([0; 3]),
            1 => [sample(0); 3],
            2 => over([sample(0); 3], sample(1)),
            3 => [sample(0), sample(1), sample(2)],
            _ => over([sample(0), sample(1), sample(2)], sample(3)),
        }
    }
}

/// Turns a row of differences into the row itself. `step` bytes lie between a sample and the one to its left.
fn unfilter(filter: u8, row: &mut [u8], before: &[u8], step: usize) -> Result<(), String> {
    for at in 0..row.len() {
        let left = if at >= step { row[at - step] } else { 0 };
        let corner = if at >= step { before[at - step] } else { 0 };
        let above = before[at];
        let guess = match filter {
            0 => 0,
            1 => left,
            2 => above,
            3 => ((u16::from(left) + u16::from(above)) / 2) as u8,
            4 => nearest(left, above, corner),
            _ => return Err("the PNG is damaged".into()),
        };
        row[at] = row[at].wrapping_add(guess);
    }
    Ok(())
}

/// The Paeth predictor: the neighbour that is nearest to left + above - corner (Paeth 1991).
fn nearest(left: u8, above: u8, corner: u8) -> u8 {
    let expected = i16::from(left) + i16::from(above) - i16::from(corner);
    let off = |value: &u8| expected.abs_diff(i16::from(*value));
    [left, above, corner].into_iter().min_by_key(off).unwrap_or(left)
}

/// Bytes as text (RFC 4648).
fn base64(bytes: &[u8]) -> String {
    const DIGITS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let mut text = String::with_capacity(bytes.len().div_ceil(3) * 4);
    for part in bytes.chunks(3) {
        let word = part.iter().fold(0, |word, &byte| word << 8 | u32::from(byte)) << (8 * (3 - part.len()));
        for place in 0..4 {
            let digit = DIGITS[(word >> (18 - 6 * place) & 63) as usize];
            text.push(if place > part.len() { '=' } else { char::from(digit) });
        }
    }
    text
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;

    /// A picture of four colours, one in each quarter, as a PNG of this kind.
    pub(crate) fn quarters(kind: png::ColorType, depth: png::BitDepth) -> Vec<u8> {
        let mut bytes = Vec::new();
        let mut encoder = png::Encoder::new(&mut bytes, 40, 40);
        encoder.set_color(kind);
        encoder.set_depth(depth);
        encoder.set_palette([255, 0, 0, 0, 255, 0, 0, 0, 255, 255, 255, 0].to_vec());
        let mut writer = encoder.write_header().unwrap();
        let mut data = Vec::new();
        for (row, col) in (0..40).flat_map(|row| (0..40).map(move |col| (row, col))) {
            let quarter = row / 20 * 2 + col / 20;
            let ink = [[255, 0, 0], [0, 255, 0], [0, 0, 255], [255, 255, 0]][quarter];
            match kind {
                png::ColorType::Indexed => data.push(quarter as u8),
                png::ColorType::Rgba => data.extend([ink[0], ink[1], ink[2], 255]),
                png::ColorType::Grayscale => data.push(60 * quarter as u8),
                _ if depth == png::BitDepth::Sixteen => {
                    data.extend(ink.iter().flat_map(|&part| [part, part]))
                }
                _ => data.extend(ink),
            }
        }
        writer.write_image_data(&data).unwrap();
        writer.finish().unwrap();
        bytes
    }

    #[test]
    fn pictures_of_every_kind_are_read() {
        use png::{BitDepth, ColorType};
        let corners = |bytes: &[u8]| {
            let photo = Photo::read(bytes).unwrap();
            [(5.0, 5.0), (95.0, 5.0), (5.0, 95.0), (95.0, 95.0)].map(|(x, y)| photo.at(x, y, (100.0, 100.0)))
        };
        let colours = [[255, 0, 0], [0, 255, 0], [0, 0, 255], [255, 255, 0]];
        for (kind, depth) in [
            (ColorType::Rgb, BitDepth::Eight),
            (ColorType::Rgb, BitDepth::Sixteen),
            (ColorType::Rgba, BitDepth::Eight),
            (ColorType::Indexed, BitDepth::Eight),
        ] {
            assert_eq!(corners(&quarters(kind, depth)), colours, "{kind:?} {depth:?}");
        }
        let shades = corners(&quarters(ColorType::Grayscale, BitDepth::Eight));
        assert_eq!(shades, [[0; 3], [60; 3], [120; 3], [180; 3]]);
    }

    #[test]
    fn what_is_no_picture_is_refused() {
        let whole = quarters(png::ColorType::Rgb, png::BitDepth::Eight);
        for bytes in [&b"GIF89a"[..], &whole[..20], &whole[..whole.len() / 2]] {
            assert!(Photo::read(bytes).is_err());
        }
    }

    #[test]
    fn bytes_become_text() {
        assert_eq!(
            ["", "f", "fo", "foo", "foob"].map(|text| base64(text.as_bytes())),
            ["", "Zg==", "Zm8=", "Zm9v", "Zm9vYg=="]
        );
    }
}
