"""The fewest moves that solve a board."""

import heapq
import sys


def solvable(tiles, size):
    numbers = [tile for tile in tiles if tile != 0]
    inversions = sum(1 for i, a in enumerate(numbers) for b in numbers[i + 1 :] if a > b)
    row = tiles.index(0) // size
    return inversions % 2 == 0 if size % 2 == 1 else (inversions + row) % 2 == 1


def manhattan(tiles, size):
    total = 0
    for cell, tile in enumerate(tiles):
        if tile != 0:
            total += abs(cell // size - (tile - 1) // size) + abs(cell % size - (tile - 1) % size)
    return total


def neighbors(tiles, size):
    blank = tiles.index(0)
    row, col = divmod(blank, size)
    for down, right in ((0, -1), (0, 1), (-1, 0), (1, 0)):
        r, c = row + down, col + right
        if 0 <= r < size and 0 <= c < size:
            board = list(tiles)
            board[blank], board[r * size + c] = board[r * size + c], 0
            yield tuple(board)


def solve(start, size):
    goal = tuple(range(1, size * size)) + (0,)
    queue, best, parents, serial = [(manhattan(start, size), 0, 0, start)], {start: 0}, {start: None}, 0
    while True:
        _, _, g, board = heapq.heappop(queue)
        if board == goal:
            break
        for child in neighbors(board, size):
            if g + 1 < best.get(child, 1 << 30):
                best[child], parents[child] = g + 1, board
                serial += 1
                heapq.heappush(queue, (g + 1 + manhattan(child, size), serial, g + 1, child))
    path = []
    while board is not None:
        path.append(board)
        board = parents[board]
    return path[::-1]


def main():
    with open(sys.argv[1]) as file:
        size, *tiles = map(int, file.read().split())
    if not solvable(tiles, size):
        print("Unsolvable puzzle")
        return
    path = solve(tuple(tiles), size)
    print(f"Minimum number of moves = {len(path) - 1}")
    for board in path[1:]:
        print(size)
        for row in range(size):
            print(" ".join(f"{tile:2}" for tile in board[row * size : row * size + size]))


main()
