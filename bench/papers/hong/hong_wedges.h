/* Procedure C of Hong's PCDA as published: five determinants for two wedges. */
#ifndef TOOL_HONG_WEDGES_H
#define TOOL_HONG_WEDGES_H

#include "convex/slab_procedures.h"

enum { LW_WEDGE_FUNCTIONS = 5 };

/* An edge and the third corners of the facets at it, in the body's frame; edge from corner 0 to 1. */
typedef struct lw_wedge {
    vec3 from, edge;
    vec3 side[2]; /* from corner 0 to the third corners */
} lw_wedge;

typedef struct lw_wedges {
    const lw_pcda *slab;
    lw_wedge wedge[2];
    double sign; /* sign that makes the normal point from the first body to the second */
} lw_wedges;

/* Makes two wedges. edges: two vertices of each polytope; normal: in the world, at the sample. False if
 * an edge is not one of the hull's, or lies within a flat facet. */
bool lw_wedges_make(const lw_pcda *slab, const lw_pair_sample *sample, uint32_t edges[2][3],
                    vec3 normal, lw_wedges *out);

/* The determinants (5.1) to (5.5), all positive while the slab separates the bodies; context:
 * lw_wedges. */
void lw_wedges_values(void *context, double at, double *values);

#endif
