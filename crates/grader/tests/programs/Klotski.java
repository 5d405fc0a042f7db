import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;

/** The flying Klotski by A*. */
public class Klotski {
    record Node(String board, int g, int h, String parent) {
        int f() {
            return g + h;
        }

        void show() {
            System.out.print(board + "\n" + rows(board) + f() + " " + g + " " + h + "\n" + parent + "\n");
        }
    }

    static String rows(String board) {
        StringBuilder text = new StringBuilder();
        for (int row = 0; row < 5; row++) {
            text.append(board, 4 * row, 4 * row + 4).append('\n');
        }
        return text.toString();
    }

    /** The board with a block of some rows and columns moved, or null where it does not fit. */
    static String moved(String board, int from, int row, int col, int height, int width) {
        if (row < 0 || col < 0 || row + height > 5 || col + width > 4) {
            return null;
        }
        char[] cells = board.toCharArray();
        char digit = cells[from];
        for (int cell = 0; cell < height * width; cell++) {
            cells[from + cell / width * 4 + cell % width] = '0';
        }
        for (int cell = 0; cell < height * width; cell++) {
            int at = (row + cell / width) * 4 + col + cell % width;
            if (cells[at] != '0') {
                return null;
            }
            cells[at] = digit;
        }
        return new String(cells);
    }

    static TreeSet<String> successors(String board) {
        TreeSet<String> found = new TreeSet<>();
        boolean[] seen = new boolean[20];
        for (int cell = 0; cell < 20; cell++) {
            char digit = board.charAt(cell);
            if (digit == '0' || seen[cell]) {
                continue;
            }
            int height = digit == '1' || digit == '2' ? 2 : 1, width = digit == '1' || digit == '3' ? 2 : 1;
            for (int part = 0; part < height * width; part++) {
                seen[cell + part / width * 4 + part % width] = true;
            }
            List<int[]> places = new ArrayList<>();
            if (digit == '4') {
                for (int empty = 0; empty < 20; empty++) {
                    if (board.charAt(empty) == '0') {
                        places.add(new int[] {empty / 4, empty % 4});
                    }
                }
            } else {
                for (int[] way : new int[][] {{-1, 0}, {1, 0}, {0, -1}, {0, 1}}) {
                    places.add(new int[] {cell / 4 + way[0], cell % 4 + way[1]});
                }
            }
            for (int[] place : places) {
                String next = moved(board, cell, place[0], place[1], height, width);
                if (next != null) {
                    found.add(next);
                }
            }
        }
        return found;
    }

    static int distance(String board) {
        int cell = board.indexOf('1');
        return Math.abs(cell / 4 - 3) + Math.abs(cell % 4 - 1);
    }

    static void search(String start, boolean guided, boolean trace) {
        Map<String, Node> closed = new TreeMap<>(), opened = new TreeMap<>();
        TreeSet<Node> queue = new TreeSet<>(Comparator.comparingInt(Node::f).thenComparing(Node::board));
        Node node = new Node(start, 0, guided ? distance(start) : 0, null);
        queue.add(node);
        opened.put(start, node);
        int checks = 0, maxOpen = 0, maxClosed = 0;
        while (!queue.isEmpty()) {
            node = queue.pollFirst();
            opened.remove(node.board());
            checks++;
            if (trace) {
                System.out.println("iteration " + checks);
                node.show();
            }
            if (distance(node.board()) == 0) {
                break;
            }
            closed.put(node.board(), node);
            for (String board : successors(node.board())) {
                Node known = opened.getOrDefault(board, closed.get(board));
                if (known == null || node.g() + 1 < known.g()) {
                    if (known != null) {
                        queue.remove(known);
                        closed.remove(board);
                    }
                    Node next = new Node(board, node.g() + 1, guided ? distance(board) : 0, node.board());
                    queue.add(next);
                    opened.put(board, next);
                }
            }
            maxOpen = Math.max(maxOpen, opened.size());
            maxClosed = Math.max(maxClosed, closed.size());
            if (trace) {
                System.out.println("OPEN");
                opened.values().forEach(Node::show);
                System.out.println("CLOSED");
                closed.values().forEach(Node::show);
            }
        }
        if (!trace) {
            StringBuilder path = new StringBuilder();
            int states = 0;
            for (; node != null; node = node.parent() == null ? null : closed.get(node.parent()), states++) {
                path.insert(0, rows(node.board()) + "\n");
            }
            System.out.print(path);
            System.out.println("goalCheckTimes " + checks + "\nmaxOPENSize " + maxOpen);
            System.out.println("maxCLOSEDSize " + maxClosed + "\nsteps " + (states - 1));
        }
    }

    public static void main(String[] args) {
        int flag = Integer.parseInt(args[0]);
        String start = String.join("", args).substring(args[0].length());
        if (flag == 100) {
            successors(start).forEach(board -> System.out.println(rows(board)));
        } else {
            search(start, flag >= 400, flag == 200 || flag == 400);
        }
    }
}
