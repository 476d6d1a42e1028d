/* Random directions, for tests that need nothing else from certify.h. */
#ifndef LW_TEST_RANDOM_UNIT_H
#define LW_TEST_RANDOM_UNIT_H

#include "base/random.h"
#include "math/vec.h"

static inline vec3 random_unit(lw_random *random)
{
    for (;;) {
        vec3 v = v3(lw_random_between(random, -1, 1), lw_random_between(random, -1, 1),
                    lw_random_between(random, -1, 1));
        if (norm2(v) > 0.01 && norm2(v) < 1)
            return scale(1 / norm(v), v);
    }
}

#endif
