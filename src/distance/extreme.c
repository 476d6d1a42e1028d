/* The extreme points of two sides' difference, compiled for two kinds of processors. */
#include "distance/extreme.h"

#include "distance/side_support.h"

vec3 lw_side_support(const lw_side *side, vec3 direction, uint32_t *vertex)
{
    return side_support(side, direction, vertex, false);
}

static void extreme_of_twos(const lw_sides *sides, vec3 direction, lw_extreme *out)
{
    find_extreme(sides, direction, out, false);
}

LW_WIDE static void extreme_of_fours(const lw_sides *sides, vec3 direction, lw_extreme *out)
{
    find_extreme(sides, direction, out, true);
}

void lw_sides_extreme(const lw_sides *sides, vec3 direction, lw_extreme *out)
{
    if (lw_has_wide())
        extreme_of_fours(sides, direction, out);
    else
        extreme_of_twos(sides, direction, out);
}
