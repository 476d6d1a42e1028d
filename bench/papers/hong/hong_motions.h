/* Hong's objects and motions, generated: for the tables of the tool and of the benchmarks. */
#ifndef TOOL_HONG_MOTIONS_H
#define TOOL_HONG_MOTIONS_H

#include "base/random.h"
#include "convex/pcda.h"
#include "shape/polytope.h"

/* K1 = Rz(2 pi s) C1, K2 = start Rz(pi s) C2 + position, s from 0 to 1. */
typedef struct lw_hong_start {
    mat3 rotation;
    lw_quat orientation; /* K2's orientation at the start */
    vec3 position;
} lw_hong_start;

/* Motions with a first contact after their beginning, and motions without contact. */
typedef struct lw_hong_starts {
    lw_hong_start *contact, *free;
    int contacts, frees;
    size_t tries;     /* random starts */
    size_t touching;  /* starts that were in contact already */
    size_t colliding; /* starts that came to a contact; natural share: colliding / (tries - touching) */
} lw_hong_starts;

/* Both bodies at a time, for the search itself: an lw_moves; context: an lw_hong_start. */
void lw_hong_moves(void *context, double at, double until, lw_moving bodies[2]);

/* Both bodies for the public call: an lw_body_states_fn. */
lw_status lw_hong_states(void *context, double at, double until, lw_body_state states[2]);

lw_hong_start lw_hong_start_of(lw_quat orientation, vec3 position);

/* K1 of the first example: a long bar between two hexagons, its axis 22 degrees off their normal. */
lw_status lw_hong_bar(lw_arena *arena, lw_convex *out, lw_error *error);

/* K1 of the other examples: an arm of four rings, tapered. */
lw_status lw_hong_arm(lw_arena *arena, int sides, lw_convex *out, lw_error *error);

/* K2: a prism between two hexagons, its axis 45 degrees off their normal. */
lw_status lw_hong_prism(lw_arena *arena, lw_convex *out, lw_error *error);

/* A random start: any orientation, within reach of K1 in its turn. */
lw_hong_start lw_hong_random_start(lw_random *random);

/* Draws as many starts of each kind as asked for, if `tries` random ones yield them. slab: the search
 * for the two shapes; out: its arrays have room for all starts asked for. */
void lw_hong_draw(const lw_pcda *slab, lw_random *random, size_t tries, int contacts, int frees,
                  lw_hong_starts *out);

/* A polytope as a public shape; lives as long as the polytope. */
lw_shape_def lw_hong_shape(const lw_convex *polytope);

#endif
