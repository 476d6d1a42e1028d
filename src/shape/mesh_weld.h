/* Vertices of a mesh that are meant to be one, and vertices that are meant to lie on an edge. */
#ifndef LW_SHAPE_MESH_WELD_H
#define LW_SHAPE_MESH_WELD_H

#include "base/error.h"
#include "math/vec.h"

/* For each of count vertices the one that stands for it: itself, or one before it at most `tolerance`
 * away. Those that stand for themselves are farther than that from each other. Vertices within half
 * the tolerance of a place, and no others near, become one. Errors: memory. */
lw_status lw_mesh_weld(const vec3 *points, uint32_t count, double tolerance, uint32_t *out,
                       lw_error *error);

/* A vertex on an edge. */
typedef struct lw_edge_point {
    uint32_t edge;   /* which one */
    uint32_t vertex; /* that lies on it, and is neither of its ends */
    double along;    /* how far from its beginning, as a share of its length */
} lw_edge_point;

typedef struct lw_edge_points {
    lw_edge_point *items; /* by edge, from its beginning to its end */
    size_t count, capacity;
} lw_edge_points;

/* Which ends of the edges lie on which others, to within the tolerance. ends: two vertices an edge.
 * Where so many are looked at or found that the time would no longer be near linear, the search stops
 * with what it has. Errors: memory. out is to be freed by the caller in any case. */
lw_status lw_mesh_points_on_edges(const vec3 *points, const uint32_t (*ends)[2], uint32_t edge_count,
                                  double tolerance, lw_edge_points *out, lw_error *error);

#endif
