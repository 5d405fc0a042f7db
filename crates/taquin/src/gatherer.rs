//! Receives all positions of a space that is enumerated beyond the memory of one process.

use taquin_space::{Error, Gatherer, TableFile};

/// All positions of a space, if the plan needs them at once.
#[derive(Default)]
pub struct Gathered(pub(crate) Kind);

#[derive(Default)]
pub(crate) enum Kind {
    /// Nothing needs them.
    #[default]
    Nothing,
    /// The distances are written as they come.
    Table(Box<TableFile>),
    /// The positions of each window so far, and the most positions there may be.
    States(Vec<Vec<u8>>, u64),
}

impl Gathered {
    /// Whether anything is to be gathered.
    #[must_use]
    pub fn is_wanted(&self) -> bool {
        !matches!(self.0, Kind::Nothing)
    }
}

impl Gatherer for Gathered {
    fn begin(&mut self, fineness: usize, counts: &[u64]) -> Result<(), Error> {
        let positions = counts.iter().sum();
        match &mut self.0 {
            Kind::Nothing => Ok(()),
            Kind::Table(file) => file.begin(fineness, counts),
            Kind::States(_, most) if positions > *most => Err(Error::NoRoom { positions }),
            Kind::States(..) => Ok(()),
        }
    }

    fn take(&mut self, round: usize, window: usize, bytes: Vec<u8>) -> Result<(), Error> {
        match &mut self.0 {
            Kind::Nothing => {}
            Kind::Table(file) => file.take(round, window, bytes)?,
            Kind::States(parts, _) => parts.push(bytes),
        }
        Ok(())
    }

    fn end(&mut self) -> Result<(), Error> {
        if let Kind::Table(file) = &mut self.0 { file.end() } else { Ok(()) }
    }
}
