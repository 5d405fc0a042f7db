//! The space of a position of blocks: levels from the start, distances to the goal, the diameter, the graph
//! as a file; and what is known about whole piece sets.

use std::io::{self, Write};
use std::ops::ControlFlow;
use std::path::Path;

use taquin_blocks::format::picture;
use taquin_blocks::{
    Blocks, Distances, Levels, Problem, SavedDistances, Scope, StateGraph, Task, WholeSpace, Word,
    compile_even, compile_wide, replay_from,
};
use taquin_files::Beside;
use taquin_search::host::Instant;
use taquin_search::{Cost, Estimate, Limit, Outcome, Progress, Report, Stats};
use taquin_space::{Census, FROM_GOALS, FromGoals, block_levels, expected_size};

use super::step;
use crate::answer::Step;
use crate::enumeration::{
    Component, Diameter, EnumeratePlan, Enumeration, PieceSet, SavedSpace, ToGoal, on_disk,
};
use crate::error::Error;
use crate::gatherer::{Gathered, Kind};
use crate::reason::Rule;
use crate::trace::{Traced, Tracer, Words};
use crate::walk::Walk;

/// The bytes for each position while distances are computed and written.
const BYTES: usize = 64;

/// Checks that the plan asks only for what blocks have.
fn check(problem: &Problem, plan: &EnumeratePlan) -> Result<(), Error> {
    if plan.save.is_some() && problem.goal().is_empty() { Err(Error::NoGoal) } else { Ok(()) }
}

/// Looks at everything that the start of `problem` leads to.
pub(super) fn enumerate(
    problem: &Problem,
    plan: &EnumeratePlan,
    progress: &mut dyn Progress,
) -> Result<Enumeration, Error> {
    check(problem, plan)?;
    match &plan.disk {
        Some(folder) => on_disk(problem, plan, folder, progress),
        None => compile_even(problem, Scope::Reachable, Look { plan, progress })?,
    }
}

/// All components of the pieces of `problem`, wherever they may stand.
pub(super) fn components(problem: &Problem, plan: &EnumeratePlan) -> Result<Option<PieceSet>, Error> {
    struct Parts<'a>(&'a EnumeratePlan);
    impl Task for Parts<'_> {
        type Output = Option<PieceSet>;
        fn run<O: Word, C: Word>(self, blocks: &Blocks<O, C>) -> Option<PieceSet> {
            let parts = taquin_blocks::components(blocks, self.0.threads(), &self.0.limits)?;
            let component = |part: &taquin_blocks::Component<C>| Component {
                positions: part.states,
                goals: part.goals,
                example: picture::one_line(blocks, part.first),
            };
            let positions = parts.iter().map(|part| part.states).sum();
            Some(PieceSet { positions, components: parts.iter().map(component).collect() })
        }
    }
    Ok(compile_even(problem, Scope::Everywhere, Parts(plan))?)
}

/// All positions, if the plan needs them.
pub(super) fn gathered(problem: &Problem, plan: &EnumeratePlan) -> Result<Gathered, Error> {
    check(problem, plan)?;
    if plan.save.is_none() && !plan.diameter && plan.graph.is_none() {
        return Ok(Gathered::default());
    }
    let most = plan.limits.memory.map_or(u64::MAX, |bytes| (bytes / BYTES) as u64);
    Ok(Gathered(Kind::States(Vec::new(), most)))
}

/// What the start of `problem` leads to, of which `census` has been counted and, where nothing was to be
/// gathered, the distances from all goals.
pub(super) fn finish(
    problem: &Problem,
    plan: &EnumeratePlan,
    census: Census<String>,
    from_goals: Option<FromGoals>,
    gathered: Gathered,
    progress: &mut dyn Progress,
) -> Result<Enumeration, Error> {
    struct Whole<'a>(Vec<Vec<u8>>, &'a EnumeratePlan, Enumeration, &'a mut dyn Progress);
    impl Task for Whole<'_> {
        type Output = Result<Enumeration, Error>;
        fn run<O: Word, C: Word>(self, blocks: &Blocks<O, C>) -> Self::Output {
            let Whole(parts, plan, mut found, progress) = self;
            let levels = Levels::from_states(block_levels::<C>(&parts), plan.threads());
            drop(parts);
            let mut space = WholeSpace::known(blocks, levels.states(), plan.threads(), &plan.limits);
            let start = levels.nearest(|state| blocks.reached(state));
            let started = Instant::now();
            Finish { blocks, plan, progress, started }.run(&mut space, Some(levels), start, &mut found)?;
            Ok(found)
        }
    }
    let to_goal = from_goals.map(|from_goals| ToGoal::of(from_goals, census.total()));
    let found = Enumeration { to_goal, ..Enumeration::from_start(census) };
    match gathered.0 {
        Kind::States(parts, _) if !parts.is_empty() => {
            compile_even(problem, Scope::Reachable, Whole(parts, plan, found, progress))?
        }
        _ => Ok(found),
    }
}

struct Look<'a, 'b> {
    plan: &'a EnumeratePlan,
    progress: &'b mut dyn Progress,
}

impl Task for Look<'_, '_> {
    type Output = Result<Enumeration, Error>;

    fn run<O: Word, C: Word>(self, blocks: &Blocks<O, C>) -> Self::Output {
        let Look { plan, progress } = self;
        let started = Instant::now();
        let mut space = WholeSpace::new(blocks, plan.threads(), &plan.limits);
        let depth = plan.depth.map_or(Cost::MAX, |depth| Cost::try_from(depth).unwrap_or(Cost::MAX));
        let keep = plan.diameter || plan.graph.is_some();
        let pass = space.from_start(depth, keep, &mut Pass { progress, whole: None });
        let census = Census {
            levels: pass.levels,
            stopped: pass.stopped,
            farthest: lines(blocks, &pass.farthest),
            peak_bytes: pass.peak_bytes,
            seconds: pass.seconds,
        };
        let mut found = Enumeration::from_start(census);
        if pass.stopped.is_none() {
            let positions = found.census.total();
            let needed = u128::from(positions) * bytes_for::<C>(plan) as u128;
            if plan.limits.memory.is_some_and(|most| needed > most as u128) {
                return Err(taquin_space::Error::NoRoom { positions }.into());
            }
            Finish { blocks, plan, progress, started }.run(
                &mut space,
                pass.states,
                pass.nearest_goal,
                &mut found,
            )?;
        }
        Ok(found)
    }
}

/// The bytes that each position takes where all of them are needed at once: its state in several lists,
/// its distance, and in a graph its neighbours.
fn bytes_for<C>(plan: &EnumeratePlan) -> usize {
    let graph = if plan.diameter || plan.graph.is_some() { 4 * size_of::<C>() + 64 } else { 0 };
    let table = if plan.save.is_some() { 5 * size_of::<C>() + 8 } else { 0 };
    graph.max(table)
}

/// What needs the whole component: distances to the goal, the diameter, files.
struct Finish<'a, 'b, O, C> {
    blocks: &'a Blocks<O, C>,
    plan: &'a EnumeratePlan,
    progress: &'b mut dyn Progress,
    /// When the time that the limits allow began to run.
    started: Instant,
}

impl<O: Word, C: Word> Finish<'_, '_, O, C> {
    /// Continues after the first pass over `space`, given its `states`, if they were kept, and the distance of the
    /// nearest goal.
    fn run(
        self,
        space: &mut WholeSpace<'_, O, C>,
        states: Option<Levels<C>>,
        start: Option<Cost>,
        found: &mut Enumeration,
    ) -> Result<(), Error> {
        let Finish { blocks, plan, progress, started } = self;
        let total = found.census.total();
        if !blocks.problem().goal().is_empty() {
            progress.phase(FROM_GOALS);
            let mut second = Pass { progress, whole: Some(total.into()) };
            let pass = space.from_goals(plan.save.is_some(), &mut second);
            if let (Some(file), None) = (&plan.save, pass.stopped) {
                let threads = plan.threads();
                let distances = match (&pass.states, &states) {
                    (Some(levels), _) if start.is_some() => Distances::new(levels, threads),
                    (_, Some(levels)) => Distances::never(levels, threads),
                    _ => {
                        // The states are not needed before it is known that there is no goal.
                        let again = space.from_start(Cost::MAX, true, &mut second);
                        Distances::never(&again.states.unwrap_or_default(), threads)
                    }
                };
                write(file, |out| distances.write(blocks, out))?;
            }
            found.census.peak_bytes = found.census.peak_bytes.max(pass.peak_bytes);
            found.to_goal = Some(ToGoal {
                levels: pass.levels,
                stopped: pass.stopped,
                never: if start.is_none() { total } else { 0 },
                start,
                farthest: lines(blocks, &pass.farthest),
            });
        }
        if let Some(states) = states.filter(|_| plan.diameter || plan.graph.is_some()) {
            progress.phase("longest way");
            tell_graph(blocks, &states, plan, started, found)?;
        }
        Ok(())
    }
}

/// The graph of all positions: its file, and its diameter.
fn tell_graph<O: Word, C: Word>(
    blocks: &Blocks<O, C>,
    states: &Levels<C>,
    plan: &EnumeratePlan,
    started: Instant,
    found: &mut Enumeration,
) -> Result<(), Error> {
    let graph = StateGraph::new(blocks, states, plan.threads());
    found.edges = Some(graph.edges());
    if let Some(file) = &plan.graph {
        let csv = file.extension().is_some_and(|end| end.eq_ignore_ascii_case("csv"));
        write(file, |out| if csv { graph.write_csv(out) } else { graph.write_graphml(blocks, out) })?;
    }
    if plan.diameter {
        let limit = || match plan.limits.time {
            _ if plan.limits.is_cancelled() => Some(Limit::Cancelled),
            Some(most) if started.elapsed() >= most => Some(Limit::Time),
            _ => None,
        };
        let (longest, stopped) = match graph.diameter(plan.threads(), || limit().is_some()) {
            Ok(longest) => (longest, None),
            Err(longest) => (longest, limit()),
        };
        let line = |vertex: u32| picture::one_line(blocks, graph.states()[vertex as usize]);
        let example = longest.pairs.first().map(|&(a, b)| (line(a), line(b)));
        found.diameter =
            Some(Diameter { moves: longest.moves, pairs: longest.pairs.len(), example, stopped });
    }
    Ok(())
}

fn lines<O: Word, C: Word>(blocks: &Blocks<O, C>, states: &[C]) -> Vec<String> {
    let mut lines: Vec<String> = states.iter().map(|&state| picture::one_line(blocks, state)).collect();
    lines.sort();
    lines
}

/// Writes a file that is complete or not there.
fn write(path: &Path, body: impl FnOnce(&mut dyn Write) -> io::Result<()>) -> Result<(), Error> {
    let written = Beside::create(path).and_then(|mut out| {
        body(&mut out)?;
        out.commit()
    });
    written.map_err(|error| Error::file(path, &error))
}

/// The solution of `problem` from a file of distances, traced move by move. The position may omit its goal, which is
/// that of the file.
pub(super) fn look_up(
    problem: &Problem,
    file: &Path,
    tracer: Option<&mut dyn Tracer>,
) -> Result<Report<Step>, Error> {
    struct Answer<'a, 't>(&'a SavedDistances, &'a Problem, Option<&'t mut dyn Tracer>);
    impl Task for Answer<'_, '_> {
        type Output = Result<Outcome<Step>, Error>;
        fn run<O: Word, C: Word>(self, blocks: &Blocks<O, C>) -> Self::Output {
            let other = || Error::OtherComponent { start: picture::start_line(self.0.problem()) };
            let state = blocks.state_of(self.1).ok_or_else(other)?;
            let Some(moves) = self.0.solution(blocks, state).ok_or_else(other)? else {
                return Ok(Outcome::Unsolvable);
            };
            let end = moves.iter().fold(state, |state, &mv| blocks.moved(state, mv));
            if !blocks.reached(end) {
                let what = "the distances in the file are not those of its puzzle".to_string();
                return Err(taquin_blocks::Error::Distances(what).into());
            }
            if let Some(tracer) = self.2 {
                let words = Words {
                    state: &|state: &C| picture::one_line(blocks, *state),
                    step: &|mv, _: &C| picture::move_in_words(blocks, mv),
                };
                let mut traced = Traced::new(tracer, words, Rule::Walk);
                traced.phase("the way down by the distances in the file", Rule::Walk);
                let _ = Walk::new(blocks, state).go_along(&moves, &mut traced);
            }
            let steps = replay_from(blocks, self.1, &moves).ok_or_else(other)?;
            let cost = steps.len() as Cost;
            Ok(Outcome::Solved { moves: steps.into_iter().map(step).collect(), cost })
        }
    }
    let clock = taquin_search::host::Instant::now();
    let saved = open_saved(problem, file)?;
    let outcome = compile_even(saved.problem(), Scope::Reachable, Answer(&saved, problem, tracer))??;
    let lower_bound = if let Outcome::Solved { cost, .. } = outcome { cost } else { Cost::MAX };
    let stats = Stats { seconds: clock.elapsed().as_secs_f64(), ..Stats::default() };
    Ok(Report { outcome, lower_bound, stats })
}

/// What a file of distances says about the space of `problem`.
pub(super) fn saved_space(problem: &Problem, file: &Path) -> Result<SavedSpace, Error> {
    struct Distance<'a>(&'a SavedDistances, &'a Problem);
    impl Task for Distance<'_> {
        type Output = Option<Option<Cost>>;
        fn run<O: Word, C: Word>(self, blocks: &Blocks<O, C>) -> Self::Output {
            self.0.of(blocks.state_of(self.1)?)
        }
    }
    let saved = open_saved(problem, file)?;
    let distance = compile_even(saved.problem(), Scope::Reachable, Distance(&saved, problem))?;
    let other = || Error::OtherComponent { start: picture::start_line(saved.problem()) };
    Ok(SavedSpace { to_goal: saved.levels(), distance: distance.ok_or_else(other)? })
}

/// The puzzle with the goal of a file of distances, if it has none of its own.
pub(super) fn with_goal_of(problem: &Problem, file: &Path) -> Result<Option<Problem>, Error> {
    struct Start<'a>(&'a Problem);
    impl Task for Start<'_> {
        type Output = Option<Problem>;
        fn run<O: Word, C: Word>(self, blocks: &Blocks<O, C>) -> Self::Output {
            blocks.from_start_of(self.0)
        }
    }
    if !problem.goal().is_empty() {
        return Ok(None);
    }
    let saved = open_saved(problem, file)?;
    let there = compile_wide(saved.problem(), Scope::Reachable, Start(problem))?;
    there.map(Some).ok_or_else(|| Error::OtherComponent { start: picture::start_line(saved.problem()) })
}

/// Whether a file has the distances of some puzzle of blocks.
pub(super) fn check_saved(file: &Path) -> Result<(), Error> {
    let bytes = taquin_files::read(file).map_err(|error| Error::file(file, &error))?;
    Ok(SavedDistances::new(bytes).map(drop)?)
}

fn open_saved(problem: &Problem, file: &Path) -> Result<SavedDistances, Error> {
    let bytes = taquin_files::read(file).map_err(|error| Error::file(file, &error))?;
    let saved = SavedDistances::new(bytes)?;
    if saved.problem().metric() != problem.metric() {
        return Err(Error::OtherMetric { metric: saved.problem().metric() });
    }
    Ok(saved)
}

/// Adds an estimate to the reports of a pass over the whole space.
struct Pass<'a> {
    progress: &'a mut dyn Progress,
    /// All positions, if this is the second pass.
    whole: Option<u128>,
}

impl Progress for Pass<'_> {
    fn bound(&mut self, bound: Cost) {
        self.progress.bound(bound + 1);
    }

    fn tick(&mut self, stats: &Stats) -> ControlFlow<()> {
        let counts: Vec<u64> = stats.bounds.iter().map(|level| level.expanded).collect();
        let done = stats.expanded - counts.iter().sum::<u64>();
        let done = done as f64 / counts.last().copied().unwrap_or(1).max(done) as f64;
        let total = self.whole.or_else(|| expected_size(&counts)).map(|size| size as f64);
        self.progress.estimate(&Estimate { lower_bound: 0, done, total });
        self.progress.tick(stats)
    }
}

#[cfg(test)]
mod tests {
    use taquin_search::Limits;

    use super::*;
    use crate::blocks::Metric;
    use crate::{Hints, Instance, Plan, solve};

    fn problem(text: &str) -> Problem {
        Instance::parse(text, &Hints::default()).unwrap().of::<Problem>().unwrap().clone()
    }

    fn looked(problem: &Problem, plan: &EnumeratePlan) -> Enumeration {
        enumerate(problem, plan, &mut ()).unwrap()
    }

    #[test]
    fn the_classic_is_counted_from_both_ends() {
        let plan = EnumeratePlan { diameter: true, ..EnumeratePlan::default() };
        let found = looked(&problem("1A9BF0C").with_metric(Metric::Unit), &plan);
        assert_eq!(found.census.total(), 25_955);
        let goal = found.to_goal.unwrap();
        assert_eq!((goal.start, goal.levels[0], goal.never), (Some(116), 964, 0));
        assert_eq!((goal.levels.iter().sum::<u64>(), goal.levels.len()), (25_955, 127));
        assert_eq!(goal.farthest.len() as u64, goal.levels[126]);
        let diameter = found.diameter.unwrap();
        assert_eq!((diameter.moves, diameter.pairs, found.edges), (190, 8, Some(41_948)));
        let plan = EnumeratePlan { depth: Some(3), ..EnumeratePlan::default() };
        let few = looked(&problem("1A9BF0C"), &plan);
        assert_eq!((few.census.levels, few.census.stopped), (vec![1, 8, 10, 15], Some(Limit::Depth)));
        assert_eq!(few.to_goal, None);
        let set = components(&problem("1A9BF0C"), &EnumeratePlan::default()).unwrap().unwrap();
        assert_eq!((set.positions, set.components.len(), set.components[0].positions), (65_880, 898, 25_955));
    }

    #[test]
    fn levels_on_disk_lead_to_the_same() {
        let folder = tempfile::tempdir().unwrap();
        let file = |name: &str| folder.path().join(name);
        let start = problem("ZZaa/ZZbb/de../fghh/fgii\ngoal: ..../..../..../ZZ../ZZ..");
        let plan = EnumeratePlan { save: Some(file("memory")), diameter: true, ..EnumeratePlan::default() };
        let memory = looked(&start, &plan);
        let plan = EnumeratePlan { save: Some(file("disk")), disk: Some(file("levels")), ..plan };
        let disk = looked(&start, &plan);
        assert_eq!(disk.census.levels, memory.census.levels);
        assert_eq!(
            (disk.edges, disk.diameter.unwrap().moves),
            (memory.edges, memory.diameter.unwrap().moves)
        );
        let expected = memory.to_goal.unwrap();
        assert_eq!(disk.to_goal.unwrap().levels, expected.levels);
        assert_eq!(std::fs::read(file("disk")).unwrap(), std::fs::read(file("memory")).unwrap());
        // Without a file all positions are not needed at once.
        let counts = EnumeratePlan { disk: Some(file("counts")), ..EnumeratePlan::default() };
        let counted = looked(&start, &counts);
        assert_eq!((counted.census.levels, counted.to_goal), (memory.census.levels, Some(expected)));
        let limits = Limits { memory: Some(1 << 16), ..Limits::default() };
        let little = EnumeratePlan { limits, disk: Some(file("other")), ..plan };
        let why = enumerate(&start, &little, &mut ()).unwrap_err().to_string();
        assert!(why.contains("at once"), "{why}");
    }

    #[test]
    fn saved_distances_answer_any_position_of_the_component() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("pennant.taq");
        let start = problem("ZZaa/ZZbb/de../fghh/fgii\ngoal: ..../..../..../ZZ../ZZ..");
        let plan = EnumeratePlan { save: Some(file.clone()), ..EnumeratePlan::default() };
        let goal = looked(&start, &plan).to_goal.unwrap();
        let by_file = Plan { distances: Some(file.clone()), ..Plan::default() };
        let answer = |problem: &Problem, plan: &Plan| {
            solve(&Instance::from(problem.clone()), plan, &mut ()).map(|answer| answer.report)
        };
        assert_eq!(answer(&start, &by_file).unwrap().lower_bound, 59);
        // The farthest position, with other names and without a goal of its own.
        let line = goal.farthest[0].replace('Z', "q");
        let far = answer(&problem(&line), &by_file).unwrap();
        assert_eq!(far.lower_bound as usize, goal.levels.len() - 1);
        let Outcome::Solved { moves, .. } = far.outcome else { panic!("it has a solution") };
        let far_away = problem(&line);
        assert!(moves.iter().any(|step| far_away.pieces()[step.piece as usize].name == 'q'));
        let searched = format!("{}\ngoal: ..../..../..../ZZ../ZZ..", goal.farthest[0]);
        assert_eq!(answer(&problem(&searched), &Plan::default()).unwrap().lower_bound, far.lower_bound);
        // What is not in the file is said, whatever the reason.
        let other = problem("ZZaa/ZZbb/de../fghh/fgii\ngoal: ..../..../..../.ZZ./.ZZ.");
        assert!(matches!(answer(&other, &by_file), Err(Error::OtherComponent { .. })));
        assert!(matches!(answer(&problem("ab\n.."), &by_file), Err(Error::OtherComponent { .. })));
        let unit = start.clone().with_metric(Metric::Unit);
        assert!(matches!(answer(&unit, &by_file), Err(Error::OtherMetric { metric: Metric::Finger })));
        let mut bytes = std::fs::read(&file).unwrap();
        for (length, change) in [(bytes.len(), 70), (bytes.len() - 1, 0), (20, 0), (3, 0)] {
            bytes[change] ^= 1;
            std::fs::write(&file, &bytes[..length]).unwrap();
            assert!(matches!(answer(&start, &by_file), Err(Error::Blocks(_))), "{length} {change}");
            bytes[change] ^= 1;
        }
    }
}
