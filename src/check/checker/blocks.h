/* Blocks of eight poses (lanes/lanes.h) beside the search over time, which searches the parts that they
 * leave. */
#ifndef LW_CHECK_CHECKER_BLOCKS_H
#define LW_CHECK_CHECKER_BLOCKS_H

#include "check/checker/checker.h"
#include "lanes/lanes.h"

/* lw_blocks_begin returns the lanes of a checker, which must have some. Until lw_blocks_end they pass
 * the times of their poses to the caller's function (lw_check_options.sample); lw_blocks_end counts
 * these. */
lw_lanes *lw_blocks_begin(lw_checker *checker);
void lw_blocks_end(lw_checker *checker);

/* Searches the parts that blocks have left, at most LW_MOST_REST. begin: the beginning of the piece. */
void lw_blocks_search(lw_time_search *search, size_t piece, double begin, const lw_unproven *left,
                      size_t count);

#endif
