// The torus 8-puzzle by iterative deepening as a textbook has it, with the containers of the standard library:
// a state is a vector, the stack is a vector of nodes, the prefix path a vector, and a set says what lies on it.
// It is what `cargo xtask bench courses` measures the course program beside.
#include <algorithm>
#include <cstdlib>
#include <iostream>
#include <set>
#include <vector>

using State = std::vector<int>;

struct Node {
    State state;
    std::size_t depth;
};

static std::vector<State> successors(const State& state) {
    std::size_t blank = std::find(state.begin(), state.end(), 0) - state.begin();
    std::size_t row = blank / 3, col = blank % 3;
    std::vector<State> found;
    for (std::size_t cell : {(row + 1) % 3 * 3 + col, (row + 2) % 3 * 3 + col, row * 3 + (col + 1) % 3, row * 3 + (col + 2) % 3}) {
        State next = state;
        std::swap(next[blank], next[cell]);
        found.push_back(next);
    }
    std::sort(found.begin(), found.end());
    return found;
}

static void print(const State& state) {
    for (std::size_t cell = 0; cell < state.size(); cell++) std::cout << (cell ? " " : "") << state[cell];
    std::cout << "\n";
}

int main(int count, char** words) {
    if (count != 11) return 2;
    State start, goal{1, 2, 3, 4, 5, 6, 7, 8, 0};
    for (int word = 2; word < count; word++) start.push_back(std::atoi(words[word]));
    unsigned long checks = 0, largest = 0;
    for (std::size_t limit = 0;; limit++) {
        std::vector<Node> stack{{start, 0}};
        std::vector<State> prefix;
        std::set<State> on_prefix;
        largest = std::max<unsigned long>(largest, stack.size());
        while (!stack.empty()) {
            Node node = stack.back();
            stack.pop_back();
            while (prefix.size() > node.depth) {
                on_prefix.erase(prefix.back());
                prefix.pop_back();
            }
            prefix.push_back(node.state);
            on_prefix.insert(node.state);
            checks++;
            if (node.state == goal) {
                for (const State& state : prefix) print(state);
                std::cout << "Goal-check " << checks << "\nMax-stack-size " << largest << "\n";
                return 0;
            }
            if (node.depth == limit) continue;
            for (const State& next : successors(node.state))
                if (!on_prefix.count(next)) stack.push_back({next, node.depth + 1});
            largest = std::max<unsigned long>(largest, stack.size());
        }
    }
}
