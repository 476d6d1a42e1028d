/* The configuration space of a planner: the joints of one robot or of several, their bounds, the
 * straight line between two configurations (angles the shorter way, rotations by slerp), and its
 * length. */
#ifndef LW_PLAN_CSPACE_H
#define LW_PLAN_CSPACE_H

#include "base/arena.h"
#include "base/random.h"
#include "leeway/leeway.h"

typedef enum lw_column_kind {
    LW_COLUMN_LINE,  /* a number between bounds */
    LW_COLUMN_TURN,  /* an angle without bounds: lines go the shorter way round */
    LW_COLUMN_SPHERE /* the first of four values: a rotation as a quaternion x y z w */
} lw_column_kind;

enum { LW_QUATERNION = 4 };

/* A coordinate of the space: one value of a configuration, or all four of a quaternion. */
typedef struct lw_column {
    lw_column_kind kind;
    size_t at;           /* index of its first value in the configuration */
    double lower, upper; /* bounds; of LW_COLUMN_TURN: -pi and pi */
    bool wraps;          /* readers of a path turn this angle the shorter way (lw_track) */
} lw_column;

typedef struct lw_cspace {
    const lw_scene *scene;
    const lw_joints **joints;
    size_t joints_count;
    size_t value_count;
    lw_column *columns;
    size_t column_count;
} lw_cspace;

/* The arrays live in the arena. Errors: as lw_planner_create. */
lw_status lw_cspace_make(lw_arena *arena, const lw_scene *scene, const lw_plan_space *def,
                         lw_cspace *out, lw_error *error);

/* Copies and checks a configuration. Values outside the bounds by less than 1e-6 are moved to the
 * bounds, and quaternions are normalised. what: its name in the error's sentence, such as "start".
 * Errors: argument (not finite, a quaternion of zeros), limit (farther outside). */
lw_status lw_cspace_take(const lw_cspace *space, const char *what, const double *given, double *out,
                         lw_error *error);

void lw_cspace_sample(const lw_cspace *space, lw_random *random, double *out);

/* The length of the straight line from a to b. */
double lw_cspace_length(const lw_cspace *space, const double *a, const double *b);

/* The point at a share of the line from a to b, 0 to 1. out may be a or b. Angles are continuous from a
 * on, so they may leave -pi to pi. */
void lw_cspace_between(const lw_cspace *space, const double *a, const double *b, double share,
                       double *out);

#endif
