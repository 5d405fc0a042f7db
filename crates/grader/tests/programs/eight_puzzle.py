"""The 8-puzzle by best-first search on a binary heap."""

import sys


class Heap:
    def __init__(self):
        self.items = [None]

    def insert(self, item):
        self.items.append(item)
        hole = len(self.items) - 1
        while hole > 1 and item.cost < self.items[hole // 2].cost:
            self.items[hole] = self.items[hole // 2]
            hole //= 2
        self.items[hole] = item

    def remove(self):
        first, last = self.items[1], self.items.pop()
        size = len(self.items) - 1
        if size == 0:
            return first
        hole = 1
        while 2 * hole <= size:
            child = 2 * hole
            if child < size and self.items[child + 1].cost < self.items[child].cost:
                child += 1
            if not self.items[child].cost < last.cost:
                break
            self.items[hole] = self.items[child]
            hole = child
        self.items[hole] = last
        return first


class Node:
    def __init__(self, state, goal, g, parent):
        self.state, self.g, self.parent = state, g, parent
        self.h = sum(1 for tile, home in zip(state, goal) if tile != home and tile != 0)
        self.cost = g + self.h

    def show(self):
        for row in range(3):
            print("\n" if row == 0 else "", end="")
            print("".join(f"{tile} " for tile in self.state[3 * row : 3 * row + 3]))
        print("Cost = ", self.cost)
        print("g = ", self.g)
        print("h = ", self.h)


def children(node, goal):
    blank = node.state.index(0)
    row, col = divmod(blank, 3)
    for down, right in ((-1, 0), (0, -1), (1, 0), (0, 1)):
        r, c = row + down, col + right
        if 0 <= r < 3 and 0 <= c < 3:
            state = list(node.state)
            state[blank], state[3 * r + c] = state[3 * r + c], 0
            if node.parent is None or state != node.parent.state:
                yield Node(state, goal, node.g + 1, node)


def main():
    try:
        with open(sys.argv[1]) as file:
            tiles = [int(word) for word in file.read().split()]
    except OSError as error:
        sys.exit(f"cannot open the file: {error}")
    initial, goal = tiles[:9], tiles[9:]
    queue, removed = Heap(), []
    start = Node(initial, goal, 0, None)
    queue.insert(start)
    while True:
        node = queue.remove()
        removed.append(node)
        if node.state == goal:
            break
        for child in children(node, goal):
            queue.insert(child)
    print("[*]Initial state(S0)")
    print("[*]======================")
    start.show()
    print("[*]======================")
    print("[*]Goal state (Sg) reached: ")
    node.show()
    print("[*]---------")
    print(f"[*]Solution cost is: {node.g}\n")
    print(f"[*]Size of the openQ at end of search process: {len(queue.items) - 1}\n")
    print("[*]First five states removed from openQ: \n")
    for number, node in enumerate(removed[:5], 1):
        print(f"[*]State #{number}")
        node.show()
        print()


main()
