"""Sliding puzzles, solved: tiles on flat and torus boards, and blocks of any shape.

>>> import taquin
>>> solution = taquin.Board("8 6 7 / 2 5 4 / 3 0 1").solve()
>>> solution.outcome, solution.cost
('solved', 31)
"""

from taquin._engine import (
    Blocks,
    Board,
    Census,
    Puzzle,
    Solution,
    Trace,
    algorithms,
    heuristics,
    read,
    solve_all,
)

__all__ = [
    "Blocks",
    "Board",
    "Census",
    "Puzzle",
    "Solution",
    "Trace",
    "algorithms",
    "heuristics",
    "read",
    "solve_all",
]
