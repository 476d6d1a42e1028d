/* The space in which is planned: configurations of the joints of one robot or of several, their bounds,
 * the straight line between two of them, and its length. */
#ifndef LW_PLAN_CSPACE_H
#define LW_PLAN_CSPACE_H

#include "base/arena.h"
#include "base/random.h"
#include "leeway/leeway.h"

typedef enum lw_column_kind {
    LW_COLUMN_LINE,  /* a number between bounds */
    LW_COLUMN_TURN,  /* an angle that goes on beyond a turn: the shorter way round */
    LW_COLUMN_SPHERE /* the first of four: a rotation as a quaternion x y z w */
} lw_column_kind;

enum { LW_QUATERNION = 4 };

/* A value of a configuration. Those of a quaternion behind its first one are left out. */
typedef struct lw_column {
    lw_column_kind kind;
    size_t at;           /* index in the configuration */
    double lower, upper; /* of a turn: one turn */
    bool wraps;          /* paths are read as turning the shorter way here (lw_track) */
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

/* Errors: argument (NaN), limit (outside the bounds by more than 1e-6). what: "start", for the
 * sentence. Values outside by less are moved to the bounds, rotations made units. */
lw_status lw_cspace_take(const lw_cspace *space, const char *what, const double *given, double *out,
                         lw_error *error);

void lw_cspace_sample(const lw_cspace *space, lw_random *random, double *out);

/* The length of the straight line from a to b. */
double lw_cspace_length(const lw_cspace *space, const double *a, const double *b);

/* The point at a share of the line from a to b, 0 to 1. out may be a or b. Angles go on beyond a turn
 * as seen from a. */
void lw_cspace_between(const lw_cspace *space, const double *a, const double *b, double share,
                       double *out);

#endif
