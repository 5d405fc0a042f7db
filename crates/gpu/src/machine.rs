//! The GPU as a machine of the facade: puzzles that are a deepening search over tiles, in groups of one goal.

use std::ops::ControlFlow;
use std::sync::mpsc;

use taquin::tiles::deepening::Checkpoint;
use taquin::tiles::pattern::Partition;
use taquin::{
    Algorithm, Answered, Deepening, Deliver, EnumeratePlan, Enumeration, Error, Gathered, HeuristicName,
    Instance, Machine, Plan, Progress, Puzzles,
};
use taquin_search::{Report, Stats};
use taquin_tiles::format::Style;
use taquin_tiles::{Board, Geometry, Move};

#[cfg(feature = "cuda")]
use crate::cuda::CudaMap;

use crate::grid::Grid;
use crate::solver::{Path, Solver, with_moves};
use crate::space::{self, TwinMap};

/// What the machine is called in messages.
const NAME: &str = "the GPU";

/// The most boards that are held before they are answered.
const MOST: usize = 1 << 18;

/// Makes a solver for the boards of a grid and a goal, with the tables of a partition where one is given.
type Make<'a> = dyn Fn(Geometry, &Board, Option<&Partition>) -> Result<Solver, crate::Error> + Sync + 'a;

/// CUDA devices, or their twin, as a machine.
struct Gpu<'a> {
    make: &'a Make<'a>,
}

/// All CUDA devices of this computer.
#[cfg(feature = "cuda")]
pub struct Cuda {
    devices: Vec<crate::cuda::Device>,
}

#[cfg(feature = "cuda")]
impl Cuda {
    /// Opens all devices; compiled kernels are kept in the folder `kernels`.
    ///
    /// # Errors
    /// If there is no driver, or a device fails.
    pub fn open(kernels: Option<std::path::PathBuf>) -> Result<Self, crate::Error> {
        let open = |number| crate::cuda::Device::open(number, kernels.clone());
        let devices = (0..crate::cuda::Device::count()?).map(open).collect::<Result<_, _>>()?;
        Ok(Cuda { devices })
    }
}

#[cfg(feature = "cuda")]
impl Machine for Cuda {
    fn solve(
        &self,
        puzzles: &mut Puzzles<'_>,
        plan: &Plan,
        progress: &mut dyn Progress,
        deliver: &mut Deliver<'_>,
    ) -> Result<(), Error> {
        let make = |geometry, goal: &Board, own: Option<&Partition>| {
            Solver::cuda(geometry, goal, own, &self.devices)
        };
        Gpu { make: &make }.solve(puzzles, plan, progress, deliver)
    }

    /// Counts on the first device.
    fn enumerate(
        &self,
        instance: &Instance,
        plan: &EnumeratePlan,
        progress: &mut dyn Progress,
    ) -> Result<Enumeration, Error> {
        let device = &self.devices[0];
        enumerate(instance, plan, &mut |classes| Ok(Box::new(CudaMap::new(device, classes)?)), progress)
    }
}

/// The twin of the devices on the threads of the CPU: the same searches, for checking.
#[derive(Clone, Copy, Debug)]
pub struct Twins {
    /// The threads, each of which is a device.
    pub threads: usize,
}

impl Machine for Twins {
    fn solve(
        &self,
        puzzles: &mut Puzzles<'_>,
        plan: &Plan,
        progress: &mut dyn Progress,
        deliver: &mut Deliver<'_>,
    ) -> Result<(), Error> {
        let make =
            |geometry, goal: &Board, own: Option<&Partition>| Solver::twin(geometry, goal, own, self.threads);
        Gpu { make: &make }.solve(puzzles, plan, progress, deliver)
    }

    fn enumerate(
        &self,
        instance: &Instance,
        plan: &EnumeratePlan,
        progress: &mut dyn Progress,
    ) -> Result<Enumeration, Error> {
        enumerate(instance, plan, &mut |classes| Ok(Box::new(TwinMap::new(classes))), progress)
    }
}

/// Counts a whole space on a map that `make` makes.
fn enumerate(
    instance: &Instance,
    plan: &EnumeratePlan,
    make: &mut space::Make<'_>,
    progress: &mut dyn Progress,
) -> Result<Enumeration, Error> {
    let refused = |what: &str| Error::Machine { machine: NAME, what: what.into() };
    let deep = Plan {
        algorithm: Some(Algorithm::IdaStar),
        heuristic: Some(HeuristicName::PATTERNS),
        ..Plan::default()
    };
    let Some(Deepening { geometry, goal, .. }) = instance.deepening(&deep) else {
        return Err(refused("counts spaces of tiles that move one by one, and no others"));
    };
    if plan.save.is_some() || plan.diameter || plan.graph.is_some() {
        return Err(refused(
            "counts positions and keeps none: distances, graph and diameter are for the CPU",
        ));
    }
    let census = space::enumerate(geometry, &goal, make, plan.disk.as_deref(), &plan.options(), progress);
    let census = census.map_err(failed)?.map(|board| board.text(Style::Rows).to_string());
    instance.analysis().finish(plan, census, None, Gathered::default(), progress)
}

fn failed(error: crate::Error) -> Error {
    Error::Machine { machine: NAME, what: format!("has failed: {error}") }
}

/// An item that was read: a puzzle and its search, or an answer without a search.
enum Read {
    Task(Instance, Deepening),
    Other(Box<Answered>),
}

/// An answer on its way out; a solution is replayed on the way.
enum Found {
    Report(Instance, Report<Move>),
    /// The blank is where the first tile goes.
    Path {
        instance: Instance,
        grid: Grid,
        blank: u32,
        path: Path,
    },
    Other(Box<Answered>),
}

/// The search of a puzzle, if it is one for the GPU.
fn task(puzzle: Result<Instance, Error>, plan: &Plan) -> Read {
    let instance = match puzzle {
        Ok(instance) => instance,
        Err(error) => return Read::Other(Box::new((None, Err(error)))),
    };
    match instance.deepening(plan).filter(|task| Grid::new(task.geometry).is_ok()) {
        Some(task) => Read::Task(instance, task),
        None => Read::Other(Box::new((Some(instance), Err(refusal())))),
    }
}

/// Delivers answers until there are no more or the receiver breaks.
fn write(found: mpsc::Receiver<Found>, deliver: &mut Deliver<'_>) {
    for found in found {
        let answered = match found {
            Found::Other(answered) => *answered,
            Found::Report(instance, report) => {
                let answer = instance.deepening_answer(report);
                (Some(instance), Ok(answer))
            }
            Found::Path { instance, grid, blank, path: Path { outcome, lower_bound } } => {
                let answer = with_moves(grid, blank, outcome).map_err(failed).map(|outcome| {
                    instance.deepening_answer(Report { outcome, lower_bound, stats: Stats::default() })
                });
                (Some(instance), answer)
            }
        };
        if deliver(answered).is_break() {
            return;
        }
    }
}

impl Gpu<'_> {
    /// Reads and writes on threads of their own, so that the device does not wait for them. What has been read while it
    /// was busy is searched together next.
    fn solve(
        &self,
        puzzles: &mut Puzzles<'_>,
        plan: &Plan,
        progress: &mut dyn Progress,
        deliver: &mut Deliver<'_>,
    ) -> Result<(), Error> {
        let (reader, read) = mpsc::sync_channel::<Read>(MOST);
        let (writer, found) = mpsc::channel::<Found>();
        std::thread::scope(|scope| {
            scope.spawn(move || puzzles.map(|next| task(next, plan)).all(|one| reader.send(one).is_ok()));
            scope.spawn(move || write(found, deliver));
            let done = self.search(&read, plan, progress, &writer);
            // The threads end when the other ends of their channels are gone.
            drop((read, writer));
            done
        })
    }

    fn search(
        &self,
        read: &mpsc::Receiver<Read>,
        plan: &Plan,
        progress: &mut dyn Progress,
        writer: &mpsc::Sender<Found>,
    ) -> Result<(), Error> {
        let (mut known, mut pending) = (None, None);
        while let Some(first) = pending.take().or_else(|| read.recv().ok()) {
            let flow = match first {
                Read::Other(answered) => hand_out(writer, Found::Other(answered)),
                Read::Task(instance, task) => {
                    let mut group = vec![(instance, task)];
                    while group.len() < MOST {
                        match read.try_recv() {
                            Ok(Read::Task(next, task)) if task.is_like(&group[0].1) => {
                                group.push((next, task))
                            }
                            other => {
                                pending = other.ok();
                                break;
                            }
                        }
                    }
                    self.answer(group, plan, &mut known, progress, writer)?
                }
            };
            if flow.is_break() {
                break;
            }
        }
        Ok(())
    }

    /// Answers boards of one goal, in their order, as they are done.
    fn answer(
        &self,
        group: Vec<(Instance, Deepening)>,
        plan: &Plan,
        known: &mut Option<(Deepening, Solver)>,
        progress: &mut dyn Progress,
        writer: &mpsc::Sender<Found>,
    ) -> Result<ControlFlow<()>, Error> {
        let first = group[0].1.clone();
        let solver = match known.take().filter(|(other, _)| other.is_like(&first)) {
            Some((_, solver)) => solver,
            None => {
                let own = plan.partition.as_deref();
                let own = own.map(|own| Partition::named(own, first.geometry, &first.goal)).transpose()?;
                (self.make)(first.geometry, &first.goal, own.as_ref()).map_err(failed)?
            }
        };
        let (_, solver) = known.insert((first.clone(), solver));
        if group.len() > 1 && solver.takes_many(&plan.limits) {
            return all_at_once(group, solver, plan, progress, writer);
        }
        let checkpoints: Vec<Checkpoint> =
            plan.checkpoints.iter().filter_map(|text| text.parse().ok()).collect();
        for (instance, Deepening { geometry, start, goal }) in group {
            let bound = |known: &&Checkpoint| known.bound(geometry, &start, &goal).ok();
            let known = checkpoints.iter().filter(|known| bound(known).is_some()).max_by_key(bound);
            let report = solver.solve(&start, known, &plan.limits, progress).map_err(failed)?;
            if hand_out(writer, Found::Report(instance, report)).is_break() {
                return Ok(ControlFlow::Break(()));
            }
        }
        Ok(ControlFlow::Continue(()))
    }
}

/// Passes an answer on; a break if no more are wanted.
fn hand_out(writer: &mpsc::Sender<Found>, found: Found) -> ControlFlow<()> {
    if writer.send(found).is_ok() { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
}

fn refusal() -> Error {
    let what = "searches tiles of up to 25 cells by ida-star with patterns, and nothing else";
    Error::Machine { machine: NAME, what: what.into() }
}

/// Small boards, which are solved all at once.
fn all_at_once(
    group: Vec<(Instance, Deepening)>,
    solver: &mut Solver,
    plan: &Plan,
    progress: &mut dyn Progress,
    writer: &mpsc::Sender<Found>,
) -> Result<ControlFlow<()>, Error> {
    let first = group[0].1.clone();
    let (instances, tasks): (Vec<Instance>, Vec<Deepening>) = group.into_iter().unzip();
    let boards: Vec<Board> = tasks.into_iter().map(|task| task.start).collect();
    let grid = Grid::new(first.geometry).map_err(failed)?;
    let mut paths: Vec<Option<Path>> = boards.iter().map(|_| None).collect();
    let mut next = 0;
    let mut waiting = instances.into_iter();
    let mut flow = ControlFlow::Continue(());
    let done = solver.solve_paths(&boards, &plan.limits, progress, &mut |number, path| {
        paths[number] = Some(path);
        while let Some(path) = paths.get_mut(next).and_then(Option::take) {
            let blank = boards[next].blank();
            next += 1;
            let Some(instance) = waiting.next().filter(|_| flow.is_continue()) else { break };
            flow = hand_out(writer, Found::Path { instance, grid, blank, path });
        }
        Ok(())
    });
    done.map_err(failed)?;
    Ok(flow)
}

#[cfg(test)]
mod tests {
    use taquin::{Algorithm, Cores, Hints, Limit};

    use super::*;

    const TEXTS: [&str; 6] = [
        "8 6 7 / 2 5 4 / 3 0 1",
        "1 2 3 / 4 0 6 / 7 5 8",
        "4 1 2 / 0 5 3 -> 1 2 3 / 4 5 0",
        "1 2 3 / 4 5 6 / 8 7 0",
        "1A9BF0C",
        "1 2 3",
    ];

    fn answers(machine: &dyn Machine, plan: &Plan, texts: &[&str]) -> Vec<String> {
        let mut lines = Vec::new();
        let mut puzzles = texts.iter().map(|text| Instance::parse(text, &Hints::default()));
        let done = machine.solve(&mut puzzles, plan, &mut (), &mut |(_, answer)| {
            lines.push(match answer {
                Ok(answer) => format!("{:?} {:?}", answer.steps().map(<[_]>::len), answer.reason),
                Err(error) => error.to_string(),
            });
            ControlFlow::Continue(())
        });
        done.expect("no device fails");
        lines
    }

    #[test]
    fn the_twin_answers_as_the_cores_do_and_says_what_it_does_not() {
        let plan = Plan { algorithm: Some(Algorithm::IdaStar), ..Plan::default() };
        let twins = answers(&Twins { threads: 2 }, &plan, &TEXTS);
        // The blocks would take the cores long.
        assert_eq!(twins[..4], answers(&Cores, &plan, &TEXTS[..4]));
        assert!(twins[4].starts_with("the GPU searches tiles"), "{}", twins[4]);
        assert_eq!(twins[5..], answers(&Cores, &plan, &TEXTS[5..]));
        let large: Vec<String> = [1, 0].into_iter().chain(2..36).map(|tile: u32| tile.to_string()).collect();
        let refused = answers(&Twins { threads: 1 }, &plan, &[&large.join(" "), TEXTS[1]]);
        assert!(refused[0].starts_with("the GPU searches tiles of up to 25 cells"), "{}", refused[0]);
        assert!(refused[1].starts_with("Some(2)"), "{}", refused[1]);
    }

    #[test]
    fn a_machine_ends_when_no_more_answers_are_wanted() {
        let mut endless = std::iter::repeat_with(|| Instance::parse(TEXTS[1], &Hints::default()));
        let plan = Plan { algorithm: Some(Algorithm::IdaStar), ..Plan::default() };
        let mut count = 0;
        let done = Twins { threads: 1 }.solve(&mut endless, &plan, &mut (), &mut |(_, answer)| {
            assert_eq!(answer.unwrap().steps().map(<[_]>::len), Some(2));
            count += 1;
            if count < 3 { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
        });
        assert_eq!((done.is_ok(), count), (true, 3));
    }

    #[test]
    fn the_twin_counts_spaces_as_the_cores_do_and_says_which_it_does_not() {
        let count = |machine: &dyn Machine, text: &str, plan: &EnumeratePlan| {
            let instance = Instance::parse(text, &Hints::default()).unwrap();
            machine.enumerate(&instance, plan, &mut ()).map(|found| (found.origin, found.census))
        };
        let plan = EnumeratePlan { depth: Some(12), ..EnumeratePlan::default() };
        let twins = Twins { threads: 1 };
        let (mine, theirs) =
            (count(&twins, TEXTS[0], &plan).unwrap(), count(&Cores, TEXTS[0], &plan).unwrap());
        assert_eq!(
            (mine.0, &mine.1.levels, mine.1.stopped),
            (theirs.0, &theirs.1.levels, Some(Limit::Depth))
        );
        let error = count(&twins, "1A9BF0C", &plan).unwrap_err().to_string();
        assert!(error.starts_with("the GPU counts spaces of tiles"), "{error}");
        let save = EnumeratePlan { save: Some("file".into()), ..plan };
        assert!(count(&twins, TEXTS[0], &save).unwrap_err().to_string().contains("keeps none"));
    }
}
