//! All shortest solutions of tiles with labels.

use std::ops::ControlFlow;
use std::sync::Arc;

use taquin_search::{Cost, Limit, Limits, Progress, ShortestPaths, Stats, Within, positions_within};
use taquin_tiles::labelled::{Arrangement, Arranging, Kinds, LabelGuide, LabelPatterns, Matching};
use taquin_tiles::{Direction, Greedy, Move, Slide};

use super::{KIND, LabelledInstance, lineup};
use crate::answer::{Answer, Step};
use crate::error::Error;
use crate::instance::Instance;
use crate::notation::{Destination, Written};
use crate::plan::Plan;
use crate::solutions::{Avoid, Counter, Found, Paths};

/// The most positions that are searched without tables, and the arrangements of a group of labels that has a table.
const FEW: u64 = 60_000;
const TABLE: u64 = 600_000;

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

    fn allows(&self, instance: &Instance, step: &Step, avoid: &Avoid) -> Result<bool, Error> {
        let tiles = tiles(instance);
        let avoided = Avoided::new(tiles, avoid)?;
        let label = &tiles.labels()[step.piece as usize];
        let kind = avoided.fine.as_ref().and_then(|(kinds, _)| kinds.kind(label));
        Ok(avoided.allows(tiles, kind.unwrap_or_default(), Move { from: step.from, to: step.to }))
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
            ..=16 => paths::<16>(tiles, bound, &avoided, avoid.before(), (plan, stats), progress),
            _ => paths::<64>(tiles, bound, &avoided, avoid.before(), (plan, stats), progress),
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
    fine: Option<(Kinds, Matching)>,
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
                    let kinds = tiles.fine_kinds();
                    let matching = Matching::new(&kinds);
                    (kinds, matching)
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
    before: &[Step],
    (plan, stats): (&Plan, &mut Stats),
    progress: &mut dyn Progress,
) -> Result<Result<ShortestPaths<Slide>, Option<Cost>>, Limit> {
    let (kinds, matching) = match &avoided.fine {
        Some((kinds, matching)) => (kinds, matching),
        None => (tiles.kinds(), &tiles.shared.matching),
    };
    let puzzle = Arranging::<N> { kinds };
    let (start, limits) = (kinds.arrangement::<N>(tiles.puzzle.start()), &plan.limits);
    let allows = |state: &Arrangement<N>, slide: Slide| {
        let mut singles = kinds.paths().singles(slide);
        singles.all(|mv| avoided.allows(tiles, state.0[mv.from as usize], mv))
    };
    let guide = LabelGuide::Matching(matching.clone());
    let few = Limits { nodes: Some(limits.nodes.map_or(FEW, |nodes| nodes.min(FEW))), ..limits.clone() };
    let counted = (&few, &mut Stats::default());
    let within = match positions_within(&puzzle, start, &guide, bound, &allows, counted, progress) {
        Err(Limit::Nodes) if limits.nodes.is_none_or(|nodes| nodes > FEW) => {
            let guide = LabelGuide::Patterns(LabelPatterns::new(kinds, TABLE, plan.threads(), limits)?);
            positions_within(&puzzle, start, &guide, bound, &allows, (limits, stats), progress)?
        }
        found => found?,
    };
    let Within { depths, solved, next } = within;
    if !solved {
        return Ok(Err(next));
    }
    if kinds.paths().are_single() || !kinds.geometry().is_torus() {
        // Of two moves along one line the shortest solutions make one.
        let depth = |state: &Arrangement<N>| depths.get(state).copied();
        return Ok(Ok(ShortestPaths::new(&puzzle, start, bound, &depth, &allows, limits)?));
    }
    let depth = |(state, _): &(Arrangement<N>, Option<Slide>)| depths.get(state).copied();
    let allows = |(state, _): &(Arrangement<N>, Option<Slide>), slide| allows(state, slide);
    let before: Vec<Move> = before.iter().map(|step| Move { from: step.from, to: step.to }).collect();
    let start = (start, kinds.paths().slide(&before));
    Ok(Ok(ShortestPaths::new(&Greedy(&puzzle), start, bound, &depth, &allows, limits)?))
}

/// All shortest solutions of a board.
struct LabelledPaths {
    tiles: LabelledInstance,
    paths: ShortestPaths<Slide>,
}

impl Paths for LabelledPaths {
    fn count(&self) -> u128 {
        self.paths.count()
    }

    fn visit(&self, visit: &mut dyn FnMut(Vec<Step>) -> ControlFlow<()>) -> ControlFlow<()> {
        self.paths.visit(&mut |path| visit(self.tiles.replay(path)))
    }
}
