"""What a type checker has to say of a program: it is checked by mypy, and never run."""

from typing import assert_type

import taquin
from taquin.types import Progress, TileMove


def tell(progress: Progress) -> None:
    print(progress["done"], progress["total"], progress["bound"])


board = taquin.Board([[1, 2], [0, 3]], metric="line")
answer = board.solve(algorithm="A*", heuristic="manhattan", progress=tell)
assert_type(answer.states, list[taquin.Board] | None)
if answer.moves is not None:
    assert_type(answer.moves[0], TileMove)
    print(answer.moves[0]["tile"] + answer.stats["expanded"])
    assert_type(board.apply(answer.moves), taquin.Board)
for step in board.trace():
    assert_type(step["state"], taquin.Board)
    print([child["fate"] for child in step["successors"]])
assert_type(board.enumerate().farthest, list[taquin.Board])
assert_type(board.analyse("U")["points"][0]["distance"], int | None)
assert_type(board.survey(10)["mean"], float)
for found in taquin.solve_all([board, "1 2 / 3 3"]):
    if isinstance(found, Exception):
        print(found)
    else:
        print(found.cost)

# What is wrong is said: an unused "ignore" would be an error itself.
board.solve(algorithm="magic")  # type: ignore[arg-type]
board.solve(heuristic="hamming")  # type: ignore[arg-type]
taquin.Board("1 2 / 0 3", metric="unit")  # type: ignore[arg-type]
board.trace(course="chess")  # type: ignore[arg-type]
print(board.moves()[0]["piece"])  # type: ignore[typeddict-item]
