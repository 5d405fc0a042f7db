//! Explanations of known slips for students: what is probably wrong, and where to look.

use taquin_courses::{Program, Slip};

/// What to tell the author of a program that behaves like one with this slip.
#[must_use]
pub fn advice(course: Program, slip: Slip) -> &'static str {
    let torus = matches!(course, Program::Torus | Program::TorusAstar);
    match slip {
        Slip::Descending => {
            "successors come from the largest number to the smallest; it should be the other way"
        }
        Slip::UpDownLeftRight if torus => {
            "successors come as the blank moves up, down, left, right; they should be sorted by their number"
        }
        Slip::LeftRightUpDown if torus => {
            "successors come as the blank moves left, right, up, down; they should be sorted by their number"
        }
        Slip::UpLeftDownRight if torus => {
            "successors come as the blank moves up, left, down, right; they should be sorted by their number"
        }
        Slip::UpRightDownLeft if torus => {
            "successors come as the blank moves up, right, down, left; they should be sorted by their number"
        }
        Slip::UpDownLeftRight => {
            "the blank moves up, down, left, right; the assignment asks for another order"
        }
        Slip::LeftRightUpDown => {
            "the blank moves left, right, up, down; the assignment asks for another order"
        }
        Slip::UpLeftDownRight => {
            "the blank moves up, left, down, right; the assignment asks for another order"
        }
        Slip::UpRightDownLeft => {
            "the blank moves up, right, down, left; the assignment asks for another order"
        }
        Slip::NoWrap => "tiles do not wrap around the edges: on a torus every state has four successors",
        Slip::NoFlight => "single blocks move only to adjacent cells; they may fly to any empty cell",
        Slip::LongSlides => "larger blocks move several cells at once; they move one cell in one step",
        Slip::BlankCounted => "the blank is counted as a tile in the distance; it must not be",
        Slip::OtherDistance => "the heuristic is the Manhattan distance; misplaced tiles are asked for",
        Slip::NoHeuristic => "the heuristic is 0 everywhere",
        Slip::HeuristicAlone => "the priority is the heuristic alone; the cost so far must be added",
        Slip::FirstInFirstOut => {
            "among equal priorities the one that came first leaves first; look at how ties are broken"
        }
        Slip::LastInFirstOut => {
            "among equal priorities the one that came last leaves first; look at how ties are broken"
        }
        Slip::SmallestNumberFirst => {
            "among equal priorities the smallest state leaves first; the order of insertion should decide"
        }
        Slip::LargestNumberFirst => {
            "among equal priorities the largest number leaves first; it should be the smallest"
        }
        Slip::NoCycleCheck if course == Program::Torus => {
            "successors on the prefix path are pushed again; path-checking is missing"
        }
        Slip::NoCycleCheck => "a node generates its parent's state again; it must not",
        Slip::ParentOnly => {
            "only the parent is kept from being pushed again; the whole prefix path must be checked"
        }
        Slip::ClosedList => "a closed list is used where the assignment does not allow one",
        Slip::GoalOnPush => {
            "states are checked for the goal when they are generated; check them when they are removed"
        }
        Slip::ChecksOneLess => {
            "the number of goal checks is one too small: the check that finds the goal counts too"
        }
        Slip::ChecksOneMore => "the number of goal checks is one too large",
        Slip::ChecksOfLastCutOff => {
            "only the goal checks of the last cut-off are counted; those of all cut-offs belong together"
        }
        Slip::LargestOneLess => {
            "the largest size is one too small: take it after pushing, before the next removal"
        }
        Slip::LargestOneMore => {
            "the size is one too large: the node that was just removed is not on the list any more"
        }
        Slip::GoalClosed => "the goal is put on CLOSED; only nodes that are expanded belong there",
        Slip::CutOffOneLess => "the cut-off depth is one too small: the initial state is at depth 0",
        Slip::CutOffOneMore => "the cut-off depth is one too large: the initial state is at depth 0",
        Slip::StatesCounted => "the states of the path are counted; the number of moves is one less",
        Slip::InitialShown => {
            "the initial board is printed as well; the boards after each move are asked for"
        }
        Slip::PathReversed => "the path is printed from the goal back to the initial state",
        Slip::BlankRowIgnored => {
            "the row of the blank is left out: for even sizes it counts beside the inversions"
        }
        Slip::BlankFirst => "the goal has its blank in the first cell; it belongs in the last",
    }
}
