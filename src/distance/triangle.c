/* The distance of two triangles.
 *
 * The fast path is that of PQP (Larsen, Gottschalk, Lin and Manocha 1999): the nearest points of the
 * nine pairs of edges, until one pair is shown to be the nearest of all because the third corners lie
 * on the far sides of the planes through its points; then corners over faces. Its result is accepted
 * only if the direction that its features define proves it on all six corners.
 *
 * The slow path is for the rest: triangles that meet, needles, ties. It takes the smallest distance
 * over all candidates (corner and edge, corner and face, edge and edge, edge through face), each
 * measured between points that certainly lie on the triangles, and the largest gap over all
 * directions in which two triangles can be separated (faces, edge by edge, edges within the faces).
 *
 * Costs about 0.1 microseconds, 1 to 2 on the slow path. */
#include <float.h>

#include "distance/distance.h"
#include "math/rounding.h"

/* The rounding error of a gap along a unit vector, relative to the largest coordinate, with a's first
 * corner as the origin (u = 2^-53): a corner of a and one of b are each rounded once, 2 sqrt(3) u; two
 * scalar products err by 3 sqrt(3) u each; the unit vector's length errs by less than 4 u of a gap that
 * is at most sqrt(3). Together less than 21 u; LW_ROUNDING(32) leaves a third of itself unused. */
static const double GAP_ROUNDING = LW_ROUNDING(32);

/* Points so near to each other, relative to the largest coordinate, count as common. Small beside
 * GAP_ROUNDING: no direction could prove such a gap. */
static const double ROUNDING = LW_ROUNDING(16);

typedef struct pair {
    vec3 corner[2][3]; /* relative to the first corner of a */
    vec3 edge[2][3];   /* from corner k to corner k + 1 */
    double size;       /* the largest coordinate */
} pair;

/* A point of one triangle, and the corners that carry it. */
typedef struct spot {
    vec3 point;
    uint32_t count;
    uint32_t corner[3];
} spot;

/* The closest points so far. */
typedef struct closest {
    double square;
    spot on[2];
} closest;

/* The widest gap so far. */
typedef struct separation {
    double gap; /* proven; negative: none */
    vec3 normal;
} separation;

static uint32_t after(uint32_t k)
{
    return k == 2 ? 0 : k + 1;
}

static double clamp(double value)
{
    return value < 0 ? 0 : value > 1 ? 1 : value;
}

static void make_pair(pair *m, const vec3 a[3], const vec3 b[3])
{
    double size = 0;
    for (uint32_t k = 0; k < 3; k++) {
        m->corner[0][k] = sub(a[k], a[0]);
        m->corner[1][k] = sub(b[k], a[0]);
        size = greater(
            size, greater(max_component(abs3(m->corner[0][k])), max_component(abs3(m->corner[1][k]))));
    }
    for (uint32_t k = 0; k < 3; k++) {
        m->edge[0][k] = sub(m->corner[0][after(k)], m->corner[0][k]);
        m->edge[1][k] = sub(m->corner[1][after(k)], m->corner[1][k]);
    }
    m->size = size;
}

static spot on_corner(const pair *m, uint32_t side, uint32_t k)
{
    return (spot){m->corner[side][k], 1, {k, 0, 0}};
}

static spot on_edge(const pair *m, uint32_t side, uint32_t k, double s)
{
    if (s <= 0)
        return on_corner(m, side, k);
    if (s >= 1)
        return on_corner(m, side, after(k));
    return (spot){add_scaled(m->corner[side][k], s, m->edge[side][k]), 2, {k, after(k), 0}};
}

/* Tries a direction of any length, both ways, and keeps the widest gap, lowered by the rounding error.
 */
static void try_direction(const pair *m, vec3 direction, separation *best)
{
    double square = norm2(direction);
    if (!(square > 1e-200 && square < 1e200))
        return;
    vec3 n = scale(1 / sqrt(square), direction);
    double a[3] = {dot(n, m->corner[0][0]), dot(n, m->corner[0][1]), dot(n, m->corner[0][2])};
    double b[3] = {dot(n, m->corner[1][0]), dot(n, m->corner[1][1]), dot(n, m->corner[1][2])};
    double highest_a = greater(a[0], greater(a[1], a[2]));
    double lowest_a = lesser(a[0], lesser(a[1], a[2]));
    double highest_b = greater(b[0], greater(b[1], b[2]));
    double lowest_b = lesser(b[0], lesser(b[1], b[2]));
    double forwards = lowest_b - highest_a;
    double backwards = lowest_a - highest_b;
    double gap = greater(forwards, backwards) - GAP_ROUNDING * m->size;
    if (gap > best->gap) {
        best->gap = gap;
        best->normal = forwards >= backwards ? n : neg(n);
    }
}

/* v without its part along an edge. */
static vec3 without(vec3 v, vec3 edge)
{
    double square = norm2(edge);
    return square > 0 ? add_scaled(v, -dot(v, edge) / square, edge) : v;
}

/* Perpendicular to two edges. The product of nearly parallel edges errs most along them, so the part
 * along the longer one is taken out again. */
static vec3 perpendicular(vec3 e, vec3 f)
{
    return without(cross(e, f), norm2(e) >= norm2(f) ? e : f);
}

/* The normal of a triangle from its longest edge, not of unit length. */
static vec3 face_normal(const pair *m, uint32_t side)
{
    const vec3 *e = m->edge[side];
    double square[3] = {norm2(e[0]), norm2(e[1]), norm2(e[2])};
    uint32_t k = square[0] >= square[1] && square[0] >= square[2] ? 0 : square[1] >= square[2] ? 1 : 2;
    return perpendicular(e[k], e[after(k)]);
}

/* The direction that the features of the closest points define: it stays accurate where the points are
 * so close that their difference is mostly rounding. */
static vec3 feature_direction(const pair *m, const spot on[2])
{
    vec3 between = sub(on[1].point, on[0].point);
    if (on[0].count == 3)
        return face_normal(m, 0);
    if (on[1].count == 3)
        return face_normal(m, 1);
    if (on[0].count == 2 && on[1].count == 2)
        return cross(m->edge[0][on[0].corner[0]], m->edge[1][on[1].corner[0]]);
    if (on[0].count == 2)
        return without(between, m->edge[0][on[0].corner[0]]);
    if (on[1].count == 2)
        return without(between, m->edge[1][on[1].corner[0]]);
    return between;
}

/* Whether the distance is proven up to rounding and 1e-13 of it. */
static bool is_proven(const pair *m, double upper, const separation *best)
{
    return best->gap > 0 && upper - best->gap <= 4 * ROUNDING * m->size + 1e-13 * upper;
}

/* ---- the fast path -------------------------------------------------------------------------- */

/* Nearest points of two edges (Lumelsky 1985), as the two parameters. */
static void near_edges(const pair *m, uint32_t i, uint32_t j, const double *inverse_a,
                       const double *inverse_b, double *s, double *t)
{
    vec3 d = m->edge[0][i];
    vec3 e = m->edge[1][j];
    vec3 r = sub(m->corner[1][j], m->corner[0][i]);
    double dd = norm2(d);
    double ee = norm2(e);
    double de = dot(d, e);
    double dr = dot(d, r);
    double er = dot(e, r);
    double determinant = dd * ee - de * de;
    *s = determinant > 0 ? clamp((dr * ee - er * de) / determinant) : 0;
    *t = (*s * de - er) * inverse_b[j];
    if (*t < 0) {
        *t = 0;
        *s = clamp(dr * inverse_a[i]);
    } else if (*t > 1) {
        *t = 1;
        *s = clamp((dr + de) * inverse_a[i]);
    }
}

/* The nearest points of two edges. */
typedef struct edge_points {
    uint32_t i, j; /* edge i of a and edge j of b */
    double s, t;   /* along them */
} edge_points;

/* Finds the nearest points of all pairs of edges. Early exit: true at the first pair that is shown to
 * be the nearest of all, because the third corners lie beyond. */
static bool find_edges(const pair *m, double *least, edge_points *nearest)
{
    double inverse[2][3];
    for (uint32_t side = 0; side < 2; side++)
        for (uint32_t k = 0; k < 3; k++) {
            double square = norm2(m->edge[side][k]);
            inverse[side][k] = square > 0 ? 1 / square : 0;
        }
    for (uint32_t i = 0; i < 3; i++)
        for (uint32_t j = 0; j < 3; j++) {
            edge_points at = {.i = i, .j = j};
            near_edges(m, i, j, inverse[0], inverse[1], &at.s, &at.t);
            vec3 p = add_scaled(m->corner[0][i], at.s, m->edge[0][i]);
            vec3 q = add_scaled(m->corner[1][j], at.t, m->edge[1][j]);
            vec3 between = sub(q, p);
            double square = norm2(between);
            if (square >= *least)
                continue;
            *least = square;
            *nearest = at;
            vec3 third_a = m->corner[0][after(after(i))];
            vec3 third_b = m->corner[1][after(after(j))];
            if (dot(between, sub(third_a, p)) <= 0 && dot(between, sub(third_b, q)) >= 0)
                return true;
        }
    return false;
}

/* True where a pair of edges is certainly the closest. */
static bool fast_edges(const pair *m, closest *near)
{
    edge_points at = {0, 0, 0, 0};
    bool certain = find_edges(m, &near->square, &at);
    near->on[0] = on_edge(m, 0, at.i, at.s);
    near->on[1] = on_edge(m, 1, at.j, at.t);
    return certain;
}

/* True where all corners of one triangle lie on one side of the other's face and the lowest of them
 * is above the face. side: whose face. */
static bool fast_face(const pair *m, uint32_t side, closest *near)
{
    const vec3 *face = m->corner[side];
    const vec3 *other = m->corner[1 - side];
    vec3 n = face_normal(m, side);
    double square = norm2(n);
    double height[3];
    for (uint32_t k = 0; k < 3; k++)
        height[k] = dot(n, sub(other[k], face[0]));
    bool above = height[0] > 0 && height[1] > 0 && height[2] > 0;
    bool below = height[0] < 0 && height[1] < 0 && height[2] < 0;
    if (!(above || below) || !(square > 0))
        return false;
    uint32_t k = fabs(height[0]) <= fabs(height[1]) ? 0 : 1;
    if (fabs(height[2]) < fabs(height[k]))
        k = 2;
    vec3 foot = add_scaled(other[k], -height[k] / square, n);
    double turn = dot(n, cross(m->edge[side][0], m->edge[side][1])) > 0 ? 1 : -1;
    for (uint32_t e = 0; e < 3; e++)
        if (turn * dot(n, cross(m->edge[side][e], sub(foot, face[e]))) < 0)
            return false;
    near->square = height[k] * height[k] / square;
    near->on[side] = (spot){foot, 3, {0, 1, 2}};
    near->on[1 - side] = on_corner(m, 1 - side, k);
    return true;
}

/* ---- the slow path -------------------------------------------------------------------------- */

static void consider(closest *near, uint32_t side, spot p, spot q)
{
    double square = norm2(sub(q.point, p.point));
    if (square < near->square) {
        near->square = square;
        near->on[side] = p;
        near->on[1 - side] = q;
    }
}

/* Where a point comes closest to an edge. */
static double along_edge(const pair *m, uint32_t side, uint32_t k, vec3 point)
{
    double square = norm2(m->edge[side][k]);
    double s = dot(m->edge[side][k], sub(point, m->corner[side][k]));
    return square > 0 ? clamp(s / square) : 0;
}

/* A point of the face near a given point: the nearest for points above the face's inside, else some
 * point of the face (edges are tried for those). Errors on thin faces are corrected by solving again
 * for the difference that is left; the point lies on the face in any case. */
static spot on_face(const pair *m, uint32_t side, vec3 normal, vec3 point)
{
    vec3 e = m->edge[side][0];
    vec3 f = neg(m->edge[side][2]);
    double square = dot(normal, cross(e, f));
    double s = 0;
    double t = 0;
    vec3 found = m->corner[side][0];
    for (int round = 0; round < 3 && square != 0; round++) {
        vec3 rest = sub(point, found);
        s += dot(cross(rest, f), normal) / square;
        t += dot(cross(e, rest), normal) / square;
        s = lesser(greater(s, -1), 2);
        t = lesser(greater(t, -1), 2);
        found = add(m->corner[side][0], add(scale(s, e), scale(t, f)));
    }
    if (s < 0 || t < 0 || s + t > 1) {
        s = greater(s, 0);
        t = greater(t, 0);
        double sum = greater(1, s + t);
        found = add(m->corner[side][0], add(scale(s / sum, e), scale(t / sum, f)));
    }
    return (spot){found, 3, {0, 1, 2}};
}

/* Where an edge goes through the other triangle's face. It is solved again from the point found,
 * because the normal of a thin face is uncertain and errs more the farther away the base point is. */
static void pierce(const pair *m, uint32_t side, uint32_t k, vec3 normal, closest *near)
{
    vec3 base = m->corner[1 - side][0];
    for (int round = 0; round < 3; round++) {
        double start = dot(normal, sub(m->corner[side][k], base));
        double slope = dot(normal, m->edge[side][k]);
        if (slope == 0)
            return;
        double s = -start / slope;
        if (round == 0 && (s < -0.5 || s > 1.5))
            return;
        spot p = on_edge(m, side, k, clamp(s));
        spot q = on_face(m, 1 - side, normal, p.point);
        consider(near, side, p, q);
        base = q.point;
    }
}

/* Where two edges cross. Cross products keep the digits that the determinant of scalar products loses
 * for nearly parallel edges; edges that end before they cross are left to the pairs of a corner and an
 * edge. */
static void cross_edges(const pair *m, uint32_t i, uint32_t j, closest *near)
{
    vec3 normal = cross(m->edge[0][i], m->edge[1][j]);
    double square = norm2(normal);
    if (!(square > 0))
        return;
    vec3 r = sub(m->corner[1][j], m->corner[0][i]);
    double s = clamp(dot(cross(r, m->edge[1][j]), normal) / square);
    for (int round = 0; round < 2; round++) {
        spot p = on_edge(m, 0, i, s);
        double t = along_edge(m, 1, j, p.point);
        spot q = on_edge(m, 1, j, t);
        consider(near, 0, p, q);
        s = along_edge(m, 0, i, q.point);
        consider(near, 0, on_edge(m, 0, i, s), q);
    }
}

/* Whether the points are so close that no direction could prove a gap: it would be less than the
 * rounding error that is taken off. */
static bool is_common(const pair *m, const closest *near)
{
    double error = 0.25 * ROUNDING * m->size;
    return near->square <= error * error;
}

static void corner_candidates(const pair *m, const vec3 normal[2], closest *near)
{
    for (uint32_t side = 0; side < 2; side++)
        for (uint32_t k = 0; k < 3; k++) {
            spot corner = on_corner(m, side, k);
            consider(near, side, corner, on_face(m, 1 - side, normal[1 - side], corner.point));
            for (uint32_t e = 0; e < 3; e++)
                consider(near, side, corner,
                         on_edge(m, 1 - side, e, along_edge(m, 1 - side, e, corner.point)));
        }
}

/* Edges through faces come first: for triangles that overlap they mostly suffice. */
static void all_candidates(const pair *m, const vec3 normal[2], closest *near)
{
    for (uint32_t k = 0; k < 6 && !is_common(m, near); k++)
        pierce(m, k / 3, k % 3, normal[1 - k / 3], near);
    if (is_common(m, near))
        return;
    corner_candidates(m, normal, near);
    for (uint32_t i = 0; i < 3; i++)
        for (uint32_t j = 0; j < 3; j++)
            cross_edges(m, i, j, near);
}

static void all_directions(const pair *m, const vec3 normal[2], const closest *near, separation *best)
{
    vec3 between = sub(near->on[1].point, near->on[0].point);
    try_direction(m, feature_direction(m, near->on), best);
    try_direction(m, between, best);
    for (uint32_t side = 0; side < 2; side++) {
        try_direction(m, normal[side], best);
        for (uint32_t k = 0; k < 3; k++) {
            try_direction(m, without(between, m->edge[side][k]), best);
            try_direction(m, perpendicular(m->edge[side][k], normal[side]), best);
        }
    }
    for (uint32_t i = 0; i < 3; i++)
        for (uint32_t j = 0; j < 3; j++)
            try_direction(m, perpendicular(m->edge[0][i], m->edge[1][j]), best);
}

/* Scales by a power of two, so that the largest coordinate is about 1 and nothing underflows; returns
 * the factor that scales lengths back. */
static double normalize(pair *m)
{
    int exponent;
    frexp(m->size, &exponent);
    exponent = exponent < -1000 ? -1000 : exponent > 1000 ? 1000 : exponent;
    double down = ldexp(1, -exponent);
    for (uint32_t side = 0; side < 2; side++)
        for (uint32_t k = 0; k < 3; k++) {
            m->corner[side][k] = scale(down, m->corner[side][k]);
            m->edge[side][k] = scale(down, m->edge[side][k]);
        }
    m->size *= down;
    return ldexp(1, exponent);
}

static void slow(pair *m, closest *near, separation *best)
{
    vec3 normal[2] = {face_normal(m, 0), face_normal(m, 1)};
    near->square = INFINITY;
    best->gap = -1;
    all_candidates(m, normal, near);
    if (!is_common(m, near))
        all_directions(m, normal, near, best);
}

/* ---- the answer ----------------------------------------------------------------------------- */

static void report(vec3 origin, double back, const closest *near, const separation *best, double upper,
                   lw_bracket *out)
{
    bool apart = best->gap > 0;
    out->upper = apart ? greater(upper, best->gap) * back : upper * back;
    out->lower = apart ? best->gap * back : 0;
    /* among the smallest numbers a product rounds by more than its last digit */
    if (out->lower < DBL_MIN * 0x1p60)
        out->lower = 0;
    out->normal = out->lower > 0 ? best->normal : v3(0, 0, 0);
    for (uint32_t side = 0; side < 2; side++) {
        out->points[side] = add_scaled(origin, back, near->on[side].point);
        out->features[side] = (int32_t)near->on[side].count;
        for (uint32_t k = 0; k < 3; k++)
            out->feature[side][k] = near->on[side].corner[k];
    }
}

void lw_triangle_triangle(const vec3 a[3], const vec3 b[3], lw_bracket *out)
{
    pair m;
    make_pair(&m, a, b);
    closest near = {.square = INFINITY};
    separation best = {.gap = -1};
    if (fast_edges(&m, &near) || fast_face(&m, 0, &near) || fast_face(&m, 1, &near)) {
        try_direction(&m, feature_direction(&m, near.on), &best);
        double upper = sqrt(near.square);
        if (is_proven(&m, upper, &best)) {
            report(a[0], 1, &near, &best, upper, out);
            return;
        }
    }
    if (!(m.size > 0)) {
        /* all six corners are one point */
        near.square = 0;
        near.on[0] = on_corner(&m, 0, 0);
        near.on[1] = on_corner(&m, 1, 0);
        report(a[0], 1, &near, &best, 0, out);
        return;
    }
    double back = normalize(&m);
    slow(&m, &near, &best);
    double upper = sqrt(near.square);
    /* counts as a common point: no direction proves a gap, and the distance is within the points' own
     * error */
    if (best.gap <= 0 && upper <= ROUNDING * m.size) {
        upper = 0;
        near.on[1].point = near.on[0].point;
    }
    report(a[0], back, &near, &best, upper, out);
}
