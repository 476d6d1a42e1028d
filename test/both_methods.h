/* Tests that run once for each method that searches by halving; set-up functions choose it. */
#ifndef LW_TEST_BOTH_METHODS_H
#define LW_TEST_BOTH_METHODS_H

#include "leeway/leeway.h"

static lw_method method; /* the method under test */

static int use_bisection(void **state)
{
    (void)state;
    method = LW_BISECTION;
    return 0;
}

static int use_slab(void **state)
{
    (void)state;
    method = LW_SLAB;
    return 0;
}

#endif
