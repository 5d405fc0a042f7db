//! The positions one move away, whatever the puzzle and its metric.

use taquin_blocks::{Blocks, Problem, Scope, Task, Word, compile, replay};
use taquin_search::Puzzle;
use taquin_tiles::{Board, Tiles};

use crate::answer::Step;
use crate::error::Error;
use crate::instance::{Instance, TilesInstance};

impl Instance {
    /// The moves from the start, each with the puzzle that starts after it. For tiles the blank goes
    /// up, left, down, right; a torus of side two has every neighbour once.
    ///
    /// # Errors
    /// If the goal does not fit the grid, or the puzzle is too large.
    pub fn neighbors(&self) -> Result<Vec<(Step, Instance)>, Error> {
        match self {
            Instance::Tiles(instance) => tiles(instance),
            Instance::Blocks(problem) => blocks(problem),
        }
    }
}

fn tiles(instance: &TilesInstance) -> Result<Vec<(Step, Instance)>, Error> {
    let puzzle = Tiles::<Board>::new(instance.geometry, &instance.goal)?;
    let neighbor = |mv| {
        let mut after = instance.clone();
        let step = instance.step(&mut after.start, mv);
        (step, Instance::Tiles(after))
    };
    Ok(puzzle.moves(&instance.start).map(neighbor).collect())
}

fn blocks(problem: &Problem) -> Result<Vec<(Step, Instance)>, Error> {
    struct Steps;
    impl Task for Steps {
        type Output = Vec<taquin_blocks::Step>;
        fn run<O: Word, C: Word>(self, blocks: &Blocks<O, C>) -> Self::Output {
            blocks.moves(&blocks.start()).flat_map(|mv| replay(blocks, &[mv])).collect()
        }
    }
    let neighbor = |step: taquin_blocks::Step| {
        let after = Instance::Blocks(problem.clone().with_piece_at(step.piece, step.to));
        (Step::Block { name: problem.pieces()[step.piece].name, step: Box::new(step) }, after)
    };
    Ok(compile(problem, Scope::Reachable, Steps)?.into_iter().map(neighbor).collect())
}

#[cfg(test)]
mod tests {
    use crate::{Hints, Instance, Metric};

    #[test]
    fn neighbours_follow_the_metric_and_lead_back() {
        let count = |text: &str, torus: bool, metric: Option<Metric>| {
            let instance = Instance::parse(text, &Hints { torus, metric, ..Hints::default() }).unwrap();
            let neighbors = instance.neighbors().unwrap();
            for (step, after) in &neighbors {
                assert_eq!(instance.after(step).unwrap().scene(), after.scene());
                let back = after.neighbors().unwrap();
                assert!(back.iter().any(|(_, again)| again.scene() == instance.scene()), "{step}");
            }
            neighbors.len()
        };
        assert_eq!(count("1 2 3 / 4 0 5 / 6 7 8", false, None), 4);
        assert_eq!(count("0 1 2 / 3 4 5 / 6 7 8", false, None), 2);
        assert_eq!(count("0 1 2 / 3 4 5 / 6 7 8", true, None), 4);
        assert_eq!(count("1 2 / 3 0", true, None), 2);
        assert_eq!(count("1 2 3 / 4 5 0", true, None), 3);
        let corner = "a..\n.#.\n...\ngoal: .../.#./..a";
        assert_eq!(count(corner, false, Some(Metric::Unit)), 2);
        assert_eq!(count(corner, false, Some(Metric::Straight)), 4);
        assert_eq!(count(corner, false, Some(Metric::Finger)), 7);
    }
}
