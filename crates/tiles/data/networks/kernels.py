"""The kernels of `train.py` for a GPU, in Triton: what they do is what the methods that call them do on a CPU."""

import triton
import triton.language as tl


@triton.jit
def cut_units(numbers):
    return tl.minimum(tl.maximum(numbers, 0), 127 / 128)


@triton.jit
def is_between(numbers):
    return (numbers >= 0) & (numbers <= 127 / 128)


@triton.jit
def see_kernel(boards, distances, seen, distance, CELLS: tl.constexpr, INPUTS: tl.constexpr):
    """Sets the inputs of one board, and its Manhattan distance."""
    board = tl.program_id(0).to(tl.int64)
    cell = tl.arange(0, 64)
    tile = tl.load(boards + board * CELLS + cell, cell < CELLS, 0).to(tl.int32)
    tl.store(distance + board, tl.sum(tl.load(distances + tile * CELLS + cell, cell < CELLS, 0)))
    is_blank = tile == CELLS - 1
    tl.store(seen + board * INPUTS + tile * CELLS + tl.where(is_blank, 0, cell), 1.0, cell < CELLS)


@triton.jit
def outputs_of(sums, first, second, at, new, old, view, bias, HIDDEN: tl.constexpr, OUTPUTS: tl.constexpr,
               BLOCK: tl.constexpr, PART: tl.constexpr, MOVES: tl.constexpr, units_to):
    """The outputs of a view, before they are cut; of successors if tiles move."""
    output, unit = tl.arange(0, OUTPUTS), tl.arange(0, PART)
    result = tl.zeros((BLOCK, OUTPUTS), tl.float32) + bias[None, :]
    for part in tl.static_range(HIDDEN // PART):
        column = view * HIDDEN + part * PART + unit
        units = tl.load(sums + (at * 2 * HIDDEN)[:, None] + column[None, :])
        if MOVES:
            units += tl.load(first + (new * 2 * HIDDEN)[:, None] + column[None, :])
            units -= tl.load(first + (old * 2 * HIDDEN)[:, None] + column[None, :])
        units = cut_units(units).to(tl.float16)
        if not MOVES:
            tl.store(units_to + (at * 2 * HIDDEN)[:, None] + column[None, :], units)
        weights = tl.load(second + output[None, :] * HIDDEN + (part * PART + unit)[:, None])
        result = tl.dot(units, weights, result)
    return result


@triton.jit
def look_kernel(boards, blanks, sums, distance, around, distances, first, second, fourth, second_bias, third,
                fourth_bias, fifth, value, values, wanted, SCALE: tl.constexpr, CELLS: tl.constexpr,
                HIDDEN: tl.constexpr, OUTPUTS: tl.constexpr, LAST: tl.constexpr, BLOCK: tl.constexpr,
                PART: tl.constexpr):
    """Sets the values of the successors of boards, and with them those that the boards are to have."""
    at = tl.program_id(0).to(tl.int64) * BLOCK + tl.arange(0, BLOCK)
    blank, here = tl.load(blanks + at).to(tl.int32), tl.load(distance + at)
    output, end = tl.arange(0, OUTPUTS), tl.arange(0, LAST)
    bias, least = tl.load(second_bias + output), tl.full((BLOCK,), 1e9, tl.float32)
    for way in tl.static_range(4):
        cell = tl.load(around + blank * 4 + way).to(tl.int32)
        exists = cell >= 0
        cell = tl.maximum(cell, 0)
        tile = tl.load(boards + at * CELLS + cell).to(tl.int32)
        new, old = tile * CELLS + blank, tile * CELLS + cell
        away = here + tl.load(distances + new) - tl.load(distances + old)
        one = outputs_of(sums, first, second, at, new, old, 0, bias, HIDDEN, OUTPUTS, BLOCK, PART, True, sums)
        other = outputs_of(sums, first, second, at, new, old, 1, bias, HIDDEN, OUTPUTS, BLOCK, PART, True, sums)
        both = cut_units(one) + cut_units(other)
        cut = (tl.floor(both * 64) / 64).to(tl.float16)
        weights = tl.load(fourth + end[None, :] * OUTPUTS + output[:, None])
        last = cut_units(tl.dot(cut, weights) + tl.load(fourth_bias + end)[None, :])
        more = tl.sum(both * tl.load(third + output)[None, :], 1) + tl.sum(last * tl.load(fifth + end)[None, :], 1)
        result = tl.maximum(away + SCALE * (more + tl.load(value)), 1)
        result = tl.where(exists, tl.where(away == 0, 0, result), 1e9)
        tl.store(values + at * 4 + way, result)
        least = tl.minimum(least, result)
    tl.store(wanted + at, tl.where(here == 0, 0, tl.minimum(least + 1, 1.9 * here + 25)))


@triton.jit
def learn_kernel(sums, distance, wanted, second, fourth, second_bias, third, fourth_bias, fifth, value,
                 units_to, changes, outward, to_fourth, to_second_bias, to_third, to_fourth_bias, to_fifth, to_value,
                 loss, scale, SCALE: tl.constexpr, HIDDEN: tl.constexpr, OUTPUTS: tl.constexpr, LAST: tl.constexpr,
                 BLOCK: tl.constexpr, PART: tl.constexpr):
    """Sets the gradients of the sums and outputs of a block of boards, and adds to those of the small layers."""
    at = tl.program_id(0).to(tl.int64) * BLOCK + tl.arange(0, BLOCK)
    output, unit, end = tl.arange(0, OUTPUTS), tl.arange(0, PART), tl.arange(0, LAST)
    bias = tl.load(second_bias + output)
    one = outputs_of(sums, sums, second, at, at, at, 0, bias, HIDDEN, OUTPUTS, BLOCK, PART, False, units_to)
    other = outputs_of(sums, sums, second, at, at, at, 1, bias, HIDDEN, OUTPUTS, BLOCK, PART, False, units_to)
    both = cut_units(one) + cut_units(other)
    cut = (tl.floor(both * 64) / 64).to(tl.float16)
    by_end = tl.load(fourth + end[:, None] * OUTPUTS + output[None, :])
    open_last = tl.dot(cut, tl.trans(by_end)) + tl.load(fourth_bias + end)[None, :]
    last, thirds, fifths = cut_units(open_last), tl.load(third + output), tl.load(fifth + end)
    more = tl.sum(both * thirds[None, :], 1) + tl.sum(last * fifths[None, :], 1) + tl.load(value)
    error = tl.load(distance + at) + SCALE * more - tl.load(wanted + at)
    size = tl.abs(error)
    tl.atomic_add(loss, tl.sum(tl.where(size < 2, error * error / 4, size - 1)))
    slope = scale * SCALE * tl.minimum(tl.maximum(error / 2, -1), 1)
    to_last = tl.where(is_between(open_last), slope[:, None] * fifths[None, :], 0)
    tl.atomic_add(to_value + tl.arange(0, 1), tl.sum(slope) + tl.zeros((1,), tl.float32))
    tl.atomic_add(to_fifth + end, tl.sum(slope[:, None] * last, 0))
    tl.atomic_add(to_third + output, tl.sum(slope[:, None] * both, 0))
    tl.atomic_add(to_fourth_bias + end, tl.sum(to_last, 0))
    to_last = to_last.to(tl.float16)
    tl.atomic_add(to_fourth + end[:, None] * OUTPUTS + output[None, :], tl.dot(tl.trans(to_last), cut))
    to_both = slope[:, None] * thirds[None, :] + tl.dot(to_last, by_end)
    to_one, to_other = tl.where(is_between(one), to_both, 0), tl.where(is_between(other), to_both, 0)
    tl.atomic_add(to_second_bias + output, tl.sum(to_one + to_other, 0))
    for view in tl.static_range(2):
        to_outputs = (to_one if view == 0 else to_other).to(tl.float16)
        tl.store(outward + ((at * 2 + view) * OUTPUTS)[:, None] + output[None, :], to_outputs)
        for part in tl.static_range(HIDDEN // PART):
            place = (at * 2 * HIDDEN)[:, None] + (view * HIDDEN + part * PART + unit)[None, :]
            weights = tl.load(second + output[:, None] * HIDDEN + (part * PART + unit)[None, :])
            to_units = tl.dot(to_outputs, weights)
            tl.store(changes + place, tl.where(is_between(tl.load(sums + place)), to_units, 0).to(tl.float16))


@triton.jit
def adam_kernel(weights, mean, slopes, squares, gradient, to_both, to_second, reflected, both, second, fourth, rate,
                blend, turn, FIRST: tl.constexpr, SECOND: tl.constexpr, FOURTH: tl.constexpr, ALL: tl.constexpr,
                HIDDEN: tl.constexpr, BLOCK: tl.constexpr):
    """A step of Adam, which also rounds the weights for the next one."""
    at = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    there, is_first, is_second = at < ALL, at < FIRST, (at >= FIRST) & (at < FIRST + SECOND)
    is_fourth = (at >= FIRST + SECOND) & (at < FIRST + SECOND + FOURTH)
    row, unit = at // HIDDEN, at % HIDDEN
    image = tl.load(reflected + row, is_first, 0)
    place, image_place = row * 2 * HIDDEN + unit, image * 2 * HIDDEN + HIDDEN + unit
    slope = tl.load(to_both + place, is_first, 0).to(tl.float32)
    slope += tl.load(to_both + image_place, is_first, 0).to(tl.float32)
    slope += tl.load(to_second + at - FIRST, is_second, 0).to(tl.float32)
    slope += tl.load(gradient + at, there & (at >= FIRST + SECOND), 0)
    tl.store(gradient + at, tl.zeros((BLOCK,), tl.float32), there & (at >= FIRST + SECOND))
    mean_slope = 0.9 * tl.load(slopes + at, there, 0) + 0.1 * slope
    mean_square = 0.99 * tl.load(squares + at, there, 0) + 0.01 * slope * slope
    tl.store(slopes + at, mean_slope, there)
    tl.store(squares + at, mean_square, there)
    age = tl.load(turn).to(tl.float32)
    size = tl.sqrt(mean_square / (1 - tl.exp(age * -0.010050335853501442)))
    change = mean_slope / (1 - tl.exp(age * -0.10536051565782628)) / (size + 1e-10)
    weight = tl.load(weights + at, there, 0) - tl.load(rate) * change
    most = tl.where(is_first | is_second, 127 / 128, tl.where(is_fourth, 127 / 64, 1e9))
    weight = tl.minimum(tl.maximum(weight, -most), most)
    tl.store(weights + at, weight, there)
    old = tl.load(mean + at, there, 0)
    tl.store(mean + at, old + tl.load(blend) * (weight - old), there)
    parts = tl.where(is_fourth, 64, 128)
    rounded = (tl.floor(weight * parts + 0.5) / parts).to(tl.float16)
    tl.store(both + place, rounded, is_first)
    tl.store(both + image_place, rounded, is_first)
    tl.store(second + at - FIRST, rounded, is_second)
    tl.store(fourth + at - FIRST - SECOND, rounded, is_fourth)


@triton.jit
def move_kernel(boards, blanks, came, ages, ends, chance, values, distance, bank, turn, around, moved, WALKERS, BANK,
                LONGEST_WALK, LONGEST_GAME, CELLS: tl.constexpr, BLOCK: tl.constexpr):
    """Moves walkers and players, or lets them begin again."""
    at = tl.program_id(0).to(tl.int64) * BLOCK + tl.arange(0, BLOCK)
    seed, draw = tl.load(turn), at.to(tl.int32) * 8
    is_player = at >= WALKERS
    blank, back, heat = tl.load(blanks + at).to(tl.int32), tl.load(came + at), tl.load(chance + at)
    best, cell = tl.full((BLOCK,), -1e30, tl.float32), tl.zeros((BLOCK,), tl.int32)
    for way in tl.static_range(4):
        to = tl.load(around + blank * 4 + way).to(tl.int32)
        value = tl.load(values + at * 4 + way)
        wish = tl.where(is_player, -value / heat, 0.0)
        wish = tl.where((value >= 1e9) | (to == back), -1e9, wish)
        chosen = tl.minimum(tl.maximum(tl.rand(seed, draw + way), 1e-7), 1 - 1e-7)
        wish -= tl.log(-tl.log(chosen))
        cell = tl.where(wish > best, to, cell)
        best = tl.maximum(wish, best)
    age = tl.load(ages + at) + 1
    ended = tl.where(is_player, (tl.load(distance + at) == 0) | (age >= LONGEST_GAME), age >= tl.load(ends + at))
    column = tl.arange(0, 64)[None, :]
    there = column < CELLS
    tile = tl.load(boards + at * CELLS + cell)
    board = tl.load(boards + (at * CELLS)[:, None] + column, there, 0)
    board = tl.where(column == blank[:, None], tile[:, None], board)
    board = tl.where(column == cell[:, None], CELLS - 1, board)
    is_random = tl.rand(seed, draw + 4) < 0.3
    random = (tl.rand(seed, draw + 5) * BANK).to(tl.int64)
    walker = (tl.rand(seed, draw + 5) * WALKERS).to(tl.int64)
    start = tl.load(bank + (random * CELLS)[:, None] + column, there & (ended & is_player & is_random)[:, None], 0)
    walked = tl.load(boards + (walker * CELLS)[:, None] + column, there & (ended & is_player)[:, None], 0)
    start = tl.where(is_random[:, None], start, walked)
    start = tl.where(is_player[:, None], start, column.to(tl.uint8))
    board = tl.where(ended[:, None], start, board)
    tl.store(moved + (at * CELLS)[:, None] + column, board, there)
    tl.store(blanks + at, tl.sum(tl.where(there & (board == CELLS - 1), column, 0), 1).to(tl.int64))
    tl.store(came + at, tl.where(ended, -1, blank))
    tl.store(ages + at, tl.where(ended, 0, age))
    drawn = tl.rand(seed, draw + 6)
    end = 1 + (drawn * drawn * LONGEST_WALK).to(tl.int32)
    tl.store(ends + at, end, ended)
