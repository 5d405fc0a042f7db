"""Everything about a board."""

import sys


def show(rows):
    print(len(rows))
    for row in rows:
        print(" ".join(f"{tile:2}" for tile in row))


def main():
    with open(sys.argv[1]) as file:
        size, *tiles = map(int, file.read().split())
    hamming = manhattan = 0
    for cell, tile in enumerate(tiles):
        home = tile - 1
        if tile != 0 and cell != home:
            hamming += 1
            manhattan += abs(cell // size - home // size) + abs(cell % size - home % size)
    numbers = [tile for tile in tiles if tile != 0]
    inversions = sum(1 for i, a in enumerate(numbers) for b in numbers[i + 1 :] if a > b)
    row, col = divmod(tiles.index(0), size)
    solvable = inversions % 2 == 0 if size % 2 == 1 else (inversions + row) % 2 == 1
    print(hamming)
    print(manhattan)
    print(str(hamming == 0).lower())
    print(str(solvable).lower())
    for down, right in ((-1, 0), (0, 1), (1, 0), (0, -1)):
        r, c = row + down, col + right
        if 0 <= r < size and 0 <= c < size:
            rows = [tiles[size * i : size * i + size] for i in range(size)]
            rows[row][col], rows[r][c] = rows[r][c], 0
            show(rows)


main()
