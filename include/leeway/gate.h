/* A gate for commands: it stands between a source of waypoints (a learned policy, a teleoperator, a
 * planner) and the robot's controller, and lets pass what is proven to be safe, its stop included. */
#ifndef LEEWAY_GATE_H
#define LEEWAY_GATE_H

#include <leeway/limits.h>
#include <leeway/tolerance.h>

#ifdef __cplusplus
extern "C" {
#endif

/* A gate has the memory of all its calls. For one thread at a time. */
typedef struct lw_gate lw_gate;

/* Start from lw_default_gate_options(). Arrays have lw_joints_value_count values, in radians or metres,
 * and per second^2 or second^3. They are read while the gate is made. */
typedef struct lw_gate_options {
    size_t struct_size;
    const lw_joints *joints; /* that waypoints are about; NULL: the default (lw_scene_joints). All other
                                joints rest at the values that the scene has */
    double period;           /* seconds from one waypoint to the next, above 0 (default 0.02) */
    size_t points;           /* the most waypoints that a chunk has (default 64) */
    const double *stop_acceleration;   /* the largest deceleration of a stop, above 0; NULL: the joints'
                                          limits of acceleration */
    const double *stop_jerk;           /* the largest jerk of a stop, above 0 or infinite; NULL: the
                                          joints' limits of jerk */
    const double *tolerance;           /* how far the robot may be from the motion: the constants of */
    const double *tolerance_per_speed; /* lw_motion_set_tolerance, and its per_speed; NULL: zeros */
    double start_tolerance;        /* the first waypoint may be so far from where the robot is (default
                                      infinite) */
    const lw_check_options *check; /* of the checks; NULL: the defaults. Their budgets hold for all
                                      checks of one call together. `any`, `limits`, `clearance`,
                                      `leaving`, claims, steps and samples are left out */
} lw_gate_options;

static inline lw_gate_options lw_default_gate_options(void)
{
    lw_gate_options options;
    memset(&options, 0, sizeof options);
    options.struct_size = sizeof options;
    options.period = 0.02;
    options.points = 64;
    options.start_tolerance = HUGE_VAL;
    return options;
}

/* Makes a gate for robots of a frozen scene, with the memory of chunks of options.points waypoints. The
 * limits of joints are the scene's. The scene must live until the gate is given another one, or is
 * destroyed. options NULL: the defaults. Errors: argument (a number that is out of its range, a
 * floating joint, joints of another scene, a joint that has no limit of acceleration where
 * stop_acceleration is NULL, check options), name (the scene has several robots and `joints` is NULL),
 * state (the scene is not frozen), memory. */
LW_API lw_status lw_gate_create(const lw_scene *scene, const lw_gate_options *options, lw_gate **out,
                                lw_error *error);
LW_API void lw_gate_destroy(lw_gate *gate);

/* One question to a gate. Start from lw_default_gate_request(). Rows have one number for each value of
 * the joints. */
typedef struct lw_gate_request {
    size_t struct_size;
    double time;          /* now, seconds of a clock that never runs backwards */
    const double *values; /* where the robot is now: one row */
    const double *rates;  /* and its velocities: one row */
    const double *points; /* the chunk: `count` rows; row k, from 0, is for (k + 1) periods from now */
    const double *velocities; /* at these waypoints, `count` rows; NULL: by differences, see below */
    size_t count;             /* 1 to options.points */
    const lw_scene *scene;    /* the scene of now: a frozen copy of the gate's (lw_scene_copy), or its
                                 original; NULL: nothing has changed since the last call, which is an
                                 error where something may move (leeway/uncertainty.h) */
} lw_gate_request;
LW_STARTS(lw_gate_request, lw_default_gate_request)

typedef enum lw_gate_kind {
    LW_GATE_STOP, /* no waypoint may pass */
    LW_GATE_PASS, /* some first waypoints may pass, perhaps all */
#ifdef LW_DUMMY_KIND
    LW_GATE_DUMMY
#endif
} lw_gate_kind;

/* Why no more waypoints pass. */
typedef enum lw_gate_reason {
    LW_GATE_REASON_NONE,          /* all pass */
    LW_GATE_REASON_CONTACT,       /* the way to the next waypoint is in contact */
    LW_GATE_REASON_POSITION,      /* it is beyond a limit of position, */
    LW_GATE_REASON_VELOCITY,      /* of velocity, which the robot itself may violate, */
    LW_GATE_REASON_ACCELERATION,  /* or of acceleration */
    LW_GATE_REASON_STOP_CONTACT,  /* no room to stop: the stop from the next waypoint is in contact */
    LW_GATE_REASON_STOP_POSITION, /* or it is beyond a limit of position */
    LW_GATE_REASON_STOP_VELOCITY, /* or, while its acceleration falls, of velocity */
    LW_GATE_REASON_START,         /* the first waypoint is too far from the robot */
    LW_GATE_REASON_BUDGET,        /* a budget ran out, or lw_check_options.stop ended the call */
    LW_GATE_REASON_UNDECIDED,     /* neither contact nor freedom could be shown: LW_REASON_PRECISION or
                                     LW_REASON_TOLERANCE */
    LW_GATE_REASON_INPUT,         /* the request cannot be used: the error says why */
#ifdef LW_DUMMY_KIND
    LW_GATE_REASON_DUMMY
#endif
} lw_gate_reason;

/* "stop", "pass"; "contact", "position" and so on. NULL: there is no such kind, no such reason, or
 * LW_GATE_REASON_NONE. */
LW_API const char *lw_gate_name(lw_gate_kind kind);
LW_API const char *lw_gate_reason_name(lw_gate_reason reason);

/* The answer. Times are in seconds from now. */
typedef struct lw_gate_answer {
    size_t struct_size;
    lw_gate_kind kind;
    lw_gate_reason reason;
    uint64_t passed;          /* so many first waypoints pass; 0: stop */
    double time;              /* of the contact or violation; undecided: until then it is free */
    int64_t pair[2];          /* contact: the bodies (lw_scene_body_name), else -1 */
    int64_t joint;            /* of a limit or of `start` (lw_scene_joint_info), else -1 */
    size_t part;              /* which of its values, from 0 */
    double value, limit;      /* as in lw_violation; start: the waypoint, and where the robot is */
    uint64_t proven;          /* 1: lw_gate_motion is proven free in the scene of now, from now on */
    double begun;             /* how long ago lw_gate_motion began: it is now at the time `begun` */
    double end;               /* the time of lw_gate_motion at which the robot rests */
    uint64_t checks, queries; /* how many motions were checked, and their distance queries */
    uint64_t work;            /* and their units of work: at most budget_work of the check options */
} lw_gate_answer;
LW_STARTS(lw_gate_answer, lw_default_gate_answer)

/* Asks for the longest first part of a chunk that is proven to be safe: it is free of collision with
 * the tolerance, keeps the limits of position, velocity and acceleration of all joints that it moves,
 * and from its last waypoint the stop is free and keeps the limits of position and velocity.
 *
 * The motion. Each joint follows cubic polynomials of Hermite, as ROS's trajectory controllers do:
 * from the robot's value and velocity now through the waypoints, at each with the velocity given, or
 * else by central differences: (next - previous) / (2 period), where the robot's value comes before the
 * first waypoint; at the last waypoint (last - previous) / period. Values are taken literally: no joint
 * turns the shorter way. The way to a waypoint is the same whether the next ones pass or not. Then each
 * joint brakes by itself, as in lw_motion_set_stop. A robot that follows another curve through the
 * waypoints has to stay within the tolerance of this one. Jerk and jumps of acceleration are limited in
 * stops alone, if stop_jerk or the joints say so.
 *
 * Pass: lw_gate_motion is this motion: the part that passes, from now on, and the stop from its end. A
 * caller whose next request comes late, or is not passed, follows it to its end.
 *
 * Stop: lw_gate_motion is a stop. Of these it is the first that applies: the stop from where the robot
 * is now, if it is proven; the motion that passed last, if the robot is within 1e-6 and the constant
 * tolerance of it; the stop from where the robot is. `proven` tells whether it is free in the scene of
 * now. If the state in the request is not finite, it is the motion that passed last, and not proven.
 *
 * error: why the reason is LW_GATE_REASON_INPUT. The call then returns the same status, and *out is
 * a stop; if the scene cannot be used the gate stays with its own, and nothing is proven. All other
 * answers return LW_OK. Input errors: argument (NaN, infinity or numbers above 1e9,
 * no waypoint or too many, a time before the last one, a scene with other robots), state (a scene that
 * is not frozen). Errors without an answer: argument (no gate, request or place for the answer).
 *
 * Takes no lock, and allocates nothing, unless more than the poses of obstacles differs in
 * request.scene: then the gate makes a new checker. Equal calls give equal answers, except with
 * budget_seconds and `stop`. */
LW_API lw_status lw_gate_check(lw_gate *gate, const lw_gate_request *request, lw_gate_answer *out,
                               lw_error *error);

/* The scene that the gate is of: the last one that it was given and could use. */
LW_API const lw_scene *lw_gate_scene(const lw_gate *gate);

/* The motion that the last answer speaks of; NULL: there is none, since the first request could not be
 * used. It lives until the gate's next call. lw_motion_joint_values reads it at any time. */
LW_API const lw_motion *lw_gate_motion(const lw_gate *gate);

#ifdef __cplusplus
}
#endif

#endif
