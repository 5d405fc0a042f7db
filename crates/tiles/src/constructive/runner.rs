//! One solution in the making.

use std::sync::Arc;

use taquin_search::Limit;

use super::finish::{Finisher, Progress};
use super::play::Play;
use super::slate::Slate;
use super::style::Style;
use super::sweep::Sweeper;
use super::trail::Trail;
use super::work::Work;
use crate::geometry::Direction;

/// The tools of both phases.
#[derive(Debug, Default)]
pub(super) struct Tools {
    sweeper: Sweeper,
    finisher: Finisher,
}

/// Where a solution in the making stands.
#[derive(Clone, Debug)]
enum Stage {
    /// Before a sweep; the distance before the last one and the moves that it took.
    Sweeping {
        last: Option<(u64, u64)>,
    },
    Finishing(Progress),
    Solved,
}

/// A board on its way to the goal. It can be copied, to go on in several ways.
#[derive(Clone, Debug)]
pub(super) struct Runner {
    slate: Slate,
    stage: Stage,
}

impl Runner {
    pub(super) fn new(slate: Slate) -> Self {
        Runner { slate, stage: Stage::Sweeping { last: None } }
    }

    pub(super) fn is_solved(&self) -> bool {
        matches!(self.stage, Stage::Solved)
    }

    pub(super) fn is_sweeping(&self) -> bool {
        matches!(self.stage, Stage::Sweeping { .. })
    }

    /// The sum of the distances of the tiles.
    pub(super) fn distance(&self) -> u64 {
        self.slate.manhattan()
    }

    /// Goes on by one sweep or one line.
    pub(super) fn advance(
        &mut self,
        style: &Style,
        tools: &mut Tools,
        trail: &mut Trail<'_>,
        work: &mut Work<'_>,
    ) -> Result<(), Limit> {
        let play = &mut Play { slate: &mut self.slate, trail, work };
        match &mut self.stage {
            Stage::Sweeping { last } => {
                let distance = play.slate.manhattan();
                let pays = last.is_none_or(|(before, spent)| {
                    let won = before.saturating_sub(distance);
                    (spent as f64) < style.spend * won as f64
                });
                let near = distance as f64 <= style.near * play.slate.cells() as f64;
                let narrow = play.slate.rows().min(play.slate.cols()) < 3;
                if near || narrow || !pays {
                    self.stage = Stage::Finishing(Progress::begin(play));
                } else {
                    let moves = play.trail.len();
                    tools.sweeper.sweep(play, &style.sweep)?;
                    *last = Some((distance, play.trail.len().saturating_sub(moves)));
                }
            }
            Stage::Finishing(progress) => {
                if !tools.finisher.line(progress, play, &style.finish)? {
                    assert!(self.slate.is_solved(), "the last rectangle is solved");
                    self.stage = Stage::Solved;
                }
            }
            Stage::Solved => {}
        }
        Ok(())
    }
}

/// The moves of a runner so far, shared with those it was copied from.
#[derive(Clone, Debug, Default)]
pub(super) struct Legs {
    legs: Vec<Arc<[Direction]>>,
    len: u64,
}

impl Legs {
    pub(super) fn push(&mut self, leg: &[Direction]) {
        self.len += leg.len() as u64;
        self.legs.push(leg.into());
    }

    pub(super) fn len(&self) -> u64 {
        self.len
    }

    /// All moves; where one leg undoes the end of the one before, both are dropped.
    pub(super) fn moves(&self) -> Vec<Direction> {
        let mut moves = Vec::with_capacity(self.len as usize);
        let mut keep = |chunk: &[Direction]| moves.extend_from_slice(chunk);
        let mut trail = Trail::new(&mut keep);
        self.legs.iter().flat_map(|leg| leg.iter()).for_each(|&direction| trail.push(direction));
        trail.finish();
        moves
    }
}
