/* A convex polytope: the hull of points (qhull), with its facets. */
#ifndef LW_SHAPE_POLYTOPE_H
#define LW_SHAPE_POLYTOPE_H

#include "base/arena.h"
#include "math/simd.h"

/* Eight points side by side (SIMD): x, y, z. */
typedef struct lw_polytope_block {
    union {
        double each[3][8];
        lw_doubles_2 twos[3][4];
        lw_doubles_4 fours[3][2];
    };
    uint32_t vertex[8]; /* the vertices' indices; if there are fewer than eight, the first repeats */
} lw_polytope_block;

/* The blocks that hold the support vertices of all directions of a cell. */
typedef struct lw_polytope_cell {
    uint32_t first, count;
} lw_polytope_cell;

enum { LW_POLYTOPE_FEW = 32 /* up to this number of vertices, all are tried */ };

typedef struct lw_polytope {
    uint32_t vertex_count;
    vec3 *vertices;        /* of the hull, in the order in which the points were given */
    uint32_t *given;       /* per vertex: its index among the points that were given */
    uint32_t facet_count;  /* triangles; 0 for a point, a segment or a flat polygon */
    uint32_t (*facets)[3]; /* counter-clockwise seen from outside */
    vec3 center;           /* mean of the vertices */
    bool is_centered;      /* the origin serves as the middle, and needs no rotation to pose */
    double extent;         /* largest distance of a vertex from the origin */
    uint32_t block_count;
    lw_polytope_block *blocks; /* all vertices where they are few; else the blocks of the cells */
    uint32_t cells_along;    /* number of cells along an edge of the cube of directions; 0: the vertices
                                are few */
    vec3 stretch;            /* scales directions to find their cells */
    lw_polytope_cell *cells; /* cells_along^2 for each face of the cube */
} lw_polytope;

/* Point at % 8 of block at / 8. */
static inline vec3 lw_block_point(const lw_polytope_block *blocks, uint32_t at)
{
    const lw_polytope_block *block = &blocks[at / 8];
    return v3(block->each[0][at % 8], block->each[1][at % 8], block->each[2][at % 8]);
}

/* The hull of count points x y z, which may lie in a plane, on a line or all in one place. The arrays
 * live in the arena. Errors: argument (no points, NaN or infinity), memory. */
lw_status lw_polytope_create(lw_arena *arena, const double *points, size_t count, lw_polytope **out,
                             lw_error *error);

/* lw_polytope_create in two steps. lw_hull_find takes most of the time and no arena, so that several
 * threads can find hulls at once; lw_polytope_from_hull takes its result and the same points. */
typedef struct lw_found_hull {
    bool *keep;            /* per point: a vertex; NULL: nothing was found */
    uint32_t (*facets)[3]; /* indices of points, oriented as a polytope's */
    size_t facet_count;
} lw_found_hull;

/* Finds a hull, which lw_found_hull_free frees; where it fails there is nothing to free. Errors:
 * argument (no points, NaN or infinity), memory. */
lw_status lw_hull_find(const double *points, size_t count, lw_found_hull *out, lw_error *error);
void lw_found_hull_free(lw_found_hull *hull);

/* Errors: memory. */
lw_status lw_polytope_from_hull(lw_arena *arena, const double *points, size_t count,
                                const lw_found_hull *hull, lw_polytope **out, lw_error *error);

#endif
