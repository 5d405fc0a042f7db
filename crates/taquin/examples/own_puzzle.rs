//! Your own puzzle with the engine's algorithms: a jug of five litres and one of three, from which four
//! litres are to be measured. `cargo run -p taquin --example own_puzzle`.

use std::io::Write;

use taquin::search::{AStar, BestFirst, Blind, BucketQueue, ClosedList, Limits, Outcome, Puzzle, best_first};

/// How much each jug holds.
const SIZES: [u8; 2] = [5, 3];

struct Jugs;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Pour {
    Fill(usize),
    Empty(usize),
    Over(usize),
}

impl Puzzle for Jugs {
    type State = [u8; 2];
    type Move = Pour;
    type Moves = std::array::IntoIter<Pour, 6>;

    fn moves(&self, _: &[u8; 2]) -> Self::Moves {
        let of = |jug| [Pour::Fill(jug), Pour::Empty(jug), Pour::Over(jug)];
        let ([a, b, c], [d, e, f]) = (of(0), of(1));
        [a, b, c, d, e, f].into_iter()
    }

    fn apply(&self, jugs: &mut [u8; 2], pour: Pour) {
        match pour {
            Pour::Fill(jug) => jugs[jug] = SIZES[jug],
            Pour::Empty(jug) => jugs[jug] = 0,
            Pour::Over(jug) => {
                let amount = jugs[jug].min(SIZES[1 - jug] - jugs[1 - jug]);
                jugs[jug] -= amount;
                jugs[1 - jug] += amount;
            }
        }
    }

    fn is_goal(&self, jugs: &[u8; 2]) -> bool {
        jugs.contains(&4)
    }
}

fn main() -> std::io::Result<()> {
    let a_star = BestFirst { ranking: AStar, open: BucketQueue::default(), duplicates: ClosedList };
    let report = best_first(&Jugs, [0, 0], &Blind, a_star, &Limits::default(), ());
    let mut out = std::io::stdout();
    let Outcome::Solved { moves, .. } = report.outcome else { return writeln!(out, "no way") };
    let mut jugs = [0, 0];
    for pour in moves {
        Jugs.apply(&mut jugs, pour);
        writeln!(out, "{pour:?}: {jugs:?}")?;
    }
    Ok(())
}
