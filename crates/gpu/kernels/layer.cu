// Breadth-first layers under a bound: all successors of a layer that are within the bound, each
// once, and optionally only the most promising of them.
//
// A position remembers in which directions it was reached from the layer before; those lead back and are not tried
// again. Where every move changes a parity, duplicates can only be in the same layer (Korf's frontier search).
// Defined by the host: the macros of node.cuh.

// The counts of one step from layer to layer.
struct Tally {
    u64 expanded;
    u64 generated;
    u32 found;        // whether the goal was reached,
    u32 origin;       // and from where: the number of the position before, times four, plus the direction
    u32 scores[256];  // positions of each score in the new layer
};

// A slot is empty when its words are 0: a position always has a direction back in its low word, and
// the high word is marked.
#define EMPTY 0ull
#define MARK (1ull << 60)

// Puts a position into the table, or adds `back` to the one that is there. The high word is claimed
// first, then the low word is published; a reader that meets its own high word waits for the low one.
__device__ __forceinline__ bool insert(u64* slots, u32* origins, u8* scores, u64 mask, u64 low, u64 high, u64 back, u32 origin, u32 score) {
    for (u64 at = mix(low, high) & mask;; at = (at + 1) & mask) {
        u64* slot = slots + 2 * at;
        u64 old = *(volatile u64*)(slot + 1);
        if (old == EMPTY) old = atomicCAS(slot + 1, EMPTY, high);
        if (old == EMPTY) {
            origins[at] = origin;
            scores[at] = (u8)score;
            atomicExch(slot, low | back);
            return true;
        }
        if (old == high) {
            u64 there;
            do there = *(volatile u64*)slot; while (there == EMPTY);
            if ((there & CELL_BITS) == low) {
                if ((there & back) != back) atomicOr(slot, back);
                return false;
            }
        }
    }
}

// How promising a position is, the less the better.
#ifndef SCORE
#define SCORE (2 * distance + 2 * UNIT * total / SUMS)
#endif
__device__ __forceinline__ u32 score_of(int left, int distance, u32 sums) {
    int total = 0, most = 0;
    for (u32 sum = 0; sum < SUMS; sum++) {
        int one = (sums >> (8 * sum)) & 255;
        total += one;
        most = one > most ? one : most;
    }
    int score = SCORE - 2 * left + 200;
    return score < 0 ? 0 : score < 255 ? score : 255;
}

extern "C" __global__ void __launch_bounds__(THREADS) expand(
    const u64* __restrict__ layer, u32 count, int left,
    const Tiles* __restrict__ tiles_in, const Layout* __restrict__ layout, const u8* __restrict__ tables,
    u64* slots, u32* origins, u8* scores, u64 mask, Tally* tally)
{
    __shared__ Tiles tiles;
    __shared__ Columns columns;
    __shared__ u32 total_generated, counts[256];
    for (u32 score = threadIdx.x; score < 256; score += blockDim.x) counts[score] = 0;
    if (threadIdx.x == 0) total_generated = 0;
    share(tiles, tiles_in);
    u32 generated = 0;
    for (u32 number = blockIdx.x * blockDim.x + threadIdx.x; number < count; number += gridDim.x * blockDim.x) {
        u64 low = layer[2 * (u64)number], high = layer[2 * (u64)number + 1];
        Node node;
        node.left = left;
        unpack(columns, *layout, low & CELL_BITS, high & CELL_BITS, node.blank);
        settle(columns, tiles, *layout, tables, node);
        u32 allowed = layout->walls[node.blank] & ~(u32)(low >> 60);
        low &= CELL_BITS;
        high = high & CELL_BITS | MARK;
        generated += __popc(allowed);
        Successors found = evaluate<4>(columns, tiles, tables, node, no_step(), allowed);
        for (u32 alive = found.alive; alive; alive &= alive - 1) {
            u32 k = __ffs(alive) - 1, from = cell_after(tiles, node.blank, k);
            u32 tile = *cell_of(columns, from);
            int distance = node.left - UNIT * node.slack - 1 + UNIT * (int)loss_of(tiles, k, tile, node.blank);
            u32 origin = number << 2 | k;
            if (distance == 0) { if (atomicExch(&tally->found, 1u) == 0) tally->origin = origin; }
            u32 sums = node.sums;
            for (u32 sum = 0; sum < SUMS; sum++) {
                u32 field = tiles.place[sum][tile];
                u32 after = (found.entries >> ((k * SUMS + sum) * BITS)) & ENTRY;
                sums += (after - ((u32)(node.fields >> (field * BITS)) & ENTRY)) << (8 * sum);
            }
            // Exchange the tile and the blank in the packed words.
            u64 differ = tile ^ (u32)layout->blank, words[2] = {low, high};
            if (from < 24) words[from / 12] ^= differ << (from % 12 * 5);
            if (node.blank < 24) words[node.blank / 12] ^= differ << (node.blank % 12 * 5);
            u32 score = score_of(node.left - 1, distance, sums);
            if (insert(slots, origins, scores, mask, words[0], words[1], 1ull << (60 + (k ^ 2)), origin, score)) atomicAdd(&counts[score], 1u);
        }
    }
    atomicAdd(&total_generated, generated);
    __syncthreads();
    for (u32 score = threadIdx.x; score < 256; score += blockDim.x)
        if (counts[score]) atomicAdd(&tally->scores[score], counts[score]);
    if (threadIdx.x == 0) atomicAdd(&tally->generated, (u64)total_generated);
    if (blockIdx.x == 0 && threadIdx.x == 0) tally->expanded += count;
}

// The heuristic of each position.
extern "C" __global__ void __launch_bounds__(THREADS) estimate(
    const u64* __restrict__ positions, u32 count,
    const Tiles* __restrict__ tiles_in, const Layout* __restrict__ layout, const u8* __restrict__ tables, u8* estimates)
{
    __shared__ Tiles tiles;
    __shared__ Columns columns;
    share(tiles, tiles_in);
    for (u32 number = blockIdx.x * blockDim.x + threadIdx.x; number < count; number += gridDim.x * blockDim.x) {
        Node node;
        node.left = 0;
        unpack(columns, *layout, positions[2 * (u64)number] & CELL_BITS, positions[2 * (u64)number + 1] & CELL_BITS, node.blank);
        int distance = settle(columns, tiles, *layout, tables, node);
        u32 most = 0;
        for (u32 sum = 0; sum < SUMS; sum++) {
            u32 total = (node.sums >> (8 * sum)) & 255;
            most = total > most ? total : most;
        }
        estimates[number] = (u8)(distance + UNIT * most);
    }
}

// Writes the `size` positions of the least scores, in ascending order of score. `places` holds where
// the positions of each score begin; a block takes places for all of its chunk at once.
#define CHUNK 4096
extern "C" __global__ void __launch_bounds__(THREADS) gather(
    const u64* __restrict__ slots, const u32* __restrict__ origins, const u8* __restrict__ scores, u64 mask,
    u32 size, u32* places, u64* layer, u32* kept_origins)
{
    __shared__ u32 counts[256], begins[256];
    for (u64 chunk = blockIdx.x * (u64)CHUNK; chunk <= mask; chunk += gridDim.x * (u64)CHUNK) {
        for (u32 score = threadIdx.x; score < 256; score += blockDim.x) counts[score] = 0;
        __syncthreads();
        for (u32 i = threadIdx.x; i < CHUNK; i += blockDim.x)
            if (slots[2 * (chunk + i) + 1] != EMPTY) atomicAdd(&counts[scores[chunk + i]], 1u);
        __syncthreads();
        for (u32 score = threadIdx.x; score < 256; score += blockDim.x) {
            begins[score] = counts[score] ? atomicAdd(&places[score], counts[score]) : 0;
            counts[score] = 0;
        }
        __syncthreads();
        for (u32 i = threadIdx.x; i < CHUNK; i += blockDim.x) {
            u64 at = chunk + i, high = slots[2 * at + 1];
            if (high == EMPTY) continue;
            u32 score = scores[at], place = begins[score] + atomicAdd(&counts[score], 1u);
            if (place >= size) continue;
            layer[2 * (u64)place] = slots[2 * at];
            layer[2 * (u64)place + 1] = high;
            kept_origins[place] = origins[at];
        }
        __syncthreads();
    }
}
