/* The smallest distances of a motion. */
#ifndef LW_CHECK_ASK_CLEARANCE_H
#define LW_CHECK_ASK_CLEARANCE_H

#include "check/checker/checker.h"

/* After a free verdict: brackets the smallest distances. */
void lw_check_clearance(lw_checker *checker);

/* Finds the motion's smallest distances, as far as the budget goes: one for each of the checker's near
 * pairs, or if there are none the two over all pairs. */
void lw_find_smallest(lw_checker *checker);

#endif
