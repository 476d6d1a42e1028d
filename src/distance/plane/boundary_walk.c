/* A walk on the boundary of the Minkowski difference of two convex polygons. Most pairs need no walk:
 * the support point towards the origin, or an edge at it, is the nearest.
 *
 * The boundary is never built: at the corner (i, j) the next edge, counter-clockwise, is that of a
 * after vertex i or that of -b after vertex j, whichever turns less; so a step costs one product. The
 * walk has two parts. The ray from the point c inside, the difference of the two middles, through the
 * origin O leaves the boundary through one edge. This exit is found by a walk towards the ray, which
 * begins at the support point along the ray, mostly one step away. O is inside if it is on the inner
 * side of that edge. If not, the nearest point lies on that edge, or is found by walking on to the side
 * where O's projection lies: if O is outside of one edge, beyond its end and ahead along the next edge,
 * then it is outside of the next edge too. The walk ends at the first projection within its edge, or at
 * the first corner from which O is not ahead along the next edge: this is the nearest point.
 *
 * On random pairs of 4 to 24 vertices nine walks in ten take one step or none, where GJK needs 2 to 6
 * corners, each by a search in both polygons (docs/decisions/plane.md, "The distance of two polygons is
 * found by a boundary walk, not by GJK"). */
#include "distance/plane/boundary_walk.h"

#include "math/vec.h"

typedef struct corner_edge {
    vec2 along; /* from the edge's first corner to its last, counter-clockwise */
    bool of_a;
} corner_edge;

static inline uint32_t after(const lw_polygon *polygon, uint32_t i)
{
    return i + 1 == polygon->count ? 0 : i + 1;
}

static inline uint32_t before(const lw_polygon *polygon, uint32_t i)
{
    return i == 0 ? polygon->count - 1 : i - 1;
}

/* The edge after a corner. A polygon of one vertex has no edges: its zero vector must not count as
 * turning less. */
static inline corner_edge edge_after(const lw_posed_polygons *p, const lw_corner *at)
{
    const vec2 *a = p->a->vertices + at->a;
    const vec2 *b = p->b->vertices + at->b;
    vec2 of_a = sub2(a[1], a[0]);
    vec2 of_b = turn(p->b_in_a, sub2(b[0], b[1]));
    bool first = p->a->count > 1 && (cross2(of_a, of_b) > 0 || p->b->count == 1);
    return (corner_edge){first ? of_a : of_b, first};
}

/* The edge before a corner, counter-clockwise too. */
static inline corner_edge edge_before(const lw_posed_polygons *p, const lw_corner *at)
{
    const vec2 *a = p->a->vertices;
    const vec2 *b = p->b->vertices;
    vec2 of_a = sub2(a[at->a], a[before(p->a, at->a)]);
    vec2 of_b = turn(p->b_in_a, sub2(b[before(p->b, at->b)], b[at->b]));
    bool last = p->a->count > 1 && (!(cross2(of_a, of_b) > 0) || p->b->count == 1);
    return (corner_edge){last ? of_a : of_b, last};
}

static inline lw_corner corner_at(const lw_posed_polygons *p, uint32_t a, uint32_t b)
{
    return (lw_corner){lw_difference(p, a, b), a, b};
}

static inline lw_corner step_on(const lw_posed_polygons *p, const lw_corner *at, bool of_a)
{
    return of_a ? corner_at(p, after(p->a, at->a), at->b) : corner_at(p, at->a, after(p->b, at->b));
}

static inline lw_corner step_back(const lw_posed_polygons *p, const lw_corner *at, bool of_a)
{
    return of_a ? corner_at(p, before(p->a, at->a), at->b) : corner_at(p, at->a, before(p->b, at->b));
}

/* An edge of the boundary, from a corner to the next. */
typedef struct outline_edge {
    lw_corner from;
    vec2 along;
    bool of_a;
} outline_edge;

/* The edge through which the line along `ray` leaves the boundary. */
static inline bool find_exit(const lw_posed_polygons *p, vec2 ray, lw_corner at, uint32_t steps,
                             outline_edge *out)
{
    if (!(cross2(ray, at.w) > 0)) {
        /* right of the ray: counter-clockwise leads to it */
        for (; steps > 0; steps--) {
            corner_edge edge = edge_after(p, &at);
            lw_corner next = step_on(p, &at, edge.of_a);
            if (cross2(ray, next.w) > 0) {
                *out = (outline_edge){at, edge.along, edge.of_a};
                return true;
            }
            at = next;
        }
        return false;
    }
    for (; steps > 0; steps--) {
        corner_edge edge = edge_before(p, &at);
        lw_corner next = step_back(p, &at, edge.of_a);
        if (!(cross2(ray, next.w) > 0)) {
            *out = (outline_edge){next, edge.along, edge.of_a};
            return true;
        }
        at = next;
    }
    return false;
}

/* Ends at a corner, which is the nearest point. */
static inline void end_at_corner(const lw_corner *at, lw_search *out)
{
    out->count = 1;
    out->corners[0] = *at;
    out->direction = at->w;
    out->upper = length2(at->w);
}

/* Ends on the edge from a corner along `edge`, counter-clockwise or, `back`, clockwise: the projection
 * is on it. */
static inline void end_on_edge(const lw_posed_polygons *p, const lw_corner *at, corner_edge edge,
                               double square, bool back, lw_search *out)
{
    out->count = 2;
    out->corners[0] = *at;
    out->corners[1].a = edge.of_a ? back ? before(p->a, at->a) : after(p->a, at->a) : at->a;
    out->corners[1].b = edge.of_a ? at->b : back ? before(p->b, at->b) : after(p->b, at->b);
    out->edge = back ? neg2(edge.along) : edge.along;
    out->direction = neg2(outward(edge.along));
    out->upper = fabs(cross2(at->w, edge.along)) / sqrt(square);
}

/* Walks from a corner, counter-clockwise or back, where the nearest point is not behind it. */
static inline bool walk_to_nearest(const lw_posed_polygons *p, lw_corner at, bool back, lw_search *out)
{
    for (uint32_t steps = p->a->count + p->b->count; steps > 0; steps--) {
        corner_edge edge = back ? edge_before(p, &at) : edge_after(p, &at);
        double ahead = back ? dot2(at.w, edge.along) : -dot2(at.w, edge.along);
        if (!(ahead > 0)) {
            end_at_corner(&at, out);
            return true;
        }
        double square = dot2(edge.along, edge.along);
        if (ahead < square) {
            end_on_edge(p, &at, edge, square, back, out);
            return true;
        }
        at = back ? step_back(p, &at, edge.of_a) : step_on(p, &at, edge.of_a);
    }
    return false;
}

/* Walks from an edge that has the origin outside. */
static inline bool walk_from_edge(const lw_posed_polygons *p, const outline_edge *edge, lw_search *out)
{
    double ahead = -dot2(edge->from.w, edge->along);
    double square = dot2(edge->along, edge->along);
    if (ahead > 0 && ahead < square) {
        end_on_edge(p, &edge->from, (corner_edge){edge->along, edge->of_a}, square, false, out);
        return true;
    }
    if (ahead > 0)
        return walk_to_nearest(p, step_on(p, &edge->from, edge->of_a), false, out);
    return walk_to_nearest(p, edge->from, true, out);
}

/* The middle of a, relative to the middle of b. The middle of most polygons is their origin, which
 * needs no rotation. */
static inline vec2 middle_of(const lw_posed_polygons *p)
{
    vec2 c = sub2(p->a->center, v2(p->b_in_a.x, p->b_in_a.y));
    vec2 of_b = p->b->center;
    return of_b.x == 0 && of_b.y == 0 ? c : sub2(c, turn(p->b_in_a, of_b));
}

/* Any direction will do for a vector of zero. */
static inline vec2 some_direction(vec2 c)
{
    return c.x == 0 && c.y == 0 ? v2(1, 0) : c;
}

static inline lw_corner support_point(const lw_posed_polygons *p, vec2 away)
{
    return corner_at(p, lw_polygon_support(p->a, neg2(away)),
                     lw_polygon_support(p->b, turn_back(p->b_in_a, away)));
}

/* At the ends of a segment, and where a needle comes to a point, the direction turns by half a turn up
 * to rounding, which a cross product cannot tell from no turn. */
static inline bool has_needle(const lw_posed_polygons *p)
{
    return p->a->needle || p->b->needle || p->a->count + p->b->count < 4;
}

/* Whether the triangle of three points contains the origin. A true result is exact: of two products the
 * one that is rounded to more is more. */
static bool is_about_origin(const vec2 w[3])
{
    return cross2(w[0], w[1]) > 0 && cross2(w[1], w[2]) > 0 && cross2(w[2], w[0]) > 0;
}

/* Stores a triangle of corners around the origin for the next query: as wide as possible, so that it
 * goes on enclosing the origin; or else the exit's edge with the support point across from it. */
static void remember_meeting(const lw_posed_polygons *p, vec2 c, const outline_edge *exit,
                             lw_polygon_memory *memory)
{
    if (memory->count == 1 || memory->count == 3) {
        /* a triangle is worth its cost only for pairs that go on meeting */
        memory->count = 2;
        memory->vertex[0][0] = exit->from.a;
        memory->vertex[1][0] = exit->from.b;
        return;
    }
    lw_corner corners[3];
    vec2 w[3];
    for (int i = 0; i < 3; i++) {
        /* about a third of a turn from each to the next */
        vec2 away = i ? add_scaled2(scale2(-0.5, c), i == 1 ? 0.875 : -0.875, outward(neg2(c))) : c;
        corners[i] = support_point(p, away);
        w[i] = corners[i].w;
    }
    if (!is_about_origin(w)) {
        corners[0] = exit->from;
        corners[1] = step_on(p, &exit->from, exit->of_a);
        corners[2] = support_point(p, outward(exit->along));
    }
    memory->count = 3;
    for (int i = 0; i < 3; i++) {
        memory->vertex[0][i] = corners[i].a;
        memory->vertex[1][i] = corners[i].b;
    }
}

static inline void end_in_contact(lw_search *out)
{
    out->meets = true;
    out->count = 0;
    out->direction = v2(0, 0);
    out->lower = out->upper = 0;
}

/* Whether the triangle that was around the origin still is; any three points of the difference prove
 * contact. */
static inline bool still_encloses(const lw_posed_polygons *p, const lw_polygon_memory *memory)
{
    vec2 w[3];
    for (int i = 0; i < 3; i++) {
        uint32_t a = memory->vertex[0][i];
        uint32_t b = memory->vertex[1][i];
        if (a >= p->a->count || b >= p->b->count)
            return false;
        w[i] = lw_difference(p, a, b);
    }
    return is_about_origin(w);
}

/* For a vertex from which no edge leads on, or back, along a direction d: whether it is the farthest
 * instead of the nearest along d. Such a vertex lies between two edges that are one line but for
 * rounding, straight across d, with the polygon on the other side. Others need no test: let the edges
 * turn by phi, and rounding by no more than r, and measure angles from the edge that leads on. That no
 * edge leads on or back says that d is within 90 + r degrees, and not within 90 - r of -phi; that both
 * edges have d outside says that d is between -180 and -phi. Then d is from -90 - r to -90 - phi + r,
 * so phi is at most 2 r, which is less than LW_FLAT_TURN. */
static inline bool is_farthest(const lw_polygon *of, vec2 d, vec2 next, vec2 last)
{
    return of->flat && dot2(d, outward(next)) > 0 && dot2(d, outward(last)) > 0;
}

/* Whether a corner, or an edge at it, is the nearest. Two vertices that made a corner in the last query
 * may not make one now, so all four edges are tested: along the direction d of the nearest point
 * neither polygon may have a vertex beyond its own. The edge that has the projection need not be
 * tested: it is perpendicular to d. All this holds of needles, segments and points as
 * well. Inlined for both warm and cold queries: a tenth faster. */
__attribute__((always_inline)) static inline bool is_nearest(const lw_posed_polygons *p,
                                                             const lw_corner *at, lw_search *out)
{
    const vec2 *a = p->a->vertices;
    const vec2 *b = p->b->vertices;
    vec2 a_next = sub2(a[at->a + 1], a[at->a]);
    vec2 a_last = sub2(a[at->a], a[before(p->a, at->a)]);
    vec2 b_next = turn(p->b_in_a, sub2(b[at->b], b[at->b + 1]));
    vec2 b_last = turn(p->b_in_a, sub2(b[before(p->b, at->b)], b[at->b]));
    bool a_on = dot2(at->w, a_next) < 0;
    bool b_on = dot2(at->w, b_next) < 0;
    bool a_back = dot2(at->w, a_last) > 0;
    bool b_back = dot2(at->w, b_last) > 0;
    if (!a_on && !b_on && !a_back && !b_back) {
        if (is_farthest(p->a, at->w, a_next, a_last) || is_farthest(p->b, at->w, b_next, b_last))
            return false;
        end_at_corner(at, out);
        return out->upper > 0;
    }
    bool back = !a_on && !b_on;
    bool of_a = back ? a_back && (!b_back || !(cross2(a_last, b_last) > 0))
                     : a_on && (!b_on || cross2(a_next, b_next) > 0);
    corner_edge edge = {back ? of_a ? a_last : b_last : of_a ? a_next : b_next, of_a};
    vec2 d = neg2(outward(edge.along));
    double foot = dot2(at->w, edge.along);
    double square = dot2(edge.along, edge.along);
    vec2 next = of_a ? b_next : a_next;
    vec2 last = of_a ? b_last : a_last;
    bool proven =
        dot2(d, next) >= 0 && dot2(d, last) <= 0 && !is_farthest(of_a ? p->b : p->a, d, next, last);
    if (!proven || !(dot2(d, at->w) > 0) || !((back ? foot : -foot) < square))
        return false;
    end_on_edge(p, at, edge, square, back, out);
    return true;
}

static inline bool is_still_nearest(const lw_posed_polygons *p, const lw_polygon_memory *memory,
                                    lw_search *out)
{
    if (memory->vertex[0][0] >= p->a->count || memory->vertex[1][0] >= p->b->count)
        return false;
    lw_corner at = corner_at(p, memory->vertex[0][0], memory->vertex[1][0]);
    return is_nearest(p, &at, out);
}

static inline void end_apart(const lw_posed_polygons *p, lw_polygon_memory *memory, lw_search *out)
{
    out->meets = false;
    out->lower = greater(0, out->upper - LW_PLANE_ROUNDING * p->size);
    if (memory) {
        memory->count = 1;
        memory->vertex[0][0] = out->corners[0].a;
        memory->vertex[1][0] = out->corners[0].b;
    }
}

/* Whether an edge is one of the boundary: the other polygon's vertex is its support vertex outwards. */
static inline bool is_on_outline(const lw_posed_polygons *p, const outline_edge *edge)
{
    vec2 inwards = neg2(outward(edge->along));
    const lw_polygon *other = edge->of_a ? p->b : p->a;
    uint32_t i = edge->of_a ? edge->from.b : edge->from.a;
    vec2 next = sub2(other->vertices[i + 1], other->vertices[i]);
    vec2 last = sub2(other->vertices[i], other->vertices[before(other, i)]);
    if (edge->of_a)
        inwards = neg2(turn_back(p->b_in_a, inwards));
    return dot2(inwards, next) >= 0 && dot2(inwards, last) <= 0 &&
           !is_farthest(other, inwards, next, last);
}

/* Finds the exit from the warm start, which mostly is at the exit or next to it; false where the two
 * vertices no longer make a corner. */
static inline bool find_exit_again(const lw_posed_polygons *p, vec2 ray,
                                   const lw_polygon_memory *memory, outline_edge *out)
{
    if (!memory || !memory->count || memory->vertex[0][0] >= p->a->count ||
        memory->vertex[1][0] >= p->b->count)
        return false;
    lw_corner at = corner_at(p, memory->vertex[0][0], memory->vertex[1][0]);
    return find_exit(p, ray, at, p->a->count + p->b->count + 2, out) && is_on_outline(p, out);
}

bool lw_boundary_walk(const lw_posed_polygons *p, lw_polygon_memory *memory, lw_search *out)
{
    if (memory && memory->count == 1 && is_still_nearest(p, memory, out)) {
        end_apart(p, memory, out);
        return true;
    }
    if (has_needle(p))
        return false;
    if (memory && memory->count == 3 && still_encloses(p, memory)) {
        end_in_contact(out);
        return true;
    }
    vec2 c = some_direction(middle_of(p));
    outline_edge exit;
    bool known = find_exit_again(p, neg2(c), memory, &exit);
    if (!known) {
        lw_corner at = support_point(p, c);
        if (dot2(c, at.w) > 0 && is_nearest(p, &at, out)) {
            end_apart(p, memory, out);
            return true;
        }
        if (!find_exit(p, neg2(c), at, p->a->count + p->b->count + 2, &exit))
            return false;
    }
    if (!(cross2(exit.along, exit.from.w) > 0)) {
        end_in_contact(out);
        if (memory)
            remember_meeting(p, c, &exit, memory);
        return true;
    }
    if (!walk_from_edge(p, &exit, out))
        return false;
    end_apart(p, memory, out);
    return true;
}

/* The exit needs no test by is_on_outline. The walk begins at the corner that is farthest along the
 * ray, and the outward normal of the exit is less than a right angle from the ray. So the edges come in
 * the order of their directions, and the signs of cross products tell them apart. Rounding can confuse
 * only two kinds of edges. If two edges are parallel, both are within rounding of the outline in either
 * order. If two edges are opposite, one of them leads back. The walk then goes all around one polygon,
 * on which no edge leads from the ray's right to its left; it comes to the same corner again, and in
 * the end finds no exit. */
int lw_boundary_walk_meets(const lw_posed_polygons *p)
{
    double radius = p->a->radius + p->b->radius;
    double kept = lw_kept_apart(p);
    if (has_needle(p))
        return -1;
    vec2 c = some_direction(middle_of(p));
    lw_corner at = support_point(p, c);
    /* the direction of the middles may separate them */
    double gap = dot2(c, at.w);
    if (gap > 0 && gap * gap > kept * kept * dot2(c, c))
        return 0;
    outline_edge exit;
    if (!find_exit(p, neg2(c), at, p->a->count + p->b->count + 2, &exit))
        return -1;
    double side = cross2(exit.along, exit.from.w);
    if (!(side > 0))
        return 1;
    /* the normal of the edge through which the ray to the origin leaves may separate them */
    if (side * side > kept * kept * dot2(exit.along, exit.along))
        return 0;
    if (radius == 0)
        return 1;
    lw_search found;
    if (!walk_from_edge(p, &exit, &found))
        return -1;
    return found.upper <= kept;
}
