/* The expanding polytope algorithm (EPA). The Minkowski difference D = b - a contains the origin. For
 * any unit direction u, b comes free when it moves by h(u) = max over D of u . w against u. A polytope
 * inside D, grown at the face nearest to the origin, leads to the u for which h is least; the answer is
 * the least h that was found, so it is never too small, however the search went. The polytope's nearest
 * face is a lower bound: the ball in the polytope lies in D. Distances of faces are signed, so that the
 * first tetrahedron need not contain the origin. Costs a support and a pass over the faces for each
 * vertex. The expansion is compiled for two kinds of processors. */
#include "distance/expansion.h"

#include <float.h>

#include "distance/proxy_support.h"
#include "math/pose.h"
#include "math/rounding.h"
#include "math/unit.h"

/* Relative to the shapes' size: the thickness of a flat D, and how close the answer has to come. */
static const double flat = 1e-13;
static const double close_enough = 1e-12;

/* D is flat too where it is thinner than this: the squares of its faces would be too small. */
static const double thinnest = 1e-69;

static lw_minkowski_point support(const lw_expansion *x, vec3 u)
{
    const lw_difference *difference = x->difference;
    lw_minkowski_point found;
    if (difference->proxies)
        lw_minkowski_support(difference->proxies, neg(u), &found);
    else
        difference->support(difference->context, neg(u), &found);
    return found;
}

/* The support point along u or against it, whichever is farther from a given point along u, and how far
 * it is. */
static lw_minkowski_point farther(const lw_expansion *x, vec3 u, vec3 from, double *distance)
{
    lw_minkowski_point there = support(x, u);
    lw_minkowski_point back = support(x, neg(u));
    double ahead = dot(u, sub(there.w, from));
    double behind = dot(u, sub(from, back.w));
    *distance = fmax(ahead, behind);
    return ahead >= behind ? there : back;
}

/* As farther, for two directions: the farther of the two points. */
static lw_minkowski_point farther_of_two(const lw_expansion *x, vec3 u, vec3 v, vec3 from,
                                         double *distance)
{
    double other;
    lw_minkowski_point first = farther(x, u, from, distance);
    lw_minkowski_point second = farther(x, v, from, &other);
    if (other <= *distance)
        return first;
    *distance = other;
    return second;
}

/* An edge of a face, as one number. */
LW_INLINED uint32_t edge_of(int face, uint32_t edge)
{
    return 4 * (uint32_t)face + edge;
}

LW_INLINED void join(lw_expansion *x, uint32_t edge, uint32_t other)
{
    x->face[edge / 4].across[edge % 4] = other;
    x->face[other / 4].across[other % 4] = edge;
}

/* Adds the face of the vertices i, j and k; one, other: from k to i and to j. Returns the face, or -1
 * where there is no room. */
LW_INLINED int add_face(lw_expansion *x, int i, int j, int k, vec3 one, vec3 other)
{
    if (x->free_count == 0 && x->face_count == LW_EXPANSION_FACES)
        return -1;
    int slot = x->free_count > 0 ? x->free[--x->free_count] : x->face_count++;
    lw_expansion_face *f = &x->face[slot];
    f->corner[0] = i;
    f->corner[1] = j;
    f->corner[2] = k;
    f->is_visible = false;
    f->normal = cross(one, other);
    f->offset = dot(f->normal, x->vertex[k].w);
    f->square = norm2(f->normal);
    x->key[slot] = f->square > LW_LEAST_SQUARE ? f->offset * fabs(f->offset) / f->square : HUGE_VAL;
    return slot;
}

static int add_first_face(lw_expansion *x, int i, int j, int k)
{
    vec3 w = x->vertex[k].w;
    return add_face(x, i, j, k, sub(x->vertex[i].w, w), sub(x->vertex[j].w, w));
}

/* Adds the tetrahedron of the first four vertices. below: the fourth lies below the others, seen from
 * the side from which 0, 1, 2 are counter-clockwise. */
static void add_tetrahedron(lw_expansion *x, bool below)
{
    x->vertex_count = 4;
    x->face_count = 0;
    x->free_count = 0;
    x->depth = HUGE_VAL;
    int i = below ? 1 : 2;
    int j = below ? 2 : 1;
    int base = add_first_face(x, 0, i, j);
    int left = add_first_face(x, 0, j, 3);
    int right = add_first_face(x, j, i, 3);
    int front = add_first_face(x, i, 0, 3);
    join(x, edge_of(base, 0), edge_of(front, 0));
    join(x, edge_of(base, 1), edge_of(right, 0));
    join(x, edge_of(base, 2), edge_of(left, 0));
    join(x, edge_of(left, 1), edge_of(right, 2));
    join(x, edge_of(right, 1), edge_of(front, 2));
    join(x, edge_of(front, 1), edge_of(left, 2));
}

/* For a flat D: the shorter of the two ways across it. */
static bool leave_across(lw_expansion *x, vec3 direction)
{
    double ahead = dot(direction, support(x, direction).w);
    double behind = dot(neg(direction), support(x, neg(direction)).w);
    x->depth = fmin(ahead, behind);
    x->direction = ahead <= behind ? direction : neg(direction);
    return false;
}

/* Begins with a tetrahedron of points of D that are far apart. False: D is flat; depth and direction
 * are set. */
static bool begin(lw_expansion *x)
{
    double limit = greater(flat * x->difference->size, thinnest);
    double distance;
    x->vertex[0] = support(x, v3(1, 0, 0));
    vec3 from = x->vertex[0].w;
    lw_minkowski_point along_x = farther(x, v3(1, 0, 0), from, &distance);
    x->vertex[1] = along_x;
    double other;
    lw_minkowski_point across = farther_of_two(x, v3(0, 1, 0), v3(0, 0, 1), from, &other);
    if (other > distance) {
        distance = other;
        x->vertex[1] = across;
    }
    if (!(distance > limit))
        return leave_across(x, v3(1, 0, 0));
    vec3 axis = sub(x->vertex[1].w, from);
    axis = scale(1 / norm(axis), axis);
    vec3 side = lw_perpendicular(axis);
    x->vertex[2] = farther_of_two(x, side, cross(axis, side), from, &distance);
    if (!(distance > limit))
        return leave_across(x, side);
    vec3 normal = cross(axis, sub(x->vertex[2].w, from));
    normal = scale(1 / norm(normal), normal);
    x->vertex[3] = farther(x, normal, from, &distance);
    if (!(distance > limit))
        return leave_across(x, normal);
    /* whether the fourth vertex lies below the other three */
    add_tetrahedron(x, dot(normal, sub(x->vertex[3].w, from)) < 0);
    return true;
}

/* Begins with the tetrahedron in which GJK found the origin. False: there is none, or it is flat. */
static bool begin_from(lw_expansion *x, const lw_gjk *gjk)
{
    if (!gjk || gjk->count != 4)
        return false;
    for (int i = 0; i < 4; i++)
        x->vertex[i] = (lw_minkowski_point){gjk->w[i], {gjk->point[0][i], gjk->point[1][i]}, {0, 0}};
    vec3 across = sub(gjk->w[3], gjk->w[0]);
    vec3 normal = cross(sub(gjk->w[1], gjk->w[0]), sub(gjk->w[2], gjk->w[0]));
    double volume = dot(normal, across);
    if (!(volume * volume > 1e-12 * (norm2(normal) * norm2(across))))
        return false;
    add_tetrahedron(x, volume < 0);
    return true;
}

/* The points of the two shapes in the best face, at the origin's projection. False where the projection
 * lies outside the face, which may be one of several in a plane. */
bool lw_expansion_find_points(lw_expansion *x)
{
    const lw_expansion_plane *f = &x->best;
    const lw_minkowski_point *v[3];
    double area[3];
    double sum = 0;
    bool inside = true;
    vec3 under = scale(f->distance, f->direction);
    for (int k = 0; k < 3; k++)
        v[k] = &x->vertex[f->corner[k]];
    for (int k = 0; k < 3; k++) {
        vec3 left = sub(v[(k + 1) % 3]->w, under);
        vec3 right = sub(v[(k + 2) % 3]->w, under);
        area[k] = dot(f->direction, cross(left, right));
        inside = inside && area[k] >= -close_enough * x->difference->size * x->difference->size;
        area[k] = fmax(area[k], 0);
        sum += area[k];
    }
    for (int s = 0; s < 2; s++) {
        x->points[s] = v3(0, 0, 0);
        for (int k = 0; k < 3; k++)
            x->points[s] = add_scaled(x->points[s], sum > 0 ? area[k] / sum : 1.0 / 3, v[k]->point[s]);
    }
    return inside;
}

/* A vertex that is being added, and the edges of the hole left by the faces visible to it: each is an
 * edge of a face that stays, in counter-clockwise order seen from outside. */
typedef struct horizon {
    vec3 w;
    double rounding; /* rounding error of the vertex's height over a face */
    int count;
    uint32_t edge[LW_EXPANSION_FACES];
} horizon;

LW_INLINED bool sees(const lw_expansion_face *f, const horizon *h)
{
    double above = dot(f->normal, h->w) - f->offset;
    return above > 0 && above * above > h->rounding * h->rounding * f->square;
}

static const uint32_t next_edge[3] = {1, 2, 0};

LW_INLINED void remove_face(lw_expansion *x, int face)
{
    x->face[face].is_visible = true;
    x->key[face] = HUGE_VAL;
    x->free[x->free_count++] = face;
}

/* Removes the visible faces, from a given one across the edges, depth first. */
LW_INLINED void find_horizon(lw_expansion *x, int face, horizon *h)
{
    uint32_t waiting[2 * LW_EXPANSION_FACES]; /* edges to look across, the next one last */
    int count = 0;
    remove_face(x, face);
    for (int k = 2; k >= 0; k--)
        waiting[count++] = x->face[face].across[k];
    h->count = 0;
    while (count > 0) {
        uint32_t edge = waiting[--count];
        lw_expansion_face *f = &x->face[edge / 4];
        if (f->is_visible)
            continue;
        if (!sees(f, h)) {
            h->edge[h->count++] = edge;
            continue;
        }
        remove_face(x, (int)(edge / 4));
        uint32_t next = next_edge[edge % 4];
        waiting[count++] = f->across[next_edge[next]];
        waiting[count++] = f->across[next];
    }
}

/* Adds the faces from the horizon to the last vertex. False where they do not close around it, or are
 * too many. */
LW_INLINED bool close_hole(lw_expansion *x, const horizon *h)
{
    int last = x->vertex_count - 1;
    int first = -1;
    int before = -1;
    int end = -1; /* of the edge before */
    vec3 to_end = {0, 0, 0};
    for (int i = 0; i < h->count; i++) {
        const lw_expansion_face *beyond = &x->face[h->edge[i] / 4];
        uint32_t edge = h->edge[i] % 4;
        int from = beyond->corner[next_edge[edge]];
        int to = beyond->corner[edge];
        vec3 to_from = before < 0 ? sub(x->vertex[from].w, h->w) : to_end;
        to_end = sub(x->vertex[to].w, h->w);
        if (before >= 0 && end != from)
            return false;
        int added = add_face(x, from, to, last, to_from, to_end);
        if (added < 0)
            return false;
        join(x, edge_of(added, 0), h->edge[i]);
        if (before >= 0)
            join(x, edge_of(before, 1), edge_of(added, 2));
        else
            first = added;
        before = added;
        end = to;
    }
    if (before < 0 || end != x->face[first].corner[0])
        return false;
    join(x, edge_of(before, 1), edge_of(first, 2));
    return true;
}

LW_INLINED int nearest_face(const lw_expansion *x)
{
    int nearest = 0;
    double least = x->key[0];
    for (int f = 1; f < x->face_count; f++)
        if (x->key[f] < least) {
            least = x->key[f];
            nearest = f;
        }
    return nearest;
}

LW_INLINED lw_expansion_plane plane_of(const lw_expansion_face *f)
{
    double inverse = 1 / sqrt(f->square);
    return (lw_expansion_plane){
        {f->corner[0], f->corner[1], f->corner[2]}, scale(inverse, f->normal), f->offset * inverse};
}

/* Whether the depth is as near to the lower bound as is asked. */
LW_INLINED bool is_near(const lw_expansion *x, double lower, double share)
{
    return x->depth - lower <= greater(close_enough * x->difference->size, share * x->depth);
}

LW_INLINED void expand(lw_expansion *x, int vertices, double share, bool fours)
{
    const lw_difference *difference = x->difference;
    double close = close_enough * difference->size;
    horizon h; /* large: not zeroed */
    h.rounding = LW_ROUNDING(8) * difference->size;
    while (x->vertex_count < vertices && !x->is_over) {
        int nearest = nearest_face(x);
        if (!(x->key[nearest] < HUGE_VAL))
            return;
        lw_expansion_plane plane = plane_of(&x->face[nearest]);
        lw_minkowski_point *v = &x->vertex[x->vertex_count];
        if (difference->proxies)
            minkowski_support(difference->proxies, neg(x->face[nearest].normal), v, fours);
        else
            difference->support(difference->context, neg(x->face[nearest].normal), v);
        double value = dot(plane.direction, v->w);
        if (value < x->depth) {
            x->depth = value;
            x->best = plane;
        }
        x->is_closed = x->depth - plane.distance <= close;
        if (is_near(x, plane.distance, share)) {
            /* the best so far may be an earlier face with this direction, farther in */
            if (x->is_closed && value <= x->depth + close) {
                x->depth = value;
                x->best = plane;
            }
            return;
        }
        x->vertex_count++;
        h.w = v->w;
        x->is_over = true;
        if (!sees(&x->face[nearest], &h))
            return;
        find_horizon(x, nearest, &h);
        x->is_torn = !close_hole(x, &h);
        x->is_over = x->is_torn;
    }
}

static void expand_in_twos(lw_expansion *x, int vertices, double share)
{
    expand(x, vertices, share, false);
}

LW_WIDE static void expand_in_fours(lw_expansion *x, int vertices, double share)
{
    expand(x, vertices, share, true);
}

bool lw_expansion_begin(lw_expansion *x, const lw_difference *difference, const lw_gjk *gjk,
                        vec3 inside)
{
    x->difference = difference;
    x->points[0] = x->points[1] = inside;
    x->direction = v3(1, 0, 0);
    x->best.distance = HUGE_VAL;
    x->is_closed = x->is_over = x->is_torn = false;
    x->encloses = begin_from(x, gjk);
    if (x->encloses || begin(x))
        return true;
    x->is_closed = true;
    return false;
}

void lw_expansion_run(lw_expansion *x, int vertices, double share)
{
    if (lw_has_wide())
        expand_in_fours(x, vertices, share);
    else
        expand_in_twos(x, vertices, share);
    if (x->best.distance < HUGE_VAL)
        x->direction = x->best.direction;
}

/* A lower bound of the distance of a triangle, by a direction of any length. */
static double least_along(vec3 direction, const vec3 corner[3])
{
    double along =
        lesser(dot(direction, corner[0]), lesser(dot(direction, corner[1]), dot(direction, corner[2])));
    double square = norm2(direction);
    return square > LW_LEAST_SQUARE ? along / sqrt(square) : 0;
}

/* A lower bound of the distance of a face. The normal of a sliver is only as good as its height; the
 * direction to the nearest point of an edge then gives a better bound. */
static double face_distance(const lw_expansion *x, const lw_expansion_face *f, double enough)
{
    vec3 corner[3];
    for (int k = 0; k < 3; k++)
        corner[k] = x->vertex[f->corner[k]].w;
    double most = least_along(f->normal, corner);
    for (int k = 0; k < 3 && most < enough; k++) {
        vec3 edge = sub(corner[(k + 1) % 3], corner[k]);
        double square = norm2(edge);
        double share = square > 0 ? -dot(corner[k], edge) / square : 0;
        vec3 nearest = add_scaled(corner[k], lesser(greater(share, 0), 1), edge);
        most = greater(most, least_along(nearest, corner));
    }
    return most;
}

double lw_expansion_lower(const lw_expansion *x)
{
    if (!(x->best.distance < HUGE_VAL) || x->is_torn)
        return 0;
    double lower = x->depth;
    double rounding = LW_ROUNDING(32) * x->difference->size;
    for (int i = 0; i < x->face_count; i++) {
        const lw_expansion_face *f = &x->face[i];
        if (f->is_visible)
            continue;
        if (!x->encloses && f->offset < -rounding * sqrt(f->square))
            return 0;
        lower = lesser(lower, face_distance(x, f, lower));
    }
    return greater(lower - rounding, 0);
}
