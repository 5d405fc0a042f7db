//! One axis of a board in numbers: which tile is in which line, and in which order.
//!
//! Take the rows of a board (the columns are the same, transposed) and write down the goal rows of its
//! tiles in reading order without the blank. Horizontal moves leave this *string* as it is; a tile that
//! goes one row up or down is carried over the tiles between. So the fewest vertical moves that bring every
//! tile into its row depend on the string and on the row of the blank alone: 16!/4!^4 = 63,063,000 cases on
//! 4 x 4. Where there would be too many, neighbouring goal rows share a label.

use crate::geometry::Geometry;

/// The labels of a line of tiles without the blank, a few bits each, the first tile lowest.
pub(super) type Text = u64;

/// The most cases of one axis; each takes a byte.
const MOST: u64 = 80_000_000;

/// Boards of more cells have at most `FEW_GROUPS` labels: what numbers the strings of more would take as much memory as the
/// tables.
const MANY_CELLS: usize = 16;
const FEW_GROUPS: usize = 2;

/// How the strings of one axis are numbered.
#[derive(Clone, Debug)]
pub(super) struct Axis {
    /// The number of lines.
    pub(super) lines: usize,
    /// The number of cells in a line.
    pub(super) len: usize,
    /// Whether the first line and the last are neighbours, and so are the ends of a line.
    pub(super) torus: bool,
    /// The line of the goal's blank.
    pub(super) home: usize,
    /// The label of each goal line.
    pub(super) labels: Vec<u8>,
    bits: usize,
    /// The number of the first string with the blank in each line, and the total.
    starts: Vec<usize>,
    halves: Vec<Halves>,
}

/// The numbering of the strings with the blank in one line: a string is cut in two, and its number is the
/// sum of one entry for each part.
#[derive(Clone, Debug)]
struct Halves {
    /// How many bits the first part has.
    cut: usize,
    first: Box<[u32]>,
    second: Box<[u32]>,
    /// The first parts that occur, each with the second parts that go with it.
    parts: Vec<(Text, usize)>,
    /// The second parts, by what they hold.
    ends: Vec<Vec<Text>>,
}

impl Axis {
    /// The rows of a board with the goal's blank in line `home`; its columns, if `transposed`.
    pub(super) fn new(geometry: &Geometry, home: usize, transposed: bool) -> Self {
        let (rows, cols) = (geometry.rows() as usize, geometry.cols() as usize);
        let (lines, len) = if transposed { (cols, rows) } else { (rows, cols) };
        let most = if lines * len > MANY_CELLS { FEW_GROUPS.min(lines) } else { lines };
        let groups = (1..=most).rev().find(|&groups| cases(lines, len, groups, home) <= MOST).unwrap_or(1);
        let labels: Vec<u8> = (0..lines).map(|line| (line * groups / lines) as u8).collect();
        let bits = (usize::BITS - (groups - 1).leading_zeros()).max(1) as usize;
        let mut axis = Axis {
            lines,
            len,
            torus: geometry.is_torus(),
            home,
            labels,
            bits,
            starts: vec![0],
            halves: Vec::new(),
        };
        for blank in 0..lines {
            let (halves, count) = axis.number(blank);
            axis.starts.push(axis.starts[blank] + count);
            axis.halves.push(halves);
        }
        axis
    }

    /// How many cases there are.
    pub(super) fn cases(&self) -> usize {
        self.starts[self.lines]
    }

    /// Whether every line has a label of its own, so that the string tells each tile's line.
    pub(super) fn is_exact(&self) -> bool {
        self.labels.windows(2).all(|pair| pair[0] != pair[1])
    }

    /// How many bits a label has.
    pub(super) fn bits(&self) -> usize {
        self.bits
    }

    /// The string of tiles whose goal lines come in this order.
    pub(super) fn text(&self, goals: impl DoubleEndedIterator<Item = usize>) -> Text {
        goals.rev().fold(0, |text, line| text << self.bits | Text::from(self.labels[line]))
    }

    /// The goal's string.
    pub(super) fn goal(&self) -> Text {
        let cells = (0..self.lines * self.len).map(|cell| cell / self.len);
        let mut cells: Vec<usize> = cells.collect();
        cells.remove(self.home * self.len);
        self.text(cells.into_iter())
    }

    /// The number of a string with the blank in line `blank`.
    #[inline(always)]
    pub(super) fn index(&self, text: Text, blank: usize) -> usize {
        let halves = &self.halves[blank];
        let first = halves.first[(text & ((1 << halves.cut) - 1)) as usize];
        let second = halves.second[(text >> halves.cut) as usize];
        self.starts[blank] + (first + second) as usize
    }

    /// The string after the blank, in line `blank` and at `place` of it, has exchanged places with the tile
    /// at the same place of line `next`.
    #[inline(always)]
    pub(super) fn stepped(&self, text: Text, blank: usize, next: usize, place: usize) -> Text {
        let (blank, next) = (blank * self.len + place, next * self.len + place);
        if blank < next {
            self.carried_back(text, blank, next - 1)
        } else {
            self.carried_on(text, next, blank - 1)
        }
    }

    /// The string with the label at `last` put before the one at `first`.
    #[inline(always)]
    fn carried_back(&self, text: Text, first: usize, last: usize) -> Text {
        let (low, span, mask) = self.segment(first, last);
        let part = text >> low & mask;
        let turned = (part << self.bits | part >> span) & mask;
        text ^ (part ^ turned) << low
    }

    /// The string with the label at `first` put behind the one at `last`.
    #[inline(always)]
    fn carried_on(&self, text: Text, first: usize, last: usize) -> Text {
        let (low, span, mask) = self.segment(first, last);
        let part = text >> low & mask;
        let turned = (part >> self.bits | part << span) & mask;
        text ^ (part ^ turned) << low
    }

    /// Where the labels from `first` to `last` lie: their lowest bit, the bits of all but one, their mask.
    #[inline(always)]
    fn segment(&self, first: usize, last: usize) -> (usize, usize, Text) {
        let span = (last - first) * self.bits;
        (first * self.bits, span, (1 << (span + self.bits)) - 1)
    }

    /// The strings that the moves along the blank's line make of `text`: on a torus its tiles can be turned.
    pub(super) fn turns(&self, text: Text, blank: usize) -> impl Iterator<Item = Text> {
        let count = if self.torus { self.len.saturating_sub(2) } else { 0 };
        let mut text = text;
        (0..count).map(move |_| {
            text = self.turned(text, blank, true);
            text
        })
    }

    /// The string after the blank has gone around its own line, `blank`, past the end if it went `forward`.
    #[inline(always)]
    pub(super) fn turned(&self, text: Text, blank: usize, forward: bool) -> Text {
        let (first, last) = (blank * self.len, ((blank + 1) * self.len).saturating_sub(2));
        match (first < last, forward) {
            (false, _) => text,
            (true, true) => self.carried_on(text, first, last),
            (true, false) => self.carried_back(text, first, last),
        }
    }

    /// The line after `line`, or before it.
    #[inline(always)]
    pub(super) fn next(&self, line: usize, forward: bool) -> Option<usize> {
        let last = self.lines - 1;
        match (forward, line) {
            (true, line) if line < last => Some(line + 1),
            (false, line) if line > 0 => Some(line - 1),
            _ if !self.torus || last == 0 => None,
            (true, _) => Some(0),
            (false, _) => Some(last),
        }
    }

    /// Visits the strings with the blank in line `blank` that begin with one part: their numbers in order.
    pub(super) fn visit(&self, blank: usize, part: usize, mut visit: impl FnMut(usize, Text)) {
        let halves = &self.halves[blank];
        let (first, kind) = halves.parts[part];
        let start = self.starts[blank] + halves.first[first as usize] as usize;
        for (place, &second) in halves.ends[kind].iter().enumerate() {
            visit(start + place, second << halves.cut | first);
        }
    }

    /// How many parts [`Axis::visit`] has for a line of the blank.
    pub(super) fn parts(&self, blank: usize) -> usize {
        self.halves[blank].parts.len()
    }

    /// Numbers the strings with the blank in line `blank` and counts them.
    fn number(&self, blank: usize) -> (Halves, usize) {
        let cells =
            |lines: std::ops::Range<usize>| lines.len() * self.len - usize::from(lines.contains(&blank));
        let middle = self.lines.div_ceil(2);
        let (head, tail) = (cells(0..middle), cells(middle..self.lines));
        let mut all = vec![0; usize::from(self.labels[self.lines - 1]) + 1];
        self.labels.iter().for_each(|&label| all[usize::from(label)] += self.len);
        all[usize::from(self.labels[self.home])] -= 1;
        let mut kinds: Vec<Vec<usize>> = Vec::new();
        let mut ends: Vec<Vec<Text>> = Vec::new();
        let mut second = vec![0; 1 << (tail * self.bits)];
        self.strings(tail, &all, &mut |text, left| {
            let kind = kinds.iter().position(|known| known == left).unwrap_or_else(|| {
                kinds.push(left.to_vec());
                ends.push(Vec::new());
                kinds.len() - 1
            });
            second[text as usize] = ends[kind].len() as u32;
            ends[kind].push(text);
        });
        let (mut parts, mut count) = (Vec::new(), 0);
        let mut first = vec![0; 1 << (head * self.bits)];
        self.strings(head, &all, &mut |text, left| {
            // What a head leaves is what its tails hold; they are listed by what they leave.
            let rest: Vec<usize> = all.iter().zip(left).map(|(all, left)| all - left).collect();
            let kind = kinds.iter().position(|known| *known == rest).expect("each head has tails");
            first[text as usize] = count as u32;
            parts.push((text, kind));
            count += ends[kind].len();
        });
        let halves =
            Halves { cut: head * self.bits, first: first.into(), second: second.into(), parts, ends };
        (halves, count)
    }

    /// Visits all strings of `len` labels out of `stock`, each with what it leaves.
    fn strings(&self, len: usize, stock: &[usize], visit: &mut dyn FnMut(Text, &[usize])) {
        fn extend(
            (bits, len): (usize, usize),
            done: usize,
            text: Text,
            left: &mut [usize],
            visit: &mut dyn FnMut(Text, &[usize]),
        ) {
            if done == len {
                return visit(text, left);
            }
            for label in 0..left.len() {
                if left[label] > 0 {
                    left[label] -= 1;
                    extend((bits, len), done + 1, text | (label as Text) << (done * bits), left, visit);
                    left[label] += 1;
                }
            }
        }
        extend((self.bits, len), 0, 0, &mut stock.to_vec(), visit);
    }
}

/// How many cases an axis has if its lines are labelled in `groups`.
fn cases(lines: usize, len: usize, groups: usize, home: usize) -> u64 {
    let mut sizes = vec![0_u64; groups];
    (0..lines).for_each(|line| sizes[line * groups / lines] += len as u64);
    sizes[home * groups / lines] -= 1;
    let mut placed = 0_u64;
    let arrangements = sizes.iter().try_fold(1_u64, |product, &size| {
        (1..=size).try_fold(product, |product, chosen| {
            placed += 1;
            Some(product.checked_mul(placed)? / chosen)
        })
    });
    arrangements.and_then(|product| product.checked_mul(lines as u64)).unwrap_or(u64::MAX)
}
