/* A test of whether two posed bodies are within a distance of each other: the boolean test of grown
 * geometry (Baginski, section 2: geometry that is grown by a distance on all sides). */
#ifndef LW_BODY_GROWN_H
#define LW_BODY_GROWN_H

#include "body/query.h"

/* The warm start that the last test of a pair leaves for the next one. It changes how long a test
 * takes; it changes an answer only where rounding decides. Zeroed: nothing known. */
typedef struct lw_grown_memory {
    lw_nearest_elements met; /* the elements that were within the distance, if any were */
    lw_meter *work; /* whose units tests take; where they are used up, the answer is true. NULL:
                      none are counted */
} lw_grown_memory;

/* False: all points of a are more than `distance` (>= 0, metres) from all points of b, in spite of all
 * posing and rounding in this function. True: some are at most that far apart, or so little more that
 * rounding hides it. b_in_a: the pose of b's frame in a's. memory may be NULL. Surfaces only: a body
 * wholly inside a solid of the other counts as apart here (lw_geometry_contained finds it). */
bool lw_geometry_within(const lw_geometry *a, const lw_geometry *b, pose b_in_a, double distance,
                        lw_grown_memory *memory);

#endif
