"""The torus 8-puzzle by A*, as the course asks for it.

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

from collections.abc import Iterable
from typing import Any, SupportsIndex

from taquin import _engine

__all__ = ["PriorityQueue", "print_succ", "solve"]


def print_succ(state: Iterable[SupportsIndex]) -> None:
    """Print the four successors of a state in ascending order, each with its heuristic value.

    The heuristic is the number of tiles, not counting the blank, that are off their goal cell.

    >>> print_succ([8, 7, 6, 5, 4, 3, 2, 1, 0])
    [8, 7, 0, 5, 4, 3, 2, 1, 6] h=8
    [8, 7, 6, 5, 4, 0, 2, 1, 3] h=8
    [8, 7, 6, 5, 4, 3, 0, 1, 2] h=8
    [8, 7, 6, 5, 4, 3, 2, 0, 1] h=8

    A list that is no state is a ValueError:

    >>> print_succ([1, 2, 3])
    Traceback (most recent call last):
      ...
    ValueError: expected nine tiles, found 3
    """
    print(_engine.torus_successors(state), end="")


def solve(state: Iterable[SupportsIndex]) -> None:
    """Print a shortest path from a state to the goal, and the largest length of the queue.

    >>> solve([1, 2, 3, 4, 5, 6, 7, 0, 8])
    [1, 2, 3, 4, 5, 6, 7, 0, 8] h=1 moves: 0
    [1, 2, 3, 4, 5, 6, 7, 8, 0] h=0 moves: 1
    Max queue length: 4
    """
    print(_engine.torus_solution(state), end="")


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
        for item in self.queue:
            if item["state"] == state_dict["state"]:
                if state_dict["g"] < item["g"]:
                    item.update((key, state_dict[key]) for key in ("g", "f", "parent"))
                break
        else:
            self.queue.append(state_dict)
        self.max_len = max(self.max_len, len(self.queue))

    def requeue(self, from_closed: dict[str, Any]) -> None:
        """Append an item from the closed list."""
        self.queue.append(from_closed)
        self.max_len = max(self.max_len, len(self.queue))

    def pop(self) -> dict[str, Any]:
        """Remove the earliest item of smallest 'f' and return it."""
        if not self.queue:
            raise IndexError("pop from an empty queue")
        best = min(range(len(self.queue)), key=lambda place: self.queue[place]["f"])
        return self.queue.pop(best)
