/* Motions in the plane, of bodies that each hang on one planar joint or stand still: their own, much
 * faster road. */
#ifndef LW_CHECK_PLANAR_H
#define LW_CHECK_PLANAR_H

#include "check/checker.h"

/* As the method `bisection`; of a scene that has flat bodies. */
void lw_check_planar(lw_checker *checker);

/* Lowers each of the smallest distances to what the motion's is, as far as the budget goes. Those of
 * pairs: of all pairs (each false: [1] inside robots, [0] the rest), or of each by itself. */
void lw_planar_smallest(lw_checker *checker, lw_smallest *smallest, bool each);

#endif
