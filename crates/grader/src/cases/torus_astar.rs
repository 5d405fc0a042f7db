//! The torus by A*, a Python file: its functions `print_succ` and `solve`, and its priority queue.

use super::{Maker, join};
use crate::case::{Case, Difficulty, Origin, Question};
use crate::queue::Operation;

pub(super) fn cases(topic: &'static str, maker: &mut Maker) -> Vec<Case> {
    match topic {
        "center" | "vertical" | "horizontal" | "order" => successors(topic, maker),
        "queue-class" | "queue-updates" => queues(topic, maker),
        _ => solutions(topic, maker),
    }
}

fn call(topic: &'static str, origin: Origin, function: &str, tiles: &[u32]) -> Case {
    let arguments = vec![function.into(), format!("[{}]", join(tiles, ", "))];
    Case::new(topic, origin, Question::Arguments(arguments))
}

/// The blank in the middle, in the middle of the upper or lower edge, of the left or right one.
fn successors(topic: &'static str, maker: &mut Maker) -> Vec<Case> {
    let (examples, blanks): (&[[u32; 9]], &[usize]) = match topic {
        "center" => (&[], &[4]),
        "vertical" => (&[], &[1, 7]),
        "horizontal" => (&[[1, 2, 3, 4, 5, 0, 6, 7, 8]], &[3, 5]),
        _ => (&[[1, 2, 3, 4, 5, 0, 6, 7, 8], [8, 7, 6, 5, 4, 3, 2, 1, 0]], &[0, 2, 6, 8]),
    };
    let mut cases: Vec<Case> =
        examples.iter().map(|tiles| call(topic, Origin::Example, "print_succ", tiles)).collect();
    for place in 0..maker.generated.max(1) {
        let mut tiles: Vec<u32> = maker.shuffled(8).into_iter().map(|tile| tile + 1).collect();
        tiles.insert(blanks[place % blanks.len()], 0);
        cases.push(call(topic, Origin::Generated, "print_succ", &tiles));
    }
    cases
}

fn solutions(topic: &'static str, maker: &mut Maker) -> Vec<Case> {
    let examples: &[[u32; 9]] = match topic {
        "one-move" => &[[1, 2, 3, 4, 5, 6, 7, 0, 8]],
        "two-moves" => &[],
        "format" => &[[1, 2, 3, 4, 5, 6, 7, 0, 8], [4, 3, 8, 5, 1, 6, 7, 2, 0]],
        _ => &[[4, 3, 8, 5, 1, 6, 7, 2, 0]],
    };
    let mut cases: Vec<Case> =
        examples.iter().map(|tiles| call(topic, Origin::Example, "solve", tiles)).collect();
    if topic == "solution" && maker.difficulty == Difficulty::Hard {
        // The list that the assignment asks for takes minutes over this one.
        let far = call(topic, Origin::Example, "solve", &[8, 7, 6, 5, 4, 3, 2, 1, 0]);
        cases.push(Case { slow: true, ..far });
    }
    if topic == "solution" {
        cases.push(call(topic, Origin::Corner, "solve", &[1, 2, 3, 4, 5, 6, 7, 8, 0]));
    }
    if topic == "format" {
        return cases;
    }
    for _ in 0..maker.generated.max(1) {
        let moves = match topic {
            "one-move" => (1, 1),
            "two-moves" => (2, 2),
            _ => maker.by_difficulty((3, 6), (6, 10), (11, 13)),
        };
        let tiles = maker.nine(true, moves);
        let slow = topic == "solution" && maker.difficulty == Difficulty::Hard;
        cases.push(Case { slow, ..call(topic, Origin::Generated, "solve", &tiles) });
    }
    cases
}

fn queues(topic: &'static str, maker: &mut Maker) -> Vec<Case> {
    let case = |origin, operations| Case::new(topic, origin, Question::Queue(operations));
    let start = [1, 2, 3, 4, 5, 0, 6, 7, 8];
    let enqueue = |state: [u8; 9], g, h| Operation::Enqueue { state, g, h };
    if topic == "queue-class" {
        let simple = vec![enqueue(start, 0, 3), Operation::Print, Operation::Pop, Operation::IsEmpty];
        let again = vec![
            Operation::IsEmpty,
            enqueue(start, 0, 3),
            Operation::Requeue { state: start, g: 1, h: 3 },
            Operation::Pop,
        ];
        return vec![case(Origin::Example, simple), case(Origin::Corner, again)];
    }
    let children = [[1, 2, 0, 4, 5, 3, 6, 7, 8], [1, 2, 3, 0, 5, 4, 6, 7, 8], [1, 2, 3, 4, 0, 5, 6, 7, 8]];
    let mut example: Vec<Operation> = children.iter().map(|&child| enqueue(child, 1, 4)).collect();
    example.extend([enqueue([1, 2, 3, 4, 5, 8, 6, 7, 0], 1, 3), enqueue(children[0], 0, 4)]);
    let higher = vec![enqueue(start, 2, 3), enqueue(start, 5, 3), Operation::Pop, Operation::IsEmpty];
    let mut cases = vec![case(Origin::Example, example), case(Origin::Corner, higher)];
    for _ in 0..maker.generated {
        let states: Vec<[u8; 9]> = (0..4)
            .map(|_| {
                let tiles = maker.shuffled(9);
                std::array::from_fn(|cell| tiles[cell] as u8)
            })
            .collect();
        let mut operations: Vec<Operation> = (0..10)
            .map(|_| {
                let state = states[maker.between((0, 3)) as usize];
                enqueue(state, maker.between((0, 6)), 1 + u32::from(state[0]) % 5)
            })
            .collect();
        operations.extend([Operation::Pop, Operation::Pop]);
        cases.push(case(Origin::Generated, operations));
    }
    cases
}
