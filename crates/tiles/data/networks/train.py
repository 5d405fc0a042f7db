"""Trains the network that guides near solutions of boards of one size, and writes its weights.

    python3 train.py SIDE --seconds 400 --output SIDExSIDE.bin

It needs PyTorch, and a GPU (with Triton) to be of use. README.md says how the files of this folder were made.

Value iteration with a network for the table of values (as DeepCubeA has it: Agostinelli and others 2019): the value of
a position is to be one more than the least value of its successors, by a copy of the network that is renewed every 50
steps. 0 is the value of the goal. Two positions in three are those of players, who start at random boards and at
positions of the walks, choose moves by the copy's values with some chance, and so show it the positions that a search
will ask about; the others are on random walks from the goal.

The copy computes what a reader of the file computes, in whole numbers; training rounds the weights likewise and takes
the gradients as if they were not rounded. Its weights are a running mean of those that are trained.
"""

import argparse
import math
import time

import numpy
import torch
import torch.nn.functional as F

try:
    from kernels import adam_kernel, learn_kernel, look_kernel, move_kernel, see_kernel
except ImportError:
    pass

# The value is the Manhattan distance and this many times what the network gives.
SCALE = 8.0
# All units are cut to between 0 and 127/128; weights of 8 bits are of 1/128, in the fourth layer of 1/64.
MOST = 127 / 128
# Gradients are kept from vanishing in numbers of 16 bits.
LOSS_SCALE = 256.0
RENEWED = 50
FAR = 1e9
OUTPUTS, LAST = 32, 32
# The boards, hidden units and warps of a program of the GPU.
BLOCK, PART, WARPS = 64, 64, 4

device = "cuda" if torch.cuda.is_available() else "cpu"
fast = device == "cuda"
small = torch.float16 if fast else torch.float32


class Puzzle:
    """The boards of one size: tiles by cell, named by the cells that they belong in, the blank in the last one."""

    def __init__(self, side):
        self.side, self.cells = side, side * side
        cells = self.cells
        self.every = every = torch.arange(cells, device=device)
        self.row, self.col = row, col = every // side, every % side
        around = torch.stack([every - side, every + side, every - 1, every + 1], 1)
        around[row == 0, 0] = around[row == side - 1, 1] = around[col == 0, 2] = around[col == side - 1, 3] = -1
        self.around = around
        # The inputs are numbered by tile and cell. The blank has the input of its first cell wherever it is, whose
        # weights are the biases.
        self.bias = (cells - 1) * cells
        self.inputs = -(-cells * cells // 64) * 64
        reflected = every % side * side + every // side
        self.reflected = (reflected[:, None] * cells + reflected).reshape(-1)
        distances = (row[:, None] - row).abs() + (col[:, None] - col).abs()
        distances[cells - 1] = 0
        self.distances = distances.reshape(-1).float()

    def indices(self, boards):
        return boards.long() * self.cells + self.every

    def seen(self, boards):
        """The inputs of the boards, and their Manhattan distances."""
        seen = torch.zeros(len(boards), self.inputs, device=device, dtype=small)
        if fast:
            distance = torch.empty(len(boards), device=device)
            see_kernel[(len(boards),)](boards, self.distances, seen, distance, self.cells, self.inputs)
            return seen, distance
        indices = self.indices(boards)
        return seen.scatter_(1, indices.clamp(max=self.bias), 1), self.distances[indices].sum(1)

    def blanks(self, boards):
        return (boards == self.cells - 1).to(torch.uint8).argmax(1)

    def slide(self, boards, blanks, cell):
        tile = boards.gather(1, cell[:, None])
        return boards.scatter(1, blanks[:, None], tile).scatter(1, cell[:, None], self.cells - 1)

    def random_boards(self, count):
        """Random boards from which the goal can be reached."""
        cells = self.cells
        boards = torch.rand(count, cells, device=device).argsort(1)
        inversions = sum((boards[:, at : at + 1] > boards[:, at + 1 :]).sum(1) for at in range(cells))
        blank = (boards == cells - 1).int().argmax(1)
        odd = (inversions + self.row[blank] + self.col[blank]) % 2 == 1
        first, second = (boards == 0).int().argmax(1), (boards == 1).int().argmax(1)
        swapped = boards.scatter(1, first[:, None], 1).scatter(1, second[:, None], 0)
        return torch.where(odd[:, None], swapped, boards).to(torch.uint8)


class Network:
    """Weights, their gradients and their means, each as one piece of memory and as its parts."""

    def __init__(self, puzzle, hidden):
        self.puzzle, self.hidden = puzzle, hidden
        # The biases of the hidden units are a row of the first layer; the others come after the layers of 8 bits.
        self.shapes = [(puzzle.cells**2, hidden), (OUTPUTS, hidden), (LAST, OUTPUTS)]
        self.shapes += [(OUTPUTS,), (OUTPUTS,), (LAST,), (LAST,), (1,)]
        self.sizes = [math.prod(shape) for shape in self.shapes]
        spreads = [0.5 / puzzle.side, 0.6 / hidden**0.5, 0.12, 0.1, 0.12, 0.2, 0.12, 0]
        self.all = torch.cat([torch.randn(size) * spread for size, spread in zip(self.sizes, spreads)]).to(device)
        first = self.parts(self.all)[0]
        first[puzzle.bias :] = 0
        first[puzzle.bias] = 0.3
        self.mean, self.loss = self.all.clone(), torch.zeros(1, device=device)
        # Adam's means of the gradients and of their squares.
        self.gradient, self.slopes, self.squares = (torch.zeros_like(self.all) for _ in range(3))
        self.current = self.layers(self.all)

    def parts(self, all_of_them):
        parts = all_of_them[: sum(self.sizes)].split(self.sizes)
        return [part.view(shape) for part, shape in zip(parts, self.shapes)]

    def layers(self, weights):
        """The layers as they are written, for both views; the biases are rounded when they are written."""
        first, second, fourth, *rest = self.parts(weights)
        first = (first * 128).round() / 128
        both = torch.zeros(self.puzzle.inputs, 2 * self.hidden, device=device, dtype=small)
        both[: len(first), : self.hidden] = first
        both[: len(first), self.hidden :] = first[self.puzzle.reflected]
        second, fourth = (second * 128).round() / 128, (fourth * 64).round() / 64
        return [both, second.to(small), fourth.to(small), *rest]

    def copy(self):
        return [layer.clone() for layer in self.layers(self.mean)]

    def beyond(self, layers, sums):
        """The moves beyond the Manhattan distance, of the sums of the hidden units of both views."""
        _, second, fourth, second_bias, third, fourth_bias, fifth, value = layers
        units = sums.reshape(*sums.shape[:-1], 2, self.hidden).clamp(0, MOST)
        outputs = (F.linear(units, second) + second_bias).clamp(0, MOST).sum(-2)
        cut = outputs + ((outputs * 64).floor() / 64 - outputs).detach()
        last = (F.linear(cut, fourth) + fourth_bias).clamp(0, MOST)
        return SCALE * (outputs @ third + last @ fifth + value)

    def learn(self, seen, distance, wanted, rate, blend, turn):
        """A step of Adam down the squared errors, beyond two moves down the errors."""
        puzzle, count = self.puzzle, len(seen)
        sums = seen @ self.current[0]
        scale = LOSS_SCALE / count
        _, _, to_fourth, *rest = self.parts(self.gradient)
        if fast:
            units, changes = torch.empty_like(sums), torch.empty_like(sums)
            outward = torch.empty(2 * count, OUTPUTS, device=device, dtype=small)
            learn_kernel[(count // BLOCK,)](
                sums, distance, wanted, *self.current[1:], units, changes, outward, to_fourth, *rest, self.loss, scale,
                SCALE, self.hidden, OUTPUTS, LAST, BLOCK, PART, num_warps=WARPS
            )
            to_second, to_both = outward.T @ units.view(-1, self.hidden), seen.T @ changes
            adam_kernel[(-(-len(self.all) // 256),)](
                self.all, self.mean, self.slopes, self.squares, self.gradient, to_both, to_second, puzzle.reflected,
                *self.current[:3], rate, blend, turn, *self.sizes[:3], len(self.all), self.hidden, 256, num_warps=2
            )
            return
        layers = [layer.detach().requires_grad_() for layer in self.current]
        with torch.enable_grad():
            errors = distance + self.beyond(layers, seen @ layers[0]) - wanted
            loss = F.smooth_l1_loss(errors, torch.zeros_like(errors), beta=2.0, reduction="sum")
            (loss * scale).backward()
        both = layers[0].grad[: puzzle.cells**2]
        first = both[:, : self.hidden] + both[puzzle.reflected, self.hidden :]
        gradient = torch.cat([first.reshape(-1)] + [layer.grad.reshape(-1) for layer in layers[1:]])
        self.loss += loss.detach()
        self.slopes.lerp_(gradient, 0.1)
        self.squares.lerp_(gradient**2, 0.01)
        age = turn.item()
        slope, size = self.slopes / (1 - 0.9**age), (self.squares / (1 - 0.99**age)).sqrt()
        self.all -= rate * slope / (size + 1e-10)
        first, second, fourth, *_ = self.parts(self.all)
        for weights, most in (first, MOST), (second, MOST), (fourth, 2 * MOST):
            weights.clamp_(-most, most)
        self.mean.lerp_(self.all, blend)
        self.current = self.layers(self.all)

    def written(self):
        """The parts of a file: the weights, their unit, the largest number and the type."""
        first, second, fourth, second_bias, third, fourth_bias, fifth, value = self.parts(self.mean)
        first[self.puzzle.bias + 1 :] = 0
        return [
            (first[: self.puzzle.bias], 128, 127, "<i1"),
            # The blank has no weights.
            (torch.zeros(self.puzzle.cells, self.hidden), 1, 0, "<i1"),
            (first[self.puzzle.bias], 128, 32767, "<i2"),
            (second, 128, 127, "<i1"),
            (second_bias, 128 * 128, 2**31 - 1, "<i4"),
            (third, 256 * SCALE, 4095, "<i2"),
            (fourth, 64, 127, "<i1"),
            (fourth_bias, 64 * 64, 2**31 - 1, "<i4"),
            (fifth, 256 * SCALE, 8191, "<i2"),
            (value, 256 * SCALE, 2**31 - 1, "<i4"),
        ]

    def write(self, file):
        with open(file, "wb") as output:
            for weights, unit, most, kind in self.written():
                numbers = (weights.double().cpu().numpy() * unit).round()
                output.write(numpy.clip(numbers, -most, most).astype(kind).tobytes())

    def read(self, file):
        with open(file, "rb") as source:
            for weights, unit, _, kind in self.written():
                numbers = numpy.frombuffer(source.read(weights.numel() * int(kind[2])), kind) / unit
                weights.copy_(torch.tensor(numbers).view(weights.shape))
        self.all.copy_(self.mean)
        self.current = self.layers(self.all)


def look(network, copy, boards, blanks, sums, distance):
    """The values of the successors, far where there is none, and what is wanted of the boards' own values.

    That is limited, lest all values but that of the goal rise together.
    """
    puzzle, count = network.puzzle, len(boards)
    if fast:
        values, wanted = torch.empty(count, 4, device=device), torch.empty(count, device=device)
        look_kernel[(count // BLOCK,)](
            boards, blanks, sums, distance, puzzle.around, puzzle.distances, *copy, values, wanted,
            SCALE, puzzle.cells, network.hidden, OUTPUTS, LAST, BLOCK, PART, num_warps=WARPS
        )
        return values, wanted
    cell = puzzle.around[blanks]
    exists, cell = cell >= 0, cell.clamp(min=0)
    tile = boards.gather(1, cell).long()
    new, old = tile * puzzle.cells + blanks[:, None], tile * puzzle.cells + cell
    away = distance[:, None] + puzzle.distances[new] - puzzle.distances[old]
    values = away + network.beyond(copy, sums[:, None] + copy[0][new] - copy[0][old])
    values = torch.where(away == 0, 0, values.clamp(min=1)).masked_fill(~exists, FAR)
    wanted = torch.minimum(1 + values.min(1)[0], 1.9 * distance + 25)
    return values, torch.where(distance == 0, 0, wanted)


def parsed():
    arguments = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    arguments.add_argument("side", type=int)
    arguments.add_argument("--seconds", type=float, default=400)
    arguments.add_argument("--batch", type=int, default=16384)
    arguments.add_argument("--walks", type=float, default=0.35, help="the part of the batch that is walks")
    arguments.add_argument("--hidden", type=int, default=256, help="hidden units of a view")
    arguments.add_argument("--rate", type=float, default=1e-3)
    arguments.add_argument("--begin", help="weights to begin with")
    arguments.add_argument("--output", required=True)
    return arguments.parse_args()


class Training:
    def __init__(self, options):
        self.options, self.puzzle = options, Puzzle(options.side)
        puzzle, batch, side = self.puzzle, options.batch, options.side
        self.network = network = Network(puzzle, options.hidden)
        if options.begin:
            network.read(options.begin)
        self.copy = network.copy()
        self.rate, self.blend = torch.tensor(options.rate, device=device), torch.tensor(0.02, device=device)
        self.bank = torch.cat([puzzle.random_boards(1 << 14) for _ in range(16 if fast else 1)])
        self.longest_walk, self.longest_game = {5: (700, 250), 6: (1200, 400), 7: (2500, 700)}.get(
            side, (20 * puzzle.cells, 10 * puzzle.cells)
        )
        self.walkers = int(batch * options.walks)
        # How much chance there is in the moves of each player.
        self.chance = torch.rand(batch, device=device) + 0.05
        self.boards = puzzle.every.to(torch.uint8).repeat(batch, 1)
        self.blanks = torch.full((batch,), puzzle.cells - 1, device=device)
        self.came = torch.full((batch,), -1, device=device, dtype=torch.int32)
        self.ages = torch.zeros(batch, device=device, dtype=torch.int32)
        self.ends = torch.randint(1, self.longest_walk, (batch,), device=device, dtype=torch.int32)
        self.turn, self.steps = torch.zeros(1, device=device, dtype=torch.int32), 0

    @torch.no_grad()
    def step(self):
        seen, distance = self.puzzle.seen(self.boards)
        values, wanted = look(self.network, self.copy, self.boards, self.blanks, seen @ self.copy[0], distance)
        self.turn += 1
        self.network.learn(seen, distance, wanted, self.rate, self.blend, self.turn)
        self.move(values, distance)

    def starts(self, count):
        """Random boards, and more positions of the walks."""
        walked = self.boards[torch.randint(0, self.walkers, (count,), device=device)]
        random = self.bank[torch.randint(0, len(self.bank), (count,), device=device)]
        return torch.where((torch.rand(count, device=device) < 0.3)[:, None], random, walked)

    def move(self, values, distance):
        count = len(self.boards)
        if fast:
            moved = torch.empty_like(self.boards)
            move_kernel[(count // 32,)](
                self.boards, self.blanks, self.came, self.ages, self.ends, self.chance, values, distance, self.bank,
                self.turn, self.puzzle.around, moved, self.walkers, len(self.bank), self.longest_walk, self.longest_game,
                self.puzzle.cells, 32
            )
            self.boards.copy_(moved)
            return
        player, cells = torch.arange(count) >= self.walkers, self.puzzle.around[self.blanks]
        wish = torch.where(player[:, None], -values / self.chance[:, None], 0)
        wish = wish.masked_fill((values >= FAR) | (cells == self.came[:, None]), -FAR)
        noise = -torch.log(-torch.log(torch.rand_like(wish).clamp(1e-9, 1 - 1e-7)))
        cell = cells.gather(1, (wish + noise).argmax(1)[:, None])[:, 0]
        moved = self.puzzle.slide(self.boards, self.blanks, cell)
        ages = self.ages + 1
        ended = torch.where(player, (distance == 0) | (ages >= self.longest_game), ages >= self.ends)
        start = torch.where(player[:, None], self.starts(count), self.puzzle.every.to(torch.uint8))
        self.came.copy_(torch.where(ended, -1, self.blanks))
        self.boards.copy_(torch.where(ended[:, None], start, moved))
        self.blanks.copy_(self.puzzle.blanks(self.boards))
        self.ages.copy_(torch.where(ended, 0, ages))
        self.ends.copy_(torch.where(ended, 1 + (torch.rand(count) ** 2 * self.longest_walk).int(), self.ends))

    def renew(self):
        for old, new in zip(self.copy, self.network.copy()):
            old.copy_(new)

    def record(self):
        """Makes of the step a graph of the GPU, which starts its kernels at once."""
        self.stream, self.graph = torch.cuda.Stream(), torch.cuda.CUDAGraph()
        self.stream.wait_stream(torch.cuda.current_stream())
        with torch.cuda.stream(self.stream):
            for _ in range(3):
                self.step()
        torch.cuda.synchronize()
        with torch.cuda.graph(self.graph, stream=self.stream):
            self.step()

    def round(self, part):
        """The steps with one copy, when that part of the time is over."""
        warm = min(1, (self.steps + 1) / 500)
        self.rate.fill_(self.options.rate * warm * (0.5 * (1 + math.cos(math.pi * part)) + 0.003))
        self.blend.fill_(0.02 * (1 - part) + 0.002 * part)
        for _ in range(RENEWED):
            self.graph.replay() if fast else self.step()
        self.renew()
        self.steps += RENEWED


def main(options):
    torch.manual_seed(1)
    training = Training(options)
    network = training.network
    if fast:
        training.record()
    begin, told = time.time(), 0.0
    while (used := time.time() - begin) < options.seconds:
        training.round(used / options.seconds)
        if fast:
            torch.cuda.synchronize()
        if used - told > 20:
            told = used
            loss = network.loss.item() / training.steps / options.batch
            print(f"{used:.0f} s, {training.steps} steps, loss {loss:.4f}", flush=True)
            network.write(options.output)
    network.write(options.output)
    print(f"{training.steps} steps", flush=True)


if __name__ == "__main__":
    main(parsed())
