"""Exported puzzles are solved by planners, whose plans cost what our solutions cost.

The planners come with the environment of the tests. Where they cannot be had, TAQUIN_PLANNERS=no skips these
tests.
"""

import importlib.util
import os
import pathlib
import re
import subprocess
import sys

import pytest

from taquin import Blocks, Board

pytestmark = pytest.mark.skipif(os.environ.get("TAQUIN_PLANNERS") == "no", reason="TAQUIN_PLANNERS=no")

TILES = [
    Board("0 3 / 2 1"),
    Board("4 1 3 / 0 2 5"),
    Board("5 4 3 / 2 1 0"),
    Board("8 1 3 / 4 0 2 / 7 6 5"),
    Board("4 1 3 / 0 2 5", torus=True),
    Board("1 0 / 2 3 / 4 5", goal="0 5 / 4 3 / 2 1"),
]
LINES = [Board(board, metric="line") for board in TILES]
SMALL = "a..\n.#.\n...\ngoal: .../.#./..a"
CROWDED = "aab\nc.b\ndd.\ngoal: ..b/..b/..."
FLYING = "fly: b\naa\nb.\n..\ngoal: ../../aa"
BLOCKS = [
    Blocks(text, metric=metric)
    for text in (SMALL, CROWDED, FLYING)
    for metric in ("unit", "straight", "finger")
]


def written(puzzle, form, folder):
    """The files of a puzzle, in the order in which planners want them."""
    files = puzzle.export(form)
    for name, text in files.items():
        (folder / name).write_text(text, encoding="utf-8")
    return [str(folder / name) for name in sorted(files)]


def fast_downward(files, folder):
    """The cost of a cheapest plan."""
    package = importlib.util.find_spec("up_fast_downward")
    assert package and package.origin, "the environment of the tests has Fast Downward"
    downward = pathlib.Path(package.origin).parent / "downward" / "fast-downward.py"
    command = [sys.executable, str(downward), *files, "--search", "astar(blind())"]
    run = subprocess.run(command, cwd=folder, capture_output=True, text=True, timeout=120)
    cost = re.search(r"Plan cost: (\d+)", run.stdout)
    assert cost, run.stdout + run.stderr
    return int(cost[1])


def pyperplan(files, folder):
    """The length of a shortest plan."""
    command = [sys.executable, "-m", "pyperplan", "--search", "bfs", *files]
    run = subprocess.run(command, cwd=folder, capture_output=True, text=True, timeout=120)
    length = re.search(r"Plan length: (\d+)", run.stdout + run.stderr)
    assert length, run.stdout + run.stderr
    return int(length[1])


@pytest.mark.parametrize("form", ["pddl", "pddl-untyped", "sas"])
@pytest.mark.parametrize("puzzle", [*TILES, *LINES, *BLOCKS], ids=repr)
def test_cheapest_plans_cost_what_shortest_solutions_cost(puzzle, form, tmp_path):
    assert fast_downward(written(puzzle, form, tmp_path), tmp_path) == puzzle.solve().cost


@pytest.mark.parametrize("form", ["pddl", "pddl-untyped"])
@pytest.mark.parametrize(
    "puzzle", [*TILES, *(blocks for blocks in BLOCKS if blocks.metric == "unit")], ids=repr
)
def test_another_planner_reads_the_same_files(puzzle, form, tmp_path):
    assert pyperplan(written(puzzle, form, tmp_path), tmp_path) == puzzle.solve().cost
