//! The reasons for the steps of a search, in words: which rule picks the next node, and what becomes of each
//! successor.
//!
//! States are distinguished by the numbers that a trace gives them; a step has the number under which it is reported.

use std::collections::HashMap;

use taquin_search::{Cost, Fate, Outcome, Weighted};

use crate::answer::Answer;
use crate::informed::percent;
use crate::plan::{Algorithm, Plan};
use crate::render::moves_in_words;

/// Which of several open nodes with the same key a list returns first.
const LAST_IN: &str = "the one put in last";
pub(crate) const FIRST_IN: &str = "the one put in first";
pub(crate) const HEAP_ROOT: &str = "the one at the root of the textbook heap";
pub(crate) const SMALLEST_NUMBER: &str = "the one with the smallest 20-digit number";

/// How a search picks the node that it takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Rule {
    /// The open node with the smallest key; among equals, `ties`.
    Best { weights: Weighted, ties: &'static str },
    /// The open node from which the goal seems nearest, if its f is estimated to be within `percent` of the smallest;
    /// else one with a smaller f.
    Estimates { percent: Cost },
    /// The first of a queue: level by level.
    Levels,
    /// The first of one of two queues, that of the start and that of the goal.
    BothEnds,
    /// The top of a stack, no deeper than the bound.
    Stack,
    /// The next move of the current node, unless f exceeds the bound.
    Recursion,
    /// A known path.
    Walk,
}

impl Rule {
    /// The rule of an algorithm of the engine.
    pub(crate) fn of(algorithm: Algorithm, plan: &Plan) -> Self {
        let best = |weights| Rule::Best { weights, ties: LAST_IN };
        match algorithm {
            Algorithm::BreadthFirst | Algorithm::Exhaustive => Rule::Levels,
            Algorithm::Bidirectional => Rule::BothEnds,
            Algorithm::IterativeDeepening => Rule::Stack,
            Algorithm::UniformCost => best(Weighted::UNIFORM_COST),
            Algorithm::Greedy => best(Weighted::GREEDY),
            Algorithm::AStar => best(Weighted::A_STAR),
            Algorithm::WeightedAStar => best(Weighted::percent(percent(plan))),
            Algorithm::ExplicitEstimation => Rule::Estimates { percent: percent(plan) },
            Algorithm::IdaStar => Rule::Recursion,
            Algorithm::Near => Rule::Walk,
        }
    }

    /// What the open list is ordered by, where it is by a sum of g and h.
    fn weights(self) -> Option<Weighted> {
        match self {
            Rule::Best { weights, .. } => Some(weights),
            Rule::Estimates { .. } => Some(Weighted::A_STAR),
            _ => None,
        }
    }

    /// A* with this rule for ties.
    pub(crate) const fn a_star(ties: &'static str) -> Self {
        Rule::Best { weights: Weighted::A_STAR, ties }
    }
}

/// A node as the reasons need it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Seen {
    /// The number of its state, and of its parent's.
    pub(crate) number: usize,
    pub(crate) parent: Option<usize>,
    pub(crate) g: Cost,
    pub(crate) h: Cost,
}

/// What is known of a state.
#[derive(Clone, Copy, Debug, Default)]
struct Known {
    g: Cost,
    parent: Option<usize>,
    /// The step in which it was taken, unless it is open again.
    taken: Option<usize>,
    /// Whether it belongs to the side of the goal.
    far: bool,
}

/// Follows a search and finds the reasons for its steps.
#[derive(Debug)]
pub(crate) struct Reasons {
    rule: Rule,
    step: usize,
    bound: Cost,
    known: HashMap<usize, Known>,
    /// How many open nodes there are of each key.
    keys: HashMap<Cost, usize>,
    /// How deep the node taken last is.
    depth: Option<Cost>,
}

impl Reasons {
    pub(crate) fn new(rule: Rule) -> Self {
        Reasons { rule, step: 0, bound: 0, known: HashMap::new(), keys: HashMap::new(), depth: None }
    }

    /// Another part of the search begins, with another rule.
    pub(crate) fn begin(&mut self, rule: Rule) {
        *self = Reasons { step: self.step, ..Reasons::new(rule) };
    }

    pub(crate) fn bound(&mut self, bound: Cost) {
        self.bound = bound;
        if matches!(self.rule, Rule::Stack | Rule::Recursion) {
            self.known.clear();
            self.depth = None;
        }
    }

    /// Why this node is taken; `open` nodes are left.
    pub(crate) fn taken(&mut self, node: &Seen, open: usize) -> String {
        self.step += 1;
        let far = match node.parent {
            Some(parent) => self.known.get(&parent).is_some_and(|known| known.far),
            None => self.rule == Rule::BothEnds && self.step > 1 && !self.known.contains_key(&node.number),
        };
        let Seen { number, parent, g, .. } = *node;
        self.known.insert(number, Known { g, parent, taken: Some(self.step), far });
        let above = self.depth.replace(g);
        match self.rule {
            Rule::Best { weights, ties } => self.best(node, weights, ties, open),
            Rule::Estimates { percent } => self.estimated(node, percent, open),
            Rule::Levels if g == 0 => "the first of all".into(),
            Rule::Levels => format!("the first in the queue, {}", moves_away(g)),
            Rule::BothEnds => {
                let side = if far { "goal" } else { "start" };
                format!(
                    "the first in the queue of the {side}, whose level is the smaller one, {}",
                    moves_away(g)
                )
            }
            Rule::Stack if g == self.bound => {
                format!("the top of the stack, at the depth limit {g}: it is checked and not expanded")
            }
            Rule::Stack => format!("the top of the stack, at depth {g} of {}", self.bound),
            Rule::Recursion => {
                let back = above.filter(|&above| above >= g && g > 0);
                let back =
                    back.map_or(String::new(), |_| format!("back at depth {}, the next move: ", g - 1));
                format!("{back}{} is within the bound {}", sum(Weighted::A_STAR, node), self.bound)
            }
            Rule::Walk => format!("on the way, with {}", figure("h", node.h)),
        }
    }

    /// The node taken last was not reported, so it is not a step.
    pub(crate) fn unheard(&mut self) {
        self.step -= 1;
    }

    /// The words for a best-first search.
    fn best(&mut self, node: &Seen, weights: Weighted, ties: &str, open: usize) -> String {
        let key = key(weights, node);
        let equal = self.keys.entry(key).or_insert(1);
        let others = equal.saturating_sub(1);
        *equal = others;
        if open == 0 {
            return "the only open node".into();
        }
        let words = format!("{} is the smallest on OPEN", sum(weights, node));
        match others {
            0 => words,
            _ => format!("{words}, shared by {} nodes: {ties} is taken", others + 1),
        }
    }

    /// The words for a search by estimates.
    fn estimated(&mut self, node: &Seen, percent: Cost, open: usize) -> String {
        let keys = self.keys.iter().filter(|(_, count)| **count > 0);
        let least = keys.map(|(&key, _)| key).min().unwrap_or_default();
        if let Some(count) = self.keys.get_mut(&key(Weighted::A_STAR, node)) {
            *count = count.saturating_sub(1);
        }
        if open == 0 {
            return "the only open node".into();
        }
        let factor = f64::from(percent) / 100.0;
        format!(
            "{} is at most {factor} times the smallest f on OPEN, {least}: by what was learned, it comes first",
            sum(Weighted::A_STAR, node)
        )
    }

    /// What became of a successor, and why.
    pub(crate) fn generated(&mut self, node: &Seen, fate: Fate) -> String {
        let before = self.known.get(&node.number).copied();
        let parent = node.parent.and_then(|parent| self.known.get(&parent)).copied();
        let far = parent.is_some_and(|parent| parent.far);
        if matches!(fate, Fate::Opened | Fate::Improved | Fate::Reopened) {
            self.opened(node, fate, before, far);
        }
        match fate {
            Fate::Opened => self.new_one(node, before.is_some_and(|before| before.far != far)),
            Fate::Improved => {
                let old = before.map_or(0, |before| before.g);
                format!("open already with g = {old}, now g = {}: the cheaper way counts", node.g)
            }
            Fate::Reopened => {
                let before = before.unwrap_or_default();
                let step = before.taken.unwrap_or_default();
                format!("closed in step {step} with g = {}, now g = {}: opened again", before.g, node.g)
            }
            Fate::Duplicate if parent.and_then(|parent| parent.parent) == Some(node.number) => {
                "undoes the last move: dropped".into()
            }
            Fate::Duplicate => self.duplicate(node, before),
            Fate::Pruned if self.rule == Rule::Walk => format!("{} is no nearer", figure("h", node.h)),
            Fate::Pruned => {
                format!("{} is above the bound {}: cut", sum(Weighted::A_STAR, node), self.bound)
            }
        }
    }

    /// Keeps count of what is open.
    fn opened(&mut self, node: &Seen, fate: Fate, before: Option<Known>, far: bool) {
        if let Some(weights) = self.rule.weights() {
            if let (Fate::Improved, Some(before)) = (fate, before) {
                let old = self.keys.entry(key(weights, &Seen { g: before.g, ..*node })).or_default();
                *old = old.saturating_sub(1);
            }
            *self.keys.entry(key(weights, node)).or_default() += 1;
        }
        let Seen { number, parent, g, .. } = *node;
        self.known.insert(number, Known { g, parent, taken: None, far });
    }

    fn new_one(&self, node: &Seen, met: bool) -> String {
        match self.rule {
            Rule::Best { weights, .. } => format!("new, {}", sum(weights, node)),
            Rule::Estimates { .. } => format!("new, {}", sum(Weighted::A_STAR, node)),
            Rule::BothEnds if met => "known to the other side: here the two ways meet".into(),
            Rule::Levels | Rule::BothEnds => format!("new, {}", moves_away(node.g)),
            Rule::Stack => "put on the stack".into(),
            Rule::Recursion => format!("{} is within the bound {}", sum(Weighted::A_STAR, node), self.bound),
            Rule::Walk => format!("the way goes on here, with {}", figure("h", node.h)),
        }
    }

    fn duplicate(&self, node: &Seen, before: Option<Known>) -> String {
        let costs = self.rule.weights().is_some();
        let against = |before: Known| {
            if !costs {
                String::new()
            } else if node.g < before.g {
                format!(" with g = {}, and this search looks at h alone", before.g)
            } else {
                format!(" with g = {}, and g = {} is no cheaper", before.g, node.g)
            }
        };
        match before {
            Some(before @ Known { taken: Some(step), .. }) if self.rule == Rule::Stack => {
                debug_assert!(before.g <= node.g, "it is on the path");
                format!("on the path already, taken in step {step}: dropped")
            }
            Some(before @ Known { taken: Some(step), .. }) => {
                format!("known already, taken in step {step}{}: dropped", against(before))
            }
            Some(before) => format!("known already, open{}: dropped", against(before)),
            None => "known already: dropped".into(),
        }
    }
}

/// Why the search is over, in a sentence; `None` if it found nothing.
pub(crate) fn ending(answer: &Answer) -> Option<String> {
    let Outcome::Solved { cost, .. } = answer.report.outcome else { return None };
    Some(match answer.algorithm {
        Algorithm::AStar => format!(
            "This is the goal. No open node has f below {cost}, and h never says too much, so no way can be shorter."
        ),
        Algorithm::UniformCost => {
            format!("This is the goal. No open node has g below {cost}, so no way is shorter.")
        }
        Algorithm::WeightedAStar => {
            "This is the goal. With the heuristic weighted, finding it does not prove that no way is shorter.".into()
        }
        Algorithm::ExplicitEstimation => format!(
            "This is the goal. No way has fewer than {}, and this one is within the factor of that.",
            moves_in_words(answer.report.lower_bound.into())
        ),
        Algorithm::Greedy => {
            "This is the goal. Greedy search never looked at g, so finding it does not prove that no way is shorter.".into()
        }
        Algorithm::IdaStar | Algorithm::IterativeDeepening => {
            format!(
                "This is the goal, within the bound {cost}. Under every smaller bound there was none, so no way is shorter."
            )
        }
        Algorithm::BreadthFirst => {
            format!(
                "The goal is among the successors, {}. Everything nearer has been seen, so no way is shorter.",
                moves_away(cost)
            )
        }
        Algorithm::Bidirectional => {
            format!("Both sides have met, and the two halves make {}.", moves_in_words(cost.into()))
        }
        Algorithm::Exhaustive | Algorithm::Near => "This is the goal.".into(),
    })
}

fn key(weights: Weighted, node: &Seen) -> Cost {
    weights.g.saturating_mul(node.g).saturating_add(weights.h.saturating_mul(node.h))
}

/// What the open list compares, as a sum.
fn sum(weights: Weighted, node: &Seen) -> String {
    let Seen { g, h, .. } = *node;
    match weights {
        Weighted::A_STAR => format!("f = {g} + {} = {}", cost(h), cost(g.saturating_add(h))),
        Weighted::UNIFORM_COST => figure("g", g),
        Weighted::GREEDY => figure("h", h),
        Weighted { g: whole, h: part } => {
            let weight = f64::from(part) / f64::from(whole);
            format!("f = {g} + {weight} · {h} = {}", f64::from(g) + weight * f64::from(h))
        }
    }
}

fn figure(name: &str, value: Cost) -> String {
    format!("{name} = {}", cost(value))
}

/// A cost in words; that of a dead end is infinite.
fn cost(value: Cost) -> String {
    if value == Cost::MAX { "∞".into() } else { value.to_string() }
}

fn moves_away(count: Cost) -> String {
    format!("{} away", moves_in_words(count.into()))
}
