/* The limits of joints: whether a motion keeps them, exactly, at all times. */
#ifndef LEEWAY_LIMITS_H
#define LEEWAY_LIMITS_H

#include <leeway/check.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef enum lw_limit_kind {
    LW_LIMIT_POSITION,
    LW_LIMIT_VELOCITY,
    LW_LIMIT_ACCELERATION,
    LW_LIMIT_JERK,
    LW_LIMIT_VELOCITY_JUMP, /* the velocity jumps, of a joint with a limit of acceleration or jerk */
    LW_LIMIT_ACCELERATION_JUMP, /* the acceleration jumps, of a joint with a limit of jerk */
#ifdef LW_DUMMY_KIND
    LW_LIMIT_DUMMY
#endif
} lw_limit_kind;

/* "position", "velocity", "acceleration", "jerk", "velocity_jump", "acceleration_jump"; NULL: there is
 * no such kind. */
LW_API const char *lw_limit_name(lw_limit_kind kind);

/* A stretch of time, as long as can be, in which a value of a joint is beyond one limit; or a moment
 * at which its velocity or acceleration jumps, and `begin` and `end` are equal. Values are in radians
 * or metres, and per second, second^2 or second^3; times are the motion's. */
typedef struct lw_violation {
    lw_limit_kind kind;
    size_t joint;      /* for lw_scene_joint_info */
    size_t part;       /* which of its values, from 0: x, y, theta of a planar joint; else 0 */
    int64_t segment;   /* of the path or trajectory at `begin`, from 0; an approach is one (lw_track);
                          -1: no track moves the joint */
    double begin, end; /* the value is beyond the limit from begin to end */
    double time;       /* when it is farthest beyond */
    double value;      /* its value then; of a jump: the value after it minus the value before */
    double limit;      /* the limit on this side, with its sign; of a jump: 0 */
} lw_violation;

/* Finds where a motion violates the limits of joints: of all joints of the scene, those that mimic and
 * those at rest too. Positions: of revolute and prismatic joints. If the motion is in seconds also
 * velocities, accelerations and jerks, of all joints but floating ones, where the joint has such a
 * limit; on each piece they are the derivatives of its polynomials, whose extrema are found between
 * the zeros of their own derivatives, not by samples. Where two pieces meet, and where a track ends
 * before the motion does, the velocity must not jump if the joint has a limit of acceleration or jerk,
 * nor the acceleration if it has a limit of jerk. The first and the last velocity of the motion may be
 * anything.
 *
 * slack, >= 0: violations by less are none. Positions may be beyond a limit by `slack`, other values by
 * this share of their limit, and jumps may be this share of the larger of the two values. Beside it
 * only rounding is let pass: 2^-42 of the sum of the polynomial's terms. LW_LIMITS_SLACK is what files
 * and messages round by.
 *
 * Writes the first `room` violations, by the time of their begin, to out (NULL where room is 0), and
 * the number of all to *count. Allocates nothing. Any thread. Errors: argument. */
#define LW_LIMITS_SLACK 1e-6
LW_API lw_status lw_motion_limits(const lw_motion *motion, double slack, lw_violation *out, size_t room,
                                  size_t *count, lw_error *error);

/* How fast each value of a joint changes at a time of a motion: its derivative by time (per second; of
 * a path by t), where two pieces meet that of the later one. 1 or 3 numbers; none for a fixed or
 * floating joint. Any thread. Errors: argument (no such joint, a time outside the motion). */
LW_API lw_status lw_motion_joint_rates(const lw_motion *motion, size_t joint, double time,
                                       double *rates, lw_error *error);

#ifdef __cplusplus
}
#endif

#endif
