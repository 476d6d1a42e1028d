/* The limits and the state of a search by GJK. */
#ifndef LW_DISTANCE_GJK_STATE_H
#define LW_DISTANCE_GJK_STATE_H

#include "distance/proxy.h"

/* Early exits of a search. */
typedef struct lw_gjk_limits {
    double enough; /* stop once the lower bound exceeds this */
    double touch;  /* stop once the upper bound is at most this */
} lw_gjk_limits;

/* All in a's frame. The simplex has the points w = b - a; w and point may be unset where the shapes do
 * not overlap. */
typedef struct lw_gjk {
    int count; /* 1 to 4; 4: it contains the origin */
    bool overlap;
    int iterations;
    double lower; /* of the cores' distance, along normal; the rounding error is not yet taken off */
    vec3 normal;  /* unit */
    vec3 v;       /* the point of the simplex that is nearest to the origin */
    vec3 w[4];
    vec3 point[2][4];
    uint32_t vertex[2][4];
    double weight[4]; /* of v */
    vec3 nearest[2];  /* the points of a and b whose difference is v */
} lw_gjk;

/* Sets nearest from weights and points: the sums of Hong's (5.6), where the weights are lambdas. */
static inline void lw_gjk_weigh(lw_gjk *gjk)
{
    for (int s = 0; s < 2; s++) {
        vec3 p = scale(gjk->weight[0], gjk->point[s][0]);
        for (int i = 1; i < gjk->count; i++)
            p = add_scaled(p, gjk->weight[i], gjk->point[s][i]);
        gjk->nearest[s] = p;
    }
}

#endif
