"""Trains the network that guides near solutions of boards of one size, and writes its weights.

    python3 train.py SIDE --seconds 520 --output SIDExSIDE.bin

It needs PyTorch, and a GPU to be of use: the three networks of this folder were trained at the same time on one NVIDIA
H200, 5 x 5 for 240 s, 6 x 6 and 7 x 7 for 520 s.

Value iteration with a network for the table of values (as DeepCubeA has it: Agostinelli and others 2019): the value of a
position is to be one more than the least value of its successors, by a copy of the network that is renewed every 50
steps. 0 is the value of the goal. Three positions in five are those of players, who start at random boards, choose
moves by the network's values with some chance, and so show it the positions that a search will ask about; the
others are on random walks from the goal.
"""

import argparse
import math
import time

import numpy
import torch
import torch.nn.functional as F

HIDDEN, OUTPUTS = 128, 16
# The value is the Manhattan distance and this many times what the last layer gives.
SCALE = 8.0
# Gradients are kept from vanishing in numbers of 16 bits.
LOSS_SCALE = 64.0
RENEWED = 50
FAR = 1e9

arguments = argparse.ArgumentParser(description=__doc__.splitlines()[0])
arguments.add_argument("side", type=int)
arguments.add_argument("--seconds", type=float, default=520)
arguments.add_argument("--batch", type=int, default=65536)
arguments.add_argument("--output", required=True)
options = arguments.parse_args()

device = "cuda" if torch.cuda.is_available() else "cpu"
torch.backends.cuda.matmul.allow_tf32 = True
torch.manual_seed(1)
small = torch.float16 if device == "cuda" else torch.float32
side, batch = options.side, options.batch
cells = side * side
blank_name = cells - 1
walkers = batch * 2 // 5
longest_walk, longest_game = {5: (700, 250), 6: (1200, 400), 7: (2500, 700)}.get(side, (20 * cells, 10 * cells))

every = torch.arange(cells, device=device)
row, col = every // side, every % side
around = torch.stack([every - side, every + side, every - 1, every + 1], 1)
around[row == 0, 0] = around[row == side - 1, 1] = around[col == 0, 2] = around[col == side - 1, 3] = -1
# The inputs are numbered by tile and cell; the blank is none of them.
distances = (row[:, None] - row).abs() + (col[:, None] - col).abs()
distances[blank_name] = 0
distances = distances.reshape(-1).float()
is_tile = torch.ones(cells, cells, device=device)
is_tile[blank_name] = 0
is_tile = is_tile.reshape(-1, 1)


class Network(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.first = torch.nn.Parameter(torch.randn(cells * cells, HIDDEN) * (0.5 / math.sqrt(cells)))
        self.bias = torch.nn.Parameter(torch.full((HIDDEN,), 0.3))
        self.second = torch.nn.Linear(HIDDEN, OUTPUTS)
        self.third = torch.nn.Linear(OUTPUTS, 1)

    def both_views(self):
        """The weights and biases of the hidden units of a board and of its reflection."""
        one = self.first * is_tile
        other = one.view(side, side, side, side, HIDDEN).permute(1, 0, 3, 2, 4).reshape(cells * cells, HIDDEN)
        return torch.cat([one, other], 1), torch.cat([self.bias, self.bias])

    def parts(self):
        first, bias = self.both_views()
        return [first, bias, self.second.weight, self.second.bias, self.third.weight, self.third.bias]


def beyond(parts, sums):
    """The moves beyond the Manhattan distance, of the sums of hidden units."""
    _, _, second, second_bias, third, third_bias = parts
    units = sums.reshape(*sums.shape[:-1], 2, HIDDEN).clamp(0, 1)
    outputs = F.linear(units, second, second_bias).clamp(0, 1)
    return SCALE * F.linear(outputs, third, third_bias).float().sum((-1, -2))


def inputs(boards):
    return torch.zeros(len(boards), cells * cells, device=device, dtype=small).scatter_(
        1, boards.long() * cells + every, 1
    )


def manhattan(boards):
    return distances[boards.long() * cells + every].sum(1)


def successors(parts, boards, blanks, sums, manhattans):
    """The values of the successors, and the cells that the blank goes to; those that do not exist are far."""
    cell = around[blanks]
    exists, cell = cell >= 0, cell.clamp(min=0)
    tile = boards.gather(1, cell).long()
    new, old = tile * cells + blanks[:, None], tile * cells + cell
    distance = manhattans[:, None] + distances[new] - distances[old]
    value = distance + beyond(parts, sums[:, None] + parts[0][new] - parts[0][old])
    value = torch.where(distance == 0, torch.zeros_like(value), value.clamp(min=1))
    return value.masked_fill(~exists, FAR), cell


def slide(boards, blanks, cell):
    tile = boards.gather(1, cell[:, None])
    return boards.scatter(1, blanks[:, None], tile).scatter(1, cell[:, None], blank_name)


def random_boards(count):
    """Random boards from which the goal can be reached."""
    boards = torch.rand(count, cells, device=device).argsort(1)
    inversions = sum((boards[:, at : at + 1] > boards[:, at + 1 :]).sum(1) for at in range(cells))
    blank = (boards == blank_name).int().argmax(1)
    odd = (inversions + row[blank] + col[blank]) % 2 == 1
    first, second = (boards == 0).int().argmax(1), (boards == 1).int().argmax(1)
    swapped = boards.scatter(1, first[:, None], 1).scatter(1, second[:, None], 0)
    return torch.where(odd[:, None], swapped, boards).to(torch.uint8)


network = Network().to(device)
with torch.no_grad():
    copy = [part.detach().to(small).clone() for part in network.parts()]
rate = torch.tensor(1e-3, device=device)
fast = device == "cuda"
optimizer = torch.optim.Adam(network.parameters(), lr=rate, betas=(0.9, 0.99), eps=1e-10, fused=fast, capturable=fast)
bank = torch.cat([random_boards(1 << 14) for _ in range(16 if fast else 1)])
goal = every.to(torch.uint8).expand(batch, cells)
is_player = torch.arange(batch, device=device) >= walkers
# How much chance there is in the moves of each player.
chance = torch.rand(batch, device=device) + 0.05
boards = goal.clone()
blanks = torch.full((batch,), blank_name, device=device)
came = torch.full((batch,), -1, device=device)
ages = torch.zeros(batch, device=device, dtype=torch.long)
ends = torch.randint(1, longest_walk, (batch,), device=device)
error = torch.zeros((), device=device)


def step():
    with torch.no_grad():
        seen, distance = inputs(boards), manhattan(boards)
        values, cell = successors(copy, boards, blanks, seen @ copy[0] + copy[1], distance)
        wanted = torch.where(distance == 0, torch.zeros_like(distance), 1 + values.min(1)[0])
        wish = torch.where(is_player[:, None], -values / chance[:, None], torch.zeros_like(values))
        wish = wish.masked_fill((values >= FAR) | (cell == came[:, None]), -FAR)
        noise = -torch.log(-torch.log(torch.rand_like(wish).clamp(1e-9, 1 - 1e-7)))
        cell = cell.gather(1, (wish + noise).argmax(1)[:, None])[:, 0]
    parts = network.parts()
    values = distance + beyond(parts, (seen @ parts[0].to(small)).float() + parts[1])
    loss = F.smooth_l1_loss(values, wanted, beta=2.0)
    optimizer.zero_grad(set_to_none=True)
    (loss * LOSS_SCALE).backward()
    optimizer.step()
    with torch.no_grad():
        error.add_(loss.detach())
        moved = slide(boards, blanks, cell)
        begins = torch.where(is_player, (distance == 0) | (ages + 1 >= longest_game), ages + 1 >= ends)
        walked = moved[torch.randint(0, walkers, (batch,), device=device)]
        random = bank[torch.randint(0, len(bank), (batch,), device=device)]
        start = torch.where((torch.rand(batch, device=device) < 0.5)[:, None], random, walked)
        start = torch.where(is_player[:, None], start, goal)
        following = torch.where(begins[:, None], start, moved)
        came.copy_(torch.where(begins, -1, blanks))
        boards.copy_(following)
        blanks.copy_((following == blank_name).to(torch.uint8).argmax(1))
        ages.copy_(torch.where(begins, 0, ages + 1))
        ends.copy_(torch.where(begins, torch.randint(1, longest_walk, (batch,), device=device), ends))


def recorded():
    """The step as a graph of the GPU, which starts its hundreds of kernels at once."""
    stream = torch.cuda.Stream()
    stream.wait_stream(torch.cuda.current_stream())
    with torch.cuda.stream(stream):
        for _ in range(5):
            step()
    torch.cuda.current_stream().wait_stream(stream)
    graph = torch.cuda.CUDAGraph()
    optimizer.zero_grad(set_to_none=True)
    with torch.cuda.graph(graph):
        step()
    return graph.replay


def whole(numbers, unit, most, kind):
    scaled = (numbers.detach().cpu().numpy() * unit).round()
    return numpy.clip(scaled, -most, most).astype(kind).tobytes()


def write(file):
    with open(file, "wb") as output:
        output.write(whole(network.first * is_tile, 64, 127, "<i1"))
        output.write(whole(network.bias, 64, 32767, "<i2"))
        output.write(whole(network.second.weight, 128, 127, "<i1"))
        output.write(whole(network.second.bias, 64 * 128, 2**31 - 1, "<i4"))
        output.write(whole(SCALE * network.third.weight[0], 256, 32767, "<i2"))
        output.write(whole(2 * SCALE * network.third.bias, 256, 2**31 - 1, "<i4"))


train = recorded() if fast else step
begin, steps, told = time.time(), 0, 0.0
while (used := time.time() - begin) < options.seconds:
    warm = min(1, (steps + 1) / 500)
    rate.fill_(1e-3 * warm * (0.5 * (1 + math.cos(math.pi * used / options.seconds)) + 0.003))
    for _ in range(RENEWED):
        train()
    steps += RENEWED
    with torch.no_grad():
        for old, new in zip(copy, network.parts()):
            old.copy_(new)
    if fast:
        torch.cuda.synchronize()
    if used - told > 20:
        print(f"{used:.0f} s, {steps} steps, error {error.item() / steps:.3f} a step", flush=True)
        told = used
write(options.output)
