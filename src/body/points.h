/* The points of a cloud: balls of one radius about points, under a bounding volume hierarchy (BVH) that
 * takes a few bytes a point. The points stand in Morton order. The hierarchy is a complete binary tree
 * over them in heap order: node i has the children 2 i + 1 and 2 i + 2, and the points below a node are
 * neighbours in memory, so that no node stores where they are. Boxes are stored for the nodes above
 * groups of at most 8 points; the boxes below groups are computed from the points when they are asked
 * for. */
#ifndef LW_BODY_POINTS_H
#define LW_BODY_POINTS_H

#include "body/geometry.h"

typedef struct lw_point_grid lw_point_grid; /* body/point_grid.h */

/* A box about the centres of balls, rounded outwards. */
typedef struct lw_point_box {
    float low[3], high[3];
} lw_point_box;

struct lw_points {
    uint32_t count;   /* at least 1 */
    uint32_t stored;  /* how many nodes, from the root on, have a box in `boxes` */
    double radius;    /* of each ball */
    double growth;    /* by which the box of a node is grown on each side, beside the radius */
    float *narrow[3]; /* coordinates, where all are floats; NULL: `wide` has them */
    double *wide[3];
    lw_point_box *boxes;
    const lw_point_grid *grid;
};

/* The points that lie below a node: from `first` on, before `end`. */
typedef struct lw_point_range {
    uint32_t first, end;
} lw_point_range;

/* The depth of a node: the root's is 0. */
static inline int lw_point_depth(uint32_t node)
{
    return 31 - __builtin_clz(node + 1);
}

/* The number of points before a slot. The deepest level has 2^depth slots. Its leaves fill the first of
 * these; each leaf on the level above takes two slots. */
static inline uint32_t lw_points_before(uint32_t slot, uint32_t deepest)
{
    return slot <= deepest ? slot : deepest + (slot - deepest) / 2;
}

static inline lw_point_range lw_points_below(const lw_points *points, uint32_t node)
{
    const int depth = lw_point_depth(2 * points->count - 2);
    const uint32_t deepest = 2 * points->count - (1U << depth); /* leaves on the deepest level */
    const int below = depth - lw_point_depth(node);
    const uint32_t place = node + 1 - (1U << (depth - below)); /* among the nodes of its level */
    return (lw_point_range){lw_points_before(place << below, deepest),
                            lw_points_before((place + 1) << below, deepest)};
}

static inline vec3 lw_point(const lw_points *points, uint32_t i)
{
    if (points->narrow[0])
        return v3((double)points->narrow[0][i], (double)points->narrow[1][i],
                  (double)points->narrow[2][i]);
    return v3(points->wide[0][i], points->wide[1][i], points->wide[2][i]);
}

/* Whether a node is the lowest stored one above its points: an inner node whose children are computed.
 */
static inline bool lw_is_group(const lw_geometry *geometry, uint32_t node)
{
    return geometry->points && node + 1 < geometry->point_count &&
           2 * node + 1 >= geometry->points->stored;
}

/* The support value of the balls below a node, and which of them has it. */
double lw_group_support_value(const lw_points *points, uint32_t node, vec3 along, uint32_t *which);

/* Takes the geometry of a cloud: `count` distinct, finite points, x, y and z of each, 1 to 2^30 - 1 of
 * them. They are copied. Costs O(n log n) in time, 16 bytes a point beside the geometry while it is
 * built, and at most 36 bytes a point in the arena, 24 if all coordinates are floats, and the
 * grid (body/point_grid.h). Errors: memory.
 */
lw_status lw_points_geometry(lw_arena *arena, const double *vertices, size_t count, double radius,
                             lw_geometry **out, lw_error *error);

/* Calls `visit` with the index of each point whose distance from `about` is at most `within`, up to
 * rounding, until it returns true. Returns whether it did. */
typedef bool (*lw_point_visit)(void *context, uint32_t point);
bool lw_points_near(const lw_points *points, vec3 about, double within, lw_point_visit visit,
                    void *context);

/* The distance of a place from the nearest point, and that point; `within` if none is nearer. */
double lw_points_nearest(const lw_points *points, vec3 at, double within, uint32_t *which);

/* The largest depth of a place in a ball of the cloud; 0: it lies in none. */
double lw_points_depth(const lw_points *points, vec3 at, uint32_t *which);

/* The first fault of the order, the boxes and the numbers, as half a sentence; NULL: there is none. */
const char *lw_points_fault(const lw_points *points);

#endif
