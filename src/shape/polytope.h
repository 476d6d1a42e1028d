/* A convex polytope: the hull of points (qhull), with its facets and edges. */
#ifndef LW_SHAPE_POLYTOPE_H
#define LW_SHAPE_POLYTOPE_H

#include "base/arena.h"
#include "math/vec.h"

typedef struct lw_polytope {
    uint32_t vertex_count;
    vec3 *vertices;        /* only the hull's, in the order given */
    uint32_t *given;       /* for each, its index among the points given */
    uint32_t *first_edge;  /* vertex_count + 1 entries into neighbours */
    uint32_t *neighbours;  /* vertices joined by an edge, for hill climbing */
    uint32_t facet_count;  /* triangles; 0 for a point, a segment or a flat polygon */
    uint32_t (*facets)[3]; /* counter-clockwise seen from outside */
    vec3 center;           /* mean of the vertices */
    double extent;         /* largest distance of a vertex from the origin */
} lw_polytope;

/* The hull of count points x y z; flat, straight and single sets of points work too. The arrays live
 * in the arena. Errors: argument (no points, NaN or infinity), memory. */
lw_status lw_polytope_create(lw_arena *arena, const double *points, size_t count, lw_polytope **out,
                             lw_error *error);

#endif
