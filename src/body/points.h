/* The points of a cloud: balls of one radius about points, under a bounding volume hierarchy (BVH) that
 * takes a few bytes a point. The points stand in Morton order, and the hierarchy is a complete binary
 * tree over them (body/heap_tree.h). Boxes are stored for the nodes above groups of at most 8 points;
 * the boxes below groups are computed from the points when they are asked for. */
#ifndef LW_BODY_POINTS_H
#define LW_BODY_POINTS_H

#include "body/geometry.h"
#include "body/heap_tree.h"

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

/* The points below a node. */
static inline lw_heap_range lw_points_below(const lw_points *points, uint32_t node)
{
    return lw_heap_below(points->count, node);
}

static inline vec3 lw_point(const lw_points *points, uint32_t i)
{
    if (points->narrow[0])
        return v3((double)points->narrow[0][i], (double)points->narrow[1][i],
                  (double)points->narrow[2][i]);
    return v3(points->wide[0][i], points->wide[1][i], points->wide[2][i]);
}

/* The support value of the balls below a node, and which of them has it. */
double lw_points_support_value(const lw_points *points, uint32_t node, vec3 along, uint32_t *which);

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
