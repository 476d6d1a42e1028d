/* Two bodies that are made in different ways and should be the same: their distances from a third one.
 */
#ifndef LW_TEST_SAME_DISTANCES_H
#define LW_TEST_SAME_DISTANCES_H

#include "expect.h"

#include "base/random.h"
#include "body/query.h"
#include "math/pose.h"

/* Checks that the distances of `own` from another body, within and without a limit, and with a warm
 * start, are those of its twin, whichever body comes first. at: the other body's pose. slack: relative
 * to the extent. Returns the upper bound. */
static inline double same_distances(lw_random *random, const lw_geometry *own, const lw_geometry *twin,
                                    const lw_geometry *other, pose at, double slack)
{
    const bool swap = lw_random_below(random, 2);
    lw_query query = {.enough = HUGE_VAL, .touch = -1, .b_in_a = swap ? inverse(at) : at};
    lw_bracket found[2], again;
    uint32_t pair[2];
    lw_nearest_elements memory = {0};
    const lw_geometry *a = swap ? other : own;
    const lw_geometry *b = swap ? own : other;
    slack *= own->extent + 1;
    lw_geometry_distance(a, b, &query, &memory, &found[0], pair);
    lw_geometry_distance(swap ? other : twin, swap ? twin : other, &query, NULL, &found[1], pair);
    assert_true(fabs(found[0].upper - found[1].upper) <= slack);
    assert_true(found[0].lower <= found[1].upper + slack);
    assert_true(found[1].lower <= found[0].upper + slack);
    lw_geometry_distance(a, b, &query, &memory, &again, pair);
    assert_true(fabs(again.upper - found[0].upper) <= slack);
    query.enough = lw_random_between(random, 0, 1);
    lw_geometry_distance(a, b, &query, NULL, &again, pair);
    assert_true(again.lower <= found[1].upper + slack);
    assert_true(again.lower >= lesser(query.enough, found[1].lower) - slack);
    return found[0].upper;
}

#endif
