//! The specialised search with pattern tables: those of a folder, or small ones built in memory.

use taquin_search::{Cost, Progress, Report};
use taquin_tiles::deepening::{Boards, Engine, Options, Quest, Tables, Warm};
use taquin_tiles::pattern::Store;
use taquin_tiles::{Board, Geometry, Move};

use super::TilesInstance;
use super::lineup::{self, pattern_answer};
use crate::answer::Answer;
use crate::error::Error;
use crate::instance::Instance;
use crate::machine::{Deliver, Solver};
use crate::plan::Plan;

/// Boards of more cells have hard positions that small tables take long for.
const EASY_CELLS: u32 = 12;

/// Solves boards of one size and goal.
pub(super) struct DeepSolver {
    /// The first board; the others have its grid and its goal.
    like: TilesInstance,
    /// Made with the first board that is not easy.
    boards: Option<Boards>,
}

impl DeepSolver {
    /// A solver for the goal of `instance`, with the best tables of the plan's folder.
    pub(super) fn new(instance: &TilesInstance) -> Self {
        DeepSolver { like: instance.clone(), boards: None }
    }

    fn boards(&mut self, plan: &Plan, progress: &mut dyn Progress) -> Result<&mut Boards, Error> {
        if self.boards.is_none() {
            let TilesInstance { geometry, goal, .. } = &self.like;
            let warm = warm(*geometry, goal, plan, progress);
            let known = plan.checkpoints.iter().filter_map(|text| text.parse().ok()).collect();
            self.boards = Some(Boards::new(*geometry, goal, warm, known)?);
        }
        Ok(self.boards.as_mut().expect("made above"))
    }

    /// The engine for many boards; `None` if there is no memory for it, or it was cancelled.
    pub(super) fn engine(
        &mut self,
        plan: &Plan,
        progress: &mut dyn Progress,
    ) -> Result<Option<Engine>, Error> {
        Ok(self.boards(plan, progress)?.engine(&options(plan), progress)?.cloned())
    }

    /// The available tables: those that were built, and those of the plan's folder.
    pub(super) fn tables(&mut self, plan: &Plan, progress: &mut dyn Progress) -> Result<Tables, Error> {
        Ok(self.boards(plan, progress)?.tables())
    }

    /// Searches bounds from `least` on within `limits`, with `tables` beside those that are at hand.
    pub(super) fn prove(
        &mut self,
        instance: &TilesInstance,
        plan: &Plan,
        (least, tables): (Cost, Tables),
        progress: &mut dyn Progress,
    ) -> Result<Report<Move>, Error> {
        let boards = self.boards(plan, progress)?;
        boards.add_tables(tables);
        let options = Options { least, ..options(plan) };
        Ok(boards.solve(&instance.start, &options, progress)?)
    }

    /// Solves one board on all threads, from its checkpoint on.
    pub(super) fn solve_one(
        &mut self,
        instance: &TilesInstance,
        plan: &Plan,
        progress: &mut dyn Progress,
    ) -> Result<Answer, Error> {
        if let Some(answer) = lineup::easy(instance, plan)? {
            return Ok(answer);
        }
        let report = self.boards(plan, progress)?.solve(&instance.start, &options(plan), progress)?;
        Ok(pattern_answer(instance, report))
    }
}

impl Solver for DeepSolver {
    fn solve(
        &mut self,
        instances: &mut (dyn Iterator<Item = Instance> + Send),
        plan: &Plan,
        progress: &mut dyn Progress,
        deliver: &mut Deliver<'_>,
    ) -> Result<(), Error> {
        let Some(first) = instances.next() else { return Ok(()) };
        let Some(second) = instances.next() else {
            let answer = self.solve_one(tiles(&first), plan, progress);
            let _ = deliver((Some(first), answer));
            return Ok(());
        };
        let mut boards = [first, second].into_iter().chain(instances).map(|one| tiles(&one).start.clone());
        let like = self.like.clone();
        self.boards(plan, progress)?.solve_all(
            &mut boards,
            &options(plan),
            progress,
            &mut |start, report| {
                let instance = TilesInstance { start, ..like.clone() };
                let answer = pattern_answer(&instance, report);
                deliver((Some(instance.into()), Ok(answer)))
            },
        )?;
        Ok(())
    }
}

/// The tiles of one of the group.
pub(super) fn tiles(instance: &Instance) -> &TilesInstance {
    instance.of().expect("a group has one family")
}

/// How the plan solves a board.
#[must_use]
pub fn options(plan: &Plan) -> Options {
    Options {
        threads: plan.threads(),
        limits: plan.limits.clone(),
        crew: plan.crew.clone(),
        ..Options::default()
    }
}

/// Boards with the goal of `quest`, and the best tables of the plan's folder: what a crew makes its engines of.
///
/// # Errors
/// If the goal does not have the size of the grid.
pub fn boards(quest: &Quest, plan: &Plan) -> Result<Boards, Error> {
    let warm = warm(quest.geometry, &quest.goal, plan, &mut ());
    Ok(Boards::new(quest.geometry, &quest.goal, warm, Vec::new())?)
}

/// The best tables of the plan's folder. Damaged tables are reported, and so is that tables could be built.
fn warm(geometry: Geometry, goal: &Board, plan: &Plan, progress: &mut dyn Progress) -> Option<Warm> {
    let folder = plan.tables.as_ref()?;
    let loaded = Warm::load(&mut Store::new(folder), geometry, goal.blank(), plan.limits.memory);
    // Without the folder there are no tables, but there is an answer.
    let (warm, damaged) = loaded.unwrap_or_else(|error| (None, vec![error]));
    for error in damaged {
        progress.warning(&format!("{error}; it is not used, and can be built again"));
    }
    if warm.is_none() && geometry.cells() > EASY_CELLS {
        let (rows, cols, torus) = (geometry.rows(), geometry.cols(), geometry.is_torus());
        let kind = if torus { " torus" } else { "" };
        progress
            .note(&format!("tables for {rows}x{cols}{kind} boards, built and kept, would make this faster"));
    }
    warm
}
