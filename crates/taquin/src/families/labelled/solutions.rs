//! All shortest solutions of tiles with labels.

use std::ops::ControlFlow;
use std::sync::Arc;

use taquin_search::{Cost, Limit, Progress, ShortestPaths, Stats, Within, positions_within};
use taquin_tiles::labelled::{Arrangement, Arranging, Kinds, LabelGuide, Matching};
use taquin_tiles::{Direction, Move};

use super::{KIND, LabelledInstance, lineup};
use crate::answer::{Answer, Step};
use crate::error::Error;
use crate::instance::Instance;
use crate::notation::{Destination, Written};
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
        let tiles = tiles(instance);
        let avoided = Avoided::new(tiles, avoid)?;
        let found = match tiles.cells_of_board() {
            ..=16 => paths::<16>(tiles, bound, &avoided, (plan, stats), progress),
            _ => paths::<64>(tiles, bound, &avoided, (plan, stats), progress),
        };
        Ok(found.map(|found| match found {
            Err(next) => Found::Nothing(next),
            Ok(paths) => Found::Paths(Arc::new(LabelledPaths { tiles: tiles.clone(), paths })),
        }))
    }
}

/// The moves that must not be made. A label stands for all of its tiles.
struct Avoided {
    /// For each move the kind of the tiles, if it applies only to one kind, and the direction, if it applies only to
    /// one direction.
    moves: Vec<(Option<u8>, Option<Direction>)>,
    /// The kinds in which every label is one, if a label is named.
    fine: Option<(Kinds, LabelGuide)>,
}

impl Avoided {
    fn new(tiles: &LabelledInstance, avoid: &Avoid) -> Result<Self, Error> {
        let mut fine = None;
        let mut moves = Vec::new();
        for Written { word, piece, way } in avoid.moves() {
            let way = match way {
                Destination::Path(path) => path.first().copied(),
                _ => None,
            };
            if word.contains('@') {
                return Err(Error::NotFor {
                    what: "moves from a cell that can be avoided".into(),
                    kind: KIND,
                });
            }
            // A direction alone applies to every tile, even if only one can move there now.
            let all = way.is_some_and(|way| word.chars().eq([way.letter()]));
            let label = piece.filter(|_| !all).map(|piece| &tiles.labels()[piece]);
            let kind = label.and_then(|label| {
                let (kinds, _) = fine.get_or_insert_with(|| {
                    let kinds = Kinds::new(&tiles.puzzle, false);
                    let guide = LabelGuide::Matching(Matching::new(&kinds));
                    (kinds, guide)
                });
                kinds.kind(label)
            });
            moves.push((kind, way));
        }
        Ok(Avoided { moves, fine })
    }

    /// Whether a tile of `kind` may make a move.
    fn allows(&self, tiles: &LabelledInstance, kind: u8, mv: Move) -> bool {
        let way = (!self.moves.is_empty()).then(|| tiles.direction(mv.from, mv.to));
        !self.moves.iter().any(|(avoided, direction)| {
            avoided.is_none_or(|avoided| avoided == kind)
                && direction.is_none_or(|direction| Some(direction) == way)
        })
    }
}

/// The paths, or the next bound; outside, the limit that was reached.
fn paths<const N: usize>(
    tiles: &LabelledInstance,
    bound: Cost,
    avoided: &Avoided,
    (plan, stats): (&Plan, &mut Stats),
    progress: &mut dyn Progress,
) -> Result<Result<ShortestPaths<Move>, Option<Cost>>, Limit> {
    let (kinds, guide) = match &avoided.fine {
        Some((kinds, guide)) => (kinds, guide),
        None => (tiles.kinds(), &tiles.shared.guide),
    };
    let puzzle = Arranging::<N> { kinds };
    let (start, limits) = (kinds.arrangement::<N>(tiles.puzzle.start()), &plan.limits);
    let allows = |state: &Arrangement<N>, mv: Move| avoided.allows(tiles, state.0[mv.from as usize], mv);
    let within = positions_within(&puzzle, start, guide, bound, &allows, (limits, stats), progress)?;
    let Within { depths, solved, next } = within;
    if !solved {
        return Ok(Err(next));
    }
    let depth = |state: &Arrangement<N>| depths.get(state).copied();
    Ok(Ok(ShortestPaths::new(&puzzle, start, bound, &depth, &allows, limits)?))
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
