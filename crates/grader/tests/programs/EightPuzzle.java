import java.io.File;
import java.io.FileNotFoundException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.PriorityQueue;
import java.util.Scanner;

/** The 8-puzzle by best-first search. The heap of the library breaks ties as the textbook's does. */
public class EightPuzzle {
    static int[] goal = new int[9];

    static class Node implements Comparable<Node> {
        int[] state;
        int g, h;
        Node parent;

        Node(int[] state, int g, Node parent) {
            this.state = state;
            this.g = g;
            this.parent = parent;
            for (int i = 0; i < 9; i++) {
                if (state[i] != goal[i] && state[i] != 0) {
                    h++;
                }
            }
        }

        public int compareTo(Node other) {
            return Integer.compare(g + h, other.g + other.h);
        }

        void show() {
            System.out.println();
            for (int row = 0; row < 3; row++) {
                System.out.println(state[3 * row] + " " + state[3 * row + 1] + " " + state[3 * row + 2] + " ");
            }
            System.out.println("Cost =  " + (g + h));
            System.out.println("g =  " + g);
            System.out.println("h =  " + h);
        }

        List<Node> children() {
            int blank = 0;
            while (state[blank] != 0) {
                blank++;
            }
            List<Node> children = new ArrayList<>();
            int[][] ways = {{-1, 0}, {0, -1}, {1, 0}, {0, 1}};
            for (int[] way : ways) {
                int row = blank / 3 + way[0], col = blank % 3 + way[1];
                if (row < 0 || row > 2 || col < 0 || col > 2) {
                    continue;
                }
                int[] child = state.clone();
                child[blank] = child[3 * row + col];
                child[3 * row + col] = 0;
                if (parent == null || !Arrays.equals(child, parent.state)) {
                    children.add(new Node(child, g + 1, this));
                }
            }
            return children;
        }
    }

    public static void main(String[] args) {
        int[] initial = new int[9];
        try (Scanner scanner = new Scanner(new File(args[0]))) {
            for (int i = 0; i < 18; i++) {
                (i < 9 ? initial : goal)[i % 9] = scanner.nextInt();
            }
        } catch (FileNotFoundException error) {
            System.err.println("cannot open " + args[0]);
            System.exit(1);
        }
        PriorityQueue<Node> queue = new PriorityQueue<>();
        Node start = new Node(initial, 0, null), node;
        queue.add(start);
        List<Node> removed = new ArrayList<>();
        while (true) {
            node = queue.remove();
            if (removed.size() < 5) {
                removed.add(node);
            }
            if (Arrays.equals(node.state, goal)) {
                break;
            }
            queue.addAll(node.children());
        }
        System.out.println("[*]Initial state(S0)\n[*]======================");
        start.show();
        System.out.println("[*]======================\n[*]Goal state (Sg) reached: ");
        node.show();
        System.out.println("[*]---------\n[*]Solution cost is: " + node.g + "\n");
        System.out.println("[*]Size of the openQ at end of search process: " + queue.size() + "\n");
        System.out.println("[*]First five states removed from openQ: \n");
        for (int i = 0; i < removed.size(); i++) {
            System.out.println("[*]State #" + (i + 1));
            removed.get(i).show();
            System.out.println();
        }
    }
}
