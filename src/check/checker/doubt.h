/* What bodies that are not known exactly take off the gap of a pair (scene/frozen.h), beside the
 * paddings that lw_pair_at adds for what they have moved.
 *
 * A body whose points are p(t) in the motion is at o + R (p(t) - o) + d, where R turns by at most phi.
 * With r = p - o, a direction n of length 1 and D the body's displacement in the sample's interval,
 *
 *     n . (R - I) r(t) <= phi |n x r(t)| + phi^2 |r(t)| / 2
 *                      <= phi |n x r(m)| + phi D + phi^2 (|r(m)| + D) / 2,
 *
 * as R - I = sin a [w] + (1 - cos a) [w]^2 for a turn by a about w. The first term is that of
 * lw_tube_spin, the others are `bend`. */
#ifndef LW_CHECK_CHECKER_DOUBT_H
#define LW_CHECK_CHECKER_DOUBT_H

#include "check/checker/checker.h"

/* What a pair's bodies may be off by, added up, in the sample's interval. */
typedef struct lw_pair_doubt {
    double displacement; /* any point, at most */
    double slack;        /* the part of it that does not shrink with the interval */
    double bend;         /* what tubes leave out */
} lw_pair_doubt;

lw_pair_doubt lw_doubt_of_pair(lw_checker *checker, const lw_pair *pair);

/* How much farther the bodies of a pair may have moved at the end of the sample's interval than at its
 * beginning. */
double lw_doubt_moved(const lw_checker *checker, const lw_pair *pair);

/* The point in the world about which a body may be turned. */
vec3 lw_doubt_origin(const lw_checker *checker, int32_t body);

/* How far the points of a robot's body are off at most, in the sample's interval: turned, shifted
 * beyond its padding. And those of obstacles beyond their boxes. */
double lw_doubt_of_body(lw_checker *checker, uint32_t body);
double lw_doubt_of_obstacles(const lw_checker *checker);

#endif
