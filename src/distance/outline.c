/* Edge by edge. The edges of the difference of two convex polygons are those of both, so that the depth
 * is the least over the normals of all edges (the theorem of separating axes). As a normal turns with
 * its edge, the vertex of the other polygon that is farthest against it turns too: rotating calipers.
 */
#include "distance/outline.h"

#include "math/vec.h"

#include <float.h>

/* as in distance/barycode.c */
#define ROUNDING 0x1p-49

/* the best edge so far: the gap of its slab, times its length, and the square of its length */
typedef struct slab {
    double gap, square;
    uint32_t edge, vertex;
    bool of_b;
    bool any;
} slab;

/* gap / length greater than that of the best */
static bool is_wider(double gap, double square, const slab *best)
{
    if (!best->any || (gap > 0) != (best->gap > 0))
        return !best->any || gap > best->gap;
    double here = gap * gap * best->square;
    double there = best->gap * best->gap * square;
    return gap > 0 ? here > there : here < there;
}

/* The edges of one polygon against the vertices of the other, placed in its frame. */
static void widest_slab(const lw_polygon *one, const lw_polygon *other, lw_pose2 other_in_one,
                        bool of_b, slab *best)
{
    if (one->count < 2)
        return;
    uint32_t k = 0;
    for (uint32_t i = 0; i < one->count; i++) {
        vec2 e = sub2(one->vertices[i + 1], one->vertices[i]);
        vec2 n = outward(e);
        vec2 turned = turn_back(other_in_one, n);
        if (i == 0)
            k = lw_polygon_climb(other, neg2(turned));
        for (uint32_t step = 0; step < other->count; step++) {
            vec2 next = sub2(other->vertices[k + 1], other->vertices[k]);
            if (!(dot2(next, turned) < 0))
                break;
            k = k + 1 == other->count ? 0 : k + 1;
        }
        vec2 away = sub2(transform2(other_in_one, other->vertices[k]), one->vertices[i]);
        double gap = dot2(n, away);
        double square = dot2(n, n);
        if (is_wider(gap, square, best))
            *best = (slab){gap, square, i, k, of_b, true};
    }
}

static lw_pose2 inverse2(lw_pose2 at)
{
    vec2 back = turn_back(at, v2(-at.x, -at.y));
    return (lw_pose2){back.x, back.y, at.cosine, -at.sine};
}

void lw_outline_way_out(const lw_placed *p, lw_way_out *out)
{
    slab best = {.any = false};
    widest_slab(p->a, p->b, p->b_in_a, false, &best);
    widest_slab(p->b, p->a, inverse2(p->b_in_a), true, &best);
    if (!best.any) {
        /* two points */
        vec2 a = p->a->vertices[0];
        vec2 b = transform2(p->b_in_a, p->b->vertices[0]);
        vec2 between = sub2(b, a);
        out->gap = length2(between);
        out->normal = out->gap > 0 ? scale2(1 / out->gap, between) : v2(1, 0);
        out->points[0] = a;
        out->points[1] = b;
        return;
    }
    double length = sqrt(best.square);
    const lw_polygon *one = best.of_b ? p->b : p->a;
    vec2 e = sub2(one->vertices[best.edge + 1], one->vertices[best.edge]);
    vec2 n = scale2(1 / length, outward(e));
    out->gap = best.gap / length;
    if (best.of_b) {
        out->normal = neg2(turn(p->b_in_a, n));
        out->points[0] = p->a->vertices[best.vertex];
        out->points[1] = add_scaled2(out->points[0], out->gap, out->normal);
    } else {
        out->normal = n;
        out->points[1] = transform2(p->b_in_a, p->b->vertices[best.vertex]);
        out->points[0] = add_scaled2(out->points[1], -out->gap, n);
    }
}

/* so many edges are looked at side by side, as the compiler lays them into vectors */
enum { LANES = 4 };

static bool edges_part(const lw_polygon *one, const lw_polygon *other, lw_pose2 other_in_one,
                       double noise)
{
    uint32_t edges = one->count > 1 ? one->count : 0;
    for (uint32_t first = 0; first < edges; first += LANES) {
        double x[LANES];
        double y[LANES];
        double least[LANES];
        double needed[LANES];
        for (uint32_t k = 0; k < LANES; k++) {
            uint32_t i = first + k < edges ? first + k : edges - 1;
            vec2 n = outward(sub2(one->vertices[i + 1], one->vertices[i]));
            vec2 turned = turn_back(other_in_one, n);
            x[k] = turned.x;
            y[k] = turned.y;
            vec2 from = sub2(one->vertices[i], v2(other_in_one.x, other_in_one.y));
            needed[k] = dot2(n, from) + noise * (fabs(n.x) + fabs(n.y));
            least[k] = DBL_MAX;
        }
        for (uint32_t j = 0; j < other->count; j++)
            for (uint32_t k = 0; k < LANES; k++) {
                double here = x[k] * other->vertices[j].x + y[k] * other->vertices[j].y;
                least[k] = here < least[k] ? here : least[k];
            }
        for (uint32_t k = 0; k < LANES; k++)
            if (least[k] > needed[k])
                return true;
    }
    return false;
}

bool lw_outline_sat(const lw_placed *p)
{
    double noise = ROUNDING * p->size;
    if (edges_part(p->a, p->b, p->b_in_a, noise) || edges_part(p->b, p->a, inverse2(p->b_in_a), noise))
        return false;
    if (p->a->count > 1 || p->b->count > 1) {
        if (p->a->count > 2 || p->b->count > 2)
            return true;
        /* segments on one line are parted along it, which no normal of theirs is */
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
    return length2(lw_difference(p, 0, 0)) <= 2 * noise;
}

/* A corner and an edge of the difference against the origin. */
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

void lw_outline_distance(const lw_placed *p, lw_search *out)
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
    lw_outline_way_out(p, &way);
    /* points and segments on one line have a gap of 0, but for rounding, and may well be apart */
    bool flat = a->count < 3 && b->count < 3;
    double noise = ROUNDING * p->size;
    out->meets =
        least == 0 || (flat ? way.gap < -noise || (way.gap < 0 && least <= noise) : way.gap <= 0);
    out->upper = out->meets ? 0 : least;
    out->lower = out->meets ? 0 : greater(0, least - noise);
}
