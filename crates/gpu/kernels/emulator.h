// CUDA's keywords on the CPU: a thread of a block is a thread of the system, and blocks run one after the other. So
// the kernels, with their atomics, are tested without a device.
#include <algorithm>
#include <atomic>
#include <barrier>
#include <functional>
#include <thread>
#include <vector>

#define __device__
#define __global__
#define __forceinline__ inline
#define __restrict__
#define __shared__ static
#define __launch_bounds__(...)

struct Place { unsigned x; };
static thread_local Place threadIdx, blockIdx;
static Place blockDim, gridDim;
static std::barrier<>* gate;

static inline void __syncthreads() { gate->arrive_and_wait(); }
static inline void __threadfence() { std::atomic_thread_fence(std::memory_order_seq_cst); }
static inline void __nanosleep(unsigned) { std::this_thread::yield(); }
static inline unsigned __popc(unsigned x) { return __builtin_popcount(x); }
static inline int __ffs(unsigned x) { return __builtin_ffs((int)x); }
template <class T> static inline T __ldcg(const T* at) { return *at; }
// Every lane is a warp of its own.
static inline unsigned __activemask() { return 1u << (threadIdx.x % 32); }
// Yielding here lets the threads of a small machine take turns, as those of a device do.
static inline bool __any_sync(unsigned, bool vote) { std::this_thread::yield(); return vote; }
static inline unsigned __ballot_sync(unsigned lanes, bool vote) { return vote ? lanes : 0; }
template <class T> static inline T __shfl_sync(unsigned, T value, unsigned) { return value; }

template <class T> static inline T atomicAdd(T* at, T value) { return __atomic_fetch_add(at, value, __ATOMIC_SEQ_CST); }
template <class T> static inline T atomicSub(T* at, T value) { return __atomic_fetch_sub(at, value, __ATOMIC_SEQ_CST); }
template <class T> static inline T atomicOr(T* at, T value) { return __atomic_fetch_or(at, value, __ATOMIC_SEQ_CST); }
template <class T> static inline T atomicExch(T* at, T value) { return __atomic_exchange_n(at, value, __ATOMIC_SEQ_CST); }
template <class T> static inline T atomicCAS(T* at, T expected, T value) {
    __atomic_compare_exchange_n(at, &expected, value, false, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST);
    return expected;
}

static void launch(unsigned blocks, unsigned threads, const std::function<void()>& kernel) {
    gridDim.x = blocks;
    blockDim.x = threads;
    for (unsigned block = 0; block < blocks; block++) {
        std::barrier<> all(threads);
        gate = &all;
        std::vector<std::thread> team;
        for (unsigned thread = 0; thread < threads; thread++)
            team.emplace_back([=, &kernel] { threadIdx.x = thread; blockIdx.x = block; kernel(); });
        for (auto& member : team) member.join();
    }
}
