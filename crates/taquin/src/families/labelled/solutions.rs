//! All shortest solutions of tiles with labels.

use std::ops::ControlFlow;
use std::sync::Arc;

use taquin_search::{Cost, Limit, Progress, ShortestPaths, Stats, Within, positions_within};
use taquin_tiles::Move;
use taquin_tiles::labelled::{Arrangement, Arranging};

use super::{KIND, LabelledInstance, lineup};
use crate::answer::{Answer, Step};
use crate::error::Error;
use crate::instance::Instance;
use crate::plan::Plan;
use crate::solutions::{Avoid, Counter, Found, Paths};

/// Finds all shortest solutions of tiles with labels.
pub(super) struct LabelledCounter;

/// The tiles of an instance.
fn tiles(instance: &Instance) -> &LabelledInstance {
    instance.of().expect("a counter of tiles with labels is given such tiles")
}

impl Counter for LabelledCounter {
    fn solve(&self, instance: &Instance, plan: &Plan, progress: &mut dyn Progress) -> Result<Answer, Error> {
        lineup::solve(tiles(instance), plan, progress)
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
        if !avoid.is_empty() {
            // Tiles of one label are the same to the search, so it cannot tell whose move to avoid.
            return Err(Error::NotFor { what: "moves that can be avoided".into(), kind: KIND });
        }
        let tiles = tiles(instance);
        let found = match tiles.cells_of_board() {
            ..=16 => paths::<16>(tiles, bound, (plan, stats), progress),
            _ => paths::<64>(tiles, bound, (plan, stats), progress),
        };
        Ok(found.map(|found| match found {
            Err(next) => Found::Nothing(next),
            Ok(paths) => Found::Paths(Arc::new(LabelledPaths { tiles: tiles.clone(), paths })),
        }))
    }
}

/// The paths, or the next bound; outside, the limit that was reached.
fn paths<const N: usize>(
    tiles: &LabelledInstance,
    bound: Cost,
    (plan, stats): (&Plan, &mut Stats),
    progress: &mut dyn Progress,
) -> Result<Result<ShortestPaths<Move>, Option<Cost>>, Limit> {
    let kinds = tiles.kinds();
    let puzzle = Arranging::<N> { kinds };
    let (start, limits) = (kinds.arrangement::<N>(tiles.puzzle.start()), &plan.limits);
    let all = |_: &Arrangement<N>, _: Move| true;
    let guide = &tiles.shared.guide;
    let within = positions_within(&puzzle, start, guide, bound, &all, (limits, stats), progress)?;
    let Within { depths, solved, next } = within;
    if !solved {
        return Ok(Err(next));
    }
    let depth = |state: &Arrangement<N>| depths.get(state).copied();
    Ok(Ok(ShortestPaths::new(&puzzle, start, bound, &depth, &all, limits)?))
}

/// All shortest solutions of a board.
struct LabelledPaths {
    tiles: LabelledInstance,
    paths: ShortestPaths<Move>,
}

impl Paths for LabelledPaths {
    fn count(&self) -> u128 {
        self.paths.count()
    }

    fn visit(&self, visit: &mut dyn FnMut(Vec<Step>) -> ControlFlow<()>) -> ControlFlow<()> {
        self.paths.visit(&mut |path| visit(self.tiles.replay(path)))
    }
}
