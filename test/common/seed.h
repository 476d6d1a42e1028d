/* The seed of the random tests: LEEWAY_SEED if it is set, otherwise a fixed one, so that a failure can
 * be repeated. It is printed once, so that a failure names it. */
#ifndef LW_TEST_SEED_H
#define LW_TEST_SEED_H

#include <inttypes.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

static inline uint64_t test_seed(void)
{
    const char *given = getenv("LEEWAY_SEED");
    uint64_t seed = given ? strtoull(given, NULL, 0) : 20240607;
    printf("seed: LEEWAY_SEED=%" PRIu64 "\n", seed);
    return seed;
}

/* The number of rounds of a random test: few in a short run, many with LEEWAY_LONG. */
static inline int test_rounds(int few, int many)
{
    return getenv("LEEWAY_LONG") ? many : few;
}

/* The number of motions of a random test; LEEWAY_MOTIONS may set any number from 1,000 on. */
static inline int test_motion_count(int few, int many)
{
    const char *asked = getenv("LEEWAY_MOTIONS");
    int count = asked ? atoi(asked) : test_rounds(few, many);
    return count > 1000 ? count : 1000;
}

#endif
