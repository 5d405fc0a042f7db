//! Common mistakes in programs for these assignments (*slips*), as configurations of the same engine.
//!
//! A program that is run with a slip prints what a program with that one mistake would print. This shows
//! whether the mistake explains a wrong output.

use crate::program::Program;

/// One mistake.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Slip {
    /// Successors descend by their number where they should ascend.
    Descending,
    /// Successors come as the blank goes up, down, left, right.
    UpDownLeftRight,
    /// Successors come as the blank goes left, right, up, down.
    LeftRightUpDown,
    /// Successors come as the blank goes up, left, down, right.
    UpLeftDownRight,
    /// Successors come as the blank goes up, right, down, left.
    UpRightDownLeft,
    /// Opposite edges are not joined.
    NoWrap,
    /// Single cells do not fly.
    NoFlight,
    /// Larger blocks slide several cells in one move.
    LongSlides,
    /// The blank counts as a tile in the heuristic.
    BlankCounted,
    /// Manhattan distance where misplaced tiles are asked for, or the other way round.
    OtherDistance,
    /// The heuristic is 0.
    NoHeuristic,
    /// The cost so far is left out of the priority.
    HeuristicAlone,
    /// Of equal priorities the one that came first leaves first.
    FirstInFirstOut,
    /// Of equal priorities the one that came last leaves first.
    LastInFirstOut,
    /// Of equal priorities the smallest number leaves first.
    SmallestNumberFirst,
    /// Of equal priorities the largest number leaves first.
    LargestNumberFirst,
    /// A node generates its parent's state again.
    NoCycleCheck,
    /// Only the parent's state is not generated again, where the whole prefix path counts.
    ParentOnly,
    /// A closed list, where it is not allowed.
    ClosedList,
    /// States are checked for the goal when they are generated.
    GoalOnPush,
    /// The last goal check is not counted.
    ChecksOneLess,
    /// One goal check too many is counted.
    ChecksOneMore,
    /// Only the goal checks of the last cut-off are counted.
    ChecksOfLastCutOff,
    /// The largest size is one too small, as when it is taken after a removal.
    LargestOneLess,
    /// The largest size is one too large, as when it includes the node just removed.
    LargestOneMore,
    /// The goal is put on the closed list.
    GoalClosed,
    /// The cut-off is one too small.
    CutOffOneLess,
    /// The cut-off is one too large.
    CutOffOneMore,
    /// The states of the path are counted instead of its moves.
    StatesCounted,
    /// The initial state is shown among the states of the solution.
    InitialShown,
    /// The path is printed from the goal to the initial state.
    PathReversed,
    /// The row of the blank is left out of the test for solvability.
    BlankRowIgnored,
    /// The goal has its blank in the first cell.
    BlankFirst,
}

impl Slip {
    /// The slips that make a difference to a program.
    #[must_use]
    pub fn of(program: Program) -> &'static [Slip] {
        use Slip::*;
        match program {
            Program::Torus => &[
                Descending,
                UpDownLeftRight,
                LeftRightUpDown,
                UpLeftDownRight,
                UpRightDownLeft,
                NoWrap,
                ClosedList,
                ParentOnly,
                NoCycleCheck,
                GoalOnPush,
                CutOffOneLess,
                CutOffOneMore,
                LargestOneLess,
                LargestOneMore,
                ChecksOneLess,
                ChecksOneMore,
                ChecksOfLastCutOff,
                PathReversed,
            ],
            Program::EightPuzzle => &[
                UpDownLeftRight,
                LeftRightUpDown,
                UpRightDownLeft,
                BlankCounted,
                OtherDistance,
                NoCycleCheck,
                ClosedList,
                FirstInFirstOut,
                LastInFirstOut,
                GoalOnPush,
                LargestOneMore,
                HeuristicAlone,
                NoHeuristic,
            ],
            Program::TorusAstar => &[
                Descending,
                UpDownLeftRight,
                LeftRightUpDown,
                UpLeftDownRight,
                UpRightDownLeft,
                NoWrap,
                BlankCounted,
                OtherDistance,
                HeuristicAlone,
                NoHeuristic,
                GoalOnPush,
                LastInFirstOut,
                SmallestNumberFirst,
                LargestOneLess,
                LargestOneMore,
                PathReversed,
            ],
            Program::Board => &[
                UpDownLeftRight,
                LeftRightUpDown,
                UpLeftDownRight,
                BlankCounted,
                BlankRowIgnored,
                BlankFirst,
            ],
            Program::Solver | Program::Visualizer => {
                &[HeuristicAlone, StatesCounted, InitialShown, PathReversed]
            }
            Program::Klotski => &[
                Descending,
                NoFlight,
                LongSlides,
                LargestNumberFirst,
                FirstInFirstOut,
                LastInFirstOut,
                GoalOnPush,
                NoHeuristic,
                HeuristicAlone,
                ChecksOneLess,
                ChecksOneMore,
                LargestOneLess,
                LargestOneMore,
                GoalClosed,
                StatesCounted,
                PathReversed,
            ],
        }
    }

    /// A count as a program with this slip prints it, where `one_more` and `one_less` are the slips
    /// that change this count.
    pub(crate) fn count<N: From<u8> + Copy + std::ops::Add<Output = N> + std::ops::Sub<Output = N>>(
        slip: Option<Slip>,
        count: N,
        one_less: Slip,
        one_more: Slip,
    ) -> N {
        match slip {
            Some(slip) if slip == one_less => count - N::from(1),
            Some(slip) if slip == one_more => count + N::from(1),
            _ => count,
        }
    }
}
