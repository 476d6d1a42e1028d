/* The smallest distances of a motion beside very many obstacles: a body and all obstacles are one item
 * of the search over time (check/checker/crowd.h), and one sample proves a part of the interval for it.
 */
#ifndef LW_CHECK_ASK_CROWD_CLEARANCE_H
#define LW_CHECK_ASK_CROWD_CLEARANCE_H

#include "check/checker/checker.h"
#include "check/search/time_search.h"

/* Whether the search by such items pays, and is allowed: not if pairs have targets of their own. */
bool lw_crowd_clearance_suits(const lw_checker *checker);

/* As lw_space_slabs, but a body and all obstacles are one item in place of many pairs. */
extern const lw_time_bound lw_space_slabs_of_crowds;

#endif
