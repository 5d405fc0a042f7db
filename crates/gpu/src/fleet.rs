//! Several engines as one: the first grows the layers, all share the descents.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::time::Duration;

use crate::engine::{Descent, Engine, Round, Slice, Step};
use crate::error::Error;
use crate::plan::Plan;
use crate::position::{Packed, Position};

/// How often `patience` is asked.
const PATIENCE: Duration = Duration::from_millis(5);

/// Engines that work together.
pub(crate) struct Fleet<E> {
    engines: Vec<E>,
    /// Whether the others have the first one's roots, dealt out one by one.
    dealt: bool,
}

impl<E: Engine> Fleet<E> {
    pub(crate) fn new(engines: Vec<E>) -> Self {
        Fleet { engines, dealt: false }
    }

    /// Gives each engine every n-th root, so that all have their part of easy and hard ones.
    fn deal(&mut self) -> Result<(), Error> {
        let (roots, depth) = self.engines[0].roots()?;
        let count = self.engines.len();
        for (first, engine) in self.engines.iter_mut().enumerate() {
            let share: Vec<Packed> = roots.iter().skip(first).step_by(count).copied().collect();
            engine.adopt(&share, depth)?;
        }
        self.dealt = true;
        Ok(())
    }

    /// Lets every engine work in a thread of its own; `patience` is asked until all are done.
    fn together<T: Send>(
        &mut self,
        patience: &mut dyn FnMut() -> bool,
        work: impl Fn(usize, &mut E, &mut dyn FnMut() -> bool) -> Result<(T, bool), Error> + Sync,
    ) -> Result<Vec<T>, Error> {
        let stop = AtomicBool::new(patience());
        std::thread::scope(|scope| {
            let (stop, work) = (&stop, &work);
            let (working, ended) = mpsc::channel::<()>();
            let start = |(at, engine)| {
                let working = working.clone();
                scope.spawn(move || {
                    let done = work(at, engine, &mut || stop.load(Ordering::Relaxed));
                    stop.fetch_or(!matches!(done, Ok((_, false))), Ordering::Relaxed);
                    drop(working);
                    done
                })
            };
            let threads: Vec<_> = self.engines.iter_mut().enumerate().map(start).collect();
            drop(working);
            // Nothing is sent: the channel closes when the last engine is done.
            while ended.recv_timeout(PATIENCE) == Err(RecvTimeoutError::Timeout) {
                stop.fetch_or(patience(), Ordering::Relaxed);
            }
            let joined = threads.into_iter().map(|thread| thread.join().expect("an engine does not panic"));
            joined.map(|done| done.map(|(value, _)| value)).collect()
        })
    }
}

impl<E: Engine> Engine for Fleet<E> {
    fn widest(&self) -> usize {
        self.engines[0].widest()
    }

    fn equip(&mut self, number: usize, plan: &Plan) -> Result<(), Error> {
        self.engines.iter_mut().try_for_each(|engine| engine.equip(number, plan))
    }

    fn estimates(&mut self, positions: &[Packed]) -> Result<Vec<u8>, Error> {
        self.engines[0].estimates(positions)
    }

    fn begin(&mut self, start: &Position) -> Result<(), Error> {
        self.engines[0].begin(start)
    }

    fn advance(&mut self, bound: u32, width: usize) -> Result<Step, Error> {
        self.engines[0].advance(bound, width)
    }

    fn goal_path(&mut self) -> Result<Vec<u8>, Error> {
        self.engines[0].goal_path()
    }

    fn keep(&mut self) -> Result<(), Error> {
        self.dealt = false;
        self.engines[0].keep()
    }

    fn descend(
        &mut self,
        bound: u32,
        slice: Slice,
        patience: &mut dyn FnMut() -> bool,
    ) -> Result<Descent, Error> {
        if self.engines.len() == 1 {
            return self.engines[0].descend(bound, slice, patience);
        }
        if !self.dealt {
            self.deal()?;
        }
        let count = self.engines.len();
        let descents = self.together(patience, |_, engine, patience| {
            let descent = engine.descend(bound, slice, patience)?;
            let ends_all = descent.answer.is_some();
            Ok((descent, ends_all))
        })?;
        let mut all = Descent::default();
        for (first, descent) in descents.into_iter().enumerate() {
            all.expanded += descent.expanded;
            all.generated += descent.generated;
            all.broken |= descent.broken;
            all.answer = all.answer.or(descent.answer.map(|(root, path)| (root * count + first, path)));
        }
        Ok(all)
    }

    fn root_path(&mut self, root: usize) -> Result<Vec<u8>, Error> {
        self.engines[0].root_path(root)
    }

    fn roots(&mut self) -> Result<(Vec<Packed>, usize), Error> {
        self.engines[0].roots()
    }

    fn adopt(&mut self, roots: &[Packed], depth: usize) -> Result<(), Error> {
        self.dealt = false;
        self.engines[0].adopt(roots, depth)
    }

    fn round(
        &mut self,
        starts: &[Packed],
        bounds: &[u8],
        patience: &mut dyn FnMut() -> bool,
    ) -> Result<Round, Error> {
        let part = starts.len().div_ceil(self.engines.len()).max(1);
        let rounds = self.together(patience, |at, engine, patience| {
            let own = (at * part).min(starts.len())..((at + 1) * part).min(starts.len());
            Ok((engine.round(&starts[own.clone()], &bounds[own], patience)?, false))
        })?;
        let mut all = Round::default();
        for round in rounds {
            all.expanded += round.expanded;
            all.generated += round.generated;
            all.broken |= round.broken;
            all.answers.extend(round.answers);
        }
        Ok(all)
    }
}

#[cfg(test)]
mod tests {
    use taquin_tiles::Geometry;
    use taquin_tiles::automaton::Automaton;

    use super::*;
    use crate::grid::Grid;
    use crate::twin::Twin;

    #[test]
    fn three_count_like_one() {
        let grid = Grid::new(Geometry::new(3, 4, false)).unwrap();
        let plan =
            Plan::new(grid, 0, &[vec![vec![1, 2, 3], vec![4, 5, 6], vec![7, 8], vec![9, 10, 11]]], false, 2);
        let twin = || Twin::new(plan.clone(), Automaton::new(grid.geometry(), 6));
        let (mut one, mut three) = (twin(), Fleet::new(vec![twin(), twin(), twin()]));
        let start = Position {
            tiles: std::array::from_fn(|cell| {
                [11, 10, 2, 8, 7, 6, 5, 4, 3, 9, 1, 0].get(cell).copied().unwrap_or(0)
            }),
            blank: 11,
        };
        let estimate = u32::from(one.estimates(&[start.pack()]).unwrap()[0]);
        for bound in [estimate + 4, estimate + 6] {
            let mut size = 0;
            for engine in [&mut one as &mut dyn Engine, &mut three] {
                engine.begin(&start).unwrap();
                (0..6).for_each(|_| size = engine.advance(bound, usize::MAX).unwrap().size);
                engine.keep().unwrap();
            }
            assert!(size > 10);
            let parts = [0, 1].map(|number| Slice { number, count: 2 });
            let [whole, first, second] = [Slice::ALL, parts[0], parts[1]].map(|slice| {
                let alone = one.descend(bound, slice, &mut || false).unwrap();
                assert!(alone.answer.is_none() && alone.expanded > 100);
                assert_eq!(alone, three.descend(bound, slice, &mut || false).unwrap());
                alone.expanded
            });
            assert_eq!(whole, first + second);
            assert!(three.descend(bound, Slice::ALL, &mut || true).unwrap().broken);
        }
    }
}
