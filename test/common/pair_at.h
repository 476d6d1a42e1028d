/* A pair of a scene by its index. */
#ifndef LW_TEST_PAIR_AT_H
#define LW_TEST_PAIR_AT_H

#include "scene/frozen.h"

static inline lw_pair pair_at(const lw_frozen *frozen, size_t index)
{
    return lw_frozen_pair(frozen, lw_frozen_pair_at(frozen, index));
}

#endif
