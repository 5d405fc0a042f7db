// Depth-first search under one bound, one search a thread, from a frontier of roots.
//
// Defined by the host besides the macros of node.cuh: STATE, the bits of a state of the automaton; DEPTH, the most
// moves below a root; WINDOW, how many levels of the stack are in shared memory, a power of two; LAG, the weight of a
// lane that must backtrack, in lanes that can continue; SLICE, the expansions between two checks of the pool; RING,
// the slots of the pool, a power of two; MANY, whether each root is a separate puzzle with its own bound.
//
// A thread takes a root, and when there is none left, asks the pool for a job. While threads wait,
// the others give the untried branches of their shallowest node to the pool, so all end together.
// Which nodes are expanded does not depend on who expands them: for a bound without a solution
// the counts are fixed numbers.

// A branch given away: the untried directions of the node that `path` leads to from the root.
struct Job {
    u32 root;
    u8 length;
    u8 untried;
    u8 path[26];
};
#define REACH 104  // the longest path of a job

// A solution: the directions from the root to the goal.
struct Answer {
    u32 found;
    u32 root;
    u32 length;
    u8 path[DEPTH];
};

// The state that all threads share.
struct Control {
    u64 expanded;
    u64 generated;
    u32 next;  // the next root
    u32 asked; // jobs that threads without work have asked for
    u32 given; // jobs that others have given
    u32 stop;  // set when all is done, a solution is found or the host has lost patience
};

#define WARP 0xffffffffu
__device__ __forceinline__ u32 peek(const u32* value) { return *(const volatile u32*)value; }

// The pool. A thread without work takes a number; the n-th to do so gets the n-th job that is given, and waits for it
// at its own slot, so that waiting threads do not disturb each other. `turns` holds n + 1 while job n is in its slot,
// and 0 while the slot is free.
struct Pool {
    Job* jobs;
    u32* turns;
};

__device__ void give(Control* control, const Pool& pool, const Job& job) {
    u32 number = atomicAdd(&control->given, 1u), place = number % RING;
    // The thread that should take the job may have left when the search was stopped.
    while (peek(&pool.turns[place]) != 0) if (peek(&control->stop)) return;
    for (u32 i = 0; i < sizeof(Job) / 4; i++) ((volatile u32*)&pool.jobs[place])[i] = ((const u32*)&job)[i];
    __threadfence();
    *(volatile u32*)&pool.turns[place] = number + 1;
}

__device__ bool take(const Pool& pool, u32 number, Job& job) {
    u32 place = number % RING;
    if (peek(&pool.turns[place]) != number + 1) return false;
    __threadfence();
    for (u32 i = 0; i < sizeof(Job) / 4; i++) ((u32*)&job)[i] = ((volatile const u32*)&pool.jobs[place])[i];
    __threadfence();
    *(volatile u32*)&pool.turns[place] = 0;
    return true;
}

// A level of the stack. From the lowest bit: the direction taken (2), the directions still alive (4),
// what the move cost and the tile's old entries (OLD), the automaton's state (STATE), the entries of the
// successors (4 * SUMS * BITS).
#define OLD (LOSS + SUMS * BITS)
static_assert(6 + OLD + STATE + 4 * SUMS * BITS <= 64, "a level fits a word");
#define ALIVE (15ull << 2)
__device__ __forceinline__ u64 level_of(u32 k, u32 alive, u32 old, u32 state, u32 entries) {
    return (u64)(k | alive << 2 | old << 6) | (u64)state << (6 + OLD) | (u64)entries << (6 + OLD + STATE);
}

// The stack: the levels from `low` on are in shared memory, in a window that turns, those below in
// local memory. A search stays near its depth, so few levels ever leave the window.
struct Window {
    u64 levels[WINDOW][THREADS];
};
struct Stack {
    u64 below[DEPTH];
    u32 low;
};

__device__ __forceinline__ u64& level_at(Stack& stack, Window& window, u32 level) {
    return level < stack.low ? stack.below[level] : window.levels[level % WINDOW][threadIdx.x];
}

__device__ __forceinline__ void push(Stack& stack, Window& window, u32 depth, u64 level) {
    if (depth - stack.low == WINDOW) {
        stack.below[stack.low] = window.levels[stack.low % WINDOW][threadIdx.x];
        stack.low++;
    }
    window.levels[depth % WINDOW][threadIdx.x] = level;
}

__device__ __forceinline__ u64 pop(Stack& stack, Window& window, u32 depth) {
    if (depth >= stack.low) return window.levels[depth % WINDOW][threadIdx.x];
    stack.low = depth;
    return stack.below[depth];
}

// Whether a root belongs to a slice: the classes do not depend on the order of the roots.
__device__ __forceinline__ bool is_in_slice(const u64* root, u32 slice, u32 slices) {
    return slices == 1 || mix(root[0] & CELL_BITS, root[1] & CELL_BITS) % slices == slice;
}

extern "C" __global__ void __launch_bounds__(THREADS, BLOCKS) search(
    const u64* __restrict__ roots,        // packed positions, two words each
    u32 count,                            // how many
    const u8* __restrict__ lefts,         // bound - g of each root if MANY
    int left,                             // bound - g of all roots otherwise
    u32 slice, u32 slices,                // only the roots of class `slice` of `slices` are searched
    const Tiles* __restrict__ tiles_in,
    const Layout* __restrict__ layout,
    const u8* __restrict__ tables,
    const u32* __restrict__ transitions,  // of the automaton, four a state: the next state and, in the
                                          // lowest four bits, the directions that are allowed in it
    const u32* __restrict__ starts,       // the same for each cell of the blank, without history
    Control* control, Job* jobs, u32* turns, Answer* answers)
{
    __shared__ Tiles tiles;
    __shared__ Columns columns;
    __shared__ Window window;
    share(tiles, tiles_in);

    Stack stack;
    Node node;
    u32 depth = 0, floor = 0, root = 0, state = 0, alive = 0, entries = 0;
    u64 expanded = 0, generated = 0;
    const Pool pool = {jobs, turns};
    bool busy = false, waiting = false;
    u32 number = 0, nap = 64;

    for (;;) {
        if (!busy) {
            Job job;
            job.length = 0;
            job.untried = 15;
            bool fresh = false;
            if (!waiting) {
                // The least promising roots come first: they are soon done, and as likely to hold a solution.
                u32 next;
                do {
                    next = atomicAdd(&control->next, 1u);
                    root = count - 1 - next;
                } while (next < count && !is_in_slice(roots + 2 * (u64)root, slice, slices));
                if (next < count) {
                    busy = fresh = true;
                } else {
                    waiting = true;
                    number = atomicAdd(&control->asked, 1u);
                    // If everyone waits for a job, no one is left to give one.
                    __threadfence();
                    if (number + 1 - peek(&control->given) == gridDim.x * blockDim.x) control->stop = 1;
                }
            }
            if (waiting && take(pool, number, job)) {
                busy = true;
                waiting = false;
                root = job.root;
                nap = 64;
            }
            if (busy) {
                u64 low = roots[2 * (u64)root], high = roots[2 * (u64)root + 1];
#if MANY
                node.left = peek(&answers[root].found) ? -1 : lefts[root];
#else
                node.left = left;
#endif
                unpack(columns, *layout, low & CELL_BITS, high & CELL_BITS, node.blank);
                u32 move = starts[node.blank];
                // Walk to the job's node; the levels above it have nothing left to try.
                for (depth = 0; depth < job.length; depth++) {
                    u32 k = (job.path[depth / 4] >> (depth % 4 * 2)) & 3, to = cell_after(tiles, node.blank, k);
                    move = transitions[(move >> 4) * 4 + k];
                    stack.below[depth] = k;
                    *cell_of(columns, node.blank) = *cell_of(columns, to);
                    node.blank = to;
                    node.left--;
                }
                floor = stack.low = depth;
                state = move >> 4;
                *cell_of(columns, node.blank) = (u8)layout->blank;
                settle(columns, tiles, *layout, tables, node);
                if (within(node)) {
                    u32 allowed = move & 15;
                    // The node of a job was counted by the thread that gave it away.
                    if (fresh) {
                        allowed &= ~(u32)(low >> 60);
                        expanded++;
                        generated += __popc(allowed);
                    }
                    Successors found = evaluate<4>(columns, tiles, tables, node, no_step(), allowed & job.untried);
                    alive = found.alive;
                    entries = found.entries;
                } else {
                    alive = 0;
                }
            }
        }
        u32 workers = __ballot_sync(WARP, busy);
        if (!workers) {
            if (__any_sync(WARP, peek(&control->stop))) break;
            __nanosleep(nap);
            if (nap < 16384) nap *= 2;
            continue;
        }

        for (u32 slice = 0; slice < SLICE; slice++) {
            // Lanes whose node has nothing left go back, until most can go on; the rest catch up later.
            for (;;) {
                bool stuck = busy && !alive;
                u32 stuck_lanes = __ballot_sync(WARP, stuck), ready_lanes = __ballot_sync(WARP, busy && alive);
                if (LAG * __popc(stuck_lanes) <= __popc(ready_lanes)) break;
                if (!stuck) continue;
                if (depth == floor) {
                    busy = false;
                } else {
                    depth--;
                    u64 level = pop(stack, window, depth);
                    u32 low = (u32)level;
                    retreat(columns, tiles, node, low & 3, (low >> 6) & ((1u << OLD) - 1));
                    alive = (low >> 2) & 15;
                    state = (u32)(level >> (6 + OLD)) & ((1u << STATE) - 1);
                    entries = (u32)(level >> (6 + OLD + STATE));
                }
            }
            workers = __ballot_sync(WARP, busy);
            // A warp that has lost a quarter of its workers looks for new work early.
            if (!workers || (slice >= SLICE / 4 && __popc(workers) <= 24)) break;
            if (busy && alive) {
                u32 k = __ffs(alive) - 1, old;
                alive &= alive - 1;
                Step step;
                Node next = advance(columns, tiles, node, k, (entries >> (k * SUMS * BITS)) & ((1u << (SUMS * BITS)) - 1), step, old);
                expanded++;
                u32 move = transitions[state * 4 + k], allowed = move & 15;
                generated += __popc(allowed);
                if (next.left == UNIT * next.slack) {
                    // The Manhattan distance is 0.
#if MANY
                    Answer* answer = &answers[root];
#else
                    Answer* answer = answers;
                    control->stop = 1;
#endif
                    if (atomicExch(&answer->found, 1u) == 0) {
                        answer->root = root;
                        answer->length = depth + 1;
                        for (u32 i = 0; i < depth; i++) answer->path[i] = (u8)(level_at(stack, window, i) & 3);
                        answer->path[depth] = (u8)k;
                    }
                    busy = false;
                } else {
                    Successors found = evaluate<3>(columns, tiles, tables, next, step, allowed);
                    // A node without successors is left before it is entered.
                    if (found.alive) {
                        push(stack, window, depth, level_of(k, alive, old, state, entries));
                        depth++;
                        commit(columns, step, node.blank);
                        node = next;
                        state = move >> 4;
                        alive = found.alive;
                        entries = found.entries;
                    }
                }
            }
        }

        if (__any_sync(WARP, peek(&control->stop))) break;
#if MANY
        if (busy && peek(&answers[root].found)) busy = false;
#endif
        // While others wait, give away what the shallowest node still has to try.
        if (busy && depth > floor + 2 && (int)(peek(&control->asked) - peek(&control->given)) > 0) {
            while (floor < depth && !(level_at(stack, window, floor) & ALIVE)) floor++;
            if (floor + 2 < depth && floor < REACH) {
                Job job;
                job.root = root;
                job.length = (u8)floor;
                job.untried = (u8)((level_at(stack, window, floor) & ALIVE) >> 2);
                for (u32 i = 0; i < sizeof(job.path); i++) job.path[i] = 0;
                for (u32 i = 0; i < floor; i++) job.path[i / 4] |= (u8)((level_at(stack, window, i) & 3) << (i % 4 * 2));
                give(control, pool, job);
                level_at(stack, window, floor) &= ~ALIVE;
                floor++;
            }
        }
    }
    atomicAdd(&control->expanded, expanded);
    atomicAdd(&control->generated, generated);
}
