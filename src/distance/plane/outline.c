/* Two convex outlines edge by edge: slow and simple. */
#include "distance/plane/outline.h"

#include "distance/plane/way_out.h"
#include "math/vec.h"

#include <float.h>

bool lw_outline_sat(const lw_posed_polygons *p)
{
    lw_axis axis;
    lw_axes_widest(p, &axis);
    int meets = lw_axis_meets(p, &axis);
    if (meets >= 0)
        return meets;
    double noise = LW_PLANE_ROUNDING * p->size;
    if (p->a->count > 2 || p->b->count > 2)
        return true;
    if (p->a->count == 1 && p->b->count == 1)
        return length2(lw_difference(p, 0, 0)) <= 2 * noise;
    /* segments on one line are separated along it, and no edge has that normal */
    vec2 along = p->a->count > 1 ? sub2(p->a->vertices[1], p->a->vertices[0])
                                 : turn(p->b_in_a, sub2(p->b->vertices[1], p->b->vertices[0]));
    for (int way = 0; way < 2; way++) {
        vec2 n = way ? neg2(along) : along;
        uint32_t i = lw_polygon_climb(p->a, n);
        uint32_t j = lw_polygon_climb(p->b, neg2(turn_back(p->b_in_a, n)));
        if (-dot2(n, lw_difference(p, i, j)) > noise * (fabs(n.x) + fabs(n.y)))
            return false;
    }
    return true;
}

/* Tries a corner and an edge of the difference against the origin. */
static void try_edge(lw_corner from, lw_corner to, double *least, lw_search *out)
{
    vec2 e = sub2(to.w, from.w);
    double square = dot2(e, e);
    double along = -dot2(from.w, e);
    bool at_from = !(along > 0);
    bool at_to = !at_from && !(along < square);
    vec2 d;
    double distance;
    if (at_from || at_to) {
        d = at_from ? from.w : to.w;
        distance = length2(d);
    } else {
        double side = cross2(from.w, e);
        d = scale2(side >= 0 ? 1 : -1, outward(e));
        distance = fabs(side) / sqrt(square);
    }
    if (!(distance < *least))
        return;
    *least = distance;
    out->count = at_from || at_to ? 1 : 2;
    out->corners[0] = at_to ? to : from;
    out->corners[1] = to;
    out->edge = e;
    out->direction = d;
}

void lw_outline_distance(const lw_posed_polygons *p, lw_search *out)
{
    const lw_polygon *a = p->a;
    const lw_polygon *b = p->b;
    double least = DBL_MAX;
    *out = (lw_search){.lower = 0};
    for (uint32_t i = 0; i < a->count; i++)
        for (uint32_t j = 0; j < b->count; j++) {
            uint32_t i2 = i + 1 == a->count ? 0 : i + 1;
            uint32_t j2 = j + 1 == b->count ? 0 : j + 1;
            lw_corner here = {lw_difference(p, i, j), i, j};
            try_edge(here, (lw_corner){lw_difference(p, i2, j), i2, j}, &least, out);
            try_edge(here, (lw_corner){lw_difference(p, i, j2), i, j2}, &least, out);
        }
    lw_way_out way;
    lw_find_way_out(p, &way);
    /* points and segments on one line have a gap of 0, up to rounding, and may still be apart */
    bool flat = a->count < 3 && b->count < 3;
    double noise = LW_PLANE_ROUNDING * p->size;
    out->meets =
        least == 0 || (flat ? way.gap < -noise || (way.gap < 0 && least <= noise) : way.gap <= 0);
    out->upper = out->meets ? 0 : least;
    out->lower = out->meets ? 0 : greater(0, least - noise);
}
