/* The distance of two cores by GJK. */
#ifndef LW_DISTANCE_GJK_H
#define LW_DISTANCE_GJK_H

#include "distance/distance.h"
#include "shape/polytope.h"

/* A core as GJK sees it. Points, segments, triangles and small polytopes are placed in a's frame once
 * and for all, the others with each support. Holds pointers into itself. */
typedef struct lw_side {
    const lw_convex *shape;
    const pose *pose;                /* where it is; NULL: at the identity */
    const pose *at;                  /* the same, but NULL where nothing is left to place */
    bool indexed;                    /* supports have vertex indices */
    uint32_t count;                  /* of points, where these are all there is; else 0 */
    const lw_polytope_block *blocks; /* a small polytope's; else NULL */
    const lw_polytope_block *names;  /* the same before they were placed, for their vertices */
    uint32_t block_count;
    vec3 points[3];
    lw_polytope_block placed[LW_POLYTOPE_FEW / 8];
} lw_side;

typedef struct lw_sides {
    lw_side side[2]; /* a, and b as placed */
    double size;     /* no coordinate in a's frame is larger, nor is one of b - a */
} lw_sides;

typedef struct lw_gjk_limits {
    double enough; /* stop once the lower end exceeds this */
    double touch;  /* stop once the upper end is at most this */
} lw_gjk_limits;

/* All in a's frame. The simplex is of points w = b - a. */
typedef struct lw_gjk {
    int count; /* 1 ... 4; 4: it contains the origin */
    bool overlap;
    int iterations;
    double lower; /* of the cores, before rounding: along normal, which is any nonzero length */
    vec3 normal;
    vec3 v; /* the point of the simplex that is nearest to the origin */
    vec3 w[4];
    vec3 point[2][4];
    uint32_t vertex[2][4];
    double weight[4]; /* of v */
} lw_gjk;

/* a, b and b_in_a must live as long. */
void lw_sides_make(const lw_convex *a, const lw_convex *b, const pose *b_in_a, lw_sides *out);

/* Ends of a bracket that are no farther apart have met, and points no farther apart touch. */
double lw_gjk_tolerance(const lw_sides *sides);
double lw_gjk_contact(const lw_sides *sides);

/* A side's extreme point along a direction, in a's frame. */
vec3 lw_side_support(const lw_side *side, vec3 direction, uint32_t *vertex);

/* The vertex that an index stands for, which must be one; indexed sides only. */
vec3 lw_side_vertex(const lw_side *side, uint32_t index);

/* Always ends. Limits are on the cores. memory may be NULL. */
void lw_gjk_run(lw_sides *sides, lw_gjk_limits limits, lw_memory *memory, lw_gjk *out);

/* What the next search of the same pair starts from. memory may be NULL. */
void lw_gjk_remember(const lw_sides *sides, const lw_gjk *gjk, lw_memory *memory);

/* The points of a and b that v stands for. */
void lw_gjk_points(const lw_gjk *gjk, vec3 points[2]);

#endif
