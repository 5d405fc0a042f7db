//! All shortest solutions of blocks.

use std::ops::ControlFlow;
use std::sync::Arc;

use taquin_blocks::{Blocks, Move, Problem, Scope, Task, Travel, Word, compile, told};
use taquin_search::{Cost, Limit, Progress, ShortestPaths, Stats, Within, positions_within};

use super::{lineup, step};
use crate::answer::{Answer, Step};
use crate::error::Error;
use crate::instance::Instance;
use crate::plan::Plan;
use crate::solutions::{Avoid, Counter, Found, Paths};

/// Finds all shortest solutions of blocks.
pub(super) struct BlocksCounter;

/// The blocks of an instance.
fn blocks(instance: &Instance) -> &Problem {
    instance.of().expect("a counter of blocks is given blocks")
}

impl Counter for BlocksCounter {
    fn solve(&self, instance: &Instance, plan: &Plan, progress: &mut dyn Progress) -> Result<Answer, Error> {
        lineup::solve(blocks(instance), plan, progress)
    }

    fn paths(
        &self,
        instance: &Instance,
        bound: Cost,
        avoid: &Avoid,
        plan: &Plan,
        stats: &mut Stats,
        progress: &mut dyn Progress,
    ) -> Result<Result<Found, Limit>, Error> {
        let problem = blocks(instance);
        // Blocks of one kind are the same to the search, so the first stands for all of them.
        let first = |piece: usize| {
            let alike = |other: &usize| problem.kind_of(*other) == problem.kind_of(piece);
            (0..=piece).find(alike).unwrap_or(piece)
        };
        let avoid = &avoid.of(first);
        let found = compile(problem, Scope::Reachable, PathsWithin { bound, avoid, plan, stats, progress })?;
        Ok(found.map(|found| match found {
            Err(next) => Found::Nothing(next),
            Ok(paths) => Found::Paths(Arc::new(BlockPaths { problem: problem.clone(), paths })),
        }))
    }
}

/// One search, on the words that the puzzle is compiled to.
struct PathsWithin<'a> {
    bound: Cost,
    avoid: &'a Avoid,
    plan: &'a Plan,
    stats: &'a mut Stats,
    progress: &'a mut dyn Progress,
}

impl Task for PathsWithin<'_> {
    /// The paths, or the next bound; outside, the limit that was reached.
    type Output = Result<Result<ShortestPaths<Move>, Option<Cost>>, Limit>;

    fn run<O: Word, C: Word>(self, blocks: &Blocks<O, C>) -> Self::Output {
        let PathsWithin { bound, avoid, plan, stats, progress } = self;
        let (start, limits) = (blocks.start(), &plan.limits);
        let allows = |state: &C, mv: Move| avoid.is_empty() || avoid.allows(&step(told(blocks, *state, mv)));
        let travel = Travel::new(blocks);
        let within = positions_within(blocks, start, &travel, bound, &allows, (limits, stats), progress)?;
        let Within { depths, solved, next } = within;
        if !solved {
            return Ok(Err(next));
        }
        let depth = |state: &C| depths.get(state).copied();
        Ok(Ok(ShortestPaths::new(blocks, start, bound, &depth, &allows, limits)?))
    }
}

/// All shortest solutions of a puzzle.
struct BlockPaths {
    problem: Problem,
    paths: ShortestPaths<Move>,
}

impl Paths for BlockPaths {
    fn count(&self) -> u128 {
        self.paths.count()
    }

    fn visit(&self, visit: &mut dyn FnMut(Vec<Step>) -> ControlFlow<()>) -> ControlFlow<()> {
        struct Visit<'a> {
            paths: &'a ShortestPaths<Move>,
            visit: &'a mut dyn FnMut(Vec<Step>) -> ControlFlow<()>,
        }
        impl Task for Visit<'_> {
            type Output = ControlFlow<()>;
            fn run<O: Word, C: Word>(self, blocks: &Blocks<O, C>) -> ControlFlow<()> {
                self.paths.visit(&mut |path| (self.visit)(lineup::steps(blocks, path)))
            }
        }
        let visit = Visit { paths: &self.paths, visit };
        compile(&self.problem, Scope::Reachable, visit).expect("it was compiled before")
    }
}
