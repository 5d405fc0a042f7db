//! Drawing and moving sliding blocks. The piece with index `i` is piece `i` of the problem.

use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use taquin_blocks::{
    Blocks, Cell, Ground as Floor, Metric, Problem, Route, Scope, Task, Travel, Word, compile_wide,
};
use taquin_search::Heuristic;

use crate::answer::Step;
use crate::family::Reach;
use crate::picture::{Colour, Ground, Mark, Motion, Piece, Place, Scene};

pub(super) fn scene(problem: &Problem) -> Scene {
    let grid = problem.grid();
    let wanted = |kind: usize| problem.goal().iter().any(|target| target.0 == kind);
    let colour = |kind: usize| Colour::of_block(kind, wanted(kind));
    let piece = |index: usize| {
        let kind = problem.kind_of(index);
        Piece {
            label: problem.pieces()[index].name.to_string(),
            colour: colour(kind),
            goal: wanted(kind),
            at: place(problem, problem.anchor_of(index)),
            shape: problem.kinds()[kind].shape.offsets().to_vec(),
        }
    };
    let mark = |&(kind, anchor): &(usize, Cell)| Mark {
        colour: colour(kind),
        cells: problem.cells_of(kind, anchor).into_iter().map(|cell| place(problem, cell)).collect(),
    };
    let ground = |cell| match grid.ground(cell) {
        Floor::Wall => Ground::Wall,
        Floor::Floor => Ground::Floor,
        Floor::Gate => Ground::Gate,
    };
    Scene {
        rows: grid.rows(),
        cols: grid.cols(),
        wraps: grid.wraps(),
        ground: grid.cells().map(ground).collect(),
        pieces: (0..problem.pieces().len()).map(piece).collect(),
        marks: problem.goal().iter().map(mark).collect(),
        photo: None,
    }
}

/// The goal, where it places every piece.
pub(super) fn goal_scene(problem: &Problem) -> Option<Scene> {
    if problem.goal().len() != problem.pieces().len() {
        return None;
    }
    let mut scene = scene(problem);
    let mut free: Vec<usize> = (0..problem.pieces().len()).collect();
    for &(kind, anchor) in problem.goal() {
        let at = free.iter().position(|&piece| problem.kind_of(piece) == kind)?;
        scene.pieces[free.swap_remove(at)].at = place(problem, anchor);
    }
    Some(scene)
}

pub(super) fn reach(problem: &Problem, most: usize) -> Vec<Reach> {
    let share = most / problem.pieces().len().max(1);
    let paths = |piece: usize| {
        let mut before = 0;
        let near = |path: &Vec<Place>| {
            let fits = before <= share;
            before += path.len();
            fits
        };
        problem.ways(piece).iter().map(|way| path(problem, piece, way)).take_while(near).collect()
    };
    let all = (0..problem.pieces().len()).map(|piece| Reach { piece, paths: paths(piece) });
    all.filter(|reach: &Reach| !reach.paths.is_empty()).collect()
}

pub(super) fn moved(problem: &Problem, motion: &Motion) -> Option<Problem> {
    if motion.piece >= problem.pieces().len() || motion.path.is_empty() {
        return None;
    }
    let way = find_way(problem, motion)?;
    Some(problem.clone().with_piece_at(motion.piece, way.to))
}

/// The way that ends where the motion does, if every place in between is free too.
fn find_way(problem: &Problem, motion: &Motion) -> Option<Route> {
    let ways = problem.ways(motion.piece);
    let mut at = problem.anchor_of(motion.piece);
    let mut last = None;
    for &(down, right) in &motion.path {
        at = problem.grid().offset(at, down, right)?;
        let step = down.abs() + right.abs() == 1;
        last = ways.iter().find(|way| way.to == at && way.path.is_empty() != step);
        if last.is_none() && at != problem.anchor_of(motion.piece) {
            return None;
        }
    }
    last.cloned()
}

fn path(problem: &Problem, piece: usize, way: &Route) -> Vec<Place> {
    if way.path.is_empty() {
        let (from, to) = (place(problem, problem.anchor_of(piece)), place(problem, way.to));
        return vec![(to.0 - from.0, to.1 - from.1)];
    }
    way.path.iter().map(|direction| direction.delta()).collect()
}

/// A move of a solution as a motion.
pub(super) fn motion(problem: &Problem, step: &Step) -> Motion {
    let piece = step.piece as usize;
    let steps: Vec<Place> = step.path.directions().iter().map(|direction| direction.delta()).collect();
    if !steps.is_empty() {
        return Motion { piece, path: steps };
    }
    let place = |cell: u32| {
        let cols = problem.grid().cols() as u32;
        ((cell / cols) as i32, (cell % cols) as i32)
    };
    let (from, to) = (place(step.from), place(step.to));
    Motion { piece, path: vec![(to.0 - from.0, to.1 - from.1)] }
}

/// A legal motion in words.
pub(super) fn words(problem: &Problem, motion: &Motion) -> String {
    let name = problem.pieces()[motion.piece].name;
    let word = |step: &Place| match step {
        (-1, 0) => "up",
        (1, 0) => "down",
        (0, -1) => "left",
        (0, 1) => "right",
        _ => "flies",
    };
    let words: Vec<&str> = motion.path.iter().map(word).collect();
    format!("{name}: {}", words.join(", "))
}

/// Moves of a scramble.
const SCRAMBLE: usize = 300;

/// The position after many random moves.
pub(super) fn scrambled(problem: &Problem, seed: u64) -> Problem {
    let mut random = Xoshiro256PlusPlus::seed_from_u64(seed);
    let mut now = problem.clone();
    for _ in 0..SCRAMBLE {
        let ways: Vec<(usize, Cell)> = (0..now.pieces().len())
            .flat_map(|piece| now.ways(piece).into_iter().map(move |way| (piece, way.to)))
            .collect();
        let Some(&(piece, to)) = ways.get(random.random_range(0..ways.len().max(1))) else { break };
        now = now.with_piece_at(piece, to);
    }
    now
}

/// A lower bound on the steps of the goal pieces.
pub(super) fn gauge(problem: &Problem) -> u32 {
    struct Gauge;
    impl Task for Gauge {
        type Output = u32;
        fn run<O: Word, C: Word>(self, blocks: &Blocks<O, C>) -> u32 {
            Travel::new(blocks).start(blocks, &blocks.start())
        }
    }
    compile_wide(&problem.clone().with_metric(Metric::Unit), Scope::Reachable, Gauge).unwrap_or(0)
}

fn place(problem: &Problem, cell: Cell) -> Place {
    let (row, col) = problem.grid().place(cell);
    (row as i32, col as i32)
}

#[cfg(test)]
mod tests {
    use crate::{Hints, Instance, Plan, solve};

    #[test]
    fn every_way_is_legal_and_a_film_ends_at_the_goal() {
        for text in [
            "1A9BF0C",
            "2112211223322442 4004",
            "wrap: both\nab.\ncb.\n...\ngoal: ba./bc./...",
            "#######\n#**ab #\n#*c   #\n#  ---#\n#    ..\n#    . \n#######",
        ] {
            let instance = Instance::parse(text, &Hints::default()).unwrap();
            for reach in instance.reach() {
                for path in reach.paths {
                    let motion = crate::picture::Motion { piece: reach.piece, path };
                    let after = instance.moved(&motion).expect("a way is legal");
                    let mut scene = instance.scene();
                    scene.apply(&motion);
                    assert_eq!(scene, after.scene());
                    assert!(instance.moved(&crate::picture::Motion { piece: 99, ..motion }).is_none());
                }
            }
            let answer = solve(&instance, &Plan::default(), &mut ()).unwrap();
            let film = instance.film(&answer).expect("it can be solved");
            assert_eq!(film.curve().last(), Some(0));
            assert_eq!(film.first, instance.gauge());
        }
    }
}
