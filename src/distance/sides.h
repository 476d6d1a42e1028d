/* Two cores as GJK sees them. */
#ifndef LW_DISTANCE_SIDES_H
#define LW_DISTANCE_SIDES_H

#include "shape/convex.h"
#include "shape/polytope.h"

/* Points, segments, triangles and small polytopes are placed in a's frame once
 * and for all, the others with each support. Holds pointers into itself. */
typedef struct lw_side {
    const lw_convex *shape;
    const pose *pose;                /* where it is; NULL: at the identity */
    const pose *at;                  /* the same, but NULL where nothing is left to place */
    bool indexed;                    /* supports have vertex indices */
    uint32_t count;                  /* of points, where these are all there is; else 0 */
    const lw_polytope_block *blocks; /* a small polytope's; else NULL */
    uint32_t block_count;
    vec3 points[3];
    lw_polytope_block placed[LW_POLYTOPE_FEW / 8];
} lw_side;

typedef struct lw_sides {
    lw_side side[2]; /* a, and b as placed */
    double size;     /* no coordinate in a's frame is larger, nor is one of b - a */
} lw_sides;

/* a, b and b_in_a must live as long. */
void lw_sides_make(const lw_convex *a, const lw_convex *b, const pose *b_in_a, lw_sides *out);

/* Ends of a bracket that are no farther apart have met, and points no farther apart touch. */
double lw_sides_tolerance(const lw_sides *sides);
double lw_sides_contact(const lw_sides *sides);

/* Of indexed sides: how many vertices there are, and the one that an index below that stands for. */
uint32_t lw_side_vertex_count(const lw_side *side);
vec3 lw_side_vertex(const lw_side *side, uint32_t index);

/* A point inside, or nearly so. */
vec3 lw_side_middle(const lw_side *side);

#endif
