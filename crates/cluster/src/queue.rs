//! Many tasks over a cluster: the first host gives them out as they are asked for, all hosts, the
//! first one included, work on them, and what comes of each goes back to the first.
//!
//! A host asks for one task more whenever it begins one, so the next is there when it ends. When all is
//! done, or somebody has had enough, the first host says so to all; each says farewell when it has left
//! off, and what it had finished until then still counts.

use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::thread::Scope;
use std::time::Duration;

use crate::cluster::Cluster;
use crate::error::Error;
use crate::member::Letter;
use crate::post::Post;

/// The subjects of letters: those of the first host,
const OPENING: u64 = 0;
const TASK: u64 = 1;
const NO_MORE: u64 = 2;
const END: u64 = 3;
/// and those to it.
const ASK: u64 = 4;
const RESULT: u64 = 5;
const ENOUGH: u64 = 6;
const FAREWELL: u64 = 7;

/// How often a host looks whether somebody has had enough.
const PACE: Duration = Duration::from_millis(100);

/// What there is for a host that asks.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Next {
    /// A task.
    Task(Vec<u8>),
    /// Nothing before more is known of what was given out.
    Later,
    /// Nothing any more.
    Never,
}

/// What the first host does.
pub trait Giver {
    /// What the tasks are about, for all who work on them.
    fn opening(&self) -> Vec<u8>;

    /// The next task for one of so many hosts.
    ///
    /// # Errors
    /// If the work cannot go on; all hosts then end with this message.
    fn next(&mut self, hosts: usize) -> Result<Next, String>;

    /// Takes what came of a task.
    ///
    /// # Errors
    /// If the work cannot go on; all hosts then end with this message.
    fn take(&mut self, result: &[u8]) -> Result<(), String>;

    /// Whether nothing is left to do, or a limit is reached; asked after every letter and now and then.
    fn is_done(&mut self) -> bool;
}

/// Where those who work on tasks get them.
pub struct Tasks {
    post: Post,
    given: Mutex<Receiver<Vec<u8>>>,
    asked: AtomicBool,
}

impl Tasks {
    /// Waits for the next task; `None` when there are no more.
    #[must_use]
    pub fn next(&self) -> Option<Vec<u8>> {
        let ahead = !self.asked.swap(true, Ordering::Relaxed);
        self.post.send(0, ASK, 1 + u64::from(ahead), Vec::new());
        self.given.lock().ok()?.recv().ok()
    }

    /// Tells what came of a task, or of a part of it.
    pub fn answer(&self, result: Vec<u8>) {
        self.post.send(0, RESULT, 0, result);
    }
}

/// Works on the tasks of one giver on all hosts of a cluster. `giver` is called on the first host only,
/// which gets it back at the end; `work` is called on every host, with the giver's opening. `job` must be
/// the same text on all hosts. When `enough` is set on any of them, all leave off; `stop` is set when
/// this host has to, whatever it is at.
///
/// # Errors
/// Those of the cluster, and whatever the giver or the work on any host has failed with.
pub fn share<G: Giver>(
    cluster: &Cluster,
    job: &str,
    enough: &AtomicBool,
    stop: &AtomicBool,
    giver: impl FnOnce() -> Result<G, String>,
    work: impl FnOnce(&[u8], &Tasks) -> Result<(), String> + Send,
) -> Result<Option<G>, Error> {
    let ended = cluster.talk(job, |post, inbox| {
        let desk = match (post.own == 0).then(giver).transpose() {
            Ok(Some(giver)) => Some(Desk::open(&post, giver)),
            Ok(None) => None,
            Err(why) => {
                post.send_to_all(END, 1, &told(0, &why));
                None
            }
        };
        let host = Host { post, enough, stop, work: Some(work) };
        Ok(std::thread::scope(|scope| host.attend(scope, &inbox, desk)))
    });
    // Whoever waits for this host to leave off does so in vain when the cluster is gone.
    stop.store(true, Ordering::Relaxed);
    ended?.map_err(|(host, why)| Error::Failed { host: cluster.hosts.name(host).into(), why })
}

/// A failure, and on which host.
type Failure = (usize, String);

fn told(host: usize, why: &str) -> Vec<u8> {
    [&(host as u64).to_le_bytes(), why.as_bytes()].concat()
}

fn heard(body: &[u8]) -> Failure {
    match body.split_first_chunk() {
        Some((host, why)) => (u64::from_le_bytes(*host) as usize, String::from_utf8_lossy(why).into_owned()),
        None => (0, "it did not say why it failed".into()),
    }
}

/// One host at work.
struct Host<'a, W> {
    post: Post,
    enough: &'a AtomicBool,
    stop: &'a AtomicBool,
    work: Option<W>,
}

impl<'a, W: FnOnce(&[u8], &Tasks) -> Result<(), String> + Send> Host<'a, W> {
    /// Reads letters until all is over.
    fn attend<'s, G: Giver>(
        mut self,
        scope: &'s Scope<'s, '_>,
        inbox: &Receiver<Letter>,
        mut desk: Option<Desk<G>>,
    ) -> Result<Option<G>, Failure>
    where
        W: 's,
    {
        let mut tasks: Option<Sender<Vec<u8>>> = None;
        let mut failed = None;
        let mut said = false;
        let mut over = false;
        while !over || desk.as_ref().is_some_and(|desk| desk.present > 0) {
            match inbox.recv_timeout(PACE) {
                Ok(Letter { subject: OPENING, body, .. }) => tasks = self.begin(scope, body),
                Ok(Letter { subject: TASK, body, .. }) => {
                    if let Some(tasks) = &tasks {
                        let _ = tasks.send(body);
                    }
                }
                Ok(Letter { subject: NO_MORE, .. }) => tasks = None,
                Ok(Letter { subject: END, number, body, .. }) => {
                    failed = (number > 0).then(|| heard(&body));
                    over = true;
                    self.stop.store(true, Ordering::Relaxed);
                    tasks = None;
                    if self.work.take().is_some() {
                        // It has not even begun.
                        self.post.send(0, FAREWELL, 0, Vec::new());
                    }
                }
                Ok(letter) => {
                    if let Some(desk) = &mut desk {
                        desk.read(&self.post, &letter);
                    }
                }
                Err(RecvTimeoutError::Timeout) => {
                    if let Some(desk) = &mut desk {
                        desk.tend(&self.post);
                    }
                }
                Err(RecvTimeoutError::Disconnected) => break,
            }
            if self.enough.load(Ordering::Relaxed) && !said {
                said = true;
                self.post.send(0, ENOUGH, 0, Vec::new());
            }
        }
        self.stop.store(true, Ordering::Relaxed);
        match failed {
            Some(failure) => Err(failure),
            None => Ok(desk.map(|desk| desk.giver)),
        }
    }

    /// Begins to work, beside reading letters.
    fn begin<'s>(&mut self, scope: &'s Scope<'s, '_>, opening: Vec<u8>) -> Option<Sender<Vec<u8>>>
    where
        W: 's,
    {
        let work = self.work.take()?;
        let (tasks, given) = channel();
        let post = self.post.clone();
        scope.spawn(move || {
            let tasks = Tasks { post, given: Mutex::new(given), asked: AtomicBool::new(false) };
            let (failed, why) = match work(&opening, &tasks) {
                Ok(()) => (0, String::new()),
                Err(why) => (1, why),
            };
            tasks.post.send(0, FAREWELL, failed, why.into_bytes());
        });
        Some(tasks)
    }
}

/// The first host's desk.
struct Desk<G> {
    giver: G,
    /// How many tasks each host has asked for in vain so far.
    wanted: Vec<u64>,
    /// Whether there is nothing to be given out any more, and all hosts know.
    dry: bool,
    /// How many hosts have not said farewell.
    present: usize,
    ended: bool,
}

impl<G: Giver> Desk<G> {
    fn open(post: &Post, giver: G) -> Self {
        post.send_to_all(OPENING, 0, &giver.opening());
        Desk { giver, wanted: vec![0; post.hosts], dry: false, present: post.hosts, ended: false }
    }

    fn read(&mut self, post: &Post, letter: &Letter) {
        let Letter { from, subject, number, ref body } = *letter;
        match subject {
            ASK => self.wanted[from] += number,
            RESULT => {
                if let Err(why) = self.giver.take(body) {
                    self.end(post, Some((0, &why)));
                }
            }
            ENOUGH => self.end(post, None),
            _ => {
                self.present -= 1;
                if number > 0 {
                    self.end(post, Some((from, &String::from_utf8_lossy(body))));
                } else if self.present == 0 {
                    self.end(post, None);
                }
            }
        }
        self.tend(post);
    }

    /// Gives out what was asked for, in turns, or ends the work.
    fn tend(&mut self, post: &Post) {
        if !self.ended && self.giver.is_done() {
            self.end(post, None);
        }
        let mut given = !self.ended && !self.dry;
        while given {
            given = false;
            for host in 0..post.hosts {
                if self.wanted[host] == 0 {
                    continue;
                }
                match self.giver.next(post.hosts) {
                    Ok(Next::Task(task)) => {
                        self.wanted[host] -= 1;
                        post.send(host, TASK, 0, task);
                        given = true;
                    }
                    Ok(Next::Later) => return,
                    Ok(Next::Never) => {
                        self.dry = true;
                        return post.send_to_all(NO_MORE, 0, &[]);
                    }
                    Err(why) => return self.end(post, Some((0, &why))),
                }
            }
        }
    }

    fn end(&mut self, post: &Post, failed: Option<(usize, &str)>) {
        if !self.ended {
            self.ended = true;
            let body = failed.map(|(host, why)| told(host, why)).unwrap_or_default();
            post.send_to_all(END, u64::from(failed.is_some()), &body);
        }
    }
}
