/* Welding: vertices of a mesh that are meant to be one, and vertices meant to lie on an edge. */
#ifndef LW_SHAPE_MESH_WELD_H
#define LW_SHAPE_MESH_WELD_H

#include "base/error.h"
#include "math/vec.h"

/* out: for each of count vertices the vertex that stands for it, itself or an earlier one at most
 * `tolerance` away. Vertices that stand for themselves are farther than that from each other. Vertices
 * within half the tolerance of a point, with no others near, become one. Errors: memory. */
lw_status lw_mesh_weld(const vec3 *points, uint32_t count, double tolerance, uint32_t *out,
                       lw_error *error);

/* A vertex on an edge. */
typedef struct lw_edge_point {
    uint32_t edge;
    uint32_t vertex; /* lies on the edge, and is neither of its ends */
    double along;    /* its distance from the edge's beginning, as a share of the edge's length */
} lw_edge_point;

typedef struct lw_edge_points {
    lw_edge_point *items; /* sorted by edge, then by their place along the edge */
    size_t count, capacity;
} lw_edge_points;

/* Finds the ends of edges that lie on other edges, to within the tolerance. ends: two vertices an edge.
 * The search stops with the points found so far where it would no longer take near-linear time. Errors:
 * memory. The caller frees out->items in any case. */
lw_status lw_mesh_points_on_edges(const vec3 *points, const uint32_t (*ends)[2], uint32_t edge_count,
                                  double tolerance, lw_edge_points *out, lw_error *error);

#endif
