import java.io.File;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Scanner;

/** A board of N x N tiles. */
public class Board {
    final int size;
    final int[] tiles;

    Board(int size, int[] tiles) {
        this.size = size;
        this.tiles = tiles;
    }

    int blank() {
        int cell = 0;
        while (tiles[cell] != 0) {
            cell++;
        }
        return cell;
    }

    int hamming() {
        int count = 0;
        for (int cell = 0; cell < tiles.length; cell++) {
            if (tiles[cell] != 0 && tiles[cell] != cell + 1) {
                count++;
            }
        }
        return count;
    }

    int manhattan() {
        int sum = 0;
        for (int cell = 0; cell < tiles.length; cell++) {
            int home = tiles[cell] - 1;
            if (home >= 0) {
                sum += Math.abs(cell / size - home / size) + Math.abs(cell % size - home % size);
            }
        }
        return sum;
    }

    boolean isSolvable() {
        int inversions = 0;
        for (int i = 0; i < tiles.length; i++) {
            for (int j = i + 1; j < tiles.length; j++) {
                if (tiles[j] != 0 && tiles[i] > tiles[j]) {
                    inversions++;
                }
            }
        }
        return size % 2 == 1 ? inversions % 2 == 0 : (inversions + blank() / size) % 2 == 1;
    }

    List<Board> neighbors() {
        List<Board> found = new ArrayList<>();
        int blank = blank();
        int[][] ways = {{-1, 0}, {0, 1}, {1, 0}, {0, -1}};
        for (int[] way : ways) {
            int row = blank / size + way[0], col = blank % size + way[1];
            if (row >= 0 && row < size && col >= 0 && col < size) {
                int[] next = tiles.clone();
                next[blank] = next[row * size + col];
                next[row * size + col] = 0;
                found.add(new Board(size, next));
            }
        }
        return found;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Board board && Arrays.equals(tiles, board.tiles);
    }

    @Override
    public int hashCode() {
        return Arrays.hashCode(tiles);
    }

    @Override
    public String toString() {
        StringBuilder text = new StringBuilder(size + "\n");
        for (int cell = 0; cell < tiles.length; cell++) {
            text.append(String.format("%2d", tiles[cell])).append(cell % size == size - 1 ? "\n" : " ");
        }
        return text.toString();
    }

    static Board read(String path) throws Exception {
        try (Scanner scanner = new Scanner(new File(path))) {
            int size = scanner.nextInt();
            int[] tiles = new int[size * size];
            for (int cell = 0; cell < tiles.length; cell++) {
                tiles[cell] = scanner.nextInt();
            }
            return new Board(size, tiles);
        }
    }

    public static void main(String[] args) throws Exception {
        Board board = read(args[0]);
        System.out.println(board.hamming());
        System.out.println(board.manhattan());
        System.out.println(board.hamming() == 0);
        System.out.println(board.isSolvable());
        board.neighbors().forEach(System.out::print);
    }
}
