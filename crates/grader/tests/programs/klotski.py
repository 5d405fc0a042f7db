"""The flying Klotski by A*."""

import sys

SIZES = {"1": (2, 2), "2": (2, 1), "3": (1, 2), "4": (1, 1)}
WAYS = ((-1, 0), (1, 0), (0, -1), (0, 1))


def cells(row, col, size):
    return [(row + r) * 4 + col + c for r in range(size[0]) for c in range(size[1])]


def successors(board):
    found, seen = set(), set()
    for cell, digit in enumerate(board):
        if digit == "0" or cell in seen:
            continue
        size = SIZES[digit]
        row, col = divmod(cell, 4)
        block = cells(row, col, size)
        seen.update(block)
        if digit == "4":
            places = [[empty] for empty, other in enumerate(board) if other == "0"]
        else:
            places = []
            for down, right in WAYS:
                r, c = row + down, col + right
                if 0 <= r <= 5 - size[0] and 0 <= c <= 4 - size[1]:
                    places.append(cells(r, c, size))
        for place in places:
            if all(board[at] == "0" or at in block for at in place):
                moved = list(board)
                for at in block:
                    moved[at] = "0"
                for at in place:
                    moved[at] = digit
                found.add("".join(moved))
    return sorted(found)


def estimate(board):
    row, col = divmod(board.index("1"), 4)
    return abs(row - 3) + abs(col - 1)


def rows(board):
    return "\n".join(board[4 * row : 4 * row + 4] for row in range(5))


def show(node):
    board, g, h, parent = node
    print(board)
    print(rows(board))
    print(g + h, g, h)
    print("null" if parent is None else parent)


def search(start, guided, trace):
    h = estimate if guided else lambda board: 0
    opened, closed = {start: (start, 0, h(start), None)}, {}
    checks = largest_open = largest_closed = 0
    while opened:
        node = min(opened.values(), key=lambda node: (node[1] + node[2], node[0]))
        del opened[node[0]]
        checks += 1
        if trace:
            print("iteration", checks)
            show(node)
        board, g, _, _ = node
        if estimate(board) == 0:
            break
        closed[board] = node
        for child in successors(board):
            known = opened.get(child) or closed.get(child)
            if known is None or g + 1 < known[1]:
                closed.pop(child, None)
                opened[child] = (child, g + 1, h(child), board)
        largest_open = max(largest_open, len(opened))
        largest_closed = max(largest_closed, len(closed))
        if trace:
            print("OPEN")
            for entry in opened.values():
                show(entry)
            print("CLOSED")
            for entry in closed.values():
                show(entry)
    if trace:
        return
    path = []
    while node is not None:
        path.append(node[0])
        node = closed.get(node[3])
    for board in reversed(path):
        print(rows(board) + "\n")
    print("goalCheckTimes", checks)
    print("maxOPENSize", largest_open)
    print("maxCLOSEDSize", largest_closed)
    print("steps", len(path) - 1)


def main():
    flag, start = int(sys.argv[1]), "".join(sys.argv[2:])
    if flag == 100:
        for board in successors(start):
            print(rows(board) + "\n")
    else:
        search(start, flag >= 400, flag in (200, 400))


main()
