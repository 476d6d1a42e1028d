/* Lin and Canny's algorithm in the plane (Feyeux and Landry, section 5).
 *
 * A pair of features, each a vertex or an edge, is the nearest if the nearest points of the two lie in
 * each other's Voronoi regions (Theorem 1). Where one does not, the test that fails names a feature
 * that is nearer: Table 2 for two vertices, 4 for an edge and a vertex, 5 and 6 for two edges, 3 for a
 * vertex on the inner side of its edge. Each new pair must be nearer than the last, so the search ends;
 * one that goes on because of rounding is ended without an answer (section 5.4 relies on exact
 * arithmetic, and relaxes the tests by a parameter delta_c instead, (16), which can cycle).
 *
 * The tests are exact except for one: a point counts as in a vertex's region also if it
 * lies outside by an angle of less than 2^-49 from the edge's normal. So the search ends on parallel
 * edges, and the distance moves by less than rounding. (Table 4 of the paper returns (f_a, E_b) in its
 * fourth line; it should be (f_a, P_b).) */
#include "distance/plane/lin_canny.h"

#include "math/rounding.h"
#include "math/vec.h"

/* A polygon with one of its features, in a's frame. */
typedef struct side {
    const lw_polygon *polygon;
    lw_pose2 at;
    bool edge; /* the edge from the vertex, or the vertex itself */
    uint32_t vertex;
} side;

typedef enum outcome { NEAREST, CHANGED, COLLISION, LOST } outcome;

typedef struct tracker {
    side sides[2];
    double noise; /* the rounding error of a point */
    uint32_t tests;
} tracker;

static uint32_t following(const lw_polygon *polygon, uint32_t i)
{
    return i + 1 == polygon->count ? 0 : i + 1;
}

static uint32_t preceding(const lw_polygon *polygon, uint32_t i)
{
    return i == 0 ? polygon->count - 1 : i - 1;
}

static vec2 vertex_of(const side *s, uint32_t i)
{
    return transform2(s->at, s->polygon->vertices[i]);
}

/* e_i */
static vec2 edge_of(const side *s, uint32_t i)
{
    const vec2 *v = s->polygon->vertices + i;
    return turn(s->at, sub2(v[1], v[0]));
}

static void set(side *s, bool edge, uint32_t vertex)
{
    s->edge = edge;
    s->vertex = vertex;
}

/* Whether a point, relative to a vertex, is beyond it along an edge by more than rounding: (15) for its
 * projection (14), instead of (16). */
static bool is_beyond(vec2 from_vertex, vec2 edge)
{
    double along = dot2(from_vertex, edge);
    return along > 0 && along * along > LW_PLANE_ROUNDING * LW_PLANE_ROUNDING *
                                            dot2(from_vertex, from_vertex) * dot2(edge, edge);
}

/* Whether a point is in the Voronoi region of a vertex: NEAREST; if not, the side's feature becomes the
 * edge that is nearer to it (Table 2). Where the two edges are one line up to rounding, a point
 * straight behind the vertex is beyond neither edge; it is inside, or beyond the other side: LOST.
 * away: from the vertex to the point. */
static outcome try_region_of_vertex(side *s, vec2 away)
{
    uint32_t i = s->vertex;
    vec2 e = edge_of(s, i);
    if (is_beyond(away, e)) {
        set(s, true, i);
        return CHANGED;
    }
    uint32_t k = preceding(s->polygon, i);
    vec2 before = edge_of(s, k);
    if (is_beyond(away, neg2(before))) {
        set(s, true, k);
        return CHANGED;
    }
    bool behind = s->polygon->flat && dot2(away, outward(e)) < 0 && dot2(away, outward(before)) < 0;
    return behind ? LOST : NEAREST;
}

/* 5.1, two vertices */
static outcome try_vertices(tracker *t)
{
    side *a = &t->sides[0];
    side *b = &t->sides[1];
    vec2 between = sub2(vertex_of(a, a->vertex), vertex_of(b, b->vertex));
    outcome found = try_region_of_vertex(b, between);
    return found == NEAREST ? try_region_of_vertex(a, neg2(between)) : found;
}

/* Table 3: the feature whose Voronoi region holds a point, an edge's by (22) and (23), a vertex's by
 * (24) and (25); none where the point is inside, or by rounding in none of the regions. */
static outcome find_nearest_feature(tracker *t, side *s, vec2 point)
{
    uint32_t n = s->polygon->count;
    bool inside = true;
    for (uint32_t i = 0; i < n; i++) {
        t->tests++;
        vec2 e = edge_of(s, i);
        vec2 away = sub2(point, vertex_of(s, i));
        double along = dot2(away, e);
        if (along > 0 && along < dot2(e, e) && dot2(away, outward(e)) > 0) {
            set(s, true, i);
            return CHANGED;
        }
        if (!(along > 0) && !(dot2(away, edge_of(s, preceding(s->polygon, i))) < 0)) {
            set(s, false, i);
            return CHANGED;
        }
        inside = inside && dot2(away, outward(e)) < 0;
    }
    return inside ? COLLISION : LOST;
}

/* 5.2, Table 4: an edge of one and a vertex of the other. The vertex's projection (20) is on the edge,
 * (17) and (18), and the vertex is above it, (19) and (21). */
static outcome try_edge_and_vertex(tracker *t, int one)
{
    side *a = &t->sides[one];
    side *b = &t->sides[!one];
    vec2 start = vertex_of(a, a->vertex);
    vec2 e = edge_of(a, a->vertex);
    vec2 point = vertex_of(b, b->vertex);
    vec2 away = sub2(point, start);
    double along = dot2(away, e);
    double square = dot2(e, e);
    if (!(along > 0)) {
        set(a, false, a->vertex);
        return CHANGED;
    }
    if (!(along < square)) {
        set(a, false, following(a->polygon, a->vertex));
        return CHANGED;
    }
    if (!(dot2(away, outward(e)) > 0))
        return find_nearest_feature(t, a, point);
    /* the nearest point of the edge is straight below the vertex */
    return try_region_of_vertex(b, neg2(outward(e)));
}

/* The share along an edge, from 0 to 1, of its point nearest to a given one: (29). */
static double nearest_along(vec2 start, vec2 edge, vec2 point)
{
    double share = dot2(sub2(point, start), edge) / dot2(edge, edge);
    return share < 0 ? 0 : share > 1 ? 1 : share;
}

/* shares of 0 and 1 are an edge's ends */
static void set_by_share(side *s, double share)
{
    if (share <= 0)
        set(s, false, s->vertex);
    else if (share >= 1)
        set(s, false, following(s->polygon, s->vertex));
}

/* 5.3, Tables 5 and 6: two edges. They cross, or one of the nearest points is an end of an edge. For
 * parallel edges such a pair is as near as the two edges are, so the shares (26) need no case of their
 * own. */
static outcome try_edges(tracker *t)
{
    vec2 start[2];
    vec2 edge[2];
    for (int i = 0; i < 2; i++) {
        start[i] = vertex_of(&t->sides[i], t->sides[i].vertex);
        edge[i] = edge_of(&t->sides[i], t->sides[i].vertex);
    }
    double across = cross2(edge[0], edge[1]);
    vec2 between = sub2(start[1], start[0]);
    if (across != 0) {
        /* where the two lines cross: (27), (28) */
        double ka = cross2(between, edge[1]) / across;
        double kb = cross2(between, edge[0]) / across;
        vec2 gap = sub2(add_scaled2(between, kb, edge[1]), scale2(ka, edge[0]));
        if (ka >= 0 && ka <= 1 && kb >= 0 && kb <= 1 && fabs(gap.x) + fabs(gap.y) <= t->noise)
            return COLLISION;
    }
    double best = HUGE_VAL;
    double shares[2] = {0, 0};
    for (int i = 0; i < 2; i++)
        for (int end = 0; end < 2; end++) {
            vec2 point = end ? add2(start[i], edge[i]) : start[i];
            double share = nearest_along(start[!i], edge[!i], point);
            vec2 gap = sub2(add_scaled2(start[!i], share, edge[!i]), point);
            if (dot2(gap, gap) < best) {
                best = dot2(gap, gap);
                shares[i] = end;
                shares[!i] = share;
            }
        }
    set_by_share(&t->sides[0], shares[0]);
    set_by_share(&t->sides[1], shares[1]);
    return CHANGED;
}

static outcome try_features(tracker *t)
{
    t->tests++;
    bool a = t->sides[0].edge;
    bool b = t->sides[1].edge;
    return a && b ? try_edges(t)
           : a    ? try_edge_and_vertex(t, 0)
           : b    ? try_edge_and_vertex(t, 1)
                  : try_vertices(t);
}

/* The squared distance of the two features; -1 for two edges. */
static double square_of_gap(const tracker *t)
{
    const side *a = &t->sides[0];
    const side *b = &t->sides[1];
    vec2 p = vertex_of(a, a->vertex);
    vec2 q = vertex_of(b, b->vertex);
    if (a->edge && b->edge)
        return -1; /* the ends of both edges are tried next */
    if (a->edge) {
        vec2 e = edge_of(a, a->vertex);
        p = add_scaled2(p, nearest_along(p, e, q), e);
    } else if (b->edge) {
        vec2 e = edge_of(b, b->vertex);
        q = add_scaled2(q, nearest_along(q, e, p), e);
    }
    vec2 gap = sub2(q, p);
    return dot2(gap, gap);
}

static void begin(tracker *t, const lw_posed_polygons *p, const lw_polygon_features *features)
{
    const lw_polygon *polygons[2] = {p->a, p->b};
    bool known = features->known;
    for (int i = 0; i < 2; i++) {
        t->sides[i].polygon = polygons[i];
        t->sides[i].at = i ? p->b_in_a : (lw_pose2){0, 0, 1, 0};
        known = known && features->vertex[i] < polygons[i]->count;
    }
    vec2 c = sub2(p->a->center, transform2(p->b_in_a, p->b->center));
    for (int i = 0; i < 2; i++) {
        vec2 towards = i ? turn_back(p->b_in_a, c) : neg2(c);
        set(&t->sides[i], known && features->edge[i] && polygons[i]->count > 1,
            known ? features->vertex[i] : lw_polygon_support(polygons[i], towards));
    }
    t->tests = 0;
    t->noise = LW_PLANE_ROUNDING * p->size;
}

/* The nearest features as corners of the difference. */
static void answer(const tracker *t, const lw_posed_polygons *p, lw_search *out)
{
    const side *a = &t->sides[0];
    const side *b = &t->sides[1];
    lw_corner at = {lw_difference(p, a->vertex, b->vertex), a->vertex, b->vertex};
    out->meets = false;
    out->corners[0] = out->corners[1] = at;
    out->count = a->edge || b->edge ? 2 : 1;
    if (out->count == 1) {
        out->direction = at.w;
        out->upper = length2(at.w);
    } else {
        vec2 e = a->edge ? edge_of(a, a->vertex) : edge_of(b, b->vertex);
        if (a->edge)
            out->corners[1].a = following(a->polygon, a->vertex);
        else
            out->corners[1].b = following(b->polygon, b->vertex);
        out->edge = a->edge ? e : neg2(e);
        out->direction = a->edge ? neg2(outward(e)) : outward(e);
        out->upper = fabs(cross2(at.w, e)) / length2(e);
    }
    out->lower = greater(0, out->upper - LW_PLANE_ROUNDING * p->size);
}

static void remember(const tracker *t, bool known, lw_polygon_features *features)
{
    features->known = known;
    for (int i = 0; i < 2; i++) {
        features->edge[i] = t->sides[i].edge;
        features->vertex[i] = t->sides[i].vertex;
    }
    features->tests = t->tests;
}

bool lw_lin_canny_search(const lw_posed_polygons *p, lw_polygon_features *features, lw_search *out)
{
    tracker t;
    begin(&t, p, features);
    double last = HUGE_VAL;
    uint32_t limit = 4 * (p->a->count + p->b->count) + 16;
    outcome found;
    while ((found = try_features(&t)) == CHANGED) {
        double square = square_of_gap(&t);
        if (square > last * LW_UPWARD || limit-- == 0)
            break;
        last = square >= 0 ? square : last;
    }
    remember(&t, found == NEAREST, features);
    if (found == NEAREST)
        answer(&t, p, out);
    else if (found == COLLISION)
        *out = (lw_search){.meets = true};
    return found == COLLISION || (found == NEAREST && out->upper > 0);
}
