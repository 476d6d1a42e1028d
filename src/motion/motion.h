/* A compiled motion: each variable of the scene as a spline, a polynomial for each piece of time.
 * Within a piece every coordinate is smooth; velocities may jump from piece to piece. */
#ifndef LW_MOTION_MOTION_H
#define LW_MOTION_MOTION_H

#include "base/arena.h"
#include "scene/frozen.h"

enum { LW_DEGREE = 9 }; /* the highest degree of a polynomial */

/* The memory of a track's arrays. It is kept from motion to motion and grows where it must. */
typedef struct lw_track_memory {
    LW_LIST(double) numbers; /* times, then coefficients */
    LW_LIST(pose) slots;
    LW_LIST(int32_t) variables;
    LW_LIST(size_t) floating;
} lw_track_memory;

/* One robot's motion on its own grid of times. Polynomials are in u = (t - times[k]) / (times[k+1] -
 * times[k]). */
typedef struct lw_motion_track {
    lw_joints joints; /* a copy without its list, which the caller may have freed */
    size_t piece_count;
    double *times;   /* piece_count + 1, increasing */
    double last;     /* after this time the robot stands still */
    bool approaches; /* the first piece is the approach (motion/approach.h) */
    int degree;
    size_t column_count;   /* how many variables the joints have */
    int32_t *variables;    /* column -> variable of the scene */
    double *coefficients;  /* piece_count x column_count x (degree + 1), lowest power first */
    size_t floating_count; /* floating joints among them */
    size_t *floating;      /* indices of these joints in the frozen scene */
    pose *slots;           /* piece_count x floating_count x LW_FLOATING_SLOTS: `before` of each slot */
    lw_track_memory memory; /* of these arrays */
} lw_motion_track;

/* A piece of the merged grid of all tracks. */
typedef struct lw_motion_piece {
    double begin, end;
} lw_motion_piece;

/* An angle that a path turns the shorter way round, or a heading that is taken literally and turns the
 * longer way: the first such turn, and their count. */
typedef struct lw_motion_turn {
    const char *joint; /* of the motion's chains */
    bool literal;      /* the longer way */
    bool approaches;   /* waypoint 0 is the beginning of an approach */
    size_t waypoint;   /* the waypoint before the first such turn */
    double from, to;   /* the angle's values at this waypoint and at the next */
    double way;        /* the shorter way */
    size_t times;
} lw_motion_turn;

/* Notices of repairs, omissions and assumptions when the motion was set. Sentences about turns are
 * written when they are read, so that a planner's segments do not pay for them. */
typedef struct lw_motion_notices {
    LW_LIST(char) sentences; /* one after another, each with a zero at its end */
    size_t count;            /* number of sentences */
    size_t left_out;         /* further sentences, which are only counted */
    LW_LIST(lw_motion_turn) turns;
    bool any; /* there are notices or turns */
} lw_motion_notices;

/* Bounds on a variable, which the motion's setter asked for. */
typedef struct lw_value_bounds {
    int32_t variable;
    double lower, upper;
} lw_value_bounds;

/* How far each variable of a real motion may be from the value that this motion gives it: at each time
 * constant + per_speed times the magnitude of its rate. */
typedef struct lw_tolerances {
    double *constant, *per_speed; /* per variable */
    bool by_speed;                /* some per_speed is above 0 */
    double numbers[];             /* of both arrays */
} lw_tolerances;

enum { LW_TRACK_BEFORE = -1, LW_TRACK_AFTER = -2 }; /* at rest before, after the track's times */

typedef struct lw_stages lw_stages;

struct lw_motion {
    const lw_scene *scene;
    lw_chains *chains;     /* of the scene, retained */
    lw_notice_fn listener; /* who gets its notices; NULL: nobody */
    void *listener_context;
    lw_motion_notices notices; /* a stage has none */
    bool seconds;
    double begin, end;
    double length;     /* of the whole motion, in a stage of it too: tolerances refer to the whole */
    size_t stage;      /* which stage of a motion this is; else 0 */
    lw_stages *stages; /* NULL: nothing is attached or released on the way */
    lw_interpolation interpolation;
    LW_LIST(lw_motion_track) tracks; /* items keep their memory from motion to motion */
    LW_LIST(lw_motion_piece) pieces;
    LW_LIST(int64_t) piece_of_track; /* piece x track: the track's own, or LW_TRACK_BEFORE / AFTER */
    LW_LIST(double) rows;            /* the two waypoints of a segment */
    LW_LIST(lw_value_bounds) bounds; /* motion/value_bounds.h */
    LW_LIST(double) approach;        /* a track with its approach, while it is compiled */
    bool is_segment;    /* set to a segment without floating joints, and nothing else was set since */
    double *rest;       /* per variable: its value where no track moves it */
    lw_pose *rest_pose; /* per joint, floating ones only: its pose where no track moves it */
    bool *own_rest;     /* per joint: the motion itself has set its value */
    lw_tolerances *tolerances; /* NULL: the real motion is this one; in a stage: the whole motion's */
};

/* Set a motion to tracks that the caller compiles. lw_motion_begin makes it stand still, with room for
 * `count` tracks. The caller writes motion->tracks and their count, `seconds` and `interpolation`, and
 * passes the status of this work to lw_motion_end, which completes the motion. Errors: memory; those of
 * lw_motion_set, after which the motion stands still. */
lw_status lw_motion_begin(lw_motion *motion, size_t count, lw_error *error);
lw_status lw_motion_end(lw_motion *motion, lw_status status, lw_error *error);

/* The value and the rate, its first derivative by time, of each variable at time t of a piece; and
 * bounds, rounded up, on the magnitudes of the first and second derivatives over [t - half, t + half],
 * which lies within that piece. */
typedef struct lw_coordinates {
    double *value, *rate;
    double *rate_bound, *acceleration_bound;
    double *magnitude;  /* the value errs by at most 64 times 2^-53 of this */
    double *rate_error; /* the rate is off by at most this */
    double *slack;      /* bound, rounded up, on how far a real motion's value is from this one's at the
                           same time, anywhere in the interval; only set if `slackens` */
    bool slackens;      /* the motion has tolerances */
} lw_coordinates;

void lw_motion_coordinates(const lw_motion *motion, size_t piece, double t, double half,
                           lw_coordinates *out);

/* A number that is at least the magnitude of each variable at all times of a piece. */
double lw_motion_magnitude(const lw_motion *motion, size_t piece);

/* Takes memory for so many variables; false when it ran out. */
bool lw_coordinates_take(lw_arena *arena, size_t count, lw_coordinates *out);

/* The values of all variables at eight times of a piece: values[variable * LW_TIMES + i]. */
enum { LW_TIMES = 8 };
void lw_motion_values(const lw_motion *motion, size_t piece, const double times[LW_TIMES],
                      double *values);

/* Whether every polynomial is a constant: in a motion of one piece everything then has the same pose,
 * to the bit, at all times. */
bool lw_motion_is_still(const lw_motion *motion);

/* The time at a share of the motion, part / whole of it; never after its end. */
static inline double lw_motion_time(const lw_motion *motion, double part, double whole)
{
    return lesser(motion->end, motion->begin + (motion->end - motion->begin) * part / whole);
}

/* Puts at least one time in order, each once, and returns how many they are. */
size_t lw_times_sort(double *times, size_t count);

/* The value of one variable, with the bits of lw_coordinates.value. */
double lw_motion_value(const lw_motion *motion, size_t piece, double t, int32_t variable);

/* The `before` poses of a floating joint's slots during a piece. */
void lw_motion_slots(const lw_motion *motion, size_t piece, size_t joint,
                     pose slots[LW_FLOATING_SLOTS]);

/* The piece that a time is in; of two that meet there, the later. */
size_t lw_motion_piece_at(const lw_motion *motion, double time);

/* The segment of its own path or trajectory that the robot (-1: any) is in during a piece. */
int64_t lw_motion_segment(const lw_motion *motion, size_t piece, int64_t robot);

#endif
