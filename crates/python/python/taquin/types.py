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
    "Stats",
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
"""An algorithm, as `Puzzle.solve` takes it; `taquin.algorithms()` says what each is."""

HeuristicName = Literal[
    "none",
    "misplaced",
    "manhattan",
    "linear-conflict",
    "inversions",
    "walking-distance",
    "patterns",
]
"""A heuristic, as `Puzzle.solve` takes it; `taquin.heuristics()` says what each is."""

CourseName = Literal[
    "torus",
    "torus-astar",
    "eight-puzzle",
    "solver",
    "klotski 200",
    "klotski 400",
]
"""A course program whose search `Puzzle.trace` tells."""

ExportName = Literal["pddl", "pddl-untyped", "sas"]
"""A form for planners."""

Outcome = Literal["solved", "unsolvable", "stopped"]
"""How a search ended."""

LimitName = Literal["node limit", "time limit", "memory limit", "depth limit", "cancelled"]
"""What stopped a search."""

Direction = Literal["up", "left", "right", "down"]
"""Where a piece goes."""

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
"""A move of a block from cell to cell; one that flies has no path."""


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
    """Everything that `Answer.to_dict` tells."""

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
    """What `Census.to_dict` tells of every space; of blocks there is more."""

    levels: list[int]
    total: int
    depth: int
    mean: float
    complete: bool
    limit: LimitName | None
    farthest: list[str]
    peak_bytes: int
    seconds: float


class Progress(TypedDict):
    """What a `progress` function is called with.

    Of the puzzles, `done` of `total` are finished (None where there is no saying). For those at work: the
    `phase`, where there are several; the `bound` of a deepening search or the distance of an enumeration; the
    `share` of it that is done, between 0 and 1; the `cost` of the best solution so far and the `lower_bound`
    that is proved, where they are known; the nodes `expanded` and `generated`.
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
