//! Somebody's moves, compared with shortest solutions: the distance to the goal at every point, and where moves were
//! lost.

use std::ops::{ControlFlow, Range};

use taquin_search::{Cost, Limits, Outcome, Progress};

use crate::answer::Step;
use crate::error::Error;
use crate::families::readers;
use crate::instance::Instance;
use crate::machine::Machine;
use crate::plan::{Algorithm, HeuristicName, Plan};

/// The most moves of a stretch that is compared with a shorter one, and the most expansions of one comparison.
const LONGEST: usize = 24;
const MOST_NODES: u64 = 50_000;

/// The result of a review.
#[derive(Clone, Debug)]
pub struct Review {
    /// The moves one by one, as the metric counts them: the steps of each.
    pub moves: Vec<Range<usize>>,
    /// The points before the first move, after it, and so on.
    pub points: Vec<Point>,
    /// The stretches that shorter ones replace, from the first to the last; none overlap.
    pub stretches: Vec<Stretch>,
    /// Whether the last point is the goal.
    pub solved: bool,
}

/// A point between two moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Point {
    /// The goal is at least this far.
    pub least: Cost,
    /// The goal is at most this far, if a solution is known.
    pub most: Option<Cost>,
}

impl Point {
    /// How far the goal is, if it is known.
    #[must_use]
    pub fn distance(&self) -> Option<Cost> {
        self.most.filter(|most| *most == self.least)
    }
}

/// Moves that fewer moves replace.
#[derive(Clone, Debug)]
pub struct Stretch {
    /// The first of them and the one after the last, counted from 0.
    pub moves: Range<usize>,
    /// The fewest that lead to the same position.
    pub shorter: Vec<Step>,
    /// How many these are.
    pub cost: Cost,
}

impl Review {
    /// How many moves the move of this number, counted from 0, has lost: those by which a solution through it is
    /// longer than one from the point before; `None` if a distance is not known.
    #[must_use]
    pub fn lost_by(&self, number: usize) -> Option<Cost> {
        let (before, after) =
            (self.points.get(number)?.distance()?, self.points.get(number + 1)?.distance()?);
        (after + 1).checked_sub(before)
    }

    /// How many moves were lost in all; `None` if a distance is not known.
    #[must_use]
    pub fn lost(&self) -> Option<Cost> {
        let (first, last) = (self.points.first()?.distance()?, self.points.last()?.distance()?);
        (self.moves.len() as Cost + last).checked_sub(first)
    }
}

/// Reviews `steps` from the start of `instance`, as its metric counts; `plan` limits the search from each point.
///
/// # Errors
/// If the plan asks for a combination that the puzzle does not have, or the machine fails.
///
/// # Panics
/// If a step is not legal.
pub fn review(
    machine: &dyn Machine,
    instance: &Instance,
    steps: &[Step],
    plan: &Plan,
    progress: &mut dyn Progress,
) -> Result<Review, Error> {
    let moves = moves(instance, steps);
    let mut positions = vec![instance.clone()];
    for range in &moves {
        let last = positions.last().expect("there is the start").clone();
        let next = steps[range.clone()].iter().try_fold(last, |now, step| now.after(step));
        positions.push(next.expect("the moves are legal"));
    }
    let mut points = Vec::new();
    let mut failed = None;
    let mut puzzles = positions.iter().cloned().map(Ok).collect::<Vec<_>>().into_iter();
    machine.solve(&mut puzzles, plan, progress, &mut |(position, answer)| match (position, answer) {
        (Some(position), Ok(answer)) if answer.report.outcome != Outcome::Unsolvable => {
            points.push(Point { least: answer.report.lower_bound, most: answer.cost(&position) });
            ControlFlow::Continue(())
        }
        (_, Ok(_)) => {
            points.push(Point { least: Cost::MAX, most: None });
            ControlFlow::Continue(())
        }
        (_, Err(error)) => {
            failed = Some(error);
            ControlFlow::Break(())
        }
    })?;
    if let Some(error) = failed {
        return Err(error);
    }
    // Where the user has ended the search, nothing is known of the rest.
    points.resize(positions.len(), Point { least: 0, most: None });
    let solved = positions.last().is_some_and(|last| last.is_solved());
    let stretches = stretches(&positions, plan)?;
    Ok(Review { moves, points, stretches, solved })
}

/// The steps of each move: a step that adds nothing to the cost belongs to the move before it.
fn moves(instance: &Instance, steps: &[Step]) -> Vec<Range<usize>> {
    let mut moves: Vec<Range<usize>> = Vec::new();
    let mut cost = 0;
    for end in 1..=steps.len() {
        let now = instance.cost(&steps[..end]);
        match moves.last_mut() {
            Some(last) if now == cost => last.end = end,
            _ => moves.push(end - 1..end),
        }
        cost = now;
    }
    moves
}

/// The stretches between `positions` that shorter ones replace: each ends as soon as there is one, and begins as late
/// as possible.
fn stretches(positions: &[Instance], plan: &Plan) -> Result<Vec<Stretch>, Error> {
    let mut found = Vec::new();
    let mut first = 0;
    for end in 1..positions.len() {
        if plan.limits.is_cancelled() {
            break;
        }
        let begin = first.max(end.saturating_sub(LONGEST));
        let Some(mut shorter) = between(positions, begin..end, plan)? else { continue };
        let mut moves = begin..end;
        while let Some(better) = between(positions, moves.start + 1..end, plan)? {
            moves.start += 1;
            shorter = better;
        }
        let cost = positions[moves.start].cost(&shorter);
        found.push(Stretch { moves, shorter, cost });
        first = end;
    }
    Ok(found)
}

/// Fewer moves than these from the first of the positions to the last, if there are any.
fn between(positions: &[Instance], moves: Range<usize>, plan: &Plan) -> Result<Option<Vec<Step>>, Error> {
    let Some(puzzle) = positions[moves.start].analysis().towards(&positions[moves.end]) else {
        return Ok(None);
    };
    if moves.len() < 2 && !puzzle.is_solved() {
        return Ok(None);
    }
    let limits = Limits { nodes: Some(MOST_NODES), ..plan.limits.clone() };
    let choices = puzzle.choices();
    // In other metrics the bound is too coarse for a search without lists.
    let reader = readers().iter().find(|reader| reader.kind == puzzle.kind());
    let usual = reader.and_then(|reader| reader.metrics.first()).map(|(name, _)| *name);
    let is_close = puzzle.metric() == usual && choices.heuristics.contains(&HeuristicName::MANHATTAN);
    let heuristic = is_close.then_some(HeuristicName::MANHATTAN);
    let algorithm = if heuristic.is_some() { Algorithm::IdaStar } else { Algorithm::Bidirectional };
    let plan = Plan { algorithm: Some(algorithm), heuristic, limits, ..Plan::default() };
    let answer = puzzle.solve(&plan, &mut ())?;
    Ok(match answer.report.outcome {
        Outcome::Solved { moves: shorter, cost } if (cost as usize) < moves.len() => Some(shorter),
        _ => None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Cores, Hints, play, solve};

    fn reviewed(text: &str, metric: &str, moves: &str) -> (Instance, Review) {
        let hints = Hints { metric: Some(metric.into()), ..Hints::default() };
        let instance = Instance::parse(text, &hints).unwrap();
        let played = play(&instance, moves).unwrap();
        assert!(played.failure.is_none());
        let found = review(&Cores, &instance, &played.steps, &Plan::default(), &mut ()).unwrap();
        (instance, found)
    }

    #[test]
    fn a_detour_is_found_and_replaced() {
        // Out and back, then around the block the wrong way: 12 moves in a circle of 12 positions do nothing.
        let (instance, found) = reviewed("1 2 3 / 4 0 6 / 7 5 8", "single", "D U U L");
        assert!(found.solved);
        assert_eq!(
            found.points.iter().map(|point| point.distance().unwrap()).collect::<Vec<_>>(),
            [2, 3, 2, 1, 0]
        );
        assert_eq!((found.lost(), found.lost_by(0), found.lost_by(1)), (Some(2), Some(2), Some(0)));
        assert_eq!(found.stretches.len(), 1);
        let stretch = &found.stretches[0];
        assert_eq!((stretch.moves.clone(), stretch.cost), (0..2, 0));
        assert!(instance.cost(&stretch.shorter) == 0);
    }

    #[test]
    fn shortest_solutions_lose_nothing_and_lines_are_one_move() {
        let (_, found) = reviewed("0 1 2 / 3 4 5 / 6 7 8", "line", "L2 U2");
        assert_eq!((found.moves.len(), found.solved), (2, false));
        assert_eq!(found.moves, [0..2, 2..4]);
        for (text, metric) in [("8 6 7 / 2 5 4 / 3 0 1", "single"), ("8 6 7 / 2 5 4 / 3 0 1", "line")] {
            let hints = Hints { metric: Some(metric.into()), ..Hints::default() };
            let instance = Instance::parse(text, &hints).unwrap();
            let answer = solve(&instance, &Plan::default(), &mut ()).unwrap();
            let steps = answer.steps().unwrap();
            let found = review(&Cores, &instance, steps, &Plan::default(), &mut ()).unwrap();
            assert_eq!((found.lost(), found.stretches.len()), (Some(0), 0));
            assert_eq!(Some(found.moves.len() as Cost), answer.cost(&instance));
        }
    }

    #[test]
    fn every_stretch_is_shorter_and_leads_to_the_same_position() {
        // Three times around a corner one way and the other around the middle.
        let text = "1 2 3 4 / 5 6 7 8 / 9 10 11 12 / 13 14 15 0";
        let moves = "RDLURDLURD LLUR DDRUULLDRRDLUURDLLURRDLU".replace(' ', "");
        let legal: String = {
            let hints = Hints::default();
            let instance = Instance::parse(text, &hints).unwrap();
            let mut now = instance;
            moves
                .chars()
                .filter(|letter| {
                    let played = play(&now, &letter.to_string()).unwrap();
                    let fits = played.failure.is_none();
                    now = if fits { played.end } else { now.clone() };
                    fits
                })
                .collect()
        };
        let (instance, found) = reviewed(text, "single", &legal);
        assert!(!found.stretches.is_empty());
        let steps = play(&instance, &legal).unwrap().steps;
        let mut end = 0;
        for stretch in &found.stretches {
            assert!(stretch.moves.start >= end && (stretch.cost as usize) < stretch.moves.len());
            end = stretch.moves.end;
            let from = steps[..stretch.moves.start]
                .iter()
                .fold(instance.clone(), |now, step| now.after(step).unwrap());
            let there =
                steps[stretch.moves.clone()].iter().fold(from.clone(), |now, step| now.after(step).unwrap());
            let also = stretch.shorter.iter().fold(from, |now, step| now.after(step).unwrap());
            assert_eq!(there.state_text(), also.state_text());
        }
    }
}
