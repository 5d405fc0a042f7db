"""The torus 8-puzzle by A*, as the course asks for it, in plain Python.

A state is a list of nine numbers in reading order, 0 for the blank; the goal is
[1, 2, 3, 4, 5, 6, 7, 8, 0]. Opposite edges are joined, so every state has four successors.

>>> from torus_puzzle import print_succ, solve
>>> print_succ([1, 2, 3, 4, 5, 0, 6, 7, 8])
[1, 2, 0, 4, 5, 3, 6, 7, 8] h=4
[1, 2, 3, 0, 5, 4, 6, 7, 8] h=4
[1, 2, 3, 4, 0, 5, 6, 7, 8] h=4
[1, 2, 3, 4, 5, 8, 6, 7, 0] h=3
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable
from heapq import heapify, heappop, heappush
from operator import index
from typing import Any, SupportsIndex

__all__ = ["PriorityQueue", "print_succ", "solve"]

_GOAL = [1, 2, 3, 4, 5, 6, 7, 8, 0]

# For every cell its four neighbours, around the edges.
_NEIGHBOURS = [
    [(row + down) % 3 * 3 + (col + right) % 3 for down, right in ((0, 1), (0, 2), (1, 0), (2, 0))]
    for row in range(3)
    for col in range(3)
]


def print_succ(state: Iterable[SupportsIndex]) -> None:
    """Print the four successors of a state in ascending order, each with its heuristic value.

    The heuristic is the number of tiles, not counting the blank, that are off their goal cell.

    >>> print_succ([8, 7, 6, 5, 4, 3, 2, 1, 0])
    [8, 7, 0, 5, 4, 3, 2, 1, 6] h=8
    [8, 7, 6, 5, 4, 0, 2, 1, 3] h=8
    [8, 7, 6, 5, 4, 3, 0, 1, 2] h=8
    [8, 7, 6, 5, 4, 3, 2, 0, 1] h=8

    A list that is not a state raises a ValueError:

    >>> print_succ([1, 2, 3])
    Traceback (most recent call last):
      ...
    ValueError: expected nine tiles, found 3
    """
    for successor in _successors(_tiles(state)):
        print(f"{successor} h={_heuristic(successor)}")


def solve(state: Iterable[SupportsIndex]) -> None:
    """Print a shortest path from a state to the goal, and the largest length of the queue.

    >>> solve([1, 2, 3, 4, 5, 6, 7, 0, 8])
    [1, 2, 3, 4, 5, 6, 7, 0, 8] h=1 moves: 0
    [1, 2, 3, 4, 5, 6, 7, 8, 0] h=0 moves: 1
    Max queue length: 4
    """
    queue = PriorityQueue()
    closed: dict[tuple[int, ...], dict[str, Any]] = {}
    queue.enqueue(_node(_tiles(state), None))
    while True:
        node = queue.pop()
        if node["state"] == _GOAL:
            break
        closed[tuple(node["state"])] = node
        for successor in _successors(node["state"]):
            known = closed.get(tuple(successor))
            if known is None:
                queue.enqueue(_node(successor, node))
            elif node["g"] + 1 < known["g"]:
                del closed[tuple(successor)]
                queue.requeue(_node(successor, node))
    path = []
    while node is not None:
        path.append(node)
        node = node["parent"]
    for node in reversed(path):
        print(f"{node['state']} h={node['h']} moves: {node['g']}")
    print(f"Max queue length: {queue.max_len}")


class PriorityQueue:
    """A queue of dicts with the keys 'state', 'h', 'g', 'parent' and 'f', taken by smallest 'f'.

    The queue keeps the order in which its items came, and they are the very dicts that were passed in.

    >>> queue = PriorityQueue()
    >>> queue.enqueue({"state": [1, 2, 3, 4, 5, 0, 6, 7, 8], "h": 3, "g": 0, "parent": None, "f": 3})
    >>> print(queue)
    {'state': [1, 2, 3, 4, 5, 0, 6, 7, 8], 'h': 3, 'g': 0, 'parent': None, 'f': 3}
    >>> queue.pop()["f"], queue.is_empty(), queue.max_len
    (3, True, 1)
    """

    queue: list[dict[str, Any]]
    max_len: int

    def __init__(self) -> None:
        """Make an empty queue."""
        self.queue = []
        self.max_len = 0

    def __str__(self) -> str:
        """Join the items with single spaces."""
        return " ".join(str(item) for item in self.queue)

    def is_empty(self) -> bool:
        """Tell whether there is no item."""
        return not self.queue

    def enqueue(self, state_dict: dict[str, Any]) -> None:
        """Append an item, unless its state is queued already.

        Then the queue does not grow: if the new 'g' is lower, the queued item takes over 'g', 'f' and
        'parent' where it stands; otherwise nothing changes.
        """
        self._count()
        numbers = self._by_state.get(repr(state_dict["state"]))
        if numbers is None:
            self._append(state_dict)
        else:
            item = self.queue[bisect_left(self._numbers, numbers[0])]
            if state_dict["g"] < item["g"]:
                item.update((key, state_dict[key]) for key in ("g", "f", "parent"))
                heappush(self._heap, (item["f"], numbers[0]))
        self.max_len = max(self.max_len, len(self.queue))

    def requeue(self, from_closed: dict[str, Any]) -> None:
        """Append an item from the closed list."""
        self._count()
        self._append(from_closed)
        self.max_len = max(self.max_len, len(self.queue))

    def pop(self) -> dict[str, Any]:
        """Remove the earliest item of smallest 'f' and return it."""
        self._count()
        while self._heap:
            f, number = heappop(self._heap)
            place = bisect_left(self._numbers, number)
            if place == len(self._numbers) or self._numbers[place] != number:
                continue  # taken before, at a lower cost
            item = self.queue[place]
            if item["f"] != f:
                heappush(self._heap, (item["f"], number))
                continue
            del self._numbers[place], self.queue[place]
            self._forget(repr(item["state"]), number)
            return item
        raise IndexError("pop from an empty queue")

    # Items are numbered in the order in which they came. The numbers of those in the queue ascend, so that
    # an item is found by its number; a heap finds the smallest 'f', and a dict the items of a state.
    _numbers: list[int]
    _heap: list[tuple[Any, int]]
    _by_state: dict[str, list[int]]
    _counted: list[dict[str, Any]]
    _next: int

    def _count(self) -> None:
        """Number the items anew if the list was changed from outside."""
        counted = getattr(self, "_counted", None)
        if counted is self.queue and len(self._numbers) == len(self.queue):
            return
        self._counted = self.queue
        self._numbers = list(range(len(self.queue)))
        self._next = len(self.queue)
        self._heap = [(item["f"], number) for number, item in enumerate(self.queue)]
        heapify(self._heap)
        self._by_state = {}
        for number, item in enumerate(self.queue):
            self._by_state.setdefault(repr(item["state"]), []).append(number)

    def _append(self, item: dict[str, Any]) -> None:
        """Add an item at the end."""
        self.queue.append(item)
        self._numbers.append(self._next)
        self._by_state.setdefault(repr(item["state"]), []).append(self._next)
        heappush(self._heap, (item["f"], self._next))
        self._next += 1

    def _forget(self, state: str, number: int) -> None:
        """Take an item out of those of its state."""
        numbers = self._by_state.get(state, [])
        if numbers == [number]:
            del self._by_state[state]
        elif number in numbers:
            numbers.remove(number)


def _tiles(state: Iterable[SupportsIndex]) -> list[int]:
    """Check that a state has the tiles 0 to 8, each once."""
    if isinstance(state, (str, bytes)) or not isinstance(state, Iterable):
        raise ValueError(f"expected nine tiles, found {state!r}")
    tiles = []
    for tile in state:
        try:
            tiles.append(index(tile))
        except TypeError:
            raise ValueError(f"expected a tile, found {tile!r}") from None
    if len(tiles) != 9:
        raise ValueError(f"expected nine tiles, found {len(tiles)}")
    for tile in tiles:
        if tile not in _GOAL:
            raise ValueError(f"expected the tiles 0 to 8, each once; found {tile}")
        if tiles.count(tile) > 1:
            missing = min(set(_GOAL) - set(tiles))
            problem = f"{tile} is repeated and {missing} is missing"
            raise ValueError(f"expected the tiles 0 to 8, each once; {problem}")
    return tiles


def _heuristic(state: list[int]) -> int:
    return sum(state[cell] not in (0, _GOAL[cell]) for cell in range(9))


def _successors(state: list[int]) -> list[list[int]]:
    blank = state.index(0)
    successors = []
    for cell in _NEIGHBOURS[blank]:
        successor = list(state)
        successor[blank], successor[cell] = successor[cell], 0
        successors.append(successor)
    return sorted(successors)


def _node(state: list[int], parent: dict[str, Any] | None) -> dict[str, Any]:
    g = 0 if parent is None else parent["g"] + 1
    h = _heuristic(state)
    return {"state": state, "h": h, "g": g, "parent": parent, "f": g + h}
