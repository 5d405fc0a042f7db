// A node of the search as one thread holds it, and the evaluation of its successors.
//
// Defined by the host: ROWS, COLS, CELLS; TORUS, whether the edges are joined; UNIT, what solutions
// differ by: 2, or 1 on a torus with an odd side; SUMS and PARTS, the sums of the heuristic and the
// most parts of one; BITS of a table entry; RANKED, whether the tables have an entry only where all
// tiles are on different cells, and then TILES, the most of a part; WIDE, whether each part says where
// its table begins; THREADS of a block.
//
// Tiles are called by their goal cells. For each sum of tables the heuristic is the Manhattan
// distance plus UNIT times the sum of its entries; `slack` is (bound - g - distance) / UNIT, so a node
// is within the bound when no sum of entries exceeds its slack.

typedef unsigned char u8;
typedef unsigned short u16;
typedef unsigned int u32;
typedef unsigned long long u64;

#define FIELDS (SUMS * PARTS)
#define ENTRY ((1u << BITS) - 1u)
#if FIELDS * BITS <= 32
typedef u32 Fields;
#else
typedef u64 Fields;
#endif
// The cells of a part's tiles: with RANKED five bits a tile, else as the digits of a number.
#if RANKED
typedef u64 Index;
#else
typedef u32 Index;
#endif
#define WORDS ((CELLS + 3) / 4)
#define LOSS (3 - UNIT)  // the bits of what a move costs, in units
#define CELL_BITS ((1ull << 60) - 1ull)

// The data of the tiles for every step; rows are 32 wide, so that a warp reads them without conflicts.
struct Tiles {
    Index step[SUMS][4][32];  // added to the index of the tile's part when the blank moves in a direction
    u32 loss[LOSS][4][32];    // bit c: that bit of what the tile's move costs when the blank moves from cell c
    u32 place[SUMS][32];      // the tile's field
#if TORUS
    u32 next[4][32];          // the cell after a cell
#endif
#if WIDE
    u64 base[FIELDS];         // where the part's table begins, in entries
#endif
#if RANKED
    u32 count[FIELDS];        // the part's tiles
#endif
};

// The data that only the start of a search needs.
struct Layout {
    u64 base[FIELDS];       // where the part's table begins, in entries
    u64 blank;              // the blank's goal cell
    Index weight[SUMS][32]; // of the tile's digit
    u8 image[FIELDS][32];   // the cell that a part's table has for each cell
    u8 distance[32][32];    // Manhattan, by tile and cell
    u8 walls[32];           // directions in which the blank can move, by cell
};

// The part of a node that is indexed at run time, in shared memory, one column a thread.
struct Columns {
    u32 board[WORDS][THREADS];
    Index index[FIELDS][THREADS];
};

// The part of a node that stays in registers.
struct Node {
    Fields fields;  // the table entries of all parts, BITS each
    u32 sums;    // their sums, a byte a sum
    int slack;   // (bound - g - distance) / UNIT
    int left;    // bound - g
    u32 blank;
};

// The successors of a node: which are within the bound, and their new entries, SUMS * BITS a direction.
struct Successors {
    u32 alive;
    u32 entries;
};

__device__ __forceinline__ u8* cell_of(Columns& columns, u32 cell) {
    return (u8*)&columns.board[cell >> 2][threadIdx.x] + (cell & 3);
}

__device__ __forceinline__ int delta_of(u32 k) {
    return k == 0 ? -COLS : k == 1 ? -1 : k == 2 ? COLS : 1;
}

// The cell after a cell in direction k.
__device__ __forceinline__ u32 cell_after(const Tiles& tiles, u32 cell, u32 k) {
#if TORUS
    return tiles.next[k][cell];
#else
    return cell + delta_of(k);
#endif
}

// What the tile's move changes its index by when the blank moves from a cell in direction k; around the
// edge it goes back as far as all other steps of the line lead.
__device__ __forceinline__ Index change_of(const Tiles& tiles, u32 sum, u32 k, u32 tile, u32 cell) {
    Index change = tiles.step[sum][k][tile];
#if TORUS
    if (tiles.next[k][cell] != cell + delta_of(k)) change *= (Index)(1 - (k % 2 ? COLS : ROWS));
#endif
    return change;
}

// What the tile's move costs, in units: its move and what its distance changes by.
__device__ __forceinline__ u32 loss_of(const Tiles& tiles, u32 k, u32 tile, u32 cell) {
    u32 loss = 0;
#pragma unroll
    for (u32 bit = 0; bit < LOSS; bit++) loss |= ((tiles.loss[bit][k][tile] >> cell) & 1) << bit;
    return loss;
}

#if RANKED
// The number of a placement among all of its part: for each tile its cell, counted among those that the
// tiles before it leave free. Seven tiles of 25 cells have fewer than 2^32 placements.
__device__ __forceinline__ u64 rank_of(const Tiles& tiles, u32 field, Index index) {
    u32 count = tiles.count[field], used = 0, rank = 0, eighth = 0;
#pragma unroll
    for (u32 i = 0; i < TILES; i++) {
        if (i >= count) continue;
        u32 cell = (u32)(index >> (5 * i)) & 31, free = cell - __popc(used & ((1u << cell) - 1));
        used |= 1u << cell;
        if (i < 7) rank = rank * (CELLS - i) + free;
        else eighth = free;
    }
    return TILES > 7 && count > 7 ? (u64)rank * (CELLS - 7) + eighth : rank;
}
#endif

#ifndef LOAD
#define LOAD __ldcg
#endif
// The entry of a field at an index. Unless WIDE, the index counts from the first table.
__device__ __forceinline__ u32 look_up(const Tiles& tiles, const u8* __restrict__ tables, u32 field, Index index) {
#if RANKED
    u64 entry = tiles.base[field] + rank_of(tiles, field, index);
#elif WIDE
    u64 entry = tiles.base[field] + index;
#else
    u32 entry = index;
#endif
#if BITS == 8
    return LOAD(tables + entry);
#else
    return (LOAD(tables + entry / (8 / BITS)) >> ((u32)entry % (8 / BITS) * BITS)) & ENTRY;
#endif
}

// A hash of a packed position.
__device__ __forceinline__ u64 mix(u64 low, u64 high) {
    u64 hash = low * 0x9e3779b97f4a7c15ull ^ high * 0xc2b2ae3d27d4eb4full;
    hash ^= hash >> 32;
    hash *= 0xd6e8feb86659fd93ull;
    return hash ^ hash >> 29;
}

// Reads a packed position: twelve cells of five bits in each word, a 25th cell implied.
__device__ __forceinline__ void unpack(Columns& columns, const Layout& layout, u64 low, u64 high, u32& blank) {
    u32 total = 0;
    for (u32 cell = 0; cell < CELLS; cell++) {
        u32 tile = cell < 12 ? (u32)(low >> (5 * cell)) & 31 : cell < 24 ? (u32)(high >> (5 * (cell - 12))) & 31 : 300 - total;
        total += tile;
        *cell_of(columns, cell) = (u8)tile;
        if (tile == (u32)layout.blank) blank = cell;
    }
}

// Computes everything but the board from the board; `left` and `blank` are given. Gives the distance.
__device__ __forceinline__ int settle(Columns& columns, const Tiles& tiles, const Layout& layout, const u8* __restrict__ tables, Node& node) {
    int distance = 0;
    for (u32 field = 0; field < FIELDS; field++) columns.index[field][threadIdx.x] = WIDE ? 0 : (Index)layout.base[field];
    for (u32 cell = 0; cell < CELLS; cell++) {
        u32 tile = *cell_of(columns, cell);
        if (tile == (u32)layout.blank) continue;
        distance += layout.distance[tile][cell];
        for (u32 sum = 0; sum < SUMS; sum++) {
            u32 field = tiles.place[sum][tile];
            columns.index[field][threadIdx.x] += layout.weight[sum][tile] * layout.image[field][cell];
        }
    }
    node.slack = (node.left - distance) >> (UNIT - 1);
    node.fields = 0;
    node.sums = 0;
    for (u32 field = 0; field < FIELDS; field++) {
        u32 entry = look_up(tiles, tables, field, columns.index[field][threadIdx.x]);
        node.fields |= (Fields)entry << (field * BITS);
        node.sums += entry << (8 * (field / PARTS));
    }
    return distance;
}

__device__ __forceinline__ bool within(const Node& node) {
    bool within = node.slack >= 0;
    for (u32 sum = 0; sum < SUMS; sum++) within = within && (int)((node.sums >> (8 * sum)) & 255) <= node.slack;
    return within;
}

// A move that has been made in registers but not yet in the columns: the tile, and for each sum its
// field and what its index changes by.
struct Step {
    u32 tile;
    u32 field[SUMS];
    Index change[SUMS];
};

__device__ __forceinline__ Step no_step() {
    Step step;
    for (u32 sum = 0; sum < SUMS; sum++) { step.field[sum] = ~0u; step.change[sum] = 0; }
    return step;
}

// Evaluates the successors of a node in the directions of `allowed`, at most WAYS of them. The columns
// are those before `step`, whose tile is not moved back. The largest sum of the node comes first, since
// it is the likeliest to exceed the bound; a sum is looked up only where all before it were within,
// and the lookups of one sum are made together, so that they overlap.
template <u32 WAYS>
__device__ __forceinline__ Successors evaluate(Columns& columns, const Tiles& tiles, const u8* __restrict__ tables, const Node& node, const Step& step, u32 allowed) {
    u32 first = 0;
#pragma unroll
    for (u32 sum = 1; sum < SUMS; sum++)
        if (((node.sums >> (8 * sum)) & 255) > ((node.sums >> (8 * first)) & 255)) first = sum;
    u32 way[WAYS], tile[WAYS], entries[WAYS];
    int slack[WAYS];
    bool alive[WAYS];
#pragma unroll
    for (u32 j = 0; j < WAYS; j++) {
        alive[j] = allowed != 0;
        way[j] = allowed ? __ffs(allowed) - 1 : 0;
        allowed &= allowed - 1;
        tile[j] = *cell_of(columns, alive[j] ? cell_after(tiles, node.blank, way[j]) : node.blank);
        slack[j] = node.slack - (int)loss_of(tiles, way[j], tile[j], node.blank);
        alive[j] = alive[j] && slack[j] >= 0;
        entries[j] = 0;
    }
#pragma unroll
    for (u32 order = 0; order < SUMS; order++) {
        u32 sum = first + order < SUMS ? first + order : first + order - SUMS, total = (node.sums >> (8 * sum)) & 255;
        u32 stepped = step.field[0];
        Index change = step.change[0];
#pragma unroll
        for (u32 other = 1; other < SUMS; other++)
            if (sum == other) { stepped = step.field[other]; change = step.change[other]; }
        u32 entry[WAYS], field[WAYS];
#pragma unroll
        for (u32 j = 0; j < WAYS; j++) {
            field[j] = tiles.place[sum][tile[j]];
            Index index = columns.index[field[j]][threadIdx.x] + change_of(tiles, sum, way[j], tile[j], node.blank) + (field[j] == stepped ? change : 0);
            if (alive[j]) entry[j] = look_up(tiles, tables, field[j], index);
        }
#pragma unroll
        for (u32 j = 0; j < WAYS; j++) {
            if (!alive[j]) continue;
            alive[j] = (int)(total + entry[j] - ((u32)(node.fields >> (field[j] * BITS)) & ENTRY)) <= slack[j];
            entries[j] |= entry[j] << (sum * BITS);
        }
    }
    Successors found = {0, 0};
#pragma unroll
    for (u32 j = 0; j < WAYS; j++) {
        if (!alive[j]) continue;
        found.alive |= 1u << way[j];
        found.entries |= entries[j] << (way[j] * SUMS * BITS);
    }
    return found;
}

// The node after the blank's move in direction k. `entries` are the new ones of the moved tile, a sum
// after the other; `old` becomes those before and, above them, what the move cost.
__device__ __forceinline__ Node advance(Columns& columns, const Tiles& tiles, const Node& node, u32 k, u32 entries, Step& step, u32& old) {
    Node next = node;
    next.blank = cell_after(tiles, node.blank, k);
    step.tile = *cell_of(columns, next.blank);
    u32 loss = loss_of(tiles, k, step.tile, node.blank);
    old = loss << (SUMS * BITS);
#pragma unroll
    for (u32 sum = 0; sum < SUMS; sum++) {
        u32 field = tiles.place[sum][step.tile];
        u32 before = (u32)(node.fields >> (field * BITS)) & ENTRY, after = (entries >> (sum * BITS)) & ENTRY;
        step.field[sum] = field;
        step.change[sum] = change_of(tiles, sum, k, step.tile, node.blank);
        next.fields ^= (Fields)(before ^ after) << (field * BITS);
        next.sums += (after - before) << (8 * sum);
        old |= before << (sum * BITS);
    }
    next.slack -= (int)loss;
    next.left -= 1;
    return next;
}

// Makes a step in the columns; the blank was on `blank`.
__device__ __forceinline__ void commit(Columns& columns, const Step& step, u32 blank) {
    *cell_of(columns, blank) = (u8)step.tile;
#pragma unroll
    for (u32 sum = 0; sum < SUMS; sum++) columns.index[step.field[sum]][threadIdx.x] += step.change[sum];
}

// Takes back the move in direction k, given what `advance` gave.
__device__ __forceinline__ void retreat(Columns& columns, const Tiles& tiles, Node& node, u32 k, u32 old) {
    u32 to = cell_after(tiles, node.blank, k ^ 2);
    u32 tile = *cell_of(columns, to);
    *cell_of(columns, node.blank) = (u8)tile;
#pragma unroll
    for (u32 sum = 0; sum < SUMS; sum++) {
        u32 field = tiles.place[sum][tile];
        u32 now = (u32)(node.fields >> (field * BITS)) & ENTRY, before = (old >> (sum * BITS)) & ENTRY;
        columns.index[field][threadIdx.x] -= change_of(tiles, sum, k, tile, to);
        node.fields ^= (Fields)(now ^ before) << (field * BITS);
        node.sums += (before - now) << (8 * sum);
    }
    node.slack += (int)(old >> (SUMS * BITS));
    node.left += 1;
    node.blank = to;
}

// Copies what is shared by the threads of a block.
__device__ __forceinline__ void share(Tiles& shared, const Tiles* tiles) {
    for (u32 i = threadIdx.x; i < sizeof(Tiles) / 4; i += blockDim.x) ((u32*)&shared)[i] = ((const u32*)tiles)[i];
    __syncthreads();
}
