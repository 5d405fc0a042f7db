"""Sliding blocks, the same way as boards."""

import copy
import itertools

import pytest

import taquin
from taquin import Blocks

KLOTSKI = "aZZb/aZZb/cddf/cghf/i..j"
GOAL = "..../..../..../.ZZ./.ZZ."


def test_klotski_in_two_metrics():
    assert Blocks(KLOTSKI, goal=GOAL).solve().cost == 81
    assert Blocks(KLOTSKI, goal=GOAL, metric="unit").solve().cost == 116


def test_a_solution_replays():
    blocks = Blocks.named("klotski")
    solution = blocks.solve()
    assert solution.outcome == "solved" and solution.optimal
    assert solution.states[0] == blocks and solution.states[-1].is_solved
    for before, after in itertools.pairwise(solution.states):
        assert after in before.neighbors()
    assert {"piece", "from", "to", "path"} <= set(solution.moves[0])
    assert solution._repr_html_().startswith("<iframe")
    assert blocks._repr_svg_().startswith("<svg")


def test_texts_read_back():
    blocks = Blocks(KLOTSKI, goal=GOAL, metric="straight")
    assert Blocks(blocks.text) == blocks == copy.copy(blocks)
    assert hash(Blocks(blocks.text)) == hash(blocks)
    assert blocks.metric == "straight" and (blocks.rows, blocks.cols) == (5, 4)
    assert blocks != Blocks(KLOTSKI, goal=GOAL)
    assert str(blocks).splitlines()[0] == "aZZb"


def test_errors():
    with pytest.raises(ValueError, match=r"taquin\.Board"):
        Blocks("1 2 3 / 4 5 6 / 7 8 0")
    with pytest.raises(ValueError, match="no goal"):
        Blocks(KLOTSKI).solve()
    with pytest.raises(ValueError, match="finger"):
        Blocks(KLOTSKI, metric="feet")
    with pytest.raises(ValueError, match=r"Blocks\.names"):
        Blocks.named("no such puzzle")
    with pytest.raises(ValueError, match="blocks have no"):
        Blocks(KLOTSKI, goal=GOAL).solve(heuristic="misplaced")


def test_either_family_is_read():
    assert isinstance(taquin.read("1 2 / 3 0"), taquin.Board)
    assert isinstance(taquin.read(KLOTSKI, goal=GOAL, metric="unit"), Blocks)
