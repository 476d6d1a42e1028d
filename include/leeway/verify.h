/* Whether a robot may run a trajectory: one answer, with the first reason why not. And stops: braking
 * motions. */
#ifndef LEEWAY_VERIFY_H
#define LEEWAY_VERIFY_H

#include <leeway/limits.h>
#include <leeway/tolerance.h>

#ifdef __cplusplus
extern "C" {
#endif

/* ---- stops --------------------------------------------------------------------------------------- */

/* Sets a motion to a stop: each joint brakes by itself, as fast as its limits of acceleration and jerk
 * allow, until it rests (a stop of category 1, IEC 60204-1). It begins at time 0 and ends when the last
 * joint rests, in seconds. Without a limit of jerk a joint brakes at its limit of acceleration at once,
 * and `accelerations` do not matter; with one its acceleration falls and rises at this limit, in up to
 * three phases, and it may get faster first if it accelerates at the beginning. Limits of joints that
 * follow a joint (mimic) count for that one, too.
 *
 * joints NULL: the default (lw_scene_joints). values, rates, accelerations: where the joints are, and
 * their derivatives by time (per second, per second^2), lw_joints_value_count numbers each;
 * accelerations NULL: zeros. All other joints rest at the values of the scene. The tolerances of the
 * motion stay. Values outside their limits are no notice: lw_motion_limits tells. Allocates memory.
 * Errors: argument (NaN, a floating joint, joints of another scene; a joint that moves without a limit
 * of acceleration, or faster or with a larger acceleration than its limit), memory. On error everything
 * stands still. */
LW_API lw_status lw_motion_set_stop(lw_motion *motion, const lw_joints *joints, const double *values,
                                    const double *rates, const double *accelerations, lw_error *error);

/* Likewise the stop from a time of another motion of the same scene, whose tolerances it takes over.
 * Where two pieces meet, the earlier one counts. `of` must be in seconds. If it attaches and releases
 * objects, use its stages (lw_motion_stage) and their scenes. Errors: as above, also argument: a time
 * outside the motion, or a floating joint that it moves. */
LW_API lw_status lw_motion_set_stop_at(lw_motion *motion, const lw_motion *of, double time,
                                       lw_error *error);

/* ---- verification -------------------------------------------------------------------------------- */

typedef enum lw_safety_kind {
    LW_SAFETY_SAFE,
    LW_SAFETY_UNSAFE,
    LW_SAFETY_UNDECIDED,
#ifdef LW_DUMMY_KIND
    LW_SAFETY_DUMMY
#endif
} lw_safety_kind;

typedef enum lw_safety_reason {
    LW_SAFETY_REASON_NONE,         /* safe */
    LW_SAFETY_REASON_START,        /* it begins far from where the robot is */
    LW_SAFETY_REASON_START_MOVING, /* a joint has a velocity at the beginning */
    LW_SAFETY_REASON_COLLISION,
    LW_SAFETY_REASON_POSITION, /* this and the next five: a limit of a joint, as in lw_limit_kind */
    LW_SAFETY_REASON_VELOCITY,
    LW_SAFETY_REASON_ACCELERATION,
    LW_SAFETY_REASON_JERK,
    LW_SAFETY_REASON_VELOCITY_JUMP, /* also at an end of a linear motion that does not rest there */
    LW_SAFETY_REASON_ACCELERATION_JUMP,
    LW_SAFETY_REASON_END_MOVING, /* a joint has a velocity at the end */
    LW_SAFETY_REASON_STOP,       /* the stop from a moment of it is in contact, or beyond a limit */
    LW_SAFETY_REASON_BUDGET,     /* this and the next three: undecided, as in lw_reason */
    LW_SAFETY_REASON_PRECISION,
    LW_SAFETY_REASON_STOPPED,
    LW_SAFETY_REASON_TOLERANCE,
    LW_SAFETY_REASON_SAMPLED,
    LW_SAFETY_REASON_SLACK, /* unsafe: robots that are early or late are in contact */
#ifdef LW_DUMMY_KIND
    LW_SAFETY_REASON_DUMMY
#endif
} lw_safety_reason;

/* "safe", "unsafe", "undecided"; "start", "start_moving" and so on. NULL: there is no such kind, no
 * such reason, or LW_SAFETY_REASON_NONE. */
LW_API const char *lw_safety_name(lw_safety_kind kind);
LW_API const char *lw_safety_reason_name(lw_safety_reason reason);

typedef struct lw_verify_options {
    size_t struct_size;
    double start_tolerance; /* how far a joint may be from where the motion begins, radians or metres
                               (default 0.01) */
    const lw_joints *start_joints; /* of `start`; NULL: the default (lw_scene_joints) */
    const double
        *start;     /* where the robot is: lw_joints_value_count values; NULL, and for other joints:
                       where the scene states it is (lw_scene_set_joint, a scene's robot_state) */
    uint64_t stops; /* not 0: the stop from every moment of the motion has to be free, too */
    uint64_t budget_stops;         /* at most so many stops are checked (default 100,000) */
    const lw_check_options *check; /* of each check; NULL: the defaults. Its `limits` count as set */
    double slack; /* how early or late each robot may be, seconds, 0 or more (default 0) */
} lw_verify_options;

static inline lw_verify_options lw_default_verify_options(void)
{
    lw_verify_options options;
    memset(&options, 0, sizeof options);
    options.struct_size = sizeof options;
    options.start_tolerance = 0.01;
    options.budget_stops = 100000;
    return options;
}

/* The answer. Values are in radians or metres, and per second, second^2 or second^3. */
typedef struct lw_safety {
    size_t struct_size;
    lw_safety_kind kind;
    lw_safety_reason reason;
    double time;   /* of the reason, seconds; undecided: until then the motion is free, or, if only
                      stops are undecided, stops_until. Safe: the motion's end */
    int64_t joint; /* at fault at an end, or beyond a limit (lw_scene_joint_info); else -1 */
    size_t part;   /* which of its values, from 0 */
    double value;  /* start: its value there; start_moving, end_moving: its velocity; of a limit: as in
                      lw_violation. Else 0 */
    double limit;  /* of a limit, as in lw_violation; else 0 */
    double robot_at;    /* start: where the robot is; else 0 */
    uint64_t unstated;  /* how many joints that the motion moves were not compared at its beginning,
                           since nothing states where they are */
    uint64_t stops;     /* how many stops were checked */
    double stops_until; /* the stops from all moments before are proven free; without `stops` the
                           beginning */
    int64_t pair[2];    /* slack: a body each of two robots, in the order of robots; else -1 */
    double times[2];    /* slack: the times of the motion at which these robots are where they touch;
                           `time` is the earlier one. They may differ by more than twice the slack where
                           the bodies get deep into each other: then these touch at other times near
                           them, too, which do not */
} lw_safety;
LW_STARTS(lw_safety, lw_default_safety)

/* Whether a robot may run a motion, with its tolerances (leeway/tolerance.h): it begins where the robot
 * is, at rest, is free of collision, keeps all limits of joints, and ends at rest. Reasons at the
 * beginning come first, then the contact or violation that comes first, then the end, then stops. A
 * velocity of up to 1e-6 is rest. A linear motion does not state its velocities: they count at its ends
 * only for joints with a limit of acceleration or jerk, as jumps.
 *
 * stops: every moment of the motion is in an interval for which one stop, from the interval's middle,
 * was checked with a tolerance that contains the stops from all of its moments, so that the answer is
 * proven, not sampled. Intervals are halved until that succeeds. Unsafe by LW_SAFETY_REASON_STOP: the
 * stop from safety.time (lw_motion_set_stop_at) is in contact, or beyond a limit. It is the first one
 * found, and stops from before stops_until are free.
 *
 * slack: each robot is at each time t where the motion has it at t + s, with its own s of at most slack
 * either way, which may change in any way; before the motion and after it the robot stands still. Two
 * robots are free of each other for all of these if they are at all constant delays of at most twice
 * the slack (leeway/delay.h), which is what is proven. A robot by itself stays on its path, so that
 * slack changes nothing between it and what stands still. Not with stops; not where bodies may move
 * (leeway/uncertainty.h). Undecided by LW_SAFETY_REASON_PRECISION or LW_SAFETY_REASON_BUDGET.
 *
 * verdict: NULL, or takes the verdict on the motion, with limits. Allocates memory where lw_check does,
 * and with stops. Not while another thread uses the checker. Errors: argument (a motion that is not in
 * seconds, or of another scene than the checker's; a slack that is negative or no number; with slack
 * and several robots, those of lw_delays_find; with stops, those of lw_motion_set_stop_at, where
 * the motion keeps its limits), those of lw_check, memory. */
LW_API lw_status lw_verify(lw_checker *checker, const lw_motion *motion,
                           const lw_verify_options *options, lw_verdict *verdict, lw_safety *out,
                           lw_error *error);

#ifdef __cplusplus
}
#endif

#endif
