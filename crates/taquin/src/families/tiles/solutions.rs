//! All shortest solutions of tiles.

use std::ops::ControlFlow;
use std::sync::{Arc, Mutex};

use taquin_search::{
    Blind, Cost, Heuristic, Limit, Limits, Progress, ShortestPaths, Stats, Within, positions_within,
};
use taquin_tiles::deepening::{Engine, MOST_POSITION_CELLS};
use taquin_tiles::heuristic::{self, Visitor};
use taquin_tiles::{Board, Cell, Cells, Greedy, Metered, Move, Packed16, Packed25, Slide, Sliding, Tiles};

use super::deepening::{DeepSolver, tiles};
use super::metered::{self, KeptSearch};
use super::{TilesInstance, lineup};
use crate::answer::{Answer, Path, Step};
use crate::error::Error;
use crate::instance::Instance;
use crate::plan::{HeuristicName, Plan};
use crate::solutions::{Avoid, Counter, Found, Paths};

/// Boards of at most this many cells need no tables.
const SMALL: u32 = 9;

/// The most positions that are searched without tables.
const FEW: u64 = 60_000;

/// Finds all shortest solutions of boards of one size and goal in one metric.
pub(super) struct TilesCounter {
    deep: Mutex<DeepSolver>,
    /// The engine for boards that are not easy.
    engine: Mutex<Option<Arc<Engine>>>,
    /// The same in other metrics.
    search: KeptSearch,
}

impl TilesCounter {
    pub(super) fn new(like: &TilesInstance) -> Self {
        TilesCounter {
            deep: Mutex::new(DeepSolver::new(like)),
            engine: Mutex::new(None),
            search: KeptSearch::for_many(),
        }
    }

    fn engine(&self, plan: &Plan, progress: &mut dyn Progress) -> Result<Option<Arc<Engine>>, Error> {
        let mut engine = self.engine.lock().expect("no thread panics");
        if engine.is_none() {
            let mut deep = self.deep.lock().expect("no thread panics");
            *engine = deep.engine(plan, progress)?.map(Arc::new);
        }
        Ok(engine.clone())
    }

    /// The paths of single moves, in states of the form `S`.
    fn singles<S: Cells + Copy + Send + Sync + 'static>(
        &self,
        tiles: &TilesInstance,
        bound: Cost,
        avoid: &Avoid,
        (plan, stats): (&Plan, &mut Stats),
        progress: &mut dyn Progress,
    ) -> Result<Result<Found, Limit>, Error> {
        let cells = tiles.geometry.cells();
        if cells > SMALL && cells as usize <= MOST_POSITION_CELLS {
            let few = plan.limits.nodes.map_or(FEW, |nodes| nodes.min(FEW));
            let hasty = Limits { nodes: Some(few), ..plan.limits.clone() };
            let found = simple::<S>(tiles, bound, avoid, (&hasty, &mut Stats::default()), progress)?;
            if !matches!(found, Err(Limit::Nodes)) {
                return Ok(found);
            }
            let Some(engine) = self.engine(plan, progress)? else { return Ok(Err(no_tables(&plan.limits))) };
            let allows = |tile: u32, mv: Move| avoid.allows(&tiles.single(tile, mv));
            let allowed = (!avoid.is_empty()).then_some(&allows as &_);
            let counted = (&plan.limits, stats);
            let found = engine.positions_within::<S>(&tiles.start, bound, allowed, counted, progress)?;
            return found
                .map_or_else(|limit| Ok(Err(limit)), |found| single_paths(tiles, bound, avoid, found, plan));
        }
        simple::<S>(tiles, bound, avoid, (&plan.limits, stats), progress)
    }

    /// The paths of the moves of another metric.
    fn metered(
        &self,
        tiles: &TilesInstance,
        bound: Cost,
        avoid: &Avoid,
        (plan, stats): (&Plan, &mut Stats),
        progress: &mut dyn Progress,
    ) -> Result<Result<Found, Limit>, Error> {
        let puzzle = metered::puzzle(tiles)?;
        let start = puzzle.state(&tiles.start)?;
        let allows = |state: &Packed25, slide: Slide| {
            avoid.is_empty()
                || puzzle.singles(slide).all(|mv| avoid.allows(&tiles.single(state.tile(mv.from), mv)))
        };
        let few = plan.limits.nodes.map_or(FEW, |nodes| nodes.min(FEW));
        let hasty = Limits { nodes: Some(few), ..plan.limits.clone() };
        let within = match positions_within(
            &puzzle,
            start,
            &Blind,
            bound,
            &allows,
            (&hasty, &mut Stats::default()),
            progress,
        ) {
            Err(Limit::Nodes) if metered::has_search(tiles) => match self.search.get(tiles, plan) {
                Ok(search) => search.positions_within(
                    &puzzle,
                    &tiles.start,
                    bound,
                    &allows,
                    (&plan.limits, stats),
                    progress,
                ),
                Err(limit) => Err(limit),
            },
            Err(Limit::Nodes) => {
                positions_within(&puzzle, start, &Blind, bound, &allows, (&plan.limits, stats), progress)
            }
            found => found,
        };
        let Within { depths, solved, next } = match within {
            Ok(within) => within,
            Err(limit) => return Ok(Err(limit)),
        };
        if !solved {
            return Ok(Ok(Found::Nothing(next)));
        }
        let depth = |(board, _): &(Packed25, Option<Slide>)| depths.get(board).copied();
        let allows = |(board, _): &(Packed25, Option<Slide>), slide| allows(board, slide);
        let before: Vec<Move> =
            avoid.before().iter().map(|step| Move { from: step.from, to: step.to }).collect();
        let start = (start, puzzle.paths().slide(&before));
        let paths = ShortestPaths::new(&Greedy(&puzzle), start, bound, &depth, &allows, &plan.limits);
        Ok(paths.map(|paths| {
            let moves = move |slides: &[Slide], puzzle: &Metered| {
                slides.iter().flat_map(|&slide| puzzle.singles(slide)).collect()
            };
            let tiles = tiles.clone();
            Found::Paths(Arc::new(TilePaths {
                tiles,
                paths,
                moves: move |slides: &[Slide]| moves(slides, &puzzle),
            }))
        }))
    }
}

impl Counter for TilesCounter {
    fn solve(&self, instance: &Instance, plan: &Plan, progress: &mut dyn Progress) -> Result<Answer, Error> {
        let tiles = tiles(instance);
        if tiles.is_metered() {
            return metered::solve_with(tiles, plan, progress, &self.search);
        }
        if lineup::is_deep(tiles, plan) {
            let unsolvable = lineup::easy(tiles, plan)?;
            return match unsolvable {
                Some(answer) => Ok(answer),
                None => self.deep.lock().expect("no thread panics").solve_one(tiles, plan, progress),
            };
        }
        lineup::solve(tiles, plan, progress)
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
        match tiles.geometry.cells() {
            _ if tiles.is_metered() => self.metered(tiles, bound, avoid, (plan, stats), progress),
            ..=16 => self.singles::<Packed16>(tiles, bound, avoid, (plan, stats), progress),
            17..=25 => self.singles::<Packed25>(tiles, bound, avoid, (plan, stats), progress),
            _ => simple::<Board>(tiles, bound, avoid, (&plan.limits, stats), progress),
        }
    }
}

/// Why there are no tables.
fn no_tables(limits: &Limits) -> Limit {
    if limits.is_cancelled() { Limit::Cancelled } else { Limit::Memory }
}

/// The paths of single moves by a heuristic that needs no tables.
fn simple<S: Cells + Send + Sync + 'static>(
    tiles: &TilesInstance,
    bound: Cost,
    avoid: &Avoid,
    (limits, stats): (&Limits, &mut Stats),
    progress: &mut dyn Progress,
) -> Result<Result<Found, Limit>, Error> {
    let puzzle = Tiles::<S>::new(tiles.geometry, &tiles.goal)?;
    let request = Request { tiles, puzzle: &puzzle, bound, avoid, limits, stats, progress };
    let within = heuristic::with(HeuristicName::MANHATTAN.name(), &puzzle, request)?;
    let plan = Plan { limits: limits.clone(), ..Plan::default() };
    within?.map_or_else(|limit| Ok(Err(limit)), |within| single_paths(tiles, bound, avoid, within, &plan))
}

/// A search for positions, with a heuristic of any type.
struct Request<'a, S: Cells> {
    tiles: &'a TilesInstance,
    puzzle: &'a Tiles<S>,
    bound: Cost,
    avoid: &'a Avoid,
    limits: &'a Limits,
    stats: &'a mut Stats,
    progress: &'a mut dyn Progress,
}

impl<S: Cells> Visitor<S> for Request<'_, S> {
    type Output = Result<Result<Within<S>, Limit>, Error>;

    fn visit<H: Heuristic<Tiles<S>>>(self, heuristic: &H) -> Self::Output {
        let Request { tiles, puzzle, bound, avoid, limits, stats, progress } = self;
        let allows =
            |state: &S, mv: Move| avoid.is_empty() || avoid.allows(&tiles.single(state.tile(mv.from), mv));
        let start = puzzle.state(&tiles.start)?;
        Ok(positions_within(puzzle, start, heuristic, bound, &allows, (limits, stats), progress))
    }
}

/// The paths through positions that were found.
fn single_paths<S: Cells + 'static>(
    tiles: &TilesInstance,
    bound: Cost,
    avoid: &Avoid,
    Within { depths, solved, next }: Within<S>,
    plan: &Plan,
) -> Result<Result<Found, Limit>, Error> {
    if !solved {
        return Ok(Ok(Found::Nothing(next)));
    }
    let puzzle = Tiles::<S>::new(tiles.geometry, &tiles.goal)?;
    let start = puzzle.state(&tiles.start)?;
    let allows =
        |state: &S, mv: Move| avoid.is_empty() || avoid.allows(&tiles.single(state.tile(mv.from), mv));
    let depth = |state: &S| depths.get(state).copied();
    let paths = ShortestPaths::new(&puzzle, start, bound, &depth, &allows, &plan.limits);
    let moves = |moves: &[Move]| moves.to_vec();
    Ok(paths.map(|paths| Found::Paths(Arc::new(TilePaths { tiles: tiles.clone(), paths, moves }))))
}

/// All shortest solutions of a board.
struct TilePaths<M, F> {
    tiles: TilesInstance,
    paths: ShortestPaths<M>,
    /// The moves tile by tile.
    moves: F,
}

impl<M: Copy + Send + Sync, F: Fn(&[M]) -> Vec<Move> + Send + Sync> Paths for TilePaths<M, F> {
    fn count(&self) -> u128 {
        self.paths.count()
    }

    fn visit(&self, visit: &mut dyn FnMut(Vec<Step>) -> ControlFlow<()>) -> ControlFlow<()> {
        self.paths.visit(&mut |path| visit(self.tiles.replay(&(self.moves)(path))))
    }
}

impl TilesInstance {
    /// A move of one tile as a step.
    fn single(&self, tile: u32, Move { from, to }: Move) -> Step {
        let direction = |from: Cell, to: Cell| self.direction(from, to);
        Step { piece: tile - 1, from, to, path: Path::One(direction(from, to)) }
    }
}
