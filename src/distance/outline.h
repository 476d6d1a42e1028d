/* Two convex outlines edge by edge: the depth where they overlap, the test of separating axes, and the
 * distance where nothing cleverer came to an end. */
#ifndef LW_DISTANCE_OUTLINE_H
#define LW_DISTANCE_OUTLINE_H

#include "distance/barycode.h"

/* The least way out of the cores, and the features that touch last, all in a's frame. */
typedef struct lw_way_out {
    double gap;  /* of the slab between them; 0 or less where they meet */
    vec2 normal; /* unit, from a to b */
    vec2 points[2];
} lw_way_out;

/* Over all edges of both, the one whose normal parts the cores most, or lets b out soonest; for two
 * points, the line between them. Costs the sum of their vertices. */
void lw_outline_way_out(const lw_placed *p, lw_way_out *out);

/* The separating-axis test over all edges and all vertices, radii left out: false is proven as in
 * lw_barycode_meets. Meant for few vertices. */
bool lw_outline_sat(const lw_placed *p);

/* The distance of the cores by every vertex against every edge: exact, and slow. */
void lw_outline_distance(const lw_placed *p, lw_search *out);

#endif
