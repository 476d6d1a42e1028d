/* A body and all obstacles of a scene as one item of the search over time: the obstacles that may come
 * near it at a sample, by the balls that cover it. */
#ifndef LW_CHECK_CHECKER_CROWD_H
#define LW_CHECK_CHECKER_CROWD_H

#include "check/checker/checker.h"

/* Lists in checker->broad_phase.obstacles, in no order, the obstacles that may come as near to a body,
 * which has a cover, as a distance, where the body travels no farther than that from where it is at the
 * sample. Those that it leaves out do not. still: out, how many come as near
 * without any travel; NULL: not counted. Ends with more than `most` where there are more than so many.
 */
size_t lw_crowd_list(lw_checker *checker, uint32_t body, double distance, double travel, size_t most,
                     size_t *still);

/* The obstacle of which the box comes nearest to a ball of a body's cover at the sample, the first one
 * of those that come as near; LW_ALL_OBSTACLES: the body is paired with none. */
uint32_t lw_crowd_nearest(lw_checker *checker, uint32_t body);

/* Visits the pairs of a body, which has a cover, with the obstacles that may come as near as a distance
 * in the sample's interval, in order, until `visit` returns false. Those that it leaves out do not.
 * divides: whether the interval may be divided. Then false where there are so many that this is better,
 * and none is visited. A visit must not ask for the obstacles near a body. */
bool lw_crowd_visit(lw_checker *checker, uint32_t body, double distance, bool divides,
                    lw_pair_visit visit, void *context);

/* lw_time_bound.visit_group of bounds in space, where contacts are sought. */
bool lw_space_visit_group(lw_time_search *search, lw_item item, bool divides, lw_item_visit visit,
                          void *context);

#endif
