//! What the hosts have of earlier levels, and where to go on from it.

use std::collections::{BTreeMap, BTreeSet};

use taquin_space::{Folder, Level, Realm};

use crate::member::Letter;

/// A level as far as one process has it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Stock {
    /// How finely the space is divided.
    fineness: u64,
    /// The counts of the levels before.
    totals: Vec<u64>,
    /// The count of each window that is there.
    windows: BTreeMap<usize, u64>,
}

/// For every process and every depth what is there.
pub(crate) type Stocks = BTreeMap<(usize, usize), Stock>;

/// Where the work goes on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Place {
    pub(crate) fineness: usize,
    /// The counts of all levels up to the last whole one.
    pub(crate) counts: Vec<u64>,
    /// For each level that is needed, the last two or all of them, and each window the processes that have it.
    pub(crate) holders: BTreeMap<(usize, usize), Vec<usize>>,
    /// What processes have at which depths in other windows, which a level cannot have beside these.
    pub(crate) useless: BTreeSet<(usize, usize)>,
}

/// Takes stock of a folder: for each depth the body of a letter.
pub(crate) fn take_stock(
    folder: &Folder,
    realm: &dyn Realm,
) -> Result<Vec<(usize, Vec<u8>)>, taquin_space::Error> {
    let mut letters = Vec::new();
    for depth in folder.depths()? {
        if let Some(level) = folder.level(realm, depth)? {
            letters.push((depth, write(&level)));
        }
    }
    Ok(letters)
}

fn write(level: &Level) -> Vec<u8> {
    let mut fields = vec![level.fineness() as u64, level.totals().len() as u64];
    fields.extend(level.totals());
    fields.extend(level.present().flat_map(|(window, count)| [window as u64, count]));
    fields.iter().flat_map(|field| field.to_le_bytes()).collect()
}

/// Reads a letter about the stock of one depth.
pub(crate) fn read(letter: &Letter) -> Option<Stock> {
    let (words, rest) = letter.body.as_chunks();
    let mut fields = words.iter().map(|word| u64::from_le_bytes(*word));
    let (fineness, len) = (fields.next()?, fields.next()?);
    let totals: Vec<u64> = fields.by_ref().take(len as usize).collect();
    let mut windows = BTreeMap::new();
    while let Some(window) = fields.next() {
        windows.insert(window as usize, fields.next()?);
    }
    (rest.is_empty() && totals.len() == len as usize).then_some(Stock { fineness, totals, windows })
}

/// The last level that, with the one before, or with all before if they are to be `kept`, is whole when
/// all stocks are put together.
pub(crate) fn last_whole(stocks: &Stocks, realm: &dyn Realm, kept: bool) -> Option<Place> {
    let deepest = stocks.keys().map(|&(_, depth)| depth).max()?;
    let divisions: BTreeSet<u64> = stocks.values().map(|stock| stock.fineness).collect();
    let places =
        (0..=deepest).rev().flat_map(|depth| divisions.iter().map(move |&division| (depth, division)));
    places.into_iter().find_map(|(depth, fineness)| {
        let own = |depth: usize| {
            stocks.iter().filter(move |((_, at), stock)| *at == depth && stock.fineness == fineness)
        };
        let (_, Stock { totals, .. }) = own(depth).next()?;
        let count = realm.windows(fineness as usize);
        let first = if kept { 0 } else { depth.saturating_sub(1) };
        let mut holders: BTreeMap<(usize, usize), Vec<usize>> = BTreeMap::new();
        let mut last = 0;
        for at in first..=depth {
            for (&(process, _), stock) in own(at) {
                for (&window, &count) in &stock.windows {
                    let held = holders.entry((at, window)).or_default();
                    if held.is_empty() && at == depth {
                        last += count;
                    }
                    held.push(process);
                }
            }
        }
        let whole = holders.len() == count * (depth + 1 - first);
        let counts = totals.iter().copied().chain([last]).collect();
        let other = stocks.iter().filter(|(_, stock)| stock.fineness != fineness);
        let useless = other.map(|(&place, _)| place).collect();
        whole.then_some(Place { fineness: fineness as usize, counts, holders, useless })
    })
}

#[cfg(test)]
mod tests {
    use taquin_space::Space;
    use taquin_tiles::{Board, Geometry};

    use super::*;

    fn stock(totals: &[u64], windows: &[usize]) -> Stock {
        Stock {
            fineness: 1,
            totals: totals.to_vec(),
            windows: windows.iter().map(|&window| (window, 2)).collect(),
        }
    }

    #[test]
    fn the_last_level_that_is_whole_among_all_is_taken() {
        let space = Space::new(Geometry::new(2, 5, false), &Board::blank_last(2, 5)).unwrap();
        let all: Vec<usize> = (0..space.windows(1)).collect();
        let (some, others) = all.split_at(4);
        let mut stocks = Stocks::new();
        assert_eq!(last_whole(&stocks, &space, false), None);
        stocks.insert((0, 6), stock(&[1; 6], some));
        stocks.insert((1, 6), stock(&[1; 6], others));
        assert_eq!(last_whole(&stocks, &space, false), None, "the level before is gone");
        stocks.insert((0, 5), stock(&[1; 5], &all));
        let place = last_whole(&stocks, &space, false).unwrap();
        assert_eq!(place.counts, [1, 1, 1, 1, 1, 1, 18]);
        assert_eq!((&place.holders[&(6, 3)], &place.holders[&(6, 4)]), (&vec![0], &vec![1]));
        // A level that one process has finished and the other has not.
        stocks.insert((0, 7), stock(&[1; 7], some));
        assert_eq!(last_whole(&stocks, &space, false).unwrap(), place);
        assert_eq!(last_whole(&stocks, &space, true), None, "the first levels are gone");
        // Two processes with the same folder.
        stocks.insert((1, 5), stock(&[1; 5], &all));
        assert_eq!(last_whole(&stocks, &space, false).unwrap().counts, place.counts);
        // A process that has kept something of another division.
        stocks.insert((2, 6), Stock { fineness: 0, ..stock(&[1; 6], &[]) });
        let found = last_whole(&stocks, &space, false).unwrap();
        assert_eq!((found.counts, found.useless), (place.counts, BTreeSet::from([(2, 6)])));
    }

    #[test]
    fn letters_about_stocks_are_read_as_written() {
        let letter = |body: Vec<u8>| Letter { from: 0, subject: 6, number: 0, body };
        let fields = |list: &[u64]| list.iter().flat_map(|field| field.to_le_bytes()).collect::<Vec<u8>>();
        assert_eq!(read(&letter(fields(&[1, 2, 1, 1, 4, 2, 7, 2]))), Some(stock(&[1, 1], &[4, 7])));
        assert_eq!(read(&letter(fields(&[1, 2, 1]))), None);
        assert_eq!(read(&letter(fields(&[1, 0, 4]))), None);
        assert_eq!(read(&letter(vec![1, 2, 3])), None);
    }
}
