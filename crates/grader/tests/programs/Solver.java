import java.util.ArrayDeque;
import java.util.PriorityQueue;

/** The fewest moves that solve a board. */
public class Solver {
    record Node(Board board, int moves, Node previous, int priority) {
        Node(Board board, int moves, Node previous) {
            this(board, moves, previous, moves + board.manhattan());
        }
    }

    public static void main(String[] args) throws Exception {
        Board initial = Board.read(args[0]);
        if (!initial.isSolvable()) {
            System.out.println("Unsolvable puzzle");
            return;
        }
        PriorityQueue<Node> queue = new PriorityQueue<>((a, b) -> Integer.compare(a.priority(), b.priority()));
        Node node = new Node(initial, 0, null);
        while (node.board().hamming() > 0) {
            for (Board next : node.board().neighbors()) {
                if (node.previous() == null || !next.equals(node.previous().board())) {
                    queue.add(new Node(next, node.moves() + 1, node));
                }
            }
            node = queue.remove();
        }
        System.out.println("Minimum number of moves = " + node.moves());
        ArrayDeque<Board> path = new ArrayDeque<>();
        for (; node.previous() != null; node = node.previous()) {
            path.push(node.board());
        }
        path.forEach(System.out::print);
    }
}
