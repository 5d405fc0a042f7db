//! A board on which the blank walks, with the hash of the position and of its mirror image.

use super::code::{BACK, Code, OWN_MIRROR};
use super::grid::{CELLS, Grid};

/// A position being walked from.
pub(crate) struct Walker<'a> {
    grid: &'a Grid,
    tiles: [u8; CELLS],
    blank: u8,
    /// The cells that hold a tile of another cell.
    displaced: u64,
    hash: u64,
    mirrored: u64,
}

/// What receives the ends of walks.
pub(crate) trait Ends<C> {
    /// Whether a position with this hash is wanted.
    fn wants(&self, hash: u64) -> bool;

    /// Receives it.
    fn take(&mut self, hash: u64, code: C);
}

impl<'a> Walker<'a> {
    pub(crate) fn new(grid: &'a Grid) -> Self {
        Walker { grid, tiles: [0; CELLS], blank: 0, displaced: 0, hash: 0, mirrored: 0 }
    }

    /// Goes to a position; returns the ways that lead back.
    pub(crate) fn start<C: Code>(&mut self, code: C) -> u8 {
        self.tiles = std::array::from_fn(|cell| cell as u8);
        self.blank = self.grid.read(code, &mut self.tiles);
        (self.displaced, self.hash, self.mirrored) = (0, 0, 0);
        for cell in (0..self.grid.ways.len()).filter(|&cell| cell != usize::from(self.blank)) {
            let tile = usize::from(self.tiles[cell]);
            self.displaced |= u64::from(tile != cell) << cell;
            let (hash, mirrored) = self.grid.hash(tile, cell);
            self.hash ^= hash;
            self.mirrored ^= mirrored;
        }
        (code.bits(0) & BACK) as u8
    }

    /// Walks `steps` moves in every way that never goes back at once, the first of them not in the ways of `closed`.
    pub(crate) fn walk<C: Code>(&mut self, steps: usize, closed: u8, ends: &mut impl Ends<C>) {
        if steps == 0 {
            if ends.wants(self.representative()) {
                self.end(0, ends);
            }
            return;
        }
        let cell = usize::from(self.blank);
        let grid = self.grid;
        for (way, &from) in grid.ways[cell].iter().enumerate() {
            if closed >> way & 1 == 1 {
                continue;
            }
            let back = 1 << grid.back[cell][way];
            let tile = self.tiles[usize::from(from)];
            let (hash, mirrored) = grid.change(tile, from, self.blank);
            if steps == 1 && !ends.wants(self.representative_after(hash, mirrored)) {
                continue;
            }
            let before = (self.blank, self.displaced, self.hash, self.mirrored);
            self.displaced &= !(1 << from);
            self.displaced |= u64::from(tile != self.blank) << self.blank;
            self.tiles[cell] = tile;
            self.blank = from;
            self.hash ^= hash;
            self.mirrored ^= mirrored;
            if steps == 1 {
                self.end(back, ends);
            } else {
                self.walk(steps - 1, back, ends);
            }
            (self.blank, self.displaced, self.hash, self.mirrored) = before;
            self.tiles[usize::from(from)] = tile;
        }
    }

    /// The hash of the position or of its mirror image, whichever stands for both.
    fn representative(&self) -> u64 {
        self.representative_after(0, 0)
    }

    #[inline]
    fn representative_after(&self, hash: u64, mirrored: u64) -> u64 {
        let hash = self.hash ^ hash;
        if self.grid.is_symmetric() { hash.min(self.mirrored ^ mirrored) } else { hash }
    }

    /// Passes the position on, with the way that leads back.
    fn end<C: Code>(&self, back: u8, ends: &mut impl Ends<C>) {
        let own = |back: u8| {
            let code: C = self.grid.write(self.blank, self.displaced, |cell| self.tiles[cell]);
            (code, back)
        };
        let Some(mirror) = &self.grid.mirror else {
            let (mut code, back) = own(back);
            code.put(0, back.into());
            return ends.take(self.hash, code);
        };
        let ((mut code, back), own_mirror) = match self.hash.cmp(&self.mirrored) {
            std::cmp::Ordering::Less => (own(back), false),
            std::cmp::Ordering::Greater => (self.image(mirror, back), false),
            std::cmp::Ordering::Equal => {
                let (own, image) = (own(back), self.image::<C>(mirror, back));
                let same = own.0 == image.0;
                // What leads back does so in the mirror image too.
                let both = (own.0, own.1 | image.1);
                (if same { both } else { std::cmp::min(own, image) }, same)
            }
        };
        code.put(0, u64::from(back) | if own_mirror { OWN_MIRROR } else { 0 });
        ends.take(self.hash.min(self.mirrored), code);
    }

    /// The mirror image, with the way that leads back there.
    fn image<C: Code>(&self, mirror: &[u8], back: u8) -> (C, u8) {
        let (mut displaced, mut left) = (0, self.displaced);
        while left != 0 {
            displaced |= 1 << mirror[left.trailing_zeros() as usize];
            left &= left - 1;
        }
        let blank = mirror[usize::from(self.blank)];
        let tile = |cell: usize| mirror[usize::from(self.tiles[usize::from(mirror[cell])])];
        let code = self.grid.write(blank, displaced, tile);
        if back == 0 {
            return (code, 0);
        }
        let parent = self.grid.ways[usize::from(self.blank)][back.trailing_zeros() as usize];
        let ways = &self.grid.ways[usize::from(blank)];
        let way = ways.iter().position(|&way| way == mirror[usize::from(parent)]);
        (code, 1 << way.expect("a reflection keeps neighbours"))
    }
}
