/* Hong's objects and motions, generated: for the tables of the tool and of the benchmarks. */
#ifndef TOOL_HONG_MOTIONS_H
#define TOOL_HONG_MOTIONS_H

#include "base/random.h"
#include "check/slab.h"
#include "shape/polytope.h"

/* K1 = Rz(2 pi s) C1, K2 = start Rz(pi s) C2 + position, s from 0 to 1. */
typedef struct lw_hong_start {
    mat3 rotation;
    vec3 position;
} lw_hong_start;

/* An lw_moves; context: an lw_hong_start. */
void lw_hong_moves(void *context, double at, double until, lw_moving bodies[2]);

/* A prism between two hexagons, skewed. */
lw_status lw_hong_cylinder(lw_arena *arena, double degrees, lw_convex *out, lw_error *error);

/* A bar along x of four rings, tapered. */
lw_status lw_hong_arm(lw_arena *arena, int sides, lw_convex *out, lw_error *error);

lw_hong_start lw_hong_random_start(lw_random *random);

/* Motions with a first contact after their beginning, and such without contact, as many of each as
 * asked if `tries` random ones yield them: contact[0 ... counts[0]), then free[0 ... counts[1]). */
void lw_hong_starts(const lw_slab *slab, lw_random *random, int tries, const int asked[2],
                    lw_hong_start *starts[2], int counts[2]);

#endif
