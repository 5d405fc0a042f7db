//! A whole search, recorded so that it can be stepped through in both directions.
//!
//! Every node gets a number when it first appears. The change of OPEN in a step is stored as a difference;
//! where that is not enough, the whole list is stored.

use std::collections::HashMap;
use std::ops::ControlFlow;

use serde::Serialize;
use taquin::Cost;
use taquin::search::Fate;
use taquin::trace::{Node, NodeLists, Tracer};

/// A node of a recorded search.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub(crate) struct RecordedNode {
    /// The index of its state.
    pub(crate) state: usize,
    /// The node it was first reached from.
    pub(crate) parent: Option<usize>,
    pub(crate) g: Cost,
    pub(crate) h: Cost,
    /// The move that led to it, in words.
    pub(crate) words: String,
    /// The tree it belongs to: a deepening search grows one under every bound.
    pub(crate) tree: usize,
}

/// A successor that a step generated.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub(crate) struct Successor {
    /// The node: a new one, or the one that was there before.
    pub(crate) node: usize,
    /// `opened`, `improved`, `reopened`, `duplicate` or `pruned`.
    pub(crate) fate: &'static str,
    /// The cost at which it was reached this time.
    pub(crate) g: Cost,
    /// The move that led to it this time, in words.
    pub(crate) words: String,
    /// What became of it, in words.
    pub(crate) why: String,
}

/// What a step changed in OPEN.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Change {
    /// Some nodes left; then the others were put in, each at its place, in ascending order.
    Edit {
        /// The nodes that left.
        out: Vec<usize>,
        /// Places and nodes.
        put: Vec<(usize, usize)>,
    },
    /// The whole list.
    All(Vec<usize>),
}

/// One step: a node is expanded and its successors are handled.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub(crate) struct Step {
    /// The bound or the level under which this happens.
    pub(crate) bound: Option<Cost>,
    /// The index of the phase, where there are several.
    pub(crate) phase: Option<usize>,
    /// The node that is taken.
    pub(crate) node: usize,
    pub(crate) successors: Vec<Successor>,
    pub(crate) open: Change,
    /// Whether the node is on CLOSED afterwards.
    pub(crate) closed: bool,
    /// Why the node is taken, in words.
    pub(crate) why: String,
}

/// Records a limited number of steps of every phase that begins a new tree.
#[derive(Debug, Default)]
pub(crate) struct Record {
    pub(crate) states: Vec<String>,
    pub(crate) nodes: Vec<RecordedNode>,
    pub(crate) steps: Vec<Step>,
    /// What the phases are for.
    pub(crate) phases: Vec<String>,
    /// Why the search was over with its last step, in a sentence.
    pub(crate) end: Option<String>,
    /// Whether a step was left out.
    pub(crate) cut: bool,
    most: usize,
    /// Whether a phase has just begun.
    fresh: bool,
    /// How many steps there were when this phase began its tree.
    begin: usize,
    numbers: HashMap<String, usize>,
    /// The index of a state by the number that the search gives it.
    by_number: HashMap<usize, usize>,
    bound: Option<Cost>,
    /// The tree that grows; a deepening search begins another under every bound.
    tree: usize,
    /// The roots of this tree: one, or the start and the goal.
    roots: Vec<usize>,
    /// The child of a node that has a state.
    children: HashMap<(usize, usize), usize>,
    /// The nodes of this tree that have a state, the newest last.
    by_state: HashMap<usize, Vec<usize>>,
    /// From the root to the node whose successors are being generated.
    path: Vec<usize>,
    /// OPEN by root.
    open: HashMap<usize, Vec<usize>>,
}

impl Record {
    pub(crate) fn new(most: usize) -> Self {
        Record { most, ..Record::default() }
    }

    /// The nodes of the last tree whose states are these.
    pub(crate) fn path_through(&self, states: &[String]) -> Vec<usize> {
        let newest = |text: &String| self.by_state.get(self.numbers.get(text)?)?.last().copied();
        self.walk(states).unwrap_or_else(|| states.iter().filter_map(newest).collect())
    }

    fn state(&mut self, text: String) -> usize {
        let (numbers, states) = (&mut self.numbers, &mut self.states);
        *numbers.entry(text).or_insert_with_key(|text| {
            states.push(text.clone());
            states.len() - 1
        })
    }

    fn add(&mut self, node: Node, parent: Option<usize>, words: String) -> usize {
        let state = self.state(node.state);
        self.by_number.insert(node.number, state);
        let number = self.nodes.len();
        self.nodes.push(RecordedNode { state, parent, g: node.g, h: node.h, words, tree: self.tree });
        self.by_state.entry(state).or_default().push(number);
        match parent {
            Some(parent) => drop(self.children.insert((parent, state), number)),
            None => self.roots.push(number),
        }
        number
    }

    /// The root that `node` is; a new one where it is not known, or was taken before.
    fn root(&mut self, node: Node) -> usize {
        let known =
            self.roots.iter().copied().find(|&root| self.states[self.nodes[root].state] == node.state);
        match known {
            Some(root) if self.steps.iter().any(|step| step.node == root) => {
                self.plant();
                self.add(node, None, String::new())
            }
            Some(root) => root,
            None => self.add(node, None, String::new()),
        }
    }

    /// Begins another tree.
    fn plant(&mut self) {
        self.tree += 1;
        self.roots.clear();
        self.children.clear();
        self.by_state.clear();
        self.open.clear();
    }

    /// The path to a node that the last step has opened, where no other node is open.
    fn go_on(&self, node: &Node) -> Option<Vec<usize>> {
        let last = self.steps.last()?;
        let child = *self.children.get(&(last.node, *self.numbers.get(&node.state)?))?;
        let opened = |successor: &Successor| (successor.node, successor.fate) == (child, "opened");
        if !last.successors.iter().any(opened) {
            return None;
        }
        // A depth-first search has not left the last node yet.
        let above = self.path.strip_suffix(&[last.node]).unwrap_or(&self.path);
        Some([above, &[last.node, child]].concat())
    }

    /// The node at the end of a path of states.
    fn walk(&self, prefix: &[String]) -> Option<Vec<usize>> {
        let mut path: Vec<usize> = Vec::with_capacity(prefix.len());
        for text in prefix {
            let state = *self.numbers.get(text)?;
            path.push(match path.last() {
                Some(&parent) => *self.children.get(&(parent, state))?,
                None => self.roots.iter().copied().find(|&root| self.nodes[root].state == state)?,
            });
        }
        Some(path)
    }

    /// The newest node with the state of `node`, if there is one.
    fn known(&self, node: &Node) -> Option<usize> {
        self.by_state.get(self.numbers.get(&node.state)?)?.last().copied()
    }

    /// The open nodes of the side that is being searched.
    fn read_open(&self, lists: &dyn NodeLists) -> Vec<usize> {
        let mut numbers: Vec<usize> = Vec::with_capacity(lists.open_len());
        let mut seen = vec![false; self.nodes.len()];
        let index = |number: &usize| self.by_number.get(number).copied();
        for node in lists.open_numbers() {
            let Some(twins) = index(&node.state).and_then(|state| self.by_state.get(&state)) else {
                continue;
            };
            // In a tree a state may be open several times, each time as another node.
            let parent = node.parent.as_ref().and_then(index);
            let fits = |&&twin: &&usize| {
                let above = self.nodes[twin].parent.map(|parent| self.nodes[parent].state);
                self.nodes[twin].g == node.g && above == parent && !seen[twin]
            };
            let alone = twins.first().filter(|_| twins.len() == 1);
            if let Some(&number) = alone.or_else(|| twins.iter().rev().find(fits)).or_else(|| twins.last()) {
                seen[number] = true;
                numbers.push(number);
            }
        }
        numbers
    }
}

impl Tracer for Record {
    fn bound(&mut self, bound: Cost) {
        self.bound = Some(bound);
    }

    fn phase(&mut self, words: &str) {
        self.phases.push(words.to_string());
        self.fresh = true;
        self.bound = None;
    }

    fn expand(&mut self, mut node: Node, lists: &dyn NodeLists) -> ControlFlow<()> {
        let why = std::mem::take(&mut node.why);
        if std::mem::take(&mut self.fresh) && node.parent.is_none() && !self.steps.is_empty() {
            self.plant();
            self.begin = self.steps.len();
        }
        if self.steps.len() >= self.begin + self.most {
            self.cut = true;
            return ControlFlow::Break(());
        }
        self.path = if node.parent.is_none() {
            vec![self.root(node)]
        } else {
            let short = if lists.open_len() == 0 { self.go_on(&node) } else { None };
            short.or_else(|| self.walk(&lists.prefix())).unwrap_or_default()
        };
        let (Some(&root), Some(&number)) = (self.path.first(), self.path.last()) else {
            return ControlFlow::Break(());
        };
        let open = self.open.entry(root).or_default();
        let place = open.iter().position(|&other| other == number);
        let out = place.map(|place| open.remove(place)).into_iter().collect();
        self.steps.push(Step {
            bound: self.bound,
            phase: self.phases.len().checked_sub(1),
            node: number,
            successors: Vec::new(),
            open: Change::Edit { out, put: Vec::new() },
            closed: false,
            why,
        });
        ControlFlow::Continue(())
    }

    fn generate(&mut self, words: String, mut node: Node, fate: Fate) {
        let why = std::mem::take(&mut node.why);
        let Some(&parent) = self.path.last() else { return };
        let g = node.g;
        let number = match fate {
            Fate::Opened | Fate::Pruned => self.add(node, Some(parent), words.clone()),
            Fate::Improved | Fate::Reopened | Fate::Duplicate => {
                let Some(known) = self.known(&node) else { return };
                if fate != Fate::Duplicate {
                    self.children.insert((parent, self.nodes[known].state), known);
                }
                known
            }
        };
        let fate = match fate {
            Fate::Opened => "opened",
            Fate::Improved => "improved",
            Fate::Reopened => "reopened",
            Fate::Duplicate => "duplicate",
            Fate::Pruned => "pruned",
        };
        if let Some(step) = self.steps.last_mut() {
            step.successors.push(Successor { node: number, fate, g, words, why });
        }
    }

    fn expanded(&mut self, lists: &dyn NodeLists) {
        if let Some(&root) = self.path.first() {
            let now = self.read_open(lists);
            let before = self.open.insert(root, now).unwrap_or_default();
            let now = &self.open[&root];
            if let Some(step) = self.steps.last_mut() {
                step.closed = lists.closed_len() > 0;
                merge(&mut step.open, change(&before, now));
            }
        }
        // A depth-first search goes on with the node above.
        self.path.pop();
    }

    fn end(&mut self, why: &str) {
        self.end = Some(why.to_string()).filter(|_| !self.cut);
    }
}

/// The difference between two lists.
fn change(before: &[usize], now: &[usize]) -> Change {
    let size = before.iter().chain(now).max().map_or(0, |&last| last + 1);
    let among = |list: &[usize]| {
        let mut marks = vec![false; size];
        list.iter().for_each(|&number| marks[number] = true);
        marks
    };
    let (old, new) = (among(before), among(now));
    let out: Vec<usize> = before.iter().copied().filter(|&number| !new[number]).collect();
    let put: Vec<(usize, usize)> =
        now.iter().copied().enumerate().filter(|&(_, number)| !old[number]).collect();
    let stayed = before.iter().filter(|&&number| new[number]);
    let keeps_order = stayed.eq(now.iter().filter(|&&number| old[number]));
    let distinct = new.iter().filter(|&&marked| marked).count() == now.len();
    if keeps_order && distinct { Change::Edit { out, put } } else { Change::All(now.to_vec()) }
}

/// Adds a later change to an earlier one that only took nodes out.
fn merge(earlier: &mut Change, later: Change) {
    match (earlier, later) {
        (Change::Edit { out, put }, Change::Edit { out: also, put: then }) => {
            out.extend(also);
            *put = then;
        }
        (earlier, all) => *earlier = all,
    }
}

#[cfg(test)]
mod tests {
    use taquin::{Algorithm, Hints, Instance, Outcome, Plan};

    use super::*;

    fn record(text: &str, algorithm: Algorithm) -> (Record, taquin::Answer) {
        let instance = Instance::parse(text, &Hints::default()).unwrap();
        let mut record = Record::new(500);
        let plan = Plan { algorithm: Some(algorithm), ..Plan::default() };
        let answer = instance.trace(&plan, &mut record).unwrap();
        (record, answer)
    }

    /// OPEN after every step, from the changes alone.
    fn opens(record: &Record) -> Vec<Vec<usize>> {
        let (mut open, mut tree) = (Vec::new(), 0);
        let step = |step: &Step| {
            // Another tree begins with nothing open but its root, which is taken.
            let its_tree = record.nodes[step.node].tree;
            if std::mem::replace(&mut tree, its_tree) != its_tree {
                open.clear();
            }
            match &step.open {
                Change::All(all) => open.clone_from(all),
                Change::Edit { out, put } => {
                    open.retain(|number| !out.contains(number));
                    put.iter().for_each(|&(place, number)| open.insert(place, number));
                }
            }
            open.clone()
        };
        record.steps.iter().map(step).collect()
    }

    /// Records OPEN as the search itself reports it.
    struct Listener {
        record: Record,
        told: Vec<(usize, Vec<String>)>,
    }

    impl Tracer for Listener {
        fn phase(&mut self, words: &str) {
            self.record.phase(words);
        }
        fn bound(&mut self, bound: Cost) {
            self.record.bound(bound);
        }
        fn expand(&mut self, node: Node, lists: &dyn NodeLists) -> ControlFlow<()> {
            self.record.expand(node, lists)
        }
        fn generate(&mut self, words: String, node: Node, fate: Fate) {
            self.record.generate(words, node, fate);
        }
        fn expanded(&mut self, lists: &dyn NodeLists) {
            self.record.expanded(lists);
            let open = lists.open().into_iter().map(|node| node.state).collect();
            self.told.push((self.record.steps.len() - 1, open));
        }
    }

    #[test]
    fn open_is_what_the_search_says_for_every_algorithm() {
        let instance = Instance::parse("1 2 3 / 4 6 8 / 7 5 0", &Hints::default()).unwrap();
        for &algorithm in Algorithm::ALL {
            // Both sides of a bidirectional search are recorded, and each reports only its own nodes.
            if algorithm == Algorithm::Bidirectional {
                continue;
            }
            let mut listener = Listener { record: Record::new(400), told: Vec::new() };
            let plan = Plan { algorithm: Some(algorithm), ..Plan::default() };
            instance.trace(&plan, &mut listener).unwrap();
            let opens = opens(&listener.record);
            for (step, told) in &listener.told {
                let ours: Vec<&String> = opens[*step]
                    .iter()
                    .map(|&number| &listener.record.states[listener.record.nodes[number].state])
                    .collect();
                assert_eq!(ours, told.iter().collect::<Vec<_>>(), "{algorithm}, step {step}");
            }
        }
    }

    #[test]
    fn a_deepening_search_grows_a_tree_under_every_bound() {
        let (record, answer) = record("1 2 3 / 0 4 6 / 7 5 8", Algorithm::IterativeDeepening);
        assert!(matches!(answer.report.outcome, Outcome::Solved { cost: 3, .. }));
        assert_eq!(record.nodes.last().map(|node| node.tree), Some(3));
        let roots: Vec<usize> =
            (0..record.nodes.len()).filter(|&number| record.nodes[number].parent.is_none()).collect();
        assert_eq!(roots.len(), 4);
        assert_eq!(record.steps.iter().filter(|step| roots.contains(&step.node)).count(), 4);
    }

    #[test]
    fn every_node_hangs_below_the_node_that_made_it() {
        for algorithm in [Algorithm::AStar, Algorithm::IdaStar, Algorithm::BreadthFirst] {
            let (record, answer) = record("1 2 3 / 4 6 8 / 7 5 0", algorithm);
            assert!(answer.steps().is_some() || record.cut);
            for node in record.nodes.iter().filter(|node| node.g > 0) {
                let parent = &record.nodes[node.parent.unwrap()];
                assert_eq!((parent.g + 1, parent.tree), (node.g, node.tree), "{algorithm}");
            }
        }
    }

    #[test]
    fn a_recording_ends_where_it_is_told_to() {
        let instance = Instance::parse("8 6 7 / 2 5 4 / 3 0 1", &Hints::default()).unwrap();
        let mut record = Record::new(25);
        let answer = instance.trace(&Plan::default(), &mut record).unwrap();
        assert!(record.cut);
        assert!(matches!(answer.report.outcome, Outcome::Stopped(_)));
        assert_eq!(record.steps.len(), 25);
    }
}
