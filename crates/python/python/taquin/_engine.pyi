"""Types of the compiled half of the package."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from os import PathLike
from typing import Any, Generic, TypedDict, TypeVar, final

from typing_extensions import NotRequired, disjoint_base

from taquin.types import (
    AlgorithmName,
    AnswerDict,
    BlockMetric,
    BlockMove,
    CensusDict,
    CourseName,
    ExportName,
    Fate,
    HeuristicName,
    LimitName,
    Outcome,
    Progress,
    ReviewDict,
    Stats,
    SurveyDict,
    TileMetric,
    TileMove,
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
]

_P = TypeVar("_P")
_M = TypeVar("_M")

class TaquinError(ValueError): ...
class ParseError(TaquinError): ...
class MoveError(TaquinError): ...
class UnsupportedError(TaquinError): ...
class TableError(TaquinError): ...
class NoSolutionError(TaquinError): ...

class _Node(TypedDict, Generic[_P]):
    state: _P
    parent: _P | None
    g: int
    h: int
    f: int

class _Successor(_Node[_P]):
    move: str
    fate: Fate
    why: str

class _Step(_Node[_P]):
    step: int
    why: str
    end: str | None
    bound: int | None
    phase: str | None
    open: int
    closed: int
    successors: list[_Successor[_P]]
    open_list: NotRequired[list[_Node[_P]]]
    closed_list: NotRequired[list[_Node[_P]]]

def algorithms() -> dict[str, str]: ...
def heuristics() -> dict[str, str]: ...
def read(
    text: str,
    *,
    goal: str | None = None,
    torus: bool = False,
    size: tuple[int, int] | None = None,
    metric: TileMetric | BlockMetric | None = None,
) -> Board | Blocks | Puzzle: ...
def solve_all(
    puzzles: Iterable[Any],
    *,
    threads: int | None = None,
    algorithm: AlgorithmName | None = None,
    heuristic: HeuristicName | None = None,
    weight: float | None = None,
    within: float | None = None,
    tables: str | PathLike[str] | None = None,
    limit_time: float | None = None,
    limit_memory: int | None = None,
    limit_nodes: int | None = None,
    progress: Callable[[Progress], object] | None = None,
) -> Answers: ...

@disjoint_base
class Puzzle:
    @property
    def title(self) -> str: ...
    @property
    def is_solved(self) -> bool: ...
    def solve(
        self,
        *,
        algorithm: AlgorithmName | None = None,
        heuristic: HeuristicName | None = None,
        weight: float | None = None,
        within: float | None = None,
        distances: str | PathLike[str] | None = None,
        tables: str | PathLike[str] | None = None,
        threads: int | None = None,
        limit_time: float | None = None,
        limit_memory: int | None = None,
        limit_nodes: int | None = None,
        progress: Callable[[Progress], object] | None = None,
    ) -> Answer[Any, Any]: ...
    def count_solutions(
        self,
        *,
        first_moves: str | None = None,
        avoid: str | None = None,
        tables: str | PathLike[str] | None = None,
        threads: int | None = None,
        limit_time: float | None = None,
        limit_memory: int | None = None,
        limit_nodes: int | None = None,
    ) -> int: ...
    def solutions(
        self,
        *,
        first_moves: str | None = None,
        avoid: str | None = None,
        most: int | None = None,
        tables: str | PathLike[str] | None = None,
        threads: int | None = None,
        limit_time: float | None = None,
        limit_memory: int | None = None,
        limit_nodes: int | None = None,
    ) -> list[Answer[Any, Any]]: ...
    def analyse(
        self,
        moves: str,
        *,
        times: float | Sequence[float] | None = None,
        tables: str | PathLike[str] | None = None,
        limit_time: float | None = None,
        limit_memory: int | None = None,
        limit_nodes: int | None = None,
    ) -> ReviewDict: ...
    def survey(
        self,
        count: int,
        *,
        seed: int = 1,
        tables: str | PathLike[str] | None = None,
        threads: int | None = None,
        limit_time: float | None = None,
        limit_memory: int | None = None,
        limit_nodes: int | None = None,
    ) -> SurveyDict: ...
    def trace(
        self,
        *,
        algorithm: AlgorithmName | None = None,
        heuristic: HeuristicName | None = None,
        weight: float | None = None,
        course: CourseName | None = None,
        limit_time: float | None = None,
        limit_memory: int | None = None,
        limit_nodes: int | None = None,
        lists: bool = False,
    ) -> Trace[Any, Any]: ...
    def enumerate(
        self,
        *,
        depth: int | None = None,
        threads: int | None = None,
        disk: str | PathLike[str] | None = None,
        save: str | PathLike[str] | None = None,
        limit_time: float | None = None,
        limit_memory: int | None = None,
        limit_nodes: int | None = None,
        progress: Callable[[Progress], object] | None = None,
    ) -> Census[Any]: ...
    def moves(self) -> list[Any]: ...
    def apply(self, moves: str | Any | Iterable[str | Any]) -> Any: ...
    def neighbors(self) -> list[Any]: ...
    def export(self, format: ExportName) -> dict[str, str]: ...
    def svg(self) -> str: ...
    def png(self) -> bytes: ...
    def _repr_svg_(self) -> str | None: ...

@final
class Board(Puzzle):
    def __new__(
        cls,
        tiles: Any,
        *,
        size: tuple[int, int] | None = None,
        torus: bool | None = None,
        goal: Any | None = None,
        metric: TileMetric | None = None,
    ) -> Board: ...
    @staticmethod
    def solved(rows: int, cols: int | None = None, *, torus: bool = False) -> Board: ...
    @staticmethod
    def random(
        rows: int,
        cols: int | None = None,
        *,
        seed: int | None = None,
        torus: bool = False,
    ) -> Board: ...
    @property
    def rows(self) -> int: ...
    @property
    def cols(self) -> int: ...
    @property
    def torus(self) -> bool: ...
    @property
    def metric(self) -> TileMetric: ...
    @property
    def tiles(self) -> list[list[int]]: ...
    @property
    def goal(self) -> list[list[int]]: ...
    @property
    def is_solvable(self) -> bool: ...
    @property
    def solvability(self) -> str: ...
    @property
    def misplaced(self) -> int: ...
    @property
    def manhattan(self) -> int: ...
    def heuristics(self) -> dict[str, int]: ...
    def solve(
        self,
        *,
        algorithm: AlgorithmName | None = None,
        heuristic: HeuristicName | None = None,
        weight: float | None = None,
        within: float | None = None,
        distances: str | PathLike[str] | None = None,
        tables: str | PathLike[str] | None = None,
        threads: int | None = None,
        limit_time: float | None = None,
        limit_memory: int | None = None,
        limit_nodes: int | None = None,
        progress: Callable[[Progress], object] | None = None,
    ) -> Answer[Board, TileMove]: ...
    def solutions(
        self,
        *,
        first_moves: str | None = None,
        avoid: str | None = None,
        most: int | None = None,
        tables: str | PathLike[str] | None = None,
        threads: int | None = None,
        limit_time: float | None = None,
        limit_memory: int | None = None,
        limit_nodes: int | None = None,
    ) -> list[Answer[Board, TileMove]]: ...
    def trace(
        self,
        *,
        algorithm: AlgorithmName | None = None,
        heuristic: HeuristicName | None = None,
        weight: float | None = None,
        course: CourseName | None = None,
        limit_time: float | None = None,
        limit_memory: int | None = None,
        limit_nodes: int | None = None,
        lists: bool = False,
    ) -> Trace[Board, TileMove]: ...
    def enumerate(
        self,
        *,
        depth: int | None = None,
        threads: int | None = None,
        disk: str | PathLike[str] | None = None,
        save: str | PathLike[str] | None = None,
        limit_time: float | None = None,
        limit_memory: int | None = None,
        limit_nodes: int | None = None,
        progress: Callable[[Progress], object] | None = None,
    ) -> Census[Board]: ...
    def moves(self) -> list[TileMove]: ...
    def apply(self, moves: str | TileMove | Iterable[str | TileMove]) -> Board: ...
    def neighbors(self) -> list[Board]: ...
    def __array__(self, dtype: Any | None = None, copy: bool | None = None) -> Any: ...
    def __eq__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...
    def __getnewargs_ex__(self) -> tuple[tuple[str], dict[str, Any]]: ...

@final
class Blocks(Puzzle):
    def __new__(
        cls,
        text: str | Blocks,
        *,
        goal: str | None = None,
        metric: BlockMetric | None = None,
        torus: bool = False,
    ) -> Blocks: ...
    @staticmethod
    def named(name: str, *, metric: BlockMetric | None = None) -> Blocks: ...
    @staticmethod
    def names() -> list[str]: ...
    @property
    def rows(self) -> int: ...
    @property
    def cols(self) -> int: ...
    @property
    def metric(self) -> BlockMetric: ...
    @property
    def text(self) -> str | None: ...
    def solve(
        self,
        *,
        algorithm: AlgorithmName | None = None,
        heuristic: HeuristicName | None = None,
        weight: float | None = None,
        within: float | None = None,
        distances: str | PathLike[str] | None = None,
        tables: str | PathLike[str] | None = None,
        threads: int | None = None,
        limit_time: float | None = None,
        limit_memory: int | None = None,
        limit_nodes: int | None = None,
        progress: Callable[[Progress], object] | None = None,
    ) -> Answer[Blocks, BlockMove]: ...
    def solutions(
        self,
        *,
        first_moves: str | None = None,
        avoid: str | None = None,
        most: int | None = None,
        tables: str | PathLike[str] | None = None,
        threads: int | None = None,
        limit_time: float | None = None,
        limit_memory: int | None = None,
        limit_nodes: int | None = None,
    ) -> list[Answer[Blocks, BlockMove]]: ...
    def trace(
        self,
        *,
        algorithm: AlgorithmName | None = None,
        heuristic: HeuristicName | None = None,
        weight: float | None = None,
        course: CourseName | None = None,
        limit_time: float | None = None,
        limit_memory: int | None = None,
        limit_nodes: int | None = None,
        lists: bool = False,
    ) -> Trace[Blocks, BlockMove]: ...
    def enumerate(
        self,
        *,
        depth: int | None = None,
        threads: int | None = None,
        disk: str | PathLike[str] | None = None,
        save: str | PathLike[str] | None = None,
        limit_time: float | None = None,
        limit_memory: int | None = None,
        limit_nodes: int | None = None,
        progress: Callable[[Progress], object] | None = None,
    ) -> Census[Blocks]: ...
    def moves(self) -> list[BlockMove]: ...
    def apply(self, moves: str | BlockMove | Iterable[str | BlockMove]) -> Blocks: ...
    def neighbors(self) -> list[Blocks]: ...
    def __eq__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...
    def __getnewargs_ex__(self) -> tuple[tuple[str], dict[str, Any]]: ...

@final
class Census(Generic[_P]):
    @property
    def levels(self) -> list[int]: ...
    @property
    def total(self) -> int: ...
    @property
    def depth(self) -> int: ...
    @property
    def mean(self) -> float: ...
    @property
    def limit(self) -> LimitName | None: ...
    @property
    def farthest(self) -> list[_P]: ...
    def to_dict(self) -> CensusDict: ...
    def _repr_svg_(self) -> str: ...

@final
class Answer(Generic[_P, _M]):
    @property
    def outcome(self) -> Outcome: ...
    @property
    def cost(self) -> int | None: ...
    @property
    def counts(self) -> dict[str, int] | None: ...
    @property
    def lower_bound(self) -> int | None: ...
    @property
    def optimal(self) -> bool: ...
    @property
    def algorithm(self) -> AlgorithmName: ...
    @property
    def heuristic(self) -> HeuristicName: ...
    @property
    def reason(self) -> str | None: ...
    @property
    def limit(self) -> LimitName | None: ...
    @property
    def moves(self) -> list[_M] | None: ...
    @property
    def stats(self) -> Stats: ...
    @property
    def puzzle(self) -> _P: ...
    @property
    def states(self) -> list[_P] | None: ...
    def to_dict(self) -> AnswerDict: ...
    def html(self) -> str: ...
    def svg(self) -> str: ...
    def gif(self) -> bytes: ...
    def _repr_html_(self) -> str | None: ...

@final
class Answers(Iterator[Answer[Any, Any] | Exception]):
    def __iter__(self) -> Answers: ...
    def __next__(self) -> Answer[Any, Any] | Exception: ...
    def __length_hint__(self) -> int: ...
    @property
    def done(self) -> int: ...
    @property
    def total(self) -> int | None: ...

@final
class Trace(Iterator[_Step[_P]], Generic[_P, _M]):
    def __iter__(self) -> Trace[_P, _M]: ...
    def __next__(self) -> _Step[_P]: ...
    @property
    def answer(self) -> Answer[_P, _M] | None: ...
