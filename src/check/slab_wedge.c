/* Procedure C of Hong's PCDA: the slab whose normal is perpendicular to an edge of each body.
 *
 * Each body is replaced by the wedge of the two facets at its edge. While the common normal n = e1 x e2
 * stays inside both wedges (the determinants (5.1) to (5.4) keep their signs) each edge is what its
 * convex body has farthest along n, and while the edges do not touch (the fifth) n parts the bodies.
 * The first root of the five is thus as far as the slab goes. They are written in the first body's
 * frame, where its edge rests, and found by math/roots.h from their derivatives: with R the second's
 * rotation, w its angular velocity and q where its origin is, R' = w x R and |R''| <= spin. */
#include "check/slab_wedge.h"

#include "shape/polytope.h"

enum { LOOKS = 200 };

static const double shortest = 1e-13; /* a step, as a share of the motion */

/* False where the edge is none of the hull's, or lies within a flat facet. */
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

/* value, slope, and a bound of the second derivative, all of one sign */
static lw_jet signed_jet(double sign, double value, double slope, double bend, double error)
{
    return (lw_jet){.value = sign * value - error,
                    .error = 2 * error,
                    .slope = sign * slope,
                    .bend = bend * (1 + 0x1p-40)};
}

void lw_wedges_jets(void *context, double at, double until, lw_jet *jets)
{
    lw_wedges *w = context;
    const lw_wedge *a = &w->wedge[0];
    const lw_wedge *b = &w->wedge[1];
    lw_look look;
    const lw_moving *bodies = look.bodies;
    if (!lw_slab_look(w->slab, at, until, &look)) {
        w->trusted = false;
        for (int i = 0; i < LW_WEDGE_FUNCTIONS; i++)
            jets[i] = (lw_jet){.value = 0};
        return;
    }
    double spins[2];
    lw_turning bounds = lw_slab_turning(bodies, LW_RIDE_FIRST, until - at, spins);
    pose seen = relative(bodies[0].pose, bodies[1].pose);
    mat3 back = bodies[0].pose.rotation;
    vec3 turn = rotate_back(back, sub(bodies[1].angular, bodies[0].angular));
    vec3 between = sub(bodies[1].pose.position, bodies[0].pose.position);
    vec3 drift = rotate_back(
        back, sub(sub(bodies[1].linear, bodies[0].linear), cross(bodies[0].angular, between)));
    vec3 e2 = rotate(seen.rotation, b->edge);
    vec3 n = cross(a->edge, e2);
    vec3 n_slope = cross(a->edge, cross(turn, e2));
    double e1_length = norm(a->edge);
    double e2_length = norm(b->edge);
    double noise = 0x1p-46 * e1_length * e2_length;
    for (int i = 0; i < 2; i++) {
        /* the sides of the first lie below, those of the second above */
        double side = norm(a->side[i]);
        jets[i] = signed_jet(-w->sign, dot(n, a->side[i]), dot(n_slope, a->side[i]),
                             e1_length * e2_length * side * spins[1], noise * side);
        /* (e1 x e2) . s = e1 . (e2 x s), and e2 x s turns with the body */
        vec3 across = rotate(seen.rotation, cross(b->edge, b->side[i]));
        side = norm(b->side[i]);
        jets[2 + i] = signed_jet(w->sign, dot(a->edge, across), dot(a->edge, cross(turn, across)),
                                 e1_length * e2_length * side * spins[1], noise * side);
    }
    /* e1 . (R (e2 x c)) + e1 . (R e2 x (q - from)), c where the second's edge begins */
    vec3 fixed = rotate(seen.rotation, cross(b->edge, b->from));
    vec3 lever = sub(seen.position, a->from);
    double tau = until - at;
    double spin = bodies[0].spin + bodies[1].spin;
    double fast = norm(drift) + tau * bounds.offset;
    double far = norm(lever) + tau * fast;
    double bend = e1_length * (norm(cross(b->edge, b->from)) * spins[1] +
                               e2_length * (far * spins[1] + 2 * spin * fast + bounds.offset));
    double slope = dot(a->edge, cross(turn, fixed)) +
                   dot(a->edge, add(cross(cross(turn, e2), lever), cross(e2, drift)));
    double reach =
        norm(lever) + norm(b->from) + norm(bodies[0].pose.position) + norm(bodies[1].pose.position);
    jets[4] = signed_jet(w->sign, dot(a->edge, add(fixed, cross(e2, lever))), slope, bend,
                         noise * (reach + e1_length + e2_length));
}

bool lw_wedges_make(const lw_slab *slab, const lw_look *look, uint32_t edges[2][3], vec3 normal,
                    lw_wedges *out)
{
    *out = (lw_wedges){.slab = slab, .trusted = true};
    if (slab->shapes[0]->radius > 0 || slab->shapes[1]->radius > 0 ||
        !find_wedge(slab->shapes[0], edges[0], &out->wedge[0]) ||
        !find_wedge(slab->shapes[1], edges[1], &out->wedge[1]))
        return false;
    vec3 n = cross(rotate(look->bodies[0].pose.rotation, out->wedge[0].edge),
                   rotate(look->bodies[1].pose.rotation, out->wedge[1].edge));
    out->sign = dot(n, normal) < 0 ? -1 : 1;
    return true;
}

bool lw_slab_carry_wedges(const lw_slab *slab, const lw_look *first, uint32_t edges[2][3], vec3 normal,
                          lw_carried *out)
{
    lw_wedges w;
    if (!lw_wedges_make(slab, first, edges, normal, &w))
        return false;
    lw_jet jets[LW_WEDGE_FUNCTIONS];
    lw_family family = {lw_wedges_jets, &w, LW_WEDGE_FUNCTIONS};
    double share = shortest * (slab->end - slab->begin);
    lw_root root = lw_first_root(&family, first->at, slab->end, share, LOOKS, jets);
    if (w.trusted && !(root.before > first->at + share))
        return false;
    *out = (lw_carried){.time = root.before,
                        .at_end = root.state == LW_ROOT_NONE,
                        .trusted = w.trusted,
                        .looks = root.evaluations};
    return true;
}
