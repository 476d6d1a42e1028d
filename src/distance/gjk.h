/* The distance of two cores by GJK. */
#ifndef LW_DISTANCE_GJK_H
#define LW_DISTANCE_GJK_H

#include "distance/distance.h"
#include "distance/sides.h"

typedef struct lw_gjk_limits {
    double enough; /* stop once the lower end exceeds this */
    double touch;  /* stop once the upper end is at most this */
} lw_gjk_limits;

/* All in a's frame. The simplex is of points w = b - a. */
typedef struct lw_gjk {
    int count; /* 1 ... 4; 4: it contains the origin */
    bool overlap;
    int iterations;
    double lower; /* of the cores, before rounding: along normal */
    vec3 normal;  /* unit */
    vec3 v;       /* the point of the simplex that is nearest to the origin */
    vec3 w[4];
    vec3 point[2][4];
    uint32_t vertex[2][4];
    double weight[4]; /* of v */
} lw_gjk;

/* Ends of a bracket that are no farther apart have met, and points no farther apart touch. */
double lw_gjk_tolerance(const lw_sides *sides);
double lw_gjk_contact(const lw_sides *sides);

/* Always ends. Limits are on the cores. memory may be NULL. */
void lw_gjk_run(lw_sides *sides, lw_gjk_limits limits, lw_memory *memory, lw_gjk *out);

/* What the next search of the same pair starts from. memory may be NULL. */
void lw_gjk_remember(const lw_sides *sides, const lw_gjk *gjk, lw_memory *memory);

/* The points of a and b that v stands for. */
static inline void lw_gjk_points(const lw_gjk *gjk, vec3 points[2])
{
    for (int s = 0; s < 2; s++) {
        vec3 p = scale(gjk->weight[0], gjk->point[s][0]);
        for (int i = 1; i < gjk->count; i++)
            p = add_scaled(p, gjk->weight[i], gjk->point[s][i]);
        points[s] = p;
    }
}

#endif
