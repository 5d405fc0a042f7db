"""The names of the annotations are those of the engine."""

import typing

import pytest

import taquin
from taquin import Board, types


def names(literal):
    return set(typing.get_args(literal))


def test_algorithms_and_heuristics_are_those_of_the_engine():
    as_books_write_them = {"A*", "IDA*"}
    assert names(types.AlgorithmName) - as_books_write_them == set(taquin.algorithms())
    assert names(types.HeuristicName) == set(taquin.heuristics())
    board = Board("1 2 / 0 3")
    assert all(board.solve(algorithm=name).outcome == "solved" for name in names(types.AlgorithmName))


def test_courses_and_metrics_are_those_of_the_engine():
    for known, ask in [
        (types.CourseName, lambda name: Board.solved(3).trace(course=name)),
        (types.ExportName, Board.solved(3).export),
        (types.BlockMetric, lambda name: taquin.Blocks.named("klotski", metric=name)),
    ]:
        with pytest.raises(taquin.UnsupportedError) as error:
            ask("none of them")
        assert all(name in str(error.value) for name in names(known))
    for metric in names(types.TileMetric):
        assert Board("1 2 / 0 3", metric=metric).metric == metric


def test_plain_data_has_the_keys_that_are_annotated():
    calls = []
    answer = Board("1 2 3 / 4 0 6 / 7 5 8").solve(
        algorithm="ida-star", heuristic="manhattan", progress=calls.append
    )
    assert set(answer.to_dict()) == set(types.AnswerDict.__annotations__)
    assert set(answer.stats) == set(types.Stats.__annotations__)
    assert set(answer.stats["bounds"][0]) == set(types.Bound.__annotations__)
    assert set(answer.moves[0]) == set(types.TileMove.__annotations__)
    assert set(calls[-1]) == set(types.Progress.__annotations__)
    assert set(taquin.Blocks.named("klotski").moves()[0]) == set(types.BlockMove.__annotations__)
    assert set(Board.solved(2).enumerate().to_dict()) == set(types.CensusDict.__annotations__)
    review = Board("1 2 3 / 4 0 6 / 7 5 8").analyse("D U U L", times=[0.5, 1, 2, 2.5])
    assert set(review) == set(types.ReviewDict.__annotations__)
    assert set(review["points"][0]) == set(types.ReviewPoint.__annotations__)
    assert set(review["moves"][0]) == set(types.ReviewMove.__annotations__)
    assert set(review["stretches"][0]) == set(types.ReviewStretch.__annotations__)
    assert set(review["longest_pause"]) == set(types.ReviewPause.__annotations__)
    survey = Board("1 2 / 0 3").survey(10)
    assert set(survey) == set(types.SurveyDict.__annotations__)
    assert set(survey["lengths"][0]) == set(types.SurveyLength.__annotations__)
