"""Solves sliding puzzles: tiles on flat and torus boards, and blocks of any shape.

Examples:
    >>> import taquin
    >>> answer = taquin.Board("8 6 7 / 2 5 4 / 3 0 1").solve()
    >>> answer.outcome, answer.cost
    ('solved', 31)
"""

from taquin import types
from taquin._engine import (
    Answer,
    Answers,
    Blocks,
    Board,
    Census,
    MoveError,
    NoSolutionError,
    ParseError,
    Puzzle,
    TableError,
    TaquinError,
    Trace,
    UnsupportedError,
    algorithms,
    heuristics,
    read,
    solve_all,
)

__all__ = [
    "Answer",
    "Answers",
    "Blocks",
    "Board",
    "Census",
    "MoveError",
    "NoSolutionError",
    "ParseError",
    "Puzzle",
    "TableError",
    "TaquinError",
    "Trace",
    "UnsupportedError",
    "algorithms",
    "heuristics",
    "read",
    "solve_all",
    "types",
]
