/* Barycode GJK (Zhang et al.). The distance (1) of two shapes is that of the origin O from their
 * Minkowski difference (the CSO, (2)), (3). A search keeps a corner or an edge of the difference, with
 * its point v nearest to O, and takes the support point w towards O, until none is farther than v.
 * Points of an edge or a triangle are combinations of its corners (5); the nearest points of the two
 * shapes follow from them in distance/plane/planar.c.
 *
 * Differences from the paper: v itself is not needed, only its direction, which on an edge is the
 * edge's normal; so no division is made before the end, and the direction is as good near contact as
 * far from it. The search ends at a corner that it has already, or with progress within rounding (line
 * 4 of Algorithm 1 with an error relative to the size instead of a tolerance). A triangle without area
 * is treated as its two new edges, because the signs of its barycode mean nothing (`sum` is 0); where
 * it encloses the origin v is 0 (case 7). Each round takes a corner that no earlier one had, so the
 * limit, four times the number of vertices, is only reached through rounding; the bracket then is wide,
 * and every vertex is tested against every edge (distance/plane/outline.h).
 *
 * The parts of a round take corners by value and are inlined, so that a round keeps its simplex in
 * registers (docs/decisions/plane.md, "A round of barycode GJK is inlined as a whole"). */
#include "distance/plane/barycode.h"

#include "distance/plane/outline.h"
#include "math/rounding.h"
#include "math/vec.h"
#include "math/wide.h"

/* A bracket wider than this, relative to the size, means that rounding misled the search. */
#define WIDE LW_ROUNDING(256)

/* A triangle flatter than this, relative to its length, counts as having no inside. */
#define FLAT LW_ROUNDING(512)

typedef struct search {
    lw_corner corner[3]; /* newest first */
    int count;
    vec2 direction; /* along v, the point nearest to the origin */
} search;

typedef enum support { SCAN, CLIMB, OCTANT } support;

/* Hill climbing as in section IV: from the last vertex on along the outline, as long as that leads up.
 */
LW_INLINED uint32_t climb_from(const lw_polygon *polygon, uint32_t i, vec2 direction)
{
    const vec2 *v = polygon->vertices;
    uint32_t last = polygon->count - 1;
    uint32_t steps = last;
    while (steps > 0 && dot2(sub2(v[i + 1], v[i]), direction) > 0) {
        i = i == last ? 0 : i + 1;
        steps--;
    }
    if (steps < last)
        return i;
    for (; steps > 0; steps--) {
        uint32_t before = i == 0 ? last : i - 1;
        if (!(dot2(sub2(v[before], v[i]), direction) > 0))
            break;
        i = before;
    }
    return i;
}

/* The support vertex by trying all, one after the other as in the paper. With few vertices that takes
 * less time here than two side by side (lw_polygon_scan), since the index is at hand at once. */
LW_INLINED uint32_t scan(const lw_polygon *polygon, vec2 direction)
{
    uint32_t best = 0;
    double most = dot2(polygon->vertices[0], direction);
    for (uint32_t i = 1; i < polygon->count; i++) {
        double here = dot2(polygon->vertices[i], direction);
        if (here > most) {
            most = here;
            best = i;
        }
    }
    return best;
}

LW_INLINED uint32_t support_vertex_of(const lw_polygon *polygon, vec2 direction, support how,
                                      uint32_t last)
{
    return how == SCAN    ? scan(polygon, direction)
           : how == CLIMB ? climb_from(polygon, last, direction)
                          : lw_polygon_climb(polygon, direction);
}

/* (4), of the difference: the support point of a along -away minus that of b along away. last: the
 * corner that was found last. */
LW_INLINED lw_corner support_point(const lw_posed_polygons *p, vec2 away, support how,
                                   const lw_corner *last)
{
    lw_corner corner;
    corner.a = support_vertex_of(p->a, neg2(away), how, last->a);
    corner.b = support_vertex_of(p->b, turn_back(p->b_in_a, away), how, last->b);
    corner.w = lw_difference(p, corner.a, corner.b);
    return corner;
}

/* S1D, Algorithm 5: the nearest point of the edge from a to b. */
LW_INLINED void nearest_on_edge(search *s, lw_corner a, lw_corner b)
{
    vec2 e = sub2(b.w, a.w);
    s->corner[0] = a;
    s->count = 1;
    if (dot2(a.w, e) >= 0) {
        s->direction = a.w;
    } else if (dot2(b.w, e) <= 0) {
        s->corner[0] = b;
        s->direction = b.w;
    } else {
        s->corner[1] = b;
        s->count = 2;
        double side = cross2(a.w, e);
        s->direction = side == 0 ? v2(0, 0) : scale2(side > 0 ? 1 : -1, outward(e));
    }
}

/* ConeRegion, Algorithm 4: the origin lies beyond corner v of the triangle v m n. The nearest point is
 * v, or lies on an edge at v, which needs an obtuse angle there, (9). */
LW_INLINED void nearest_in_cone(search *s, lw_corner v, lw_corner m, lw_corner n)
{
    vec2 mv = sub2(v.w, m.w);
    vec2 nv = sub2(v.w, n.w);
    if (dot2(mv, nv) < 0) {
        if (dot2(v.w, mv) > 0) {
            nearest_on_edge(s, v, m);
            return;
        }
        if (dot2(v.w, nv) > 0) {
            nearest_on_edge(s, v, n);
            return;
        }
    }
    s->corner[0] = v;
    s->count = 1;
    s->direction = v.w;
}

/* The squared distance of the nearest point. */
static inline double square_of(const search *s)
{
    if (s->count == 1)
        return dot2(s->direction, s->direction);
    double side = dot2(s->direction, s->corner[0].w);
    return side * side / dot2(s->direction, s->direction);
}

/* The nearest point of a flat triangle: on the better of its edges. */
static __attribute__((noinline, cold)) void nearest_of_flat(search *s, bool ordered)
{
    search best = *s;
    nearest_on_edge(&best, s->corner[0], s->corner[1]);
    search other = *s;
    nearest_on_edge(&other, s->corner[0], s->corner[2]);
    bool zero = best.count == 2 && best.direction.x == 0 && best.direction.y == 0;
    if (!zero && square_of(&other) < square_of(&best))
        best = other;
    if (!ordered) {
        other = *s;
        nearest_on_edge(&other, s->corner[1], s->corner[2]);
        zero = best.count == 2 && best.direction.x == 0 && best.direction.y == 0;
        if (!zero && square_of(&other) < square_of(&best))
            best = other;
    }
    *s = best;
}

/* SSign of Algorithm 3 */
static inline bool same_sign(double m, double n)
{
    return (m > 0) == (n > 0);
}

/* S2D, Algorithm 3: the nearest point of a triangle; true where it encloses the origin. Of the origin's
 * barycentric coordinates (6), which solve (7), only the signs are needed: those of the products in
 * (8), without the quotients. */
LW_INLINED bool nearest_on_triangle(search *s, bool ordered)
{
    const lw_corner a = s->corner[0];
    const lw_corner b = s->corner[1];
    const lw_corner c = s->corner[2];
    vec2 ab = sub2(b.w, a.w);
    vec2 ac = sub2(c.w, a.w);
    double sum = cross2(ab, ac);
    if (!(fabs(sum) > FLAT * (dot2(ab, ab) + dot2(ac, ac)))) {
        nearest_of_flat(s, ordered);
        return false;
    }
    bool w = same_sign(sum, cross2(a.w, ab));
    bool v = same_sign(sum, -cross2(a.w, ac));
    /* ordered: the newest corner and the origin lie on the same side of the edge of the others */
    bool u = ordered || same_sign(sum, cross2(b.w, sub2(c.w, b.w)));
    switch (4 * u + 2 * v + w) {
    case 1:
        nearest_in_cone(s, c, a, b);
        return false;
    case 2:
        nearest_in_cone(s, b, a, c);
        return false;
    case 3:
        nearest_on_edge(s, b, c);
        return false;
    case 4:
        nearest_in_cone(s, a, b, c);
        return false;
    case 5:
        nearest_on_edge(s, a, c);
        return false;
    case 6:
        nearest_on_edge(s, a, b);
        return false;
    default:
        /* case 7: inside; or case 0, which only rounding can cause, where a corner is on the origin */
        return true;
    }
}

LW_INLINED bool is_known(const search *s, const lw_corner *corner)
{
    return (corner->a == s->corner[0].a && corner->b == s->corner[0].b) ||
           (s->count == 2 && corner->a == s->corner[1].a && corner->b == s->corner[1].b);
}

/* A vector is zero where its square is. */
static inline bool is_zero(vec2 d)
{
    return dot2(d, d) == 0;
}

/* A point of the difference to begin with: the middle of a, relative to the middle of b. */
static inline vec2 first_direction(const lw_posed_polygons *p)
{
    vec2 d = sub2(p->a->center, transform2(p->b_in_a, p->b->center));
    return is_zero(d) ? v2(1, 0) : d;
}

LW_INLINED void begin(search *s, const lw_posed_polygons *p, support how)
{
    lw_corner none = {{0, 0}, 0, 0};
    s->corner[0] = support_point(p, first_direction(p), how, &none);
    s->count = 1;
    s->direction = s->corner[0].w;
}

/* Takes the corners of the last query at their present positions. True where they enclose the origin.
 */
static __attribute__((noinline)) bool resume(search *s, const lw_posed_polygons *p,
                                             const lw_polygon_memory *memory)
{
    s->count = memory->count < 3 ? (int)memory->count : 3;
    for (int i = 0; i < s->count; i++) {
        uint32_t a = memory->vertex[0][i];
        uint32_t b = memory->vertex[1][i];
        a = a < p->a->count ? a : 0;
        b = b < p->b->count ? b : 0;
        s->corner[i] = (lw_corner){lw_difference(p, a, b), a, b};
    }
    if (s->count == 3)
        return nearest_on_triangle(s, false);
    s->direction = s->corner[0].w;
    if (s->count == 2)
        nearest_on_edge(s, s->corner[0], s->corner[1]);
    return false;
}

LW_INLINED void add_corner(search *s, lw_corner corner)
{
    s->corner[2] = s->corner[1];
    s->corner[1] = s->corner[0];
    s->corner[0] = corner;
    s->count++;
}

/* Algorithm 2; true where the origin is enclosed. */
LW_INLINED bool sub_distance(search *s, bool ordered)
{
    if (s->count == 3)
        return nearest_on_triangle(s, ordered);
    nearest_on_edge(s, s->corner[0], s->corner[1]);
    return false;
}

LW_INLINED void search_with(const lw_posed_polygons *p, bool ordered, support how,
                            lw_polygon_memory *memory, lw_search *out)
{
    search s;
    bool meets = false;
    if (memory && memory->count > 0)
        meets = resume(&s, p, memory);
    else
        begin(&s, p, how);
    double reached = 0; /* direction . w of the last corner */
    uint32_t limit = 4 * (p->a->count + p->b->count);
    while (!meets) {
        vec2 d = s.direction;
        if (is_zero(d)) {
            meets = true;
            break;
        }
        lw_corner corner = support_point(p, d, how, &s.corner[0]);
        double known = dot2(d, s.corner[0].w);
        reached = dot2(d, corner.w);
        if (is_known(&s, &corner) ||
            known - reached <= LW_PLANE_ROUNDING * (fabs(d.x) + fabs(d.y)) * p->size || limit-- == 0)
            break;
        add_corner(&s, corner);
        meets = sub_distance(&s, ordered);
    }
    out->meets = meets;
    out->count = s.count;
    for (int i = 0; i < s.count; i++)
        out->corners[i] = s.corner[i];
    if (s.count > 1)
        out->edge = sub2(s.corner[1].w, s.corner[0].w);
    out->direction = s.direction;
    out->lower = out->upper = 0;
    if (!meets) {
        double inverse = 1 / length2(s.direction);
        double noise = LW_PLANE_ROUNDING * p->size;
        out->upper = dot2(s.direction, s.corner[0].w) * inverse;
        out->lower = greater(0, lesser(reached * inverse, out->upper) - noise);
    }
    if (memory) {
        memory->count = (uint32_t)s.count;
        for (int i = 0; i < s.count; i++) {
            memory->vertex[0][i] = s.corner[i].a;
            memory->vertex[1][i] = s.corner[i].b;
        }
    }
}

bool lw_barycode_search(const lw_posed_polygons *p, lw_barycode variant, lw_polygon_memory *memory,
                        lw_search *out)
{
    switch (variant) {
    case LW_BARYCODE_ORDERED_SCAN:
        search_with(p, true, SCAN, memory, out);
        break;
    case LW_BARYCODE_ORDERED_CLIMB:
        search_with(p, true, CLIMB, memory, out);
        break;
    case LW_BARYCODE_GENERAL_SCAN:
        search_with(p, false, SCAN, memory, out);
        break;
    case LW_BARYCODE_GENERAL_CLIMB:
        search_with(p, false, CLIMB, memory, out);
        break;
    case LW_BARYCODE_ORDERED_OCTANT:
        search_with(p, true, OCTANT, memory, out);
        break;
    }
    bool misled = out->upper - out->lower > WIDE * p->size;
    if (misled)
        lw_outline_distance(p, out);
    return !misled;
}

/* Whether the lowest product with d proves that the whole difference is beyond `kept` along d. */
static inline bool is_apart(vec2 d, double lowest, double kept)
{
    return lowest > 0 && lowest * lowest > kept * kept * dot2(d, d);
}

LW_INLINED bool meets_with(const lw_posed_polygons *p, bool ordered, support how)
{
    double radius = p->a->radius + p->b->radius;
    double kept = lw_kept_apart(p);
    search s;
    begin(&s, p, how);
    for (uint32_t limit = 4 * (p->a->count + p->b->count); limit > 0; limit--) {
        vec2 d = s.direction;
        if (is_zero(d))
            return true;
        double known = dot2(d, s.corner[0].w);
        if (known * known <= radius * radius * dot2(d, d))
            return true;
        lw_corner corner = support_point(p, d, how, &s.corner[0]);
        double lowest = dot2(d, corner.w);
        if (is_apart(d, lowest, kept))
            return false;
        /* line 8 of Algorithm 6: the new corner lies across the origin from the edge, between the lines
         * from the edge's corners through the origin */
        if (s.count == 2 && lowest <= 0 &&
            cross2(s.corner[0].w, corner.w) * cross2(s.corner[1].w, corner.w) <= 0)
            return true;
        if (is_known(&s, &corner))
            return true;
        add_corner(&s, corner);
        if (sub_distance(&s, ordered))
            return true;
    }
    return true;
}

bool lw_barycode_meets(const lw_posed_polygons *p, lw_barycode variant)
{
    switch (variant) {
    case LW_BARYCODE_ORDERED_SCAN:
        return meets_with(p, true, SCAN);
    case LW_BARYCODE_ORDERED_CLIMB:
        return meets_with(p, true, CLIMB);
    case LW_BARYCODE_GENERAL_SCAN:
        return meets_with(p, false, SCAN);
    case LW_BARYCODE_GENERAL_CLIMB:
        return meets_with(p, false, CLIMB);
    case LW_BARYCODE_ORDERED_OCTANT:
        return meets_with(p, true, OCTANT);
    }
    return true;
}
