"""The names and the plain data of this package, for annotations.

Examples:
    >>> from taquin.types import AlgorithmName, TileMove
    >>> move: TileMove = {"tile": 5, "from": 7, "to": 4, "direction": "up"}
"""

from typing import Literal, TypedDict

__all__ = [
    "AlgorithmName",
    "AnswerDict",
    "BlockMetric",
    "BlockMove",
    "Bound",
    "CensusDict",
    "CourseName",
    "Direction",
    "ExportName",
    "Fate",
    "HeuristicName",
    "LimitName",
    "Outcome",
    "Progress",
    "ReviewDict",
    "ReviewMove",
    "ReviewPause",
    "ReviewPoint",
    "ReviewStretch",
    "Stats",
    "SurveyDict",
    "SurveyLength",
    "TileMetric",
    "TileMove",
]

AlgorithmName = Literal[
    "exhaustive",
    "breadth-first",
    "bidirectional",
    "iterative-deepening",
    "uniform-cost",
    "greedy",
    "a-star",
    "A*",
    "weighted-a-star",
    "explicit-estimation",
    "ida-star",
    "IDA*",
    "near",
]
"""An algorithm for `Puzzle.solve`; `taquin.algorithms()` describes each."""

HeuristicName = Literal[
    "none",
    "misplaced",
    "manhattan",
    "linear-conflict",
    "inversions",
    "walking-distance",
    "patterns",
]
"""A heuristic for `Puzzle.solve`; `taquin.heuristics()` describes each."""

CourseName = Literal[
    "torus",
    "torus-astar",
    "eight-puzzle",
    "solver",
    "klotski 200",
    "klotski 400",
]
"""A course program whose search `Puzzle.trace` can trace."""

ExportName = Literal["pddl", "pddl-untyped", "sas"]
"""A form for planners."""

Outcome = Literal["solved", "unsolvable", "stopped"]
"""How a search ended."""

LimitName = Literal["node limit", "time limit", "memory limit", "depth limit", "cancelled"]
"""What stopped a search."""

Direction = Literal["up", "left", "right", "down"]
"""The direction in which a piece moves."""

Fate = Literal["opened", "improved", "reopened", "duplicate", "pruned"]
"""What became of a successor in a search."""

TileMetric = Literal["single", "line"]
"""What counts as one move of tiles."""

BlockMetric = Literal["unit", "straight", "finger"]
"""What counts as one move of blocks."""

TileMove = TypedDict("TileMove", {"tile": int, "from": int, "to": int, "direction": Direction})
"""A move of a tile. Cells are counted in reading order, from 0."""

BlockMove = TypedDict(
    "BlockMove", {"piece": str, "index": int, "from": int, "to": int, "path": list[Direction]}
)
"""A move of a block from cell to cell; a flight has no path."""


class Bound(TypedDict):
    """One iteration of a deepening search."""

    bound: int
    expanded: int
    generated: int


class Stats(TypedDict):
    """The counts of a search."""

    expanded: int
    generated: int
    reopened: int
    goal_checks: int
    largest_open: int
    largest_closed: int
    peak_bytes: int
    seconds: float
    bounds: list[Bound]


class AnswerDict(TypedDict):
    """The result of `Answer.to_dict`."""

    outcome: Outcome
    cost: int | None
    lower_bound: int | None
    optimal: bool
    moves: list[TileMove] | list[BlockMove] | None
    counts: dict[str, int] | None
    algorithm: str
    heuristic: str
    reason: str | None
    limit: LimitName | None
    puzzle: dict[str, object]
    stats: Stats


class CensusDict(TypedDict):
    """The result of `Census.to_dict`, which has more fields for blocks."""

    levels: list[int]
    total: int
    depth: int
    mean: float
    complete: bool
    limit: LimitName | None
    farthest: list[str]
    peak_bytes: int
    seconds: float


class ReviewPoint(TypedDict):
    """The distance to the goal at one point of a review, as far as it is known."""

    distance: int | None
    lower_bound: int
    upper_bound: int | None


class ReviewMove(TypedDict):
    """One move of a review: its steps, and how many moves it has lost."""

    steps: list[TileMove] | list[BlockMove]
    lost: int | None


ReviewStretch = TypedDict(
    "ReviewStretch",
    {
        "from": int,
        "to": int,
        "moves": int,
        "steps": list[TileMove] | list[BlockMove],
        "fewest": int,
        "shorter": list[TileMove] | list[BlockMove],
    },
)
"""Moves that fewer moves replace; the first and the last are counted from 1."""


class ReviewPause(TypedDict):
    """The longest time between two moves, and the number of the move after it."""

    seconds: float
    before: int


class ReviewDict(TypedDict):
    """The result of `Puzzle.analyse`."""

    puzzle: dict[str, object]
    solved: bool
    counts: dict[str, int]
    cost: int
    shortest: int | None
    lost: int | None
    points: list[ReviewPoint]
    moves: list[ReviewMove]
    stretches: list[ReviewStretch]
    seconds: float | None
    per_second: float | None
    longest_pause: ReviewPause | None


class SurveyLength(TypedDict):
    """How many positions of a survey have one length; `low` and `high` bound their share."""

    moves: int
    count: int
    share: float
    low: float
    high: float


class SurveyDict(TypedDict):
    """The result of `Puzzle.survey`."""

    title: str
    metric: str | None
    seed: int
    count: int
    unknown: int
    mean: float
    margin: float | None
    deviation: float
    median: int | None
    lengths: list[SurveyLength]


class Progress(TypedDict):
    """The argument of a `progress` function.

    `done` of `total` puzzles are finished (`total` is None if it is unknown). For the current work: the
    `phase`, if there are several; the `bound` of a deepening search or the distance of an enumeration; the
    `share` of it that is done, between 0 and 1; the `cost` of the best solution so far and the proven
    `lower_bound`, if they are known; the nodes `expanded` and `generated`.
    """

    done: int
    total: int | None
    seconds: float
    phase: str | None
    bound: int | None
    share: float | None
    cost: int | None
    lower_bound: int | None
    expanded: int
    generated: int
