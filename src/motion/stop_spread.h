/* How the stops from an interval of moments of a motion differ from the stop from its middle.
 *
 * Let B(t, tau) be where a variable is at the time tau of the stop from the moment t. On a piece of the
 * motion B is Lipschitz continuous in t, and by the chain rule, with the bounds of motion/stop.h,
 *
 *     |dB/dt| <= |q'| + |q''| dq/dv + |q'''| dq/da.
 *
 * Without a limit of jerk dB/dt = q' + q'' w, where w = min(tau, |q'| / A) is from 0 to |q'| / A, so
 * that |dB/dt| <= |q'| max(1, |1 + s q'' / A|) with s the sign of q'. At the end of the stop, where w =
 * |q'| / A, it is |q'| |1 + s q'' / A|: while a motion brakes as fast as it can, all stops end at one
 * place.
 *
 * The stops from the moments within h of m are thus within h times the largest such bound of B(m, tau),
 * at each tau: the tolerance for a check of the stop from m. After its end the stop rests, and so do
 * the others, within the same tolerance. A tolerance by speed grows with the speed of each stop, which
 * differs from that of the middle's by at most h (|q''| + |q'''| dv/da). */
#ifndef LW_MOTION_STOP_SPREAD_H
#define LW_MOTION_STOP_SPREAD_H

#include "motion/stop.h"

typedef struct lw_range {
    double low, high;
} lw_range;

/* The ranges of the first three derivatives by time of a variable over an interval. */
typedef struct lw_stop_rates {
    lw_range rate, acceleration, jerk;
} lw_stop_rates;

/* Those of a column of a track, between two times of one of its pieces. */
lw_stop_rates lw_stop_rates_of(const lw_motion_track *track, size_t column, size_t piece, double begin,
                               double end);

typedef struct lw_stop_spread {
    bool moves;
    double value;   /* how far the values are from those of the middle's stop, at any time */
    double rate;    /* likewise the rates */
    lw_range reach; /* where the variable is during the stops, beyond where the motion itself is */
} lw_stop_spread;

/* half: half the length of the interval; value: the variable's in its middle; stop: the variable's
 * track in the stop from there; NULL: it rests. All bounds are rounded up. */
lw_stop_spread lw_stop_spread_of(const lw_stop_rates *rates, lw_brake brake, double half, double value,
                                 const lw_motion_track *stop);

#endif
