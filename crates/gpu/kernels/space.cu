// One sweep over the map of a space: a bit for each tail of each class.
//
// Defined by the host: TAIL (tiles of a tail), PAIRED (whether only tails of one parity occur), RENAMED
// (whether edges rename tiles), TAILS (tails of a class), THREADS (of a block, and words of a task), LISTED
// (the most positions that are listed).
//
// A block takes a task: THREADS words of the map of one class. Its threads first queue the positions that are
// to be looked at, so that all of them have work afterwards however few these are.

typedef unsigned char u8;
typedef unsigned short u16;
typedef unsigned int u32;
typedef unsigned long long u64;

struct Class {
    u32 edges;   // where its edges begin; they end where those of the next class do
    u32 moves;   // how many of them are for moves; the others mark the same positions
    u32 heads;   // how many positions a bit stands for
    u32 odd;     // the parity of its tails
};

struct Edge {
    u64 places;  // from which place the tile in each place of the tail there comes
    u64 tiles;   // and what it is called there
    u64 to;
};

struct List {
    u32 count;
    u32 unused;
    u64 positions[LISTED];
};

#define WORDS ((TAILS + 31) / 32)
#define TASKS ((WORDS + THREADS - 1) / THREADS)
#define DECIDING (TAIL - (PAIRED ? 2 : 1))

__device__ __forceinline__ u32 nibble(u64 packed, u32 place) { return (u32)(packed >> (4 * place)) & 15; }

// The tail of a number: see tail.rs.
__device__ __forceinline__ u64 arrangement(u32 number, u32 odd) {
    u32 digits[TAIL];
    #pragma unroll
    for (int place = DECIDING - 1; place >= 0; place--) {
        digits[place] = number % (TAIL - place);
        number /= TAIL - place;
    }
    if (PAIRED) {
        u32 sum = odd;
        #pragma unroll
        for (int place = 0; place < DECIDING; place++) sum += digits[place];
        digits[TAIL - 2] = sum & 1;
    }
    digits[TAIL - 1] = 0;
    u64 left = 0xfedcba9876543210ull, tail = 0;
    #pragma unroll
    for (int place = 0; place < TAIL; place++) {
        u32 shift = 4 * digits[place];
        tail |= (u64)((u32)(left >> shift) & 15) << (4 * place);
        u64 below = (1ull << shift) - 1;
        left = (left & below) | (left >> 4 & ~below);
    }
    return tail;
}

// The number of the tail at the other end of an edge.
__device__ __forceinline__ u32 number_of(u64 tail, const Edge& edge) {
    u64 places = edge.places, tiles = edge.tiles;
    u32 number = 0, used = 0;
    #pragma unroll
    for (int place = 0; place < DECIDING; place++) {
        u32 tile = nibble(tail, (u32)(places >> (4 * place)) & 15);
        if (RENAMED) tile = nibble(tiles, tile);
        u32 bit = 1u << tile;
        number = number * (TAIL - place) + tile - __popc(used & (bit - 1));
        used |= bit;
    }
    return number;
}

__device__ __forceinline__ void enlist(List* list, u64 position) {
    if (*(volatile u32*)&list->count >= LISTED) return;
    u32 at = atomicAdd(&list->count, 1u);
    if (at < LISTED) list->positions[at] = position;
}

// Sweeps the tasks from `begin` to `end`, numbered from the class `first` on; `list` may be null.
extern "C" __global__ void __launch_bounds__(THREADS) sweep(
    const u32* from, u32* to, const Class* __restrict__ classes, const Edge* __restrict__ edges,
    u32 first, u64 begin, u64 end, u32 pull, List* list)
{
    __shared__ u16 queue[32 * THREADS];
    __shared__ u32 queued, marks[THREADS];
    for (u64 task = begin + blockIdx.x; task < end; task += gridDim.x) {
        u32 number = first + (u32)(task / TASKS), word = (u32)(task % TASKS) * THREADS + threadIdx.x;
        const u32* own = from + (u64)number * WORDS;
        const Class here = classes[number];
        if (threadIdx.x == 0) queued = 0;
        marks[threadIdx.x] = 0;
        __syncthreads();
        if (word < WORDS) {
            u32 bits = pull ? ~own[word] : own[word];
            if (word == WORDS - 1 && TAILS % 32) bits &= (1u << (TAILS % 32)) - 1;
            if (bits) {
                u32 at = atomicAdd(&queued, (u32)__popc(bits));
                for (; bits; bits &= bits - 1) queue[at++] = (u16)(32 * threadIdx.x + __ffs(bits) - 1);
            }
        }
        __syncthreads();
        u32 base = (u32)(task % TASKS) * THREADS * 32;
        for (u32 at = threadIdx.x; at < queued; at += THREADS) {
            u64 tail = arrangement(base + queue[at], here.odd);
            u32 last = pull ? here.edges + here.moves : classes[number + 1].edges;
            for (u32 edge = here.edges; edge < last; edge++) {
                u64 there = edges[edge].to;
                u32 other = number_of(tail, edges[edge]);
                u64 word = there * WORDS + other / 32;
                u32 bit = 1u << (other % 32);
                if (pull) {
                    if (from[word] & bit) {
                        atomicOr(&marks[queue[at] / 32], 1u << (queue[at] % 32));
                        if (list) enlist(list, (u64)number * TAILS + base + queue[at]);
                        break;
                    }
                } else if (!(*(volatile u32*)&to[word] & bit) && !(atomicOr(&to[word], bit) & bit) && list) {
                    enlist(list, there * TAILS + other);
                }
            }
        }
        __syncthreads();
        // In a pull nothing else writes these words.
        if (pull && marks[threadIdx.x]) to[(u64)number * WORDS + word] |= marks[threadIdx.x];
    }
}

// Counts the marks of the classes from `first` to `last`: the bits, and the positions that they stand for.
extern "C" __global__ void __launch_bounds__(THREADS) count(
    const u32* __restrict__ map, const Class* __restrict__ classes, u32 first, u32 last, u64* totals)
{
    u64 bits = 0, positions = 0;
    u64 end = (u64)(last - first) * TASKS;
    for (u64 task = blockIdx.x; task < end; task += gridDim.x) {
        u32 number = first + (u32)(task / TASKS), word = (u32)(task % TASKS) * THREADS + threadIdx.x;
        if (word >= WORDS) continue;
        u32 own = __popc(map[(u64)number * WORDS + word]);
        bits += own;
        positions += (u64)own * classes[number].heads;
    }
    if (bits) {
        atomicAdd(&totals[0], bits);
        atomicAdd(&totals[1], positions);
    }
}
