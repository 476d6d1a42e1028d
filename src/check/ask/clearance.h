/* The smallest distances of a motion. */
#ifndef LW_CHECK_ASK_CLEARANCE_H
#define LW_CHECK_ASK_CLEARANCE_H

#include "check/checker/checker.h"

/* After a free verdict: brackets the smallest distances. */
void lw_check_clearance(lw_checker *checker);

/* Lowers each of the checker's smallest distances to the motion's, as far as the budget goes: those of
 * its near pairs, or where there are none the two of all pairs. */
void lw_find_smallest(lw_checker *checker);

#endif
