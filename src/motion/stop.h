/* Stops: how one variable of a motion brakes until it rests.
 *
 * A variable at the rate v with the acceleration a brakes by the limits A of its acceleration and J of
 * its jerk. Without a limit of jerk it has the acceleration -sign(v) A for the time |v| / A. With one
 * its acceleration goes at the rate -sJ to -sp, stays there, and goes at the rate sJ to 0, where s is
 * the sign of v + a |a| / (2 J), the rate that would be left if the acceleration went straight to 0.
 * Mirrored so that s = 1, the three phases change the rate by (a^2 - p^2) / (2 J), -p t2 and
 * -p^2 / (2 J). Their sum is -v: if t2 = 0 then p^2 = J v + a^2 / 2, and if that is above A^2 then p =
 * A and t2 takes the rest. The phases last t1 = (a + p) / J, t2 and t3 = p / J.
 *
 * How a stop depends on where it begins. Let x(t) be the rate at the time t of the stop from (v, a).
 * Phase by phase, with T = t1 + t2 + t3 the end of the stop,
 *
 *     phase 1: x = v + a t - J t^2 / 2                  dx/dv = 1   dx/da = t, at most t1
 *     phase 2: x = v + (a^2 - A^2) / (2 J) - A (t - t1) dx/dv = 1   dx/da = a / J + A / J = t1
 *     phase 3: x = J (T - t)^2 / 2                      dx/dv = J (T - t) dT/dv, likewise by a,
 *
 * and in phase 3 J (T - t) <= p, dT/dv = 1 / p, dT/da = (a + p) / (J p) = t1 / p, both if t2 = 0, where
 * T = (a + 2 p) / J with dp/dv = J / (2 p) and dp/da = a / (2 p), and if p = A. So dx/dv falls from 1
 * and dx/da from t1 to 0, linearly in t. x is continuous in (v, a), also where s changes its sign: both
 * stops are then a third phase alone. Integrals over t bound how the position depends on v and a:
 *
 *     0 <= dx/dv <= 1      0 <= dx/da <= t1
 *     0 <= dq/dv <= t1 + t2 + t3 / 2      0 <= dq/da <= t1 (t1 / 2 + t2 + t3 / 2).
 *
 * Without a limit of jerk t1 = t3 = 0 and t2 = |v| / A. */
#ifndef LW_MOTION_STOP_H
#define LW_MOTION_STOP_H

#include "motion/motion.h"

/* Where a variable is. */
typedef struct lw_variable_state {
    double value, rate, acceleration;
} lw_variable_state;

/* The limits by which a variable brakes: those of its joint, and of joints that follow it, in the
 * variable's own measure. Infinite: none. */
typedef struct lw_brake {
    double acceleration, jerk;
} lw_brake;

lw_brake lw_brake_of(const lw_motion *motion, int32_t variable);

/* Whether all joints that a motion moves have a limit of acceleration, and none is floating. Error
 * argument. */
lw_status lw_stop_check_joints(const lw_motion *of, lw_error *error);

/* Up to three phases of constant jerk, each a polynomial in the share u of its duration. */
enum { LW_STOP_PHASES = 3, LW_STOP_DEGREE = 3 };
typedef struct lw_stop_phases {
    int count;
    double durations[LW_STOP_PHASES];
    double c[LW_STOP_PHASES][LW_STOP_DEGREE + 1];
} lw_stop_phases;

lw_stop_phases lw_stop_phases_of(lw_variable_state from, lw_brake brake);

/* Bounds, rounded up, on how far stops from rates up to `rate` and accelerations up to `acceleration`
 * depend on where they begin: the derivatives of the value and of its rate, at any time of the stop. */
typedef struct lw_stop_change {
    double value_by_rate, value_by_acceleration;
    double rate_by_acceleration; /* by the rate it is at most 1 */
} lw_stop_change;

lw_stop_change lw_stop_change_of(double rate, double acceleration, lw_brake brake);

#endif
