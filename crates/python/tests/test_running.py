"""What runs for long: traces, batches, and how they are stopped."""

import _thread
import itertools
import threading
import time

import pytest

import taquin
from taquin import Board

HARD = "14 15 8 12 / 10 11 9 13 / 2 6 5 1 / 3 7 4 0"


def test_a_trace_tells_what_the_search_does():
    board = Board("1 2 3 / 0 4 6 / 7 5 8")
    trace = board.trace(heuristic="misplaced", lists=True)
    assert trace.solution is None
    steps = list(trace)
    assert [step["step"] for step in steps] == list(range(1, len(steps) + 1))
    first = steps[0]
    assert (first["state"], first["parent"], first["g"], first["f"]) == (
        "1 2 3 / 0 4 6 / 7 5 8",
        None,
        0,
        3,
    )
    assert {child["move"] for child in first["successors"]} == {
        "1 down",
        "7 up",
        "4 left",
    }
    assert all(child["parent"] == first["state"] for child in first["successors"])
    assert first["why"] == "the only open node" and first["end"] is None
    assert all(child["why"].startswith("new, f = 1 + ") for child in first["successors"])
    assert steps[-1]["end"].startswith("This is the goal.")
    assert all(len(step["open_list"]) == step["open"] for step in steps)
    assert Board(steps[-1]["state"]).is_solved
    assert trace.solution.cost == 3 and trace.solution.algorithm == "a-star"
    assert next(trace, None) is None


@pytest.mark.parametrize("algorithm", taquin.algorithms())
def test_every_algorithm_can_be_traced(algorithm):
    trace = Board("4 1 3 / 0 2 5").trace(algorithm=algorithm)
    assert len(list(trace)) >= 3
    assert trace.solution.cost == 4


def test_phases_are_told():
    steps = list(Board("4 1 3 / 0 2 5").trace(algorithm="exhaustive"))
    assert steps[0]["phase"].startswith("the table") and steps[0]["state"] == "1 2 3 / 4 5 0"
    down = [step for step in steps if step["phase"].startswith("the way down")]
    assert [(step["g"], step["h"]) for step in down] == [(g, 4 - g) for g in range(5)]


def test_a_trace_goes_no_farther_than_asked():
    before = threading.active_count()
    trace = Board(HARD).trace(algorithm="ida-star", heuristic="manhattan")
    assert len(list(itertools.islice(trace, 200))) == 200
    assert trace.solution is None
    del trace
    assert threading.active_count() == before


def test_blocks_are_traced():
    trace = taquin.Blocks("a..\n.#.\n...\ngoal: .../.#./..a", metric="unit").trace()
    assert next(trace)["state"] == "a../.#./..."
    list(trace)
    assert trace.solution.cost == 4


def test_a_batch_keeps_its_order():
    boards = [Board.random(3, seed=seed) for seed in range(8)]
    costs = [board.solve().cost for board in boards]
    for workers in (None, 1, 3, 1000):
        assert [solution.cost for solution in taquin.solve_all(boards, workers=workers)] == costs
    mixed = taquin.solve_all(["1 2 / 3 0", [[1, 2], [0, 3]], taquin.Blocks.named("klotski")])
    assert [solution.outcome for solution in mixed] == ["solved"] * 3
    assert taquin.solve_all([]) == []
    with pytest.raises(ValueError, match=r"puzzle 1: .*exhaustive"):
        taquin.solve_all([Board.solved(3), Board.solved(4)], algorithm="exhaustive")


def test_whole_spaces():
    census = Board.solved(3).enumerate()
    assert census.levels[:8] == [1, 2, 4, 8, 16, 20, 39, 62]
    assert (census.total, census.depth, census.levels[-1]) == (181440, 31, 2)
    assert census.limit is None and round(census.mean, 3) == 21.972
    farthest = Board(census.farthest[0])
    assert farthest.solve().cost == 31
    assert census._repr_svg_().startswith("<svg") and "181440" in str(census)
    assert census.to_dict()["levels"] == census.levels
    # The blank in a corner or in the middle makes another space.
    assert Board("1 2 3 / 4 5 6 / 7 8 0", goal="1 2 3 / 4 0 5 / 6 7 8").enumerate().depth == 30
    assert Board.solved(3).enumerate(depth=3).levels == [1, 2, 4, 8]
    blocks = taquin.Blocks("a..\n.#.\n...", metric="unit").enumerate()
    assert blocks.levels == [1, 2, 2, 2, 1]


def test_other_threads_go_on_during_a_search():
    turns = 0
    done = threading.Event()

    def turn():
        nonlocal turns
        while not done.is_set():
            turns += 1
            time.sleep(0.001)

    other = threading.Thread(target=turn)
    other.start()
    Board(HARD).solve(algorithm="ida-star", heuristic="misplaced", time_limit=0.5)
    done.set()
    other.join()
    assert turns > 20


@pytest.mark.parametrize(
    "work",
    [
        lambda: Board(HARD).solve(algorithm="ida-star", heuristic="misplaced"),
        lambda: taquin.solve_all([Board(HARD)] * 4, algorithm="ida-star", heuristic="misplaced"),
        lambda: Board.solved(3, 4).enumerate(workers=1),
        lambda: list(Board(HARD).trace(algorithm="ida-star", heuristic="misplaced")),
    ],
)
def test_an_interrupt_stops_the_work(work):
    timer = threading.Timer(0.3, _thread.interrupt_main)
    timer.start()
    started = time.monotonic()
    with pytest.raises(KeyboardInterrupt):
        work()
    assert time.monotonic() - started < 20
    timer.join()


def test_a_space_is_kept_in_files_and_answers_from_them(tmp_path):
    solved = Board.solved(2, 4)
    levels = solved.enumerate().levels
    table = tmp_path / "distances.taq"
    assert solved.enumerate(save=table).levels == levels
    assert solved.enumerate(folder=str(tmp_path / "levels")).levels == levels
    board = Board.random(2, 4, seed=5)
    assert board.solve(distances=table).cost == board.solve().cost
    with pytest.raises(ValueError, match="distances"):
        Board.solved(3).solve(distances=table)
    klotski = taquin.Blocks.named("klotski")
    assert klotski.enumerate(folder=tmp_path / "blocks").levels == klotski.enumerate().levels
