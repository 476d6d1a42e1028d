/* The linear part of the swept volumes of two bodies: where they are at either end of an interval if
 * each of their points goes on at its velocity at the sample. That is the linear part of a pair bound
 * too (bound/pair_bound.h). A direction along which the bodies are far enough apart at both ends proves
 * the interval. */
#ifndef LW_BOUND_SWEPT_H
#define LW_BOUND_SWEPT_H

#include "bound/pair_bound.h"

/* The place that a point p of a body comes to, in the first body's frame: turned p + moved. */
typedef struct lw_swept_map {
    mat3 turned;
    vec3 moved;
} lw_swept_map;

typedef struct lw_swept {
    lw_swept_map map[2][2]; /* per body: where its points are at m + after and at m - before */
    double least[2]; /* how far apart the bodies must be at either end along a direction, the same for
                        all directions; rounding errors included */
    double size;     /* no coordinate is larger */
    const lw_tube *tube; /* deviations, which move the points farther; NULL: there are none */
} lw_swept;

lw_swept lw_swept_make(const lw_pair_bound *bound);

/* A direction n, prepared for both bodies. The reach of a point p along n at an end, or against n for
 * the second body, is along . p plus a number that is the same for all points of the body, which
 * `least` makes up for. */
typedef struct lw_swept_direction {
    vec3 normal;      /* n, unit, in the first body's frame */
    vec3 along[2][2]; /* per body, in its frame, and per end */
    double least[2]; /* n proves the interval if the largest products along . p of both bodies add up to
                        at most -least, at both ends; each with lw_tube_reach of its points */
    const lw_tube *tube; /* as in lw_swept */
} lw_swept_direction;

lw_swept_direction lw_swept_direction_of(const lw_swept *swept, vec3 normal);

/* Seeks a direction that proves the interval for the elements below two nodes that have corners.
 * normal: in, where the search begins, of any length but zero; out, if there is one, that direction,
 * unit. False: none was found; if none exists, that mostly shows after few steps. */
bool lw_swept_separate(const lw_swept *swept, const lw_geometry *const geometry[2],
                       const lw_node *const node[2], vec3 *normal);

#endif
