/* Procedure C of Hong's PCDA as published: five determinants for two wedges. Each body is replaced by
 * the wedge of the two facets at its edge. While the determinants (5.1) to (5.4) keep their signs, the
 * common normal n = e1 x e2 stays inside both wedges, and each edge supports its convex body along n.
 * While the determinant (5.5) keeps its sign too, the edges do not touch, and n separates the bodies.
 * The paper prints the number (5.1) twice; the first formula of this number is the function of
 * procedures A and B. The determinants are written in the first body's frame, where its edge rests. */
#include "hong/hong_wedges.h"

#include "shape/polytope.h"

/* Finds the wedge at an edge; false if the edge is not one of the hull's, or is within a flat facet. */
static bool find_wedge(const lw_convex *shape, const uint32_t ends[2], lw_wedge *out)
{
    if (shape->core != LW_CORE_POLYTOPE)
        return false;
    const lw_polytope *polytope = shape->polytope;
    out->from = polytope->vertices[ends[0]];
    out->edge = sub(polytope->vertices[ends[1]], out->from);
    int found = 0;
    for (uint32_t i = 0; i < polytope->facet_count; i++) {
        const uint32_t *facet = polytope->facets[i];
        int on = 0;
        uint32_t third = facet[0];
        for (int k = 0; k < 3; k++) {
            if (facet[k] == ends[0] || facet[k] == ends[1])
                on++;
            else
                third = facet[k];
        }
        if (on != 2)
            continue;
        if (found == 2)
            return false;
        out->side[found++] = sub(polytope->vertices[third], out->from);
    }
    return found == 2;
}

void lw_wedges_values(void *context, double at, double *values)
{
    const lw_wedges *w = context;
    const lw_wedge *a = &w->wedge[0];
    const lw_wedge *b = &w->wedge[1];
    lw_pair_sample sample;
    lw_pcda_sample(w->slab, at, at, &sample);
    pose b_in_a = relative(sample.bodies[0].pose, sample.bodies[1].pose);
    vec3 e2 = rotate(b_in_a.rotation, b->edge);
    vec3 n = cross(a->edge, e2);
    for (int i = 0; i < 2; i++) {
        /* along n, the sides of the first wedge lie below its edge, those of the second above */
        values[i] = -w->sign * dot(n, a->side[i]);
        values[2 + i] = w->sign * dot(n, rotate(b_in_a.rotation, b->side[i]));
    }
    values[4] = w->sign * dot(n, sub(transform(b_in_a, b->from), a->from));
}

bool lw_wedges_make(const lw_pcda *slab, const lw_pair_sample *sample, uint32_t edges[2][3],
                    vec3 normal, lw_wedges *out)
{
    *out = (lw_wedges){.slab = slab};
    if (slab->shapes[0]->radius > 0 || slab->shapes[1]->radius > 0 ||
        !find_wedge(slab->shapes[0], edges[0], &out->wedge[0]) ||
        !find_wedge(slab->shapes[1], edges[1], &out->wedge[1]))
        return false;
    vec3 n = cross(rotate(sample->bodies[0].pose.rotation, out->wedge[0].edge),
                   rotate(sample->bodies[1].pose.rotation, out->wedge[1].edge));
    out->sign = dot(n, normal) < 0 ? -1 : 1;
    return true;
}
