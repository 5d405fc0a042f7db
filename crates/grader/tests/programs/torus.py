"""The torus by iterative deepening."""

import sys

GOAL = [1, 2, 3, 4, 5, 6, 7, 8, 0]


def successors(state):
    blank = state.index(0)
    row, col = divmod(blank, 3)
    found = []
    for down, right in ((-1, 0), (1, 0), (0, -1), (0, 1)):
        r, c = (row + down) % 3, (col + right) % 3
        child = list(state)
        child[blank], child[3 * r + c] = child[3 * r + c], 0
        found.append(child)
    return sorted(found)


class Search:
    def __init__(self):
        self.checks = 0
        self.largest = 1

    def run(self, start, cutoff, visit):
        stack = [(start, [0] * 9, 0)]
        prefix = []
        closed = []
        while stack:
            state, parent, depth = stack.pop()
            del prefix[depth:]
            prefix.append(state)
            closed.append(state)
            self.checks += 1
            if visit(state, parent, depth, prefix):
                return None
            if state == GOAL:
                return list(prefix)
            if depth < cutoff:
                for child in successors(state):
                    if child not in prefix:
                        stack.append((child, state, depth + 1))
                self.largest = max(self.largest, len(stack))
        return None


def line(state):
    return " ".join(map(str, state))


def main():
    flag, start = int(sys.argv[1]), list(map(int, sys.argv[2:]))
    kind, depth = divmod(flag, 100)

    def show(state, parent, at, prefix):
        if kind == 2:
            print(line(state))
        elif kind == 3:
            print(line(state), "parent", line(parent))
        elif kind == 4 and at == depth:
            for entry in prefix:
                print(line(entry))
            return True
        return False

    if kind == 1:
        for child in successors(start):
            print(line(child))
    elif kind < 5:
        Search().run(start, depth, show)
    else:
        search, cutoff, path = Search(), 0, None
        while path is None:
            path = search.run(start, cutoff, show)
            cutoff += 1
        for state in path:
            print(line(state))
        print("Goal-check", search.checks)
        print("Max-stack-size", search.largest)


main()
