//! A solution while it is built.

use std::sync::Arc;

use taquin_search::Limit;

use super::budget::Budget;
use super::finish::{Finisher, Progress};
use super::home_board::HomeBoard;
use super::move_sink::MoveSink;
use super::parameters::Parameters;
use super::position::Position;
use super::sweep::Sweeper;
use crate::geometry::Direction;

/// The tools of both phases.
#[derive(Debug, Default)]
pub(super) struct Workspace {
    sweeper: Sweeper,
    finisher: Finisher,
}

/// The state of a solution that is being built.
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
pub(super) struct Construction {
    state: HomeBoard,
    stage: Stage,
}

impl Construction {
    pub(super) fn new(state: HomeBoard) -> Self {
        Construction { state, stage: Stage::Sweeping { last: None } }
    }

    pub(super) fn is_solved(&self) -> bool {
        matches!(self.stage, Stage::Solved)
    }

    pub(super) fn is_sweeping(&self) -> bool {
        matches!(self.stage, Stage::Sweeping { .. })
    }

    /// The sum of the distances of the tiles.
    pub(super) fn distance(&self) -> u64 {
        self.state.manhattan()
    }

    /// Goes on by one sweep or one line.
    pub(super) fn advance(
        &mut self,
        style: &Parameters,
        tools: &mut Workspace,
        sink: &mut MoveSink<'_>,
        work: &mut Budget<'_>,
    ) -> Result<(), Limit> {
        let play = &mut Position { state: &mut self.state, sink, work };
        match &mut self.stage {
            Stage::Sweeping { last } => {
                let distance = play.state.manhattan();
                let pays = last.is_none_or(|(before, spent)| {
                    let won = before.saturating_sub(distance);
                    (spent as f64) < style.spend * won as f64
                });
                let near = distance as f64 <= style.near * play.state.cells() as f64;
                let narrow = play.state.rows().min(play.state.cols()) < 3;
                if near || narrow || !pays {
                    self.stage = Stage::Finishing(Progress::begin(play));
                } else {
                    let moves = play.sink.len();
                    tools.sweeper.sweep(play, &style.sweep)?;
                    *last = Some((distance, play.sink.len().saturating_sub(moves)));
                }
            }
            Stage::Finishing(progress) => {
                if !tools.finisher.line(progress, play, &style.finish)? {
                    assert!(self.state.is_solved(), "the last rectangle is solved");
                    self.stage = Stage::Solved;
                }
            }
            Stage::Solved => {}
        }
        Ok(())
    }
}

/// The moves of a construction so far, shared with those it was copied from.
#[derive(Clone, Debug, Default)]
pub(super) struct PhaseRecorder {
    phases: Vec<Arc<[Direction]>>,
    len: u64,
}

impl PhaseRecorder {
    pub(super) fn push(&mut self, phase: &[Direction]) {
        self.len += phase.len() as u64;
        self.phases.push(phase.into());
    }

    pub(super) fn len(&self) -> u64 {
        self.len
    }

    /// All moves; where one phase undoes the end of the one before, both are dropped.
    pub(super) fn moves(&self) -> Vec<Direction> {
        let mut moves = Vec::with_capacity(self.len as usize);
        let mut keep = |chunk: &[Direction]| moves.extend_from_slice(chunk);
        let mut sink = MoveSink::new(&mut keep);
        self.phases.iter().flat_map(|phase| phase.iter()).for_each(|&direction| sink.push(direction));
        sink.finish();
        moves
    }
}
