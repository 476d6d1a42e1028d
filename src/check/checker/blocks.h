/* Blocks of poses (lanes/lanes.h) beside the search over time: what they leave of a piece is searched.
 */
#ifndef LW_CHECK_CHECKER_BLOCKS_H
#define LW_CHECK_CHECKER_BLOCKS_H

#include "check/checker/checker.h"
#include "lanes/lanes.h"

/* The lanes of a checker, which has some: until the second call they tell of the times at which they
 * pose everything, as the options ask; it counts these. */
lw_lanes *lw_blocks_begin(lw_checker *checker);
void lw_blocks_end(lw_checker *checker);

/* Searches what they have left, LW_MOST_REST parts at most. begin: of the piece. */
void lw_blocks_search(lw_time_search *search, size_t piece, double begin, const lw_unproven *left,
                      size_t count);

#endif
