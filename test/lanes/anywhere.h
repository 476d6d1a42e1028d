/* Random places in a cube about the origin. */
#ifndef LW_TEST_ANYWHERE_H
#define LW_TEST_ANYWHERE_H

#include "base/random.h"
#include "leeway/leeway.h"

static inline lw_vec3 anywhere(lw_random *random, double size)
{
    return (lw_vec3){lw_random_between(random, -size, size), lw_random_between(random, -size, size),
                     lw_random_between(random, -size, size)};
}

#endif
