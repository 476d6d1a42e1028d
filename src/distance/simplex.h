/* The point of a simplex that is nearest to the origin. */
#ifndef LW_DISTANCE_SIMPLEX_H
#define LW_DISTANCE_SIMPLEX_H

#include "math/vec.h"

/* v = sum of weight[i] w[index[i]], indices ascending, no weight below zero. count 4: the origin
 * is inside. v's direction is good to a few ulps even where its length is far below the points'
 * rounding, because it is computed as perpendicular to the face or edge that it belongs to. */
typedef struct lw_nearest {
    int count;
    int index[4];
    double weight[4];
    vec3 v;
    double square; /* of v's length */
} lw_nearest;

/* count: 1 ... 4 points, known to within noise. For 4, the origin counts as inside only if its weights
 * bring it back to within noise. */
void lw_simplex_nearest(const vec3 *w, int count, double noise, lw_nearest *out);

/* The same by trying every corner, edge and face: slow, for when rounding misled the other. */
void lw_simplex_nearest_of_all(const vec3 *w, int count, double noise, lw_nearest *out);

/* Weights of count <= 3 points, corrected by what they are off v. */
void lw_simplex_correct(const vec3 *w, int count, vec3 v, double *weight);

#endif
