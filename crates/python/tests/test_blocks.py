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
    answer = blocks.solve()
    assert answer.outcome == "solved" and answer.optimal
    assert answer.states[0] == blocks and answer.states[-1].is_solved
    for before, after in itertools.pairwise(answer.states):
        assert after in before.neighbors()
    assert {"piece", "from", "to", "path"} <= set(answer.moves[0])
    assert answer._repr_html_().startswith("<iframe")
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


def test_blocks_of_blocks_keep_what_is_not_told():
    blocks = Blocks(KLOTSKI, goal=GOAL, metric="straight")
    assert Blocks(blocks) == blocks
    assert Blocks(blocks, metric="unit") == Blocks(KLOTSKI, goal=GOAL, metric="unit")
    with pytest.raises(TypeError):
        Blocks(7)


def test_moves_and_what_they_lead_to():
    blocks = Blocks.named("klotski")
    assert [blocks.apply(move) for move in blocks.moves()] == blocks.neighbors()
    assert blocks.apply(blocks.solve().moves).is_solved
    assert blocks.apply("g:D h:D") != blocks
    with pytest.raises(taquin.MoveError, match=r"move 1, .*block Z cannot go there"):
        blocks.apply("Z:D")


def test_farthest_positions_are_blocks():
    klotski = Blocks.named("klotski")
    farthest = klotski.enumerate().farthest
    assert farthest and all(isinstance(blocks, Blocks) and not blocks.is_solved for blocks in farthest)
    assert farthest[0].solve(limit_time=20).outcome == "solved" and farthest[0].metric == klotski.metric


def test_either_family_is_read():
    assert isinstance(taquin.read("1 2 / 3 0"), taquin.Board)
    assert isinstance(taquin.read(KLOTSKI, goal=GOAL, metric="unit"), Blocks)
