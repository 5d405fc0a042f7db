// Pattern tables, breadth-first from the goal.
//
// Defined by the host: ROWS, COLS, CELLS, TORUS and UNIT as in node.cuh, TILES of the pattern, ORDERS = TILES!,
// BITS of an entry, RANKED, whether there are entries only where all tiles are on different cells.
// A block is a set of occupied cells and a region of the blank; it has a byte for each order of the
// tiles in the occupied cells. Every thread that reaches a placement writes the same cost.

typedef unsigned char u8;
typedef unsigned short u16;
typedef unsigned int u32;
typedef unsigned long long u64;

#define UNSEEN 255

struct Frame {
    const u32* masks;   // the occupied cells, ascending
    const u8* region;   // of each cell of each mask
    const u32* base;    // the first block of each mask
    const u32* owner;   // the mask of each block
    const u32* choose;  // C(n, k) at 32 n + k
};

__device__ __forceinline__ u32 mask_rank(const u32* choose, u32 mask) {
    u32 rank = 0;
    for (u32 place = 1; mask; mask &= mask - 1, place++) rank += choose[32 * (__ffs(mask) - 1) + place];
    return rank;
}

// The tiles in the occupied cells, four bits a place.
__device__ __forceinline__ u32 order_of(u32 rank) {
    u32 digits[TILES], order = 0, left = 0x76543210;
#pragma unroll
    for (int i = TILES - 1; i >= 0; i--) { digits[i] = rank % (TILES - i); rank /= TILES - i; }
#pragma unroll
    for (int i = 0; i < TILES; i++) {
        u32 at = 4 * digits[i];
        order |= ((left >> at) & 15) << (4 * i);
        left = (left & ((1u << at) - 1)) | (left >> at >> 4 << at);
    }
    return order;
}

__device__ __forceinline__ u32 order_rank(u32 order) {
    u32 rank = 0;
#pragma unroll
    for (int i = 0; i < TILES; i++) {
        u32 smaller = 0;
#pragma unroll
        for (int j = i + 1; j < TILES; j++) smaller += ((order >> (4 * j)) & 15) < ((order >> (4 * i)) & 15);
        rank = rank * (TILES - i) + smaller;
    }
    return rank;
}

// Takes the tile at one place out and puts it in at another.
__device__ __forceinline__ u32 shift_order(u32 order, u32 from, u32 to) {
    u64 wide = order, tile = (wide >> (4 * from)) & 15;
    wide = (wide & ((1ull << (4 * from)) - 1)) | (wide >> (4 * from) >> 4 << (4 * from));
    wide = (wide & ((1ull << (4 * to)) - 1)) | tile << (4 * to) | (wide >> (4 * to) << (4 * to) << 4);
    return (u32)wide;
}

// The cell after a cell in direction k, or CELLS if there is none.
__device__ __forceinline__ u32 cell_after(u32 cell, u32 k) {
    u32 row = cell / COLS, col = cell % COLS;
    if (k == 0) return row > 0 ? cell - COLS : TORUS ? cell + CELLS - COLS : CELLS;
    if (k == 1) return col > 0 ? cell - 1 : TORUS ? cell + COLS - 1 : CELLS;
    if (k == 2) return row < ROWS - 1 ? cell + COLS : TORUS ? col : CELLS;
    return col < COLS - 1 ? cell + 1 : TORUS ? cell - (COLS - 1) : CELLS;
}

__device__ __forceinline__ u32 apart(u32 a, u32 b, u32 side) {
    u32 direct = a < b ? b - a : a - b;
    return TORUS && side - direct < direct ? side - direct : direct;
}

// What taking the tile at one place out and putting it in at another makes of every order: a row for
// each pair of places.
extern "C" __global__ void shift(u16* shifted) {
    for (u32 at = blockIdx.x * blockDim.x + threadIdx.x; at < TILES * TILES * ORDERS; at += gridDim.x * blockDim.x) {
        u32 pair = at / ORDERS;
        shifted[at] = (u16)order_rank(shift_order(order_of(at % ORDERS), pair / TILES, pair % TILES));
    }
}

// A move that all orders of a block can make: where its entries go, and what becomes of their orders.
struct Slide {
    u8* entries;
    const u16* shifted;
};

// The slide of the tile at a place in direction k, if there is one.
__device__ __forceinline__ bool find_slide(const Frame& frame, u8* costs, const u16* shifted, u32 block, u32 place, u32 k, Slide& slide) {
    u32 number = frame.owner[block], mask = frame.masks[number], rest = mask;
    for (u32 skip = place; skip; skip--) rest &= rest - 1;
    u32 from = __ffs(rest) - 1, to = cell_after(from, k);
    if (to == CELLS || (mask >> to & 1) || frame.region[(u64)number * CELLS + to] != block - frame.base[number]) return false;
    u32 after = mask ^ 1u << from ^ 1u << to, next = mask_rank(frame.choose, after);
    u32 target = frame.base[next] + frame.region[(u64)next * CELLS + from];
    slide.entries = costs + (u64)target * ORDERS;
    slide.shifted = shifted + (place * TILES + __popc(after & ((1u << to) - 1))) * ORDERS;
    return true;
}

// One level: everything one move from what costs `cost`. The threads first list what they find in a part
// of a block, so that then all have something to do.
#define PART (ORDERS < 4096 ? ORDERS : 4096)
#define EACH (ORDERS % 4 ? 1 : 4)
extern "C" __global__ void grow(Frame frame, const u16* __restrict__ shifted, u8* costs, u32 blocks, u32 cost, u32* any) {
    __shared__ u32 found[PART], count, ways;
    __shared__ Slide slides[4 * TILES];
    for (u32 block = blockIdx.x; block < blocks; block += gridDim.x) {
        const u8* own = costs + (u64)block * ORDERS;
        for (u32 begin = 0; begin < ORDERS; begin += PART) {
            u32 end = begin + PART < ORDERS ? begin + PART : ORDERS;
            __syncthreads();
            if (threadIdx.x == 0) count = ways = 0;
            __syncthreads();
            for (u32 at = begin / EACH + threadIdx.x; at < end / EACH; at += blockDim.x) {
                u32 word = EACH == 4 ? ((const u32*)own)[at] : own[at];
                for (u32 i = 0; i < EACH; i++)
                    if (((word >> (8 * i)) & 255) == cost) found[atomicAdd(&count, 1u)] = EACH * at + i;
            }
            __syncthreads();
            if (!count) continue;
            for (u32 way = threadIdx.x; way < 4 * TILES; way += blockDim.x) {
                Slide slide;
                if (find_slide(frame, costs, shifted, block, way / 4, way % 4, slide)) slides[atomicAdd(&ways, 1u)] = slide;
            }
            __syncthreads();
            for (u32 i = threadIdx.x; i < count; i += blockDim.x) {
                for (u32 way = 0; way < ways; way++) {
                    u8* entry = slides[way].entries + slides[way].shifted[found[i]];
                    if (*entry == UNSEEN) *entry = (u8)(cost + 1);
                }
            }
            if (threadIdx.x == 0) *any = 1;
        }
    }
}

// The cells of the tiles that an entry is for, and whether they are different.
__device__ __forceinline__ bool placement(u64 entry, u32* cells) {
    u32 mask = 0;
#if RANKED
#pragma unroll
    for (int i = TILES - 1; i >= 0; i--) { cells[i] = (u32)(entry % (CELLS - i)); entry /= CELLS - i; }
    // So far a cell is counted among those that the tiles before it leave free.
#pragma unroll
    for (u32 i = 0; i < TILES; i++) {
        for (u32 free = cells[i], cell = 0;; cell++) {
            if (mask >> cell & 1) continue;
            if (free-- == 0) { cells[i] = cell; break; }
        }
        mask |= 1u << cells[i];
    }
    return true;
#else
#pragma unroll
    for (u32 i = 0; i < TILES; i++, entry /= CELLS) { cells[i] = (u32)(entry % CELLS); mask |= 1u << cells[i]; }
    return __popc(mask) == TILES;
#endif
}

// The finished table: a word of entries a thread. `home` holds the goal cell of each digit's tile.
extern "C" __global__ void finish(Frame frame, const u8* __restrict__ costs, u64 home, u64 entries, u32* table) {
    const u32 most = (1u << BITS) - 1, each = 32 / BITS;
    for (u64 at = blockIdx.x * (u64)blockDim.x + threadIdx.x; at * each < entries; at += gridDim.x * (u64)blockDim.x) {
        u32 word = 0;
        for (u32 i = 0; i < each && at * each + i < entries; i++) {
            u32 cells[TILES], mask = 0, order = 0, distance = 0;
            if (!placement(at * each + i, cells)) continue;
#pragma unroll
            for (u32 tile = 0; tile < TILES; tile++) {
                u32 cell = cells[tile], goal = (u32)(home >> (8 * tile)) & 255;
                mask |= 1u << cell;
                distance += apart(cell / COLS, goal / COLS, ROWS) + apart(cell % COLS, goal % COLS, COLS);
            }
#pragma unroll
            for (u32 tile = 0; tile < TILES; tile++) order |= tile << (4 * __popc(mask & ((1u << cells[tile]) - 1)));
            u32 number = mask_rank(frame.choose, mask), rank = order_rank(order), least = UNSEEN;
            for (u32 block = frame.base[number]; block < frame.base[number + 1]; block++) {
                u32 cost = costs[(u64)block * ORDERS + rank];
                least = cost < least ? cost : least;
            }
            u32 value = (least - distance) / UNIT;
            word |= (value < most ? value : most) << (i * BITS);
        }
        table[at] = word;
    }
}

// A table as the CPU keeps it, a word a thread: the upper bit of each distance mod 4. `source` is our number
// of each of its blocks, `ranks` our rank of each bit of the words of a block.
extern "C" __global__ void pack(const u8* __restrict__ costs, const u32* __restrict__ source, u32 blocks,
    const u32* __restrict__ ranks, u32 words, u32 bits, u32 bytes, u8* table) {
    for (u64 at = blockIdx.x * (u64)blockDim.x + threadIdx.x; at < (u64)blocks * words; at += gridDim.x * (u64)blockDim.x) {
        const u8* from = costs + (u64)source[at / words] * ORDERS;
        u32 word = 0;
        for (u32 i = 0; i < bits; i++) {
            u32 cost = from[ranks[at % words * bits + i]];
            word |= (cost == UNSEEN ? 0 : cost >> 1 & 1) << i;
        }
        for (u32 i = 0; i < bytes; i++) table[at * bytes + i] = (u8)(word >> (8 * i));
    }
}

// How many placements there are at each cost, and how many with each cell of the blank counted.
extern "C" __global__ void tally(const u8* __restrict__ costs, const u32* __restrict__ sizes, u32 blocks, u64* levels, u64* weights) {
    __shared__ u32 counts[256];
    for (u32 block = blockIdx.x; block < blocks; block += gridDim.x) {
        for (u32 cost = threadIdx.x; cost < 256; cost += blockDim.x) counts[cost] = 0;
        __syncthreads();
        for (u32 rank = threadIdx.x; rank < ORDERS; rank += blockDim.x)
            atomicAdd(&counts[costs[(u64)block * ORDERS + rank]], 1u);
        __syncthreads();
        for (u32 cost = threadIdx.x; cost < UNSEEN; cost += blockDim.x) {
            u64 count = counts[cost];
            if (!count) continue;
            atomicAdd(&levels[cost], count);
            atomicAdd(&weights[cost], count * sizes[block]);
        }
        __syncthreads();
    }
}
