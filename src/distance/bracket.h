/* The answer of a distance query, and the warm start that it leaves for the next one. */
#ifndef LW_DISTANCE_BRACKET_H
#define LW_DISTANCE_BRACKET_H

#include <stdint.h>

#include "math/vec.h"

/* All vectors in the frame of the first shape. */
typedef struct lw_bracket {
    double lower; /* proven by normal: min over b minus max over a of normal . p, lowered by rounding */
    double upper; /* the distance of the points; 0 where the shapes meet */
    vec3 points[2]; /* on the surfaces, radii included */
    vec3 normal;    /* unit, from a to b, the direction that proves lower; zero where lower is 0 */
    int32_t features[2];
    uint32_t feature[2][3]; /* indices (lw_support) of the vertices whose hull has the point, for
                               polytopes, triangles, segments and boxes: I1 and I2 in Hong's (5.6),
                               where features are N1 and N2 */
} lw_bracket;

/* The warm start that a query leaves behind for the next one of the same pair. Zeroed: none. It changes
 * how long a query takes; the checker clears it for every motion, because it may change last bits. */
typedef struct lw_warm_start {
    vec3 direction;
    uint32_t count;
    uint32_t vertex[2][4];
} lw_warm_start;

#endif
