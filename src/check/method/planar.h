/* Checks of motions in the plane, for bodies that each have one planar joint or stand still. They are
 * much faster than those in space. */
#ifndef LW_CHECK_METHOD_PLANAR_H
#define LW_CHECK_METHOD_PLANAR_H

#include "check/checker/checker.h"

/* Checks like the method `bisection`, for a scene that has flat bodies. */
void lw_check_planar(lw_checker *checker);

/* As lw_checker_visit, for the whole motion. */
void lw_planar_visit(lw_checker *checker, double distance, lw_pair_visit visit, void *context);

/* Finds the motion's smallest distances for the checker, as far as the budget goes. */
void lw_planar_smallest(lw_checker *checker);

#endif
