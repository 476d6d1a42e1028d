/* A body and all obstacles of a scene as one item of the search over time: the obstacles that may come
 * near it at a sample, by the balls that cover it. */
#ifndef LW_CHECK_CHECKER_CROWD_H
#define LW_CHECK_CHECKER_CROWD_H

#include "check/checker/checker.h"

/* Lists in checker->broad_phase.obstacles, in no order, the obstacles that may come within a distance
 * of a body, which has a cover, while the body's displacement from the sample is at most `travel`.
 * Obstacles that it leaves out do not come so near. still: out, the number that may come so near
 * without travel; NULL: not counted. Returns their count; a count above `most` means that there may be
 * more. */
size_t lw_crowd_list(lw_checker *checker, uint32_t body, double distance, double travel, size_t most,
                     size_t *still);

/* The obstacle whose box is nearest to a ball of a body's cover at the sample; of several, the first.
 * LW_ALL_OBSTACLES: the body is paired with none. */
uint32_t lw_crowd_nearest(lw_checker *checker, uint32_t body);

/* Visits the pairs of a body, which has a cover, with the obstacles that may come within a distance in
 * the sample's interval, in order, until `visit` returns false. Obstacles that it leaves out do not
 * come so near. divides: the interval may be divided; if they are so many that dividing is better,
 * returns false and visits none. `visit` must not list the obstacles near a body. */
bool lw_crowd_visit(lw_checker *checker, uint32_t body, double distance, bool divides,
                    lw_pair_visit visit, void *context);

/* lw_time_bound.visit_group of bounds in space, where contacts are sought. */
bool lw_space_visit_group(lw_time_search *search, lw_item item, bool divides, lw_item_visit visit,
                          void *context);

#endif
