/* The point of a simplex that is nearest to the origin. */
#ifndef LW_DISTANCE_SIMPLEX_H
#define LW_DISTANCE_SIMPLEX_H

#include "math/vec.h"

/* v = sum of weight[i] w[index[i]], indices ascending, no weight below zero. count 4: the origin
 * is inside. v's direction is good to a few ulps even where its length is far below the points'
 * rounding error, because v is computed as perpendicular to its face or edge. */
typedef struct lw_nearest {
    int count;
    int index[4];
    double weight[4];
    vec3 v;
    double square; /* of v's length */
} lw_nearest;

/* count: 1 to 4 points, with a rounding error each. For 4, the origin counts as inside only if the
 * weighted sum of the points is the origin within the rounding error. */
void lw_simplex_nearest(const vec3 *w, int count, double rounding, lw_nearest *out);

/* As lw_simplex_nearest, by trying every corner, edge and face: slow, for simplices on which rounding
 * misled the other. */
void lw_simplex_nearest_of_all(const vec3 *w, int count, double rounding, lw_nearest *out);

/* Corrects the weights of count <= 3 points by the distance of their weighted sum from v. */
void lw_simplex_correct(const vec3 *w, int count, vec3 v, double *weight);

#endif
