/* A convex polytope: the hull of points (qhull), with its facets and edges. */
#ifndef LW_SHAPE_POLYTOPE_H
#define LW_SHAPE_POLYTOPE_H

#include "base/arena.h"
#include "math/vec.h"

typedef double lw_lanes __attribute__((vector_size(16)));

/* Eight vertices near each other, side by side for vector registers. */
typedef struct lw_polytope_block {
    lw_lanes x[4], y[4], z[4];
    uint32_t vertex[8]; /* where there are fewer than eight, the first again */
} lw_polytope_block;

/* Spheres around eight blocks, the radii rounded up; where there are fewer, radii that reach nothing.
 */
typedef struct lw_polytope_spheres {
    lw_lanes x[4], y[4], z[4], radius[4];
} lw_polytope_spheres;

enum {
    LW_POLYTOPE_FEW = 4,  /* so few blocks are all looked at */
    LW_POLYTOPE_CELLS = 8 /* of the table of starts, along an edge of the cube of directions */
};

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
    uint32_t block_count;
    lw_polytope_block *blocks; /* all vertices */
    lw_polytope_spheres *spheres;
    uint32_t *starts; /* a vertex far along the middle of each cell of the cube of directions */
} lw_polytope;

/* The cell of a direction: the cube's face, then the cell on it. */
static inline uint32_t lw_polytope_cell(vec3 d)
{
    vec3 size = abs3(d);
    double most = max_component(size);
    double u = most == size.x ? d.y : d.x;
    double v = most == size.x || most == size.y ? d.z : d.y;
    double w = most == size.x ? d.x : most == size.y ? d.y : d.z;
    uint32_t face = (most == size.x ? 0 : most == size.y ? 2 : 4) + (w < 0);
    double scale_to_cells = LW_POLYTOPE_CELLS / (2 * most);
    double half = LW_POLYTOPE_CELLS / 2.0;
    int column = (int)lesser(u * scale_to_cells + half, LW_POLYTOPE_CELLS - 1);
    int row = (int)lesser(v * scale_to_cells + half, LW_POLYTOPE_CELLS - 1);
    return (face * LW_POLYTOPE_CELLS + (uint32_t)row) * LW_POLYTOPE_CELLS + (uint32_t)column;
}

/* The hull of count points x y z; flat, straight and single sets of points work too. The arrays live
 * in the arena. Errors: argument (no points, NaN or infinity), memory. */
lw_status lw_polytope_create(lw_arena *arena, const double *points, size_t count, lw_polytope **out,
                             lw_error *error);

#endif
