"""What runs for long: traces, batches, and how they are stopped."""

import _thread
import itertools
import operator
import threading
import time

import pytest

import taquin
from taquin import Board

HARD = "14 15 8 12 / 10 11 9 13 / 2 6 5 1 / 3 7 4 0"


def test_a_trace_tells_what_the_search_does():
    board = Board("1 2 3 / 0 4 6 / 7 5 8")
    trace = board.trace(heuristic="misplaced", lists=True)
    assert trace.answer is None
    steps = list(trace)
    assert [step["step"] for step in steps] == list(range(1, len(steps) + 1))
    first = steps[0]
    assert (first["state"], first["parent"], first["g"], first["f"]) == (board, None, 0, 3)
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
    assert steps[-1]["state"].is_solved
    assert trace.answer.cost == 3 and trace.answer.algorithm == "a-star"
    assert next(trace, None) is None


@pytest.mark.parametrize("algorithm", taquin.algorithms())
def test_every_algorithm_can_be_traced(algorithm):
    trace = Board("4 1 3 / 0 2 5").trace(algorithm=algorithm)
    assert len(list(trace)) >= 3
    assert trace.answer.cost == 4


def test_phases_are_told():
    steps = list(Board("4 1 3 / 0 2 5").trace(algorithm="exhaustive"))
    assert steps[0]["phase"].startswith("the table") and steps[0]["state"] == Board.solved(2, 3)
    down = [step for step in steps if step["phase"].startswith("the way down")]
    assert [(step["g"], step["h"]) for step in down] == [(g, 4 - g) for g in range(5)]


def test_a_trace_goes_no_farther_than_asked():
    before = threading.active_count()
    trace = Board(HARD).trace(algorithm="ida-star", heuristic="manhattan")
    assert len(list(itertools.islice(trace, 200))) == 200
    assert trace.answer is None
    del trace
    assert threading.active_count() == before


def test_blocks_are_traced():
    trace = taquin.Blocks("a..\n.#.\n...\ngoal: .../.#./..a", metric="unit").trace()
    assert str(next(trace)["state"]) == "a..\n.#.\n..."
    list(trace)
    assert trace.answer.cost == 4


def test_a_batch_keeps_its_order():
    boards = [Board.random(3, seed=seed) for seed in range(8)]
    costs = [board.solve().cost for board in boards]
    for threads in (None, 1, 3, 1000):
        assert [answer.cost for answer in taquin.solve_all(boards, threads=threads)] == costs
    mixed = taquin.solve_all(["1 2 / 3 0", [[1, 2], [0, 3]], taquin.Blocks.named("klotski")])
    assert [answer.outcome for answer in mixed] == ["solved"] * 3
    assert list(taquin.solve_all([])) == []


def test_an_error_stands_in_its_place():
    puzzles = ["1 2 / 3 0", "1 2 / 3 3", Board.solved(4), 7, "1 2 / 0 3"]
    good, text, large, number, last = taquin.solve_all(puzzles, algorithm="exhaustive")
    assert (good.cost, last.cost) == (0, 1)
    assert isinstance(text, taquin.ParseError) and "line 1, column 9" in str(text)
    assert isinstance(large, taquin.UnsupportedError) and "exhaustive" in str(large)
    assert isinstance(number, TypeError)
    with pytest.raises(taquin.UnsupportedError, match="magic"):
        taquin.solve_all([], algorithm="magic")


def test_a_batch_is_an_iterator_that_reads_as_it_goes():
    taken = 0

    def endless():
        nonlocal taken
        for seed in itertools.count():
            taken += 1
            yield Board.random(3, seed=seed)

    answers = taquin.solve_all(endless())
    assert answers.total is None
    first = [next(answers).cost for _ in range(3)]
    assert first == [Board.random(3, seed=seed).solve().cost for seed in range(3)]
    assert answers.done == 3 and 3 <= taken < 5000
    failing = taquin.solve_all(board for board in [Board.solved(3)])
    assert len(list(failing)) == 1 and next(failing, None) is None

    def broken():
        yield Board.solved(3)
        raise ArithmeticError("of the caller")

    with pytest.raises(ArithmeticError):
        list(taquin.solve_all(broken()))


def test_progress_is_told():
    calls = []
    boards = [Board.random(3, seed=seed) for seed in range(5)]
    answers = taquin.solve_all(boards, progress=calls.append)
    assert operator.length_hint(answers) == 5
    assert len(list(answers)) == 5
    assert (calls[-1]["done"], calls[-1]["total"]) == (5, 5)
    calls.clear()
    options = {"algorithm": "ida-star", "heuristic": "misplaced"}
    Board(HARD).solve(limit_time=0.6, progress=calls.append, **options)
    assert len(calls) >= 3 and calls[-1]["done"] == 1
    assert any(call["expanded"] > 0 and call["bound"] > 0 for call in calls)
    Board.solved(3).enumerate(progress=calls.append)

    def refuse(progress):
        raise ArithmeticError("of the caller")

    with pytest.raises(ArithmeticError):
        Board(HARD).solve(progress=refuse, **options)
    with pytest.raises(ArithmeticError):
        list(taquin.solve_all([Board(HARD)], progress=refuse, **options))


def test_whole_spaces():
    census = Board.solved(3).enumerate()
    assert census.levels[:8] == [1, 2, 4, 8, 16, 20, 39, 62]
    assert (census.total, census.depth, census.levels[-1]) == (181440, 31, 2)
    assert census.limit is None and round(census.mean, 3) == 21.972
    assert [board.solve().cost for board in census.farthest] == [31, 31]
    assert census._repr_svg_().startswith("<svg") and "181440" in str(census)
    assert census.to_dict()["levels"] == census.levels
    # The blank in a corner or in the middle makes another space.
    assert Board("1 2 3 / 4 5 6 / 7 8 0", goal="1 2 3 / 4 0 5 / 6 7 8").enumerate().depth == 30
    assert Board.solved(3).enumerate(depth=3).levels == [1, 2, 4, 8]
    blocks = taquin.Blocks("a..\n.#.\n...", metric="unit").enumerate()
    assert blocks.levels == [1, 2, 2, 2, 1]


def turns_of_another_thread():
    turns = 0
    done = threading.Event()

    def turn():
        nonlocal turns
        while not done.is_set():
            turns += 1
            time.sleep(0.001)

    other = threading.Thread(target=turn)
    other.start()
    Board(HARD).solve(algorithm="ida-star", heuristic="misplaced", limit_time=0.5)
    done.set()
    other.join()
    return turns


def test_other_threads_go_on_during_a_search():
    # A busy machine may let the other thread wait once; a search that holds it back does so every time.
    assert any(turns_of_another_thread() > 20 for _ in range(5))


@pytest.mark.parametrize(
    "work",
    [
        lambda: Board(HARD).solve(algorithm="ida-star", heuristic="misplaced"),
        lambda: list(taquin.solve_all([Board(HARD)] * 4, algorithm="ida-star", heuristic="misplaced")),
        lambda: Board.solved(3, 4).enumerate(threads=1),
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
    assert solved.enumerate(disk=str(tmp_path / "levels")).levels == levels
    board = Board.random(2, 4, seed=5)
    assert board.solve(distances=table).cost == board.solve().cost
    with pytest.raises(taquin.TableError, match="distances"):
        Board.solved(3).solve(distances=table)
    with pytest.raises(FileNotFoundError) as missing:
        board.solve(distances=tmp_path / "none.taq")
    assert missing.value.filename == str(tmp_path / "none.taq") and missing.value.errno == 2
    with pytest.raises(IsADirectoryError):
        board.solve(distances=tmp_path)
    with pytest.raises(FileNotFoundError):
        board.solve(tables=tmp_path / "none")
    with pytest.raises(FileNotFoundError):
        list(taquin.solve_all([board], tables=tmp_path / "none"))
    with pytest.raises(FileNotFoundError):
        solved.enumerate(save=tmp_path / "no folder" / "distances.taq")
    table.write_bytes(b"no table")
    with pytest.raises(taquin.TableError):
        board.solve(distances=table)
    klotski = taquin.Blocks.named("klotski")
    assert klotski.enumerate(disk=tmp_path / "blocks").levels == klotski.enumerate().levels
