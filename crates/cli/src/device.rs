//! The machine that searches: the cores of this computer, or its CUDA devices.

use taquin::{Answer, Deliver, Instance, Plan, Progress, Puzzles};

use crate::args::{Device, SolveArgs};

/// Solves one puzzle.
pub(crate) fn solve(
    args: &SolveArgs,
    instance: &Instance,
    plan: &Plan,
    progress: &mut dyn Progress,
) -> anyhow::Result<Answer> {
    match args.device {
        Device::Cpu => Ok(taquin::solve(instance, plan, progress)?),
        Device::Cuda => cuda::solve(args.partition.as_deref(), instance, plan, progress),
    }
}

/// Solves many puzzles.
pub(crate) fn solve_all<E: Send>(
    args: &SolveArgs,
    puzzles: &mut Puzzles<'_, E>,
    plan: &Plan,
    progress: &mut dyn Progress,
    deliver: &mut Deliver<'_, E>,
) -> anyhow::Result<()> {
    match args.device {
        Device::Cpu => Ok(taquin::solve_all(puzzles, plan, progress, deliver)?),
        Device::Cuda => cuda::solve_all(args.partition.as_deref(), puzzles, plan, deliver),
    }
}

pub(crate) use cuda::table;

#[cfg(not(feature = "cuda"))]
mod cuda {
    use std::sync::Arc;

    use anyhow::bail;
    use taquin::tiles::pattern::{Pattern, Space, Table};
    use taquin::{Answer, Deliver, Instance, Plan, Progress, Puzzles};

    const WITHOUT: &str = "this taquin was built without CUDA; 'cargo install' it with --features cuda";

    pub(crate) fn solve(
        _: Option<&str>,
        _: &Instance,
        _: &Plan,
        _: &mut dyn Progress,
    ) -> anyhow::Result<Answer> {
        bail!(WITHOUT)
    }

    pub(crate) fn solve_all<E>(
        _: Option<&str>,
        _: &mut Puzzles<'_, E>,
        _: &Plan,
        _: &mut Deliver<'_, E>,
    ) -> anyhow::Result<()> {
        bail!(WITHOUT)
    }

    pub(crate) fn table(_: &Arc<Space>, _: Pattern) -> anyhow::Result<Table> {
        bail!(WITHOUT)
    }
}

#[cfg(feature = "cuda")]
mod cuda {
    use std::ops::ControlFlow;
    use std::path::PathBuf;
    use std::sync::{Arc, OnceLock};

    use anyhow::bail;
    use etcetera::BaseStrategy;
    use taquin::tiles::deepening::Checkpoint;
    use taquin::tiles::pattern::{Pattern, Space, Table};
    use taquin::{
        Algorithm, Answer, Deliver, Guide, Instance, Outcome, Plan, Progress, Puzzles, TilesInstance,
        pattern_answer, read_checkpoint, write_checkpoint,
    };
    use taquin_gpu::Solver;
    use taquin_gpu::cuda::Device;

    use crate::commands::tables;

    /// The most boards that are held before they are answered.
    const MOST: usize = 1 << 18;

    /// The compiled kernels, in the user's cache folder.
    fn kernels() -> Option<PathBuf> {
        let base = etcetera::choose_base_strategy().ok()?;
        Some(base.cache_dir().join("taquin").join("kernels"))
    }

    fn devices() -> anyhow::Result<Vec<Device>> {
        let open = |number| Device::open(number, kernels());
        Ok((0..Device::count()?).map(open).collect::<Result<_, _>>()?)
    }

    /// A solver for the goal of a board, with the tables of the partition that is asked for.
    fn solver(
        instance: &TilesInstance,
        partition: Option<&str>,
        devices: &[Device],
    ) -> anyhow::Result<Solver> {
        let TilesInstance { geometry, goal, .. } = instance;
        let own = partition.map(|text| tables::partition(Some(text), *geometry, goal)).transpose()?;
        Ok(Solver::cuda(*geometry, goal, own.as_ref(), devices)?)
    }

    /// What a plan says that a device does not do.
    fn check(plan: &Plan) -> anyhow::Result<()> {
        if plan.algorithm.is_some_and(|algorithm| algorithm != Algorithm::IdaStar) {
            bail!("--device cuda searches by ida-star alone");
        }
        if plan.heuristic.is_some_and(|heuristic| heuristic != Guide::Patterns) {
            bail!("--device cuda is guided by patterns alone");
        }
        if plan.distances.is_some() {
            bail!("--distances leaves nothing to search for --device cuda");
        }
        Ok(())
    }

    pub(crate) fn solve(
        partition: Option<&str>,
        instance: &Instance,
        plan: &Plan,
        progress: &mut dyn Progress,
    ) -> anyhow::Result<Answer> {
        check(plan)?;
        let Instance::Tiles(instance) = instance else { bail!("--device cuda is for tiles, not for blocks") };
        let TilesInstance { geometry, start, goal } = instance;
        let kept = plan.resume.as_deref().map(read_checkpoint).transpose()?.flatten();
        let bound = |kept: Checkpoint| kept.bound(*geometry, start, goal);
        let from = kept.map(bound).transpose().map_err(taquin::tiles::Error::from)?.unwrap_or(0);
        let mut solver = solver(instance, partition, &devices()?)?;
        let report = solver.solve(start, from, &plan.limits, progress)?;
        if let Some(file) = &plan.resume {
            if let Outcome::Stopped(_) = report.outcome {
                let stats = &report.stats;
                let bounds = stats.bounds.clone();
                let checkpoint = Checkpoint::of_bounds((*geometry, start, goal), bounds, stats.seconds);
                write_checkpoint(file, &checkpoint)?;
            } else {
                // Nothing is left to go on with.
                drop(std::fs::remove_file(file));
            }
        }
        Ok(pattern_answer(instance, report))
    }

    pub(crate) fn solve_all<E>(
        partition: Option<&str>,
        puzzles: &mut Puzzles<'_, E>,
        plan: &Plan,
        deliver: &mut Deliver<'_, E>,
    ) -> anyhow::Result<()> {
        check(plan)?;
        let devices = devices()?;
        let mut group: Vec<TilesInstance> = Vec::new();
        let mut known = None;
        let make = |first: &TilesInstance| solver(first, partition, &devices);
        loop {
            let next = puzzles.next();
            let joins = match (&next, group.first()) {
                (Some(Ok(Instance::Tiles(_))), None) => true,
                (Some(Ok(Instance::Tiles(tiles))), Some(first)) => {
                    group.len() < MOST && (tiles.geometry, &tiles.goal) == (first.geometry, &first.goal)
                }
                _ => false,
            };
            if !joins && !group.is_empty() {
                let group = std::mem::take(&mut group);
                if answer(group, plan, &make, &mut known, deliver)?.is_break() {
                    return Ok(());
                }
            }
            match next {
                None => return Ok(()),
                Some(Ok(Instance::Tiles(tiles))) => group.push(tiles),
                Some(Ok(Instance::Blocks(_))) => bail!("--device cuda is for tiles, not for blocks"),
                Some(Err(other)) => {
                    if deliver(Err(other)).is_break() {
                        return Ok(());
                    }
                }
            }
        }
    }

    /// Answers boards of one goal, in their order, as they are done; `make` makes a solver for them.
    fn answer<E>(
        group: Vec<TilesInstance>,
        plan: &Plan,
        make: &dyn Fn(&TilesInstance) -> anyhow::Result<Solver>,
        known: &mut Option<(TilesInstance, Solver)>,
        deliver: &mut Deliver<'_, E>,
    ) -> anyhow::Result<ControlFlow<()>> {
        let first = &group[0];
        let alike = |other: &TilesInstance| (other.geometry, &other.goal) == (first.geometry, &first.goal);
        let (_, solver) = match known.take().filter(|(other, _)| alike(other)) {
            Some(same) => known.insert(same),
            None => {
                let solver = make(first)?;
                known.insert((first.clone(), solver))
            }
        };
        let boards: Vec<_> = group.iter().map(|one| one.start.clone()).collect();
        let mut reports = vec![None; boards.len()];
        let (mut flow, mut next) = (ControlFlow::Continue(()), 0);
        let mut waiting = group.into_iter();
        solver.solve_all(&boards, &plan.limits, &mut |number, report| {
            reports[number] = Some(report);
            while let Some(report) = reports.get_mut(next).and_then(Option::take) {
                next += 1;
                let Some(instance) = waiting.next().filter(|_| flow.is_continue()) else { return };
                let answer = pattern_answer(&instance, report);
                flow = deliver(Ok((Instance::Tiles(instance), Ok(answer))));
            }
        })?;
        Ok(flow)
    }

    /// Builds a table on the first device, which is opened once.
    pub(crate) fn table(space: &Arc<Space>, pattern: Pattern) -> anyhow::Result<Table> {
        static FIRST: OnceLock<Device> = OnceLock::new();
        if FIRST.get().is_none() {
            let device = Device::open(0, kernels())?;
            FIRST.get_or_init(|| device);
        }
        let device = FIRST.get().expect("just opened");
        Ok(device.pattern_table(space, pattern)?)
    }
}
