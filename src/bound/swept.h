/* Two bodies at either end of an interval, if each of their points went on at the speed that it has at
 * the sample: the linear part of a pair bound (bound/pair_bound.h). A direction along which they are
 * far enough apart at both ends proves the interval. */
#ifndef LW_BOUND_SWEPT_H
#define LW_BOUND_SWEPT_H

#include "bound/pair_bound.h"

/* Where a point p of a body comes to, in the first body's frame: turned p + moved. */
typedef struct lw_swept_map {
    mat3 turned;
    vec3 moved;
} lw_swept_map;

typedef struct lw_swept {
    lw_swept_map map[2][2]; /* of either body, at m + after and at m - before */
    double least[2];        /* how far apart they must be there, along any direction */
    double size;            /* no coordinate is larger */
} lw_swept;

lw_swept lw_swept_make(const lw_pair_bound *bound);

/* A direction n: how far a point p of a body reaches along it at an end, for the second body against
 * it, is along . p and a number that is the same for all points and taken into `least`. */
typedef struct lw_swept_direction {
    vec3 normal;      /* n, unit, in the first body's frame */
    vec3 along[2][2]; /* of either body, in its frame, at either end */
    double least[2];  /* the reaches of both may add up to its negative, at either end */
} lw_swept_direction;

lw_swept_direction lw_swept_direction_of(const lw_swept *swept, vec3 normal);

/* Seeks a direction that proves the interval for the elements below two nodes whose corners are known.
 * normal: in: where the search begins, of any length but zero; out, where there is one: that direction,
 * unit. False: none was found; where none exists, that mostly shows after few steps. */
bool lw_swept_separate(const lw_swept *swept, const lw_geometry *const geometry[2],
                       const lw_node *const node[2], vec3 *normal);

#endif
