//! A search that is watched step by step, forwards and backwards. It runs in its own thread and only as far
//! as it is watched.

use std::ops::ControlFlow;
use std::sync::mpsc::{self, Receiver, SyncSender};

use taquin::search::Fate;
use taquin::trace::{Node, NodeLists, Tracer};
use taquin::{Answer, Cost, Instance, Plan};

/// The open nodes that are kept of every step.
const KEPT: usize = 12;

/// One step of a search: a node is taken and its successors are made.
#[derive(Clone, Debug)]
pub(crate) struct Moment {
    /// What the step belongs to: a phase, a bound.
    pub(crate) chapter: String,
    pub(crate) node: Node,
    /// The move to a successor, the successor, and what became of it.
    pub(crate) successors: Vec<(String, Node, Fate)>,
    /// How many nodes are open and closed after it, and the first of the open ones.
    pub(crate) lists: (usize, usize),
    pub(crate) open: Vec<Node>,
    /// Why the search is over, where it ends with this step.
    pub(crate) end: String,
}

/// What a search sends.
enum Message {
    Step(Box<Moment>),
    End(Box<Result<Answer, String>>),
}

/// Records a search and sends it on, step by step.
struct Recorder {
    sender: SyncSender<Message>,
    chapter: String,
    moment: Option<Box<Moment>>,
    left: u64,
}

impl Recorder {
    /// Sends the step that is whole now; breaks if it is not wanted.
    fn send(&mut self) -> ControlFlow<()> {
        match self.moment.take().map(|moment| self.sender.send(Message::Step(moment))) {
            Some(Err(_)) => ControlFlow::Break(()),
            Some(Ok(())) | None => ControlFlow::Continue(()),
        }
    }
}

impl Tracer for Recorder {
    fn phase(&mut self, words: &str) {
        self.chapter = words.into();
    }

    fn bound(&mut self, bound: Cost) {
        self.chapter = format!("bound {bound}");
    }

    fn expand(&mut self, node: Node, lists: &dyn NodeLists) -> ControlFlow<()> {
        self.send()?;
        if self.left == 0 {
            return ControlFlow::Break(());
        }
        self.left -= 1;
        let lists = (lists.open_len(), lists.closed_len());
        let (chapter, successors, open, end) = (self.chapter.clone(), Vec::new(), Vec::new(), String::new());
        self.moment = Some(Box::new(Moment { chapter, node, successors, lists, open, end }));
        ControlFlow::Continue(())
    }

    fn generate(&mut self, words: String, node: Node, fate: Fate) {
        if let Some(moment) = &mut self.moment {
            moment.successors.push((words, node, fate));
        }
    }

    fn expanded(&mut self, lists: &dyn NodeLists) {
        if let Some(moment) = &mut self.moment {
            moment.lists = (lists.open_len(), lists.closed_len());
            moment.open = lists.open();
            moment.open.truncate(KEPT);
        }
    }

    fn end(&mut self, why: &str) {
        if let Some(moment) = &mut self.moment {
            moment.end = why.into();
        }
    }
}

/// The steps that were looked at, and those that are still to come.
pub(crate) struct Stepper {
    coming: Receiver<Message>,
    moments: Vec<Moment>,
    at: usize,
    answer: Option<Result<Answer, String>>,
}

impl Stepper {
    /// Begins the search of `plan`, at most `most` steps of it.
    pub(crate) fn new(instance: Instance, plan: Plan, most: u64) -> Self {
        // A few steps ahead of the one that is looked at.
        let (sender, coming) = mpsc::sync_channel(16);
        std::thread::spawn(move || {
            let mut recorder =
                Recorder { sender: sender.clone(), chapter: String::new(), moment: None, left: most };
            let answer = instance.trace(&plan, &mut recorder).map_err(|error| error.to_string());
            // The receiver may be gone.
            let _ = recorder.send();
            let _ = sender.send(Message::End(Box::new(answer)));
        });
        let mut stepper = Stepper { coming, moments: Vec::new(), at: 0, answer: None };
        stepper.look(0);
        stepper
    }

    /// The step that is looked at; `None` if there is no step at all.
    pub(crate) fn moment(&self) -> Option<&Moment> {
        self.moments.get(self.at)
    }

    /// Its number, counted from 1.
    pub(crate) fn number(&self) -> usize {
        self.at + 1
    }

    /// The number of all steps, once it is known.
    pub(crate) fn total(&self) -> Option<usize> {
        self.answer.as_ref().map(|_| self.moments.len())
    }

    /// The answer of the search, once it is known.
    pub(crate) fn answer(&self) -> Option<&Result<Answer, String>> {
        self.answer.as_ref()
    }

    /// Looks at the step that is `by` after this one, or as near to it as there is one.
    pub(crate) fn go(&mut self, by: isize) {
        self.look(self.at.saturating_add_signed(by));
    }

    /// Looks at the step with this index, or the last one.
    pub(crate) fn look(&mut self, at: usize) {
        while self.moments.len() <= at.saturating_add(1) && self.answer.is_none() {
            match self.coming.recv() {
                Ok(Message::Step(moment)) => self.moments.push(*moment),
                Ok(Message::End(answer)) => self.answer = Some(*answer),
                Err(_) => self.answer = Some(Err("the search has broken off".into())),
            }
        }
        self.at = at.min(self.moments.len().saturating_sub(1));
    }
}

#[cfg(test)]
mod tests {
    use taquin::{Algorithm, Hints};

    use super::*;

    fn stepper(most: u64) -> Stepper {
        let instance = Instance::parse("1 2 3 / 0 4 6 / 7 5 8", &Hints::default()).unwrap();
        let plan = Plan { algorithm: Some(Algorithm::AStar), ..Plan::default() };
        Stepper::new(instance, plan, most)
    }

    #[test]
    fn a_search_is_looked_at_forwards_and_backwards() {
        let mut stepper = stepper(1000);
        let first = stepper.moment().unwrap().clone();
        assert_eq!((first.node.g, stepper.number()), (0, 1));
        assert_eq!(first.successors.len(), 3);
        stepper.go(1);
        assert_eq!(stepper.moment().unwrap().node.g, 1);
        stepper.go(-5);
        assert_eq!(stepper.moment().unwrap().node, first.node);
        stepper.look(usize::MAX);
        let answer = stepper.answer().unwrap().as_ref().unwrap();
        assert_eq!(answer.steps().unwrap().len(), 3);
        assert_eq!(stepper.total(), Some(stepper.number()));
        assert_eq!(stepper.moment().unwrap().node.h, 0, "the goal is taken last");
    }

    #[test]
    fn no_more_is_searched_than_is_asked_for() {
        let mut stepper = stepper(2);
        stepper.look(usize::MAX);
        assert_eq!(stepper.total(), Some(2));
    }
}
