//! The numbers of all strings of labels with given counts.
//!
//! A string is cut between the second row and the third: its number is that of the first string with the same head
//! plus the place of its tail among all tails that go with the head. So the strings of a head are neighbours in a
//! table, and a move that leaves the head alone stays among them.

/// The labels of fifteen tiles in reading order, a few bits each, the first tile lowest.
pub(super) type Text = u64;

/// The bits of a label.
pub(super) const BITS: usize = 3;

/// How many labels there are.
pub(super) const LABELS: usize = 5;

/// The labels of a row.
const ROW: Text = (1 << (4 * BITS)) - 1;

/// The tiles in the two first rows and in the two last, if the blank is in the first rows.
const SHORT: usize = 7;

/// The numbers of the strings with some counts of labels, for each of the four rows of the blank.
#[derive(Clone, Debug)]
pub(super) struct Numbering {
    /// By the half of the board that has the blank.
    halves: [Half; 2],
    /// How many strings there are for each row of the blank.
    count: usize,
}

/// The numbers for the blank in one half of the board.
#[derive(Clone, Debug)]
pub(super) struct Half {
    /// The codes of rows, with which parts of strings are found.
    codes: Codes,
    /// How many bits a head has.
    cut: usize,
    /// By the code of a head: the number of its first string.
    first: Box<[u32]>,
    /// By the code of a head: which tails go with it.
    kinds: Box<[u8]>,
    /// By the code of a tail: its place.
    places: Box<[u16]>,
    /// All heads.
    heads: Vec<Text>,
    /// The tails of each kind, in order.
    tails: Vec<Vec<Text>>,
}

/// The labels of a row as digits of a number, so that tables over parts of strings have no gaps: they are read at every
/// node and should fit into a cache.
#[derive(Clone, Debug)]
struct Codes(Box<[u16]>);

impl Codes {
    fn new() -> Self {
        let digits = |row: Text| (0..4).rev().map(move |at| row >> (at * BITS) & ((1 << BITS) - 1));
        let code = |row: Text| digits(row).fold(0, |code, label| code * LABELS as Text + label);
        Codes((0..=ROW).map(|row| code(row) as u16).collect())
    }

    /// The code of up to two rows of labels.
    #[inline(always)]
    fn of(&self, part: Text) -> usize {
        const ROWS: usize = LABELS.pow(4);
        let row = |part: Text| usize::from(self.0[(part & ROW) as usize]);
        row(part) + ROWS * row(part >> (4 * BITS))
    }
}

impl Numbering {
    /// For strings with `counts` of each label.
    pub(super) fn new(counts: [usize; LABELS]) -> Self {
        let halves = [SHORT, SHORT + 1].map(|head| Half::new(counts, head));
        let count = halves[0].heads.iter().map(|&head| halves[0].tails(head).len()).sum();
        Numbering { halves, count }
    }

    /// How many strings there are for each row of the blank.
    pub(super) fn count(&self) -> usize {
        self.count
    }

    /// The numbers for the blank in one of the first rows, or of the last.
    pub(super) fn half(&self, row: usize) -> &Half {
        &self.halves[row / 2]
    }

    /// The number of a string with the blank in `row`.
    #[inline(always)]
    pub(super) fn index(&self, text: Text, row: usize) -> usize {
        let half = &self.halves[row / 2];
        let head = text & ((1 << half.cut) - 1);
        row * self.count + half.first(head) + usize::from(half.place(text >> half.cut))
    }
}

impl Half {
    fn new(counts: [usize; LABELS], head: usize) -> Self {
        let tail = counts.iter().sum::<usize>() - head;
        let codes = Codes::new();
        let codes_of = |len: usize| LABELS.pow(len as u32);
        // Tails are distinguished by the labels that they leave for the head.
        let mut rests: Vec<[usize; LABELS]> = Vec::new();
        let mut tails: Vec<Vec<Text>> = Vec::new();
        let mut places = vec![0; codes_of(tail)];
        strings(tail, counts, &mut |text, left| {
            let kind = rests.iter().position(|rest| rest == left).unwrap_or_else(|| {
                rests.push(*left);
                tails.push(Vec::new());
                tails.len() - 1
            });
            places[codes.of(text)] = tails[kind].len() as u16;
            tails[kind].push(text);
        });
        let mut half = Half {
            codes,
            cut: BITS * head,
            first: vec![0; codes_of(head)].into(),
            kinds: vec![0; codes_of(head)].into(),
            places: places.into(),
            heads: Vec::new(),
            tails,
        };
        let mut count = 0;
        strings(head, counts, &mut |text, left| {
            let rest: [usize; LABELS] = std::array::from_fn(|label| counts[label] - left[label]);
            let kind = rests.iter().position(|known| *known == rest).expect("each head has tails");
            let code = half.codes.of(text);
            half.first[code] = count;
            half.kinds[code] = kind as u8;
            half.heads.push(text);
            count += half.tails[kind].len() as u32;
        });
        half
    }

    /// All heads.
    pub(super) fn heads(&self) -> &[Text] {
        &self.heads
    }

    /// The number of the first string with `head`, among those with the blank in the same row.
    #[inline(always)]
    pub(super) fn first(&self, head: Text) -> usize {
        self.first[self.codes.of(head)] as usize
    }

    /// Which tails go with `head`.
    #[inline(always)]
    pub(super) fn kind(&self, head: Text) -> usize {
        usize::from(self.kinds[self.codes.of(head)])
    }

    /// The kinds of tails: the tails of each, in order.
    pub(super) fn kinds(&self) -> &[Vec<Text>] {
        &self.tails
    }

    /// The tails that go with `head`, in order.
    fn tails(&self, head: Text) -> &[Text] {
        &self.tails[self.kind(head)]
    }

    /// The place of a tail among those of its kind.
    #[inline(always)]
    pub(super) fn place(&self, tail: Text) -> u16 {
        self.places[self.codes.of(tail)]
    }
}

/// The string after the blank, at `place` of row `row`, has exchanged places with the tile above or below it.
#[inline(always)]
pub(super) fn stepped(text: Text, row: usize, down: bool, place: usize) -> Text {
    // The tile is carried over three others.
    const REST: usize = 3 * BITS;
    let low = BITS * (4 * (if down { row } else { row - 1 }) + place);
    let part = text >> low & ROW;
    let turned = if down { part << BITS | part >> REST } else { part >> BITS | part << REST };
    text ^ (part ^ turned & ROW) << low
}

/// Visits all strings of `len` labels out of `stock`, each with what it leaves.
fn strings(len: usize, stock: [usize; LABELS], visit: &mut dyn FnMut(Text, &[usize; LABELS])) {
    fn extend(
        (done, len): (usize, usize),
        text: Text,
        left: &mut [usize; LABELS],
        visit: &mut dyn FnMut(Text, &[usize; LABELS]),
    ) {
        if done == len {
            return visit(text, left);
        }
        for label in 0..LABELS {
            if left[label] > 0 {
                left[label] -= 1;
                extend((done + 1, len), text | (label as Text) << (BITS * done), left, visit);
                left[label] += 1;
            }
        }
    }
    extend((0, len), 0, &mut stock.clone(), visit);
}
