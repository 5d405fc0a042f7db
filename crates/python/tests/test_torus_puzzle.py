"""The module of the course, by the assignment's own examples and by its rules."""

import random

import pytest

import torus_puzzle
from torus_puzzle import PriorityQueue, print_succ, solve

GOAL = [1, 2, 3, 4, 5, 6, 7, 8, 0]

SUCCESSORS = {
    (1, 2, 3, 4, 5, 0, 6, 7, 8): """\
[1, 2, 0, 4, 5, 3, 6, 7, 8] h=4
[1, 2, 3, 0, 5, 4, 6, 7, 8] h=4
[1, 2, 3, 4, 0, 5, 6, 7, 8] h=4
[1, 2, 3, 4, 5, 8, 6, 7, 0] h=3
""",
    (8, 7, 6, 5, 4, 3, 2, 1, 0): """\
[8, 7, 0, 5, 4, 3, 2, 1, 6] h=8
[8, 7, 6, 5, 4, 0, 2, 1, 3] h=8
[8, 7, 6, 5, 4, 3, 0, 1, 2] h=8
[8, 7, 6, 5, 4, 3, 2, 0, 1] h=8
""",
}

SOLUTIONS = {
    (4, 3, 8, 5, 1, 6, 7, 2, 0): """\
[4, 3, 8, 5, 1, 6, 7, 2, 0] h=6 moves: 0
[4, 3, 0, 5, 1, 6, 7, 2, 8] h=6 moves: 1
[4, 0, 3, 5, 1, 6, 7, 2, 8] h=5 moves: 2
[4, 1, 3, 5, 0, 6, 7, 2, 8] h=5 moves: 3
[4, 1, 3, 0, 5, 6, 7, 2, 8] h=4 moves: 4
[0, 1, 3, 4, 5, 6, 7, 2, 8] h=3 moves: 5
[1, 0, 3, 4, 5, 6, 7, 2, 8] h=2 moves: 6
[1, 2, 3, 4, 5, 6, 7, 0, 8] h=1 moves: 7
[1, 2, 3, 4, 5, 6, 7, 8, 0] h=0 moves: 8
Max queue length: 46
""",
    (8, 7, 6, 5, 4, 3, 2, 1, 0): """\
[8, 7, 6, 5, 4, 3, 2, 1, 0] h=8 moves: 0
[8, 7, 0, 5, 4, 3, 2, 1, 6] h=8 moves: 1
[8, 7, 3, 5, 4, 0, 2, 1, 6] h=7 moves: 2
[8, 7, 3, 0, 4, 5, 2, 1, 6] h=7 moves: 3
[8, 7, 3, 4, 0, 5, 2, 1, 6] h=6 moves: 4
[8, 0, 3, 4, 7, 5, 2, 1, 6] h=6 moves: 5
[8, 1, 3, 4, 7, 5, 2, 0, 6] h=6 moves: 6
[8, 1, 3, 4, 7, 5, 0, 2, 6] h=6 moves: 7
[0, 1, 3, 4, 7, 5, 8, 2, 6] h=6 moves: 8
[1, 0, 3, 4, 7, 5, 8, 2, 6] h=5 moves: 9
[1, 2, 3, 4, 7, 5, 8, 0, 6] h=4 moves: 10
[1, 2, 3, 4, 0, 5, 8, 7, 6] h=4 moves: 11
[1, 2, 3, 4, 5, 0, 8, 7, 6] h=3 moves: 12
[1, 2, 3, 4, 5, 6, 8, 7, 0] h=2 moves: 13
[1, 2, 3, 4, 5, 6, 0, 7, 8] h=2 moves: 14
[1, 2, 3, 4, 5, 6, 7, 0, 8] h=1 moves: 15
[1, 2, 3, 4, 5, 6, 7, 8, 0] h=0 moves: 16
Max queue length: 27944
""",
    (1, 2, 3, 4, 5, 6, 7, 0, 8): """\
[1, 2, 3, 4, 5, 6, 7, 0, 8] h=1 moves: 0
[1, 2, 3, 4, 5, 6, 7, 8, 0] h=0 moves: 1
Max queue length: 4
""",
    tuple(GOAL): """\
[1, 2, 3, 4, 5, 6, 7, 8, 0] h=0 moves: 0
Max queue length: 1
""",
}


@pytest.mark.parametrize("state", SUCCESSORS)
def test_successors(state, capsys):
    assert print_succ(list(state)) is None
    assert capsys.readouterr().out == SUCCESSORS[state]


@pytest.mark.parametrize("state", SOLUTIONS)
def test_solutions(state, capsys):
    assert solve(list(state)) is None
    assert capsys.readouterr().out == SOLUTIONS[state]


@pytest.mark.parametrize("function", [print_succ, solve])
@pytest.mark.parametrize(
    ("state", "words"),
    [
        ([], "nine tiles, found 0"),
        ([1, 2, 3], "nine tiles, found 3"),
        ([1, 2, 3, 4, 5, 6, 7, 8, 8], "8 is repeated and 0 is missing"),
        ([1, 2, 3, 4, 5, 6, 7, 8, 9], "found 9"),
        ([0, 1, 2, 3, 4, 5, 6, 7, 300], "found 300"),
        ([0, 1, 2, 3, 4, 5, 6, 7, -1], "found -1"),
        ([0, 1, 2, 3, 4, 5, 6, 7, 8.0], "found 8.0"),
        ([0, 1, 2, 3, 4, 5, 6, 7, None], "found None"),
        ([[1, 2, 3], [4, 5, 6], [7, 8, 0]], "found "),
        (None, "found None"),
        ("123456780", "'123456780'"),
    ],
)
def test_what_is_no_state_is_a_value_error(function, state, words, capsys):
    with pytest.raises(ValueError, match=words):
        function(state)
    assert capsys.readouterr().out == ""


def node(state, g, h, parent=None):
    return {"state": state, "h": h, "g": g, "parent": parent, "f": g + h}


def test_an_item_is_queued_and_taken():
    queue = PriorityQueue()
    assert queue.is_empty() and queue.max_len == 0 and str(queue) == ""
    item = node([1, 2, 3, 4, 5, 0, 6, 7, 8], 0, 3)
    queue.enqueue(item)
    assert not queue.is_empty() and queue.queue == [item] and queue.queue[0] is item
    assert str(queue) == str(item)
    assert queue.pop() is item
    assert queue.is_empty() and queue.max_len == 1
    with pytest.raises(IndexError):
        queue.pop()


def test_a_queued_state_is_updated_in_place():
    start = node([1, 2, 3, 4, 5, 0, 6, 7, 8], 0, 3)
    children = [
        node([1, 2, 0, 4, 5, 3, 6, 7, 8], 1, 4, start),
        node([1, 2, 3, 0, 5, 4, 6, 7, 8], 1, 4, start),
        node([1, 2, 3, 4, 0, 5, 6, 7, 8], 1, 4, start),
        node([1, 2, 3, 4, 5, 8, 6, 7, 0], 1, 3, start),
    ]
    queue = PriorityQueue()
    for child in children:
        queue.enqueue(child)
    assert str(queue) == " ".join(map(str, children))
    other = node(GOAL, 7, 0)
    for g in (1, 2):
        queue.enqueue(node(list(children[0]["state"]), g, 4, other))
        assert (children[0]["g"], children[0]["parent"]) == (1, start)
    better = node(list(children[0]["state"]), 0, 4, other)
    queue.enqueue(better)
    assert len(queue.queue) == 4 and queue.max_len == 4
    assert queue.queue[0] is children[0]
    assert (children[0]["g"], children[0]["f"], children[0]["h"]) == (0, 4, 4)
    assert children[0]["parent"] is other
    # Of the two with the smallest f the earlier one comes first.
    assert queue.pop() is children[0]
    assert queue.pop() is children[3]
    assert queue.queue == children[1:3]


def test_requeue_appends_and_counts():
    queue = PriorityQueue()
    first, second = node(GOAL, 1, 0), node([1, 2, 3, 4, 5, 6, 7, 0, 8], 0, 1)
    queue.requeue(first)
    queue.requeue(second)
    assert queue.queue == [first, second] and queue.max_len == 2
    assert queue.pop() is first
    assert queue.pop() is second
    assert queue.max_len == 2


class Listed(PriorityQueue):
    """The queue as the assignment words it, on the list alone; it keeps every call."""

    def __init__(self):
        super().__init__()
        self.calls = []
        Listed.last = self

    def enqueue(self, state_dict):
        self.calls.append("enqueue")
        for item in self.queue:
            if item["state"] == state_dict["state"]:
                if state_dict["g"] < item["g"]:
                    item.update((key, state_dict[key]) for key in ("g", "f", "parent"))
                break
        else:
            self.queue.append(state_dict)
        self.max_len = max(self.max_len, len(self.queue))

    def requeue(self, from_closed):
        self.calls.append("requeue")
        self.queue.append(from_closed)
        self.max_len = max(self.max_len, len(self.queue))

    def pop(self):
        self.calls.append("pop")
        best = min(range(len(self.queue)), key=lambda place: self.queue[place]["f"])
        return self.queue.pop(best)


class Seen(PriorityQueue):
    """The queue of the module, with every call kept."""

    def __init__(self):
        super().__init__()
        self.calls = []
        Seen.last = self

    def enqueue(self, state_dict):
        self.calls.append("enqueue")
        super().enqueue(state_dict)

    def requeue(self, from_closed):
        self.calls.append("requeue")
        super().requeue(from_closed)

    def pop(self):
        self.calls.append("pop")
        return super().pop()


def scrambled(seed):
    shuffle = random.Random(seed)
    state = list(GOAL)
    for _ in range(2 + seed):
        blank = state.index(0)
        row, col = divmod(blank, 3)
        down, right = shuffle.choice([(0, 1), (0, 2), (1, 0), (2, 0)])
        cell = (row + down) % 3 * 3 + (col + right) % 3
        state[blank], state[cell] = state[cell], state[blank]
    return state


@pytest.mark.parametrize("seed", range(12))
def test_a_queue_in_its_place_sees_every_call(seed, capsys, monkeypatch):
    state = scrambled(seed)
    solve(state)
    printed = capsys.readouterr().out
    calls = []
    for queue in (Seen, Listed):
        monkeypatch.setattr(torus_puzzle, "PriorityQueue", queue)
        solve(state)
        assert capsys.readouterr().out == printed
        calls.append(queue.last.calls)
    assert calls[0] == calls[1]
    assert calls[0][:2] == ["enqueue", "pop"] and calls[0][-1] == "pop"


def test_the_list_may_be_changed_from_outside():
    queue = PriorityQueue()
    nodes = [node([place, *GOAL[1:]], place, 0) for place in range(6)]
    for item in reversed(nodes):
        queue.enqueue(item)
    assert queue.pop() is nodes[0]
    queue.queue.remove(nodes[1])
    assert queue.pop() is nodes[2]
    queue.queue = [nodes[5], nodes[1]]
    assert queue.pop() is nodes[1]
    nodes[5]["f"] = 9
    queue.enqueue(nodes[2])
    assert queue.pop() is nodes[2] and queue.pop() is nodes[5] and queue.is_empty()


def test_a_state_may_be_queued_twice_from_the_closed_list():
    queue = PriorityQueue()
    first, second = node(GOAL, 3, 0), node(list(GOAL), 2, 0)
    queue.requeue(first)
    queue.requeue(second)
    queue.enqueue(node(list(GOAL), 1, 0))
    assert (first["g"], second["g"], len(queue.queue)) == (1, 2, 2)
    assert queue.pop() is first
    queue.enqueue(node(list(GOAL), 0, 0))
    assert queue.pop() is second and second["g"] == 0
