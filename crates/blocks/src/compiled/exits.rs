//! Placements from which the goal piece can certainly reach its goal.

use crate::compiled::atlas::NOWHERE;
use crate::compiled::blocks::Blocks;
use crate::compiled::word::Word;
use crate::model::metric::Metric;

/// By spot: whether a piece that stands there can go on to its goal within the same move, whatever the
/// others do, because no other piece ever stands in its way. Under the finger metric such a position
/// is never worth a move of its own: the move that reaches it can as well reach the goal.
pub(crate) fn exits<O: Word, C: Word>(blocks: &Blocks<O, C>) -> Vec<bool> {
    let mut exits = vec![false; blocks.entries.len()];
    let mut wanted = blocks.atlas.groups.iter().filter(|group| !group.goal.is_empty());
    let (Some(group), None) = (wanted.next(), wanted.next()) else { return exits };
    if !group.single || blocks.metric() != Metric::Finger {
        return exits;
    }
    let range = usize::from(group.first)..usize::from(group.first) + group.len;
    let others = blocks.entries.iter().enumerate().filter(|(spot, _)| !range.contains(spot));
    let crowded = others.fold(O::default(), |all, (_, entry)| all.or(entry.mask));
    let mut stack: Vec<usize> = group.goal.iter().map(|&spot| usize::from(spot)).collect();
    while let Some(at) = stack.pop() {
        if std::mem::replace(&mut exits[at], true) {
            continue;
        }
        let entry = &blocks.entries[at];
        for next in entry.next.iter().filter(|&&next| next != NOWHERE).map(|&next| usize::from(next)) {
            if !exits[next] && entry.mask.minus(blocks.entries[next].mask).disjoint(crowded) {
                stack.push(next);
            }
        }
    }
    exits
}
