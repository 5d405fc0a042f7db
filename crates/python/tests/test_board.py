"""Boards: how they are made, what they know, how they are solved."""

import copy
import itertools
import pickle

import pytest

import taquin
from taquin import Board

HARD = "14 15 8 12 / 10 11 9 13 / 2 6 5 1 / 3 7 4 0"


def test_all_forms_make_the_same_board():
    rows = [[1, 2, 3], [4, 0, 6], [7, 5, 8]]
    flat = [tile for row in rows for tile in row]
    forms = [
        rows,
        flat,
        tuple(map(tuple, rows)),
        iter(flat),
        "1 2 3 / 4 0 6 / 7 5 8",
        "3\n1 2 3\n4 0 6\n7 5 8\n",
    ]
    boards = [Board(form) for form in [*forms, Board(rows)]]
    assert len(set(boards)) == 1
    assert boards[0].tiles == rows
    assert (boards[0].rows, boards[0].cols, boards[0].torus) == (3, 3, False)
    assert boards[0] != Board(rows, torus=True)
    assert boards[0] != Board(rows, goal="0 1 2 / 3 4 5 / 6 7 8")
    assert boards[0] != "1 2 3 / 4 0 6 / 7 5 8"


def test_arrays_come_and_go():
    numpy = pytest.importorskip("numpy")
    array = numpy.array([[1, 2, 3], [4, 5, 0]], dtype=numpy.uint8)
    board = Board(array, goal=numpy.array([0, 1, 2, 3, 4, 5]))
    assert board == Board("1 2 3 / 4 5 0", goal="0 1 2 / 3 4 5")
    assert (numpy.asarray(board) == array).all()
    assert numpy.asarray(board, dtype=numpy.int16).dtype == numpy.int16
    assert Board([numpy.int64(tile) for tile in (3, 2, 1, 0)]).tiles == [[3, 2], [1, 0]]
    with pytest.raises(TypeError, match=r"found 1\.0"):
        Board(array.astype(float))


@pytest.mark.parametrize(
    ("tiles", "options", "words"),
    [
        ([1, 2, 3, 0, 4], {}, "no square"),
        ([[1, 2], [0]], {}, "2 tiles in row 2, found 1"),
        ([1, 2, 2, 0], {}, "tile 2 is repeated and tile 3 is missing"),
        ([1, 2, 4, 0], {}, "4"),
        ([], {}, "1"),
        ([[]], {}, "1"),
        ([-1, 0], {"size": (1, 2)}, "found -1"),
        ("1 2 x 0", {}, "line 1"),
        ("", {}, "expected"),
        ([1, 0], {"size": (2, 2)}, "2"),
        ([[1, 0]], {"size": (2, 1)}, r"\(2, 1\)"),
        ("1 2 / 3 0", {"goal": [1, 2, 0]}, "3"),
        ("1 2 / 3 0\n0 1 / 2 3", {}, "line 2"),
        ("aZZb/aZZb/cddf/cghf/i..j", {}, "taquin.Blocks"),
    ],
)
def test_what_is_no_board_is_a_parse_error(tiles, options, words):
    with pytest.raises(taquin.ParseError, match=words):
        Board(tiles, **options)


@pytest.mark.parametrize(
    "tiles", [7, None, [[1, 2], 3], [1.0, 2.0, 3.0, 0.0], ["1", "2", "3", "0"], [True, False], [None]]
)
def test_what_are_no_numbers_is_a_type_error(tiles):
    with pytest.raises(TypeError, match="found"):
        Board(tiles)
    with pytest.raises(TypeError, match="blocks"):
        Board(taquin.Blocks.named("klotski"))


def test_errors_are_of_one_family_and_speak_of_no_flags():
    board = Board("1 2 3 / 4 0 6 / 7 5 8")
    wrong = [
        (taquin.ParseError, lambda: Board("1 2 x 0")),
        (taquin.MoveError, lambda: board.apply("U U")),
        (taquin.UnsupportedError, lambda: Board.random(4, seed=1).solve(algorithm="exhaustive")),
        (taquin.UnsupportedError, lambda: board.solve(weight=2.0)),
        (taquin.UnsupportedError, lambda: board.solve(threads=0)),
        (taquin.NoSolutionError, lambda: Board("1 2 3 / 4 5 6 / 8 7 0").solve().html()),
    ]
    for kind, work in wrong:
        with pytest.raises(kind) as error:
            work()
        assert isinstance(error.value, taquin.TaquinError) and isinstance(error.value, ValueError)
        assert "--" not in str(error.value)


def test_a_board_of_a_board_keeps_its_edges_goal_and_metric():
    board = Board("3 1 2 / 0 4 5", torus=True, goal="0 1 2 / 3 4 5", metric="line")
    assert Board(board) == board
    assert Board(board, torus=False) == Board("3 1 2 / 0 4 5", goal="0 1 2 / 3 4 5", metric="line")
    assert Board(board, goal=Board.solved(2, 3)).goal == [[1, 2, 3], [4, 5, 0]]
    assert Board(board, metric="single") != board and Board(board, metric="single").torus
    with pytest.raises(taquin.ParseError, match=r"\(3, 2\)"):
        Board(board, size=(3, 2))


def test_moves_and_what_they_lead_to():
    board = Board("1 2 3 / 4 0 6 / 7 5 8", torus=True)
    moves = board.moves()
    assert len(moves) == 4 and moves[0] == {"tile": 2, "from": 1, "to": 4, "direction": "down"}
    assert [board.apply(move) for move in moves] == board.neighbors()
    flat = Board("1 2 3 / 4 0 6 / 7 5 8")
    for moves in ("U L", "5 8", ["U", "L"], flat.solve().moves, ["5", {"tile": 8, "direction": "left"}]):
        assert flat.apply(moves).is_solved
    assert flat.apply("") == flat.apply([]) == flat
    with pytest.raises(taquin.MoveError, match=r"^move 3, .*: nothing can move there"):
        flat.apply(["U L", "U"])
    with pytest.raises(taquin.ParseError, match="column 3"):
        flat.apply("U sideways")
    for moves in (5, [5], None):
        with pytest.raises(TypeError, match="expected moves as a text, a dict or several of these, found"):
            flat.apply(moves)


def test_lines_count_as_one_move():
    board = Board("1 2 3 4 / 5 6 7 8 / 9 10 11 12 / 0 13 14 15", metric="line")
    answer = board.solve()
    assert (answer.cost, len(answer.moves)) == (1, 3)
    assert answer.to_dict()["counts"] == {"single": 3, "line": 1}


def test_a_goal_beside_takes_the_place_of_another():
    assert Board("1 2 / 3 0 -> 0 1 / 2 3", goal="1 2 / 3 0").is_solved


def test_representations_read_back():
    for board in [
        Board(HARD),
        Board([1, 0, 2], size=(1, 3)),
        Board([[1], [0], [2]]),
        Board("3 1 2 / 0 4 5", torus=True, goal="0 1 2 / 3 4 5", metric="line"),
    ]:
        assert eval(repr(board)) == board
        assert pickle.loads(pickle.dumps(board)) == board
        assert copy.deepcopy(board) == board


def test_distances_and_parity():
    board = Board("8 1 3 / 4 0 2 / 7 6 5")
    assert (board.misplaced, board.manhattan) == (5, 10)
    assert board.heuristics()["manhattan"] == 10
    assert Board("8 1 3 / 4 0 2 / 7 6 5", torus=True).manhattan < 10
    assert Board.solved(4).misplaced == 0 and Board.solved(4).is_solved
    assert board.is_solvable and not board.is_solved
    assert not Board("1 2 3 / 4 5 6 / 8 7 0").is_solvable


def test_neighbours():
    corner = Board("0 1 2 / 3 4 5 / 6 7 8")
    assert [board.tiles[0] for board in corner.neighbors()] == [[3, 1, 2], [1, 0, 2]]
    assert all(corner in board.neighbors() for board in corner.neighbors())
    assert len(Board("0 1 2 / 3 4 5 / 6 7 8", torus=True).neighbors()) == 4
    assert len(Board.solved(1, 1).neighbors()) == 0


@pytest.mark.parametrize("algorithm", sorted(taquin.algorithms()))
def test_every_algorithm_solves(algorithm):
    board = Board("1 2 3 / 0 4 6 / 7 5 8")
    answer = board.solve(algorithm=algorithm)
    assert (answer.outcome, answer.cost, answer.algorithm) == (
        "solved",
        3,
        algorithm,
    )
    assert len(answer.states) == 4 and len(answer.moves) == 3
    assert answer.states[0] == board and answer.states[-1].is_solved
    for before, after in itertools.pairwise(answer.states):
        assert after in before.neighbors()
    assert answer.puzzle == board


def test_names_of_algorithms_are_forgiving():
    board = Board("1 2 3 / 0 4 6 / 7 5 8")
    for name in ("a-star", "A*", "a_star", "A star"):
        assert board.solve(algorithm=name).algorithm == "a-star"
    with pytest.raises(ValueError, match="not an algorithm; there are exhaustive"):
        board.solve(algorithm="magic")
    with pytest.raises(ValueError, match="takes no heuristic"):
        board.solve(algorithm="breadth-first", heuristic="manhattan")
    with pytest.raises(TypeError):
        board.solve("a-star")


def test_the_three_outcomes():
    unsolvable = Board("1 2 3 / 4 5 6 / 8 7 0").solve()
    assert unsolvable.outcome == "unsolvable" and unsolvable.reason
    assert unsolvable.moves is None and unsolvable.states is None and unsolvable.cost is None
    assert unsolvable._repr_html_() is None
    with pytest.raises(ValueError, match="no solution to show"):
        unsolvable.gif()
    for options, limit in [
        ({"limit_nodes": 100}, "node limit"),
        ({"limit_time": 0.01}, "time limit"),
        ({"limit_memory": 1 << 16, "algorithm": "a-star"}, "memory limit"),
    ]:
        stopped = Board(HARD).solve(heuristic="manhattan", **options)
        assert (stopped.outcome, stopped.limit) == ("stopped", limit)
        assert stopped.lower_bound >= Board(HARD).manhattan
    for wrong in (-1.0, float("nan"), float("inf")):
        with pytest.raises(ValueError, match="limit_time"):
            Board(HARD).solve(limit_time=wrong)
    with pytest.raises(ValueError, match="weight"):
        Board(HARD).solve(algorithm="weighted-a-star", weight=0.5)


def test_a_proved_gap():
    board = Board.random(4, 5, seed=1)
    answer = board.solve(within=1.2)
    assert answer.outcome == "solved" and answer.cost <= 1.2 * answer.lower_bound
    weighted = Board(HARD).solve(algorithm="weighted-a-star", within=2)
    assert weighted.cost <= 2 * Board(HARD).solve().cost
    with pytest.raises(ValueError, match="within"):
        board.solve(within=0.9)


def test_a_solution_is_plain_data():
    answer = Board("1 2 3 / 4 0 6 / 7 5 8").solve(algorithm="ida-star", heuristic="manhattan")
    assert answer.moves[0] == {"tile": 5, "from": 7, "to": 4, "direction": "up"}
    assert answer.optimal and answer.lower_bound == answer.cost == 2
    assert answer.heuristic == "manhattan"
    assert type(answer.stats) is dict and answer.stats["expanded"] > 0
    whole = answer.to_dict()
    assert whole["puzzle"]["start"] == [1, 2, 3, 4, 0, 6, 7, 5, 8]
    assert "Solved in 2 moves" in str(answer)


def test_moves_are_analysed():
    board = taquin.Board("1 2 3 / 4 0 6 / 7 5 8")
    review = board.analyse("D U U L", times=1.6)
    assert (review["cost"], review["shortest"], review["lost"]) == (4, 2, 2)
    assert review["counts"] == {"single": 4, "line": 3}
    assert review["per_second"] == 2.5
    assert board.analyse("U L", times=[0.5, 1.0])["lost"] == 0
    with pytest.raises(taquin.MoveError):
        board.analyse("D D D")
    with pytest.raises(taquin.UnsupportedError):
        board.analyse("U L", times=[1.0])


def test_random_boards_are_surveyed():
    found = taquin.Board("1 2 / 3 0").survey(100, seed=1)
    assert found["mean"] == pytest.approx(3.36)
    assert sum(length["count"] for length in found["lengths"]) == found["count"] == 100


def test_pictures():
    board = Board("1 2 3 / 4 0 6 / 7 5 8")
    assert board._repr_svg_().startswith("<svg")
    assert Board.solved(100)._repr_svg_() is None
    answer = board.solve()
    frame = answer._repr_html_()
    assert frame.startswith("<iframe srcdoc=") and "&lt;script&gt;" not in frame
    page = frame.removeprefix('<iframe srcdoc="').split('"', 1)[0]
    assert page.replace("&quot;", '"').replace("&amp;", "&") == answer.html()
    assert answer.html().startswith("<!doctype html>")
    assert answer.svg().startswith("<svg")
    assert answer.gif().startswith(b"GIF89a")


def test_random_boards():
    board = Board.random(5, 3, seed=1, torus=True)
    assert (board.rows, board.cols, board.torus) == (5, 3, True)
    assert board == Board.random(5, 3, seed=1, torus=True)
    assert board != Board.random(5, 3, seed=2, torus=True)
    assert all(Board.random(4).is_solvable for _ in range(20))
    with pytest.raises(ValueError, match="sides"):
        Board.random(0)
