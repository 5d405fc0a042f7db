//! A search step by step, for any puzzle: states become text, moves become words.
//!
//! [`Traced`] turns the hooks of any search into calls of a [`Tracer`]. Nothing is converted to text before
//! it is needed: the lists are read only when a tracer visits them.

use std::cell::RefCell;
use std::collections::HashMap;
use std::ops::ControlFlow;

use taquin_search::{Cost, Entry, Fate, Lists, Observer, Progress, Puzzle};

use crate::answer::Answer;
use crate::reason::{Reasons, Rule, Seen, ending};

/// A node of a search, its states as texts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Node {
    /// The number of its state: equal states have equal numbers.
    pub number: usize,
    /// Its state.
    pub state: String,
    /// The state it was reached from; `None` for the initial state.
    pub parent: Option<String>,
    /// The cost of the path to it.
    pub g: Cost,
    /// The heuristic's lower bound from it.
    pub h: Cost,
    /// Why it was taken, or what became of it, in words; empty in a list of nodes.
    pub why: String,
}

/// A node by the numbers of its states, which cost less than their texts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Numbered {
    /// The number of its state.
    pub state: usize,
    /// The number of the state it was reached from; `None` for the initial state.
    pub parent: Option<usize>,
    /// The cost of the path to it.
    pub g: Cost,
}

/// The lists of a search at one moment.
pub trait NodeLists {
    /// How many nodes are open.
    fn open_len(&self) -> usize;
    /// How many nodes are closed.
    fn closed_len(&self) -> usize;
    /// The open nodes, in the order in which they would be removed.
    fn open(&self) -> Vec<Node>;
    /// The same, by numbers alone.
    fn open_numbers(&self) -> Vec<Numbered>;
    /// The closed nodes, in the order in which they were closed.
    fn closed(&self) -> Vec<Node>;
    /// The states from the initial one to the current node.
    fn prefix(&self) -> Vec<String>;
}

/// Receives the steps of a search. Every hook but the first has an empty default.
pub trait Tracer {
    /// `node` was removed from the open list (or popped) and is about to be goal-checked.
    /// Breaking ends the search as cancelled; if there are several phases, it ends the reports of this one.
    fn expand(&mut self, node: Node, lists: &dyn NodeLists) -> ControlFlow<()>;

    /// Another phase begins. If its first node has no parent, a new tree begins.
    fn phase(&mut self, _words: &str) {}

    /// A new iteration of a deepening search, or a new level of a breadth-first one, begins.
    fn bound(&mut self, _bound: Cost) {}

    /// The move described by `words` led from the node being expanded to `node`.
    fn generate(&mut self, _words: String, _node: Node, _fate: Fate) {}

    /// All successors of the node being expanded have been processed.
    fn expanded(&mut self, _lists: &dyn NodeLists) {}

    /// The goal was found by the last step; `why` the search is over.
    fn end(&mut self, _why: &str) {}
}

/// Reports that the search is over, if it has found the goal.
pub(crate) fn close(answer: &Answer, tracer: &mut dyn Tracer) {
    if let Some(why) = ending(answer) {
        tracer.end(&why);
    }
}

/// How a puzzle writes its states and moves as text.
pub struct Words<'a, P: Puzzle> {
    /// A state as text.
    pub state: &'a dyn Fn(&P::State) -> String,
    /// A move in words, given the state it led to.
    pub step: &'a dyn Fn(P::Move, &P::State) -> String,
}

/// An observer that reports everything to a [`Tracer`].
pub struct Traced<'a, P: Puzzle> {
    tracer: &'a mut dyn Tracer,
    speech: Speech<'a, P>,
    reasons: Reasons,
}

impl<'a, P: Puzzle> Traced<'a, P> {
    /// Reports a search that picks its nodes by `rule` to `tracer`, in these words.
    pub(crate) fn new(tracer: &'a mut dyn Tracer, words: Words<'a, P>, rule: Rule) -> Self {
        let speech = Speech { words, numbers: RefCell::new(HashMap::new()) };
        Traced { tracer, speech, reasons: Reasons::new(rule) }
    }

    /// Reports that another phase begins, which picks its nodes by `rule`.
    pub(crate) fn phase(&mut self, words: &str, rule: Rule) {
        self.reasons.begin(rule);
        self.tracer.phase(words);
    }
}

/// The words of a puzzle, and the numbers of the states met so far.
struct Speech<'a, P: Puzzle> {
    words: Words<'a, P>,
    numbers: RefCell<HashMap<P::State, usize>>,
}

impl<P: Puzzle> Speech<'_, P> {
    fn number(&self, state: &P::State) -> usize {
        let mut numbers = self.numbers.borrow_mut();
        if let Some(&known) = numbers.get(state) {
            return known;
        }
        let next = numbers.len();
        numbers.insert(state.clone(), next);
        next
    }

    fn node(&self, entry: &Entry<'_, P::State>) -> Node {
        Node {
            number: self.number(entry.state),
            state: (self.words.state)(entry.state),
            parent: entry.parent.map(|parent| (self.words.state)(parent)),
            g: entry.g,
            h: entry.h,
            why: String::new(),
        }
    }

    fn seen(&self, entry: &Entry<'_, P::State>) -> Seen {
        let parent = entry.parent.map(|parent| self.number(parent));
        Seen { number: self.number(entry.state), parent, g: entry.g, h: entry.h }
    }
}

impl<P: Puzzle> Progress for Traced<'_, P> {
    fn bound(&mut self, bound: Cost) {
        self.reasons.bound(bound);
        self.tracer.bound(bound);
    }
}

impl<P: Puzzle> Observer<P> for Traced<'_, P> {
    fn expand(&mut self, entry: Entry<'_, P::State>, lists: &dyn Lists<P::State>) -> ControlFlow<()> {
        let why = self.reasons.taken(&self.speech.seen(&entry), lists.open_len());
        let node = Node { why, ..self.speech.node(&entry) };
        let flow = self.tracer.expand(node, &Spoken { lists, speech: &self.speech });
        if flow.is_break() {
            self.reasons.unheard();
        }
        flow
    }

    fn generate(&mut self, mv: P::Move, entry: Entry<'_, P::State>, fate: Fate) {
        let step = (self.speech.words.step)(mv, entry.state);
        let why = self.reasons.generated(&self.speech.seen(&entry), fate);
        self.tracer.generate(step, Node { why, ..self.speech.node(&entry) }, fate);
    }

    fn expanded(&mut self, lists: &dyn Lists<P::State>) {
        self.tracer.expanded(&Spoken { lists, speech: &self.speech });
    }
}

/// The lists of a search, put into words on demand.
struct Spoken<'a, P: Puzzle> {
    lists: &'a dyn Lists<P::State>,
    speech: &'a Speech<'a, P>,
}

impl<P: Puzzle> NodeLists for Spoken<'_, P> {
    fn open_len(&self) -> usize {
        self.lists.open_len()
    }
    fn closed_len(&self) -> usize {
        self.lists.closed_len()
    }
    fn open(&self) -> Vec<Node> {
        let mut nodes = Vec::with_capacity(self.open_len());
        self.lists.open(&mut |entry| nodes.push(self.speech.node(&entry)));
        nodes
    }
    fn open_numbers(&self) -> Vec<Numbered> {
        let mut nodes = Vec::with_capacity(self.open_len());
        self.lists.open(&mut |entry| {
            nodes.push(Numbered {
                state: self.speech.number(entry.state),
                parent: entry.parent.map(|parent| self.speech.number(parent)),
                g: entry.g,
            });
        });
        nodes
    }
    fn closed(&self) -> Vec<Node> {
        let mut nodes = Vec::with_capacity(self.closed_len());
        self.lists.closed(&mut |entry| nodes.push(self.speech.node(&entry)));
        nodes
    }
    fn prefix(&self) -> Vec<String> {
        let mut states = Vec::new();
        self.lists.prefix(&mut |state| states.push((self.speech.words.state)(state)));
        states
    }
}
