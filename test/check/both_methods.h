/* Tests that run once for each method; and once more for slab in scenes of two convex bodies, which
 * would otherwise be left to PCDA. Set-up functions choose. */
#ifndef LW_TEST_BOTH_METHODS_H
#define LW_TEST_BOTH_METHODS_H

#include "one_joint.h"

static lw_method method; /* the method under test */

static int use_bisection(void **state)
{
    (void)state;
    method = LW_METHOD_BISECTION;
    return 0;
}

static int use_slab(void **state)
{
    (void)state;
    method = LW_METHOD_SLAB;
    return 0;
}

static int use_slab_search(void **state)
{
    one_more_obstacle = true;
    return use_slab(state);
}

#endif
