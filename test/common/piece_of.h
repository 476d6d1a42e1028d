/* The piece of a motion that an interval lies in. */
#ifndef LW_TEST_PIECE_OF_H
#define LW_TEST_PIECE_OF_H

#include "expect.h"
#include "motion/motion.h"

static inline size_t piece_of(const lw_motion *motion, double from, double to)
{
    for (size_t i = 0; i < motion->pieces.count; i++)
        if (motion->pieces.items[i].begin <= from && to <= motion->pieces.items[i].end)
            return i;
    fail_msg("[%.17g, %.17g] is in no piece", from, to);
    return 0;
}

#endif
