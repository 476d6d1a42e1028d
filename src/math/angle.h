/* Sine, cosine and atan2 with an error of at most 1 ulp, the same bits on every machine: SLEEF's
 * deterministic variants, because a C library's results differ from processor to processor. */
#ifndef LW_MATH_ANGLE_H
#define LW_MATH_ANGLE_H

#include "leeway/leeway.h" /* lw_shorter_turn */

void lw_sincos(double angle, double *sine, double *cosine);

double lw_atan2(double y, double x);

/* Half a turn, in radians, rounded to nearest. */
#define LW_HALF_TURN 3.14159265358979323846

#endif
