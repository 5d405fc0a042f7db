import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;

/** The torus by iterative deepening. */
public class Torus {
    static final int GOAL = 123456780;
    static long checks = 0;
    static int largest = 1;

    record Node(int state, int parent, int depth) {}

    static int[] digits(int number) {
        int[] tiles = new int[9];
        for (int i = 8; i >= 0; i--, number /= 10) {
            tiles[i] = number % 10;
        }
        return tiles;
    }

    static int number(int[] tiles) {
        int number = 0;
        for (int tile : tiles) {
            number = 10 * number + tile;
        }
        return number;
    }

    static List<Integer> successors(int state) {
        int[] tiles = digits(state);
        int blank = 0;
        while (tiles[blank] != 0) {
            blank++;
        }
        List<Integer> found = new ArrayList<>();
        int[][] ways = {{-1, 0}, {1, 0}, {0, -1}, {0, 1}};
        for (int[] way : ways) {
            int row = (blank / 3 + way[0] + 3) % 3, col = (blank % 3 + way[1] + 3) % 3;
            int[] child = tiles.clone();
            child[blank] = child[3 * row + col];
            child[3 * row + col] = 0;
            found.add(number(child));
        }
        Collections.sort(found);
        return found;
    }

    static String line(int state) {
        StringBuilder text = new StringBuilder();
        for (int tile : digits(state)) {
            text.append(tile).append(' ');
        }
        return text.toString();
    }

    /** Prints as the flag says, and returns the path to the goal, or null. */
    static List<Integer> search(int start, int cutoff, int kind) {
        ArrayDeque<Node> stack = new ArrayDeque<>();
        stack.push(new Node(start, 0, 0));
        List<Integer> prefix = new ArrayList<>();
        while (!stack.isEmpty()) {
            Node node = stack.pop();
            prefix.subList(node.depth(), prefix.size()).clear();
            prefix.add(node.state());
            checks++;
            if (kind == 2) {
                System.out.println(line(node.state()));
            } else if (kind == 3) {
                System.out.println(line(node.state()) + "parent " + line(node.parent()));
            } else if (kind == 4 && node.depth() == cutoff) {
                prefix.forEach(state -> System.out.println(line(state)));
                return null;
            }
            if (node.state() == GOAL) {
                return prefix;
            }
            if (node.depth() == cutoff) {
                continue;
            }
            for (int child : successors(node.state())) {
                if (!prefix.contains(child)) {
                    stack.push(new Node(child, node.state(), node.depth() + 1));
                }
            }
            largest = Math.max(largest, stack.size());
        }
        return null;
    }

    public static void main(String[] args) {
        int flag = Integer.parseInt(args[0]);
        int start = number(Arrays.stream(args).skip(1).mapToInt(Integer::parseInt).toArray());
        if (flag == 100) {
            successors(start).forEach(child -> System.out.println(line(child)));
        } else if (flag < 500) {
            search(start, flag % 100, flag / 100);
        } else {
            List<Integer> path = null;
            for (int cutoff = 0; path == null; cutoff++) {
                path = search(start, cutoff, 5);
            }
            path.forEach(state -> System.out.println(line(state)));
            System.out.println("Goal-check " + checks);
            System.out.println("Max-stack-size " + largest);
        }
    }
}
