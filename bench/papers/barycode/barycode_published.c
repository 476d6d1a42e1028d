/* GJK in the plane as Zhang et al. published it, line by line. Unlike Leeway's
 * (distance/plane/barycode.c) it computes v itself, by a division a round, and stops by absolute
 * tolerances. */
#include "barycode/barycode_published.h"

/* The paper's epsilon, whose value it does not give: relative in line 4 of Algorithm 1, in metres
 * elsewhere. */
static const double epsilon = 1e-7;

typedef struct corner {
    vec2 w;
    uint32_t a, b; /* the vertices' indices */
} corner;

/* W_k, with lambda and v. */
typedef struct simplex {
    corner at[3]; /* newest first */
    double lambda[3];
    int count;
    vec2 v;
} simplex;

static inline uint32_t scan(const lw_polygon *polygon, vec2 direction)
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

/* Climbs from vertex i, forwards or else backwards. */
static inline uint32_t climb(const lw_polygon *polygon, uint32_t i, vec2 direction)
{
    const vec2 *v = polygon->vertices;
    uint32_t last = polygon->count - 1;
    double here = dot2(v[i], direction);
    bool moved = false;
    for (uint32_t steps = 0; steps < last; steps++) {
        uint32_t next = i == last ? 0 : i + 1;
        double there = dot2(v[next], direction);
        if (there <= here)
            break;
        i = next;
        here = there;
        moved = true;
    }
    for (uint32_t steps = 0; steps < last && !moved; steps++) {
        uint32_t next = i == 0 ? last : i - 1;
        double there = dot2(v[next], direction);
        if (there <= here)
            break;
        i = next;
        here = there;
    }
    return i;
}

static inline uint32_t support_vertex(const lw_polygon *polygon, vec2 direction,
                                      lw_published_support how, uint32_t last)
{
    return how == LW_PUBLISHED_CLIMB ? climb(polygon, last, direction) : scan(polygon, direction);
}

static inline vec2 vertex_of_b(const lw_published_pair *pair, bool posed, uint32_t i)
{
    return posed ? transform2(*pair->b_in_a, pair->b->vertices[i]) : pair->b->vertices[i];
}

/* (4), along -v */
static inline corner support(const lw_published_pair *pair, bool posed, vec2 v,
                             lw_published_support how, const corner *last)
{
    corner c;
    c.a = support_vertex(pair->a, neg2(v), how, last->a);
    c.b = support_vertex(pair->b, posed ? turn_back(*pair->b_in_a, v) : v, how, last->b);
    c.w = sub2(pair->a->vertices[c.a], vertex_of_b(pair, posed, c.b));
    return c;
}

static inline void keep_one(simplex *s, corner a)
{
    s->at[0] = a;
    s->lambda[0] = 1;
    s->count = 1;
    s->v = a.w;
}

/* S1D, Algorithm 5 */
static inline void nearest_on_edge(simplex *s, corner a, corner b)
{
    vec2 ab = sub2(b.w, a.w);
    double first = dot2(a.w, ab);
    if (first >= 0) {
        keep_one(s, a);
        return;
    }
    double second = dot2(b.w, ab);
    if (second <= 0) {
        keep_one(s, b);
        return;
    }
    s->at[0] = a;
    s->at[1] = b;
    s->count = 2;
    s->lambda[0] = second / (second - first);
    s->lambda[1] = 1 - s->lambda[0];
    s->v = add2(scale2(s->lambda[0], a.w), scale2(s->lambda[1], b.w));
}

/* ConeRegion, Algorithm 4 */
static inline void cone_region(simplex *s, corner v, corner m, corner n)
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
    keep_one(s, v);
}

static inline bool same_sign(double m, double n)
{
    return (m > 0) == (n > 0);
}

/* S2D, Algorithm 3; at[0] is the newest, so that only the cases 4 to 7 are left. */
static inline void nearest_on_triangle(simplex *s)
{
    corner a = s->at[0];
    corner b = s->at[1];
    corner c = s->at[2];
    double u = cross2(b.w, c.w);
    double v = cross2(c.w, a.w);
    double w = cross2(a.w, b.w);
    double sum = u + v + w;
    switch (2 * same_sign(sum, v) + same_sign(sum, w)) {
    case 0:
        cone_region(s, a, b, c);
        return;
    case 1:
        nearest_on_edge(s, a, c);
        return;
    case 2:
        nearest_on_edge(s, a, b);
        return;
    default:
        s->lambda[0] = u / sum;
        s->lambda[1] = v / sum;
        s->lambda[2] = 1 - s->lambda[0] - s->lambda[1];
        s->v =
            add2(add2(scale2(s->lambda[0], a.w), scale2(s->lambda[1], b.w)), scale2(s->lambda[2], c.w));
    }
}

/* Algorithm 2, with a new corner */
static inline void sub_distance(simplex *s, corner added)
{
    if (s->count == 1) {
        nearest_on_edge(s, added, s->at[0]);
        return;
    }
    s->at[2] = s->at[1];
    s->at[1] = s->at[0];
    s->at[0] = added;
    s->count = 3;
    nearest_on_triangle(s);
}

static inline void begin(simplex *s, const lw_published_pair *pair, bool posed,
                         lw_published_support how)
{
    const corner none = {{0, 0}, 0, 0};
    vec2 towards =
        how == LW_PUBLISHED_FIXED ? v2(1, 0) : sub2(pair->a->vertices[0], vertex_of_b(pair, posed, 0));
    s->at[1] = s->at[2] = none;
    keep_one(s, support(pair, posed, towards, how, &none));
}

static inline double distance_with(const lw_published_pair *pair, bool posed, lw_published_support how,
                                   vec2 points[2])
{
    simplex s;
    begin(&s, pair, posed, how);
    uint32_t limit = 4 * (pair->a->count + pair->b->count);
    do {
        double square = dot2(s.v, s.v);
        corner w = support(pair, posed, s.v, how, &s.at[0]);
        if (square - dot2(s.v, w.w) <= epsilon * epsilon * square)
            break;
        sub_distance(&s, w);
    } while (s.count < 3 && dot2(s.v, s.v) > epsilon * epsilon && limit-- > 0);
    points[0] = points[1] = v2(0, 0);
    for (int i = 0; i < s.count; i++) {
        points[0] = add_scaled2(points[0], s.lambda[i], pair->a->vertices[s.at[i].a]);
        points[1] = add_scaled2(points[1], s.lambda[i], vertex_of_b(pair, posed, s.at[i].b));
    }
    return length2(s.v);
}

static inline bool meets_with(const lw_published_pair *pair, bool posed, lw_published_support how)
{
    simplex s;
    begin(&s, pair, posed, how);
    uint32_t limit = 4 * (pair->a->count + pair->b->count);
    do {
        corner w = support(pair, posed, s.v, how, &s.at[0]);
        if (dot2(s.v, w.w) > 0)
            return false;
        if (s.count == 2 && cross2(s.at[0].w, w.w) * cross2(s.at[1].w, w.w) <= 0)
            return true;
        sub_distance(&s, w);
        if (dot2(s.v, s.v) <= epsilon * epsilon)
            return true;
    } while (s.count < 3 && limit-- > 0);
    return s.count == 3;
}

double lw_published_distance(const lw_published_pair *pair, lw_published_support how, vec2 points[2])
{
    const bool posed = pair->b_in_a;
    switch (how) {
    case LW_PUBLISHED_SCAN:
        return posed ? distance_with(pair, true, LW_PUBLISHED_SCAN, points)
                     : distance_with(pair, false, LW_PUBLISHED_SCAN, points);
    case LW_PUBLISHED_CLIMB:
        return posed ? distance_with(pair, true, LW_PUBLISHED_CLIMB, points)
                     : distance_with(pair, false, LW_PUBLISHED_CLIMB, points);
    case LW_PUBLISHED_FIXED:
        return distance_with(pair, posed, LW_PUBLISHED_FIXED, points);
    }
    return 0;
}

bool lw_published_meets(const lw_published_pair *pair, lw_published_support how)
{
    const bool posed = pair->b_in_a;
    if (how == LW_PUBLISHED_CLIMB)
        return posed ? meets_with(pair, true, LW_PUBLISHED_CLIMB)
                     : meets_with(pair, false, LW_PUBLISHED_CLIMB);
    return posed ? meets_with(pair, true, LW_PUBLISHED_SCAN)
                 : meets_with(pair, false, LW_PUBLISHED_SCAN);
}

/* The interval of a polygon's products with a direction. */
static inline void project(const lw_polygon *polygon, vec2 direction, double ends[2])
{
    ends[0] = ends[1] = dot2(polygon->vertices[0], direction);
    for (uint32_t i = 1; i < polygon->count; i++) {
        double here = dot2(polygon->vertices[i], direction);
        ends[0] = here < ends[0] ? here : ends[0];
        ends[1] = here > ends[1] ? here : ends[1];
    }
}

static bool separates(const lw_polygon *edges, const lw_polygon *a, const lw_polygon *b)
{
    for (uint32_t i = 0; i < edges->count; i++) {
        vec2 normal = outward(sub2(edges->vertices[i + 1], edges->vertices[i]));
        double of_a[2];
        double of_b[2];
        project(a, normal, of_a);
        project(b, normal, of_b);
        if (of_a[1] < of_b[0] || of_b[1] < of_a[0])
            return true;
    }
    return false;
}

bool lw_published_axes(const lw_polygon *a, const lw_polygon *b)
{
    return !separates(a, a, b) && !separates(b, a, b);
}
