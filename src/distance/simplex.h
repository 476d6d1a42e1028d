/* The point of a simplex that is nearest to the origin. */
#ifndef LW_DISTANCE_SIMPLEX_H
#define LW_DISTANCE_SIMPLEX_H

#include "math/vec.h"

/* v = sum of weight[i] w[index[i]], indices ascending, no weight zero or less. count 4: the origin
 * is inside. v's direction is good to a few ulps even where its length is far below the points'
 * rounding, because it is computed as perpendicular to the face or edge that it belongs to. */
typedef struct lw_nearest {
    int count;
    int index[4];
    double weight[4];
    vec3 v;
    double square; /* of v's length */
} lw_nearest;

/* count: 1 ... 4 points. For 4, the origin counts as inside only if its weights bring it back to
 * within tolerance. w[count - 1] should be the newest. */
void lw_simplex_nearest(const vec3 *w, int count, double tolerance, lw_nearest *out);

/* The same by trying every corner, edge and face: slow, for when rounding misled the other. */
void lw_simplex_nearest_of_all(const vec3 *w, int count, lw_nearest *out);

#endif
