/* The separating axis test (SAT) of two polygons, vectorised: the edge whose slab is the widest. For
 * few vertices: the cost is the product of their numbers. */
#ifndef LW_DISTANCE_PLANE_AXES_H
#define LW_DISTANCE_PLANE_AXES_H

#include "distance/plane/barycode.h"
#include "math/rounding.h"

/* An edge, and the slab between the two polygons along its normal. */
typedef struct lw_axis {
    double key; /* the square of the slab's gap, with the gap's sign; -HUGE_VAL: no edge has a length */
    bool of_b;
    uint32_t edge; /* the edge from the vertex of this index */
} lw_axis;

/* The edge whose slab has the largest gap: where the two overlap, the edge of the penetration depth.
 * Radii are left out. */
void lw_axes_widest(const lw_posed_polygons *p, lw_axis *out);

/* A set of edges of both polygons, which have at most LW_COARSE_MOST each: a bit for each edge. */
typedef struct lw_edge_set {
    uint64_t of_a, of_b;
} lw_edge_set;

/* As lw_axes_widest, over a set of edges; no edge outside the set may have as wide a slab. */
void lw_axes_widest_of(const lw_posed_polygons *p, const lw_edge_set *set, lw_axis *out);

/* The polygon that has the edge, the other one, and the other's pose in the frame of the first. */
typedef struct lw_axis_sides {
    const lw_polygon *one, *other;
    lw_pose2 other_in_one;
} lw_axis_sides;

static inline lw_axis_sides lw_axis_see(const lw_posed_polygons *p, const lw_axis *axis)
{
    /* a table instead of a branch: either is equally likely */
    const lw_polygon *polygons[2] = {p->a, p->b};
    const lw_pose2 poses[2] = {p->b_in_a, inverse2(p->b_in_a)};
    return (lw_axis_sides){polygons[axis->of_b], polygons[!axis->of_b], poses[axis->of_b]};
}

/* 1 where an axis proves that the cores meet, 0 where it proves that they are apart, -1 where rounding
 * decides. */
static inline int lw_axis_meets(const lw_posed_polygons *p, const lw_axis *axis)
{
    double noise = LW_PLANE_ROUNDING * p->size;
    /* both coordinates of a normal may be rounded */
    double least = 2 * LW_UPWARD * noise * noise;
    return axis->key > least ? 0 : axis->key < -least && axis->key > -HUGE_VAL ? 1 : -1;
}

#endif
