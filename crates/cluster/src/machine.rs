//! The hosts of a cluster as one machine of the facade.
//!
//! Every host runs the same program. The first one reads the puzzles and prints the answers. Many puzzles
//! are distributed a few at a time, and each host solves its own. A single puzzle is solved by the first
//! host, and the others search subtrees of its long bounds as its [`Crew`].

use std::collections::{BTreeMap, HashMap, VecDeque};
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use serde_json::{Value, json};
use taquin::families::tiles::deepening;
use taquin::tiles::deepening::{Crew, Engine, Quest, Share, Shares, Walked};
use taquin::{
    Answered, Deliver, Error, Hints, Instance, Limit, Limits, Machine, Outcome, Plan, Progress, Puzzles,
    answer_value, read_answer,
};
use taquin_tiles::{Board, Geometry};

use crate::cluster::Cluster;
use crate::queue::{Next, TaskSource, Tasks, share};

/// What the machine is called in messages.
const NAME: &str = "the cluster";

/// The most puzzles, or subtrees, of one task.
const MOST: usize = 64;

/// The least number of times that a host should ask while there is work.
const TURNS: usize = 16;

/// How long the first host sleeps before it looks what the others have walked.
const PAUSE: Duration = Duration::from_millis(2);

/// The hosts of a cluster as one machine.
pub struct Together {
    cluster: Cluster,
    /// The description of the job, which must be the same on all hosts.
    job: String,
    /// The machine of each host.
    own: Box<dyn Machine>,
    /// Set from outside to stop.
    cancel: Arc<AtomicBool>,
    begun: AtomicBool,
}

impl Together {
    /// The hosts of `cluster`, each of which works on its `own` machine until `cancel` is set. `job` must be
    /// the same text on all hosts.
    ///
    /// # Errors
    /// If this computer is not in the list of hosts.
    pub fn new(
        cluster: Cluster,
        job: String,
        own: Box<dyn Machine>,
        cancel: Arc<AtomicBool>,
    ) -> Result<Self, crate::Error> {
        cluster.seat()?;
        Ok(Together { cluster, job, own, cancel, begun: AtomicBool::new(false) })
    }
}

fn failed(error: crate::Error) -> Error {
    Error::Machine { machine: NAME, what: format!("has failed: {error}") }
}

/// The first byte of a setup: what the tasks are.
const PUZZLES: u8 = b'p';
const WALKS: u8 = b'w';

impl Machine for Together {
    fn leads(&self) -> Result<bool, Error> {
        Ok(self.cluster.seat().map_err(failed)? == 0)
    }

    fn abandon(&self, why: &str) {
        if !self.begun.swap(true, Ordering::Relaxed) {
            let source = || Err::<Walks<'_>, _>(why.to_string());
            // The other hosts are told if they are there; this host reports its own error.
            let _ =
                share(&self.cluster, &self.job, &self.cancel, &AtomicBool::new(false), source, |_, _| Ok(()));
        }
    }

    fn solve(
        &self,
        puzzles: &mut Puzzles<'_>,
        plan: &Plan,
        progress: &mut dyn Progress,
        deliver: &mut Deliver<'_>,
    ) -> Result<(), Error> {
        self.begun.store(true, Ordering::Relaxed);
        let stop = Arc::new(AtomicBool::new(false));
        let limits = Limits { cancel: Some(Arc::clone(&stop)), ..plan.limits.clone() };
        let plan = Plan { limits, ..plan.clone() };
        let help = |setup: &[u8], tasks: &Tasks| match setup.first() {
            Some(&PUZZLES) => solve_tasks(&*self.own, &plan, tasks),
            Some(&WALKS) => walk_tasks(&plan, tasks),
            _ => Ok(()),
        };
        if !self.leads()? {
            let nobody =
                || -> Result<Handout<'_, '_>, String> { unreachable!("the first host has the puzzles") };
            share(&self.cluster, &self.job, &self.cancel, &stop, nobody, help).map_err(failed)?;
            return Ok(());
        }
        let mut head: VecDeque<_> = puzzles.take(2).collect();
        if head.len() == 1 {
            let first = head.pop_front().expect("there is one");
            return self.solve_one(first, &plan, &stop, progress, deliver);
        }
        let mut puzzles = head.into_iter().chain(puzzles);
        let mut handout = Some(Handout::new(&mut puzzles, deliver));
        let source = || Ok(handout.take().expect("asked once"));
        share(&self.cluster, &self.job, &self.cancel, &stop, source, help).map_err(failed)?;
        Ok(())
    }
}

impl Together {
    /// Solves a single puzzle on this host; the others walk subtrees of it.
    fn solve_one(
        &self,
        puzzle: Result<Instance, Error>,
        plan: &Plan,
        stop: &Arc<AtomicBool>,
        progress: &mut dyn Progress,
        deliver: &mut Deliver<'_>,
    ) -> Result<(), Error> {
        let exchange = Arc::new(Exchange::default());
        let crew: Arc<dyn Crew> = exchange.clone();
        let plan = Plan { crew: Some(crew), ..plan.clone() };
        let mut answered: Option<Answered> = None;
        let (result, ended) = std::thread::scope(|scope| {
            let queue = scope.spawn(|| {
                // This host solves on the calling thread, so its part of the queue is to wait for that.
                let wait = |_: &[u8], _: &Tasks| {
                    while !exchange.is_over.load(Ordering::Relaxed) && !stop.load(Ordering::Relaxed) {
                        std::thread::sleep(PAUSE);
                    }
                    Ok(())
                };
                let source = || Ok(Walks(&exchange));
                share(&self.cluster, &self.job, &self.cancel, stop, source, wait).map(drop)
            });
            let mut one = std::iter::once(puzzle);
            let result = self.own.solve(&mut one, &plan, progress, &mut |found| {
                answered = Some(found);
                ControlFlow::Continue(())
            });
            exchange.is_over.store(true, Ordering::Relaxed);
            (result, queue.join())
        });
        result?;
        let ended = ended.unwrap_or_else(|panic| std::panic::resume_unwind(panic));
        // An answer that was found counts, whatever became of the others afterwards.
        match answered {
            Some((instance, answer)) if ended.is_ok() || is_final(&answer) => {
                let _ = deliver((instance, answer));
                Ok(())
            }
            _ => ended.map_err(failed),
        }
    }
}

/// Whether an answer does not depend on which host has helped.
fn is_final(answer: &Result<taquin::Answer, Error>) -> bool {
    answer.as_ref().is_ok_and(|answer| !matches!(answer.report.outcome, Outcome::Stopped(_)))
}

/// Puzzles that were distributed, and answers that wait for earlier ones.
struct Handout<'a, 'b> {
    puzzles: Box<dyn Iterator<Item = Result<Instance, Error>> + 'a>,
    deliver: &'a mut Deliver<'b>,
    /// The puzzles that were distributed and not answered yet, by their place.
    open: HashMap<usize, Instance>,
    answers: BTreeMap<usize, Answered>,
    /// The places of the next puzzle and of the next answer.
    given: usize,
    told: usize,
    exhausted: bool,
    ended: bool,
}

impl<'a, 'b> Handout<'a, 'b> {
    fn new(
        puzzles: &'a mut (dyn Iterator<Item = Result<Instance, Error>> + 'a),
        deliver: &'a mut Deliver<'b>,
    ) -> Self {
        Handout {
            puzzles: Box::new(puzzles),
            deliver,
            open: HashMap::new(),
            answers: BTreeMap::new(),
            given: 0,
            told: 0,
            exhausted: false,
            ended: false,
        }
    }

    /// The next puzzle that another host can solve; the others are answered at once.
    fn next_puzzle(&mut self) -> Option<(usize, Value)> {
        loop {
            let Some(puzzle) = self.puzzles.next() else {
                self.exhausted = true;
                return None;
            };
            let place = self.given;
            self.given += 1;
            let answered = match puzzle {
                Err(error) => (None, Err(error)),
                Ok(instance) => match instance.text() {
                    Some(text) => {
                        let value = puzzle_value(&text, &instance.hints());
                        self.open.insert(place, instance);
                        return Some((place, value));
                    }
                    None => {
                        let what = "is not possible for a position that has no text".into();
                        (Some(instance), Err(Error::Machine { machine: NAME, what }))
                    }
                },
            };
            self.hand_in(place, answered);
        }
    }

    fn hand_in(&mut self, place: usize, answered: Answered) {
        self.answers.insert(place, answered);
        while !self.ended
            && let Some(answered) = self.answers.remove(&self.told)
        {
            self.told += 1;
            self.ended = (self.deliver)(answered).is_break();
        }
    }
}

impl TaskSource for Handout<'_, '_> {
    fn setup(&self) -> Vec<u8> {
        vec![PUZZLES]
    }

    fn next(&mut self, hosts: usize) -> Result<Next, String> {
        let most = (self.told / (TURNS * hosts)).clamp(1, MOST);
        let puzzles: Vec<(usize, Value)> =
            std::iter::from_fn(|| if self.exhausted { None } else { self.next_puzzle() })
                .take(most)
                .collect();
        Ok(if puzzles.is_empty() { Next::Never } else { Next::Task(json!(puzzles).to_string().into_bytes()) })
    }

    fn take(&mut self, answer: &[u8]) -> Result<(), String> {
        let unreadable = || "an answer that cannot be read".to_string();
        let [place, answer]: [Value; 2] = serde_json::from_slice(answer).map_err(|_| unreadable())?;
        let place = place.as_u64().ok_or_else(unreadable)? as usize;
        let instance = self.open.remove(&place).ok_or("an answer to no question")?;
        let answer = match answer["error"].as_str() {
            Some(why) => Err(Error::Machine { machine: "a host", what: format!("says: {why}") }),
            None => Ok(read_answer(&answer).ok_or_else(unreadable)?),
        };
        self.hand_in(place, (Some(instance), answer));
        Ok(())
    }

    fn is_done(&mut self) -> bool {
        self.ended || (self.exhausted && self.told == self.given)
    }
}

fn puzzle_value(text: &str, hints: &Hints) -> Value {
    json!([text, hints.torus, hints.size])
}

fn read_puzzle(value: &Value) -> Option<Instance> {
    let size = serde_json::from_value(value[2].clone()).ok()?;
    let hints = Hints { torus: value[1].as_bool()?, size, ..Hints::default() };
    Instance::parse(value[0].as_str()?, &hints).ok()
}

/// Solves puzzles as long as there are some.
fn solve_tasks(own: &dyn Machine, plan: &Plan, tasks: &Tasks) -> Result<(), String> {
    let places = Mutex::new(VecDeque::new());
    let unreadable = Mutex::new(false);
    let lock = |places: &Mutex<VecDeque<usize>>| -> Option<usize> {
        places.lock().unwrap_or_else(PoisonError::into_inner).pop_front()
    };
    let mut here: VecDeque<(usize, Value)> = VecDeque::new();
    let mut puzzles = std::iter::from_fn(|| {
        while here.is_empty() {
            match serde_json::from_slice(&tasks.next()?) {
                Ok(puzzles) => here = puzzles,
                Err(_) => {
                    *unreadable.lock().unwrap_or_else(PoisonError::into_inner) = true;
                    return None;
                }
            }
        }
        let (place, value) = here.pop_front()?;
        places.lock().unwrap_or_else(PoisonError::into_inner).push_back(place);
        Some(read_puzzle(&value).ok_or(Error::NoAnswer))
    });
    let done = own.solve(&mut puzzles, plan, &mut (), &mut |(_, answer)| {
        let Some(place) = lock(&places) else { return ControlFlow::Break(()) };
        let value = match &answer {
            Ok(answer) if answer.report.outcome == Outcome::Stopped(Limit::Cancelled) => {
                return ControlFlow::Break(());
            }
            Ok(answer) => answer_value(answer),
            Err(error) => json!({ "error": error.to_string() }),
        };
        tasks.answer(json!([place, value]).to_string().into_bytes());
        ControlFlow::Continue(())
    });
    if unreadable.into_inner().unwrap_or_else(PoisonError::into_inner) {
        return Err("a task that cannot be read".into());
    }
    done.map_err(|error| error.to_string())
}

/// What the first host and the crew that it asks for exchange while a single puzzle is solved.
#[derive(Default)]
struct Exchange {
    inside: Mutex<Inside>,
    /// Whether the puzzle is solved, or given up.
    is_over: AtomicBool,
}

#[derive(Default)]
struct Inside {
    /// How many hosts there are, once one has asked.
    hosts: usize,
    /// Tasks for hosts that ask.
    ready: VecDeque<Vec<u8>>,
    /// The tasks that were taken and not answered yet.
    taken: usize,
    /// What came back.
    back: Vec<Walked>,
}

impl std::fmt::Debug for Exchange {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Exchange").finish_non_exhaustive()
    }
}

impl Exchange {
    fn inside(&self) -> MutexGuard<'_, Inside> {
        self.inside.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Crew for Exchange {
    fn walk(&self, quest: &Quest, shares: &dyn Shares) {
        let quest = quest_value(quest);
        loop {
            let mut inside = self.inside();
            let others = inside.hosts.saturating_sub(1);
            for walked in std::mem::take(&mut inside.back) {
                shares.take(walked);
            }
            let mut none_left = others == 0;
            // One task for each host beyond those that it works on.
            while inside.ready.len() < others && !none_left {
                let most = (shares.left() / (TURNS * inside.hosts)).clamp(1, MOST);
                match shares.share(most) {
                    Some(Share { bound, roots }) => {
                        inside.ready.push_back(json!([quest, bound, roots]).to_string().into_bytes());
                    }
                    None => none_left = true,
                }
            }
            let idle = none_left && inside.ready.is_empty() && inside.taken == 0;
            if shares.is_over() || (idle && (others > 0 || shares.left() == 0)) {
                // Subtrees that are not taken yet need not be walked any more.
                inside.ready.clear();
                return;
            }
            drop(inside);
            std::thread::sleep(PAUSE);
        }
    }
}

/// The subtrees of a single puzzle, for hosts that ask.
struct Walks<'a>(&'a Exchange);

impl TaskSource for Walks<'_> {
    fn setup(&self) -> Vec<u8> {
        vec![WALKS]
    }

    fn next(&mut self, hosts: usize) -> Result<Next, String> {
        let mut inside = self.0.inside();
        inside.hosts = hosts;
        Ok(match inside.ready.pop_front() {
            Some(task) => {
                inside.taken += 1;
                Next::Task(task)
            }
            None => Next::Later,
        })
    }

    fn take(&mut self, answer: &[u8]) -> Result<(), String> {
        let read = serde_json::from_slice(answer).map_err(|_| "an answer that cannot be read")?;
        let (bound, finished, solution, expanded, generated) = read;
        let mut inside = self.0.inside();
        inside.taken = inside.taken.saturating_sub(1);
        inside.back.push(Walked { bound, finished, solution, expanded, generated });
        Ok(())
    }

    fn is_done(&mut self) -> bool {
        self.0.is_over.load(Ordering::Relaxed)
    }
}

fn quest_value(quest: &Quest) -> Value {
    let Quest { geometry, start, goal, partitions } = quest;
    json!([geometry.rows(), geometry.cols(), geometry.is_torus(), start.tiles(), goal.tiles(), partitions])
}

fn read_quest(value: &Value) -> Option<Quest> {
    let (rows, cols, torus, start, goal, partitions): (u32, u32, bool, Vec<u32>, Vec<u32>, _) =
        serde_json::from_value(value.clone()).ok()?;
    let board = |tiles| Board::new(rows, cols, tiles).ok();
    Some(Quest {
        geometry: Geometry::new(rows, cols, torus),
        start: board(start)?,
        goal: board(goal)?,
        partitions,
    })
}

/// Walks subtrees on all threads of this host as long as there are some.
fn walk_tasks(plan: &Plan, tasks: &Tasks) -> Result<(), String> {
    let known: Mutex<Option<(Value, Quest, Arc<Engine>)>> = Mutex::new(None);
    let walk = || -> Result<(), String> {
        let never = AtomicBool::new(false);
        let stop = plan.limits.cancel.as_deref().unwrap_or(&never);
        while let Some(task) = tasks.next() {
            let unreadable = |_| "a task that cannot be read".to_string();
            let (value, bound, roots): (Value, _, _) = serde_json::from_slice(&task).map_err(unreadable)?;
            let (start, engine) = {
                let mut known = known.lock().unwrap_or_else(PoisonError::into_inner);
                if known.as_ref().is_none_or(|(other, ..)| *other != value) {
                    *known = engine(&value, plan)?;
                }
                // There is none where the work was cancelled.
                let Some((_, quest, engine)) = &*known else { return Ok(()) };
                (quest.start.clone(), Arc::clone(engine))
            };
            let Walked { bound, finished, solution, expanded, generated } =
                engine.walk(&start, &Share { bound, roots }, stop);
            tasks.answer(json!([bound, finished, solution, expanded, generated]).to_string().into_bytes());
        }
        Ok(())
    };
    std::thread::scope(|scope| {
        let others: Vec<_> = (1..plan.threads()).map(|_| scope.spawn(walk)).collect();
        let own = walk();
        let ended = others.into_iter().map(|other| other.join().map_err(|_| "a walk has panicked")?);
        ended.fold(own, Result::and)
    })
}

/// The engine for a search of the first host; nothing if that was cancelled.
fn engine(value: &Value, plan: &Plan) -> Result<Option<(Value, Quest, Arc<Engine>)>, String> {
    let quest = read_quest(value).ok_or("a task that cannot be read")?;
    let options = deepening::options(plan);
    let made = deepening::boards(&quest, plan)
        .and_then(|mut boards| Ok(boards.engine_for(&quest, &options)?))
        .map_err(|error| error.to_string())?;
    Ok(made.map(|engine| (value.clone(), quest, Arc::new(engine))))
}
