/* Random numbers from a seed, the same everywhere (SplitMix64). For tests, benchmarks, planners. */
#ifndef LW_BASE_RANDOM_H
#define LW_BASE_RANDOM_H

#include <stdint.h>

typedef struct lw_random {
    uint64_t state;
} lw_random;

static inline uint64_t lw_random_bits(lw_random *random)
{
    uint64_t z = random->state += 0x9e3779b97f4a7c15u;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return z ^ (z >> 31);
}

/* Uniform in [low, high). */
static inline double lw_random_between(lw_random *random, double low, double high)
{
    return low + (high - low) * ((double)(lw_random_bits(random) >> 11) * 0x1p-53);
}

/* Uniform in 0 to count - 1. */
static inline uint32_t lw_random_below(lw_random *random, uint32_t count)
{
    return (uint32_t)((lw_random_bits(random) >> 32) * count >> 32);
}

/* 0 to count - 1 in a random order, all orders equally likely. */
static inline void lw_random_order(lw_random *random, uint32_t *order, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++) {
        uint32_t k = lw_random_below(random, i + 1);
        order[i] = order[k];
        order[k] = i;
    }
}

#endif
